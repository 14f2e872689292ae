#include "engine/strength.h"

enum { SKILL_FULL = 20, ELO_PER_SKILL = 100, STEP_ELO = 200 };

/* From ENGINE_ELO_MIN in steps of 200. From 1400 on each was set beside another engine's player of the same Elo. */
static const Strength steps[] = {
    {50, 450}, {50, 300}, {70, 180}, {150, 118}, {420, 82}, {800, 52},
    {3800, 26}, {6500, 20}, {12000, 18}, {21000, 14}, {42000, 0},
};

_Static_assert(sizeof steps / sizeof *steps == (ENGINE_ELO_MAX - ENGINE_ELO_MIN) / STEP_ELO + 1, "a step every 200 Elo");

Strength strength_of_options(const EngineOptions *options)
{
    int elo = options->elo;
    if (elo == 0 && options->skill < SKILL_FULL)
        elo = ENGINE_ELO_MIN + options->skill * ELO_PER_SKILL;
    if (elo == 0)
        return (Strength){0, 0};
    elo = elo < ENGINE_ELO_MIN ? ENGINE_ELO_MIN : elo > ENGINE_ELO_MAX ? ENGINE_ELO_MAX : elo;

    const int index = (elo - ENGINE_ELO_MIN) / STEP_ELO;
    const int above = (elo - ENGINE_ELO_MIN) % STEP_ELO;
    Strength strength = steps[index];
    if (above > 0) {
        strength.nodes += (steps[index + 1].nodes - strength.nodes) * (uint64_t)above / STEP_ELO;
        strength.misjudge_cp += (steps[index + 1].misjudge_cp - strength.misjudge_cp) * above / STEP_ELO;
    }
    return strength;
}

int strength_misjudgement(const Strength *strength, uint64_t seed, uint64_t key)
{
    /* SplitMix64's finisher; the sum of two even numbers is triangular around zero. */
    uint64_t z = key + seed * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    const int64_t sum = (int64_t)(z & 0xffff) + (int64_t)(z >> 16 & 0xffff) - 0xffff; /* within ± 0xffff */
    return (int)(sum * strength->misjudge_cp / 0xffff);
}
