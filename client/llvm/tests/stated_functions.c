// Functions that call others whose vector variants the compiler knows: AMD's library has one of cbrtf for 4 lanes. Compiled with
// -fno-math-errno, so that cbrtf writes nothing.
#include <math.h>

#pragma omp declare simd simdlen(8)
float roots(float x, int n) {
    float sum = 0;
    while (n > 0) {
        sum += cbrtf(x);
        if (sum > 4) {
            sum -= cbrtf(sum * x);
        }
        x *= 0.5f, n--;
    }
    return sum;
}

// The same root for all lanes: no variant is needed.
#pragma omp declare simd simdlen(8) uniform(y)
float shared(float x, float y) {
    while (x < 4) {
        x += 1 + fabsf(cbrtf(y));
    }
    return x;
}

// Of no variant for LLVM 19, which calls the function for one lane after the other.
#pragma omp declare simd simdlen(8)
float angles(float x, int n) {
    float sum = 0;
    while (n-- > 0) {
        sum += atanf(x), x *= 0.5f;
    }
    return sum;
}

// expf writes errno, unless -fno-math-errno says that nobody reads it.
#pragma omp declare simd simdlen(8)
float powers(float x, int n) {
    float sum = 0;
    while (n-- > 0) {
        sum += expf(x), x *= 0.5f;
    }
    return sum;
}
