// Twelve programs that people vectorise: fractals, prices, bodies, volumes, noise, rays, numbers. Points of an image are beside each other,
// so that lanes mostly agree. `functions.sh` compiles this file with the plug-in and without, and compares; three are there by hand, too.
//
// With -DNAIVE all arguments are vectors and values take one register.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef NAIVE
#define SIMD(...) _Pragma("omp declare simd notinbranch simdlen(8)")
#else
#define TEXT(...) _Pragma(#__VA_ARGS__)
#define SIMD(...) TEXT(omp declare simd notinbranch __VA_ARGS__)
#endif
#define INLINE static inline __attribute__((always_inline))

enum { SIDE = 128, COUNT = SIDE * SIDE, BODIES = 48, CELLS = 32, STEPS = 1 << 12, SPHERES = 12 };
static float left[COUNT], right[COUNT], many[COUNT], others[COUNT], result[COUNT];
static float bodies[3][BODIES], cells[CELLS * CELLS * CELLS], steps[STEPS], spheres[SPHERES][4];
static int hashes[512];

SIMD()
static float mandelbrot(float cr, float ci) {
    float x = 0, y = 0;
    int turns = 0;
    while (turns < 256 && x * x + y * y < 4) {
        const float next = x * x - y * y + cr;
        y = 2 * x * y + ci, x = next, turns++;
    }
    return (float)turns;
}

// e to the x, and the logarithm of a positive number, by polynomials.
INLINE float power_of_e(float x) {
    const float n = floorf(x * 1.44269504f + 0.5f), r = x - n * 0.693147181f;
    const float sum = 1 + r * (1 + r * (0.5f + r * (0.166666667f + r * (0.0416666667f + r * (0.00833333333f + r * 0.00138888889f)))));
    const int bits = ((int)n + 127) << 23;
    float scale;
    memcpy(&scale, &bits, 4);
    return sum * scale;
}

INLINE float logarithm(float x) {
    int bits;
    memcpy(&bits, &x, 4);
    const int exponent = ((bits >> 23) & 255) - 127;
    bits = (bits & 0x7fffff) | 0x3f800000;
    float m;
    memcpy(&m, &bits, 4);
    const float z = (m - 1.41421356f) / (m + 1.41421356f), w = z * z;
    return (float)exponent * 0.693147181f + 0.346573590f + 2 * z * (1 + w * (0.333333333f + w * (0.2f + w * 0.142857143f)));
}

INLINE float below(float x) {
    const float k = 1 / (1 + 0.2316419f * fabsf(x));
    const float tail = 0.39894228f * power_of_e(-0.5f * x * x) * k *
                       (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return x < 0 ? tail : 1 - tail;
}

INLINE float call_price(float stock, float strike, float years, float rate, float spread) {
    const float root = spread * sqrtf(years);
    const float d = (logarithm(stock / strike) + (rate + 0.5f * spread * spread) * years) / root;
    return stock * below(d) - strike * power_of_e(-rate * years) * below(d - root);
}

SIMD(uniform(rate, spread))
static float price(float stock, float strike, float rate, float spread) {
    if (strike <= 0) {
        return stock;
    }
    return call_price(stock, strike, 0.25f + strike * 0.01f, rate, spread);
}

SIMD(uniform(xs, ys, masses, count))
static float attraction(float x, float y, const float *xs, const float *ys, const float *masses, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
        const float dx = xs[i] - x, dy = ys[i] - y, apart = dx * dx + dy * dy + 1e-3f;
        if (apart < 1) {
            sum += masses[i] / (apart * sqrtf(apart));
        }
    }
    return sum;
}

SIMD(uniform(density))
static float cloud(float x, float y, const float *density) {
    float through = 1, light = 0;
    for (float z = 0; z < CELLS; z += 0.5f) {
        const int cx = (int)(8 * (x + 2)) & (CELLS - 1), cy = (int)(8 * (y + 2)) & (CELLS - 1);
        const float here = density[((int)z * CELLS + cy) * CELLS + cx];
        if (here == 0) {
            continue;
        }
        light += through * here * 0.3f, through *= 1 - here * 0.5f;
        if (through < 0.02f) {
            break;
        }
        x += 0.01f;
    }
    return light;
}

INLINE float slope(int hash, float x, float y) {
    const float u = hash & 1 ? x : -x, v = hash & 2 ? y : -y;
    return hash & 4 ? u + v : u - v;
}

SIMD(uniform(table, octaves))
static float noise(float x, float y, const int *table, int octaves) {
    float sum = 0, size = 1;
    for (int octave = 0; octave < octaves; octave++) {
        const float fx = floorf(x), fy = floorf(y), rx = x - fx, ry = y - fy;
        const int ix = (int)fx & 255, iy = (int)fy & 255, a = table[ix] + iy, b = table[ix + 1] + iy;
        const float sx = rx * rx * (3 - 2 * rx), sy = ry * ry * (3 - 2 * ry);
        const float low = slope(table[a], rx, ry) * (1 - sx) + slope(table[b], rx - 1, ry) * sx;
        const float high = slope(table[a + 1], rx, ry - 1) * (1 - sx) + slope(table[b + 1], rx - 1, ry - 1) * sx;
        sum += size * (low * (1 - sy) + high * sy), size *= 0.5f, x *= 2, y *= 2;
    }
    return sum;
}

SIMD(uniform(all, count))
static float ray(float x, float y, const float (*all)[4], int count) {
    const float length = 1 / sqrtf(x * x + y * y + 1), dx = x * length, dy = y * length, dz = length;
    float nearest = 1e30f;
    for (int i = 0; i < count; i++) {
        const float along = dx * all[i][0] + dy * all[i][1] + dz * all[i][2];
        const float apart = all[i][0] * all[i][0] + all[i][1] * all[i][1] + all[i][2] * all[i][2] - along * along;
        if (apart < all[i][3]) {
            const float at = along - sqrtf(all[i][3] - apart);
            nearest = at > 0 && at < nearest ? at : nearest;
        }
    }
    if (nearest == 1e30f) {
        return -1;
    }
    // In the shadow of another one, seen from the light above.
    const float px = dx * nearest, py = dy * nearest, pz = dz * nearest;
    for (int i = 0; i < count; i++) {
        const float ox = all[i][0] - px, oz = all[i][2] - pz;
        if (all[i][1] > py + 0.1f && ox * ox + oz * oz < all[i][3]) {
            return 0;
        }
    }
    return 1 / nearest;
}

SIMD()
static float collatz(float from) {
    int n = (int)from, count = 0;
    while (n > 1 && count < 300) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        count++;
    }
    return (float)count;
}

SIMD()
static float newton(float x, float y) {
    for (int i = 0; i < 64; i++) {
        const float r = x * x + y * y;
        if (r < 1e-6f) {
            return -1;
        }
        const float u = x * x - y * y, w = 2 * x * y, scale = 1 / (3 * r * r);
        const float nx = (2 * x + u * scale * 3) / 3, ny = (2 * y - w * scale * 3) / 3;
        x = nx - (u * scale * 2) / 3, y = ny + (w * scale * 2) / 3;
        if ((x - 1) * (x - 1) + y * y < 1e-5f) {
            return (float)i;
        }
        if ((x + 0.5f) * (x + 0.5f) + (y - 0.8660254f) * (y - 0.8660254f) < 1e-5f) {
            return (float)(i + 100);
        }
        if ((x + 0.5f) * (x + 0.5f) + (y + 0.8660254f) * (y + 0.8660254f) < 1e-5f) {
            return (float)(i + 200);
        }
    }
    return 1000;
}

SIMD()
static float divisor(float p, float q) {
    unsigned a = (unsigned)(int)p, b = (unsigned)(int)q, shift = 0;
    if (a == 0 || b == 0) {
        return (float)(int)(a | b);
    }
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

SIMD(uniform(sorted, count))
static float search(float wanted, const float *sorted, int count) {
    int low = 0, high = count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sorted[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (float)low;
}

SIMD()
static float colour(float x, float y) {
    const float h = fabsf(x) * 2.9f, v = fabsf(y), s = 0.6f;
    const int sector = (int)h;
    const float f = h - (float)sector, p = v * (1 - s), q = v * (1 - f * s), t = v * (1 - (1 - f) * s);
    switch (sector) {
    case 0: return v + 2 * t + 4 * p;
    case 1: return q + 2 * v + 4 * p;
    case 2: return p + 2 * v + 4 * t;
    case 3: return p + 2 * q + 4 * v;
    case 4: return t + 2 * p + 4 * v;
    default: return v + 2 * p + 4 * q;
    }
}

SIMD(uniform(rate))
static float implied(float stock, float strike, float rate) {
    float low = 0.01f, high = 2, middle = 0.5f;
    const float paid = stock * 0.2f + 2;
    for (int i = 0; i < 40; i++) {
        const float found = call_price(stock, strike, 0.5f, rate, middle);
        if (fabsf(found - paid) < 1e-3f) {
            break;
        }
        if (found < paid) {
            low = middle;
        } else {
            high = middle;
        }
        middle = (low + high) * 0.5f;
    }
    return middle;
}

#define ALL(X)                                                                                                                             \
    X(mandelbrot, left[i], right[i])                                                                                                       \
    X(price, many[i], others[i], 0.02f, 0.3f)                                                                                              \
    X(attraction, left[i], right[i], bodies[0], bodies[1], bodies[2], BODIES)                                                              \
    X(cloud, left[i], right[i], cells)                                                                                                     \
    X(noise, 8 * left[i] + 17, 8 * right[i] + 17, hashes, 4)                                                                               \
    X(ray, left[i], right[i], (const float(*)[4])spheres, SPHERES)                                                                         \
    X(collatz, many[i])                                                                                                                    \
    X(newton, left[i], right[i])                                                                                                           \
    X(divisor, many[i], others[i])                                                                                                         \
    X(search, others[i], steps, STEPS)                                                                                                     \
    X(colour, left[i], right[i])                                                                                                           \
    X(implied, 90 + left[i] * 5, 100 + right[i] * 5, 0.02f)

#define LOOP(name, ...)                                                                                                                    \
    __attribute__((noinline)) static void loop_##name(void) {                                                                              \
        _Pragma("omp simd") for (int i = 0; i < COUNT; i++) result[i] = name(__VA_ARGS__);                                                  \
    }
ALL(LOOP)

#define HAS_BODIES
#define POINTS 2
#include "hand.h"
#include "measure.h"

static float between(float low, float high) {
    return low + (high - low) * (float)rand() / (float)RAND_MAX;
}

int main(void) {
    srand(1);
    for (int i = 0; i < COUNT; i++) {
        left[i] = -2 + 3.0f * (float)(i % SIDE) / SIDE, right[i] = -1.2f + 2.4f * (float)(i / SIDE) / SIDE;
        many[i] = floorf(between(20, 50000)), others[i] = floorf(between(20, 50000));
    }
    for (int i = 0; i < BODIES; i++) {
        bodies[0][i] = between(-2, 1), bodies[1][i] = between(-1.2f, 1.2f), bodies[2][i] = between(0.1f, 1);
    }
    for (int i = 0; i < CELLS * CELLS * CELLS; i++) {
        cells[i] = rand() % 10 < 6 ? 0 : between(0, 1);
    }
    for (int i = 0; i < STEPS; i++) {
        steps[i] = 50000.0f * (float)i / STEPS;
    }
    for (int i = 0; i < SPHERES; i++) {
        spheres[i][0] = between(-2, 2), spheres[i][1] = between(-2, 2), spheres[i][2] = between(2, 6), spheres[i][3] = between(0.1f, 0.6f);
    }
    for (int i = 0; i < 512; i++) {
        hashes[i] = i < 256 ? rand() % 256 : hashes[i - 256];
    }
#define MEASURE(name, ...) measure(#name, loop_##name);
    ALL(MEASURE)
#ifdef BY_HAND
    measure("hand_mandelbrot", hand_mandelbrot);
    measure("hand_collatz", hand_collatz);
    measure("hand_attraction", hand_attraction);
#endif
    return 0;
}
