/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/root.h"

#include "engine/draws.h"
#include "engine/node.h"
#include "engine/root_mate.h"
#include "engine/root_moves.h"
#include "engine/root_tables.h"
#include "engine/search.h"
#include "engine/wdl.h"
#include "system/clock.h"

#include <string.h>

static const int64_t NS_PER_SECOND = 1000000000;

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* True if `position`, `plies` after the root, ends the line for people who read it: nothing to move, or a draw. */
static bool line_ends(const Worker *worker, const Position *position, const uint64_t *line_keys, int plies)
{
    if (!movegen_any(&position->board) || draws_by_material(&position->board) || position->halfmove_clock >= 100)
        return true;
    const Search *search = worker->search;
    int seen = 0;
    for (int i = plies - 2; i >= 0; i -= 2) {
        if (line_keys[i] == position->key)
            return true; /* the line itself comes back */
    }
    for (int i = 0; i < search->key_count; i++)
        seen += search->keys[i] == position->key;
    return seen >= 2;
}

/* The legal beginning of a line up to its natural end. A line of a single move gets the table's answer. */
static int readable_line(const Worker *worker, const RootMove *root_move, Move line[MAX_PLY + 1])
{
    uint64_t keys[MAX_PLY + 2];
    Position position = worker->search->root;
    int length = 0;
    keys[0] = position.key;
    while (length < MAX_PLY) {
        Move move = length < root_move->pv_length ? root_move->pv[length] : MOVE_NONE;
        if (move == MOVE_NONE && length == 1) {
            TableHit hit;
            if (table_probe(&worker->search->table, position.key, 0, &hit))
                move = hit.move;
        }
        LegalMasks masks;
        movegen_masks(&position.board, &masks);
        if (move == MOVE_NONE || !movegen_is_legal(&position.board, &masks, move))
            break;
        line[length++] = move;
        position_make_move(&position, move, NULL);
        keys[length] = position.key;
        if (line_ends(worker, &position, keys, length))
            break;
    }
    return length;
}

static void root_report(Worker *worker, int line, int depth, ScoreBound bound)
{
    const Search *search = worker->search;
    if (search->listener.info == NULL)
        return;
    const RootMove *root_move = &worker->root_moves[line];
    Move pv[MAX_PLY + 1];
    SearchInfo info = {
        .depth = depth,
        .selective_depth = root_move->selective_depth + 1,
        .multipv = line + 1,
        .score = root_tables_score(search, root_move->score != -SCORE_INFINITE ? root_move->score : root_move->previous_score),
        .bound = bound,
        .nodes = search_total_nodes(search),
        .time_ns = system_now_ns() - search->begin_ns,
        .hashfull = table_full(&search->table),
        .has_tables = search->options.tablebase != NULL,
        .table_hits = search_total_table_hits(search),
        .pv = pv};
    info.pv_length = readable_line(worker, root_move, pv);
    wdl_from_score(info.score, info.wdl);
    search->listener.info(search->listener.context, &info);
}

void root_report_final(Worker *worker)
{
    RootMove *best = &worker->root_moves[0];
    /* Broken off before anything was searched: the evaluation is all that is known. */
    if (best->score == -SCORE_INFINITE && best->previous_score == -SCORE_INFINITE)
        best->score = position_in_check(&worker->search->root) ? SCORE_DRAW
                                                               : static_evaluation_afresh(worker->search->network, &worker->search->root);
    root_report(worker, 0, worker->completed_depth > 0 ? worker->completed_depth : 1, BOUND_EXACT);
}

void root_result(Worker *worker, SearchResult *result)
{
    const Search *search = worker->search;
    Move pv[MAX_PLY + 1];
    const RootMove *best = &worker->root_moves[0];
    const int length = readable_line(worker, best, pv);
    *result = (SearchResult){.best = best->move,
                             .ponder = length > 1 ? pv[1] : MOVE_NONE,
                             .score = root_tables_score(search, best->score != -SCORE_INFINITE ? best->score : best->previous_score),
                             .depth = worker->completed_depth,
                             .nodes = search_total_nodes(search),
                             .time_ns = system_now_ns() - search->begin_ns};
}

/* Reports of a search that has run for so long are worth it even when they are only bounds. */
static bool reports_bounds(const Worker *worker)
{
    return worker->index == 0 && worker->search->limits.nodes == 0 && system_now_ns() - worker->search->begin_ns > 3 * NS_PER_SECOND &&
           worker->search->options.multipv == 1;
}

/* One line at one depth: a window around the expected score, widened on the side that failed until it holds. */
static void search_line(Worker *worker, int depth)
{
    RootMove *first = &worker->root_moves[worker->line];
    const int expected = first->average_score;
    int delta = 12;
    int alpha = -SCORE_INFINITE;
    int beta = SCORE_INFINITE;
    if (depth >= 4 && expected != SCORE_NONE && !score_is_decided(expected)) {
        delta += expected * expected / 16000;
        alpha = expected - delta > -SCORE_INFINITE ? expected - delta : -SCORE_INFINITE;
        beta = min(expected + delta, SCORE_INFINITE);
    }
    int reduction = 0;
    while (true) {
        const int reduced = depth - reduction > 1 ? depth - reduction : 1;
        const int score = search_root(worker, alpha, beta, reduced);
        root_moves_sort(worker, worker->line, worker->root_move_count);
        if (worker->aborted)
            return;
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = score - delta > -SCORE_INFINITE ? score - delta : -SCORE_INFINITE;
            reduction = 0;
            if (reports_bounds(worker))
                root_report(worker, worker->line, depth, BOUND_UPPER);
        } else if (score >= beta) {
            beta = min(score + delta, SCORE_INFINITE);
            reduction = min(reduction + 1, 3);
            if (reports_bounds(worker))
                root_report(worker, worker->line, depth, BOUND_LOWER);
        } else {
            return;
        }
        delta += delta / 2;
        if (delta > 600 || score_is_decided(score)) {
            alpha = alpha < -3000 ? -SCORE_INFINITE : alpha;
            beta = beta > 3000 ? SCORE_INFINITE : beta;
        }
    }
}

/* What decides after each iteration whether another one is worth its time. */
typedef struct Progress {
    Move best;
    int stable_iterations;
    int scores[4]; /* of the last iterations */
} Progress;

static bool enough(Worker *worker, Progress *progress, int depth)
{
    Search *search = worker->search;
    const RootMove *best = &worker->root_moves[0];
    const uint64_t nodes = worker_nodes(worker);
    progress->stable_iterations = best->move == progress->best ? progress->stable_iterations + 1 : 0;
    progress->best = best->move;
    const int before = progress->scores[depth % 4];
    progress->scores[depth % 4] = best->score;

    const SearchLimits *limits = &search->limits;
    int moves_to_mate;
    if (limits->mate > 0 && engine_score_is_mate(best->score, &moves_to_mate) && moves_to_mate > 0 && moves_to_mate <= limits->mate)
        return true;
    if (limits->soft_nodes != 0 && nodes >= limits->soft_nodes)
        return true;
    if (limits->infinite || !search->plan.limited)
        return false;

    const TimeSigns signs = {.stable_iterations = progress->stable_iterations,
                             .score_drop_cp = depth > 4 ? score_clamp(before - best->score, -100, 100) : 0,
                             .best_node_permille = nodes == 0 ? 0 : (int)(best->nodes * 1000 / nodes)};
    const int64_t soft_ns = time_soft_ns(&search->plan, &signs);
    const int64_t now = system_now_ns();
    const bool forced = worker->root_move_count == 1 && depth >= 8 && !search->plan.fixed;
    const bool thought_enough = now - search->begin_ns >= soft_ns; /* time pondered counts */
    if (atomic_load_explicit(&search->pondering, memory_order_relaxed)) {
        if (thought_enough)
            atomic_store_explicit(&search->stop_at_ponderhit, true, memory_order_relaxed);
        return false;
    }
    return forced || thought_enough;
}

/* One depth, every line of MultiPV. */
static void search_depth(Worker *worker, int depth, int lines)
{
    const int count = worker->root_move_count;
    worker->root_depth = depth;
    for (int i = 0; i < count; i++)
        worker->root_moves[i].previous_score = worker->root_moves[i].score;
    for (worker->line = 0; worker->line < lines && !worker->aborted; worker->line++) {
        worker->selective_depth = 0;
        search_line(worker, depth);
        root_moves_sort(worker, 0, worker->line + 1 < count ? worker->line + 1 : count);
    }
    if (!worker->aborted)
        worker->completed_depth = depth;
}

/* The exact search for a mate takes its turn. True if that settles it. */
static bool mate_settles(RootMate *mate, Worker *worker, bool to_the_end)
{
    const MateAnswer answer = root_mate_turn(mate, worker, to_the_end);
    if (answer == MATE_FOUND)
        root_report(worker, 0, worker->completed_depth, BOUND_EXACT);
    return answer != MATE_OPEN;
}

/* Depth by depth, until a limit or the answer to `go mate` ends it. */
static void deepen(Worker *worker, int last, int lines)
{
    const bool first = worker->index == 0;
    RootMate mate;
    Progress progress = {.best = MOVE_NONE};
    root_mate_begin(&mate, worker);
    bool over = false;
    for (int depth = 1; depth <= last && !over; depth++) {
        search_depth(worker, depth, lines);
        over = worker->aborted;
        if (over || !first)
            continue;
        for (int line = 0; line < lines; line++)
            root_report(worker, line, depth, BOUND_EXACT);
        over = enough(worker, &progress, depth) || mate_settles(&mate, worker, false) || worker->aborted;
    }
    if (!over && first && worker->search->limits.depth == 0) /* nothing deeper can be searched */
        mate_settles(&mate, worker, true);
    root_mate_end(&mate);
}

void root_search(Worker *worker)
{
    Search *search = worker->search;
    const MoveList *given = &search->root_moves;
    root_moves_init(worker, given);
    worker->aborted = false;
    worker->completed_depth = 0;
    worker->null_move_ply_min = 0;
    worker->polls_left = 1;
    node_prepare(worker);
    deepen(worker, search->limits.depth > 0 ? min(search->limits.depth, MAX_PLY - 1) : MAX_PLY - 1,
           min(search->options.multipv, given->count));
}
