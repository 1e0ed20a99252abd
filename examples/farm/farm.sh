#!/usr/bin/env bash
# Two daemons of one store: what the first one finds, the second one answers.
set -euo pipefail

folder=$(mktemp -d)
mkdir "$folder/store"
isotoped new-key example >"$folder/keys.toml"
chmod 600 "$folder/keys.toml"

start() { # name
  isotoped --listen "unix:$folder/$1.sock" --cache "$folder/$1" --ready-file "$folder/$1.ready" --log error \
    --tier-url "file://$folder/store" --tier-keys "$folder/keys.toml" &
  until [ -e "$folder/$1.ready" ]; do sleep 0.1; done
}
trap 'kill $(jobs -p); wait; rm -rf "$folder"' EXIT
start first
start second

echo 'uint8x32 rounding_halving_add((uint8x32)a, (uint8x32)b)' >"$folder/average.txt"
ask() { # name
  isotope select "$folder/average.txt" --mcpu haswell --server "unix:$folder/$1.sock" --emit json | grep -o '"source": "[a-z]*"'
}
ask first
# The first daemon writes to the store in the background.
until [ -n "$(find "$folder/store" -type f)" ]; do sleep 0.1; done
found=$(ask second)
echo "$found"
# Its own cache was empty: an answer that needs no search is the store's.
if [ "$found" = '"source": "memo"' ]; then echo "the second daemon answered from the store"; else exit 1; fi
