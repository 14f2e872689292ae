/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Network files, little endian:
 *     8 bytes  "CRSLNET" and a zero
 *     u32      version, 1
 *     u32      hidden
 *     u32      buckets
 *     u32      0
 *     i32      centipawns for an output of 1.0
 *     u32      0
 *     i16      feature weights [NETWORK_FEATURES][hidden]
 *     i16      feature bias [hidden]
 *     i16      output weights [buckets][2][hidden]
 *     i32      output bias [buckets]
 *     u32      CRC-32 of everything before
 */
#include "engine/network.h"
#include "base/checksum.h"
#include "system/file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAGIC[8] = "CRSLNET";

enum { VERSION = 1, HEADER_SIZE = 32, CHECKSUM_SIZE = 4, FULL_BOARD = 32 };

struct NetworkMemory {
    atomic_uint references;
    Network network;
    void *block; /* as it was allocated */
};

/* --- bytes --- */

static uint32_t read_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void read_i16s(const uint8_t *bytes, int16_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int16_t)(uint16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
}

static uint8_t *write_u32(uint8_t *bytes, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        *bytes++ = (uint8_t)(number >> 8 * i);
    return bytes;
}

static uint8_t *write_i16s(uint8_t *bytes, const int16_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        *bytes++ = (uint8_t)((uint16_t)numbers[i] & 0xff);
        *bytes++ = (uint8_t)((uint16_t)numbers[i] >> 8);
    }
    return bytes;
}

/* --- shape --- */

typedef struct Sizes {
    size_t features; /* numbers, not bytes */
    size_t hidden;
    size_t outputs;
    size_t buckets;
} Sizes;

static Sizes sizes_of(int hidden, int buckets)
{
    const size_t h = (size_t)hidden;
    return (Sizes){NETWORK_FEATURES * h, h, (size_t)buckets * 2 * h, (size_t)buckets};
}

static size_t file_size_of(const Sizes *sizes)
{
    return HEADER_SIZE + 2 * (sizes->features + sizes->hidden + sizes->outputs) + 4 * sizes->buckets + CHECKSUM_SIZE;
}

static int magnitude(int value)
{
    return value < 0 ? -value : value;
}

/* The largest size that neuron's accumulator can reach: its bias, and a full board of its heaviest rows. */
static int largest_value(const Network *network, int neuron)
{
    int heaviest[FULL_BOARD] = {0}; /* falling */
    for (int feature = 0; feature < NETWORK_FEATURES; feature++) {
        int weight = magnitude(network_row(network, feature)[neuron]);
        for (int i = 0; i < FULL_BOARD && weight > 0; i++)
            if (weight > heaviest[i]) {
                const int lighter = heaviest[i];
                heaviest[i] = weight;
                weight = lighter;
            }
    }
    int sum = magnitude(network->feature_bias[neuron]);
    for (int i = 0; i < FULL_BOARD; i++)
        sum += heaviest[i];
    return sum;
}

bool network_is_sound(const Network *network, char message[NETWORK_MESSAGE_SIZE])
{
    const int hidden = network->hidden;
    const int buckets = network->buckets;
    if (hidden != 64 && hidden != 128 && hidden != 256) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "a network with %d hidden neurons; this program takes 64, 128 or 256", hidden);
        return false;
    }
    if (buckets != 1 && buckets != 2 && buckets != 4 && buckets != 8) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "a network with %d output buckets; this program takes 1, 2, 4 or 8", buckets);
        return false;
    }
    if (network->scale_cp < 1 || network->scale_cp > NETWORK_SCALE_MAX) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "a scale of %d centipawns; expected 1 to %d", network->scale_cp, NETWORK_SCALE_MAX);
        return false;
    }
    for (int bucket = 0; bucket < buckets; bucket++) {
        const int16_t *weights = network->output_weights + (size_t)bucket * 2 * (size_t)hidden;
        int sum = 0;
        for (int i = 0; i < 2 * hidden; i++) {
            if (magnitude(weights[i]) > NETWORK_WEIGHT_MAX) {
                snprintf(message, NETWORK_MESSAGE_SIZE, "an output weight of %d; at most %d can be multiplied in 16 bits", weights[i],
                         NETWORK_WEIGHT_MAX);
                return false;
            }
            sum += magnitude(weights[i]);
        }
        if (sum > NETWORK_WEIGHT_SUM_MAX) {
            snprintf(message, NETWORK_MESSAGE_SIZE, "the output weights of bucket %d add up to %d; at most %d can be summed in 32 bits",
                     bucket, sum, NETWORK_WEIGHT_SUM_MAX);
            return false;
        }
    }
    for (int neuron = 0; neuron < hidden; neuron++) {
        const int largest = largest_value(network, neuron);
        if (largest > INT16_MAX) {
            snprintf(message, NETWORK_MESSAGE_SIZE, "hidden neuron %d could reach %d; at most %d fit 16 bits", neuron, largest, INT16_MAX);
            return false;
        }
    }
    return true;
}

/* --- memory --- */

static size_t aligned(size_t size)
{
    return (size + NETWORK_ALIGNMENT - 1) & ~(size_t)(NETWORK_ALIGNMENT - 1);
}

/* A network of this shape with one reference and arrays still to be filled. */
static struct NetworkMemory *allocate(const Sizes *sizes, int hidden, int buckets)
{
    const size_t features = aligned(2 * sizes->features);
    const size_t bias = aligned(2 * sizes->hidden);
    const size_t outputs = aligned(2 * sizes->outputs);
    struct NetworkMemory *memory = malloc(sizeof *memory);
    void *block = malloc(features + bias + outputs + 4 * sizes->buckets + NETWORK_ALIGNMENT);
    if (memory == NULL || block == NULL) {
        free(memory);
        free(block);
        return NULL;
    }
    char *at = (char *)block + (NETWORK_ALIGNMENT - (uintptr_t)block % NETWORK_ALIGNMENT);
    memory->block = block;
    atomic_init(&memory->references, 1);
    memory->network = (Network){.hidden = hidden,
                                .buckets = buckets,
                                .feature_weights = (const int16_t *)(void *)at,
                                .feature_bias = (const int16_t *)(void *)(at + features),
                                .output_weights = (const int16_t *)(void *)(at + features + bias),
                                .output_bias = (const int32_t *)(void *)(at + features + bias + outputs),
                                .memory = memory};
    return memory;
}

void network_share(const Network *network)
{
    if (network != NULL && network->memory != NULL)
        atomic_fetch_add(&network->memory->references, 1);
}

void network_release(const Network *network)
{
    if (network == NULL || network->memory == NULL || atomic_fetch_sub(&network->memory->references, 1) != 1)
        return;
    struct NetworkMemory *memory = network->memory;
    free(memory->block);
    free(memory);
}

/* --- reading and writing --- */

const Network *network_read(const void *given, size_t size, char message[NETWORK_MESSAGE_SIZE])
{
    const uint8_t *bytes = given;
    message[0] = '\0';
    if (size < HEADER_SIZE || memcmp(bytes, MAGIC, sizeof MAGIC) != 0) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "not a network file of this program");
        return NULL;
    }
    if (read_u32(bytes + 8) != VERSION) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "a network file of version %u; this program reads version %d",
                 (unsigned)read_u32(bytes + 8), VERSION);
        return NULL;
    }
    /* What is out of range here is refused by network_is_sound(); the bounds keep the arithmetic on sizes safe. */
    const uint32_t hidden = read_u32(bytes + 12);
    const uint32_t buckets = read_u32(bytes + 16);
    if (hidden == 0 || hidden > 65536 || buckets == 0 || buckets > 1024) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "a network with %u hidden neurons and %u output buckets is none this program knows",
                 (unsigned)hidden, (unsigned)buckets);
        return NULL;
    }
    const Sizes sizes = sizes_of((int)hidden, (int)buckets);
    if (size != file_size_of(&sizes)) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "%zu bytes long; a network with %u hidden neurons and %u output buckets has %zu", size,
                 (unsigned)hidden, (unsigned)buckets, file_size_of(&sizes));
        return NULL;
    }
    if (read_u32(bytes + size - CHECKSUM_SIZE) != checksum_crc32(bytes, size - CHECKSUM_SIZE)) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "damaged: its checksum is wrong");
        return NULL;
    }
    struct NetworkMemory *memory = allocate(&sizes, (int)hidden, (int)buckets);
    if (memory == NULL) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "no memory for the network");
        return NULL;
    }
    Network *network = &memory->network;
    network->scale_cp = (int)(int32_t)read_u32(bytes + 24);
    bytes += HEADER_SIZE;
    read_i16s(bytes, (int16_t *)network->feature_weights, sizes.features);
    bytes += 2 * sizes.features;
    read_i16s(bytes, (int16_t *)network->feature_bias, sizes.hidden);
    bytes += 2 * sizes.hidden;
    read_i16s(bytes, (int16_t *)network->output_weights, sizes.outputs);
    bytes += 2 * sizes.outputs;
    for (size_t i = 0; i < sizes.buckets; i++)
        ((int32_t *)network->output_bias)[i] = (int32_t)read_u32(bytes + 4 * i);
    if (!network_is_sound(network, message)) {
        network_release(network);
        return NULL;
    }
    return network;
}

const Network *network_load(const char *path, char message[NETWORK_MESSAGE_SIZE])
{
    Error error;
    size_t size;
    char *bytes = file_read_all(path, &size, &error);
    if (bytes == NULL) {
        snprintf(message, NETWORK_MESSAGE_SIZE, "%s", error.message);
        return NULL;
    }
    char reason[NETWORK_MESSAGE_SIZE];
    const Network *network = network_read(bytes, size, reason);
    free(bytes);
    if (network == NULL)
        snprintf(message, NETWORK_MESSAGE_SIZE, "%.300s: %.200s", path, reason);
    return network;
}

void *network_bytes(const Network *network, size_t *size)
{
    const Sizes sizes = sizes_of(network->hidden, network->buckets);
    *size = file_size_of(&sizes);
    uint8_t *bytes = malloc(*size);
    if (bytes == NULL)
        return NULL;
    memcpy(bytes, MAGIC, sizeof MAGIC);
    uint8_t *at = bytes + sizeof MAGIC;
    at = write_u32(at, VERSION);
    at = write_u32(at, (uint32_t)network->hidden);
    at = write_u32(at, (uint32_t)network->buckets);
    at = write_u32(at, 0);
    at = write_u32(at, (uint32_t)network->scale_cp);
    at = write_u32(at, 0);
    at = write_i16s(at, network->feature_weights, sizes.features);
    at = write_i16s(at, network->feature_bias, sizes.hidden);
    at = write_i16s(at, network->output_weights, sizes.outputs);
    for (size_t i = 0; i < sizes.buckets; i++)
        at = write_u32(at, (uint32_t)network->output_bias[i]);
    write_u32(at, checksum_crc32(bytes, *size - CHECKSUM_SIZE));
    return bytes;
}
