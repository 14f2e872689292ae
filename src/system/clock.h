/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Time: one monotonic clock for the whole program. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_CLOCK_H
#define CAROUSEL_SYSTEM_CLOCK_H

#include <stdint.h>

/* Nanoseconds from an arbitrary fixed moment; never goes back. */
int64_t system_now_ns(void);

/* The calendar's date and time, local, for score sheets: "2026.01.31" and "23:59:59". */
void system_date(char date[11], char time_of_day[9]);

#endif
