/* SPDX-License-Identifier: GPL-3.0-only */
/* What stands in the storage of a Mutex and a Condition, for the files of this folder and its twins. */
#ifndef CAROUSEL_SYSTEM_POSIX_LOCKS_H
#define CAROUSEL_SYSTEM_POSIX_LOCKS_H

#include "system/thread.h"

#include <pthread.h>

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(Mutex) && _Alignof(pthread_mutex_t) <= _Alignof(Mutex), "a mutex has room");
_Static_assert(sizeof(pthread_cond_t) <= sizeof(Condition) && _Alignof(pthread_cond_t) <= _Alignof(Condition), "a condition has room");
_Static_assert(sizeof(pthread_t) <= sizeof(uintptr_t), "a thread's number has room");

static inline pthread_mutex_t *mutex_inside(Mutex *mutex)
{
    return (pthread_mutex_t *)(void *)mutex->storage;
}

static inline pthread_cond_t *condition_inside(Condition *condition)
{
    return (pthread_cond_t *)(void *)condition->storage;
}

#endif
