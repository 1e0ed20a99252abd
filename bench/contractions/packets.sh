#!/usr/bin/env bash
# Packets that a product of bytes, 64 cubed, takes on Hexagon v66: the kernel, and the loops by clang with autohvx in two orders, counted
# by QEMU, with what the kernel packs. Results are compared.
#
#   bench/contractions/packets.sh ISOTOPE
set -euo pipefail
isotope=$(realpath "${1:?the command isotope}")
cd "$(dirname "$0")/../.."
machine=crates/run/machine
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
hexagon=(clang-19 --target=hexagon-unknown-linux-musl -mcpu=hexagonv66 -mhvx -mhvx-length=128b)

cc -O2 -shared -fPIC -o "$work/counts.so" bench/emulated/counts.c
{ echo '#define BYTES 65536'; cat "$machine"/linux_hexagon.c "$machine/linux.c" "$machine/hexagon.c"; } >"$work/start.c"
"${hexagon[@]}" -O2 -ffreestanding -c "$work/start.c" -o "$work/start.o"
cat >"$work/main.c" <<'C'
void contraction(const void *, const void *, void *);
static char heap[1 << 20] __attribute__((aligned(128)));
static unsigned long used;
void *malloc(unsigned long bytes) { void *at = heap + used; used += (bytes + 127) & ~127ul; return at; }
void free(void *memory) {}
unsigned long isotope_main(const unsigned char *in, unsigned long bytes, unsigned char *out) {
  for (int at = 0; at < 64 * 64 * 4; at++) out[at] = 0;
#ifdef CALL
  contraction(in, in + 64 * 64, out);
#endif
  return 64 * 64 * 4;
}
C
cat >"$work/loops.c" <<'C'
#include <stdint.h>
#define EACH(d) for (int d = 0; d < 64; d++)
void contraction(const uint8_t A[restrict 64][64], const int8_t B[restrict 64][64], int32_t C[restrict 64][64]) {
  ORDER C[i][j] += A[i][k] * B[k][j];
}
C
"${hexagon[@]}" -O1 -fno-builtin -c "$work/main.c" -o "$work/nothing.o"
"${hexagon[@]}" -O1 -fno-builtin -DCALL -c "$work/main.c" -o "$work/main.o"
"$isotope" compile 'i32 C[i,j] += u8 A[i,k] * s8 B[k,j]' --sizes i=64,j=64,k=64 --target hexagon --mcpu hexagonv66 --standalone \
  -o "$work/isotope.o"
for order in 'EACH(i) EACH(j) EACH(k)' 'EACH(i) EACH(k) EACH(j)'; do
  "${hexagon[@]}" -O3 -mllvm -hexagon-autohvx -DORDER="$order" -c "$work/loops.c" -o "$work/clang ${order//[EACH() ]/}.o"
done
head -c 16384 bench/contractions/times.c bench/emulated/counts.c Cargo.lock 2>/dev/null | head -c 16384 >"$work/input"

# Packets of a program, which QEMU counts as one instruction each; what it writes goes to a file.
packets() {
  ld.lld-19 --gc-sections -o "$work/program" "$work/start.o" "$@"
  rm -f "$work/counts"
  qemu-hexagon -plugin "$work/counts.so,out=$work/counts" "$work/program" <"$work/input" >"$work/output"
  awk '{ sum += $2 } END { print sum }' "$work/counts"
}

around=$(packets "$work/nothing.o")
for side in isotope 'clang ijk' 'clang ikj'; do
  all=$(packets "$work/main.o" "$work/$side.o")
  [ "$side" = isotope ] && cp "$work/output" "$work/expected"
  cmp -s "$work/output" "$work/expected" || { echo "$side: another result" >&2; exit 1; }
  printf '%-10s %d packets\n' "$side" $((all - around))
done
