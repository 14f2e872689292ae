/* SPDX-License-Identifier: GPL-3.0-only */
/* The handicap of a weakened player: what the options give, and how form and misjudgement are spread. */
#include "engine/strength.h"
#include "test.h"

enum { GAMES = 20000 };

static Strength strength_at(int elo, int skill, uint64_t seed)
{
    EngineOptions options = engine_default_options();
    options.elo = elo;
    options.skill = skill;
    options.seed = seed;
    return strength_of_options(&options);
}

static void test_full_strength(void)
{
    const Strength full = strength_at(0, 20, 7);
    CHECK_INT((int)full.nodes, 0);
    CHECK_INT(full.misjudge_cp, 0);
}

static void test_one_game(void)
{
    const Strength first = strength_at(1500, 20, 1);
    const Strength again = strength_at(1500, 20, 1);
    CHECK(first.nodes == again.nodes && first.misjudge_cp == again.misjudge_cp);
    const Strength skill = strength_at(0, 7, 1); /* skill 7 is Elo 1500 */
    CHECK(first.nodes == skill.nodes && first.misjudge_cp == skill.misjudge_cp);
    const Strength both = strength_at(1500, 3, 1);
    CHECK(first.nodes == both.nodes && first.misjudge_cp == both.misjudge_cp);
}

/* In one and the same form a higher rating never plays worse, up to the best form there is. */
static void test_order(void)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        Strength before = strength_at(ENGINE_ELO_MIN, 20, seed);
        for (int elo = ENGINE_ELO_MIN + 1; elo <= ENGINE_ELO_MAX; elo++) {
            const Strength now = strength_at(elo, 20, seed);
            if (!CHECK(now.nodes >= before.nodes && now.misjudge_cp <= before.misjudge_cp))
                return;
            before = now;
        }
    }
}

/* Half of the games in better than average form, a sixth more than a standard deviation above it, and as many below. */
static void test_form(void)
{
    int above = 0;
    int far_above = 0;
    int far_below = 0;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        const uint64_t nodes = strength_at(2200, 20, seed).nodes;
        above += nodes > 20000;     /* what 2200 is on average */
        far_above += nodes > 38000; /* 2350 */
        far_below += nodes < 10700; /* 2050 */
    }
    CHECK_INT(above, 9871);
    CHECK_INT(far_above, 3190);
    CHECK_INT(far_below, 3287);
}

static void test_misjudgement(void)
{
    const Strength strength = {.nodes = 50, .misjudge_cp = 100};
    int64_t sum = 0;
    int within_half = 0;
    for (uint64_t key = 0; key < GAMES; key++) {
        const int error = strength_misjudgement(&strength, 3, key);
        CHECK(error >= -100 && error <= 100);
        CHECK_INT(error, strength_misjudgement(&strength, 3, key));
        sum += error;
        within_half += error >= -50 && error <= 50;
    }
    CHECK_INT((int)sum, 6450);
    CHECK_INT(within_half, 15256);
    CHECK(strength_misjudgement(&strength, 3, 99) != strength_misjudgement(&strength, 4, 99));
}

int main(void)
{
    test_full_strength();
    test_one_game();
    test_order();
    test_form();
    test_misjudgement();
    return test_end("engine/strength");
}
