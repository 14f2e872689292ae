/* SPDX-License-Identifier: GPL-3.0-only */
#include "system/posix/orphans.h"

#include "system/clock.h"
#include "system/posix/platform.h"
#include "system/wait.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A descendant that cannot be killed must not hold us up. */
static const int64_t ORPHANS_TIMEOUT_NS = 1000000000;

/* The children that were started here and not yet reaped: every other child of ours is an orphan that has become one. */
static struct {
    pthread_mutex_t mutex;
    pid_t *ids;
    size_t count, capacity;
} children = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Room for one more, so that it can be noted without fail. Under the mutex. */
static bool children_reserve(void)
{
    if (children.count < children.capacity)
        return true;
    const size_t capacity = children.capacity == 0 ? 32 : 2 * children.capacity;
    pid_t *ids = realloc(children.ids, capacity * sizeof *ids);
    if (ids == NULL)
        return false;
    children.ids = ids;
    children.capacity = capacity;
    return true;
}

static bool children_have(pid_t id)
{
    for (size_t i = 0; i < children.count; i++)
        if (children.ids[i] == id)
            return true;
    return false;
}

void orphans_forget(pid_t id)
{
    pthread_mutex_lock(&children.mutex);
    for (size_t i = 0; i < children.count; i++)
        if (children.ids[i] == id) {
            children.ids[i] = children.ids[--children.count];
            break;
        }
    if (children.count == 0) {
        free(children.ids);
        children.ids = NULL;
        children.capacity = 0;
    }
    pthread_mutex_unlock(&children.mutex);
}

pid_t orphans_fork(void)
{
    pthread_mutex_lock(&children.mutex);
    pid_t id = -1;
    if (children_reserve()) {
        platform_adopt_orphans();
        id = fork();
        if (id > 0)
            children.ids[children.count++] = id;
    } else {
        errno = ENOMEM;
    }
    if (id != 0)
        pthread_mutex_unlock(&children.mutex);
    return id;
}

/* Neither started here nor forked by somebody else. */
static bool is_orphan(pid_t id)
{
    return !children_have(id) && getpgid(id) != getpgrp();
}

/* What they leave behind becomes an orphan in turn: so until there are none, but not for ever. */
void orphans_end(void)
{
    const int64_t until_ns = system_now_ns() + ORPHANS_TIMEOUT_NS;
    for (bool found = true; found && system_now_ns() < until_ns;) {
        pid_t ids[64];
        found = false;
        pthread_mutex_lock(&children.mutex);
        const size_t count = platform_children(ids, sizeof ids / sizeof ids[0]);
        for (size_t i = 0; i < count; i++) {
            if (!is_orphan(ids[i]))
                continue;
            found = true;
            kill(ids[i], SIGKILL);
            waitpid(ids[i], NULL, WNOHANG);
        }
        pthread_mutex_unlock(&children.mutex);
        if (found)
            system_sleep_until(system_now_ns() + 1000000);
    }
}

void orphans_end_all(void)
{
    const struct timespec breath = {.tv_nsec = 1000000};
    for (int i = 0; i < 1000; i++) {
        pid_t ids[64];
        const size_t count = platform_children(ids, sizeof ids / sizeof ids[0]);
        size_t ended = 0;
        for (size_t j = 0; j < count; j++) {
            if (getpgid(ids[j]) == getpgrp())
                continue;
            ended++;
            kill(ids[j], SIGKILL);
            waitpid(ids[j], NULL, WNOHANG);
        }
        if (ended == 0)
            return;
        nanosleep(&breath, NULL);
    }
}
