/* SPDX-License-Identifier: GPL-3.0-only */
/* The watching page for browsers without scripts, and the games as PGN. */
#include "web/draw.h"

#include "record/score_sheet.h"

#include <stdlib.h>

static const char *points_of(const BoardCopy *board)
{
    const bool white = board->exhibitor_color == WHITE;
    switch (board->verdict.result) {
    case RESULT_DRAW: return "½";
    case RESULT_WHITE_WINS: return white ? "1" : "0";
    case RESULT_BLACK_WINS: return white ? "0" : "1";
    case RESULT_UNFINISHED: return board->state == SIMUL_BOARD_ENDED ? "*" : "";
    }
    return "";
}

/* From A's side, one unit a square. */
static void draw_diagram(PageText *text, const BoardCopy *board)
{
    const Game *game = &board->game;
    const Move last = game->move_count > 0 ? game->moves[game->move_count - 1] : MOVE_NONE;
    page_add_string(text, "<svg class=\"board\" viewBox=\"0 0 8 8\" role=\"img\" aria-label=\"");
    page_add_html(text, board->name);
    page_add_string(text, "\"><use href=\"/pieces.svg#board\"/>");
    for (int i = 0; i < SQUARE_COUNT; i++) {
        const Square square = (Square)(board->exhibitor_color == WHITE ? i ^ 56 : i ^ 7);
        const int x = i % 8;
        const int y = i / 8;
        const Piece piece = position_piece_on(&game->current, square);
        if (last != MOVE_NONE && (square == move_from(last) || square == move_to(last)))
            page_addf(text, "<rect class=\"last\" x=\"%d\" y=\"%d\" width=\"1\" height=\"1\"/>", x, y);
        if (piece != NO_PIECE)
            page_addf(text, "<use href=\"/pieces.svg#%c%c\" x=\"%d\" y=\"%d\" width=\"1\" height=\"1\"/>",
                      piece_color(piece) == WHITE ? 'w' : 'b', "PNBRQK"[piece_type(piece)], x, y);
    }
    page_add_string(text, "</svg>");
}

static void draw_tile(PageText *text, const HallCopy *copy, int number)
{
    const BoardCopy *board = &copy->boards[number - 1];
    page_addf(text, "<article class=\"tile%s\"><h3>%d ", hall_copy_stands(copy, number) ? " here" : "", number);
    page_add_html(text, board->name);
    page_addf(text, " <span class=\"result\">%s</span></h3>", points_of(board));
    draw_diagram(text, board);
    page_add_string(text, "<p>");
    page_add_html(text, board->reason);
    page_add_string(text, "</p></article>");
}

static void draw_row(PageText *text, const BoardCopy *board, int number)
{
    page_addf(text, "<tr><td>%d</td><td>", number);
    page_add_html(text, board->name);
    page_addf(text, "</td><td>%s</td><td>%s</td><td>%zu</td><td>", board->exhibitor_color == WHITE ? "White" : "Black", points_of(board),
              (board->game.move_count + 1) / 2);
    page_add_html(text, board->state == SIMUL_BOARD_ENDED ? board->reason : "in play");
    page_add_string(text, "</td></tr>");
}

void draw_hall_html(PageText *text, const HallCopy *copy)
{
    const SimulStatus *status = &copy->status;
    page_addf(text, "<p class=\"hall\">Round %d, A at board %d. +%d =%d −%d, %d in play.</p><div class=\"tiles\">", status->round,
              status->board, status->wins, status->draws, status->losses, status->in_play);
    for (int i = 1; i <= copy->count; i++)
        if (copy->boards[i - 1].has_game)
            draw_tile(text, copy, i);
    page_add_string(text, "</div><table><thead><tr><th>Board</th><th>Opponent</th><th>A has</th><th>Score</th><th>Moves</th>"
                          "<th>How it ended</th></tr></thead><tbody>");
    for (int i = 1; i <= copy->count; i++)
        if (copy->boards[i - 1].has_game)
            draw_row(text, &copy->boards[i - 1], i);
    page_add_string(text, "</tbody></table>");
}

/* A board's score sheet so far. NULL if memory ran out. */
static const Blob *sheet_of(HallCopy *copy, int number)
{
    BoardCopy *board = &copy->boards[number - 1];
    if (board->pgn != NULL)
        return board->pgn;
    PgnWriter writer = pgn_writer_begin();
    SimulPly *plies = malloc((board->game.move_count + 1) * sizeof *plies);
    if (plies != NULL) {
        const SimulBoardView view = board_copy_view(copy, number, plies);
        score_sheet_write(&writer, &copy->settings, copy->exhibitor_name, &view, NULL);
        if (pgn_writer_ok(&writer))
            board->pgn = blob_create(writer.text != NULL ? writer.text : "", writer.length);
    }
    free(plies);
    pgn_writer_destroy(&writer);
    return board->pgn;
}

void draw_games_pgn(PageText *text, HallCopy *copy)
{
    for (int i = 1; i <= copy->count; i++) {
        const BoardCopy *board = &copy->boards[i - 1];
        if (!board->has_game || board->state == SIMUL_BOARD_VACANT)
            continue;
        const Blob *sheet = sheet_of(copy, i);
        text->failed |= sheet == NULL;
        if (sheet != NULL)
            page_add(text, sheet->bytes, sheet->length);
    }
}
