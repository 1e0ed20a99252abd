#!/usr/bin/env bash
# Builds libisotope and puts it where compilers look for it.
#
#   client/capi/install.sh PREFIX        lib/libisotope.{so,a}, include/isotope.h, lib/pkgconfig/isotope.pc
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:?"usage: $0 PREFIX"}
cd "$here/../.."
cargo build --quiet --release --locked --package isotope-capi
built=${CARGO_TARGET_DIR:-target}/release
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
abi=$(sed -n 's/^#define ISOTOPE_ABI_VERSION //p' "$here/include/isotope.h")
mkdir -p "$prefix/lib/pkgconfig" "$prefix/include"
prefix=$(cd "$prefix" && pwd)
install -m 755 "$built/libisotope.so" "$prefix/lib/libisotope.so.$version"
ln -sf "libisotope.so.$version" "$prefix/lib/libisotope.so.$abi"
ln -sf "libisotope.so.$abi" "$prefix/lib/libisotope.so"
install -m 644 "$built/libisotope.a" "$prefix/lib/libisotope.a"
install -m 644 "$here/include/isotope.h" "$prefix/include/isotope.h"
sed "s|@PREFIX@|$prefix|; s|@VERSION@|$version|" "$here/isotope.pc.in" >"$prefix/lib/pkgconfig/isotope.pc"
echo "isotope $version is in $prefix"
