/* SPDX-License-Identifier: GPL-3.0-only */
/* Touch-move, clause by clause (Articles 4.2-4.8). */
#include "rules_test.h"

#include "rules/touch.h"

#include <stdlib.h>

typedef struct TouchCase {
    const char *article;
    const char *what;
    const char *fen;
    const char *hand; /* events; "?" first: the order of the colours is unknown */
    TouchRule rule;
    const char *moves; /* those allowed, UCI, sorted; "*": all legal moves */
} TouchCase;

/* White: king e1, rooks a1 h1, knight b1 hemmed by nothing, pawns; Black: a few pieces. */
#define CASTLE "4k3/8/8/8/8/8/P6P/R3K2R w KQ - 0 1"
#define NO_SHORT "4k3/8/8/8/8/6r1/P6P/R3K2R w KQ - 0 1" /* g1 is attacked */

static const TouchCase cases[] = {
    {"4.2.1", "adjusting announced: nothing binds", NULL, "adjust e2 g1", TOUCH_ADJUSTED, "*"},
    {"4.2.1", "j'adoube is the same", NULL, "j'adoube e2", TOUCH_ADJUSTED, "*"},
    {"4.2.1", "touched before adjusting was announced: bound", NULL, "g1 adjust e2", TOUCH_OWN, "g1f3 g1h3"},
    {"4.2.2", "touched without a word: meant", NULL, "g1", TOUCH_OWN, "g1f3 g1h3"},
    {"", "nothing touched", NULL, "", TOUCH_NOTHING, "*"},
    {"", "an empty square touched", NULL, "e4 e5", TOUCH_NOTHING, "*"},

    {"4.3.1", "one own piece", NULL, "e2", TOUCH_OWN, "e2e3 e2e4"},
    {"4.3.1", "two: the first", NULL, "g1 e2", TOUCH_OWN, "g1f3 g1h3"},
    {"4.3.1", "two, the first without a move: the second", NULL, "f1 e2", TOUCH_OWN, "e2e3 e2e4"},
    {"4.3.1", "touched twice: once", NULL, "f1 f1 g1", TOUCH_OWN, "g1f3 g1h3"},
    {"4.3.1", "a pinned piece has no move", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2 e1", TOUCH_OWN, "e1d1 e1d2 e1f1 e1f2"},
    {"4.3.1", "in check only what answers it", "4r2k/8/8/8/8/8/8/N2BK3 w - - 0 1", "a1 d1", TOUCH_OWN, "d1e2"},
    {"4.3.1", "castling is a move of the king", CASTLE, "e1", TOUCH_OWN, "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
    {"4.3.1", "and none of the rook's", CASTLE, "h1", TOUCH_OWN, "h1f1 h1g1"},

    {"4.3.2", "an opponent's piece", "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "d5", TOUCH_OPPONENT, "c3d5 e4d5"},
    {"4.3.2", "two: the first that can be captured", "4k3/8/8/1r1p4/4P3/2N5/8/4K3 w - - 0 1", "d5 b5", TOUCH_OPPONENT, "c3d5 e4d5"},
    {"4.3.2", "the first cannot be captured: the second", "r3k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "a8 d5", TOUCH_OPPONENT, "c3d5 e4d5"},
    {"4.3.2", "an en passant victim on its own square", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5", TOUCH_OPPONENT, "e5d6"},
    {"4.3.2", "capturing with promotion: all four", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "d8", TOUCH_OPPONENT, "e7d8b e7d8n e7d8q e7d8r"},

    {"4.3.3", "own, then the other: captured with it", "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "c3 d5", TOUCH_BOTH, "c3d5"},
    {"4.3.3", "the other, then own: the same", "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "d5 c3", TOUCH_BOTH, "c3d5"},
    {"4.3.3", "the first of each colour counts", "4k3/8/8/1r1p4/4P3/2N5/8/4K3 w - - 0 1", "c3 e4 b5 d5", TOUCH_BOTH, "c3b5"},
    {"4.3.3", "illegal, own first: it moves", "r3k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "c3 a8", TOUCH_BOTH_FIRST,
     "c3a2 c3a4 c3b1 c3b5 c3d1 c3d5 c3e2"},
    {"4.3.3", "illegal, the other first: it is captured", "4k3/8/8/3p4/4P3/8/8/3NK3 w - - 0 1", "d5 d1", TOUCH_BOTH_FIRST, "e4d5"},
    {"4.3.3", "illegal, the other first but safe: the own moves", "r3k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "a8 e4", TOUCH_BOTH_FIRST, "e4e5"},
    {"4.3.3", "order unknown: the own one counts as first", "4k3/8/8/3p4/4P3/8/8/3NK3 w - - 0 1", "? d5 d1", TOUCH_BOTH_FIRST,
     "d1b2 d1c3 d1e3 d1f2"},
    {"4.3.3", "en passant victim with the capturing pawn", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5 d5", TOUCH_BOTH, "e5d6"},

    {"4.4.1", "king, then rook: castling there", CASTLE, "e1 h1", TOUCH_CASTLE, "e1g1"},
    {"4.4.1", "the other side", CASTLE, "e1 a1", TOUCH_CASTLE, "e1c1"},
    {"4.4.2", "rook, then king: the rook moves", CASTLE, "h1 e1", TOUCH_ROOK_THEN_KING, "h1f1 h1g1"},
    {"4.4.2", "the rook has no move: the king, not castling there", "r3k2r/8/8/8/8/8/4P2P/R2BK1NR w KQkq - 0 1", "h1 e1",
     TOUCH_ROOK_THEN_KING, "e1d2 e1f1 e1f2"},
    {"4.4.2", "castling with the other rook stays", "4k3/8/8/8/8/8/P6P/R3K1NR w KQ - 0 1", "h1 e1", TOUCH_ROOK_THEN_KING,
     "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2"},
    {"4.4.3", "that castling is illegal: another king move", NO_SHORT, "e1 h1", TOUCH_KING_INSTEAD, "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2"},
    {"4.4.3", "nor has the king a move: free", "4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1", "e1 h1", TOUCH_CASTLE_FREE, "*"},
    {"4.4.3", "free, but then another piece is touched", "4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1", "e1 h1 d2", TOUCH_OWN, "d2d3 d2d4"},
    {"4.4.3", "a piece that can move was touched before the king", CASTLE, "a2 e1 h1", TOUCH_OWN, "a2a3 a2a4"},
    {"4.4.3", "one that cannot was touched before: castling", "4k3/8/8/8/8/p7/P6P/R3K2R w KQ - 0 1", "a2 e1 h1", TOUCH_CASTLE, "e1g1"},
    {"4.4.1", "with the other king", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8 a8", TOUCH_CASTLE, "e8c8"},

    {"4.5", "own piece without a move", NULL, "a1", TOUCH_FREE, "*"},
    {"4.5", "opponent's piece that cannot be captured", NULL, "e7", TOUCH_FREE, "*"},
    {"4.5", "both", NULL, "a1 e7 d1", TOUCH_FREE, "*"},

    {"4.4.4", "the new piece has touched its square", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7 a8=R", TOUCH_PROMOTION_CHOSEN, "a7a8r"},
    {"4.4.4", "before that the choice is open", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7", TOUCH_OWN, "a7a8b a7a8n a7a8q a7a8r"},
    {"4.4.4", "a second choice comes too late", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7 a8=R a8=Q", TOUCH_PROMOTION_CHOSEN, "a7a8r"},
    {"4.6.2", "the new piece first, then the pawn", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N a7", TOUCH_PROMOTION_CHOSEN, "a7a8n"},
    {"4.4.4", "either order of the hands, of two pawns", "3r4/2P1P2k/8/8/8/8/8/K7 w - - 0 1", "d8=Q e7", TOUCH_PROMOTION_CHOSEN, "e7d8q"},
    {"4.4.4", "and the other order", "3r4/2P1P2k/8/8/8/8/8/K7 w - - 0 1", "e7 d8=Q", TOUCH_PROMOTION_CHOSEN, "e7d8q"},
    {"4.4.4", "the captured piece taken off between", "3r4/2P1P2k/8/8/8/8/8/K7 w - - 0 1", "d8=N d8 c7", TOUCH_PROMOTION_CHOSEN, "c7d8n"},
    {"4.4.4", "the pawn let go beside the new piece", "3r4/2P1P2k/8/8/8/8/8/K7 w - - 0 1", "d8=R e7-d8", TOUCH_PROMOTION_CHOSEN, "e7d8r"},
    {"4.4.4", "before a pawn is touched either may have been meant", "3r4/2P1P2k/8/8/8/8/8/K7 w - - 0 1", "d8=B", TOUCH_PROMOTION_CHOSEN,
     "c7d8b e7d8b"},
    {"4.6.1", "the pawn let go on the last rank: the square stands, not the piece", "1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7-b8",
     TOUCH_RELEASED, "a7b8b a7b8n a7b8q a7b8r"},
    {"4.6.3", "an opponent's piece on the square of promotion is captured", "1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7 b8 b8=Q",
     TOUCH_PROMOTION_CHOSEN, "a7b8q"},
    {"4.6", "no pawn can promote there", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7 c8=Q", TOUCH_OWN, "a7a8b a7a8n a7a8q a7a8r"},

    {"4.7", "let go on a square", NULL, "g1-f3", TOUCH_RELEASED, "g1f3"},
    {"4.7", "let go, then moved on: it stays", NULL, "g1-f3 g1-h3", TOUCH_RELEASED, "g1f3"},
    {"4.7", "touched first, let go later", NULL, "e2 e2-e4", TOUCH_RELEASED, "e2e4"},
    {"4.7", "let go on a square it cannot go to: it must still move", NULL, "g1-g3", TOUCH_OWN, "g1f3 g1h3"},
    {"4.7", "another piece let go than the one touched: the first is bound", NULL, "e2 g1-f3", TOUCH_OWN, "e2e3 e2e4"},
    {"4.7.1", "a capture, let go", "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "d5 c3-d5", TOUCH_RELEASED, "c3d5"},
    {"4.7.2", "king let go on its castling square", CASTLE, "e1-g1", TOUCH_KING_RELEASED, "e1g1"},
    {"4.7.2", "and the rook completes it", CASTLE, "e1-g1 h1-f1", TOUCH_KING_RELEASED, "e1g1"},
    {"4.7.2", "castling there is illegal: another king move", NO_SHORT, "e1-g1", TOUCH_KING_RELEASED_INSTEAD,
     "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2"},
    {"4.7.2", "nor has the king a move: free", "4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1", "e1-g1", TOUCH_KING_RELEASED_FREE, "*"},
    {"4.7.2", "a king's step let go is made", CASTLE, "e1-f1", TOUCH_RELEASED, "e1f1"},
    {"4.7.2", "after rook then king no castling there either", CASTLE, "h1 e1-g1", TOUCH_ROOK_THEN_KING, "h1f1 h1g1"},
    {"4.7.2", "rook let go first: a rook's move", CASTLE, "h1-f1", TOUCH_RELEASED, "h1f1"},
    {"4.7.2", "in Chess960 the king may end where the rook stood", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1-g1", TOUCH_KING_RELEASED, "f1g1"},
    {"4.7.2", "and a step is a step", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1-g1", TOUCH_RELEASED, "f1g1"},
    {"4.7", "in Chess960 castling by the rook alone: the rook is touched first", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "h1", TOUCH_OWN,
     "g1h1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"},
    {"4.7", "and let go where castling takes it", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "h1-f1", TOUCH_RELEASED, "g1h1"},
    {"4.4.2", "the king lifted after the rook changes nothing", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "h1 g1", TOUCH_ROOK_THEN_KING,
     "g1h1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"},
    {"4.4.2", "in Chess960 too where the king moves", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "h1 f1", TOUCH_ROOK_THEN_KING,
     "h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"},
    {"4.4.1", "in Chess960 by the king alone", "4k3/8/8/8/8/8/8/2KR4 w D - 0 1", "c1 d1", TOUCH_CASTLE, "c1d1"},
    {"4.7.3", "pawn let go, then the piece", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7-a8 a8=B", TOUCH_PROMOTION_CHOSEN, "a7a8b"},
    {"4.8", "later touches change nothing once a piece is let go", NULL, "g1-f3 e2", TOUCH_RELEASED, "g1f3"},
};

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The moves as UCI text, sorted. */
static void list_moves(const Position *position, const MoveList *list, char text[2048])
{
    static char names[MAX_MOVES][UCI_MOVE_SIZE];
    for (int i = 0; i < list->count; i++)
        move_to_uci(position, list->moves[i], names[i]);
    qsort(names, (size_t)list->count, sizeof names[0], by_text);
    text[0] = '\0';
    for (int i = 0; i < list->count; i++) {
        strcat(text, i > 0 ? " " : "");
        strcat(text, names[i]);
    }
}

static size_t read_hand(const char *text, HandEvent events[16])
{
    size_t count = 0;
    for (const char *at = text; *at != '\0'; at += strspn(at, " ")) {
        CHECK_MSG(touch_read_event(at, &events[count++]), "'%s' is no event", at);
        at += strcspn(at, " ");
    }
    return count;
}

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const TouchCase *c = &cases[i];
        const Position position = position_of(c->fen);
        HandEvent events[16];
        const size_t count = read_hand(c->hand, events);
        TouchObligation obligation;
        touch_hand(&position, events, count, &obligation);

        char allowed[2048], expected[2048], sentence[TOUCH_SENTENCE_SIZE];
        list_moves(&position, &obligation.moves, allowed);
        if (strcmp(c->moves, "*") == 0) {
            MoveList all;
            movegen_legal(&position.board, &all);
            list_moves(&position, &all, expected);
        } else {
            strcpy(expected, c->moves);
        }
        CHECK_MSG(strcmp(allowed, expected) == 0, "%s %s: %s, expected %s", c->article, c->what, allowed, expected);
        CHECK_MSG(obligation.rule == c->rule, "%s %s: rule %d, expected %d", c->article, c->what, obligation.rule, c->rule);
        CHECK_MSG(obligation.bound == (strcmp(c->moves, "*") != 0), "%s %s: bound %d", c->article, c->what, obligation.bound);
        CHECK(touch_sentence(&position, &obligation, sentence) > 10);

        /* Squares alone say the same. */
        Square squares[16];
        bool only_touches = true;
        for (size_t j = 0; j < count; j++) {
            squares[j] = events[j].square;
            only_touches = only_touches && events[j].kind == HAND_TOUCH;
        }
        if (only_touches) {
            TouchObligation same;
            touch_squares(&position, squares, count, true, &same);
            CHECK(same.rule == obligation.rule && same.moves.count == obligation.moves.count);
        }
    }
}

static void test_allows(void)
{
    const Position position = position_of(NULL);
    const Square squares[] = {6};
    TouchObligation obligation;
    char sentence[TOUCH_SENTENCE_SIZE];
    touch_squares(&position, squares, 1, true, &obligation);
    CHECK(touch_allows(&obligation, move_of(&position, "Nf3")));
    CHECK(!touch_allows(&obligation, move_of(&position, "e4")));
    touch_sentence(&position, &obligation, sentence);
    CHECK_STR(sentence, "the knight on g1 was touched and must move");
    CHECK_STR(touch_article(obligation.rule), "4.3.1");
}

static void test_event_text(void)
{
    static const char *const wrong[] = {"", "e", "e9", "i2", "e2-", "e2-e9", "e2e4x", "e8=K", "e8=", "adjusted", "e8=QQ"};
    HandEvent event = {HAND_ADJUST, 1, 2, KING, 0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_MSG(!touch_read_event(wrong[i], &event), "'%s' was read", wrong[i]);
    CHECK_INT(event.square, 1);
    CHECK(touch_read_event("e8q x", &event));
    CHECK_INT(event.kind, HAND_PROMOTE);
    CHECK_INT(event.piece, QUEEN);
    CHECK_INT(event.to, E8);
}

int main(void)
{
    chess_init();
    test_cases();
    test_allows();
    test_event_text();
    return test_end("rules/touch");
}
