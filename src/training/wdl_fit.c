/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/wdl_fit.h"

#include <float.h>
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

/* Adds `times` log f(slope * score + threshold * sign). */
static void add_term(Likelihood *sum, Point at, double score, double sign, double times)
{
    const double z = at.slope * score + at.threshold * sign;
    const double miss = 1 / (1 + exp(z));
    const double curvature = times * miss * (1 - miss);
    sum->value += times * (z < 0 ? z - log1p(exp(z)) : -log1p(exp(-z)));
    sum->threshold += times * miss * sign;
    sum->slope += times * miss * score;
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

static Likelihood likelihood(const WdlCounts *counts, Point at)
{
    Likelihood sum = {0};
    double draws = 0;
    for (int i = 0; i < WDL_SCORES; i++) {
        const double score = i - WDL_SCORE_MOST;
        if (counts->decided[i] != 0)
            add_term(&sum, at, score, -1, (double)counts->decided[i]);
        if (counts->drawn[i] != 0) {
            add_term(&sum, at, score, 1, (double)counts->drawn[i]);
            add_term(&sum, at, -score, 1, (double)counts->drawn[i]);
            draws += (double)counts->drawn[i];
        }
    }
    add_draws(&sum, at, draws);
    return sum;
}

void wdl_count(WdlCounts *counts, int white_score_cp, PackedResult result)
{
    const int score = white_score_cp > WDL_SCORE_MOST    ? WDL_SCORE_MOST
                      : white_score_cp < -WDL_SCORE_MOST ? -WDL_SCORE_MOST
                                                         : white_score_cp;
    counts->positions++;
    if (result == PACKED_DRAW)
        counts->drawn[score + WDL_SCORE_MOST]++;
    else
        counts->decided[(result == PACKED_WHITE_WINS ? score : -score) + WDL_SCORE_MOST]++;
}

bool wdl_fit(const WdlCounts *counts, WdlFit *fit)
{
    Point at = {.threshold = 1, .slope = 0.01};
    Likelihood now = likelihood(counts, at);

    for (int i = 0; i < STEPS_MAX; i++) {
        const double determinant = now.threshold_threshold * now.slope_slope - now.threshold_slope * now.threshold_slope;
        Point step = {(now.threshold_slope * now.slope - now.slope_slope * now.threshold) / determinant,
                      (now.threshold_slope * now.threshold - now.threshold_threshold * now.slope) / determinant};
        if (!(fabs(step.threshold) <= DBL_MAX && fabs(step.slope) <= DBL_MAX)) /* isfinite() makes floats of them on Windows */
            return false;
        if (fabs(step.threshold) < PRECISION * at.threshold && fabs(step.slope) < PRECISION * at.slope) {
            *fit = (WdlFit){at.threshold / at.slope, 1 / at.slope, -now.value / (double)counts->positions};
            return true;
        }
        /* A whole step may lead past the top, or out of where a draw has a chance at all. */
        Point next;
        Likelihood then;
        do {
            next = (Point){at.threshold + step.threshold, at.slope + step.slope};
            step = (Point){step.threshold / 2, step.slope / 2};
            then = next.threshold > 0 ? likelihood(counts, next) : now;
        } while (next.threshold <= 0 || then.value < now.value);
        at = next;
        now = then;
    }
    return false;
}
