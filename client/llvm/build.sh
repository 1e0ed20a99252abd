#!/usr/bin/env bash
# Builds and installs the plug-ins for clang and opt.
#
#   client/llvm/build.sh PREFIX               for each LLVM of 19 and 22 whose headers are there
#   client/llvm/build.sh PREFIX LLVM_DIR      for the LLVM whose CMake package is in LLVM_DIR
#
# ISOTOPE_PREBUILT=1 takes libisotope as it was built already.
set -euo pipefail
prefix=${1:?"usage: $0 PREFIX [LLVM_DIR]"}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
cd "$(dirname "$0")/../.."
client/capi/install.sh "$prefix"
if [ $# -gt 1 ]; then
  packages=("$2")
else
  packages=(/usr/lib/llvm-{19,22}/lib/cmake/llvm)
fi
# Both are named, so that a build does not look for them where an earlier one was installed.
. scripts/machine.sh
built=$(cd "$MACHINE_BUILT" && pwd)
isotope=(-DISOTOPE_INCLUDE="$PWD/client/capi/include" -DISOTOPE_LIBRARY="$built/libisotope.so")
cmake=$(command -v cmake || echo third_party/cmake/bin/cmake)
count=0
for package in "${packages[@]}"; do
  if [ ! -e "$package/LLVMConfig.cmake" ]; then
    [ $# -eq 1 ] || { echo "build: no LLVMConfig.cmake in $package" >&2; exit 1; }
    continue
  fi
  folder=${CARGO_TARGET_DIR:-target}/llvm/$(echo "$package" | cksum | cut -d' ' -f1)
  "$cmake" -S client/llvm -B "$folder" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    "${isotope[@]}" -DLLVM_DIR="$package" -DISOTOPE_LLVM_TESTS=OFF >/dev/null
  "$cmake" --build "$folder"
  "$cmake" --install "$folder" --strip >/dev/null
  count=$((count + 1))
done
[ $count -gt 0 ] || { echo "build: no LLVM is there; scripts/setup llvm-plugin fetches it" >&2; exit 1; }
echo "$count plug-ins for clang are in $prefix/lib"
