// Calls functions of two libraries with the same arguments in processes of their own, and compares what they return and what they write.
//
//   call OWN SELECTED < LINES
//
// A line is `data NAME BYTES`, a variable that both libraries define, or `call NAME RESULT ARGUMENT...`: each a letter, i for an integer or a
// pointer's sign, p for a pointer, v for a float or a vector, - for no result, with bits after i and v. Integers and pointers are in
// registers of one kind and vectors in those of another, so that one call serves every signature of up to six of the first and eight of the
// second.
//
// A function that ends its process, or does not end, in the library OWN says nothing and is counted apart.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kWords = 6, kVectors = 8, kRegion = 1 << 16, kData = 1 << 20, kMostData = 64, kTrials = 6, kSeconds = 2 };

typedef long OfWords(long, long, long, long, long, long, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i);
typedef __m256i OfVectors(long, long, long, long, long, long, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i);

// The effects of a call.
typedef struct {
    uint8_t regions[kWords][kRegion], data[kData], result[32];
} Left;

static struct {
    char name[256];
    size_t bytes;
} kept[kMostData];
static int kept_count;

static uint64_t state;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// Random bytes, or small numbers of four bytes, which are no odd floats either.
static void fill(uint8_t *bytes, size_t count, int trial) {
    for (size_t i = 0; i < count; i += 4) {
        const uint32_t word = trial % 2 ? (uint32_t)next() % 100 : (uint32_t)next();
        memcpy(bytes + i, &word, count - i < 4 ? count - i : 4);
    }
}

static void fill_data(void *library, int trial) {
    for (int i = 0; i < kept_count; i++) {
        uint8_t *at = dlsym(library, kept[i].name);
        if (at) fill(at, kept[i].bytes, trial);
    }
}

static void keep_data(void *library, uint8_t *to) {
    for (int i = 0; i < kept_count; i++) {
        const uint8_t *at = dlsym(library, kept[i].name);
        if (at) memcpy(to, at, kept[i].bytes);
        to += kept[i].bytes;
    }
}

static void call(void *library, void *function, char *words, int trial, Left *left) {
    static const long numbers[] = {64, 100, 33, 7, 1, 16};
    long in[kWords] = {0};
    __m256i vectors[kVectors];
    state = 0x9e3779b97f4a7c15 + (uint64_t)trial;
    fill((uint8_t *)left->regions, sizeof(left->regions), trial);
    fill((uint8_t *)vectors, sizeof(vectors), trial);
    fill_data(library, trial);
    int integers = 0;
    char *at = NULL;
    const char *result = strtok_r(words, " \n", &at);
    for (const char *word; (word = strtok_r(NULL, " \n", &at));) {
        // All registers of vectors are full: which of them a signature has does not matter.
        if (word[0] != 'v' && integers < kWords) {
            const int bits = atoi(word + 1);
            const long number = trial < 2 ? numbers[trial] : numbers[(trial + integers) % kTrials];
            in[integers] = word[0] == 'p' ? (long)left->regions[integers] : bits < 8 ? (trial + integers) & 1 : number;
            integers++;
        }
    }
#define ARGUMENTS in[0], in[1], in[2], in[3], in[4], in[5], vectors[0], vectors[1], vectors[2], vectors[3], vectors[4], vectors[5], vectors[6], vectors[7]
    memset(left->result, 0, sizeof(left->result));
    const size_t bytes = result[0] == '-' ? 0 : (size_t)(atoi(result + 1) + 7) / 8;
    if (result[0] == 'v') {
        const __m256i made = ((OfVectors *)function)(ARGUMENTS);
        memcpy(left->result, &made, bytes > 32 ? 32 : bytes);
    } else {
        long made = ((OfWords *)function)(ARGUMENTS);
        if (bytes && atoi(result + 1) < 8) made &= (1 << atoi(result + 1)) - 1;
        memcpy(left->result, &made, bytes > 8 ? 8 : bytes);
    }
    keep_data(library, left->data);
}

// In a process of its own; 0 where it ended well.
static int called(void *library, const char *name, const char *words, int trial, Left *left) {
    const pid_t child = fork();
    if (child == 0) {
        // A missing library ends it, and its message is nobody's to read.
        (void)!freopen("/dev/null", "w", stderr);
        alarm(kSeconds);
        char copy[1024];
        snprintf(copy, sizeof(copy), "%s", words);
        void *function = dlsym(library, name);
        if (function) call(library, function, copy, trial, left);
        _exit(function ? 0 : 1);
    }
    int status = 1;
    return child < 0 || waitpid(child, &status, 0) < 0 ? 1 : status;
}

int main(int count, char **arguments) {
    void *libraries[2] = {0};
    for (int i = 0; i < 2; i++) {
        libraries[i] = count > 2 ? dlopen(arguments[i + 1], RTLD_LAZY | RTLD_LOCAL) : NULL;
        if (!libraries[i]) {
            printf("unloadable %s\n", count > 2 ? dlerror() : "OWN SELECTED");
            return 0;
        }
    }
    Left *left[2];
    for (int i = 0; i < 2; i++) {
        left[i] = mmap(NULL, sizeof(Left), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (left[i] == MAP_FAILED) return 2;
    }
    char line[2048];
    size_t bytes = 0;
    while (fgets(line, sizeof(line), stdin)) {
        char name[256];
        size_t size;
        int at = 0;
        if (sscanf(line, "data %255s %zu", name, &size) == 2) {
            if (kept_count < kMostData && bytes + size <= kData) {
                snprintf(kept[kept_count].name, sizeof(name), "%s", name);
                kept[kept_count++].bytes = size;
                bytes += size;
            }
            continue;
        }
        if (sscanf(line, "call %255s %n", name, &at) != 1) continue;
        int ran = 0;
        for (int trial = 0; trial < kTrials; trial++) {
            // Pointers are compared as they are written: both libraries write to the same place, one after the other.
            if (called(libraries[0], name, line + at, trial, left[0]) != 0) continue;
            memcpy(left[1], left[0], sizeof(Left));
            Left *apart = left[0];
            static Left own;
            memcpy(&own, apart, sizeof(Left));
            const int status = called(libraries[1], name, line + at, trial, left[0]);
            if (status != 0 || memcmp(&own, left[0], sizeof(Left)) != 0) {
                printf("differs %s trial %d status %d\n", name, trial, status);
                break;
            }
            ran++;
        }
        printf("%s %s\n", ran ? "ran" : "unrunnable", name);
        fflush(stdout);
    }
    return 0;
}
