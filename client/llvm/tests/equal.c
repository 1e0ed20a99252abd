// Runs every kernel of two libraries on the same bytes, and compares every byte of their buffers.
//
//   equal OWN SELECTED KERNEL...
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void Kernel(void *to, const void *from, const void *also, int w, long n);

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
        libraries[i] = count > 3 ? dlopen(arguments[i + 1], RTLD_NOW) : NULL;
        if (!libraries[i]) {
            fprintf(stderr, "equal: %s\n", count > 3 ? dlerror() : "two libraries and names of kernels, please");
            return 2;
        }
    }
    int wrong = 0, runs = 0;
    for (int k = 3; k < count; k++) {
        const char *name = arguments[k];
        Kernel *kernels[2];
        for (int i = 0; i < 2; i++) {
            *(void **)&kernels[i] = dlsym(libraries[i], name);
            if (!kernels[i]) {
                fprintf(stderr, "equal: %s has no %s\n", arguments[i + 1], name);
                return 2;
            }
        }
        static const long counts[] = {0, 1, 2, 15, 16, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 200, 255, 256, 257, 500};
        for (int place = 0; place < (may_overlap(name) ? 6 : 2); place++) {
            for (int how = 0; how < 5; how++) {
                for (size_t c = 0; c < sizeof(counts) / sizeof(*counts) && wrong < 20; c++) {
                    wrong += differs(name, kernels[0], kernels[1], how, place, counts[c]);
                    runs++;
                }
            }
        }
    }
    printf("%d of %d runs differ\n", wrong, runs);
    return wrong != 0;
}
