/* SPDX-License-Identifier: GPL-3.0-only */
/* Moves as UCI text and SAN, both ways. */
#include "test.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static Position position_from(const char *fen)
{
    Position position;
    FenReport report;
    if (!CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message))
        position_start(&position);
    return position;
}

typedef struct Case {
    const char *fen;
    const char *text;
    const char *uci; /* what it is read as, written as UCI; NULL: an error */
    const char *san; /* and as SAN */
    MoveTextError error;
} Case;

static void check_cases(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const Position position = position_from(cases[i].fen);
        Move move = 0xdead;
        const MoveTextError error = move_from_text(&position, cases[i].text, &move);
        CHECK_MSG(error == cases[i].error, "%s, %s: %s", cases[i].fen, cases[i].text, move_text_error_name(error));
        if (error != MOVE_TEXT_OK) {
            CHECK_INT(move, 0xdead);
            continue;
        }
        if (cases[i].uci == NULL)
            continue;
        char text[SAN_SIZE];
        move_to_uci(&position, move, text);
        CHECK_STR(text, cases[i].uci);
        move_to_san(&position, move, text);
        CHECK_STR(text, cases[i].san);
    }
}

#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof(cases)[0])

#define CASTLE "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
/* The king can step to g1, and castle with the rook on h1. */
#define STEP "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1"
#define FROM_B "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1"
#define PROMOTE "3r2k1/P3P3/8/8/8/8/p6p/4K3 w - - 0 1"

static void test_uci(void)
{
    static const Case cases[] = {
        {START, "e2e4", "e2e4", "e4", MOVE_TEXT_OK},
        {START, "g1f3 d7d5", "g1f3", "Nf3", MOVE_TEXT_OK},
        {START, "E2E4", "e2e4", "e4", MOVE_TEXT_OK},
        {START, "e2e5", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "e7e5", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "e4e5", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "e1g1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "a1a1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "e2e4q", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "e2", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "e2e", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "e2e9", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "i2e4", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "e2e4x", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "e2e4qq", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "e2-e4", "e2e4", "e4", MOVE_TEXT_OK},
        {START, "0000", NULL, NULL, MOVE_TEXT_NULL},
        {START, "(none)", NULL, NULL, MOVE_TEXT_NULL},
        /* Castling in all its spellings. */
        {CASTLE, "e1g1", "e1g1", "O-O", MOVE_TEXT_OK},
        {CASTLE, "e1c1", "e1c1", "O-O-O", MOVE_TEXT_OK},
        {CASTLE, "e1h1", "e1g1", "O-O", MOVE_TEXT_OK},
        {CASTLE, "e1a1", "e1c1", "O-O-O", MOVE_TEXT_OK},
        {CASTLE, "O-O", "e1g1", "O-O", MOVE_TEXT_OK},
        {CASTLE, "0-0-0", "e1c1", "O-O-O", MOVE_TEXT_OK},
        {CASTLE, "o-o", "e1g1", "O-O", MOVE_TEXT_OK},
        {CASTLE, "O-0", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {CASTLE, "e1f1", "e1f1", "Kf1", MOVE_TEXT_OK},
        {CASTLE, "e1b1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {CASTLE, "h1e1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {"r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {"r3k2r/8/8/8/8/8/8/R3K2R b kq - 0 1", "e8c8", "e8c8", "O-O-O", MOVE_TEXT_OK},
        {"4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1g1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {"4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1c1", "e1c1", "O-O-O", MOVE_TEXT_OK},
        {STEP, "f1g1", "f1g1", "Kg1", MOVE_TEXT_OK},
        {STEP, "f1h1", "f1h1", "O-O", MOVE_TEXT_OK},
        {STEP, "O-O", "f1h1", "O-O", MOVE_TEXT_OK},
        {STEP, "f1c1", "f1a1", "O-O-O", MOVE_TEXT_OK},
        {STEP, "f1a1", "f1a1", "O-O-O", MOVE_TEXT_OK},
        {STEP, "f1b1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {FROM_B, "b1g1", "b1h1", "O-O", MOVE_TEXT_OK},
        {FROM_B, "b1c1", "b1c1", "Kc1", MOVE_TEXT_OK},
        {FROM_B, "b1a1", "b1a1", "O-O-O", MOVE_TEXT_OK},
        {"4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1g1", "g1h1", "O-O", MOVE_TEXT_OK},
        /* The rook that leaves was a shield. */
        {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "c1b1", "O-O-O", MOVE_TEXT_OK},
        /* Promotion. */
        {PROMOTE, "a7a8q", "a7a8q", "a8=Q", MOVE_TEXT_OK},
        {PROMOTE, "a7a8Q", "a7a8q", "a8=Q", MOVE_TEXT_OK},
        {PROMOTE, "a7a8=n", "a7a8n", "a8=N", MOVE_TEXT_OK},
        {PROMOTE, "e7d8r", "e7d8r", "exd8=R+", MOVE_TEXT_OK},
        {PROMOTE, "e7e8b", "e7e8b", "e8=B", MOVE_TEXT_OK},
        {PROMOTE, "a7a8", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {PROMOTE, "e7e8k", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {PROMOTE, "e7e8p", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {PROMOTE, "e1e2q", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {PROMOTE, "e7f8q", NULL, NULL, MOVE_TEXT_ILLEGAL},
        /* En passant, and the pin of two pawns on one rank. */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6", "exd6", MOVE_TEXT_OK},
        {"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", NULL, NULL, MOVE_TEXT_ILLEGAL},
        /* A pinned piece, a check to answer. */
        {"4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {"4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", NULL, NULL, MOVE_TEXT_ILLEGAL},
    };
    CHECK_CASES(cases);
    Position position;
    char text[UCI_MOVE_SIZE];
    position_start(&position);
    move_to_uci(&position, MOVE_NONE, text);
    CHECK_STR(text, "(none)");
    move_to_uci(&position, MOVE_NULL, text);
    CHECK_STR(text, "0000");
    /* Castling is written king-takes-rook once Chess960 is set, also from the usual squares. */
    position = position_from(CASTLE);
    position.chess960 = 1;
    move_to_uci(&position, move_make(E1, H1, MOVE_CASTLING), text);
    CHECK_STR(text, "e1h1");
}

/* Two rooks on one rank, two on one file, and three queens of which one shares file and rank with another. */
#define TWO_ROOKS "6k1/8/8/8/8/8/4K3/R6R w - - 0 1"
#define FILE_ROOKS "4R3/7k/8/8/8/8/8/K3R3 w - - 0 1"
#define THREE_QUEENS "Q2Q4/8/8/Q7/8/8/7k/K7 w - - 0 1"

static void test_san(void)
{
    static const Case cases[] = {
        {START, "e4", "e2e4", "e4", MOVE_TEXT_OK},
        {START, "e4!?", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "Nf3 Nc6", "g1f3", "Nf3", MOVE_TEXT_OK},
        {START, "Ngf3", "g1f3", "Nf3", MOVE_TEXT_OK},
        {START, "Ng1f3", "g1f3", "Nf3", MOVE_TEXT_OK},
        {START, "Ng1-f3", "g1f3", "Nf3", MOVE_TEXT_OK},
        {START, "e2-e4", "e2e4", "e4", MOVE_TEXT_OK},
        {START, "e2e4", "e2e4", "e4", MOVE_TEXT_OK},
        {START, "Pe4", "e2e4", "e4", MOVE_TEXT_OK},
        {START, "Nbf3", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "e5", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "exd3", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "O-O", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "Ke2", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "nf3", "g1f3", "Nf3", MOVE_TEXT_OK},
        {START, "N", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "Nf9", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "+", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "Nxxf3", "g1f3", "Nf3", MOVE_TEXT_OK},
        {START, "Ng11f3", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "hello", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "1.e4", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {START, "e4=", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {CASTLE, "O-O", "e1g1", "O-O", MOVE_TEXT_OK},
        {CASTLE, "O-O-O+", "e1c1", "O-O-O", MOVE_TEXT_OK},
        {CASTLE, "0-0", "e1g1", "O-O", MOVE_TEXT_OK},
        {CASTLE, "Kg1", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {STEP, "Kg1", "f1g1", "Kg1", MOVE_TEXT_OK},
        {STEP, "O-O", "f1h1", "O-O", MOVE_TEXT_OK},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", "e1g1", "O-O+", MOVE_TEXT_OK},
        {"8/8/8/8/8/8/7R/1R2K1k1 b - - 0 1", "Kxh2", "g1h2", "Kxh2", MOVE_TEXT_OK},
        {TWO_ROOKS, "Rad1", "a1d1", "Rad1", MOVE_TEXT_OK},
        {TWO_ROOKS, "Rhd1", "h1d1", "Rhd1", MOVE_TEXT_OK},
        {TWO_ROOKS, "Rd1", NULL, NULL, MOVE_TEXT_AMBIGUOUS},
        {TWO_ROOKS, "R1d1", NULL, NULL, MOVE_TEXT_AMBIGUOUS},
        {TWO_ROOKS, "Ra8+", "a1a8", "Ra8+", MOVE_TEXT_OK},
        {FILE_ROOKS, "R1e4", "e1e4", "R1e4", MOVE_TEXT_OK},
        {FILE_ROOKS, "R8e4", "e8e4", "R8e4", MOVE_TEXT_OK},
        {FILE_ROOKS, "Re4", NULL, NULL, MOVE_TEXT_AMBIGUOUS},
        {THREE_QUEENS, "Qa8d5", "a8d5", "Qa8d5", MOVE_TEXT_OK},
        {THREE_QUEENS, "Qdd5", "d8d5", "Qdd5", MOVE_TEXT_OK},
        {THREE_QUEENS, "Q5d5", "a5d5", "Q5d5", MOVE_TEXT_OK},
        {THREE_QUEENS, "Qad5", NULL, NULL, MOVE_TEXT_AMBIGUOUS},
        {THREE_QUEENS, "Q8d5", NULL, NULL, MOVE_TEXT_AMBIGUOUS},
        /* A pinned twin needs no telling apart. */
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2", "g1e2", "Ne2", MOVE_TEXT_OK},
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Nc3e2", NULL, NULL, MOVE_TEXT_ILLEGAL},
        /* Mate and check. */
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8", "a1a8", "Ra8#", MOVE_TEXT_OK},
        {"7k/8/8/8/8/8/6R1/R5K1 w - - 0 1", "Rh2+", "g2h2", "Rh2+", MOVE_TEXT_OK},
        /* Pawns. */
        {PROMOTE, "a8=Q", "a7a8q", "a8=Q", MOVE_TEXT_OK},
        {PROMOTE, "a8Q", "a7a8q", "a8=Q", MOVE_TEXT_OK},
        {PROMOTE, "a8=q", "a7a8q", "a8=Q", MOVE_TEXT_OK},
        {PROMOTE, "a8(N)", "a7a8n", "a8=N", MOVE_TEXT_OK},
        {PROMOTE, "exd8=R+", "e7d8r", "exd8=R+", MOVE_TEXT_OK},
        {PROMOTE, "ed8=B", "e7d8b", "exd8=B", MOVE_TEXT_OK},
        {PROMOTE, "d8=B", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {PROMOTE, "e8", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {PROMOTE, "e8=K", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {PROMOTE, "e8=P", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {PROMOTE, "e8=X", NULL, NULL, MOVE_TEXT_UNREADABLE},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6", "exd6", MOVE_TEXT_OK},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6", "exd6", MOVE_TEXT_OK},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "cxd6", "c5d6", "cxd6", MOVE_TEXT_OK},
        {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "xd6", NULL, NULL, MOVE_TEXT_AMBIGUOUS},
        {"4k3/8/8/8/8/3p4/2P1P3/4K3 w - - 0 1", "cxd3", "c2d3", "cxd3", MOVE_TEXT_OK},
        {"4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e4", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {"4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e5", "e7e5", "e5", MOVE_TEXT_OK},
        {"4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e5", "e6e5", "e5", MOVE_TEXT_OK},
        /* A capture by b-pawn and bishop differ in the letter's size only. */
        {"4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3", "b2c3", "bxc3", MOVE_TEXT_OK},
        {"4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "Bxc3", "d2c3", "Bxc3", MOVE_TEXT_OK},
    };
    CHECK_CASES(cases);
}

static void test_either(void)
{
    static const Case cases[] = {
        {START, "Nf3", "g1f3", "Nf3", MOVE_TEXT_OK},          {START, "g1f3", "g1f3", "Nf3", MOVE_TEXT_OK},
        {START, "b1c3", "b1c3", "Nc3", MOVE_TEXT_OK},         {CASTLE, "e1g1", "e1g1", "O-O", MOVE_TEXT_OK},
        {PROMOTE, "e7d8q", "e7d8q", "exd8=Q+", MOVE_TEXT_OK}, {TWO_ROOKS, "Rd1", NULL, NULL, MOVE_TEXT_AMBIGUOUS},
        {START, "b1d2", NULL, NULL, MOVE_TEXT_ILLEGAL},       {START, "Nd2", NULL, NULL, MOVE_TEXT_ILLEGAL},
        {START, "what", NULL, NULL, MOVE_TEXT_UNREADABLE},
    };
    CHECK_CASES(cases);
    CHECK_STR(move_text_error_name(MOVE_TEXT_UNREADABLE), "unreadable");
    CHECK_STR(move_text_error_name(MOVE_TEXT_ILLEGAL), "illegal");
    CHECK_STR(move_text_error_name(MOVE_TEXT_AMBIGUOUS), "ambiguous");
    CHECK_STR(move_text_error_name(MOVE_TEXT_NULL), "null");
}

/* Every legal move of every position of a random walk is read back from both of its texts, and no two moves
 * of one position share a text. */
static void test_round_trips(void)
{
    static const char *const starts[] = {
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "6nk/6pp/8/Q2Q4/8/Q2Q4/8/K2Q4 w - - 0 1",
    };
    uint64_t random = 1;
    for (int game = 0; game < 50; game++) {
        Position position = position_from(starts[game % 5]);
        for (int ply = 0; ply < 80; ply++) {
            MoveList list;
            movegen_legal(&position.board, &list);
            if (list.count == 0)
                break;
            char sans[MAX_MOVES][SAN_SIZE];
            bool all = true;
            for (int i = 0; i < list.count; i++) {
                char uci[UCI_MOVE_SIZE];
                Move from_uci = MOVE_NONE;
                Move from_san = MOVE_NONE;
                move_to_uci(&position, list.moves[i], uci);
                move_to_san(&position, list.moves[i], sans[i]);
                all &= move_from_text(&position, uci, &from_uci) == MOVE_TEXT_OK && from_uci == list.moves[i];
                all &= move_from_text(&position, sans[i], &from_san) == MOVE_TEXT_OK && from_san == list.moves[i];
                for (int j = 0; j < i; j++)
                    all &= strcmp(sans[i], sans[j]) != 0;
            }
            char fen[FEN_SIZE];
            fen_write(&position, fen);
            CHECK_MSG(all, "%s", fen);
            random = random * 6364136223846793005u + 1442695040888963407u;
            position_make_move(&position, list.moves[(random >> 33) % (uint64_t)list.count], NULL);
        }
    }
}

int main(void)
{
    chess_init();
    test_uci();
    test_san();
    test_either();
    test_round_trips();
    return test_end("chess/move_text");
}
