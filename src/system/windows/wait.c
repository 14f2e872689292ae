/* SPDX-License-Identifier: GPL-3.0-only */
/* Waiting for buffers of the table: each waiter has a condition of its own, so that nobody is woken for nothing. */
#include "system/wait.h"

#include "system/clock.h"
#include "system/descriptor.h"
#include "system/windows/table.h"
#include "system/windows/table_entry.h"

#include <errno.h>
#include <stdlib.h>

enum { LINKS_ON_STACK = 32 };

/* Fills in what is ready and counts. */
static int look(Channel *channels, size_t count)
{
    int ready = 0;
    for (size_t i = 0; i < count; i++) {
        channels[i].ready = 0;
        if (channels[i].descriptor < 0)
            continue;
        const Entry *entry = table_entry(channels[i].descriptor);
        channels[i].ready = (short)(entry == NULL ? CHANNEL_LOST : entry_ready(entry) & (channels[i].want | CHANNEL_LOST));
        ready += channels[i].ready != 0;
    }
    return ready;
}

static void enlist(Waiter *waiter, WaitLink *links, const Channel *channels, size_t count)
{
    waiter->woken = false;
    for (size_t i = 0; i < count; i++) {
        links[i] = (WaitLink){.waiter = waiter, .entry = table_entry(channels[i].descriptor)};
        if (links[i].entry == NULL)
            continue;
        links[i].entry->users++;
        links[i].next = links[i].entry->waiting;
        links[i].entry->waiting = &links[i];
    }
}

static void dismiss(WaitLink *links, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (links[i].entry == NULL)
            continue;
        WaitLink **at = &links[i].entry->waiting;
        while (*at != &links[i])
            at = &(*at)->next;
        *at = links[i].next;
        entry_release(links[i].entry);
    }
}

int system_wait(Channel *channels, size_t count, int64_t deadline_ns)
{
    WaitLink few[LINKS_ON_STACK];
    WaitLink *links = count <= LINKS_ON_STACK ? few : malloc(count * sizeof *links);
    if (links == NULL) {
        errno = ENOMEM;
        return -1;
    }
    Waiter waiter;
    InitializeConditionVariable(&waiter.condition);
    AcquireSRWLockExclusive(&table_lock);
    int ready;
    while ((ready = look(channels, count)) == 0 && system_now_ns() < deadline_ns) {
        enlist(&waiter, links, channels, count);
        while (!waiter.woken && system_now_ns() < deadline_ns)
            SleepConditionVariableSRW(&waiter.condition, &table_lock, windows_left_ms(deadline_ns), 0);
        dismiss(links, count);
    }
    ReleaseSRWLockExclusive(&table_lock);
    if (links != few)
        free(links);
    return ready;
}

void system_sleep_until(int64_t deadline_ns)
{
    system_wait(NULL, 0, deadline_ns);
}

bool wake_init(WakePipe *wake, Error *error)
{
    wake->reader = wake->writer = table_add_event();
    return wake->reader >= 0 || error_set(error, ENOMEM, "cannot make a pipe");
}

void wake_destroy(WakePipe *wake)
{
    descriptor_close(&wake->reader);
    wake->writer = NO_DESCRIPTOR;
}

void wake_signal(const WakePipe *wake)
{
    table_set_event(wake->writer, true);
}

void wake_drain(const WakePipe *wake)
{
    table_set_event(wake->reader, false);
}
