/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/opening.h"

#include "chess/fen.h"
#include "chess/move_text.h"
#include "rules/outcome.h"

#include <stdio.h>
#include <string.h>

static bool play_moves(const char *moves, Game *game, char error[OPENING_ERROR_SIZE])
{
    for (const char *text = moves + strspn(moves, " "); *text != '\0';) {
        Move move;
        const size_t length = strcspn(text, " ");
        if (move_from_text(&game->current, text, &move) != MOVE_TEXT_OK) {
            snprintf(error, OPENING_ERROR_SIZE, "the opening's move '%.*s' is not legal", (int)(length < 16 ? length : 16), text);
            return false;
        }
        if (!game_play(game, move)) {
            snprintf(error, OPENING_ERROR_SIZE, "out of memory");
            return false;
        }
        text += length;
        text += strspn(text, " ");
    }
    if (outcome_of_game(game, NULL) == OUTCOME_NONE)
        return true;
    snprintf(error, OPENING_ERROR_SIZE, "the game would be over before it begins");
    return false;
}

bool opening_play(const char *fen, const char *moves, Game *game, char error[OPENING_ERROR_SIZE])
{
    Position start;
    FenReport report;
    position_start(&start);
    if (fen != NULL && fen[0] != '\0' && !fen_parse(fen, FEN_LENIENT, &start, &report)) {
        snprintf(error, OPENING_ERROR_SIZE, "%s", report.message);
        return false;
    }
    if (!game_init(game, &start)) {
        snprintf(error, OPENING_ERROR_SIZE, "out of memory");
        return false;
    }
    if (play_moves(moves != NULL ? moves : "", game, error))
        return true;
    game_destroy(game);
    return false;
}
