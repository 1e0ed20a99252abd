// Sums of a whole array: each adds up 8,192 terms, whose arrays fit the first level of the cache, as plain loops.
#include <stdint.h>

enum { TERMS = 8192 };

#define SUM(name, type, left, right, term)                                                                   \
    static __attribute__((noinline)) type name##_worker(const left *restrict a, const right *restrict b) {   \
        type sum = 0;                                                                                         \
        for (int i = 0; i < TERMS; i++) {                                                                     \
            sum += (type)(term);                                                                              \
        }                                                                                                     \
        return sum;                                                                                           \
    }                                                                                                         \
    void name(const void *const *inputs, void *output) {                                                      \
        *(type *)output = name##_worker(inputs[0], inputs[1]);                                                \
    }

SUM(sad, uint32_t, uint8_t, uint8_t, a[i] > b[i] ? a[i] - b[i] : b[i] - a[i])
SUM(sum, uint32_t, uint8_t, uint8_t, a[i])
SUM(dot_u8i8, int32_t, uint8_t, int8_t, a[i] * b[i])
SUM(dot_i8, int32_t, int8_t, int8_t, a[i] * b[i])
SUM(dot_i16, uint32_t, int16_t, int16_t, a[i] * b[i])
SUM(ssd, uint32_t, uint8_t, uint8_t, (a[i] - b[i]) * (a[i] - b[i]))
SUM(popcount, uint32_t, uint8_t, uint8_t, __builtin_popcount(a[i]))
SUM(popcount_u32, uint32_t, uint32_t, uint32_t, __builtin_popcount(a[i]))
