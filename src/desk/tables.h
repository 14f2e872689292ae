/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The endgame tables of an exhibition: opened for it, asked on its controller's thread.
 */
#ifndef CAROUSEL_DESK_TABLES_H
#define CAROUSEL_DESK_TABLES_H

#include "control/controller.h"
#include "tablebase/tablebase.h"

typedef struct DeskTables {
    Tablebase *tablebase; /* NULL: none */
    SimulPath folders;    /* that were last asked for, whether they could be opened or not */
} DeskTables;

/* The tables in those folders; "": none. False, with the reason, if there are none. `note` is told of files that are left out. */
bool desk_tables_open(DeskTables *tables, const char *folders, TablebaseNote *note, void *context, Error *error);
void desk_tables_close(DeskTables *tables);

/* The result, by the fifty-move rule and the halfmove clock, and the men: "1-0 KRPvKR". False if they do not know, or if one ply
 * decides that they may be off. */
bool desk_tables_judge(const DeskTables *tables, const Position *position, char text[CONTROLLER_JUDGEMENT_SIZE]);

#endif
