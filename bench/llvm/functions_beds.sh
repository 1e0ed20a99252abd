# What functions_gcc.sh and functions_rv.sh share: `source` it with the arguments PLUGIN FOLDER [CLANG].
plugin=$(realpath "${1:?usage: $0 PLUGIN FOLDER [CLANG]}")
sources=$(realpath "${2:?usage: $0 PLUGIN FOLDER [CLANG]}")
clang=${3:-clang-19}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ISOTOPE_SERVER=off

# The first line of a log that says why.
why() { grep -m1 -oE "(error|undefined reference|fatal).*" "$1" || echo "it ends with another status"; }
