/* SPDX-License-Identifier: GPL-3.0-only */
/* The files of a Tablebase: which there are, and each opened when first needed. Any thread. */
#ifndef CAROUSEL_TABLEBASE_FILES_H
#define CAROUSEL_TABLEBASE_FILES_H

#include "tablebase/table.h"
#include "tablebase/tablebase.h"

/* The WDL or DTZ table of a position's men, NULL if there is none to be had. */
const Table *files_table(Tablebase *tablebase, Material material, bool dtz);

/* Is left out from now on: it has been found damaged by reading it. */
void files_leave_out(Tablebase *tablebase, Material material, bool dtz);

#endif
