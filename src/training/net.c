/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/net.h"

#include "base/checksum.h"
#include "system/file.h"
#include "system/memory.h"
#include "training/random.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct NetHeader {
    char magic[8];
    uint32_t version;
    uint32_t hidden;
    uint32_t buckets;
    uint32_t checksum; /* of the numbers */
} NetHeader;

static const char net_magic[8] = "CRSLFLT";
enum { NET_VERSION = 1 };

bool net_init(Net *net, int hidden, int buckets, Error *error)
{
    *net = (Net){.hidden = hidden, .buckets = buckets};
    if (hidden < NET_HIDDEN_STEP || hidden > NETWORK_HIDDEN_MAX || hidden % NET_HIDDEN_STEP != 0)
        return error_set(error, 0, "%d hidden neurons: expected a multiple of %d up to %d", hidden, NET_HIDDEN_STEP, NETWORK_HIDDEN_MAX);
    if (buckets < 1 || buckets > NETWORK_BUCKETS_MAX || (buckets & (buckets - 1)) != 0)
        return error_set(error, 0, "%d output buckets: expected 1, 2, 4 or 8", buckets);
    net->count = net_output_bias_offset(net) + (size_t)buckets;
    net->values = memory_allocate_large(net->count * sizeof *net->values);
    return net->values != NULL || error_set(error, ENOMEM, "cannot hold a network");
}

void net_destroy(Net *net)
{
    memory_free_large(net->values, net->count * sizeof *net->values);
    *net = (Net){0};
}

static void draw(float *values, size_t count, double bound, Random *random)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (float)(bound * ((double)(random_next(random) >> 11) / (double)(UINT64_C(1) << 52) - 1));
}

void net_randomize(Net *net, uint64_t seed)
{
    Random random = random_of(seed, 0);
    const size_t bias = net_bias_offset(net);
    const size_t output = net_output_offset(net, 0);
    const size_t output_bias = net_output_bias_offset(net);
    draw(net->values, bias, 1 / sqrt(32), &random);
    memset(net->values + bias, 0, (output - bias) * sizeof *net->values);
    draw(net->values + output, output_bias - output, 1 / sqrt(2.0 * net->hidden), &random);
    memset(net->values + output_bias, 0, (net->count - output_bias) * sizeof *net->values);
}

/* What turns a square into the one that `color` sees, with its king on `king`. */
static unsigned view_of(Color color, unsigned king)
{
    return (color == BLACK ? 56u : 0u) ^ (king & 4 ? 7u : 0u);
}

void net_input(const PackedPosition *record, int buckets, NetInput *input)
{
    uint8_t codes[NET_PIECES_MAX];
    uint8_t squares[NET_PIECES_MAX] = {0};
    uint8_t last[PIECE_COUNT] = {0}; /* where the last piece of each code stands: of kings there is one */
    for (int i = 0; i < NET_PIECES_MAX / 2; i++) {
        codes[2 * i] = record->pieces[i] & 15u;
        codes[2 * i + 1] = record->pieces[i] >> 4;
    }
    int count = 0;
    for (Bitboard occupied = record->occupied; occupied != 0; count++) {
        squares[count] = (uint8_t)bits_pop(&occupied);
        last[codes[count]] = squares[count];
    }
    const unsigned us = record->side_and_passant >> 7;
    const unsigned own_view = view_of((Color)us, last[piece_make((Color)us, KING)]);
    const unsigned their_view = view_of((Color)(us ^ 1), last[piece_make((Color)(us ^ 1), KING)]);
    for (int i = 0; i < NET_PIECES_MAX; i++) { /* a constant number, so that it becomes vector code */
        const unsigned code = codes[i] & 7u;
        const unsigned type = (code == PACKED_CASTLING_ROOK ? ROOK : code) * SQUARE_COUNT;
        const unsigned theirs = (codes[i] >> 3 ^ us) * (NETWORK_FEATURES / 2);
        input->index[0][i] = (uint16_t)(theirs + type + (squares[i] ^ own_view));
        input->index[1][i] = (uint16_t)(NETWORK_FEATURES / 2 - theirs + type + (squares[i] ^ their_view));
    }
    input->count = count;
    input->bucket = (count - 2) * buckets / NET_PIECES_MAX;
}

bool net_save(const Net *net, const char *path, Error *error)
{
    const size_t bytes = net->count * sizeof *net->values;
    char *data = malloc(sizeof(NetHeader) + bytes);
    if (data == NULL)
        return error_set(error, ENOMEM, "cannot write '%s'", path);
    NetHeader header = {.version = NET_VERSION,
                        .hidden = (uint32_t)net->hidden,
                        .buckets = (uint32_t)net->buckets,
                        .checksum = checksum_crc32(net->values, bytes)};
    memcpy(header.magic, net_magic, sizeof net_magic);
    memcpy(data, &header, sizeof header);
    memcpy(data + sizeof header, net->values, bytes);
    const bool ok = file_replace(path, data, sizeof header + bytes, error);
    free(data);
    return ok;
}

bool net_load(Net *net, const char *path, Error *error)
{
    size_t size = 0;
    NetHeader header;
    *net = (Net){0};
    char *data = file_read_all(path, &size, error);
    if (data == NULL)
        return false;
    bool ok = size >= sizeof header;
    if (ok) {
        memcpy(&header, data, sizeof header);
        ok = memcmp(header.magic, net_magic, sizeof net_magic) == 0 && header.version == NET_VERSION;
    }
    if (!ok)
        error_set(error, 0, "'%s' is no network that is being trained", path);
    else
        ok = net_init(net, (int)header.hidden, (int)header.buckets, error);
    if (ok) {
        const size_t bytes = net->count * sizeof *net->values;
        ok = size == sizeof header + bytes && checksum_crc32(data + sizeof header, bytes) == header.checksum;
        if (ok)
            memcpy(net->values, data + sizeof header, bytes);
        else
            error_set(error, 0, "'%s' is cut off or altered (wrong checksum)", path);
    }
    free(data);
    if (!ok)
        net_destroy(net);
    return ok;
}
