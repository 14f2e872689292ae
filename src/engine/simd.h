/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The network's arithmetic on runs of 16-bit numbers, and the only processor #ifdefs of the engine.
 *
 * Sums of rows are plain loops that every compiler turns into vector code, as their length is a constant where
 * they are inlined. The output layer needs an instruction that C cannot say, so it has a portable twin with the
 * suffix `_portable`, which the tests compare with the fast one: both give the same number, bit for bit. Which
 * is used is decided when the program is built. Lengths are multiples of SIMD_LANES; rows are aligned to 32 bytes.
 *
 * Compilers take a third of a second to read the processor's headers: only the files that calculate include this.
 */
#ifndef CAROUSEL_ENGINE_SIMD_H
#define CAROUSEL_ENGINE_SIMD_H

#include <stdint.h>

#if defined(__AVX2__) && !defined(CAROUSEL_NO_SIMD)
#include <immintrin.h>
#define SIMD_HAVE_AVX2 1
#else
#define SIMD_HAVE_AVX2 0
#endif

#if defined(__SSE2__) && !defined(CAROUSEL_NO_SIMD)
#include <emmintrin.h>
#define SIMD_HAVE_SSE2 1
#else
#define SIMD_HAVE_SSE2 0
#endif

enum { SIMD_LANES = 16 };

/* to = from + added - removed */
static inline void simd_add_sub(int16_t *restrict to, const int16_t *restrict from, const int16_t *restrict added,
                                const int16_t *restrict removed, int length)
{
    for (int i = 0; i < length; i++)
        to[i] = (int16_t)(from[i] + added[i] - removed[i]);
}

/* to = from + added - removed - removed2 */
static inline void simd_add_sub_sub(int16_t *restrict to, const int16_t *restrict from, const int16_t *restrict added,
                                    const int16_t *restrict removed, const int16_t *restrict removed2, int length)
{
    for (int i = 0; i < length; i++)
        to[i] = (int16_t)(from[i] + added[i] - removed[i] - removed2[i]);
}

/* to = from + added + added2 - removed - removed2 */
static inline void simd_add_add_sub_sub(int16_t *restrict to, const int16_t *restrict from, const int16_t *restrict added,
                                        const int16_t *restrict added2, const int16_t *restrict removed, const int16_t *restrict removed2,
                                        int length)
{
    for (int i = 0; i < length; i++)
        to[i] = (int16_t)(from[i] + added[i] + added2[i] - removed[i] - removed2[i]);
}

static inline void simd_add(int16_t *restrict to, const int16_t *restrict added, int length)
{
    for (int i = 0; i < length; i++)
        to[i] = (int16_t)(to[i] + added[i]);
}

static inline void simd_sub(int16_t *restrict to, const int16_t *restrict removed, int length)
{
    for (int i = 0; i < length; i++)
        to[i] = (int16_t)(to[i] - removed[i]);
}

/* The sum of w·v², v being the value brought into 0 … limit. The caller's weights are such that v·w fits 16 bits and
 * the sum of any lanes 32. */
static inline int32_t simd_squared_dot_portable(const int16_t *values, const int16_t *weights, int16_t limit, int length)
{
    int32_t sum = 0;
    for (int i = 0; i < length; i++) {
        const int32_t v = values[i] < 0 ? 0 : values[i] > limit ? limit : values[i];
        sum += v * (int16_t)(v * weights[i]);
    }
    return sum;
}

#if SIMD_HAVE_AVX2

static inline int32_t simd_squared_dot(const int16_t *values, const int16_t *weights, int16_t limit, int length)
{
    const __m256i zero = _mm256_setzero_si256();
    const __m256i most = _mm256_set1_epi16(limit);
    __m256i sum = zero;
    for (int i = 0; i < length; i += 16) {
        const __m256i raw = _mm256_load_si256((const __m256i *)(const void *)(values + i));
        const __m256i w = _mm256_load_si256((const __m256i *)(const void *)(weights + i));
        const __m256i v = _mm256_min_epi16(_mm256_max_epi16(raw, zero), most);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(v, _mm256_mullo_epi16(v, w)));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

#elif SIMD_HAVE_SSE2

static inline int32_t simd_squared_dot(const int16_t *values, const int16_t *weights, int16_t limit, int length)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i most = _mm_set1_epi16(limit);
    __m128i sum = zero;
    for (int i = 0; i < length; i += 8) {
        const __m128i raw = _mm_load_si128((const __m128i *)(const void *)(values + i));
        const __m128i w = _mm_load_si128((const __m128i *)(const void *)(weights + i));
        const __m128i v = _mm_min_epi16(_mm_max_epi16(raw, zero), most);
        sum = _mm_add_epi32(sum, _mm_madd_epi16(v, _mm_mullo_epi16(v, w)));
    }
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return _mm_cvtsi128_si32(sum);
}

#else

static inline int32_t simd_squared_dot(const int16_t *values, const int16_t *weights, int16_t limit, int length)
{
    return simd_squared_dot_portable(values, weights, limit, length);
}

#endif

#endif
