/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the tests of the search share: games from FEN and moves, limits, and a listener that keeps every report.
 */
#ifndef CAROUSEL_TESTS_ENGINE_SEARCH_TOOLS_H
#define CAROUSEL_TESTS_ENGINE_SEARCH_TOOLS_H

#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "engine/engine.h"
#include "test.h"

#include <stdatomic.h>
#include <stdlib.h>

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* Plays `moves`, UCI texts separated by single blanks, from `fen`. */
__attribute__((unused)) static void open_game(Game *game, const char *fen, const char *moves)
{
    Position position;
    FenReport report;
    if (!CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message))
        exit(1);
    if (!game_init(game, &position))
        exit(1);
    for (const char *text = moves; text != NULL && *text != '\0';) {
        Move move;
        if (!CHECK_MSG(move_from_text(&game->current, text, &move) == MOVE_TEXT_OK, "illegal: %s", text) || !game_play(game, move))
            exit(1);
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
}

__attribute__((unused)) static Engine *open_engine(int threads, int multipv)
{
    EngineOptions options = engine_default_options();
    options.hash_mb = 4;
    options.threads = threads;
    options.multipv = multipv;
    Engine *engine = engine_create(&options);
    if (engine == NULL)
        exit(1);
    return engine;
}

__attribute__((unused)) static SearchLimits no_limits(void)
{
    return (SearchLimits){0};
}

__attribute__((unused)) static SearchLimits depth_limit(int depth)
{
    return (SearchLimits){.depth = depth};
}

__attribute__((unused)) static SearchLimits node_limit(uint64_t nodes)
{
    return (SearchLimits){.nodes = nodes};
}

__attribute__((unused)) static const char *uci_text(const Position *position, Move move)
{
    static char text[UCI_MOVE_SIZE];
    move_to_uci(position, move, text);
    return text;
}

enum { MAX_LINES = 8 };

/* What a search has told. Written by the search thread, read after engine_wait(). */
typedef struct Reports {
    const Game *game;
    int count;
    int illegal_pvs;
    int overlong_pvs;           /* that go on past the end of the game */
    SearchInfo last[MAX_LINES]; /* by multipv - 1 */
    Move best[MAX_LINES];
    int lines;
    atomic_int done;
    SearchResult result;
} Reports;

static void check_pv(Reports *reports, const SearchInfo *info)
{
    Game line;
    if (!game_copy(&line, reports->game))
        exit(1);
    for (int i = 0; i < info->pv_length; i++) {
        LegalMasks masks;
        movegen_masks(&line.current.board, &masks);
        if (i > 0 && (line.current.halfmove_clock >= 100 || game_repetitions(&line) >= 3 || !movegen_any(&line.current.board)))
            reports->overlong_pvs++;
        if (!movegen_is_legal(&line.current.board, &masks, info->pv[i])) {
            reports->illegal_pvs++;
            break;
        }
        if (!game_play(&line, info->pv[i]))
            exit(1);
    }
    game_destroy(&line);
}

static void note_info(void *context, const SearchInfo *info)
{
    Reports *reports = context;
    reports->count++;
    check_pv(reports, info);
    if (info->multipv > MAX_LINES)
        return;
    reports->last[info->multipv - 1] = *info;
    reports->best[info->multipv - 1] = info->pv_length > 0 ? info->pv[0] : MOVE_NONE;
    reports->lines = info->multipv > reports->lines ? info->multipv : reports->lines;
}

static void note_done(void *context, const SearchResult *result)
{
    Reports *reports = context;
    reports->result = *result;
    atomic_fetch_add(&reports->done, 1);
}

__attribute__((unused)) static SearchListener listen_to(Reports *reports, const Game *game)
{
    memset(reports, 0, sizeof *reports);
    reports->game = game;
    return (SearchListener){.info = note_info, .done = note_done, .context = reports};
}

#endif
