/* Runs every loop for many counts, on arrays that do and do not overlap, and writes a hash of all memory after each function. */

typedef unsigned char u8;
typedef void loop(u8 *, const u8 *, const u8 *, int);
loop average, scaled, dot, taps, prefix, apart, largest, mixed, hash, polynomial, twice, spread;

enum { SIZE = 1 << 14, COUNTS = 26 };
static u8 memory[4 * SIZE] __attribute__((aligned(128)));

static long call(long number, long a, long b, long c) {
    register long r0 __asm__("r0") = a, r1 __asm__("r1") = b, r2 __asm__("r2") = c, r6 __asm__("r6") = number;
    __asm__ volatile("trap0(#1)" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r6) : "memory");
    return r0;
}

void *memset(void *to, int byte, unsigned bytes) {
    for (volatile u8 *p = to; bytes--; p++) *p = (u8)byte;
    return to;
}
void *memcpy(void *to, const void *from, unsigned bytes) {
    const u8 *q = from;
    for (volatile u8 *p = to; bytes--; p++) *p = *q++;
    return to;
}

static unsigned run(loop *of, int is_apart) {
    static const int counts[COUNTS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 20, 24, 31, 32, 33, 48, 64, 100, 128, 255, 256, 700, 2100};
    unsigned state = 12345, h = 2166136261u;
    for (int c = 0; c < COUNTS; c++) {
        for (int i = 0; i < 4 * SIZE; i++) { state = state * 1664525u + 1013904223u; ((volatile u8 *)memory)[i] = (u8)(state >> 24); }
        of(memory + SIZE, memory + 2 * SIZE + (is_apart ? 0 : 4), memory + 3 * SIZE + (c & 1) * 128, counts[c]);
        if (!is_apart) of(memory + SIZE, memory + SIZE + 16, memory + SIZE - 64, counts[c]);
        for (int i = 0; i < 4 * SIZE; i++) h = (h ^ ((volatile u8 *)memory)[i]) * 16777619u;
    }
    return h;
}

void _start(void) {
    static loop *const all[] = {average, scaled, dot, taps, prefix, apart, largest, mixed, hash, polynomial, twice, spread};
    static const int alone[] = {1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0};
    char line[16 * 9];
    int at = 0;
    for (unsigned f = 0; f < sizeof all / sizeof *all; f++) {
        const unsigned h = run(all[f], alone[f]);
        for (int digit = 7; digit >= 0; digit--) line[at++] = "0123456789abcdef"[h >> (digit * 4) & 15];
        line[at++] = '\n';
    }
    call(64, 1, (long)line, at);
    call(93, 0, 0, 0);
}
