// stated_functions.c by lanes and one by one, with a library of this file's own. A lane that is off holds a NaN that no call may be given.
#include "functions.h"

#include <math.h>

float roots(float, int), shared(float, float), angles(float, int), powers(float, int);
floats _ZGVdN8vv_roots(floats, ints), _ZGVdM8vv_roots(floats, ints, floats);
floats _ZGVdN8vu_shared(floats, float), _ZGVdM8vu_shared(floats, float, floats);
floats _ZGVdN8vv_angles(floats, ints), _ZGVdM8vv_angles(floats, ints, floats);
floats _ZGVdN8vv_powers(floats, ints), _ZGVdM8vv_powers(floats, ints, floats);

typedef float four __attribute__((vector_size(16)));
static int calls, given_nothing;
four amd_vrs4_cbrtf(four x) {
    calls++;
    for (int l = 0; l < 4; l++) {
        given_nothing += x[l] != x[l];
        x[l] = cbrtf(x[l]);
    }
    return x;
}
#define BY_LANE(name)                                                                                                                      \
    floats amd_vrs8_##name(floats x) {                                                                                                     \
        for (int l = 0; l < LANES; l++) {                                                                                                  \
            x[l] = name(x[l]);                                                                                                             \
        }                                                                                                                                  \
        return x;                                                                                                                          \
    }
BY_LANE(expf)
BY_LANE(atanf)

#define EACH(name, found, ...)                                                                                                             \
    do {                                                                                                                                   \
        const floats all = found;                                                                                                          \
        for (int l = 0; l < LANES; l++) {                                                                                                  \
            if (on[l]) {                                                                                                                   \
                const float expected = name(__VA_ARGS__), lane = all[l];                                                                    \
                check(#name, turn, l, &expected, &lane, 1);                                                                                 \
            }                                                                                                                              \
        }                                                                                                                                  \
    } while (0)

int main(void) {
    for (int turn = 0; turn < 2000; turn++) {
        ints n, on;
        floats x;
        const int is_masked = turn & 1;
        const float y = (float)(int)(drawn() % 4096) / 256.0f;
        for (int l = 0; l < LANES; l++) {
            on[l] = is_masked && drawn() % 3 == 0 ? 0 : -1;
            n[l] = on[l] ? (int)(drawn() % 12) : 0x7fffffff;
            x[l] = on[l] ? (float)(int)(drawn() % 4096) / 256.0f : __builtin_nanf("");
        }
        floats mask;
        memcpy(&mask, &on, sizeof mask);
        EACH(roots, is_masked ? _ZGVdM8vv_roots(x, n, mask) : _ZGVdN8vv_roots(x, n), x[l], n[l]);
        EACH(shared, is_masked ? _ZGVdM8vu_shared(x, y, mask) : _ZGVdN8vu_shared(x, y), x[l], y);
        EACH(angles, is_masked ? _ZGVdM8vv_angles(x, n, mask) : _ZGVdN8vv_angles(x, n), x[l], n[l]);
        EACH(powers, is_masked ? _ZGVdM8vv_powers(x, n, mask) : _ZGVdN8vv_powers(x, n), x[l], n[l]);
    }
    printf("%d wrong, %d right, %d calls of the variant, %d with a lane that is off\n", wrong, right, calls, given_nothing);
    return wrong != 0 || calls == 0 || given_nothing != 0;
}
