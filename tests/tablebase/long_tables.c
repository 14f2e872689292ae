/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Syzygy tables of three and four men against an own count: every legal position of every class, both sides to move,
 * what it is worth and its distance to zeroing. Of the positions that differ by a mirror (or, without pawns, a turn) of
 * the board or by colours exchanged one is probed, drawn by its number. Two threads probe at once.
 *
 *     long_tables FOLDER [EVERY [CLASS...]]    EVERY 10: each tenth position only
 *
 * A line a class: positions, en passant positions, how many were one ply too small where the table counts moves.
 * Exit status 1 if anything else differs or a class is missing.
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "retrograde.h"
#include "system/thread.h"
#include "tablebase/files.h"

#include <stdio.h>
#include <string.h>

enum { THREADS = 2, SHOWN = 10 };

static Retrograde retrograde;
static Tablebase *tablebase;
static unsigned every = 1;
static int failures;
static Mutex lock;

typedef struct Work {
    const Count *count;
    int part;
    bool pawns, exact[2]; /* lost, won: the tables count plies */
    unsigned long positions, passing, rounded;
} Work;

static void fail(const Board *board, const char *what, int found, int expected)
{
    mutex_lock(&lock);
    if (failures++ < SHOWN) {
        Position position = {.board = *board, .fullmove_number = 1};
        char fen[FEN_SIZE];
        position_refresh(&position);
        fen_write(&position, fen);
        printf("%s: %s %d, expected %d\n", fen, what, found, expected);
    }
    mutex_unlock(&lock);
}

static uint64_t mixed(uint64_t number)
{
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}

static Square image_square(Square square, unsigned image)
{
    square = (Square)(square ^ (image & 1 ? 7 : 0) ^ (image & 2 ? 56 : 0));
    return image & 4 ? (Square)(square >> 3 | (square & 7) << 3) : square;
}

/* Bit 0 mirrors the files, bit 1 the ranks, bit 2 along the diagonal; bit 3 exchanges the colours. */
static Board image_of(const Board *board, unsigned image)
{
    Board result = {.en_passant = NO_SQUARE, .side_to_move = board->side_to_move};
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        for (int color = 0; color < 2; color++) {
            Bitboard men = board_pieces(board, (Color)color, (PieceType)type);
            while (men != 0) {
                const Bitboard bit = square_bit(image_square((Square)bits_pop(&men), image));
                result.by_type[type] |= bit;
                result.by_color[color] |= bit;
            }
        }
    if (board->en_passant != NO_SQUARE)
        result.en_passant = image_square(board->en_passant, image);
    return image & 8 ? turned_board(&result) : result;
}

static void check(Work *work, const Board *board, unsigned image)
{
    int plies, dtz;
    Wdl wdl, again;
    const int value = retrograde_value(&retrograde, board, &plies);
    const Board probed = image_of(board, image);
    if (!tablebase_wdl(tablebase, &probed, &wdl) || !tablebase_dtz(tablebase, &probed, &again, &dtz)) {
        fail(&probed, "not known: value", 0, value);
        return;
    }
    if (wdl != again || (int)wdl != 2 * value)
        fail(&probed, "WDL", wdl, 2 * value);
    const int expected = value * (plies == 0 && value < 0 ? 1 : plies);
    const bool rounded = dtz == expected - value && value != 0 && !work->exact[value > 0];
    if (dtz != expected && !rounded)
        fail(&probed, "DTZ", dtz, expected);
    work->rounded += rounded;
}

/* The same with every double step that may just have been made. */
static void check_passing(Work *work, const Board *board, unsigned image)
{
    const Color side = (Color)board->side_to_move;
    Bitboard pawns = board_pieces(board, color_opposite(side), PAWN);
    while (pawns != 0) {
        const Square pawn = (Square)bits_pop(&pawns);
        const int back = side == WHITE ? 8 : -8;
        if (rank_relative(side, pawn) != 4 ||
            board_occupied(board) & (square_bit((Square)(pawn + back)) | square_bit((Square)(pawn + 2 * back))))
            continue;
        Board passing = *board;
        passing.en_passant = (uint8_t)(pawn + back);
        if (board_en_passant_capturers(board, passing.en_passant) == 0)
            continue;
        work->passing++;
        check(work, &passing, image);
    }
}

/* One of the positions that a mirror or turn makes of each other: the first man (the white king without pawns) says. */
static bool is_representative(const Work *work, const Board *board)
{
    const Square king = board_king(board, WHITE);
    return square_file(king) < 4 && (work->pawns || (square_rank(king) < 4 && square_rank(king) <= square_file(king)));
}

static void *run(void *argument)
{
    Work *work = argument;
    const size_t half = positions_of(work->count) / THREADS;
    for (size_t i = half * (size_t)work->part; i < half * (size_t)(work->part + 1); i++) {
        const uint32_t number = (uint32_t)i;
        Board board;
        if (!board_of(work->count, number, &board) || !is_representative(work, &board) || number_of(work->count, &board) != number)
            continue;
        const uint64_t drawn = mixed(number);
        if (drawn % every != 0)
            continue;
        const unsigned image = (unsigned)(drawn >> 32) & (work->pawns ? 9 : 15);
        work->positions++;
        check(work, &board, image);
        check_passing(work, &board, image);
    }
    return NULL;
}

/* Are all distances of won and of lost positions counted in plies? */
static void read_exact(Material material, bool exact[2])
{
    const Table *table = files_table(tablebase, material, true);
    for (int value = 0; value < 2; value++) {
        const int flag = value == 0 ? TABLE_LOSS_PLIES : TABLE_WIN_PLIES;
        exact[value] = true;
        for (int file = 0; table != NULL && file < table->layouts; file++)
            exact[value] = exact[value] && (table->pairs[file][0].flags & flag) != 0;
    }
    /* (For the side not stored the other number counts, which may be one ply too small.) */
    exact[0] = exact[1] = exact[0] && exact[1];
}

static int classes;

static bool check_class(void *context, Material material)
{
    char name[MATERIAL_NAME_SIZE];
    material_name(material, name);
    const char *const *wanted = context;
    bool chosen = *wanted == NULL;
    for (; *wanted != NULL; wanted++)
        chosen = chosen || strcmp(*wanted, name) == 0;
    if (material_men(material) > RETROGRADE_MEN || !chosen)
        return true;
    if (!retrograde_count(&retrograde, material)) {
        printf("%s: cannot be counted\n", name);
        failures++;
        return false;
    }
    Work works[THREADS];
    Thread threads[THREADS] = {{0}};
    for (int i = 0; i < THREADS; i++) {
        works[i] = (Work){.count = find(&retrograde, material), .part = i};
        works[i].pawns = material_count(material, WHITE, PAWN) + material_count(material, BLACK, PAWN) > 0;
        read_exact(material, works[i].exact);
        if (!thread_start(&threads[i], run, &works[i], 0)) {
            printf("no thread\n");
            failures++;
        }
    }
    for (int i = 0; i < THREADS; i++)
        thread_join(&threads[i]);
    printf("%-7s %8lu positions, %5lu with en passant, %7lu rounded%s\n", name, works[0].positions + works[1].positions,
           works[0].passing + works[1].passing, works[0].rounded + works[1].rounded, failures > 0 ? " FAILED" : "");
    fflush(stdout);
    classes++;
    return true;
}

static void note(void *context, const char *message)
{
    (void)context;
    printf("%s\n", message);
    failures++;
}

int main(int argc, char **argv)
{
    static const char *const all[] = {NULL};
    Error error;
    chess_init();
    mutex_init(&lock);
    if (argc < 2 || (tablebase = tablebase_open(argv[1], note, NULL, &error)) == NULL) {
        fprintf(stderr, "%s\n", argc < 2 ? "long_tables FOLDER [EVERY [CLASS...]]" : error.message);
        return 1;
    }
    if (argc > 2)
        every = (unsigned)strtoul(argv[2], NULL, 10);
    if (every == 0)
        every = 1;
    material_each_class(check_class, argc > 3 ? (void *)(argv + 3) : (void *)all);
    printf("tablebase/long_tables: %d classes, longest distance %d plies, %d failures\n", classes, retrograde.longest, failures);
    if (retrograde.longest > 100) {
        printf("a distance is beyond 100 plies: this count knows no cursed wins\n");
        failures++;
    }
    retrograde_destroy(&retrograde);
    tablebase_release(tablebase);
    return failures > 0 || classes == 0;
}
