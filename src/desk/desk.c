/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/desk_state.h"

#include "base/units.h"
#include "desk/help.h"
#include "desk/orders.h"
#include "desk/view.h"
#include "rules/openings.h"
#include "seats/kinds.h"
#include "system/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1024 };

Desk *desk_create(const DeskListener *listener)
{
    Desk *desk = calloc(1, sizeof *desk);
    openings_init();
    if (desk != NULL)
        desk->listener = *listener;
    return desk;
}

Controller *desk_controller(Desk *desk)
{
    return desk->controller;
}

void desk_destroy(Desk *desk)
{
    if (desk == NULL)
        return;
    desk_drop_controller(desk);
    if (desk->planned)
        plan_destroy(&desk->plan);
    free(desk);
}

void desk_answer(Desk *desk, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    desk->listener.answer(desk->listener.context, line);
}

bool desk_refuse(Desk *desk, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    desk_answer(desk, "error %s", line);
    return false;
}

/* --- looking in --- */

static void look_in(void *context, const SimulCore *core)
{
    DeskLook *look = context;
    SimulBoardView view;
    simul_core_status(core, &look->status);
    look->status.exhibitor_name = NULL; /* borrowed; not kept */
    look->settings = *simul_core_settings(core);
    if (look->board == 0)
        look->board = look->status.board;
    if (!simul_core_view(core, look->board, &view))
        return;
    look->manual = view.person;
    look->offer_by_opponent = view.offer_by_opponent;
}

DeskLook desk_look_at(Desk *desk, int board)
{
    DeskLook look = {.board = board};
    controller_inspect(desk->controller, look_in, &look);
    return look;
}

bool desk_post(Desk *desk, const SimulEvent *event)
{
    return controller_post(desk->controller, event) || desk_refuse(desk, "out of memory");
}

bool desk_post_kind(Desk *desk, SimulEventKind kind)
{
    const SimulEvent event = {.kind = kind, .seat = SIMUL_OPERATOR};
    return desk_post(desk, &event);
}

/* --- planning and steering --- */

static bool do_plan(Desk *desk, const char *command, Text words, bool (*take)(Plan *, Text, char *))
{
    char message[SIMUL_MESSAGE_SIZE];
    Plan *plan = desk_plan(desk);
    if (plan == NULL)
        return desk_refuse(desk, "%s: the exhibition is in progress; `simul join` adds an opponent", command);
    return take(plan, words, message) || desk_refuse(desk, "%s", message);
}

static bool give_order(Desk *desk, const SimulOrder *order, Text rest)
{
    char message[SIMUL_MESSAGE_SIZE];
    SimulSpoken spoken;
    SimulEvent event;
    if (!simul_order_read(order, rest, desk_look_at(desk, 0).status.boards, &spoken, message))
        return desk_refuse(desk, "%s", message);
    const DeskLook look = desk_look_at(desk, spoken.board);
    const SimulSight sight = {
        .person_at_board = look.manual,
        .person_is_exhibitor = look.settings.exhibitor_person,
        .offer_by_opponent = look.offer_by_opponent,
        .exhibitor_thinks_here = look.status.board == spoken.board && look.status.stage == SIMUL_STAGE_THINK,
    };
    if (!simul_order_event(&spoken, &sight, &event, message))
        return desk_refuse(desk, "%s", message);
    desk->aborting = desk->aborting || event.kind == SIMUL_EVENT_ABORT;
    return desk_post(desk, &event);
}

static bool do_resume(Desk *desk)
{
    const DeskLook look = desk_look_at(desk, 0);
    return look.status.phase == SIMUL_STOPPED ? desk_go_on(desk, &look) : desk_post_kind(desk, SIMUL_EVENT_RESUME);
}

static bool do_join(Desk *desk, Text words)
{
    char message[SIMUL_MESSAGE_SIZE];
    PlanBoard board;
    memset(&board, 0, sizeof board);
    simul_board_default(&board.setup);
    bool done = plan_board_read(&board, "join", words, message);
    if (done && board.spec == NULL) {
        char list[SEAT_KINDS_SIZE];
        seat_kinds_list(list);
        snprintf(message, sizeof message, "join: expected %s", list);
        done = false;
    }
    if (done) {
        const SimulEvent event = {.kind = SIMUL_EVENT_JOIN, .seat = SIMUL_OPERATOR, .setup = &board.setup};
        done = desk_post(desk, &event);
    } else {
        desk_refuse(desk, "%s", message);
    }
    plan_board_clear(&board);
    return done;
}

/* --- asking --- */

typedef enum QuestionKind { ASK_STATUS, ASK_SCORE, ASK_BOARD } QuestionKind;

typedef struct Question {
    QuestionKind kind;
    const SimulSay say;
    int board;
    int64_t waited_ms;
} Question;

static void ask(void *context, const SimulCore *core)
{
    const Question *question = context;
    switch (question->kind) {
    case ASK_STATUS: view_status(core, question->waited_ms, &question->say); break;
    case ASK_SCORE: view_score(core, &question->say); break;
    case ASK_BOARD: view_board(core, question->board, &question->say); break;
    }
}

static bool inquire(Desk *desk, QuestionKind kind, int board)
{
    Question question = {.kind = kind, .say = {desk->listener.answer, desk->listener.context}, .board = board};
    question.waited_ms = (system_now_ns() - atomic_load(&desk->since_ns)) / NS_PER_MS;
    controller_inspect(desk->controller, ask, &question);
    return true;
}

static bool do_status_of_plan(Desk *desk)
{
    const Plan *plan = &desk->plan;
    desk_answer(desk, "status phase planned boards %d", plan->count);
    for (int i = 0; i < plan->count; i++)
        if (plan->boards[i].spec != NULL)
            desk_answer(desk, "seat %d name \"%s\" %s", i + 1, plan->boards[i].name != NULL ? plan->boards[i].name : "",
                   plan->boards[i].spec);
    return true;
}

static bool do_inquiry(Desk *desk, Text word, Text rest)
{
    char message[SIMUL_MESSAGE_SIZE];
    int board = 0;
    const QuestionKind kind = text_is(word, "status") ? ASK_STATUS : text_is(word, "score") ? ASK_SCORE : ASK_BOARD;
    if (kind == ASK_BOARD && !simul_order_board("board", &rest, desk_look_at(desk, 0).status.boards, &board, message))
        return desk_refuse(desk, "%s", message);
    rest = text_trim(rest);
    if (rest.length > 0)
        return desk_refuse(desk, "%.*s: nothing more is expected, not \"%.*s\"", (int)word.length, word.data, TEXT_SHOWN(rest));
    return inquire(desk, kind, board);
}

static bool do_load(Desk *desk, Text rest)
{
    char path[SIMUL_PATH_SIZE];
    const char *fault;
    if (!text_next_quoted(&rest, path, sizeof path, &fault))
        return desk_refuse(desk, "load: expected the name of a journal");
    return desk_load(desk, path);
}

bool desk_knows(Text word, bool *board)
{
    static const char *const OTHERS[] = {"help", "new",    "seat",  "exhibitor", "opponent", "start",
                                         "load", "status", "score", "board",     "resume",   "join"};
    *board = text_is(word, "board");
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (text_is(word, OTHERS[i]))
            return true;
    return simul_order_find(word, board) != NULL;
}

bool desk_command(Desk *desk, Text words)
{
    Text rest = text_trim(words);
    Text word;
    if (!text_next(&rest, &word) || text_is(word, "help"))
        return simul_help(rest, desk->listener.answer, desk->listener.context);
    if (text_is(word, "new"))
        return desk_new(desk, rest);
    if (text_is(word, "seat"))
        return do_plan(desk, "seat", rest, plan_seat);
    if (text_is(word, "exhibitor"))
        return do_plan(desk, "exhibitor", rest, plan_exhibitor);
    if (text_is(word, "opponent"))
        return do_plan(desk, "opponent", rest, plan_add);
    if (text_is(word, "start"))
        return desk_start(desk);
    if (text_is(word, "load"))
        return do_load(desk, rest);
    if (text_is(word, "status") && desk->planned)
        return do_status_of_plan(desk);
    const bool inquiry = text_is(word, "status") || text_is(word, "score") || text_is(word, "board");
    const bool other = text_is(word, "resume") || text_is(word, "join");
    bool board;
    const SimulOrder *order = simul_order_find(word, &board);
    if (!inquiry && !other && order == NULL)
        return desk_refuse(desk, "no command is called \"%.*s\"; `simul help` lists them", TEXT_SHOWN(word));
    if (desk->controller == NULL)
        return desk_refuse(desk, "%.*s: no exhibition has been started", (int)word.length, word.data);
    if (inquiry)
        return do_inquiry(desk, word, rest);
    if (text_is(word, "resume"))
        return do_resume(desk);
    if (text_is(word, "join"))
        return do_join(desk, rest);
    const DeskLook look = desk_look_at(desk, 0);
    if (look.status.phase == SIMUL_DONE)
        return desk_refuse(desk, "%.*s: the exhibition is over", (int)word.length, word.data);
    return give_order(desk, order, rest);
}
