#!/usr/bin/env bash
# Makes bodies for the functions with `declare simd` in darktable's headers, and says which have none.
#
#   bench/llvm/functions_darktable.sh PLUGIN FOLDER [CLANG]
#
# FOLDER is src of darktable 4.2.1: `apt-get source darktable` has it. Headers that need GTK or OpenCL are left out by name. Others get what
# they take of darktable.h from here. Their functions are static: in a copy they are not, so that each has bodies though nobody calls it.
# Ends with status 1 where fewer than nine of ten have bodies.
set -euo pipefail
source "$(dirname "$0")/functions_beds.sh"
mkdir -p "$folder/common" "$folder/develop"
cat >"$folder/common/darktable.h" <<'END'
#pragma once
#include <float.h>
#include <glib.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define DT_ALIGNED_ARRAY __attribute__((aligned(64)))
#define DT_ALIGNED_PIXEL __attribute__((aligned(16)))
#define DT_PIXEL_SIMD_CHANNELS 4
#define M_PI_F 3.14159265358979324f
#define for_each_channel(c, ...) for (size_t c = 0; c < 4; c++)
#define for_four_channels(c, ...) for (size_t c = 0; c < 4; c++)
#define dt_omp_firstprivate(...) firstprivate(__VA_ARGS__)
#define dt_omp_sharedconst(...) shared(__VA_ARGS__)
#define dt_omp_nontemporal(...)
typedef float DT_ALIGNED_PIXEL dt_aligned_pixel_t[4];
typedef float DT_ALIGNED_ARRAY dt_colormatrix_t[4][4];
static inline __attribute__((always_inline)) void copy_pixel(float *out, const float *in) { for (int c = 0; c < 4; c++) out[c] = in[c]; }
static inline __attribute__((always_inline)) void copy_pixel_nontemporal(float *out, const float *in) { copy_pixel(out, in); }
END
cat >"$folder/glib.h" <<'END'
#pragma once
#include <stddef.h>
typedef int gboolean;
enum { FALSE, TRUE };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define CLAMP(x, low, high) ((x) > (high) ? (high) : (x) < (low) ? (low) : (x))
END
echo "typedef struct { int flags; float wb_coeffs[4], d65_color_matrix[9], adobe_XYZ_to_CAM[4][3]; } dt_image_t; enum { DT_IMAGE_4BAYER = 1 };" \
  >"$folder/common/image.h"
flags=(-O3 -march=haswell -fopenmp-simd -D_OPENMP=1 -fno-math-errno -Wno-everything -g1 -I "$folder" -I "$sources")
asked=0 bodies=0
: >"$folder/seen"

while IFS= read -r file; do
  name=${file#"$sources"/}
  # With the headers of its folder beside it, of which it takes some; those of this script come first.
  mkdir -p "$folder/$(dirname "$name")"
  for header in "$(dirname "$file")"/*.h; do
    copy=$folder/$(dirname "$name")/$(basename "$header")
    [ -e "$copy" ] || sed 's/static inline/inline __attribute__((gnu_inline))/' "$header" >"$copy"
  done
  sed 's/static inline//; s/^static //' "$file" >"$folder/header.h"
  printf '#include "common/darktable.h"\n#include "header.h"\n' >"$folder/all.c"
  if ! "$clang" "${flags[@]}" -fsyntax-only "$folder/all.c" 2>"$folder/log"; then
    echo "left out: $name: $(why "$folder/log")"
    continue
  fi
  "$clang" "${flags[@]}" -O0 -S -emit-llvm -o "$folder/all.ll" "$folder/all.c"
  "$clang" "${flags[@]}" -fpass-plugin="$plugin" -Rpass=isotope -Rpass-missed=isotope -c -o "$folder/all.o" "$folder/all.c" 2>"$folder/log"
  own=$(grep -oE '"_ZGVd[NM][0-9a-z]*_[A-Za-z0-9_]+"' "$folder/all.ll" | sed 's/"_ZGVd[^_]*_//; s/"//' | sort -u)
  sed -n 's/.*vector body \(.*\)\.simd\..*/\1/p' "$folder/log" | sort -u >"$folder/made"
  sed -n 's/.*no vector body for \([^:]*\): .*/\1/p' "$folder/log" | sort -u >"$folder/none"
  here=0 has=0
  for function in $own; do
    # Those of headers that this one takes are counted there.
    if grep -qx "$function" "$folder/seen"; then continue; fi
    echo "$function" >>"$folder/seen"
    here=$((here + 1))
    if grep -qx "$function" "$folder/made" && ! grep -qx "$function" "$folder/none"; then has=$((has + 1)); fi
  done
  sed -n "s|.*\(no vector body for .*\) \[-Rpass.*|$name: \1|p" "$folder/log" | sort -u
  [ "$here" = 0 ] || echo "$name: $has of $here functions have all their bodies"
  asked=$((asked + here)) bodies=$((bodies + has))
done < <(grep -rl 'declare simd' "$sources" --include='*.h' | sort)
echo "$asked functions with the pragma, $bodies have all their bodies"
[ "$asked" -gt 0 ] && [ $((10 * bodies)) -ge $((9 * asked)) ]
