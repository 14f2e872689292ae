/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Endgame tables: names, numbers of positions, probes of tables written here against a count, files that are damaged
 * or missing. (The public tables are tested by long_tables.c, where they are at hand.)
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "failing_allocator.h"
#include "system/file_map.h"
#include "system/thread.h"
#include "table_writer.h"
#include "tablebase/files.h"
#include "tablebase/moves.h"
#include "test.h"

#include <unistd.h>

static Retrograde retrograde;
static char folder[64];

enum { CLASSES = 5 };

static Board board_from(const char *fen)
{
    Position position;
    FenReport report;
    CHECK_MSG(fen_parse(fen, FEN_STRICT, &position, &report), "%s: %s", fen, report.message);
    return position.board;
}

static int notes;
static char last_note[512];

static void note(void *context, const char *message)
{
    (void)context;
    notes++;
    snprintf(last_note, sizeof(last_note), "%s", message);
}

static int counts[TABLEBASE_MEN + 1];
static bool named_krpkr;

static bool count_class_name(void *context, Material material)
{
    char name[MATERIAL_NAME_SIZE];
    (void)context;
    material_name(material, name);
    counts[material_men(material)]++;
    named_krpkr = named_krpkr || strcmp(name, "KRPvKR") == 0;
    return true;
}

/* As many classes as are known to be: 5, 30, 110, 365, 1001. */
static void test_classes(void)
{
    material_each_class(count_class_name, NULL);
    CHECK_INT(counts[3], 5);
    CHECK_INT(counts[4], 30);
    CHECK_INT(counts[5], 110);
    CHECK_INT(counts[6], 365);
    CHECK_INT(counts[7], 1001);
    CHECK(named_krpkr);
    const Board board = board_from("4k3/8/8/8/8/8/4p3/R3K2r w - - 0 1");
    const Material material = material_of(&board);
    char name[MATERIAL_NAME_SIZE];
    CHECK(!material_is_class(material));
    material_name(material_swap(material), name);
    CHECK_STR(name, "KRPvKR");
}

/* Leading pawns of one file take every number, twice where their mirror image is another set of pawns with the same number. It is the
 * same set, or the number is another, where the leading pawn and its mirror image are both there: six ways for two pawns, for a third
 * one as many as there are squares later in the order. */
static void test_leading_pawns(void)
{
    static uint8_t seen[4][1 << 15];
    index_init();
    for (int pawns = 1; pawns <= 3; pawns++) {
        Layout layouts[4];
        memset(seen, 0, sizeof(seen));
        for (int file = 0; file < 4; file++) {
            Layout *layout = &layouts[file];
            *layout = (Layout){.men = {1, 1, 1, 1, 1}};
            layout->men[pawns] = 6;
            layout->men[pawns + 1] = 14;
            CHECK(index_layout(layout, (Material)pawns, file, 0, 15) == NULL);
            CHECK_INT(layout->factors[0], 1);
        }
        for (Square a = 8; a < 56; a++)
            for (Square b = pawns > 1 ? (Square)(a + 1) : 55; b < 56; b++)
                for (Square c = pawns > 2 ? (Square)(b + 1) : 55; c < 56; c++) {
                    Square squares[TABLEBASE_MEN] = {a, b, c};
                    squares[pawns] = A1;
                    squares[pawns + 1] = B1;
                    Bitboard all = 0;
                    for (int i = 0; i < pawns; i++)
                        all |= square_bit(squares[i]);
                    const int file = square_file(index_leading_pawn(all, 0));
                    const Layout *layout = &layouts[file > 3 ? 7 - file : file];
                    const uint64_t lead = index_position(layout, squares) % layout->factors[1];
                    CHECK(lead < sizeof(seen[0]));
                    seen[file > 3 ? 7 - file : file][lead]++;
                }
        for (int file = 0; file < 4; file++) {
            int twice = 0, once = 0;
            for (uint64_t i = 0; i < layouts[file].factors[1]; i++) {
                twice += seen[file][i] == 2;
                once += seen[file][i] == 1;
            }
            CHECK_INT((uint64_t)(twice + once), layouts[file].factors[1]);
            CHECK_INT(once, pawns == 1 ? 0 : pawns == 2 ? 6 : 246 - 72 * file);
        }
    }
}

/* Such leading men leave it open which way the board is turned: a table has those positions twice. */
static bool all_on_diagonal(const Square squares[], int men)
{
    bool all = true;
    for (int i = 0; i < men; i++)
        all = all && (square_file(squares[i]) == square_rank(squares[i]) || square_file(squares[i]) == 7 - square_rank(squares[i]));
    return all;
}

/* Positions that are turned or mirrored have the same number, others do not: two kings and three like men, three different men. */
static void test_turned_positions(void)
{
    static const uint8_t orders[][5] = {{6, 14, 5, 5, 5}, {14, 6, 5, 4, 13}};
    static const Material materials[] = {(Material)3 << 16, (Material)1 << 16 | 1 << 12 | (Material)1 << 36};
    for (int i = 0; i < 2; i++) {
        Layout layout = {.count = 5};
        memcpy(layout.men, orders[i], 5);
        CHECK(index_layout(&layout, materials[i], 0, 1, 15) == NULL);
        CHECK_INT(layout.positions, i == 0 ? 462 * 37820 : 31332 * 61 * 60);
        for (unsigned seed = 1; seed < 20000; seed++) {
            static const Square places[] = {2, 12, 20, 31, 37, 41, 54, 63, 0, 27};
            Square squares[TABLEBASE_MEN] = {0}, other[TABLEBASE_MEN] = {0};
            for (unsigned m = 0; m < 5; m++)
                squares[m] = places[(seed / (1 + m) + m * 2) % 10];
            for (unsigned m = 0; m < 5; m++) {
                const unsigned turn = seed % 8, s = squares[m] ^ (turn & 1 ? 7u : 0) ^ (turn & 2 ? 56u : 0);
                other[m] = (Square)(turn & 4 ? s >> 3 | (s & 7) << 3 : s);
            }
            Bitboard all = 0;
            for (unsigned m = 0; m < 5; m++)
                all |= square_bit(squares[m]);
            if (bits_count(all) != 5 || square_distance(squares[0], squares[1]) < 2 || all_on_diagonal(squares, layout.lead))
                continue;
            const uint64_t number = index_position(&layout, squares);
            CHECK(number < layout.positions);
            CHECK_INT(index_position(&layout, other), number);
        }
    }
}

static void write_file(int type, bool dtz, const uint8_t *bytes, size_t size)
{
    char path[128];
    writer_path(folder, type, dtz, path);
    CHECK(file_replace(path, bytes, size, NULL));
}

/* Each 101st position of a class, colours exchanged in every second: how many probes say something else than the count. */
static unsigned long wrong_probes(Tablebase *tablebase, int type)
{
    const Count *count = find(&retrograde, writer_class(type));
    unsigned long wrong = 0;
    for (uint32_t number = 0; number < positions_of(count); number += 101) {
        Board board;
        Wdl wdl, again;
        int dtz, plies;
        if (!board_of(count, number, &board))
            continue;
        const int value = retrograde_value(&retrograde, &board, &plies);
        if (number % 2 == 1)
            board = turned_board(&board);
        const bool known = tablebase_wdl(tablebase, &board, &wdl) && tablebase_dtz(tablebase, &board, &again, &dtz);
        wrong += !known || wdl != again || (int)wdl != 2 * value || dtz != value * (plies == 0 && value < 0 ? 1 : plies);
    }
    return wrong;
}

typedef struct Prober {
    Tablebase *tablebase;
    unsigned long wrong;
} Prober;

static void *probe_all(void *argument)
{
    Prober *prober = argument;
    for (int type = PAWN; type < KING; type++)
        prober->wrong += wrong_probes(prober->tablebase, type);
    return NULL;
}

static void test_probes(void)
{
    Error error = {.message = ""};
    notes = 0;
    Tablebase *tablebase = tablebase_open(folder, note, NULL, &error);
    if (!CHECK_MSG(tablebase != NULL, "%s", error.message))
        return;
    CHECK_INT(tablebase_men(tablebase), 3);
    CHECK_INT(tablebase_wdl_files(tablebase), CLASSES);
    CHECK_INT(tablebase_dtz_files(tablebase), CLASSES);

    /* Two threads at once, which open the files as they come to them. */
    Prober probers[2] = {{tablebase, 0}, {tablebase, 0}};
    Thread thread = {0};
    CHECK(thread_start(&thread, probe_all, &probers[1], 0));
    probe_all(&probers[0]);
    thread_join(&thread);
    CHECK_INT(probers[0].wrong, 0);
    CHECK_INT(probers[1].wrong, 0);
    CHECK_INT(notes, 0);

    /* Two kings need no table; castling rights, or men for which there is none, are not known. */
    Wdl wdl;
    int dtz;
    Board board = board_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(tablebase_dtz(tablebase, &board, &wdl, &dtz));
    CHECK_INT(wdl, WDL_DRAW);
    CHECK_INT(dtz, 0);
    board = board_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(!tablebase_wdl(tablebase, &board, &wdl));
    board.castling = 0;
    CHECK(tablebase_wdl(tablebase, &board, &wdl));
    CHECK_INT(wdl, WDL_WIN);
    board = board_from("4k3/8/8/8/8/8/8/4K1NR w - - 0 1");
    CHECK(!tablebase_wdl(tablebase, &board, &wdl));

    /* Shared: the first who lets go does not end it. */
    tablebase_share(tablebase);
    tablebase_release(tablebase);
    board = board_from("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    CHECK(tablebase_wdl(tablebase, &board, &wdl));
    tablebase_release(tablebase);
}

static void test_folders(void)
{
    Error error;
    char list[256];
    CHECK(tablebase_open("/no/such/folder", NULL, NULL, &error) == NULL);
    CHECK_STR(error.message, "there is no folder '/no/such/folder'");
    CHECK(tablebase_open("/", NULL, NULL, &error) == NULL);
    CHECK_STR(error.message, "there are no Syzygy tables (.rtbw) in the folders given");
    snprintf(list, sizeof(list), "/%c%s%c", FILE_LIST_SEPARATOR, folder, FILE_LIST_SEPARATOR);
    Tablebase *tablebase = tablebase_open(list, NULL, NULL, &error);
    CHECK(tablebase != NULL);
    if (tablebase != NULL)
        CHECK_INT(tablebase_wdl_files(tablebase), CLASSES);
    tablebase_release(tablebase);
}

/* A damaged file is told once, and so is a missing one; what does not need it goes on. */
static void test_told_once(void)
{
    Wdl wdl;
    int dtz;
    char path[128];
    uint8_t bytes[80] = {1, 2, 3};
    const Board queen = board_from("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), rook = board_from("4k3/8/8/8/8/8/8/3RK3 w - - 0 1");
    write_file(QUEEN, false, bytes, sizeof(bytes));
    writer_path(folder, ROOK, true, path);
    CHECK(file_remove(path, NULL));
    Tablebase *tablebase = tablebase_open(folder, note, NULL, NULL);
    notes = 0;
    for (int i = 0; i < 3; i++)
        CHECK(!tablebase_wdl(tablebase, &queen, &wdl));
    CHECK_INT(notes, 1);
    char expected[256];
    snprintf(expected, sizeof(expected), "'%s/KQvK.rtbw' is damaged: it does not begin as such a table does; left out", folder);
    CHECK_STR(last_note, expected);
    for (int i = 0; i < 3; i++) {
        CHECK(tablebase_wdl(tablebase, &rook, &wdl));
        CHECK(!tablebase_dtz(tablebase, &rook, &wdl, &dtz));
    }
    CHECK_INT(notes, 2);
    CHECK_STR(last_note, "there is no table KRvK.rtbz beside KRvK.rtbw; left out");
    tablebase_release(tablebase);
    CHECK(writer_write(folder, &retrograde, QUEEN, false) && writer_write(folder, &retrograde, ROOK, true));
}

/* Probes what a damaged table still gives: it must stay inside its bytes and its range. */
static void probe_damaged(const uint8_t *bytes, size_t size, int type, bool dtz, unsigned *opened)
{
    static const char *const fens[] = {"8/8/8/4k3/8/8/4%c3/4K3 w - - 0 1", "8/8/8/4k3/8/8/4%c3/4K3 b - - 0 1",
                                       "k7/8/8/8/8/8/%c7/2K5 w - - 0 1", "8/2K4%c/8/8/8/8/7k/8 w - - 0 1"};
    static Board boards[KING][4];
    Table table;
    const char *wrong;
    if (!table_open(&table, bytes, size, writer_class(type), dtz, &wrong)) {
        CHECK(wrong != NULL && wrong[0] != '\0');
        return;
    }
    ++*opened;
    for (int i = 0; i < 4; i++) {
        if (boards[type][i].by_type[KING] == 0) {
            char fen[64];
            snprintf(fen, sizeof(fen), fens[i], "PNBRQ"[type]);
            boards[type][i] = board_from(fen);
        }
        Wdl wdl = WDL_DRAW;
        int plies = 1;
        if (dtz)
            table_dtz(&table, &boards[type][i], WDL_WIN, &plies);
        else
            table_wdl(&table, &boards[type][i], &wdl);
        CHECK(wdl >= WDL_LOSS && wdl <= WDL_WIN && plies > 0 && plies < 1 << 18);
    }
    table_close(&table);
}

/* Every cut is refused; every flipped bit is refused, or survived. (The bytes stand in blocks of just their size, so that a sanitizer
 * sees a reader that leaves them.) */
static void test_damage(void)
{
    for (int type = PAWN; type <= KNIGHT; type++)
        for (int dtz = 0; dtz < 2; dtz++) {
            size_t size;
            unsigned opened = 0, survived = 0;
            uint8_t *bytes = write_table(&retrograde, writer_class(type), dtz, dtz ? writer_dtz : writer_wdl, &size);
            for (size_t cut = 0; cut < size; cut += cut < 400 ? 1 : 311) {
                uint8_t *part = malloc(cut + (cut == 0));
                memcpy(part, bytes, cut);
                probe_damaged(part, cut, type, dtz, &opened);
                free(part);
            }
            CHECK_INT(opened, 0);
            uint8_t *flipped = malloc(size);
            memcpy(flipped, bytes, size);
            for (size_t bit = 0; bit < size * 8; bit += bit < 400 * 8 ? 1 : 499) {
                flipped[bit / 8] = (uint8_t)(flipped[bit / 8] ^ 1 << bit % 8);
                probe_damaged(flipped, size, type, dtz, &survived);
                flipped[bit / 8] = bytes[bit / 8];
            }
            CHECK(survived > 0);
            free(flipped);
            free(bytes);
        }
}

/* Memory that runs out while tables are looked for or opened is an error, and nothing more. */
static void test_no_memory(void)
{
    const Board rook = board_from("4k3/8/8/8/8/8/8/3RK3 w - - 0 1");
    for (unsigned long n = 1;; n++) {
        Error error = {.message = ""};
        Wdl wdl = WDL_DRAW;
        int dtz;
        notes = 0;
        failing_allocator_set(n, 1);
        Tablebase *tablebase = tablebase_open(folder, note, NULL, &error);
        const bool known = tablebase != NULL && tablebase_dtz(tablebase, &rook, &wdl, &dtz);
        tablebase_release(tablebase);
        if (failing_allocator_set(0, 0) < n) {
            CHECK(known);
            CHECK_INT(wdl, WDL_WIN);
            break;
        }
        CHECK(!known);
        CHECK(tablebase != NULL ? notes > 0 : error.message[0] != '\0');
    }
}

/* A halfmove clock beside the distance: in time, one ply from it, too late. */
static void test_verdicts(void)
{
    CHECK_INT(tablebase_verdict(WDL_WIN, 50, 49), TABLEBASE_WON);
    CHECK_INT(tablebase_verdict(WDL_WIN, 50, 50), TABLEBASE_UNCLEAR);
    CHECK_INT(tablebase_verdict(WDL_WIN, 50, 51), TABLEBASE_DRAWN);
    CHECK_INT(tablebase_verdict(WDL_LOSS, -50, 49), TABLEBASE_LOST);
    CHECK_INT(tablebase_verdict(WDL_LOSS, -50, 50), TABLEBASE_UNCLEAR);
    CHECK_INT(tablebase_verdict(WDL_LOSS, -50, 51), TABLEBASE_DRAWN);
    CHECK_INT(tablebase_verdict(WDL_CURSED_WIN, 101, 0), TABLEBASE_DRAWN);
    CHECK_INT(tablebase_verdict(WDL_DRAW, 0, 0), TABLEBASE_DRAWN);
}

/* The moves of a position whose best is the only one, of one that is mated, and of one in a table that contradicts another. */
static void test_moves(void)
{
    static TablebaseMoves moves;
    Tablebase *tablebase = tablebase_open(folder, NULL, NULL, NULL);
    const Board pawn = board_from("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1"), mated = board_from("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    CHECK(tablebase_moves(tablebase, &pawn, &moves));
    CHECK_INT(moves.wdl, WDL_WIN);
    CHECK_INT(moves.dtz, 13);
    CHECK_INT(moves.count, 5);
    for (int i = 0; i < moves.count; i++) {
        const bool best = move_to(moves.moves[i].move) == F1 + 8;
        CHECK_INT(moves.moves[i].wdl, best ? WDL_WIN : WDL_DRAW);
        CHECK_INT(moves.moves[i].dtz, best ? 13 : 0);
    }
    CHECK(tablebase_moves(tablebase, &mated, &moves));
    CHECK_INT(moves.wdl, WDL_LOSS);
    CHECK_INT(moves.dtz, -1);
    CHECK_INT(moves.count, 0);
    tablebase_release(tablebase);
    /* The same men, but all positions are worth the same: then no move can be trusted. */
    size_t size;
    uint8_t *bytes = write_table(&retrograde, writer_class(PAWN), false, writer_always_won, &size);
    write_file(PAWN, false, bytes, size);
    free(bytes);
    tablebase = tablebase_open(folder, NULL, NULL, NULL);
    Wdl wdl;
    CHECK(tablebase_wdl(tablebase, &pawn, &wdl));
    CHECK(!tablebase_moves(tablebase, &pawn, &moves));
    tablebase_release(tablebase);
    CHECK(writer_write(folder, &retrograde, PAWN, false));
}

int main(void)
{
    chess_init();
    snprintf(folder, sizeof(folder), "/tmp/carousel-tables-XXXXXX");
    if (!CHECK(mkdtemp(folder) != NULL))
        return test_end("tablebase/tablebase");
    for (int type = PAWN; type < KING; type++)
        CHECK(retrograde_count(&retrograde, writer_class(type)));
    test_classes();
    test_leading_pawns();
    test_turned_positions();
    CHECK(writer_write_all(folder, &retrograde));
    test_probes();
    test_folders();
    test_told_once();
    test_verdicts();
    test_moves();
    test_damage();
    test_no_memory();
    writer_remove_all(folder);
    rmdir(folder);
    retrograde_destroy(&retrograde);
    return test_end("tablebase/tablebase");
}
