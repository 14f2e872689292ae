#include "simul/controller.h"

#include "simul/hall.h"
#include "simul/note.h"
#include "simul/session.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t MS = 1000000;

enum {
    LEAVE_MS = 2500,             /* to take leave of all seats; then by force */
    KILL_MS = 2000,              /* after which nothing more can be done */
    MARGIN_MS = 10,              /* of A's time: the way from the limit to the answer */
    REPLY_SHARE = 5,             /* an engine that begins to think on arrival takes the fifth part of its time */
    NOTES_A_TURN = 256,
    SPARE_DESCRIPTORS = 64       /* beside the seats': files, pipes of our own, a seat's start */
};

typedef struct Look {
    void (*look)(void *context, const SimulCore *core);
    void *context;
    bool done;
} Look;

struct Controller {
    ControllerSetup setup;
    SimulSession *session;
    WinnableMemory memory;
    void *memory_block;
    Reactor *reactor;
    Hall *hall;
    NoteQueue notes;
    int64_t origin_ns;      /* system_now_ns() at the exhibition's time 0 */
    Timer deadline;
    uint64_t deadline_number;
    int exhibitor_board;    /* where A thinks */
    uint64_t exhibitor_number;
    bool end_reached;       /* DO_END was given; seats may still be leaving */
    bool end_remain;
    bool broken;            /* out of memory: only the end is left */
    Thread thread;
    WakePipe wake;
    Watch wake_watch;
    ControllerCost cost;

    /* Between threads, under `mutex`: */
    pthread_mutex_t mutex;
    Condition changed;
    NoteQueue posted;
    Look *look;
    bool quit;
    bool ended;
    ControllerCost cost_shown;
};

static int64_t exhibition_time(const Controller *controller, int64_t now_ns)
{
    return now_ns - controller->origin_ns;
}

static const SimulCore *core_of(const Controller *controller)
{
    return session_core(controller->session);
}

/* ---- Seats' requests ---- */

/* Any two boards, games and exhibitions get different seeds (splitmix64's mixing step). */
static uint64_t mix_seed(uint64_t seed, uint64_t board, uint64_t game)
{
    uint64_t x = seed + 0x9e3779b97f4a7c15u * (board * 1000003u + game + 1);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static void fill_request(void *context, int board, SeatRequest *request)
{
    Controller *controller = context;
    const SimulSettings *settings = simul_core_settings(core_of(controller));
    SimulBoardView view;
    bool seen = simul_core_view(core_of(controller), board > 0 ? board : 1, &view);
    request->start_deadline_ns = system_now_ns() + settings->start_ms * MS;
    request->seed = mix_seed(settings->seed, (uint64_t)board, board > 0 && seen ? (uint64_t)view.game_number : 0);
    request->game = seen ? view.game : NULL;
    if (board == 0) {
        request->spec = settings->exhibitor_spec[0] != '\0' ? settings->exhibitor_spec : "builtin";
        request->color = seen ? view.exhibitor_color : WHITE;
    } else {
        request->spec = seen && view.setup->spec != NULL ? view.setup->spec : "";
        request->color = seen ? color_opposite(view.exhibitor_color) : BLACK;
    }
}

static SeatLimits reply_limits(int64_t limit_ms)
{
    int64_t share_ms = limit_ms / REPLY_SHARE;
    return (SeatLimits){.movetime_ms = share_ms > 0 ? share_ms : limit_ms > 0 ? 1 : -1};
}

static int64_t with_margin(int64_t ms)
{
    int64_t margin_ms = ms / 10 < MARGIN_MS ? ms / 10 : MARGIN_MS;
    return ms - margin_ms;
}

static SeatLimits exhibitor_limits(const SimulLimits *limits, Color color)
{
    SeatLimits result = {
        .movetime_ms = limits->movetime_ms > 0 ? with_margin(limits->movetime_ms) : -1,
        .depth = limits->depth,
        .nodes = limits->nodes,
        .has_clock = limits->has_clock,
        .moves_to_go = limits->moves_to_go,
    };
    if (limits->has_clock) {
        Color other = color_opposite(color);
        result.time_ms[color] = with_margin(limits->left_ms > 0 ? limits->left_ms : 1);
        result.increment_ms[color] = limits->increment_ms;
        result.time_ms[other] = limits->opponent_left_ms >= 0 ? limits->opponent_left_ms : result.time_ms[color];
        result.increment_ms[other] = limits->opponent_left_ms >= 0 ? limits->opponent_increment_ms : limits->increment_ms;
    }
    return result;
}

/* ---- The session's actions ---- */

/* The clock of a reply runs from here: noted before anything the seat may have said already. */
static void note_asked(Controller *controller, int board)
{
    SimulEvent event = {.kind = SIMUL_EVENT_ASKED, .seat = board, .board = board};
    Note *note = note_create(&event, NULL, system_now_ns());
    if (note != NULL)
        notes_prepend(&controller->notes, note);
    else
        controller->broken = true;
}

static void ask(Controller *controller, const SimulAction *action, Seat *seat, const Game *game)
{
    if (!action->ask)
        return;
    /* If its answer is here and only waits to be handled, nothing must be asked again. */
    if (seat != NULL && game != NULL && !notes_have_reply(&controller->notes, seat)) {
        SeatLimits limits = reply_limits(action->limit_ms);
        seat_ask(seat, game, &limits);
    }
    note_asked(controller, action->board);
}

/* The answer may be here already and wait to be handled. */
static void retract(Controller *controller, Seat *seat)
{
    notes_drop_replies(&controller->notes, seat);
    seat_retract(seat);
}

static void say_farewell(Controller *controller, int board, Seat *seat)
{
    SimulBoardView view;
    if (board > 0 && simul_core_view(core_of(controller), board, &view) && view.game != NULL)
        seat_end(seat, view.game, result_text(view.verdict.result), view.reason != NULL ? view.reason : "");
}

static void set_deadline(Controller *controller, const SimulAction *action)
{
    controller->deadline_number = action->number;
    if (action->time_ns < 0)
        reactor_stop_timer(controller->reactor, &controller->deadline);
    else if (!reactor_set_timer(controller->reactor, &controller->deadline, controller->origin_ns + action->time_ns))
        controller->broken = true;
}

static void exhibitor_think(Controller *controller, const SimulAction *action, Seat *seat, const Game *game)
{
    controller->exhibitor_board = action->board;
    controller->exhibitor_number = action->number;
    if (seat == NULL || game == NULL)
        return;
    SeatLimits limits = exhibitor_limits(&action->limits, position_side_to_move(&game->current));
    seat_ask(seat, game, &limits);
}

static void do_action(Controller *controller, const SimulAction *action)
{
    Hall *hall = controller->hall;
    Seat *seat = action->board >= 0 ? hall_seat(hall, action->board) : NULL;
    Seat *exhibitor = hall_seat(hall, 0);
    const Game *game = action->board > 0 ? simul_core_game(core_of(controller), action->board) : NULL;
    switch (action->kind) {
    case SIMUL_DO_OPEN:
    case SIMUL_DO_EXHIBITOR_RESTART:
        if (!hall_open(hall, action->kind == SIMUL_DO_OPEN ? action->board : 0))
            controller->broken = true;
        break;
    case SIMUL_DO_CLOSE:
        if (seat != NULL)
            say_farewell(controller, action->board, seat);
        hall_close(hall, action->board, false);
        break;
    case SIMUL_DO_TELL:
        if (seat != NULL && game != NULL)
            seat_tell(seat, game);
        break;
    case SIMUL_DO_THINK:
        if (seat != NULL && game != NULL)
            seat_think(seat, game);
        break;
    case SIMUL_DO_ARRIVE:
    case SIMUL_DO_ASK:
        ask(controller, action, seat, game);
        break;
    case SIMUL_DO_RETRACT:
        if (seat != NULL)
            retract(controller, seat);
        break;
    case SIMUL_DO_OFFER:
        if (seat != NULL)
            seat_offer(seat);
        break;
    case SIMUL_DO_REFUSE:
        if (seat != NULL)
            seat_refuse(seat, action->text != NULL ? action->text : "");
        break;
    case SIMUL_DO_EXHIBITOR_THINK:
        exhibitor_think(controller, action, exhibitor, game);
        break;
    case SIMUL_DO_EXHIBITOR_STOP:
        if (exhibitor != NULL)
            seat_hurry(exhibitor);
        break;
    case SIMUL_DO_EXHIBITOR_CANCEL:
        if (exhibitor != NULL)
            retract(controller, exhibitor);
        break;
    case SIMUL_DO_ROUND:
        if (exhibitor != NULL)
            seat_new_round(exhibitor);
        break;
    case SIMUL_DO_DEADLINE:
        set_deadline(controller, action);
        break;
    case SIMUL_DO_ANNOUNCE:
        if (controller->setup.announce != NULL)
            controller->setup.announce(controller->setup.context, &action->announcement);
        break;
    case SIMUL_DO_END:
        controller->end_reached = true;
        controller->end_remain = action->remain;
        break;
    case SIMUL_DO_DEPART: /* nothing crosses the pipe: what a seat may do next is told by THINK */
    case SIMUL_DO_SYNC:   /* done by the session */
    case SIMUL_DO_SHEET:
        break;
    }
}

/* ---- Notes to the session ---- */

static void handle_note(Controller *controller, Note *note)
{
    if (!hall_accepts(controller->hall, note) || controller->broken)
        return;
    note->event.time_ns = exhibition_time(controller, note->now_ns);
    if (note->event.kind == SIMUL_EVENT_REPLY && note->event.seat == SIMUL_EXHIBITOR && note->seat != NULL) {
        note->event.board = controller->exhibitor_board;
        note->event.number = controller->exhibitor_number;
    }
    int64_t before_ns = system_now_ns();
    bool taken = session_event(controller->session, &note->event);
    const SimulAction *action;
    while (taken && session_next(controller->session, &action)) {
        controller->cost.session_ns += system_now_ns() - before_ns;
        do_action(controller, action);
        before_ns = system_now_ns();
    }
    controller->cost.session_ns += system_now_ns() - before_ns;
    if (!taken)
        controller->broken = true;
}

static void take_posted(Controller *controller)
{
    pthread_mutex_lock(&controller->mutex);
    notes_move(&controller->notes, &controller->posted);
    pthread_mutex_unlock(&controller->mutex);
}

/* The deadline has come: first everything the awaited players have sent, then the news. */
static void deadline_due(void *context)
{
    Controller *controller = context;
    uint64_t number = controller->deadline_number;
    SimulStatus status;
    simul_core_status(core_of(controller), &status);
    Seat *seat = status.board > 0 ? hall_seat(controller->hall, status.board) : NULL;
    if (seat != NULL)
        seat_drain(seat);
    if (hall_seat(controller->hall, 0) != NULL)
        seat_drain(hall_seat(controller->hall, 0));
    take_posted(controller);
    SimulEvent event = {.kind = SIMUL_EVENT_DEADLINE, .seat = SIMUL_OPERATOR, .number = number};
    Note *note = note_create(&event, NULL, system_now_ns());
    if (note != NULL)
        notes_append(&controller->notes, note);
    else
        controller->broken = true;
}

static void wake_ready(void *context, int what)
{
    (void)what;
    Controller *controller = context;
    wake_drain(&controller->wake);
    take_posted(controller);
}

/* Not more in one go than lets other threads be heard too. True if none are left. */
static bool handle_notes(Controller *controller)
{
    for (int i = 0; i < NOTES_A_TURN; i++) {
        Note *note = notes_take(&controller->notes);
        if (note == NULL)
            return true;
        handle_note(controller, note);
        note_destroy(note);
    }
    return controller->notes.first == NULL;
}

/* ---- The thread ---- */

static void answer_look(Controller *controller)
{
    pthread_mutex_lock(&controller->mutex);
    Look *look = controller->look;
    controller->look = NULL;
    controller->cost_shown = controller->cost;
    pthread_mutex_unlock(&controller->mutex);
    if (look == NULL)
        return;
    look->look(look->context, core_of(controller));
    pthread_mutex_lock(&controller->mutex);
    look->done = true;
    condition_broadcast(&controller->changed);
    pthread_mutex_unlock(&controller->mutex);
}

static void report_end(Controller *controller)
{
    controller->end_reached = false;
    if (controller->setup.ended != NULL)
        controller->setup.ended(controller->setup.context, controller->end_remain);
    pthread_mutex_lock(&controller->mutex);
    controller->ended = true;
    condition_broadcast(&controller->changed);
    pthread_mutex_unlock(&controller->mutex);
}

static void turn(Controller *controller, int64_t deadline_ns)
{
    if (!reactor_turn(controller->reactor, controller->notes.first != NULL ? 0 : deadline_ns))
        controller->broken = true;
    if (handle_notes(controller))
        hall_sweep(controller->hall);
    answer_look(controller);
    controller->cost.turns++;
}

static bool must_quit(Controller *controller)
{
    pthread_mutex_lock(&controller->mutex);
    bool quit = controller->quit;
    pthread_mutex_unlock(&controller->mutex);
    return quit;
}

/* Sees everybody off, politely for a while, then by force. */
static void leave(Controller *controller)
{
    SimulEvent abort = {.kind = SIMUL_EVENT_ABORT, .seat = SIMUL_OPERATOR};
    Note *note = note_create(&abort, NULL, system_now_ns());
    SimulStatus status;
    simul_core_status(core_of(controller), &status);
    if (note != NULL && (status.phase == SIMUL_RUNNING || status.phase == SIMUL_OPENING))
        notes_append(&controller->notes, note);
    else
        note_destroy(note);
    while (!handle_notes(controller))
        ;
    hall_close_all(controller->hall, false);
    hall_sweep(controller->hall); /* some have left already and will say nothing more */
    int64_t polite_until_ns = system_now_ns() + LEAVE_MS * MS;
    while (hall_leaving(controller->hall) > 0 && system_now_ns() < polite_until_ns)
        turn(controller, polite_until_ns);
    hall_close_all(controller->hall, true);
    hall_sweep(controller->hall);
    int64_t until_ns = system_now_ns() + KILL_MS * MS;
    while (hall_leaving(controller->hall) > 0 && system_now_ns() < until_ns)
        turn(controller, until_ns);
}

static void *controller_run(void *argument)
{
    Controller *controller = argument;
    bool told = false;
    while (!must_quit(controller)) {
        turn(controller, WAIT_FOREVER);
        if (controller->broken && !told) {
            /* Without memory nothing can be decided any more: the journal has all up to here. */
            told = true;
            hall_close_all(controller->hall, true);
            SimulAnnouncement announcement = {.kind = SIMUL_SAYS_ERROR, .text = "out of memory: the exhibition stops here, as its journal has it"};
            if (controller->setup.announce != NULL)
                controller->setup.announce(controller->setup.context, &announcement);
            controller->end_reached = controller->end_remain = true;
        }
        if (controller->end_reached && hall_leaving(controller->hall) == 0)
            report_end(controller);
    }
    leave(controller);
    return NULL;
}

/* ---- For other threads ---- */

bool controller_post(Controller *controller, const SimulEvent *event)
{
    Note *note = note_create(event, NULL, system_now_ns());
    if (note == NULL)
        return false;
    pthread_mutex_lock(&controller->mutex);
    if (event->kind == SIMUL_EVENT_START || event->kind == SIMUL_EVENT_REOPEN)
        controller->ended = false;
    notes_append(&controller->posted, note);
    pthread_mutex_unlock(&controller->mutex);
    wake_signal(&controller->wake);
    return true;
}

void controller_look(Controller *controller, void (*look)(void *context, const SimulCore *core), void *context)
{
    Look request = {.look = look, .context = context};
    pthread_mutex_lock(&controller->mutex);
    while (controller->look != NULL)
        condition_wait(&controller->changed, &controller->mutex);
    controller->look = &request;
    wake_signal(&controller->wake);
    while (!request.done)
        condition_wait(&controller->changed, &controller->mutex);
    pthread_mutex_unlock(&controller->mutex);
}

bool controller_wait(Controller *controller, int64_t deadline_ns)
{
    pthread_mutex_lock(&controller->mutex);
    while (!controller->ended) {
        if (deadline_ns == WAIT_FOREVER)
            condition_wait(&controller->changed, &controller->mutex);
        else if (!condition_wait_until(&controller->changed, &controller->mutex, deadline_ns))
            break;
    }
    bool ended = controller->ended;
    pthread_mutex_unlock(&controller->mutex);
    return ended;
}

void controller_cost(Controller *controller, ControllerCost *cost)
{
    pthread_mutex_lock(&controller->mutex);
    *cost = controller->cost_shown;
    cost->cpu_ns = thread_cpu_ns(&controller->thread);
    pthread_mutex_unlock(&controller->mutex);
}

/* ---- Making and unmaking ---- */

/* Room for the pipes of all seats there may be at once, before the first one is opened. */
static bool reserve_descriptors(const Controller *controller, SystemError *error)
{
    const SimulCore *core = core_of(controller);
    const SeatMaker *maker = controller->setup.seats;
    SimulStatus status;
    simul_core_status(core, &status);
    size_t count = SPARE_DESCRIPTORS + maker->descriptors(simul_core_settings(core)->exhibitor_spec);
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        if (simul_core_view(core, board, &view) && view.state != SIMUL_BOARD_ENDED && view.setup->spec != NULL)
            count += maker->descriptors(view.setup->spec);
    }
    return descriptor_reserve(count, error);
}

static bool open_session(Controller *controller, char notice[SIMUL_ERROR_SIZE], char error[SIMUL_ERROR_SIZE])
{
    const ControllerSetup *setup = &controller->setup;
    SimulFiles files = setup->files != NULL ? *setup->files : simul_files_system();
    /* Always of this size: what the analyses can tell must not differ when the journal is replayed. */
    controller->memory_block = malloc(WINNABLE_MEMORY_DEFAULT);
    if (controller->memory_block == NULL || !winnable_memory_init(&controller->memory, controller->memory_block, WINNABLE_MEMORY_DEFAULT)) {
        snprintf(error, SIMUL_ERROR_SIZE, "no memory for the arbiter's analyses");
        return false;
    }
    if (setup->settings != NULL)
        controller->session = session_create(setup->settings, setup->boards, setup->count, (uint64_t)system_now_ns(), &files,
                                             &controller->memory, error);
    else
        controller->session = session_resume(setup->journal, &files, &controller->memory, notice, error);
    return controller->session != NULL;
}

static bool start(Controller *controller, SystemError *error)
{
    if (!reserve_descriptors(controller, error))
        return false;
    controller->reactor = reactor_create();
    if (controller->reactor == NULL)
        return system_fail(error, 0, "no memory for the exhibition");
    controller->deadline = (Timer){.due = deadline_due, .context = controller};
    controller->wake_watch = (Watch){.ready = wake_ready, .context = controller};
    if (!wake_init(&controller->wake, error) ||
        !reactor_watch(controller->reactor, &controller->wake_watch, controller->wake.reader, CHANNEL_READ))
        return system_fail(error, 0, "no memory or pipe for the exhibition");
    HallSetup hall = {
        .reactor = controller->reactor,
        .maker = controller->setup.seats,
        .thinkers = simul_core_settings(core_of(controller))->thinkers,
        .notes = &controller->notes,
        .request = fill_request,
        .context = controller,
    };
    if (hall.thinkers < 1)
        hall.thinkers = system_processor_count();
    controller->hall = hall_create(&hall, error);
    if (controller->hall == NULL)
        return false;
    controller->origin_ns = system_now_ns() - session_time_ns(controller->session);
    return thread_start(&controller->thread, controller_run, controller, 0) || system_fail(error, 0, "no thread for the exhibition");
}

static void release(Controller *controller)
{
    notes_clear(&controller->notes);
    notes_clear(&controller->posted);
    hall_destroy(controller->hall);
    session_destroy(controller->session);
    free(controller->memory_block);
    reactor_destroy(controller->reactor);
    wake_destroy(&controller->wake);
    condition_destroy(&controller->changed);
    pthread_mutex_destroy(&controller->mutex);
    free(controller);
}

Controller *controller_create(const ControllerSetup *setup, char notice[SIMUL_ERROR_SIZE], char error[SIMUL_ERROR_SIZE])
{
    char unwanted[SIMUL_ERROR_SIZE];
    if (notice == NULL)
        notice = unwanted;
    notice[0] = error[0] = '\0';
    Controller *controller = calloc(1, sizeof *controller);
    if (controller == NULL || !condition_init(&controller->changed)) {
        free(controller);
        snprintf(error, SIMUL_ERROR_SIZE, "no memory for the exhibition");
        return NULL;
    }
    controller->setup = *setup;
    controller->wake = (WakePipe){-1, -1};
    pthread_mutex_init(&controller->mutex, NULL);
    SystemError why;
    bool ok = open_session(controller, notice, error);
    if (ok && !start(controller, &why)) {
        snprintf(error, SIMUL_ERROR_SIZE, "%.*s", SIMUL_ERROR_SIZE - 1, why.message);
        ok = false;
    }
    if (!ok) {
        release(controller);
        return NULL;
    }
    controller->setup.settings = NULL;
    controller->setup.boards = NULL;
    controller->setup.journal = NULL;
    return controller;
}

void controller_destroy(Controller *controller)
{
    if (controller == NULL)
        return;
    pthread_mutex_lock(&controller->mutex);
    controller->quit = true;
    pthread_mutex_unlock(&controller->mutex);
    wake_signal(&controller->wake);
    thread_join(&controller->thread);
    release(controller);
}
