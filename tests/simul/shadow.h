/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A second pair of eyes on an exhibition: follows what is announced and checks it against the rules by naive means.
 * Rotation by looking at every board, chess by slow_chess.h, time by adding up, the score by counting.
 */
#ifndef CAROUSEL_TESTS_SIMUL_SHADOW_H
#define CAROUSEL_TESTS_SIMUL_SHADOW_H

#include "simul/core.h"
#include "slow_chess.h"
#include "test.h"

enum { SHADOW_BOARDS = 320, SHADOW_GAMES = 640 };

typedef enum ShadowState { SHADOW_NONE, SHADOW_PLAYING, SHADOW_ENDED } ShadowState;

typedef struct ShadowBoard {
    ShadowState state;
    bool exhibitor_white;
    char start[128];
    SlowBoard now;
    uint64_t *seen; /* identities, the start's first */
    char (*moves)[8];
    size_t count, capacity;
    size_t plies_before; /* of the opening */
    int first_round, last_round;
    int late;
    bool think_open;
    bool reopened;        /* resumed and not announced again yet */
    const char *must_end; /* the position on the board demands it */
} ShadowBoard;

typedef struct ShadowGame {
    int board, number;
    char result[8];
    char end[72]; /* the letters of the last position, and who is to move */
    size_t plies;
    bool found; /* on a score sheet */
} ShadowGame;

typedef struct Shadow {
    ShadowBoard boards[SHADOW_BOARDS + 1];
    ShadowGame games[SHADOW_GAMES];
    int game_count;
    int board_count;
    int at;   /* where A stands; 0: nowhere */
    int from; /* the last board of the rotation */
    int round;
    int again;     /* a visit that may be announced once more */
    int return_to; /* where A was called away from to replace a move */
    int left;      /* the board A has left last */
    bool begun;
    /* the awaited reply's time */
    bool asked, running, late_noted, paused, consent;
    int64_t started_ns, used_ns, allowed_ns;
    int claimed; /* the board of the last right claim */
    int wins, draws, losses, unfinished;
    int64_t visits, incidents;
    bool done;
    bool relaxed; /* the disk fails in this one: events wait, and times cannot be followed from outside */
    int64_t now_ns;
    const char *problem; /* the first thing that was wrong */
    char detail[256];
} Shadow;

static Shadow shadow;
static SimulSettings shadow_settings;

__attribute__((format(printf, 1, 2))) static void shadow_wrong(const char *format, ...)
{
    if (shadow.problem != NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(shadow.detail, sizeof shadow.detail, format, arguments);
    va_end(arguments);
    shadow.problem = shadow.detail;
}

#define SHADOW_CHECK(condition, ...) ((condition) ? (void)0 : shadow_wrong(__VA_ARGS__))

static void shadow_reset(const SimulSettings *settings)
{
    for (int b = 0; b <= SHADOW_BOARDS; b++) {
        free(shadow.boards[b].seen);
        free(shadow.boards[b].moves);
    }
    memset(&shadow, 0, sizeof shadow);
    shadow.round = 1;
    shadow_settings = *settings;
}

static int64_t shadow_elapsed(void)
{
    return shadow.used_ns + (shadow.running ? shadow.now_ns - shadow.started_ns : 0);
}

static void shadow_clock(bool run)
{
    if (shadow.running)
        shadow.used_ns += shadow.now_ns - shadow.started_ns;
    shadow.running = run;
    shadow.started_ns = shadow.now_ns;
}

/* How long the opponent at `board` may take. */
static int64_t shadow_allowed(const SimulCore *core, int board, bool late)
{
    SimulBoardView view;
    simul_core_view(core, board, &view);
    const SimulSettings *s = &shadow_settings;
    const int64_t reply = view.setup->reply_ms >= 0 ? view.setup->reply_ms : view.person ? s->reply_manual_ms : s->reply_engine_ms;
    const int64_t lag = view.setup->lag_ms >= 0 ? view.setup->lag_ms : s->lag_ms;
    return (reply * (late ? s->warn_factor : 1) + lag) * 1000000;
}

static void shadow_remember(ShadowBoard *b, const char *move)
{
    if (b->count + 2 > b->capacity) {
        b->capacity = b->capacity * 2 + 64;
        b->seen = realloc(b->seen, b->capacity * sizeof *b->seen);
        b->moves = realloc(b->moves, b->capacity * sizeof *b->moves);
    }
    if (move != NULL) {
        snprintf(b->moves[b->count], sizeof b->moves[0], "%s", move);
        b->count++;
    }
    b->seen[b->count] = slow_identity(&b->now);
}

static int shadow_times(const ShadowBoard *b)
{
    int times = 0;
    for (size_t i = 0; i <= b->count; i++)
        times += b->seen[i] == b->seen[b->count];
    return times;
}

/* Is there a move to a position that has stood twice already? */
static bool shadow_move_repeats(const ShadowBoard *b)
{
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++) {
            if (!slow_legal(&b->now, from, to))
                continue;
            SlowBoard after = b->now;
            slow_move(&after, from, to, '\0');
            const uint64_t identity = slow_identity(&after);
            int times = 0;
            for (size_t i = 0; i <= b->count; i++)
                times += b->seen[i] == identity;
            if (times >= 2)
                return true;
        }
    return false;
}

/* What the position on the board says about the game; NULL: play goes on. */
static const char *shadow_judge(const ShadowBoard *b)
{
    if (!slow_any_move(&b->now))
        return slow_in_check(&b->now) ? "checkmate" : "stalemate";
    if (slow_dead_by_material(&b->now))
        return "dead";
    const int times = shadow_times(b);
    const bool automatic = shadow_settings.claims == SIMUL_CLAIMS_AUTO;
    if (times >= 5)
        return "fivefold";
    if (b->now.quiet >= 150)
        return "seventy-five";
    if (automatic && times >= 3)
        return "threefold";
    if (automatic && b->now.quiet >= 100)
        return "fifty";
    return NULL;
}

static void shadow_played(int board, const SimulAnnouncement *a, bool by_exhibitor)
{
    ShadowBoard *b = &shadow.boards[board];
    SHADOW_CHECK(b->state == SHADOW_PLAYING, "board %d: a move in a game that is not in play", board);
    SHADOW_CHECK(shadow.at == board, "board %d: a move away from A, who is at %d", board, shadow.at);
    SHADOW_CHECK(b->must_end == NULL, "board %d: a move after the end", board);
    SHADOW_CHECK((b->now.white == b->exhibitor_white) == by_exhibitor, "board %d: the wrong side moved", board);
    SHADOW_CHECK(slow_play(&b->now, a->move), "board %d: %s is not legal", board, a->move);
    SHADOW_CHECK(a->ply == (int)(b->count + b->plies_before) + 1, "board %d: ply %d", board, a->ply);
    shadow_remember(b, a->move);
    b->must_end = shadow_judge(b);
}

/* Where A has to go next; raises `round` when it is done. */
static int shadow_next(int *round)
{
    for (int turn = 0; turn < 2; turn++) {
        for (int b = turn == 0 ? shadow.from + 1 : 1; b <= shadow.board_count; b++)
            if (shadow.boards[b].state == SHADOW_PLAYING && shadow.boards[b].first_round <= *round)
                return b;
        for (int b = 1; turn == 0 && b <= shadow.board_count; b++)
            SHADOW_CHECK(shadow.boards[b].state != SHADOW_PLAYING || shadow.boards[b].first_round > *round ||
                             shadow.boards[b].last_round == *round,
                         "round %d left board %d out", *round, b);
        (*round)++;
    }
    return 0;
}

static void shadow_arrive(const SimulAnnouncement *a)
{
    const int board = a->board;
    ShadowBoard *b = &shadow.boards[board];
    SHADOW_CHECK(shadow.at == 0, "A arrives at %d while at %d", board, shadow.at);
    SHADOW_CHECK(b->state == SHADOW_PLAYING, "A arrives at %d, where no game is", board);
    SHADOW_CHECK(a->due_reply == (b->now.white != b->exhibitor_white), "board %d: what is due is wrong", board);
    if (shadow.again != board) {
        int round = shadow.round;
        const int next = shadow_next(&round);
        SHADOW_CHECK(next == board && round == a->round, "A arrives at %d in round %d, expected %d in round %d", board, a->round, next,
                     round);
        SHADOW_CHECK(b->last_round < a->round, "board %d is visited twice in round %d", board, a->round);
        shadow.round = a->round;
        shadow.from = board;
        b->last_round = a->round;
        shadow.visits++;
        shadow.late_noted = false;
    }
    shadow.again = 0;
    shadow.at = board;
    shadow.asked = shadow.running = shadow.consent = false;
    shadow.used_ns = 0;
    b->think_open = false;
}

static void shadow_left(void)
{
    shadow.left = shadow.at;
    shadow.at = 0;
    shadow.asked = shadow.running = shadow.consent = false;
    shadow.used_ns = 0;
    if (shadow.return_to != 0 && shadow.again == 0) {
        if (shadow.boards[shadow.return_to].state == SHADOW_PLAYING)
            shadow.again = shadow.return_to;
        shadow.return_to = 0;
    }
}

static void shadow_begin_board(const SimulAnnouncement *a)
{
    ShadowBoard *b = &shadow.boards[a->board];
    if (a->board > shadow.board_count)
        shadow.board_count = a->board;
    if (b->state == SHADOW_PLAYING && b->reopened) {
        SlowBoard told;
        b->reopened = false;
        slow_from_fen(&told, a->text);
        SHADOW_CHECK(memcmp(told.at, b->now.at, sizeof told.at) == 0 && told.white == b->now.white && told.quiet == b->now.quiet &&
                         b->exhibitor_white == (a->color == WHITE),
                     "board %d is announced again as it does not stand", a->board);
        return;
    }
    SHADOW_CHECK(b->state != SHADOW_PLAYING, "board %d is announced twice", a->board);
    free(b->seen);
    free(b->moves);
    memset(b, 0, sizeof *b);
    b->state = SHADOW_PLAYING;
    b->exhibitor_white = a->color == WHITE;
    snprintf(b->start, sizeof b->start, "%s", a->text);
    slow_from_fen(&b->now, a->text);
    b->first_round = shadow.begun ? shadow.round + 1 : 1;
    shadow_remember(b, NULL);
}

static bool can_mate_not(const SimulBoardView *view, bool white)
{
    static WinnableMemory memory;
    static void *block;
    if (block == NULL) {
        block = malloc(1 << 22);
        winnable_memory_init(&memory, block, 1 << 22);
    }
    static WinnableResult result;
    winnable_full(&view->game->current, white ? WHITE : BLACK, 20000, &memory, &result);
    return result.verdict == WINNABLE_NO;
}

/* The result, judged anew. */
static void shadow_judge_end(const SimulAnnouncement *a, const SimulBoardView *view)
{
    const ShadowBoard *b = &shadow.boards[a->board];
    const int board = a->board;
    const char *judged = shadow_judge(b);
    const char *draw = "1/2-1/2", *result = result_text(a->result);
    const char *mated = b->now.white ? "0-1" : "1-0";
    switch (view->verdict.ending) {
    case ENDING_CHECKMATE:
        SHADOW_CHECK(judged != NULL && strcmp(judged, "checkmate") == 0 && strcmp(result, mated) == 0, "board %d: no mate", board);
        break;
    case ENDING_STALEMATE:
        SHADOW_CHECK(judged != NULL && strcmp(judged, "stalemate") == 0 && strcmp(result, draw) == 0, "board %d: no stalemate", board);
        break;
    case ENDING_DEAD:
        SHADOW_CHECK(strcmp(result, draw) == 0 &&
                         (slow_dead_by_material(&b->now) || (can_mate_not(view, true) && can_mate_not(view, false))),
                     "board %d: not dead", board);
        break;
    case ENDING_FIVEFOLD: SHADOW_CHECK(shadow_times(b) >= 5 && strcmp(result, draw) == 0, "board %d: no fifth occurrence", board); break;
    case ENDING_SEVENTY_FIVE: SHADOW_CHECK(b->now.quiet >= 150 && strcmp(result, draw) == 0, "board %d: no 75 moves", board); break;
    case ENDING_THREEFOLD:
        SHADOW_CHECK(strcmp(result, draw) == 0 && (shadow_times(b) >= 3 || (shadow.claimed == board && shadow_move_repeats(b))),
                     "board %d: no third occurrence", board);
        break;
    case ENDING_FIFTY:
        SHADOW_CHECK(b->now.quiet >= (shadow.claimed == board ? 99 : 100) && strcmp(result, draw) == 0, "board %d: no 50 moves but %d",
                     board, b->now.quiet);
        break;
    case ENDING_AGREEMENT:
        SHADOW_CHECK(view->game->move_count >= 2 && strcmp(result, draw) == 0, "board %d: agreed too early", board);
        break;
    case ENDING_LATE_REPLY:
    case ENDING_TIME:
    case ENDING_RESIGNATION:
    case ENDING_ILLEGAL_MOVE: {
        const bool white_lost = view->verdict.at_fault == WHITE;
        const bool saved = slow_bare(&b->now, !white_lost) || (strcmp(result, draw) == 0 && can_mate_not(view, !white_lost));
        SHADOW_CHECK(strcmp(result, saved ? draw : white_lost ? "0-1" : "1-0") == 0, "board %d: %s for the wrong side", board, result);
        SHADOW_CHECK(judged == NULL || b->count == 0, "board %d: ended by a fault though it was over", board);
        if (view->verdict.ending == ENDING_LATE_REPLY)
            SHADOW_CHECK(white_lost != b->exhibitor_white, "board %d: A cannot reply late", board);
        break;
    }
    case ENDING_ABANDONED:
        SHADOW_CHECK(strcmp(result, b->exhibitor_white ? "1-0" : "0-1") == 0, "board %d: abandoned, but %s", board, result);
        break;
    case ENDING_ADJUDICATION: SHADOW_CHECK(judged == NULL || b->count == 0, "board %d: adjudicated though it was over", board); break;
    default: SHADOW_CHECK(strcmp(result, "*") == 0, "board %d: unfinished, but %s", board, result); break;
    }
}

static void shadow_position_text(const SlowBoard *b, char text[72])
{
    memcpy(text, b->at, 64);
    text[64] = b->white ? 'w' : 'b';
    text[65] = '\0';
}

static void shadow_end(const SimulCore *core, const SimulAction *action)
{
    const SimulAnnouncement *a = &action->announcement;
    ShadowBoard *b = &shadow.boards[a->board];
    SHADOW_CHECK(b->state == SHADOW_PLAYING, "board %d ends twice", a->board);
    SimulBoardView view;
    /* By now the next game may have begun here: look at the one that ended. */
    SimulAction sheet = *action;
    sheet.kind = SIMUL_DO_SHEET;
    int number = 1;
    for (int i = 0; i < shadow.game_count; i++)
        number += shadow.games[i].board == a->board;
    sheet.game_number = number;
    simul_core_sheet_view(core, &sheet, &view);
    SHADOW_CHECK(view.game_number == number, "board %d: game %d, expected %d", a->board, view.game_number, number);
    SHADOW_CHECK(view.game->move_count == b->count + b->plies_before, "board %d: %zu plies, expected %zu", a->board, view.game->move_count,
                 b->count);
    shadow_judge_end(a, &view);
    b->state = SHADOW_ENDED;
    b->must_end = NULL;
    b->think_open = false;
    if (shadow.at == a->board)
        shadow_left();
    if (shadow.again == a->board)
        shadow.again = 0;
    if (a->result == RESULT_UNFINISHED)
        shadow.unfinished++;
    else if (a->result == RESULT_DRAW)
        shadow.draws++;
    else if ((a->result == RESULT_WHITE_WINS) == b->exhibitor_white)
        shadow.wins++;
    else
        shadow.losses++;
    ShadowGame *game = &shadow.games[shadow.game_count++];
    *game = (ShadowGame){.board = a->board, .number = number, .plies = b->count + b->plies_before};
    snprintf(game->result, sizeof game->result, "%s", result_text(a->result));
    shadow_position_text(&b->now, game->end);
}

static int shadow_limit(int own, int common)
{
    return own >= 0 ? own : common;
}

static void shadow_late(const SimulCore *core, const SimulAnnouncement *a)
{
    SHADOW_CHECK(shadow.at == a->board && (shadow.asked || shadow.relaxed), "board %d is late without having been asked", a->board);
    SHADOW_CHECK(shadow.relaxed || shadow_elapsed() >= shadow.allowed_ns, "board %d: late after %lld ns of %lld", a->board,
                 (long long)shadow_elapsed(), (long long)shadow.allowed_ns);
    SHADOW_CHECK(!shadow.late_noted, "board %d is late twice in a visit", a->board);
    shadow.late_noted = true;
    ShadowBoard *b = &shadow.boards[a->board];
    b->late++;
    SimulBoardView view;
    simul_core_view(core, a->board, &view);
    const int limit = shadow_limit(view.setup->misses, shadow_settings.misses);
    if (view.state == SIMUL_BOARD_PLAYING) /* it may have made way for the next already */
        SHADOW_CHECK(shadow_settings.late != SIMUL_LATE_FORFEIT && (limit == 0 || b->late < limit),
                     "board %d: late for the %d. time, and not lost", a->board, b->late);
}

static void shadow_takeback(const SimulAnnouncement *a)
{
    ShadowBoard *b = &shadow.boards[a->board];
    SHADOW_CHECK(b->state == SHADOW_PLAYING && b->count > 0, "board %d: nothing to take back", a->board);
    SHADOW_CHECK(b->now.white != b->exhibitor_white, "board %d: not A's move is taken back", a->board);
    SHADOW_CHECK(shadow.at == 0 || shadow.at == a->board, "A is at %d", shadow.at);
    SHADOW_CHECK(strcmp(b->moves[b->count - 1], a->move) == 0, "board %d: %s is taken back", a->board, a->move);
    b->count--;
    slow_from_fen(&b->now, b->start);
    for (size_t i = 0; i < b->count; i++)
        slow_play(&b->now, b->moves[i]);
    b->must_end = NULL;
    b->think_open = false;
    if (shadow.at == 0 && shadow.left != a->board)
        shadow.return_to = shadow.left;
    shadow.at = 0;
    shadow.again = a->board;
}

static void shadow_announcement(const SimulCore *core, const SimulAction *action)
{
    const SimulAnnouncement *a = &action->announcement;
    char line[1024], json[2048];
    simul_announcement_text(a, line, sizeof line);
    simul_announcement_json(a, json, sizeof json);
    switch (a->kind) {
    case SIMUL_SAYS_BOARD: shadow_begin_board(a); break;
    case SIMUL_SAYS_ARRIVE:
        shadow.begun = true;
        shadow_arrive(a);
        break;
    case SIMUL_SAYS_REPLY:
        SHADOW_CHECK(shadow.relaxed || a->ms == 0 || a->ms == shadow_elapsed() / 1000000, "board %d: %lld ms, expected %lld", a->board,
                     (long long)a->ms, (long long)(shadow_elapsed() / 1000000));
        shadow_clock(false);
        shadow.asked = false;
        shadow.used_ns = 0;
        shadow_played(a->board, a, false);
        break;
    case SIMUL_SAYS_MOVE:
        shadow_played(a->board, a, true);
        shadow.asked = shadow.running = false;
        shadow.used_ns = 0;
        break;
    case SIMUL_SAYS_DEPART:
        SHADOW_CHECK(shadow.at == a->board, "A departs from %d, but is at %d", a->board, shadow.at);
        shadow_left();
        break;
    case SIMUL_SAYS_PASS:
        if (strcmp(a->state, "asked") == 0) {
            shadow_clock(false);
            shadow.consent = true;
        } else if (strcmp(a->state, "declined") == 0) {
            shadow.consent = false;
            shadow_clock(shadow.asked && !shadow.paused);
        } else if (strcmp(a->state, "late") == 0) {
            SHADOW_CHECK(shadow_settings.late != SIMUL_LATE_FORFEIT, "board %d: passed by", a->board);
        }
        break;
    case SIMUL_SAYS_CLAIM:
        if (strcmp(a->state, "right") == 0)
            shadow.claimed = a->board;
        break;
    case SIMUL_SAYS_LATE: shadow_late(core, a); break;
    case SIMUL_SAYS_TAKEBACK: shadow_takeback(a); break;
    case SIMUL_SAYS_END: shadow_end(core, action); break;
    case SIMUL_SAYS_INCIDENT: shadow.incidents++; break;
    case SIMUL_SAYS_PAUSED:
        SHADOW_CHECK(!shadow.paused, "paused twice");
        shadow_clock(false);
        shadow.paused = true;
        break;
    case SIMUL_SAYS_RESUMED:
        shadow.paused = false;
        if (shadow.asked && !shadow.consent)
            shadow_clock(true);
        break;
    case SIMUL_SAYS_DONE: {
        int standing = 0;
        for (int b = 1; b <= shadow.board_count; b++)
            standing += shadow.boards[b].state == SHADOW_PLAYING;
        SHADOW_CHECK(a->wins == shadow.wins && a->draws == shadow.draws && a->losses == shadow.losses &&
                         a->unfinished == shadow.unfinished + standing,
                     "the score is +%d =%d -%d *%d, expected +%d =%d -%d *%d", a->wins, a->draws, a->losses, a->unfinished, shadow.wins,
                     shadow.draws, shadow.losses, shadow.unfinished + standing);
        shadow.done = true;
        break;
    }
    default: break;
    }
}

/* ASKED was given for the board. */
static void shadow_asked(const SimulCore *core, int board)
{
    if (shadow.at != board || shadow.asked)
        return;
    shadow.asked = true;
    shadow.used_ns = 0;
    shadow.allowed_ns = shadow_allowed(core, board, false);
    shadow_clock(!shadow.paused);
}

/* After every event: nothing overdue, nothing changed on the quiet. */
static void shadow_after_event(const SimulCore *core, int look_at)
{
    SimulStatus status;
    simul_core_status(core, &status);
    if (status.phase == SIMUL_RUNNING) {
        SHADOW_CHECK(status.board == shadow.at, "A is at %d, announced %d", status.board, shadow.at);
        SHADOW_CHECK(status.visits == shadow.visits, "%lld visits, expected %lld", (long long)status.visits, (long long)shadow.visits);
        SHADOW_CHECK(status.wins == shadow.wins && status.draws == shadow.draws && status.losses == shadow.losses, "the score differs");
        SHADOW_CHECK(status.stage != SIMUL_STAGE_NONE || status.paused || status.waiting > 0, "A stands nowhere and nothing is awaited");
    }
    if (status.phase == SIMUL_RUNNING && status.stage == SIMUL_STAGE_REPLY && !status.paused && !shadow.relaxed) {
        const int64_t deadline = shadow.started_ns - shadow.used_ns + shadow_allowed(core, shadow.at, shadow.late_noted);
        SHADOW_CHECK(shadow.running, "board %d: the reply is awaited without a clock", shadow.at);
        if (shadow_settings.opponent_tc[0] == '\0')
            SHADOW_CHECK(status.deadline_ns == deadline, "board %d: the deadline is %lld, expected %lld", shadow.at,
                         (long long)status.deadline_ns, (long long)deadline);
        else
            SHADOW_CHECK(status.deadline_ns <= deadline, "board %d: the deadline is too late", shadow.at);
    }
    int thinking = 0;
    for (int b = 1; b <= shadow.board_count; b++) {
        const ShadowBoard *board = &shadow.boards[b];
        SHADOW_CHECK(board->must_end == NULL, "board %d should have ended: %s", b, board->must_end);
        SimulBoardView view;
        thinking += board->think_open && simul_core_view(core, b, &view) && !view.setup->remote;
    }
    SHADOW_CHECK(shadow_settings.thinkers == SIMUL_NO_LIMIT || thinking <= shadow_settings.thinkers, "%d think at one time", thinking);
    if (look_at >= 1 && look_at <= shadow.board_count && shadow.boards[look_at].state == SHADOW_PLAYING) {
        const ShadowBoard *board = &shadow.boards[look_at];
        SHADOW_CHECK(simul_core_game(core, look_at)->move_count == board->count + board->plies_before, "board %d changed on the quiet",
                     look_at);
        SimulBoardView view;
        simul_core_view(core, look_at, &view);
        const int common = view.person ? shadow_settings.illegal_manual : shadow_settings.illegal_engine;
        const int limit = shadow_limit(view.setup->illegal, common);
        SHADOW_CHECK(view.illegal < limit || (limit == 0 && view.illegal == 0 && view.person), "board %d: %d illegal moves", look_at,
                     view.illegal);
        SHADOW_CHECK(view.passes <= shadow_limit(view.setup->passes, shadow_settings.passes), "board %d: %d passes", look_at, view.passes);
        SHADOW_CHECK(view.misses == board->late, "board %d: %d misses, seen %d", look_at, view.misses, board->late);
    }
}

/* The exhibition goes on after having been interrupted: the visit in progress is announced once more. */
static void shadow_reopened(SimulStage stage, int board)
{
    shadow.paused = false;
    shadow.asked = shadow.running = false;
    shadow.used_ns = 0;
    if (shadow.at != 0 && stage != SIMUL_STAGE_EXCHANGE) {
        shadow.again = board;
        shadow.at = 0;
    }
    for (int b = 1; b <= shadow.board_count; b++) {
        shadow.boards[b].think_open = false;
        shadow.boards[b].reopened = true;
    }
}

#endif
