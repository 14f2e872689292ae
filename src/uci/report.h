/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What a search says, as UCI text. Pure; any thread.
 */
#ifndef CAROUSEL_UCI_REPORT_H
#define CAROUSEL_UCI_REPORT_H

#include "engine/engine.h"

enum { UCI_LINE_SIZE = 2048 };

/* "cp 31" or "mate -3". Returns its length. */
size_t uci_score_text(int score, char text[24]);

/* An `info` line. Moves are written as `position` (its `chess960`) wants castling; `wdl` adds the chances. */
void uci_info_text(const SearchInfo *info, const Position *position, bool wdl, char text[UCI_LINE_SIZE]);

/* The `bestmove` line. */
void uci_best_move_text(const SearchResult *result, const Position *position, char text[UCI_LINE_SIZE]);

#endif
