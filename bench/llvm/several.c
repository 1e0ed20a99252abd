// Loops with several results, which share what they are computed from: planes of colour, steps of transforms. All fits the first level of
// the cache.
#include <stdint.h>

enum { COUNT = 2048 };

#define KERNEL(name, type, from, ...)                                                                                         \
    static __attribute__((noinline)) void name##_worker(type *restrict p, type *restrict q, type *restrict r, type *restrict s,   \
                                                        const from *restrict a, const from *restrict b,                       \
                                                        const from *restrict c, const from *restrict d) {                     \
        (void)r, (void)s, (void)c, (void)d;                                                                                   \
        for (int i = 0; i < COUNT; i++) {                                                                                     \
            __VA_ARGS__;                                                                                                      \
        }                                                                                                                     \
    }                                                                                                                         \
    void name(const void *const *inputs, void *output) {                                                                      \
        type *to = output;                                                                                                    \
        name##_worker(to, to + COUNT, to + 2 * COUNT, to + 3 * COUNT, inputs[0], inputs[1], inputs[2], inputs[3]);            \
    }

static inline uint8_t to_byte(int x) { return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x); }

// Studio-range BT.601, as libraries of video have it in eight bits of fraction.
KERNEL(planes_of_colour, uint8_t, uint8_t,
       p[i] = (uint8_t)(((66 * a[i] + 129 * b[i] + 25 * c[i] + 128) >> 8) + 16);
       q[i] = (uint8_t)(((-38 * a[i] - 74 * b[i] + 112 * c[i] + 128) >> 8) + 128);
       r[i] = (uint8_t)(((112 * a[i] - 94 * b[i] - 18 * c[i] + 128) >> 8) + 128))
KERNEL(colour_of_planes, uint8_t, uint8_t,
       const int y = 298 * (a[i] - 16) + 128, u = b[i] - 128, v = c[i] - 128;
       p[i] = to_byte((y + 409 * v) >> 8);
       q[i] = to_byte((y - 100 * u - 208 * v) >> 8);
       r[i] = to_byte((y + 516 * u) >> 8))
KERNEL(rotation, int16_t, int16_t,
       p[i] = (int16_t)((a[i] * 11585 + b[i] * 4433 + 8192) >> 14);
       q[i] = (int16_t)((b[i] * 11585 - a[i] * 4433 + 8192) >> 14))
// One butterfly of a Fourier transform in 15 bits of fraction.
KERNEL(butterfly, int16_t, int16_t,
       const int x = (c[i] * a[i] - d[i] * b[i] + 16384) >> 15, y = (c[i] * b[i] + d[i] * a[i] + 16384) >> 15;
       p[i] = (int16_t)(a[i] + x); q[i] = (int16_t)(b[i] + y); r[i] = (int16_t)(a[i] - x); s[i] = (int16_t)(b[i] - y))
KERNEL(lifting, int16_t, int16_t,
       p[i] = (int16_t)((a[i] + b[i] + 1) >> 1); q[i] = (int16_t)((a[i] - b[i] + 1) >> 1))
// Four points of HEVC's inverse transform.
KERNEL(inverse_of_four, int16_t, int16_t,
       const int e = 64 * (a[i] + c[i]) + 64, f = 64 * (a[i] - c[i]) + 64;
       const int x = 83 * b[i] + 36 * d[i], y = 36 * b[i] - 83 * d[i];
       p[i] = (int16_t)((e + x) >> 7); q[i] = (int16_t)((f + y) >> 7);
       r[i] = (int16_t)((f - y) >> 7); s[i] = (int16_t)((e - x) >> 7))
KERNEL(hadamard, int16_t, uint8_t,
       const int e = a[i] + b[i], f = a[i] - b[i], g = c[i] + d[i], h = c[i] - d[i];
       p[i] = (int16_t)(e + g); q[i] = (int16_t)(f + h); r[i] = (int16_t)(e - g); s[i] = (int16_t)(f - h))
