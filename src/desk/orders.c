/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/orders.h"

#include "desk/plan_board.h"

#include <string.h>

typedef enum Speaker { BY_OPPONENT, BY_EXHIBITOR, BY_EITHER, BY_OPERATOR } Speaker;

struct Order {
    const char *word;
    SimulEventKind kind;
    Speaker speaker;
    bool board;       /* a board's number follows */
    const char *text; /* what else must follow, for the message; NULL: nothing */
    bool optional;    /* … or need not */
};

static const Order ORDERS[] = {
    {"reply", SIMUL_EVENT_REPLY, BY_OPPONENT, true, "a move", false},
    {"resign", SIMUL_EVENT_RESIGN, BY_OPPONENT, true, NULL, false},
    {"claim", SIMUL_EVENT_CLAIM, BY_EITHER, true, "a move", true},
    {"pass", SIMUL_EVENT_PASS, BY_OPPONENT, true, NULL, false},
    {"touch", SIMUL_EVENT_TOUCH, BY_EITHER, true, "squares, ? or adjust", false},
    {"offer", SIMUL_EVENT_OFFER, BY_EITHER, true, NULL, false},
    {"accept", SIMUL_EVENT_ACCEPT, BY_EITHER, true, NULL, false},
    {"decline", SIMUL_EVENT_DECLINE, BY_EITHER, true, NULL, false},
    {"consent", SIMUL_EVENT_CONSENT, BY_EXHIBITOR, true, NULL, false},
    {"concede", SIMUL_EVENT_RESIGN, BY_EXHIBITOR, true, NULL, false},
    {"move", SIMUL_EVENT_REPLY, BY_EXHIBITOR, false, "a move", false},
    {"takeback", SIMUL_EVENT_TAKEBACK, BY_EXHIBITOR, false, NULL, false},
    {"leave", SIMUL_EVENT_LEAVE, BY_OPERATOR, true, NULL, false},
    {"adjudicate", SIMUL_EVENT_ADJUDICATE, BY_OPERATOR, true, "a result: 1-0, 0-1, 1/2-1/2 or *", false},
    {"pause", SIMUL_EVENT_PAUSE, BY_OPERATOR, false, NULL, false},
    {"stop", SIMUL_EVENT_STOP, BY_OPERATOR, false, NULL, false},
    {"abort", SIMUL_EVENT_ABORT, BY_OPERATOR, false, NULL, false},
};

const Order *order_find(Text word, bool *board)
{
    for (size_t i = 0; i < sizeof ORDERS / sizeof *ORDERS; i++) {
        if (text_is(word, ORDERS[i].word)) {
            *board = ORDERS[i].board;
            return &ORDERS[i];
        }
    }
    return NULL;
}

const char *order_word(const Order *order)
{
    return order->word;
}

bool order_board(const char *command, Text *rest, int boards, int *board, char message[SIMUL_MESSAGE_SIZE])
{
    Text word;
    int64_t number;
    text_next(rest, &word);
    if (!text_to_int(word, &number) || number < 1 || number > boards)
        return plan_refuse(message, "%s: expected a board from 1 to %d, not \"%.*s\"", command, boards, TEXT_SHOWN(word));
    *board = (int)number;
    return true;
}

/* `by exhibitor` or `by opponent`, if it is there. */
static bool read_by(const Order *order, Text *rest, OrderWords *words, char message[SIMUL_MESSAGE_SIZE])
{
    Text word;
    Text by;
    Text peek = *rest;
    if (!text_next(&peek, &word) || !text_is(word, "by"))
        return true;
    text_next(&peek, &by);
    *rest = text_trim(peek);
    words->by = text_is(by, "exhibitor") ? 'e' : text_is(by, "opponent") ? 'o' : 0;
    return words->by != 0 || plan_refuse(message, "%s: by takes exhibitor or opponent", order->word);
}

bool order_read(const Order *order, Text rest, int boards, OrderWords *words, char message[SIMUL_MESSAGE_SIZE])
{
    memset(words, 0, sizeof *words);
    words->order = order;
    if (order->board && !order_board(order->word, &rest, boards, &words->board, message))
        return false;
    rest = text_trim(rest);
    if (order->speaker == BY_EITHER && !read_by(order, &rest, words, message))
        return false;
    if (order->text == NULL && rest.length > 0)
        return plan_refuse(message, "%s: nothing more is expected, not \"%.*s\"", order->word, TEXT_SHOWN(rest));
    if (order->text != NULL && rest.length == 0 && !order->optional)
        return plan_refuse(message, "%s: expected %s%s", order->word, order->board ? "the board's number and " : "", order->text);
    if (rest.length >= sizeof words->text)
        return plan_refuse(message, "%s: at most %zu characters may follow", order->word, sizeof words->text - 1);
    text_copy(rest, words->text, sizeof words->text);
    return true;
}

bool order_event(const OrderWords *words, const SpeakerSight *sight, SimulEvent *event, char message[SIMUL_MESSAGE_SIZE])
{
    const Order *order = words->order;
    *event = (SimulEvent){.kind = order->kind, .board = words->board, .text = words->text[0] != '\0' ? words->text : NULL};
    switch (order->speaker) {
    case BY_OPERATOR: event->seat = SIMUL_OPERATOR; break;
    case BY_OPPONENT: event->seat = words->board; break;
    case BY_EXHIBITOR: event->seat = SIMUL_EXHIBITOR; break;
    case BY_EITHER:
        event->seat = words->by == 'e'   ? SIMUL_EXHIBITOR
                      : words->by == 'o' ? words->board
                                         : speaker_choose(sight, order->kind, words->board);
        break;
    }
    const char *problem = speaker_problem(sight, order->kind, event->seat);
    if (problem == NULL)
        return true;
    if (words->board > 0)
        return plan_refuse(message, "%s %d: %s", order->word, words->board, problem);
    return plan_refuse(message, "%s: %s", order->word, problem);
}
