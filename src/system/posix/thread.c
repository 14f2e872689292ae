/* SPDX-License-Identifier: GPL-3.0-only */
/* Threads and locks over pthreads. What needs the clock stands in thread_clock.c, what is Linux's own in platform.c. */
#include "system/thread.h"

#include "system/posix/locks.h"
#include "system/posix/platform.h"

#include <signal.h>

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
        pthread_t id;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before);
        thread->started = pthread_create(&id, &attributes, run, argument) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        if (thread->started)
            thread->id = (uintptr_t)id;
    }
    pthread_attr_destroy(&attributes);
    return thread->started;
}

void thread_join(Thread *thread)
{
    if (thread->started)
        pthread_join((pthread_t)thread->id, NULL);
    thread->started = false;
}

void thread_lower_priority(int niceness)
{
    platform_lower_thread_priority(niceness);
}

int system_processor_count(void)
{
    return platform_processor_count();
}

void mutex_init(Mutex *mutex)
{
    /* This way of making one cannot fail. */
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    *mutex_inside(mutex) = fresh;
}

void mutex_destroy(Mutex *mutex)
{
    pthread_mutex_destroy(mutex_inside(mutex));
}

void mutex_lock(Mutex *mutex)
{
    pthread_mutex_lock(mutex_inside(mutex));
}

void mutex_unlock(Mutex *mutex)
{
    pthread_mutex_unlock(mutex_inside(mutex));
}

void once_run(Once *once, void (*run)(void))
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    if (atomic_load_explicit(&once->done, memory_order_acquire))
        return;
    pthread_mutex_lock(&one_at_a_time);
    if (!atomic_load_explicit(&once->done, memory_order_relaxed)) {
        run();
        atomic_store_explicit(&once->done, true, memory_order_release);
    }
    pthread_mutex_unlock(&one_at_a_time);
}

void condition_destroy(Condition *condition)
{
    pthread_cond_destroy(condition_inside(condition));
}

void condition_signal(Condition *condition)
{
    pthread_cond_signal(condition_inside(condition));
}

void condition_broadcast(Condition *condition)
{
    pthread_cond_broadcast(condition_inside(condition));
}

void condition_wait(Condition *condition, Mutex *mutex)
{
    pthread_cond_wait(condition_inside(condition), mutex_inside(mutex));
}
