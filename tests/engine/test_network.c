/* SPDX-License-Identifier: GPL-3.0-only */
/* The evaluation network: features, the sum by hand, symmetry, files read and refused, both ways of multiplying. */
#include "chess/chess.h"
#include "chess/fen.h"
#include "engine/network_tools.h"
#include "engine/simd.h"
#include "base/checksum.h"
#include "test.h"

static Weights weights;

static Position position_of(const char *fen)
{
    Position position;
    FenReport report;
    if (!CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message))
        exit(1);
    return position;
}

static void test_features(void)
{
    CHECK_INT(network_feature(WHITE, false, piece_make(WHITE, PAWN), A1), 0);
    CHECK_INT(network_feature(WHITE, false, piece_make(BLACK, KING), H8), 767);
    CHECK_INT(network_feature(BLACK, false, piece_make(BLACK, PAWN), A8), 0);
    CHECK_INT(network_feature(BLACK, false, piece_make(WHITE, KNIGHT), B1), 384 + 64 + 57);
    CHECK_INT(network_feature(WHITE, true, piece_make(WHITE, ROOK), H1), 3 * 64);
    CHECK_INT(network_feature(BLACK, true, piece_make(WHITE, QUEEN), D1), 384 + 4 * 64 + 56 + 4);
    CHECK(!network_mirrors(D1) && network_mirrors(E1) && network_mirrors(H8) && !network_mirrors(A8));
}

/* One feature of one neuron, worked out by hand: the white king on b1 is feature 5·64 + 1 for White and
 * 384 + 5·64 + 57 for Black, whose king stands on a8 (no mirror). */
static void test_by_hand(void)
{
    memset(&weights, 0, sizeof weights);
    const Network network = {.hidden = 64,
                             .buckets = 8,
                             .scale_cp = 400,
                             .feature_weights = weights.features,
                             .feature_bias = weights.bias,
                             .output_weights = weights.outputs,
                             .output_bias = weights.output_bias};
    const Position white = position_of("k7/8/8/8/8/8/8/1K6 w - - 0 1");
    const Position black = position_of("k7/8/8/8/8/8/8/1K6 b - - 0 1");
    weights.features[(5 * 64 + 1) * 64 + 3] = 100;        /* White's neuron 3: 100 */
    weights.features[(384 + 5 * 64 + 57) * 64 + 7] = 300; /* Black's neuron 7: 300, clamped to 255 */
    weights.bias[9] = -5;                                 /* clamped to 0 */
    weights.bias[10] = 7;
    weights.outputs[3] = 50;       /* own 3 */
    weights.outputs[64 + 7] = -20; /* other 7 */
    weights.outputs[9] = 90;
    weights.outputs[64 + 10] = 3;
    weights.output_bias[0] = 11;
    /* White to move: 100²·50 − 255²·20 + 7²·3 = −800353, / 255 = −3138, + 11 = −3127, · 400 / 16320 = −76 */
    CHECK_INT(network_evaluate(&network, &white), -76);
    /* Black to move: own 7 has no weight, nor has other 3: 7²·3 = 147, / 255 = 0, + 11, · 400 / 16320 = 0 */
    CHECK_INT(network_evaluate(&network, &black), 0);
    weights.outputs[7] = 20; /* 255²·20 + 147 = 1300647, / 255 = 5100, + 11 = 5111, · 400 / 16320 = 125 */
    CHECK_INT(network_evaluate(&network, &black), 125);

    /* The bucket is (pieces − 2) / 4 of eight, half that of four, none of one. */
    memset(&weights, 0, sizeof weights);
    for (int i = 0; i < 8; i++)
        weights.output_bias[i] = 16320 * (i + 1);
    static const struct {
        const char *fen;
        int of_eight, of_four;
    } cases[] = {
        {"k7/8/8/8/8/8/8/1K6 w - - 0 1", 0, 0},
        {"k7/8/8/8/8/8/PPP5/1K6 w - - 0 1", 0, 0},
        {"k7/8/8/8/8/8/PPPP4/1K6 w - - 0 1", 1, 0},
        {"k7/8/8/8/8/8/PPPPPPPP/1K6 w - - 0 1", 2, 1},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", 7, 3},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Position position = position_of(cases[i].fen);
        Network shaped = network;
        CHECK_INT(network_evaluate(&shaped, &position), 400 * (cases[i].of_eight + 1));
        shaped.buckets = 4;
        CHECK_INT(network_evaluate(&shaped, &position), 400 * (cases[i].of_four + 1));
        shaped.buckets = 1;
        CHECK_INT(network_evaluate(&shaped, &position), 400);
    }
}

/* The same position with colours exchanged, and without castling rights mirrored, scores the same. */
static void test_symmetry(void)
{
    static const struct {
        const char *fen, *swapped, *mirrored;
    } cases[] = {
        {"4k3/pp1q4/2n5/8/3P4/5N2/PPQ4P/6K1 w - - 0 1", "6k1/ppq4p/5n2/3p4/8/2N5/PP1Q4/4K3 b - - 0 1",
         "3k4/4q1pp/5n2/8/4P3/2N5/P4QPP/1K6 w - - 0 1"},
        {"2r1k3/8/8/3pP3/8/8/8/R2K4 b - - 0 1", "r2k4/8/8/8/3Pp3/8/8/2R1K3 w - - 0 1", "3k1r2/8/8/3Pp3/8/8/8/4K2R b - - 0 1"},
    };
    static const int WIDTHS[] = {64, 128, 256};
    for (size_t w = 0; w < sizeof WIDTHS / sizeof *WIDTHS; w++) {
        const Network network = random_network(&weights, WIDTHS[w], 8, 5 + w);
        char message[NETWORK_MESSAGE_SIZE];
        CHECK_MSG(network_is_sound(&network, message), "%s", message);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const Position position = position_of(cases[i].fen);
            const Position swapped = position_of(cases[i].swapped);
            const Position mirrored = position_of(cases[i].mirrored);
            const int score = network_evaluate(&network, &position);
            CHECK(score != 0);
            CHECK_INT(network_evaluate(&network, &swapped), score);
            CHECK_INT(network_evaluate(&network, &mirrored), score);
        }
    }
}

static void test_twins(void)
{
    _Alignas(NETWORK_ALIGNMENT) int16_t values[NETWORK_HIDDEN_MAX];
    _Alignas(NETWORK_ALIGNMENT) int16_t row[NETWORK_HIDDEN_MAX];
    uint64_t seed = 99;
    for (int round = 0; round < 2000; round++) {
        const int length = 16 * (1 + round % (NETWORK_HIDDEN_MAX / 16));
        const int reach = round % 2 != 0 ? 400 : INT16_MAX;
        for (int i = 0; i < length; i++) {
            values[i] = weight_within(&seed, reach);
            row[i] = weight_within(&seed, NETWORK_WEIGHT_MAX);
        }
        CHECK_INT(simd_squared_dot(values, row, NETWORK_QA, length), simd_squared_dot_portable(values, row, NETWORK_QA, length));
    }
    /* The largest that is allowed: all at the limit. 256 · 127 · 255² = 2 114 092 800 */
    for (int i = 0; i < NETWORK_HIDDEN_MAX; i++) {
        values[i] = INT16_MAX;
        row[i] = NETWORK_WEIGHT_MAX;
    }
    CHECK_INT(simd_squared_dot(values, row, NETWORK_QA, NETWORK_HIDDEN_MAX), 2114092800);
    CHECK_INT(simd_squared_dot_portable(values, row, NETWORK_QA, NETWORK_HIDDEN_MAX), 2114092800);
}

static void test_file_round_trip(void)
{
    static const int BUCKETS[] = {1, 2, 4, 8};
    for (int i = 0; i < 4; i++) {
        const int hidden = i < 3 ? 64 << i : 64;
        const Network network = random_network(&weights, hidden, BUCKETS[i], (uint64_t)i);
        size_t size;
        char message[NETWORK_MESSAGE_SIZE];
        void *bytes = network_bytes(&network, &size);
        CHECK_INT(size, 32 + 2 * (769 * hidden + 2 * hidden * BUCKETS[i]) + 4 * BUCKETS[i] + 4);
        const Network *read = network_read(bytes, size, message);
        free(bytes);
        if (!CHECK_MSG(read != NULL, "%s", message))
            continue;
        CHECK_INT(read->hidden, hidden);
        CHECK_INT(read->buckets, BUCKETS[i]);
        CHECK_INT(read->scale_cp, 240);
        CHECK_INT((uintptr_t)read->feature_weights % NETWORK_ALIGNMENT, 0);
        CHECK_INT((uintptr_t)read->output_weights % NETWORK_ALIGNMENT, 0);
        CHECK(memcmp(read->feature_weights, weights.features, 2 * (size_t)(768 * hidden)) == 0);
        CHECK(memcmp(read->feature_bias, weights.bias, 2 * (size_t)hidden) == 0);
        CHECK(memcmp(read->output_weights, weights.outputs, 2 * (size_t)(2 * hidden * BUCKETS[i])) == 0);
        CHECK(memcmp(read->output_bias, weights.output_bias, 4 * (size_t)BUCKETS[i]) == 0);
        network_share(read);
        network_release(read);
        CHECK_INT(read->hidden, hidden); /* still there: under the address sanitizer this is a check */
        network_release(read);
    }
}

/* The bytes of a sound network with one number changed, the checksum made right again unless `spoil`. */
static void check_refused(size_t offset, uint32_t value, size_t bytes_of_value, bool spoil, size_t size_change, const char *why)
{
    const Network network = random_network(&weights, 64, 8, 3);
    size_t size;
    char message[NETWORK_MESSAGE_SIZE];
    uint8_t *bytes = network_bytes(&network, &size);
    for (size_t i = 0; i < bytes_of_value; i++)
        bytes[offset + i] = (uint8_t)(value >> 8 * i);
    if (!spoil) {
        const uint32_t sum = checksum_crc32(bytes, size - 4);
        for (size_t i = 0; i < 4; i++)
            bytes[size - 4 + i] = (uint8_t)(sum >> 8 * i);
    }
    CHECK(network_read(bytes, size - size_change, message) == NULL);
    CHECK_STR(message, why);
    free(bytes);
}

static void test_refusals(void)
{
    enum { OUTPUTS = 32 + 2 * 769 * 64 };
    check_refused(0, 'X', 1, false, 0, "not a network file of this program");
    check_refused(0, 'C', 1, false, 100548 - 31, "not a network file of this program");
    check_refused(8, 2, 4, false, 0, "a network file of version 2; this program reads version 1");
    check_refused(12, 0, 4, false, 0, "a network with 0 hidden neurons and 8 output buckets is none this program knows");
    check_refused(12, 128, 4, false, 0, "100548 bytes long; a network with 128 hidden neurons and 8 output buckets has 201028");
    check_refused(0, 'C', 1, false, 1, "100547 bytes long; a network with 64 hidden neurons and 8 output buckets has 100548");
    check_refused(500, 0, 2, true, 0, "damaged: its checksum is wrong");
    check_refused(24, 0, 4, false, 0, "a scale of 0 centipawns; expected 1 to 10000");
    check_refused(OUTPUTS + 2, 128, 2, false, 0, "an output weight of 128; at most 127 can be multiplied in 16 bits");
}

/* A shape and weights that the reader's checks on sizes let through. */
static void test_unsound(void)
{
    char message[NETWORK_MESSAGE_SIZE];
    Network network = random_network(&weights, 256, 8, 3);
    for (int i = 0; i < 2 * 256; i++)
        weights.outputs[3 * 512 + i] = (int16_t)(i < 260 ? 127 : 0);
    CHECK(network_is_sound(&network, message)); /* 33020 */
    weights.outputs[3 * 512 + 260] = -5;
    CHECK(!network_is_sound(&network, message));
    CHECK_STR(message, "the output weights of bucket 3 add up to 33025; at most 33024 can be summed in 32 bits");

    /* Neuron 5 with a full board of its heaviest rows: 800 + 32 · 1000, though 41 features have them. */
    network = random_network(&weights, 64, 8, 3);
    weights.bias[5] = -767;
    for (int i = 0; i < NETWORK_FEATURES; i++)
        weights.features[i * 64 + 5] = (int16_t)(i % 19 == 0 ? i % 2 != 0 ? -1000 : 1000 : 0);
    CHECK(network_is_sound(&network, message)); /* 32767 */
    weights.bias[5] = 800;
    CHECK(!network_is_sound(&network, message));
    CHECK_STR(message, "hidden neuron 5 could reach 32800; at most 32767 fit 16 bits");

    network.hidden = 96;
    CHECK(!network_is_sound(&network, message));
    CHECK_STR(message, "a network with 96 hidden neurons; this program takes 64, 128 or 256");
    network.hidden = 64;
    network.buckets = 3;
    CHECK(!network_is_sound(&network, message));
    CHECK_STR(message, "a network with 3 output buckets; this program takes 1, 2, 4 or 8");
    CHECK(network_load("/nonexistent/x.net", message) == NULL);
    CHECK_MSG(strstr(message, "/nonexistent/x.net") != NULL, "%s", message);
}

int main(void)
{
    chess_init();
    test_features();
    test_by_hand();
    test_symmetry();
    test_twins();
    test_file_round_trip();
    test_refusals();
    test_unsound();
    return test_end("engine/network");
}
