/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/opening.h"

#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "rules/dead.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "12." and "12..." in front of a move. */
static size_t number_length(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    const size_t dots = digits > 0 ? strspn(text + digits, ".") : 0;
    return dots > 0 ? digits + dots : 0;
}

static OpeningResult wrong(char error[OPENING_ERROR_SIZE], const char *what, const char *which)
{
    snprintf(error, OPENING_ERROR_SIZE, "%s%s", what, which);
    return OPENING_WRONG;
}

static OpeningResult out_of_memory(char error[OPENING_ERROR_SIZE])
{
    snprintf(error, OPENING_ERROR_SIZE, "out of memory");
    return OPENING_OUT_OF_MEMORY;
}

static OpeningResult play_moves(const char *moves, Game *game, char error[OPENING_ERROR_SIZE])
{
    for (const char *text = moves;;) {
        text += strspn(text, " ");
        text += number_length(text);
        text += strspn(text, " ");
        if (*text == '\0')
            break;
        Move move;
        const size_t length = strcspn(text, " ");
        if (move_from_text(&game->current, text, &move) != MOVE_TEXT_OK) {
            snprintf(error, OPENING_ERROR_SIZE, "the opening's move '%.*s' is not legal", (int)(length < 16 ? length : 16), text);
            return OPENING_WRONG;
        }
        if (!game_play(game, move))
            return out_of_memory(error);
        text += length;
    }
    DeadJudge judge; /* without memory: by the quick proofs */
    dead_judge_init(&judge, NULL);
    const OutcomeDeadTest dead = dead_judge_test(&judge);
    const Outcome outcome = outcome_of_game(game, &dead);
    return outcome == OUTCOME_NONE ? OPENING_PLAYED : wrong(error, "the game would be over before it begins: ", outcome_name(outcome));
}

OpeningResult opening_play(const char *fen, const char *moves, Game *game, char error[OPENING_ERROR_SIZE])
{
    Position start;
    FenReport report;
    position_start(&start);
    if (fen != NULL && fen[0] != '\0' && !fen_parse(fen, FEN_LENIENT, &start, &report))
        return wrong(error, report.message, "");
    if (!game_init(game, &start))
        return out_of_memory(error);
    const OpeningResult result = play_moves(moves != NULL ? moves : "", game, error);
    if (result != OPENING_PLAYED)
        game_destroy(game);
    return result;
}

char *opening_read(const char *fen, const char *moves, char error[OPENING_ERROR_SIZE])
{
    Game game;
    if (opening_play(fen, moves, &game, error) != OPENING_PLAYED)
        return NULL;
    char *read = malloc(game.move_count * (UCI_MOVE_SIZE + 1) + 1);
    if (read == NULL)
        out_of_memory(error);
    else
        read[0] = '\0';
    Position position = game.start;
    char *end = read;
    for (size_t i = 0; read != NULL && i < game.move_count; i++) {
        if (i > 0)
            *end++ = ' ';
        move_to_uci(&position, game.moves[i], end);
        end += strlen(end);
        position_make_move(&position, game.moves[i], NULL);
    }
    game_destroy(&game);
    return read;
}

/* Equal but for case and for how people spell a defence. */
static bool same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        const char x = text_lower(*a);
        const char y = text_lower(*b);
        if (x != y && !((x == 'c' && y == 's') || (x == 's' && y == 'c')))
            return false;
    }
    return *a == *b;
}

const Opening *opening_called(const char *name)
{
    size_t count;
    const Opening *all = openings_all(&count);
    const Opening *found = NULL;
    for (size_t i = 0; i < count; i++)
        if ((same_name(all[i].name, name) || same_name(all[i].eco, name)) && (found == NULL || strlen(all[i].line) < strlen(found->line)))
            found = &all[i];
    return found;
}
