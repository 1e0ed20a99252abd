// Runs every kernel of two libraries on the same bytes, and compares every byte of their buffers.
//
//   equal OWN SELECTED
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void Kernel(void *to, const void *from, const void *also, int w, long n);

static const char *const kNames[] = {
    "average", "average_overlapping", "blend", "blend_in_place", "add_saturating", "add_saturating_i16", "difference",
    "threshold", "narrow", "narrow_i32", "multiply_high", "scale", "luma", "luma_planar", "smooth", "six_taps", "halve",
    "over", "swap_halves", "majority", "bits", "divide", "middle", "dot", "dot_i8", "dot_i16", "differences", "squares",
    "sum", "count", "hamming", "running", "two_sums", "rows", "shift_by_bytes", "select_hides_shift",
};

enum { kBytes = 8192, kPart = 2600 };  // room for 500 elements of 4 bytes, and a 3 or 4 times as long row of bytes

static uint64_t state = 0x9e3779b97f4a7c15;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// Random bytes, or what is at the edges of types, or the same everywhere.
static void fill(uint8_t *bytes, int how) {
    static const uint8_t edges[] = {0, 1, 0x7f, 0x80, 0xff, 0xfe};
    const uint8_t same = (uint8_t)next();
    for (int i = 0; i < kBytes; i++) {
        bytes[i] = how == 0 ? (uint8_t)next() : how == 1 ? edges[next() % sizeof(edges)] : how == 2 ? 0xff : how == 3 ? 0 : same;
    }
}

// Where buffers lie: apart, misaligned, and over one another.
static const struct {
    int to, from, also;
} kPlaces[] = {{0, kPart, 2 * kPart}, {1, kPart + 3, 2 * kPart + 2}, {4, 0, kPart}, {0, 4, kPart}, {64, 32, 0}, {0, 0, 0}};

static int may_overlap(const char *name) {
    return strstr(name, "overlapping") || strstr(name, "in_place");
}

static int differs(const char *name, Kernel *own, Kernel *selected, int how, int place, long n) {
    static uint8_t first[kBytes], second[kBytes];
    fill(first, how);
    memcpy(second, first, kBytes);
    const int w = how == 0 ? (int)next() : (int)(next() % 257);
    own(first + kPlaces[place].to, first + kPlaces[place].from, first + kPlaces[place].also, w, n);
    selected(second + kPlaces[place].to, second + kPlaces[place].from, second + kPlaces[place].also, w, n);
    for (int i = 0; i < kBytes; i++) {
        if (first[i] != second[i]) {
            printf("%s: n %ld, place %d, bytes %d, weight %d: byte %d is %d, not %d\n", name, n, place, how, w, i, second[i],
                   first[i]);
            return 1;
        }
    }
    return 0;
}

int main(int count, char **arguments) {
    void *libraries[2];
    for (int i = 0; i < 2; i++) {
        libraries[i] = count == 3 ? dlopen(arguments[i + 1], RTLD_NOW) : NULL;
        if (!libraries[i]) {
            fprintf(stderr, "equal: %s\n", count == 3 ? dlerror() : "two libraries, please");
            return 2;
        }
    }
    int wrong = 0, runs = 0;
    for (size_t k = 0; k < sizeof(kNames) / sizeof(*kNames); k++) {
        Kernel *kernels[2];
        for (int i = 0; i < 2; i++) {
            *(void **)&kernels[i] = dlsym(libraries[i], kNames[k]);
            if (!kernels[i]) {
                fprintf(stderr, "equal: %s has no %s\n", arguments[i + 1], kNames[k]);
                return 2;
            }
        }
        static const long counts[] = {0, 1, 2, 15, 16, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 200, 255, 256, 257, 500};
        for (int place = 0; place < (may_overlap(kNames[k]) ? 6 : 2); place++) {
            for (int how = 0; how < 5; how++) {
                for (size_t c = 0; c < sizeof(counts) / sizeof(*counts) && wrong < 20; c++) {
                    wrong += differs(kNames[k], kernels[0], kernels[1], how, place, counts[c]);
                    runs++;
                }
            }
        }
    }
    printf("%d of %d runs differ\n", wrong, runs);
    return wrong != 0;
}
