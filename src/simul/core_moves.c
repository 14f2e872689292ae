/* SPDX-License-Identifier: GPL-3.0-only */
/* Replies and A's moves: judged, held, played. */
#include "simul/core_parts.h"

#include "chess/move_text.h"
#include "rules/illegal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Playing ---- */

static bool play(SimulCore *core, SimulBoard *b, Move move, const SimulPly *ply)
{
    if (b->game.move_count == b->ply_capacity) {
        const size_t capacity = b->ply_capacity * 2 + 16;
        SimulPly *grown = realloc(b->plies, capacity * sizeof *grown);
        if (grown == NULL) {
            core->out_of_memory = true;
            return false;
        }
        b->plies = grown;
        b->ply_capacity = capacity;
    }
    if (!game_play(&b->game, move)) {
        core->out_of_memory = true;
        return false;
    }
    b->plies[b->game.move_count - 1] = *ply;
    return true;
}

static uint32_t whole_ms(int64_t ns)
{
    const int64_t ms = ns / NS_PER_MS;
    return ms < 0 ? 0 : ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

/* The announcement of a move about to be played. */
static void say_move(SimulCore *core, SimulAnnouncementKind kind, const SimulBoard *b, Move move, const SimulPly *ply)
{
    SimulAnnouncement *says = core_say(core, kind, b->number);
    move_to_uci(&b->game.current, move, says->move);
    move_to_san(&b->game.current, move, says->san);
    says->ms = ply->ms;
    says->ply = (int)b->game.move_count + 1;
    says->has_score = (ply->flags & SIMUL_PLY_SCORE) != 0 && simul_core_scores_shown(core);
    says->is_mate = (ply->flags & SIMUL_PLY_MATE) != 0;
    says->score = ply->score;
    says->depth = ply->depth;
}

static void keep_text(char kept[HELD_SIZE], const char *text)
{
    const size_t length = strcspn(text, " \t\r\n");
    const size_t size = length < HELD_SIZE - 1 ? length : HELD_SIZE - 1;
    memcpy(kept, text, size);
    kept[size] = '\0';
}

/* What an answer looks like in a message: printable, short. */
static const char *shown(SimulCore *core, const char *text)
{
    char plain[HELD_SIZE];
    keep_text(plain, text);
    for (char *c = plain; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            *c = '?';
    return core_text(core, "%s", plain[0] == '\0' ? "nothing" : plain);
}

/* A text that is no legal move, and why, for a message. */
static const char *why_illegal(SimulCore *core, const SimulBoard *b, const char *text, const Illegal *read)
{
    char sentence[ILLEGAL_SENTENCE_SIZE];
    illegal_sentence(&b->game.current, read, sentence);
    const char *move_text = shown(core, text);
    return core_text(core, "%s: %s", move_text, sentence);
}

/* ---- The opponent's replies ---- */

/* An offence that does not lose yet, for a message: its number, the limit, and what it costs. */
static const char *offence(SimulCore *core, const char *reason, int number, int limit, const char *bonus)
{
    return core_text(core, "%s; illegal %d of %d%s%s%s (Article 7.5.5)", reason, number, limit, bonus != NULL ? ", " : "",
                     bonus != NULL ? bonus : "", number + 1 == limit ? "; the next one loses" : "");
}

/* The same for the one that loses. */
static const char *last_offence(SimulCore *core, const char *reason, int number)
{
    return number == 1 ? reason : core_text(core, "%s; illegal %d of %d", reason, number, number);
}

/* What was said or typed is no move and no offence. */
static const char *uncounted(SimulCore *core, const char *reason)
{
    return core_text(core, "%s; not counted", reason);
}

/* An illegal move was completed. True if that ended the game. */
static bool count_illegal(SimulCore *core, SimulBoard *b, const char *reason)
{
    b->illegal++;
    if (b->illegal >= b->illegal_limit) {
        reason = last_offence(core, reason, b->illegal);
        core_say(core, SIMUL_SAYS_REFUSED, b->number)->text = reason;
        core_end_at_fault(core, b, ENDING_ILLEGAL_MOVE, board_opponent_color(b), reason);
        return true;
    }
    const char *bonus = core_give_bonus(core, b, true);
    core_refuse(core, b->number, b->number, offence(core, reason, b->illegal, b->illegal_limit, bonus));
    return false;
}

static void reply_made(SimulCore *core, SimulBoard *b, Move move, int64_t used_ns, bool held)
{
    SimulPly ply = {.ms = whole_ms(used_ns)};
    if (core->late_noted && core->stage == SIMUL_STAGE_REPLY)
        ply.flags |= SIMUL_PLY_LATE;
    if (held)
        ply.flags |= SIMUL_PLY_HELD;

    core_awaited_stop(core);
    GameClock *clock = core_opponent_clock(core, b);
    if (clock != NULL)
        clock_move_made(clock, core->now_ns);
    thinkers_release(core, b);
    board_clear_hand(b);
    if (core->takeback.board == b->number)
        core->takeback.board = 0; /* answered: final */
    say_move(core, SIMUL_SAYS_REPLY, b, move, &ply);
    if (!play(core, b, move, &ply))
        return;
    core_offer_answered(core, b, false);
    if (!core_check_outcome(core, b) && !core_check_maxmoves(core, b))
        core->step = STEP_THINK;
}

/* If the move breaks what was touched, that is said, and counted if it is to be. */
static bool reply_breaks_touch(SimulCore *core, SimulBoard *b, Move move)
{
    const char *reason = "";
    if (core_keeps_to_touch(core, b, move, &reason))
        return false;
    if (core->settings.touch == SIMUL_TOUCH_REFUSE || b->illegal_limit == 0)
        core_refuse(core, b->number, b->number, uncounted(core, reason));
    else if (count_illegal(core, b, reason))
        return true;
    core->step = STEP_ASK;
    return true;
}

void core_judge_reply(SimulCore *core, const char *text, int64_t used_ns, bool held)
{
    SimulBoard *b = core_here(core);
    const bool person = board_is_person(b);
    Illegal read;
    if (illegal_read(&b->game.current, text, &read)) {
        if (!reply_breaks_touch(core, b, read.move))
            reply_made(core, b, read.move, used_ns, held);
        return;
    }
    const char *reason = why_illegal(core, b, text, &read);
    if (person && (b->illegal_limit == 0 || illegal_is_typing_mistake(read.reason))) {
        core_refuse(core, b->number, b->number, uncounted(core, reason));
        core->step = STEP_ASK;
        return;
    }
    const bool stands = person && read.reason == ILLEGAL_PROMOTION_MISSING; /* the pawn, as a queen (7.5.2) */
    if ((stands && reply_breaks_touch(core, b, read.stands_as)) || count_illegal(core, b, reason))
        return;
    if (stands) {
        reply_made(core, b, read.stands_as, used_ns, held);
        return;
    }
    if (person)
        core_touch_by_illegal(core, b, &read);
    core->step = STEP_ASK;
}

static void typed_reply(SimulCore *core, SimulBoard *b, const char *text)
{
    const int board = b->number;
    const char *reason = NULL;
    if (core->phase != SIMUL_RUNNING)
        reason = "the exhibition is not running";
    else if (!core_in_play(core, board))
        reason = "no game is in play here";
    else if (core->paused)
        reason = "the exhibition is paused";
    else if (!core_stands_at(core, board))
        reason = "A is at another board: a move counts only while A stands here";
    else if (core->stage == SIMUL_STAGE_CONSENT)
        reason = "a pass was asked for: A has to answer first";
    else if (!core_awaits_reply(core))
        reason = "it is A's move";
    if (reason != NULL)
        core_refuse(core, board, board, reason);
    else
        core_judge_reply(core, text, core_used_ns(core), false);
}

void core_reply(SimulCore *core, const SimulEvent *event)
{
    SimulBoard *b = core_board(core, event->seat);
    const char *text = event->text == NULL ? "" : event->text;
    if (board_is_person(b)) {
        typed_reply(core, b, text);
        return;
    }
    if (b->state != SIMUL_BOARD_PLAYING || (core->phase != SIMUL_RUNNING && core->phase != SIMUL_OPENING))
        return; /* its seat is about to learn that the game is over */
    if (!b->request_open) {
        core_incident(core, b->number, core_text(core, "an answer nobody asked for is dropped: %s", shown(core, text)));
        return;
    }
    thinkers_release(core, b);
    const bool here = core_stands_at(core, b->number);
    if (here && core_awaits_reply(core) && !core->paused) {
        core_judge_reply(core, text, core_used_ns(core), false);
        return;
    }
    b->holding = true;
    b->held_ns = here && (core_awaits_reply(core) || core->stage == SIMUL_STAGE_CONSENT) ? core_used_ns(core) : 0;
    keep_text(b->held, text);
    thinkers_fill(core);
}

/* ---- A's moves ---- */

/* A move by A that is not legal is judged as anybody's, on this board only. */
static void exhibitor_illegal(SimulCore *core, SimulBoard *b, const char *reason)
{
    const bool person = core_exhibitor_is_person(core);
    const int limit = core_exhibitor_illegal_limit(core);
    b->exhibitor_illegal++;
    if (b->exhibitor_illegal >= limit) {
        reason = last_offence(core, reason, b->exhibitor_illegal);
        core_refuse(core, SIMUL_EXHIBITOR, b->number, reason);
        core_end_at_fault(core, b, ENDING_ILLEGAL_MOVE, b->exhibitor_color, reason);
        return;
    }
    const char *bonus = core_give_bonus(core, b, false);
    core_refuse(core, SIMUL_EXHIBITOR, b->number, offence(core, reason, b->exhibitor_illegal, limit, bonus));
    if (!person)
        core->step = STEP_RETHINK;
}

static SimulPly exhibitor_ply(const SimulCore *core, const SimulEvent *event)
{
    SimulPly ply = {.ms = whole_ms(core_used_ns(core))};
    if (event->has_score) {
        const int score = event->score;
        ply.flags |= SIMUL_PLY_SCORE;
        if (event->is_mate)
            ply.flags |= SIMUL_PLY_MATE;
        ply.score = (int16_t)(score < -32000 ? -32000 : score > 32000 ? 32000 : score);
        ply.depth = (uint8_t)(event->depth < 0 ? 0 : event->depth > 255 ? 255 : event->depth);
    }
    return ply;
}

/* With `draws accept`, an offer that stands is accepted if A does not think it is better. */
static bool accepts_offer(const SimulCore *core, const SimulBoard *b, const SimulPly *ply)
{
    if (core->settings.draws != SIMUL_DRAWS_ACCEPT || core_exhibitor_is_person(core) || !b->offer.standing ||
        b->offer.by == b->exhibitor_color || b->game.move_count < 2 || !(ply->flags & SIMUL_PLY_SCORE))
        return false;
    return ply->flags & SIMUL_PLY_MATE ? ply->score <= 0 : ply->score <= core->settings.draws_cp;
}

static void note_overrun(SimulCore *core, int64_t used_ns)
{
    const SimulSettings *s = &core->settings;
    if (s->movetime_ms > 0 && !core_exhibitor_is_person(core) && used_ns > (s->movetime_ms + s->overrun_ms) * NS_PER_MS)
        core_incident(core, core->board,
                      core_text(core, "A took %lld ms of %lld", (long long)(used_ns / NS_PER_MS), (long long)s->movetime_ms));
}

static void exhibitor_moved(SimulCore *core, SimulBoard *b, Move move, const SimulPly *ply)
{
    GameClock *clock = core_exhibitor_clock(core, b);
    if (clock != NULL) {
        /* A move taken back returns its own time on a clock of the board; a clock of the hall is never given back. */
        const bool own = core->settings.clock_place == SIMUL_CLOCK_BOARD;
        core->takeback.clock = own ? b->clocks[CLOCK_OF_A_BEFORE] : *clock;
        clock_move_made(clock, core->now_ns);
        if (own)
            b->clocks[CLOCK_OF_A_BEFORE] = *clock;
    }
    core->takeback.board = b->number;
    core_act(core, SIMUL_DO_SYNC, 0);
    say_move(core, SIMUL_SAYS_MOVE, b, move, ply);
    if (!play(core, b, move, ply))
        return;
    core_act(core, SIMUL_DO_TELL, b->number);
    core_offer_answered(core, b, true);
    if (!core_check_outcome(core, b) && !core_adjudicate_by_score(core, b, ply) && !core_check_maxmoves(core, b))
        core->step = STEP_MOVED;
}

/* A person playing A is bound by what he touched like anybody. */
static bool exhibitor_breaks_touch(SimulCore *core, SimulBoard *b, Move move)
{
    const char *reason = "";
    if (core_keeps_to_touch(core, b, move, &reason))
        return false;
    if (core->settings.touch == SIMUL_TOUCH_REFUSE || core_exhibitor_illegal_limit(core) == 0)
        core_refuse(core, SIMUL_EXHIBITOR, b->number, uncounted(core, reason));
    else
        exhibitor_illegal(core, b, reason);
    return true;
}

void core_judge_exhibitor_move(SimulCore *core, const SimulEvent *event)
{
    SimulBoard *b = core_here(core);
    const bool person = core_exhibitor_is_person(core);
    const char *text = event->text == NULL ? "" : event->text;
    Illegal read;
    if (!illegal_read(&b->game.current, text, &read)) {
        const char *reason = why_illegal(core, b, text, &read);
        if (person && (core_exhibitor_illegal_limit(core) == 0 || illegal_is_typing_mistake(read.reason))) {
            core_refuse(core, SIMUL_EXHIBITOR, b->number, uncounted(core, reason));
            return;
        }
        const bool stands = person && read.reason == ILLEGAL_PROMOTION_MISSING;
        if (stands && exhibitor_breaks_touch(core, b, read.stands_as))
            return;
        exhibitor_illegal(core, b, reason);
        if (!person || core->stage != SIMUL_STAGE_THINK)
            return;
        if (!stands) {
            core_touch_by_illegal(core, b, &read);
            return;
        }
        read.move = read.stands_as;
    } else if (exhibitor_breaks_touch(core, b, read.move)) {
        return;
    }
    const SimulPly ply = exhibitor_ply(core, event);
    core->thinking = false;
    board_clear_hand(b);
    core_awaited_stop(core);
    note_overrun(core, core->awaited.used_ns);
    if (accepts_offer(core, b, &ply))
        core_offer_accepted(core, b);
    else
        exhibitor_moved(core, b, read.move, &ply);
}

void core_exhibitor_reply(SimulCore *core, const SimulEvent *event)
{
    const bool person = core_exhibitor_is_person(core);
    const bool mine = core->phase == SIMUL_RUNNING && core->stage == SIMUL_STAGE_THINK && core->thinking &&
                      (event->board == 0 || event->board == core->board);
    if (!mine || (event->request != 0 && event->request != core->request)) {
        if (person)
            core_refuse(core, SIMUL_EXHIBITOR, event->board,
                        core->phase == SIMUL_RUNNING ? "it is not A's move there" : "the exhibition is not running");
        return; /* an engine's answer to a question that is no longer asked */
    }
    if (!core->paused) {
        core_judge_exhibitor_move(core, event);
        return;
    }
    if (person) {
        core_refuse(core, SIMUL_EXHIBITOR, core->board, "the exhibition is paused");
        return;
    }
    core->holding = true;
    core->held = *event;
    keep_text(core->held_text, event->text == NULL ? "" : event->text);
    core->held.text = core->held_text;
}
