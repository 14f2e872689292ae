/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The engine with endgame tables (of three men, written here): moves at the root, scores, probes inside the search; and without them.
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "engine/engine.h"
#include "tablebase/moves.h"
#include "tablebase/table_writer.h"
#include "test.h"

#include <unistd.h>

static Retrograde retrograde;
static Tablebase *tablebase;

typedef struct Seen {
    SearchInfo last;
} Seen;

static void note_info(void *context, const SearchInfo *info)
{
    Seen *seen = context;
    seen->last = *info;
}

static Position position_from(const char *fen)
{
    Position position;
    FenReport report;
    CHECK_MSG(fen_parse(fen, FEN_STRICT, &position, &report), "%s: %s", fen, report.message);
    return position;
}

static SearchResult search(const EngineOptions *options, const char *fen, uint64_t nodes, Seen *seen)
{
    Game game;
    const Position position = position_from(fen);
    const SearchLimits limits = {.nodes = nodes};
    const SearchListener listener = {.info = note_info, .context = seen};
    *seen = (Seen){.last = {.depth = 0}};
    CHECK(game_init(&game, &position));
    Engine *engine = engine_create(options);
    const SearchResult result = engine_search(engine, &game, &limits, &listener);
    engine_destroy(engine);
    game_destroy(&game);
    return result;
}

/* What a move leaves: 1 won, 0 drawn, -1 lost for the side that makes it. */
static int worth_of(const char *fen, Move move)
{
    Position position = position_from(fen);
    int plies;
    position_make_move(&position, move, NULL);
    return -retrograde_value(&retrograde, &position.board, &plies);
}

int main(void)
{
    char folder[] = "/tmp/carousel-root-XXXXXX";
    Seen seen;
    chess_init();
    if (!CHECK(mkdtemp(folder) != NULL))
        return test_end("engine/root_tables");
    for (int type = PAWN; type < KING; type++)
        CHECK(retrograde_count(&retrograde, writer_class(type)));
    CHECK(writer_write_all(folder, &retrograde));
    tablebase = tablebase_open(folder, NULL, NULL, NULL);
    CHECK(tablebase != NULL);
    EngineOptions options = engine_default_options();
    options.hash_mb = 1;
    options.tablebase = tablebase;

    /* Won by one move only: it is played even if nothing is searched, and the score says that it is won. */
    static const char *const won = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1";
    SearchResult result = search(&options, won, 1, &seen);
    CHECK_INT(worth_of(won, result.best), 1);
    CHECK(result.score > SCORE_TABLE_BOUND);
    CHECK(seen.last.has_tables);
    CHECK(seen.last.table_hits > 0);

    /* Drawn: a draw is told, and a move that keeps it is played. */
    static const char *const drawn = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
    result = search(&options, drawn, 1, &seen);
    CHECK_INT(result.score, 0);
    CHECK_INT(worth_of(drawn, result.best), 0);

    /* A win that must come at once: 99 plies have gone, and only the promotion is in time. */
    result = search(&options, "8/P7/8/8/8/8/6k1/K7 w - - 99 80", 1, &seen);
    CHECK_INT(move_to(result.best), A8);
    CHECK_INT(move_kind(result.best), MOVE_PROMOTION);
    CHECK(result.score > SCORE_TABLE_BOUND);

    /* Tables of three men are reached by captures from four. */
    static const char *const four = "8/8/4k3/8/3Pp3/8/4K3/8 w - - 0 1";
    search(&options, four, 4000, &seen);
    CHECK(seen.last.table_hits > 0);
    options.tablebase_men = 0;
    search(&options, four, 4000, &seen);
    CHECK_INT(seen.last.table_hits, 0);
    options.tablebase_men = TABLEBASE_MEN;

    /* A weakened player has none, nor has one without a path. */
    options.skill = 3;
    search(&options, won, 50, &seen);
    CHECK_INT(seen.last.table_hits, 0);
    options.skill = 20;
    options.tablebase = NULL;
    result = search(&options, won, 50, &seen);
    CHECK(!seen.last.has_tables);
    CHECK(result.score < SCORE_TABLE_BOUND);

    tablebase_release(tablebase);
    writer_remove_all(folder);
    rmdir(folder);
    retrograde_destroy(&retrograde);
    return test_end("engine/root_tables");
}
