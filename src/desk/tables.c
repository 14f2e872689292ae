/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/tables.h"

#include "rules/verdict.h"
#include "tablebase/material.h"
#include "tablebase/moves.h"

#include <stdio.h>

bool desk_tables_open(DeskTables *tables, const char *folders, TablebaseNote *note, void *context, Error *error)
{
    desk_tables_close(tables);
    snprintf(tables->folders, sizeof tables->folders, "%s", folders);
    if (folders[0] != '\0')
        tables->tablebase = tablebase_open(folders, note, context, error);
    return folders[0] == '\0' || tables->tablebase != NULL;
}

void desk_tables_close(DeskTables *tables)
{
    tablebase_release(tables->tablebase);
    *tables = (DeskTables){.tablebase = NULL};
}

bool desk_tables_judge(const DeskTables *tables, const Position *position, char text[CONTROLLER_JUDGEMENT_SIZE])
{
    Wdl wdl;
    int dtz;
    char men[MATERIAL_NAME_SIZE];
    if (tables->tablebase == NULL || !tablebase_dtz(tables->tablebase, &position->board, &wdl, &dtz))
        return false;
    const TablebaseVerdict verdict = tablebase_verdict(wdl, dtz, position->halfmove_clock);
    if (verdict == TABLEBASE_UNCLEAR)
        return false;
    const Color side = position_side_to_move(position);
    const GameResult result = verdict == TABLEBASE_DRAWN ? RESULT_DRAW : result_win(verdict == TABLEBASE_WON ? side : color_opposite(side));
    const Material material = material_of(&position->board);
    material_name(material_is_class(material) ? material : material_swap(material), men);
    snprintf(text, CONTROLLER_JUDGEMENT_SIZE, "%s %s", result_text(result), men);
    return true;
}
