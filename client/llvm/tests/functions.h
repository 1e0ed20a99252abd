// Functions with vector variants beside the scalar functions, lane by lane. A lane that is off has what nobody may touch.
#include <stdio.h>
#include <string.h>

enum { LANES = 8 };
typedef int ints __attribute__((vector_size(32)));
typedef float floats __attribute__((vector_size(32)));

static unsigned long long state = 1;
static inline unsigned drawn(void) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33);
}
static inline int some_int(void) {
    return (int)(drawn() % 97) - 20;
}
static inline float some_float(void) {
    return drawn() % 16 ? (float)(int)(drawn() % 4096) / 1024.0f - 2.0f : 0.0f / 0.0f;
}

static int wrong, right;

// NaNs are equal: which of two operands gives its bits is nobody's promise.
static inline void check(const char *name, int turn, int lane, const void *expected, const void *found, int is_float) {
    float a, b;
    memcpy(&a, expected, 4), memcpy(&b, found, 4);
    if (memcmp(expected, found, 4) == 0 || (is_float && a != a && b != b)) {
        right++;
    } else if (wrong++ < 10) {
        printf("%s: turn %d, lane %d\n", name, turn, lane);
    }
}
