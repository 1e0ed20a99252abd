// Loops of `omp simd` that LLVM does not vectorise. SIDE names the functions, with bodies and without.
#include "loops.h"

// A function that writes, through a pointer that all iterations share.
#pragma omp declare simd uniform(cells)
static int record(int *cells, int at, int x) {
    int n = 0;
    while (x > 1) {
        x = x & 1 ? 3 * x + 1 : x >> 1;
        if (++n == 40) {
            break;
        }
    }
    cells[at] = n;
    return n * 2;
}

void SIDE(records)(const struct data *d, struct found *f) {
#pragma omp simd
    for (int i = 0; i < d->count; i++) {
        f->counts[i] = record(f->cells, i, d->numbers[i] & 1023);
    }
}

// A call under a condition, and of a linear argument.
#pragma omp declare simd uniform(cells) linear(at)
static void writes(float *cells, int at, float x) {
    float y = x;
    for (int n = 0; n < 20 && y * y > 0.01f; n++) {
        y = y * 0.5f - x / (1 + (float)n);
    }
    cells[at] = y;
}

void SIDE(sometimes)(const struct data *d, struct found *f) {
#pragma omp simd
    for (int i = 0; i < d->count; i++) {
        if (d->numbers[i] & 4) {
            writes(f->floats, i, d->floats[i]);
        } else {
            f->floats[i] = d->floats[i] + 1;
        }
    }
}

// A loop of its own, whose turns differ; a step of two; a start that is not zero.
void SIDE(inner)(const struct data *d, struct found *f) {
#pragma omp simd
    for (int i = 3; i < d->count; i += 2) {
        float x = 0, y = 0;
        int turns = 0;
        while (turns < 50 && x * x + y * y < 4) {
            const float next = x * x - y * y + d->floats[i];
            y = 2 * x * y + d->floats[i + 1], x = next, turns++;
        }
        f->counts[i] = turns;
    }
}

// Downwards, with 64 bits.
void SIDE(down)(const struct data *d, struct found *f) {
#pragma omp simd
    for (long i = d->count - 1; i >= 0; i--) {
        unsigned x = (unsigned)d->numbers[i] & 255, n = 0;
        for (; x; x /= 5) {
            n++;
        }
        f->longs[i] = n;
    }
}

// An array of each iteration's own.
void SIDE(own_array)(const struct data *d, struct found *f) {
#pragma omp simd
    for (int i = 0; i < d->count; i++) {
        int s[8];
        int n = (d->numbers[i] & 7) + 1;
        for (int j = 0; j < n; j++) {
            s[j] = d->numbers[i + j];
        }
        for (int j = 1; j < n; j++) {
            for (int k = j; k > 0 && s[k] < s[k - 1]; k--) {
                const int t = s[k];
                s[k] = s[k - 1], s[k - 1] = t;
            }
        }
        f->counts[i] = s[n / 2];
    }
}

// Clauses: a private variable, one that goes on by three, the last iteration's number.
void SIDE(clauses)(const struct data *d, struct found *f) {
    int t = 0, at = 5, i;
#pragma omp simd private(t) linear(at : 3)
    for (i = 0; i < d->count; i++) {
        t = d->numbers[i] & 15;
        int sum = 0;
        while (t > 0) {
            sum += t * at;
            t -= 1 + (sum & 1);
        }
        f->counts[i] = sum;
        at += 3;
    }
    f->last[0] = i, f->last[1] = at;
}

// One element of the loop's own array a time, and zeros in each iteration's own.
void SIDE(zeros)(const struct data *d, struct found *f) {
    int half[MOST];
    for (int i = 0; i < d->count; i++) {
        half[i] = d->numbers[i] / 2;
    }
#pragma omp simd
    for (int i = 0; i < d->count; i++) {
        int s[4] = {0};
        for (int x = half[i] & 255; x > 0; x /= 3) {
            s[x & 3] += x;
        }
        half[i] += s[0] + 3 * s[1] + 5 * s[d->numbers[i] & 3];
    }
    for (int i = 0; i < d->count; i++) {
        f->counts[i] = half[i];
    }
}

// Columns of a matrix: rows are uniform, elements neighbours.
void SIDE(product)(const struct data *d, struct found *f) {
#pragma omp simd
    for (int i = 0; i < 24; i++) {
        float sum = 0;
        for (int j = 0; j < d->count; j++) {
            sum += d->floats[j] * d->matrix[j * 24 + i];
        }
        f->floats[i] = sum;
    }
}

// Each iteration writes several elements, side by side.
void SIDE(rows)(const struct data *d, struct found *f) {
#pragma omp simd
    for (int i = 0; i < d->count; i++) {
        const int n = d->numbers[i] & 3;
        for (int j = 0; j < n; j++) {
            f->cells[4 * i + j] = d->numbers[i] + j;
        }
    }
}

// Pointers that move with the iterations.
void SIDE(pointers)(const struct data *d, struct found *f) {
    const float *from = d->floats;
    float *to = f->floats;
    const float *end = from + d->count;
#pragma omp simd linear(to)
    for (from = d->floats; from < end; from++) {
        float x = *from;
        int n = 0;
        while (x > 0.1f && n < 30) {
            x *= 0.7f, n++;
        }
        *to = x;
        to++;
    }
    f->last[0] = (int)(to - f->floats);
}

// Constructs that a driver may not have: a sum, the last iteration's value, an array that iterations share, an exit.
void SIDE(sum)(const struct data *d, struct found *f) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < d->count; i++) {  // why: an iteration needs a value of the one before
        float x = d->floats[i];
        int n = 0;
        while (x > 0.1f && n++ < 30) {
            x *= 0.7f;
        }
        sum += x;
    }
    f->floats[0] = sum;
}

void SIDE(last)(const struct data *d, struct found *f) {
    int n = -1;
#pragma omp simd lastprivate(n)
    for (int i = 0; i < d->count; i++) {  // why: code behind it reads a value of the last iteration
        unsigned x = (unsigned)d->numbers[i] & 255;
        for (n = 0; x; x /= 3) {
            n++;
        }
        f->counts[i] = n;
    }
    f->last[0] = n;
}

void SIDE(last_array)(const struct data *d, struct found *f) {
    int s[4] = {0};
#pragma omp simd lastprivate(s)
    for (int i = 0; i < d->count; i++) {  // why: iterations share an array on the stack
        for (int j = 0; j < 4; j++) {
            s[j] = 0;
        }
        for (int x = d->numbers[i] & 255; x > 0; x /= 3) {
            s[x & 3] += x;
        }
        f->counts[i] = s[0] + 3 * s[1] + 5 * s[d->numbers[i] & 3];
    }
    f->last[0] = s[d->count & 3];
}

void SIDE(calls)(const struct data *d, struct found *f) {
#pragma omp simd
    for (int i = 0; i < d->count; i++) {
        int x = d->numbers[i] & 15;
        while (x > 0) {
            x = x & 1 ? x - 3 : x / 2;
        }
        if (x == -1) {
            told(i);  // why: it calls told
        }
        f->counts[i] = x;
    }
}

void SIDE(ordered)(const struct data *d, struct found *f) {
#pragma omp simd
    for (int i = 0; i < d->count; i++) {
        int x = d->numbers[i] & 255;
        while (x > 7) {
            x /= 3;
        }
#pragma omp ordered simd
        {
            if (x & 1) {
                f->cells[f->last[0]] = x;  // LLVM 19 says: iterations share a place in memory
                f->last[0]++;
            }
        }
    }
}
