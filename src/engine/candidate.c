/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/candidate.h"

#include "engine/see.h"

#include <stdlib.h>

enum { UNIT = 1024 };

static int logarithm[256]; /* ln(n) in UNITs */

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

void candidate_init_reductions(void)
{
    logarithm[0] = 0;
    for (unsigned n = 1; n < 256; n++)
        logarithm[n] = integer_ln(n);
}

static int basic_reduction(int depth, int number, bool noisy)
{
    const int product = logarithm[depth] * logarithm[node_min(number, 255)] / UNIT;
    return noisy ? product * 100 / 310 - 100 : product * 100 / 235 + 820;
}

Candidate candidate_describe(Worker *worker, Frame *frame, const Node *node, Move move, int number)
{
    const Position *position = &frame->position;
    const bool noisy = move_is_noisy(position, move);
    const Piece piece = position_piece_on(position, move_from(move));
    const Square to = move_to(move);
    return (Candidate){.move = move,
                       .piece = piece,
                       .noisy = noisy,
                       .gives_check = position_gives_check(position, move),
                       .number = number,
                       .reduction = basic_reduction(node->depth, number, noisy),
                       .history = noisy ? *history_capture(&worker->histories, position, move)
                                        : *history_quiet(&worker->histories, position, frame->masks.danger, move) +
                                              (*(frame - 1)->continuation)[piece][to] + (*(frame - 2)->continuation)[piece][to]};
}

/* Near the leaves one move more or less changes little, and most that come late change nothing:
 *   too late   late-move pruning: the order is good enough for the best move not to stand so far back (+22 ± 28). Not in
 *              check, where the few quiet moves are what there is
 *   ill-famed  history pruning: it has failed nearly everywhere (not clear)
 *   futile     the evaluation is so far below alpha that a quiet move will not make up for it (+14 ± 30)
 *   loses material by exchange, more than the depth left can win back (+85 ± 50) */
bool candidate_is_hopeless(const Candidate *candidate, const Frame *frame, const Node *node, MovePicker *picker)
{
    const int depth = node->depth;
    const int reduced = node_max(0, depth - candidate->reduction / UNIT);
    if (candidate->noisy)
        return picker_gives_bad_captures(picker) && !see_at_least(&frame->position, candidate->move, -95 * depth - candidate->history / 60);
    const bool too_late = !frame->in_check && candidate->number > (4 + depth * depth) / (2 - node->improving);
    const bool ill_famed = reduced <= 5 && candidate->history < -3600 * depth;
    const bool futile = !frame->in_check && reduced <= 8 && !candidate->gives_check &&
                        frame->static_evaluation + 90 + 100 * reduced + candidate->history / 90 <= node->alpha;
    if (too_late || ill_famed || futile) {
        picker->skip_quiets = true;
        return true;
    }
    return !see_at_least(&frame->position, candidate->move, -24 * reduced * reduced);
}

/* Late-move reductions: more where the order is to be trusted and a cutoff is expected (+18 ± 29), less on or near the
 * principal variation, for checks, the killer (not clear) and good histories, and where the evaluation is known to be
 * wrong; more where the answers to earlier moves kept failing high (+21 ± 30). */
int candidate_reduction(const Candidate *candidate, const Frame *frame, const Node *node)
{
    int reduction = candidate->reduction;
    if (node->cut)
        reduction += 1600;
    if (frame->table_pv)
        reduction -= node->pv ? 1400 : 900;
    if (!node->improving)
        reduction += 650;
    if (node->table_move_noisy && !candidate->noisy)
        reduction += 800;
    if (candidate->gives_check)
        reduction -= 700;
    if (candidate->move == frame->killer)
        reduction -= 800;
    if ((frame + 1)->cutoff_count > 3)
        reduction += 800;                      /* the answers refute one move after the other */
    reduction -= abs(node->correction_cp) * 8; /* the evaluation is not to be trusted here */
    reduction -= candidate->history / (candidate->noisy ? 10 : 9);
    return reduction / UNIT;
}
