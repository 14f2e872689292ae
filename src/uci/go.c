/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/go.h"

#include "chess/move_text.h"
#include "rules/claims.h"
#include "rules/dead.h"
#include "uci/report.h"

#include <stdio.h>
#include <stdlib.h>

enum { WORD_SIZE = 16 };

/* --- what is asked for --- */

int uci_search_moves(Output *output, const Position *position, Text words, Move moves[MAX_MOVES])
{
    int count = 0;
    Text word;
    while (count < MAX_MOVES && text_next(&words, &word)) {
        char text[WORD_SIZE];
        Move move = MOVE_NONE;
        text_copy(word, text, sizeof text);
        if (move_from_text(position, text, &move) != MOVE_TEXT_OK) {
            output_printf(output, "info string go: searchmoves names %s, which is not legal here", text);
            continue;
        }
        bool known = false;
        for (int i = 0; i < count; i++)
            known = known || moves[i] == move;
        if (!known)
            moves[count++] = move;
    }
    return count;
}

int uci_limit(int64_t value, int least, int most)
{
    return (int)(value < least ? least : value > most ? most : value);
}

/* --- called on the engine's threads --- */

static void on_info(void *context, const SearchInfo *info)
{
    UciSearch *search = context;
    char line[UCI_LINE_SIZE];
    SearchInfo told = *info;
    if (search->drawn && movegen_any(&search->position.board)) {
        told.wdl[0] = told.wdl[2] = 0;
        told.wdl[1] = 1000;
    }
    uci_info_text(&told, &search->position, search->wdl, line);
    if (info->multipv == 1)
        search->settled = info->bound == BOUND_EXACT;
    output_droppable(search->output, line);
}

static void on_current_move(void *context, int depth, Move move, int number)
{
    UciSearch *search = context;
    char text[UCI_MOVE_SIZE];
    char line[96];
    move_to_uci(&search->position, move, text);
    snprintf(line, sizeof line, "info depth %d currmove %s currmovenumber %d", depth, text, number);
    output_droppable(search->output, line);
}

/* A GUI is owed an exact score before the answer, also where there was nothing to search. */
static void report_result(UciSearch *search, const SearchResult *result)
{
    if (result->best == MOVE_NONE) {
        output_printf(search->output, "info depth 0 score %s", position_in_check(&search->position) ? "mate 0" : "cp 0");
        return;
    }
    const Move line[2] = {result->best, result->ponder};
    const SearchInfo info = {
        .depth = result->depth > 0 ? result->depth : 1,
        .selective_depth = result->depth > 0 ? result->depth : 1,
        .multipv = 1,
        .score = result->score,
        .bound = BOUND_EXACT,
        .nodes = result->nodes,
        .time_ns = result->time_ns,
        .pv = line,
        .pv_length = result->ponder != MOVE_NONE ? 2 : 1,
    };
    char text[UCI_LINE_SIZE];
    uci_info_text(&info, &search->position, false, text);
    output_line(search->output, text);
}

static void on_no_mate(void *context, int moves)
{
    const UciSearch *search = context;
    output_printf(search->output, "info string no mate in %d", moves);
}

static void on_done(void *context, const SearchResult *result)
{
    UciSearch *search = context;
    char line[UCI_LINE_SIZE];
    if (!search->settled)
        report_result(search, result);
    uci_best_move_text(result, &search->position, line);
    /* Once the answer is out, the next command may follow on its heels. */
    atomic_store(&search->running, false);
    output_line(search->output, line);
}

/* The same judgement as in an exhibition, within the effort that is spent there after every move. */
static bool is_drawn(const Game *game)
{
    enum { MEMORY = 4 << 20 };
    if (claims_now(game) & CLAIM_FIFTY)
        return true;
    WinnableMemory memory;
    DeadJudge judge;
    void *block = malloc(MEMORY);
    dead_judge_init(&judge, block != NULL && winnable_memory_init(&memory, block, MEMORY) ? &memory : NULL);
    const bool dead = dead_judge_is_dead(&judge, &game->current);
    free(block);
    return dead;
}

void uci_search_start(UciSearch *search, Engine *engine, const Game *game, const SearchLimits *limits, bool wdl)
{
    const SearchListener listener = {
        .info = on_info, .current_move = on_current_move, .no_mate = on_no_mate, .done = on_done, .context = search};
    search->position = game->current;
    search->wdl = wdl;
    search->drawn = wdl && is_drawn(game);
    search->settled = false;
    atomic_store(&search->running, true);
    if (engine_go(engine, game, limits, &listener))
        return;
    atomic_store(&search->running, false);
    output_line(search->output, "info string go: the engine could not start");
    output_line(search->output, "bestmove (none)");
}
