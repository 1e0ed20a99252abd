// apart.c by clang and with the plug-in, on arrays that are apart, that overlap, and that are one.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Rows(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows);

// Functions that return a number; others leave any value behind.
#define NUMBERS(DO) DO(largest) DO(in_step) DO(backwards)
#define OTHERS(DO) \
    DO(average) DO(narrow) DO(wide) DO(halves) DO(columns) DO(sixteen) DO(guarded) DO(variable) DO(planes) DO(triangle)
#define DECLARE(name) Rows plain_##name, with_##name;
NUMBERS(DECLARE) OTHERS(DECLARE)
static struct {
    const char *name;
    Rows *plain, *with;
    int is_number;
} all[] = {
#define NUMBER(name) {#name, plain_##name, with_##name, 1},
#define OTHER(name) {#name, plain_##name, with_##name, 0},
    NUMBERS(NUMBER) OTHERS(OTHER)};

int apart_width;

enum { BYTES = 2048 };
static uint8_t first[BYTES], left[BYTES], right[BYTES];

int main(void) {
    static const int steps[] = {16, -16, 24, 7, -5, 0, 1, 64};
    static const int places[] = {0, 1, -1, 3, 8, -8, 15, 16, -16, 17, 31, 40, 63, -64, 100, 200, 400, -400};
    static const int widths[] = {16, 8, 4, 0, 1, 7, 8, 33};
    enum { STEPS = sizeof steps / sizeof *steps, PLACES = sizeof places / sizeof *places, WIDTHS = sizeof widths / sizeof *widths };
    long wrong = 0, right_ones = 0;
    srand(1);
    for (int i = 0; i < BYTES; i++) {
        first[i] = (uint8_t)rand();
    }
    for (unsigned f = 0; f < sizeof all / sizeof *all; f++) {
        for (int turn = 0; turn < STEPS * STEPS * PLACES * PLACES; turn++) {
            const int step = steps[turn % STEPS], other = steps[turn / STEPS % STEPS];
            const int a = places[turn / (STEPS * STEPS) % PLACES], b = places[turn / (STEPS * STEPS * PLACES)];
            const int rows = turn % 10;
            apart_width = widths[turn / 3 % WIDTHS];
            memcpy(left, first, BYTES), memcpy(right, first, BYTES);
            const int middle = BYTES / 2;
            const int x = all[f].plain(left + middle, step, left + middle + a, other, left + middle + b, step, rows);
            const int y = all[f].with(right + middle, step, right + middle + a, other, right + middle + b, step, rows);
            if (memcmp(left, right, BYTES) != 0 || (all[f].is_number && x != y)) {
                if (wrong++ < 10) {
                    printf("%s: steps %d, %d, places %d, %d, %d rows of %d\n", all[f].name, step, other, a, b, rows, apart_width);
                }
            } else {
                right_ones++;
            }
        }
    }
    printf("%ld wrong, %ld right\n", wrong, right_ones);
    return wrong != 0;
}
