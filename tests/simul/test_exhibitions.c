/*
 * Whole exhibitions in simulated time: random settings, random and faulty players on both sides, an operator who
 * pauses, stops, resumes, lets people in and out, disks that fail, processes that are killed. Everything comes from one
 * number, which is printed when something is wrong:
 *
 *     test_exhibitions [COUNT [FIRST [verbose]]]
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/pgn_reader.h"
#include "memory_files.h"
#include "rules/openings.h"
#include "shadow.h"
#include "simul/journal.h"
#include "simul/session.h"

enum { SEATS = SHADOW_BOARDS + 1, DIGESTS = 4096, MEMORY_SIZE = 1 << 20 };

#define MS INT64_C(1000000)

/* ---- Chance: splitmix64 ---- */

static uint64_t chance_state;

static uint64_t chance_next(void)
{
    uint64_t z = chance_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int chance_below(int most)
{
    return (int)(chance_next() % (uint64_t)most);
}

static bool chance_of(int per_thousand)
{
    return chance_below(1000) < per_thousand;
}

static int64_t chance_ns(int64_t least_ms, int64_t most_ms)
{
    return least_ms * MS + (int64_t)(chance_next() % (uint64_t)((most_ms - least_ms) * MS + 1));
}

/* ---- The agenda: what happens when ---- */

typedef enum ItemKind { ITEM_SEAT, ITEM_REPLY, ITEM_EXHIBITOR, ITEM_FIDGET, ITEM_OPERATOR, ITEM_DEADLINE } ItemKind;

typedef struct Item {
    int64_t time_ns;
    uint64_t order;
    ItemKind kind;
    int seat;
    unsigned life;      /* the seat's, or A's: it must still be this one */
    unsigned request;   /* REPLY */
    SimulEvent event;
    char text[48];
} Item;

static Item *agenda;
static size_t agenda_count, agenda_capacity;
static uint64_t agenda_order;

static bool item_before(const Item *a, const Item *b)
{
    if (a->time_ns != b->time_ns)
        return a->time_ns < b->time_ns;
    if ((a->kind == ITEM_DEADLINE) != (b->kind == ITEM_DEADLINE))
        return b->kind == ITEM_DEADLINE; /* a deadline is declared when everything else has been heard */
    return a->order < b->order;
}

static void agenda_add(Item item)
{
    if (agenda_count == agenda_capacity) {
        agenda_capacity = agenda_capacity * 2 + 256;
        agenda = realloc(agenda, agenda_capacity * sizeof *agenda);
    }
    item.order = agenda_order++;
    size_t i = agenda_count++;
    for (; i > 0 && item_before(&item, &agenda[(i - 1) / 2]); i = (i - 1) / 2)
        agenda[i] = agenda[(i - 1) / 2];
    agenda[i] = item;
}

static Item agenda_take(void)
{
    const Item first = agenda[0];
    const Item last = agenda[--agenda_count];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= agenda_count)
            break;
        if (child + 1 < agenda_count && item_before(&agenda[child + 1], &agenda[child]))
            child++;
        if (!item_before(&agenda[child], &last))
            break;
        agenda[i] = agenda[child];
        i = child;
    }
    agenda[i] = last;
    return first;
}

/* ---- The hall ---- */

typedef struct ScriptSeat {
    bool open;
    unsigned life;
    unsigned request; /* open: its number; 0 none */
    unsigned requests;
    int temper;       /* how often something goes wrong, per thousand */
} ScriptSeat;

static ScriptSeat seats[SEATS];
static bool exhibitor_open;
static unsigned exhibitor_life;
static uint64_t thinking_number; /* A's open question; 0: none */
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
    return simul_core_view(core(), seat, &view) && view.kind == SIMUL_SEAT_MANUAL;
}

static bool exhibitor_is_person(void)
{
    return settings.exhibitor_kind == SIMUL_SEAT_MANUAL;
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
    Item item = {.time_ns = time_ns, .kind = ITEM_SEAT, .seat = seat,
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
    thinking_number = action->number;
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
    agenda_add((Item){.time_ns = now_ns + chance_ns(0, limit), .kind = ITEM_EXHIBITOR, .life = exhibitor_life,
                      .event = {.kind = SIMUL_EVENT_REPLY, .seat = 0, .number = action->number}});
}

static void exhibitor_stopped(void)
{
    if (thinking_number != 0 && !thinking_hangs)
        agenda_add((Item){.time_ns = now_ns + chance_ns(0, 40), .kind = ITEM_EXHIBITOR, .life = exhibitor_life,
                          .event = {.kind = SIMUL_EVENT_REPLY, .seat = 0, .number = thinking_number}});
}

/* The shadow's time is that of the event the announcement comes from. */
static void shadow_follow(const SimulAction *action)
{
    SimulStatus status;
    simul_core_status(core(), &status);
    shadow.now_ns = status.time_ns;
    shadow_announcement(core(), action);
    if (action->announcement.kind == SIMUL_SAYS_MOVE)
        thinking_number = 0;
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
                fails ? "cannot be started" : seat == 0 ? "Script A" : "Script");
        break;
    }
    case SIMUL_DO_CLOSE:
        if (seat == 0) {
            exhibitor_open = false;
            exhibitor_life++;
            thinking_number = 0;
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
        if (thinking_number != 0 && !exhibitor_is_person())
            shadow_wrong("A is asked twice");
        exhibitor_thinks(action);
        break;
    case SIMUL_DO_EXHIBITOR_STOP: exhibitor_stopped(); break;
    case SIMUL_DO_EXHIBITOR_CANCEL: thinking_number = 0; break;
    case SIMUL_DO_EXHIBITOR_RESTART:
        exhibitor_life++;
        exhibitor_open = true;
        thinking_number = 0;
        at_seat(now_ns + chance_ns(0, 500), 0, chance_of(100) ? SIMUL_EVENT_FAILED : SIMUL_EVENT_READY, "Script A");
        break;
    case SIMUL_DO_DEADLINE:
        if (action->time_ns >= 0)
            agenda_add((Item){.time_ns = action->time_ns, .kind = ITEM_DEADLINE,
                              .event = {.kind = SIMUL_EVENT_DEADLINE, .seat = SIMUL_OPERATOR, .number = action->number}});
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
    case SIMUL_DO_ROUND:
        break;
    case SIMUL_DO_SYNC:
    case SIMUL_DO_SHEET:
        shadow_wrong("a record action came out");
        break;
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

/* ---- What people do unasked ---- */

static void opponent_fidgets(int seat)
{
    static const SimulEventKind deeds[] = {SIMUL_EVENT_OFFER, SIMUL_EVENT_ACCEPT, SIMUL_EVENT_DECLINE, SIMUL_EVENT_PASS,
                                           SIMUL_EVENT_CONSENT, SIMUL_EVENT_CLAIM, SIMUL_EVENT_REPLY, SIMUL_EVENT_TOUCH};
    SimulEvent event = {.kind = deeds[chance_below((int)(sizeof deeds / sizeof deeds[0]))], .seat = seat};
    char text[48];
    if (chance_of(15))
        event.kind = SIMUL_EVENT_RESIGN;
    if (event.kind == SIMUL_EVENT_REPLY || (event.kind == SIMUL_EVENT_CLAIM && chance_of(500))) {
        any_reply(seat, text, 200);
        event.text = text;
    } else if (event.kind == SIMUL_EVENT_TOUCH) {
        snprintf(text, sizeof text, "%c%c %c%c", 'a' + chance_below(8), '1' + chance_below(8), 'a' + chance_below(8), '1' + chance_below(8));
        if (chance_of(200))
            snprintf(text, sizeof text, "adjust e1");
        event.text = text;
    }
    feed(&event);
}

static void exhibitor_fidgets(void)
{
    static const SimulEventKind deeds[] = {SIMUL_EVENT_OFFER, SIMUL_EVENT_ACCEPT, SIMUL_EVENT_DECLINE, SIMUL_EVENT_PASS,
                                           SIMUL_EVENT_CONSENT, SIMUL_EVENT_CLAIM, SIMUL_EVENT_TAKEBACK, SIMUL_EVENT_TAKEBACK};
    SimulEvent event = {.kind = deeds[chance_below((int)(sizeof deeds / sizeof deeds[0]))], .seat = 0};
    if (chance_of(10)) {
        event.kind = SIMUL_EVENT_RESIGN;
        event.board = 1 + chance_below(shadow.board_count + 1);
    }
    feed(&event);
}

/* A person at the board whose move is due makes one, or tries to. */
static void person_moves(const Item *item)
{
    SimulStatus status;
    simul_core_status(core(), &status);
    const int seat = item->seat;
    const bool mine = seat == 0 ? status.stage == SIMUL_STAGE_THINK : status.board == seat && status.stage != SIMUL_STAGE_THINK;
    if (status.phase != SIMUL_RUNNING || !mine)
        return;
    char text[48];
    any_reply(seat == 0 ? status.board : seat, text, seat == 0 ? 20 : seats[seat].temper / 2);
    feed(&(SimulEvent){.kind = SIMUL_EVENT_REPLY, .seat = seat, .text = text, .has_score = seat == 0 && chance_of(200), .score = chance_below(100)});
    simul_core_status(core(), &status);
    const bool still = seat == 0 ? status.stage == SIMUL_STAGE_THINK : status.board == seat && status.stage != SIMUL_STAGE_THINK;
    if (still)
        agenda_add((Item){.time_ns = now_ns + chance_ns(50, 3000), .kind = ITEM_FIDGET, .seat = seat, .life = item->life, .request = 1});
}

static void fidget(const Item *item)
{
    if (item->seat == 0 ? item->life != exhibitor_life : item->life != seats[item->seat].life)
        return;
    if (item->request == 1) {
        person_moves(item);
        return;
    }
    if (item->seat == 0)
        exhibitor_fidgets();
    else
        opponent_fidgets(item->seat);
    if (!ended)
        agenda_add((Item){.time_ns = now_ns + chance_ns(500, 30000), .kind = ITEM_FIDGET, .seat = item->seat, .life = item->life});
}

/* ---- Settings by lot ---- */

static const char *const endings[] = {
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",      "8/8/4k3/8/8/3QK3/8/8 w - - 0 1",       "8/2k5/8/8/8/2N1B3/4K3/8 w - - 90 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/P6k/8/8/8/8/p6K/8 w - - 0 1",        "8/8/8/3k4/8/8/3K4/7R b - - 96 80",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",    "7k/8/5KQ1/8/8/8/8/8 w - - 140 90",     "8/8/1k6/5n2/8/1K1B4/8/8 b - - 0 1",
    "1k6/8/8/8/8/8/8/RK5R w HA - 0 1",      "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1", "8/8/6p1/8/1k6/8/1K1n4/8 w - - 10 40"};

static SimulBoardSetup random_board(void)
{
    static char name[32];
    SimulBoardSetup setup;
    simul_board_default(&setup);
    setup.kind = chance_of(150) ? SIMUL_SEAT_MANUAL : chance_of(200) ? SIMUL_SEAT_BUILTIN : SIMUL_SEAT_ENGINE;
    setup.remote = chance_of(60);
    snprintf(name, sizeof name, "Player %d", chance_below(1000));
    setup.name = chance_of(500) ? name : "";
    setup.spec = "script \"with\" \\ blanks\tand tabs";
    setup.fen = chance_of(600) ? endings[chance_below((int)(sizeof endings / sizeof endings[0]))] : "";
    if (chance_of(100))
        setup.reply_ms = 1 + chance_below(3000);
    if (chance_of(50))
        setup.lag_ms = chance_below(300);
    if (chance_of(50))
        setup.illegal = 1 + chance_below(4);
    if (chance_of(50))
        setup.misses = chance_below(5);
    if (chance_of(50))
        setup.passes = chance_below(3);
    if (chance_of(50))
        setup.exchanges = chance_below(3);
    if (chance_of(50))
        setup.color = chance_below(2);
    return setup;
}

static void random_settings(void)
{
    simul_settings_default(&settings);
    settings.exhibitor_kind = chance_of(250) ? SIMUL_SEAT_MANUAL : SIMUL_SEAT_ENGINE;
    settings.color = (SimulColor)chance_below(3);
    settings.movetime_ms = chance_of(700) ? 20 + chance_below(1000) : 0;
    if (settings.movetime_ms == 0 || chance_of(100))
        settings.depth = 5;
    if (chance_of(250))
        snprintf(settings.tc, sizeof settings.tc, "%s", chance_of(500) ? "30+0.5" : "10/20:60+1");
    settings.clock_place = chance_of(300) ? SIMUL_CLOCK_HALL : SIMUL_CLOCK_BOARD;
    if (chance_of(150))
        snprintf(settings.opponent_tc, sizeof settings.opponent_tc, "%s", chance_of(500) ? "10+0.1" : "5/8");
    settings.restarts = chance_below(3);
    settings.hang_ms = 1000;
    settings.reply_engine_ms = 20 + chance_below(600);
    settings.reply_manual_ms = 500 + chance_below(8000);
    settings.lag_ms = chance_of(200) ? chance_below(100) : 0;
    settings.late = (SimulLate)chance_below(3);
    settings.misses = chance_below(5);
    settings.warn_factor = 2 + chance_below(9);
    settings.passes = chance_of(300) ? 1 + chance_below(3) : 0;
    settings.think = chance_of(250) ? SIMUL_THINK_NONE : SIMUL_THINK_AWAY;
    settings.thinkers = chance_of(250) ? SIMUL_NO_LIMIT : 1 + chance_below(8);
    settings.exchanges = chance_of(250) ? 1 + chance_below(2) : 0;
    settings.start_ms = 5000;
    settings.absent = chance_of(600) ? SIMUL_ABSENT_FORFEIT : SIMUL_ABSENT_REFUSE;
    settings.refill = chance_of(200);
    settings.illegal_engine = 1 + chance_below(3);
    settings.illegal_manual = 1 + chance_below(4);
    settings.touch = (SimulTouch)chance_below(2);
    settings.claims = (SimulClaims)chance_below(2);
    settings.draws = (SimulDraws)chance_below(2);
    settings.draws_cp = chance_below(60) - 30;
    settings.dead_nodes = chance_of(100) ? 50 : 0;
    settings.loss_nodes = chance_of(300) ? 2000 : 0;
    settings.unfinished = (SimulUnfinished)chance_below(2);
    settings.adjudicate_cp = chance_of(150) ? 80 : 0;
    settings.adjudicate_moves = 2;
    settings.maxmoves = chance_of(800) ? 2 + chance_below(20) : 0;
    settings.show_scores = chance_of(200);
    snprintf(settings.pgn_path, sizeof settings.pgn_path, "x.pgn");
    snprintf(settings.journal_path, sizeof settings.journal_path, "x.journal");
}

static int random_count(void)
{
    const int lot = chance_below(1000);
    return lot < 500 ? 1 + chance_below(6) : lot < 850 ? 7 + chance_below(9) : lot < 975 ? 16 + chance_below(25) : lot < 995 ? 41 + chance_below(60) : 101 + chance_below(100);
}

/* ---- The records ---- */

static void game_found(const PgnGame *game)
{
    char board[16], number[16], result[8];
    pgn_tag(game, "Board", board, sizeof board);
    pgn_tag(game, "Round", number, sizeof number);
    pgn_tag(game, "Result", result, sizeof result);
    SHADOW_CHECK(game->error == PGN_OK, "PGN, board %s: %s", board, game->message);
    char fen[FEN_SIZE], end[72];
    SlowBoard last;
    fen_write(&game->game.current, fen);
    slow_from_fen(&last, fen);
    shadow_position_text(&last, end);
    for (int i = 0; i < shadow.game_count; i++) {
        ShadowGame *g = &shadow.games[i];
        if (g->board != atoi(board) || g->number != atoi(number))
            continue;
        SHADOW_CHECK(!g->found, "PGN: board %s, game %s is there twice", board, number);
        g->found = true;
        SHADOW_CHECK(strcmp(g->result, result) == 0 && strcmp(g->result, game->result) == 0, "PGN, board %s: result %s", board, result);
        SHADOW_CHECK(g->plies == game->game.move_count && strcmp(g->end, end) == 0, "PGN, board %s: another game", board);
        return;
    }
    /* Not ended: it must stand, and be the only one. */
    const int b = atoi(board);
    SHADOW_CHECK(b >= 1 && b <= shadow.board_count && shadow.boards[b].state == SHADOW_PLAYING && strcmp(result, "*") == 0,
                 "PGN: board %s, game %s is not known", board, number);
    if (shadow.problem == NULL) {
        char standing[72];
        shadow_position_text(&shadow.boards[b].now, standing);
        SHADOW_CHECK(strcmp(standing, end) == 0, "PGN, board %s: another unfinished game", board);
    }
}

static void check_sheets(void)
{
    const MemoryFile *file = memory_find(&disk, "x.pgn");
    PgnReader reader = pgn_reader_open(file->data, file->size);
    static PgnGame game;
    static bool made;
    int read = 0;
    if (!made)
        made = pgn_game_init(&game);
    for (; pgn_read(&reader, &game); read++)
        game_found(&game);
    int standing = 0;
    for (int i = 0; i < shadow.game_count; i++)
        SHADOW_CHECK(shadow.games[i].found, "PGN: board %d, game %d is missing", shadow.games[i].board, shadow.games[i].number);
    for (int b = 1; b <= shadow.board_count; b++)
        standing += shadow.boards[b].state == SHADOW_PLAYING;
    SHADOW_CHECK(read == shadow.game_count + standing, "PGN: %d games, expected %d", read, shadow.game_count + standing);
}

/* The journal cut off anywhere gives the exhibition as it was after its last whole line, or a refusal. */
static void check_cut(void)
{
    const MemoryFile *whole = memory_find(&disk, "x.journal");
    if (whole->size == 0)
        return;
    const size_t cut = (size_t)(chance_next() % whole->size);
    size_t lines = 0;
    for (size_t i = 0; i < cut; i++)
        lines += whole->data[i] == '\n';
    MemoryDisk scratch;
    memset(&scratch, 0, sizeof scratch);
    memory_set(memory_make(&scratch, "x.journal"), whole->data, cut);
    const SimulFiles scratch_files = memory_files(&scratch);
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    SimulSession *cut_session = session_resume("x.journal", &scratch_files, &memory, notice, error);
    if (lines == 0) {
        SHADOW_CHECK(cut_session == NULL && error[0] != '\0', "a journal without its first record is taken");
    } else {
        SHADOW_CHECK(cut_session != NULL, "the journal cut at %zu: %s", cut, error);
        SHADOW_CHECK((notice[0] != '\0') == (whole->data[cut - 1] != '\n'), "the journal cut at %zu: notice '%s'", cut, notice);
        if (cut_session != NULL && keep_digests && lines >= 2 && lines - 2 < digest_count)
            SHADOW_CHECK(simul_core_digest(session_core(cut_session)) == digests[lines - 2], "cut after line %zu: another state", lines);
    }
    session_destroy(cut_session);
    memory_disk_free(&scratch);
}

/* The process is killed, and the exhibition resumed from what it has written. */
static void kill_and_resume(void)
{
    const uint64_t before = simul_core_digest(core());
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    SimulStatus status;
    simul_core_status(core(), &status);
    const int stood_at = status.board;
    session_destroy(session);
    session = session_resume("x.journal", &files, &memory, notice, error);
    if (session == NULL) {
        shadow_wrong("killed, not resumed: %s", error);
        return;
    }
    SHADOW_CHECK(notice[0] == '\0', "killed: %s", notice);
    SHADOW_CHECK(simul_core_digest(core()) == before, "killed and resumed: another state (at board %d)", stood_at);
    for (int seat = 1; seat < SEATS; seat++) {
        seats[seat].open = false;
        seats[seat].life++;
    }
    exhibitor_open = false;
    exhibitor_life++;
    thinking_number = 0;
    asked_count = 0;
    feed(&(SimulEvent){.kind = SIMUL_EVENT_REOPEN, .seat = SIMUL_OPERATOR});
}

/* ---- One exhibition ---- */

static void deliver(Item *item)
{
    SimulEvent *event = &item->event;
    if (event->text != NULL)
        event->text = item->text;
    switch (item->kind) {
    case ITEM_SEAT:
        if (item->seat == 0 ? !exhibitor_open || item->life != exhibitor_life : !seats[item->seat].open || item->life != seats[item->seat].life)
            return;
        if (event->kind == SIMUL_EVENT_READY)
            agenda_add((Item){.time_ns = now_ns + chance_ns(500, 30000), .kind = ITEM_FIDGET, .seat = item->seat, .life = item->life,
                              .request = (item->seat == 0 ? exhibitor_is_person() : is_person(item->seat)) ? 0 : 2});
        if (event->kind == SIMUL_EVENT_FAILED && item->seat == 0)
            thinking_number = 0;
        if (event->kind == SIMUL_EVENT_REPLY) { /* it answers whatever is open */
            seats[item->seat].request = 0;
            shadow.boards[item->seat].think_open = false;
        }
        feed(event);
        return;
    case ITEM_REPLY: {
        ScriptSeat *seat = &seats[item->seat];
        if (!seat->open || item->life != seat->life || item->request != seat->request)
            return;
        seat->request = 0;
        shadow.boards[item->seat].think_open = false;
        any_reply(item->seat, item->text, seat->temper / 4);
        feed(&(SimulEvent){.kind = SIMUL_EVENT_REPLY, .seat = item->seat, .text = item->text});
        return;
    }
    case ITEM_EXHIBITOR:
        if (!exhibitor_open || item->life != exhibitor_life || event->number != thinking_number)
            return;
        any_reply(thinking_board, item->text, 3);
        thinking_number = 0;
        event->text = item->text;
        event->board = thinking_board;
        event->has_score = chance_of(900);
        event->is_mate = event->has_score && chance_of(20);
        event->score = event->is_mate ? chance_below(9) - 4 : chance_below(240) - 120;
        event->depth = chance_below(30);
        feed(event);
        return;
    case ITEM_FIDGET:
        if (item->request != 2)
            fidget(item);
        return;
    case ITEM_OPERATOR:
        if (event->kind == SIMUL_EVENT_JOIN) {
            if (shadow.board_count >= SHADOW_BOARDS - 20 || shadow.game_count > SHADOW_GAMES - SHADOW_BOARDS)
                return;
            const SimulBoardSetup setup = random_board();
            event->setup = &setup;
            feed(event);
        } else if (event->kind == SIMUL_EVENT_COUNT) {
            SimulStatus status;
            simul_core_status(core(), &status);
            if (!session_blocked(session) && status.phase == SIMUL_RUNNING)
                kill_and_resume();
        } else {
            feed(event);
        }
        return;
    case ITEM_DEADLINE:
        feed(event);
        return;
    }
}

static void plan_the_operator(int count)
{
    const int64_t span = 2000 + 400 * count;
    if (chance_of(300))
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_PAUSE, 0, NULL);
    for (int i = chance_of(350) ? 1 + chance_below(6) : 0; i > 0; i--)
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_JOIN, 0, NULL);
    for (int i = chance_of(300) ? 1 + chance_below(3) : 0; i > 0; i--)
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_LEAVE, 1 + chance_below(count + 2), NULL);
    if (chance_of(150))
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_ADJUDICATE, 1 + chance_below(count), chance_of(500) ? "1/2-1/2" : chance_of(500) ? "1-0" : "*");
    if (chance_of(200)) {
        operator_will(chance_ns(0, 10 * span), chance_of(500) ? SIMUL_EVENT_STOP : SIMUL_EVENT_ABORT, 0, NULL);
        reopenings_left = 1 + chance_below(3);
    }
    for (int i = chance_of(250) ? 1 + chance_below(3) : 0; i > 0; i--)
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_COUNT, 0, NULL); /* killed */
}

static bool begin_session(int count)
{
    static SimulBoardSetup boards[SHADOW_BOARDS];
    static char names[SHADOW_BOARDS][32];
    for (int i = 0; i < count; i++) {
        boards[i] = random_board();
        snprintf(names[i], sizeof names[i], "%s", boards[i].name);
        boards[i].name = names[i];
    }
    char error[SIMUL_ERROR_SIZE];
    session = session_create(&settings, boards, count, chance_next(), &files, &memory, error);
    if (session == NULL)
        shadow_wrong("%s", error);
    return session != NULL;
}

static void run(int starts_left)
{
    while (shadow.problem == NULL) {
        if (ended) {
            SimulStatus status;
            simul_core_status(core(), &status);
            ended = false;
            if (status.phase == SIMUL_SETUP && starts_left-- > 0)
                feed(&(SimulEvent){.kind = SIMUL_EVENT_START, .seat = SIMUL_OPERATOR});
            else if (remain && !session_given_up(session) && reopenings_left-- > 0)
                feed(&(SimulEvent){.kind = SIMUL_EVENT_REOPEN, .seat = SIMUL_OPERATOR});
            else
                break;
            continue;
        }
        if (agenda_count == 0) {
            shadow_wrong("nothing more happens, but it has not ended");
            break;
        }
        if (events_left-- <= 0) {
            disk.failing_from = 0;
            reopenings_left = 0;
            feed(&(SimulEvent){.kind = session_blocked(session) ? SIMUL_EVENT_RESUME : SIMUL_EVENT_ABORT, .seat = SIMUL_OPERATOR});
            events_left = ended ? 0 : 1;
            continue;
        }
        Item item = agenda_take();
        if (item.time_ns > now_ns)
            now_ns = item.time_ns;
        deliver(&item);
    }
}

static bool exhibition(uint64_t seed)
{
    chance_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 12345;
    agenda_count = 0;
    memset(seats, 0, sizeof seats);
    memory_disk_free(&disk);
    exhibitor_open = ended = remain = false;
    thinking_number = 0;
    asked_count = 0;
    digest_count = 0;
    reopenings_left = 0;
    now_ns = 0;
    random_settings();
    shadow_reset(&settings);
    const int count = random_count();
    events_left = 400 * count + 2000;
    shadow.relaxed = chance_of(60);
    keep_digests = !shadow.relaxed && count <= 12 && chance_of(250);
    files = memory_files(&disk);
    if (!begin_session(count))
        return false;
    if (shadow.relaxed)
        disk.failing_from = disk.operations + 1 + chance_below(200);
    plan_the_operator(count);
    feed(&(SimulEvent){.kind = SIMUL_EVENT_START, .seat = SIMUL_OPERATOR});
    run(2);
    if (shadow.problem == NULL && !session_given_up(session))
        check_sheets();
    for (int i = 0; i < 2 && shadow.problem == NULL; i++)
        check_cut();
    session_destroy(session);
    return shadow.problem == NULL;
}

int main(int argc, char **argv)
{
    chess_init();
    openings_init();
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 300;
    const long first = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
    verbose = argc > 3;
    void *block = malloc(MEMORY_SIZE);
    if (block == NULL || !winnable_memory_init(&memory, block, MEMORY_SIZE))
        return 1;
    int64_t visits = 0, games = 0;
    for (long seed = first; seed < first + count; seed++) {
        const bool good = exhibition((uint64_t)seed);
        CHECK_MSG(good, "exhibition %ld: %s (again: test_exhibitions 1 %ld verbose)", seed, shadow.problem, seed);
        visits += shadow.visits;
        games += shadow.game_count;
        if (test_failed >= 10)
            break;
    }
    if (count > 300)
        printf("%ld exhibitions, %lld games, %lld visits\n", count, (long long)games, (long long)visits);
    shadow_reset(&settings);
    memory_disk_free(&disk);
    free(agenda);
    free(block);
    return test_end("simul/exhibitions");
}
