#include "uci/simul_desk.h"

#include "rules/openings.h"
#include "seats/maker.h"
#include "system/clock.h"
#include "system/file.h"
#include "uci/simul_file.h"
#include "uci/simul_help.h"
#include "uci/simul_orders.h"
#include "uci/simul_view.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1024, ABORT_PATIENCE_MS = 3000 };

struct SimulDesk {
    SimulDeskListener listener;
    SimulPlan plan;
    bool planned;            /* the plan is being made; nothing runs */
    Controller *controller;  /* of the exhibition that runs, has stopped or is over */
    atomic_llong since_ns;   /* when it began to wait for whom it waits */
    bool aborting;           /* it has been told to end now */
    bool made_files;         /* it is new, not loaded: its files are of its own making */
};

SimulDesk *simul_desk_create(const SimulDeskListener *listener)
{
    SimulDesk *desk = calloc(1, sizeof *desk);
    openings_init();
    if (desk != NULL)
        desk->listener = *listener;
    return desk;
}

Controller *simul_desk_controller(SimulDesk *desk)
{
    return desk->controller;
}

__attribute__((format(printf, 2, 3))) static void answer(SimulDesk *desk, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    desk->listener.answer(desk->listener.context, line);
}

__attribute__((format(printf, 2, 3))) static bool refuse(SimulDesk *desk, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    answer(desk, "error %s", line);
    return false;
}

/* --- looking in --- */

typedef struct Look {
    SimulStatus status;
    SimulSettings settings;
    int board;             /* in: which board is wanted, 0: the one A stands at */
    bool manual;           /* a person sits there */
    bool offer_by_opponent;
} Look;

static void look_in(void *context, const SimulCore *core)
{
    Look *look = context;
    SimulBoardView view;
    simul_core_status(core, &look->status);
    look->status.exhibitor_name = NULL; /* borrowed; not kept */
    look->settings = *simul_core_settings(core);
    if (look->board == 0)
        look->board = look->status.board;
    if (!simul_core_view(core, look->board, &view))
        return;
    look->manual = view.kind == SIMUL_SEAT_MANUAL;
    look->offer_by_opponent = view.offer_by_opponent;
}

static Look look_at(SimulDesk *desk, int board)
{
    Look look = {.board = board};
    controller_look(desk->controller, look_in, &look);
    return look;
}

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
    case ASK_STATUS: simul_view_status(core, question->waited_ms, &question->say); break;
    case ASK_SCORE: simul_view_score(core, &question->say); break;
    case ASK_BOARD: simul_view_board(core, question->board, &question->say); break;
    }
}

/* Ends what there is. A new exhibition that never came to its first arrival leaves no files behind. */
static void drop_controller(SimulDesk *desk)
{
    if (desk->controller == NULL)
        return;
    const Look look = look_at(desk, 0);
    controller_destroy(desk->controller);
    desk->controller = NULL;
    if (!desk->made_files || look.status.visits > 0 || look.status.round > 0)
        return;
    size_t size = 1;
    if (look.settings.journal_path[0] != '\0')
        file_remove(look.settings.journal_path, NULL);
    char *sheets = look.settings.pgn_path[0] == '\0' ? NULL : file_read_all(look.settings.pgn_path, &size, NULL);
    if (sheets != NULL && size == 0)
        file_remove(look.settings.pgn_path, NULL);
    free(sheets);
}

/* True if an exhibition runs, or stands and could go on. */
static bool in_progress(SimulDesk *desk)
{
    if (desk->controller == NULL)
        return false;
    if (desk->aborting)
        controller_wait(desk->controller, system_now_ns() + (int64_t)ABORT_PATIENCE_MS * 1000000);
    const Look look = look_at(desk, 0);
    return look.status.phase != SIMUL_DONE && look.status.phase != SIMUL_STOPPED;
}

void simul_desk_destroy(SimulDesk *desk)
{
    if (desk == NULL)
        return;
    drop_controller(desk);
    if (desk->planned)
        simul_plan_destroy(&desk->plan);
    free(desk);
}

/* --- putting together and starting --- */

SimulPlan *simul_desk_plan(SimulDesk *desk)
{
    if (desk->planned)
        return &desk->plan;
    if (in_progress(desk))
        return NULL;
    drop_controller(desk);
    simul_plan_init(&desk->plan);
    desk->planned = true;
    return &desk->plan;
}

static void discard_plan(SimulDesk *desk)
{
    if (desk->planned)
        simul_plan_destroy(&desk->plan);
    desk->planned = false;
}

void simul_desk_take_plan(SimulDesk *desk, SimulPlan *plan)
{
    discard_plan(desk);
    desk->plan = *plan;
    desk->planned = true;
    memset(plan, 0, sizeof *plan);
}

static void on_announce(void *context, const SimulAnnouncement *announcement)
{
    SimulDesk *desk = context;
    if (announcement->kind == SIMUL_SAYS_ARRIVE || announcement->kind == SIMUL_SAYS_REPLY || announcement->kind == SIMUL_SAYS_TAKEBACK)
        atomic_store(&desk->since_ns, system_now_ns());
    desk->listener.announce(desk->listener.context, announcement);
}

static void on_ended(void *context, bool remain)
{
    SimulDesk *desk = context;
    if (desk->listener.ended != NULL)
        desk->listener.ended(desk->listener.context, remain);
}

static bool make_controller(SimulDesk *desk, ControllerSetup *setup)
{
    char notice[SIMUL_ERROR_SIZE] = "";
    char error[SIMUL_ERROR_SIZE] = "";
    setup->seats = &seats_maker;
    setup->announce = on_announce;
    setup->ended = on_ended;
    setup->context = desk;
    Controller *controller = controller_create(setup, notice, error);
    if (controller == NULL)
        return refuse(desk, "%s", error);
    drop_controller(desk);
    desk->controller = controller;
    desk->made_files = setup->journal == NULL;
    desk->aborting = false;
    if (notice[0] != '\0')
        answer(desk, "notice %s", notice);
    return true;
}

static bool post(SimulDesk *desk, const SimulEvent *event)
{
    return controller_post(desk->controller, event) || refuse(desk, "out of memory");
}

static bool post_kind(SimulDesk *desk, SimulEventKind kind)
{
    const SimulEvent event = {.kind = kind, .seat = SIMUL_OPERATOR};
    return post(desk, &event);
}

static bool start_plan(SimulDesk *desk)
{
    char message[SIMUL_MESSAGE_SIZE];
    SimulPlan *plan = &desk->plan;
    if (!simul_plan_finish(plan, message))
        return refuse(desk, "%s", message);
    SimulBoardSetup *boards = malloc((size_t)plan->count * sizeof *boards);
    if (boards == NULL)
        return refuse(desk, "no memory for %d boards", plan->count);
    for (int i = 0; i < plan->count; i++)
        boards[i] = plan->boards[i].setup;
    const SimulSettings *settings = &plan->choices.settings;
    ControllerSetup setup = {.settings = settings, .boards = boards, .count = plan->count};
    const bool made = make_controller(desk, &setup);
    free(boards);
    if (!made)
        return false;
    answer(desk, "files pgn %s journal %s", settings->pgn_path[0] != '\0' ? settings->pgn_path : "none",
           settings->journal_path[0] != '\0' ? settings->journal_path : "none");
    discard_plan(desk);
    return post_kind(desk, SIMUL_EVENT_START);
}

/* A stopped exhibition goes on from its journal, as after a restart of the program; without one from memory. */
static bool go_on(SimulDesk *desk, const Look *look)
{
    desk->aborting = false;
    if (look->settings.journal_path[0] != '\0')
        return simul_desk_load(desk, look->settings.journal_path);
    return post_kind(desk, SIMUL_EVENT_REOPEN);
}

bool simul_desk_start(SimulDesk *desk)
{
    if (desk->planned)
        return start_plan(desk);
    if (desk->controller == NULL)
        return refuse(desk, "start: there is no exhibition yet; `simul new` makes one");
    const Look look = look_at(desk, 0);
    if (look.status.phase == SIMUL_STOPPED)
        return go_on(desk, &look);
    if (look.status.phase == SIMUL_DONE)
        return refuse(desk, "start: the exhibition is over; `simul new` makes another");
    return refuse(desk, "start: the exhibition is running");
}

bool simul_desk_load(SimulDesk *desk, const char *journal)
{
    if (in_progress(desk))
        return refuse(desk, "load: an exhibition is in progress; `simul stop` or `simul abort` ends it");
    drop_controller(desk);
    ControllerSetup setup = {.journal = journal};
    if (!make_controller(desk, &setup))
        return false;
    discard_plan(desk);
    return post_kind(desk, SIMUL_EVENT_REOPEN);
}

static bool new_plan(SimulDesk *desk, const char *command)
{
    if (in_progress(desk))
        return refuse(desk, "%s: an exhibition is in progress; `simul stop` or `simul abort` ends it", command);
    discard_plan(desk);
    return simul_desk_plan(desk) != NULL;
}

bool simul_desk_start_file(SimulDesk *desk, const char *path)
{
    char message[SIMUL_MESSAGE_SIZE];
    if (!new_plan(desk, "start"))
        return false;
    if (path[0] == '\0' || simul_file_read(&desk->plan, path, message))
        return start_plan(desk);
    discard_plan(desk);
    return refuse(desk, "%s", message);
}

static bool do_new(SimulDesk *desk, Text words)
{
    char message[SIMUL_MESSAGE_SIZE];
    Text rest = words;
    Text word;
    char path[SIMUL_PATH_SIZE];
    const char *fault;
    if (in_progress(desk))
        return refuse(desk, "new: an exhibition is in progress; `simul stop` or `simul abort` ends it");
    SimulPlan plan;
    simul_plan_init(&plan);
    bool valid = true;
    if (text_next(&rest, &word) && text_is(word, "file")) {
        valid = text_next_quoted(&rest, path, sizeof path, &fault);
        if (!valid)
            snprintf(message, sizeof message, "new: file: a name is missing");
        valid = valid && simul_file_read(&plan, path, message);
        words = rest;
    }
    if (!valid || !simul_plan_settings(&plan, words, message)) {
        simul_plan_destroy(&plan);
        return refuse(desk, "%s", message);
    }
    discard_plan(desk);
    drop_controller(desk);
    desk->plan = plan;
    desk->planned = true;
    return true;
}

static bool do_plan(SimulDesk *desk, const char *command, Text words, bool (*take)(SimulPlan *, Text, char *))
{
    char message[SIMUL_MESSAGE_SIZE];
    SimulPlan *plan = simul_desk_plan(desk);
    if (plan == NULL)
        return refuse(desk, "%s: the exhibition is in progress; `simul join` adds an opponent", command);
    return take(plan, words, message) || refuse(desk, "%s", message);
}

/* --- steering --- */

static bool give_order(SimulDesk *desk, const SimulOrder *order, Text rest)
{
    char message[SIMUL_MESSAGE_SIZE];
    SimulSpoken spoken;
    SimulEvent event;
    if (!simul_order_read(order, rest, look_at(desk, 0).status.boards, &spoken, message))
        return refuse(desk, "%s", message);
    const Look look = look_at(desk, spoken.board);
    const SimulSight sight = {
        .person_at_board = look.manual,
        .person_is_exhibitor = look.settings.exhibitor_kind == SIMUL_SEAT_MANUAL,
        .offer_by_opponent = look.offer_by_opponent,
        .exhibitor_thinks_here = look.status.board == spoken.board && look.status.stage == SIMUL_STAGE_THINK,
    };
    if (!simul_order_event(&spoken, &sight, &event, message))
        return refuse(desk, "%s", message);
    desk->aborting = desk->aborting || event.kind == SIMUL_EVENT_ABORT;
    return post(desk, &event);
}

static bool do_resume(SimulDesk *desk)
{
    const Look look = look_at(desk, 0);
    return look.status.phase == SIMUL_STOPPED ? go_on(desk, &look) : post_kind(desk, SIMUL_EVENT_RESUME);
}

static bool do_join(SimulDesk *desk, Text words)
{
    char message[SIMUL_MESSAGE_SIZE];
    PlanBoard board;
    memset(&board, 0, sizeof board);
    simul_board_default(&board.setup);
    bool done = plan_board_read(&board, "join", words, message);
    if (done && board.spec == NULL) {
        snprintf(message, sizeof message, "join: expected engine COMMAND, builtin or manual");
        done = false;
    }
    if (done) {
        const SimulEvent event = {.kind = SIMUL_EVENT_JOIN, .seat = SIMUL_OPERATOR, .setup = &board.setup};
        done = post(desk, &event);
    } else {
        refuse(desk, "%s", message);
    }
    plan_board_clear(&board);
    return done;
}

/* --- asking --- */

static bool inquire(SimulDesk *desk, QuestionKind kind, int board)
{
    Question question = {.kind = kind, .say = {desk->listener.answer, desk->listener.context}, .board = board};
    question.waited_ms = (system_now_ns() - atomic_load(&desk->since_ns)) / 1000000;
    controller_look(desk->controller, ask, &question);
    return true;
}

static bool do_status_of_plan(SimulDesk *desk)
{
    const SimulPlan *plan = &desk->plan;
    answer(desk, "status phase planned boards %d", plan->count);
    for (int i = 0; i < plan->count; i++)
        if (plan->boards[i].spec != NULL)
            answer(desk, "seat %d name \"%s\" %s", i + 1, plan->boards[i].name != NULL ? plan->boards[i].name : "",
                   plan->boards[i].spec);
    return true;
}

static bool do_inquiry(SimulDesk *desk, Text word, Text rest)
{
    char message[SIMUL_MESSAGE_SIZE];
    int board = 0;
    if (text_is(word, "status"))
        return inquire(desk, ASK_STATUS, 0);
    if (text_is(word, "score"))
        return inquire(desk, ASK_SCORE, 0);
    if (!simul_order_board("board", &rest, look_at(desk, 0).status.boards, &board, message))
        return refuse(desk, "%s", message);
    return inquire(desk, ASK_BOARD, board);
}

static bool do_load(SimulDesk *desk, Text rest)
{
    char path[SIMUL_PATH_SIZE];
    const char *fault;
    if (!text_next_quoted(&rest, path, sizeof path, &fault))
        return refuse(desk, "load: expected the name of a journal");
    return simul_desk_load(desk, path);
}

bool simul_desk_knows(Text word, bool *board)
{
    static const char *const OTHERS[] = {"help", "new",    "seat",  "exhibitor", "opponent", "start",
                                         "load", "status", "score", "board",     "resume",   "join"};
    *board = text_is(word, "board");
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (text_is(word, OTHERS[i]))
            return true;
    return simul_order_find(word, board) != NULL;
}

bool simul_desk_command(SimulDesk *desk, Text words)
{
    Text rest = text_trim(words);
    Text word;
    if (!text_next(&rest, &word) || text_is(word, "help"))
        return simul_help(rest, desk->listener.answer, desk->listener.context);
    if (text_is(word, "new"))
        return do_new(desk, rest);
    if (text_is(word, "seat"))
        return do_plan(desk, "seat", rest, simul_plan_seat);
    if (text_is(word, "exhibitor"))
        return do_plan(desk, "exhibitor", rest, simul_plan_exhibitor);
    if (text_is(word, "opponent"))
        return do_plan(desk, "opponent", rest, simul_plan_add);
    if (text_is(word, "start"))
        return simul_desk_start(desk);
    if (text_is(word, "load"))
        return do_load(desk, rest);
    if (text_is(word, "status") && desk->planned)
        return do_status_of_plan(desk);
    const bool inquiry = text_is(word, "status") || text_is(word, "score") || text_is(word, "board");
    const bool other = text_is(word, "resume") || text_is(word, "join");
    bool board;
    const SimulOrder *order = simul_order_find(word, &board);
    if (!inquiry && !other && order == NULL)
        return refuse(desk, "no command is called \"%.*s\"; `simul help` lists them", TEXT_SHOWN(word));
    if (desk->controller == NULL)
        return refuse(desk, "%.*s: no exhibition has been started", (int)word.length, word.data);
    if (inquiry)
        return do_inquiry(desk, word, rest);
    if (text_is(word, "resume"))
        return do_resume(desk);
    if (text_is(word, "join"))
        return do_join(desk, rest);
    const Look look = look_at(desk, 0);
    if (look.status.phase == SIMUL_DONE)
        return refuse(desk, "%.*s: the exhibition is over", (int)word.length, word.data);
    return give_order(desk, order, rest);
}
