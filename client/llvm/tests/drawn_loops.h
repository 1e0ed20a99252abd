// Drawn loops as plain ones, by clang alone and with bodies. clang's vectoriser takes an array that is declared in an iteration for one of
// all iterations (LLVM 19 and 22): where clang alone writes something else than the plain loop, bodies are not compared.
#include "functions.h"

enum { MOST = 40, PLAIN = 0, ALONE, WITH };
static int cells[3][MOST * 16 + 16], found[3][MOST];

static int is_other(int side) {
    return memcmp(found[side], found[PLAIN], sizeof found[PLAIN]) || memcmp(cells[side], cells[PLAIN], sizeof cells[PLAIN]);
}

static void take_plain(int side) {
    memcpy(cells[side], cells[PLAIN], sizeof cells[PLAIN]);
    memcpy(found[side], found[PLAIN], sizeof found[PLAIN]);
}

#define SIDES(name)                                                 \
    void name##_plain(int *, const int *, const int *, int *, int); \
    void name##_alone(int *, const int *, const int *, int *, int); \
    void name##_with(int *, const int *, const int *, int *, int);

#define EACH(name)                                                   \
    do {                                                             \
        static int is_said;                                          \
        name##_plain(cells[PLAIN], x, y, found[PLAIN], turn % MOST); \
        name##_alone(cells[ALONE], x, y, found[ALONE], turn % MOST); \
        name##_with(cells[WITH], x, y, found[WITH], turn % MOST);    \
        if (is_other(ALONE)) {                                       \
            is_said++ ? 0 : printf("clang alone: " #name "\n");      \
        } else if (is_other(WITH)) {                                 \
            wrong++;                                                 \
            printf(#name ": turn %d\n", turn);                       \
        } else {                                                     \
            right++;                                                 \
        }                                                            \
        take_plain(ALONE);                                           \
        take_plain(WITH);                                            \
    } while (0)

#define CALLS(...)                                    \
    int main(void) {                                  \
        for (int turn = 0; turn < 80; turn++) {       \
            int x[MOST], y[MOST];                     \
            for (int n = 0; n < MOST; n++) {          \
                x[n] = some_int(), y[n] = some_int(); \
            }                                         \
            __VA_ARGS__                               \
        }                                             \
        printf("%d wrong, %d right\n", wrong, right); \
        return wrong != 0;                            \
    }
