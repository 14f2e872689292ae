/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Syzygy endgame tables of up to seven men: what a position is worth (WDL) and how far it is to the next capture, pawn move
 * or mate with best play (DTZ). The format of the files is written down in format.h.
 *
 * A Tablebase is a value: any number in a process, each used by any number of threads at once. Files are looked for when it
 * is opened, but opened and checked only when a position first needs them. One that is damaged or cannot be read is told
 * once and then left out: positions that need it are not known. WDL and DTZ take the fifty-move rule into account, but
 * not the halfmove clock of the position: what is a win here is one if the clock has just begun. Positions with castling rights are in no table.
 */
#ifndef CAROUSEL_TABLEBASE_TABLEBASE_H
#define CAROUSEL_TABLEBASE_TABLEBASE_H

#include "base/error.h"
#include "chess/board.h"
#include "tablebase/format.h"
#include "tablebase/wdl.h"

typedef struct Tablebase Tablebase;

/* Told of a file that is left out, one sentence: from any thread that probes, one at a time. */
typedef void TablebaseNote(void *context, const char *message);

/* The tables in some folders (FILE_LIST_SEPARATOR between them; where a table is in several, the first counts). `note` may be NULL.
 * NULL, with the reason, if a folder is not there, if there is no table in any, or if memory ran out. Whoever opens it has a
 * reference to it. */
Tablebase *tablebase_open(const char *folders, TablebaseNote *note, void *context, Error *error);

/* One reference more, and one less: with the last one it goes. NULL is fine. */
void tablebase_share(Tablebase *tablebase);
void tablebase_release(Tablebase *tablebase);

/* The most men that a table found has, and how many tables of either kind there are. */
int tablebase_men(const Tablebase *tablebase);
int tablebase_wdl_files(const Tablebase *tablebase);
int tablebase_dtz_files(const Tablebase *tablebase);

/* What a position is worth. False if that is not known: too many men, castling rights, a table that is not there. */
bool tablebase_wdl(Tablebase *tablebase, const Board *board, Wdl *wdl);

/* The same, and the distance to zeroing in plies: positive if the side to move wins, negative if it loses, 0 for a draw;
 * beyond 100 either way for a cursed win or blessed loss; -1 for a side that is mated. It is the least number of plies after which the
 * winner's best play has captured, moved a pawn or mated, the loser putting that off; or one less where a table counts moves. */
bool tablebase_dtz(Tablebase *tablebase, const Board *board, Wdl *wdl, int *dtz);

#endif
