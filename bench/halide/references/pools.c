// Images at half the size, or in channels.
#include "plain.h"

WORKER average_pool_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT / 2; y++) {
        const uint8_t *p = pixels(in) + 2 * y * STRIDE, *q = p + STRIDE;
        for (int x = 0; x < WIDTH / 2; x++) {
            out[y * (WIDTH / 2) + x] = (p[2 * x] + p[2 * x + 1] + q[2 * x] + q[2 * x + 1] + 2) >> 2;
        }
    }
}
KERNEL_1(average_pool)

WORKER max_pool_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT / 2; y++) {
        const uint8_t *p = pixels(in) + 2 * y * STRIDE, *q = p + STRIDE;
        for (int x = 0; x < WIDTH / 2; x++) {
            const uint8_t above = most(p[2 * x], p[2 * x + 1]), below = most(q[2 * x], q[2 * x + 1]);
            out[y * (WIDTH / 2) + x] = most(above, below);
        }
    }
}
KERNEL_1(max_pool)

enum { CHANNELS = 128, SIDE = 32 };  // of the output of the pools that add

static inline uint8_t added(uint8_t a, uint8_t b) {
    const int32_t sum = (a - 128) * 64 * 15000 + (b - 131) * 64 * 19000;
    return to_u8(to_i16((sum + (1 << 20)) >> 21) + 127);
}

WORKER average_pool_add_worker(const uint8_t *restrict in, const uint8_t *restrict other,
                               uint8_t *restrict out) {
    enum { ROW = 2 * SIDE * CHANNELS };
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            const uint8_t *p = in + 2 * y * ROW + 2 * x * CHANNELS;
            const int at = (y * SIDE + x) * CHANNELS;
            for (int c = 0; c < CHANNELS; c++) {
                const uint8_t average =
                    (p[c] + p[c + CHANNELS] + p[c + ROW] + p[c + ROW + CHANNELS] + 2) >> 2;
                out[at + c] = added(average, other[at + c]);
            }
        }
    }
}
KERNEL_2(average_pool_add)

WORKER max_pool_add_worker(const uint8_t *restrict in, const uint8_t *restrict other, uint8_t *restrict out) {
    enum { ROW = (2 * SIDE + 1) * CHANNELS };
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            const uint8_t *p = in + 2 * y * ROW + 2 * x * CHANNELS;
            const int at = (y * SIDE + x) * CHANNELS;
            for (int c = 0; c < CHANNELS; c++) {
                uint8_t highest = 0;
                for (int dy = 0; dy < 3; dy++) {
                    for (int dx = 0; dx < 3; dx++) {
                        highest = most(highest, p[dy * ROW + dx * CHANNELS + c]);
                    }
                }
                out[at + c] = added(highest, other[at + c]);
            }
        }
    }
}
KERNEL_2(max_pool_add)

enum { PADDED = 66, INNER = 64 };  // sides of the windows that step by 1

WORKER avgpool3x3_nhwc_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < INNER; y++) {
        for (int x = 0; x < INNER; x++) {
            const uint8_t *p = in + (y * PADDED + x) * CHANNELS;
            for (int c = 0; c < CHANNELS; c++) {
                uint16_t sum = 0;
                for (int dy = 0; dy < 3; dy++) {
                    for (int dx = 0; dx < 3; dx++) {
                        sum += p[(dy * PADDED + dx) * CHANNELS + c];
                    }
                }
                out[(y * INNER + x) * CHANNELS + c] = (uint16_t)(sum + 4) / 9;
            }
        }
    }
}
KERNEL_1(avgpool3x3_nhwc)

WORKER depthwise_conv_worker(const uint8_t *restrict in, const int8_t *restrict weights,
                             const int32_t *restrict bias, uint8_t *restrict out) {
    for (int y = 0; y < INNER; y++) {
        for (int x = 0; x < INNER; x++) {
            const uint8_t *p = in + (y * PADDED + x) * CHANNELS;
            for (int c = 0; c < CHANNELS; c++) {
                int32_t sum = bias[c];
                for (int dy = 0; dy < 3; dy++) {
                    for (int dx = 0; dx < 3; dx++) {
                        sum += p[(dy * PADDED + dx) * CHANNELS + c] * weights[(3 * dy + dx) * CHANNELS + c];
                    }
                }
                out[(y * INNER + x) * CHANNELS + c] = to_u8((int16_t)(requantised(sum, 6) + 10));
            }
        }
    }
}
KERNEL_3(depthwise_conv)

// The raw sensor has a border like an image, with twice the rows above.
static inline int16_t clean(const int16_t *p) {
    const int16_t around = most(most(p[-2], p[2]), most(p[-2 * STRIDE], p[2 * STRIDE]));
    return most(least(p[0], around), 0);
}

static inline int16_t average(int16_t a, int16_t b) {
    return (a + b + 1) >> 1;
}

WORKER demosaic_worker(const int16_t *restrict raw, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT / 2; y++) {
        const int16_t *above = raw + (2 * BORDER_Y + 2 * y - 1) * STRIDE + BORDER_X;
        const int16_t *here = above + STRIDE, *below = here + STRIDE;
        for (int x = 0; x < WIDTH / 2; x++) {
            const int16_t green_above = clean(above + 2 * x + 1), green_below = clean(below + 2 * x + 1);
            const int16_t green_left = clean(here + 2 * x), green_right = clean(here + 2 * x + 2);
            const int16_t red = clean(here + 2 * x + 1), next = clean(here + 2 * x + 3);
            const int16_t vertical = average(green_above, green_below),
                          horizontal = average(green_right, green_left);
            const int steep = distance(green_above, green_below), flat = distance(green_right, green_left);
            const int32_t green = flat < steep ? horizontal : vertical;
            const int16_t correction = red - average(red, next);
            out[y * (WIDTH / 2) + x] = to_u8((green * 200 + correction * 56) >> 10);
        }
    }
}
KERNEL_1(demosaic)
