// Times functions: cycles of one iteration of each, the least of several runs, once for each of several passes over them all, since a
// neighbour on the machine may be busy longer than a function runs.
// A function gets its number of iterations and memory; one that this CPU lacks is said to be `illegal`.
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

typedef void (*function)(long iterations, void *memory);
extern const function functions[];
extern const long iterations[];
extern const long function_count;

// Multiplications in an iteration of what the clock is compared with, each waiting for the one before: three cycles on every x86 CPU
// of the last 15 years.
#define CHAIN 60

static void multiplications(long iterations, void *memory) {
    (void)memory;
    for (long one = 1; iterations > 0; iterations--) {
        __asm__ volatile(".rept 60\n\timul $1, %0, %0\n\t.endr" : "+r"(one));
    }
}

static sigjmp_buf before;

static void illegal(int signal) {
    (void)signal;
    siglongjmp(before, 1);
}

static double ticks(function f, long iterations, void *memory) {
    double least = 1e30;
    for (int run = 0; run < RUNS; run++) {
        const uint64_t start = __rdtsc();
        f(iterations, memory);
        const double took = (double)(__rdtsc() - start);
        least = took < least ? took : least;
    }
    return least / (double)iterations;
}

int main(void) {
    const size_t bytes = 1 << 25;
    char *memory = aligned_alloc(4096, bytes);
    if (!memory) {
        return 1;
    }
    // A number of ordinary size in every format.
    memset(memory, 0x3f, bytes);
    struct sigaction action = {.sa_handler = illegal, .sa_flags = SA_NODEFER};
    sigaction(SIGILL, &action, NULL);
    for (volatile long warm = 0; warm < 200000000; warm++) {
    }
    double(*times)[PASSES] = calloc((size_t)function_count, sizeof *times);
    char *lacks = calloc((size_t)function_count, 1);
    if (!times || !lacks) {
        return 1;
    }
    for (int pass = 0; pass < PASSES; pass++) {
        for (volatile long i = 0; i < function_count; i++) {
            if (lacks[i] || sigsetjmp(before, 1)) {
                lacks[i] = 1;
                continue;
            }
            // The clock's rate beside the core's, anew each time: the core's changes.
            const double tick = ticks(multiplications, 500, memory) / (3 * CHAIN);
            times[i][pass] = ticks(functions[i], iterations[i], memory) / tick;
        }
    }
    for (long i = 0; i < function_count; i++) {
        if (lacks[i]) {
            printf("illegal\n");
            continue;
        }
        for (int pass = 0; pass < PASSES; pass++) {
            printf("%.4f%c", times[i][pass], pass + 1 < PASSES ? ' ' : '\n');
        }
    }
    return 0;
}
