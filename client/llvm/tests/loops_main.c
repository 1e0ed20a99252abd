// loops.c with bodies and without: what they write is the same, and nothing else is written.
#include "loops.h"

#include <stdio.h>
#include <string.h>

#define DECLARED(name)                                                                                                                      \
    void name##_with(const struct data *, struct found *);                                                                                  \
    void name##_plain(const struct data *, struct found *);
EACH_LOOP(DECLARED)

static struct found *now;
void told(int number) { now->told[++now->told[0]] = number; }

static unsigned long long state = 1;
static unsigned drawn(void) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33);
}

static int wrong, right;
static void compare(const char *name, void (*with)(const struct data *, struct found *), void (*plain)(const struct data *, struct found *),
                    const struct data *data, const struct found *before) {
    static struct found a, b;
    a = *before, b = *before;
    now = &a, with(data, &a);
    now = &b, plain(data, &b);
    if (memcmp(&a, &b, sizeof a) == 0) {
        right++;
    } else if (wrong++ < 10) {
        printf("%s: %d iterations\n", name, data->count);
    }
}

int main(void) {
    for (int turn = 0; turn < 2000; turn++) {
        static struct data data;
        static struct found before;
        data.count = turn % 50;
        for (int i = 0; i < MOST + 16; i++) {
            data.numbers[i] = (int)(drawn() % 4096) - 1024, data.floats[i] = (float)(drawn() % 4096) / 1024 - 2;
        }
        for (int i = 0; i < MOST * 24; i++) {
            data.matrix[i] = (float)(drawn() % 64) - 32;
        }
        for (int i = 0; i < MOST; i++) {
            before.counts[i] = (int)drawn(), before.longs[i] = drawn(), before.cells[4 * i] = (int)drawn();
        }
#define COMPARED(name) compare(#name, name##_with, name##_plain, &data, &before);
        EACH_LOOP(COMPARED)
    }
    printf("%d wrong, %d right\n", wrong, right);
    return wrong != 0;
}
