#!/usr/bin/env bash
# Fetches what building and testing the Halide client need and the system lacks, from PyPI into third_party/.
#
#   client/halide/setup.sh              Halide 19 and 21 (270 MB each) and CMake
#   client/halide/setup.sh 19           Halide 19 and CMake
#
# Needs Python 3 with venv, and at run time LLVM's library (Debian: libllvm19). Does nothing, fast, the second time.
set -euo pipefail
cd "$(dirname "$0")/../.."

say() { printf 'setup: %s\n' "$*" >&2; }

# folder, packages...
environment() {
  local folder=third_party/$1
  shift
  [ -e "$folder/complete" ] && return
  say "fetching $* from PyPI into $folder"
  rm -rf "$folder"
  mkdir -p third_party
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --only-binary=:all: "$@"
  touch "$folder/complete"
}

versions=("$@")
[ ${#versions[@]} != 0 ] || versions=(19 21)
environment cmake cmake==4.4.4 clang-format==23.1.5
for version in "${versions[@]}"; do
  case $version in
    19 | 21) environment "halide-$version" "halide==$version.0.0" ;;
    *) say "Halide $version is not one that this client is made for: 19, 21"; exit 1 ;;
  esac
done
