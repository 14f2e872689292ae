/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * One file of a class, WDL or DTZ, checked as a whole before it is believed: see format.h. A value says nothing yet of
 * captures and en passant: see probe.c. Once open, any number of threads read one.
 */
#ifndef CAROUSEL_TABLEBASE_TABLE_H
#define CAROUSEL_TABLEBASE_TABLE_H

#include "system/file_map.h"
#include "tablebase/index.h"
#include "tablebase/pairs.h"
#include "tablebase/wdl.h"

typedef struct Table {
    const uint8_t *data; /* the whole file, somebody else's */
    size_t size;
    Material material;
    bool dtz;
    bool symmetric; /* both sides have the same men */
    bool pawns;
    uint8_t layouts;               /* one, or four: for each file of the leading pawn */
    uint8_t sides;                 /* stored */
    Layout layout[4][COLOR_COUNT]; /* [file][side to move, as the table sees it] */
    Pairs pairs[4][COLOR_COUNT];   /* the same */
    const uint8_t *maps[4][4];     /* DTZ only: the values of each list */
    uint16_t map_counts[4][4];     /* how many */
} Table;

/* Reads `data`, which must stay, as the table of a class. False with what is wrong, in words that follow "the file is damaged:". */
bool table_open(Table *table, const uint8_t *data, size_t size, Material material, bool dtz, const char **wrong);
void table_close(Table *table);

/* What a WDL table says of a position of its class or of the same class with colours exchanged. False if the table is damaged there. */
bool table_wdl(const Table *table, const Board *board, Wdl *wdl);

typedef enum TableDtz { TABLE_DTZ_FOUND, TABLE_DTZ_OTHER_SIDE, TABLE_DTZ_DAMAGED } TableDtz;

/* What a DTZ table says of a position that is worth `wdl`, no draw: plies, always positive, without the 100 for a spoiled win. */
TableDtz table_dtz(const Table *table, const Board *board, Wdl wdl, int *plies);

#endif
