// Version 1. The explorer's languages: examples to begin with, and how programs, expressions and instructions are written.

const BLEND = `#include <stdint.h>

void blend(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out, int n) {
    for (int i = 0; i < n; i++) {
        out[i] = (uint8_t)((a[i] * 77 + b[i] * 179 + 128) >> 8);
    }
}
`;

const AVERAGE = `define void @average(ptr %a, ptr %b, ptr %out) {
  %x = load <32 x i8>, ptr %a
  %y = load <32 x i8>, ptr %b
  %wx = zext <32 x i8> %x to <32 x i16>
  %wy = zext <32 x i8> %y to <32 x i16>
  %s = add <32 x i16> %wx, %wy
  %r = add <32 x i16> %s, splat (i16 1)
  %h = lshr <32 x i16> %r, splat (i16 1)
  %n = trunc <32 x i16> %h to <32 x i8>
  store <32 x i8> %n, ptr %out
  ret void
}
`;

const DOT = "int32x16 ((int32x16)vector_reduce_add(int32x64((int16x64)widening_mul((uint8x64)a, (int8x64)b))) + (int32x16)c)";

export const EXAMPLES = [
  { name: "a blend of two images, in C", language: "c", text: BLEND },
  { name: "a rounding average, in LLVM IR", language: "ll", text: AVERAGE },
  { name: "a dot product of bytes, as an expression", language: "expression", text: DOT },
];

export const HINTS = {
  c: "clang compiles it at -O3, and each store and each sum of its vectorised loops is asked. It may include the system's headers.",
  ll: "opt optimises it by default<O3>, and each store and each sum of its vectors is asked.",
  expression: "In Halide's printed form, one for each line, after its type. Facts may come first, such as let a : uint8x64 in [0, 100].",
};

/** The heading of an expression that is from a program: its line, and what it is. */
export function heading(make, window) {
  const quoted = window.quoted === "" ? [] : [make("pre", { tabindex: "0" }, window.quoted)];
  return [make("h3", {}, window.line > 0 ? `line ${window.line}: ${window.title}` : window.title), ...quoted];
}

/** Whether a section says what the page shows already, the candidates and the code of both sides, or what only readers of the paper need. */
export function isRepeated(title) {
  return ["Candidates", "Code of", "Grammar of the reference engine"].some((begin) => title.startsWith(begin));
}

/** Names with their counts. */
export function tally(names) {
  const counts = new Map();
  names.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  return [...counts].map(([name, count]) => (count === 1 ? name : `${count} ${name}`)).join(", ");
}

/** A part without its type where the text says it again. */
export function written(part) {
  const [, type, rest] = part.expression.match(/^(\S+) (.*)$/s) ?? [undefined, "", part.expression];
  return rest.startsWith(type) || rest.startsWith(`(${type})`) ? rest : part.expression;
}
