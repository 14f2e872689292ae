#include "engine/search.h"

#include "engine/cuckoo.h"
#include "engine/draws.h"
#include "engine/learning.h"
#include "engine/node.h"
#include "engine/quiescence.h"
#include "engine/see.h"

#include <stdlib.h>
#include <string.h>

enum { UNIT = 1024 /* of fractional depth in reductions */ };

/* ln(n) in UNITs, and what is subtracted from the depth of a late move. */
static int logarithm[256];

/* Natural logarithm in UNITs by repeated squaring: integers only, so that it is the same everywhere. */
static int integer_ln(unsigned n)
{
    enum { FRACTION_BITS = 20 };
    int whole = 0;
    while (n >> (whole + 1) != 0)
        whole++;
    uint64_t mantissa = ((uint64_t)n << FRACTION_BITS) >> whole; /* 1 … 2 */
    uint64_t log2 = (uint64_t)whole << FRACTION_BITS;
    for (uint64_t bit = (uint64_t)1 << (FRACTION_BITS - 1); bit != 0; bit >>= 1) {
        mantissa = mantissa * mantissa >> FRACTION_BITS;
        if (mantissa >> (FRACTION_BITS + 1) != 0) {
            mantissa >>= 1;
            log2 += bit;
        }
    }
    return (int)(log2 * 7098 / 10240 * UNIT >> FRACTION_BITS); /* ln 2 = 0.6931… */
}

void search_init(void)
{
    cuckoo_init();
    logarithm[0] = 0;
    for (unsigned n = 1; n < 256; n++)
        logarithm[n] = integer_ln(n);
}

static int late_move_reduction(int depth, int move_count, bool noisy)
{
    const int product = logarithm[depth] * logarithm[move_count < 255 ? move_count : 255] / UNIT;
    return noisy ? product * 100 / 310 - 100 : product * 100 / 235 + 820;
}

static int search(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut_node);

static bool has_pieces(const Board *board, Color color)
{
    return (board->by_color[color] & ~board->by_type[PAWN] & ~board->by_type[KING]) != 0;
}

/* Null move: if passing still holds beta, a real move will too. Returns the score, or SCORE_NONE if it does not
 * settle the node. At depth a search without null moves verifies it, because of zugzwang. */
static int try_null_move(Worker *worker, Frame *frame, int beta, int depth, int evaluation, bool cut_node)
{
    enum { VERIFICATION_DEPTH = 14 };
    const int reduced = depth - (4 + depth / 3 + node_min((evaluation - beta) / 200, 3));
    node_make_null(worker, frame);
    int score = -search(worker, frame + 1, -beta, 1 - beta, reduced, !cut_node);
    if (worker->aborted || score < beta)
        return SCORE_NONE;
    if (score_is_win(score))
        score = beta; /* a mate against a passing side is not proved */
    if (worker->null_move_ply_min != 0 || depth < VERIFICATION_DEPTH)
        return score;

    worker->null_move_ply_min = frame->ply + 3 * reduced / 4;
    const int verified = search(worker, frame, beta - 1, beta, reduced, false);
    worker->null_move_ply_min = 0;
    return !worker->aborted && verified >= beta ? score : SCORE_NONE;
}

/* ProbCut: if a good capture holds a beta raised by a margin at reduced depth, the node is a cutoff. */
static int try_probcut(Worker *worker, Frame *frame, int raised, int depth, int static_evaluation, Move table_move,
                       int raw, bool cut_node)
{
    const int reduced = depth - 4;
    MovePicker picker;
    picker_init_probcut(&picker, &frame->position, &frame->masks, &worker->histories, table_move,
                        raised - static_evaluation);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if (move == frame->excluded)
            continue;
        node_make_move(worker, frame, move);
        int score = -quiescence(worker, frame + 1, -raised, 1 - raised);
        if (score >= raised && reduced > 0)
            score = -search(worker, frame + 1, -raised, 1 - raised, reduced, !cut_node);
        if (worker->aborted)
            return SCORE_NONE;
        if (score >= raised) {
            const TableHit entry = {.move = move, .score = score, .evaluation = raw, .depth = reduced + 1,
                                    .bound = TABLE_LOWER, .was_pv = frame->table_pv};
            table_store(&worker->search->table, frame->position.key, frame->ply, &entry);
            return score;
        }
    }
    return SCORE_NONE;
}

static Move next_root_move(const Worker *worker, int *next)
{
    return *next < worker->root_move_count ? worker->root_moves[(*next)++].move : MOVE_NONE;
}

static RootMove *find_root_move(Worker *worker, Move move)
{
    int i = 0;
    while (worker->root_moves[i].move != move)
        i++;
    return &worker->root_moves[i];
}

/* What a root move's search has brought. */
static void note_root_move(Worker *worker, const Frame *frame, Move move, int score, int alpha, int beta, bool first,
                           uint64_t nodes)
{
    RootMove *root_move = find_root_move(worker, move);
    root_move->nodes += nodes;
    root_move->average_score =
        root_move->average_score == SCORE_NONE ? score : (2 * score + root_move->average_score) / 3;
    if (!first && score <= alpha) {
        root_move->score = -SCORE_INFINITE; /* sorted behind, in the order it had */
        return;
    }
    root_move->score = score;
    root_move->bound = score >= beta ? BOUND_LOWER : score <= alpha ? BOUND_UPPER : BOUND_EXACT;
    root_move->selective_depth = worker->selective_depth;
    if (score <= alpha)
        return; /* the old line is better than none */
    const Frame *child = frame + 1;
    root_move->pv[0] = move;
    memcpy(root_move->pv + 1, child->pv, (size_t)child->pv_length * sizeof *child->pv);
    root_move->pv_length = child->pv_length + 1;
}

/* A move about to be searched. */
typedef struct Candidate {
    Move move;
    bool noisy;
    bool gives_check;
    int number;    /* from 1, in the order they are tried */
    int reduction; /* in UNITs, before what the node adds */
    int history;
} Candidate;

/* True if the move can be left out at this depth: too late in the order, with too bad a history, too far below alpha,
 * or losing too much by exchange. The first three say the same of all quiet moves behind it. */
static bool is_hopeless(const Frame *frame, MovePicker *picker, const Candidate *candidate, int alpha, int depth,
                        bool improving)
{
    const Position *position = &frame->position;
    const int reduced = node_max(0, depth - candidate->reduction / UNIT);
    if (candidate->noisy)
        return picker_gives_bad_captures(picker) &&
               !see_at_least(position, candidate->move, -95 * depth - candidate->history / 60);
    if (candidate->number > (4 + depth * depth) / (2 - improving) ||
        (reduced <= 5 && candidate->history < -3600 * depth) ||
        (!frame->in_check && reduced <= 8 && !candidate->gives_check &&
         frame->static_evaluation + 90 + 100 * reduced + candidate->history / 90 <= alpha)) {
        picker->skip_quiets = true;
        return true;
    }
    return !see_at_least(position, candidate->move, -24 * reduced * reduced);
}

/* How far to extend the table move. Searched without it at half depth, all others must fail well below its score: then
 * it is singular and extended. If they beat beta as well, the node is cut off by `cutoff`, which else stays as it is.
 * If they come near, the move is not that special and is cut short where a cutoff is expected. */
static int singular_extension(Worker *worker, Frame *frame, const TableHit *hit, int beta, int depth, bool pv_node,
                              bool cut_node, int *cutoff)
{
    const int singular_beta = hit->score - depth * (1 + (frame->table_pv && !pv_node));
    frame->excluded = hit->move;
    const int score = search(worker, frame, singular_beta - 1, singular_beta, (depth - 1) / 2, cut_node);
    frame->excluded = MOVE_NONE;
    if (worker->aborted)
        return 0;
    if (score < singular_beta) {
        if (pv_node || score >= singular_beta - 16)
            return 1;
        return 2 + (!move_is_noisy(&frame->position, hit->move) && score < singular_beta - 90);
    }
    if (score >= beta && !score_is_decided(score))
        *cutoff = score;
    return hit->score >= beta ? -2 : cut_node ? -1 : 0;
}

static int search(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut_node)
{
    const bool pv_node = beta - alpha > 1;
    const bool root = frame->ply == 0;
    const Position *position = &frame->position;
    Table *table = &worker->search->table;

    if (depth <= 0)
        return quiescence(worker, frame, alpha, beta);
    depth = node_min(depth, MAX_PLY - 1);
    frame->pv_length = 0;

    /* Step 1: leave, draws, mates already found nearer the root. */
    if (!root && alpha < SCORE_DRAW && draws_can_repeat(worker, frame)) {
        alpha = SCORE_DRAW;
        if (alpha >= beta)
            return alpha;
    }
    if (node_must_leave(worker))
        return 0;
    frame->in_check = position_in_check(position);
    if (pv_node)
        worker->selective_depth = node_max(worker->selective_depth, frame->ply);
    if (!root) {
        if (draws_is_draw(worker, frame))
            return SCORE_DRAW;
        if (frame->ply >= MAX_PLY - 1)
            return frame->in_check ? SCORE_DRAW : node_evaluation(worker, frame);
        alpha = node_max(alpha, score_mated_in(frame->ply));
        beta = node_min(beta, score_mate_in(frame->ply + 1));
        if (alpha >= beta)
            return alpha;
    }

    /* Step 2: the transposition table. */
    const Move excluded = frame->excluded;
    TableHit hit;
    const bool found = table_probe(table, position->key, frame->ply, &hit);
    if (root && worker->root_moves[worker->line].pv_length > 0)
        hit.move = worker->root_moves[worker->line].move;
    if (excluded == MOVE_NONE)
        frame->table_pv = pv_node || (found && hit.was_pv);
    if (!pv_node && excluded == MOVE_NONE && found && hit.depth >= depth + (hit.score >= beta ? 0 : 1) &&
        node_settled_by(&hit, beta) && position->halfmove_clock < 90)
        return hit.score;

    movegen_masks(&position->board, &frame->masks);
    (frame + 1)->killer = MOVE_NONE;
    (frame + 2)->cutoff_count = 0;

    /* Step 3: static evaluation, corrected; sharpened by what the table knows. */
    int raw = SCORE_NONE;
    int evaluation = SCORE_NONE;
    int correction_cp = 0;
    bool improving = false;
    if (frame->in_check) {
        frame->static_evaluation = SCORE_NONE;
    } else if (excluded != MOVE_NONE) {
        evaluation = raw = frame->static_evaluation;
    } else {
        raw = found && hit.evaluation != SCORE_NONE ? hit.evaluation : node_evaluation(worker, frame);
        correction_cp = node_correction(worker, frame);
        evaluation = frame->static_evaluation = node_corrected(frame, raw, correction_cp);
        if (!found) {
            const TableHit entry = {.score = SCORE_NONE, .evaluation = raw, .depth = TABLE_DEPTH_MIN + 1,
                                    .was_pv = frame->table_pv};
            table_store(table, position->key, frame->ply, &entry);
        }
        if (found && !score_is_decided(hit.score) && node_settled_by(&hit, evaluation + (hit.score > evaluation)))
            evaluation = hit.score;
        learning_last_move(worker, frame);
    }
    if (!frame->in_check) {
        const int before = (frame - 2)->static_evaluation != SCORE_NONE ? (frame - 2)->static_evaluation
                                                                        : (frame - 4)->static_evaluation;
        improving = before == SCORE_NONE || frame->static_evaluation > before;
    }

    if (!pv_node && !frame->in_check && excluded == MOVE_NONE) {
        /* Step 4: reverse futility. So far ahead that the opponent will not have allowed it. */
        if (depth <= 8 && !frame->table_pv && !score_is_decided(evaluation) && !score_is_loss(beta) &&
            evaluation - 55 * (depth - improving) - (frame - 1)->history_score / 400 >= beta)
            return beta + (evaluation - beta) / 3;

        /* Step 5: null move. */
        if ((frame - 1)->move != MOVE_NULL && evaluation >= beta && depth >= 3 &&
            frame->static_evaluation >= beta + 150 - 18 * depth && frame->ply >= worker->null_move_ply_min &&
            has_pieces(&position->board, position_side_to_move(position)) && !score_is_loss(beta)) {
            const int score = try_null_move(worker, frame, beta, depth, evaluation, cut_node);
            if (worker->aborted)
                return 0;
            if (score != SCORE_NONE)
                return score;
        }
    }

    /* Step 6: without a table move the ordering is poor; a shallower search will provide one. */
    if (depth >= 4 && hit.move == MOVE_NONE && excluded == MOVE_NONE && (pv_node || cut_node))
        depth--;

    /* Step 7: ProbCut. */
    const int raised = beta + 180 - 50 * improving;
    if (!pv_node && !frame->in_check && depth >= 5 && excluded == MOVE_NONE && !score_is_decided(beta) &&
        !(found && hit.depth >= depth - 3 && hit.score != SCORE_NONE && hit.score < raised)) {
        const int score = try_probcut(worker, frame, raised, depth, frame->static_evaluation, hit.move, raw, cut_node);
        if (worker->aborted)
            return 0;
        if (score != SCORE_NONE)
            return score_is_decided(score) ? score : score - (raised - beta);
    }

    /* Step 8: the moves. */
    PieceToHistory *const continuations[CONTINUATION_PLIES] = {
        (frame - 1)->continuation, (frame - 2)->continuation, (frame - 4)->continuation, (frame - 6)->continuation};
    MovePicker picker;
    if (!root)
        picker_init(&picker, position, &frame->masks, &worker->histories, continuations, hit.move, frame->killer);
    int next_root = worker->line;
    const bool table_move_noisy = hit.move != MOVE_NONE && move_is_noisy(position, hit.move);
    const int original_alpha = alpha;
    int best = -SCORE_INFINITE;
    Move best_move = MOVE_NONE;
    int move_count = 0;
    TriedMoves tried;
    tried.quiet_count = 0;
    tried.noisy_count = 0;

    for (Move move; (move = root ? next_root_move(worker, &next_root) : picker_next(&picker)) != MOVE_NONE;) {
        if (move == excluded)
            continue;
        move_count++;
        const bool noisy = move_is_noisy(position, move);
        const Piece piece = position_piece_on(position, move_from(move));
        const Square to = move_to(move);
        const Candidate candidate = {
            .move = move,
            .noisy = noisy,
            .gives_check = position_gives_check(position, move),
            .number = move_count,
            .reduction = late_move_reduction(depth, move_count, noisy),
            .history = noisy ? *history_capture(&worker->histories, position, move)
                             : *history_quiet(&worker->histories, position, frame->masks.danger, move) +
                                   (*continuations[0])[piece][to] + (*continuations[1])[piece][to]};

        /* Step 9: moves not worth a search at low depth. */
        if (!root && !score_is_loss(best) && has_pieces(&position->board, position_side_to_move(position)) &&
            is_hopeless(frame, &picker, &candidate, alpha, depth, improving))
            continue;

        /* Step 10: is the table move singular? */
        int extension = 0;
        if (!root && depth >= 6 + frame->table_pv && move == hit.move && excluded == MOVE_NONE &&
            frame->ply < 2 * worker->root_depth && hit.depth >= depth - 3 && (hit.bound & TABLE_LOWER) != 0 &&
            !score_is_decided(hit.score)) {
            int cutoff = SCORE_NONE;
            extension = singular_extension(worker, frame, &hit, beta, depth, pv_node, cut_node, &cutoff);
            if (worker->aborted)
                return 0;
            if (cutoff != SCORE_NONE)
                return cutoff;
        }

        const uint64_t nodes_before = worker_nodes(worker);
        node_make_move(worker, frame, move);
        frame->history_score = candidate.history;
        int new_depth = depth - 1 + extension;
        int score = -SCORE_INFINITE;

        /* Step 11: late moves are searched less deep, with a null window. */
        if (depth >= 2 && move_count > 1 + root) {
            const int reduction =
                candidate.reduction + (cut_node ? 1600 : 0) - (frame->table_pv ? 900 + (pv_node ? 500 : 0) : 0) +
                (improving ? 0 : 650) + (table_move_noisy && !noisy ? 800 : 0) - (candidate.gives_check ? 700 : 0) -
                (move == frame->killer ? 800 : 0) + ((frame + 1)->cutoff_count > 3 ? 800 : 0) -
                abs(correction_cp) * 8 - candidate.history / (noisy ? 10 : 9);
            const int reduced = node_max(1, node_min(new_depth - reduction / UNIT, new_depth + pv_node));
            score = -search(worker, frame + 1, -alpha - 1, -alpha, reduced, true);
            if (score > alpha && reduced < new_depth) {
                new_depth += (score > best + 45 + 2 * new_depth) - (score < best + new_depth);
                if (reduced < new_depth)
                    score = -search(worker, frame + 1, -alpha - 1, -alpha, new_depth, !cut_node);
                if (!noisy && !worker->aborted)
                    learning_continuations(frame, piece, to,
                                         score <= alpha ? -learning_malus(new_depth) : score >= beta ? learning_bonus(new_depth) : 0);
            }
        } else if (!pv_node || move_count > 1) {
            score = -search(worker, frame + 1, -alpha - 1, -alpha, new_depth, !cut_node);
        }
        /* Step 12: the first move, and those that beat it, with the full window. */
        if (pv_node && !worker->aborted && (move_count == 1 || score > alpha))
            score = -search(worker, frame + 1, -beta, -alpha, new_depth, false);
        if (worker->aborted)
            return 0;

        /* Step 13: take stock. */
        if (root)
            note_root_move(worker, frame, move, score, alpha, beta, move_count == 1, worker_nodes(worker) - nodes_before);
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv_node)
                    node_take_pv(frame, move);
                if (score >= beta) {
                    frame->cutoff_count++;
                    break;
                }
                alpha = score;
                if (depth > 3 && depth < 12 && !score_is_decided(score))
                    depth -= 1; /* what comes now has to be better still */
            }
        }
        if (move != best_move) {
            if (noisy && tried.noisy_count < (int)(sizeof tried.noisies / sizeof *tried.noisies))
                tried.noisies[tried.noisy_count++] = move;
            else if (!noisy && tried.quiet_count < (int)(sizeof tried.quiets / sizeof *tried.quiets))
                tried.quiets[tried.quiet_count++] = move;
        }
    }

    /* Step 14: mate, stalemate, or nothing but the excluded move. */
    if (move_count == 0)
        return excluded != MOVE_NONE ? alpha : frame->in_check ? score_mated_in(frame->ply) : SCORE_DRAW;

    /* Step 15: learn. */
    if (best_move != MOVE_NONE) {
        learning_best_move(worker, frame, best_move, depth, &tried);
    } else if (!root && (frame - 1)->piece != HISTORY_NO_PIECE &&
               !move_is_noisy(&(frame - 1)->position, (frame - 1)->move)) {
        /* All moves failed: the opponent's last one was good. */
        learning_continuations(frame - 1, (frame - 1)->piece, (frame - 1)->to, learning_bonus(depth) / 2);
    }
    if (best >= beta && !score_is_decided(best) && !score_is_decided(alpha))
        best = (best * depth + beta) / (depth + 1);
    if (excluded != MOVE_NONE)
        return best;
    const TableBound bound =
        best >= beta ? TABLE_LOWER : pv_node && best > original_alpha ? TABLE_EXACT : TABLE_UPPER;
    if (!(root && worker->line > 0)) {
        const TableHit entry = {.move = best_move, .score = best, .evaluation = raw, .depth = depth, .bound = bound,
                                .was_pv = frame->table_pv};
        table_store(table, position->key, frame->ply, &entry);
    }
    if (!frame->in_check && (best_move == MOVE_NONE || !move_is_noisy(position, best_move)) &&
        !(bound == TABLE_LOWER && best <= frame->static_evaluation) &&
        !(bound == TABLE_UPPER && best >= frame->static_evaluation))
        history_update_correction(&worker->histories, position, (frame - 2)->continuation_correction,
                                  (frame - 1)->piece, (frame - 1)->to, best - frame->static_evaluation, depth);
    return best;
}

int search_root(Worker *worker, int alpha, int beta, int depth)
{
    return search(worker, &worker->frames[FRAMES_BEFORE_ROOT], alpha, beta, depth, false);
}
