#!/usr/bin/env bash
# Times functions with `declare simd` by a compiler, and by clang -O3 with the plug-in, in turn; prints a table with the ratios and the CPU,
# and functions that are there by hand with intrinsics.
#
#   bench/llvm/functions.sh PLUGIN [CLANG] [-march=...] [FILE] [BASE]
#
# FILE is functions.c, kernels.c, or loops.c for loops of `omp simd` that LLVM leaves. BASE is the compiler that the plug-in is compared
# with: the same clang (`clang`), the same one without its vectorisers (`scalar`), gcc 12 with its own clones (`gcc`), or the plug-in
# without clauses and with one register a value (`naive`, of kernels.c).
# Ends with status 1 where an output differs by a bit.
set -euo pipefail
plugin=$(realpath "${1:?usage: $0 PLUGIN [CLANG] [-march=CPU] [FILE] [BASE]}")
clang=${2:-clang-19}
march=${3:--march=native}
file=${4:-functions.c}
base=${5:-clang}
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-O3 "$march" -fopenmp-simd -ffp-contract=off -fno-math-errno -w "$file" -lm)
off=()
case $base in
  clang) compiler=("$clang") ;;
  scalar) compiler=("$clang"); off=(-fno-openmp-simd -fno-vectorize -fno-slp-vectorize) ;;
  gcc) compiler=(gcc-12) ;;
  naive) compiler=("$clang" -DNAIVE -fpass-plugin="$plugin") ;;
  *) echo "$0: $base is no base: clang, scalar, gcc or naive" >&2; exit 2 ;;
esac
export ISOTOPE_SERVER=off
"${compiler[@]}" "${flags[@]}" "${off[@]}" -o "$folder/without"
"$clang" "${flags[@]}" -fpass-plugin="$plugin" -o "$folder/with"
for turn in 1 2 3 4 5 6 7 8 9; do
  "$folder/without" >"$folder/without.$turn"
  "$folder/with" >"$folder/with.$turn"
done
echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(sed -n 's/^model\t[^:]*: /model /p' /proc/cpuinfo | head -1), $("$clang" --version | head -1), ${flags[*]}; base: ${compiler[*]##*/} ${off[*]}"
awk -v base="$base" '
  FNR == 1 { side = FILENAME ~ /without/ }
  { if (!((side, $1) in least) || $2 < least[side, $1]) least[side, $1] = $2
    of = $1; sub(/^hand_/, "", of)
    if (bits[of] && bits[of] != $3) { print "differs: " $1; failed = 1 }
    bits[of] = $3
    if (!seen[$1]++) { if ($1 == of) names[++count] = $1; else hands[++by_hand] = of } }
  END { printf "%-14s %12s %12s %7s\n", "function", base ", us", "bodies, us", "ratio"
    for (at = 1; at <= count; at++) { name = names[at]; ratio = least[1, name] / least[0, name]; sum += log(ratio)
      if (at == 1 || ratio < worst) worst = ratio
      printf "%-14s %12.1f %12.1f %7.2f\n", name, least[1, name], least[0, name], ratio }
    printf "%-14s %12s %12s %7.2f\n%-14s %12s %12s %7.2f\n", "geometric mean", "", "", exp(sum / count), "least", "", "", worst
    for (at = 1; at <= by_hand; at++) { hand = least[0, "hand_" hands[at]]
      printf "%s by hand: %.1f us; the body is %.2f times as fast\n", hands[at], hand, hand / least[0, hands[at]] }
    exit failed }' "$folder"/without.? "$folder"/with.?
