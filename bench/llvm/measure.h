// The time of loops that write `result`, an array of COUNT floats of the file that includes this.
#pragma once

#include <stdio.h>
#include <string.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The least of 15 runs in microseconds of the processor, and a sum of the result's bits.
static void measure(const char *name, void (*loop)(void)) {
    double least = 1e9;
    for (int run = 0; run < 15; run++) {
        const double begin = seconds();
        loop();
        const double took = seconds() - begin;
        least = took < least ? took : least;
    }
    unsigned long long bits = 1469598103934665603ull;
    for (int i = 0; i < COUNT; i++) {
        unsigned one;
        memcpy(&one, &result[i], 4);
        bits = (bits ^ (result[i] != result[i] ? 0x7fc00000u : one)) * 1099511628211ull;
    }
    printf("%s %.3f %016llx\n", name, 1e6 * least, bits);
}
