/* SPDX-License-Identifier: GPL-3.0-only */
/* Threads and locks by the system's own: slim locks and condition variables need no destroying. */
#include "system/thread.h"

#include "system/clock.h"
#include "system/windows/windows.h"

#include <process.h>
#include <stdlib.h>

_Static_assert(sizeof(SRWLOCK) <= sizeof(Mutex) && sizeof(CONDITION_VARIABLE) <= sizeof(Condition), "they have room");

/* What a new thread runs; the thread frees it. */
typedef struct Birth {
    void *(*run)(void *);
    void *argument;
} Birth;

static unsigned __stdcall thread_main(void *argument)
{
    const Birth birth = *(Birth *)argument;
    free(argument);
    birth.run(birth.argument);
    return 0;
}

bool thread_start(Thread *thread, void *(*run)(void *), void *argument, size_t stack_bytes)
{
    thread->started = false;
    Birth *birth = malloc(sizeof *birth);
    if (birth == NULL)
        return false;
    *birth = (Birth){run, argument};
    thread->id = _beginthreadex(NULL, (unsigned)stack_bytes, thread_main, birth, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    thread->started = thread->id != 0;
    if (!thread->started)
        free(birth);
    return thread->started;
}

void thread_join(Thread *thread)
{
    if (thread->started) {
        WaitForSingleObject((HANDLE)thread->id, INFINITE);
        CloseHandle((HANDLE)thread->id);
    }
    thread->started = false;
}

void thread_lower_priority(int niceness)
{
    if (niceness > 0)
        SetThreadPriority(GetCurrentThread(), niceness < 10 ? THREAD_PRIORITY_BELOW_NORMAL : THREAD_PRIORITY_LOWEST);
}

int64_t thread_cpu_ns(const Thread *thread)
{
    FILETIME birth, end, kernel, user;
    if (!thread->started || !GetThreadTimes((HANDLE)thread->id, &birth, &end, &kernel, &user))
        return 0;
    const int64_t ns_per_tick = 100;
    const uint64_t ticks = ((uint64_t)kernel.dwHighDateTime << 32 | kernel.dwLowDateTime) +
                           ((uint64_t)user.dwHighDateTime << 32 | user.dwLowDateTime);
    return (int64_t)ticks * ns_per_tick;
}

int system_processor_count(void)
{
    DWORD_PTR ours, all;
    int count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &ours, &all))
        for (; ours != 0; ours &= ours - 1)
            count++;
    return count > 0 ? count : 1;
}

static SRWLOCK *mutex_inside(Mutex *mutex)
{
    return (SRWLOCK *)(void *)mutex->storage;
}

static CONDITION_VARIABLE *condition_inside(Condition *condition)
{
    return (CONDITION_VARIABLE *)(void *)condition->storage;
}

void mutex_init(Mutex *mutex)
{
    InitializeSRWLock(mutex_inside(mutex));
}

void mutex_destroy(Mutex *mutex)
{
    (void)mutex;
}

void mutex_lock(Mutex *mutex)
{
    AcquireSRWLockExclusive(mutex_inside(mutex));
}

void mutex_unlock(Mutex *mutex)
{
    ReleaseSRWLockExclusive(mutex_inside(mutex));
}

void once_run(Once *once, void (*run)(void))
{
    static SRWLOCK one_at_a_time = SRWLOCK_INIT;
    if (atomic_load_explicit(&once->done, memory_order_acquire))
        return;
    AcquireSRWLockExclusive(&one_at_a_time);
    if (!atomic_load_explicit(&once->done, memory_order_relaxed)) {
        run();
        atomic_store_explicit(&once->done, true, memory_order_release);
    }
    ReleaseSRWLockExclusive(&one_at_a_time);
}

bool condition_init(Condition *condition)
{
    InitializeConditionVariable(condition_inside(condition));
    return true;
}

void condition_destroy(Condition *condition)
{
    (void)condition;
}

void condition_signal(Condition *condition)
{
    WakeConditionVariable(condition_inside(condition));
}

void condition_broadcast(Condition *condition)
{
    WakeAllConditionVariable(condition_inside(condition));
}

void condition_wait(Condition *condition, Mutex *mutex)
{
    SleepConditionVariableSRW(condition_inside(condition), mutex_inside(mutex), INFINITE, 0);
}

bool condition_wait_until(Condition *condition, Mutex *mutex, int64_t deadline_ns)
{
    if (SleepConditionVariableSRW(condition_inside(condition), mutex_inside(mutex), windows_left_ms(deadline_ns), 0))
        return true;
    return system_now_ns() < deadline_ns;
}
