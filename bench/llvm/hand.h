// Kernels with intrinsics, several registers a value, whose chains fill each other's waiting. The file that includes this has COUNT floats
// in `left`, `right` and `result`, and says by POINTS how many registers of points are
// fastest; with HAS_BODIES it has also `many`, and BODIES `bodies`.
#pragma once

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#define BY_HAND
enum { REGISTERS = 4 };
#ifdef __AVX512F__
typedef __m512 floats;
typedef __m512i ints;
typedef __mmask16 lanes;
#define DO(name) _mm512_##name
#define INT(name) _mm512_##name
static int some(lanes on) { return on != 0; }
static lanes less(floats a, floats b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
static lanes greater(ints a, ints b) { return _mm512_cmpgt_epi32_mask(a, b); }
static lanes odd(ints a) { return _mm512_test_epi32_mask(a, _mm512_set1_epi32(1)); }
static lanes all(void) { return (lanes)-1; }
static lanes both(lanes a, lanes b) { return a & b; }
static lanes either(lanes a, lanes b) { return a | b; }
static floats kept(floats before, lanes on, floats now) { return _mm512_mask_mov_ps(before, on, now); }
static ints kept_ints(ints before, lanes on, ints now) { return _mm512_mask_mov_epi32(before, on, now); }
#else
typedef __m256 floats;
typedef __m256i ints;
typedef __m256 lanes;
#define DO(name) _mm256_##name
#define INT(name) _mm256_##name
static int some(lanes on) { return _mm256_movemask_ps(on); }
static lanes less(floats a, floats b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
static lanes greater(ints a, ints b) { return _mm256_castsi256_ps(_mm256_cmpgt_epi32(a, b)); }
static lanes odd(ints a) { return _mm256_castsi256_ps(_mm256_slli_epi32(a, 31)); }
static lanes all(void) { return _mm256_castsi256_ps(_mm256_set1_epi32(-1)); }
static lanes both(lanes a, lanes b) { return _mm256_and_ps(a, b); }
static lanes either(lanes a, lanes b) { return _mm256_or_ps(a, b); }
static floats kept(floats before, lanes on, floats now) { return _mm256_blendv_ps(before, now, on); }
static ints kept_ints(ints before, lanes on, ints now) {
    return _mm256_castps_si256(kept(_mm256_castsi256_ps(before), on, _mm256_castsi256_ps(now)));
}
#endif
enum { WIDTH = sizeof(floats) / sizeof(float) };

__attribute__((noinline)) static void hand_mandelbrot(void) {
    for (int i = 0; i < COUNT; i += WIDTH * POINTS) {
        floats cr[POINTS], ci[POINTS], x[POINTS], y[POINTS], turns[POINTS];
        lanes on[POINTS];
        for (int k = 0; k < POINTS; k++) {
            cr[k] = DO(loadu_ps)(left + i + k * WIDTH), ci[k] = DO(loadu_ps)(right + i + k * WIDTH);
            x[k] = y[k] = turns[k] = DO(setzero_ps)(), on[k] = all();
        }
        for (int turn = 0; turn < 256; turn++) {
            lanes any = {0};
            floats u[POINTS], w[POINTS];
            for (int k = 0; k < POINTS; k++) {
                u[k] = DO(mul_ps)(x[k], x[k]), w[k] = DO(mul_ps)(y[k], y[k]);
                on[k] = both(on[k], less(DO(add_ps)(u[k], w[k]), DO(set1_ps)(4)));
                any = either(any, on[k]);
            }
            if (!some(any)) {
                break;
            }
            for (int k = 0; k < POINTS; k++) {
                y[k] = DO(add_ps)(DO(mul_ps)(DO(add_ps)(x[k], x[k]), y[k]), ci[k]);
                x[k] = DO(add_ps)(DO(sub_ps)(u[k], w[k]), cr[k]);
                turns[k] = kept(turns[k], on[k], DO(set1_ps)((float)(turn + 1)));
            }
        }
        for (int k = 0; k < POINTS; k++) {
            DO(storeu_ps)(result + i + k * WIDTH, turns[k]);
        }
    }
}

#ifdef HAS_BODIES
__attribute__((noinline)) static void hand_collatz(void) {
    const ints one = INT(set1_epi32)(1);
    for (int i = 0; i < COUNT; i += WIDTH * REGISTERS) {
        ints n[REGISTERS], steps[REGISTERS];
        for (int k = 0; k < REGISTERS; k++) {
            n[k] = INT(cvttps_epi32)(DO(loadu_ps)(many + i + k * WIDTH)), steps[k] = INT(set1_epi32)(0);
        }
        for (int step = 0; step < 300; step++) {
            lanes any = {0}, on[REGISTERS];
            for (int k = 0; k < REGISTERS; k++) {
                on[k] = greater(n[k], one);
                any = either(any, on[k]);
            }
            if (!some(any)) {
                break;
            }
            for (int k = 0; k < REGISTERS; k++) {
                const ints more = INT(add_epi32)(INT(add_epi32)(n[k], n[k]), INT(add_epi32)(n[k], one));
                const ints next = kept_ints(INT(srli_epi32)(n[k], 1), odd(n[k]), more);
                n[k] = kept_ints(n[k], on[k], next), steps[k] = kept_ints(steps[k], on[k], INT(set1_epi32)(step + 1));
            }
        }
        for (int k = 0; k < REGISTERS; k++) {
            DO(storeu_ps)(result + i + k * WIDTH, DO(cvtepi32_ps)(steps[k]));
        }
    }
}

__attribute__((noinline)) static void hand_attraction(void) {
    for (int i = 0; i < COUNT; i += WIDTH * 2) {
        floats x[2], y[2], sum[2];
        for (int k = 0; k < 2; k++) {
            x[k] = DO(loadu_ps)(left + i + k * WIDTH), y[k] = DO(loadu_ps)(right + i + k * WIDTH), sum[k] = DO(setzero_ps)();
        }
        for (int body = 0; body < BODIES; body++) {
            for (int k = 0; k < 2; k++) {
                const floats dx = DO(sub_ps)(DO(set1_ps)(bodies[0][body]), x[k]), dy = DO(sub_ps)(DO(set1_ps)(bodies[1][body]), y[k]);
                const floats apart = DO(add_ps)(DO(add_ps)(DO(mul_ps)(dx, dx), DO(mul_ps)(dy, dy)), DO(set1_ps)(1e-3f));
                const lanes on = less(apart, DO(set1_ps)(1));
                if (some(on)) {
                    const floats pull = DO(div_ps)(DO(set1_ps)(bodies[2][body]), DO(mul_ps)(apart, DO(sqrt_ps)(apart)));
                    sum[k] = kept(sum[k], on, DO(add_ps)(sum[k], pull));
                }
            }
        }
        for (int k = 0; k < 2; k++) {
            DO(storeu_ps)(result + i + k * WIDTH, sum[k]);
        }
    }
}
#endif
#endif
