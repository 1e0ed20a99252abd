//! Small kernels in MLIR and in C: what `isotope vectorize` is measured with.

use std::fmt::Write as _;

/// Types of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// 16-bit integers with a sign, added in 32 bits.
    S16,
    /// Bytes without a sign, added in 32 bits.
    U8,
    /// Floats of 32 bits that may be reordered.
    F32,
}

impl Element {
    /// Its name in commands and results.
    pub fn name(self) -> &'static str {
        ["s16", "u8", "f32"][self as usize]
    }

    /// The type that is read: in MLIR and in C.
    fn read(self) -> [&'static str; 2] {
        [["i16", "short"], ["i8", "unsigned char"], ["f32", "float"]][self as usize]
    }

    /// The type that is written.
    fn written(self) -> [&'static str; 2] {
        if self == Element::F32 { ["f32", "float"] } else { ["i32", "int"] }
    }

    /// `%to` of the loaded `%from`.
    fn widened(self, to: &str, from: &str) -> String {
        match self {
            Element::S16 => format!("    %{to} = arith.extsi %{from} : i16 to i32\n"),
            Element::U8 => format!("    %{to} = arith.extui %{from} : i8 to i32\n"),
            Element::F32 => String::new(),
        }
    }

    /// Adds the product of `%a` and `%b` to `%c`: `%s`.
    fn accumulated(self) -> String {
        match self {
            Element::F32 => {
                "    %p = arith.mulf %a, %b fastmath<fast> : f32\n    %s = arith.addf %c, %p fastmath<fast> : f32\n"
                    .to_owned()
            }
            _ => {
                self.widened("x", "a")
                    + &self.widened("y", "b")
                    + "    %p = arith.muli %x, %y : i32\n    %s = arith.addi %c, %p : i32\n"
            }
        }
    }
}

/// A kernel as programs that do the same.
pub struct Kernel {
    /// Its name in commands and results.
    pub name: String,
    /// Elements of each array; the last ones are written.
    pub sizes: Vec<usize>,
    /// How many are written.
    pub outputs: usize,
    /// Of elements.
    pub element: Element,
    /// A function `f` in MLIR.
    pub mlir: String,
    /// The same in C, in one order of loops or two.
    pub c: Vec<String>,
}

/// All of them.
pub fn kernels() -> Vec<Kernel> {
    let mut all = Vec::new();
    for element in [Element::S16, Element::U8, Element::F32] {
        all.extend([product(element, 4), product(element, 8), convolution(element), correlation(element)]);
        if element != Element::F32 {
            all.push(transform(element));
        }
    }
    all
}

/// The function around some operations.
fn function(element: Element, sizes: &[usize], outputs: usize, body: &str) -> String {
    let argument = |(at, size): (usize, &usize)| {
        let ty = if at + outputs >= sizes.len() { element.written()[0] } else { element.read()[0] };
        format!("%m{at}: memref<{size}x{ty}> {{llvm.noalias}}")
    };
    let arguments: Vec<String> = sizes.iter().enumerate().map(argument).collect();
    format!("func.func @f({}) {{\n{body}  return\n}}\n", arguments.join(", "))
}

/// The same in C.
fn in_c(element: Element, count: usize, outputs: usize, body: &str) -> String {
    let parameter = |at: usize| match at + outputs >= count {
        true => format!("{} *restrict m{at}", element.written()[1]),
        false => format!("const {} *restrict m{at}", element.read()[1]),
    };
    let parameters: Vec<String> = (0..count).map(parameter).collect();
    format!("void f({}) {{\n{body}}}\n", parameters.join(", "))
}

/// `load m[map]`, as `%name`.
fn load(name: &str, at: usize, size: usize, ty: &str, row: &str) -> String {
    format!("    %{name} = affine.load %m{at}[{row}] : memref<{size}x{ty}>\n")
}

/// Loops of these bounds around operations.
fn loops(bounds: &[(&str, usize)], body: &str) -> String {
    let open: String = bounds.iter().map(|(name, size)| format!("  affine.for %{name} = 0 to {size} {{\n")).collect();
    format!("{open}{body}{}", "  }\n".repeat(bounds.len()))
}

/// Sets all of an array to zero.
fn zeros(element: Element, at: usize, size: usize) -> String {
    let (ty, zero) = (element.written()[0], if element == Element::F32 { "0.0" } else { "0" });
    format!(
        "  %zero{at} = arith.constant {zero} : {ty}\n  affine.for %z = 0 to {size} {{\n    affine.store %zero{at}, %m{at}[%z] : memref<{size}x{ty}>\n  }}\n"
    )
}

/// A kernel that adds products: bounds, rows of both factors and of the sum, in MLIR and in C alike.
fn sums(
    name: &str,
    element: Element,
    sizes: [usize; 3],
    bounds: &[(&str, usize)],
    [a, b, c]: [&str; 3],
    second: usize,
) -> Kernel {
    let rows = [a, b, c].map(|row| {
        let mut row = row.to_owned();
        for (name, _) in bounds {
            row = row.replace(name, &format!("%{name}"));
        }
        row
    });
    let (read, written) = (element.read()[0], element.written()[0]);
    let body = load("a", 0, sizes[0], read, &rows[0])
        + &load("b", second, sizes[second], read, &rows[1])
        + &load("c", sizes.len() - 1, sizes[2], written, &rows[2])
        + &element.accumulated()
        + &format!("    affine.store %s, %m2[{}] : memref<{}x{written}>\n", rows[2], sizes[2]);
    let mlir = function(element, &sizes, 1, &(zeros(element, 2, sizes[2]) + &loops(bounds, &body)));
    let statement = format!("m2[{c}] += m0[{a}] * m{second}[{b}];\n");
    let text = |order: Vec<&(&str, usize)>| {
        let mut text = format!("  for (int z = 0; z < {}; z++) m2[z] = 0;\n", sizes[2]);
        for (name, size) in order {
            let _ = writeln!(text, "  for (int {name} = 0; {name} < {size}; {name}++)");
        }
        in_c(element, 3, 1, &(text + "    " + &statement))
    };
    let mut c = vec![text(bounds.iter().collect())];
    c.push(text(bounds.iter().rev().collect()));
    if let [i, j, k] = bounds {
        c.push(text(vec![i, k, j]));
    }
    Kernel { name: format!("{name} {}", element.name()), sizes: sizes.to_vec(), outputs: 1, element, mlir, c }
}

fn product(element: Element, size: usize) -> Kernel {
    let square = size * size;
    let rows = [format!("i * {size} + k"), format!("k * {size} + j"), format!("i * {size} + j")];
    let rows = [rows[0].as_str(), &rows[1], &rows[2]];
    sums(&format!("product {size}x{size}"), element, [square; 3], &[("i", size), ("j", size), ("k", size)], rows, 1)
}

fn convolution(element: Element) -> Kernel {
    let bounds = [("i", 6), ("j", 6), ("u", 3), ("v", 3)];
    let rows = ["i * 8 + j + u * 8 + v", "u * 3 + v", "i * 6 + j"];
    sums("convolution 8x8, 3x3", element, [64, 9, 36], &bounds, rows, 1)
}

fn correlation(element: Element) -> Kernel {
    let bounds = [("l", 16), ("t", 32)];
    sums("correlation 48, 16", element, [48, 1, 16], &bounds, ["t", "t + l", "l"], 0)
}

/// A Fourier transform of 8 complex numbers, with factors of 12 bits: butterflies in three stages.
fn transform(element: Element) -> Kernel {
    let (read, mlir_type) = (element.read()[0], "i32");
    let half = 2896; // 4096 / sqrt(2)
    let factors: [[i32; 2]; 4] = [[4096, 0], [half, -half], [0, -4096], [-half, -half]];
    let mut text = String::new();
    let reversed = [0, 4, 2, 6, 1, 5, 3, 7];
    let mut now: Vec<[String; 2]> = Vec::new();
    for (at, from) in reversed.into_iter().enumerate() {
        for (part, name) in ["r", "i"].into_iter().enumerate() {
            text += &load(&format!("l{name}{at}"), part, 8, read, &from.to_string());
            text += &element.widened(&format!("{name}{at}"), &format!("l{name}{at}"));
        }
        now.push([format!("%r{at}"), format!("%i{at}")]);
    }
    for value in [0, 4096, half, -half, -4096] {
        let _ = writeln!(text, "    %k{} = arith.constant {value} : i32", named(value));
    }
    text += "    %bits = arith.constant 12 : i32\n";
    let mut fresh = 0;
    let mut op = |text: &mut String, name: &str, x: &str, y: &str| {
        fresh += 1;
        let _ = writeln!(text, "    %t{fresh} = arith.{name} {x}, {y} : {mlir_type}");
        format!("%t{fresh}")
    };
    for half_size in [1, 2, 4] {
        for start in (0..8).step_by(2 * half_size) {
            for at in 0..half_size {
                let [re, im] = factors[at * 4 / half_size].map(|value| format!("%k{}", named(value)));
                let (low, high) = (start + at, start + at + half_size);
                let [x, y] = now[high].clone();
                // (x + iy)(re + i im), 12 bits taken away.
                let mut scaled = |text: &mut String, name: &str, [a, b, c, d]: [&str; 4]| {
                    let (p, q) = (op(text, "muli", a, b), op(text, "muli", c, d));
                    let sum = op(text, name, &p, &q);
                    op(text, "shrsi", &sum, "%bits")
                };
                let real = scaled(&mut text, "subi", [&x, &re, &y, &im]);
                let imaginary = scaled(&mut text, "addi", [&x, &im, &y, &re]);
                let [a, b] = now[low].clone();
                now[high] = [op(&mut text, "subi", &a, &real), op(&mut text, "subi", &b, &imaginary)];
                now[low] = [op(&mut text, "addi", &a, &real), op(&mut text, "addi", &b, &imaginary)];
            }
        }
    }
    for (at, values) in now.iter().enumerate() {
        for (part, value) in values.iter().enumerate() {
            let _ = writeln!(text, "    affine.store {value}, %m{}[{at}] : memref<8xi32>", 2 + part);
        }
    }
    let c = "  static const int w[4][2] = {{4096, 0}, {2896, -2896}, {0, -4096}, {-2896, -2896}};\n  \
             static const int from[8] = {0, 4, 2, 6, 1, 5, 3, 7};\n  \
             for (int k = 0; k < 8; k++) { m2[k] = m0[from[k]]; m3[k] = m1[from[k]]; }\n  \
             for (int h = 1; h < 8; h *= 2)\n    for (int s = 0; s < 8; s += 2 * h)\n      for (int k = 0; k < h; k++) {\n        \
             const int *f = w[k * 4 / h];\n        int x = m2[s + k + h], y = m3[s + k + h];\n        \
             int re = (x * f[0] - y * f[1]) >> 12, im = (x * f[1] + y * f[0]) >> 12;\n        \
             m2[s + k + h] = m2[s + k] - re; m3[s + k + h] = m3[s + k] - im;\n        \
             m2[s + k] += re; m3[s + k] += im;\n      }\n";
    Kernel {
        name: format!("transform 8 {}", element.name()),
        sizes: vec![8; 4],
        outputs: 2,
        element,
        mlir: function(element, &[8; 4], 2, &text),
        c: vec![in_c(element, 4, 2, c)],
    }
}

fn named(value: i32) -> String {
    if value < 0 { format!("m{}", -value) } else { value.to_string() }
}

/// A program that loads libraries with `f`, compares what they leave behind with the first one's, and prints nanoseconds of a call of each:
/// the least of some rounds, in which they take turns.
pub fn driver(kernel: &Kernel) -> String {
    let count = kernel.sizes.len();
    let types: Vec<&str> = (0..count)
        .map(|at| if at + kernel.outputs >= count { kernel.element.written()[1] } else { kernel.element.read()[1] })
        .collect();
    let mut text =
        "#include <dlfcn.h>\n#include <math.h>\n#include <stdio.h>\n#include <string.h>\n#include <time.h>\n"
            .to_owned();
    for (at, (ty, size)) in types.iter().zip(&kernel.sizes).enumerate() {
        let _ = writeln!(text, "static {ty} m{at}[{size}] __attribute__((aligned(64)));");
        let _ = writeln!(text, "static {ty} kept{at}[{size}];");
    }
    let parameters: Vec<String> = types.iter().map(|ty| format!("{ty} *")).collect();
    let given: Vec<String> = (0..count).map(|at| format!("m{at}")).collect();
    let _ = writeln!(text, "typedef void (*kernel)({});", parameters.join(", "));
    text += "static double now(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec * 1e9 + t.tv_nsec; }\n\
             int main(int count, char **names) {\n  kernel of[16]; double best[16]; unsigned seed = 1;\n";
    for at in 0..count - kernel.outputs {
        let value = if kernel.element == Element::F32 { "(seed >> 20) / 4096.0f" } else { "seed >> 16" };
        let _ = writeln!(
            text,
            "  for (int k = 0; k < {}; k++) {{ seed = seed * 1664525 + 1013904223; m{at}[k] = {value}; }}",
            kernel.sizes[at]
        );
    }
    text += "  for (int n = 1; n < count; n++) {\n    void *library = dlopen(names[n], RTLD_NOW | RTLD_LOCAL);\n    \
             if (!library) { fprintf(stderr, \"%s\\n\", dlerror()); return 2; }\n    of[n] = (kernel)dlsym(library, \"f\"); best[n] = 1e18;\n";
    for at in count - kernel.outputs..count {
        let _ = writeln!(text, "    memset(m{at}, 1, sizeof m{at});");
    }
    let _ = writeln!(text, "    of[n]({});", given.join(", "));
    for at in count - kernel.outputs..count {
        let differs = match kernel.element {
            Element::F32 => format!("fabsf(m{at}[k] - kept{at}[k]) > 1e-4f * (1 + fabsf(kept{at}[k]))"),
            _ => format!("m{at}[k] != kept{at}[k]"),
        };
        let size = kernel.sizes[at];
        let _ = writeln!(text, "    if (n == 1) memcpy(kept{at}, m{at}, sizeof m{at});");
        let _ = writeln!(
            text,
            "    for (int k = 0; k < {size}; k++) if ({differs}) {{ fprintf(stderr, \"%s differs at %d\\n\", names[n], k); return 3; }}"
        );
    }
    text += "  }\n  for (int round = 0; round < 25; round++)\n    for (int n = 1; n < count; n++) {\n      double began = now();\n      \
             for (int k = 0; k < 20000; k++) { ";
    let _ = writeln!(text, "of[n]({}); __asm__ volatile(\"\" ::: \"memory\"); }}", given.join(", "));
    text += "      double took = (now() - began) / 20000; if (took < best[n]) best[n] = took;\n    }\n  \
             for (int n = 1; n < count; n++) printf(\"%.3f\\n\", best[n]);\n  return 0;\n}\n";
    text
}
