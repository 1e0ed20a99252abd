#!/usr/bin/env bash
# Times x264's functions in C by its own checkasm: compiled by clang -O3, and with the plug-in. Prints the functions that differ by 5 % and
# the geometric mean over all.
#
#   bench/llvm/x264.sh PLUGIN SOURCES [CLANG] [-march=CPU] [ROUNDS]
#
# SOURCES is x264's source folder (`apt-get source x264`), which is copied; its build needs nasm. The plug-in asks the daemon of
# ISOTOPE_SERVER; with ISOTOPE_SERVER=off it only does what needs no daemon. x264 switches LLVM's loop vectoriser off, and this script takes
# that out on both sides. Ends with status 1 where the plug-in's functions fail x264's own comparison with its assembly.
set -euo pipefail
plugin=$(realpath "${1:?usage: $0 PLUGIN SOURCES [CLANG] [-march=CPU] [ROUNDS]}")
sources=$(realpath "${2:?usage: $0 PLUGIN SOURCES [CLANG] [-march=CPU] [ROUNDS]}")
clang=${3:-clang-19}
march=${4:--march=native}
rounds=${5:-3}
command -v nasm >/dev/null || { echo "$0: x264's assembly needs nasm: apt-get install nasm" >&2; exit 2; }
[ -f "$sources/tools/checkasm.c" ] || { echo "$0: $sources has no tools/checkasm.c: it is not x264's source folder" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for side in clang plugin; do
  cp -r "$sources" "$folder/$side"
  with=
  [ "$side" = clang ] || with=" -fpass-plugin=$plugin"
  (
    cd "$folder/$side"
    CC=$clang ./configure --disable-cli --enable-static --extra-cflags="$march -w$with" >log 2>&1
    sed -i 's/-fno-tree-vectorize//' config.mak
    make -j"$(nproc)" checkasm8 >>log 2>&1
  ) || { echo "$0: x264 does not build:" >&2; tail -5 "$folder/$side/log" >&2; exit 2; }
done
echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(sed -n 's/^model\t[^:]*: /model /p' /proc/cpuinfo | head -1), $("$clang" --version | head -1), -O3 $march"
for ((round = 0; round < rounds; round++)); do
  for side in clang plugin; do
    (cd "$folder/$side" && ./checkasm8 --bench 1234 2>"$folder/failed") >"$folder/out" || { grep -i fail "$folder/failed" >&2; exit 1; }
    sed -n "s/^\([a-z0-9_]*\)_c: \([0-9]*\)$/$side \1 \2/p" "$folder/out" >>"$folder/times"
  done
done
awk '
  { key = $1 SUBSEP $2; if (!(key in least) || $3 < least[key]) least[key] = $3; if ($1 == "clang") names[$2] }
  END {
    for (name in names) {
      plain = least["clang", name]; with = least["plugin", name]
      if (plain < 1 || with < 1) continue
      sum += log(plain / with); count++
      if (plain > 1.05 * with) faster++
      if (with > 1.05 * plain) slower++
      if (plain > 1.05 * with || with > 1.05 * plain) printf "%-32s %8d %8d %7.2f\n", name, plain, with, plain / with | "sort -k4 -n"
    }
    close("sort -k4 -n")
    printf "%d functions, %d faster by 5 %%, %d slower by 5 %%, geometric mean %.3f\n", count, faster, slower, exp(sum / count)
  }' "$folder/times"
