// Functions that get a loop over lanes. The line of the reason and a piece of it: what stands behind `why:`.
#include <stdatomic.h>
#include <stdarg.h>

volatile int seen;
int elsewhere(int, ...);

#pragma omp declare simd notinbranch
int reads_volatile(int x) {
    return seen + x;  // why: a volatile access
}

#pragma omp declare simd notinbranch
int counts(_Atomic int *count, int x) {
    return atomic_fetch_add(count, x);  // why: an atomic operation
}

#pragma omp declare simd notinbranch
int asks(int x) {
    __asm__ volatile("" : "+r"(x));  // why: inline assembly
    return x;
}

#pragma omp declare simd notinbranch
int calls(int x) {
    return elsewhere(x, x);  // why: it calls elsewhere
}

#pragma omp declare simd notinbranch uniform(f)
int through(int (*f)(int), int x) {
    return f(x) + 1;  // why: through a pointer
}

#pragma omp declare simd notinbranch
int recursive(int x) {
    return x < 2 ? x : recursive(x - 1) + recursive(x - 2);  // why: it calls itself
}

#pragma omp declare simd notinbranch
int sorted(int x) {  // why: bytes on the stack
    int all[400];
    for (int i = 0; i < 400; i++) {
        all[i] = x * i;
    }
    for (int i = 0; i < 400; i++) {
        all[(x + i) & 255] += all[i];
    }
    return all[x & 255];
}

typedef float four __attribute__((vector_size(16)));
#pragma omp declare simd notinbranch
float vectors(float x, four unused) {  // why: a type without a vector form
    return x;
}

#pragma omp declare simd notinbranch simdlen(3)
int three(int x) {  // why: is no width
    return x + 1;
}
