// Loops over rows, compiled twice: as clang does, and with the plug-in. `apart_main.c` calls both with arrays that overlap in every way.
#include "apart.h"

void NAME(average)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    for (int y = 0; y < rows; y++, to += step, a += a_step, b += b_step) {  // copied
        for (int x = 0; x < 16; x++) {
            to[x] = (uint8_t)((a[x] + b[x] + 1) >> 1);
        }
    }
}

// One step of the three, and a number of rows that is known.
void NAME(narrow)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    for (int y = 0; y < 5; y++) {  // copied
        for (int x = 0; x < 4; x++) {
            to[y * step + x] = (uint8_t)(a[y * step + x] ^ b[y * step + x]);
        }
    }
}

// Wider elements, and a value from before the loop.
void NAME(wide)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    const int by = *b;
    for (int y = 0; y < rows; y++) {  // copied
        for (int x = 0; x < 8; x++) {
            const int16_t *from = (const int16_t *)(a + y * a_step);
            ((int16_t *)(to + y * step))[x] = (int16_t)(from[x] * by + 3);
        }
    }
}

// The largest of what is read, and an array that stays where it is.
int NAME(largest)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    int most = 0;
    for (int y = 0; y < rows; y++, to += step, a += a_step) {  // copied
        for (int x = 0; x < 8; x++) {
            to[x] = (uint8_t)(a[x] + b[x]);
            most = a[x] > most ? a[x] : most;
        }
    }
    return most;
}

// Two arrays that are written: a row apart of one object, which no check can tell from each other.
void NAME(halves)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    for (int y = 0; y < rows; y++, to += step, a += a_step) {  // copied
        for (int x = 0; x < 8; x++) {
            to[x] = (uint8_t)(a[2 * x] + 1), to[x + 11] = (uint8_t)(a[2 * x + 1] + 2);
        }
    }
}

// Columns: the stores of one iteration are rows apart, and those of all iterations are side by side.
void NAME(columns)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    for (int x = 0; x < 8; x++) {  // copied
        const int sum = a[x] + a[x + 8], difference = a[x] - a[x + 8];
        to[x] = (uint8_t)(to[x] + (sum >> 1)), to[x + 32] = (uint8_t)(to[x + 32] + (difference >> 1));
    }
}

// Sixteen of them, for which LLVM writes a check itself.
void NAME(sixteen)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    for (int x = 0; x < 16; x++) {
        to[x] = (uint8_t)(to[x] + (a[x] >> 1));
    }
}

// A row that depends on a branch has no check.
void NAME(guarded)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    for (int y = 0; y < rows; y++, to += step, a += a_step) {
        if (b[y]) {
            for (int x = 0; x < 8; x++) {
                to[x] = (uint8_t)(a[x] + 1);
            }
        }
    }
}

// Rows whose length is not known: a copy each for 16, 8 and 4 elements.
void NAME(variable)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    const int width = apart_width;
    for (int y = 0; y < rows; y++, to += step, a += a_step, b += b_step) {  // copied
        for (int x = 0; x < width; x++) {
            to[x] = (uint8_t)((a[x] + b[x] + 1) >> 1);
        }
    }
}

// Two planes of one picture, whose rows may lie between each other's.
void NAME(planes)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    uint8_t *second = (uint8_t *)a;
    const int width = apart_width;
    for (int y = 0; y < rows; y++, to += step, second += step, b += b_step) {  // copied
        for (int x = 0; x < width; x++) {
            to[x] = (uint8_t)(b[2 * x] * 3 >> 1), second[x] = (uint8_t)(b[2 * x + 1] + 5);
        }
    }
}

// One step for what is read and what is written: a row may be read that an earlier iteration has written.
int NAME(in_step)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    const int width = apart_width;
    int sum = 0;
    for (int y = 0; y < rows; y++, to += step, a += step) {  // copied
        for (int x = 0; x < width; x++) {
            to[x] = (uint8_t)(a[x] * 3 + y), sum += a[x];
        }
    }
    return sum;
}

// Wider elements, from a row backwards, and a count that is one less than what is known.
int NAME(backwards)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    const int last = apart_width - 1;
    int sum = 0;
    for (int y = 0; y < rows; y++, to += step, a += a_step) {  // copied
        int16_t *const row = (int16_t *)to;
        for (int x = 0; x <= last; x++) {
            row[x] = (int16_t)(a[-x] * 257 + x), sum += a[-x];
        }
    }
    return sum;
}

// A length that changes from row to row is not known in front of the loop.
void NAME(triangle)(uint8_t *to, intptr_t step, const uint8_t *a, intptr_t a_step, const uint8_t *b, intptr_t b_step, int rows) {
    for (int y = 0; y < rows; y++, to += step, a += a_step) {
        for (int x = 0; x < y; x++) {
            to[x] = (uint8_t)(a[x] + 1);
        }
    }
}
