/* SPDX-License-Identifier: GPL-3.0-only */
/* What of threads and conditions needs a clock: waits until a moment, and the time a thread has used. */
#include "base/units.h"
#include "system/posix/locks.h"

#include <errno.h>
#include <time.h>

int64_t thread_cpu_ns(const Thread *thread)
{
    clockid_t clock;
    struct timespec used;
    if (thread->started && pthread_getcpuclockid((pthread_t)thread->id, &clock) == 0 && clock_gettime(clock, &used) == 0)
        return (int64_t)used.tv_sec * NS_PER_S + used.tv_nsec;
    return 0;
}

bool condition_init(Condition *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
              pthread_cond_init(condition_inside(condition), &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return ok;
}

bool condition_wait_until(Condition *condition, Mutex *mutex, int64_t deadline_ns)
{
    if (deadline_ns < 0)
        deadline_ns = 0;
    struct timespec until = {.tv_sec = (time_t)(deadline_ns / NS_PER_S), .tv_nsec = (long)(deadline_ns % NS_PER_S)};
    return pthread_cond_timedwait(condition_inside(condition), mutex_inside(mutex), &until) != ETIMEDOUT;
}
