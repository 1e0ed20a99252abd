// functions.c by lanes and one by one. The variants are those of AVX2.
#include "functions.h"

#define VARIANTS(result, vector, name, shape, scalar_types, types, masked_types)                                                          \
    result name scalar_types;                                                                                                              \
    vector _ZGVdN8##shape##_##name types;                                                                                                  \
    vector _ZGVdM8##shape##_##name masked_types;

VARIANTS(int, ints, mandelbrot, vv, (float, float), (floats, floats), (floats, floats, ints))
VARIANTS(int, ints, collatz, v, (int), (ints), (ints, ints))
VARIANTS(int, ints, divisor, vv, (int, int), (ints, ints), (ints, ints, ints))
VARIANTS(int, ints, quotient, vv, (int, int), (ints, ints), (ints, ints, ints))
VARIANTS(int, ints, search, uuv, (const float *, int, float), (const float *, int, floats), (const float *, int, floats, ints))
VARIANTS(float, floats, force, uul, (const float *, int, int), (const float *, int, int), (const float *, int, int, floats))
VARIANTS(float, floats, colour, vvv, (float, float, float), (floats, floats, floats), (floats, floats, floats, floats))
VARIANTS(int, ints, newton, vv, (float, float), (floats, floats), (floats, floats, ints))
VARIANTS(int, ints, binary, vv, (unsigned, unsigned), (ints, ints), (ints, ints, ints))
VARIANTS(int, ints, sorted, vv, (int, int), (ints, ints), (ints, ints, ints))
VARIANTS(int, ints, strided, ls1uv, (int, int, int), (int, int, ints), (int, int, ints, ints))
VARIANTS(int, ints, carried, vv, (int, int), (ints, ints), (ints, ints, ints))
VARIANTS(int, ints, commonest, v, (unsigned), (ints), (ints, ints))
VARIANTS(int, ints, halves, vv, (int, int), (ints, ints), (ints, ints, ints))
VARIANTS(int, ints, steps, v, (int), (ints), (ints, ints))
VARIANTS(int, ints, asks, uvv, (const int *, int, int), (const int *, ints, ints), (const int *, ints, ints, ints))
VARIANTS(int, ints, record, uv, (int *, int), (int *, ints), (int *, ints, ints))
VARIANTS(int, ints, rows, uulv, (int *, short *, int, int), (int *, short *, int, ints), (int *, short *, int, ints, ints))

// Calls by lanes, and one by one: as many.
static int phase, calls[2];
int elsewhere(int x) {
    calls[phase]++;
    return x * 7 ^ x >> 2;
}
int reads(const int *at) { return *at * 5; }

static float table[64];
static int cells[2][512], wide[2][64];
static short narrow[2][64];

#define EACH(name, is_float, vector, found, ...)                                                                                           \
    do {                                                                                                                                   \
        phase = 0;                                                                                                                         \
        const vector all = found;                                                                                                          \
        phase = 1;                                                                                                                         \
        for (int l = 0; l < LANES; l++) {                                                                                                  \
            if (on[l]) {                                                                                                                   \
                const __typeof__(all[0]) expected = name(__VA_ARGS__), lane = all[l];                                                       \
                check(#name, turn, l, &expected, &lane, is_float);                                                                         \
            }                                                                                                                              \
        }                                                                                                                                  \
    } while (0)

int main(void) {
    for (int i = 0; i < 64; i++) {
        table[i] = (float)i / 16 - 2;
    }
    for (int turn = 0; turn < 4000; turn++) {
        ints n, m, on, key;
        floats x, y, z;
        const int is_masked = turn & 1, first = some_int();
        for (int l = 0; l < LANES; l++) {
            on[l] = is_masked && drawn() % 3 == 0 ? 0 : -1;
            n[l] = on[l] ? some_int() : (int)0x80000000, m[l] = on[l] ? some_int() : 0;
            key[l] = on[l] ? 8 * l + (int)(drawn() % 8) : 0x7fffffff;
            x[l] = some_float(), y[l] = some_float(), z[l] = some_float();
        }
        if (is_masked) {
            EACH(mandelbrot, 0, ints, _ZGVdM8vv_mandelbrot(x, y, on), x[l], y[l]);
            EACH(collatz, 0, ints, _ZGVdM8v_collatz(n, on), n[l]);
            EACH(divisor, 0, ints, _ZGVdM8vv_divisor(n, m, on), n[l], m[l]);
            EACH(quotient, 0, ints, _ZGVdM8vv_quotient(n, m, on), n[l], m[l]);
            EACH(search, 0, ints, _ZGVdM8uuv_search(table, 64, x, on), table, 64, x[l]);
            EACH(force, 1, floats, _ZGVdM8uul_force(table, 64, turn % 56, (floats)on), table, 64, turn % 56 + l);
            EACH(colour, 1, floats, _ZGVdM8vvv_colour(x, y, z, (floats)on), x[l], y[l], z[l]);
            EACH(newton, 0, ints, _ZGVdM8vv_newton(x, y, on), x[l], y[l]);
            EACH(binary, 0, ints, _ZGVdM8vv_binary(n & 255, m & 255, on), (unsigned)n[l] & 255, (unsigned)m[l] & 255);
            EACH(sorted, 0, ints, _ZGVdM8vv_sorted(n, m, on), n[l], m[l]);
            EACH(strided, 0, ints, _ZGVdM8ls1uv_strided(first, 7, n, on), first + 7 * l, 7, n[l]);
            EACH(carried, 0, ints, _ZGVdM8vv_carried(n, m, on), n[l], m[l]);
            EACH(commonest, 0, ints, _ZGVdM8v_commonest(n, on), (unsigned)n[l]);
            EACH(halves, 0, ints, _ZGVdM8vv_halves(n, m, on), n[l], m[l]);
            EACH(steps, 0, ints, _ZGVdM8v_steps(n, on), n[l]);
            EACH(asks, 0, ints, _ZGVdM8uvv_asks(&turn, n, m, on), &turn, n[l], m[l]);
            EACH(record, 0, ints, _ZGVdM8uv_record(cells[0], key, on), cells[1], key[l]);
            EACH(rows, 0, ints, _ZGVdM8uulv_rows(wide[0], narrow[0], turn & 31, n, on), wide[1], narrow[1], (turn & 31) + l, n[l]);
        } else {
            EACH(mandelbrot, 0, ints, _ZGVdN8vv_mandelbrot(x, y), x[l], y[l]);
            EACH(collatz, 0, ints, _ZGVdN8v_collatz(n), n[l]);
            EACH(divisor, 0, ints, _ZGVdN8vv_divisor(n, m), n[l], m[l]);
            EACH(quotient, 0, ints, _ZGVdN8vv_quotient(n, m), n[l], m[l]);
            EACH(search, 0, ints, _ZGVdN8uuv_search(table, 64, x), table, 64, x[l]);
            EACH(force, 1, floats, _ZGVdN8uul_force(table, 64, turn % 56), table, 64, turn % 56 + l);
            EACH(colour, 1, floats, _ZGVdN8vvv_colour(x, y, z), x[l], y[l], z[l]);
            EACH(newton, 0, ints, _ZGVdN8vv_newton(x, y), x[l], y[l]);
            EACH(binary, 0, ints, _ZGVdN8vv_binary(n & 255, m & 255), (unsigned)n[l] & 255, (unsigned)m[l] & 255);
            EACH(sorted, 0, ints, _ZGVdN8vv_sorted(n, m), n[l], m[l]);
            EACH(strided, 0, ints, _ZGVdN8ls1uv_strided(first, -3, n), first - 3 * l, -3, n[l]);
            EACH(carried, 0, ints, _ZGVdN8vv_carried(n, m), n[l], m[l]);
            EACH(commonest, 0, ints, _ZGVdN8v_commonest(n), (unsigned)n[l]);
            EACH(halves, 0, ints, _ZGVdN8vv_halves(n, m), n[l], m[l]);
            EACH(steps, 0, ints, _ZGVdN8v_steps(n), n[l]);
            EACH(asks, 0, ints, _ZGVdN8uvv_asks(&turn, n, m), &turn, n[l], m[l]);
            EACH(record, 0, ints, _ZGVdN8uv_record(cells[0], key), cells[1], key[l]);
            EACH(rows, 0, ints, _ZGVdN8uulv_rows(wide[0], narrow[0], turn & 31, n), wide[1], narrow[1], (turn & 31) + l, n[l]);
        }
    }
    wrong += calls[0] != calls[1] || calls[0] == 0;
    wrong += memcmp(cells[0], cells[1], sizeof cells[0]) != 0;
    wrong += memcmp(wide[0], wide[1], sizeof wide[0]) != 0 || memcmp(narrow[0], narrow[1], sizeof narrow[0]) != 0;
    printf("%d wrong, %d right\n", wrong, right);
    return wrong != 0;
}
