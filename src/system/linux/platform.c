/* SPDX-License-Identifier: GPL-3.0-only */
/* The twin of posix/platform.c for Linux, which has something better for each. */
#define _GNU_SOURCE
#include "system/posix/platform.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
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

/* Adds the numbers in the file "/proc/self/task/THREAD/children". */
static size_t children_of_thread(const char *thread, pid_t *ids, size_t count, size_t most)
{
    static const char before[] = "/proc/self/task/", after[] = "/children";
    char path[64], text[512];
    const size_t length = strlen(thread);
    if (length > 20)
        return count;
    memcpy(path, before, sizeof before - 1);
    memcpy(path + sizeof before - 1, thread, length);
    memcpy(path + sizeof before - 1 + length, after, sizeof after);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    pid_t id = 0;
    ssize_t size;
    while (file >= 0 && (size = read(file, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < size; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                id = id * 10 + (text[i] - '0');
            } else if (id != 0) {
                if (count < most)
                    ids[count++] = id;
                id = 0;
            }
        }
    if (id != 0 && count < most)
        ids[count++] = id;
    if (file >= 0)
        close(file);
    return count;
}

/* As getdents64() gives it: what readdir() hands out, without its memory and locks. */
typedef struct DirectoryEntry {
    uint64_t node;
    int64_t offset;
    uint16_t size;
    uint8_t type;
    char name[];
} DirectoryEntry;

size_t platform_children(pid_t *ids, size_t most)
{
    _Alignas(DirectoryEntry) char block[2048];
    size_t count = 0;
    long size;
    const int threads = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (threads >= 0 && (size = syscall(SYS_getdents64, threads, block, sizeof block)) > 0)
        for (long at = 0; at < size;) {
            const DirectoryEntry *entry = (const DirectoryEntry *)(const void *)(block + at);
            if (entry->name[0] != '.')
                count = children_of_thread(entry->name, ids, count, most);
            at += entry->size;
        }
    if (threads >= 0)
        close(threads);
    return count;
}

int platform_watch_end(pid_t child)
{
    return (int)syscall(SYS_pidfd_open, child, 0);
}
