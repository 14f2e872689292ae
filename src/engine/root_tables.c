/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/root_tables.h"

#include "tablebase/moves.h"

/* Ranks of root moves: only those of the highest are searched. In between, nearer to 0 the longer it takes. */
enum { RANK_SURE = 1 << 20, FIFTY_PLIES = 100 };

/* Has a position come back since the last capture or pawn move? Then nothing but the shortest way is good enough. */
static bool has_repeated(const Search *search)
{
    for (int i = 0; i < search->key_count; i++)
        for (int j = i + 2; j <= search->key_count; j += 2)
            if (search->keys[i] == (j == search->key_count ? search->root.key : search->keys[j]))
                return true;
    return false;
}

/* Does the fifty-move rule leave time, even if it takes a ply more than the table says? A move that zeroes the clock itself, or mates, is
 * no table's estimate. */
static bool in_time(const Search *search, const TablebaseMove *move)
{
    const int distance = move->dtz < 0 ? -move->dtz : move->dtz;
    return search->options.tablebase_forever || distance == 1 || distance + search->root.halfmove_clock < FIFTY_PLIES;
}

/* A win is sure if it comes in time; such wins are equals, and search chooses. Else the one that comes soonest, and of losses the one that may not come in time. */
static int rank(const Search *search, const TablebaseMove *move, bool repeated)
{
    const int clock = search->options.tablebase_forever ? 0 : search->root.halfmove_clock;
    const int worth = search->options.tablebase_forever ? (move->wdl > 0) - (move->wdl < 0) : move->wdl / 2;
    if (move->dtz == 0)
        return 0;
    if (move->dtz > 0) {
        const bool sure = worth > 0 && !repeated && in_time(search, move);
        return sure ? RANK_SURE : worth > 0 ? RANK_SURE - move->dtz - clock : 1 + RANK_SURE / 2 - move->dtz - clock;
    }
    const bool may_escape = worth == 0 || !in_time(search, move);
    return may_escape ? -RANK_SURE / 2 - move->dtz + clock : -RANK_SURE;
}

static const TablebaseMove *find_move(const TablebaseMoves *known, Move move)
{
    for (int i = 0; i < known->count; i++)
        if (known->moves[i].move == move)
            return &known->moves[i];
    return NULL;
}

/* What the best of the moves left is worth to a search. */
static int score_of(const Search *search, const TablebaseMove *best)
{
    const bool decided = search->options.tablebase_forever ? best->wdl != WDL_DRAW : best->wdl / 2 != 0 && in_time(search, best);
    if (!decided)
        return best->wdl == WDL_DRAW ? SCORE_DRAW : best->dtz > 0 ? 1 : -1;
    return best->dtz > 0 ? SCORE_TABLE_WIN - MAX_PLY : MAX_PLY - SCORE_TABLE_WIN;
}

static void keep_best(Search *search, const TablebaseMoves *known)
{
    const bool repeated = has_repeated(search);
    MoveList *moves = &search->root_moves;
    const TablebaseMove *best = NULL;
    int highest = -2 * RANK_SURE, kept = 0;
    for (int i = 0; i < moves->count; i++) {
        const TablebaseMove *move = find_move(known, moves->moves[i]);
        const int value = rank(search, move, repeated);
        if (value > highest) {
            highest = value;
            kept = 0;
            best = move;
        }
        if (value == highest)
            moves->moves[kept++] = moves->moves[i];
    }
    search->moves_left_out = search->moves_left_out || kept < moves->count;
    moves->count = kept;
    search->table_score = score_of(search, best);
}

void root_tables_take(Search *search)
{
    Tablebase *tablebase = search->options.tablebase;
    search->table_men = 0;
    search->table_score = SCORE_NONE;
    search->table_hits = 0;
    /* (A weakened player has no tables.) */
    if (tablebase == NULL || search->options.elo != 0 || search->options.skill < 20)
        return;
    const int largest = tablebase_men(tablebase);
    search->table_men = largest < search->options.tablebase_men ? largest : search->options.tablebase_men;
    if (bits_count(board_occupied(&search->root.board)) > search->table_men || search->root_moves.count == 0)
        return;
    TablebaseMoves known;
    if (!tablebase_moves(tablebase, &search->root.board, &known))
        return;
    search->table_hits = (uint64_t)known.count + 1;
    keep_best(search, &known);
    search->table_men = 0; /* the moves left are all as good: the search need only find the mate, or what is hard for the opponent */
}

int root_tables_score(const Search *search, int score)
{
    const int known = search->table_score;
    if (known == SCORE_NONE || (score_is_decided(score) && (score > 0) == (known > 0) && score_is_decided(known)))
        return score;
    return known;
}
