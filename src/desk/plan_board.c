/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/plan_board.h"

#include "chess/fen.h"
#include "rules/openings.h"
#include "seats/kinds.h"
#include "simul/opening.h"
#include "system/shell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool plan_refuse(char message[SIMUL_MESSAGE_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, SIMUL_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static char *copy_text(Text text)
{
    char *copy = malloc(text.length + 1);
    if (copy != NULL)
        text_copy(text, copy, text.length + 1);
    return copy;
}

static bool replace_text(char **owned, const char **shown, Text text, char message[SIMUL_MESSAGE_SIZE])
{
    char *copy = copy_text(text);
    if (copy == NULL)
        return plan_refuse(message, "out of memory");
    free(*owned);
    *owned = copy;
    *shown = copy;
    return true;
}

void plan_board_clear(PlanBoard *board)
{
    free(board->name);
    free(board->spec);
    free(board->fen);
    free(board->moves);
    free(board->opening);
    memset(board, 0, sizeof *board);
    simul_board_default(&board->setup);
}

void plan_board_clear_opening(PlanBoard *board)
{
    free(board->fen);
    free(board->moves);
    free(board->opening);
    board->fen = board->moves = board->opening = NULL;
    board->setup.fen = board->setup.moves = board->setup.opening = NULL;
    board->dealt = false;
}

bool plan_board_copy_opening(PlanBoard *to, const PlanBoard *from)
{
    char message[SIMUL_MESSAGE_SIZE];
    plan_board_clear_opening(to);
    return (from->fen == NULL || replace_text(&to->fen, &to->setup.fen, text_of(from->fen), message)) &&
           (from->moves == NULL || replace_text(&to->moves, &to->setup.moves, text_of(from->moves), message)) &&
           (from->opening == NULL || replace_text(&to->opening, &to->setup.opening, text_of(from->opening), message));
}

bool plan_board_copy(PlanBoard *to, const PlanBoard *from, char message[SIMUL_MESSAGE_SIZE])
{
    memset(to, 0, sizeof *to);
    to->setup = from->setup;
    to->dealt = from->dealt;
    const struct {
        char **owned;
        const char **shown;
        const char *text;
    } texts[] = {
        {&to->name, &to->setup.name, from->name},
        {&to->spec, &to->setup.spec, from->spec},
        {&to->fen, &to->setup.fen, from->fen},
        {&to->moves, &to->setup.moves, from->moves},
        {&to->opening, &to->setup.opening, from->opening},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text != NULL && !replace_text(texts[i].owned, texts[i].shown, text_of(texts[i].text), message))
            return false;
    return true;
}

bool plan_board_respell(PlanBoard *board, const char *words)
{
    char message[SIMUL_MESSAGE_SIZE];
    return replace_text(&board->spec, &board->setup.spec, text_of(words), message);
}

bool plan_board_kind_word(Text word)
{
    return seat_kinds_know(word);
}

/* Four or six words, or the same in quotes. */
static bool take_fen(PlanBoard *board, const char *label, Text *rest, char message[SIMUL_MESSAGE_SIZE])
{
    char text[512];
    char fen[FEN_SIZE];
    Position position;
    FenReport report;
    const char *fault;
    *rest = text_trim(*rest);
    const bool quoted = rest->length > 0 && (rest->data[0] == '"' || rest->data[0] == '\'');
    if (!quoted)
        text_copy(*rest, text, sizeof text);
    else if (!text_next_quoted(rest, system_shell(), text, sizeof text, &fault))
        return plan_refuse(message, "%s: fen: %s", label, fault);
    if (!fen_parse(text, FEN_LENIENT, &position, &report))
        return plan_refuse(message, "%s: fen: %s", label, report.message);
    if (!quoted) {
        const size_t taken = report.length + fen_end_length(text + report.length);
        rest->data += taken;
        rest->length -= taken;
    }
    fen_write(&position, fen);
    return replace_text(&board->fen, &board->setup.fen, text_of(fen), message);
}

static bool take_override(PlanBoard *board, const char *label, Text key, const char *value, char message[SIMUL_MESSAGE_SIZE])
{
    SimulBoardSetup *setup = &board->setup;
    const SimulOverride *override = simul_override_find(key);
    char reason[SIMUL_MESSAGE_SIZE];
    if (override != NULL)
        return simul_override_set(setup, override, text_of(value), reason) || plan_refuse(message, "%s: %.250s", label, reason);
    if (text_is(key, "name"))
        return replace_text(&board->name, &setup->name, text_of(value), message);
    if (text_is(key, "moves"))
        return replace_text(&board->moves, &setup->moves, text_of(value), message);
    if (text_is(key, "opening"))
        return replace_text(&board->opening, &setup->opening, text_of(value), message);
    char list[SEAT_KINDS_SIZE];
    seat_kinds_list(list);
    return plan_refuse(message,
                       "%s: expected %s, or one of name, fen, moves, color, reply, lag, illegal, misses, "
                       "passes, exchanges, not \"%.*s\"",
                       label, list, TEXT_SHOWN(key));
}

static bool take_spec(PlanBoard *board, const char *label, Text spec, char message[SIMUL_MESSAGE_SIZE])
{
    SeatTraits traits;
    Error error;
    char *text = copy_text(spec);
    if (text == NULL)
        return plan_refuse(message, "out of memory");
    const bool valid = seat_kinds_traits(text, &traits, &error);
    free(text);
    if (!valid)
        return plan_refuse(message, "%s: %s", label, error.message);
    board->setup.person = traits.person;
    board->setup.remote = traits.remote;
    return replace_text(&board->spec, &board->setup.spec, text_trim(spec), message);
}

/* What the words of one line say about the opening. */
typedef struct Said {
    bool fen, moves, name;
} Said;

/* Reads the words one after the other. */
static bool read_words(PlanBoard *board, const char *label, Text words, Said *said, char message[SIMUL_MESSAGE_SIZE])
{
    words = text_trim(words);
    while (words.length > 0) {
        Text rest = words;
        Text key;
        char value[SIMUL_VALUE_SIZE];
        const char *fault;
        text_next(&rest, &key);
        if (plan_board_kind_word(key))
            return take_spec(board, label, words, message);
        const bool fen = text_is(key, "fen");
        if (board->dealt && (fen || text_is(key, "moves") || text_is(key, "opening")))
            plan_board_clear_opening(board);
        said->fen = said->fen || fen;
        said->moves = said->moves || text_is(key, "moves");
        said->name = said->name || text_is(key, "opening");
        if (fen) {
            if (!take_fen(board, label, &rest, message))
                return false;
        } else {
            if (!text_next_quoted(&rest, system_shell(), value, sizeof value, &fault) && fault != NULL)
                return plan_refuse(message, "%s: %.*s: %s", label, TEXT_SHOWN(key), fault);
            if (!take_override(board, label, key, value, message))
                return false;
        }
        words = text_trim(rest);
    }
    return true;
}

static void drop_text(char **owned, const char **shown)
{
    free(*owned);
    *owned = NULL;
    *shown = NULL;
}

/* Moves as people write them, with or without numbers, become UCI text; `opening` alone takes its moves from the table.
 * What earlier lines have said of it stays only where it belongs to what this one says. */
static bool settle_moves(PlanBoard *board, const char *label, const Said *said, char message[SIMUL_MESSAGE_SIZE])
{
    char error[OPENING_ERROR_SIZE];
    if (!said->name && !said->fen && !said->moves)
        return true;
    if (said->fen && !said->moves && board->opening != NULL)
        drop_text(&board->moves, &board->setup.moves);
    if (!said->name)
        drop_text(&board->opening, &board->setup.opening);
    const char *text = board->moves;
    if (!said->fen && !said->moves) {
        const Opening *opening = opening_called(board->opening);
        if (opening == NULL)
            return plan_refuse(message, "%s: no opening is called \"%.60s\"; a name or code from ECO is expected, or `moves` beside it",
                               label, board->opening);
        text = opening->line;
        drop_text(&board->fen, &board->setup.fen);
    }
    if (text == NULL)
        return true;
    char *moves = opening_read(board->fen, text, error);
    if (moves == NULL)
        return plan_refuse(message, "%s: %s", label, error);
    const bool taken = replace_text(&board->moves, &board->setup.moves, text_of(moves), message);
    free(moves);
    return taken;
}

bool plan_board_read(PlanBoard *board, const char *label, Text words, char message[SIMUL_MESSAGE_SIZE])
{
    Said said = {.fen = false};
    char error[OPENING_ERROR_SIZE];
    Game game;
    if (!read_words(board, label, words, &said, message) || !settle_moves(board, label, &said, message))
        return false;
    if (board->setup.illegal == 0 && board->spec != NULL && !board->setup.person)
        return plan_refuse(message, "%s: illegal takes 1 to 1000 for a program, not 0: only what people type may go uncounted", label);
    if (!said.fen && !said.moves)
        return true;
    if (opening_play(board->fen, board->moves, &game, error) != OPENING_PLAYED)
        return plan_refuse(message, "%s: %s", label, error);
    game_destroy(&game);
    return true;
}
