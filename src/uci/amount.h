/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The numbers of `go` as programs and people write them: what is meant is read, as a limit that was given must never
 * count as none. Pure; any thread.
 */
#ifndef CAROUSEL_UCI_AMOUNT_H
#define CAROUSEL_UCI_AMOUNT_H

#include "base/text.h"

/* Reads `300`, `1000.0`, `3,000`, `1e6`, `300ms`, `1.5s`, `2min`, `20k`, `5M`: fractions are cut once the unit has been taken into
 * account, numbers beyond 64 bits stop at the nearest end. `is_time`: m means minutes and the result is in ms; else it
 * means millions. False, with nothing set, if no number is meant. */
bool amount_read(Text text, bool is_time, int64_t *number);

#endif
