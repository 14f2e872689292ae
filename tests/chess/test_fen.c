/* SPDX-License-Identifier: GPL-3.0-only */
/* FEN in and out: what is read, what is corrected, what is refused and with which words. */
#include "test.h"

#include "chess/chess.h"
#include "chess/fen.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define KINGS "4k3/8/8/8/8/8/8/4K3"

/* Reads `fen` without a complaint and checks what is written. */
static Position round_trip(const char *fen, const char *expected)
{
    Position position;
    FenReport report;
    char text[FEN_SIZE];
    memset(&position, 0, sizeof position);
    if (!CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message)) {
        position_start(&position);
        return position;
    }
    CHECK_STR(report.message, "");
    CHECK_STR(report.warning, "");
    CHECK(position_check(&position));
    CHECK_INT(fen_write(&position, text), strlen(expected));
    CHECK_STR(text, expected);
    FenReport strict;
    Position again;
    CHECK(fen_parse(text, FEN_STRICT, &again, &strict));
    CHECK(memcmp(&again, &position, sizeof position) == 0);
    return position;
}

static void test_fields(void)
{
    Position start;
    position_start(&start);
    const Position read = round_trip(START " w KQkq - 0 1", START " w KQkq - 0 1");
    CHECK(memcmp(&read, &start, sizeof start) == 0);

    round_trip("  " START "\t b  KQkq   - 12\t34 ", START " b KQkq - 12 34");
    round_trip(START " w kKqQ - 0 1", START " w KQkq - 0 1");
    round_trip(START " w Kq -", START " w Kq - 0 1");
    /* Three fields, with and without counters; a line of EPD that ends with its mark. */
    round_trip(START " w Kq", START " w Kq - 0 1");
    round_trip(START " w Kq 3 7", START " w Kq - 3 7");
    round_trip(START " w Kq bm e4;", START " w Kq - 0 1");
    round_trip(START " w KQkq - 3 7;", START " w KQkq - 3 7");
    round_trip(START " w - - 7", START " w - - 7 1");
    round_trip(START " w KQkq - - -", START " w KQkq - 0 1");
    round_trip(KINGS " w - - 9999 9999", KINGS " w - - 9999 9999");
    round_trip("4k3/44/17/8/8/8/8/4K3 w - -", KINGS " w - - 0 1");
    /* A square that can be captured on stays, also in an EPD of four fields. */
    round_trip("4k3/8/8/8/3Pp3/8/8/4K3 b - d3", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    round_trip("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
}

static void test_length(void)
{
    Position position;
    FenReport report;
    const char *text = " " START " w KQkq - 0 1 moves e2e4";
    CHECK(fen_parse(text, FEN_LENIENT, &position, &report));
    CHECK_STR(text + report.length, " moves e2e4");
    text = START " w KQkq - moves e2e4";
    CHECK(fen_parse(text, FEN_LENIENT, &position, &report));
    CHECK_STR(text + report.length, " moves e2e4");
    text = KINGS " w - - 3 4\n" START " b";
    CHECK(fen_parse(text, FEN_LENIENT, &position, &report));
    CHECK_STR(text + report.length, "\n" START " b");
}

static void test_epd(void)
{
    Position position;
    FenReport report;
    const char *text = KINGS " b - - bm Kd7 Ke7; hmvc 17; id \"a; b\"; fmvn 42; empty;D1 5 ;";
    CHECK(fen_parse(text, FEN_LENIENT, &position, &report));
    CHECK_INT(position.halfmove_clock, 17);
    CHECK_INT(position.fullmove_number, 42);
    const char *operations = text + report.length;
    static const struct {
        const char *opcode;
        const char *operand; /* NULL: not there */
    } cases[] = {
        {"bm", "Kd7 Ke7"}, {"id", "\"a; b\""}, {"fmvn", "42"}, {"empty", ""}, {"D1", "5"},
        {"b", NULL},       {"D", NULL},        {"D10", NULL},  {"Kd7", NULL}, {"b\"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *operand = "";
        size_t length = 0;
        const bool found = fen_epd_operation(operations, cases[i].opcode, &operand, &length);
        CHECK_MSG(found == (cases[i].operand != NULL), "%s", cases[i].opcode);
        if (found && cases[i].operand != NULL)
            CHECK_MSG(length == strlen(cases[i].operand) && memcmp(operand, cases[i].operand, length) == 0, "%s is '%.*s'", cases[i].opcode,
                      (int)length, operand);
    }
    CHECK(!fen_parse(KINGS " w - - hmvc x;", FEN_LENIENT, &position, &report));
    CHECK_INT(report.error, FEN_BAD_COUNTER);
}

static void test_castling(void)
{
    /* Ordinary rights in Shredder's letters are ordinary chess. */
    CHECK_INT(round_trip(START " w HAha - 0 1", START " w KQkq - 0 1").chess960, 0);
    CHECK_INT(round_trip(START " w KQkq - 0 1", START " w KQkq - 0 1").chess960, 0);
    /* The king elsewhere, or rooks elsewhere: Chess960. */
    CHECK_INT(round_trip("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                         "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9")
                  .chess960,
              1);
    CHECK_INT(round_trip("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1").chess960, 1);
    CHECK_INT(round_trip("r3k2r/8/8/8/8/8/8/4KR2 b Kkq - 0 1", "r3k2r/8/8/8/8/8/8/4KR2 b Kkq - 0 1").chess960, 1);
    /* An inner rook needs its letter, on input as on output. */
    const char *inner = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
    CHECK_INT(round_trip(inner, inner).board.castling, square_bit(G1));
    inner = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1";
    CHECK_INT(round_trip(inner, inner).board.castling, square_bit(B1));
    CHECK_INT(round_trip("rr2k2r/8/8/8/8/8/8/4K3 w bk - 0 1", "rr2k2r/8/8/8/8/8/8/4K3 w kb - 0 1").board.castling,
              square_bit(B8) | square_bit(H8));
    const char *outer = "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1";
    CHECK_INT(round_trip(outer, outer).board.castling, square_bit(A1));
}

static void test_corrections(void)
{
#define NO_ROOK(letter) "castling: the right '" letter "' has no king and rook to go with it and is ignored"
#define NO_PAWN(square) "en passant: no pawn has just gone over " square ", it is ignored"
    static const struct {
        const char *fen;
        const char *written;
        const char *warning;
        bool strict_refuses;
    } cases[] = {
        {KINGS " w K - 0 1", KINGS " w - - 0 1", NO_ROOK("K"), true},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
         NO_ROOK("K"), true},
        {"r6r/4k3/8/8/8/8/8/R3K2R w KQk - 0 1", "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 0 1", NO_ROOK("k"), true},
        {"r3k2r/8/8/8/8/8/8/4K3 w Ckq - 0 1", "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", NO_ROOK("C"), true},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "",
         false},
        {START " w - e3 0 1", START " w - - 0 1", NO_PAWN("e3"), false},
        {START " w - e6 0 1", START " w - - 0 1", NO_PAWN("e6"), false},
        /* The capture would open the king's file sideways: both pawns leave one rank. */
        {"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1", "", false},
        /* The capturing pawn is pinned along its file. */
        {"4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 1", "", false},
        /* The square passed over, or the one the pawn came from, is not empty. */
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1", NO_PAWN("d6"), false},
        {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1", NO_PAWN("d6"), false},
        {KINGS " w - - 0 0", KINGS " w - - 0 1", "fullmove number: 0 is taken as 1", false},
        {KINGS " w Q e6 0 1", KINGS " w - - 0 1", NO_ROOK("Q") "; " NO_PAWN("e6"), true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position position;
        FenReport report;
        char text[FEN_SIZE];
        if (!CHECK_MSG(fen_parse(cases[i].fen, FEN_LENIENT, &position, &report), "%s: %s", cases[i].fen, report.message))
            continue;
        fen_write(&position, text);
        CHECK_STR(text, cases[i].written);
        CHECK_STR(report.warning, cases[i].warning);
        CHECK_MSG(fen_parse(cases[i].fen, FEN_STRICT, &position, &report) != cases[i].strict_refuses, "%s", cases[i].fen);
        CHECK_INT(report.error, cases[i].strict_refuses ? FEN_BAD_CASTLING : FEN_OK);
    }
}

static const struct {
    const char *fen;
    FenError error;
    const char *message;
} refusals[] = {
    {"", FEN_BAD_PLACEMENT, "piece placement: missing"},
    {" \t\n" START " w KQkq - 0 1", FEN_BAD_PLACEMENT, "piece placement: missing"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq -", FEN_BAD_PLACEMENT, "piece placement: 7 ranks, not 8"},
    {START "/8 w KQkq -", FEN_BAD_PLACEMENT, "piece placement: more than 8 ranks"},
    {START "/ w KQkq -", FEN_BAD_PLACEMENT, "piece placement: more than 8 ranks"},
    {"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", FEN_BAD_PLACEMENT, "piece placement: rank 7 has 7 squares, not 8"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq -", FEN_BAD_PLACEMENT, "piece placement: rank 1 has 7 squares, not 8"},
    {"rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", FEN_BAD_PLACEMENT, "piece placement: rank 7 has more than 8 squares"},
    {"rnbqkbnr/pppppppp/8/44p/8/8/PPPPPPPP/RNBQKBNR w - -", FEN_BAD_PLACEMENT, "piece placement: rank 5 has more than 8 squares"},
    {"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w - -", FEN_BAD_PLACEMENT, "piece placement: unknown letter '9' on rank 6"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w - -", FEN_BAD_PLACEMENT, "piece placement: unknown letter 'X' on rank 1"},
    {"rnbqkbnr/pppp\001ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", FEN_BAD_PLACEMENT, "piece placement: unknown letter '?' on rank 7"},
    {"8/8/8/8/8/8/8/4K3 w - -", FEN_ILLEGAL, "piece placement: Black has no king"},
    {"4k3/8/8/8/8/8/8/8 w - -", FEN_ILLEGAL, "piece placement: White has no king"},
    {"4k3/8/8/8/8/8/8/K3K3 w - -", FEN_ILLEGAL, "piece placement: White has 2 kings"},
    {"k3k3/8/k7/8/8/8/8/4K3 w - -", FEN_ILLEGAL, "piece placement: Black has 3 kings"},
    {"4k3/8/8/8/8/4P3/PPPPPPPP/4K3 w - -", FEN_ILLEGAL, "piece placement: White has 9 pawns, more than 8"},
    {"4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - -", FEN_ILLEGAL, "piece placement: White has 17 pieces, more than 16"},
    {"4k3/8/8/8/8/8/8/P3K3 w - -", FEN_ILLEGAL, "piece placement: a pawn on the first rank"},
    {"p3k3/8/8/8/8/8/8/4K3 w - -", FEN_ILLEGAL, "piece placement: a pawn on the last rank"},
    {"4k3/8/8/8/8/8/8/4K2p w - -", FEN_ILLEGAL, "piece placement: a pawn on the first rank"},
    {START, FEN_BAD_SIDE, "side to move: missing"},
    {START " x KQkq - 0 1", FEN_BAD_SIDE, "side to move: must be w or b, not 'x'"},
    {START " white KQkq - 0 1", FEN_BAD_SIDE, "side to move: must be w or b, not 'white'"},
    {START " W KQkq - 0 1", FEN_BAD_SIDE, "side to move: must be w or b, not 'W'"},
    {"4k3/8/8/8/8/8/8/4RK2 w - -", FEN_ILLEGAL, "side to move: Black is in check, but it is White's turn"},
    {"4k3/8/8/8/8/8/3p4/4K3 b - -", FEN_ILLEGAL, "side to move: White is in check, but it is Black's turn"},
    {"8/8/8/8/8/8/3k4/4K3 b - -", FEN_ILLEGAL, "side to move: White is in check, but it is Black's turn"},
    {START " w", FEN_BAD_CASTLING, "castling: missing"},
    {START " w KQxq - 0 1", FEN_BAD_CASTLING, "castling: unknown letter 'x' in 'KQxq'"},
    {START " w K- - 0 1", FEN_BAD_CASTLING, "castling: unknown letter '-' in 'K-'"},
    {START " w 0 1", FEN_BAD_CASTLING, "castling: unknown letter '0' in '0'"},
    {"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", FEN_BAD_CASTLING, "castling: two rooks on one side of White's king"},
    {"r1r1k3/8/8/8/8/8/8/4K3 w qc - 0 1", FEN_BAD_CASTLING, "castling: two rooks on one side of Black's king"},
    {START " w KQkq e4 0 1", FEN_BAD_EN_PASSANT, "en passant: must be - or a square of rank 3 or 6, not 'e4'"},
    {START " w KQkq i3 0 1", FEN_BAD_EN_PASSANT, "en passant: must be - or a square of rank 3 or 6, not 'i3'"},
    {START " w KQkq e36 0 1", FEN_BAD_EN_PASSANT, "en passant: must be - or a square of rank 3 or 6, not 'e36'"},
    {START " w KQkq - -1 1", FEN_BAD_COUNTER, "halfmove clock: must be from 0 to 9999, not -1"},
    {START " w KQkq - 10000 1", FEN_BAD_COUNTER, "halfmove clock: must be from 0 to 9999, not 10000"},
    {START " w KQkq - 1x 1", FEN_BAD_COUNTER, "halfmove clock: must be a whole number, not '1x'"},
    {START " w KQkq - 0 -5", FEN_BAD_COUNTER, "fullmove number: must be from 1 to 9999, not -5"},
    {START " w KQkq - 0 99999999999999999", FEN_BAD_COUNTER, "fullmove number: must be from 1 to 9999, not 999999999999..."},
    {START " w KQkq - 0 1.5", FEN_BAD_COUNTER, "fullmove number: must be a whole number, not '1.5'"},
};

static void test_refusals(void)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        Position position;
        FenReport report;
        memset(&position, 0x5a, sizeof position);
        const Position before = position;
        CHECK_MSG(fen_parse(refusals[i].fen, FEN_LENIENT, &position, &report) == (refusals[i].error == FEN_OK), "%s", refusals[i].fen);
        CHECK_INT(report.error, refusals[i].error);
        CHECK_STR(report.message, refusals[i].message);
        if (refusals[i].error != FEN_OK)
            CHECK(memcmp(&position, &before, sizeof position) == 0);
    }
}

static void accept_as_written(const char *fen)
{
    round_trip(fen, fen);
}

/* Odd but playable: accepted. */
static void test_oddities(void)
{
    accept_as_written("QQQQQQQQ/Q7/8/7k/8/8/8/K7 b - - 0 1");
    accept_as_written(KINGS " w - - 400 1");
    /* More promoted pieces than missing pawns. */
    accept_as_written("4k3/8/8/8/8/NNN5/PPPPPPP1/2NQK3 w - - 0 1");
    accept_as_written("7k/5ppp/8/8/8/QQQQQQQ1/QQQQ4/QQQQK3 w - - 0 1");
    /* Mated already, and three pieces giving check. */
    accept_as_written("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    const char *triple = "4k3/8/3N4/1B6/8/8/8/4RK2 b - - 0 1";
    CHECK_INT(bits_count(round_trip(triple, triple).checkers), 3);
}

int main(void)
{
    chess_init();
    test_fields();
    test_length();
    test_epd();
    test_castling();
    test_corrections();
    test_refusals();
    test_oddities();
    return test_end("chess/fen");
}
