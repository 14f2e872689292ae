/* SPDX-License-Identifier: GPL-3.0-only */
/* Why a move is illegal, and that everything else is legal. */
#include "rules_test.h"

#include "rules/illegal.h"

typedef struct IllegalCase {
    const char *fen;
    const char *text;
    IllegalReason reason;
    const char *sentence; /* NULL: not looked at */
} IllegalCase;

#define CASTLING "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
#define PROMOTION "8/P6k/8/8/8/8/8/K7 w - - 0 1"

static const IllegalCase cases[] = {
    {NULL, "e2e4", ILLEGAL_NOT, "the move is legal"},
    {NULL, "e4", ILLEGAL_NOT, NULL},
    {NULL, "Nf3", ILLEGAL_NOT, NULL},
    {NULL, "Nf3!?", ILLEGAL_UNREADABLE, NULL},
    {NULL, "Ng1-f3", ILLEGAL_NOT, NULL},
    {NULL, "e2-e4", ILLEGAL_NOT, NULL},
    /* No move named. */
    {NULL, "", ILLEGAL_UNREADABLE, "this names no move"},
    {NULL, "hello", ILLEGAL_UNREADABLE, NULL},
    {NULL, "e2e9", ILLEGAL_UNREADABLE, NULL},
    {NULL, "e2e4e5", ILLEGAL_UNREADABLE, NULL},
    {NULL, "e4=", ILLEGAL_UNREADABLE, NULL},
    {NULL, "N", ILLEGAL_UNREADABLE, NULL},
    {NULL, "e2e4x", ILLEGAL_UNREADABLE, NULL},
    {"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", ILLEGAL_AMBIGUOUS, "more than one knight can go to d2"},
    {"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nbd2", ILLEGAL_NOT, NULL},
    /* Squares and pieces. */
    {NULL, "e4e5", ILLEGAL_EMPTY_SQUARE, "there is no piece on e4"},
    {NULL, "e7e5", ILLEGAL_NOT_YOURS, "the pawn on e7 is Black's, and White has the move"},
    {NULL, "g1g3", ILLEGAL_CANNOT_GO, "the knight on g1 cannot go to g3"},
    {NULL, "e2e5", ILLEGAL_CANNOT_GO, "the pawn on e2 cannot go to e5"},
    {NULL, "e5", ILLEGAL_CANNOT_GO, "the pawn on e2 cannot go to e5"},
    {NULL, "Nd5", ILLEGAL_CANNOT_GO, "no knight of White can go to d5"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", ILLEGAL_CANNOT_GO, "no queen of White can go to d4"},
    {NULL, "f1b5", ILLEGAL_PATH_BLOCKED, "the bishop on f1 cannot go to b5: the pawn on e2 stands in the way"},
    {NULL, "Bb5", ILLEGAL_PATH_BLOCKED, "the bishop on f1 cannot go to b5: the pawn on e2 stands in the way"},
    {NULL, "a1a5", ILLEGAL_PATH_BLOCKED, "the rook on a1 cannot go to a5: the pawn on a2 stands in the way"},
    {NULL, "d1d2", ILLEGAL_OWN_PIECE, "the queen on d1 cannot go to d2, where White's own pawn stands"},
    {NULL, "e2d3", ILLEGAL_NOTHING_TO_CAPTURE, "the pawn on e2 cannot go to d3: there is nothing to capture"},
    {NULL, "exd3", ILLEGAL_NOTHING_TO_CAPTURE, NULL},
    {"4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3", ILLEGAL_PATH_BLOCKED, NULL},
    {"4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", ILLEGAL_PATH_BLOCKED,
     "the pawn on e2 cannot go to e4: the knight on e3 stands in the way"},
    {"4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2e4", ILLEGAL_PATH_BLOCKED, NULL},
    /* En passant. */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", ILLEGAL_NOT, NULL},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", ILLEGAL_EN_PASSANT_LATE,
     "the pawn on d5 cannot be captured en passant: it has not moved two squares just now"},
    {"8/8/8/r2pP2K/8/8/8/4k3 w - - 0 1", "e5d6", ILLEGAL_KING_EXPOSED, NULL},
    /* Checks. */
    {"4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1", "a1b3", ILLEGAL_KING_LEFT_IN_CHECK, "White's king would be left in check by the rook on e4"},
    {"4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3", ILLEGAL_KING_EXPOSED, "the knight on e2 shields its king from the rook on e4"},
    {"4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1", "e1e2", ILLEGAL_KING_INTO_CHECK,
     "the king would move into check on e2, which the rook on e4 attacks"},
    {"8/8/8/8/4r3/3k4/8/4K3 w - - 0 1", "Kd2", ILLEGAL_KING_INTO_CHECK,
     "the king would move into check on d2, which the king on d3 attacks"},
    {"4k3/8/8/8/8/8/3n4/3KR3 b - - 0 1", "e8e7", ILLEGAL_KING_INTO_CHECK, NULL},
    {"4k3/8/8/8/8/8/8/R2nK3 w - - 0 1", "a1d1", ILLEGAL_NOT, NULL},
    /* Castling. */
    {CASTLING, "e1g1", ILLEGAL_NOT, NULL},
    {CASTLING, "e1h1", ILLEGAL_NOT, NULL},
    {CASTLING, "O-O-O", ILLEGAL_NOT, NULL},
    {CASTLING, "0-0+", ILLEGAL_NOT, NULL},
    {"r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "e1g1", ILLEGAL_CASTLING_OUT_OF_CHECK,
     "White may not castle out of check, given by the rook on e4"},
    {"4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "O-O", ILLEGAL_CASTLING_THROUGH_CHECK, "White may not castle through check: f1 is attacked"},
    {"4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "O-O", ILLEGAL_CASTLING_INTO_CHECK, "White may not castle into check: g1 would be attacked"},
    {"4k3/8/8/8/7r/8/8/4K2R w K - 0 1", "O-O", ILLEGAL_NOT, NULL},
    {"4k3/8/8/8/1r6/8/8/R3K3 w Q - 0 1", "O-O-O", ILLEGAL_NOT, NULL},
    {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", ILLEGAL_CASTLING_LOST, "White has no right to castle on the h side any more"},
    {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1", ILLEGAL_CASTLING_LOST, NULL},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O-O", ILLEGAL_CASTLING_LOST, "White has no right to castle on the a side any more"},
    {NULL, "O-O", ILLEGAL_CASTLING_BLOCKED, "White cannot castle: the bishop on f1 stands in the way"},
    {NULL, "e1c1", ILLEGAL_CASTLING_BLOCKED, "White cannot castle: the queen on d1 stands in the way"},
    {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", ILLEGAL_CASTLING_BLOCKED, NULL},
    {"4k3/8/8/8/8/8/8/5K2 w - - 0 1", "f1g1", ILLEGAL_NOT, NULL},
    {"4k3/8/8/8/8/8/8/5K2 w - - 0 1", "f1d1", ILLEGAL_CANNOT_GO, "the king on f1 cannot go to d1"},
    /* Chess960: a step is no castling; the rook that leaves uncovers the king. */
    {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", ILLEGAL_NOT, NULL},
    {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", ILLEGAL_NOT, NULL},
    {"4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1g1", ILLEGAL_NOT, NULL},
    {"4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "O-O-O", ILLEGAL_CASTLING_INTO_CHECK, NULL},
    /* Promotion. */
    {PROMOTION, "a7a8q", ILLEGAL_NOT, NULL},
    {PROMOTION, "a7a8Q", ILLEGAL_NOT, NULL},
    {PROMOTION, "a8=N", ILLEGAL_NOT, NULL},
    {PROMOTION, "a8Q", ILLEGAL_NOT, NULL},
    {PROMOTION, "a7a8", ILLEGAL_PROMOTION_MISSING, "the pawn promotes on a8, and no piece was chosen"},
    {PROMOTION, "a8", ILLEGAL_PROMOTION_MISSING, NULL},
    {PROMOTION, "a8=K", ILLEGAL_PROMOTION_WRONG, "a pawn does not become a king"},
    {PROMOTION, "a7a8p", ILLEGAL_PROMOTION_WRONG, "a pawn does not become a pawn"},
    /* In passing, as people write it (FIDE Laws, appendix C). */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", ILLEGAL_NOT, NULL},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.!", ILLEGAL_UNREADABLE, NULL},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6e.p.", ILLEGAL_EN_PASSANT_LATE, NULL},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p", ILLEGAL_NOT, NULL},
    {NULL, "e2e4q", ILLEGAL_PROMOTION_NONE, "the pawn that goes from e2 to e4 does not promote"},
    {PROMOTION, "a1b1q", ILLEGAL_PROMOTION_NONE, NULL},
    /* Others. */
    {NULL, "0000", ILLEGAL_NULL_MOVE, "passing is not a move"},
    {NULL, "(none)", ILLEGAL_NULL_MOVE, NULL},
    {NULL, "Z0", ILLEGAL_NULL_MOVE, NULL},
    {NULL, "P@e4", ILLEGAL_DROP, "pieces are not dropped in chess"},
    {"R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "Kd8", ILLEGAL_GAME_OVER, "the game is over: Black is checkmated"},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", ILLEGAL_GAME_OVER, "the game is over: Black is stalemated"},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "hm", ILLEGAL_UNREADABLE, NULL},
};

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const IllegalCase *c = &cases[i];
        const Position position = position_of(c->fen);
        Illegal verdict;
        char sentence[ILLEGAL_SENTENCE_SIZE];
        const bool legal = illegal_read(&position, c->text, &verdict);
        CHECK_MSG(verdict.reason == c->reason, "'%s': %s, expected %s", c->text, illegal_reason_name(verdict.reason),
                  illegal_reason_name(c->reason));
        CHECK_INT(legal, c->reason == ILLEGAL_NOT);
        CHECK_INT(verdict.move != MOVE_NONE, legal);
        const size_t length = illegal_sentence(&position, &verdict, sentence);
        CHECK_INT(length, strlen(sentence));
        if (c->sentence != NULL)
            CHECK_STR(sentence, c->sentence);
    }
}

/* A pawn left on the last rank stands as a queen, unless even that would be illegal. */
static void test_stands_as(void)
{
    Position position = position_of(PROMOTION);
    Illegal verdict;
    illegal_read(&position, "a7a8", &verdict);
    CHECK_INT(verdict.stands_as, move_of(&position, "a8=Q"));
    position = position_of("8/K2P3r/8/8/8/8/8/k7 w - - 0 1");
    illegal_read(&position, "d7d8", &verdict);
    CHECK_INT(verdict.reason, ILLEGAL_KING_EXPOSED);
    CHECK_INT(verdict.stands_as, MOVE_NONE);
}

/* Names are all there and all different. */
static void test_names(void)
{
    for (int i = 0; i < ILLEGAL_REASON_COUNT; i++)
        for (int j = 0; j < i; j++)
            CHECK(strcmp(illegal_reason_name((IllegalReason)i), illegal_reason_name((IllegalReason)j)) != 0);
}

static bool contains(const MoveList *list, Move move)
{
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

/* Every pair of squares with every choice of piece: legal here exactly if the generator has the move. */
static unsigned long compare_all(const Position *position, const MoveList *list)
{
    unsigned long wrong = 0;
    int legal = 0;
    MoveList found = {.count = 0};
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++)
            for (int promotion = PAWN; promotion <= NO_PIECE_TYPE; promotion++) {
                Illegal verdict;
                if (!illegal_judge(position, (Square)from, (Square)to, (PieceType)promotion, &verdict))
                    continue;
                wrong += !contains(list, verdict.move);
                if (!contains(&found, verdict.move)) { /* castling is found in both its spellings */
                    found.moves[found.count++] = verdict.move;
                    legal++;
                }
            }
    return wrong + (legal != list->count);
}

/* Random games, ordinary and Chess960; and reading agrees with move_text wherever that finds a move. */
static void test_against_generator(void)
{
    static const char *const starts[] = {NULL,
                                         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                         "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w KQkq - 0 1",
                                         "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                         "rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1",
                                         "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"};
    uint64_t random = 20;
    unsigned long wrong = 0, positions = 0;
    for (int round = 0; round < 12; round++) {
        Position position = position_of(starts[round % 6]);
        for (int ply = 0; ply < 100; ply++) {
            MoveList list;
            movegen_legal(&position.board, &list);
            if (list.count == 0)
                break;
            wrong += compare_all(&position, &list);
            positions++;
            for (int i = 0; i < list.count; i++) {
                char san[SAN_SIZE], uci[UCI_MOVE_SIZE];
                Illegal verdict;
                move_to_san(&position, list.moves[i], san);
                wrong += !illegal_read(&position, san, &verdict) || verdict.move != list.moves[i];
                move_to_uci(&position, list.moves[i], uci);
                wrong += !illegal_read(&position, uci, &verdict) || verdict.move != list.moves[i];
            }
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            position_make_move(&position, list.moves[(random >> 33) % (unsigned)list.count], NULL);
        }
    }
    CHECK_INT(wrong, 0);
    CHECK(positions > 600);
}

int main(void)
{
    chess_init();
    test_cases();
    test_stands_as();
    test_names();
    test_against_generator();
    return test_end("rules/illegal");
}
