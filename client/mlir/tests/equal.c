// Runs every kernel of two libraries on the same bytes, and compares every byte of their buffers.
//
//   equal OWN SELECTED KERNEL...
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void Kernel(uint8_t *a, uint8_t *b, uint8_t *c, uint8_t *out);

enum { kBytes = 16384, kBuffers = 4, kTries = 6 };

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
    for (int i = 0; i < kBuffers * kBytes; i++) {
        bytes[i] = how < 2 ? (uint8_t)next() : how == 2 ? edges[next() % sizeof(edges)] : how == 3 ? 0xff : how == 4 ? 0 : same;
    }
}

static int differs(const char *name, Kernel *own, Kernel *selected, int how) {
    static uint8_t first[kBuffers * kBytes], second[kBuffers * kBytes];
    fill(first, how);
    memcpy(second, first, sizeof(first));
    own(first, first + kBytes, first + 2 * kBytes, first + 3 * kBytes);
    selected(second, second + kBytes, second + 2 * kBytes, second + 3 * kBytes);
    for (int i = 0; i < kBuffers * kBytes; i++) {
        if (first[i] != second[i]) {
            printf("%s: bytes %d: byte %d of buffer %d is %d, not %d\n", name, how, i % kBytes, i / kBytes, second[i], first[i]);
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
            fprintf(stderr, "equal: %s\n", count > 3 ? dlerror() : "OWN SELECTED KERNEL...");
            return 2;
        }
    }
    int wrong = 0;
    for (int k = 3; k < count; k++) {
        Kernel *kernels[2];
        for (int i = 0; i < 2; i++) {
            *(void **)&kernels[i] = dlsym(libraries[i], arguments[k]);
            if (!kernels[i]) {
                fprintf(stderr, "equal: there is no %s\n", arguments[k]);
                return 2;
            }
        }
        for (int how = 0; how < kTries; how++) {
            wrong += differs(arguments[k], kernels[0], kernels[1], how);
        }
    }
    return wrong > 0;
}
