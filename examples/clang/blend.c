// Mixes two images by weights, and compares the result with the same sums computed one by one.
#include <stdint.h>
#include <stdio.h>

enum { kPixels = 1 << 16 };

void blend(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out) {
    for (int i = 0; i < kPixels; i++) {
        out[i] = (uint8_t)((a[i] * 77 + b[i] * 179 + 128) >> 8);
    }
}

static uint8_t a[kPixels], b[kPixels], out[kPixels];

int main(void) {
    for (int i = 0; i < kPixels; i++) {
        a[i] = (uint8_t)(i * 7);
        b[i] = (uint8_t)(i / 5);
    }
    blend(a, b, out);
    for (int i = 0; i < kPixels; i++) {
        volatile int sum = a[i] * 77;  // no vectors here
        sum += b[i] * 179;
        if (out[i] != (uint8_t)((sum + 128) >> 8)) {
            printf("different at %d\n", i);
            return 1;
        }
    }
    puts("equal");
    return 0;
}
