// One output from the inputs at its place, or from the row it is in.
#include <math.h>

#include "plain.h"

enum { LENGTH = WIDTH * HEIGHT / 4 };

WORKER add_worker(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out) {
    for (int i = 0; i < LENGTH; i++) {
        const int32_t sum = (a[i] - 128) * 64 * 17000 + (b[i] - 120) * 64 * 12000;
        out[i] = to_u8(to_i16((sum + (1 << 20)) >> 21) + 125);
    }
}
KERNEL_2(add)

WORKER mul_worker(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out) {
    for (int i = 0; i < LENGTH; i++) {
        const int32_t product = (a[i] - 128) * 16 * ((b[i] - 120) * 16);
        const int64_t scaled = ((int64_t)product * 1500000000 + ((int64_t)1 << 36)) >> 37;
        out[i] = to_u8((int16_t)(to_i16((int32_t)scaled) + 3));
    }
}
KERNEL_2(mul)

WORKER add_sat_u8_worker(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out) {
    for (int i = 0; i < LENGTH; i++) {
        out[i] = least(a[i] + b[i], 255);
    }
}
KERNEL_2(add_sat_u8)

WORKER blend_u8_worker(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out) {
    for (int i = 0; i < LENGTH; i++) {
        out[i] = (uint16_t)(a[i] * 77 + b[i] * 179 + 128) >> 8;
    }
}
KERNEL_2(blend_u8)

WORKER mulhrs_i16_worker(const int16_t *restrict a, const int16_t *restrict b, int16_t *restrict out) {
    for (int i = 0; i < LENGTH; i++) {
        out[i] = to_i16((a[i] * b[i] + (1 << 14)) >> 15);
    }
}
KERNEL_2(mulhrs_i16)

WORKER requant_i32_u8_worker(const int32_t *restrict in, uint8_t *restrict out) {
    for (int i = 0; i < LENGTH; i++) {
        const int32_t high = (int32_t)(((int64_t)in[i] * 1518500250) >> 31);
        const int32_t scaled = (int32_t)(((int64_t)high + 32) >> 6);
        out[i] = to_u8(to_i16(to_i16(scaled) + 12));
    }
}
KERNEL_1(requant_i32_u8)

WORKER rgb2y_interleaved_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int i = 0; i < WIDTH * HEIGHT / 2; i++) {
        out[i] = (in[3 * i] * 77 + in[3 * i + 1] * 150 + in[3 * i + 2] * 29 + 128) >> 8;
    }
}
KERNEL_1(rgb2y_interleaved)

WORKER sad8_worker(const uint8_t *restrict a, const uint8_t *restrict b, uint16_t *restrict out) {
    for (int i = 0; i < 256 * 256; i++) {
        uint16_t sum = 0;
        for (int j = 0; j < 8; j++) {
            sum += distance(a[8 * i + j], b[8 * i + j]);
        }
        out[i] = sum;
    }
}
KERNEL_2(sad8)

enum { CHANNELS = 256 };

WORKER l2norm_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < 1024; y++) {
        const uint8_t *row = in + y * CHANNELS;
        int32_t squares = 0;
        for (int x = 0; x < CHANNELS; x++) {
            squares += (row[x] - 128) * (row[x] - 128);
        }
        const float scale = 32768.0f * 16.0f / sqrtf((float)most(squares, 1));
        const int16_t inverse = (int16_t)(scale < 32767.0f ? scale : 32767.0f);
        for (int x = 0; x < CHANNELS; x++) {
            const int32_t scaled = ((row[x] - 128) * 16 * inverse + (1 << 14)) >> 15;
            out[y * CHANNELS + x] = to_u8(scaled + 128);
        }
    }
}
KERNEL_1(l2norm)

WORKER softmax_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < 512; y++) {
        const uint8_t *row = in + y * CHANNELS;
        uint8_t highest = 0;
        for (int x = 0; x < CHANNELS; x++) {
            highest = most(highest, row[x]);
        }
        // 2^-t: a parabola for the fraction of t, a shift for the rest.
        int16_t power[CHANNELS];
        int32_t total = 0;
        for (int x = 0; x < CHANNELS; x++) {
            const int32_t t = (highest - row[x]) * 23, fraction = (t & 255) << 7;
            const int32_t slope = 21758 - ((fraction * 5374 + (1 << 14)) >> 15);
            const int32_t parabola = 32767 - ((fraction * slope + (1 << 14)) >> 15);
            power[x] = parabola >> least(t >> 8, 15);
            total += power[x];
        }
        const int32_t inverse = least((1 << 30) / total, 32767);
        for (int x = 0; x < CHANNELS; x++) {
            out[y * CHANNELS + x] = least((power[x] * inverse + (1 << 21)) >> 22, 255);
        }
    }
}
KERNEL_1(softmax)
