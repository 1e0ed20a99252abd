// Seven loops of `omp simd` that LLVM's loop vectoriser leaves: they call functions that write, or have a loop of their own.
// `functions.sh` compiles this file with the plug-in and without, and compares.
#include <math.h>
#include <stdlib.h>

enum { COUNT = 1 << 13, ROWS = 64 };
static float left[COUNT], right[COUNT], result[COUNT], matrix[ROWS][COUNT];

// A point of the Mandelbrot set, as a loop in the loop.
__attribute__((noinline)) static void loop_mandelbrot(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) {
        float x = 0, y = 0;
        int turns = 0;
        for (; turns < 256 && x * x + y * y < 4; turns++) {
            const float next = x * x - y * y + left[i];
            y = 2 * x * y + right[i], x = next;
        }
        result[i] = (float)turns;
    }
}

// A function that writes two results through pointers.
#pragma omp declare simd notinbranch uniform(root, turns) linear(at)
static void cube_root(float *root, float *turns, int at, float x) {
    float y = x;
    int n = 0;
    for (; n < 60 && fabsf(y * y * y - x) > 1e-3f; n++) {
        y = y - (y * y * y - x) / (3 * y * y + 1e-6f);
    }
    root[at] = y, turns[at] = (float)n;
}

__attribute__((noinline)) static void loop_writes(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) {
        cube_root(result, matrix[ROWS - 1], i, left[i]);
    }
}

// A column of a matrix times a vector: addresses of neighbours are neighbours.
__attribute__((noinline)) static void loop_columns(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) {
        float sum = 0;
        for (int j = 0; j < ROWS - 1; j++) {
            sum += matrix[j][i] * right[j];
        }
        result[i] = sum;
    }
}

// The median of nine, sorted in an array of the iteration's own.
__attribute__((noinline)) static void loop_median(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) {
        float s[9];
        for (int j = 0; j < 9; j++) {
            s[j] = matrix[j][i];
        }
        for (int j = 1; j < 9; j++) {
            for (int k = j; k > 0 && s[k] < s[k - 1]; k--) {
                const float t = s[k];
                s[k] = s[k - 1], s[k - 1] = t;
            }
        }
        result[i] = s[4];
    }
}

// A ray through a field of heights, until it meets the ground.
__attribute__((noinline)) static void loop_ray(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) {
        float at = 0, step = 0.25f;
        for (int n = 0; n < 100 && step > 0.001f; n++) {
            const int cell = (int)(at * 16) & (COUNT - 1);
            if (left[cell] + 2.5f > 4 - at * (0.2f + 0.1f * right[i])) {
                at -= step, step *= 0.5f;
            } else {
                at += step;
            }
        }
        result[i] = at;
    }
}

// How often 3n + 1 and n / 2 go on until 1.
__attribute__((noinline)) static void loop_collatz(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) {
        unsigned n = (unsigned)i + 1, turns = 0;
        for (; n != 1; turns++) {
            n = n & 1 ? 3 * n + 1 : n >> 1;
        }
        result[i] = (float)turns;
    }
}

// Powers until they are small, written to rows: stores under a mask, where neighbours mostly go on together.
__attribute__((noinline)) static void loop_rows(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) {
        const float by = (float)i / COUNT;
        float x = left[i];
        for (int j = 0; j < ROWS && x * x > 1e-6f; j++) {
            matrix[j][i] = x, x *= by;
        }
        result[i] = x;
    }
}

#include "measure.h"

int main(void) {
    srand(1);
    for (int i = 0; i < COUNT; i++) {
        left[i] = 3.0f * (float)rand() / (float)RAND_MAX - 2, right[i] = 2.4f * (float)rand() / (float)RAND_MAX - 1.2f;
        for (int j = 0; j < ROWS; j++) {
            matrix[j][i] = (float)rand() / (float)RAND_MAX;
        }
    }
    measure("mandelbrot", loop_mandelbrot);
    measure("writes", loop_writes);
    measure("columns", loop_columns);
    measure("median", loop_median);
    measure("ray", loop_ray);
    measure("collatz", loop_collatz);
    measure("rows", loop_rows);
    return 0;
}
