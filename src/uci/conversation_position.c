/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The `position` command.
 */
#include "uci/conversation_state.h"

#include "chess/fen.h"
#include "chess/move_text.h"

enum { FEN_TEXT_SIZE = 512, WORD_SIZE = 16 };

static bool read_start(UciConversation *conversation, const UciCommand *command, Position *position)
{
    if (command->start) {
        position_start(position);
        return true;
    }
    char text[FEN_TEXT_SIZE];
    text_copy(command->name, text, sizeof text);
    FenReport report;
    if (!fen_parse(text, FEN_LENIENT, position, &report)) {
        output_printf(conversation->output, "info string position: %s; the previous position stays", report.message);
        return false;
    }
    if (report.warning[0] != '\0')
        output_printf(conversation->output, "info string position: %s", report.warning);
    return true;
}

void conversation_position(UciConversation *conversation, const UciCommand *command)
{
    Position start;
    if (command->name.length == 0 && !command->start) {
        output_line(conversation->output, "info string position: expected startpos or fen FEN; the previous position stays");
        return;
    }
    if (!read_start(conversation, command, &start))
        return;
    if (conversation->options.chess960)
        start.chess960 = 1;
    Game *draft = &conversation->draft;
    game_restart(draft, &start);
    Text rest = command->value;
    Text word;
    for (size_t number = 1; text_next(&rest, &word); number++) {
        char text[WORD_SIZE];
        Move move = MOVE_NONE;
        const size_t length = text_copy(word, text, sizeof text);
        const MoveTextError error = length < word.length ? MOVE_TEXT_UNREADABLE : move_from_text(&draft->current, text, &move);
        if (error != MOVE_TEXT_OK) {
            output_printf(conversation->output, "info string position: move %zu, \"%s\", is %s; the previous position stays", number, text,
                          move_text_error_name(error));
            return;
        }
        if (!game_play(draft, move)) {
            output_line(conversation->output, "info string position: out of memory; the previous position stays");
            return;
        }
    }
    const Game taken = *draft;
    *draft = conversation->game;
    conversation->game = taken;
    conversation_settle(conversation); /* the engine is made before the clock of the first search runs */
}
