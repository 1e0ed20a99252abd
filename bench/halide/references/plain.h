// The kernels as plain loops. Every one is `void NAME(const void *const *inputs, void *output)`: the buffers
// of the Halide kernel in its order, dense, the first dimension innermost. Images have a border, see
// `pixels`.
#pragma once

#include <stdint.h>

enum { WIDTH = 1024, HEIGHT = 512 };                          // of an image's output
enum { BORDER_X = 128, BORDER_Y = 4, STRIDE = WIDTH + 256 };  // of its input: the image in the middle of more

// A worker of its own for each kernel, so that `restrict` holds in it.
#define WORKER static __attribute__((noinline)) void
#define KERNEL_1(name)                                   \
    void name(const void *const *inputs, void *output) { \
        name##_worker(inputs[0], output);                \
    }
#define KERNEL_2(name)                                   \
    void name(const void *const *inputs, void *output) { \
        name##_worker(inputs[0], inputs[1], output);     \
    }
#define KERNEL_3(name)                                          \
    void name(const void *const *inputs, void *output) {        \
        name##_worker(inputs[0], inputs[1], inputs[2], output); \
    }
#define KERNEL_4(name)                                                     \
    void name(const void *const *inputs, void *output) {                   \
        name##_worker(inputs[0], inputs[1], inputs[2], inputs[3], output); \
    }

static inline int least(int a, int b) {
    return a < b ? a : b;
}
static inline int most(int a, int b) {
    return a > b ? a : b;
}
static inline int clamped(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}
static inline int to_u8(int x) {
    return clamped(x, 0, 255);
}
static inline int to_i8(int x) {
    return clamped(x, -128, 127);
}
static inline int to_i16(int x) {
    return clamped(x, -32768, 32767);
}
static inline int distance(int a, int b) {
    return a < b ? b - a : a - b;
}

// The sum of a product in 16 bits: times 0.7071 / 2^shift, rounded.
static inline int requantised(int32_t sum, int shift) {
    return to_i16((int32_t)(((int64_t)sum * 1518500250 + ((int64_t)1 << (30 + shift))) >> (31 + shift)));
}

// The byte at x, y = 0, 0.
static inline const uint8_t *pixels(const uint8_t *in) {
    return in + BORDER_Y * STRIDE + BORDER_X;
}
