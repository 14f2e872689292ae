/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/quiescence.h"

#include "engine/draws.h"
#include "engine/node.h"
#include "engine/see.h"

/* True if the node needs no search: the search is to be left, or a draw. */
static bool ends_here(Worker *worker, Frame *frame, int *alpha, int beta, bool pv_node, int *score)
{
    frame->in_check = position_in_check(&frame->position);
    if (*alpha < SCORE_DRAW && draws_can_repeat(worker, frame)) {
        *alpha = *score = SCORE_DRAW;
        if (*alpha >= beta)
            return true;
    }
    *score = 0;
    if (node_must_leave(worker))
        return true;
    if (pv_node)
        worker->selective_depth = node_max(worker->selective_depth, frame->ply);
    *score = SCORE_DRAW;
    if (draws_is_draw(worker, frame))
        return true;
    if (frame->ply < MAX_PLY - 1)
        return false;
    *score = frame->in_check ? SCORE_DRAW : node_evaluation(worker, frame);
    return true;
}

/* Standing pat: the side to move need not capture, so the evaluation is a lower bound; sharpened by what the table
 * knows. `*raw` is what evaluation said. */
static int stand_pat(Worker *worker, Frame *frame, const TableHit *hit, bool found, int *raw)
{
    *raw = found && hit->evaluation != SCORE_NONE ? hit->evaluation : node_evaluation(worker, frame);
    const int best = frame->static_evaluation = node_corrected(frame, *raw, node_correction(worker, frame));
    return found && !score_is_decided(hit->score) && node_settled_by(hit, best + (hit->score > best)) ? hit->score : best;
}

/* True if standing pat is enough: then `*best` is the node's score. Else it and alpha are what the captures have to beat. */
static inline bool stands_pat(Worker *worker, Frame *frame, const TableHit *hit, bool found, int *alpha, int beta, int *raw, int *best)
{
    *best = stand_pat(worker, frame, hit, found, raw);
    if (*best < beta) {
        *alpha = node_max(*alpha, *best);
        return false;
    }
    if (!found)
        node_store(worker, frame, &(TableHit){.score = SCORE_NONE, .evaluation = *raw, .depth = TABLE_DEPTH_MIN + 1});
    *best = score_is_decided(*best) ? *best : (*best + beta) / 2;
    return true;
}

/* Is the capture, the `number`th, not worth a search? The best ones come first; what the others could win must be enough
 * to reach alpha (delta pruning), and none may lose material. `*best` is raised to what it could have brought. */
static bool is_hopeless(const Frame *frame, Move move, int number, int alpha, int futility, int *best)
{
    const Position *position = &frame->position;
    const Square recapture = (frame - 1)->piece != HISTORY_NO_PIECE ? (frame - 1)->to : NO_SQUARE;
    if (!position_gives_check(position, move) && move_to(move) != recapture && move_kind(move) != MOVE_PROMOTION) {
        if (number > 3)
            return true;
        const int reach = futility + see_value[move_captured_type(position, move)];
        if (reach <= alpha) {
            *best = node_max(*best, reach);
            return true;
        }
    }
    if (futility <= alpha && !see_at_least(position, move, 1)) {
        *best = node_max(*best, futility);
        return true;
    }
    return !see_at_least(position, move, -30);
}

/* Is the move, the `number`th, left out? Never as long as all there is loses. */
static inline bool is_left_out(const Frame *frame, Move move, int number, int alpha, int futility, int *best)
{
    if (score_is_loss(*best))
        return false;
    if (!frame->in_check)
        return is_hopeless(frame, move, number, alpha, futility, best);
    return number > 1 && !move_is_noisy(&frame->position, move); /* one evasion that does not lose shows that the check is no mate */
}

/* What was found goes into the table. The node's score: nearer to beta, if it is beyond, as not all was searched. */
static inline int settle(Worker *worker, Frame *frame, TableHit *result, int alpha, int beta, bool pv_node)
{
    if (result->score >= beta && !score_is_decided(result->score))
        result->score = (3 * result->score + beta) / 4;
    result->bound = result->score >= beta ? TABLE_LOWER : result->score > alpha && pv_node ? TABLE_EXACT : TABLE_UPPER;
    node_store(worker, frame, result);
    return result->score;
}

int quiescence(Worker *worker, Frame *frame, int alpha, int beta)
{
    const Position *position = &frame->position;
    const bool pv_node = beta - alpha > 1;
    int score;
    frame->pv_length = 0;
    if (ends_here(worker, frame, &alpha, beta, pv_node, &score))
        return score;

    TableHit hit;
    const bool found = table_probe(&worker->search->table, position->key, frame->ply, &hit);
    if (!pv_node && found && node_settled_by(&hit, beta) && node_is_far_from_fifty(frame))
        return hit.score;

    int best = -SCORE_INFINITE;
    int futility = -SCORE_INFINITE;
    int raw = SCORE_NONE;
    frame->static_evaluation = SCORE_NONE;
    if (!frame->in_check) {
        if (stands_pat(worker, frame, &hit, found, &alpha, beta, &raw, &best))
            return best;
        futility = frame->static_evaluation + 160;
    }

    movegen_masks(&position->board, &frame->masks);
    PieceToHistory *const continuations[CONTINUATION_PLIES] = {(frame - 1)->continuation, (frame - 2)->continuation,
                                                               (frame - 4)->continuation, (frame - 6)->continuation};
    MovePicker picker;
    picker_init_quiescence(&picker, position, &frame->masks, &worker->histories, continuations, hit.move);
    const int original_alpha = alpha;
    Move best_move = MOVE_NONE;
    int move_count = 0;

    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if (is_left_out(frame, move, ++move_count, alpha, futility, &best))
            continue;
        node_make_move(worker, frame, move);
        score = -quiescence(worker, frame + 1, -beta, -alpha);
        if (worker->aborted)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        best_move = move;
        if (pv_node)
            node_take_pv(frame, move);
        if (score >= beta)
            break;
    }
    if (frame->in_check && move_count == 0)
        return score_mated_in(frame->ply);

    TableHit result = {.move = best_move, .score = best, .evaluation = raw, .was_pv = found && hit.was_pv};
    return settle(worker, frame, &result, original_alpha, beta, pv_node);
}
