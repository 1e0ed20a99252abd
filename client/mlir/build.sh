#!/usr/bin/env bash
# Builds and installs the plug-ins for mlir-opt.
#
#   client/mlir/build.sh PREFIX               for each MLIR of 19 and 22 whose headers are there
#   client/mlir/build.sh PREFIX 19            for that one
#
# ISOTOPE_PREBUILT=1 takes libisotope as it was built already.
set -euo pipefail
prefix=${1:?"usage: $0 PREFIX [VERSION]"}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
cd "$(dirname "$0")/../.."
client/capi/install.sh "$prefix"
# Both are named, so that a build does not look for them where an earlier one was installed.
. scripts/machine.sh
built=$(cd "$MACHINE_BUILT" && pwd)
isotope=(-DISOTOPE_INCLUDE="$PWD/client/capi/include" -DISOTOPE_LIBRARY="$built/libisotope.so")
cmake=$(command -v cmake || echo third_party/cmake/bin/cmake)
count=0
for version in ${2:-19 22}; do
  llvm=/usr/lib/llvm-$version
  mlir=$llvm
  # Debian's packages of two MLIRs exclude one another: scripts/setup mlir-22 unpacks the later one.
  [ -e "$mlir/include/mlir/Pass/Pass.h" ] || mlir=$PWD/third_party/mlir-$version/usr/lib/llvm-$version
  if [ ! -e "$mlir/include/mlir/Pass/Pass.h" ] || [ ! -e "$llvm/lib/cmake/llvm/LLVMConfig.cmake" ]; then
    [ $# -eq 1 ] || { echo "build: MLIR's or LLVM's headers of $version are missing; scripts/setup mlir fetches them" >&2; exit 1; }
    continue
  fi
  folder=${CARGO_TARGET_DIR:-target}/mlir/$version
  "$cmake" -S client/mlir -B "$folder" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DCMAKE_CXX_COMPILER="clang++-$version" "${isotope[@]}" -DLLVM_DIR="$llvm/lib/cmake/llvm" -DMLIR_FOLDER="$mlir" >/dev/null
  "$cmake" --build "$folder"
  "$cmake" --install "$folder" --strip >/dev/null
  count=$((count + 1))
done
[ $count -gt 0 ] || { echo "build: no MLIR is there; scripts/setup mlir fetches it" >&2; exit 1; }
echo "$count plug-ins for mlir-opt are in $prefix/lib"
