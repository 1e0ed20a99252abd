#!/usr/bin/env bash
# Builds libisotope and puts it where compilers look for it. The tree may be moved afterwards.
#
#   client/capi/install.sh PREFIX      lib/libisotope.{so,a}, include/isotope.h, lib/pkgconfig/isotope.pc, lib/cmake/isotope
#
# ISOTOPE_PREBUILT=1 takes the library that `make build` has made; with MACHINE=aarch64, `make arm`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:?"usage: $0 PREFIX"}
cd "$here/../.."
[ -n "${ISOTOPE_PREBUILT:-}" ] || cargo rustc --quiet --profile shipped --locked --package isotope-capi --lib --crate-type cdylib,staticlib
. scripts/machine.sh
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
abi=$(sed -n 's/^#define ISOTOPE_ABI_VERSION //p' "$here/include/isotope.h")
mkdir -p "$prefix"/lib/{pkgconfig,cmake/isotope} "$prefix/include"
prefix=$(cd "$prefix" && pwd)
install -m 755 "$MACHINE_BUILT/libisotope.so" "$prefix/lib/libisotope.so.$version"
"$MACHINE_TOOLS"strip --strip-unneeded "$prefix/lib/libisotope.so.$version"
ln -sf "libisotope.so.$version" "$prefix/lib/libisotope.so.$abi"
ln -sf "libisotope.so.$abi" "$prefix/lib/libisotope.so"
install -m 644 "$MACHINE_BUILT/libisotope.a" "$prefix/lib/libisotope.a"
"$MACHINE_TOOLS"strip --strip-debug "$prefix/lib/libisotope.a"
install -m 644 "$here/include/isotope.h" "$prefix/include/isotope.h"
fill() { # template, file
  sed "s|@VERSION@|$version|; s|@ABI@|$abi|" "$1" >"$2"
  chmod 644 "$2"
}
fill "$here/isotope.pc.in" "$prefix/lib/pkgconfig/isotope.pc"
for file in isotope-config.cmake isotope-config-version.cmake; do fill "$here/cmake/$file" "$prefix/lib/cmake/isotope/$file"; done
echo "isotope $version is in $prefix"
