/* SPDX-License-Identifier: GPL-3.0-only */
/* Looking in: the status, a board, past games, and for tests a digest of the state. */
#include "simul/core_parts.h"

#include <assert.h>
#include <string.h>

void simul_core_status(const SimulCore *core, SimulStatus *status)
{
    const bool visiting = core->phase == SIMUL_RUNNING && core->stage != SIMUL_STAGE_NONE;
    *status = (SimulStatus){
        .phase = core->phase,
        .stage = core->stage,
        .paused = core->paused,
        .stopping = core->stopping,
        .board = visiting ? core->board : 0,
        .round = core->round,
        .boards = core->board_count,
        .in_play = core->in_play.count,
        .waiting = core->waiting_count + (core->phase == SIMUL_RUNNING ? core->opening : 0),
        .wins = core->wins,
        .draws = core->draws,
        .losses = core->losses,
        .unfinished = core->unfinished,
        .visits = core->visits,
        .incidents = core->incidents,
        .time_ns = core->now_ns,
        .since_ns = core->awaited.running ? core->awaited.started_ns - core->awaited.used_ns : core->now_ns,
        .deadline_ns = core->deadline_ns,
        .exhibitor_name = core->settings.exhibitor_name[0] != '\0' ? core->settings.exhibitor_name
                          : core->exhibitor_name != NULL           ? core->exhibitor_name
                                                                   : "",
        .held = core->held_up,
    };
    if (core->held_up == NULL)
        return;
    status->paused = true;
    if (core->phase == SIMUL_STOPPED || core->phase == SIMUL_DONE)
        status->phase = SIMUL_RUNNING;
}

void simul_core_hold(SimulCore *core, const char *why)
{
    core->held_up = why;
}

const SimulSettings *simul_core_settings(const SimulCore *core)
{
    return &core->settings;
}

bool simul_core_scores_shown(const SimulCore *core)
{
    return core->settings.show_scores || (core->people == 0 && !core_exhibitor_is_person(core));
}

static int64_t left_ms(const GameClock *clock, int64_t now_ns)
{
    return clock == NULL ? -1 : clock_left_ns(clock, now_ns) / NS_PER_MS;
}

static void fill_view(const SimulCore *core, const SimulBoard *b, SimulBoardView *view)
{
    const GameClock *exhibitor = core->exhibitor_control.period_count == 0        ? NULL
                                 : core->settings.clock_place == SIMUL_CLOCK_HALL ? &core->hall_clock
                                                                                  : &b->clocks[CLOCK_OF_A];
    const GameClock *opponent = core->opponent_control.period_count == 0 ? NULL : &b->clocks[CLOCK_OF_OPPONENT];
    *view = (SimulBoardView){
        .board = b->number,
        .state = b->state,
        .person = board_is_person(b),
        .setup = &b->setup,
        .name = b->setup.name[0] != '\0' ? b->setup.name : b->own_name,
        .game_number = b->game_number,
        .exhibitor_color = b->exhibitor_color,
        .game = &b->game,
        .plies = b->plies,
        .thinking = b->request_open,
        .holding = b->holding,
        .offer_by_exhibitor = b->offer.standing && b->offer.by == b->exhibitor_color,
        .offer_by_opponent = b->offer.standing && b->offer.by != b->exhibitor_color,
        .pass_asked = core->stage == SIMUL_STAGE_CONSENT && core->board == b->number,
        .misses = b->misses,
        .passes = b->passes,
        .illegal = b->illegal,
        .exhibitor_illegal = b->exhibitor_illegal,
        .illegal_limit = b->illegal_limit,
        .exhibitor_illegal_limit = core_exhibitor_illegal_limit(core),
        .visits = b->visits,
        .exhibitor_left_ms = left_ms(exhibitor, core->now_ns),
        .opponent_left_ms = left_ms(opponent, core->now_ns),
        .verdict = b->verdict,
        .termination = verdict_termination(&b->verdict),
        .reason = b->reason,
    };
}

bool simul_core_view(const SimulCore *core, int board, SimulBoardView *view)
{
    if (board < 1 || board > core->board_count)
        return false;
    fill_view(core, &core->boards[board], view);
    return true;
}

void simul_core_sheet_view(const SimulCore *core, const SimulAction *action, SimulBoardView *view)
{
    assert(action->kind == SIMUL_DO_SHEET);
    const SimulBoard *b = &core->boards[action->board];
    for (int i = 0; i < core->retired_count; i++)
        if (core->retired[i].number == action->board && core->retired[i].game_number == action->game_number)
            b = &core->retired[i];
    fill_view(core, b, view);
}

const Game *simul_core_game(const SimulCore *core, int board)
{
    return board < 1 || board > core->board_count ? NULL : &core->boards[board].game;
}

int simul_core_next_in_play(const SimulCore *core, int board)
{
    return rotation_next(&core->in_play, board);
}

const SimulPastGame *simul_core_past(const SimulCore *core, int *count)
{
    *count = core->past_count;
    return core->past;
}

static size_t text_bytes(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

static size_t setup_bytes(const SimulBoardSetup *setup)
{
    return text_bytes(setup->name) + text_bytes(setup->spec) + text_bytes(setup->fen) + text_bytes(setup->moves) +
           text_bytes(setup->opening);
}

static size_t board_bytes(const SimulBoard *b)
{
    return b->game.capacity * (sizeof *b->game.moves + sizeof *b->game.keys) + b->ply_capacity * sizeof *b->plies +
           (b->clocks != NULL ? BOARD_CLOCKS * sizeof *b->clocks : 0) + (b->hand != NULL ? sizeof *b->hand : 0) + setup_bytes(&b->setup) +
           text_bytes(b->own_name);
}

size_t simul_core_bytes(const SimulCore *core)
{
    size_t bytes = sizeof *core + rotation_bytes(&core->in_play) + rotation_bytes(&core->vacant) + rotation_bytes(&core->between_games) +
                   core->action_capacity * sizeof *core->actions + text_bytes(core->exhibitor_name);
    bytes += ((size_t)core->board_capacity + (size_t)core->retired_capacity) * sizeof *core->boards;
    bytes += (size_t)core->waiting_capacity * (sizeof *core->waiting + sizeof *core->waiting_strings);
    bytes += (size_t)core->later_count * (sizeof *core->later + sizeof *core->later_strings);
    bytes += (size_t)core->past_capacity * (sizeof *core->past + 2 * sizeof *core->past_strings);
    for (int board = 1; board <= core->board_count; board++)
        bytes += board_bytes(&core->boards[board]);
    for (int i = 0; i < core->retired_count; i++)
        bytes += board_bytes(&core->retired[i]);
    for (int i = 0; i < core->waiting_count; i++)
        bytes += setup_bytes(&core->waiting[(core->waiting_first + i) % core->waiting_capacity]);
    for (int i = 0; i < core->later_count; i++)
        bytes += setup_bytes(&core->later[i]);
    for (int i = 0; i < core->past_count; i++)
        bytes += text_bytes(core->past[i].name) + text_bytes(core->past[i].reason);
    return bytes;
}

/* ---- Digest ---- */

static uint64_t mix(uint64_t digest, uint64_t value)
{
    return (digest ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (digest >> 29);
}

static uint64_t mix_clock(uint64_t digest, const GameClock *clock)
{
    digest = mix(digest, (uint64_t)clock->left_ns);
    digest = mix(digest, (uint64_t)clock->period << 32 ^ (uint64_t)clock->moves);
    return mix(digest, clock->fallen);
}

static uint64_t mix_text(uint64_t digest, const char *text)
{
    for (; *text != '\0'; text++)
        digest = mix(digest, (unsigned char)*text);
    return mix(digest, 0);
}

static uint64_t board_digest(const SimulBoard *b, uint64_t digest)
{
    digest = mix(digest, (uint64_t)b->state << 8 ^ (uint64_t)b->game_number);
    digest = mix(digest, b->game.current.key);
    digest = mix(digest, b->game.move_count);
    for (size_t i = 0; i < b->game.move_count; i++)
        digest = mix(digest, b->game.moves[i] | (uint64_t)b->plies[i].ms << 16 | (uint64_t)b->plies[i].flags << 48);
    digest = mix(digest, (uint64_t)b->verdict.result << 8 ^ (uint64_t)b->verdict.ending);
    digest = mix(digest, (uint64_t)b->first_round << 32 ^ (uint64_t)b->visits);
    digest = mix(digest,
                 (uint64_t)b->illegal << 48 ^ (uint64_t)b->misses << 32 ^ (uint64_t)b->passes << 16 ^ (uint64_t)b->exhibitor_illegal);
    digest = mix(digest, (uint64_t)b->request_open | (uint64_t)b->holding << 1 | (uint64_t)b->pending_offer << 2 |
                             (uint64_t)b->pending_resign << 3 | (uint64_t)b->offer.standing << 4 | (uint64_t)b->offer.by << 5 |
                             (uint64_t)b->thinking_counted << 6 | (uint64_t)b->pending_claim << 7);
    if (b->holding)
        digest = mix_text(digest, b->held);
    for (int i = 0; b->hand != NULL && i < b->hand->count; i++) {
        const HandEvent *hand = &b->hand->events[i];
        digest = mix(digest, (uint64_t)hand->kind << 48 ^ (uint64_t)hand->square << 32 ^ (uint64_t)hand->to << 16 ^ (uint64_t)hand->piece);
        digest = mix(digest, hand->among);
    }
    if (b->clocks != NULL)
        for (int i = 0; i < BOARD_CLOCKS; i++)
            digest = mix_clock(digest, &b->clocks[i]);
    if (b->table_result != RESULT_UNFINISHED)
        digest = mix(mix(digest, (uint64_t)b->table_result), b->table_key);
    if (b->games_left > 0)
        digest = mix(digest, (uint64_t)b->games_left);
    return mix_text(digest, b->reason);
}

uint64_t simul_core_digest(const SimulCore *core)
{
    uint64_t digest = mix(1, (uint64_t)core->phase << 8 ^ (uint64_t)core->stage);
    digest = mix(digest, (uint64_t)core->board << 32 ^ (uint64_t)core->round);
    digest = mix(digest, (uint64_t)core->paused | (uint64_t)core->stopping << 1);
    digest = mix(digest, (uint64_t)core->visits << 32 ^ (uint64_t)core->incidents);
    digest = mix(digest, (uint64_t)core->now_ns);
    digest = mix(digest, (uint64_t)core->deadline_ns);
    digest = mix(digest,
                 (uint64_t)core->wins << 48 ^ (uint64_t)core->draws << 32 ^ (uint64_t)core->losses << 16 ^ (uint64_t)core->unfinished);
    digest = mix(digest, (uint64_t)core->horizon << 32 ^ (uint64_t)core->thinking_count);
    digest = mix_clock(digest, &core->hall_clock);
    digest = mix(digest, (uint64_t)core->takeback.board << 32 ^ (uint64_t)core->takeback.return_to);
    if (core->takeback.board != 0)
        digest = mix_clock(digest, &core->takeback.clock);
    digest = mix(digest, (uint64_t)core->awaited.running ^ (uint64_t)core->awaited.started_ns << 1);
    digest = mix(digest, (uint64_t)core->awaited.used_ns);
    digest = mix(digest, (uint64_t)core->exchanges_done << 32 ^ (uint64_t)core->restarts << 1 ^ (uint64_t)core->late_noted);
    digest = mix(digest, (uint64_t)core->waiting_count << 32 ^ (uint64_t)core->between_games.count << 16 ^ (uint64_t)core->vacant.count);
    for (int board = 1; board <= core->board_count; board++)
        digest = board_digest(&core->boards[board], digest);
    return digest;
}
