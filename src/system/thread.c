/* SPDX-License-Identifier: GPL-3.0-only */
#define _GNU_SOURCE
#include "system/thread.h"

#include "base/units.h"
#include "system/clock.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#endif

bool thread_start(Thread *thread, void *(*run)(void *), void *argument, size_t stack_bytes)
{
    thread->started = false;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool ready = stack_bytes == 0 || pthread_attr_setstacksize(&attributes, stack_bytes) == 0;
    if (ready) {
        /* A new thread inherits the mask: block everything for the moment of its birth. */
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before);
        thread->started = pthread_create(&thread->id, &attributes, run, argument) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&attributes);
    return thread->started;
}

void thread_join(Thread *thread)
{
    if (thread->started)
        pthread_join(thread->id, NULL);
    thread->started = false;
}

void thread_lower_priority(int niceness)
{
#ifdef __linux__
    /* On Linux the priority belongs to the thread. */
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), niceness);
#else
    (void)niceness;
#endif
}

int64_t thread_cpu_ns(const Thread *thread)
{
#ifdef __APPLE__
    (void)thread;
#else
    clockid_t clock;
    struct timespec used;
    if (thread->started && pthread_getcpuclockid(thread->id, &clock) == 0 && clock_gettime(clock, &used) == 0)
        return (int64_t)used.tv_sec * NS_PER_S + used.tv_nsec;
#endif
    return 0;
}

int system_processor_count(void)
{
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0)
        return CPU_COUNT(&allowed);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

bool condition_init(Condition *condition)
{
#ifdef __APPLE__
    return pthread_cond_init(&condition->variable, NULL) == 0;
#else
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
              pthread_cond_init(&condition->variable, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return ok;
#endif
}

void condition_destroy(Condition *condition)
{
    pthread_cond_destroy(&condition->variable);
}

void condition_signal(Condition *condition)
{
    pthread_cond_signal(&condition->variable);
}

void condition_broadcast(Condition *condition)
{
    pthread_cond_broadcast(&condition->variable);
}

void condition_wait(Condition *condition, pthread_mutex_t *mutex)
{
    pthread_cond_wait(&condition->variable, mutex);
}

bool condition_wait_until(Condition *condition, pthread_mutex_t *mutex, int64_t deadline_ns)
{
#ifdef __APPLE__
    int64_t left_ns = deadline_ns - system_now_ns();
    if (left_ns <= 0)
        return false;
    struct timespec left = {.tv_sec = (time_t)(left_ns / NS_PER_S), .tv_nsec = (long)(left_ns % NS_PER_S)};
    return pthread_cond_timedwait_relative_np(&condition->variable, mutex, &left) != ETIMEDOUT;
#else
    if (deadline_ns < 0)
        deadline_ns = 0;
    struct timespec until = {.tv_sec = (time_t)(deadline_ns / NS_PER_S), .tv_nsec = (long)(deadline_ns % NS_PER_S)};
    return pthread_cond_timedwait(&condition->variable, mutex, &until) != ETIMEDOUT;
#endif
}
