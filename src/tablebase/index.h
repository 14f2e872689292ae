/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The number of a position in a table: see "The number of a position" in format.h. Constant once index_init() has
 * returned; any thread.
 */
#ifndef CAROUSEL_TABLEBASE_INDEX_H
#define CAROUSEL_TABLEBASE_INDEX_H

#include "tablebase/material.h"

/* The order of the men and what each group of them counts. */
typedef struct Layout {
    uint8_t men[TABLEBASE_MEN]; /* as in the file */
    uint8_t count;
    uint8_t lead;                     /* men of the leading group */
    uint8_t second;                   /* men of the second group if they are pawns, else 0 */
    bool pawns;                       /* the leading group is pawns */
    uint8_t groups;                   /* how many */
    uint8_t group_men[TABLEBASE_MEN]; /* men of each */
    uint64_t factors[TABLEBASE_MEN];  /* of each */
    uint64_t positions;               /* numbers there are */
} Layout;

/* What fills the tables; harmless to call again, from any thread. */
void index_init(void);

/* Fills `layout` (men are given) for a class, the leading pawn's file 0…3 and the places of the leading group's and the second
 * pawns' factors. Returns NULL, or what is wrong, in words that follow "the file is damaged:". */
const char *index_layout(Layout *layout, Material material, int file, unsigned lead_place, unsigned second_place);

/* The colour whose pawns lead. There must be pawns. */
Color index_lead_color(Material material);

/* The leading one of some pawns, whose squares and the result's are seen with these bits turned (56: from the other side). */
Square index_leading_pawn(Bitboard pawns, unsigned turned);

/* The number of a position, its men on `squares` in the order of the layout; with pawns the layout is the one of the leading pawn's
 * file. The squares are changed. */
uint64_t index_position(const Layout *layout, Square squares[TABLEBASE_MEN]);

#endif
