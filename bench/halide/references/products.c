// Products of matrices. The right-hand side is packed, B(k % group, n, k / group), unless said otherwise.
#include "plain.h"

enum { SIZE = 256, ROWS = 128, BATCH_SIDE = 128, CHAIN_ROWS = 64 };

// Adds a row of the left by the right to a row of sums.
#define ADD_ROW(name, type)                                                                                 \
    static inline void name(const type *restrict a, const int8_t *restrict b, int32_t *restrict sum,        \
                            int columns, int depth) {                                                       \
        for (int k = 0; k < depth; k += 4) {                                                                \
            const int8_t *block = b + k * columns;                                                          \
            for (int n = 0; n < columns; n++) {                                                             \
                sum[n] += a[k] * block[4 * n] + a[k + 1] * block[4 * n + 1] + a[k + 2] * block[4 * n + 2] + \
                          a[k + 3] * block[4 * n + 3];                                                      \
            }                                                                                               \
        }                                                                                                   \
    }

ADD_ROW(add_row_u8, uint8_t)
ADD_ROW(add_row_i8, int8_t)

static inline void start_row(int32_t *restrict sum, const int32_t *restrict start, int columns) {
    for (int n = 0; n < columns; n++) {
        sum[n] = start ? start[n] : 0;
    }
}

WORKER matmul_worker(const uint8_t *restrict a, const int8_t *restrict b, int32_t *restrict out) {
    for (int m = 0; m < SIZE; m++) {
        start_row(out + m * SIZE, 0, SIZE);
        add_row_u8(a + m * SIZE, b, out + m * SIZE, SIZE, SIZE);
    }
}
KERNEL_2(matmul)

WORKER matmul_i16_worker(const int16_t *restrict a, const int16_t *restrict b, int32_t *restrict out) {
    for (int m = 0; m < SIZE; m++) {
        int32_t *sum = out + m * SIZE;
        start_row(sum, 0, SIZE);
        for (int k = 0; k < SIZE; k += 2) {
            const int32_t even = a[m * SIZE + k], odd = a[m * SIZE + k + 1];
            for (int n = 0; n < SIZE; n++) {
                sum[n] += even * b[k * SIZE + 2 * n] + odd * b[k * SIZE + 2 * n + 1];
            }
        }
    }
}
KERNEL_2(matmul_i16)

WORKER matmul_u8i8_bias_relu_q_worker(const uint8_t *restrict a, const int8_t *restrict b,
                                      const int32_t *restrict bias, uint8_t *restrict out) {
    for (int m = 0; m < SIZE; m++) {
        int32_t sum[SIZE];
        start_row(sum, bias, SIZE);
        add_row_u8(a + m * SIZE, b, sum, SIZE, SIZE);
        for (int n = 0; n < SIZE; n++) {
            const int32_t total = most(sum[n], 0);
            out[m * SIZE + n] = to_u8((int32_t)(((int64_t)total * 1518500250 + ((int64_t)1 << 36)) >> 37));
        }
    }
}
KERNEL_3(matmul_u8i8_bias_relu_q)

// B as it comes, in rows.
WORKER matmul_u8i8_plain_worker(const uint8_t *restrict a, const int8_t *restrict b, int32_t *restrict out) {
    for (int m = 0; m < SIZE; m++) {
        start_row(out + m * SIZE, 0, SIZE);
        for (int k = 0; k < SIZE; k++) {
            for (int n = 0; n < SIZE; n++) {
                out[m * SIZE + n] += a[m * SIZE + k] * b[k * SIZE + n];
            }
        }
    }
}
KERNEL_2(matmul_u8i8_plain)

static inline void batched(const int8_t *restrict a, const int8_t *restrict b, int32_t *restrict out,
                           int batches) {
    for (int row = 0; row < batches * BATCH_SIDE; row++) {
        const int8_t *matrix = b + row / BATCH_SIDE * (BATCH_SIDE * BATCH_SIDE);
        start_row(out + row * BATCH_SIDE, 0, BATCH_SIDE);
        add_row_i8(a + row * BATCH_SIDE, matrix, out + row * BATCH_SIDE, BATCH_SIDE, BATCH_SIDE);
    }
}

#define BATCHED(batches)                                                                         \
    WORKER batched_matmul_##batches##_worker(const int8_t *restrict a, const int8_t *restrict b, \
                                             int32_t *restrict out) {                            \
        batched(a, b, out, batches);                                                             \
    }                                                                                            \
    KERNEL_2(batched_matmul_##batches)

BATCHED(1)
BATCHED(2)
BATCHED(4)

WORKER matmul_add_worker(const uint8_t *restrict a, const int8_t *restrict b, const int32_t *restrict start,
                         int32_t *restrict out) {
    for (int m = 0; m < ROWS; m++) {
        start_row(out + m * SIZE, start + m * SIZE, SIZE);
        add_row_u8(a + m * SIZE, b, out + m * SIZE, SIZE, SIZE);
    }
}
KERNEL_3(matmul_add)

WORKER matmul_bias_add_worker(const uint8_t *restrict a, const int8_t *restrict b,
                              const int32_t *restrict bias, const uint8_t *restrict residual,
                              uint8_t *restrict out) {
    for (int m = 0; m < ROWS; m++) {
        int32_t sum[SIZE];
        start_row(sum, bias, SIZE);
        add_row_u8(a + m * SIZE, b, sum, SIZE, SIZE);
        for (int n = 0; n < SIZE; n++) {
            out[m * SIZE + n] = to_u8(requantised(sum[n], 11) + residual[m * SIZE + n]);
        }
    }
}
KERNEL_4(matmul_bias_add)

WORKER matmul_bias_add_relu_worker(const uint8_t *restrict a, const int8_t *restrict b,
                                   const int32_t *restrict bias, const uint8_t *restrict residual,
                                   uint8_t *restrict out) {
    for (int m = 0; m < ROWS; m++) {
        int32_t sum[SIZE];
        start_row(sum, bias, SIZE);
        add_row_u8(a + m * SIZE, b, sum, SIZE, SIZE);
        for (int n = 0; n < SIZE; n++) {
            out[m * SIZE + n] = clamped(requantised(sum[n], 11) + residual[m * SIZE + n] - 100, 16, 255);
        }
    }
}
KERNEL_4(matmul_bias_add_relu)

static inline int16_t rounded_product(int16_t a, int16_t b) {
    return (a * b + (1 << 14)) >> 15;
}

// x (1 + erf(x / sqrt 2)) / 2 with a parabola for erf; x has 10 fractional bits, the result 9.
static inline int16_t gelu(int16_t x) {
    const int16_t scaled = rounded_product(x, 23170), size = scaled < 0 ? -scaled : scaled;
    const int16_t beyond = (least(size, 1811) - 1811) * 16;
    const int16_t erf = 8192 - rounded_product(rounded_product(beyond, beyond), 9463);
    return rounded_product(x, 8192 + (x < 0 ? -erf : erf));
}

WORKER matmul_bias_add_gelu_worker(const uint8_t *restrict a, const int8_t *restrict b,
                                   const int32_t *restrict bias, const uint8_t *restrict residual,
                                   uint8_t *restrict out) {
    for (int m = 0; m < ROWS; m++) {
        int32_t sum[SIZE];
        start_row(sum, bias, SIZE);
        add_row_u8(a + m * SIZE, b, sum, SIZE, SIZE);
        for (int n = 0; n < SIZE; n++) {
            const int16_t value = to_i16(requantised(sum[n], 7) + (residual[m * SIZE + n] - 128) * 8);
            out[m * SIZE + n] = to_u8(((gelu(value) + 8) >> 4) + 10);
        }
    }
}
KERNEL_4(matmul_bias_add_gelu)

WORKER matmul_bias_relu_matmul_worker(const uint8_t *restrict a, const int8_t *restrict b,
                                      const int32_t *restrict bias, const int8_t *restrict d,
                                      uint8_t *restrict out) {
    for (int m = 0; m < CHAIN_ROWS; m++) {
        int32_t sum[SIZE];
        uint8_t hidden[SIZE];
        start_row(sum, bias, SIZE);
        add_row_u8(a + m * SIZE, b, sum, SIZE, SIZE);
        for (int n = 0; n < SIZE; n++) {
            hidden[n] = to_u8(requantised(most(sum[n], 0), 11));
        }
        start_row(sum, 0, SIZE);
        add_row_u8(hidden, d, sum, SIZE, SIZE);
        for (int n = 0; n < SIZE; n++) {
            out[m * SIZE + n] = to_u8(requantised(sum[n], 10) + 128);
        }
    }
}
KERNEL_4(matmul_bias_relu_matmul)

WORKER matmul_bias_gelu_matmul_worker(const uint8_t *restrict a, const int8_t *restrict b,
                                      const int32_t *restrict bias, const int8_t *restrict d,
                                      uint8_t *restrict out) {
    for (int m = 0; m < CHAIN_ROWS; m++) {
        int32_t sum[SIZE];
        int8_t hidden[SIZE];
        start_row(sum, bias, SIZE);
        add_row_u8(a + m * SIZE, b, sum, SIZE, SIZE);
        for (int n = 0; n < SIZE; n++) {
            hidden[n] = to_i8((gelu(requantised(sum[n], 7)) + 8) >> 4);
        }
        start_row(sum, 0, SIZE);
        add_row_i8(hidden, d, sum, SIZE, SIZE);
        for (int n = 0; n < SIZE; n++) {
            out[m * SIZE + n] = to_u8(requantised(sum[n], 9) + 128);
        }
    }
}
KERNEL_4(matmul_bias_gelu_matmul)

// One vector by rows of weights that are not packed.
WORKER fully_connected_worker(const uint8_t *restrict in, const int8_t *restrict weights,
                              const int32_t *restrict bias, uint8_t *restrict out) {
    enum { INPUTS = 1024, OUTPUTS = 256 };
    for (int n = 0; n < OUTPUTS; n++) {
        int32_t sum = bias[n];
        for (int k = 0; k < INPUTS; k++) {
            sum += in[k] * weights[n * INPUTS + k];
        }
        out[n] = to_u8(requantised(sum, 12) + 125);
    }
}
KERNEL_3(fully_connected)

// 3x3, weights packed like B for each place of the window.
WORKER conv_nn_worker(const uint8_t *restrict in, const int8_t *restrict weights,
                      const int32_t *restrict bias, uint8_t *restrict out) {
    enum { FROM = 32, TO = 64, SIDE = 16, PADDED = SIDE + 2 };
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int32_t sum[TO];
            start_row(sum, bias, TO);
            for (int dy = 0; dy < 3; dy++) {
                for (int dx = 0; dx < 3; dx++) {
                    const uint8_t *p = in + ((y + dy) * PADDED + x + dx) * FROM;
                    add_row_u8(p, weights + (3 * dy + dx) * FROM * TO, sum, TO, FROM);
                }
            }
            for (int c = 0; c < TO; c++) {
                out[(y * SIDE + x) * TO + c] = to_u8(requantised(sum[c], 11) + 120);
            }
        }
    }
}
KERNEL_3(conv_nn)
