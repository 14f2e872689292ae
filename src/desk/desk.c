/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/desk_state.h"

#include "desk/help.h"
#include "desk/key.h"
#include "desk/orders.h"
#include "desk/view.h"
#include "rules/openings.h"
#include "seats/kinds.h"
#include "system/shell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    desk_tables_close(&desk->tables);
    if (desk->planned || desk->kept)
        plan_destroy(&desk->plan);
    free(desk);
}

static void answer_list(Desk *desk, const char *format, va_list arguments)
{
    const ViewLines lines = {desk->listener.answer, desk->listener.context};
    view_say_list(&lines, format, arguments);
}

void desk_answer(Desk *desk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    answer_list(desk, format, arguments);
    va_end(arguments);
}

/* The line after "error ". */
static void answer_error(void *context, const char *line)
{
    desk_answer(context, "error %s", line);
}

bool desk_refuse(Desk *desk, const char *format, ...)
{
    const ViewLines lines = {answer_error, desk};
    va_list arguments;
    va_start(arguments, format);
    view_say_list(&lines, format, arguments);
    va_end(arguments);
    return false;
}

/* --- looking in --- */

static void inspect(void *context, const SimulCore *core)
{
    DeskSight *sight = context;
    const SimulSettings *settings = simul_core_settings(core);
    simul_core_status(core, &sight->status);
    sight->status.exhibitor_name = NULL; /* borrowed; not kept */
    sight->pages = settings->organizer_key[0] != '\0';
    memcpy(sight->journal_path, settings->journal_path, sizeof sight->journal_path);
}

DeskSight desk_inspect(Desk *desk)
{
    DeskSight sight;
    controller_inspect(desk->controller, inspect, &sight);
    return sight;
}

bool desk_post(Desk *desk, const SimulEvent *event)
{
    SimulEvent stamped = *event;
    stamped.time_ns = desk->stamp_ns;
    return controller_post(desk->controller, &stamped) || desk_refuse(desk, "out of memory");
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

static bool give_order(Desk *desk, const Order *order, Text rest)
{
    SimulEvent event;
    char text[ORDER_TEXT_SIZE];
    char message[SIMUL_MESSAGE_SIZE];
    if (!order_read(order, rest, &event, text, message))
        return desk_refuse(desk, "%s", message);
    desk->aborting = desk->aborting || event.kind == SIMUL_EVENT_ABORT;
    return desk_post(desk, &event);
}

bool desk_leave(Desk *desk)
{
    const SimulEvent abort = {.kind = SIMUL_EVENT_ABORT, .seat = SIMUL_OPERATOR, .games_stand = true};
    desk->aborting = true;
    desk->stamp_ns = 0;
    return desk_post(desk, &abort);
}

static bool do_resume(Desk *desk)
{
    const DeskSight sight = desk_inspect(desk);
    return sight.status.phase == SIMUL_STOPPED ? desk_go_on(desk, &sight) : desk_post_kind(desk, SIMUL_EVENT_RESUME);
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
    if (done && key_is_wanted(board.spec)) {
        char words_with_key[KEY_WORDS_SIZE];
        if (!desk_inspect(desk).pages)
            done = plan_refuse(message, "join: browser: there are no pages without `listen`");
        else if (!key_words(words_with_key) || !plan_board_respell(&board, words_with_key))
            done = plan_refuse(message, "join: no memory or no random numbers for a key");
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

typedef enum InquiryKind { INQUIRE_STATUS, INQUIRE_SCORE, INQUIRE_BOARD } InquiryKind;

typedef struct Inquiry {
    InquiryKind kind;
    const ViewLines lines;
    Text rest;
    const Controller *controller;
    bool valid;
    char message[SIMUL_MESSAGE_SIZE];
} Inquiry;

static void answer_inquiry(void *context, const SimulCore *core)
{
    static const char *const WORDS[] = {[INQUIRE_STATUS] = "status", [INQUIRE_SCORE] = "score", [INQUIRE_BOARD] = "board"};
    Inquiry *inquiry = context;
    SimulStatus status;
    int board = 0;
    simul_core_status(core, &status);
    if (inquiry->kind == INQUIRE_BOARD && !order_board("board", &inquiry->rest, &board, inquiry->message))
        return;
    if (board > status.boards) {
        plan_refuse(inquiry->message, "board: there is no board %d: they are 1 to %d", board, status.boards);
        return;
    }
    const Text rest = text_trim(inquiry->rest);
    inquiry->valid = rest.length == 0;
    if (!inquiry->valid) {
        plan_refuse(inquiry->message, "%s: nothing more is expected, not \"%.*s\"", WORDS[inquiry->kind], TEXT_SHOWN(rest));
        return;
    }
    switch (inquiry->kind) {
    case INQUIRE_STATUS: view_status(core, controller_time_ns(inquiry->controller), &inquiry->lines); break;
    case INQUIRE_SCORE: view_score(core, &inquiry->lines); break;
    case INQUIRE_BOARD: view_board(core, board, controller_time_ns(inquiry->controller), &inquiry->lines); break;
    }
}

static bool do_status_of_plan(Desk *desk)
{
    const Plan *plan = &desk->plan;
    desk_answer(desk, "status phase planned boards %d", plan->count);
    for (int i = 0; i < plan->count; i++)
        if (plan->boards[i].spec != NULL)
            desk_answer(desk, "seat %d name \"%s\" %s", i + 1, plan->boards[i].name != NULL ? plan->boards[i].name : "",
                        key_is_wanted(plan->boards[i].spec) ? "browser" : plan->boards[i].spec); /* no key */
    return true;
}

static bool do_inquiry(Desk *desk, Text word, Text rest)
{
    Inquiry inquiry = {
        .kind = text_is(word, "status")  ? INQUIRE_STATUS
                : text_is(word, "score") ? INQUIRE_SCORE
                                         : INQUIRE_BOARD,
        .lines = {desk->listener.answer, desk->listener.context},
        .rest = rest,
        .controller = desk->controller,
    };
    controller_inspect(desk->controller, answer_inquiry, &inquiry);
    return inquiry.valid || desk_refuse(desk, "%s", inquiry.message);
}

static bool do_load(Desk *desk, Text rest)
{
    char path[SIMUL_PATH_SIZE];
    const char *fault;
    if (!text_next_quoted(&rest, system_shell(), path, sizeof path, &fault))
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
    return order_find(word, board) != NULL;
}

bool desk_command(Desk *desk, Text words, int64_t stamp_ns)
{
    desk->stamp_ns = stamp_ns;
    Text rest = text_trim(words);
    Text word;
    if (!text_next(&rest, &word) || text_is(word, "help"))
        return help_print(rest, desk->listener.answer, desk->listener.context);
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
    const Order *order = order_find(word, &board);
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
    return give_order(desk, order, rest);
}
