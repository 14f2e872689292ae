/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What a position is worth for the side to move. The middle three are draws under the fifty-move rule: a cursed win would be
 * a win, a blessed loss a loss without it.
 */
#ifndef CAROUSEL_TABLEBASE_WDL_H
#define CAROUSEL_TABLEBASE_WDL_H

typedef enum Wdl { WDL_LOSS = -2, WDL_BLESSED_LOSS = -1, WDL_DRAW = 0, WDL_CURSED_WIN = 1, WDL_WIN = 2 } Wdl;

#endif
