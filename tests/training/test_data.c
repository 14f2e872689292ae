/* SPDX-License-Identifier: GPL-3.0-only */
/* Packed positions and their chunk files: nothing is lost, nothing damaged is believed. */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "test.h"
#include "training/chunk.h"
#include "training/random.h"

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

    /* A second run goes on behind the first. */
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

int main(void)
{
    chess_init();
    test_round_trip();
    test_damaged();
    test_chunks();
    return test_end("training/data");
}
