#include "uci/simul_desk.h"

#include "rules/openings.h"
#include "seats/maker.h"
#include "system/clock.h"
#include "system/file.h"
#include "uci/simul_file.h"
#include "uci/simul_help.h"
#include "uci/simul_view.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENT_SIZE = 512, LINE_SIZE = 1024, ABORT_PATIENCE_MS = 3000 };

struct SimulDesk {
    SimulDeskListener listener;
    SimulPlan plan;
    bool planned;            /* the plan is being made; nothing runs */
    Controller *controller;  /* of the exhibition that runs, has stopped or is over */
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
    bool found;
    bool manual;           /* a person sits there */
    bool offer_by_exhibitor, offer_by_opponent;
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
    look->found = simul_core_view(core, look->board, &view);
    if (!look->found)
        return;
    look->manual = view.kind == SIMUL_SEAT_MANUAL;
    look->offer_by_exhibitor = view.offer_by_exhibitor;
    look->offer_by_opponent = view.offer_by_opponent;
}

static Look look_at(SimulDesk *desk, int board)
{
    Look look = {.board = board};
    controller_look(desk->controller, look_in, &look);
    return look;
}

typedef struct Question {
    const SimulSay say;
    int board;
    void (*view)(const SimulCore *core, const SimulSay *say);
} Question;

static void ask(void *context, const SimulCore *core)
{
    const Question *question = context;
    if (question->view != NULL)
        question->view(core, &question->say);
    else
        simul_view_board(core, question->board, &question->say);
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

/* The board's number off the front of `*rest`; 0 if there is none to be read. */
static bool take_board(SimulDesk *desk, const char *command, Text *rest, int *board)
{
    Text word;
    int64_t number;
    SimulStatus status = look_at(desk, 1).status;
    text_next(rest, &word);
    if (text_to_int(word, &number) && number >= 1 && number <= status.boards) {
        *board = (int)number;
        return true;
    }
    return refuse(desk, "%s: expected a board from 1 to %d, not \"%.*s\"", command, status.boards,
                  (int)(word.length < 60 ? word.length : 60), word.data);
}

typedef enum Speaker { BY_OPPONENT, BY_EXHIBITOR, BY_EITHER, BY_OPERATOR } Speaker;

typedef struct Order {
    const char *word;
    SimulEventKind kind;
    Speaker speaker;
    bool board;         /* a board's number follows */
    const char *text;   /* what else must follow, for the message; NULL: nothing */
    bool optional;      /* … or need not */
} Order;

static const Order ORDERS[] = {
    {"reply", SIMUL_EVENT_REPLY, BY_OPPONENT, true, "a move", false},
    {"resign", SIMUL_EVENT_RESIGN, BY_OPPONENT, true, NULL, false},
    {"claim", SIMUL_EVENT_CLAIM, BY_OPPONENT, true, "a move", true},
    {"pass", SIMUL_EVENT_PASS, BY_OPPONENT, true, NULL, false},
    {"touch", SIMUL_EVENT_TOUCH, BY_OPPONENT, true, "squares, or adjust", false},
    {"offer", SIMUL_EVENT_OFFER, BY_EITHER, true, NULL, false},
    {"accept", SIMUL_EVENT_ACCEPT, BY_EITHER, true, NULL, false},
    {"decline", SIMUL_EVENT_DECLINE, BY_EITHER, true, NULL, false},
    {"consent", SIMUL_EVENT_CONSENT, BY_EXHIBITOR, true, NULL, false},
    {"concede", SIMUL_EVENT_RESIGN, BY_EXHIBITOR, true, NULL, false},
    {"move", SIMUL_EVENT_REPLY, BY_EXHIBITOR, false, "a move", false},
    {"takeback", SIMUL_EVENT_TAKEBACK, BY_EXHIBITOR, false, NULL, false},
    {"leave", SIMUL_EVENT_LEAVE, BY_OPERATOR, true, NULL, false},
    {"adjudicate", SIMUL_EVENT_ADJUDICATE, BY_OPERATOR, true, "a result: 1-0, 0-1, 1/2-1/2 or *", false},
    {"pause", SIMUL_EVENT_PAUSE, BY_OPERATOR, false, NULL, false},
    {"stop", SIMUL_EVENT_STOP, BY_OPERATOR, false, NULL, false},
    {"abort", SIMUL_EVENT_ABORT, BY_OPERATOR, false, NULL, false},
};

/* Offers and their answers have the same words for both sides. `by exhibitor` or `by opponent` says whose they are;
 * otherwise an answer is by the side that was offered one, and an offer by the person who sits there, the opponent
 * first unless A is to move. */
static int choose_speaker(const Look *look, const Order *order, Text by)
{
    if (text_is(by, "exhibitor"))
        return SIMUL_EXHIBITOR;
    if (text_is(by, "opponent"))
        return look->board;
    const bool person = look->settings.exhibitor_kind == SIMUL_SEAT_MANUAL;
    if (!look->manual)
        return SIMUL_EXHIBITOR;
    if (!person)
        return look->board;
    if (order->kind != SIMUL_EVENT_OFFER)
        return look->offer_by_opponent ? SIMUL_EXHIBITOR : look->board;
    return look->status.board == look->board && look->status.stage == SIMUL_STAGE_THINK ? SIMUL_EXHIBITOR : look->board;
}

static bool take_by(SimulDesk *desk, const Order *order, Text *rest, Text *by)
{
    Text word;
    Text peek = *rest;
    if (text_next(&peek, &word) && text_is(word, "by")) {
        text_next(&peek, by);
        *rest = text_trim(peek);
        return text_is(*by, "exhibitor") || text_is(*by, "opponent") ||
               refuse(desk, "%s: by takes exhibitor or opponent", order->word);
    }
    return true;
}

static bool give_order(SimulDesk *desk, const Order *order, Text rest)
{
    char text[ARGUMENT_SIZE];
    int board = 0;
    Text by = {NULL, 0};
    if (order->board && !take_board(desk, order->word, &rest, &board))
        return false;
    rest = text_trim(rest);
    if (order->speaker == BY_EITHER && !take_by(desk, order, &rest, &by))
        return false;
    if (order->text == NULL && rest.length > 0)
        return refuse(desk, "%s: nothing more is expected, not \"%.*s\"", order->word,
                      (int)(rest.length < 60 ? rest.length : 60), rest.data);
    if (order->text != NULL && rest.length == 0 && !order->optional)
        return refuse(desk, "%s: expected %s%s", order->word, order->board ? "the board's number and " : "", order->text);
    const Look look = look_at(desk, board);
    SimulEvent event = {.kind = order->kind, .board = board};
    event.text = rest.length > 0 ? text : NULL;
    text_copy(rest, text, sizeof text);
    switch (order->speaker) {
    case BY_OPERATOR: event.seat = SIMUL_OPERATOR; break;
    case BY_OPPONENT: event.seat = board; break;
    case BY_EXHIBITOR: event.seat = SIMUL_EXHIBITOR; break;
    case BY_EITHER: event.seat = choose_speaker(&look, order, by); break;
    }
    if (event.seat > 0 && !look.manual && order->kind != SIMUL_EVENT_RESIGN)
        return refuse(desk, "%s %d: an engine sits at board %d, it speaks for itself", order->word, board, board);
    if (event.seat == SIMUL_EXHIBITOR && look.settings.exhibitor_kind != SIMUL_SEAT_MANUAL && order->kind != SIMUL_EVENT_RESIGN)
        return refuse(desk, "%s: side A is played by an engine, it speaks for itself", order->word);
    desk->aborting = desk->aborting || order->kind == SIMUL_EVENT_ABORT;
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

static bool inquire(SimulDesk *desk, void (*view)(const SimulCore *, const SimulSay *), int board)
{
    Question question = {.say = {desk->listener.answer, desk->listener.context}, .board = board, .view = view};
    controller_look(desk->controller, ask, &question);
    return true;
}

static bool do_status_of_plan(SimulDesk *desk)
{
    const SimulPlan *plan = &desk->plan;
    answer(desk, "status phase planned boards %d", plan->count);
    for (int i = 0; i < plan->count; i++)
        answer(desk, "seat %d name \"%s\" %s", i + 1, plan->boards[i].name != NULL ? plan->boards[i].name : "",
               plan->boards[i].spec != NULL ? plan->boards[i].spec : "not given: built-in");
    return true;
}

static bool do_inquiry(SimulDesk *desk, Text word, Text rest)
{
    int board = 0;
    if (text_is(word, "status"))
        return inquire(desk, simul_view_status, 0);
    if (text_is(word, "score"))
        return inquire(desk, simul_view_score, 0);
    return take_board(desk, "board", &rest, &board) && inquire(desk, NULL, board);
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
    static const char *const OTHERS[] = {"help", "new", "seat", "exhibitor", "opponent", "start", "load", "status", "score", "board", "resume", "join"};
    *board = text_is(word, "board");
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (text_is(word, OTHERS[i]))
            return true;
    for (size_t i = 0; i < sizeof ORDERS / sizeof *ORDERS; i++) {
        if (text_is(word, ORDERS[i].word)) {
            *board = ORDERS[i].board;
            return true;
        }
    }
    return false;
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
    const Order *order = NULL;
    for (size_t i = 0; i < sizeof ORDERS / sizeof *ORDERS; i++)
        if (text_is(word, ORDERS[i].word))
            order = &ORDERS[i];
    if (!inquiry && !other && order == NULL)
        return refuse(desk, "no command is called \"%.*s\"; `simul help` lists them", (int)(word.length < 60 ? word.length : 60),
                      word.data);
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
        return refuse(desk, "%s: the exhibition is over", order->word);
    return give_order(desk, order, rest);
}
