/* SPDX-License-Identifier: GPL-3.0-only */
/* Who has spoken, where an operator gives what players say: told by how things stand when the words are dealt with. */
#include "test.h"

#include "chess/chess.h"
#include "scene.h"

enum { PROGRAM, PERSON };

#define AFTER_E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

/* Two boards with whom they say, side A likewise; A stands at board 1, whose reply is due if `due`, else A is to move. */
static void hall(int exhibitor, int first, int second, bool due)
{
    scene_set(2);
    scene_settings.exhibitor_person = exhibitor == PERSON;
    scene_settings.passes = 1;
    scene_boards[0].person = first == PERSON;
    scene_boards[1].person = second == PERSON;
    for (int i = 0; i < 2; i++)
        scene_boards[i].fen = due ? AFTER_E4 : "";
    scene_open(2);
    if (due)
        scene_asked(0, 1);
}

static const char *by(SimulBy by, SimulEventKind kind, int board, const char *text)
{
    return scene_give(1, &(SimulEvent){.kind = kind, .seat = SIMUL_OPERATOR, .board = board, .by = by, .text = text});
}

static const char *said(SimulEventKind kind, int board, const char *text)
{
    return by(SIMUL_BY_EITHER, kind, board, text);
}

static void a_person_speaks_where_the_other_side_is_a_program(void)
{
    hall(PROGRAM, PERSON, PROGRAM, true);
    BRINGS(said(SIMUL_EVENT_OFFER, 1, NULL), "offer board 1 by opponent state made\n");
    BRINGS(said(SIMUL_EVENT_TOUCH, 1, "e7"), "bound board 1 moves e7e6 e7e5 ");
    BRINGS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_REPLY, 1, "e7e5"), "reply board 1 move e7e5 ");
    hall(PERSON, PROGRAM, PROGRAM, false);
    BRINGS(said(SIMUL_EVENT_OFFER, 1, NULL), "offer board 1 by exhibitor state made\n");
    BRINGS(said(SIMUL_EVENT_TOUCH, 1, "e2"), "bound board 1 moves e2e3 e2e4 ");
    BRINGS(by(SIMUL_BY_EXHIBITOR, SIMUL_EVENT_REPLY, 0, "e2e4"), "move board 1 move e2e4 ");
}

static void between_people_an_offer_is_the_opponents_unless_a_is_to_move(void)
{
    hall(PERSON, PERSON, PERSON, true);
    BRINGS(said(SIMUL_EVENT_TOUCH, 1, "e7"), "bound board 1 moves e7e6 e7e5 ");
    BRINGS(said(SIMUL_EVENT_OFFER, 1, NULL), "offer board 1 by opponent state made\n");
    hall(PERSON, PERSON, PERSON, false);
    BRINGS(said(SIMUL_EVENT_TOUCH, 1, "e2"), "bound board 1 moves e2e3 e2e4 ");
    BRINGS(said(SIMUL_EVENT_OFFER, 1, NULL), "offer board 1 by exhibitor state made\n");
    BRINGS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_OFFER, 2, NULL), "refused board 2 reason A is at another board");
}

static void between_people_an_answer_is_by_who_was_offered_something(void)
{
    hall(PERSON, PERSON, PERSON, true);
    BRINGS(said(SIMUL_EVENT_OFFER, 1, NULL), "offer board 1 by opponent state made\n");
    BRINGS(said(SIMUL_EVENT_DECLINE, 1, NULL), "offer board 1 by opponent state declined\n");
    hall(PERSON, PERSON, PERSON, false);
    BRINGS(said(SIMUL_EVENT_OFFER, 1, NULL), "offer board 1 by exhibitor state made\n");
    BRINGS(said(SIMUL_EVENT_ACCEPT, 1, NULL), "[refuse 1]\nrefused board 1 reason a draw can be agreed only after both sides have moved\n");
    BRINGS(by(SIMUL_BY_EXHIBITOR, SIMUL_EVENT_DECLINE, 1, NULL), "[refuse 0]\n");
}

static void between_people_a_pass_is_answered_by_a(void)
{
    hall(PERSON, PERSON, PERSON, true);
    BRINGS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_PASS, 1, NULL), "pass board 1 state asked\n");
    BRINGS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_DECLINE, 1, NULL), "refused board 1 reason ");
    BRINGS(said(SIMUL_EVENT_DECLINE, 1, NULL), "pass board 1 state declined\n");
    BRINGS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_PASS, 1, NULL), "pass board 1 state asked\n");
    BRINGS(by(SIMUL_BY_EXHIBITOR, SIMUL_EVENT_CONSENT, 1, NULL), "pass board 1 state granted\n");
}

static void nobody_speaks_for_a_program(void)
{
    hall(PROGRAM, PROGRAM, PERSON, true);
    SHOWS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_REPLY, 1, "e7e5"), "refused board 1 reason a program sits there, it speaks for itself\n");
    SHOWS(said(SIMUL_EVENT_OFFER, 1, NULL), "refused board 1 reason side A is played by a program, it speaks for itself\n");
    SHOWS(by(SIMUL_BY_EXHIBITOR, SIMUL_EVENT_TAKEBACK, 0, NULL),
          "refused board 1 reason side A is played by a program, it speaks for itself\n");
    SHOWS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_REPLY, 3, "e7e5"), "refused board 3 reason there is no such board: they are 1 to 2\n");
    /* But an operator may resign for it. */
    BRINGS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_RESIGN, 1, NULL), "end board 1 result 1-0 ");
    BRINGS(by(SIMUL_BY_EXHIBITOR, SIMUL_EVENT_RESIGN, 2, NULL), "end board 2 result 0-1 ");
    SHOWS(by(SIMUL_BY_OPPONENT, SIMUL_EVENT_REPLY, 2, "e7e5"), "refused board 2 reason the exhibition is over\n");
}

static void before_the_start_nobody_is_anywhere(void)
{
    scene_set(1);
    scene_settings.exhibitor_person = true;
    scene_make(1);
    BRINGS(by(SIMUL_BY_EXHIBITOR, SIMUL_EVENT_REPLY, 0, "e2e4"), "error the exhibition is not running\n");
    BRINGS(by(SIMUL_BY_EXHIBITOR, SIMUL_EVENT_TAKEBACK, 0, NULL), "error nothing can be taken back now\n");
    SHOWS(said(SIMUL_EVENT_OFFER, 0, NULL), "error there is no such board: they are 1 to 1\n");
}

int main(void)
{
    chess_init();
    a_person_speaks_where_the_other_side_is_a_program();
    between_people_an_offer_is_the_opponents_unless_a_is_to_move();
    between_people_an_answer_is_by_who_was_offered_something();
    between_people_a_pass_is_answered_by_a();
    nobody_speaks_for_a_program();
    before_the_start_nobody_is_anywhere();
    simul_core_destroy(scene_core);
    return test_end("simul/core_speaker");
}
