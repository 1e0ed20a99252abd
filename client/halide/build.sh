#!/usr/bin/env bash
# Builds and installs the Halide client for the Halides in third_party/, or for another one.
#
#   client/halide/build.sh PREFIX                 for each of third_party/halide-{19,21} that is there
#   client/halide/build.sh PREFIX HALIDE_ROOT     for the Halide whose CMake package is in HALIDE_ROOT/lib64/cmake/Halide
#
# ISOTOPE_PREBUILT=1 takes libisotope as it was built already.
set -euo pipefail
prefix=${1:?"usage: $0 PREFIX [HALIDE_ROOT]"}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
client/capi/install.sh "$prefix"
if [ $# -gt 1 ]; then
  halides=("$2")
else
  halides=(third_party/halide-*/lib/python3*/site-packages/halide)
fi
# Both are named, so that a build does not look for them where an earlier one was installed.
. scripts/machine.sh
built=$(cd "$MACHINE_BUILT" && pwd)
isotope=(-DISOTOPE_INCLUDE="$root/client/capi/include" -DISOTOPE_LIBRARY="$built/libisotope.so")
cmake=$(command -v cmake || echo third_party/cmake/bin/cmake)
for halide in "${halides[@]}"; do
  [ -d "$halide" ] || { echo "build: no Halide in $halide; client/halide/setup.sh fetches it" >&2; exit 1; }
  folder=${CARGO_TARGET_DIR:-target}/halide/$(echo "$halide" | cksum | cut -d' ' -f1)
  "$cmake" -S client/halide -B "$folder" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    "${isotope[@]}" -DHalide_DIR="$(cd "$halide" && pwd)/lib64/cmake/Halide" -DISOTOPE_TESTS=OFF >/dev/null
  "$cmake" --build "$folder"
  "$cmake" --install "$folder" --strip >/dev/null
done
echo "the Halide client is in $prefix"
