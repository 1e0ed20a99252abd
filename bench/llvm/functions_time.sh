#!/usr/bin/env bash
# Times clang -O3 of the file with twelve functions with `declare simd`, with the plug-in and without, in turn: processor time, the least of
# so many turns; what the passes of the plug-in take of it, and what the rest.
#
#   bench/llvm/functions_time.sh PLUGIN [CLANG] [-march=CPU] [TURNS]
set -euo pipefail
plugin=$(realpath "${1:?usage: $0 PLUGIN [CLANG] [-march=CPU] [TURNS]}")
clang=${2:-clang-19}
march=${3:--march=x86-64-v3}
turns=${4:-9}
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ISOTOPE_SERVER=off TIMEFORMAT='%U %S'
flags=(-O3 "$march" -fopenmp-simd -ffp-contract=off -w -c functions.c -o "$folder/out.o")
took() {
  { time "$clang" "${flags[@]}" "$@" 2>/dev/null; } 2>&1 | awk '{ print $1 + $2 }'
}
for turn in $(seq "$turns"); do
  took >>"$folder/without"
  took -fpass-plugin="$plugin" >>"$folder/with"
  ISOTOPE_SIMD=off took -fpass-plugin="$plugin" >>"$folder/off"
done
least() { sort -n "$folder/$1" | head -1; }
"$clang" "${flags[@]}" -fpass-plugin="$plugin" -ftime-report 2>&1 | grep -E "isotope::simd|SimdFunctions|BodiesPass|KeepPass|MasksPass" || true
echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $("$clang" --version | head -1), ${flags[*]:0:5}"
awk -v without="$(least without)" -v with="$(least with)" -v off="$(least off)" 'BEGIN {
  printf "clang alone %.2f s; with the plug-in and ISOTOPE_SIMD=off %.2f s; with bodies %.2f s, %.2f times as long\n", without, off, with, with / without }'
