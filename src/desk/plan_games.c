/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/plan_games.h"

#include <stdlib.h>
#include <string.h>

void plan_drop_games(Plan *plan)
{
    for (int i = 0; i < plan->later_count; i++)
        plan_board_clear(&plan->later[i]);
    free(plan->later);
    plan->later = NULL;
    plan->later_count = 0;
}

void plan_undeal(Plan *plan)
{
    plan_drop_games(plan);
    for (int i = 0; i < plan->count; i++)
        if (plan->boards[i].dealt)
            plan_board_clear_opening(&plan->boards[i]);
}

PlanBoard *plan_game(Plan *plan, int game, int board)
{
    return game == 1 ? &plan->boards[board - 1] : &plan->later[(game - 2) * plan->count + board - 1];
}

int plan_games_step(const Plan *plan)
{
    return plan->choices.settings.repeat ? 2 : 1;
}

bool plan_make_games(Plan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &plan->choices.settings;
    if (settings->repeat && !plan->choices.given[SIMUL_AT_games])
        settings->games = 2;
    if (settings->games > SIMUL_MAX_GAMES / plan->count)
        return plan_refuse(message, "games: %d at %d boards are more than %d", settings->games, plan->count, (int)SIMUL_MAX_GAMES);
    const int later = (settings->games - 1) * plan->count;
    if (later == 0)
        return true;
    plan->later = calloc((size_t)later, sizeof *plan->later);
    if (plan->later == NULL)
        return plan_refuse(message, "no memory for %d games a board", settings->games);
    for (plan->later_count = 0; plan->later_count < later; plan->later_count++) {
        PlanBoard *game = &plan->later[plan->later_count];
        simul_board_default(&game->setup);
        if (!plan_board_copy_opening(game, &plan->boards[plan->later_count % plan->count])) {
            plan->later_count++; /* with what it has got */
            return plan_refuse(message, "no memory for %d games a board", settings->games);
        }
    }
    return true;
}

bool plan_pair_openings(Plan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    for (int game = 2; plan->choices.settings.repeat && game <= plan->choices.settings.games; game += 2)
        for (int board = 1; board <= plan->count; board++)
            if (!plan_board_copy_opening(plan_game(plan, game, board), plan_game(plan, game - 1, board)))
                return plan_refuse(message, "no memory for %d games a board", plan->choices.settings.games);
    return true;
}

/* A board's player and policies with the opening of the game, and in the second of a pair the other colour. */
SimulBoardSetup *plan_setups(const Plan *plan, int *count)
{
    const SimulSettings *settings = &plan->choices.settings;
    *count = plan->count + plan->later_count;
    SimulBoardSetup *setups = malloc((size_t)*count * sizeof *setups);
    for (int i = 0; setups != NULL && i < *count; i++) {
        const PlanBoard *board = &plan->boards[i % plan->count];
        const int game = i / plan->count + 1;
        setups[i] = board->setup;
        if (game == 1)
            continue;
        const PlanBoard *opening = &plan->later[i - plan->count];
        setups[i].fen = opening->fen;
        setups[i].moves = opening->moves;
        setups[i].opening = opening->opening;
        if (settings->repeat && game % 2 == 0)
            setups[i].color = simul_exhibitor_has_white(settings, &board->setup, i % plan->count + 1) ? SIMUL_COLOR_BLACK
                                                                                                      : SIMUL_COLOR_WHITE;
    }
    return setups;
}
