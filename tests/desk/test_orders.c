/* SPDX-License-Identifier: GPL-3.0-only */
/* Orders read from words: who speaks, what is missing, what is one word too many. */
#include "test.h"

#include "desk/orders.h"

static char message[SIMUL_MESSAGE_SIZE];

/* Reads "WORD REST" with nine boards; the seat that speaks, or -9 with the reason in `message`. */
static int speak(const char *line, SpeakerSight sight, SimulEvent *event)
{
    static OrderWords words;
    Text rest = text_of(line);
    Text word;
    bool board;
    text_next(&rest, &word);
    const Order *order = order_find(word, &board);
    CHECK(order != NULL);
    message[0] = '\0';
    if (order == NULL || !order_read(order, rest, 9, &words, message) || !order_event(&words, &sight, event, message))
        return -9;
    return event->seat;
}

static void test_speakers(void)
{
    const SpeakerSight program = {0};
    const SpeakerSight person = {.person_at_board = true};
    const SpeakerSight exhibitor = {.person_is_exhibitor = true};
    SpeakerSight both = {.person_at_board = true, .person_is_exhibitor = true};
    SimulEvent event;
    CHECK_INT(speak("reply 3 e5", person, &event), 3);
    CHECK_INT(event.kind, SIMUL_EVENT_REPLY);
    CHECK_STR(event.text, "e5");
    CHECK_INT(speak("move e4", exhibitor, &event), SIMUL_EXHIBITOR);
    CHECK_INT(event.board, 0);
    CHECK_INT(speak("stop", program, &event), SIMUL_OPERATOR);
    CHECK(event.text == NULL);
    CHECK_INT(speak("adjudicate 2 1/2-1/2", program, &event), SIMUL_OPERATOR);
    CHECK_INT(event.board, 2);
    CHECK_STR(event.text, "1/2-1/2");
    CHECK_INT(speak("resign 4", program, &event), 4);
    CHECK_INT(speak("concede 4", program, &event), SIMUL_EXHIBITOR);
    CHECK_INT(event.kind, SIMUL_EVENT_RESIGN);
    CHECK_INT(speak("claim 1", person, &event), 1);
    CHECK_INT(speak("claim 1 Nf3", person, &event), 1);
    CHECK_STR(event.text, "Nf3");
    CHECK_INT(speak("touch 1 e2 e4", person, &event), 1);
    CHECK_STR(event.text, "e2 e4");
    CHECK_INT(speak("touch 1 g1", exhibitor, &event), SIMUL_EXHIBITOR);
    CHECK_INT(speak("touch 1 g1", both, &event), 1);
    CHECK_INT(speak("claim 1", exhibitor, &event), SIMUL_EXHIBITOR);
    CHECK_INT(speak("claim 1 Nf3", both, &event), 1);

    CHECK_INT(speak("offer 2", person, &event), 2);
    CHECK_INT(speak("offer 2", exhibitor, &event), SIMUL_EXHIBITOR);
    CHECK_INT(speak("offer 2", both, &event), 2);
    both.exhibitor_thinks_here = true;
    CHECK_INT(speak("offer 2", both, &event), SIMUL_EXHIBITOR);
    CHECK_INT(speak("touch 2 g1", both, &event), SIMUL_EXHIBITOR);
    CHECK_INT(speak("claim 2", both, &event), SIMUL_EXHIBITOR);
    CHECK_INT(speak("offer 2 by opponent", both, &event), 2);
    CHECK_INT(speak("accept 2", both, &event), 2);
    both.offer_by_opponent = true;
    CHECK_INT(speak("accept 2", both, &event), SIMUL_EXHIBITOR);
    CHECK_INT(speak("decline 2 by opponent", both, &event), 2);
}

static void test_refusals(void)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"reply", "reply: expected a board from 1 to 9, not \"\""},
        {"reply 10 e4", "reply: expected a board from 1 to 9, not \"10\""},
        {"reply 0 e4", "reply: expected a board from 1 to 9, not \"0\""},
        {"reply e4", "reply: expected a board from 1 to 9, not \"e4\""},
        {"reply 1", "reply: expected the board's number and a move"},
        {"move", "move: expected a move"},
        {"resign 1 please", "resign: nothing more is expected, not \"please\""},
        {"stop now", "stop: nothing more is expected, not \"now\""},
        {"offer 1 by me", "offer: by takes exhibitor or opponent"},
        {"adjudicate 1", "adjudicate: expected the board's number and a result: 1-0, 0-1, 1/2-1/2 or *"},
        {"reply 1 e4", "reply 1: a program sits there, it speaks for itself"},
        {"offer 1", "offer 1: side A is played by a program, it speaks for itself"},
        {"move e4", "move: side A is played by a program, it speaks for itself"},
    };
    const SpeakerSight programs = {0};
    SimulEvent event;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_INT(speak(cases[i].line, programs, &event), -9);
        CHECK_STR(message, cases[i].message);
    }
    bool board;
    CHECK(order_find(text_of("status"), &board) == NULL);
    CHECK(order_find(text_of("REPLY"), &board) != NULL && board);
    CHECK(order_find(text_of("pause"), &board) != NULL && !board);
}

int main(void)
{
    test_speakers();
    test_refusals();
    return test_end("desk/orders");
}
