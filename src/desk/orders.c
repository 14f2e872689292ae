/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/orders.h"

#include "desk/plan_board.h"

struct Order {
    const char *word;
    SimulEventKind kind;
    SimulBy by;       /* whose it is, if the word says so */
    bool either;      /* `by exhibitor` or `by opponent` may follow */
    bool board;       /* a board's number follows */
    const char *text; /* what else must follow, for the message; NULL: nothing */
    bool optional;    /* … or need not */
};

static const Order ORDERS[] = {
    {"reply", SIMUL_EVENT_REPLY, SIMUL_BY_OPPONENT, false, true, "a move", false},
    {"resign", SIMUL_EVENT_RESIGN, SIMUL_BY_OPPONENT, false, true, NULL, false},
    {"claim", SIMUL_EVENT_CLAIM, SIMUL_BY_EITHER, true, true, "a move", true},
    {"pass", SIMUL_EVENT_PASS, SIMUL_BY_OPPONENT, false, true, NULL, false},
    {"touch", SIMUL_EVENT_TOUCH, SIMUL_BY_EITHER, true, true, "squares, ? or adjust", false},
    {"offer", SIMUL_EVENT_OFFER, SIMUL_BY_EITHER, true, true, NULL, false},
    {"accept", SIMUL_EVENT_ACCEPT, SIMUL_BY_EITHER, true, true, NULL, false},
    {"decline", SIMUL_EVENT_DECLINE, SIMUL_BY_EITHER, true, true, NULL, false},
    {"consent", SIMUL_EVENT_CONSENT, SIMUL_BY_EXHIBITOR, false, true, NULL, false},
    {"concede", SIMUL_EVENT_RESIGN, SIMUL_BY_EXHIBITOR, false, true, NULL, false},
    {"move", SIMUL_EVENT_REPLY, SIMUL_BY_EXHIBITOR, false, false, "a move", false},
    {"takeback", SIMUL_EVENT_TAKEBACK, SIMUL_BY_EXHIBITOR, false, false, NULL, false},
    {"leave", SIMUL_EVENT_LEAVE, SIMUL_BY_EITHER, false, true, NULL, false},
    {"adjudicate", SIMUL_EVENT_ADJUDICATE, SIMUL_BY_EITHER, false, true, "a result: 1-0, 0-1, 1/2-1/2 or *", false},
    {"pause", SIMUL_EVENT_PAUSE, SIMUL_BY_EITHER, false, false, NULL, false},
    {"stop", SIMUL_EVENT_STOP, SIMUL_BY_EITHER, false, false, NULL, false},
    {"abort", SIMUL_EVENT_ABORT, SIMUL_BY_EITHER, false, false, NULL, false},
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

bool order_board(const char *command, Text *rest, int *board, char message[SIMUL_MESSAGE_SIZE])
{
    Text word;
    int64_t number;
    text_next(rest, &word);
    if (!text_to_int(word, &number) || number < 1 || number > SIMUL_MAX_BOARDS)
        return plan_refuse(message, "%s: expected the number of a board, not \"%.*s\"", command, TEXT_SHOWN(word));
    *board = (int)number;
    return true;
}

/* `by exhibitor` or `by opponent`, if it is there. */
static bool read_by(const Order *order, Text *rest, SimulEvent *event, char message[SIMUL_MESSAGE_SIZE])
{
    Text word;
    Text by;
    Text peek = *rest;
    if (!text_next(&peek, &word) || !text_is(word, "by"))
        return true;
    text_next(&peek, &by);
    *rest = text_trim(peek);
    event->by = text_is(by, "exhibitor") ? SIMUL_BY_EXHIBITOR : text_is(by, "opponent") ? SIMUL_BY_OPPONENT : SIMUL_BY_EITHER;
    return event->by != SIMUL_BY_EITHER || plan_refuse(message, "%s: by takes exhibitor or opponent", order->word);
}

bool order_read(const Order *order, Text rest, SimulEvent *event, char text[ORDER_TEXT_SIZE], char message[SIMUL_MESSAGE_SIZE])
{
    *event = (SimulEvent){.kind = order->kind, .seat = SIMUL_OPERATOR, .by = order->by};
    if (order->board && !order_board(order->word, &rest, &event->board, message))
        return false;
    rest = text_trim(rest);
    if (order->either && !read_by(order, &rest, event, message))
        return false;
    if (order->text == NULL && rest.length > 0)
        return plan_refuse(message, "%s: nothing more is expected, not \"%.*s\"", order->word, TEXT_SHOWN(rest));
    if (order->text != NULL && rest.length == 0 && !order->optional)
        return plan_refuse(message, "%s: expected %s%s", order->word, order->board ? "the board's number and " : "", order->text);
    if (rest.length >= ORDER_TEXT_SIZE)
        return plan_refuse(message, "%s: at most %d characters may follow", order->word, ORDER_TEXT_SIZE - 1);
    text_copy(rest, text, ORDER_TEXT_SIZE);
    if (rest.length > 0)
        event->text = text;
    return true;
}
