// Loops in plain C of the kinds that vectorisers meet.
#include "kernels.h"

KERNEL(average) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)((a[i] + b[i] + 1) >> 1); }
KERNEL(average_overlapping) { MAY_OVERLAP(u8, u8, u8); EACH o[i] = (u8)((a[i] + b[i] + 1) >> 1); }
KERNEL(blend) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)((a[i] * w + b[i] * (256 - w) + 128) >> 8); }
KERNEL(blend_in_place) { MAY_OVERLAP(u8, u8, u8); EACH o[i] = (u8)((o[i] * 77 + b[i] * 179 + 128) >> 8); }
KERNEL(add_saturating) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)(a[i] + b[i] > 255 ? 255 : a[i] + b[i]); }
KERNEL(add_saturating_i16) { BUFFERS(i16, i16, i16); EACH o[i] = (i16)clamp(a[i] + b[i], -32768, 32767); }
KERNEL(difference) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)(a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]); }
KERNEL(threshold) { BUFFERS(u8, u8, u8); EACH o[i] = a[i] > (u8)w ? b[i] : 7; }
KERNEL(narrow) { BUFFERS(u8, i16, u8); EACH o[i] = (u8)clamp((a[i] + 8) >> 4, 0, 255); }
KERNEL(narrow_i32) { BUFFERS(u8, i32, u8); EACH o[i] = (u8)clamp(a[i] >> 9, 0, 255); }
KERNEL(multiply_high) { BUFFERS(i16, i16, i16); EACH o[i] = (i16)((a[i] * b[i] + (1 << 14)) >> 15); }
KERNEL(scale) { BUFFERS(u16, u16, u16); EACH o[i] = (u16)(((u32)a[i] * (u32)(u16)w) >> 16); }
KERNEL(luma) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)((77 * a[3 * i] + 150 * a[3 * i + 1] + 29 * a[3 * i + 2] + 128) >> 8); }
KERNEL(luma_planar) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)((66 * a[i] + 129 * b[i] + 25 * a[i + n] + 4224) >> 8); }
KERNEL(smooth) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)((a[i] + 2 * a[i + 1] + a[i + 2] + 2) >> 2); }
KERNEL(six_taps) {
    BUFFERS(u8, u8, u8);
    EACH o[i] = (u8)clamp((a[i] - 5 * a[i + 1] + 20 * a[i + 2] + 20 * a[i + 3] - 5 * a[i + 4] + a[i + 5] + 16) >> 5, 0, 255);
}
KERNEL(halve) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)((a[2 * i] + a[2 * i + 1] + b[2 * i] + b[2 * i + 1] + 2) >> 2); }
KERNEL(over) {
    BUFFERS(u8, u8, u8);
    EACH for (int c = 0; c < 4; c++) o[4 * i + c] = (u8)(a[4 * i + c] + ((b[4 * i + c] * (255 - a[4 * i + 3]) + 128) >> 8));
}
// Weights that are variables: LLVM widens, joins and splats them outside of the loop.
KERNEL(over_by_weight) {
    BUFFERS(u8, u8, u8);
    const u8 alpha = (u8)w;
    EACH { const u32 t = (u32)(a[i] * alpha + b[i] * (255 - alpha) + 128); o[i] = (u8)((t + (t >> 8)) >> 8); }
}
KERNEL(lerp_by_weight) { BUFFERS(u8, u8, u8); const u8 t = (u8)w; EACH o[i] = (u8)((a[i] * t + b[i] * (256 - t)) >> 8); }
// Weights that are products: their bounds are those of what was masked.
KERNEL(bilinear) {
    BUFFERS(u8, u8, u8);
    const int x = w & 7, y = w >> 3 & 7;
    EACH o[i] = (u8)((a[i] * ((8 - x) * (8 - y)) + a[i + 1] * (x * (8 - y)) + b[i] * ((8 - x) * y) + b[i + 1] * (x * y) + 32) >> 6);
}
KERNEL(four_taps) {
    BUFFERS(i16, i16, i16);
    EACH o[i] = (i16)clamp((a[i] * b[0] + a[i + 1] * b[1] + a[i + 2] * b[2] + a[i + 3] * b[3] + 16384) >> 15, -32768, 32767);
}
KERNEL(swap_halves) { BUFFERS(u32, u32, u32); EACH o[i] = (a[i] << 7 | a[i] >> 25) ^ b[i]; }
KERNEL(majority) { BUFFERS(u32, u32, u32); EACH o[i] = (a[i] & b[i]) | (a[i] & (u32)w) | (b[i] & (u32)w); }
KERNEL(bits) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)(__builtin_popcount(a[i]) + __builtin_popcount(b[i])); }
KERNEL(divide) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)((a[i] * b[i] + 127) / 255); }
KERNEL(middle) {
    BUFFERS(u8, u8, u8);
    EACH {
        const u8 low = a[i] < b[i] ? a[i] : b[i], high = a[i] < b[i] ? b[i] : a[i], c = a[i + 1];
        o[i] = c < low ? low : c > high ? high : c;
    }
}
KERNEL(dot) { BUFFERS(u8, u8, i8); i32 s = w; EACH s += a[i] * b[i]; PUT(s); }
KERNEL(dot_i8) { BUFFERS(u8, i8, i8); i32 s = 0; EACH s += a[i] * b[i]; PUT(s); }
KERNEL(dot_i16) { BUFFERS(u8, i16, i16); i32 s = 0; EACH s = (i32)((u32)s + (u32)(a[i] * b[i])); PUT(s); }
KERNEL(differences) { BUFFERS(u8, u8, u8); u32 s = 0; EACH s += (u32)(a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]); PUT(s); }
KERNEL(squares) { BUFFERS(u8, u8, u8); u32 s = 0; EACH { const int d = a[i] - b[i]; s += (u32)(d * d); } PUT(s); }
KERNEL(sum) { BUFFERS(u8, u8, u8); u32 s = (u32)w; EACH s += a[i]; PUT(s); }
KERNEL(count) { BUFFERS(u8, u8, u8); u32 s = 0; EACH s += a[i] != b[i]; PUT(s); }
KERNEL(hamming) { BUFFERS(u8, u32, u32); u32 s = 0; EACH s += (u32)__builtin_popcount(a[i] ^ b[i]); PUT(s); }
// Two sums in one loop, of which one is also stored as it grows.
KERNEL(running) { BUFFERS(u32, u8, u8); u32 s = 0; EACH { s += (u32)(a[i] * b[i]); o[i] = s; } }
KERNEL(two_sums) { BUFFERS(u8, u8, u8); u32 s[2] = {0, 1}; EACH { s[0] += a[i]; s[1] += (u32)a[i] * b[i]; } PUT(s); }
KERNEL(rows) {
    BUFFERS(i32, u8, i8);
    for (long i = 0; i < n / 16; i++) {
        i32 s = 0;
        for (long k = 0; k < 16; k++) s += a[16 * i + k] * b[k];
        o[i] = s;
    }
}
KERNEL(shift_by_bytes) { BUFFERS(u8, u8, u8); EACH o[i] = (u8)((a[i] << (b[i] & 7)) | (a[i] >> (8 - (b[i] & 7)))); }
KERNEL(select_hides_shift) { BUFFERS(u16, u16, u16); EACH o[i] = (u16)(b[i] < 16 ? a[i] >> b[i] : w); }
// Sums of what stands side by side, which vectorisers put together from scalars.
KERNEL(rows_of_differences) {
    BUFFERS(u16, u8, u8);
    for (long i = 0; i < n / 8; i++) {
        u16 s = 0;
        for (long k = 0; k < 8; k++) s += (u16)(a[8 * i + k] < b[8 * i + k] ? b[8 * i + k] - a[8 * i + k] : a[8 * i + k] - b[8 * i + k]);
        o[i] = s;
    }
}
KERNEL(rows_of_products) {
    BUFFERS(i32, i16, i16);
    for (long i = 0; i < n / 4; i++) o[i] = a[4 * i + 3] * b[4 * i + 3] + a[4 * i] * b[4 * i] + a[4 * i + 2] * b[4 * i + 2] + a[4 * i + 1] * b[4 * i + 1];
}
// Products with scalars that a row of sums, in memory or in registers, grows by.
KERNEL(sums_in_memory) {
    BUFFERS(i32, u8, i8);
    for (long k = 0; k < n / 64; k++) {
        const u8 *x = a + 4 * k;
        const i8 *y = b + 256 * k;
        for (int j = 0; j < 64; j++) o[j] += x[0] * y[4 * j] + x[1] * y[4 * j + 1] + x[2] * y[4 * j + 2] + x[3] * y[4 * j + 3];
    }
}
KERNEL(sums_in_registers) {
    BUFFERS(i32, i16, i16);
    u32 s[16] = {(u32)w};
    for (long k = 0; k < n / 32; k++)
        for (int j = 0; j < 16; j++) s[j] += (u32)(a[2 * k] * b[32 * k + 2 * j]) + (u32)(a[2 * k + 1] * b[32 * k + 2 * j + 1]);
    PUT(s);
}
KERNEL(signed_sums_in_registers) {
    BUFFERS(i32, i8, i8);
    i32 s[16] = {w & 255};
    for (long k = 0; k < n / 32; k++)
        for (int j = 0; j < 16; j++) s[j] += a[2 * k] * b[32 * k + 2 * j] + a[2 * k + 1] * b[32 * k + 2 * j + 1];
    PUT(s);
}
// Through an array of its own, whose place on the stack is LLVM's to choose.
KERNEL(sums_by_way_of_an_array) {
    BUFFERS(u8, u8, u8);
    u16 s[288];
    for (long i = 0; i < n / 256; i++) {
        for (int j = 0; j < 288; j++) s[j] = (u16)(a[j + i] + 2 * b[j + i] + a[j + i + 300]);
        for (int j = 0; j < 256; j++) o[256 * i + j] = (u8)((s[j] + 2 * s[j + 1] + s[j + 2] + 8) >> 4);
    }
}
// Code outside of loops, once loops of known counts are unrolled.
KERNEL(block_of_blends) {
    BUFFERS(u8, u8, u8);
    if (n > 64) for (int i = 0; i < 64; i++) o[i] = (u8)((a[i] * 77 + b[i] * 179 + 128) >> 8);
}
KERNEL(block_of_halves) {
    BUFFERS(u8, u8, u8);
    if (n > 64) for (int i = 0; i < 32; i++) o[i] = (u8)((a[2 * i] + a[2 * i + 1] + b[2 * i] + b[2 * i + 1] + 2) >> 2);
}
KERNEL(block_in_place) {
    MAY_OVERLAP(i16, i16, i16);
    if (n > 64) for (int i = 0; i < 32; i++) o[i] = (i16)((o[i] * b[i] + (1 << 14)) >> 15);
}
// Several sums in one loop, whose answers read the same memory.
KERNEL(two_products) {
    BUFFERS(u32, i16, i16);
    u32 s[2] = {0, (u32)w};
    EACH { s[0] += (u32)(a[i] * b[i]); s[1] += (u32)(a[i] * b[i + 1]); }
    PUT(s);
}
KERNEL(magnitudes) { BUFFERS(u32, i8, i8); u32 s = (u32)w; EACH s += (u32)(a[i] < 0 ? -a[i] : a[i]); PUT(s); }
// The next element is read before this one is written, which may be the one before it.
KERNEL(blend_behind_overlapping) {
    MAY_OVERLAP(u8, u8, u8);
    for (long i = 0; i < n / 32; i++) {
        u8 x[32], y[32];
        for (int j = 0; j < 32; j++) x[j] = a[32 * i + j], y[j] = b[32 * i + j];
        for (int j = 0; j < 32; j++) o[32 * i + j] = (u8)((x[j] * 77 + y[j] * 179 + 128) >> 8);
    }
}
// Loops of a known count of which an iteration stores, or adds up, less than a register.
KERNEL(few_bytes_at_a_time) {
    BUFFERS(u8, u8, i8);
    if (n > 64)
        for (int c = 0; c < 640; c++) {
            i32 s = w & 1023;
            for (int k = 0; k < 4; k++) s += a[640 * k + c] * b[640 * k + c];
            o[c] = (u8)clamp(s >> 7, 0, 255);
        }
}
KERNEL(row_times_a_matrix) {
    BUFFERS(i32, u8, i8);
    i32 s[64] = {w & 255};
    if (n > 64)
        for (int k = 0; k < 32; k++)
            for (int j = 0; j < 64; j++) s[j] += a[k] * b[64 * k + j];
    PUT(s);
}
// Several results of one iteration, which share what they are computed from.
KERNEL(planes_of_colour) {
    BUFFERS(u8, u8, u8);
    const u8 *c = a + n;
    EACH {
        o[i] = (u8)(((66 * a[i] + 129 * b[i] + 25 * c[i] + 128) >> 8) + 16);
        o[i + n] = (u8)(((-38 * a[i] - 74 * b[i] + 112 * c[i] + 128) >> 8) + 128);
        o[i + 2 * n] = (u8)(((112 * a[i] - 94 * b[i] - 18 * c[i] + 128) >> 8) + 128);
    }
}
KERNEL(colour_of_planes) {
    BUFFERS(u8, u8, u8);
    const u8 *v = a + n;
    EACH {
        const int y = 298 * (a[i] - 16) + 128, d = b[i] - 128, e = v[i] - 128;
        o[i] = (u8)clamp((y + 409 * e) >> 8, 0, 255);
        o[i + n] = (u8)clamp((y - 100 * d - 208 * e) >> 8, 0, 255);
        o[i + 2 * n] = (u8)clamp((y + 516 * d) >> 8, 0, 255);
    }
}
KERNEL(rotation) {
    BUFFERS(i16, i16, i16);
    EACH {
        o[i] = (i16)((a[i] * 11585 + b[i] * 4433 + 8192) >> 14);
        o[i + n] = (i16)((b[i] * 11585 - a[i] * 4433 + 8192) >> 14);
    }
}
KERNEL(lifting) {
    BUFFERS(i16, i16, i16);
    EACH { o[i] = (i16)((a[i] + b[i] + 1) >> 1); o[i + n] = (i16)((a[i] - b[i] + 1) >> 1); }
}
KERNEL(four_of_a_transform) {
    BUFFERS(i16, i16, i16);
    const long m = n / 2;
    for (long i = 0; i < m; i++) {
        const int e = 64 * (a[i] + b[i]), f = 64 * (a[i] - b[i]);
        const int p = 83 * a[i + m] + 36 * b[i + m], q = 36 * a[i + m] - 83 * b[i + m];
        o[i] = (i16)((e + p + 64) >> 7), o[i + m] = (i16)((f + q + 64) >> 7);
        o[i + 2 * m] = (i16)((f - q + 64) >> 7), o[i + 3 * m] = (i16)((e - p + 64) >> 7);
    }
}
KERNEL(butterflies_in_place) {
    MAY_OVERLAP(i16, i16, i16);
    const long m = n / 2;
    for (long i = 0; i < m; i++) {
        const int x = o[i], y = (o[i + m] * b[i] + 16384) >> 15;
        o[i] = (i16)((x + y + 1) >> 1), o[i + m] = (i16)((x - y + 1) >> 1);
    }
}
// The second result is read by the next iteration, through another name.
KERNEL(butterflies_overlapping) {
    MAY_OVERLAP(i16, i16, i16);
    i16 *second = o + 24;
    for (long i = 0; i < n / 32; i++)
        for (int j = 0; j < 16; j++) {
            const int x = a[16 * i + j], y = b[16 * i + j];
            o[16 * i + j] = (i16)((x + y + 1) >> 1), second[16 * i + j] = (i16)((x - y + 1) >> 1);
        }
}
// The stored value is used otherwise, too.
KERNEL(quantised_with_a_flag) {
    BUFFERS(i16, i16, u16);
    for (long k = 0; k < n / 16; k++) {
        int any = 0;
        for (int j = 0; j < 16; j++) {
            const int x = a[16 * k + j], bias = b[j], factor = b[j + 16];
            o[16 * k + j] = (i16)(x > 0 ? ((u32)(bias + x) * (u32)factor) >> 16 : -(((u32)(bias - x) * (u32)factor) >> 16));
            any |= o[16 * k + j];
        }
        o[n + k] = any != 0;
    }
}
KERNEL(products_and_their_sum) {
    BUFFERS(i16, i16, i16);
    u32 s = (u32)w;
    EACH { o[i] = (i16)((a[i] * b[i] + 16384) >> 15); s += (u32)o[i]; }
    __builtin_memcpy(o + n, &s, sizeof(s));
}
// Results that overlap: what is stored last stays.
typedef i16 Row __attribute__((vector_size(32), aligned(2), may_alias));
typedef i32 Wide __attribute__((vector_size(64), aligned(4)));
KERNEL(two_results_overlapping) {
    const Wide x = __builtin_convertvector(*(const Row *)from, Wide), y = __builtin_convertvector(*(const Row *)also, Wide);
    (void)w, (void)n;
    *(Row *)((i16 *)to + 8) = __builtin_convertvector((x + y + 1) >> 1, Row);
    *(Row *)to = __builtin_convertvector((x - y + 1) >> 1, Row);
}
KERNEL(results_in_two_parts_overlapping) {
    const Row *a = from, *b = also;
    Row *o = to, *p = (Row *)((u8 *)to + 48);
    (void)w, (void)n;
    const Wide x = __builtin_convertvector(a[0], Wide), y = __builtin_convertvector(b[0], Wide);
    const Wide u = __builtin_convertvector(a[1], Wide), v = __builtin_convertvector(b[1], Wide);
    o[0] = __builtin_convertvector((x + y + 1) >> 1, Row);
    p[0] = __builtin_convertvector((x - y + 1) >> 1, Row);
    o[1] = __builtin_convertvector((u + v + 1) >> 1, Row);
    p[1] = __builtin_convertvector((u - v + 1) >> 1, Row);
}
// Sums of magnitudes of transforms, two numbers in one word: each word is the sums and the differences of neighbours.
static u32 both_magnitudes(u32 a) {
    const u32 signs = ((a >> 15) & 0x10001) * 0xffff;
    return (a + signs) ^ signs;
}
static void transform(u32 *t, u32 a, u32 b, u32 c, u32 d) {
    const u32 e = a + b, f = a - b, g = c + d, h = c - d;
    t[0] = e + g, t[1] = f + h, t[2] = e - g, t[3] = f - h;
}
KERNEL(transformed_differences) {
    BUFFERS(u32, u8, u8);
    (void)n;
    u32 rows[4][2], t[4], sum = 0;
    for (int y = 0; y < 4; y++) {
        const u8 *p = a + 32 * y, *q = b + 16 * y;
        const u32 d0 = (u32)(p[0] - q[0]), d1 = (u32)(p[1] - q[1]), d2 = (u32)(p[2] - q[2]), d3 = (u32)(p[3] - q[3]);
        const u32 e = (d0 + d1) + ((d0 - d1) << 16), f = (d2 + d3) + ((d2 - d3) << 16);
        rows[y][0] = e + f, rows[y][1] = e - f;
    }
    for (int x = 0; x < 2; x++) {
        transform(t, rows[0][x], rows[1][x], rows[2][x], rows[3][x]);
        const u32 all = both_magnitudes(t[0]) + both_magnitudes(t[1]) + both_magnitudes(t[2]) + both_magnitudes(t[3]);
        sum += (all & 0xffff) + (all >> 16);
    }
    o[0] = sum >> 1;
}
KERNEL(transformed_differences_of_two_blocks) {
    BUFFERS(u32, u8, u8);
    (void)n;
    u32 rows[4][4], t[4], sum = 0;
    for (int y = 0; y < 4; y++) {
        const u8 *p = a + 32 * y, *q = b + 16 * y;
        u32 d[4];
        for (int x = 0; x < 4; x++) d[x] = (u32)(p[x] - q[x]) + ((u32)(p[x + 4] - q[x + 4]) << 16);
        transform(rows[y], d[0], d[1], d[2], d[3]);
    }
    for (int x = 0; x < 4; x++) {
        transform(t, rows[0][x], rows[1][x], rows[2][x], rows[3][x]);
        sum += both_magnitudes(t[0]) + both_magnitudes(t[1]) + both_magnitudes(t[2]) + both_magnitudes(t[3]);
    }
    o[0] = ((sum & 0xffff) + (sum >> 16)) >> 1;
}
// The output is one of the inputs: what is summed was loaded before.
KERNEL(transformed_differences_in_place) {
    MAY_OVERLAP(u8, u8, u8);
    (void)n;
    u32 rows[4][2], t[4], sum = 0;
    for (int y = 0; y < 4; y++) {
        const u8 *p = a + 32 * y, *q = b + 16 * y;
        const u32 d0 = (u32)(p[0] - q[0]), d1 = (u32)(p[1] - q[1]), d2 = (u32)(p[2] - q[2]), d3 = (u32)(p[3] - q[3]);
        const u32 e = (d0 + d1) + ((d0 - d1) << 16), f = (d2 + d3) + ((d2 - d3) << 16);
        rows[y][0] = e + f, rows[y][1] = e - f;
        o[16 * y] = (u8)w;
    }
    for (int x = 0; x < 2; x++) {
        transform(t, rows[0][x], rows[1][x], rows[2][x], rows[3][x]);
        const u32 all = both_magnitudes(t[0]) + both_magnitudes(t[1]) + both_magnitudes(t[2]) + both_magnitudes(t[3]);
        sum += (all & 0xffff) + (all >> 16);
    }
    o[1] = (u8)(sum >> 1);
}
