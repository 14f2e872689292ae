/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/net_kernel.h"

#include <math.h>

/* Eight numbers at once; the compiler makes of it what the processor has. */
typedef float Lanes __attribute__((vector_size(32), may_alias));
typedef int32_t Masks __attribute__((vector_size(32)));

enum { LANES = 8, BLOCK = 8 }; /* a block of so many Lanes is kept in registers */

_Static_assert(NET_HIDDEN_STEP == LANES * BLOCK, "the hidden layer is made of whole blocks");

static const Lanes ZERO = {0, 0, 0, 0, 0, 0, 0, 0};
static const Lanes ONE = {1, 1, 1, 1, 1, 1, 1, 1};

/* One side's hidden layer before and after its use. */
typedef struct Half {
    _Alignas(64) float sums[NETWORK_HIDDEN_MAX];
} Half;

#define AT(pointer, block) ((const Lanes *)(const void *)(pointer) + (size_t)(block)*BLOCK)
#define AT_CHANGING(pointer, block) ((Lanes *)(void *)(pointer) + (size_t)(block)*BLOCK)

float net_sigmoid(float x)
{
    return 1 / (1 + expf(-x));
}

/* bias + the rows of all inputs. */
static void sum_inputs(const Net *net, const uint16_t *index, int count, Half *half)
{
    const float *bias = net->values + net_bias_offset(net);
    for (int block = 0; block < net->hidden / NET_HIDDEN_STEP; block++) {
        const Lanes *start = AT(bias, block);
        Lanes s0 = start[0], s1 = start[1], s2 = start[2], s3 = start[3];
        Lanes s4 = start[4], s5 = start[5], s6 = start[6], s7 = start[7];
        for (int i = 0; i < count; i++) {
            const Lanes *row = AT(net->values + (size_t)index[i] * (size_t)net->hidden, block);
            s0 += row[0], s1 += row[1], s2 += row[2], s3 += row[3];
            s4 += row[4], s5 += row[5], s6 += row[6], s7 += row[7];
        }
        Lanes *sums = AT_CHANGING(half->sums, block);
        sums[0] = s0, sums[1] = s1, sums[2] = s2, sums[3] = s3;
        sums[4] = s4, sums[5] = s5, sums[6] = s6, sums[7] = s7;
    }
}

static inline Lanes clip(Lanes x)
{
    const Masks positive = x > ZERO;
    const Masks below_one = x < ONE;
    return (Lanes)((Masks)x & positive & below_one) + (Lanes)((Masks)ONE & ~below_one);
}

/* The sum of squared clipped ReLU times output weight. */
static float weigh(const Half *half, const float *weights, int hidden)
{
    Lanes even = ZERO;
    Lanes odd = ZERO;
    for (int block = 0; block < hidden / NET_HIDDEN_STEP; block++) {
        const Lanes *sums = AT(half->sums, block);
        const Lanes *weight = AT(weights, block);
        for (int i = 0; i < BLOCK; i += 2) {
            const Lanes a = clip(sums[i]);
            const Lanes b = clip(sums[i + 1]);
            even += a * a * weight[i];
            odd += b * b * weight[i + 1];
        }
    }
    even += odd;
    return ((even[0] + even[4]) + (even[1] + even[5])) + ((even[2] + even[6]) + (even[3] + even[7]));
}

static float forward(const Net *net, const NetInput *input, Half halves[2])
{
    const float *output = net->values + net_output_offset(net, input->bucket);
    sum_inputs(net, input->index[0], input->count, &halves[0]);
    sum_inputs(net, input->index[1], input->count, &halves[1]);
    return weigh(&halves[0], output, net->hidden) + weigh(&halves[1], output + net->hidden, net->hidden) +
           net->values[net_output_bias_offset(net) + (size_t)input->bucket];
}

float net_output(const Net *net, const NetInput *input)
{
    Half halves[2];
    return forward(net, input, halves);
}

/* The output weights' share of the error; leaves in `half` what each hidden sum should have been less. */
static void learn_output(Half *half, const float *weights, float *gradient, float slope, int hidden)
{
    const Lanes slopes = ZERO + slope;
    for (int block = 0; block < hidden / NET_HIDDEN_STEP; block++) {
        Lanes *sums = AT_CHANGING(half->sums, block);
        const Lanes *weight = AT(weights, block);
        Lanes *change = AT_CHANGING(gradient, block);
        for (int i = 0; i < BLOCK; i++) {
            const Lanes x = sums[i];
            const Lanes clipped = clip(x);
            const Lanes inside = (Lanes)((Masks)x & (x > ZERO) & (x < ONE));
            change[i] += slopes * clipped * clipped;
            sums[i] = slopes * weight[i] * (inside + inside);
        }
    }
}

static void learn_inputs(const Net *net, const uint16_t *index, int count, const Half *half, float *gradient)
{
    for (int block = 0; block < net->hidden / NET_HIDDEN_STEP; block++) {
        const Lanes *slope = AT(half->sums, block);
        const Lanes s0 = slope[0], s1 = slope[1], s2 = slope[2], s3 = slope[3];
        const Lanes s4 = slope[4], s5 = slope[5], s6 = slope[6], s7 = slope[7];
        for (int i = -1; i < count; i++) {
            const size_t row = i < 0 ? NETWORK_FEATURES : index[i]; /* the bias stands after the inputs' rows */
            Lanes *change = AT_CHANGING(gradient + row * (size_t)net->hidden, block);
            change[0] += s0, change[1] += s1, change[2] += s2, change[3] += s3;
            change[4] += s4, change[5] += s5, change[6] += s6, change[7] += s7;
        }
    }
}

float net_learn(const Net *net, const NetInput *input, float target, float *gradient)
{
    Half halves[2];
    const size_t output = net_output_offset(net, input->bucket);
    const size_t hidden = (size_t)net->hidden;
    const float expected = net_sigmoid(forward(net, input, halves));
    const float error = expected - target;
    const float slope = 2 * error * expected * (1 - expected);

    gradient[net_output_bias_offset(net) + (size_t)input->bucket] += slope;
    for (size_t side = 0; side < 2; side++) {
        const size_t at = output + side * hidden;
        learn_output(&halves[side], net->values + at, gradient + at, slope, net->hidden);
        learn_inputs(net, input->index[side], input->count, &halves[side], gradient);
    }
    return error * error;
}
