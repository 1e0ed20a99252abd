/* times ROUNDS KIND BYTES_A BYTES_B BYTES_C LIBRARY...: one line for each library, its nanoseconds of processor time, the least and the
   median of all rounds, and whether its result is that of the first library, byte by byte. Libraries run in turn. KIND is `f32` or `int`. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 72 };
typedef void (*kernel)(const void *, const void *, void *);

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e9 * time.tv_sec + time.tv_nsec;
}

static int by_size(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/* Small numbers, so that sums of floats are exact in any order. */
static void *filled(size_t bytes, int is_float) {
  char *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  if (!memory) exit(2);
  for (size_t at = 0; at < bytes; at += is_float ? 4 : 1) {
    if (is_float) *(float *)(memory + at) = rand() % 16 - 8;
    else memory[at] = (char)rand();
  }
  return memory;
}

int main(int count, char **words) {
  if (count < 7 || count - 6 > MOST) return 2;
  const int rounds = atoi(words[1]), libraries = count - 6, is_float = !strcmp(words[2], "f32");
  const size_t bytes = strtoull(words[5], 0, 10);
  void *a = filled(strtoull(words[3], 0, 10), is_float), *b = filled(strtoull(words[4], 0, 10), is_float);
  char *c = filled(bytes, is_float), *first = malloc(bytes);
  kernel run[MOST];
  double *times[MOST];
  int equal[MOST];
  for (int at = 0; at < libraries; at++) {
    void *library = dlopen(words[6 + at], RTLD_NOW | RTLD_LOCAL);
    run[at] = library ? (kernel)dlsym(library, "contraction") : 0;
    if (!run[at]) return fprintf(stderr, "%s\n", dlerror()), 2;
    times[at] = calloc(rounds, sizeof(double));
  }
  for (int round = 0; round < rounds; round++)
    for (int at = 0; at < libraries; at++) {
      memset(c, 0, bytes);
      const double begin = now();
      run[at](a, b, c);
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
