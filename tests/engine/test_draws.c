/* SPDX-License-Identifier: GPL-3.0-only */
/* Draws inside the tree, upcoming repetitions against a search for them move by move, and where a reported line ends. */
#include "engine/search_tools.h"

#include "engine/draws.h"
#include "engine/node.h"
#include "engine/root.h"
#include "engine/search.h"

static Search search;
static Worker worker;

/* The search stands at `fen` after `before`, which belong to the game; `line` is played inside the tree. */
static Frame *stand(const char *fen, const char *before, const char *line)
{
    Game game;
    open_game(&game, fen, before);
    search.root = game.current;
    search.key_count = (int)game.move_count;
    memcpy(search.keys, game.keys, game.move_count * sizeof *search.keys);
    worker.search = &search;
    node_prepare(&worker);
    Frame *frame = &worker.frames[FRAMES_BEFORE_ROOT];
    while (*line != '\0') {
        Move move = MOVE_NONE;
        CHECK_MSG(move_from_text(&frame->position, line, &move) == MOVE_TEXT_OK, "illegal: %s", line);
        frame[1].position = frame->position;
        position_make_move(&frame[1].position, move, NULL);
        frame[1].plies_from_null = frame->plies_from_null + 1;
        frame++;
        worker.keys[KEYS_BEFORE_ROOT + frame->ply] = frame->position.key;
        line += strcspn(line, " ");
        line += strspn(line, " ");
    }
    game_destroy(&game);
    return frame;
}

#define ROOK_FEN "7k/8/8/8/8/8/R7/K7 w - - 0 1"
#define ROUND "a2b2 h8g8 b2a2 g8h8"

static void test_repetition(void)
{
    /* Once more inside the tree is enough, once more than in the game is not, twice is. */
    CHECK(draws_is_draw(&worker, stand(ROOK_FEN, "", "a2c2 h8g8 a1b1 g8h8 b1a1 h8g8 a1b1")));
    CHECK(!draws_is_draw(&worker, stand(ROOK_FEN, "", ROUND)));
    CHECK(!draws_is_draw(&worker, stand(ROOK_FEN, "a2b2 h8g8", "b2a2 g8h8")));
    CHECK(draws_is_draw(&worker, stand(ROOK_FEN, ROUND " a2b2 h8g8", "b2a2 g8h8")));
    CHECK(draws_is_draw(&worker, stand(ROOK_FEN, ROUND " " ROUND, "a2b2")));
    CHECK(!draws_is_draw(&worker, stand(ROOK_FEN, ROUND " " ROUND, "a2c2")));
}

static void test_clock_and_material(void)
{
    CHECK(!draws_is_draw(&worker, stand("7k/8/8/8/8/8/R7/K7 w - - 98 90", "", "a2b2")));
    CHECK(draws_is_draw(&worker, stand("7k/8/8/8/8/8/R7/K7 w - - 99 90", "", "a2b2")));
    CHECK(draws_is_draw(&worker, stand("7k/8/8/8/8/8/R7/K7 w - - 99 90", "", "a2h2")));  /* check, but not mate */
    CHECK(!draws_is_draw(&worker, stand("7k/8/7K/8/8/8/R7/8 w - - 99 90", "", "a2a8"))); /* mate comes first */
    static const struct {
        const char *fen;
        bool drawn;
    } MATERIAL[] = {
        {"7k/8/8/8/8/8/8/K7 w - - 0 1", true},    {"7k/8/8/8/8/8/8/KN6 w - - 0 1", true},    {"7k/8/8/8/8/8/8/KB6 w - - 0 1", true},
        {"6bk/8/8/8/8/8/8/KB6 w - - 0 1", true},  {"5b1k/8/8/8/8/8/8/KB6 w - - 0 1", false}, {"7k/8/8/8/8/8/8/KBN5 w - - 0 1", false},
        {"7k/8/8/8/8/8/8/KNN5 w - - 0 1", false}, {"6nk/8/8/8/8/8/8/KB6 w - - 0 1", false},  {"7k/8/8/8/8/8/P7/K7 w - - 0 1", false},
        {"7k/8/8/8/8/8/8/KR6 w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof MATERIAL / sizeof *MATERIAL; i++)
        CHECK_MSG(draws_by_material(&stand(MATERIAL[i].fen, "", "")->position.board) == MATERIAL[i].drawn, "%s", MATERIAL[i].fen);
}

/* Whether a legal move brings back a position of the tree after the root, found by trying every move. */
static bool can_repeat_slowly(const Frame *frame)
{
    const int clock = frame->position.halfmove_clock;
    const int reversible = clock < frame->plies_from_null ? clock : frame->plies_from_null;
    MoveList list;
    movegen_legal(&frame->position.board, &list);
    for (int i = 0; i < list.count; i++) {
        Position next = frame->position;
        position_make_move(&next, list.moves[i], NULL);
        for (int back = 3; back <= reversible && back < frame->ply; back += 2)
            if (worker.keys[KEYS_BEFORE_ROOT + frame->ply - back] == next.key)
                return true;
    }
    return false;
}

static void test_upcoming_repetitions(void)
{
    static const char *const FENS[] = {START_FEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1n2k3/8/8/8/8/8/8/QN2K3 w - - 0 1",
                                       "4k3/4p3/8/8/8/8/3PP3/B2QK2B b - - 0 1"};
    uint64_t state = 7;
    int upcoming = 0;
    int wrong = 0;
    for (int g = 0; g < 400; g++) {
        Frame *frame = stand(FENS[g % 4], "", "");
        while (frame->ply < 60) {
            MoveList list;
            movegen_legal(&frame->position.board, &list);
            if (list.count == 0)
                break;
            /* Mostly moves of few pieces, to and fro. */
            state = state * 6364136223846793005u + 1442695040888963407u;
            const unsigned choice = (unsigned)(state >> 40);
            const Move move =
                list.moves[(choice & 3) != 0 && list.count > 2 ? list.count - 1 - (int)(choice >> 2) % 3 : (int)(choice >> 2) % list.count];
            frame[1].position = frame->position;
            position_make_move(&frame[1].position, move, NULL);
            frame[1].plies_from_null = frame->plies_from_null + 1;
            frame++;
            worker.keys[KEYS_BEFORE_ROOT + frame->ply] = frame->position.key;
            const bool expected = can_repeat_slowly(frame);
            upcoming += expected;
            wrong += !position_in_check(&frame->position) && draws_can_repeat(&worker, frame) != expected;
        }
    }
    CHECK(upcoming > 500);
    CHECK_INT(wrong, 0);
}

/* A line is told up to its natural end, whatever the search has put after it. */
static int told_length(const char *fen, const char *before, const char *line)
{
    Game game;
    Reports reports;
    Frame *frame = stand(fen, before, "");
    open_game(&game, fen, before);
    RootMove *best = &worker.root_moves[0];
    *best = (RootMove){.score = 10, .previous_score = 10};
    Position position = frame->position;
    for (; *line != '\0'; line += strcspn(line, " "), line += strspn(line, " ")) {
        /* Behind the end of the game no move is legal: any will do. */
        Move move = MOVE_NONE;
        if (move_from_text(&position, line, &move) == MOVE_TEXT_OK)
            position_make_move(&position, move, NULL);
        else
            move = move_make(A1, B1, MOVE_NORMAL);
        best->pv[best->pv_length++] = move;
    }
    best->move = best->pv[0];
    search.listener = listen_to(&reports, &game);
    search.worker_count = 0;
    root_report_final(&worker);
    CHECK_INT(reports.count, 1);
    CHECK_INT(reports.illegal_pvs, 0);
    CHECK_INT(reports.overlong_pvs, 0);
    game_destroy(&game);
    return reports.last[0].pv_length;
}

static void test_told_lines(void)
{
    CHECK_INT(told_length(START_FEN, "", "e2e4 e7e5 g1f3"), 3);
    CHECK_INT(told_length(START_FEN, "", "f2f3 e7e5 g2g4 d8h4 a2a3 a7a6"), 4);         /* mate */
    CHECK_INT(told_length(START_FEN, "", "e2e4 e2e4 g1f3"), 1);                        /* illegal tail */
    CHECK_INT(told_length(ROOK_FEN, ROUND " " ROUND, "a2b2 h8g8 b2a2"), 1);            /* third occurrence */
    CHECK_INT(told_length(ROOK_FEN, "", ROUND " a2b2"), 4);                            /* the line comes back */
    CHECK_INT(told_length("7k/8/8/8/8/8/R7/K7 w - - 98 90", "", "a2b2 h8g8 b2a2"), 2); /* fifty moves */
    CHECK_INT(told_length("7k/8/8/8/8/8/r7/K7 w - - 0 1", "", "a1a2 h8g8 a2a3"), 1);   /* bare kings */
}

int main(void)
{
    chess_init();
    search_init();
    CHECK(table_resize(&search.table, 1));
    test_repetition();
    test_clock_and_material();
    test_upcoming_repetitions();
    test_told_lines();
    table_destroy(&search.table);
    return test_end("engine/draws");
}
