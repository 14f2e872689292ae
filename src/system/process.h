/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Child processes with three pipes, in a process group of their own, so that all they start ends with them.
 *
 * Nothing here but process_start() blocks. A started process must be ended by
 * process_destroy(), by the thread that started it: on systems that can tell (Linux) the child is killed when
 * that thread is gone, so that nothing survives a SIGKILL of this program.
 */
#ifndef CAROUSEL_SYSTEM_PROCESS_H
#define CAROUSEL_SYSTEM_PROCESS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct ProcessSpec {
    char *const *arguments;         /* NULL-terminated; [0] is looked up in PATH unless it has a '/' */
    const char *directory;          /* to work in; NULL: ours. A program name with a '/' is relative to it */
    const char *const *environment; /* "NAME=value" added to ours, NULL-terminated; NULL: nothing */
    int niceness;                   /* added to our priority, 0…19 */
} ProcessSpec;

typedef struct Process {
    intptr_t id;     /* the system's own, for this room alone; 0: none */
    int input;       /* descriptor: we write its stdin; NO_DESCRIPTOR once closed */
    int output;      /* we read its stdout */
    int errors;      /* we read its stderr */
    int start_watch; /* readable once it has become the program, or could not: process_started() says which */
    int end_watch;   /* readable (CHANNEL_READ) once it has ended; NO_DESCRIPTOR where the system has no such thing */
    bool ended;
    int exit_code; /* once ended: its exit status, or -1 if a signal ended it */
    int signal;    /* that signal, else 0 */
} Process;

enum { PROCESS_DESCRIPTORS = 5 }; /* open in us for each running process */

/* A process that is none. */
#define PROCESS_NONE ((Process){.id = 0, .input = -1, .output = -1, .errors = -1, .start_watch = -1, .end_watch = -1})

/* Starts the program, and waits until it runs; the pipes are non-blocking and close-on-exec. False with the reason (no
 * such file, not executable, no such directory, no more processes …) and nothing left behind if it does not run. */
bool process_start(Process *process, const ProcessSpec *spec, Error *error);

/* The same without the wait, which a slow disk can make long. True does not mean yet that the program runs: see below. */
bool process_launch(Process *process, const ProcessSpec *spec, Error *error);

typedef enum ProcessStart { PROCESS_STARTING, PROCESS_RUNS, PROCESS_FAILED } ProcessStart;

/* Has what was launched become the program? FAILED with the reason; it is to be destroyed then. Never blocks. `spec` as it
 * was launched. */
ProcessStart process_started(Process *process, const ProcessSpec *spec, Error *error);

/* Has it ended? Fills exit_code and signal when it has. Leaves its number taken until process_destroy(). */
bool process_has_ended(Process *process);

void process_close_input(Process *process);

/* Ask the whole group to end (SIGTERM), or end it (SIGKILL; also what was suspended). */
void process_terminate(const Process *process);
void process_kill(const Process *process);

/* Kills what is left of the group, reaps the child, closes the pipes; on systems that can tell (Linux) also ends all
 * descendants of ours that have lost their parents, in whatever group or session they are. Afterwards *process is PROCESS_NONE but for
 * ended, exit_code and signal. Harmless on PROCESS_NONE. */
void process_destroy(Process *process);

/* Has the system stopped it because it reads or writes the terminal (/dev/tty), which is ours? False where that cannot be told. */
bool process_waits_for_terminal(const Process *process);

/* "exited with status 3", "killed by signal 11 (Segmentation fault)". `process` must have ended. */
void process_describe_end(const Process *process, char *text, size_t size);

#endif
