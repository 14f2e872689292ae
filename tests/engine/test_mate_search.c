/* SPDX-License-Identifier: GPL-3.0-only */
/* `go mate N`: the exact search against a naive one, its draws, its turns beside the ordinary search. */
#include "engine/search_tools.h"

#include "base/splitmix64.h"
#include "chess/movegen.h"
#include "engine/mate_search.h"

static uint64_t always(void *context, uint64_t spent)
{
    *(uint64_t *)context += spent;
    return 1000;
}

/* Breaks off after so many nodes. */
static uint64_t a_few(void *context, uint64_t spent)
{
    uint64_t *left = context;
    *left -= spent < *left ? spent : *left;
    return *left < 50 ? *left : 50;
}

static Position read_position(const char *fen)
{
    Position position;
    FenReport report;
    CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message);
    return position;
}

/* The length of the mate within `moves`, 0 if there is none. The line, played out, must end in mate. */
static int exact(const Position *position, const uint64_t *keys, int key_count, int moves)
{
    MoveList legal;
    movegen_legal(&position->board, &legal);
    MateSearch *search = mate_search_create(position, &legal, keys, key_count, moves);
    uint64_t nodes = 0;
    const MateAnswer answer = mate_search_run(search, always, &nodes);
    int found = 0;
    CHECK(answer != MATE_OPEN);
    if (answer == MATE_FOUND) {
        Move line[2 * MATE_SEARCH_MOVES_MAX];
        int length;
        found = mate_search_line(search, always, &nodes, line, &length);
        CHECK_INT(length, 2 * found - 1);
        Position end = *position;
        for (int i = 0; i < length; i++) {
            LegalMasks masks;
            movegen_masks(&end.board, &masks);
            CHECK(movegen_is_legal(&end.board, &masks, line[i]));
            position_make_move(&end, line[i], NULL);
        }
        CHECK(position_in_check(&end) && !movegen_any(&end.board));
    }
    mate_search_destroy(search);
    return found;
}

/* Is the side to move mating within `moves`? By trying everything. */
static bool naive(const Position *position, int moves)
{
    MoveList attacks;
    movegen_legal(&position->board, &attacks);
    for (int i = 0; i < attacks.count; i++) {
        Position after = *position;
        position_make_move(&after, attacks.moves[i], NULL);
        MoveList replies;
        movegen_legal(&after.board, &replies);
        bool all = replies.count > 0 ? moves > 1 : position_in_check(&after);
        for (int j = 0; j < replies.count && all; j++) {
            Position next = after;
            position_make_move(&next, replies.moves[j], NULL);
            all = naive(&next, moves - 1);
        }
        if (all)
            return true;
    }
    return false;
}

static void lengths_are_exact(void)
{
    static const struct {
        const char *fen;
        int asked, mate;
    } cases[] = {
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 2}, /* Morphy: a rook offered */
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 1, 0}, {"k7/8/2K5/8/8/8/8/1R6 w - - 0 1", 6, 2},
        {"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", 4, 3}, /* Kg6 would stalemate */
        {"8/8/8/8/8/5k2/8/5K1R w - - 0 1", 4, 0},    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 3, 1},
        {"6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", 3, 0}, /* the other side's mate is none */
        {"8/8/8/8/8/6k1/5p2/7K b - - 0 1", 2, 1},    /* by Black, promoting */
        {"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 2, 0},    /* nothing to move */
        {"8/8/8/1k6/8/8/8/K1N5 w - - 0 1", 3, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position position = read_position(cases[i].fen);
        const int found = exact(&position, NULL, 0, cases[i].asked);
        CHECK_MSG(found == cases[i].mate, "%s: %d, not %d", cases[i].fen, found, cases[i].mate);
        if (cases[i].mate > 0)
            CHECK(naive(&position, cases[i].mate) && (cases[i].mate == 1 || !naive(&position, cases[i].mate - 1)));
    }
}

/* Kings and a few pieces, at random; legal. */
static bool draw_position(uint64_t *seed, Position *position)
{
    static const char pieces[] = "QRRBNPpqrn";
    char squares[64];
    memset(squares, '1', sizeof squares);
    const char *set[] = {"K", "k"};
    for (int i = 0; i < 6; i++) {
        const char piece = i < 2 ? set[i][0] : pieces[splitmix64_next(seed) % (sizeof pieces - 1)];
        const size_t at = splitmix64_next(seed) % 64;
        if (squares[at] != '1' || ((piece == 'P' || piece == 'p') && (at < 8 || at > 55)))
            return false;
        squares[at] = piece;
    }
    char fen[128];
    size_t used = 0;
    for (int i = 0; i < 64; i++) {
        if (i > 0 && i % 8 == 0)
            fen[used++] = '/';
        fen[used++] = squares[i];
    }
    snprintf(fen + used, sizeof fen - used, " w - - 0 1");
    FenReport report;
    return fen_parse(fen, FEN_STRICT, position, &report);
}

static void agrees_with_trying_everything(void)
{
    uint64_t seed = 2026;
    int mates = 0, tried = 0;
    while (tried < 300) {
        Position position;
        if (!draw_position(&seed, &position))
            continue;
        tried++;
        int wanted = naive(&position, 1) ? 1 : naive(&position, 2) ? 2 : 0;
        const int found = exact(&position, NULL, 0, 2);
        CHECK_MSG(found == wanted, "position %d: %d, not %d", tried, found, wanted);
        mates += wanted != 0;
    }
    CHECK_MSG(mates > 20 && mates < 280, "%d mates", mates);
}

static void draws_are_defences(void)
{
    const Position early = read_position("k7/8/2K5/8/8/8/8/1R6 w - - 97 90");
    const Position late = read_position("k7/8/2K5/8/8/8/8/1R6 w - - 98 90");
    CHECK_INT(exact(&early, NULL, 0, 2), 2); /* the mate itself is the hundredth ply */
    CHECK_INT(exact(&late, NULL, 0, 2), 0);
    Position after = early;
    Move move;
    CHECK(move_from_text(&early, "Kc7", &move) == MOVE_TEXT_OK);
    position_make_move(&after, move, NULL);
    const uint64_t once[] = {after.key, 1}, twice[] = {after.key, 1, after.key, 1};
    CHECK_INT(exact(&early, once, 2, 2), 2);
    CHECK_INT(exact(&early, twice, 4, 2), 0);
}

static void broken_off_it_goes_on(void)
{
    const Position position = read_position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    MoveList legal;
    movegen_legal(&position.board, &legal);
    MateSearch *search = mate_search_create(&position, &legal, NULL, 0, 2);
    MateAnswer answer = MATE_OPEN;
    int turns = 0;
    for (uint64_t budget = 10; answer == MATE_OPEN && turns < 40; budget += budget / 2, turns++) {
        uint64_t left = budget;
        answer = mate_search_run(search, a_few, &left);
    }
    CHECK_INT(answer, MATE_NONE);
    CHECK(turns > 1);
    mate_search_destroy(search);
}

/* ---- Beside the ordinary search ---- */

static int told;

static void note_no_mate(void *context, int moves)
{
    (void)context;
    told = moves;
}

static SearchResult go_mate(Engine *engine, const char *fen, int moves, SearchLimits limits)
{
    Game game;
    open_game(&game, fen, "");
    limits.mate = moves;
    told = 0;
    const SearchListener listener = {.no_mate = note_no_mate};
    const SearchResult result = engine_search(engine, &game, &limits, &listener);
    game_destroy(&game);
    return result;
}

static void the_engine_answers(int threads)
{
    Engine *engine = open_engine(threads, 1);
    int moves = 0;
    SearchResult result = go_mate(engine, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, no_limits());
    CHECK(engine_score_is_mate(result.score, &moves) && moves == 2 && told == 0);
    result = go_mate(engine, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 1, no_limits());
    CHECK(told == 1 && result.best != MOVE_NONE);
    result = go_mate(engine, "8/8/8/8/8/5k2/8/5K1R w - - 0 1", 4, no_limits());
    CHECK(told == 4 && result.best != MOVE_NONE);
    /* A position in which nothing deeper can be searched. */
    result = go_mate(engine, "8/8/8/1k6/8/8/8/K1N5 w - - 0 1", 3, no_limits());
    CHECK(told == 3 && result.best != MOVE_NONE);
    /* Too long to decide: the other limit ends it. */
    result = go_mate(engine, START_FEN, 30, node_limit(20000));
    CHECK(told == 0 && result.best != MOVE_NONE);
    if (threads == 1)
        CHECK_INT(result.nodes, 20000);
    engine_destroy(engine);
}

int main(void)
{
    chess_init();
    lengths_are_exact();
    agrees_with_trying_everything();
    draws_are_defences();
    broken_off_it_goes_on();
    the_engine_answers(1);
    the_engine_answers(3);
    return test_end("engine/mate_search");
}
