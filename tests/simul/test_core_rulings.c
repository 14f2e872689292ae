/* SPDX-License-Identifier: GPL-3.0-only */
/* Rulings at the edge: what binds after an illegal move, what forfeits a claim, what offences cost, what a takeback returns. */
#include "scene.h"

#define START_AFTER_E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

static SimulBoardView view_of(int board)
{
    SimulBoardView view;
    simul_core_view(scene_core, board, &view);
    return view;
}

/* A person has the move at board 1, in this position, on A's colour's other side. */
static void person_to_move(const char *fen)
{
    scene_set(1);
    scene_boards[0].person = true;
    scene_boards[0].fen = fen;
    scene_settings.color = strstr(fen, " w ") != NULL ? SIMUL_COLOR_BLACK : SIMUL_COLOR_WHITE;
    scene_settings.illegal_manual = 9;
    scene_open(1);
    scene_asked(0, 1);
}

/* A person plays A, and has the move at board 1. */
static void exhibitor_to_move(int boards)
{
    scene_set(boards);
    scene_settings.exhibitor_person = true;
    scene_settings.illegal_manual = 3;
    for (int i = 0; i < boards; i++)
        scene_boards[i].person = true;
}

static const char *by_exhibitor(int64_t ms, SimulEventKind kind, const char *text)
{
    return scene_event(ms, kind, 0, text);
}

/* ---- 4.3.3: an illegal move's text ---- */

typedef struct BoundCase {
    const char *what, *fen, *illegal, *refused, *bound;
} BoundCase;

static void the_named_piece_binds_before_its_victim(void)
{
    static const BoundCase cases[] = {
        {"either of two knights that cannot capture there must move", "4k3/8/8/3p4/4P3/8/8/N3K2N w - - 0 1", "Nxd5", "e4d5", "a1b3"},
        {"the other of the two", "4k3/8/8/3p4/4P3/8/8/N3K2N w - - 0 1", "Nxd5", "e1e2", "h1g3"},
        {"no knight can move: the victim is captured", "4k3/8/8/3p4/4P3/1P6/P1P5/N3K3 w - - 0 1", "Nxd5", "e1e2", "e4d5"},
        {"one of two knights can move: that one", "4k3/8/8/3p4/4P3/1P6/P1P5/N3K2N w - - 0 1", "Nxd5", "e4d5", "h1f2"},
        {"neither: free", "4k3/8/8/3p4/8/1P6/P1P5/N3K3 w - - 0 1", "Nxd5", NULL, "e1e2"},
        {"a piece named of several that cannot go there: the player chooses", "4k3/8/8/8/8/8/P6P/R3K2R w - - 0 1", "Rd5", "e1e2", "h1g1"},
        {"one comes nearer: that one", "4k3/8/8/8/8/8/P6P/R3K2R w - - 0 1", "Ra5", "h1g1", "a1b1"},
        {"the file names one", "4k3/8/8/8/8/8/P6P/R3K2R w - - 0 1", "Rah4", "h1g1", "a1b1"},
        {"castling without the right: the king must move", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "h1h2", "e1e2"},
        {"castling, king and rook named, the king without a move: free", "4k3/8/8/8/8/8/3PPP2/3QKBNR w - - 0 1", "O-O", NULL, "f2f3"},
        {"the other side's piece named first: it is captured", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5d4", "e1e2", "e4d5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const BoundCase *c = &cases[i];
        person_to_move(c->fen);
        CHECK_MSG(strstr(scene_reply(1, 1, c->illegal), "; illegal 1 of 9 (Article 7.5.5)\n") != NULL, "%s: %s", c->what, scene_text);
        if (c->refused != NULL)
            CHECK_MSG(strstr(scene_reply(2, 1, c->refused), "; not counted\n") != NULL, "%s: %s", c->what, scene_text);
        CHECK_MSG(strstr(scene_reply(3, 1, c->bound), "reply board 1 move ") != NULL, "%s: %s", c->what, scene_text);
        CHECK_INT(view_of(1).illegal, 1);
    }
}

static void a_person_playing_a_is_bound_as_well(void)
{
    exhibitor_to_move(1);
    scene_open(1);
    BRINGS(by_exhibitor(1, SIMUL_EVENT_REPLY, "g1g3"),
           "refused board 1 reason g1g3: the knight on g1 cannot go to g3; illegal 1 of 3 (Article 7.5.5)\n");
    BRINGS(by_exhibitor(2, SIMUL_EVENT_REPLY, "e2e4"),
           "refused board 1 reason the knight on g1 was touched and must move (Article 4.3.1); not counted\n");
    BRINGS(by_exhibitor(3, SIMUL_EVENT_REPLY, "g1f3"), "move board 1 move g1f3 ");
    exhibitor_to_move(1);
    scene_open(1);
    BRINGS(by_exhibitor(1, SIMUL_EVENT_TOUCH, "b1"),
           "bound board 1 moves b1a3 b1c3 reason the knight on b1 was touched and must move (Article 4.3.1)\n");
    BRINGS(by_exhibitor(2, SIMUL_EVENT_REPLY, "e2e4"), "refused board 1 reason the knight on b1 ");
    BRINGS(by_exhibitor(3, SIMUL_EVENT_REPLY, "b1c3"), "move board 1 move b1c3 ");
}

/* ---- Touching ---- */

static void a_line_of_touches_counts_whole_or_not_at_all(void)
{
    person_to_move(START_AFTER_E4);
    BRINGS(scene_event(1, SIMUL_EVENT_TOUCH, 1, "g8 z9"), "refused board 1 reason squares are expected");
    BRINGS(scene_reply(2, 1, "e7e5"), "reply board 1 move e7e5 ");
}

static void the_order_may_be_unknown(void)
{
    static const char fen[] = "4k3/8/8/3p4/4P3/8/8/3NK3 w - - 0 1";
    person_to_move(fen);
    BRINGS(scene_event(1, SIMUL_EVENT_TOUCH, 1, "d5 d1"), "bound board 1 moves e4d5 reason ");
    person_to_move(fen);
    BRINGS(scene_event(1, SIMUL_EVENT_TOUCH, 1, "? d5 d1"), "bound board 1 moves d1b2 d1f2 d1c3 d1e3 reason ");
}

static void touching_rejects_an_offer(void)
{
    exhibitor_to_move(1);
    scene_open(1);
    by_exhibitor(1, SIMUL_EVENT_OFFER, NULL);
    by_exhibitor(2, SIMUL_EVENT_REPLY, "e2e4");
    scene_asked(2, 1);
    CHECK(strstr(scene_event(3, SIMUL_EVENT_TOUCH, 1, "e5"), "declined") == NULL);
    CHECK(strstr(scene_event(4, SIMUL_EVENT_TOUCH, 1, "adjust g8"), "declined") == NULL);
    exhibitor_to_move(1);
    scene_open(1);
    by_exhibitor(1, SIMUL_EVENT_OFFER, NULL);
    by_exhibitor(2, SIMUL_EVENT_REPLY, "e2e4");
    scene_asked(2, 1);
    BRINGS(scene_event(5, SIMUL_EVENT_TOUCH, 1, "g8"), "offer board 1 by exhibitor state declined\nbound board 1 ");
    BRINGS(scene_event(6, SIMUL_EVENT_ACCEPT, 1, NULL), "refused board 1 reason there is no offer to answer\n");
}

static void an_illegal_move_rejects_an_offer_too(void)
{
    exhibitor_to_move(1);
    scene_open(1);
    by_exhibitor(1, SIMUL_EVENT_OFFER, NULL);
    by_exhibitor(2, SIMUL_EVENT_REPLY, "e2e4");
    scene_asked(2, 1);
    BRINGS(scene_reply(3, 1, "g8g6"), "offer board 1 by exhibitor state declined\n");
}

static void only_a_piece_meant_to_move_forfeits_a_claim(void)
{
    static const struct {
        const char *hand;
        bool forfeits;
    } cases[] = {{"adjust g8", false}, {"e5", false}, {"g8", true}, {"d2", true}, {"adjust g8-f6", true}, {"a8", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        person_to_move(START_AFTER_E4);
        scene_event(1, SIMUL_EVENT_TOUCH, 1, cases[i].hand);
        scene_event(2, SIMUL_EVENT_CLAIM, 1, NULL);
        CHECK_MSG((strstr(scene_text, "touching a piece has forfeited the claim (Article 9.4)") != NULL) == cases[i].forfeits, "%s: %s",
                  cases[i].hand, scene_text);
    }
}

static void what_is_touched_binds_after_a_was_called_away(void)
{
    exhibitor_to_move(2);
    scene_open(2);
    by_exhibitor(1, SIMUL_EVENT_REPLY, "e2e4");
    BRINGS(by_exhibitor(2, SIMUL_EVENT_TOUCH, "b1"), "bound board 2 moves b1a3 b1c3 ");
    BRINGS(scene_event(3, SIMUL_EVENT_TAKEBACK, 0, NULL), "takeback board 1 move e2e4 ");
    BRINGS(by_exhibitor(4, SIMUL_EVENT_REPLY, "d2d4"), "arrive board 2 ");
    BRINGS(by_exhibitor(5, SIMUL_EVENT_REPLY, "e2e4"), "refused board 2 reason the knight on b1 was touched and must move");
    BRINGS(by_exhibitor(6, SIMUL_EVENT_REPLY, "b1c3"), "move board 2 move b1c3 ");
}

/* 4.3: a move is owed, whenever it is made. */
static void what_is_touched_binds_at_the_next_visit(void)
{
    for (int late = 0; late <= 1; late++) {
        exhibitor_to_move(2);
        for (int i = 0; i < 2; i++)
            scene_boards[i].fen = START_AFTER_E4;
        scene_settings.passes = 1;
        scene_settings.late = SIMUL_LATE_PASS;
        scene_settings.claims = SIMUL_CLAIMS_FIDE;
        scene_open(2);
        scene_asked(0, 1);
        BRINGS(scene_event(1, SIMUL_EVENT_TOUCH, 1, "g8"), "bound board 1 moves g8f6 g8h6 ");
        if (late) {
            BRINGS(scene_deadline(), "pass board 1 state late\n");
        } else {
            scene_event(2, SIMUL_EVENT_PASS, 1, NULL);
            BRINGS(scene_event(3, SIMUL_EVENT_CONSENT, 0, NULL), "pass board 1 state granted\n");
        }
        BRINGS(scene_text, "arrive board 2 ");
        scene_asked(11000, 2);
        scene_reply(11001, 2, "e7e5");
        BRINGS(by_exhibitor(11002, SIMUL_EVENT_REPLY, "g1f3"), "arrive board 1 round 2 due reply ");
        scene_asked(11003, 1);
        BRINGS(scene_event(11004, SIMUL_EVENT_CLAIM, 1, NULL),
               "refused board 1 reason touching a piece has forfeited the claim (Article 9.4)\n");
        BRINGS(scene_reply(11005, 1, "e7e5"),
               "refused board 1 reason the knight on g8 was touched and must move (Article 4.3.1); not counted\n");
        BRINGS(scene_reply(11006, 1, "g8f6"), "reply board 1 move g8f6 ");
        BRINGS(by_exhibitor(11007, SIMUL_EVENT_REPLY, "e4e5"), "move board 1 move e4e5 ");
    }
}

static void what_the_opponent_has_touched_goes_with_the_move_taken_back(void)
{
    exhibitor_to_move(1);
    scene_open(1);
    by_exhibitor(1, SIMUL_EVENT_REPLY, "e2e4");
    scene_asked(2, 1);
    BRINGS(scene_event(3, SIMUL_EVENT_TOUCH, 1, "d2"), "bound board 1 ");
    BRINGS(scene_event(4, SIMUL_EVENT_TAKEBACK, 0, NULL), "takeback board 1 move e2e4 ");
    BRINGS(by_exhibitor(5, SIMUL_EVENT_REPLY, "c2c4"), "move board 1 move c2c4 ");
    scene_asked(6, 1);
    BRINGS(scene_reply(7, 1, "e7e5"), "reply board 1 move e7e5 ");
}

static void what_a_has_touched_forfeits_no_claim_of_a_program(void)
{
    exhibitor_to_move(1);
    scene_boards[0].person = false;
    scene_boards[0].fen = START_AFTER_E4;
    scene_settings.claims = SIMUL_CLAIMS_FIDE;
    scene_open(1);
    scene_asked(0, 1);
    scene_reply(1, 1, "e7e5");
    BRINGS(by_exhibitor(2, SIMUL_EVENT_TOUCH, "b1"), "bound board 1 ");
    BRINGS(scene_event(3, SIMUL_EVENT_CLAIM, 1, NULL),
           "claim board 1 by opponent state wrong reason neither a third occurrence nor fifty moves (Article 9.5.3)\n");
    BRINGS(by_exhibitor(4, SIMUL_EVENT_REPLY, "g1f3"), "refused board 1 reason the knight on b1 ");
}

/* An illegal move is meant as a move, whatever was announced before. */
static void adjusting_excuses_no_illegal_move(void)
{
    exhibitor_to_move(1);
    scene_open(1);
    by_exhibitor(1, SIMUL_EVENT_OFFER, NULL);
    by_exhibitor(2, SIMUL_EVENT_REPLY, "e2e4");
    scene_asked(2, 1);
    scene_event(3, SIMUL_EVENT_TOUCH, 1, "adjust b8");
    BRINGS(scene_reply(4, 1, "g8g6"), "offer board 1 by exhibitor state declined\n");
    BRINGS(scene_reply(5, 1, "e7e5"), "refused board 1 reason the knight on g8 was touched and must move (Article 4.3.1); not counted\n");
    scene_event(6, SIMUL_EVENT_TOUCH, 1, "b8");
    BRINGS(scene_reply(7, 1, "g8h6"), "reply board 1 move g8h6 ");
}

static void a_pawn_left_on_the_last_rank_keeps_to_what_is_touched(void)
{
    static const char fen[] = "8/P3k3/8/8/8/8/8/R3K3 w - - 0 1";
    static const char breaks[] = "refused board 1 reason the rook on a1 was touched and must move (Article 4.3.1)";
    for (int count = 0; count <= 1; count++) {
        person_to_move(fen);
        scene_settings.touch = count ? SIMUL_TOUCH_COUNT : SIMUL_TOUCH_REFUSE;
        scene_open(1);
        scene_asked(0, 1);
        BRINGS(scene_event(1, SIMUL_EVENT_TOUCH, 1, "a1"), "bound board 1 ");
        BRINGS(scene_reply(2, 1, "a7a8"), breaks);
        CHECK(strstr(scene_text, "reply board 1 ") == NULL);
        CHECK_INT(view_of(1).illegal, count);
        BRINGS(scene_reply(3, 1, "a1a6"), "reply board 1 move a1a6 ");

        exhibitor_to_move(1);
        scene_boards[0].fen = fen;
        scene_settings.touch = count ? SIMUL_TOUCH_COUNT : SIMUL_TOUCH_REFUSE;
        scene_open(1);
        BRINGS(by_exhibitor(1, SIMUL_EVENT_TOUCH, "a1"), "bound board 1 ");
        BRINGS(by_exhibitor(2, SIMUL_EVENT_REPLY, "a7a8"), breaks);
        BRINGS(scene_text, count ? "; illegal 1 of 3 (Article 7.5.5)\n" : "; not counted\n");
        CHECK(strstr(scene_text, "move board 1 ") == NULL);
        BRINGS(by_exhibitor(3, SIMUL_EVENT_REPLY, "a1a6"), "move board 1 move a1a6 ");
    }
    /* The pawn itself touched: it stands as a queen, which is one offence. */
    person_to_move(fen);
    scene_event(1, SIMUL_EVENT_TOUCH, 1, "a7");
    BRINGS(scene_reply(2, 1, "a7a8"), "reply board 1 move a7a8q ");
    CHECK_INT(view_of(1).illegal, 1);
}

/* ---- Offences and claims ---- */

static void every_offence_before_the_last_gives_time(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    scene_boards[0].fen = START_AFTER_E4;
    scene_settings.illegal_manual = 3;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "60");
    scene_open(1);
    scene_asked(0, 1);
    SHOWS(scene_reply(1, 1, "b8d7"),
          "[refuse 1]\nrefused board 1 reason b8d7: the knight on b8 cannot go to d7, where Black's own pawn stands; "
          "illegal 1 of 3, two minutes added to A's clock (Article 7.5.5)\n");
    CHECK_INT(view_of(1).exhibitor_left_ms, 180000);
    BRINGS(scene_reply(2, 1, "b8d7"), "; illegal 2 of 3, two minutes added to A's clock; the next one loses (Article 7.5.5)\n");
    CHECK_INT(view_of(1).exhibitor_left_ms, 300000);
    BRINGS(scene_reply(3, 1, "hello"), "refused board 1 reason hello: this names no move; not counted\n");
    BRINGS(scene_reply(4, 1, "b8d7"), "; illegal 3 of 3; Article 7.5.5)\n");
}

static void a_wrong_claim_with_an_illegal_move_is_no_offence(void)
{
    scene_set(1);
    scene_boards[0].person = true;
    scene_boards[0].fen = START_AFTER_E4;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "60");
    scene_settings.claims = SIMUL_CLAIMS_FIDE;
    scene_settings.illegal_bonus_ms = 60000;
    scene_open(1);
    scene_asked(0, 1);
    BRINGS(
        scene_event(1, SIMUL_EVENT_CLAIM, 1, "g8g6"),
        "claim board 1 by opponent state wrong reason neither a third occurrence nor fifty moves; one minute added to A's clock (Article 9.5.3)\n");
    BRINGS(scene_text, "refused board 1 reason the move named with the claim is not legal: not counted, another is made (Article 9.5.3)\n");
    CHECK_INT(view_of(1).illegal, 0);
    CHECK_INT(view_of(1).exhibitor_left_ms, 120000);
    BRINGS(scene_reply(2, 1, "e7e5"), "reply board 1 move e7e5 ");
}

static void a_wrong_claim_meets_a_standing_offer_as_an_offer_does(void)
{
    exhibitor_to_move(1);
    scene_settings.claims = SIMUL_CLAIMS_FIDE;
    scene_open(1);
    by_exhibitor(1, SIMUL_EVENT_REPLY, "e2e4");
    scene_asked(1, 1);
    scene_reply(2, 1, "e7e5");
    by_exhibitor(3, SIMUL_EVENT_OFFER, NULL);
    by_exhibitor(4, SIMUL_EVENT_REPLY, "g1f3");
    scene_asked(4, 1);
    BRINGS(scene_event(5, SIMUL_EVENT_CLAIM, 1, NULL), "claim board 1 by opponent state wrong reason ");
    BRINGS(scene_text,
           "offer board 1 by exhibitor state accepted\nend board 1 result 1/2-1/2 termination normal reason draw agreed (Article 5.2.3)\n");
}

static void a_right_claim_says_by_which_article(void)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"};
    for (int with_move = 0; with_move <= 1; with_move++) {
        scene_set(1);
        scene_boards[0].person = true;
        scene_settings.claims = SIMUL_CLAIMS_FIDE;
        scene_open(1);
        for (int i = 0; i < 7; i++) {
            if (i % 2 == 0) {
                scene_move(i, moves[i]);
                scene_asked(i, 1);
            } else {
                scene_reply(i, 1, moves[i]);
            }
        }
        if (with_move) {
            BRINGS(scene_event(9, SIMUL_EVENT_CLAIM, 1, "f6g8"), "state right reason threefold repetition (Article 9.2.1.1)\n");
            continue;
        }
        scene_reply(10, 1, "f6g8");
        scene_move(11, "g1f3");
        scene_asked(11, 1);
        BRINGS(scene_event(12, SIMUL_EVENT_CLAIM, 1, NULL), "state right reason threefold repetition (Article 9.2.1.2)\n");
    }
}

/* ---- Takebacks and clocks ---- */

static void two_boards_on(const char *tc, SimulClockPlace place)
{
    exhibitor_to_move(2);
    scene_settings.clock_place = place;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "%s", tc);
    scene_open(2);
}

static void a_takeback_returns_the_moves_own_time_on_a_clock_a_board(void)
{
    two_boards_on("60+10", SIMUL_CLOCK_BOARD);
    by_exhibitor(7000, SIMUL_EVENT_REPLY, "e2e4");
    CHECK_INT(view_of(1).exhibitor_left_ms, 63000);
    scene_event(9000, SIMUL_EVENT_TAKEBACK, 0, NULL);
    CHECK_INT(view_of(1).exhibitor_left_ms, 60000);
    CHECK_INT(view_of(2).exhibitor_left_ms, 58000);
    /* What was thought at board 2 before A was called away belongs to the move made there. */
    by_exhibitor(10000, SIMUL_EVENT_REPLY, "d2d4");
    CHECK_INT(view_of(1).exhibitor_left_ms, 69000);
    by_exhibitor(13000, SIMUL_EVENT_REPLY, "d2d4");
    CHECK_INT(view_of(2).exhibitor_left_ms, 65000);
    scene_event(14000, SIMUL_EVENT_TAKEBACK, 0, NULL);
    CHECK_INT(view_of(2).exhibitor_left_ms, 60000);
}

static void a_clock_of_the_hall_is_never_given_back(void)
{
    two_boards_on("60+10", SIMUL_CLOCK_HALL);
    by_exhibitor(7000, SIMUL_EVENT_REPLY, "e2e4");
    CHECK_INT(view_of(1).exhibitor_left_ms, 63000);
    scene_event(9000, SIMUL_EVENT_TAKEBACK, 0, NULL);
    CHECK_INT(view_of(1).exhibitor_left_ms, 51000); /* neither time nor a second increment */
    by_exhibitor(10000, SIMUL_EVENT_REPLY, "d2d4");
    CHECK_INT(view_of(1).exhibitor_left_ms, 60000);
    two_boards_on("5+10", SIMUL_CLOCK_HALL);
    by_exhibitor(4000, SIMUL_EVENT_REPLY, "e2e4");
    BRINGS(scene_event(7000, SIMUL_EVENT_TAKEBACK, 0, NULL),
           "refused board 2 reason the time which that move brought to the clock is used already\n");
    BRINGS(by_exhibitor(8000, SIMUL_EVENT_REPLY, "e2e4"), "move board 2 ");
}

static void time_given_stays_given(void)
{
    two_boards_on("60", SIMUL_CLOCK_BOARD);
    by_exhibitor(5000, SIMUL_EVENT_REPLY, "e2e4");
    by_exhibitor(6000, SIMUL_EVENT_REPLY, "e2e4");
    scene_asked(6000, 1);
    scene_reply(6500, 1, "g8g6"); /* Anna's illegal move gives A two minutes at board 1 */
    CHECK_INT(view_of(1).exhibitor_left_ms, 175000);
    scene_reply(7000, 1, "g8f6");
    by_exhibitor(8000, SIMUL_EVENT_REPLY, "e4e5");
    CHECK_INT(view_of(1).exhibitor_left_ms, 174000);
    scene_event(8500, SIMUL_EVENT_TAKEBACK, 0, NULL);
    CHECK_INT(view_of(1).exhibitor_left_ms, 175000);
}

static void nobody_sits_down_once_the_halls_flag_has_fallen(void)
{
    scene_set(2);
    scene_settings.movetime_ms = 0;
    scene_settings.refill = true;
    scene_settings.clock_place = SIMUL_CLOCK_HALL;
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "2");
    scene_open(2);
    SimulBoardSetup late;
    simul_board_default(&late);
    scene_give(100, &(SimulEvent){.kind = SIMUL_EVENT_JOIN, .seat = SIMUL_OPERATOR, .setup = &late});
    BRINGS(scene_deadline(), "done wins 0 draws 0 losses 2 unfinished 0 rounds 1\n");
    CHECK(strstr(scene_text, "[open") == NULL);
}

static void a_dead_position_is_no_start(void)
{
    static const char *const dead[][2] = {
        {"8/8/8/4k3/8/8/8/4K3 w - - 0 1", "dead position"},
        {"8/4b3/8/4k3/8/8/4B3/4K3 w - - 0 1", NULL}, /* opposite colours: a mate exists */
        {"4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", "dead position"},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"},
    };
    for (size_t i = 0; i < sizeof dead / sizeof *dead; i++) {
        char error[SIMUL_ERROR_SIZE], expected[128];
        scene_set(1);
        scene_boards[0].fen = dead[i][0];
        SimulCore *core = simul_core_create(&scene_settings, scene_boards, 1, NULL, error);
        snprintf(expected, sizeof expected, "board 1: the game would be over before it begins: %s", dead[i][1] != NULL ? dead[i][1] : "");
        CHECK_MSG((core == NULL) == (dead[i][1] != NULL), "%s: %s", dead[i][0], error);
        if (dead[i][1] != NULL)
            CHECK_STR(error, expected);
        simul_core_destroy(core);
    }
}

static void a_pass_is_declined_by_who_is_asked(void)
{
    exhibitor_to_move(2);
    scene_settings.passes = 1;
    for (int i = 0; i < 2; i++)
        scene_boards[i].fen = START_AFTER_E4;
    scene_open(2);
    scene_asked(0, 1);
    BRINGS(scene_event(1, SIMUL_EVENT_PASS, 1, NULL), "pass board 1 state asked\n");
    BRINGS(scene_event(2, SIMUL_EVENT_DECLINE, 1, NULL), "[refuse 1]\nrefused board 1 reason there is no offer to answer\n");
    BRINGS(scene_operator(2, SIMUL_EVENT_DECLINE, 1, NULL), "pass board 1 state declined\n");
    BRINGS(scene_reply(3, 1, "e7e5"), "reply board 1 move e7e5 ");
}

int main(void)
{
    chess_init();
    the_named_piece_binds_before_its_victim();
    a_person_playing_a_is_bound_as_well();
    a_line_of_touches_counts_whole_or_not_at_all();
    the_order_may_be_unknown();
    touching_rejects_an_offer();
    an_illegal_move_rejects_an_offer_too();
    only_a_piece_meant_to_move_forfeits_a_claim();
    what_is_touched_binds_after_a_was_called_away();
    what_is_touched_binds_at_the_next_visit();
    what_the_opponent_has_touched_goes_with_the_move_taken_back();
    what_a_has_touched_forfeits_no_claim_of_a_program();
    adjusting_excuses_no_illegal_move();
    a_pawn_left_on_the_last_rank_keeps_to_what_is_touched();
    every_offence_before_the_last_gives_time();
    a_wrong_claim_with_an_illegal_move_is_no_offence();
    a_wrong_claim_meets_a_standing_offer_as_an_offer_does();
    a_right_claim_says_by_which_article();
    a_takeback_returns_the_moves_own_time_on_a_clock_a_board();
    a_clock_of_the_hall_is_never_given_back();
    time_given_stays_given();
    nobody_sits_down_once_the_halls_flag_has_fallen();
    a_dead_position_is_no_start();
    a_pass_is_declined_by_who_is_asked();
    simul_core_destroy(scene_core);
    return test_end("simul/core_rulings");
}
