/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/report.h"

#include "base/units.h"
#include "chess/move_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static uint64_t per_second(uint64_t nodes, int64_t time_ns)
{
    return time_ns > 0 ? (uint64_t)((double)nodes * 1e9 / (double)time_ns) : 0;
}

__attribute__((format(printf, 3, 4))) static void append(char *text, size_t *length, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int added = vsnprintf(text + *length, UCI_LINE_SIZE - *length, format, arguments);
    va_end(arguments);
    if (added > 0)
        *length += (size_t)added;
    if (*length >= UCI_LINE_SIZE)
        *length = UCI_LINE_SIZE - 1;
}

size_t uci_score_text(int score, char text[24])
{
    int moves;
    const bool mate = engine_score_is_mate(score, &moves);
    const int length = snprintf(text, 24, "%s %d", mate ? "mate" : "cp", mate ? moves : score);
    return length > 0 ? (size_t)length : 0;
}

void uci_info_text(const SearchInfo *info, const Position *position, bool wdl, char text[UCI_LINE_SIZE])
{
    static const char *const BOUNDS[] = {[BOUND_EXACT] = "", [BOUND_LOWER] = " lowerbound", [BOUND_UPPER] = " upperbound"};
    size_t length = 0;
    char score[24];
    uci_score_text(info->score, score);
    append(text, &length, "info depth %d seldepth %d multipv %d score %s%s", info->depth, info->selective_depth, info->multipv, score,
           BOUNDS[info->bound]);
    if (wdl)
        append(text, &length, " wdl %d %d %d", info->wdl[0], info->wdl[1], info->wdl[2]);
    append(text, &length, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, info->nodes,
           per_second(info->nodes, info->time_ns), info->hashfull, info->time_ns / NS_PER_MS);
    if (info->has_tables)
        append(text, &length, " tbhits %" PRIu64, info->table_hits);
    for (int i = 0; i < info->pv_length; i++) {
        char move[UCI_MOVE_SIZE];
        move_to_uci(position, info->pv[i], move);
        append(text, &length, i == 0 ? " pv %s" : " %s", move);
    }
}

void uci_best_move_text(const SearchResult *result, const Position *position, char text[UCI_LINE_SIZE])
{
    size_t length = 0;
    char move[UCI_MOVE_SIZE];
    move_to_uci(position, result->best, move);
    append(text, &length, "bestmove %s", move);
    if (result->best != MOVE_NONE && result->ponder != MOVE_NONE) {
        move_to_uci(position, result->ponder, move);
        append(text, &length, " ponder %s", move);
    }
}
