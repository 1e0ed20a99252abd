// Runs kernels of two libraries in turn, and prints for each its name, the median nanoseconds of both, the median of their ratios round
// by round, and whether their outputs are the same.
//
//   times OWN SELECTED ROUNDS KERNEL...
//
// A kernel is one of ../halide/references. Its buffers are larger than any of them needs; bytes are random, and small where they are the
// high parts of larger integers, so that no sum overflows.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void Kernel(const void *const *inputs, void *output);

enum { kInputs = 4, kBytes = 8 << 20, kMostRounds = 1000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *all, int count) {
    qsort(all, (size_t)count, sizeof(*all), ascending);
    return all[count / 2];
}

static uint8_t *filled(uint64_t state) {
    uint8_t *bytes = aligned_alloc(4096, kBytes);
    for (int i = 0; bytes && i < kBytes; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes[i] = (uint8_t)(state >> 20);
    }
    return bytes;
}

// As often as it takes to fill half a millisecond.
static int calls_for(Kernel *kernel, const void *const *inputs, void *output) {
    kernel(inputs, output);
    const double begin = now();
    kernel(inputs, output);
    const double once = now() - begin;
    return once > 5e5 ? 1 : (int)(5e5 / (once + 1)) + 1;
}

static double once(Kernel *kernel, int calls, const void *const *inputs, void *output) {
    const double begin = now();
    for (int i = 0; i < calls; i++) {
        kernel(inputs, output);
    }
    return (now() - begin) / calls;
}

int main(int count, char **arguments) {
    void *libraries[2] = {0};
    const int rounds = count > 3 ? atoi(arguments[3]) : 0;
    for (int i = 0; i < 2; i++) {
        libraries[i] = count > 3 ? dlopen(arguments[i + 1], RTLD_NOW) : NULL;
        if (!libraries[i] || rounds < 1 || rounds > kMostRounds) {
            fprintf(stderr, "times: %s\n", count > 3 && !libraries[i] ? dlerror() : "OWN SELECTED ROUNDS KERNEL...");
            return 2;
        }
    }
    const void *inputs[kInputs];
    uint8_t *outputs[2];
    for (int i = 0; i < kInputs; i++) {
        inputs[i] = filled(0x9e3779b97f4a7c15 + (uint64_t)i);
    }
    for (int k = 4; k < count; k++) {
        Kernel *kernels[2];
        static double took[2][kMostRounds], ratios[kMostRounds];
        for (int i = 0; i < 2; i++) {
            *(void **)&kernels[i] = dlsym(libraries[i], arguments[k]);
            outputs[i] = calloc(1, kBytes);
            if (!kernels[i] || !outputs[i]) {
                fprintf(stderr, "times: there is no %s\n", arguments[k]);
                return 2;
            }
        }
        const int calls = calls_for(kernels[0], inputs, outputs[0]);
        once(kernels[1], calls, inputs, outputs[1]);
        const int is_equal = memcmp(outputs[0], outputs[1], kBytes) == 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 2; i++) {
                // Both write to the same place: pages are no part of what differs.
                const int which = (round + i) % 2;
                took[which][round] = once(kernels[which], calls, inputs, outputs[0]);
            }
            ratios[round] = took[0][round] / took[1][round];
        }
        printf("%s %.0f %.0f %.4f %s\n", arguments[k], median(took[0], rounds), median(took[1], rounds), median(ratios, rounds),
               is_equal ? "equal" : "different");
        fflush(stdout);
        free(outputs[0]);
        free(outputs[1]);
    }
    return 0;
}
