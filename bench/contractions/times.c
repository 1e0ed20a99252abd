/* times ROUNDS KIND COUNT BYTES... LIBRARY...: one line for each library, its nanoseconds of processor time, the least and the median of
   all rounds, and whether its result is that of the first library, byte by byte. Libraries run in turn. KIND is `f32` or `int`. COUNT
   arrays, three or four, have these BYTES, and the last one is the result; BYTES:127 are bytes of which these bits are set at most.
   With TIMES_CLOCK=wall times are those of the clock on the wall. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 72 };
typedef void (*kernel_of_two)(const void *, const void *, void *);
typedef void (*kernel_of_three)(const void *, const void *, const void *, void *);

static double now(void) {
  static int clock = -1;
  struct timespec time;
  if (clock < 0) clock = getenv("TIMES_CLOCK") ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
  clock_gettime(clock, &time);
  return 1e9 * time.tv_sec + time.tv_nsec;
}

static int by_size(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/* Small numbers, so that sums of floats are exact in any order. */
static char *filled(const char *word, int is_float) {
  char *mask;
  const size_t bytes = strtoull(word, &mask, 10);
  const int bits = *mask == ':' ? atoi(mask + 1) : 255;
  char *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  if (!memory) exit(2);
  for (size_t at = 0; at < bytes; at += is_float ? 4 : 1) {
    if (is_float) *(float *)(memory + at) = rand() % 16 - 8;
    else memory[at] = (char)(rand() & bits);
  }
  return memory;
}

int main(int count, char **words) {
  if (count < 4) return 2;
  const int rounds = atoi(words[1]), is_float = !strcmp(words[2], "f32"), arrays = atoi(words[3]), libraries = count - 4 - arrays;
  if (arrays < 3 || arrays > 4 || libraries < 1 || libraries > MOST) return 2;
  char *memory[4], **names = words + 4 + arrays;
  for (int at = 0; at < arrays; at++) memory[at] = filled(words[4 + at], is_float);
  const size_t bytes = strtoull(words[3 + arrays], 0, 10);
  char *c = memory[arrays - 1], *first = malloc(bytes);
  void *run[MOST];
  double *times[MOST];
  int equal[MOST];
  for (int at = 0; at < libraries; at++) {
    void *library = dlopen(names[at], RTLD_NOW | RTLD_LOCAL);
    run[at] = library ? dlsym(library, "contraction") : 0;
    if (!run[at]) return fprintf(stderr, "%s\n", dlerror()), 2;
    times[at] = calloc(rounds, sizeof(double));
  }
  for (int round = 0; round < rounds; round++)
    for (int at = 0; at < libraries; at++) {
      memset(c, 0, bytes);
      const double begin = now();
      if (arrays == 3) ((kernel_of_two)run[at])(memory[0], memory[1], c);
      else ((kernel_of_three)run[at])(memory[0], memory[1], memory[2], c);
      times[at][round] = now() - begin;
      if (at == 0) memcpy(first, c, bytes);
      equal[at] = (round == 0 || equal[at]) && !memcmp(first, c, bytes);
    }
  for (int at = 0; at < libraries; at++) {
    qsort(times[at], rounds, sizeof(double), by_size);
    printf("%.0f %.0f %s\n", times[at][0], times[at][rounds / 2], equal[at] ? "equal" : "different");
  }
  return 0;
}
