/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * King and pawn against king, solved: a bitbase (https://www.chessprogramming.org/KPK) made by kpk_init(),
 * once, before threads start; constant afterwards.
 */
#ifndef CAROUSEL_ENGINE_KPK_H
#define CAROUSEL_ENGINE_KPK_H

#include "chess/types.h"

/* Safe to call again; not from two threads at once. Takes a few milliseconds. */
void kpk_init(void);

/* True if White, who has the pawn, wins. The position must be legal, the pawn on ranks 2 to 7. */
bool kpk_wins(Square white_king, Square pawn, Square black_king, Color side_to_move);

#endif
