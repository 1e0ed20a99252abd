// Filters and blends of arrays that fit the first level of the cache, by weights that are arguments.
#include <stdint.h>

enum { COUNT = 8192 };

#define KERNEL(name, type, from, weight, body)                                                                        \
    static __attribute__((noinline)) void name##_worker(type *restrict o, const from *restrict a,                     \
                                                        const from *restrict b, const weight *restrict w) {           \
        const weight s = w[0];                                                                                        \
        (void)a, (void)b, (void)s;                                                                                    \
        for (int i = 0; i < COUNT; i++) {                                                                             \
            body;                                                                                                     \
        }                                                                                                             \
    }                                                                                                                 \
    void name(const void *const *inputs, void *output) {                                                              \
        name##_worker(output, inputs[0], inputs[1], inputs[2]);                                                       \
    }

static inline int16_t narrow(int32_t x) { return (int16_t)(x > 32767 ? 32767 : x < -32768 ? -32768 : x); }

KERNEL(four_taps, int16_t, int16_t, int16_t,
       o[i] = narrow((a[i] * w[0] + a[i + 1] * w[1] + a[i + 2] * w[2] + a[i + 3] * w[3] + 16384) >> 15))
KERNEL(gain, int16_t, int16_t, int16_t, o[i] = narrow((a[i] * s + 16384) >> 15))
KERNEL(over, uint8_t, uint8_t, uint8_t,
       const uint32_t t = (uint32_t)(a[i] * s + b[i] * (255 - s) + 128);
       o[i] = (uint8_t)((t + (t >> 8)) >> 8))
KERNEL(lerp, uint8_t, uint8_t, uint8_t, o[i] = (uint8_t)((a[i] * s + b[i] * (256 - s)) >> 8))
