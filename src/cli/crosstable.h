/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The exhibition's result as a table for people: an opponent a line, and in all.
 */
#ifndef CAROUSEL_CLI_CROSSTABLE_H
#define CAROUSEL_CLI_CROSSTABLE_H

#include "simul/core.h"

/* Called inside controller_inspect(). */
void crosstable_write(const SimulCore *core, const char *exhibitor, void (*line)(void *context, const char *line), void *context);

#endif
