/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Starting at the desk: the plan becomes a session and a controller; a saved exhibition is loaded.
 */
#include "desk/desk_state.h"

#include "base/units.h"
#include "desk/exhibition_file.h"
#include "seats/kinds.h"
#include "system/clock.h"
#include "system/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ABORT_PATIENCE_MS = 3000, NAMES_TRIED = 100 };

/* --- what there is, and its end --- */

void desk_drop_controller(Desk *desk)
{
    if (desk->controller == NULL)
        return;
    if (desk->listener.attach != NULL)
        desk->listener.attach(desk->listener.context, NULL);
    controller_destroy(desk->controller);
    desk->controller = NULL;
}

typedef enum State {
    NOTHING, /* no exhibition has been started */
    RUNS,    /* its seats are being opened, or it is played, or being ended */
    REFUSED, /* it has not come about, its seats are closed */
    STANDS,  /* it has stopped and can go on */
    OVER
} State;

/* Waits a little for an end that has been ordered or decided. */
static State state_of(Desk *desk)
{
    if (desk->controller == NULL)
        return NOTHING;
    DeskSight sight = desk_inspect(desk);
    if (desk->prepared && sight.status.phase == SIMUL_SETUP)
        return RUNS;
    if (desk->aborting || sight.status.phase == SIMUL_SETUP) {
        controller_wait(desk->controller, system_now_ns() + ABORT_PATIENCE_MS * NS_PER_MS);
        sight = desk_inspect(desk);
    }
    switch (sight.status.phase) {
    case SIMUL_SETUP: return controller_wait(desk->controller, system_now_ns()) ? REFUSED : RUNS;
    case SIMUL_STOPPED: return STANDS;
    case SIMUL_DONE: return OVER;
    default: return RUNS;
    }
}

/* --- putting together and starting --- */

static void discard_plan(Desk *desk)
{
    if (desk->planned || desk->kept)
        plan_destroy(&desk->plan);
    desk->planned = desk->kept = false;
}

Plan *desk_plan(Desk *desk)
{
    if (desk->planned)
        return &desk->plan;
    const State state = state_of(desk);
    if (state == RUNS)
        return NULL;
    desk_drop_controller(desk);
    if (state != REFUSED || !desk->kept) {
        discard_plan(desk);
        plan_init(&desk->plan);
    }
    desk->kept = false;
    desk->planned = true;
    return &desk->plan;
}

void desk_take_plan(Desk *desk, Plan *plan)
{
    discard_plan(desk);
    desk->plan = *plan;
    desk->planned = true;
    memset(plan, 0, sizeof *plan);
}

static void on_announce(void *context, const SimulAnnouncement *announcement)
{
    const Desk *desk = context;
    desk->listener.announce(desk->listener.context, announcement);
}

static void on_ended(void *context, bool remain)
{
    const Desk *desk = context;
    if (desk->listener.ended != NULL)
        desk->listener.ended(desk->listener.context, remain);
}

static bool unread(void *context)
{
    const Desk *desk = context;
    return desk->listener.unread != NULL && desk->listener.unread(desk->listener.context);
}

/* On the controller's thread, as all announcements. */
static void tell_of_table(void *context, const char *message)
{
    const SimulAnnouncement says = {.kind = SIMUL_SAYS_ERROR, .text = message};
    on_announce(context, &says);
}

/* A saved exhibition's tables are opened when they are first needed; without them it goes on without. */
static bool judge(void *context, const char *folders, const Position *position, char text[CONTROLLER_JUDGEMENT_SIZE])
{
    Desk *desk = context;
    Error error;
    if (strcmp(desk->tables.folders, folders) != 0 && !desk_tables_open(&desk->tables, folders, tell_of_table, desk, &error))
        tell_of_table(desk, error.message);
    return desk_tables_judge(&desk->tables, position, text);
}

/* False with the reason in `error`. */
static bool make_controller(Desk *desk, ControllerSetup *setup, char error[SIMUL_ERROR_SIZE])
{
    char notice[SIMUL_ERROR_SIZE] = "";
    setup->seats = &seat_kinds;
    setup->announce = on_announce;
    setup->ended = on_ended;
    setup->unread = unread;
    setup->judge = judge;
    setup->context = desk;
    Controller *controller = controller_create(setup, notice, error);
    if (controller == NULL)
        return false;
    desk_drop_controller(desk);
    desk->controller = controller;
    desk->aborting = desk->prepared = false;
    if (desk->listener.attach != NULL)
        desk->listener.attach(desk->listener.context, controller);
    if (notice[0] != '\0')
        desk_answer(desk, "notice %s", notice);
    return true;
}

/* Pages that are wanted are there, or the start is refused; those of an exhibition before close where none are. */
static bool open_pages(Desk *desk, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &desk->plan.choices.settings;
    if (desk->listener.open_pages == NULL)
        return settings->listen[0] == '\0' || plan_refuse(message, "listen: pages are served by `carousel simul --listen`");
    return desk->listener.open_pages(desk->listener.context, settings, message);
}

bool desk_prepare(Desk *desk)
{
    char message[SIMUL_MESSAGE_SIZE], error[SIMUL_ERROR_SIZE];
    Plan *plan = &desk->plan;
    if (!desk->planned)
        return desk_refuse(desk, "start: there is no plan to begin with");
    if (!plan_finish(plan, message) || !open_pages(desk, message))
        return desk_refuse(desk, "%s", message);
    Error why;
    if (!desk_tables_open(&desk->tables, plan->choices.settings.tablebase, tell_of_table, desk, &why))
        return desk_refuse(desk, "tablebase: %s", why.message);
    if (plan->openings_note[0] != '\0')
        desk_answer(desk, "note %s", plan->openings_note);
    int count;
    SimulBoardSetup *boards = plan_setups(plan, &count);
    if (boards == NULL)
        return desk_refuse(desk, "no memory for %d boards", plan->count);
    const SimulSettings *settings = &plan->choices.settings;
    ControllerSetup setup = {.settings = settings, .boards = boards, .count = count};
    bool made = make_controller(desk, &setup, error);
    /* Somebody else, started at the same moment, has just taken the name we had made up: another one. */
    for (int i = 0; !made && i < NAMES_TRIED && plan_names_taken(plan) && plan_name_files(plan, message); i++)
        made = make_controller(desk, &setup, error);
    free(boards);
    if (!made)
        return desk_refuse(desk, "%s", error);
    desk_answer(desk, "files pgn %s journal %s", settings->pgn_path[0] != '\0' ? settings->pgn_path : "none",
                settings->journal_path[0] != '\0' ? settings->journal_path : "none");
    desk->planned = false;
    desk->kept = desk->prepared = true;
    return true;
}

static bool start_plan(Desk *desk)
{
    if (!desk_prepare(desk))
        return false;
    desk->prepared = false;
    return desk_post_kind(desk, SIMUL_EVENT_START);
}

/* From its journal, as after a restart of the program; without one from memory. */
bool desk_go_on(Desk *desk, const DeskSight *sight)
{
    desk->aborting = false;
    if (sight->journal_path[0] != '\0')
        return desk_load(desk, sight->journal_path);
    return desk_post_kind(desk, SIMUL_EVENT_REOPEN);
}

bool desk_start(Desk *desk)
{
    if (desk->planned)
        return start_plan(desk);
    if (desk->controller == NULL)
        return desk_refuse(desk, "start: there is no exhibition yet; `simul new` makes one");
    const DeskSight sight = desk_inspect(desk);
    if (desk->prepared && sight.status.phase == SIMUL_SETUP) {
        desk->prepared = false;
        return desk_post_kind(desk, SIMUL_EVENT_START);
    }
    switch (state_of(desk)) {
    case STANDS: return desk_go_on(desk, &sight);
    case OVER: return desk_refuse(desk, "start: the exhibition is over; `simul new` makes another");
    case REFUSED:
        /* Once more, as it was planned or mended since; a saved one from its journal. */
        if (!desk->kept)
            return desk_load(desk, sight.journal_path);
        return desk_plan(desk) != NULL && start_plan(desk);
    default: return desk_refuse(desk, "start: the exhibition is running");
    }
}

bool desk_load(Desk *desk, const char *journal)
{
    if (state_of(desk) == RUNS)
        return desk_refuse(desk, "load: an exhibition is in progress; `simul stop` or `simul abort` ends it");
    desk_drop_controller(desk);
    ControllerSetup setup = {.journal = journal};
    char error[SIMUL_ERROR_SIZE];
    if (!make_controller(desk, &setup, error))
        return desk_refuse(desk, "%s", error);
    discard_plan(desk);
    return desk_post_kind(desk, SIMUL_EVENT_REOPEN);
}

static bool new_plan(Desk *desk, const char *command)
{
    if (state_of(desk) == RUNS)
        return desk_refuse(desk, "%s: an exhibition is in progress; `simul stop` or `simul abort` ends it", command);
    discard_plan(desk);
    return desk_plan(desk) != NULL;
}

static void say_mistake(void *context, const char *sentence)
{
    desk_refuse(context, "%s", sentence);
}

static bool has_no_person(Desk *desk)
{
    const Plan *plan = &desk->plan;
    if (plan->choices.settings.exhibitor_person)
        return desk_refuse(desk, "start: a person plays A and could not type moves; `simul start` begins such an exhibition");
    for (int i = 0; i < plan->count; i++)
        if (plan->boards[i].setup.person)
            return desk_refuse(desk, "start: a person sits at board %d and could not type moves; `simul start` begins such an exhibition",
                               i + 1);
    return true;
}

bool desk_start_file(Desk *desk, const char *path)
{
    desk->stamp_ns = 0;
    if (!new_plan(desk, "start"))
        return false;
    const ViewLines mistakes = {say_mistake, desk};
    if ((path[0] == '\0' || exhibition_file_read(&desk->plan, path, &mistakes)) && has_no_person(desk)) {
        exhibition_file_directory(path, desk->plan.home);
        return start_plan(desk);
    }
    discard_plan(desk);
    return false;
}

bool desk_new(Desk *desk, Text words)
{
    char message[SIMUL_MESSAGE_SIZE];
    Text rest = words;
    Text word;
    char path[SIMUL_PATH_SIZE];
    const char *fault;
    if (state_of(desk) == RUNS)
        return desk_refuse(desk, "new: an exhibition is in progress; `simul stop` or `simul abort` ends it");
    Plan plan;
    plan_init(&plan);
    bool valid = true;
    if (text_next(&rest, &word) && text_is(word, "file")) {
        const ViewLines mistakes = {say_mistake, desk};
        if (!text_next_quoted(&rest, system_shell(), path, sizeof path, &fault))
            valid = desk_refuse(desk, "new: file: %s", fault != NULL ? fault : "a name is missing");
        else
            valid = exhibition_file_read(&plan, path, &mistakes);
        words = rest;
    }
    if (valid && !plan_settings(&plan, words, message))
        valid = desk_refuse(desk, "%s", message);
    if (!valid) {
        plan_destroy(&plan);
        return false;
    }
    discard_plan(desk);
    desk_drop_controller(desk);
    desk->plan = plan;
    desk->planned = true;
    return true;
}
