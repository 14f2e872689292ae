/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/fen.h"

#include "base/number.h"
#include "chess/fen_castling.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct Field {
    const char *text;
    size_t length;
} Field;

static const char piece_letters[] = "PNBRQK";
static const char *const color_names[COLOR_COUNT] = {"White", "Black"};

__attribute__((format(printf, 3, 4))) static bool refuse(FenReport *report, FenError error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(report->message, sizeof report->message, format, list);
    va_end(list);
    report->error = error;
    return false;
}

/* Adds to the warning; what does not fit is left out. */
__attribute__((format(printf, 2, 3))) static void warn(FenReport *report, const char *format, ...)
{
    const size_t used = strlen(report->warning);
    char text[sizeof report->warning];
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const char *join = used == 0 ? "" : "; ";
    if (used + strlen(join) + (size_t)length < sizeof report->warning)
        snprintf(report->warning + used, sizeof report->warning - used, "%s%s", join, text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool ends_line(char c)
{
    return c == '\0' || c == '\n' || c == '\r';
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

/* The next word of the line; empty at its end. */
static Field next_field(const char **text)
{
    *text = skip_blanks(*text);
    Field field = {*text, 0};
    while (!is_blank(field.text[field.length]) && !ends_line(field.text[field.length]))
        field.length++;
    *text += field.length;
    return field;
}

static bool field_is(Field field, const char *text)
{
    return field.length == strlen(text) && memcmp(field.text, text, field.length) == 0;
}

/* A character as a message may show it. */
static char shown(char c)
{
    return c > ' ' && c < 127 ? c : '?';
}

/* The start of a field, fit for a message. */
static const char *shown_field(Field field, char text[16])
{
    size_t i = 0;
    for (; i < field.length && i < 12; i++)
        text[i] = shown(field.text[i]);
    snprintf(text + i, 16 - i, "%s", field.length > 12 ? "..." : "");
    return text;
}

static Piece piece_from_letter(char letter)
{
    const char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    const char *found = upper == '\0' ? NULL : strchr(piece_letters, upper);
    if (found == NULL)
        return NO_PIECE;
    return piece_make(upper == letter ? WHITE : BLACK, (PieceType)(found - piece_letters));
}

static bool parse_placement(Field field, Board *board, FenReport *report)
{
    int rank = 7;
    int file = 0;
    if (field.length == 0)
        return refuse(report, FEN_BAD_PLACEMENT, "piece placement: missing");
    for (size_t i = 0; i < field.length; i++) {
        const char c = field.text[i];
        const Piece piece = piece_from_letter(c);
        if (c == '/') {
            if (file != 8)
                return refuse(report, FEN_BAD_PLACEMENT, "piece placement: rank %d has %d squares, not 8", rank + 1, file);
            if (rank == 0)
                return refuse(report, FEN_BAD_PLACEMENT, "piece placement: more than 8 ranks");
            rank--;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else if (piece != NO_PIECE) {
            if (file < 8) {
                const Bitboard bit = square_bit(square_make(file, rank));
                board->by_type[piece_type(piece)] |= bit;
                board->by_color[piece_color(piece)] |= bit;
            }
            file++;
        } else {
            return refuse(report, FEN_BAD_PLACEMENT, "piece placement: unknown letter '%c' on rank %d", shown(c), rank + 1);
        }
        if (file > 8)
            return refuse(report, FEN_BAD_PLACEMENT, "piece placement: rank %d has more than 8 squares", rank + 1);
    }
    if (file != 8)
        return refuse(report, FEN_BAD_PLACEMENT, "piece placement: rank %d has %d squares, not 8", rank + 1, file);
    if (rank != 0)
        return refuse(report, FEN_BAD_PLACEMENT, "piece placement: %d ranks, not 8", 8 - rank);
    return true;
}

/* The material a side may have. More promoted pieces than missing pawns are odd, but playable. */
static bool check_material(const Board *board, FenReport *report)
{
    for (Color color = WHITE; color <= BLACK; color++) {
        const char *name = color_names[color];
        const int kings = bits_count(board_pieces(board, color, KING));
        const int pawns = bits_count(board_pieces(board, color, PAWN));
        const int pieces = bits_count(board->by_color[color]);
        if (kings == 0)
            return refuse(report, FEN_ILLEGAL, "piece placement: %s has no king", name);
        if (kings > 1)
            return refuse(report, FEN_ILLEGAL, "piece placement: %s has %d kings", name, kings);
        if (pawns > 8)
            return refuse(report, FEN_ILLEGAL, "piece placement: %s has %d pawns, more than 8", name, pawns);
        if (pieces > 16)
            return refuse(report, FEN_ILLEGAL, "piece placement: %s has %d pieces, more than 16", name, pieces);
    }
    const Bitboard misplaced = board->by_type[PAWN] & (RANK_1 | RANK_8);
    if (misplaced != 0)
        return refuse(report, FEN_ILLEGAL, "piece placement: a pawn on the %s rank", misplaced & RANK_1 ? "first" : "last");
    return true;
}

static bool parse_side(Field field, Board *board, FenReport *report)
{
    char text[16];
    if (field.length == 0)
        return refuse(report, FEN_BAD_SIDE, "side to move: missing");
    if (!field_is(field, "w") && !field_is(field, "b"))
        return refuse(report, FEN_BAD_SIDE, "side to move: must be w or b, not '%s'", shown_field(field, text));
    board->side_to_move = field.text[0] == 'w' ? WHITE : BLACK;
    if (board_checkers(board, color_opposite((Color)board->side_to_move)) != 0)
        return refuse(report, FEN_ILLEGAL, "side to move: %s is in check, but it is %s's turn", color_names[board->side_to_move ^ 1],
                      color_names[board->side_to_move]);
    return true;
}

/* True if every right is one that ordinary chess has. */
static bool is_ordinary_castling(const Board *board)
{
    for (Color color = WHITE; color <= BLACK; color++) {
        const Bitboard rooks = board->castling & board->by_color[color];
        if (rooks != 0 && (square_file(board_king(board, color)) != 4 || (rooks & ~(FILE_A | FILE_H)) != 0))
            return false;
    }
    return true;
}

static bool parse_castling(Field field, FenMode mode, Board *board, FenReport *report)
{
    char text[16];
    if (field.length == 0)
        return refuse(report, FEN_BAD_CASTLING, "castling: missing");
    if (field_is(field, "-"))
        return true;
    for (size_t i = 0; i < field.length; i++) {
        const char c = field.text[i];
        const bool lower = c >= 'a' && c <= 'z';
        const char upper = lower ? (char)(c - 'a' + 'A') : c;
        const Color color = lower ? BLACK : WHITE;
        if (upper != 'K' && upper != 'Q' && !(upper >= 'A' && upper <= 'H'))
            return refuse(report, FEN_BAD_CASTLING, "castling: unknown letter '%c' in '%s'", shown(c), shown_field(field, text));
        const Bitboard rook = fen_castling_rook(board, color, upper);
        if (rook == 0) {
            if (mode == FEN_STRICT)
                return refuse(report, FEN_BAD_CASTLING, "castling: the right '%c' has no king and rook to go with it", c);
            warn(report, "castling: the right '%c' has no king and rook to go with it and is ignored", c);
            continue;
        }
        board->castling |= rook;
    }
    for (Color color = WHITE; color <= BLACK; color++) {
        const Square king = board_king(board, color);
        const Bitboard rooks = board->castling & board->by_color[color];
        if (bits_several(rooks & fen_rank_beside(king, true)) || bits_several(rooks & fen_rank_beside(king, false)))
            return refuse(report, FEN_BAD_CASTLING, "castling: two rooks on one side of %s's king", color_names[color]);
    }
    return true;
}

static bool parse_en_passant(Field field, Board *board, FenReport *report)
{
    char text[16];
    if (field_is(field, "-"))
        return true;
    if (field.length != 2 || field.text[0] < 'a' || field.text[0] > 'h' || (field.text[1] != '3' && field.text[1] != '6'))
        return refuse(report, FEN_BAD_EN_PASSANT, "en passant: must be - or a square of rank 3 or 6, not '%s'", shown_field(field, text));
    const Color us = (Color)board->side_to_move;
    const Square square = square_make(field.text[0] - 'a', field.text[1] - '1');
    const Square pawn = (Square)(square ^ 8);
    /* Behind the enemy pawn that has just moved two squares both of them are empty. */
    const Bitboard passed = square_bit(square) | square_bit((Square)(us == WHITE ? square + 8 : square - 8));
    if (rank_relative(us, square) != 5 || (board_pieces(board, color_opposite(us), PAWN) & square_bit(pawn)) == 0 ||
        (board_occupied(board) & passed) != 0)
        warn(report, "en passant: no pawn has just gone over %s, it is ignored", shown_field(field, text));
    else if (board_en_passant_capturers(board, square) != 0) /* the standard names the square if no pawn can capture too */
        board->en_passant = square;
    return true;
}

/* Takes a counter from a word. */
static bool take_counter(Field field, const char *name, int least, uint16_t *counter, FenReport *report)
{
    char text[16];
    int64_t value = 0;
    if (field_is(field, "-")) /* some write this for a counter they do not have */
        return true;
    switch (number_parse_span(field.text, field.length, 0, FEN_COUNTER_MOST, &value)) {
    case NUMBER_OK: break;
    case NUMBER_OUT_OF_RANGE:
        return refuse(report, FEN_BAD_COUNTER, "%s: must be from %d to %d, not %s", name, least, FEN_COUNTER_MOST,
                      shown_field(field, text));
    default: return refuse(report, FEN_BAD_COUNTER, "%s: must be a whole number, not '%s'", name, shown_field(field, text));
    }
    if (value < least) {
        warn(report, "%s: %d is taken as %d", name, (int)value, least);
        value = least;
    }
    *counter = (uint16_t)value;
    return true;
}

/* Reads one counter if the next word is meant as one. */
static bool parse_counter(const char **text, const char *name, int least, uint16_t *counter, FenReport *report)
{
    const char *after = *text;
    Field field = next_field(&after);
    while (field.length > 1 && strchr(";,.", field.text[field.length - 1]) != NULL) { /* `0 1;`: the rest of a line of EPD */
        field.length--;
        after--;
    }
    const char first = field.length > 0 ? field.text[0] : 'x';
    if (first != '-' && first != '+' && (first < '0' || first > '9'))
        return true;
    *text = after;
    return take_counter(field, name, least, counter, report);
}

/* The counters, as fields five and six or as EPD operations. `*text` goes past the fields. */
static bool parse_counters(const char **text, Position *position, FenReport *report)
{
    Field field;
    const char *const start = *text;
    if (!parse_counter(text, "halfmove clock", 0, &position->halfmove_clock, report))
        return false;
    if (*text != start)
        return parse_counter(text, "fullmove number", 1, &position->fullmove_number, report);
    if (fen_epd_operation(start, "hmvc", &field.text, &field.length) &&
        !take_counter(field, "halfmove clock", 0, &position->halfmove_clock, report))
        return false;
    return !fen_epd_operation(start, "fmvn", &field.text, &field.length) ||
           take_counter(field, "fullmove number", 1, &position->fullmove_number, report);
}

/* The fourth field may be missing, as in `… w KQkq` and `… w KQkq 0 1`: what stands there is a counter or a word. */
static bool is_no_en_passant(Field field)
{
    if (field.length == 0 || field.text[0] == ';' || field.text[0] == ':' || (field.text[0] >= '0' && field.text[0] <= '9'))
        return true;
    for (size_t i = 0; i < field.length; i++)
        if (!((field.text[i] >= 'a' && field.text[i] <= 'z') || (field.text[i] == ';' && i > 1)))
            return false;
    return field.length > 1;
}

bool fen_parse(const char *text, FenMode mode, Position *position, FenReport *report)
{
    Position parsed;
    memset(&parsed, 0, sizeof parsed);
    memset(report, 0, sizeof *report);
    parsed.board.en_passant = NO_SQUARE;
    parsed.fullmove_number = 1;

    const char *at = text;
    const Field placement = next_field(&at);
    const Field side = next_field(&at);
    const Field castling = next_field(&at);
    const char *const after_castling = at;
    Field en_passant = next_field(&at);
    if (is_no_en_passant(en_passant)) {
        en_passant = (Field){"-", 1};
        at = after_castling;
    }
    if (!parse_placement(placement, &parsed.board, report) || !check_material(&parsed.board, report) ||
        !parse_side(side, &parsed.board, report) || !parse_castling(castling, mode, &parsed.board, report) ||
        !parse_en_passant(en_passant, &parsed.board, report) || !parse_counters(&at, &parsed, report))
        return false;
    parsed.chess960 = !is_ordinary_castling(&parsed.board);
    position_refresh(&parsed);
    assert(position_check(&parsed));
    report->length = (size_t)(at - text);
    *position = parsed;
    return true;
}

size_t fen_end_length(const char *text)
{
    return strspn(text, " \t;");
}

/* The end of an EPD operation that starts at `text`: its ';' outside quotes, or the end of the line. */
static const char *operation_end(const char *text)
{
    bool quoted = false;
    for (; !ends_line(*text); text++) {
        if (*text == '"')
            quoted = !quoted;
        else if (*text == ';' && !quoted)
            break;
    }
    return text;
}

bool fen_epd_operation(const char *operations, const char *opcode, const char **operand, size_t *length)
{
    const size_t opcode_length = strlen(opcode);
    for (;;) {
        const char *text = operations;
        const char *end = operation_end(text);
        const Field word = next_field(&text);
        const size_t word_length = word.text + word.length > end ? (size_t)(end - word.text) : word.length;
        if (word_length == opcode_length && memcmp(word.text, opcode, opcode_length) == 0) {
            text = skip_blanks(word.text + word_length);
            while (end > text && is_blank(end[-1]))
                end--;
            *operand = text;
            *length = (size_t)(end - text);
            return true;
        }
        if (*end != ';')
            return false;
        operations = end + 1;
    }
}
