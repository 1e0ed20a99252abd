#!/usr/bin/env bash
# Runs the loops of the Region Vectorizer's tests as loops of `omp simd`, each with its own program, whose hash of all arrays has to be that
# of the plain loop.
#
#   bench/llvm/functions_rv_loops.sh PLUGIN FOLDER [CLANG]
#
# FOLDER is the folder test of https://github.com/cdl-saarland/rv at 3e42dc4b. The pragma is put before the first loop of `foo`, which is the
# one that a test names. Ends with status 1 where a hash differs, and where no loop runs as vectors.
set -euo pipefail
source "$(dirname "$0")/functions_beds.sh"
flags=(-O3 -march=haswell -ffp-contract=off -fno-math-errno -fopenmp-simd -w -g1)
all=0 equal=0 failed=0

for file in "$sources"/suite/*-loop.c*; do
  name=$(basename "$file")
  launch=$(sed -n 's/.*LaunchCode: *\([a-z0-9A-Z]*\).*/\1/p' "$file" | head -1)
  all=$((all + 1))
  language=c++
  case $name in *.c) language=c ;; esac
  awk '/(^|[^a-zA-Z_])foo *\(/ { within = 1 }
    within && !done && /(^|[^a-z])for *\(/ { print "#pragma omp simd"; done = 1 } { print }' "$file" >"$folder/loop"
  "$clang" "${flags[@]}" -fno-openmp-simd -fno-vectorize -fno-slp-vectorize -x $language -c -o "$folder/plain.o" "$file"
  if ! "$clang" "${flags[@]}" -fpass-plugin="$plugin" "-Rpass=isotope|loop-vectorize" -Rpass-missed=isotope -x $language -c \
    -o "$folder/with.o" "$folder/loop" 2>"$folder/log"; then
    echo "$name: $(why "$folder/log")"
    continue
  fi
  "$clang" "${flags[@]}" -x $language -c -o "$folder/alone.o" "$folder/loop"
  for side in plain alone with; do
    "${clang/clang/clang++}" "${flags[@]}" -O1 -o "$folder/$side" "$sources/launcher/loopverify_$launch.cpp" "$folder/$side.o" -lm 2>"$folder/link"
    timeout 60 "$folder/$side" >"$folder/$side.out" 2>&1 || echo "status $?" >>"$folder/$side.out"
  done
  if ! cmp -s "$folder/plain.out" "$folder/alone.out"; then
    echo "$name: clang alone compiles it to something else"
  elif ! cmp -s "$folder/plain.out" "$folder/with.out"; then
    echo "$name: DIFFERS"
    failed=$((failed + 1))
  elif grep -q "loop in groups of" "$folder/log"; then
    equal=$((equal + 1))
  elif grep -q "vectorized loop" "$folder/log"; then
    echo "$name: LLVM's own vectoriser takes it"
    equal=$((equal + 1))
  else
    echo "$name: $(sed -n 's/.*\(no groups of iterations.*\) \[-Rpass.*/\1/p' "$folder/log" | head -1)"
  fi
done
echo "$all loops: $equal run as vectors and compute the same, $failed differ"
[ "$failed" = 0 ] && [ "$equal" -gt 0 ]
