#!/usr/bin/env bash
# Times functions with `declare simd` by clang -O3, with the plug-in and without, in turn; prints a table with the ratios and the CPU,
# and the first function by hand with intrinsics.
#
#   bench/llvm/functions.sh PLUGIN [CLANG] [-march=...] [FILE]
#
# FILE is functions.c, or loops.c for loops of `omp simd` that LLVM leaves.
# Ends with status 1 where an output differs by a bit.
set -euo pipefail
plugin=$(realpath "${1:?usage: $0 PLUGIN [CLANG] [-march=CPU] [FILE]}")
clang=${2:-clang-19}
march=${3:--march=native}
file=${4:-functions.c}
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-O3 "$march" -fopenmp-simd -ffp-contract=off -w "$file" -lm)
"$clang" "${flags[@]}" -o "$folder/without"
"$clang" "${flags[@]}" -fpass-plugin="$plugin" -o "$folder/with"
for turn in 1 2 3; do
  "$folder/without" >"$folder/without.$turn"
  "$folder/with" >"$folder/with.$turn"
done
echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(sed -n 's/^model\t[^:]*: /model /p' /proc/cpuinfo | head -1), $("$clang" --version | head -1), ${flags[*]}"
awk '
  FNR == 1 { side = FILENAME ~ /without/ }
  { if (!((side, $1) in least) || $2 < least[side, $1]) least[side, $1] = $2
    if (bits[$1] && bits[$1] != $3) { print "differs: " $1; failed = 1 }
    bits[$1] = $3; if (!seen[$1]++ && $1 != "by_hand") names[++count] = $1 }
  END { printf "%-14s %12s %12s %7s\n", "function", "clang, us", "bodies, us", "ratio"
    for (at = 1; at <= count; at++) { name = names[at]; ratio = least[1, name] / least[0, name]; sum += log(ratio)
      if (at == 1 || ratio < worst) worst = ratio
      printf "%-14s %12.1f %12.1f %7.2f\n", name, least[1, name], least[0, name], ratio }
    printf "%-14s %12s %12s %7.2f\n%-14s %12s %12s %7.2f\n", "geometric mean", "", "", exp(sum / count), "least", "", "", worst
    if (!("by_hand" in bits)) exit failed
    if (bits["by_hand"] != bits["mandelbrot"]) { print "differs: by hand"; failed = 1 }
    hand = least[1, "by_hand"]
    printf "mandelbrot by hand: %.1f us; the body is %.2f times as fast\n", hand, hand / least[0, "mandelbrot"]; exit failed }' "$folder"/without.? "$folder"/with.?
