/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/core_state.h"

#include "chess/move_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void board_clear_hand(SimulBoard *b)
{
    free(b->hand);
    b->hand = NULL;
}

static bool add_hand(SimulCore *core, SimulBoard *b, const HandEvent *event)
{
    if (b->hand == NULL)
        b->hand = calloc(1, sizeof *b->hand);
    if (b->hand == NULL) {
        core->out_of_memory = true;
        return false;
    }
    if (b->hand->count == HAND_EVENTS_MAX)
        return false;
    b->hand->events[b->hand->count++] = *event;
    return true;
}

static bool read_square(const char *text, Square *square)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return false;
    *square = square_make(text[0] - 'a', text[1] - '1');
    return true;
}

/* One word: `e2` touched, `e2-e4` let go there, `e8=q` a new piece on its square, `adjust`. */
static bool read_hand(const char *word, size_t length, HandEvent *event)
{
    *event = (HandEvent){HAND_TOUCH, NO_SQUARE, NO_SQUARE, NO_PIECE_TYPE};
    if (length == 6 && memcmp(word, "adjust", 6) == 0) {
        event->kind = HAND_ADJUST;
        return true;
    }
    if (length == 2)
        return read_square(word, &event->square);
    if (length == 5 && word[2] == '-') {
        event->kind = HAND_RELEASE;
        return read_square(word, &event->square) && read_square(word + 3, &event->to);
    }
    if (length == 4 && word[2] == '=') {
        static const char letters[] = "pnbrqk";
        const char *letter = strchr(letters, word[3]);
        event->kind = HAND_PROMOTE;
        if (letter == NULL || *letter == '\0')
            return false;
        event->piece = (PieceType)(letter - letters);
        return read_square(word, &event->to);
    }
    return false;
}

static void say_bound(SimulCore *core, int board)
{
    const SimulBoard *b = core_board(core, board);
    TouchObligation bound;
    touch_hand(&b->game.current, b->hand->events, (size_t)b->hand->count, true, &bound);
    char sentence[TOUCH_SENTENCE_SIZE];
    touch_sentence(&b->game.current, &bound, sentence);
    char moves[MAX_MOVES * UCI_MOVE_SIZE];
    size_t used = 0;
    moves[0] = '\0';
    for (int i = 0; bound.bound && i < bound.moves.count; i++) {
        char text[UCI_MOVE_SIZE];
        move_to_uci(&b->game.current, bound.moves.moves[i], text);
        used += (size_t)snprintf(moves + used, sizeof moves - used, "%s%s", i > 0 ? " " : "", text);
    }
    const char *list = bound.bound ? core_text(core, "%s", moves) : NULL;
    const char *text = core_text(core, "%s", sentence);
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_BOUND, board);
    says->moves = list;
    says->text = text;
}

void core_touch(SimulCore *core, const SimulEvent *event)
{
    const int board = event->seat;
    if (!core_stands_at(core, board) || core->paused ||
        (core->stage != SIMUL_STAGE_REPLY && core->stage != SIMUL_STAGE_ASKING)) {
        core_refuse(core, event->seat, board, "touching counts only when a reply is due");
        return;
    }
    SimulBoard *b = core_board(core, board);
    const char *text = event->text == NULL ? "" : event->text;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        const size_t length = strcspn(text, " ");
        HandEvent hand;
        if (!read_hand(text, length, &hand)) {
            core_refuse(core, event->seat, board, "squares are expected, as in `touch e1 h1`, or `adjust`");
            return;
        }
        if (!add_hand(core, b, &hand))
            break;
        text += length;
    }
    if (b->hand != NULL)
        say_bound(core, board);
}

bool core_keeps_to_touch(SimulCore *core, const SimulBoard *b, Move move, const char **reason)
{
    if (b->hand == NULL)
        return true;
    TouchObligation bound;
    touch_hand(&b->game.current, b->hand->events, (size_t)b->hand->count, true, &bound);
    if (touch_allows(&bound, move))
        return true;
    char sentence[TOUCH_SENTENCE_SIZE];
    touch_sentence(&b->game.current, &bound, sentence);
    *reason = core_text(core, "%s", sentence);
    return false;
}

void core_touch_by_illegal(SimulCore *core, SimulBoard *b, const Illegal *read)
{
    const Square squares[2] = {read->from, read->to};
    for (int i = 0; i < 2; i++)
        if (squares[i] != NO_SQUARE && position_piece_on(&b->game.current, squares[i]) != NO_PIECE)
            add_hand(core, b, &(HandEvent){HAND_TOUCH, squares[i], NO_SQUARE, NO_PIECE_TYPE});
}
