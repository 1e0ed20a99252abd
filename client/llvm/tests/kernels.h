// Macros of the tests' kernels. Each kernel takes bytes, whatever it reads them as; `w` is a weight, `n` a count.
#pragma once

#include <stdint.h>

typedef uint8_t u8;
typedef int8_t i8;
typedef uint16_t u16;
typedef int16_t i16;
typedef uint32_t u32;
typedef int32_t i32;

// The beginning of names, where two compiles of the kernels are one program.
#ifndef PREFIX
#define PREFIX
#endif
#define JOINED_(prefix, name) prefix##name
#define JOINED(prefix, name) JOINED_(prefix, name)

#define KERNEL(name) void JOINED(PREFIX, name)(void *to, const void *from, const void *also, int w, long n)
#define BUFFERS(T, A, B) \
    T *restrict o = to;  \
    const A *a = from;   \
    const B *b = also;   \
    (void)o, (void)a, (void)b, (void)w
// Without `restrict`: what is written may be what is read next.
#define MAY_OVERLAP(T, A, B) \
    T *o = to;               \
    const A *a = from;       \
    const B *b = also;       \
    (void)o, (void)a, (void)b, (void)w
#define EACH for (long i = 0; i < n; i++)
// The sum in front of the output.
#define PUT(sum) __builtin_memcpy(to, &(sum), sizeof(sum))

static int clamp(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}
