/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Runs test programs and scripts: `run [-j JOBS] [-t SECONDS] TEST…`, each in a process group of its own that is
 * killed when its time is up. That time passes more slowly the more the machine has to do, so that a slow test is not
 * taken for a hanging one; TALK_PATIENCE, by which tests multiply their own patience, is set likewise unless it is
 * given. A line each, in the order they end; what a failed one printed is shown. Ends on
 * "N passed, N failed" and exits 1 if any failed. A script (.sh) is run by sh.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 64 };

typedef struct Job {
    const char *test; /* NULL: free */
    pid_t pid;
    FILE *output;
    double started;
    double spent; /* of its limit, in seconds */
    bool killed;
} Job;

static Job jobs[MAX_JOBS];
static int passed;
static int failed;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* How many times as long as alone everything takes, by the load: at least 1. */
static double slowness(void)
{
    double load;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 1 || getloadavg(&load, 1) != 1 || load < (double)processors)
        return 1;
    return load / (double)processors;
}

/* The signals that end a program do so in a test, whatever whoever started us ignores (nohup, a shell's background). */
static void reset_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], SIG_DFL);
}

static void show_output(FILE *output)
{
    char buffer[4096];
    size_t size;
    size_t shown = 0;
    rewind(output);
    while (shown < 64 * 1024 && (size = fread(buffer, 1, sizeof buffer, output)) > 0)
        shown += fwrite(buffer, 1, size, stdout);
}

/* The last line that was printed, which for unit tests holds the number of checks. */
static void last_line(FILE *output, char *line, size_t size)
{
    char buffer[512];
    line[0] = '\0';
    rewind(output);
    while (fgets(buffer, sizeof buffer, output) != NULL) {
        buffer[strcspn(buffer, "\n")] = '\0';
        if (buffer[0] != '\0')
            snprintf(line, size, "%.100s", buffer);
    }
}

static bool start(Job *job, const char *test)
{
    FILE *output = tmpfile();
    if (output == NULL)
        return false;
    fflush(stdout);
    const pid_t pid = fork();
    if (pid < 0) {
        fclose(output);
        return false;
    }
    if (pid == 0) {
        setpgid(0, 0);
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, 0);
        dup2(fileno(output), 1);
        dup2(fileno(output), 2);
        reset_signals();
        char patience[16];
        snprintf(patience, sizeof patience, "%d", 1 + (int)slowness());
        setenv("TALK_PATIENCE", patience, 0);
        const size_t length = strlen(test);
        if (length > 3 && strcmp(test + length - 3, ".sh") == 0)
            execlp("sh", "sh", test, (char *)NULL);
        else
            execl(test, test, (char *)NULL);
        fprintf(stderr, "%s: %s\n", test, strerror(errno));
        _exit(127);
    }
    setpgid(pid, pid);
    *job = (Job){.test = test, .pid = pid, .output = output, .started = now()};
    return true;
}

static void finish(Job *job, int status, double limit)
{
    kill(-job->pid, SIGKILL); /* whatever it has left behind in its group */
    const bool ok = !job->killed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    char line[128];
    last_line(job->output, line, sizeof line);
    printf("%-4s %6.2f s  %s", ok ? "ok" : "FAIL", now() - job->started, job->test);
    if (job->killed)
        printf("  (killed after %.0f s)", limit);
    else if (WIFSIGNALED(status))
        printf("  (signal %d)", WTERMSIG(status));
    printf("  %s\n", line);
    if (!ok)
        show_output(job->output);
    fflush(stdout);
    fclose(job->output);
    job->test = NULL;
    if (ok)
        passed++;
    else
        failed++;
}

static Job *find_free(int count)
{
    for (int i = 0; i < count; i++)
        if (jobs[i].test == NULL)
            return &jobs[i];
    return NULL;
}

/* Looks after running jobs once; answers how many still run. */
static int tend(int count, double limit)
{
    static double looked;
    const double time = now();
    const double passed_now = looked == 0 ? 0 : (time - looked) / slowness();
    looked = time;
    int running = 0;
    for (int i = 0; i < count; i++) {
        Job *job = &jobs[i];
        if (job->test == NULL)
            continue;
        int status;
        if (waitpid(job->pid, &status, WNOHANG) == job->pid) {
            finish(job, status, limit);
            continue;
        }
        running++;
        job->spent += passed_now;
        if (!job->killed && job->spent > limit) {
            job->killed = true;
            kill(-job->pid, SIGKILL);
        }
    }
    return running;
}

int main(int argc, char **argv)
{
    int count = 1;
    double limit = 60;
    int option;
    while ((option = getopt(argc, argv, "j:t:")) != -1) {
        const long value = option == '?' ? 0 : strtol(optarg, NULL, 10);
        if (value < 1) {
            fprintf(stderr, "usage: run [-j JOBS] [-t SECONDS] TEST…\n");
            return 2;
        }
        if (option == 'j')
            count = value > MAX_JOBS ? MAX_JOBS : (int)value;
        else
            limit = (double)value;
    }
    int next = optind;
    while (next < argc || tend(count, limit) > 0) {
        Job *job = find_free(count);
        if (next < argc && job != NULL) {
            if (!start(job, argv[next])) {
                printf("FAIL %s: cannot be started: %s\n", argv[next], strerror(errno));
                failed++;
            }
            next++;
            continue;
        }
        tend(count, limit);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
