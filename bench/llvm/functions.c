// Twelve functions whose lanes part, each called in a loop, and the first of them by hand. `functions.sh` compiles this file with the
// plug-in and without, and compares.
#include <math.h>
#include <stdlib.h>

#pragma omp declare simd notinbranch
static float mandelbrot(float cr, float ci) {
    float x = 0, y = 0;
    int turns = 0;
    while (turns < 256 && x * x + y * y < 4) {
        const float next = x * x - y * y + cr;
        y = 2 * x * y + ci, x = next, turns++;
    }
    return (float)turns;
}

#pragma omp declare simd notinbranch
static float julia(float x, float y) {
    int turns = 0;
    for (; turns < 200; turns++) {
        const float u = x * x, w = y * y;
        if (u + w > 16) {
            break;
        }
        y = 2 * x * y + 0.156f, x = u - w - 0.8f;
    }
    return (float)turns;
}

#pragma omp declare simd notinbranch
static float collatz(float a, float b) {
    int n = (int)(a * 30000) + 70001, steps = 0;
    for (; n > 1 && steps < 1000; steps++) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
    }
    return (float)steps + b;
}

#pragma omp declare simd notinbranch
static float newton(float x, float y) {
    for (int i = 0; i < 60; i++) {
        const float r = x * x + y * y;
        if (r < 1e-6f) {
            return -1;
        }
        if ((x - 1) * (x - 1) + y * y < 1e-4f) {
            return 4 * i;
        }
        if ((x + 0.5f) * (x + 0.5f) + (y - 0.8660254f) * (y - 0.8660254f) < 1e-4f) {
            return 4 * i + 1;
        }
        if ((x + 0.5f) * (x + 0.5f) + (y + 0.8660254f) * (y + 0.8660254f) < 1e-4f) {
            return 4 * i + 2;
        }
        const float u = x * x - y * y, w = 2 * x * y, d = 3 * (u * u + w * w);
        const float n = x * u - y * w - 1, m = x * w + y * u;
        x -= (n * u + m * w) / d, y -= (m * u - n * w) / d;
    }
    return 1000;
}

#pragma omp declare simd notinbranch
static float divisor(float x, float y) {
    unsigned a = (unsigned)(fabsf(x) * 30000) + 1, b = (unsigned)(fabsf(y) * 30000) + 1, shift = 0;
    for (; !((a | b) & 1); shift++) {
        a >>= 1, b >>= 1;
    }
    while (!(a & 1)) {
        a >>= 1;
    }
    do {
        while (!(b & 1)) {
            b >>= 1;
        }
        const unsigned c = a < b ? a : b;
        b = a < b ? b - a : a - b, a = c;
    } while (b);
    return (float)(int)(a << shift);
}

#pragma omp declare simd notinbranch
static float colour(float x, float y) {
    const float h = fabsf(x) * 3, s = 0.5f, v = y;
    const int sector = (int)h;
    const float f = h - (float)sector, p = v * (1 - s), q = v * (1 - f * s), t = v * (1 - (1 - f) * s);
    switch (sector) {
    case 0: return v + t;
    case 1: return q - v;
    case 2: return p * v;
    case 3: return p - q * 2;
    case 4: return t * t;
    default: return v - p;
    }
}

#pragma omp declare simd notinbranch
static float root(float x, float y) {
    float low = 0, high = 4, middle = 2;
    const float wanted = fabsf(x) + fabsf(y) + 0.01f;
    for (int i = 0; i < 40 && high - low > 1e-5f * wanted; i++) {
        middle = (low + high) / 2;
        const float value = middle * middle * middle / (1 + middle);
        if (value > wanted) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return middle;
}

#pragma omp declare simd notinbranch
static float march(float x, float y) {
    float far = 0;
    for (int i = 0; i < 64; i++) {
        const float px = x + far * 0.3f, py = y - far * 0.1f, pz = far - 3;
        const float near = sqrtf(px * px + py * py + pz * pz) - 1;
        if (near < 0.001f) {
            return far;
        }
        far += near;
        if (far > 12) {
            return -1;
        }
    }
    return far;
}

#pragma omp declare simd notinbranch
static float series(float x, float y) {
    float term = 1, sum = 1;
    for (int i = 1; i < 60; i++) {
        term *= (x + y) / (float)i;
        sum += term;
        if (fabsf(term) < 1e-7f * fabsf(sum)) {
            break;
        }
    }
    return sum;
}

#pragma omp declare simd notinbranch
static float walk(float x, float y) {
    unsigned state = (unsigned)(int)(x * 10000) * 2654435761u + 12345;
    int place = (int)(y * 5), steps = 0;
    while (place > -6 && place < 6 && steps < 300) {
        state = state * 1664525u + 1013904223u;
        place += state >> 31 ? 1 : -1;
        steps++;
    }
    return (float)(steps * 8 + place);
}

#pragma omp declare simd notinbranch
static float power(float x, float y) {
    int exponent = (int)(fabsf(y) * 1000);
    float base = x, result = 1;
    while (exponent) {
        if (exponent & 1) {
            result *= base;
        }
        base *= base;
        base = base > 2 ? 2 : base;
        exponent >>= 1;
    }
    return result;
}

#pragma omp declare simd notinbranch
static float remainder_of(float x, float y) {
    int a = (int)(fabsf(x) * 1000000) + 7, b = (int)(fabsf(y) * 1000) + 3;
    while (a >= b) {
        int c = b;
        while (c <= a - c) {
            c += c;
        }
        a -= c;
    }
    return (float)a;
}

enum { COUNT = 1 << 13 };
static float left[COUNT], right[COUNT], result[COUNT];

#define LOOP(name)                                                                                                                         \
    __attribute__((noinline)) static void loop_##name(void) {                                                                              \
        _Pragma("omp simd") for (int i = 0; i < COUNT; i++) result[i] = name(left[i], right[i]);                                            \
    }
#define ALL(X)                                                                                                                             \
    X(mandelbrot) X(julia) X(collatz) X(newton) X(divisor) X(colour) X(root) X(march) X(series) X(walk) X(power) X(remainder_of)
ALL(LOOP)

#define POINTS 4
#include "hand.h"
#include "measure.h"

int main(void) {
    srand(1);
    for (int i = 0; i < COUNT; i++) {
        left[i] = 3.0f * (float)rand() / (float)RAND_MAX - 2, right[i] = 2.4f * (float)rand() / (float)RAND_MAX - 1.2f;
    }
#define MEASURE(name) measure(#name, loop_##name);
    ALL(MEASURE)
#ifdef BY_HAND
    measure("hand_mandelbrot", hand_mandelbrot);
#endif
    return 0;
}
