/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Bare material for the winnability analysis: what can never mate, wherever it stands. Any thread.
 */
#ifndef CAROUSEL_RULES_WINNABLE_MATERIAL_H
#define CAROUSEL_RULES_WINNABLE_MATERIAL_H

#include "chess/board.h"
#include "rules/winnable.h"

/* WINNABLE_REASON_BARE_KING or WINNABLE_REASON_MATERIAL if `winner` cannot mate with what is on the board,
 * now or after any captures and promotions; else WINNABLE_REASON_NONE. */
WinnableReason material_excludes_mate(const Board *board, Color winner);

#endif
