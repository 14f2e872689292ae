/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/game.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for `count` moves. */
static bool reserve(Game *game, size_t count)
{
    if (count <= game->capacity)
        return true;
    size_t capacity = game->capacity < 64 ? 64 : game->capacity * 2;
    if (capacity < count)
        capacity = count;

    Move *moves = realloc(game->moves, capacity * sizeof *moves);
    if (moves == NULL)
        return false;
    game->moves = moves;
    uint64_t *keys = realloc(game->keys, (capacity + 1) * sizeof *keys);
    if (keys == NULL)
        return false;
    game->keys = keys;
    game->capacity = capacity;
    return true;
}

bool game_init(Game *game, const Position *start)
{
    memset(game, 0, sizeof *game);
    if (!reserve(game, 64)) {
        game_destroy(game);
        return false;
    }
    game_restart(game, start);
    return true;
}

void game_destroy(Game *game)
{
    free(game->moves);
    free(game->keys);
    memset(game, 0, sizeof *game);
}

void game_restart(Game *game, const Position *start)
{
    const Position copy = *start; /* `start` may lie in the game itself */
    game->start = copy;
    game->current = copy;
    game->move_count = 0;
    game->keys[0] = copy.key;
}

bool game_play(Game *game, Move move)
{
    if (!reserve(game, game->move_count + 1))
        return false;
    position_make_move(&game->current, move, NULL);
    game->moves[game->move_count++] = move;
    game->keys[game->move_count] = game->current.key;
    return true;
}

void game_take_back(Game *game)
{
    assert(game->move_count > 0);
    game->move_count--;
    game->current = game->start;
    for (size_t i = 0; i < game->move_count; i++)
        position_make_move(&game->current, game->moves[i], NULL);
}

bool game_copy(Game *to, const Game *from)
{
    if (!game_init(to, &from->start))
        return false;
    if (!reserve(to, from->move_count)) {
        game_destroy(to);
        return false;
    }
    memcpy(to->moves, from->moves, from->move_count * sizeof *to->moves);
    memcpy(to->keys, from->keys, (from->move_count + 1) * sizeof *to->keys);
    to->move_count = from->move_count;
    to->current = from->current;
    return true;
}

int game_repetitions(const Game *game)
{
    /* Only positions since the last capture or pawn move can come again. The start position's own clock
     * may reach back before the game. */
    size_t reversible = game->current.halfmove_clock;
    if (reversible > game->move_count)
        reversible = game->move_count;
    int times = 1;
    for (size_t back = 2; back <= reversible; back += 2)
        if (game->keys[game->move_count - back] == game->current.key)
            times++;
    return times;
}
