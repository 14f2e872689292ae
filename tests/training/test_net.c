/* SPDX-License-Identifier: GPL-3.0-only */
/* The network's trainer: what it sees, its gradients, that it learns, that its integers say the same. */
#include "training/net.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "net_tools.h"
#include "training/net_export.h"
#include "training/net_kernel.h"
#include "training/net_train.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { RECORDS = 1000 };

static PackedPosition records[RECORDS];

/* --- a network as its definition says, in double precision, one neuron after the other --- */

static double reference_hidden(const Net *net, const Position *position, Color perspective, int neuron)
{
    const size_t hidden = (size_t)net->hidden;
    double sum = net->values[net_bias_offset(net) + (size_t)neuron];
    const bool mirrored = square_file(board_king(&position->board, perspective)) >= 4;
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        const Piece piece = position_piece_on(position, square);
        if (piece == NO_PIECE)
            continue;
        const int file = mirrored ? 7 - square_file(square) : square_file(square);
        const int rank = perspective == BLACK ? 7 - square_rank(square) : square_rank(square);
        const int input = (piece_color(piece) == perspective ? 0 : 384) + (int)piece_type(piece) * 64 + rank * 8 + file;
        sum += net->values[(size_t)input * hidden + (size_t)neuron];
    }
    return sum;
}

static double reference_output(const Net *net, const Position *position)
{
    const Color us = position_side_to_move(position);
    const int bucket = (bits_count(board_occupied(&position->board)) - 2) * net->buckets / 32;
    double sum = net->values[net_output_bias_offset(net) + (size_t)bucket];
    for (int side = 0; side < 2; side++)
        for (int neuron = 0; neuron < net->hidden; neuron++) {
            const double x = reference_hidden(net, position, side == 0 ? us : color_opposite(us), neuron);
            const double clipped = x < 0 ? 0 : x > 1 ? 1 : x;
            sum += clipped * clipped * net->values[net_output_offset(net, bucket) + (size_t)(side * net->hidden + neuron)];
        }
    return sum;
}

static double reference_loss(const Net *net, const Position *position, double target)
{
    const double error = 1 / (1 + exp(-reference_output(net, position))) - target;
    return error * error;
}

static void make_net(Net *net, int hidden, int buckets, uint64_t seed)
{
    Error error = {0};
    CHECK_MSG(net_init(net, hidden, buckets, &error), "%s", error.message);
    net_randomize(net, seed);
    Random random = random_of(seed, 2);
    for (size_t i = net_bias_offset(net); i < net->count; i++) /* no bias zero, weights of every size */
        net->values[i] += (float)(0.2 * ((double)random_below(&random, 1001) / 500 - 1));
}

static void test_output(void)
{
    for (int buckets = 1; buckets <= 8; buckets *= 2) {
        Net net;
        make_net(&net, 128, buckets, 3);
        for (int i = 0; i < RECORDS; i += 7) {
            Position position;
            NetInput input;
            CHECK(packed_to_position(&records[i], &position));
            net_input(&records[i], net.buckets, &input);
            const double expected = reference_output(&net, &position);
            CHECK_MSG(fabs(net_output(&net, &input) - expected) < 1e-4, "record %d", i);
        }
        net_destroy(&net);
    }
}

/* Every kind of number of the network: the gradient is what the loss changes by. */
static void test_gradients(void)
{
    Net net;
    make_net(&net, 64, 8, 4);
    float *gradient = aligned_alloc(64, (net.count * sizeof *gradient + 63) / 64 * 64);
    if (!CHECK(gradient != NULL))
        return;
    Random random = random_of(4, 3);
    for (int i = 0; i < RECORDS; i += 50) {
        Position position;
        NetInput input;
        const float target = 0.9f;
        CHECK(packed_to_position(&records[i], &position));
        net_input(&records[i], net.buckets, &input);
        memset(gradient, 0, net.count * sizeof *gradient);
        const float loss = net_learn(&net, &input, target, gradient);
        CHECK(fabs(loss - reference_loss(&net, &position, target)) < 1e-5);

        int outside = 0;
        for (int kind = 0; kind < 60; kind++) {
            const size_t neuron = (size_t)random_below(&random, 64);
            const size_t numbers[] = {
                input.index[kind & 1][random_below(&random, (uint64_t)input.count)] * 64u + neuron, /* first layer */
                net_bias_offset(&net) + neuron,
                net_output_offset(&net, input.bucket) + (size_t)(kind & 1) * 64 + neuron,
                net_output_bias_offset(&net) + (size_t)input.bucket,
                (size_t)random_below(&random, net.count),
            };
            const size_t at = numbers[kind % 5];
            const float value = net.values[at];
            net.values[at] = value + 1e-3f;
            const double above = reference_loss(&net, &position, target);
            const double upper = net.values[at];
            net.values[at] = value - 1e-3f;
            const double below = reference_loss(&net, &position, target);
            const double slope = (above - below) / (upper - net.values[at]);
            net.values[at] = value;
            outside += gradient[at] == 0;
            CHECK_MSG(fabs(gradient[at] - slope) < 2e-4 * (1 + fabs(slope) * 50), "record %d, number %zu: %g, expected %g", i, at,
                      (double)gradient[at], slope);
        }
        CHECK(outside < 50);
    }
    free(gradient);
    net_destroy(&net);
}

/* --- learning --- */

static NetTrainOptions quick_options(void)
{
    NetTrainOptions options = net_train_default_options();
    options.patience = 0;
    options.passes = 300;
    options.batch = 250;
    options.rate = 5e-3;
    options.decay = 0;
    return options;
}

static void test_by_heart(void)
{
    const NetData data = {.training = records, .training_count = RECORDS};
    const NetTrainOptions options = quick_options();
    NetTrainResult result;
    Error error = {0};
    Net net;
    CHECK(net_init(&net, 64, 1, &error));
    net_randomize(&net, options.seed);
    const double before = net_train_loss(&net, records, RECORDS, options.result_weight, options.shape_cp);
    CHECK(net_train(&net, &data, &options, &result, &error));
    const double after = net_train_loss(&net, records, RECORDS, options.result_weight, options.shape_cp);
    CHECK_MSG(before > 0.05 && after < 0.0005, "the loss fell from %f to %f", before, after);
    CHECK_INT(result.passes, 300);

    /* Going on begins with what is known already. */
    NetTrainOptions more = quick_options();
    more.passes = 1;
    more.rate = more.last_rate = 1e-6;
    more.go_on = true;
    CHECK(net_train(&net, &data, &more, &result, &error));
    const double then = net_train_loss(&net, records, RECORDS, options.result_weight, options.shape_cp);
    CHECK_MSG(then < 1.1 * after, "the loss rose from %f to %f", after, then);
    net_destroy(&net);
}

/* Inputs the data never has say nothing: a pawn on the first rank, the own king on the side that is mirrored. */
static void test_unseen(void)
{
    const NetData data = {.training = records, .training_count = RECORDS};
    NetTrainOptions options = quick_options();
    options.passes = 1;
    NetTrainResult result;
    Error error = {0};
    Net net;
    CHECK(net_init(&net, 64, 1, &error));
    CHECK(net_train(&net, &data, &options, &result, &error));
    static const int unseen[] = {PAWN * 64 + A1, KING * 64 + E1, 384 + PAWN * 64 + H8};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        for (int neuron = 0; neuron < 64; neuron++)
            CHECK(net.values[unseen[i] * 64 + neuron] == 0);
    CHECK(net.values[(KING * 64 + D1) * 64] != 0);
    net_destroy(&net);
}

/* The same data, seed and number of threads give the same network, bit for bit; another seed another. */
static void test_repeatable(void)
{
    const NetData data = {.training = records, .training_count = RECORDS};
    NetTrainOptions options = quick_options();
    options.passes = 3;
    options.threads = 3;
    Net nets[3];
    for (int i = 0; i < 3; i++) {
        NetTrainResult result;
        Error error = {0};
        options.seed = i < 2 ? 7 : 8;
        CHECK(net_init(&nets[i], 64, 8, &error));
        CHECK(net_train(&nets[i], &data, &options, &result, &error));
    }
    CHECK(memcmp(nets[0].values, nets[1].values, nets[0].count * sizeof *nets[0].values) == 0);
    CHECK(memcmp(nets[0].values, nets[2].values, nets[0].count * sizeof *nets[0].values) != 0);
    for (int i = 0; i < 3; i++)
        net_destroy(&nets[i]);
}

/* Where validation gets worse, training ends early and the best network is kept. */
static void test_validation(void)
{
    const NetData data = {.training = records, .training_count = 200, .validation = records + 500, .validation_count = 500};
    NetTrainOptions options = quick_options();
    options.patience = 3;
    NetTrainResult result;
    Error error = {0};
    Net net;
    CHECK(net_init(&net, 64, 1, &error));
    CHECK(net_train(&net, &data, &options, &result, &error));
    CHECK_INT(result.passes, result.best_pass + 3);
    CHECK(result.passes < options.passes);
    const double loss = net_train_loss(&net, data.validation, 500, options.result_weight, options.shape_cp);
    CHECK_MSG(fabs(loss - result.validation_loss) < 1e-9, "%.12f, expected %.12f", loss, result.validation_loss);
    net_destroy(&net);
}

static void test_target(void)
{
    PackedPosition record = {.score_cp = 400, .result = PACKED_WHITE_WINS};
    const double expected = 1 / (1 + exp(-1.0));
    CHECK(fabs(net_data_target(&record, 0.4f, 400) - (0.4 + 0.6 * expected)) < 1e-6);
    record.side_and_passant = 0x80;
    CHECK(fabs(net_data_target(&record, 0.4f, 400) - 0.6 * (1 - expected)) < 1e-6);
    record.result = PACKED_DRAW;
    CHECK(fabs(net_data_target(&record, 0.4f, 200) - (0.2 + 0.6 / (1 + exp(2.0)))) < 1e-6);
}

/* --- integers --- */

/* The same position for the other colour: ranks flipped, colours exchanged. */
static void swap_colors(const Position *from, Position *to)
{
    memset(to, 0, sizeof *to);
    for (int type = PAWN; type <= KING; type++)
        to->board.by_type[type] = __builtin_bswap64(from->board.by_type[type]);
    to->board.by_color[WHITE] = __builtin_bswap64(from->board.by_color[BLACK]);
    to->board.by_color[BLACK] = __builtin_bswap64(from->board.by_color[WHITE]);
    to->board.castling = __builtin_bswap64(from->board.castling);
    to->board.en_passant = (uint8_t)(from->board.en_passant == NO_SQUARE ? NO_SQUARE : from->board.en_passant ^ 56);
    to->board.side_to_move = from->board.side_to_move ^ 1;
    to->fullmove_number = 1;
    position_refresh(to);
}

static Bitboard flip_files(Bitboard b)
{
    Bitboard flipped = 0;
    while (b != 0)
        flipped |= square_bit((Square)(bits_pop(&b) ^ 7));
    return flipped;
}

static void mirror(const Position *from, Position *to)
{
    memset(to, 0, sizeof *to);
    for (int type = PAWN; type <= KING; type++)
        to->board.by_type[type] = flip_files(from->board.by_type[type]);
    to->board.by_color[WHITE] = flip_files(from->board.by_color[WHITE]);
    to->board.by_color[BLACK] = flip_files(from->board.by_color[BLACK]);
    to->board.en_passant = (uint8_t)(from->board.en_passant == NO_SQUARE ? NO_SQUARE : from->board.en_passant ^ 7);
    to->board.side_to_move = from->board.side_to_move;
    to->fullmove_number = 1;
    position_refresh(to);
}

/* Moves every number to the next that an integer stands for. */
static void snap(Net *net)
{
    for (size_t i = 0; i < net->count; i++) {
        const float unit = i < net_output_offset(net, 0)     ? NETWORK_QA
                           : i < net_output_bias_offset(net) ? NETWORK_QB
                                                             : NETWORK_QA * NETWORK_QB;
        net->values[i] = rintf(net->values[i] * unit) / unit;
    }
}

/* The integers say what the floating point numbers say, and exactly the same from the other colour's chair and in the
 * mirror. */
static void test_integers(void)
{
    for (int buckets = 1; buckets <= 8; buckets += 7) {
        Net net;
        QuantizedNet quantized;
        Error error = {0};
        make_net(&net, 64, buckets, 5);
        snap(&net);
        if (!CHECK_MSG(net_quantize(&net, 400, &quantized, &error), "%s", error.message))
            return;
        int mirrored_count = 0;
        int different = 0;
        for (int i = 0; i < RECORDS; i++) {
            Position position;
            Position swapped;
            Position mirrored;
            NetInput input;
            CHECK(packed_to_position(&records[i], &position));
            net_input(&records[i], net.buckets, &input);
            const int score = network_evaluate(&quantized.network, &position);
            CHECK_MSG(fabs(score - 400.0 * (double)net_output(&net, &input)) < 1.1, "record %d: %d, expected %g", i, score,
                      400.0 * (double)net_output(&net, &input));
            swap_colors(&position, &swapped);
            CHECK_INT(network_evaluate(&quantized.network, &swapped), score);
            position.board.side_to_move ^= 1;
            different += network_evaluate(&quantized.network, &position) != score;
            position.board.side_to_move ^= 1;
            if (position.board.castling == 0) {
                mirrored_count++;
                mirror(&position, &mirrored);
                CHECK_INT(network_evaluate(&quantized.network, &mirrored), score);
            }
        }
        CHECK(mirrored_count > RECORDS / 4);
        CHECK(different > RECORDS / 2);
        net_quantized_destroy(&quantized);
        net_destroy(&net);
    }
}

/* Numbers that do not fit are refused, each with its reason. */
static void test_refusals(void)
{
    struct {
        size_t number;
        float value;
        const char *reason;
    } cases[] = {
        {0, 200, "too large for an integer"},
        {0, 127, "hidden neuron 0 could reach"},
        {0, NAN, "too large for an integer"},
        {64 * 769 + 5, 1.995f, "an output weight of 128"},
        {64 * 769 + 128, 1e6f, "too large for an integer"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Net net;
        QuantizedNet quantized;
        Error error = {0};
        make_net(&net, 64, 1, 6);
        net.values[cases[i].number] = cases[i].value;
        CHECK_MSG(!net_quantize(&net, 400, &quantized, &error), "case %zu", i);
        CHECK_MSG(strstr(error.message, cases[i].reason) != NULL, "case %zu: %s", i, error.message);
        net_destroy(&net);
    }
    Net net;
    Error error = {0};
    CHECK(!net_init(&net, 96, 1, &error) && strstr(error.message, "96 hidden") != NULL);
    CHECK(!net_init(&net, 64, 3, &error) && strstr(error.message, "3 output buckets") != NULL);
}

/* The file of a network in training: back as it was, or refused. */
static void test_file(void)
{
    char path[] = "/tmp/carousel-net-XXXXXX";
    Net net;
    Net back;
    Error error = {0};
    const int descriptor = mkstemp(path);
    CHECK(descriptor >= 0 && close(descriptor) == 0);
    CHECK(!net_load(&back, path, &error) && strstr(error.message, "no network") != NULL);
    make_net(&net, 64, 8, 9);
    CHECK_MSG(net_save(&net, path, &error), "%s", error.message);
    if (CHECK_MSG(net_load(&back, path, &error), "%s", error.message)) {
        CHECK_INT(back.hidden, 64);
        CHECK_INT(back.buckets, 8);
        CHECK(memcmp(back.values, net.values, net.count * sizeof *net.values) == 0);
        net_destroy(&back);
    }
    CHECK(truncate(path, 5000) == 0);
    CHECK(!net_load(&back, path, &error) && strstr(error.message, "cut off") != NULL);
    unlink(path);
    net_destroy(&net);
}

int main(void)
{
    chess_init();
    random_records(records, RECORDS, 11);
    test_output();
    test_gradients();
    test_target();
    test_integers();
    test_refusals();
    test_file();
    test_by_heart();
    test_unseen();
    test_repeatable();
    test_validation();
    return test_end("training/net");
}
