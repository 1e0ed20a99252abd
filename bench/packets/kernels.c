/* Two kernels of fixed size: the average of bytes, and sums of products of halves at 32 distances; and both where alignment is stated. */

#include <stdint.h>

void average(uint8_t *restrict to, const uint8_t *restrict a, const uint8_t *restrict b) {
    for (int i = 0; i < 4096; i++) {
        to[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
    }
}

void average_aligned(uint8_t *restrict to, const uint8_t *restrict a, const uint8_t *restrict b) {
    to = __builtin_assume_aligned(to, 128);
    a = __builtin_assume_aligned(a, 128);
    b = __builtin_assume_aligned(b, 128);
    for (int i = 0; i < 4096; i++) {
        to[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
    }
}

void autocorrelation(int32_t *restrict to, const int16_t *restrict x) {
    for (int lag = 0; lag < 32; lag++) {
        int32_t sum = 0;
        for (int i = 0; i < 992; i++) {
            sum += x[i] * x[i + lag];
        }
        to[lag] = sum;
    }
}

void autocorrelation_aligned(int32_t *restrict to, const int16_t *restrict x) {
    x = __builtin_assume_aligned(x, 128);
    for (int lag = 0; lag < 32; lag++) {
        int32_t sum = 0;
        for (int i = 0; i < 992; i++) {
            sum += x[i] * x[i + lag];
        }
        to[lag] = sum;
    }
}
