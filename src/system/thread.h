/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Threads, where plain pthreads fall short: a chosen stack, signals left to the main thread, waiting on
 * the program's monotonic clock, a lower priority for one thread. Mutexes are pthread_mutex_t as they are.
 */
#ifndef CAROUSEL_SYSTEM_THREAD_H
#define CAROUSEL_SYSTEM_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Thread {
    pthread_t id;
    bool started; /* and not yet joined */
} Thread;

/* Runs `run(argument)` on a new thread, which gets no signals. `stack_bytes` 0: the system's usual stack.
 * False if there are no threads to be had. */
bool thread_start(Thread *thread, void *(*run)(void *), void *argument, size_t stack_bytes);

/* Waits for its end. Harmless if it was never started or is joined already. */
void thread_join(Thread *thread);

/* Makes the calling thread yield to others by `niceness` (0…19). A hint: where a thread has no priority
 * of its own nothing happens. */
void thread_lower_priority(int niceness);

/* Processor time a thread that has not been joined has used; 0 where the system does not say. Any thread. */
int64_t thread_cpu_ns(const Thread *thread);

/* Processors this process may use, at least 1. */
int system_processor_count(void);

/* A condition variable whose timed wait takes system_now_ns() time. */
typedef struct Condition {
    pthread_cond_t variable;
} Condition;

bool condition_init(Condition *condition);
void condition_destroy(Condition *condition);
void condition_signal(Condition *condition);
void condition_broadcast(Condition *condition);
void condition_wait(Condition *condition, pthread_mutex_t *mutex);

/* False once `deadline_ns` has passed. May, like any wait, return true for no reason. */
bool condition_wait_until(Condition *condition, pthread_mutex_t *mutex, int64_t deadline_ns);

#endif
