/* Calls what objects.py compiled for another machine, and gives the bytes of its outputs. VECTOR is defined as the bytes of a vector. */

#include <stdint.h>

/* An odd number of iterations a row. */
enum { WIDTH = 9 * VECTOR, HEIGHT = 16, MARGIN = 32, KERNELS = 4 };

/* As HalideRuntime.h has them. */
struct dimension { int32_t min, extent, stride; uint32_t flags; };
struct type { uint8_t code, bits; uint16_t lanes; };
struct buffer {
    uint64_t device;
    const void *device_interface;
    uint8_t *host;
    uint64_t flags;
    struct type type;
    int32_t dimensions;
    struct dimension *dim;
    void *padding;
};

int kernels(struct buffer *image, struct buffer *mask, struct buffer *products, struct buffer *gaussian, struct buffer *mean,
            struct buffer *saturated);

static uint8_t image[(HEIGHT + 2) * (WIDTH + MARGIN)], mask[9];

unsigned long isotope_main(const unsigned char *input, unsigned long bytes, unsigned char *output) {
    for (unsigned long i = 0; i < sizeof(image); i++) image[i] = input[i % bytes] ^ (unsigned char)(i >> 8);
    for (unsigned long i = 0; i < sizeof(mask); i++) mask[i] = input[(i * 7 + 3) % bytes];
    struct dimension of_image[] = {{0, WIDTH + 2, 1, 0}, {0, HEIGHT + 2, WIDTH + MARGIN, 0}};
    struct dimension of_mask[] = {{0, 3, 1, 0}, {0, 3, 3, 0}}, of_output[] = {{0, WIDTH, 1, 0}, {0, HEIGHT, WIDTH, 0}};
    struct buffer from = {0, 0, image, 0, {1, 8, 1}, 2, of_image, 0}, by = {0, 0, mask, 0, {0, 8, 1}, 2, of_mask, 0};
    struct buffer to[KERNELS];
    for (int i = 0; i < KERNELS; i++) {
        to[i] = (struct buffer){0, 0, output + i * WIDTH * HEIGHT, 0, {1, 8, 1}, 2, of_output, 0};
    }
    return kernels(&from, &by, &to[0], &to[1], &to[2], &to[3]) == 0 ? KERNELS * WIDTH * HEIGHT : 0;
}
