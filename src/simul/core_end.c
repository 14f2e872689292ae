/* SPDX-License-Identifier: GPL-3.0-only */
/* How games end, by whatever is decided elsewhere or by the position, and how the exhibition does. */
#include "simul/core_parts.h"

#include <stdio.h>
#include <string.h>

static void count_result(SimulCore *core, const SimulBoard *b)
{
    if (b->verdict.result == RESULT_UNFINISHED)
        core->unfinished++;
    else if (b->verdict.result == RESULT_DRAW)
        core->draws++;
    else if (b->verdict.result == result_win(b->exhibitor_color))
        core->wins++;
    else
        core->losses++;
}

/* The phrase of the verdict, and after it what exactly happened and by what it is decided. */
static void set_reason(SimulBoard *b, const Verdict *verdict, const char *detail)
{
    char phrase[VERDICT_REASON_SIZE];
    verdict_reason(verdict, phrase);
    const char *ground = verdict_ground(verdict);
    const bool detailed = detail != NULL && detail[0] != '\0';
    if (!detailed && ground[0] == '\0')
        snprintf(b->reason, sizeof b->reason, "%s", phrase);
    else
        snprintf(b->reason, sizeof b->reason, "%s (%.200s%s%s)", phrase, detailed ? detail : "", detailed && ground[0] != '\0' ? "; " : "",
                 ground);
}

/* The visit at core->board ends with its game. */
static void end_visit(SimulCore *core)
{
    if (core->thinking)
        core_act(core, SIMUL_DO_EXHIBITOR_CANCEL, core->board);
    core->thinking = core->stopped = core->holding = false;
    core_awaited_stop(core);
    core->stage = SIMUL_STAGE_NONE;
    core->step = STEP_WALK;
}

void core_end_game(SimulCore *core, SimulBoard *b, const Verdict *verdict, const char *detail)
{
    const int board = b->number;
    if (core->stage != SIMUL_STAGE_NONE && core->board == board)
        end_visit(core);
    thinkers_removed(core, b);
    rotation_remove(&core->in_play, board);
    if (b->games_left > 0)
        rotation_add(&core->between_games, board);
    else if (core->settings.refill)
        rotation_add(&core->vacant, board);
    if (core->takeback.board == board)
        core->takeback.board = 0;
    b->state = SIMUL_BOARD_ENDED;
    b->verdict = *verdict;
    b->holding = b->pending_resign = b->pending_offer = b->pending_claim = false;
    draw_offer_clear(&b->offer);
    board_clear_hand(b);
    set_reason(b, verdict, detail);
    count_result(core, b);
    if (verdict->undetermined)
        core_incident(core, board, "whether the other side can still mate could not be settled: the loss stands");

    core_act(core, SIMUL_DO_SYNC, 0);
    const char *reason = core_text(core, "%s", b->reason);
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_END, board);
    says->result = verdict->result;
    says->termination = verdict_termination(verdict);
    says->text = reason;
    core_act(core, SIMUL_DO_SHEET, board)->game_number = b->game_number;
    core_act(core, SIMUL_DO_CLOSE, board)->text = reason;
    /* Others may take this one's place among those who think. */
    if (core->stage != SIMUL_STAGE_NONE)
        thinkers_fill(core);
}

/* With the analysis off only a bare king cannot mate. */
static CanMate can_still_mate(SimulCore *core, const Position *position, Color side)
{
    if (core->settings.loss_nodes > 0)
        return dead_judge_can_mate(&core->judge, position, side);
    const Bitboard men = position->board.by_color[side];
    return bits_several(men) ? CAN_MATE_YES : CAN_MATE_NO;
}

void core_end_at_fault(SimulCore *core, SimulBoard *b, Ending ending, Color at_fault, const char *detail)
{
    CanMate can_mate = CAN_MATE_YES;
    if (verdict_needs_can_mate(ending))
        can_mate = can_still_mate(core, &b->game.current, color_opposite(at_fault));
    const Verdict verdict = verdict_at_fault(ending, at_fault, can_mate);
    core_end_game(core, b, &verdict, detail);
}

void core_end_drawn(SimulCore *core, SimulBoard *b, Ending ending)
{
    const Verdict verdict = verdict_drawn(ending);
    core_end_game(core, b, &verdict, NULL);
}

bool core_check_outcome(SimulCore *core, SimulBoard *b)
{
    const uint64_t open_before = core->judge.undetermined;
    const OutcomeDeadTest test = dead_judge_test(&core->judge);
    const Outcome outcome = outcome_of_game(&b->game, core->settings.dead_nodes > 0 ? &test : NULL);
    if (core->judge.undetermined != open_before && !b->undetermined_noted) {
        b->undetermined_noted = true;
        core_incident(core, b->number, "whether the position is dead could not be settled: play goes on");
    }
    if (outcome != OUTCOME_NONE) {
        const Verdict verdict = verdict_of_outcome(outcome, position_side_to_move(&b->game.current));
        core_end_game(core, b, &verdict, NULL);
        return true;
    }
    if (core->settings.claims != SIMUL_CLAIMS_AUTO)
        return false;
    const unsigned claims = claims_now(&b->game);
    if (claims == CLAIM_NONE)
        return false;
    core_end_drawn(core, b, claims & CLAIM_THREEFOLD ? ENDING_THREEFOLD : ENDING_FIFTY);
    return true;
}

/* ---- Adjudication ---- */

bool core_adjudicate_by_score(SimulCore *core, SimulBoard *b, const SimulPly *ply)
{
    const int limit = core->settings.adjudicate_cp;
    if (limit == 0)
        return false;
    const bool known = (ply->flags & SIMUL_PLY_SCORE) != 0, mate = (ply->flags & SIMUL_PLY_MATE) != 0;
    const bool high = known && (mate ? ply->score > 0 : ply->score >= limit);
    const bool low = known && (mate ? ply->score <= 0 : ply->score <= -limit);
    b->win_streak = high ? b->win_streak + 1 : 0;
    b->loss_streak = low ? b->loss_streak + 1 : 0;
    if (b->win_streak < core->settings.adjudicate_moves && b->loss_streak < core->settings.adjudicate_moves)
        return false;
    const Color winner = b->win_streak > 0 ? b->exhibitor_color : color_opposite(b->exhibitor_color);
    const Verdict verdict = verdict_given(ENDING_ADJUDICATION, result_win(winner));
    core_end_game(core, b, &verdict, core_text(core, "A's score has been beyond %d for %d moves", limit, core->settings.adjudicate_moves));
    return true;
}

bool core_check_maxmoves(SimulCore *core, SimulBoard *b)
{
    const int limit = core->settings.maxmoves;
    if (limit == 0 || b->game.move_count < 2 * (size_t)limit)
        return false;
    const Verdict verdict = verdict_given(ENDING_ADJUDICATION, RESULT_DRAW);
    core_end_game(core, b, &verdict, core_text(core, "%d move%s been played", limit, limit == 1 ? " has" : "s have"));
    return true;
}

void core_adjudicate(SimulCore *core, const SimulEvent *event)
{
    GameResult result;
    if (core->phase != SIMUL_RUNNING || !core_in_play(core, event->board)) {
        core_refuse(core, SIMUL_OPERATOR, event->board, "no game is in play there");
        return;
    }
    if (event->text == NULL || !result_from_text(event->text, &result)) {
        core_refuse(core, SIMUL_OPERATOR, event->board, "the result is 1-0, 0-1, 1/2-1/2 or *");
        return;
    }
    const Verdict verdict = verdict_given(result == RESULT_UNFINISHED ? ENDING_UNTERMINATED : ENDING_ADJUDICATION, result);
    core_end_game(core, core_board(core, event->board), &verdict, "by the arbiter");
}

void core_tables(SimulCore *core, const SimulEvent *event)
{
    GameResult result;
    if (core->phase != SIMUL_RUNNING || event->seat != SIMUL_OPERATOR || !core_in_play(core, event->board) || event->text == NULL ||
        !result_from_text(event->text, &result) || result == RESULT_UNFINISHED)
        return;
    SimulBoard *b = core_board(core, event->board);
    b->table_result = result;
    b->table_key = b->game.current.key;
    if (core->settings.adjudicate_cp == 0)
        return;
    const char *men = strchr(event->text, ' ');
    const Verdict verdict = verdict_given(ENDING_ADJUDICATION, result);
    core_end_game(core, b, &verdict, core_text(core, "endgame tables%s%.32s", men != NULL ? "," : "", men != NULL ? men : ""));
}

/* ---- The end of the exhibition ---- */

void core_close_all(SimulCore *core)
{
    if (core->thinking)
        core_act(core, SIMUL_DO_EXHIBITOR_CANCEL, core->board);
    core->thinking = core->stopped = core->holding = false;
    for (int board = 1; board <= core->board_count; board++) {
        const SimulBoard *b = core_board(core, board);
        if (b->state == SIMUL_BOARD_PLAYING || b->state == SIMUL_BOARD_OPENING || b->state == SIMUL_BOARD_READY)
            core_act(core, SIMUL_DO_CLOSE, board);
    }
    core_act(core, SIMUL_DO_CLOSE, SIMUL_EXHIBITOR);
    core->exhibitor_ready = core->exhibitor_opening = false;
}

void core_say_done(SimulCore *core, int standing)
{
    SimulAnnouncement *says = core_say(core, SIMUL_SAYS_DONE, 0);
    says->wins = core->wins;
    says->draws = core->draws;
    says->losses = core->losses;
    says->unfinished = core->unfinished + standing;
    says->round = core->round;
}

void core_finish(SimulCore *core)
{
    core_act(core, SIMUL_DO_SYNC, 0);
    core_close_all(core);
    core->phase = SIMUL_DONE;
    core->stage = SIMUL_STAGE_NONE;
    core->step = STEP_NONE;
    core->stopping = core->paused = false;
    core_say_done(core, 0);
    core->end = END_OVER;
}

static bool tables_know(const SimulBoard *b)
{
    return b->table_result != RESULT_UNFINISHED && b->table_key == b->game.current.key;
}

/* Endgame tables decide, or A's last score of the game. */
static Verdict by_tables_or_last_score(const SimulCore *core, const SimulBoard *b)
{
    GameResult result = RESULT_DRAW;
    if (tables_know(b))
        return verdict_given(ENDING_ADJUDICATION, b->table_result);
    for (size_t i = b->game.move_count; i-- > 0;) {
        const SimulPly *ply = &b->plies[i];
        if (!(ply->flags & SIMUL_PLY_SCORE))
            continue;
        const bool mate = (ply->flags & SIMUL_PLY_MATE) != 0;
        if (mate ? ply->score > 0 : ply->score >= core->settings.unfinished_cp)
            result = result_win(b->exhibitor_color);
        else if (mate ? ply->score <= 0 : ply->score <= -core->settings.unfinished_cp)
            result = result_win(color_opposite(b->exhibitor_color));
        break;
    }
    return verdict_given(ENDING_ADJUDICATION, result);
}

void core_stand_still(SimulCore *core)
{
    core->phase = SIMUL_STOPPED;
    for (int board = rotation_next(&core->in_play, 0); board != 0; board = rotation_next(&core->in_play, board))
        core_act(core, SIMUL_DO_SHEET, board)->game_number = core_board(core, board)->game_number;
    core_say_done(core, core->in_play.count);
    core->end = END_GAMES_STAND;
}

void core_end_early(SimulCore *core, bool may_judge)
{
    core->stopping = false;
    core->step = STEP_NONE;
    core_awaited_stop(core);
    if (!may_judge || core->settings.unfinished != SIMUL_UNFINISHED_SCORE) {
        core_act(core, SIMUL_DO_SYNC, 0);
        core_close_all(core);
        core_stand_still(core);
        return;
    }
    core->phase = SIMUL_DONE; /* nobody sits down or thinks any more */
    for (int board = rotation_next(&core->in_play, 0); board != 0; board = rotation_next(&core->in_play, board)) {
        SimulBoard *b = core_board(core, board);
        const Verdict verdict = by_tables_or_last_score(core, b);
        core_end_game(core, b, &verdict,
                      tables_know(b) ? "the exhibition was ended early; endgame tables" : "the exhibition was ended early");
    }
    core_finish(core);
}
