/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/match_statistics.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double LN_10 = 2.302585092994045684;
static const double WIDTH_95 = 1.959964; /* standard deviations on either side that hold 95 % of a normal distribution */
static const double EMPTY_CLASS = 0.001;

enum { ROOT_STEPS = 100, MODEL_STEPS = 50 };

/* The score of a class, 0 … 1. */
static double score_of(int place, int classes)
{
    return (double)place / (classes - 1);
}

/* --- strength --- */

static double elo_of(double score)
{
    return -400 * log10(1 / score - 1);
}

void match_strength(const MatchCounts *counts, MatchStrength *strength)
{
    double n = 0;
    double mean = 0;
    double variance = 0;
    *strength = (MatchStrength){0};
    for (int i = 0; i < counts->classes; i++) {
        n += (double)counts->of[i];
        mean += (double)counts->of[i] * score_of(i, counts->classes);
    }
    if (n == 0)
        return;
    mean /= n;
    for (int i = 0; i < counts->classes; i++)
        variance += (double)counts->of[i] * pow(score_of(i, counts->classes) - mean, 2) / n;
    if (variance <= 0)
        return;
    const double half = WIDTH_95 * sqrt(variance / n);
    const double unit = 800 / LN_10 / sqrt(counts->classes == MATCH_PAIR_CLASSES ? 2 * variance : variance);
    strength->known = true;
    strength->elo = elo_of(mean);
    strength->error_known = mean - half > 0 && mean + half < 1;
    if (strength->error_known)
        strength->elo_error = (elo_of(mean + half) - elo_of(mean - half)) / 2;
    strength->nelo = (mean - 0.5) * unit;
    strength->nelo_error = half * unit;
    strength->superiority = 0.5 * (1 + erf((mean - 0.5) / sqrt(2 * variance / n)));
}

/* --- the test --- */

typedef struct Distribution {
    int classes;
    double p[MATCH_PAIR_CLASSES];
} Distribution;

/* The distribution nearest to what was `seen` among those in which `condition` has the mean 0: each p is divided by
 * 1 + theta·condition. Theta is found by bisection: the sum below falls from one pole to the other. */
static Distribution nearest(const Distribution *seen, const double condition[MATCH_PAIR_CLASSES])
{
    double least = condition[0];
    double most = condition[0];
    for (int i = 1; i < seen->classes; i++) {
        least = fmin(least, condition[i]);
        most = fmax(most, condition[i]);
    }
    Distribution found = *seen;
    if (least >= 0 || most <= 0)
        return found; /* no distribution meets it: the scores hypothesised lie beyond 0 … 1 */
    double low = -1 / most;
    double high = -1 / least;
    for (int step = 0; step < ROOT_STEPS; step++) {
        const double theta = (low + high) / 2;
        double sum = 0;
        for (int i = 0; i < seen->classes; i++)
            sum += seen->p[i] * condition[i] / (1 + theta * condition[i]);
        if (sum > 0)
            low = theta;
        else
            high = theta;
    }
    for (int i = 0; i < seen->classes; i++)
        found.p[i] = seen->p[i] / (1 + (low + high) / 2 * condition[i]);
    return found;
}

/* The mean score is that of a difference of `elo`. */
static Distribution with_elo(const Distribution *seen, double elo)
{
    double condition[MATCH_PAIR_CLASSES];
    for (int i = 0; i < seen->classes; i++)
        condition[i] = score_of(i, seen->classes) - 1 / (1 + pow(10, -elo / 400));
    return nearest(seen, condition);
}

/* The mean score lies (mean - 1/2) / deviation from an equal one, which is no linear condition: it is approached by steps,
 * each with mean and deviation of the one before. */
static Distribution with_nelo(const Distribution *seen, double nelo)
{
    const double distance = nelo * LN_10 / 800 * (seen->classes == MATCH_PAIR_CLASSES ? sqrt(2) : 1);
    Distribution found = {.classes = seen->classes};
    for (int i = 0; i < seen->classes; i++)
        found.p[i] = 1.0 / seen->classes;
    for (int step = 0; step < MODEL_STEPS; step++) {
        double mean = 0;
        double variance = 0;
        double condition[MATCH_PAIR_CLASSES];
        for (int i = 0; i < seen->classes; i++)
            mean += found.p[i] * score_of(i, seen->classes);
        for (int i = 0; i < seen->classes; i++)
            variance += found.p[i] * pow(score_of(i, seen->classes) - mean, 2);
        const double deviation = sqrt(variance);
        for (int i = 0; i < seen->classes; i++) {
            const double score = score_of(i, seen->classes);
            condition[i] = score - 0.5 - distance * deviation / 2 * (1 + pow((score - mean) / deviation, 2));
        }
        found = nearest(seen, condition);
    }
    return found;
}

double sprt_llr(const Sprt *sprt, const MatchCounts *counts)
{
    Distribution seen = {.classes = counts->classes};
    double n = 0;
    int64_t played = 0;
    for (int i = 0; i < counts->classes; i++) {
        seen.p[i] = counts->of[i] > 0 ? (double)counts->of[i] : EMPTY_CLASS;
        n += seen.p[i];
        played += counts->of[i];
    }
    if (played == 0)
        return 0;
    for (int i = 0; i < counts->classes; i++)
        seen.p[i] /= n;
    const bool normalized = sprt->model == SPRT_NORMALIZED;
    const Distribution zero = normalized ? with_nelo(&seen, sprt->elo0) : with_elo(&seen, sprt->elo0);
    const Distribution one = normalized ? with_nelo(&seen, sprt->elo1) : with_elo(&seen, sprt->elo1);
    double ratio = 0;
    for (int i = 0; i < counts->classes; i++)
        ratio += seen.p[i] * log(one.p[i] / zero.p[i]);
    return n * ratio;
}

double sprt_lower(const Sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const Sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

/* --- reading --- */

static bool read_number(Text word, double least, double most, double *number)
{
    char text[32];
    char *end;
    if (word.length == 0 || text_copy(word, text, sizeof text) != word.length || strspn(text, "+-.0123456789") != word.length)
        return false;
    errno = 0;
    const double read = strtod(text, &end);
    if (*end != '\0' || errno != 0 || !(read >= least && read <= most))
        return false;
    *number = read;
    return true;
}

static bool read_value(Sprt *sprt, Text key, Text value, bool given[2], char error[SPRT_ERROR_SIZE])
{
    const struct {
        const char *key;
        double *into, least, most;
        const char *range;
    } numbers[] = {{"elo0", &sprt->elo0, -1000, 1000, "-1000 to 1000"},
                   {"elo1", &sprt->elo1, -1000, 1000, "-1000 to 1000"},
                   {"alpha", &sprt->alpha, 0.000001, 0.499999, "above 0 and below 0.5"},
                   {"beta", &sprt->beta, 0.000001, 0.499999, "above 0 and below 0.5"}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!text_is(key, numbers[i].key))
            continue;
        if (i < 2)
            given[i] = true;
        if (read_number(value, numbers[i].least, numbers[i].most, numbers[i].into))
            return true;
        snprintf(error, SPRT_ERROR_SIZE, "%s takes a number, %s, not \"%.*s\"", numbers[i].key, numbers[i].range, TEXT_SHOWN(value));
        return false;
    }
    if (text_is(key, "model") && (text_is(value, "normalized") || text_is(value, "logistic"))) {
        sprt->model = text_is(value, "logistic") ? SPRT_LOGISTIC : SPRT_NORMALIZED;
        return true;
    }
    if (text_is(key, "model"))
        snprintf(error, SPRT_ERROR_SIZE, "model takes normalized or logistic, not \"%.*s\"", TEXT_SHOWN(value));
    else
        snprintf(error, SPRT_ERROR_SIZE, "expected elo0, elo1, alpha, beta or model, not \"%.*s\"", TEXT_SHOWN(key));
    return false;
}

bool sprt_knows(Text word)
{
    static const char *const KEYS[] = {"elo0", "elo1", "alpha", "beta", "model"};
    const char *equals = word.length > 0 ? memchr(word.data, '=', word.length) : NULL;
    if (equals != NULL)
        word.length = (size_t)(equals - word.data);
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        if (text_is(word, KEYS[i]))
            return true;
    return false;
}

bool sprt_parse(const char *text, Sprt *sprt, char error[SPRT_ERROR_SIZE])
{
    bool given[2] = {false, false};
    Text rest = text_of(text);
    Text key;
    *sprt = (Sprt){.alpha = 0.05, .beta = 0.05, .model = SPRT_NORMALIZED};
    while (text_next(&rest, &key)) {
        Text value;
        const char *equals = memchr(key.data, '=', key.length);
        if (equals != NULL) {
            value = (Text){equals + 1, (size_t)(key.data + key.length - equals) - 1};
            key.length = (size_t)(equals - key.data);
        } else {
            text_next(&rest, &value);
        }
        if (!read_value(sprt, key, value, given, error))
            return false;
    }
    if (given[0] && given[1] && sprt->elo0 < sprt->elo1)
        return true;
    snprintf(error, SPRT_ERROR_SIZE, "%s",
             given[0] && given[1] ? "elo0 must be below elo1" : "elo0 and elo1 must be given, like elo0 0 elo1 10");
    return false;
}
