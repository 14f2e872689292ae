/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Threads and what they meet at: locks, things done once, conditions that are waited for on the program's own clock.
 * What is inside them only this room knows.
 */
#ifndef CAROUSEL_SYSTEM_THREAD_H
#define CAROUSEL_SYSTEM_THREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Thread {
    uintptr_t id; /* the system's own */
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

/* A lock for one thread at a time; whoever holds it must not take it again. */
typedef struct Mutex {
    _Alignas(16) unsigned char storage[64];
} Mutex;

void mutex_init(Mutex *mutex);
void mutex_destroy(Mutex *mutex); /* nobody holds it */
void mutex_lock(Mutex *mutex);
void mutex_unlock(Mutex *mutex);

/* Something done once in the life of the process, by whoever comes first; who comes meanwhile waits until it is done. */
typedef struct Once {
    atomic_bool done;
} Once;

#define ONCE_INIT \
    { \
        .done = false \
    }

/* `run` itself must not call this. */
void once_run(Once *once, void (*run)(void));

/* A condition variable whose timed wait takes system_now_ns() time. */
typedef struct Condition {
    _Alignas(16) unsigned char storage[64];
} Condition;

/* False if the system has none left. */
bool condition_init(Condition *condition);
void condition_destroy(Condition *condition);
void condition_signal(Condition *condition);
void condition_broadcast(Condition *condition);

/* With the mutex held, which is given up for the time of the wait. May, like any wait, return for no reason. */
void condition_wait(Condition *condition, Mutex *mutex);

/* The same, but false once `deadline_ns` has passed. */
bool condition_wait_until(Condition *condition, Mutex *mutex, int64_t deadline_ns);

#endif
