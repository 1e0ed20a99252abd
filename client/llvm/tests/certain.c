// Calls functions of two libraries on bytes of which some are undefined, and compares the bits of what they write that are the same whatever
// those are. Both are made by arbitrary.cpp: what is undefined has bits of its own in each use.
//
//   certain OWN SELECTED SEED FUNCTION...
//
// A buffer is a plane of values, then one of which bits are undefined, then planes of bits that such ones are changed by.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kPlane = 1 << 13, kPlanes = 30, kUsed = 1 << 10, kBuffers = 2, kWritten = 1 << 12 };
enum { kInputs = 14, kDraws = 40, kMoreDraws = 20000, kTurns = 3 };

typedef void Tested(uint8_t *to, const uint8_t *from, const uint8_t *also, long n);

static uint8_t buffers[kBuffers][(2 + kPlanes) * kPlane], written[kWritten];

static uint64_t state;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static const uint8_t kEdges[] = {0, 1, 0x7f, 0x80, 0xff, 0xfe};

static uint8_t edge(void) { return kEdges[next() % sizeof(kEdges)]; }

static void draw_values(int input) {
    for (int b = 0; b < kBuffers; b++) {
        for (int i = 0; i < kUsed; i++) {
            buffers[b][i] = input % 3 == 0 ? (uint8_t)next() : input % 3 == 1 ? edge() : (uint8_t)(next() % 3 - 1);
        }
    }
}

// Single bytes, bytes of one place in each element, runs, elements, all of one buffer, or none.
static void draw_undefined(int input) {
    const int step = 1 << (1 + next() % 4), place = (int)(next() % (uint64_t)step);
    for (int b = 0; b < kBuffers; b++) {
        uint8_t *undefined = buffers[b] + kPlane;
        for (int i = 0; i < kUsed; i++) {
            const int how = input % 7;
            const int is = how == 0   ? 0
                           : how == 1 ? next() % 16 == 0
                           : how == 2 ? i % step == place
                           : how == 3 ? i % 64 < 8 * place
                           : how == 4 ? i / 4 % step == place
                           : how == 5 ? b == 0
                                      : next() % 2 == 0;
            undefined[i] = is ? 0xff : 0;
        }
    }
}

// Any bits; or none, so that what the code has by itself stays; or such that the value is at an edge of its type, the same everywhere or
// not. Every other time all planes are the same, as if there were memory that nobody knows and that stays as it is; of the others, half have
// bits of one kind.
static void draw_bits(void) {
    const int all = (int)(next() % 20), are_same = all >= 10;
    const uint8_t one = edge();
    for (int b = 0; b < kBuffers; b++) {
        for (int plane = 0; plane < kPlanes; plane++) {
            uint8_t *bits = buffers[b] + (2 + plane) * kPlane;
            if (are_same && plane > 0) {
                memcpy(bits, bits - kPlane, kUsed);
                continue;
            }
            const int how = all < 5 ? all : (int)(next() % 5);
            const uint8_t same = all < 5 ? one : edge();
            for (int i = 0; i < kUsed; i++) {
                bits[i] = how < 2    ? (uint8_t)next()
                          : how == 2 ? 0
                                     : (uint8_t)(buffers[b][i] ^ (how == 3 ? same : edge()));
            }
        }
    }
}

// The bits that are one in each of `draws` calls, and those that are in any.
typedef struct {
    uint8_t always[kWritten], ever[kWritten];
} Bits;

static void see(Tested *tested, int draws, Bits *bits) {
    for (int draw = 0; draw < draws; draw++) {
        draw_bits();
        memset(written, 0, kWritten);
        tested(written, buffers[0], buffers[1], kTurns);
        for (int i = 0; i < kWritten; i++) {
            bits->always[i] &= written[i];
            bits->ever[i] |= written[i];
        }
    }
}

static void begin(Bits *bits) {
    memset(bits->always, 0xff, kWritten);
    memset(bits->ever, 0, kWritten);
}

// Bits of `selected` that own code never has: some byte, or -1.
static int more_in(const Bits *own, const Bits *selected) {
    for (int i = 0; i < kWritten; i++) {
        if ((selected->ever[i] & (uint8_t)~own->ever[i]) | (own->always[i] & (uint8_t)~selected->always[i])) {
            return i;
        }
    }
    return -1;
}

static int differs(const char *name, Tested *own, Tested *selected, int input) {
    static Bits of_own, of_selected;
    draw_values(input);
    draw_undefined(input);
    begin(&of_own);
    begin(&of_selected);
    see(own, kDraws, &of_own);
    see(selected, kDraws, &of_selected);
    if (more_in(&of_own, &of_selected) >= 0) {
        see(own, kMoreDraws, &of_own);
    }
    const int byte = more_in(&of_own, &of_selected);
    if (byte >= 0) {
        printf("%s, input %d: byte %d has ones %02x at least and %02x at most, not %02x and %02x\n", name, input, byte,
               of_selected.always[byte], of_selected.ever[byte], of_own.always[byte], of_own.ever[byte]);
    }
    return byte >= 0;
}

int main(int count, char **arguments) {
    void *libraries[2];
    for (int i = 0; i < 2; i++) {
        libraries[i] = count > 4 ? dlopen(arguments[i + 1], RTLD_NOW | RTLD_LOCAL) : NULL;
        if (!libraries[i]) {
            fprintf(stderr, "certain: %s\n", count > 4 ? dlerror() : "OWN SELECTED SEED FUNCTION...");
            return 2;
        }
    }
    state = strtoull(arguments[3], NULL, 0) | 1;
    int wrong = 0;
    for (int k = 4; k < count; k++) {
        Tested *tested[2];
        for (int i = 0; i < 2; i++) {
            *(void **)&tested[i] = dlsym(libraries[i], arguments[k]);
            if (!tested[i]) {
                fprintf(stderr, "certain: %s has no %s\n", arguments[i + 1], arguments[k]);
                return 2;
            }
        }
        for (int input = 0, is_wrong = 0; input < kInputs && !is_wrong; input++) {
            is_wrong = differs(arguments[k], tested[0], tested[1], input);
            wrong += is_wrong;
        }
    }
    return wrong != 0;
}
