/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What settles a node before its moves are searched one by one, or says how deep the first of them is worth searching.
 */
#include "engine/search_steps.h"

#include "engine/quiescence.h"

/* Reverse futility: the margin is more than the opponent's next few moves usually win back, so that a search would end
 * at beta or above as well. Less is asked for where the last move had a bad history, but never less than beta itself:
 * what is returned must be a score that fails high. Worth +61 ± 39, with the narrower margin another +30 ± 38. */
static bool is_far_ahead(const Frame *frame, const Node *node)
{
    return node->depth <= 8 && !frame->table_pv && !score_is_decided(node->evaluation) && !score_is_loss(node->beta) &&
           node->evaluation >= node->beta &&
           node->evaluation - 55 * (node->depth - node->improving) - (frame - 1)->history_score / 400 >= node->beta;
}

static bool may_pass(const Worker *worker, const Frame *frame, const Node *node)
{
    return (frame - 1)->move != MOVE_NULL && node->depth >= 3 && node->evaluation >= node->beta &&
           frame->static_evaluation >= node->beta + 150 - 18 * node->depth && frame->ply >= worker->null_move_ply_min &&
           node_has_pieces(&frame->position) && !score_is_loss(node->beta);
}

/* Null move: if passing still holds beta, a real move will too, as hardly ever is every move worse than none. That is
 * zugzwang: a side with nothing but pawns does not pass, and at depth a search without null moves verifies the result.
 * Returns the score, or SCORE_NONE if it does not settle the node. Worth +29 ± 27. */
static int try_null_move(Worker *worker, Frame *frame, const Node *node)
{
    enum { VERIFICATION_DEPTH = 14 };
    const int beta = node->beta;
    const int reduced = node->depth - (4 + node->depth / 3 + node_min((node->evaluation - beta) / 200, 3));
    node_make_null(worker, frame);
    int score = -search_node(worker, frame + 1, -beta, 1 - beta, reduced, !node->cut);
    if (worker->aborted || score < beta)
        return SCORE_NONE;
    if (score_is_win(score))
        score = beta; /* a mate against a passing side is not proved */
    if (worker->null_move_ply_min != 0 || node->depth < VERIFICATION_DEPTH)
        return score;

    worker->null_move_ply_min = frame->ply + 3 * reduced / 4;
    const int verified = search_node(worker, frame, beta - 1, beta, reduced, false);
    worker->null_move_ply_min = 0;
    return !worker->aborted && verified >= beta ? score : SCORE_NONE;
}

/* ProbCut: scores of a shallow and a deep search lie close together, so a capture that beats beta by a margin at reduced
 * depth will beat beta at full depth. Returns the score, or SCORE_NONE if it does not settle the node. Not clear with a
 * wide margin; the narrower one +12 ± 22. */
static int try_probcut(Worker *worker, Frame *frame, const Node *node)
{
    const TableHit *hit = &node->hit;
    const int margin = 110 - 30 * node->improving;
    const int raised = node->beta + margin;
    const int reduced = node->depth - 4;
    if (node->found && hit->depth >= node->depth - 3 && hit->score != SCORE_NONE && hit->score < raised)
        return SCORE_NONE;
    MovePicker picker;
    picker_init_probcut(&picker, &frame->position, &frame->masks, &worker->histories, hit->move, raised - frame->static_evaluation);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        node_make_move(worker, frame, move);
        int score = -quiescence(worker, frame + 1, -raised, 1 - raised);
        if (score >= raised && reduced > 0)
            score = -search_node(worker, frame + 1, -raised, 1 - raised, reduced, !node->cut);
        if (worker->aborted)
            return SCORE_NONE;
        if (score >= raised) {
            node_store(worker, frame,
                       &(TableHit){.move = move,
                                   .score = score,
                                   .evaluation = node->raw,
                                   .depth = reduced + 1,
                                   .bound = TABLE_LOWER,
                                   .was_pv = frame->table_pv});
            return score_is_decided(score) ? score : score - margin;
        }
    }
    return SCORE_NONE;
}

bool search_settles_before_moves(Worker *worker, Frame *frame, Node *node, int *score)
{
    const bool may_be_cut = !node->pv && !frame->in_check && node->excluded == MOVE_NONE;
    if (may_be_cut && is_far_ahead(frame, node)) {
        *score = node->beta + (node->evaluation - node->beta) / 3;
        return true;
    }
    if (may_be_cut && may_pass(worker, frame, node)) {
        *score = try_null_move(worker, frame, node);
        if (worker->aborted || *score != SCORE_NONE)
            return true;
    }

    /* Internal iterative reduction: without a table move the order is poor and a search dear; a shallower one provides the
     * move for the next time. Worth +20 ± 28. */
    if (node->depth >= 4 && node->hit.move == MOVE_NONE && node->excluded == MOVE_NONE && (node->pv || node->cut))
        node->depth--;

    if (may_be_cut && node->depth >= 5 && !score_is_decided(node->beta)) {
        *score = try_probcut(worker, frame, node);
        if (worker->aborted || *score != SCORE_NONE)
            return true;
    }
    return false;
}

bool search_may_be_singular(const Worker *worker, const Frame *frame, const Node *node)
{
    const TableHit *hit = &node->hit;
    return !node->root && node->excluded == MOVE_NONE && node->depth >= 6 + frame->table_pv && frame->ply < 2 * worker->root_depth &&
           hit->depth >= node->depth - 3 && (hit->bound & TABLE_LOWER) != 0 && !score_is_decided(hit->score);
}

int search_singular_extension(Worker *worker, Frame *frame, const Node *node, int *cutoff)
{
    const TableHit *hit = &node->hit;
    const int singular_beta = hit->score - node->depth * (1 + (frame->table_pv && !node->pv));
    frame->excluded = hit->move;
    const int score = search_node(worker, frame, singular_beta - 1, singular_beta, (node->depth - 1) / 2, node->cut);
    frame->excluded = MOVE_NONE;
    if (worker->aborted)
        return 0;
    if (score < singular_beta) {
        if (node->pv || score >= singular_beta - 16)
            return 1;
        return 2 + (!node->table_move_noisy && score < singular_beta - 90);
    }
    if (score >= node->beta && !score_is_decided(score))
        *cutoff = score;
    return hit->score >= node->beta ? -2 : node->cut ? -1 : 0;
}
