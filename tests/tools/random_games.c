/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * random_games COUNT [SEED]: prints COUNT games of random legal moves as PGN, each played until a position ends it
 * or 400 plies are reached, with the result the position gives. For measuring and testing what reads PGN.
 */
#include "chess/chess.h"
#include "chess/movegen.h"
#include "chess/pgn_writer.h"
#include "rules/outcome.h"
#include "rules/verdict.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MAX = 400 };

static uint64_t random_state;

/* xorshift64 */
static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static void play(Game *game)
{
    MoveList list;
    while (game->move_count < PLIES_MAX && outcome_of_game(game, NULL) == OUTCOME_NONE) {
        movegen_legal(&game->current.board, &list);
        if (!game_play(game, list.moves[next_random() % (uint64_t)list.count]))
            exit(1);
    }
}

static void print(const Game *game, PgnWriter *writer)
{
    const Verdict verdict = verdict_of_outcome(outcome_of_game(game, NULL), position_side_to_move(&game->current));
    const char *result = result_text(verdict.result);
    const PgnRoster roster = {.white = "Random", .black = "Random", .result = result};
    Position position = game->start;

    pgn_writer_clear(writer);
    pgn_write_roster(writer, &roster);
    for (size_t i = 0; i < game->move_count; i++) {
        pgn_write_move(writer, &position, game->moves[i]);
        position_make_move(&position, game->moves[i], NULL);
    }
    pgn_write_result(writer, result);
    if (!pgn_writer_ok(writer))
        exit(1);
    fputs(writer->text, stdout);
}

int main(int argc, char **argv)
{
    Position start;
    Game game;
    PgnWriter writer = pgn_writer_begin();
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    random_state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) * 0x9e3779b97f4a7c15u;

    chess_init();
    position_start(&start);
    if (count <= 0 || !game_init(&game, &start)) {
        fputs("usage: random_games COUNT [SEED]\n", stderr);
        return 2;
    }
    for (long i = 0; i < count; i++) {
        game_restart(&game, &start);
        play(&game);
        print(&game, &writer);
    }
    game_destroy(&game);
    pgn_writer_destroy(&writer);
    return 0;
}
