#include "engine/strength.h"

enum { SKILL_FULL = 20, ELO_PER_SKILL = 100, NODES_AT_MIN = 20, ELO_PER_DOUBLING = 125 };

uint64_t strength_node_limit(const EngineOptions *options)
{
    int elo = options->elo;
    if (elo == 0 && options->skill < SKILL_FULL)
        elo = ENGINE_ELO_MIN + options->skill * ELO_PER_SKILL;
    if (elo == 0)
        return 0;
    const int above = elo > ENGINE_ELO_MIN ? elo - ENGINE_ELO_MIN : 0;
    const int doublings = above / ELO_PER_DOUBLING;
    const uint64_t nodes = (uint64_t)NODES_AT_MIN << doublings;
    return nodes + nodes * (uint64_t)(above % ELO_PER_DOUBLING) / ELO_PER_DOUBLING;
}
