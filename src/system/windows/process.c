/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Children, each in a job of its own: what it starts is in the job too, and the system kills the job when its last
 * handle is closed, which it is at the latest when we are gone.
 */
#include "system/process.h"

#include "system/windows/launch.h"
#include "system/windows/table.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The exit status of those whom we end. */
static const UINT KILLED = 0xC000013A; /* STATUS_CONTROL_C_EXIT */
static const DWORD FIRST_EXCEPTION = 0xC0000000;

/* What a Process's id points to. */
typedef struct Child {
    HANDLE process;
    HANDLE job;
} Child;

typedef struct Launch {
    wchar_t *program, *line, *environment, *directory;
    HANDLE ends[3]; /* the child's stdin, stdout, stderr */
} Launch;

static Child *child_of(const Process *process)
{
    return (Child *)process->id;
}

static void launch_release(Launch *launch)
{
    free(launch->program);
    free(launch->line);
    free(launch->environment);
    free(launch->directory);
    for (int i = 0; i < 3; i++)
        if (launch->ends[i] != NULL)
            CloseHandle(launch->ends[i]);
}

static bool launch_prepare(Launch *launch, Process *process, const ProcessSpec *spec, Error *error)
{
    const char *name = spec->arguments[0];
    errno = ENOMEM;
    if ((launch->program = launch_find(name, spec->directory)) == NULL || (launch->line = launch_quote(spec->arguments)) == NULL ||
        (launch->environment = launch_environment(spec->environment)) == NULL ||
        (spec->directory != NULL && (launch->directory = windows_wide(spec->directory)) == NULL))
        return error_set(error, errno, "cannot start '%s'", name);
    if (launch->directory != NULL) {
        const DWORD attributes = GetFileAttributesW(launch->directory);
        if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0)
            return error_set(error, attributes == INVALID_FILE_ATTRIBUTES ? ENOENT : ENOTDIR, "cannot start '%s' in directory '%s'", name,
                             spec->directory);
    }
    return table_make_pipe(true, false, &process->input, &launch->ends[0], error) &&
           table_make_pipe(false, false, &process->output, &launch->ends[1], error) &&
           table_make_pipe(false, false, &process->errors, &launch->ends[2], error);
}

static HANDLE create_job(void)
{
    const HANDLE job = CreateJobObjectW(NULL, NULL);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION}};
    if (job != NULL)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

static DWORD priority_class(int niceness)
{
    return niceness <= 0 ? 0 : niceness < 10 ? BELOW_NORMAL_PRIORITY_CLASS : IDLE_PRIORITY_CLASS;
}

/* Starts it suspended, with no handles of ours but the three. */
static bool create_process(Launch *launch, int niceness, PROCESS_INFORMATION *made)
{
    STARTUPINFOEXW startup = {.StartupInfo = {.cb = sizeof startup,
                                              .dwFlags = STARTF_USESTDHANDLES,
                                              .hStdInput = launch->ends[0],
                                              .hStdOutput = launch->ends[1],
                                              .hStdError = launch->ends[2]}};
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    startup.lpAttributeList = malloc(size);
    if (startup.lpAttributeList == NULL) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return false;
    }
    bool ok = false;
    if (InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size)) {
        ok = UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, launch->ends, sizeof launch->ends,
                                       NULL, NULL) &&
             CreateProcessW(launch->program, launch->line, NULL, NULL, TRUE,
                            CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP | CREATE_UNICODE_ENVIRONMENT |
                                EXTENDED_STARTUPINFO_PRESENT | priority_class(niceness),
                            launch->environment, launch->directory, &startup.StartupInfo, made);
        const DWORD code = GetLastError();
        DeleteProcThreadAttributeList(startup.lpAttributeList);
        SetLastError(code);
    }
    free(startup.lpAttributeList);
    return ok;
}

static bool run(Process *process, Launch *launch, const ProcessSpec *spec, Error *error)
{
    Child *child = calloc(1, sizeof *child);
    if (child == NULL)
        return error_set(error, ENOMEM, "cannot start '%s'", spec->arguments[0]);
    process->id = (intptr_t)child;
    PROCESS_INFORMATION made;
    child->job = create_job();
    if (child->job == NULL || !create_process(launch, spec->niceness, &made))
        return windows_error(error, GetLastError(), "cannot start '%s'", spec->arguments[0]);
    child->process = made.hProcess;
    const bool ok = AssignProcessToJobObject(child->job, made.hProcess) && ResumeThread(made.hThread) != (DWORD)-1;
    const DWORD code = GetLastError();
    CloseHandle(made.hThread);
    if (!ok) {
        TerminateProcess(made.hProcess, KILLED);
        return windows_error(error, code, "cannot start '%s'", spec->arguments[0]);
    }
    process->end_watch = table_add_process(made.hProcess);
    return process->end_watch >= 0 || error_set(error, ENOMEM, "cannot start '%s'", spec->arguments[0]);
}

bool process_start(Process *process, const ProcessSpec *spec, Error *error)
{
    *process = PROCESS_NONE;
    Launch launch = {0};
    const bool ok = launch_prepare(&launch, process, spec, error) && run(process, &launch, spec, error);
    launch_release(&launch);
    if (!ok) {
        process_destroy(process);
        *process = PROCESS_NONE;
    }
    return ok;
}

/* Making a process waits for nothing here that a disk could make long: what is launched runs. */
bool process_launch(Process *process, const ProcessSpec *spec, Error *error)
{
    if (!process_start(process, spec, error))
        return false;
    process->start_watch = table_add_event();
    if (process->start_watch < 0) {
        error_set(error, ENOMEM, "cannot start '%s'", spec->arguments[0]);
        process_destroy(process);
        *process = PROCESS_NONE;
        return false;
    }
    table_set_event(process->start_watch, true);
    return true;
}

ProcessStart process_started(Process *process, const ProcessSpec *spec, Error *error)
{
    (void)spec;
    (void)error;
    if (process->start_watch >= 0)
        descriptor_close(&process->start_watch);
    return PROCESS_RUNS;
}

bool process_has_ended(Process *process)
{
    if (process->ended || process->id == 0)
        return true;
    const Child *child = child_of(process);
    DWORD code;
    if (WaitForSingleObject(child->process, 0) != WAIT_OBJECT_0 || !GetExitCodeProcess(child->process, &code))
        return false;
    process->ended = true;
    process->exit_code = code >= FIRST_EXCEPTION ? -1 : (int)code;
    process->signal = code >= FIRST_EXCEPTION ? (int)code : 0;
    return true;
}

void process_close_input(Process *process)
{
    descriptor_close(&process->input);
}

/* There is no polite way to end a program without a window: the end of its input has to tell it. */
void process_terminate(const Process *process)
{
    (void)process;
}

void process_kill(const Process *process)
{
    if (process->id != 0)
        TerminateJobObject(child_of(process)->job, KILLED);
}

bool process_waits_for_terminal(const Process *process)
{
    (void)process;
    return false;
}

void process_destroy(Process *process)
{
    descriptor_close(&process->end_watch);
    if (process->id != 0) {
        Child *child = child_of(process);
        if (child->process != NULL) {
            process_has_ended(process);
            process_kill(process);
            WaitForSingleObject(child->process, INFINITE);
            process_has_ended(process);
            CloseHandle(child->process);
        }
        if (child->job != NULL)
            CloseHandle(child->job);
        free(child);
    }
    descriptor_close(&process->input);
    descriptor_close(&process->output);
    descriptor_close(&process->errors);
    const bool ended = process->ended;
    const int exit_code = process->exit_code, signal = process->signal;
    *process = PROCESS_NONE;
    process->ended = ended;
    process->exit_code = exit_code;
    process->signal = signal;
}

void process_describe_end(const Process *process, char *text, size_t size)
{
    assert(process->ended);
    if (process->signal == (int)KILLED)
        snprintf(text, size, "killed");
    else if (process->signal != 0)
        snprintf(text, size, "crashed (exception 0x%08X)", (unsigned)process->signal);
    else
        snprintf(text, size, "exited with status %d", process->exit_code);
}
