/* SPDX-License-Identifier: GPL-3.0-only */
/* The console's control handler, which runs on a thread of its own, puts requests into a queue beside a wake-up pipe. */
#include "system/signals.h"

#include "system/descriptor.h"
#include "system/wait.h"
#include "system/windows/windows.h"

enum { IMPATIENT = 3, QUEUE_SIZE = 8 };

static SRWLOCK lock = SRWLOCK_INIT; /* guards what follows */
static WakePipe wake = {.reader = NO_DESCRIPTOR, .writer = NO_DESCRIPTOR};
static int queue[QUEUE_SIZE];
static int queued, requests;

static BOOL WINAPI on_control(DWORD what)
{
    AcquireSRWLockExclusive(&lock);
    const bool impatient = ++requests >= IMPATIENT;
    if (queued < QUEUE_SIZE)
        queue[queued++] = what == CTRL_C_EVENT ? REQUEST_INTERRUPT : what == CTRL_BREAK_EVENT ? REQUEST_TERMINATE : REQUEST_HANGUP;
    wake_signal(&wake);
    ReleaseSRWLockExclusive(&lock);
    if (impatient)
        return FALSE; /* the usual end */
    /* When the console closes or the user logs off the process dies as soon as this returns: main() is to be first. */
    if (what != CTRL_C_EVENT && what != CTRL_BREAK_EVENT)
        Sleep(INFINITE);
    return TRUE;
}

int signals_open(void)
{
    if (wake.reader >= 0)
        return wake.reader;
    if (!wake_init(&wake, NULL))
        return NO_DESCRIPTOR;
    SetConsoleCtrlHandler(on_control, TRUE);
    return wake.reader;
}

int signals_take(void)
{
    AcquireSRWLockExclusive(&lock);
    int request = REQUEST_NONE;
    if (queued > 0) {
        request = queue[0];
        queued--;
        for (int i = 0; i < queued; i++)
            queue[i] = queue[i + 1];
    }
    if (queued == 0 && wake.reader >= 0)
        wake_drain(&wake);
    ReleaseSRWLockExclusive(&lock);
    return request;
}
