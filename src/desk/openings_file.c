/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/openings_file.h"

#include "base/splitmix64.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/pgn_reader.h"
#include "desk/plan_games.h"
#include "rules/outcome.h"
#include "system/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A start position and the moves from there. */
typedef struct Line {
    char *fen;
    char *moves; /* UCI texts with blanks between */
    char *name;  /* NULL: unknown */
} Line;

typedef struct Book {
    Line *lines;
    size_t count, capacity;
    size_t corrected; /* positions; the first is told with its place */
    char correction[SIMUL_MESSAGE_SIZE];
} Book;

static char *copy_of(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

static void book_clear(Book *book)
{
    for (size_t i = 0; i < book->count; i++) {
        free(book->lines[i].fen);
        free(book->lines[i].moves);
        free(book->lines[i].name);
    }
    free(book->lines);
}

/* Takes the three texts over, also when it fails. */
static bool book_add(Book *book, Line line)
{
    if (book->count == book->capacity) {
        const size_t capacity = book->capacity * 2 + 16;
        Line *lines = realloc(book->lines, capacity * sizeof *lines);
        if (lines != NULL) {
            book->lines = lines;
            book->capacity = capacity;
        }
    }
    if (book->count < book->capacity && line.fen != NULL && line.moves != NULL) {
        book->lines[book->count++] = line;
        return true;
    }
    free(line.fen);
    free(line.moves);
    free(line.name);
    return false;
}

static void book_note(Book *book, const char *path, unsigned number, const char *what)
{
    if (what[0] != '\0' && book->corrected++ == 0)
        snprintf(book->correction, sizeof book->correction, "%.100s:%u: %.120s", path, number, what);
}

/* --- EPD: a position a line --- */

static bool is_comment(Text line)
{
    return line.length > 0 && (line.data[0] == '#' || line.data[0] == ';' || line.data[0] == '%');
}

/* The text of the operation `id`, NULL if there is none. False if memory ran out. */
static bool epd_name(const char *operations, char **copy)
{
    const char *operand;
    size_t length;
    *copy = NULL;
    if (!fen_epd_operation(operations, "id", &operand, &length))
        return true;
    if (length >= 2 && operand[0] == '"' && operand[length - 1] == '"') {
        operand++;
        length -= 2;
    }
    char name[SIMUL_TEXT_SIZE];
    text_copy((Text){operand, length}, name, sizeof name);
    *copy = copy_of(name);
    return *copy != NULL;
}

static bool read_epd_line(Book *book, const char *path, int number, Text line, char message[SIMUL_MESSAGE_SIZE])
{
    char text[512];
    char fen[FEN_SIZE];
    Position position;
    FenReport report;
    line = text_trim(line);
    if (line.length == 0 || is_comment(line))
        return true;
    text_copy(line, text, sizeof text);
    if (!fen_parse(text, FEN_LENIENT, &position, &report))
        return plan_refuse(message, "openings: %.100s:%d: %s", path, number, report.message);
    const Outcome outcome = outcome_of_position(&position);
    if (outcome != OUTCOME_NONE)
        return plan_refuse(message, "openings: %.100s:%d: the game is over there (%s)", path, number, outcome_name(outcome));
    book_note(book, path, (unsigned)number, report.warning);
    fen_write(&position, fen);
    char *name;
    return (epd_name(text + report.length, &name) && book_add(book, (Line){copy_of(fen), copy_of(""), name})) ||
           plan_refuse(message, "openings: out of memory");
}

static bool read_epd(Book *book, const char *path, const char *data, size_t size, char message[SIMUL_MESSAGE_SIZE])
{
    const char *at = data;
    const char *end = data + size;
    for (int number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline != NULL ? newline : end) - at);
        if (!read_epd_line(book, path, number, (Text){at, length}, message))
            return false;
        at += length + 1;
    }
    return true;
}

/* --- PGN: the moves of a game --- */

static char *moves_of(const Game *game)
{
    char *text = malloc(game->move_count * UCI_MOVE_SIZE + 1);
    if (text == NULL)
        return NULL;
    Position position = game->start;
    size_t length = 0;
    for (size_t i = 0; i < game->move_count; i++) {
        char move[UCI_MOVE_SIZE];
        move_to_uci(&position, game->moves[i], move);
        if (i > 0)
            text[length++] = ' ';
        memcpy(text + length, move, strlen(move));
        length += strlen(move);
        position_make_move(&position, game->moves[i], NULL);
    }
    text[length] = '\0';
    return text;
}

static bool add_game(Book *book, const char *path, const PgnGame *pgn, char message[SIMUL_MESSAGE_SIZE])
{
    char fen[FEN_SIZE];
    char name[SIMUL_TEXT_SIZE];
    if (pgn->error != PGN_OK)
        return plan_refuse(message, "openings: %.100s: %s", path, pgn->message);
    const Outcome outcome = outcome_of_game(&pgn->game, NULL);
    if (outcome != OUTCOME_NONE)
        return plan_refuse(message, "openings: %.100s:%u: the game is over at its end (%s)", path, pgn->line, outcome_name(outcome));
    book_note(book, path, pgn->line, pgn->warning);
    fen_write(&pgn->game.start, fen);
    const bool named = pgn_tag(pgn, "Opening", name, sizeof name);
    char *opening = named ? copy_of(name) : NULL;
    return ((opening != NULL || !named) && book_add(book, (Line){copy_of(fen), moves_of(&pgn->game), opening})) ||
           plan_refuse(message, "openings: out of memory");
}

static bool read_pgn(Book *book, const char *path, const char *data, size_t size, char message[SIMUL_MESSAGE_SIZE])
{
    PgnReader reader = pgn_reader_open(data, size);
    PgnGame *game = malloc(sizeof *game);
    if (game == NULL || !pgn_game_init(game)) {
        free(game);
        return plan_refuse(message, "openings: out of memory");
    }
    bool valid = true;
    while (valid && pgn_read(&reader, game))
        valid = add_game(book, path, game, message);
    pgn_game_destroy(game);
    free(game);
    return valid;
}

/* --- dealing --- */

static bool give(PlanBoard *board, const Line *line)
{
    char *fen = copy_of(line->fen);
    char *moves = copy_of(line->moves);
    char *name = line->name != NULL ? copy_of(line->name) : NULL;
    if (fen == NULL || moves == NULL || (line->name != NULL && name == NULL)) {
        free(fen);
        free(moves);
        free(name);
        return false;
    }
    free(board->fen);
    free(board->moves);
    free(board->opening);
    board->setup.fen = board->fen = fen;
    board->setup.moves = board->moves = moves;
    board->setup.opening = board->opening = name;
    board->dealt = true;
    return true;
}

/* Puts the openings into an order drawn by lot (Fisher and Yates). */
static void shuffle(size_t *order, size_t count, uint64_t *lot)
{
    for (size_t i = count; i > 1; i--) {
        const size_t other = (size_t)(splitmix64_next(lot) % i);
        const size_t kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
}

/* None comes twice before all have come once. */
static bool deal(Plan *plan, const Book *book)
{
    uint64_t lot = plan->choices.settings.seed;
    size_t *order = malloc(book->count * sizeof *order);
    if (order == NULL)
        return false;
    for (size_t i = 0; i < book->count; i++)
        order[i] = i;
    bool dealt = true;
    size_t next = 0;
    const int step = plan_games_step(plan);
    const int games = plan->choices.settings.games;
    for (int i = 0; i < (games + step - 1) / step * plan->count && dealt; i++) {
        PlanBoard *board = plan_game(plan, i / plan->count * step + 1, i % plan->count + 1);
        if (plan->deal == DEAL_RANDOM && next % book->count == 0)
            shuffle(order, book->count, &lot);
        const size_t index = plan->deal == DEAL_SAME ? 0 : order[next++ % book->count];
        if (board->fen == NULL && board->moves == NULL)
            dealt = give(board, &book->lines[index]);
    }
    free(order);
    return dealt;
}

/* A tag, or a move number, behind what comments there are: neither begins an EPD line. */
static bool looks_like_pgn(Text content)
{
    content = text_trim(content);
    while (is_comment(content)) {
        const char *newline = memchr(content.data, '\n', content.length);
        const size_t length = newline != NULL ? (size_t)(newline - content.data) : content.length;
        content = text_trim((Text){content.data + length, content.length - length});
    }
    if (content.length == 0)
        return false;
    const char first = content.data[0];
    return first == '[' || (first >= '0' && first <= '9' && memchr(content.data, '.', content.length < 4 ? content.length : 4) != NULL);
}

bool openings_deal(Plan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    const char *path = plan->choices.settings.openings_path;
    size_t size;
    Error error;
    char *data = file_read_text(path, &size, &error);
    if (data == NULL)
        return plan_refuse(message, "openings: %s", error.message);
    Book book = {0};
    const bool pgn = looks_like_pgn((Text){data, size});
    bool valid = pgn ? read_pgn(&book, path, data, size, message) : read_epd(&book, path, data, size, message);
    if (valid && book.count == 0)
        valid = plan_refuse(message, "openings: %.200s holds no position", path);
    if (valid && !deal(plan, &book))
        valid = plan_refuse(message, "openings: out of memory");
    plan->openings_note[0] = '\0';
    if (book.corrected > 0)
        snprintf(plan->openings_note, sizeof plan->openings_note, "openings: %zu position%s corrected, first %.200s", book.corrected,
                 book.corrected == 1 ? " was" : "s were", book.correction);
    book_clear(&book);
    free(data);
    return valid;
}

/* --- Chess960 --- */

/* Puts a piece on the `skip`-th free file. */
static void put_free(char rank[8], int skip, char piece)
{
    int file = 0;
    while (rank[file] != '.' || skip-- > 0)
        file++;
    rank[file] = piece;
}

void chess960_fen(int number, char fen[CHESS960_FEN_SIZE])
{
    /* The two knights' places among the five files that are left. */
    static const int KNIGHTS[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    char white[9] = "........";
    char black[9] = "";
    white[number % 4 * 2 + 1] = 'B';
    number /= 4;
    white[number % 4 * 2] = 'B';
    number /= 4;
    put_free(white, number % 6, 'Q');
    number /= 6;
    put_free(white, KNIGHTS[number][1], 'N'); /* the farther one first, so that the nearer one's place stands */
    put_free(white, KNIGHTS[number][0], 'N');
    put_free(white, 0, 'R');
    put_free(white, 0, 'K');
    put_free(white, 0, 'R');
    for (int file = 0; file < 8; file++)
        black[file] = (char)(white[file] + ('a' - 'A'));
    snprintf(fen, CHESS960_FEN_SIZE, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
}

bool openings_deal_chess960(Plan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    uint64_t lot = plan->choices.settings.seed ^ 0x960;
    int number = (int)(splitmix64_next(&lot) % CHESS960_POSITIONS);
    const int step = plan_games_step(plan);
    const int games = plan->choices.settings.games;
    for (int i = 0; i < (games + step - 1) / step * plan->count; i++) {
        PlanBoard *board = plan_game(plan, i / plan->count * step + 1, i % plan->count + 1);
        char fen[CHESS960_FEN_SIZE];
        char none[] = "";
        if (board->fen != NULL || board->moves != NULL)
            continue;
        chess960_fen(number, fen);
        const Line line = {fen, none, NULL};
        if (!give(board, &line))
            return plan_refuse(message, "chess960: out of memory");
        if (plan->deal != DEAL_SAME)
            number = (int)(splitmix64_next(&lot) % CHESS960_POSITIONS);
    }
    return true;
}
