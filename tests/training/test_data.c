/* SPDX-License-Identifier: GPL-3.0-only */
/* Packed positions and their chunk files: nothing is lost, nothing damaged is believed. */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "test.h"
#include "training/chunk.h"
#include "training/key_set.h"
#include "training/random.h"
#include "training/records.h"
#include "training/self_play.h"

#include <stdlib.h>
#include <unistd.h>

static void test_round_trip(void)
{
    static const char *const starts[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    };
    Random random = random_of(1, 1);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        for (int game = 0; game < 40; game++) {
            Position position;
            FenReport report;
            CHECK(fen_parse(starts[i], FEN_LENIENT, &position, &report));
            for (int ply = 0; ply < 150; ply++) {
                PackedPosition packed;
                Position back;
                packed_from_position(&position, &packed);
                CHECK(packed_to_position(&packed, &back));
                back.chess960 = position.chess960; /* the format does not keep how castling is written */
                CHECK(memcmp(&back, &position, sizeof back) == 0);
                MoveList list;
                movegen_legal(&position.board, &list);
                if (list.count == 0 || position.halfmove_clock >= 255)
                    break;
                position_make_move(&position, list.moves[random_below(&random, (uint64_t)list.count)], NULL);
            }
        }
    }
}

/* Bytes that are no position are refused, whatever they are; those that pass give a position that is whole. */
static void test_damaged(void)
{
    Random random = random_of(2, 1);
    Position start;
    PackedPosition good;
    int accepted = 0;
    position_start(&start);
    packed_from_position(&start, &good);
    for (int i = 0; i < 100000; i++) {
        PackedPosition packed = good;
        Position back;
        const int changes = 1 + (int)random_below(&random, 3);
        for (int k = 0; k < changes; k++)
            ((unsigned char *)&packed)[random_below(&random, sizeof packed)] ^= (unsigned char)(1u << random_below(&random, 8));
        if (packed_to_position(&packed, &back)) {
            accepted++;
            CHECK(position_check(&back));
        }
    }
    CHECK(accepted > 0);
    good.result = 3;
    CHECK(!packed_to_position(&good, &start));
}

enum { COUNT = 100 };

static void fill(PackedPosition positions[COUNT], uint16_t first_ply)
{
    Position start;
    position_start(&start);
    for (int i = 0; i < COUNT; i++) {
        packed_from_position(&start, &positions[i]);
        positions[i].ply = (uint16_t)(first_ply + i);
    }
}

/* Reads all chunks: positions seen, -1 if the file is damaged. */
static int read_all(const char *path)
{
    FILE *stream = fopen(path, "rb");
    ChunkHeader header;
    Error error;
    int count = 0;
    if (!CHECK(stream != NULL))
        return -1;
    for (PackedPosition *positions; (positions = chunk_read(stream, &header, &error)) != NULL; free(positions))
        for (uint32_t i = 0; i < header.positions; i++)
            CHECK_INT(positions[i].ply, count++);
    fclose(stream);
    return error.message[0] == '\0' ? count : -1;
}

static void test_chunks(void)
{
    char path[] = "/tmp/carousel-chunk-XXXXXX";
    PackedPosition positions[COUNT];
    ChunkTotals totals;
    Error error = {0};
    File file;
    const int descriptor = mkstemp(path);
    CHECK(descriptor >= 0 && close(descriptor) == 0);

    fill(positions, 0);
    CHECK(chunk_open(&file, path, 7, &totals, &error));
    CHECK_INT(totals.positions, 0);
    CHECK(chunk_write(&file, 7, 5, 5, positions, COUNT, &error));
    CHECK(file_close(&file, &error));

    /* A second run goes on after the first. */
    fill(positions, COUNT);
    CHECK(chunk_open(&file, path, 7, &totals, &error));
    CHECK_INT(totals.positions, COUNT);
    CHECK_INT(totals.games, 5);
    CHECK_INT(totals.next_game, 5);
    CHECK(chunk_write(&file, 7, 9, 4, positions, COUNT, &error));
    uint64_t size = 0;
    CHECK(file_size(&file, &size, &error));
    CHECK_INT(size, 2 * (sizeof(ChunkHeader) + sizeof positions));
    CHECK(file_close(&file, &error));
    CHECK_INT(read_all(path), 2 * COUNT);

    /* Another seed's games are counted, but its numbers start over. */
    CHECK(chunk_open(&file, path, 8, &totals, &error));
    CHECK_INT(totals.positions, 2 * COUNT);
    CHECK_INT(totals.next_game, 0);
    CHECK(file_close(&file, &error));

    /* Torn anywhere in the second chunk, the first stays. */
    for (uint64_t cut = size - 1; cut > size / 2; cut -= 97) {
        CHECK(truncate(path, (off_t)cut) == 0);
        CHECK_INT(read_all(path), -1);
        CHECK(chunk_open(&file, path, 7, &totals, &error));
        CHECK(totals.torn);
        CHECK_INT(totals.positions, COUNT);
        CHECK(file_close(&file, &error));
        CHECK_INT(read_all(path), COUNT);
        CHECK(chunk_open(&file, path, 7, &totals, &error));
        CHECK(chunk_write(&file, 7, 9, 4, positions, COUNT, &error));
        CHECK(file_close(&file, &error));
    }

    /* An altered byte is noticed. */
    FILE *stream = fopen(path, "r+b");
    if (CHECK(stream != NULL)) {
        CHECK(fseek(stream, 60, SEEK_SET) == 0 && fputc(0x5a, stream) == 0x5a && fclose(stream) == 0);
        CHECK_INT(read_all(path), -1);
    }

    /* A file of something else is left alone. */
    stream = fopen(path, "w");
    CHECK(stream != NULL && fputs("a shopping list\n", stream) >= 0 && fclose(stream) == 0);
    CHECK(!chunk_open(&file, path, 7, &totals, &error));
    CHECK_MSG(strstr(error.message, "no file of positions") != NULL, "%s", error.message);
    CHECK(access(path, F_OK) == 0);
    unlink(path);
}

/* As many keys as were given are found again, zero among them. */
static void test_key_set(void)
{
    enum { KEYS = 5000 };
    KeySet set = {0};
    Random random = random_of(5, 1);
    static uint64_t keys[KEYS];
    bool added;
    for (int i = 1; i < KEYS; i++)
        keys[i] = random_next(&random);
    for (int i = 0; i < KEYS; i++)
        CHECK(key_set_add(&set, keys[i], &added) && added);
    for (int i = 0; i < KEYS; i++)
        CHECK(key_set_add(&set, keys[i], &added) && !added);
    CHECK_INT(set.count, KEYS);
    key_set_destroy(&set);
}

/* The key of a record is the position's alone. */
static void test_record_key(void)
{
    Position position;
    PackedPosition record;
    PackedPosition other;
    position_start(&position);
    packed_from_position(&position, &record);
    other = record;
    other.score_cp = 40;
    other.ply = 30;
    other.halfmove_clock = 3;
    other.result = PACKED_WHITE_WINS;
    other.first_of_game = 1;
    CHECK(record_key(&other) == record_key(&record));
    for (int bit = 0; bit < 64 + 128 + 8; bit++) { /* every bit of what stands on the board and of whose move it is */
        other = record;
        ((unsigned char *)&other)[bit / 8] ^= (unsigned char)(1u << bit % 8);
        CHECK(record_key(&other) != record_key(&record));
    }
}

/* Starts are mixed: both kinds of chess, six to ten random plies. */
static void test_starts(void)
{
    enum { GAMES = 60 };
    EngineOptions engine_options = engine_default_options();
    engine_options.hash_mb = 1;
    Engine *engine = engine_create(&engine_options);
    SelfPlayGame *game = malloc(sizeof *game);
    SelfPlayOptions options = self_play_default_options();
    options.soft_nodes = 1;
    options.chess960_percent = 50;
    options.draw_from_ply = 20; /* short games will do */
    int least = 1000;
    int most = 0;
    int unusual = 0;
    for (int i = 0; CHECK(engine != NULL && game != NULL) && i < GAMES; i++) {
        CHECK(self_play_game(engine, &options, 4, (uint64_t)i, game));
        if (game->count == 0)
            continue;
        Position position;
        CHECK(packed_to_position(&game->positions[0], &position));
        const int first = game->positions[0].ply;
        least = first < least ? first : least;
        most = first > most ? first : most;
        /* Rooks that may castle, but not from where ordinary chess has them. */
        unusual += (position.board.castling & ~(square_bit(A1) | square_bit(H1) | square_bit(A8) | square_bit(H8))) != 0;
    }
    CHECK_INT(least, 6);
    CHECK(most >= 10);
    CHECK_MSG(unusual > GAMES / 5 && unusual < GAMES / 2, "%d of %d games are plainly Chess960", unusual, GAMES);
    free(game);
    engine_destroy(engine);
}

int main(void)
{
    chess_init();
    test_key_set();
    test_record_key();
    test_starts();
    test_round_trip();
    test_damaged();
    test_chunks();
    return test_end("training/data");
}
