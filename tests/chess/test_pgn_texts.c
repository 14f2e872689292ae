/* SPDX-License-Identifier: GPL-3.0-only */
/* What people write as PGN: the cases of pgn.txt beside this file, which says how to add one. */
#include "test.h"

#include "chess/chess.h"
#include "chess/pgn_reader.h"

#include <stdlib.h>

/* The next line that says something. */
static bool take_line(FILE *file, char *to, int size, int *number)
{
    while (fgets(to, size, file) != NULL) {
        (*number)++;
        to[strcspn(to, "\n")] = '\0';
        if (to[0] != '\0' && to[0] != '#')
            return true;
    }
    return false;
}

/* \n, \\ and \xHH. Returns the length. */
static size_t unescape(const char *from, char *to)
{
    char *out = to;
    for (; *from != '\0'; from++) {
        if (from[0] == '\\' && from[1] == 'n') {
            *out++ = '\n';
            from++;
        } else if (from[0] == '\\' && from[1] == '\\') {
            *out++ = '\\';
            from++;
        } else if (from[0] == '\\' && from[1] == 'x') {
            const char digits[3] = {from[2], from[3], '\0'};
            *out++ = (char)strtol(digits, NULL, 16);
            from += 3;
        } else {
            *out++ = *from;
        }
    }
    return (size_t)(out - to);
}

static void add_game(const PgnGame *game, char *games)
{
    Position position = game->game.start;
    if (games[0] != '\0')
        strcat(games, " | ");
    for (size_t i = 0; i < game->game.move_count; i++) {
        char move[UCI_MOVE_SIZE];
        move_to_uci(&position, game->game.moves[i], move);
        strcat(strcat(games, move), " ");
        position_make_move(&position, game->game.moves[i], NULL);
    }
    const bool failed = game->error == PGN_BAD_MOVE && game->result[0] == '\0';
    strcat(games, failed ? "" : game->result[0] != '\0' ? game->result : "?");
}

/* Takes the wanted beginning of what is said of one game off the front of `*rest`. */
static bool said(const PgnGame *game, char **rest)
{
    char *const wanted = *rest;
    char *const bar = strstr(wanted, " | ");
    if (bar != NULL)
        *bar = '\0';
    *rest = bar != NULL ? bar + 3 : wanted + strlen(wanted);
    const char *const text = game->message[0] != '\0' ? game->message : game->warning;
    return strcmp(wanted, "-") == 0 ? text[0] == '\0' : strncmp(text, wanted, strlen(wanted)) == 0;
}

int main(void)
{
    static char text[4096], wanted[4096], wanted_says[4096], games[4096], bytes[4096];
    static PgnGame game;
    int line = 0, cases = 0;
    chess_init();
    CHECK(pgn_game_init(&game));
    FILE *file = fopen("tests/chess/pgn.txt", "r");
    if (!CHECK(file != NULL))
        return 1;
    while (take_line(file, text, sizeof text, &line) && take_line(file, wanted, sizeof wanted, &line) &&
           take_line(file, wanted_says, sizeof wanted_says, &line)) {
        PgnReader reader = pgn_reader_open(bytes, unescape(text, bytes));
        char *rest = wanted_says;
        games[0] = '\0';
        cases++;
        while (pgn_read(&reader, &game)) {
            add_game(&game, games);
            CHECK_MSG(said(&game, &rest), "case at line %d: says \"%s\" and \"%s\"", line - 2, game.message, game.warning);
        }
        CHECK_MSG(strncmp(games, wanted, strlen(wanted)) == 0 && strspn(games + strlen(wanted), " ") == strlen(games) - strlen(wanted),
                  "case at line %d: read as \"%s\", expected \"%s\"", line - 2, games, wanted);
    }
    CHECK(cases > 40);
    fclose(file);
    pgn_game_destroy(&game);
    return test_end("chess/pgn_texts");
}
