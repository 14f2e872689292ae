/* SPDX-License-Identifier: GPL-3.0-only */
/* Orders read from words: what they say and for whom, what is missing, what is one word too many. */
#include "test.h"

#include "desk/orders.h"

static char message[SIMUL_MESSAGE_SIZE];

/* Reads "WORD REST". False with the reason in `message`. */
static bool read(const char *line, SimulEvent *event)
{
    static char text[ORDER_TEXT_SIZE];
    Text rest = text_of(line);
    Text word;
    bool board;
    text_next(&rest, &word);
    const Order *order = order_find(word, &board);
    CHECK_MSG(order != NULL, "%s", line);
    message[0] = '\0';
    return order != NULL && order_read(order, rest, event, text, message);
}

/* Words become what was said, where and for whom as far as that was said; who spoke is not decided here. */
static void test_events(void)
{
    static const struct {
        const char *line;
        SimulEventKind kind;
        int board;
        SimulBy by;
        const char *text;
    } cases[] = {
        {"reply 3 e5", SIMUL_EVENT_REPLY, 3, SIMUL_BY_OPPONENT, "e5"},
        {"reply 100000 e5", SIMUL_EVENT_REPLY, 100000, SIMUL_BY_OPPONENT, "e5"},
        {"move e4", SIMUL_EVENT_REPLY, 0, SIMUL_BY_EXHIBITOR, "e4"},
        {"stop", SIMUL_EVENT_STOP, 0, SIMUL_BY_EITHER, NULL},
        {"adjudicate 2 1/2-1/2", SIMUL_EVENT_ADJUDICATE, 2, SIMUL_BY_EITHER, "1/2-1/2"},
        {"resign 4", SIMUL_EVENT_RESIGN, 4, SIMUL_BY_OPPONENT, NULL},
        {"concede 4", SIMUL_EVENT_RESIGN, 4, SIMUL_BY_EXHIBITOR, NULL},
        {"takeback", SIMUL_EVENT_TAKEBACK, 0, SIMUL_BY_EXHIBITOR, NULL},
        {"pass 2", SIMUL_EVENT_PASS, 2, SIMUL_BY_OPPONENT, NULL},
        {"consent 2", SIMUL_EVENT_CONSENT, 2, SIMUL_BY_EXHIBITOR, NULL},
        {"claim 1", SIMUL_EVENT_CLAIM, 1, SIMUL_BY_EITHER, NULL},
        {"claim 1 Nf3", SIMUL_EVENT_CLAIM, 1, SIMUL_BY_EITHER, "Nf3"},
        {"claim 1 by exhibitor Nf3", SIMUL_EVENT_CLAIM, 1, SIMUL_BY_EXHIBITOR, "Nf3"},
        {"touch 1 e2 e4", SIMUL_EVENT_TOUCH, 1, SIMUL_BY_EITHER, "e2 e4"},
        {"offer 2", SIMUL_EVENT_OFFER, 2, SIMUL_BY_EITHER, NULL},
        {"offer 2 by opponent", SIMUL_EVENT_OFFER, 2, SIMUL_BY_OPPONENT, NULL},
        {"accept 2", SIMUL_EVENT_ACCEPT, 2, SIMUL_BY_EITHER, NULL},
        {"decline 2 by opponent", SIMUL_EVENT_DECLINE, 2, SIMUL_BY_OPPONENT, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SimulEvent event;
        if (!CHECK_MSG(read(cases[i].line, &event), "%s: %s", cases[i].line, message))
            continue;
        CHECK_INT(event.seat, SIMUL_OPERATOR);
        CHECK_INT(event.kind, cases[i].kind);
        CHECK_INT(event.board, cases[i].board);
        CHECK_INT(event.by, cases[i].by);
        CHECK_STR(event.text != NULL ? event.text : "none", cases[i].text != NULL ? cases[i].text : "none");
    }
}

static void test_refusals(void)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"reply", "reply: expected the number of a board, not \"\""},
        {"reply 100001 e4", "reply: expected the number of a board, not \"100001\""},
        {"reply 0 e4", "reply: expected the number of a board, not \"0\""},
        {"reply e4", "reply: expected the number of a board, not \"e4\""},
        {"reply 1", "reply: expected the board's number and a move"},
        {"move", "move: expected a move"},
        {"resign 1 please", "resign: nothing more is expected, not \"please\""},
        {"stop now", "stop: nothing more is expected, not \"now\""},
        {"offer 1 by me", "offer: by takes exhibitor or opponent"},
        {"reply 1 by opponent", NULL},
        {"adjudicate 1", "adjudicate: expected the board's number and a result: 1-0, 0-1, 1/2-1/2 or *"},
    };
    SimulEvent event;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_INT(read(cases[i].line, &event), cases[i].message == NULL);
        CHECK_STR(message, cases[i].message != NULL ? cases[i].message : "");
    }
    char line[ORDER_TEXT_SIZE + 16];
    snprintf(line, sizeof line, "move %0*d", ORDER_TEXT_SIZE - 1, 1);
    CHECK(read(line, &event));
    snprintf(line, sizeof line, "move %0*d", ORDER_TEXT_SIZE, 1);
    CHECK(!read(line, &event));
    CHECK_STR(message, "move: at most 511 characters may follow");
    bool board;
    CHECK(order_find(text_of("status"), &board) == NULL);
    CHECK(order_find(text_of("REPLY"), &board) != NULL && board);
    CHECK(order_find(text_of("pause"), &board) != NULL && !board);
}

int main(void)
{
    test_events();
    test_refusals();
    return test_end("desk/orders");
}
