/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/wdl_fit.h"

#include <math.h>

/*
 * With f(z) = 1 / (1 + e^-z), a score s wins with chance f(slope s - threshold), loses with chance
 * f(-slope s - threshold), and draws with what is left: f(slope s + threshold) f(-slope s + threshold)
 * (1 - e^(-2 threshold)). The logarithm of the likelihood is concave in slope and threshold, so Newton's
 * method climbs to its only maximum.
 */
enum { STEPS_MAX = 100 };
static const double PRECISION = 1e-6; /* of either unknown */

/* The log-likelihood and its derivatives by threshold and slope. */
typedef struct Likelihood {
    double value;
    double threshold, slope;
    double threshold_threshold, threshold_slope, slope_slope;
} Likelihood;

typedef struct Point {
    double threshold;
    double slope;
} Point;

/* Adds log f(slope * score + threshold * sign). */
static void add_term(Likelihood *sum, Point at, double score, double sign)
{
    const double z = at.slope * score + at.threshold * sign;
    const double miss = 1 / (1 + exp(z));
    const double curvature = miss * (1 - miss);
    sum->value += z < 0 ? z - log1p(exp(z)) : -log1p(exp(-z));
    sum->threshold += miss * sign;
    sum->slope += miss * score;
    sum->threshold_threshold -= curvature;
    sum->threshold_slope -= curvature * score * sign;
    sum->slope_slope -= curvature * score * score;
}

/* Adds log(1 - e^(-2 threshold)) for each draw. */
static void add_draws(Likelihood *sum, Point at, double draws)
{
    const double odds = expm1(2 * at.threshold);
    sum->value += draws * log(-expm1(-2 * at.threshold));
    sum->threshold += draws * 2 / odds;
    sum->threshold_threshold -= draws * 4 * (odds + 1) / (odds * odds);
}

static Likelihood likelihood(const Samples *samples, Point at)
{
    Likelihood sum = {0};
    double draws = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const double score = samples->rows[i].score_cp;
        const float result = samples->rows[i].result;
        if (result == 0.5f) {
            add_term(&sum, at, score, 1);
            add_term(&sum, at, -score, 1);
            draws++;
        } else {
            add_term(&sum, at, result > 0.5f ? score : -score, -1);
        }
    }
    add_draws(&sum, at, draws);
    return sum;
}

bool wdl_fit(const Samples *samples, WdlFit *fit)
{
    Point at = {.threshold = 1, .slope = 0.01};
    Likelihood now = likelihood(samples, at);

    for (int i = 0; i < STEPS_MAX; i++) {
        const double determinant =
            now.threshold_threshold * now.slope_slope - now.threshold_slope * now.threshold_slope;
        Point step = {(now.threshold_slope * now.slope - now.slope_slope * now.threshold) / determinant,
                      (now.threshold_slope * now.threshold - now.threshold_threshold * now.slope) / determinant};
        if (!isfinite(step.threshold) || !isfinite(step.slope))
            return false;
        if (fabs(step.threshold) < PRECISION * at.threshold && fabs(step.slope) < PRECISION * at.slope) {
            *fit = (WdlFit){at.threshold / at.slope, 1 / at.slope, -now.value / (double)samples->count};
            return true;
        }
        /* A whole step may lead past the top, or out of where a draw has a chance at all. */
        Point next;
        Likelihood then;
        do {
            next = (Point){at.threshold + step.threshold, at.slope + step.slope};
            step = (Point){step.threshold / 2, step.slope / 2};
            then = next.threshold > 0 ? likelihood(samples, next) : now;
        } while (next.threshold <= 0 || then.value < now.value);
        at = next;
        now = then;
    }
    return false;
}
