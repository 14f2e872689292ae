/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/history_update.h"

void history_update_continuations(Frame *frame, Piece piece, Square to, int bonus)
{
    static const int BACK[] = {1, 2, 4, 6};
    for (int i = 0; i < CONTINUATION_PLIES; i++) {
        Frame *earlier = frame - BACK[i];
        if (earlier->piece != HISTORY_NO_PIECE)
            history_update(&(*earlier->continuation)[piece][to], bonus, HISTORY_LIMIT);
    }
}

static void update_quiet(Worker *worker, Frame *frame, Move move, int bonus)
{
    const Piece piece = position_piece_on(&frame->position, move_from(move));
    history_update(history_quiet(&worker->histories, &frame->position, frame->masks.danger, move), bonus, HISTORY_LIMIT);
    history_update(&(*history_pawn(&worker->histories, &frame->position))[piece][move_to(move)], bonus, HISTORY_LIMIT);
    history_update_continuations(frame, piece, move_to(move), bonus);
}

static void update_capture(Worker *worker, Frame *frame, Move move, int bonus)
{
    history_update(history_capture(&worker->histories, &frame->position, move), bonus, HISTORY_LIMIT);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int history_bonus(int depth)
{
    return smaller(170 * depth - 60, 1700);
}

int history_malus(int depth)
{
    return smaller(230 * depth - 80, 1500);
}

void history_update_best_move(Worker *worker, Frame *frame, Move best, int depth, const TriedMoves *tried)
{
    const int bonus = history_bonus(depth);
    const int malus = history_malus(depth);
    if (move_is_noisy(&frame->position, best)) {
        update_capture(worker, frame, best, bonus);
    } else {
        frame->killer = best;
        update_quiet(worker, frame, best, bonus);
        for (int i = 0; i < tried->quiet_count; i++)
            update_quiet(worker, frame, tried->quiets[i], -malus);
    }
    for (int i = 0; i < tried->noisy_count; i++)
        update_capture(worker, frame, tried->noisies[i], -malus);
}

void history_update_last_move(Worker *worker, Frame *frame)
{
    Frame *last = frame - 1;
    if (last->piece == HISTORY_NO_PIECE || last->in_check || last->static_evaluation == SCORE_NONE ||
        move_is_noisy(&last->position, last->move))
        return;
    const int bonus = score_clamp(-10 * (frame->static_evaluation + last->static_evaluation) + 40, -1000, 1000);
    history_update(history_quiet(&worker->histories, &last->position, last->masks.danger, last->move), bonus, HISTORY_LIMIT);
}
