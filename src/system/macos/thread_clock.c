/* SPDX-License-Identifier: GPL-3.0-only */
/* The twin of posix/thread_clock.c for macOS, whose conditions know only how long to wait and whose threads do not
 * say what time they have used. */
#include "base/units.h"
#include "system/clock.h"
#include "system/posix/locks.h"

#include <errno.h>
#include <time.h>

int64_t thread_cpu_ns(const Thread *thread)
{
    (void)thread;
    return 0;
}

bool condition_init(Condition *condition)
{
    return pthread_cond_init(condition_inside(condition), NULL) == 0;
}

bool condition_wait_until(Condition *condition, Mutex *mutex, int64_t deadline_ns)
{
    int64_t left_ns = deadline_ns - system_now_ns();
    if (left_ns <= 0)
        return false;
    struct timespec left = {.tv_sec = (time_t)(left_ns / NS_PER_S), .tv_nsec = (long)(left_ns % NS_PER_S)};
    return pthread_cond_timedwait_relative_np(condition_inside(condition), mutex_inside(mutex), &left) != ETIMEDOUT;
}
