/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/diagram.h"

#include <stddef.h>

void diagram_write(const Position *position, Color below, char lines[DIAGRAM_LINES][DIAGRAM_LINE_SIZE])
{
    static const char LETTERS[] = "PNBRQK.";
    for (int row = 0; row < DIAGRAM_LINES; row++) {
        const int rank = below == WHITE ? 7 - row : row;
        char *text = lines[row];
        size_t length = 0;
        text[length++] = row < 8 ? (char)('1' + rank) : ' ';
        text[length++] = ' ';
        for (int column = 0; column < 8; column++) {
            const int file = below == WHITE ? column : 7 - column;
            char letter = (char)('a' + file);
            if (row < 8) {
                const Piece piece = position_piece_on(position, square_make(file, rank));
                letter = LETTERS[piece_type(piece)];
                if (piece != NO_PIECE && piece_color(piece) == BLACK)
                    letter = (char)(letter + ('a' - 'A'));
            }
            text[length++] = ' ';
            text[length++] = letter;
        }
        text[length] = '\0';
    }
}
