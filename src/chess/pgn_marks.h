/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What commentators write after a move: `!?`, `+-`, `=`, `N`, `ch` and the like. They belong to PGN alone; no other door
 * reads them. Pure; any thread.
 */
#ifndef CAROUSEL_CHESS_PGN_MARKS_H
#define CAROUSEL_CHESS_PGN_MARKS_H

#include <stdbool.h>
#include <stddef.h>

/* The length of `token` without one mark at its end; `length` if there is none. Something is always left. */
size_t pgn_without_mark(const char *token, size_t length);

/* True if all of `token` is marks: it stands alone after a move and is none itself. */
bool pgn_is_mark(const char *token, size_t length);

#endif
