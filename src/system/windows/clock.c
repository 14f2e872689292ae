/* SPDX-License-Identifier: GPL-3.0-only */
/* The two clocks: the performance counter and the calendar. */
#include "system/clock.h"

#include "base/units.h"
#include "system/windows/windows.h"

#include <stdio.h>

int64_t system_now_ns(void)
{
    LARGE_INTEGER frequency, ticks;
    QueryPerformanceFrequency(&frequency); /* never fails and does not change; it costs nothing */
    QueryPerformanceCounter(&ticks);
    /* In two parts: all ticks times 10^9 would overflow. */
    const int64_t seconds = ticks.QuadPart / frequency.QuadPart;
    const int64_t rest = ticks.QuadPart % frequency.QuadPart;
    return seconds * NS_PER_S + rest * NS_PER_S / frequency.QuadPart;
}

void system_date(char date[11], char time_of_day[9])
{
    SYSTEMTIME now;
    GetLocalTime(&now);
    snprintf(date, 11, "%04u.%02u.%02u", now.wYear % 10000u, now.wMonth % 100u, now.wDay % 100u);
    snprintf(time_of_day, 9, "%02u:%02u:%02u", now.wHour % 100u, now.wMinute % 100u, now.wSecond % 100u);
}
