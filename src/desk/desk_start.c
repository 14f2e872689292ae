/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/desk_state.h"

#include "base/units.h"
#include "desk/exhibition_file.h"
#include "seats/kinds.h"
#include "system/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ABORT_PATIENCE_MS = 3000 };

/* --- what there is, and its end --- */

void desk_drop_controller(Desk *desk)
{
    if (desk->controller == NULL)
        return;
    controller_destroy(desk->controller);
    desk->controller = NULL;
}

/* True if an exhibition runs, or stands and could go on. */
static bool in_progress(Desk *desk)
{
    if (desk->controller == NULL)
        return false;
    if (desk->aborting)
        controller_wait(desk->controller, system_now_ns() + ABORT_PATIENCE_MS * NS_PER_MS);
    const DeskLook look = desk_look_at(desk, 0);
    return look.status.phase != SIMUL_DONE && look.status.phase != SIMUL_STOPPED;
}

/* --- putting together and starting --- */

Plan *desk_plan(Desk *desk)
{
    if (desk->planned)
        return &desk->plan;
    if (in_progress(desk))
        return NULL;
    desk_drop_controller(desk);
    plan_init(&desk->plan);
    desk->planned = true;
    return &desk->plan;
}

static void discard_plan(Desk *desk)
{
    if (desk->planned)
        plan_destroy(&desk->plan);
    desk->planned = false;
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
    Desk *desk = context;
    if (announcement->kind == SIMUL_SAYS_ARRIVE || announcement->kind == SIMUL_SAYS_REPLY || announcement->kind == SIMUL_SAYS_TAKEBACK)
        atomic_store(&desk->since_ns, system_now_ns());
    desk->listener.announce(desk->listener.context, announcement);
}

static void on_ended(void *context, bool remain)
{
    Desk *desk = context;
    if (desk->listener.ended != NULL)
        desk->listener.ended(desk->listener.context, remain);
}

static bool unread(void *context)
{
    Desk *desk = context;
    return desk->listener.unread != NULL && desk->listener.unread(desk->listener.context);
}

static bool make_controller(Desk *desk, ControllerSetup *setup)
{
    char notice[SIMUL_ERROR_SIZE] = "";
    char error[SIMUL_ERROR_SIZE] = "";
    setup->seats = &seat_kinds;
    setup->announce = on_announce;
    setup->ended = on_ended;
    setup->unread = unread;
    setup->context = desk;
    Controller *controller = controller_create(setup, notice, error);
    if (controller == NULL)
        return desk_refuse(desk, "%s", error);
    desk_drop_controller(desk);
    desk->controller = controller;
    desk->aborting = false;
    if (notice[0] != '\0')
        desk_answer(desk, "notice %s", notice);
    return true;
}

static bool start_plan(Desk *desk)
{
    char message[SIMUL_MESSAGE_SIZE];
    Plan *plan = &desk->plan;
    if (!plan_finish(plan, message))
        return desk_refuse(desk, "%s", message);
    SimulBoardSetup *boards = malloc((size_t)plan->count * sizeof *boards);
    if (boards == NULL)
        return desk_refuse(desk, "no memory for %d boards", plan->count);
    for (int i = 0; i < plan->count; i++)
        boards[i] = plan->boards[i].setup;
    const SimulSettings *settings = &plan->choices.settings;
    ControllerSetup setup = {.settings = settings, .boards = boards, .count = plan->count};
    const bool made = make_controller(desk, &setup);
    free(boards);
    if (!made)
        return false;
    desk_answer(desk, "files pgn %s journal %s", settings->pgn_path[0] != '\0' ? settings->pgn_path : "none",
           settings->journal_path[0] != '\0' ? settings->journal_path : "none");
    discard_plan(desk);
    return desk_post_kind(desk, SIMUL_EVENT_START);
}

/* From its journal, as after a restart of the program; without one from memory. */
bool desk_go_on(Desk *desk, const DeskLook *look)
{
    desk->aborting = false;
    if (look->settings.journal_path[0] != '\0')
        return desk_load(desk, look->settings.journal_path);
    return desk_post_kind(desk, SIMUL_EVENT_REOPEN);
}

bool desk_start(Desk *desk)
{
    if (desk->planned)
        return start_plan(desk);
    if (desk->controller == NULL)
        return desk_refuse(desk, "start: there is no exhibition yet; `simul new` makes one");
    const DeskLook look = desk_look_at(desk, 0);
    if (look.status.phase == SIMUL_STOPPED)
        return desk_go_on(desk, &look);
    if (look.status.phase == SIMUL_DONE)
        return desk_refuse(desk, "start: the exhibition is over; `simul new` makes another");
    return desk_refuse(desk, "start: the exhibition is running");
}

bool desk_load(Desk *desk, const char *journal)
{
    if (in_progress(desk))
        return desk_refuse(desk, "load: an exhibition is in progress; `simul stop` or `simul abort` ends it");
    desk_drop_controller(desk);
    ControllerSetup setup = {.journal = journal};
    if (!make_controller(desk, &setup))
        return false;
    discard_plan(desk);
    return desk_post_kind(desk, SIMUL_EVENT_REOPEN);
}

static bool new_plan(Desk *desk, const char *command)
{
    if (in_progress(desk))
        return desk_refuse(desk, "%s: an exhibition is in progress; `simul stop` or `simul abort` ends it", command);
    discard_plan(desk);
    return desk_plan(desk) != NULL;
}

bool desk_start_file(Desk *desk, const char *path)
{
    char message[SIMUL_MESSAGE_SIZE];
    if (!new_plan(desk, "start"))
        return false;
    if (path[0] == '\0' || exhibition_file_read(&desk->plan, path, message))
        return start_plan(desk);
    discard_plan(desk);
    return desk_refuse(desk, "%s", message);
}

bool desk_new(Desk *desk, Text words)
{
    char message[SIMUL_MESSAGE_SIZE];
    Text rest = words;
    Text word;
    char path[SIMUL_PATH_SIZE];
    const char *fault;
    if (in_progress(desk))
        return desk_refuse(desk, "new: an exhibition is in progress; `simul stop` or `simul abort` ends it");
    Plan plan;
    plan_init(&plan);
    bool valid = true;
    if (text_next(&rest, &word) && text_is(word, "file")) {
        valid = text_next_quoted(&rest, path, sizeof path, &fault);
        if (!valid)
            snprintf(message, sizeof message, "new: file: a name is missing");
        valid = valid && exhibition_file_read(&plan, path, message);
        words = rest;
    }
    if (!valid || !plan_settings(&plan, words, message)) {
        plan_destroy(&plan);
        return desk_refuse(desk, "%s", message);
    }
    discard_plan(desk);
    desk_drop_controller(desk);
    desk->plan = plan;
    desk->planned = true;
    return true;
}
