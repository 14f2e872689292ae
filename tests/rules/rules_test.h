/* SPDX-License-Identifier: GPL-3.0-only */
/* Positions and games for the tests of the rules room. */
#ifndef CAROUSEL_TESTS_RULES_TEST_H
#define CAROUSEL_TESTS_RULES_TEST_H

#include "test.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/move_text.h"

#include <string.h>

/* The position of a FEN that must be right; NULL: the usual start. */
__attribute__((unused)) static Position position_of(const char *fen)
{
    Position position;
    FenReport report;
    if (fen == NULL) {
        position_start(&position);
    } else if (!fen_parse(fen, FEN_STRICT, &position, &report)) {
        CHECK_MSG(false, "%s: %s", fen, report.message);
        position_start(&position);
    }
    return position;
}

/* The game's move of this text, legal here. */
__attribute__((unused)) static Move move_of(const Position *position, const char *text)
{
    Move move = MOVE_NONE;
    CHECK_MSG(move_from_text(position, text, &move) == MOVE_TEXT_OK, "'%.8s' is not legal here", text);
    return move;
}

/* Plays moves in SAN or UCI, separated by blanks; `times` over. */
__attribute__((unused)) static void play_times(Game *game, const char *moves, int times)
{
    while (times-- > 0)
        for (const char *at = moves; *at != '\0';) {
            const size_t length = strcspn(at, " ");
            if (length > 0)
                CHECK(game_play(game, move_of(&game->current, at)));
            at += length;
            at += strspn(at, " ");
        }
}

/* A game from a FEN with these moves; destroy it. */
__attribute__((unused)) static Game game_of(const char *fen, const char *moves)
{
    Game game;
    const Position start = position_of(fen);
    CHECK(game_init(&game, &start));
    play_times(&game, moves, 1);
    return game;
}

#endif
