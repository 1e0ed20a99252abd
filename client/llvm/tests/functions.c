// Kernels whose lanes part: loops, exits, switches, loads and stores under conditions.
#include <math.h>

#pragma omp declare simd simdlen(8)
int mandelbrot(float cr, float ci) {
    float x = 0, y = 0;
    int turns = 0;
    while (turns < 64 && x * x + y * y < 4) {
        const float next = x * x - y * y + cr;
        y = 2 * x * y + ci, x = next, turns++;
    }
    return turns;
}

#pragma omp declare simd simdlen(8)
int collatz(int n) {
    int steps = 0;
    for (; n > 1; steps++) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        if (steps == 500) {
            return -1;
        }
    }
    return steps;
}

#pragma omp declare simd simdlen(8)
int divisor(int a, int b) {
    while (b) {
        const int rest = a % b;
        a = b, b = rest;
    }
    return a;
}

#pragma omp declare simd simdlen(8)
int quotient(int a, int b) { return b > 0 ? a / b + a % b : -a; }

#pragma omp declare simd simdlen(8) uniform(table, count)
int search(const float *table, int count, float x) {
    int low = 0, high = count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (table[middle] < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

#pragma omp declare simd simdlen(8) uniform(x, count) linear(i)
float force(const float *x, int count, int i) {
    float sum = 0;
    for (int j = 0; j < count; j++) {
        const float d = x[j] - x[i], r = d * d;
        if (r > 0.001f && r < 2) {
            sum += d / (r * sqrtf(r));
        }
    }
    return sum;
}

#pragma omp declare simd simdlen(8)
float colour(float h, float s, float v) {
    const int sector = (int)(h * 3);
    const float f = h * 3 - sector, p = v * (1 - s), q = v * (1 - f * s), t = v * (1 - (1 - f) * s);
    switch (sector) {
    case 0: return v + t;
    case 1: return q - v;
    case 2: return p * v;
    case 3: return p - q * 2;
    case 4: return t * t;
    default: return v - p;
    }
}

#pragma omp declare simd simdlen(8)
int newton(float x, float y) {
    for (int i = 0; i < 40; i++) {
        const float r = x * x + y * y;
        if (r < 0.0001f) {
            return -1;
        }
        if ((x - 1) * (x - 1) + y * y < 0.0001f) {
            return 4 * i;
        }
        if ((x + 0.5f) * (x + 0.5f) + (y - 0.866f) * (y - 0.866f) < 0.0001f) {
            return 4 * i + 1;
        }
        const float u = x * x - y * y, w = 2 * x * y, d = 3 * (u * u + w * w);
        const float n = x * u - y * w - 1, m = x * w + y * u;
        x -= (n * u + m * w) / d, y -= (m * u - n * w) / d;
    }
    return 1000;
}

#pragma omp declare simd simdlen(8)
int binary(unsigned a, unsigned b) {
    int shift = 0;
    if (!a || !b) {
        return (int)(a | b);
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
        if (a > b) {
            const unsigned c = a;
            a = b, b = c;
        }
        b -= a;
    } while (b);
    return (int)(a << shift);
}

#pragma omp declare simd simdlen(8) uniform(cells)
int record(int *cells, int key) {
    int written = 0;
    for (int bit = 0; bit < 3; bit++) {
        if (key >> bit & 1) {
            cells[4 * key + bit] += key + bit;
            written++;
        }
    }
    return written;
}

#pragma omp declare simd simdlen(8)
int follow(const int *link, int most) {
    int length = 0;
    while (link && length < most) {
        link = *(const int *const *)link;
        length++;
    }
    return length;
}

// Arrays on the stack, which lanes read and write at places of their own.
#pragma omp declare simd simdlen(8)
int sorted(int x, int y) {
    int all[6];
    for (int i = 0; i < 6; i++) {
        all[i] = x * (i + 3) ^ y >> i;
    }
    for (int i = 1; i < 6; i++) {
        const int value = all[i];
        int at = i;
        while (at > 0 && all[at - 1] > value) {
            all[at] = all[at - 1];
            at--;
        }
        all[at] = value;
    }
    return all[2] * 3 + all[(unsigned)y % 6] - all[5];
}

// A step that another argument has.
#pragma omp declare simd simdlen(8) linear(at : step) uniform(step)
int strided(int at, int step, int x) {
    int count = 0;
    while (at > x) {
        at -= step + 40, count++;
    }
    return count * 64 + at % 64;
}

// Two arrays, whose memory lanes must not exchange.
#pragma omp declare simd simdlen(8)
int carried(int x, int y) {
    int from[5], to[5] = {0};
    for (int i = 0; i < 5; i++) {
        from[i] = x + i * y;
    }
    for (int i = 0; i < 9; i++) {
        to[(unsigned)(x ^ i) % 5] += from[(unsigned)(y + i) % 5];
    }
    return to[0] ^ to[(unsigned)y % 5] * 3 ^ from[2];
}

#pragma omp declare simd simdlen(8)
int commonest(unsigned bits) {
    unsigned char seen[16] = {0};
    int best = 0;
    while (bits) {
        const int digit = bits & 15;
        seen[digit]++;
        best = seen[digit] > seen[best] ? digit : best;
        bits >>= 4;
    }
    return best * 16 + seen[best];
}

// Written as int and read as short: each lane has its bytes side by side.
union both {
    int whole[4];
    short half[8];
};

#pragma omp declare simd simdlen(8)
int halves(int x, int y) {
    union both all;
    for (int i = 0; i < 4; i++) {
        all.whole[i] = x * i + y;
    }
    int sum = 0;
    for (int i = 0; i < (x & 15); i++) {
        sum += all.half[(y + i) & 7];
        all.half[(x ^ i) & 7] ^= sum;
    }
    return sum;
}

// Calls: of a function with vector bodies, of one that is called for each lane, and of one that only reads.
int elsewhere(int x);
__attribute__((pure)) int reads(const int *at);

#pragma omp declare simd simdlen(8)
int steps(int x) {
    int n = 0;
    while (x > 1 && n < 20) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        n++;
    }
    return n;
}

#pragma omp declare simd simdlen(8) uniform(base)
int asks(const int *base, int x, int y) {
    int sum = steps(x);
    for (int i = 0; i < (y & 7); i++) {
        sum += (x + i) & 1 ? elsewhere(x - i) : steps(sum & 63);
    }
    return sum + (y > 3 ? reads(base) : 0);
}

// Rows of two widths, written under a condition that all lanes meet, or some, or none.
#pragma omp declare simd simdlen(8) uniform(wide, narrow) linear(at)
int rows(int *wide, short *narrow, int at, int x) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (x + 20 * i > -18) {
            sum += narrow[at + 8 * i];
            wide[at + 8 * i] += sum;
            narrow[at + 8 * i] = (short)(x + sum);
        }
    }
    return sum;
}
