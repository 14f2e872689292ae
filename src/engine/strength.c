/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/strength.h"

#include "base/splitmix64.h"

enum {
    SKILL_FULL = 20,
    ELO_PER_SKILL = 100,
    STEP_ELO = 200,
    FORM_SD = 150,                       /* Elo: how much a player's form varies from game to game */
    FORM_ELO_MIN = ENGINE_ELO_MIN - 400, /* the worst and the best form played, whatever the rating */
    FORM_ELO_MAX = ENGINE_ELO_MAX + 400
};

/* From FORM_ELO_MIN in steps of 200. From 1400 to 2800 each was set beside another engine's player of the same Elo. */
static const Strength steps[] = {
    {4, 700},   {12, 500},   {28, 400},  {58, 262},  {95, 155},   {220, 102},  {450, 78},   {880, 52},
    {7600, 19}, {20000, 13}, {44000, 7}, {85000, 2}, {200000, 0}, {400000, 0}, {800000, 0},
};

_Static_assert(sizeof steps / sizeof *steps == (FORM_ELO_MAX - FORM_ELO_MIN) / STEP_ELO + 1, "a step every 200 Elo");

/* Elo added to the rating for one game: four even numbers added up, which is close to a normal distribution. */
static int form_of_game(uint64_t seed)
{
    enum { SUM_MEAN = 2 * 0xffff, SUM_SD = 37837 /* 65536 * sqrt(4 / 12) */ };
    const uint64_t z = splitmix64_mix((seed + 1) * SPLITMIX64_STEP);
    const int sum = (int)((z & 0xffff) + (z >> 16 & 0xffff) + (z >> 32 & 0xffff) + (z >> 48));
    return (sum - SUM_MEAN) * FORM_SD / SUM_SD;
}

Strength strength_of_options(const EngineOptions *options)
{
    int elo = options->elo;
    if (elo == 0 && options->skill < SKILL_FULL)
        elo = ENGINE_ELO_MIN + options->skill * ELO_PER_SKILL;
    if (elo == 0)
        return (Strength){0, 0};
    elo += form_of_game(options->seed);
    elo = elo < FORM_ELO_MIN ? FORM_ELO_MIN : elo > FORM_ELO_MAX ? FORM_ELO_MAX : elo;

    const int index = (elo - FORM_ELO_MIN) / STEP_ELO;
    const int above = (elo - FORM_ELO_MIN) % STEP_ELO;
    Strength strength = steps[index];
    if (above > 0) {
        strength.nodes += (steps[index + 1].nodes - strength.nodes) * (uint64_t)above / STEP_ELO;
        strength.misjudge_cp += (steps[index + 1].misjudge_cp - strength.misjudge_cp) * above / STEP_ELO;
    }
    return strength;
}

int strength_misjudgement(const Strength *strength, uint64_t seed, uint64_t key)
{
    /* The sum of two even numbers is triangular around zero. */
    const uint64_t z = splitmix64_mix(key + seed * SPLITMIX64_STEP);
    const int64_t sum = (int64_t)(z & 0xffff) + (int64_t)(z >> 16 & 0xffff) - 0xffff; /* within ± 0xffff */
    return (int)(sum * strength->misjudge_cp / 0xffff);
}
