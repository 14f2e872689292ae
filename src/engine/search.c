/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/search_steps.h"

#include "engine/candidate.h"
#include "engine/cuckoo.h"
#include "engine/draws.h"
#include "engine/history_update.h"
#include "engine/quiescence.h"
#include "engine/root_moves.h"
#include "tablebase/tablebase.h"

void search_init(void)
{
    cuckoo_init();
    candidate_init_reductions();
}

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
    return !node->pv && node->found && hit->depth >= node->depth + (hit->score >= node->beta ? 0 : 1) && node_settled_by(hit, node->beta) &&
           node_is_far_from_fifty(frame);
}

/* Looks the position up in endgame tables, if it is one where they are reliable without the clock: the last move has set it
 * back. True if they settle the node, by `*score`; it is kept as if searched deeper than any. */
static bool endgame_tables_settle(Worker *worker, const Frame *frame, const Node *node, int *score)
{
    const Search *search = worker->search;
    const Board *board = &frame->position.board;
    const int men = bits_count(board_occupied(board));
    if (node->root || men > search->table_men || frame->position.halfmove_clock != 0 || board->castling != 0 ||
        node->excluded != MOVE_NONE || (men == search->table_men && node->depth < search->options.tablebase_depth))
        return false;
    Wdl wdl;
    if (!tablebase_wdl(search->options.tablebase, board, &wdl))
        return false;
    atomic_store_explicit(&worker->table_hits, atomic_load_explicit(&worker->table_hits, memory_order_relaxed) + 1, memory_order_relaxed);
    const int worth = search->options.tablebase_forever ? 2 * ((wdl > 0) - (wdl < 0)) : (int)wdl;
    *score = worth == WDL_WIN ? SCORE_TABLE_WIN - frame->ply : worth == WDL_LOSS ? frame->ply - SCORE_TABLE_WIN : SCORE_DRAW + worth;
    node_store(worker, frame,
               &(TableHit){.score = *score,
                           .evaluation = SCORE_NONE,
                           .depth = node_min(MAX_PLY - 1, node->depth + 6),
                           .bound = worth == WDL_WIN    ? TABLE_LOWER
                                    : worth == WDL_LOSS ? TABLE_UPPER
                                                        : TABLE_EXACT,
                           .was_pv = frame->table_pv});
    return true;
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
            node_store(worker, frame,
                       &(TableHit){.score = SCORE_NONE, .evaluation = node->raw, .depth = TABLE_DEPTH_MIN + 1, .was_pv = frame->table_pv});
        if (node->found && !score_is_decided(hit->score) && node_settled_by(hit, node->evaluation + (hit->score > node->evaluation)))
            node->evaluation = hit->score;
        history_update_last_move(worker, frame);
    }
    const int before = (frame - 2)->static_evaluation != SCORE_NONE ? (frame - 2)->static_evaluation : (frame - 4)->static_evaluation;
    node->improving = before == SCORE_NONE || frame->static_evaluation > before;
}

/* The next move to be tried; at the root the moves have an order of their own. */
static Move next_move(const Worker *worker, const Node *node, MovePicker *picker, int *next_root)
{
    if (!node->root)
        return picker_next(picker);
    return *next_root < worker->root_move_count ? worker->root_moves[(*next_root)++].move : MOVE_NONE;
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
        score = -search_node(worker, frame + 1, -alpha - 1, -alpha, reduced, true);
        if (score > alpha && reduced < depth) {
            depth += (score > best + 45 + 2 * depth) - (score < best + depth);
            if (reduced < depth)
                score = -search_node(worker, frame + 1, -alpha - 1, -alpha, depth, !node->cut);
            if (!candidate->noisy && !worker->aborted && score <= alpha)
                history_update_continuations(frame, candidate->piece, move_to(candidate->move), -history_malus(depth));
            else if (!candidate->noisy && !worker->aborted && score >= node->beta)
                history_update_continuations(frame, candidate->piece, move_to(candidate->move), history_bonus(depth));
        }
    } else if (!node->pv || candidate->number > 1) {
        score = -search_node(worker, frame + 1, -alpha - 1, -alpha, depth, !node->cut);
    }
    if (node->pv && !worker->aborted && (candidate->number == 1 || score > alpha))
        score = -search_node(worker, frame + 1, -node->beta, -alpha, depth, false);
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
    node_store(
        worker, frame,
        &(TableHit){
            .move = best_move, .score = best, .evaluation = node->raw, .depth = node->depth, .bound = bound, .was_pv = frame->table_pv});
    if (!frame->in_check && (best_move == MOVE_NONE || !move_is_noisy(&frame->position, best_move)) &&
        !(bound == TABLE_LOWER && best <= frame->static_evaluation) && !(bound == TABLE_UPPER && best >= frame->static_evaluation))
        history_update_correction(&worker->histories, &frame->position, (frame - 2)->continuation_correction, (frame - 1)->piece,
                                  (frame - 1)->to, best - frame->static_evaluation, node->depth);
}

/* What the moves have come to. */
typedef struct Best {
    int score;
    Move move; /* that beat alpha; MOVE_NONE if none did */
    int move_count;
    bool settled; /* the node's score is `score`, or the search aborted: nothing is left to be done */
    TriedMoves tried;
} Best;

/* Steps 9 to 11 for one move. False if it was not worth a search, or `best` is settled. */
static bool try_move(Worker *worker, Frame *frame, Node *node, MovePicker *picker, const Candidate *candidate, Best *best, int *score)
{
    /* Step 9: moves not worth a search at low depth: candidate_is_hopeless() says which. */
    if (!node->root && !score_is_loss(best->score) && node_has_pieces(&frame->position) &&
        candidate_is_hopeless(candidate, frame, node, picker))
        return false;

    /* Step 10: is the table move singular? */
    int extension = 0;
    if (candidate->move == node->hit.move && search_may_be_singular(worker, frame, node)) {
        int cutoff = SCORE_NONE;
        extension = search_singular_extension(worker, frame, node, &cutoff);
        if (worker->aborted || cutoff != SCORE_NONE) {
            best->settled = true;
            best->score = cutoff;
            return false;
        }
    }

    /* Step 11: search it. */
    node_make_move(worker, frame, candidate->move);
    frame->history_score = candidate->history;
    *score = search_move(worker, frame, node, candidate, node->depth - 1 + extension, best->score);
    best->settled = worker->aborted;
    return !worker->aborted;
}

/* Steps 8 to 12: the moves, one after the other. */
static void search_moves(Worker *worker, Frame *frame, Node *node, Best *best)
{
    /* Step 8: their order. */
    PieceToHistory *const continuations[CONTINUATION_PLIES] = {(frame - 1)->continuation, (frame - 2)->continuation,
                                                               (frame - 4)->continuation, (frame - 6)->continuation};
    MovePicker picker;
    if (!node->root)
        picker_init(&picker, &frame->position, &frame->masks, &worker->histories, continuations, node->hit.move, frame->killer);
    node->table_move_noisy = node->hit.move != MOVE_NONE && move_is_noisy(&frame->position, node->hit.move);
    int next_root = worker->line;
    for (Move move; (move = next_move(worker, node, &picker, &next_root)) != MOVE_NONE;) {
        if (move == node->excluded)
            continue;
        const Candidate candidate = candidate_describe(worker, frame, node, move, ++best->move_count);
        const uint64_t nodes_before = worker_nodes(worker);
        int score;
        if (!try_move(worker, frame, node, &picker, &candidate, best, &score)) {
            if (best->settled)
                return;
            continue;
        }

        /* Step 12: take stock. */
        if (node->root)
            root_moves_note(worker, frame, move, score, node->alpha, node->beta, best->move_count == 1,
                            worker_nodes(worker) - nodes_before);
        best->score = node_max(best->score, score);
        if (score > node->alpha) {
            best->move = move;
            if (node->pv)
                node_take_pv(frame, move);
            if (score >= node->beta) {
                frame->cutoff_count++;
                return;
            }
            node->alpha = score;
        }
        if (move != best->move)
            tried_moves_add(&best->tried, move, candidate.noisy);
    }
}

int search_node(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut)
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
    if (worker->search->table_men > 0 && endgame_tables_settle(worker, frame, &node, &score))
        return score;

    /* Step 3: static evaluation. */
    movegen_masks(&frame->position.board, &frame->masks);
    (frame + 1)->killer = MOVE_NONE;
    (frame + 2)->cutoff_count = 0;
    set_static_evaluation(worker, frame, &node);

    /* Steps 4 to 7: reverse futility, null move, internal iterative reduction, ProbCut. */
    if (search_settles_before_moves(worker, frame, &node, &score))
        return worker->aborted ? 0 : score;

    /* Steps 8 to 12: the moves. */
    const int original_alpha = node.alpha;
    Best best;
    best.score = -SCORE_INFINITE;
    best.move = MOVE_NONE;
    best.move_count = 0;
    best.settled = false;
    tried_moves_clear(&best.tried);
    search_moves(worker, frame, &node, &best);
    if (best.settled)
        return worker->aborted ? 0 : best.score;

    /* Step 13: mate, stalemate, or nothing but the excluded move. */
    if (best.move_count == 0)
        return node.excluded != MOVE_NONE ? node.alpha : frame->in_check ? score_mated_in(frame->ply) : SCORE_DRAW;

    /* Step 14: update histories, table and corrections. */
    update_histories(worker, frame, &node, best.move, &best.tried);
    if (best.score >= node.beta && !score_is_decided(best.score) && !score_is_decided(node.alpha))
        best.score = (best.score * node.depth + node.beta) / (node.depth + 1);
    if (node.excluded == MOVE_NONE && !(node.root && (worker->line > 0 || worker->search->moves_left_out)))
        store_result(worker, frame, &node, best.score, best.move,
                     best.score >= node.beta                  ? TABLE_LOWER
                     : node.pv && best.score > original_alpha ? TABLE_EXACT
                                                              : TABLE_UPPER);
    return best.score;
}

int search_root(Worker *worker, int alpha, int beta, int depth)
{
    return search_node(worker, &worker->frames[FRAMES_BEFORE_ROOT], alpha, beta, depth, false);
}
