#!/usr/bin/env python3
"""Windows that convert between integers and floats: Isotope's answers beside plain LLVM code, by the cost table and by the clock.

Both are LLVM IR of one function each, inlined in a loop over arrays in the first cache, compiled by one clang for one CPU and measured
in turn in one process. Outputs have to be equal. `bench/llvm/conversions.py --mcpu znver3` prints the table of docs/benchmarks.md.
"""

import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path

WINDOWS = {
    "u8 from a clamped f32": "uint8x32 uint8x32(max(min((float32x32)a, x32(255.0f)), x32(0.0f)))",
    "u8 from f32 in range": "uint8x32 uint8x32((float32x32)a)",
    "u8 saturated from f32": "uint8x32 (uint8x32)saturating_cast((float32x32)a)",
    "u8 from a rounded f32": "uint8x32 uint8x32(max(min((float32x32)a, x32(255.0f)), x32(0.0f)) + x32(0.5f))",
    "u8 from a scaled f32": "uint8x32 uint8x32(max(min((float32x32)a * x32(255.0f), x32(255.0f)), x32(0.0f)))",
    "s8 from f32 in range": "int8x32 int8x32((float32x32)a)",
    "s16 from a clamped f32": "int16x32 int16x32(max(min((float32x32)a, x32(32767.0f)), x32(-32768.0f)))",
    "float(u8) s": "float32x32 float32x32((uint8x32)a) * x32(0.00392156862f)",
    "u8 of float(u8) s": "uint8x32 uint8x32(max(min(float32x32((uint8x32)a) * x32(0.5f), x32(255.0f)), x32(0.0f)))",
    "u8 of a blend by floats": "uint8x32 uint8x32(float32x32((uint8x32)a) * x32(0.25f) + float32x32((uint8x32)b) * x32(0.75f))",
    "f32 from an f16 that is at least 1": "float32x32 float32x32(max((float16x32)a, x32((float16)1.0)))",
}

# Windows that one call of a loop computes: inputs and output stay in the first cache.
TURNS = 64

MAIN = r"""
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
void plain(const char *in, char *out);
void answer(const char *in, char *out);
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e9 + t.tv_nsec; }
static _Alignas(64) char in[1 << 16], out[2][1 << 16];
int main(void) {
    uint32_t seed = 1;
    // Floats from 0 to 255, with fractions; bytes and halves of any value below the infinities.
    for (int i = 0; i < (int)sizeof in / WIDTH; i++) {
        seed = seed * 1664525u + 1013904223u;
        const uint32_t x = seed >> 8;
#if WIDTH == 4
        const float f = (float)(x % 65025) / 255.0f;
        memcpy(in + 4 * i, &f, 4);
#elif WIDTH == 2
        const uint16_t h = x % 0x5bf8;
        memcpy(in + 2 * i, &h, 2);
#else
        in[i] = (char)x;
#endif
    }
    plain(in, out[0]), answer(in, out[1]);
    if (memcmp(out[0], out[1], sizeof out[0])) { fprintf(stderr, "outputs differ\n"); return 1; }
    double best[2] = {1e30, 1e30};
    for (int round = 0; round < 400; round++) {
        for (int side = 0; side < 2; side++) {
            const double start = now();
            for (int turn = 0; turn < 200; turn++) (side ? answer : plain)(in, out[side]);
            const double took = (now() - start) / (200.0 * TURNS);
            if (took < best[side]) best[side] = took;
        }
    }
    printf("%.3f %.3f\n", best[0], best[1]);
}
"""


def bits(ty):
    lanes, element = re.match(r"<(\d+) x (\w+)>", ty).groups()
    return int(lanes) * {"half": 16, "float": 32, "double": 64}.get(element, int(element[1:]) if element[0] == "i" else 0)


def loop(code, name):
    """The window's function with a loop around it: windows one after the other, the inputs of each one after the other."""
    result, inputs = re.search(r"define (<[^>]+>) @isotope_window\(([^)]*)\)", code).groups()
    types = re.findall(r"<[^>]+>", inputs)
    stride, out, calls, at = sum(map(bits, types)) // 8, bits(result) // 8, [], 0
    lines = []
    for number, ty in enumerate(types):
        lines += [f"%p{number} = getelementptr i8, ptr %from, i64 {at}", f"%v{number} = load {ty}, ptr %p{number}, align 1"]
        calls.append(f"{ty} %v{number}")
        at += bits(ty) // 8
    body = "\n  ".join(lines)
    code = code.replace("@isotope_window", f"@window_{name}")
    return code + f"""
define void @{name}(ptr noalias %in, ptr noalias %out) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = mul i64 %i, {stride}
  %from = getelementptr i8, ptr %in, i64 %a
  {body}
  %r = call {result} @window_{name}({", ".join(calls)})
  %b = mul i64 %i, {out}
  %to = getelementptr i8, ptr %out, i64 %b
  store {result} %r, ptr %to, align 1
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, {TURNS}
  br i1 %done, label %exit, label %loop
exit:
  ret void
}}
""", types[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--isotope", default="target/release/isotope", help="the command")
    parser.add_argument("--mcpu", default="znver3", help="the CPU that is selected and compiled for")
    parser.add_argument("--clang", default="clang-19", help="the compiler of both sides")
    options = parser.parse_args()
    ratios = []
    print("| window | cycles by the table: plain, answer | ns here: plain, answer | speed |\n| --- | --- | --- | --- |")
    for name, text in WINDOWS.items():
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "window.txt").write_text(text + "\n")
            ask = [options.isotope, "select", "--standalone", "--mcpu", options.mcpu, str(folder / "window.txt")]
            said = lambda *more: subprocess.run(ask + list(more), check=True, capture_output=True, text=True).stdout
            row = json.loads(said("--emit", "json"))["results"][0]
            objects = []
            for side, engine in (("plain", "baseline"), ("answer", "fast")):
                code, first = loop(said("--emit", "llvm", "--engine", engine), side)
                (folder / f"{side}.ll").write_text(code)
                objects.append(str(folder / f"{side}.ll"))
            (folder / "main.c").write_text(MAIN)
            width = bits(first) // 8 // 32
            build = [options.clang, "-O3", "-Wno-override-module", f"-march={options.mcpu}", f"-DWIDTH={width}", f"-DTURNS={TURNS}"]
            subprocess.run(build + ["-falign-loops=64", str(folder / "main.c"), *objects, "-o", str(folder / "run")], check=True)
            plain, answer = map(float, subprocess.run([folder / "run"], check=True, capture_output=True, text=True).stdout.split())
            ratios.append(plain / answer)
            print(f"| {name} | {row['baseline_cost']:.2f}, {row['cost']:.2f} | {plain:.2f}, {answer:.2f} | {plain / answer:.2f} |", flush=True)
    product = 1.0
    for ratio in ratios:
        product *= ratio
    print(f"geometric mean {product ** (1 / len(ratios)):.2f}")


if __name__ == "__main__":
    main()
