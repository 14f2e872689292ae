/* SPDX-License-Identifier: GPL-3.0-only */
/* Scores as chances: known values, and what must hold for every score. */
#include "engine/score.h"
#include "engine/wdl.h"
#include "test.h"

static void test_values(void)
{
    static const struct {
        int score;
        int wdl[3];
    } cases[] = {
        {0, {308, 384, 308}}, {98, {500, 335, 165}}, {-98, {165, 335, 500}},         {300, {841, 123, 36}},
        {1000, {999, 1, 0}},  {-5000, {0, 0, 1000}}, {SCORE_MATE - 3, {1000, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int wdl[3];
        wdl_from_score(cases[i].score, wdl);
        CHECK_MSG(memcmp(wdl, cases[i].wdl, sizeof wdl) == 0, "%d: %d %d %d", cases[i].score, wdl[0], wdl[1], wdl[2]);
    }
}

/* A better score never wins less or loses more, and the other side sees the same chances. */
static void test_every_score(void)
{
    int before[3] = {0, 0, 1000};
    for (int score = -5000; score <= 5000; score++) {
        int wdl[3];
        int other[3];
        wdl_from_score(score, wdl);
        wdl_from_score(-score, other);
        CHECK_INT(wdl[0] + wdl[1] + wdl[2], 1000);
        CHECK(wdl[0] >= before[0] && wdl[1] >= 0 && wdl[2] <= before[2]);
        CHECK(wdl[0] == other[2] && wdl[2] == other[0]);
        memcpy(before, wdl, sizeof before);
    }
}

int main(void)
{
    test_values();
    test_every_score();
    return test_end("engine/wdl");
}
