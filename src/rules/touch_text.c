/* SPDX-License-Identifier: GPL-3.0-only */
/* The words for what a hand did, and for what that binds to. */
#include "rules/touch.h"

#include <stdio.h>
#include <string.h>

static bool read_square(const char *text, Square *square)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return false;
    *square = square_make(text[0] - 'a', text[1] - '1');
    return true;
}

bool touch_read_event(const char *text, HandEvent *event)
{
    static const char pieces[] = "NBRQ";
    const size_t length = strcspn(text, " \t\r\n");
    HandEvent read = {HAND_TOUCH, NO_SQUARE, NO_SQUARE, NO_PIECE_TYPE, 0};

    if ((length == 6 && memcmp(text, "adjust", 6) == 0) || (length == 8 && memcmp(text, "j'adoube", 8) == 0)) {
        read.kind = HAND_ADJUST;
    } else if (length == 1 && text[0] == '?') {
        read.kind = HAND_ORDER_UNKNOWN;
    } else if (length < 2 || !read_square(text, &read.square)) {
        return false;
    } else if (length == 5 && text[2] == '-' && read_square(text + 3, &read.to)) {
        read.kind = HAND_RELEASE;
    } else if (length == 3 || (length == 4 && text[2] == '=')) {
        const char letter = text[length - 1];
        const char *at = strchr(pieces, letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
        if (at == NULL)
            return false;
        read = (HandEvent){HAND_PROMOTE, NO_SQUARE, read.square, (PieceType)(KNIGHT + (at - pieces)), 0};
    } else if (length != 2) {
        return false;
    }
    *event = read;
    return true;
}

const char *touch_article(TouchRule rule)
{
    static const char *const articles[TOUCH_RULE_COUNT] = {
        [TOUCH_NOTHING] = "",
        [TOUCH_ADJUSTED] = "4.2.1",
        [TOUCH_OWN] = "4.3.1",
        [TOUCH_OPPONENT] = "4.3.2",
        [TOUCH_BOTH] = "4.3.3",
        [TOUCH_BOTH_FIRST] = "4.3.3",
        [TOUCH_CASTLE] = "4.4.1",
        [TOUCH_ROOK_THEN_KING] = "4.4.2",
        [TOUCH_KING_INSTEAD] = "4.4.3",
        [TOUCH_CASTLE_FREE] = "4.4.3",
        [TOUCH_FREE] = "4.5",
        [TOUCH_RELEASED] = "4.7",
        [TOUCH_KING_RELEASED] = "4.7.2",
        [TOUCH_KING_RELEASED_INSTEAD] = "4.7.2",
        [TOUCH_KING_RELEASED_FREE] = "4.7.2",
        [TOUCH_NAMED] = "4.3.1",
        [TOUCH_PROMOTION_CHOSEN] = "4.4.4",
    };
    return articles[rule];
}

size_t touch_sentence(const Position *position, const TouchObligation *obligation, char text[TOUCH_SENTENCE_SIZE])
{
    static const char *const types[] = {"pawn", "knight", "bishop", "rook", "queen", "king", "piece"};
    const Square square = obligation->piece;
    const char *type = types[square == NO_SQUARE ? NO_PIECE_TYPE : piece_type(position->mailbox[square])];
    const char name[3] = {(char)('a' + square_file(square)), (char)('1' + square_rank(square)), '\0'};
    int n = 0;

#define SAY(...) n = snprintf(text, TOUCH_SENTENCE_SIZE, __VA_ARGS__)
    switch (obligation->rule) {
    case TOUCH_NOTHING: SAY("no piece was touched: any legal move"); break;
    case TOUCH_ADJUSTED: SAY("adjusting was announced: any legal move"); break;
    case TOUCH_OWN: SAY("the %s on %s was touched and must move", type, name); break;
    case TOUCH_OPPONENT: SAY("the %s on %s was touched and must be captured", type, name); break;
    case TOUCH_BOTH: SAY("the %s on %s must capture the piece touched", type, name); break;
    case TOUCH_BOTH_FIRST: SAY("the %s on %s was the first touched that can be moved or captured, and must be", type, name); break;
    case TOUCH_CASTLE: SAY("king and rook were touched: castling there"); break;
    case TOUCH_ROOK_THEN_KING: SAY("a rook was touched before the king, no castling with it: the %s on %s must move", type, name); break;
    case TOUCH_KING_INSTEAD: SAY("castling there is illegal: another king move"); break;
    case TOUCH_CASTLE_FREE: SAY("castling there is illegal and the king has no move: any legal move"); break;
    case TOUCH_FREE: SAY("nothing touched can be moved or captured: any legal move"); break;
    case TOUCH_RELEASED: SAY("the %s from %s was let go: it stays there", type, name); break;
    case TOUCH_KING_RELEASED: SAY("the king was let go on its castling square: castling there"); break;
    case TOUCH_KING_RELEASED_INSTEAD: SAY("the king was let go, but castling there is illegal: another king move"); break;
    case TOUCH_KING_RELEASED_FREE: SAY("the king was let go, but can neither castle there nor move: any legal move"); break;
    case TOUCH_NAMED:
        SAY("a %s was named and must move", types[piece_type(position->mailbox[move_from(obligation->moves.moves[0])])]);
        break;
    case TOUCH_PROMOTION_CHOSEN: SAY("the new piece has touched its square: the choice stands"); break;
    case TOUCH_RULE_COUNT: break;
    }
#undef SAY
    return n < 0 ? 0 : (size_t)n;
}
