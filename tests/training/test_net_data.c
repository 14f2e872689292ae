/* SPDX-License-Identifier: GPL-3.0-only */
/* What the network learns from, and how its scale and its source come about. */
#include "training/net_data.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "engine/engine.h"
#include "engine/evaluate.h"
#include "engine/kpk.h"
#include "net_tools.h"
#include "training/chunk.h"
#include "training/net_export.h"
#include "training/wdl_fit.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { RECORDS = 6000 };

static PackedPosition records[RECORDS];
static char path[] = "/tmp/carousel-net-data-XXXXXX";

static void write_file(const PackedPosition *positions, uint32_t count)
{
    ChunkTotals totals;
    Error error = {0};
    File file;
    CHECK(truncate(path, 0) == 0);
    CHECK(chunk_open(&file, path, 1, &totals, &error));
    CHECK(chunk_write(&file, 1, 1, 1, positions, count, &error));
    CHECK(file_close(&file, &error));
}

static bool load(NetData *data, uint64_t seed, bool validation_only, Error *error)
{
    char *paths[] = {path};
    const NetDataOptions options = {.paths = paths, .path_count = 1, .seed = seed, .validation_only = validation_only};
    return net_data_load(data, &options, error);
}

static bool holds(const PackedPosition *list, size_t count, const PackedPosition *record)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(&list[i], record, sizeof *record) == 0)
            return true;
    return false;
}

/* Every hundredth game validates; the rest comes in an order of the seed's; nothing is lost. */
static void test_loading(void)
{
    NetData data;
    NetData other;
    Error error = {0};
    write_file(records, RECORDS);
    if (!CHECK_MSG(load(&data, 1, false, &error), "%s", error.message))
        return;
    CHECK_INT(data.read, RECORDS);
    CHECK_INT(data.left_out, 0);
    CHECK_INT(data.training_count + data.validation_count + data.duplicates, RECORDS);
    CHECK(data.duplicates < RECORDS / 10);
    CHECK(data.validation_count > 40 && data.validation_count <= 60); /* games 100, 200 and 300 of twenty positions each */
    int games = 0;
    int in_place = 0;
    for (int i = 0; i < RECORDS; i++) {
        games += records[i].first_of_game;
        if (i % 97 == 0 || games % 100 == 0) {
            const bool validates = holds(data.validation, data.validation_count, &records[i]);
            const bool trains = holds(data.training, data.training_count, &records[i]);
            CHECK(!(validates && trains));
            CHECK(!validates || games % 100 == 0);
            CHECK(!trains || games % 100 != 0);
        }
        in_place += (size_t)i < data.training_count && memcmp(&data.training[i], &records[i], sizeof *records) == 0;
    }
    CHECK(games >= RECORDS / 20);
    CHECK(in_place < 20);

    CHECK(load(&other, 1, false, &error));
    CHECK(memcmp(data.training, other.training, data.training_count * sizeof *records) == 0);
    net_data_destroy(&other);
    CHECK(load(&other, 2, false, &error));
    CHECK(memcmp(data.training, other.training, data.training_count * sizeof *records) != 0);
    net_data_destroy(&other);
    CHECK(load(&other, 1, true, &error));
    CHECK_INT(other.training_count, 0);
    CHECK(other.validation_count >= data.validation_count);
    net_data_destroy(&other);
    net_data_destroy(&data);
}

/* The same position is taken once, in training or in validation, whatever its score and result. */
static void test_duplicates(void)
{
    enum { GAMES = 200 };
    static PackedPosition games[2 * GAMES];
    NetData data;
    Error error = {0};
    int different = 0;
    for (int i = 0; i < GAMES; i++) {
        games[2 * i] = records[20 * i];
        games[2 * i + 1] = records[7]; /* again and again, in validating games too */
        games[2 * i].first_of_game = 1;
        games[2 * i + 1].first_of_game = 0;
        games[2 * i + 1].ply = (uint16_t)(16 + i);
    }
    write_file(games, 2 * GAMES);
    if (!CHECK_MSG(load(&data, 1, false, &error), "%s", error.message))
        return;
    for (int part = 0; part < 2; part++) {
        const PackedPosition *list = part == 0 ? data.training : data.validation;
        const size_t count = part == 0 ? data.training_count : data.validation_count;
        for (size_t i = 0; i < count; i++)
            different += list[i].occupied == records[7].occupied && memcmp(list[i].pieces, records[7].pieces, 16) == 0;
    }
    CHECK_INT(different, 1);
    CHECK(data.duplicates >= GAMES - 1);
    net_data_destroy(&data);
}

static bool wanted(const char *fen, int ply, int score_cp)
{
    Position position;
    FenReport report;
    PackedPosition record;
    if (!CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message))
        return false;
    packed_from_position(&position, &record);
    record.ply = (uint16_t)ply;
    record.score_cp = (int16_t)score_cp;
    return net_data_wanted(&record, &position);
}

static void test_filters(void)
{
    static const char quiet[] = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    CHECK(wanted(quiet, 16, 30));
    CHECK(!wanted(quiet, 15, 30));
    CHECK(!wanted(quiet, 40, SCORE_MATE - 5));
    CHECK(!wanted(quiet, 40, -SCORE_MATE_BOUND));
    CHECK(wanted(quiet, 40, SCORE_MATE_BOUND - 1));
    CHECK(!wanted("rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3", 40, -500)); /* check */
    CHECK(wanted("8/5k2/8/3p4/3P4/8/5K2/8 w - - 0 60", 100, 0));
    CHECK(!wanted("8/5k2/8/8/3P4/8/5K2/8 w - - 0 60", 100, 0));     /* three pieces */
    CHECK(!wanted("8/5k2/8/8/3BN3/8/5K2/8 w - - 0 60", 100, 6000)); /* a known endgame */
    CHECK(wanted("8/5k2/5p2/8/3BN3/8/5K2/8 w - - 0 60", 100, 600));
}

/* Results that contradict the scores are refused, in whichever way they came to do so. */
static void test_agreement(void)
{
    static PackedPosition wrong[RECORDS];
    NetData data;
    Error error = {0};
    for (int kind = 0; kind < 4; kind++) {
        memcpy(wrong, records, sizeof wrong);
        for (int i = 0; i < RECORDS; i++) {
            const bool black = (wrong[i].side_and_passant & 0x80) != 0;
            if (kind == 1 || (kind == 2 && black)) /* the other side's result; the side to move's instead of White's */
                wrong[i].result = (uint8_t)(PACKED_WHITE_WINS - wrong[i].result);
            if (kind == 3 && i % 4 == 0) /* one in four */
                wrong[i].score_cp = (int16_t)-wrong[i].score_cp;
        }
        write_file(wrong, RECORDS);
        const bool ok = load(&data, 1, false, &error);
        CHECK_INT(ok, kind == 0);
        if (ok)
            net_data_destroy(&data);
        else
            CHECK_MSG(strstr(error.message, "agree with the results") != NULL, "%s", error.message);
    }
}

/* Bytes that are no position are told by their number. */
static void test_illegal(void)
{
    static PackedPosition wrong[40];
    NetData data;
    Error error = {0};
    memcpy(wrong, records, sizeof wrong);
    memset(wrong[29].pieces, 0x55, sizeof wrong[29].pieces);
    write_file(wrong, 40);
    CHECK(!load(&data, 1, false, &error));
    CHECK_MSG(strstr(error.message, "record 30 is no legal position") != NULL, "%s", error.message);
}

/* At the fitted scale the network's centipawns predict results as steeply as the hand-written evaluation's. */
static void test_scale(void)
{
    Net net;
    QuantizedNet quantized;
    NetScale scale;
    Error error = {0};
    CHECK(net_init(&net, 64, 1, &error));
    net_randomize(&net, 3);
    CHECK_MSG(net_quantize(&net, 1, &quantized, &error), "%s", error.message);
    /* Results that go with both: drawn by chance from the sum of the scores. */
    Random random = random_of(3, 5);
    static WdlCounts reference;
    static WdlCounts counts;
    for (int i = 0; i < RECORDS; i++) {
        Position position;
        NetInput input;
        CHECK(packed_to_position(&records[i], &position));
        net_input(&records[i], 1, &input);
        const double sign = position_side_to_move(&position) == WHITE ? 1 : -1;
        const double score = sign * (evaluate(&position, NULL) / 200.0 + 3 * (double)net_output(&net, &input));
        const double chance = (double)random_below(&random, 1000) / 1000;
        records[i].result = chance < 1 / (1 + exp(1 - score))       ? PACKED_WHITE_WINS
                            : chance > 1 - 1 / (1 + exp(1 + score)) ? PACKED_BLACK_WINS
                                                                    : PACKED_DRAW;
    }
    const NetData data = {.validation = records, .validation_count = RECORDS};
    if (!CHECK_MSG(net_fit_scale(&net, &quantized, &data, &scale, &error), "%s", error.message))
        return;
    CHECK_INT(quantized.network.scale_cp, scale.scale_cp);
    for (int i = 0; i < RECORDS; i++) {
        Position position;
        CHECK(packed_to_position(&records[i], &position));
        const int sign = position_side_to_move(&position) == WHITE ? 1 : -1;
        wdl_count(&reference, sign * evaluate(&position, NULL), (PackedResult)records[i].result);
        wdl_count(&counts, sign * network_evaluate(&quantized.network, &position), (PackedResult)records[i].result);
    }
    WdlFit reference_fit;
    WdlFit fit;
    CHECK(wdl_fit(&reference, &reference_fit) && wdl_fit(&counts, &fit));
    CHECK_MSG(fabs(fit.slope_cp / reference_fit.slope_cp - 1) < 0.02, "%.1f, of the reference %.1f", fit.slope_cp, reference_fit.slope_cp);
    CHECK(fabs(scale.reference_slope_cp - reference_fit.slope_cp) < 1e-6);
    net_quantized_destroy(&quantized);
    net_destroy(&net);
}

static double mean_shift(const Net *net, const Network *network, const PackedPosition *positions, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        Position position;
        NetInput input;
        CHECK(packed_to_position(&positions[i], &position));
        net_input(&positions[i], net->buckets, &input);
        sum += network_evaluate(network, &position) - network->scale_cp * (double)net_output(net, &input);
    }
    return sum / count;
}

/* Weights that are all rounded up shift the score; the bias takes that back, bucket by bucket. */
static void test_bias(void)
{
    Net net;
    QuantizedNet quantized;
    Error error = {0};
    CHECK(net_init(&net, 64, 2, &error));
    net_randomize(&net, 3);
    for (size_t i = net_bias_offset(&net); i < net_output_offset(&net, 0); i++)
        net.values[i] = 0.5f;
    for (size_t i = net_output_offset(&net, 0); i < net_output_bias_offset(&net); i++)
        net.values[i] = ((float)(i % 7) - 3.4f) / NETWORK_QB;
    CHECK_MSG(net_quantize(&net, 400, &quantized, &error), "%s", error.message);
    const NetData data = {.validation = records, .validation_count = RECORDS};
    CHECK(fabs(mean_shift(&net, &quantized.network, records, RECORDS)) > 50);
    CHECK(net_correct_bias(&net, &quantized, &data, &error));
    CHECK(fabs(mean_shift(&net, &quantized.network, records, RECORDS)) < 0.6);
    net_quantized_destroy(&quantized);
    net_destroy(&net);
}

/* The file is read back by the engine; the source holds every number, in order, and the shape. */
static void test_written(void)
{
    Net net;
    QuantizedNet quantized;
    Error error = {0};
    CHECK(net_init(&net, 64, 2, &error));
    net_randomize(&net, 3);
    net.values[net_output_bias_offset(&net) + 1] = -2.5f;
    CHECK(net_quantize(&net, 234, &quantized, &error));
    char source_path[sizeof path + 2];
    snprintf(source_path, sizeof source_path, "%s.c", path);
    CHECK_MSG(net_write(&quantized.network, path, source_path, &error), "%s", error.message);
    char message[NETWORK_MESSAGE_SIZE];
    const Network *back = network_load(path, message);
    if (!CHECK_MSG(back != NULL, "%s", message))
        return;
    for (int i = 0; i < 100; i++) {
        Position position;
        CHECK(packed_to_position(&records[i], &position));
        CHECK_INT(network_evaluate(back, &position), network_evaluate(&quantized.network, &position));
    }
    network_release(back);
    size_t size;
    char *text = file_read_text(source_path, &size, &error);
    if (!CHECK(text != NULL))
        return;
    CHECK(file_remove(source_path, &error));

    const Network *network = &quantized.network;
    const int16_t *arrays[] = {network->feature_weights, network->feature_bias, network->output_weights};
    const size_t counts[] = {768 * 64, 64, 2 * 2 * 64};
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        at = strstr(at, "= {");
        if (!CHECK(at != NULL))
            return;
        at += 3;
        for (size_t n = 0; n < counts[i]; n++) {
            char *end;
            CHECK_INT(strtol(at, &end, 10), arrays[i][n]);
            CHECK(*end == ',');
            at = end + 1;
        }
        while (isspace((unsigned char)*at))
            at++;
        CHECK(*at == '}');
    }
    char bias[64];
    snprintf(bias, sizeof bias, "int32_t output_bias[2] = {\n0,%d,\n};", (int)rint(-2.5 * 255 * 64));
    CHECK_MSG(strstr(at, bias) != NULL, "%s", bias);
    CHECK(strstr(at, ".hidden = 64,\n    .buckets = 2,\n    .scale_cp = 234,") != NULL);
    free(text);
    net_quantized_destroy(&quantized);
    net_destroy(&net);
}

int main(void)
{
    chess_init();
    kpk_init();
    const int descriptor = mkstemp(path);
    CHECK(descriptor >= 0 && close(descriptor) == 0);
    random_records(records, RECORDS, 21);
    test_loading();
    test_duplicates();
    test_filters();
    test_agreement();
    test_illegal();
    test_scale();
    test_bias();
    test_written();
    unlink(path);
    return test_end("training/net_data");
}
