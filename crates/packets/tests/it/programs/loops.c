/* Loops of many kinds: without and with `restrict`, sums that go round, accesses of the same array some iterations apart. */

#define N __attribute__((noinline))
typedef unsigned char u8;
typedef unsigned short u16;

N void average(u8 *restrict o, const u8 *restrict a, const u8 *restrict b, int n) {
    for (int i = 0; i < n; i++) o[i] = (u8)((a[i] + b[i] + 1) >> 1);
}
N void scaled(u8 *o, const u8 *a, const u8 *b, int n) {
    int *to = (int *)o; const int *x = (const int *)a; const int *y = (const int *)b;
    for (int i = 0; i < n / 4; i++) to[i] = x[i] * 3 + (y[i] >> 2);
}
N void dot(u8 *o, const u8 *a, const u8 *b, int n) {
    const short *x = (const short *)a, *y = (const short *)b;
    int sum = 7;
    for (int i = 0; i < n / 2; i++) sum += x[i] * y[i];
    *(int *)o = sum;
}
N void taps(u8 *restrict o, const u8 *restrict a, const u8 *restrict b, int n) {
    short *restrict to = (short *)o; const short *restrict x = (const short *)a;
    (void)b;
    for (int i = 0; i < n / 2; i++) to[i] = (short)(x[i] * 3 + x[i + 1] * 5 + x[i + 2] * 7);
}
N void prefix(u8 *o, const u8 *a, const u8 *b, int n) {
    int *to = (int *)o; const int *x = (const int *)a;
    int sum = (int)b[0];
    for (int i = 0; i < n / 4; i++) { sum = sum * 5 + x[i]; to[i] = sum ^ (sum >> 3); }
}
N void apart(u8 *o, const u8 *a, const u8 *b, int n) {
    int *to = (int *)o; const int *y = (const int *)b;
    (void)a;
    for (int i = 0; i < n / 4; i++) to[i + 3] = to[i] * 3 + y[i];
}
N void largest(u8 *o, const u8 *a, const u8 *b, int n) {
    const int *x = (const int *)a;
    int most = (int)b[1], at = -1;
    for (int i = 0; i < n / 4; i++) if (x[i] > most) { most = x[i]; at = i; }
    ((int *)o)[0] = most; ((int *)o)[1] = at;
}
N void mixed(u8 *restrict o, const u8 *restrict a, const u8 *restrict b, int n) {
    for (int i = 0; i < n; i++) {
        const int x = a[i] * 17 + b[i] * 3;
        o[i] = (u8)(x > 2000 ? 255 : x >> 4);
    }
}
N void hash(u8 *o, const u8 *a, const u8 *b, int n) {
    unsigned h = 2166136261u;
    (void)b;
    for (int i = 0; i < n; i++) h = (h ^ a[i]) * 16777619u;
    *(unsigned *)o = h;
}
N void polynomial(u8 *restrict o, const u8 *restrict a, const u8 *restrict b, int n) {
    int *restrict to = (int *)o; const int *restrict x = (const int *)a; const int *restrict y = (const int *)b;
    for (int i = 0; i < n / 4; i++) { const int t = x[i], s = y[i]; to[i] = ((t * s + 11) * t + (s << 3)) * t - (s ^ t); }
}
N void twice(u8 *o, const u8 *a, const u8 *b, int n) {
    short *to = (short *)o; const short *x = (const short *)a;
    (void)b;
    for (int i = 0; i < n / 2; i++) { to[i] = (short)(to[i] + x[i] * 9); }
}
N void spread(u8 *o, const u8 *a, const u8 *b, int n) {
    for (int i = 0; i < n / 8; i++) { o[i * 8] = a[i * 3]; o[i * 8 + 4] = (u8)(b[i * 2] + a[i]); }
}
