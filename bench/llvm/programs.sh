#!/usr/bin/env bash
# Times whole programs in C, compiled by clang -O3 and with the plug-in: x264's encoder without its assembly, and cjpeg and djpeg of
# libjpeg-turbo without its SIMD code. Both sides of a program run in turn, and write the same bytes. Prints the median of the processor
# time in user mode, and of the ratio of each pair.
#
#   bench/llvm/programs.sh PLUGIN X264 JPEG [CLANG] [-march=CPU] [PAIRS]
#
# X264 and JPEG are source folders (`scripts/setup libraries` puts them into third_party/libraries). The plug-in asks the daemon of
# ISOTOPE_SERVER. ISOTOPE_REPORT=FOLDER has the plug-in's reports written there, and PROGRAMS_FOLDER=FOLDER keeps what is built,
# which another call with that folder does not build again. x264 switches LLVM's loop vectoriser off, and this script takes that out on both
# sides.
set -euo pipefail
usage="usage: $0 PLUGIN X264 JPEG [CLANG] [-march=CPU] [PAIRS]"
plugin=$(realpath "${1:?$usage}")
x264=$(realpath "${2:?$usage}")
jpeg=$(realpath "${3:?$usage}")
clang=${4:-clang-19}
march=${5:--march=native}
pairs=${6:-9}
here=$(cd "$(dirname "$0")" && pwd)
cmake=$(command -v cmake || echo "$here/../../third_party/cmake/bin/cmake")
[ -f "$x264/x264.c" ] || { echo "$0: $x264 has no x264.c: it is not x264's source folder" >&2; exit 2; }
[ -f "$jpeg/cjpeg.c" ] || { echo "$0: $jpeg has no cjpeg.c: it is not libjpeg-turbo's source folder" >&2; exit 2; }
folder=${PROGRAMS_FOLDER:-$(mktemp -d)}
mkdir -p "$folder"
[ -n "${PROGRAMS_FOLDER:-}" ] || trap 'rm -rf "$folder"' EXIT
folder=$(realpath "$folder")
[ -z "${ISOTOPE_REPORT:-}" ] || mkdir -p "$ISOTOPE_REPORT"
report=${ISOTOPE_REPORT:+$(realpath "$ISOTOPE_REPORT")}
unset ISOTOPE_REPORT

build() { # side
  local with=
  [ "$1" = clang ] || with=" -fpass-plugin=$plugin"
  [ ! -x "$folder/jpeg.$1/djpeg-static" ] || return 0
  [ -d "$folder/x264.$1" ] || cp -r "$x264" "$folder/x264.$1"
  (
    [ "$1" = clang ] || [ -z "$report" ] || export ISOTOPE_REPORT="$report/x264.jsonl"
    cd "$folder/x264.$1"
    CC=$clang ./configure --disable-asm --disable-opencl --disable-avs --disable-swscale --disable-lavf --disable-ffms --disable-gpac \
      --disable-lsmash --bit-depth=8 --extra-cflags="$march -w$with"
    sed -i 's/-fno-tree-vectorize//' config.mak
    make -j"$(nproc)" x264
  ) >"$folder/log" 2>&1 || { echo "$0: x264 does not build:" >&2; tail -5 "$folder/log" >&2; exit 2; }
  (
    [ "$1" = clang ] || [ -z "$report" ] || export ISOTOPE_REPORT="$report/jpeg.jsonl"
    "$cmake" -S "$jpeg" -B "$folder/jpeg.$1" -DCMAKE_C_COMPILER="$clang" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O3 \
      -DCMAKE_C_FLAGS="$march -w$with" -DWITH_SIMD=0 -DENABLE_SHARED=0 -DWITH_TURBOJPEG=0 -DCMAKE_POLICY_VERSION_MINIMUM=3.5
    "$cmake" --build "$folder/jpeg.$1" -j "$(nproc)" --target cjpeg-static djpeg-static
  ) >"$folder/log" 2>&1 || { echo "$0: libjpeg-turbo does not build:" >&2; tail -5 "$folder/log" >&2; exit 2; }
}

median() { sort -n "$1" | awk '{ of[NR] = $1 } END { print NR % 2 ? of[(NR + 1) / 2] : (of[NR / 2] + of[NR / 2 + 1]) / 2 }'; }

several() { # times, command
  for ((run = 0; run < $1; run++)); do "${@:2}" || return; done
}

# Prints the processor time of some runs of a command in user mode, in seconds.
seconds() { # times, command
  local TIMEFORMAT=%U
  { time several "$@" >/dev/null 2>&3; } 3>"$folder/errors" 2>&1 || { echo "$0: $* fails:" >&2; tail -3 "$folder/errors" >&2; exit 1; }
}

# A name, how often it runs for one measurement, and a command in which SIDE stands for the side and OUTPUT for the file that it writes.
compare() {
  local name=$1 times=$2 side spent
  shift 2
  rm -f "$folder"/times.*
  for ((pair = 0; pair < pairs; pair++)); do
    for side in clang plugin; do
      local words=("${@//SIDE/$side}")
      spent=$(seconds "$times" "${words[@]//OUTPUT/$folder/output.$side}")
      echo "$spent" >>"$folder/times.$side"
    done
    cmp "$folder/output.clang" "$folder/output.plugin" >&2 || { echo "$0: $name writes something else with the plug-in" >&2; exit 1; }
  done
  paste "$folder/times.clang" "$folder/times.plugin" | awk '{ print $1 / $2 }' >"$folder/times.ratios"
  printf '%-20s %8.2f %8.2f %7.3f   %s to %s\n' "$name" "$(median "$folder/times.clang")" "$(median "$folder/times.plugin")" \
    "$(median "$folder/times.ratios")" "$(sort -n "$folder/times.ratios" | head -1)" "$(sort -n "$folder/times.ratios" | tail -1)"
}

build clang
build plugin
"$clang" -O2 "$here/clip.c" -o "$folder/clip"
"$folder/clip" y4m 640 360 100 >"$folder/film.y4m"
"$folder/clip" ppm 4096 2304 >"$folder/picture.ppm"
"$folder/jpeg.clang/cjpeg-static" -quality 90 "$folder/picture.ppm" >"$folder/picture.jpg"

echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(sed -n 's/^model\t[^:]*: /model /p' /proc/cpuinfo | head -1), $("$clang" --version | head -1), -O3 $march, $pairs pairs"
printf '%-20s %8s %8s %7s\n' program clang,s plugin,s ratio
for preset in veryfast medium; do
  compare "x264 $preset" 1 "$folder/x264.SIDE/x264" --threads 1 --preset $preset --muxer raw --output OUTPUT --demuxer y4m "$folder/film.y4m"
done
compare cjpeg 10 "$folder/jpeg.SIDE/cjpeg-static" -dct int -quality 90 -outfile OUTPUT "$folder/picture.ppm"
compare djpeg 10 "$folder/jpeg.SIDE/djpeg-static" -dct int -ppm -outfile OUTPUT "$folder/picture.jpg"
