/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Orders from pages. Each says the board, round and ply it was meant for, which is compared on the controller's thread at
 * the very moment it is carried out, so that none comes to mean something else on its way; and a number of its own, so
 * that one sent again after a lost connection is not carried out again.
 */
#include "web/web_state.h"

#include "base/words.h"
#include "rules/illegal.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 200 };

/* An order on its way. */
typedef struct OrderWork {
    Web *web;
    Answer *answer;
    Role role;
    SimulEvent event;
    int board; /* where it is meant for; 0: nowhere in particular */
    int round, ply;
    bool placed;        /* board, round and ply were said and have to be right */
    bool needs_arrival; /* counts only while A stands there */
    char uci[UCI_MOVE_SIZE];
} OrderWork;

static void refuse(Answer *answer, const char *reason)
{
    answer->accepted = false;
    snprintf(answer->reason, sizeof answer->reason, "%s", reason);
}

void order_hear(Web *web, const SimulAnnouncement *announcement)
{
    OrderWork *work = web->work;
    if (work == NULL || (announcement->kind != SIMUL_SAYS_REFUSED && announcement->kind != SIMUL_SAYS_ERROR))
        return;
    if (announcement->kind == SIMUL_SAYS_REFUSED && announcement->board != work->board)
        return;
    if (work->answer->accepted)
        refuse(work->answer, announcement->text != NULL ? announcement->text : "");
}

/* "A is at board 5; yours is next but two". */
static void say_where(const SimulCore *core, const SimulStatus *status, int board, Answer *answer)
{
    static const char *const NEXT[] = {"next", "next but one", "next but two", "next but three", "next but four"};
    int steps = 0;
    int at = status->board;
    while (at != board && steps < status->in_play) {
        at = simul_core_next_in_play(core, at);
        at = at == 0 ? simul_core_next_in_play(core, 0) : at;
        steps++;
    }
    if (status->board == 0)
        refuse(answer, "A is at no board just now");
    else if (steps >= 1 && steps <= (int)(sizeof NEXT / sizeof *NEXT))
        snprintf(answer->reason, sizeof answer->reason, "A is at board %d; yours is %s", status->board, NEXT[steps - 1]);
    else
        snprintf(answer->reason, sizeof answer->reason, "A is at board %d; yours comes after %d others", status->board, steps - 1);
    answer->accepted = false;
}

/* A start, wherever it was pressed: is there anything to start? */
static bool may_start(SimulPhase phase, Answer *answer)
{
    switch (phase) {
    case SIMUL_SETUP: return true;
    case SIMUL_OPENING:
    case SIMUL_RUNNING: refuse(answer, "the exhibition has begun already"); return false;
    case SIMUL_STOPPED: refuse(answer, "the exhibition has stopped: resume goes on with it"); return false;
    case SIMUL_DONE: refuse(answer, "the exhibition is over"); return false;
    }
    return false;
}

/* Is it still meant? Else the answer says why not. */
static bool still_meant(OrderWork *work, const SimulCore *core)
{
    SimulStatus status;
    SimulBoardView view;
    Answer *answer = work->answer;
    simul_core_status(core, &status);
    if (work->event.kind == SIMUL_EVENT_START)
        return may_start(status.phase, answer);
    if (!work->placed)
        return true;
    if (!simul_core_view(core, work->board, &view) || view.game == NULL)
        refuse(answer, "there is no such board");
    else if (status.phase == SIMUL_SETUP || status.phase == SIMUL_OPENING)
        refuse(answer, "the exhibition has not begun");
    else if (view.state == SIMUL_BOARD_ENDED)
        refuse(answer, "this game is over");
    else if (status.phase != SIMUL_RUNNING)
        refuse(answer, "the exhibition is not running");
    else if (status.paused)
        refuse(answer, "the exhibition is paused");
    else if (work->needs_arrival && status.board != work->board)
        say_where(core, &status, work->board, answer);
    else if (work->ply != (int)view.game->move_count || work->round != status.round)
        refuse(answer, "too late: the game has gone on since");
    else
        return true;
    return false;
}

/* What is typed or tapped is no move on a board: an impossible one is refused here, with its reason, and binds nothing. */
static bool legal(OrderWork *work, const SimulCore *core)
{
    Illegal read;
    char sentence[ILLEGAL_SENTENCE_SIZE];
    const Game *game = simul_core_game(core, work->board);
    if (work->event.kind != SIMUL_EVENT_REPLY && (work->event.kind != SIMUL_EVENT_CLAIM || work->event.text == NULL))
        return true;
    if (game == NULL || illegal_read(&game->current, work->event.text, &read)) {
        if (game != NULL) {
            move_to_uci(&game->current, read.move, work->uci);
            work->event.text = work->uci;
        }
        return true;
    }
    illegal_sentence(&game->current, &read, sentence);
    refuse(work->answer, sentence);
    return false;
}

static void carry_out(void *context, const SimulCore *core)
{
    OrderWork *work = context;
    if (!still_meant(work, core) || !legal(work, core))
        return;
    work->web->work = work;
    controller_give(work->web->controller, &work->event);
    work->web->work = NULL;
}

/* ---- What can be ordered ---- */

typedef struct Word {
    const char *word;
    SimulEventKind kind;
    unsigned roles; /* bits */
    bool text;      /* a move or a result goes with it */
} Word;

enum { SEAT = 1 << ROLE_SEAT, EXHIBITOR = 1 << ROLE_EXHIBITOR, ORGANIZER = 1 << ROLE_ORGANIZER };

static const Word WORDS[] = {
    {"move", SIMUL_EVENT_REPLY, SEAT | EXHIBITOR, true},
    {"resign", SIMUL_EVENT_RESIGN, SEAT | EXHIBITOR, false},
    {"offer", SIMUL_EVENT_OFFER, SEAT | EXHIBITOR, false},
    {"accept", SIMUL_EVENT_ACCEPT, SEAT | EXHIBITOR, false},
    {"decline", SIMUL_EVENT_DECLINE, SEAT | EXHIBITOR, false},
    {"claim", SIMUL_EVENT_CLAIM, SEAT | EXHIBITOR, true},
    {"pass", SIMUL_EVENT_PASS, SEAT, false},
    {"consent", SIMUL_EVENT_CONSENT, EXHIBITOR, false},
    {"takeback", SIMUL_EVENT_TAKEBACK, EXHIBITOR, false},
    {"start", SIMUL_EVENT_START, ORGANIZER, false},
    {"pause", SIMUL_EVENT_PAUSE, ORGANIZER, false},
    {"resume", SIMUL_EVENT_RESUME, ORGANIZER, false},
    {"stop", SIMUL_EVENT_STOP, ORGANIZER, false},
    {"abort", SIMUL_EVENT_ABORT, ORGANIZER, false},
    {"leave", SIMUL_EVENT_LEAVE, ORGANIZER, false},
    {"adjudicate", SIMUL_EVENT_ADJUDICATE, ORGANIZER, true},
};

static const Word *find_word(Role role, const char *word)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(WORDS[i].word, word) == 0 && (WORDS[i].roles & 1u << role) != 0)
            return &WORDS[i];
    return NULL;
}

/* Players say where, when and at which ply; who runs the exhibition says the board at most. */
static bool read_place(OrderWork *work, int seat, const JsonObject *order)
{
    const int most = SIMUL_MAX_BOARDS;
    if (work->role == ROLE_ORGANIZER) {
        const bool needs = work->event.kind == SIMUL_EVENT_LEAVE || work->event.kind == SIMUL_EVENT_ADJUDICATE;
        return !needs || json_number(order, "board", 1, work->web->copy.count, &work->board);
    }
    work->placed = work->needs_arrival = true; /* for `takeback`: where A stands meanwhile */
    return json_number(order, "board", 1, most, &work->board) && json_number(order, "round", 0, INT32_MAX, &work->round) &&
           json_number(order, "ply", 0, INT32_MAX, &work->ply) && (seat == 0 || work->board == seat);
}

/* Somebody comes late: a seat and a link are made for the name. */
static void join(OrderWork *work, const char *name)
{
    char words[KEY_WORDS_SIZE];
    char clean[SIMUL_TEXT_SIZE];
    SimulBoardSetup setup;
    simul_board_default(&setup);
    snprintf(clean, sizeof clean, "%s", name);
    words_make_printable(clean, strlen(clean));
    if (!key_words(words)) {
        refuse(work->answer, "the system gives no random numbers for a link");
        return;
    }
    setup.person = true;
    setup.name = clean;
    setup.spec = words;
    work->event = (SimulEvent){.kind = SIMUL_EVENT_JOIN, .seat = SIMUL_OPERATOR, .time_ns = work->web->stamp_ns, .setup = &setup};
    if (!web_inspect(work->web, carry_out, work))
        refuse(work->answer, "there is no exhibition just now");
}

/* What is not for the exhibition, but for who runs the program. True if it was such an order. */
static bool for_the_house(Web *web, const char *what, Answer *answer)
{
    const SimulPhase phase = web->copy.status.phase;
    const bool ended = phase == SIMUL_DONE || phase == SIMUL_STOPPED;
    if (strcmp(what, "close") == 0) {
        if (ended)
            web->listener.close(web->listener.context);
        else
            refuse(answer, "the exhibition goes on: end it first");
        return true;
    }
    if (strcmp(what, "resume") != 0 || phase != SIMUL_STOPPED)
        return false;
    if (web->listener.go_on != NULL)
        web->listener.go_on(web->listener.context);
    else
        refuse(answer, "it cannot go on from here");
    return true;
}

static void perform(Web *web, Role role, int seat, const JsonObject *order, Answer *answer)
{
    const char *what = json_string(order, "do");
    const Word *word = find_word(role, what);
    const char *text = json_string(order, "text");
    OrderWork work = {.web = web, .answer = answer, .role = role};
    answer->accepted = true;
    if (role == ROLE_ORGANIZER && for_the_house(web, what, answer))
        return;
    if (role == ROLE_ORGANIZER && strcmp(what, "join") == 0 && text[0] != '\0' && strlen(text) < SIMUL_TEXT_SIZE) {
        join(&work, text);
        return;
    }
    if (word == NULL || (word->text && text[0] == '\0' && word->kind != SIMUL_EVENT_CLAIM) || strlen(text) > TEXT_MAX) {
        refuse(answer, "there is no such order");
        return;
    }
    work.event = (SimulEvent){.kind = word->kind, .time_ns = web->stamp_ns, .text = word->text && text[0] != '\0' ? text : NULL};
    if (!read_place(&work, seat, order)) {
        refuse(answer, "an order says its board, round and ply");
        return;
    }
    work.event.seat = role == ROLE_SEAT ? seat : role == ROLE_EXHIBITOR ? SIMUL_EXHIBITOR : SIMUL_OPERATOR;
    work.event.board = work.board;
    if (!web_inspect(web, carry_out, &work))
        refuse(answer, "there is no exhibition just now");
}

void order_answer(Web *web, Role role, int seat, Text key, const JsonObject *order, Answer *answer)
{
    const char *id = json_string(order, "id");
    memset(answer, 0, sizeof *answer);
    if (id[0] == '\0' || strlen(id) >= ORDER_ID_SIZE) {
        refuse(answer, "an order has a number of its own");
        return;
    }
    for (int i = 0; i < ANSWERS_KEPT; i++) {
        const Answer *before = &web->answers[i];
        if (key_same(before->key, key) && strcmp(before->id, id) == 0) {
            *answer = *before;
            return;
        }
    }
    perform(web, role, seat, order, answer);
    text_copy(key, answer->key, sizeof answer->key);
    snprintf(answer->id, sizeof answer->id, "%s", id);
    web->answers[web->answer_count++ % ANSWERS_KEPT] = *answer;
}
