/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The men of a position as one number, and the classes there are tables for. Values only; any thread.
 */
#ifndef CAROUSEL_TABLEBASE_MATERIAL_H
#define CAROUSEL_TABLEBASE_MATERIAL_H

#include "chess/board.h"
#include "tablebase/format.h"

/* Four bits for each kind of man but the kings: White's from bit 0, Black's from bit 20, in the order of PieceType. */
typedef uint64_t Material;

enum { MATERIAL_SIDE_BITS = 20, MATERIAL_NAME_SIZE = 12 };

static inline unsigned material_count(Material material, Color color, PieceType type)
{
    return type == KING ? 1 : (unsigned)(material >> ((unsigned)color * MATERIAL_SIDE_BITS + (unsigned)type * 4)) & 15;
}

/* The same with the colours exchanged. */
static inline Material material_swap(Material material)
{
    return material >> MATERIAL_SIDE_BITS | (material & (((Material)1 << MATERIAL_SIDE_BITS) - 1)) << MATERIAL_SIDE_BITS;
}

/* Of a board with no more than TABLEBASE_MEN men. */
Material material_of(const Board *board);

/* Men, kings included. */
int material_men(Material material);

/* Is White the side that the name of a table has first (or are both sides the same)? */
bool material_is_class(Material material);

/* "KRPvKR" for a class. */
void material_name(Material material, char name[MATERIAL_NAME_SIZE]);

/* Calls `visit` for every class of three to TABLEBASE_MEN men, each once; stops if that returns false, and returns that. */
bool material_each_class(bool (*visit)(void *context, Material material), void *context);

#endif
