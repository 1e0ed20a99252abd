#!/usr/bin/env bash
# Runs the whole-function tests of the Region Vectorizer, each with its own program that compares lanes with the scalar function, on bodies
# that the plug-in makes.
#
#   bench/llvm/functions_rv.sh PLUGIN FOLDER [CLANG]
#
# FOLDER is the folder test of https://github.com/cdl-saarland/rv at 3e42dc4b. A test says which arguments differ by lane; a function that is
# called with none of this project's pragmas gets the variant as an attribute. Ends with status 1 where lanes differ, and where no test ran.
set -euo pipefail
source "$(dirname "$0")/functions_beds.sh"
flags=(-march=haswell -ffp-contract=off -fno-math-errno -w)
all=0 bodies=0 equal=0 failed=0

# T_UrT, 3 arguments: vuv. T differs by lane, U does not, C counts on, S4 by four.
shape() {
  local letters='' letter
  for letter in $(tr _ ' ' <<<"${1%%r*}"); do
    case $letter in T) letters+=v ;; U) letters+=u ;; C) letters+=l ;; S*) letters+=l${letter#S} ;; esac
  done
  while [ "$(tr -d 0-9 <<<"$letters" | wc -c)" -le "$2" ]; do letters+=v; done
  echo "$letters"
}

for file in "$sources"/suite/*-wfv.cpp; do
  name=$(basename "$file" .cpp)
  shapes=$(sed -n 's/.*Shapes: *\([^,]*\),.*/\1/p' "$file" | head -1)
  launch=$(sed -n 's/.*LaunchCode: *\([a-z0-9A-Z]*\).*/\1/p' "$file" | head -1)
  all=$((all + 1))
  if grep -qE '\brv_[a-z]+ *\(' "$file"; then
    echo "$name: asks for other lanes, by functions of its own"
    continue
  fi
  if grep -q 'VarShape' "$file"; then
    echo "$name: asks for a global variable that each lane has of its own"
    continue
  fi
  if ! "$clang" "${flags[@]}" -x c++ -O1 -Xclang -disable-llvm-passes -S -emit-llvm -o "$folder/foo.ll" "$file" 2>"$folder/log"; then
    echo "$name: clang says: $(sed -n 's/.*error: //p' "$folder/log" | head -1)"
    continue
  fi
  defined=$(grep -m1 -E '^define .*@foo\(' "$folder/foo.ll" || true)
  arguments=$(sed 's/.*@foo(//; s/).*//' <<<"$defined" | tr ',' '\n' | grep -c '%' || true)
  group=$(grep -oE '#[0-9]+' <<<"$defined" | head -1)
  variant=_ZGVdN8$(shape "$shapes" "$arguments")_foo
  sed -i "s/^attributes $group = {/& \"$variant\"/" "$folder/foo.ll"
  "$clang" "${flags[@]}" -O3 -fpass-plugin="$plugin" -Rpass=isotope -Rpass-missed=isotope -c -o "$folder/foo.o" "$folder/foo.ll" 2>"$folder/log"
  if ! grep -q " vector body .*shown" "$folder/log"; then
    echo "$name: $(sed -n 's/.*\(no vector body.*\) \[-Rpass.*/\1/p' "$folder/log" | head -1)"
    continue
  fi
  bodies=$((bodies + 1))
  if ! "${clang/clang/clang++}" "${flags[@]}" -O1 -o "$folder/program" "$sources/launcher/verify_$launch.cpp" "$folder/foo.o" \
    -Wl,--defsym=foo_SIMD="$variant" -lm 2>"$folder/log"; then
    echo "$name: a body; its program does not compile: $(grep -m1 -oE '(error|undefined).*' "$folder/log" || true)"
    continue
  fi
  if timeout 60 "$folder/program" >"$folder/out" 2>&1; then
    equal=$((equal + 1))
  else
    echo "$name: DIFFERS: $(grep -m1 . "$folder/out" || true)"
    failed=$((failed + 1))
  fi
done
echo "$all tests: $bodies functions have bodies, of which $equal do in each lane what the function does and $failed differ"
[ "$failed" = 0 ] && [ "$equal" -gt 0 ]
