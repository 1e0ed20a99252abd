// Windows over an image. Those that are separable sum or compare columns first, into a row.
#include "plain.h"

enum { MARGIN = 8, ROW = WIDTH + 2 * MARGIN };

WORKER gaussian3x3_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT; y++) {
        const uint8_t *p = pixels(in) + y * STRIDE;
        uint16_t row[ROW];
        for (int x = -1; x <= WIDTH; x++) {
            row[x + MARGIN] = p[x - STRIDE] + 2 * p[x] + p[x + STRIDE];
        }
        const uint16_t *r = row + MARGIN;
        for (int x = 0; x < WIDTH; x++) {
            out[y * WIDTH + x] = (r[x - 1] + 2 * r[x] + r[x + 1] + 8) >> 4;
        }
    }
}
KERNEL_1(gaussian3x3)

WORKER gaussian5x5_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT; y++) {
        const uint8_t *p = pixels(in) + y * STRIDE;
        uint16_t row[ROW];
        for (int x = -2; x < WIDTH + 2; x++) {
            row[x + MARGIN] =
                p[x - 2 * STRIDE] + 4 * p[x - STRIDE] + 6 * p[x] + 4 * p[x + STRIDE] + p[x + 2 * STRIDE];
        }
        const uint16_t *r = row + MARGIN;
        for (int x = 0; x < WIDTH; x++) {
            const uint16_t sum = r[x - 2] + 4 * r[x - 1] + 6 * r[x] + 4 * r[x + 1] + r[x + 2] + 128;
            out[y * WIDTH + x] = sum >> 8;
        }
    }
}
KERNEL_1(gaussian5x5)

WORKER gaussian7x7_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT; y++) {
        const uint8_t *p = pixels(in) + y * STRIDE;
        int16_t row[ROW];
        for (int x = -3; x < WIDTH + 3; x++) {
            row[x + MARGIN] = p[x - 3 * STRIDE] + 6 * p[x - 2 * STRIDE] + 15 * p[x - STRIDE] + 20 * p[x] +
                              15 * p[x + STRIDE] + 6 * p[x + 2 * STRIDE] + p[x + 3 * STRIDE];
        }
        const int16_t *r = row + MARGIN;
        for (int x = 0; x < WIDTH; x++) {
            const int32_t sum =
                r[x - 3] + 6 * r[x - 2] + 15 * r[x - 1] + 20 * r[x] + 15 * r[x + 1] + 6 * r[x + 2] + r[x + 3];
            out[y * WIDTH + x] = (sum + 2048) >> 12;
        }
    }
}
KERNEL_1(gaussian7x7)

// Sums of columns, then of their neighbours, divided.
#define BLUR(size)                                                                           \
    WORKER blur##size##x##size##_worker(const uint8_t *restrict in, uint8_t *restrict out) { \
        for (int y = 0; y < HEIGHT; y++) {                                                   \
            const uint8_t *p = pixels(in) + y * STRIDE;                                      \
            uint16_t row[ROW];                                                               \
            for (int x = -size / 2; x < WIDTH + size / 2; x++) {                             \
                uint16_t sum = 0;                                                            \
                for (int d = -size / 2; d <= size / 2; d++) {                                \
                    sum += p[x + d * STRIDE];                                                \
                }                                                                            \
                row[x + MARGIN] = sum;                                                       \
            }                                                                                \
            for (int x = 0; x < WIDTH; x++) {                                                \
                uint16_t sum = 0;                                                            \
                for (int d = -size / 2; d <= size / 2; d++) {                                \
                    sum += row[x + d + MARGIN];                                              \
                }                                                                            \
                out[y * WIDTH + x] = sum / (size * size);                                    \
            }                                                                                \
        }                                                                                    \
    }                                                                                        \
    KERNEL_1(blur##size##x##size)

BLUR(3)
BLUR(5)
BLUR(7)

// The highest of a column, then of its neighbours.
#define DILATE(size)                                                                           \
    WORKER dilate##size##x##size##_worker(const uint8_t *restrict in, uint8_t *restrict out) { \
        for (int y = 0; y < HEIGHT; y++) {                                                     \
            const uint8_t *p = pixels(in) + y * STRIDE;                                        \
            uint8_t row[ROW];                                                                  \
            for (int x = -size / 2; x < WIDTH + size / 2; x++) {                               \
                uint8_t value = 0;                                                             \
                for (int d = -size / 2; d <= size / 2; d++) {                                  \
                    value = most(value, p[x + d * STRIDE]);                                    \
                }                                                                              \
                row[x + MARGIN] = value;                                                       \
            }                                                                                  \
            for (int x = 0; x < WIDTH; x++) {                                                  \
                uint8_t value = 0;                                                             \
                for (int d = -size / 2; d <= size / 2; d++) {                                  \
                    value = most(value, row[x + d + MARGIN]);                                  \
                }                                                                              \
                out[y * WIDTH + x] = value;                                                    \
            }                                                                                  \
        }                                                                                      \
    }                                                                                          \
    KERNEL_1(dilate##size##x##size)

DILATE(3)
DILATE(5)
DILATE(7)

static inline uint8_t middle(uint8_t a, uint8_t b, uint8_t c) {
    return most(least(most(a, b), c), least(a, b));
}

WORKER median3x3_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT; y++) {
        const uint8_t *p = pixels(in) + y * STRIDE;
        uint8_t high[ROW], mid[ROW], low[ROW];
        for (int x = -1; x <= WIDTH; x++) {
            const uint8_t a = p[x - STRIDE], b = p[x], c = p[x + STRIDE];
            high[x + MARGIN] = most(most(a, b), c);
            mid[x + MARGIN] = middle(a, b, c);
            low[x + MARGIN] = least(least(a, b), c);
        }
        for (int x = 0; x < WIDTH; x++) {
            const uint8_t *h = high + x + MARGIN, *m = mid + x + MARGIN, *l = low + x + MARGIN;
            out[y * WIDTH + x] = middle(least(least(h[-1], h[0]), h[1]), middle(m[-1], m[0], m[1]),
                                        most(most(l[-1], l[0]), l[1]));
        }
    }
}
KERNEL_1(median3x3)

WORKER sobel3x3_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const uint8_t *p = pixels(in) + y * STRIDE + x, *above = p - STRIDE, *below = p + STRIDE;
            const int16_t down = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
            const int16_t across = above[1] + 2 * p[1] + below[1] - above[-1] - 2 * p[-1] - below[-1];
            const int16_t sum = (down < 0 ? -down : down) + (across < 0 ? -across : across);
            out[y * WIDTH + x] = least(sum, 255);
        }
    }
}
KERNEL_1(sobel3x3)

WORKER sobel5x5_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT; y++) {
        const uint8_t *p = pixels(in) + y * STRIDE;
        int16_t smoothed[ROW], sloped[ROW];
        for (int x = -2; x < WIDTH + 2; x++) {
            const int16_t a = p[x - 2 * STRIDE], b = p[x - STRIDE], c = p[x], d = p[x + STRIDE],
                          e = p[x + 2 * STRIDE];
            smoothed[x + MARGIN] = a + 4 * b + 6 * c + 4 * d + e;
            sloped[x + MARGIN] = e - a + 2 * (d - b);
        }
        for (int x = 0; x < WIDTH; x++) {
            const int16_t *s = smoothed + x + MARGIN, *t = sloped + x + MARGIN;
            const int16_t across = s[2] - s[-2] + 2 * (s[1] - s[-1]);
            const int16_t down = t[-2] + 4 * t[-1] + 6 * t[0] + 4 * t[1] + t[2];
            const int16_t sum = (across < 0 ? -across : across) + (down < 0 ? -down : down);
            out[y * WIDTH + x] = least(sum >> 4, 255);
        }
    }
}
KERNEL_1(sobel5x5)

// Weights that are known when it runs, sums of a given type.
#define CONVOLUTION(name, type)                                                                            \
    WORKER name##_worker(const uint8_t *restrict in, const int8_t *restrict mask, uint8_t *restrict out) { \
        for (int y = 0; y < HEIGHT; y++) {                                                                 \
            for (int x = 0; x < WIDTH; x++) {                                                              \
                const uint8_t *p = pixels(in) + y * STRIDE + x;                                            \
                type sum = 0;                                                                              \
                for (int dy = 0; dy < 3; dy++) {                                                           \
                    for (int dx = 0; dx < 3; dx++) {                                                       \
                        sum += (type)(p[(dy - 1) * STRIDE + dx - 1] * mask[3 * dy + dx]);                  \
                    }                                                                                      \
                }                                                                                          \
                out[y * WIDTH + x] = to_u8(sum >> 4);                                                      \
            }                                                                                              \
        }                                                                                                  \
    }                                                                                                      \
    KERNEL_2(name)

CONVOLUTION(conv3x3a16, int16_t)
CONVOLUTION(conv3x3a32, int32_t)

WORKER unsharp_worker(const uint8_t *restrict in, uint8_t *restrict out) {
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const uint8_t *p = pixels(in) + y * STRIDE + x;
            const int16_t blur = (p[-1] + p[1] + p[-STRIDE] + p[STRIDE] + 4 * p[0]) >> 3;
            const int16_t sharp = p[0] + (((p[0] - blur) * 3) >> 1);
            out[y * WIDTH + x] = to_u8(sharp);
        }
    }
}
KERNEL_1(unsharp)
