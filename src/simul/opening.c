/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/opening.h"

#include "chess/fen.h"
#include "chess/move_text.h"
#include "rules/outcome.h"
#include "rules/winnable.h"

#include <stdio.h>
#include <stdlib.h>
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

/* "12." and "12..." in front of a move. */
static size_t number_length(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    const size_t dots = digits > 0 ? strspn(text + digits, ".") : 0;
    return dots > 0 ? digits + dots : 0;
}

char *opening_read(const char *fen, const char *moves, char error[OPENING_ERROR_SIZE])
{
    Position position;
    FenReport report;
    position_start(&position);
    if (fen != NULL && fen[0] != '\0' && !fen_parse(fen, FEN_LENIENT, &position, &report)) {
        snprintf(error, OPENING_ERROR_SIZE, "%s", report.message);
        return NULL;
    }
    const size_t size = (strlen(moves) / 2 + 1) * (UCI_MOVE_SIZE + 1) + 1; /* no move is shorter than two letters */
    char *read = malloc(size);
    size_t used = 0;
    if (read == NULL) {
        snprintf(error, OPENING_ERROR_SIZE, "out of memory");
        return NULL;
    }
    read[0] = '\0';
    for (const char *text = moves;;) {
        text += strspn(text, " ");
        text += number_length(text);
        text += strspn(text, " ");
        if (*text == '\0')
            return read;
        Move move;
        const size_t length = strcspn(text, " ");
        if (move_from_text(&position, text, &move) != MOVE_TEXT_OK) {
            snprintf(error, OPENING_ERROR_SIZE, "the opening's move '%.*s' is not legal", (int)(length < 16 ? length : 16), text);
            free(read);
            return NULL;
        }
        if (used > 0)
            read[used++] = ' ';
        move_to_uci(&position, move, read + used);
        used += strlen(read + used);
        position_make_move(&position, move, NULL);
        text += length;
    }
}

/* Equal but for case and for how people spell a defence. */
static bool same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        const int x = *a >= 'A' && *a <= 'Z' ? *a - 'A' + 'a' : *a;
        const int y = *b >= 'A' && *b <= 'Z' ? *b - 'A' + 'a' : *b;
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
