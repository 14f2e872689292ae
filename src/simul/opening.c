/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/opening.h"

#include "chess/fen.h"
#include "chess/move_text.h"
#include "rules/outcome.h"
#include "rules/winnable.h"

#include <stdio.h>
#include <string.h>

/* Neither side can mate, by the quick proofs: play would end after the first move, or in a draw that is one already. */
static bool is_dead(void *unused, const Position *position)
{
    (void)unused;
    WinnableResult result;
    for (int side = WHITE; side <= BLACK; side++) {
        winnable_quick(position, (Color)side, &result);
        if (result.verdict != WINNABLE_NO)
            return false;
    }
    return true;
}

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
            snprintf(error, OPENING_ERROR_SIZE, "%s", OPENING_OUT_OF_MEMORY);
            return false;
        }
        text += length;
        text += strspn(text, " ");
    }
    const OutcomeDeadTest dead = {is_dead, NULL};
    const Outcome outcome = outcome_of_game(game, &dead);
    if (outcome == OUTCOME_NONE)
        return true;
    snprintf(error, OPENING_ERROR_SIZE, "the game would be over before it begins: %s", outcome_name(outcome));
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
        snprintf(error, OPENING_ERROR_SIZE, "%s", OPENING_OUT_OF_MEMORY);
        return false;
    }
    if (play_moves(moves != NULL ? moves : "", game, error))
        return true;
    game_destroy(game);
    return false;
}
