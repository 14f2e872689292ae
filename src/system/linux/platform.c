/* SPDX-License-Identifier: GPL-3.0-only */
/* The twin of posix/platform.c for Linux, which has something better for each. */
#define _GNU_SOURCE
#include "system/posix/platform.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* For headers that are older than the kernel. */
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

int platform_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC);
}

int platform_poll(struct pollfd *channels, nfds_t count, int64_t left_ns)
{
    const int64_t ns_per_s = 1000000000;
    struct timespec left = {.tv_sec = (time_t)(left_ns / ns_per_s), .tv_nsec = (long)(left_ns % ns_per_s)};
    return ppoll(channels, count, left_ns < 0 ? NULL : &left, NULL);
}

/* On Linux the priority belongs to the thread. */
void platform_lower_thread_priority(int niceness)
{
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), niceness);
}

int platform_processor_count(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0)
        return CPU_COUNT(&allowed);
    long count = sysconf(_SC_NPROCESSORS_ONLN); /* more than a cpu_set_t holds */
    return count > 0 ? (int)count : 1;
}

void platform_die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); /* nobody is left whom the signal could follow */
}

/* An older kernel does without. */
void platform_close_on_exec(void)
{
    const unsigned flag_cloexec = 4;
    syscall(SYS_close_range, 3u, ~0u, flag_cloexec);
}

void platform_adopt_orphans(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

size_t platform_children(pid_t *ids, size_t most)
{
    size_t count = 0;
    DIR *threads = opendir("/proc/self/task");
    const struct dirent *thread;
    while (threads != NULL && (thread = readdir(threads)) != NULL) {
        char path[64];
        long id;
        snprintf(path, sizeof path, "/proc/self/task/%.20s/children", thread->d_name);
        FILE *list = thread->d_name[0] != '.' ? fopen(path, "re") : NULL;
        while (list != NULL && count < most && fscanf(list, "%ld", &id) == 1)
            ids[count++] = (pid_t)id;
        if (list != NULL)
            fclose(list);
    }
    if (threads != NULL)
        closedir(threads);
    return count;
}

int platform_watch_end(pid_t child)
{
    return (int)syscall(SYS_pidfd_open, child, 0);
}
