// Runs kernels of some libraries in turn, and prints for each its name, the median nanoseconds of each library, the medians of their ratios
// to the last one round by round, and whether the outputs of the last two are the same.
//
//   times ROUNDS LIBRARY... -- KERNEL...
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

enum { kInputs = 4, kBytes = 8 << 20, kMostRounds = 1000, kMostLibraries = 4 };

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

static int usage(const char *why) {
    fprintf(stderr, "times: %s\n", why);
    return 2;
}

// One kernel of all libraries; not 0 where one has none.
static int measure(void *const *libraries, int sides, int rounds, const char *name, const void *const *inputs) {
    static double took[kMostLibraries][kMostRounds], ratios[kMostRounds];
    Kernel *kernels[kMostLibraries];
    uint8_t *outputs[kMostLibraries];
    for (int i = 0; i < sides; i++) {
        *(void **)&kernels[i] = dlsym(libraries[i], name);
        // As inputs are, and as Halide's buffers would be: what begins within a line of the cache slows all sides down.
        outputs[i] = aligned_alloc(4096, kBytes);
        if (!kernels[i] || !outputs[i]) {
            return usage(name);
        }
        memset(outputs[i], 0, kBytes);
    }
    const int calls = calls_for(kernels[0], inputs, outputs[0]);
    for (int i = 1; i < sides; i++) {
        once(kernels[i], calls, inputs, outputs[i]);
    }
    const int is_equal = memcmp(outputs[sides - 2], outputs[sides - 1], kBytes) == 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < sides; i++) {
            // All write to the same place: pages are no part of what differs.
            const int which = (round + i) % sides;
            took[which][round] = once(kernels[which], calls, inputs, outputs[0]);
        }
    }
    double ratio[kMostLibraries];
    for (int i = 0; i + 1 < sides; i++) {
        for (int round = 0; round < rounds; round++) {
            ratios[round] = took[i][round] / took[sides - 1][round];
        }
        ratio[i] = median(ratios, rounds);
    }
    printf("%s", name);
    for (int i = 0; i < sides; i++) {
        printf(" %.0f", median(took[i], rounds));
        free(outputs[i]);
    }
    for (int i = 0; i + 1 < sides; i++) {
        printf(" %.4f", ratio[i]);
    }
    printf(" %s\n", is_equal ? "equal" : "different");
    fflush(stdout);
    return 0;
}

int main(int count, char **arguments) {
    void *libraries[kMostLibraries];
    const int rounds = count > 1 ? atoi(arguments[1]) : 0;
    if (rounds < 1 || rounds > kMostRounds) {
        return usage("ROUNDS LIBRARY... -- KERNEL...");
    }
    int sides = 0, at = 2;
    for (; at < count && strcmp(arguments[at], "--") != 0; at++) {
        if (sides == kMostLibraries) {
            return usage("so many libraries (kMostLibraries)");
        }
        libraries[sides] = dlopen(arguments[at], RTLD_NOW);
        if (!libraries[sides++]) {
            return usage(dlerror());
        }
    }
    if (sides < 2) {
        return usage("two libraries at the least");
    }
    const void *inputs[kInputs];
    for (int i = 0; i < kInputs; i++) {
        inputs[i] = filled(0x9e3779b97f4a7c15 + (uint64_t)i);
    }
    for (int k = at + 1; k < count; k++) {
        const int failed = measure(libraries, sides, rounds, arguments[k], inputs);
        if (failed) {
            return failed;
        }
    }
    return 0;
}
