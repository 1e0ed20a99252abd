#!/usr/bin/env bash
# Runs gcc's own tests of `declare simd`, which check what they compute, with the bodies that the plug-in makes and without.
#
#   bench/llvm/functions_gcc.sh PLUGIN FOLDER [CLANG]
#
# FOLDER has gcc's sources, of which gcc/testsuite/gcc.dg/vect and libgomp/testsuite are read: `apt-get source gcc-12` has them in an
# archive. A test is left out by name where clang does not compile it or where it fails without the plug-in. Ends with status 1 where one
# fails with the plug-in alone, and where no test ran.
set -euo pipefail
source "$(dirname "$0")/functions_beds.sh"
ran=0 failed=0 bodies=0 none=0 variants=0

while IFS= read -r file; do
  name=${file#"$sources"/}
  compiler=$clang language=-fgnu89-inline
  case $file in *.C | *.cc) compiler=${clang/clang/clang++} language=-std=c++14 ;; esac
  flags=(-O3 -march=haswell -fopenmp-simd -ffp-contract=off "$language" -w -I "$(dirname "$file")" -I "$sources/gcc/testsuite/gcc.dg/vect")
  all=("$file")
  # A second file that the test names.
  for other in $(sed -n 's/.*dg-additional-sources "\{0,1\}\([^" }]*\).*/\1/p' "$file"); do all+=("$(dirname "$file")/$other"); done
  if ! "$compiler" "${flags[@]}" -o "$folder/plain" "${all[@]}" -lm 2>"$folder/log"; then
    echo "left out: $name: $(why "$folder/log")"
    continue
  fi
  if ! timeout 60 "$folder/plain" >/dev/null 2>&1; then
    echo "left out: $name: it fails without the plug-in"
    continue
  fi
  ran=$((ran + 1))
  if ! "$compiler" "${flags[@]}" -fpass-plugin="$plugin" -Rpass=isotope -Rpass-missed=isotope -o "$folder/with" "${all[@]}" -lm 2>"$folder/log"; then
    echo "FAILS: $name: $(why "$folder/log")"
    failed=$((failed + 1))
    continue
  fi
  own=$(sed -n 's/.* vector body \(.*\)\.simd\..*/\1/p' "$folder/log" | sort -u | wc -l)
  variants=$((variants + $(grep -c " vector body .*shown" "$folder/log" || true)))
  lacking=$(sed -n 's/.*no vector body for \([^:]*\):.*/\1/p' "$folder/log" | sort -u | wc -l)
  bodies=$((bodies + own)) none=$((none + lacking))
  timeout 60 "$folder/with" >/dev/null 2>&1 || { echo "FAILS: $name: it finds another result"; failed=$((failed + 1)); }
  sed -n "s|.*\(no vector body for .*\) \[-Rpass.*|$name: \1|p" "$folder/log" | sort -u
done < <(find "$sources/gcc/testsuite/gcc.dg/vect" "$sources/gcc/testsuite/g++.dg/vect" "$sources/libgomp/testsuite" \
  \( -name '*simd-clone-*.c' -o -name '*simd-clone-*.cc' -o -path '*libgomp*simd*.c' -o -path '*libgomp*simd*.C' \) ! -name '*[0-9]a.c' | sort)
echo "$ran tests ran, $failed fail with the plug-in; $bodies functions have bodies ($variants variants), $none have none"
[ "$failed" = 0 ] && [ "$ran" -gt 0 ]
