/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/search.h"

#include "engine/candidate.h"
#include "engine/cuckoo.h"
#include "engine/draws.h"
#include "engine/history_update.h"
#include "engine/node.h"
#include "engine/quiescence.h"
#include "engine/root_moves.h"

void search_init(void)
{
    cuckoo_init();
    candidate_init_reductions();
}

static int search(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut);

/* True if the node needs no search: the search is to be left, a draw, or mates nearer the root already decide. */
static bool ends_here(Worker *worker, Frame *frame, Node *node, int *score)
{
    if (!node->root && node->alpha < SCORE_DRAW && draws_can_repeat(worker, frame)) {
        node->alpha = *score = SCORE_DRAW;
        if (node->alpha >= node->beta)
            return true;
    }
    *score = 0;
    if (node_must_leave(worker))
        return true;
    frame->in_check = position_in_check(&frame->position);
    if (node->pv)
        worker->selective_depth = node_max(worker->selective_depth, frame->ply);
    if (node->root)
        return false;

    if (draws_is_draw(worker, frame)) {
        *score = SCORE_DRAW;
        return true;
    }
    if (frame->ply >= MAX_PLY - 1) {
        *score = frame->in_check ? SCORE_DRAW : node_evaluation(worker, frame);
        return true;
    }
    node->alpha = node_max(node->alpha, score_mated_in(frame->ply));
    node->beta = node_min(node->beta, score_mate_in(frame->ply + 1));
    *score = node->alpha;
    return node->alpha >= node->beta;
}

/* Looks the position up. True if the table settles the node. */
static bool table_settles(const Worker *worker, Frame *frame, Node *node)
{
    const TableHit *hit = &node->hit;
    node->found = table_probe(&worker->search->table, frame->position.key, frame->ply, &node->hit);
    if (node->root)
        node->hit.move = worker->root_moves[worker->line].move;
    if (node->excluded != MOVE_NONE)
        return false;
    frame->table_pv = node->pv || (node->found && hit->was_pv);
    return !node->pv && node->found && hit->depth >= node->depth + (hit->score >= node->beta ? 0 : 1) &&
           node_settled_by(hit, node->beta) && node_is_far_from_fifty(frame);
}

/* The static evaluation, corrected; sharpened by what the table knows. */
static void set_static_evaluation(Worker *worker, Frame *frame, Node *node)
{
    node->raw = node->evaluation = SCORE_NONE;
    node->correction_cp = 0;
    node->improving = false;
    if (frame->in_check) {
        frame->static_evaluation = SCORE_NONE;
        return;
    }
    const TableHit *hit = &node->hit;
    if (node->excluded != MOVE_NONE) {
        node->evaluation = frame->static_evaluation;
    } else {
        node->raw = node->found && hit->evaluation != SCORE_NONE ? hit->evaluation : node_evaluation(worker, frame);
        node->correction_cp = node_correction(worker, frame);
        node->evaluation = frame->static_evaluation = node_corrected(frame, node->raw, node->correction_cp);
        if (!node->found)
            node_store(worker, frame, &(TableHit){.score = SCORE_NONE, .evaluation = node->raw,
                                                  .depth = TABLE_DEPTH_MIN + 1, .was_pv = frame->table_pv});
        if (node->found && !score_is_decided(hit->score) &&
            node_settled_by(hit, node->evaluation + (hit->score > node->evaluation)))
            node->evaluation = hit->score;
        history_update_last_move(worker, frame);
    }
    const int before = (frame - 2)->static_evaluation != SCORE_NONE ? (frame - 2)->static_evaluation
                                                                    : (frame - 4)->static_evaluation;
    node->improving = before == SCORE_NONE || frame->static_evaluation > before;
}

static bool has_pieces(const Position *position)
{
    const Board *board = &position->board;
    return (board->by_color[board->side_to_move] & ~board->by_type[PAWN] & ~board->by_type[KING]) != 0;
}

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
           frame->static_evaluation >= node->beta + 150 - 18 * node->depth &&
           frame->ply >= worker->null_move_ply_min && has_pieces(&frame->position) && !score_is_loss(node->beta);
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
    int score = -search(worker, frame + 1, -beta, 1 - beta, reduced, !node->cut);
    if (worker->aborted || score < beta)
        return SCORE_NONE;
    if (score_is_win(score))
        score = beta; /* a mate against a passing side is not proved */
    if (worker->null_move_ply_min != 0 || node->depth < VERIFICATION_DEPTH)
        return score;

    worker->null_move_ply_min = frame->ply + 3 * reduced / 4;
    const int verified = search(worker, frame, beta - 1, beta, reduced, false);
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
    picker_init_probcut(&picker, &frame->position, &frame->masks, &worker->histories, hit->move,
                        raised - frame->static_evaluation);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        node_make_move(worker, frame, move);
        int score = -quiescence(worker, frame + 1, -raised, 1 - raised);
        if (score >= raised && reduced > 0)
            score = -search(worker, frame + 1, -raised, 1 - raised, reduced, !node->cut);
        if (worker->aborted)
            return SCORE_NONE;
        if (score >= raised) {
            node_store(worker, frame, &(TableHit){.move = move, .score = score, .evaluation = node->raw,
                                                  .depth = reduced + 1, .bound = TABLE_LOWER,
                                                  .was_pv = frame->table_pv});
            return score_is_decided(score) ? score : score - margin;
        }
    }
    return SCORE_NONE;
}

/* The next move to be tried; at the root the moves have an order of their own. */
static Move next_move(const Worker *worker, const Node *node, MovePicker *picker, int *next_root)
{
    if (!node->root)
        return picker_next(picker);
    return *next_root < worker->root_move_count ? worker->root_moves[(*next_root)++].move : MOVE_NONE;
}

/* True if the table move has proved good enough at nearly this depth for asking whether it is singular. */
static bool may_be_singular(const Worker *worker, const Frame *frame, const Node *node)
{
    const TableHit *hit = &node->hit;
    return !node->root && node->excluded == MOVE_NONE && node->depth >= 6 + frame->table_pv &&
           frame->ply < 2 * worker->root_depth && hit->depth >= node->depth - 3 && (hit->bound & TABLE_LOWER) != 0 &&
           !score_is_decided(hit->score);
}

/* How far to extend the table move. Searched without it at half depth, all others must fail well below its score: then
 * it is the only good move, all depends on it, and it is looked at deeper. If they beat beta as well, several moves cut
 * and the node is cut off by `cutoff` (multi-cut), which else stays as it is. If they come near, the move is not that
 * special and is cut short where a cutoff is expected. All together +35 ± 30; double and triple extensions and
 * multi-cut alone not clear, negative extensions +17 ± 31. */
static int singular_extension(Worker *worker, Frame *frame, const Node *node, int *cutoff)
{
    const TableHit *hit = &node->hit;
    const int singular_beta = hit->score - node->depth * (1 + (frame->table_pv && !node->pv));
    frame->excluded = hit->move;
    const int score = search(worker, frame, singular_beta - 1, singular_beta, (node->depth - 1) / 2, node->cut);
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

/* The score of a move that has been made, at `depth`; `best` is that of the moves before it. With a good order the first
 * move is the best, and the others need only be shown to be no better: with a null window, which is cheaper, and late ones
 * to less depth at first (late-move reductions; candidate_reduction() says by how much and what that is worth). A move
 * that beats alpha all the same is searched again in full. */
static int search_move(Worker *worker, Frame *frame, const Node *node, const Candidate *candidate, int depth, int best)
{
    const int alpha = node->alpha;
    int score = -SCORE_INFINITE;
    if (node->depth >= 2 && candidate->number > 1 + node->root) {
        const int reduction = candidate_reduction(candidate, frame, node);
        const int reduced = node_max(1, node_min(depth - reduction, depth + node->pv));
        score = -search(worker, frame + 1, -alpha - 1, -alpha, reduced, true);
        if (score > alpha && reduced < depth) {
            depth += (score > best + 45 + 2 * depth) - (score < best + depth);
            if (reduced < depth)
                score = -search(worker, frame + 1, -alpha - 1, -alpha, depth, !node->cut);
            if (!candidate->noisy && !worker->aborted && score <= alpha)
                history_update_continuations(frame, candidate->piece, move_to(candidate->move), -history_malus(depth));
            else if (!candidate->noisy && !worker->aborted && score >= node->beta)
                history_update_continuations(frame, candidate->piece, move_to(candidate->move), history_bonus(depth));
        }
    } else if (!node->pv || candidate->number > 1) {
        score = -search(worker, frame + 1, -alpha - 1, -alpha, depth, !node->cut);
    }
    if (node->pv && !worker->aborted && (candidate->number == 1 || score > alpha))
        score = -search(worker, frame + 1, -node->beta, -alpha, depth, false);
    return score;
}

/* Histories: a move that was best here is likely to be good in other positions too, those tried before it less so; if all
 * have failed, the opponent's last move was good. Continuation histories +17 ± 28, of four and six plies ago +15 ± 29. */
static void update_histories(Worker *worker, Frame *frame, const Node *node, Move best_move, const TriedMoves *tried)
{
    Frame *last = frame - 1;
    if (best_move != MOVE_NONE)
        history_update_best_move(worker, frame, best_move, node->depth, tried);
    else if (!node->root && last->piece != HISTORY_NO_PIECE && !move_is_noisy(&last->position, last->move))
        history_update_continuations(last, last->piece, last->to, history_bonus(node->depth) / 2);
}

/* Hands the result on to the table and to the corrections of the evaluation: where the search has found it to be off, it
 * will be off in positions of the same pawns and pieces. Correction histories are worth +49 ± 34. */
static void store_result(Worker *worker, Frame *frame, const Node *node, int best, Move best_move, TableBound bound)
{
    node_store(worker, frame, &(TableHit){.move = best_move, .score = best, .evaluation = node->raw,
                                          .depth = node->depth, .bound = bound, .was_pv = frame->table_pv});
    if (!frame->in_check && (best_move == MOVE_NONE || !move_is_noisy(&frame->position, best_move)) &&
        !(bound == TABLE_LOWER && best <= frame->static_evaluation) &&
        !(bound == TABLE_UPPER && best >= frame->static_evaluation))
        history_update_correction(&worker->histories, &frame->position, (frame - 2)->continuation_correction,
                                  (frame - 1)->piece, (frame - 1)->to, best - frame->static_evaluation, node->depth);
}

static int search(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut)
{
    if (depth <= 0)
        return quiescence(worker, frame, alpha, beta);
    Node node = {.alpha = alpha,
                 .beta = beta,
                 .depth = node_min(depth, MAX_PLY - 1),
                 .root = frame->ply == 0,
                 .pv = beta - alpha > 1,
                 .cut = cut,
                 .excluded = frame->excluded};
    int score;
    frame->pv_length = 0;

    /* Step 1: leave, draws, mates already found nearer the root (no other can be shorter then). */
    if (ends_here(worker, frame, &node, &score))
        return score;

    /* Step 2: the transposition table: the same position, searched as deep before, need not be searched again. */
    if (table_settles(worker, frame, &node))
        return node.hit.score;

    /* Step 3: static evaluation. */
    movegen_masks(&frame->position.board, &frame->masks);
    (frame + 1)->killer = MOVE_NONE;
    (frame + 2)->cutoff_count = 0;
    set_static_evaluation(worker, frame, &node);
    const bool may_be_cut = !node.pv && !frame->in_check && node.excluded == MOVE_NONE;

    /* Step 4: reverse futility. */
    if (may_be_cut && is_far_ahead(frame, &node))
        return node.beta + (node.evaluation - node.beta) / 3;

    /* Step 5: null move. */
    if (may_be_cut && may_pass(worker, frame, &node)) {
        score = try_null_move(worker, frame, &node);
        if (worker->aborted)
            return 0;
        if (score != SCORE_NONE)
            return score;
    }

    /* Step 6: internal iterative reduction. Without a table move the order is poor and a search dear; a shallower one
     * provides the move for the next time. Worth +20 ± 28. */
    if (node.depth >= 4 && node.hit.move == MOVE_NONE && node.excluded == MOVE_NONE && (node.pv || node.cut))
        node.depth--;

    /* Step 7: ProbCut. */
    if (may_be_cut && node.depth >= 5 && !score_is_decided(node.beta)) {
        score = try_probcut(worker, frame, &node);
        if (worker->aborted)
            return 0;
        if (score != SCORE_NONE)
            return score;
    }

    /* Step 8: the moves. */
    PieceToHistory *const continuations[CONTINUATION_PLIES] = {
        (frame - 1)->continuation, (frame - 2)->continuation, (frame - 4)->continuation, (frame - 6)->continuation};
    MovePicker picker;
    if (!node.root)
        picker_init(&picker, &frame->position, &frame->masks, &worker->histories, continuations, node.hit.move,
                    frame->killer);
    node.table_move_noisy = node.hit.move != MOVE_NONE && move_is_noisy(&frame->position, node.hit.move);
    const int original_alpha = node.alpha;
    int best = -SCORE_INFINITE;
    Move best_move = MOVE_NONE;
    TriedMoves tried;
    tried_moves_clear(&tried);
    int next_root = worker->line;
    int move_count = 0;
    for (Move move; (move = next_move(worker, &node, &picker, &next_root)) != MOVE_NONE;) {
        if (move == node.excluded)
            continue;
        const Candidate candidate = candidate_describe(worker, frame, &node, move, ++move_count);

        /* Step 9: moves not worth a search at low depth: candidate_is_hopeless() says which. */
        if (!node.root && !score_is_loss(best) && has_pieces(&frame->position) &&
            candidate_is_hopeless(&candidate, frame, &node, &picker))
            continue;

        /* Step 10: is the table move singular? */
        int extension = 0;
        if (move == node.hit.move && may_be_singular(worker, frame, &node)) {
            int cutoff = SCORE_NONE;
            extension = singular_extension(worker, frame, &node, &cutoff);
            if (worker->aborted)
                return 0;
            if (cutoff != SCORE_NONE)
                return cutoff;
        }

        /* Step 11: search it. */
        const uint64_t nodes_before = worker_nodes(worker);
        node_make_move(worker, frame, move);
        frame->history_score = candidate.history;
        score = search_move(worker, frame, &node, &candidate, node.depth - 1 + extension, best);
        if (worker->aborted)
            return 0;

        /* Step 12: take stock. */
        if (node.root)
            root_moves_note(worker, frame, move, score, node.alpha, node.beta, move_count == 1,
                            worker_nodes(worker) - nodes_before);
        best = node_max(best, score);
        if (score > node.alpha) {
            best_move = move;
            if (node.pv)
                node_take_pv(frame, move);
            if (score >= node.beta) {
                frame->cutoff_count++;
                break;
            }
            node.alpha = score;
        }
        if (move != best_move)
            tried_moves_add(&tried, move, candidate.noisy);
    }

    /* Step 13: mate, stalemate, or nothing but the excluded move. */
    if (move_count == 0)
        return node.excluded != MOVE_NONE ? node.alpha : frame->in_check ? score_mated_in(frame->ply) : SCORE_DRAW;

    /* Step 14: update histories, table and corrections. */
    update_histories(worker, frame, &node, best_move, &tried);
    if (best >= node.beta && !score_is_decided(best) && !score_is_decided(node.alpha))
        best = (best * node.depth + node.beta) / (node.depth + 1);
    if (node.excluded == MOVE_NONE && !(node.root && (worker->line > 0 || worker->search->moves_left_out)))
        store_result(worker, frame, &node, best, best_move,
                    best >= node.beta ? TABLE_LOWER
                    : node.pv && best > original_alpha ? TABLE_EXACT
                                                       : TABLE_UPPER);
    return best;
}

int search_root(Worker *worker, int alpha, int beta, int depth)
{
    return search(worker, &worker->frames[FRAMES_BEFORE_ROOT], alpha, beta, depth, false);
}
