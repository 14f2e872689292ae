/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A hall in simulated time: seats and a side A that play by lot and sometimes badly, hang, fail or are late. It does what the
 * session decides, feeds it what comes of that, and has every step checked by the shadow.
 */
#ifndef CAROUSEL_TESTS_RANDOM_HALL_H
#define CAROUSEL_TESTS_RANDOM_HALL_H

#include "agenda.h"
#include "chance.h"
#include "chess/move_text.h"
#include "record/memory_files.h"
#include "record/session.h"
#include "shadow.h"

enum { SEATS = SHADOW_BOARDS + 1, DIGESTS = 4096 };

#define MS INT64_C(1000000)

typedef struct ScriptSeat {
    bool open;
    unsigned life;
    unsigned request; /* open: its number; 0 none */
    unsigned requests;
    int temper; /* how often something goes wrong, per thousand */
} ScriptSeat;

static ScriptSeat seats[SEATS];
static bool exhibitor_open;
static unsigned exhibitor_life;
static uint64_t thinking_request; /* A's open question; 0: none */
static int thinking_board;
static bool thinking_hangs;

static MemoryDisk disk;
static SimulFiles files;
static SimulSession *session;
static SimulSettings settings;
static int64_t now_ns;
static int asked[SEATS], asked_count;
static int events_left, reopenings_left;
static bool ended, remain, verbose;
static WinnableMemory memory; /* for the dead position analysis */
static bool keep_digests;
static uint64_t digests[DIGESTS];
static size_t digest_count;

static const SimulCore *core(void)
{
    return session_core(session);
}

static void feed(const SimulEvent *event);

static bool is_person(int seat)
{
    SimulBoardView view;
    return simul_core_view(core(), seat, &view) && view.person;
}

static bool exhibitor_is_person(void)
{
    return settings.exhibitor_person;
}

/* A random legal move of the game at `board` as text; "(none)" if there is none. */
static void random_move(int board, char text[48])
{
    const Game *game = simul_core_game(core(), board);
    MoveList list;
    movegen_legal(&game->current.board, &list);
    if (list.count == 0)
        snprintf(text, 48, "(none)");
    else if (chance_of(100))
        move_to_san(&game->current, list.moves[chance_below(list.count)], text);
    else
        move_to_uci(&game->current, list.moves[chance_below(list.count)], text);
}

static const char *const nonsense[] = {"", "(none)", "0000", "e2e9", "a1a1", "e1e8", "zz", "h7h8k", "O-O-O-O", "e4\x01", "Qxz9"};

static void any_reply(int board, char text[48], int temper)
{
    if (chance_of(temper))
        snprintf(text, 48, "%s", nonsense[chance_below((int)(sizeof nonsense / sizeof nonsense[0]))]);
    else
        random_move(board, text);
}

static void at_seat(int64_t time_ns, int seat, SimulEventKind kind, const char *text)
{
    Item item = {.time_ns = time_ns,
                 .kind = ITEM_SEAT,
                 .seat = seat,
                 .life = seat == 0 ? exhibitor_life : seats[seat].life,
                 .event = {.kind = kind, .seat = seat}};
    if (text != NULL) {
        snprintf(item.text, sizeof item.text, "%s", text);
        item.event.text = item.text;
    }
    agenda_add(item);
}

static void operator_will(int64_t time_ns, SimulEventKind kind, int board, const char *text)
{
    Item item = {.time_ns = time_ns, .kind = ITEM_OPERATOR, .event = {.kind = kind, .seat = SIMUL_OPERATOR, .board = board}};
    if (text != NULL) {
        snprintf(item.text, sizeof item.text, "%s", text);
        item.event.text = item.text;
    }
    agenda_add(item);
}

/* The program at `seat` will answer its open request at that time. */
static void will_answer(int seat, int64_t time_ns)
{
    agenda_add((Item){.time_ns = time_ns, .kind = ITEM_REPLY, .seat = seat, .life = seats[seat].life, .request = seats[seat].request});
}

static void open_request(int seat)
{
    if (seats[seat].request == 0)
        seats[seat].request = ++seats[seat].requests;
}

static int64_t reply_ns(int seat)
{
    return shadow_allowed(core(), seat, false);
}

/* A stands at the seat and wants a reply. */
static void is_asked(int seat)
{
    ScriptSeat *s = &seats[seat];
    const int64_t allowed = reply_ns(seat);
    if (is_person(seat)) {
        int64_t time = now_ns + chance_ns(1, allowed / MS);
        if (chance_of(s->temper))
            time = now_ns + allowed + chance_ns(0, 3 * allowed / MS);
        agenda_add((Item){.time_ns = time, .kind = ITEM_FIDGET, .seat = seat, .life = s->life, .request = 1});
        return;
    }
    open_request(seat);
    if (chance_of(s->temper / 4)) /* silent */
        return;
    if (chance_of(s->temper / 4)) { /* late */
        will_answer(seat, now_ns + allowed + chance_ns(0, 12 * allowed / MS));
        return;
    }
    if (chance_of(s->temper / 8))
        at_seat(now_ns + chance_ns(0, allowed / MS), seat, SIMUL_EVENT_FAILED, "the process has exited");
    if (chance_of(s->temper / 8))
        at_seat(now_ns + chance_ns(0, allowed / MS), seat, SIMUL_EVENT_RESIGN, NULL);
    /* On the last moment now and then: a tie goes to the reply. */
    will_answer(seat, chance_of(50) ? now_ns + allowed : now_ns + chance_ns(0, allowed / MS));
}

static void may_think(int seat)
{
    shadow.boards[seat].think_open = true;
    open_request(seat);
    if (chance_of(seats[seat].temper / 2)) /* early */
        will_answer(seat, now_ns + chance_ns(0, 2000));
    if (chance_of(seats[seat].temper / 10)) /* and once more */
        at_seat(now_ns + chance_ns(0, 2500), seat, SIMUL_EVENT_REPLY, "e2e4");
    if (chance_of(seats[seat].temper / 10))
        at_seat(now_ns + chance_ns(0, 2000), seat, SIMUL_EVENT_OFFER, NULL);
    if (chance_of(seats[seat].temper / 20))
        at_seat(now_ns + chance_ns(0, 2000), seat, SIMUL_EVENT_RESIGN, NULL);
    if (chance_of(seats[seat].temper / 20))
        at_seat(now_ns + chance_ns(0, 2000), seat, SIMUL_EVENT_CLAIM, NULL);
    if (chance_of(seats[seat].temper / 20))
        at_seat(now_ns + chance_ns(0, 2000), seat, SIMUL_EVENT_FAILED, "closed its output");
}

static void exhibitor_thinks(const SimulAction *action)
{
    thinking_request = action->request;
    thinking_board = action->board;
    thinking_hangs = false;
    const int64_t limit = action->limits.movetime_ms > 0 ? action->limits.movetime_ms
                          : action->limits.has_clock     ? action->limits.left_ms / 20 + 1
                                                         : 300;
    if (exhibitor_is_person()) {
        agenda_add((Item){.time_ns = now_ns + chance_ns(1, 3000), .kind = ITEM_FIDGET, .seat = 0, .life = exhibitor_life, .request = 1});
        return;
    }
    if (chance_of(8)) {
        at_seat(now_ns + chance_ns(0, limit), 0, SIMUL_EVENT_FAILED, "segmentation fault");
        return;
    }
    if (chance_of(10) && (action->limits.movetime_ms > 0 || action->limits.has_clock)) {
        thinking_hangs = chance_of(300);
        return; /* answers only when told to, or not even then */
    }
    agenda_add((Item){.time_ns = now_ns + chance_ns(0, limit),
                      .kind = ITEM_EXHIBITOR,
                      .life = exhibitor_life,
                      .event = {.kind = SIMUL_EVENT_REPLY, .seat = 0, .request = action->request}});
}

static void exhibitor_stopped(void)
{
    if (thinking_request != 0 && !thinking_hangs)
        agenda_add((Item){.time_ns = now_ns + chance_ns(0, 40),
                          .kind = ITEM_EXHIBITOR,
                          .life = exhibitor_life,
                          .event = {.kind = SIMUL_EVENT_REPLY, .seat = 0, .request = thinking_request}});
}

/* The shadow's time is that of the event the announcement comes from. */
static void shadow_follow(const SimulAction *action)
{
    SimulStatus status;
    simul_core_status(core(), &status);
    shadow.now_ns = status.time_ns;
    shadow_announcement(core(), action);
    if (action->announcement.kind == SIMUL_SAYS_MOVE)
        thinking_request = 0;
}

static void heard(const SimulAnnouncement *a)
{
    if (a->kind == SIMUL_SAYS_PAUSED) {
        disk.failing_from = 0; /* somebody has made room */
        operator_will(now_ns + chance_ns(10, 4000), SIMUL_EVENT_RESUME, 0, NULL);
    } else if (a->kind == SIMUL_SAYS_ERROR && session_blocked(session)) {
        disk.failing_from = 0;
        operator_will(now_ns + chance_ns(10, 4000), SIMUL_EVENT_RESUME, 0, NULL);
    } else if (a->kind == SIMUL_SAYS_PASS && strcmp(a->state, "asked") == 0 && exhibitor_is_person()) {
        at_seat(now_ns + chance_ns(1, 2000), 0, chance_of(500) ? SIMUL_EVENT_CONSENT : SIMUL_EVENT_DECLINE, NULL);
    }
}

static void perform(const SimulAction *action)
{
    const int seat = action->board;
    switch (action->kind) {
    case SIMUL_DO_OPEN: {
        const bool fails = chance_of(seat == 0 ? 3 : seats[seat].temper / 15);
        if (seat == 0) {
            exhibitor_open = true;
            exhibitor_life++;
        } else {
            const unsigned life = seats[seat].life + 1;
            seats[seat] = (ScriptSeat){.open = true, .life = life, .temper = chance_of(300) ? 300 : chance_of(500) ? 60 : 0};
        }
        at_seat(now_ns + chance_ns(0, settings.start_ms), seat, fails ? SIMUL_EVENT_FAILED : SIMUL_EVENT_READY,
                fails       ? "cannot be started"
                : seat == 0 ? "Script A"
                            : "Script");
        break;
    }
    case SIMUL_DO_CLOSE:
        if (seat == 0) {
            exhibitor_open = false;
            exhibitor_life++;
            thinking_request = 0;
        } else {
            seats[seat].open = false;
            seats[seat].life++;
            shadow.boards[seat].think_open = false;
        }
        break;
    case SIMUL_DO_THINK: may_think(seat); break;
    case SIMUL_DO_ARRIVE:
    case SIMUL_DO_ASK:
        if (action->ask) {
            asked[asked_count++] = seat;
            is_asked(seat);
        }
        break;
    case SIMUL_DO_RETRACT:
        seats[seat].request = 0;
        shadow.boards[seat].think_open = false;
        break;
    case SIMUL_DO_EXHIBITOR_THINK:
        if (!exhibitor_open)
            shadow_wrong("A is asked to think, but has no seat");
        if (thinking_request != 0 && !exhibitor_is_person())
            shadow_wrong("A is asked twice");
        exhibitor_thinks(action);
        break;
    case SIMUL_DO_EXHIBITOR_STOP: exhibitor_stopped(); break;
    case SIMUL_DO_EXHIBITOR_CANCEL: thinking_request = 0; break;
    case SIMUL_DO_EXHIBITOR_RESTART:
        exhibitor_life++;
        exhibitor_open = true;
        thinking_request = 0;
        at_seat(now_ns + chance_ns(0, 500), 0, chance_of(100) ? SIMUL_EVENT_FAILED : SIMUL_EVENT_READY, "Script A");
        break;
    case SIMUL_DO_DEADLINE:
        if (action->time_ns >= 0)
            agenda_add((Item){.time_ns = action->time_ns,
                              .kind = ITEM_DEADLINE,
                              .event = {.kind = SIMUL_EVENT_DEADLINE, .seat = SIMUL_OPERATOR, .deadline = action->deadline}});
        break;
    case SIMUL_DO_ANNOUNCE:
        if (verbose) {
            char line[512];
            simul_announcement_text(&action->announcement, line, sizeof line);
            printf("%12.3f  %s\n", (double)now_ns / 1e6, line);
        }
        if (action->announcement.kind == SIMUL_SAYS_MOVE || action->announcement.kind == SIMUL_SAYS_END) {
            const MemoryFile *journal = memory_find(&disk, "x.journal");
            if (journal->synced != journal->size && !session_given_up(session))
                shadow_wrong("announced before it was on the disk");
        }
        shadow_follow(action);
        heard(&action->announcement);
        break;
    case SIMUL_DO_END:
        ended = true;
        remain = action->remain;
        break;
    case SIMUL_DO_TELL:
    case SIMUL_DO_DEPART:
    case SIMUL_DO_OFFER:
        if (action->kind == SIMUL_DO_OFFER && chance_of(200))
            at_seat(now_ns + chance_ns(0, 500), seat, is_person(seat) ? SIMUL_EVENT_ACCEPT : SIMUL_EVENT_OFFER, NULL);
        break;
    case SIMUL_DO_REFUSE:
    case SIMUL_DO_ROUND: break;
    case SIMUL_DO_SYNC:
    case SIMUL_DO_SHEET: shadow_wrong("a record action came out"); break;
    }
}

static void give(const SimulEvent *event)
{
    SimulEvent stamped = *event;
    stamped.time_ns = now_ns;
    shadow.now_ns = now_ns;
    if (verbose && event->kind != SIMUL_EVENT_ASKED)
        printf("%12.3f      event %d seat %d board %d %s\n", (double)now_ns / 1e6, event->kind, event->seat, event->board,
               event->text == NULL ? "" : event->text);
    if (!session_event(session, &stamped))
        shadow_wrong("out of memory");
    const SimulAction *action;
    while (session_next(session, &action))
        perform(action);
    if (keep_digests && !session_blocked(session) && digest_count < DIGESTS)
        digests[digest_count++] = simul_core_digest(core());
}

static void feed(const SimulEvent *event)
{
    SimulStatus before;
    simul_core_status(core(), &before);
    if (event->kind == SIMUL_EVENT_REOPEN)
        shadow_reopened(before.stage, before.board != 0 ? before.board : shadow.at);
    give(event);
    while (asked_count > 0) {
        const int seat = asked[--asked_count];
        if (!seats[seat].open)
            continue;
        if (!session_blocked(session))
            shadow_asked(core(), seat);
        give(&(SimulEvent){.kind = SIMUL_EVENT_ASKED, .seat = seat});
    }
    if (!session_blocked(session))
        shadow_after_event(core(), 1 + chance_below(shadow.board_count + 1));
}

#endif
