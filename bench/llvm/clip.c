// Writes a film for bench/llvm/programs.sh: a textured ground that slides by parts of pixels, discs that move over it, and grain. The same
// arguments make the same bytes.
//
//   clip y4m WIDTH HEIGHT FRAMES >FILE      planes of 4:2:0, as video encoders read them
//   clip ppm WIDTH HEIGHT >FILE             one picture in RGB
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, DISCS = 6 };

static uint32_t state = 1;

static uint32_t drawn(void) {
  state = state * 1664525u + 1013904223u;
  return state >> 16;
}

// A texture that repeats: noise of several sizes, each half as strong as the next larger one.
static int texture[SIDE][SIDE];

static void fill_texture(void) {
  static int noise[SIDE][SIDE];
  for (int step = 64; step >= 2; step /= 2) {
    int strength = step * 3 / 2;
    for (int y = 0; y < SIDE; y += step)
      for (int x = 0; x < SIDE; x += step) noise[y][x] = (int)(drawn() % (2 * strength + 1)) - strength;
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) {
        int left = x / step * step, top = y / step * step, right = (left + step) % SIDE, bottom = (top + step) % SIDE;
        int fx = x - left, fy = y - top;
        int above = noise[top][left] * (step - fx) + noise[top][right] * fx;
        int below = noise[bottom][left] * (step - fx) + noise[bottom][right] * fx;
        texture[y][x] += (above * (step - fy) + below * fy) / (step * step);
      }
  }
}

// The texture at a place in 256ths of a pixel.
static int ground(int x, int y) {
  int left = (x >> 8) & (SIDE - 1), top = (y >> 8) & (SIDE - 1), right = (left + 1) & (SIDE - 1), bottom = (top + 1) & (SIDE - 1);
  int fx = x & 255, fy = y & 255;
  int above = texture[top][left] * (256 - fx) + texture[top][right] * fx;
  int below = texture[bottom][left] * (256 - fx) + texture[bottom][right] * fx;
  return (above * (256 - fy) + below * fy) >> 16;
}

static uint8_t byte_of(int value) {
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// One of three planes of a frame, each of its pixels `scale` pixels of the film wide.
static void plane(uint8_t *to, int width, int height, int scale, int frame, int which) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int at_x = x * scale, at_y = y * scale, value = 128 + (at_x + which * at_y) / 16 % 48;
      value += ground((at_x << 8) + frame * 437, (at_y << 8) + frame * (which == 0 ? 181 : 90)) / (1 + which);
      for (int disc = 0; disc < DISCS; disc++) {
        int radius = 20 + 9 * disc;
        int dx = at_x - (90 * disc + frame * (disc + 1)) % 640, dy = at_y - (53 * disc + frame * (disc ^ 3)) % 360;
        if (dx * dx + dy * dy < radius * radius) value = 60 + 25 * disc + ground(dx * 384, dy * 384 + which * 9999) / 2;
      }
      to[y * width + x] = byte_of(value + (int)(drawn() % 5) - 2);
    }
}

int main(int count, char **words) {
  int is_film = count == 5 && strcmp(words[1], "y4m") == 0;
  if (!is_film && !(count == 4 && strcmp(words[1], "ppm") == 0)) return fputs("clip y4m WIDTH HEIGHT FRAMES | ppm WIDTH HEIGHT\n", stderr), 2;
  int width = atoi(words[2]), height = atoi(words[3]), frames = is_film ? atoi(words[4]) : 1;
  if (width < 2 || height < 2 || width > 8192 || height > 8192 || width % 2 || height % 2) return fputs("clip: even sizes, 2 to 8192\n", stderr), 2;
  size_t size = (size_t)width * (size_t)height;
  uint8_t *bytes = malloc(3 * size), *pixels = malloc(3 * size);
  if (!bytes || !pixels) return 1;
  fill_texture();
  if (is_film) printf("YUV4MPEG2 W%d H%d F25:1 Ip A1:1 C420jpeg\n", width, height);
  for (int frame = 0; frame < frames; frame++) {
    int scale = is_film ? 2 : 1;
    plane(bytes, width, height, 1, frame, 0);
    size_t chroma = size / (size_t)(scale * scale);
    for (int which = 1; which < 3; which++) plane(bytes + size + (size_t)(which - 1) * chroma, width / scale, height / scale, scale, frame, which);
    if (is_film) {
      puts("FRAME");
      fwrite(bytes, 1, size + 2 * chroma, stdout);
      continue;
    }
    for (size_t at = 0; at < size; at++)
      for (size_t which = 0; which < 3; which++) pixels[3 * at + which] = bytes[which * size + at];
    printf("P6\n%d %d\n255\n", width, height);
    fwrite(pixels, 1, 3 * size, stdout);
  }
  return 0;
}
