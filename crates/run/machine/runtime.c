/* What a compiler may call of its own accord, for programs without a C library; and the entry, which must come first. */

typedef unsigned char u8;
typedef unsigned long u64;

u64 isotope_main(const u8 *input, u64 input_bytes, u8 *output);

__attribute__((section(".text.first"))) u64 isotope_entry(const u8 *input, u64 input_bytes, u8 *output) {
    return isotope_main(input, input_bytes, output);
}

void *memcpy(void *to, const void *from, u64 bytes) {
    void *start = to;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
    return start;
}

void *memset(void *to, int value, u64 bytes) {
    void *start = to;
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(value) : "memory");
    return start;
}

void *memmove(void *to, const void *from, u64 bytes) {
    u8 *t = to;
    const u8 *f = from;
    if (t < f) {
        for (u64 i = 0; i < bytes; i++) ((volatile u8 *)t)[i] = f[i];
    } else {
        for (u64 i = bytes; i; i--) ((volatile u8 *)t)[i - 1] = f[i - 1];
    }
    return to;
}

int memcmp(const void *a, const void *b, u64 bytes) {
    for (u64 i = 0; i < bytes; i++) {
        int difference = ((const volatile u8 *)a)[i] - ((const volatile u8 *)b)[i];
        if (difference) return difference;
    }
    return 0;
}
