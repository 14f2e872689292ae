/* SPDX-License-Identifier: GPL-3.0-only */
/* Children by fork() and exec, each a process group; its number is the child's. */
#include "system/process.h"

#include "system/clock.h"
#include "system/descriptor.h"
#include "system/posix/orphans.h"
#include "system/posix/platform.h"
#include "system/wait.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A program that takes longer than this to be loaded counts as not startable. */
static const int64_t EXEC_TIMEOUT_NS = 10ll * 1000000000;

/* What the child reports through the status pipe if it cannot become the program. */
typedef struct ChildFailure {
    int code;
    int step; /* ChildStep */
} ChildFailure;

typedef enum ChildStep { STEP_SET_UP, STEP_DIRECTORY, STEP_EXECUTE } ChildStep;

/* Everything the child needs, made before fork(): between fork() and execve() only async-signal-safe calls. */
typedef struct Launch {
    char *program;
    char **environment;
    const ProcessSpec *spec;
    pid_t parent;
    int input[2];
    int output[2];
    int errors[2];
    int status[2];
} Launch;

static char *join_path(const char *directory, size_t length, const char *name)
{
    if (length == 0) {
        directory = ".";
        length = 1;
    }
    size_t name_length = strlen(name);
    char *path = malloc(length + 1 + name_length + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, directory, length);
    path[length] = '/';
    memcpy(path + length + 1, name, name_length + 1);
    return path;
}

/* Where PATH has `name`; the name itself if it has a '/'. NULL with the reason if it is nowhere. */
static char *find_program(const char *name, Error *error)
{
    int code = ENOENT;
    if (strchr(name, '/') != NULL) {
        char *copy = strdup(name);
        if (copy == NULL)
            error_set(error, ENOMEM, "cannot start '%s'", name);
        return copy;
    }
    const char *path = getenv("PATH");
    if (path == NULL)
        path = "/usr/bin:/bin";
    while (*name != '\0') {
        size_t length = strcspn(path, ":");
        char *candidate = join_path(path, length, name);
        if (candidate == NULL) {
            code = ENOMEM;
            break;
        }
        struct stat info;
        if (stat(candidate, &info) == 0 && S_ISREG(info.st_mode)) {
            if (access(candidate, X_OK) == 0)
                return candidate;
            code = EACCES;
        }
        free(candidate);
        if (path[length] == '\0')
            break;
        path += length + 1;
    }
    error_set(error, code, "cannot start '%s'", name);
    return NULL;
}

/* Our environment with the additions, which win over what is there. The strings are not copied. */
static char **merge_environment(const char *const *additions)
{
    size_t ours = 0, added = 0;
    while (environ[ours] != NULL)
        ours++;
    while (additions != NULL && additions[added] != NULL)
        added++;
    char **merged = malloc((ours + added + 1) * sizeof *merged);
    if (merged == NULL)
        return NULL;
    size_t count = 0;
    for (size_t i = 0; i < ours; i++) {
        size_t name_length = strcspn(environ[i], "=") + 1;
        bool replaced = false;
        for (size_t j = 0; j < added && !replaced; j++)
            replaced = strncmp(environ[i], additions[j], name_length) == 0;
        if (!replaced)
            merged[count++] = environ[i];
    }
    for (size_t j = 0; j < added; j++)
        merged[count++] = (char *)additions[j];
    merged[count] = NULL;
    return merged;
}

static void close_pair(int ends[2])
{
    descriptor_close(&ends[0]);
    descriptor_close(&ends[1]);
}

static void launch_release(Launch *launch)
{
    close_pair(launch->input);
    close_pair(launch->output);
    close_pair(launch->errors);
    close_pair(launch->status);
    free(launch->program);
    free(launch->environment);
}

static bool launch_prepare(Launch *launch, const ProcessSpec *spec, Error *error)
{
    *launch = (Launch){.spec = spec, .input = {-1, -1}, .output = {-1, -1}, .errors = {-1, -1}, .status = {-1, -1}};
    launch->parent = getpid();
    launch->program = find_program(spec->arguments[0], error);
    if (launch->program == NULL)
        return false;
    launch->environment = merge_environment(spec->environment);
    if (launch->environment == NULL)
        return error_set(error, ENOMEM, "cannot start '%s'", spec->arguments[0]);
    return descriptor_pipe(launch->input, error) && descriptor_pipe(launch->output, error) && descriptor_pipe(launch->errors, error) &&
           descriptor_pipe(launch->status, error) && descriptor_set_nonblocking(launch->input[1], error) &&
           descriptor_set_nonblocking(launch->output[0], error) && descriptor_set_nonblocking(launch->errors[0], error) &&
           descriptor_set_nonblocking(launch->status[0], error);
}

/* Moves a descriptor above the three standard ones, so that dup2() below cannot overwrite one still needed. */
static int lift(int descriptor)
{
    return descriptor > 2 ? descriptor : fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

_Noreturn static void child_fail(int status, ChildStep step)
{
    ChildFailure failure = {.code = errno, .step = (int)step};
    ssize_t written = write(status, &failure, sizeof failure);
    (void)written;
    _exit(127);
}

/* In the child: become the program. Only async-signal-safe calls here. */
_Noreturn static void child_run(const Launch *launch)
{
    int status = lift(launch->status[1]);
    int input = lift(launch->input[0]), output = lift(launch->output[1]), errors = lift(launch->errors[1]);
    setpgid(0, 0);
    platform_die_with(launch->parent);
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0)
        child_fail(status, STEP_SET_UP);
    platform_close_on_exec();
    struct sigaction usual = {0};
    usual.sa_handler = SIG_DFL;
    const int reset[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGTSTP, SIGALRM};
    for (size_t i = 0; i < sizeof reset / sizeof reset[0]; i++)
        sigaction(reset[i], &usual, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (launch->spec->niceness > 0)
        setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + launch->spec->niceness);
    if (launch->spec->directory != NULL && chdir(launch->spec->directory) != 0)
        child_fail(status, STEP_DIRECTORY);
    execve(launch->program, launch->spec->arguments, launch->environment);
    child_fail(status, STEP_EXECUTE);
}

/* "#!/no/such/program" at the beginning of a file that is there: its name, for the message. */
static bool missing_interpreter(const char *program, char name[200])
{
    char line[200] = "";
    struct stat info;
    FILE *file = fopen(program, "r");
    const bool script = file != NULL && fgets(line, sizeof line, file) != NULL && strncmp(line, "#!", 2) == 0;
    if (file != NULL)
        fclose(file);
    if (!script)
        return false;
    const char *at = line + 2 + strspn(line + 2, " \t");
    snprintf(name, 200, "%.*s", (int)strcspn(at, " \t\r\n"), at);
    return stat(name, &info) != 0;
}

static bool explain(const ChildFailure *failure, const ProcessSpec *spec, Error *error)
{
    const char *name = spec->arguments[0];
    char interpreter[200];
    if (failure->step == STEP_DIRECTORY)
        return error_set(error, failure->code, "cannot start '%s' in directory '%s'", name, spec->directory);
    if (failure->step == STEP_EXECUTE && failure->code == ENOENT) {
        /* The file was found, or is named by its path. */
        char *program = find_program(name, NULL);
        const bool named = program != NULL && missing_interpreter(program, interpreter);
        free(program);
        if (named)
            return error_set(error, 0, "cannot start '%s': its first line names '%s' to run it, which is not there", name, interpreter);
    }
    return error_set(error, failure->code, "cannot start '%s'", name);
}

static int take(int *descriptor)
{
    int taken = *descriptor;
    *descriptor = -1;
    return taken;
}

bool process_launch(Process *process, const ProcessSpec *spec, Error *error)
{
    *process = PROCESS_NONE;
    Launch launch;
    bool ok = launch_prepare(&launch, spec, error);
    if (ok) {
        pid_t id = orphans_fork();
        if (id == 0)
            child_run(&launch);
        if (id < 0) {
            ok = error_set(error, errno, "cannot start '%s'", spec->arguments[0]);
        } else {
            /* Both sides set the group, so that it exists whoever runs first. */
            setpgid(id, id);
            process->id = id;
            process->input = take(&launch.input[1]);
            process->output = take(&launch.output[0]);
            process->errors = take(&launch.errors[0]);
            process->start_watch = take(&launch.status[0]);
            process->end_watch = platform_watch_end(id);
        }
    }
    launch_release(&launch);
    return ok;
}

/* The status pipe closes when the child has become the program; else it holds why it could not. */
ProcessStart process_started(Process *process, const ProcessSpec *spec, Error *error)
{
    ChildFailure failure;
    size_t done = 0;
    if (process->start_watch < 0)
        return PROCESS_RUNS;
    const TransferResult result = descriptor_read(process->start_watch, &failure, sizeof failure, &done);
    if (result == TRANSFER_WAIT)
        return PROCESS_STARTING;
    descriptor_close(&process->start_watch);
    if (result != TRANSFER_OK || done != sizeof failure)
        return PROCESS_RUNS;
    explain(&failure, spec, error);
    return PROCESS_FAILED;
}

bool process_start(Process *process, const ProcessSpec *spec, Error *error)
{
    if (!process_launch(process, spec, error))
        return false;
    Channel channel = channel_make(process->start_watch, CHANNEL_READ);
    ProcessStart start = PROCESS_FAILED;
    if (system_wait(&channel, 1, system_now_ns() + EXEC_TIMEOUT_NS) > 0)
        start = process_started(process, spec, error);
    else
        error_set(error, ETIMEDOUT, "cannot start '%s'", spec->arguments[0]);
    if (start == PROCESS_RUNS)
        return true;
    process_destroy(process);
    *process = PROCESS_NONE;
    return false;
}

static void take_end(Process *process, const siginfo_t *info)
{
    process->ended = true;
    process->exit_code = info->si_code == CLD_EXITED ? info->si_status : -1;
    process->signal = info->si_code == CLD_EXITED ? 0 : info->si_status;
}

bool process_has_ended(Process *process)
{
    if (process->ended || process->id == 0)
        return true;
    siginfo_t info = {0};
    /* WNOWAIT leaves the zombie, which keeps the number of the group from being given to others. */
    if (waitid(P_PID, (id_t)process->id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == process->id)
        take_end(process, &info);
    return process->ended;
}

bool process_waits_for_terminal(const Process *process)
{
    siginfo_t info = {0};
    return process->id > 0 && waitid(P_PID, (id_t)process->id, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 && info.si_pid == process->id &&
           info.si_code == CLD_STOPPED && (info.si_status == SIGTTIN || info.si_status == SIGTTOU);
}

void process_close_input(Process *process)
{
    descriptor_close(&process->input);
}

static void signal_group(const Process *process, int signal)
{
    if (process->id > 0)
        kill(-(pid_t)process->id, signal);
}

void process_terminate(const Process *process)
{
    signal_group(process, SIGTERM);
    signal_group(process, SIGCONT);
}

void process_kill(const Process *process)
{
    signal_group(process, SIGKILL);
}

void process_destroy(Process *process)
{
    if (process->id > 0) {
        process_has_ended(process);
        process_kill(process);
        siginfo_t info = {0};
        int result;
        do
            result = waitid(P_PID, (id_t)process->id, &info, WEXITED);
        while (result != 0 && errno == EINTR);
        if (result == 0 && !process->ended)
            take_end(process, &info);
        orphans_forget((pid_t)process->id);
        orphans_end();
    }
    descriptor_close(&process->input);
    descriptor_close(&process->output);
    descriptor_close(&process->errors);
    descriptor_close(&process->start_watch);
    descriptor_close(&process->end_watch);
    bool ended = process->ended;
    int exit_code = process->exit_code, signal = process->signal;
    *process = PROCESS_NONE;
    process->ended = ended;
    process->exit_code = exit_code;
    process->signal = signal;
}

void process_describe_end(const Process *process, char *text, size_t size)
{
    assert(process->ended);
    if (process->signal != 0)
        snprintf(text, size, "killed by signal %d (%s)", process->signal, strsignal(process->signal));
    else
        snprintf(text, size, "exited with status %d", process->exit_code);
}
