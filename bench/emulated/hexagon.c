/* What code for Hexagon asks its operating system and its compiler's library for, as far as kernels of the suite do. */

/* The vectors of this thread, which has them on Linux. */
int halide_qurt_hvx_lock(void *user) { (void)user; return 0; }
int halide_qurt_hvx_unlock(void *user) { (void)user; return 0; }
void halide_qurt_hvx_unlock_as_destructor(void *user, void *object) { (void)user; (void)object; }

/* Integers, bit by bit: there is no instruction for it. Division by zero gives what it gives. */
static unsigned divided(unsigned a, unsigned b, unsigned *rest) {
    unsigned quotient = 0;
    unsigned long long left = 0;
    for (int bit = 31; bit >= 0; bit--) {
        left = left << 1 | (a >> bit & 1);
        if (left >= b) {
            left -= b;
            quotient |= 1u << bit;
        }
    }
    *rest = (unsigned)left;
    return quotient;
}

static unsigned magnitude(int a) { return a < 0 ? 0u - (unsigned)a : (unsigned)a; }

unsigned __hexagon_udivsi3(unsigned a, unsigned b) { unsigned rest; return divided(a, b, &rest); }
unsigned __hexagon_umodsi3(unsigned a, unsigned b) { unsigned rest; divided(a, b, &rest); return rest; }

int __hexagon_divsi3(int a, int b) {
    unsigned rest;
    const unsigned quotient = divided(magnitude(a), magnitude(b), &rest);
    return (int)((a ^ b) < 0 ? 0u - quotient : quotient);
}

int __hexagon_modsi3(int a, int b) {
    unsigned rest;
    divided(magnitude(a), magnitude(b), &rest);
    return (int)(a < 0 ? 0u - rest : rest);
}

/* The square root of a number that is not negative, rounded to the nearest: a bit of the integers' at a time, with one more to round by. */
float __hexagon_sqrtf(float x) {
    union { float number; unsigned bits; } of = {x};
    int exponent = (int)(of.bits >> 23) - 127;
    if (of.bits >> 23 == 0 || of.bits >> 23 >= 255) return x; /* zero, a subnormal number, or none: no kernel has the others */
    unsigned long long mantissa = (of.bits & 0x7fffff) | 0x800000, root = 0;
    /* An even exponent, and 25 bits of the root. */
    mantissa <<= exponent & 1 ? 26 : 25;
    exponent = (exponent - (exponent & 1)) / 2;
    for (int bit = 24; bit >= 0; bit--) {
        const unsigned long long with = root | 1ull << bit;
        if (with * with <= mantissa) root = with;
    }
    /* No root lies halfway between two numbers of 24 bits. */
    root = (root + 1) >> 1;
    of.bits = ((unsigned)(exponent + 127) << 23) + (unsigned)(root - 0x800000);
    return of.number;
}
