// Runs two compiles of the same kernels on the same bytes, in one program that needs no C library, and compares every byte of their buffers.
// Bytes come from standard input. Differences are printed on standard output, and in the end the number of runs.
//
// KERNELS(X) lists the kernels, as X(average) X(blend); they are compiled with PREFIX own_ and selected_. Before this file stand the
// processor's way into Linux and crates/run/machine/linux.c, which calls isotope_main.
typedef void Kernel(void *to, const void *from, const void *also, int w, long n);

#define DECLARE(name) Kernel own_##name, selected_##name;
KERNELS(DECLARE)

static const struct {
    const char *name;
    Kernel *own, *selected;
} kKernels[] = {
#define ROW(name) {#name, own_##name, selected_##name},
    KERNELS(ROW)};

enum { kBytes = 8192, kPart = 2600 };  // room for 500 elements of 4 bytes, and a 3 or 4 times as long row of bytes

static unsigned char first[kBytes], second[kBytes];

// The compiler makes calls of these where a library has them.
void *memcpy(void *to, const void *from, unsigned long bytes) {
    for (unsigned long i = 0; i < bytes; i++) ((volatile unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}

void *memset(void *to, int byte, unsigned long bytes) {
    for (unsigned long i = 0; i < bytes; i++) ((volatile unsigned char *)to)[i] = (unsigned char)byte;
    return to;
}

static unsigned char *put(unsigned char *out, const char *text) {
    while (*text) *out++ = (unsigned char)*text++;
    return out;
}

static unsigned char *put_number(unsigned char *out, unsigned long number) {
    if (number >= 10) out = put_number(out, number / 10);
    *out++ = (unsigned char)('0' + number % 10);
    return out;
}

// Whether the bytes of both buffers are the same after a run.
static int agrees(unsigned long kernel, const unsigned char *input, int how, int w, long n) {
    for (int i = 0; i < kBytes; i++) {
        first[i] = second[i] = how == 0 ? input[i] : how == 1 ? (unsigned char)(input[i] % 3 - 1) : how == 2 ? 0xff : 0x80;
    }
    kKernels[kernel].own(first, first + kPart, first + 2 * kPart, w, n);
    kKernels[kernel].selected(second, second + kPart, second + 2 * kPart, w, n);
    for (int i = 0; i < kBytes; i++) {
        if (first[i] != second[i]) return 0;
    }
    return 1;
}

unsigned long isotope_main(const unsigned char *input, unsigned long input_bytes, unsigned char *output) {
    static const long counts[] = {0, 1, 2, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 500};
    unsigned char *out = output;
    unsigned long runs = 0;
    for (unsigned long k = 0; k < sizeof(kKernels) / sizeof(*kKernels) && input_bytes >= kBytes; k++) {
        int is_equal = 1;
        for (int how = 0; how < 4; how++) {
            for (unsigned long c = 0; c < sizeof(counts) / sizeof(*counts); c++, runs++) {
                is_equal = is_equal && agrees(k, input, how, input[k] - 100, counts[c]);
            }
        }
        if (!is_equal) out = put(put(put(out, "differs: "), kKernels[k].name), "\n");
    }
    out = put(put_number(out, runs), " runs\n");
    return (unsigned long)(out - output);
}
