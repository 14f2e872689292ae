/* SPDX-License-Identifier: GPL-3.0-only */
/* The two clocks: the monotonic one and the calendar. */
#include "system/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

int64_t system_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void system_date(char date[11], char time_of_day[9])
{
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) == NULL || strftime(date, 11, "%Y.%m.%d", &local) == 0)
        memcpy(date, "????.??.??", 11);
    if (strftime(time_of_day, 9, "%H:%M:%S", &local) == 0)
        memcpy(time_of_day, "00:00:00", 9);
}
