/* SPDX-License-Identifier: GPL-3.0-only */
/* King and pawn against king against its published totals, and the endgames with a rule of their own: scored and played. */
#include "chess/chess.h"
#include "chess/fen.h"
#include "engine/endgame.h"
#include "engine/kpk.h"
#include "search_tools.h"

static Position from_fen(const char *fen)
{
    Position position;
    FenReport report;
    position_start(&position);
    CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message);
    return position;
}

/* 331352 legal positions have 124960 wins with White to move and 97604 with Black to move; half with the pawn on
 * files a–d (https://www.chessprogramming.org/KPK). */
static void test_totals(void)
{
    int white = 0;
    int black = 0;
    for (int place = 0; place < 48; place++)
        for (int white_king = 0; white_king < 64; white_king++)
            for (int black_king = 0; black_king < 64; black_king++) {
                const Square pawn = (Square)(place + 8);
                if (white_king == black_king || white_king == pawn || black_king == pawn)
                    continue;
                white += kpk_wins((Square)white_king, pawn, (Square)black_king, WHITE);
                black += kpk_wins((Square)white_king, pawn, (Square)black_king, BLACK);
            }
    CHECK_INT(white, 124960);
    CHECK_INT(black, 97604);
}

typedef enum Expected { UNKNOWN, DRAWN, WHITE_WINS, BLACK_WINS } Expected;

static void test_known(void)
{
    static const struct {
        const char *fen;
        Expected expected;
    } cases[] = {
        {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", WHITE_WINS}, /* king on the sixth before its pawn */
        {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", DRAWN},      /* stalemate */
        {"8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", BLACK_WINS}, {"8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", BLACK_WINS},
        {"k7/8/1K6/P7/8/8/8/8 w - - 0 1", DRAWN},     /* rook pawn, king in the corner */
        {"k7/8/1K6/P7/8/4B3/8/8 w - - 0 1", DRAWN},   /* the dark bishop does not control a8 */
        {"k7/8/1K6/P7/8/8/8/5B2 w - - 0 1", UNKNOWN}, /* no rule needed: this one is won */
        {"8/8/8/3k4/8/8/8/RK6 w - - 0 1", WHITE_WINS},   {"8/8/8/3k4/8/8/8/NBK5 w - - 0 1", WHITE_WINS},
        {"8/8/8/3k4/8/8/8/NNK5 w - - 0 1", UNKNOWN},     {"8/8/8/3k4/8/8/8/BK6 w - - 0 1", UNKNOWN},
        {"8/8/8/3k4/8/8/8/B1BK4 w - - 0 1", UNKNOWN}, /* two bishops of one colour */
        {"8/8/8/3k4/8/8/8/BB1K4 w - - 0 1", WHITE_WINS}, {"8/8/3p4/3k4/8/8/8/RK6 w - - 0 1", UNKNOWN},
        {"8/8/8/3k4/8/8/8/1K6 w - - 0 1", UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position position = from_fen(cases[i].fen);
        int score = 0;
        const bool known = endgame_score(&position, &score);
        const Expected found = !known ? UNKNOWN : score == 0 ? DRAWN : score > 0 ? WHITE_WINS : BLACK_WINS;
        CHECK_MSG(found == cases[i].expected, "%s: found %d, expected %d", cases[i].fen, (int)found, (int)cases[i].expected);
    }
}

/* The lone king is worth more in the bishop's corner than in the other one. */
static void test_bishop_and_knight_corner(void)
{
    const Position right = from_fen("8/8/8/8/8/2K5/8/k1B4N w - - 0 1");
    const Position wrong = from_fen("8/8/8/8/8/5K2/8/N1B4k w - - 0 1");
    int right_score;
    int wrong_score = 0;
    CHECK(endgame_score(&right, &right_score) && endgame_score(&wrong, &wrong_score));
    CHECK(right_score > wrong_score + 300);
}

/* What White's advantage is worth, of 64. */
static void test_scale(void)
{
    static const struct {
        const char *fen;
        int scale;
    } cases[] = {
        {"8/8/8/3k4/8/8/8/NNK5 w - - 0 1", 0},                                                  /* two knights */
        {"8/8/4k3/4p3/8/4K3/3NN3/8 w - - 0 1", 8},                                              /* … against a pawn */
        {"8/8/4k3/8/4K3/8/3NNN2/8 w - - 0 1", 44},    {"8/8/4k3/4b3/8/4K3/3R4/8 w - - 0 1", 0}, /* rook against bishop */
        {"8/8/4k3/4r3/8/3BK3/3R4/8 w - - 0 1", 8},                                              /* rook and bishop against rook */
        {"8/8/4k3/4r3/8/4K3/3Q4/8 w - - 0 1", 44},                                              /* queen against rook */
        {"7k/p7/8/7P/6K1/8/4B3/8 w - - 0 1", 0}, /* the wrong bishop, whatever else Black has */
        {"7k/8/8/7P/6K1/8/4B3/n7 w - - 0 1", 0},      {"7k/p7/8/7P/6K1/8/5B2/8 w - - 0 1", 48}, /* the right one */
        {"2k5/p7/8/7P/6K1/8/4B3/8 w - - 0 1", 48},                                              /* the king is not there */
        {"8/8/4k3/4b3/8/3BK3/3P1P2/8 w - - 0 1", 30},                                           /* bishops of opposite colours */
        {"8/8/4k3/5b2/8/3BK3/3P1P2/8 w - - 0 1", 52},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position position = from_fen(cases[i].fen);
        const int scale = endgame_scale(&position.board, WHITE);
        CHECK_MSG(scale == cases[i].scale, "%s: %d, expected %d", cases[i].fen, scale, cases[i].scale);
    }
}

/* Each square that is taken from the lone king counts: here the bishop takes a7 as well. */
static void test_room(void)
{
    const Position one_square = from_fen("k7/2K5/8/8/8/3BB3/8/8 w - - 0 1");
    const Position two_squares = from_fen("k7/2K5/8/8/5B2/3B4/8/8 w - - 0 1");
    int one_score = 0;
    int two_score = 0;
    CHECK(endgame_score(&one_square, &one_score) && endgame_score(&two_squares, &two_score));
    CHECK_INT(one_score - two_score, 8);
}

/* Played out against itself, the engine mates within the fifty moves. */
static void test_driven_home(void)
{
    static const char *const starts[] = {
        "8/8/8/3Q4/5K2/7k/8/8 w - - 0 1",    "8/8/8/R1K5/5k2/8/8/8 w - - 0 1",   "8/6B1/K2k4/7B/8/8/8/8 w - - 0 1",
        "8/8/3K4/6B1/8/8/8/2N3k1 w - - 0 1", "6N1/1k6/8/K7/8/8/3B4/8 w - - 0 1",
    };
    Engine *engine = open_engine(1, 1);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        Game game;
        open_game(&game, starts[i], "");
        const SearchLimits limits = node_limit(20000);
        while (movegen_any(&game.current.board) && game.current.halfmove_clock < 100)
            if (!game_play(&game, engine_search(engine, &game, &limits, NULL).best))
                exit(1);
        CHECK_MSG(position_in_check(&game.current) && !movegen_any(&game.current.board), "%s: no mate", starts[i]);
        game_destroy(&game);
    }
    engine_destroy(engine);
}

int main(void)
{
    chess_init();
    kpk_init();
    test_totals();
    test_known();
    test_bishop_and_knight_corner();
    test_scale();
    test_room();
    test_driven_home();
    return test_end("engine/endgame");
}
