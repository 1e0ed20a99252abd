//! Kernels as texts in the generic form.

use std::fmt::Write as _;

/// Types of a kernel's elements: read and written, and the operations on them.
#[derive(Clone, Copy, Debug)]
pub struct Of {
    pub read: &'static str,
    pub written: &'static str,
    /// Between both: empty, or what widens.
    pub widen: &'static str,
    pub add: &'static str,
    pub multiply: &'static str,
    pub zero: &'static str,
    pub flags: &'static str,
}

pub const FAST: Of = Of {
    read: "f32",
    written: "f32",
    widen: "",
    add: "arith.addf",
    multiply: "arith.mulf",
    zero: "0.000000e+00",
    flags: " <{fastmath = #arith.fastmath<fast>}>",
};

pub const STRICT: Of = Of { flags: "", ..FAST };

pub const S16: Of = Of {
    read: "i16",
    written: "i32",
    widen: "arith.extsi",
    add: "arith.addi",
    multiply: "arith.muli",
    zero: "0",
    flags: "",
};

pub const U8: Of = Of { read: "i8", widen: "arith.extui", ..S16 };

/// A loop nest with this text in its innermost body; counters are `%i0`, `%i1`, ...
pub fn nest(sizes: &[usize], body: &str) -> String {
    let mut text = String::new();
    for (at, size) in sizes.iter().enumerate() {
        let _ = writeln!(
            text,
            "\"affine.for\"() <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, \
             upperBoundMap = affine_map<() -> ({size})>}}> ({{\n^bb0(%i{at}: index):"
        );
    }
    text += body;
    for _ in sizes {
        text += "\"affine.yield\"() : () -> ()\n}) : () -> ()\n";
    }
    text
}

/// A function of memrefs of one dimension, of these sizes and types.
pub fn function(arguments: &[(&str, usize, &str)], body: &str) -> String {
    let types: Vec<String> = arguments.iter().map(|(_, size, ty)| format!("memref<{size}x{ty}>")).collect();
    let named: Vec<String> = arguments.iter().zip(&types).map(|((name, ..), ty)| format!("%{name}: {ty}")).collect();
    format!(
        "\"func.func\"() <{{function_type = ({}) -> (), sym_name = \"f\"}}> ({{\n^bb0({}):\n{body}\"func.return\"() : () -> ()\n}}) : () -> ()\n",
        types.join(", "),
        named.join(", ")
    )
}

/// `%name = load %array[row of counters]`
pub fn load(name: &str, (array, size, ty): (&str, usize, &str), counters: usize, row: &str) -> String {
    let (operands, dims) = (operands(counters), dims(counters));
    let types = ", index".repeat(counters);
    format!(
        "%{name} = \"affine.load\"(%{array}{operands}) <{{map = affine_map<({dims}) -> ({row})>}}> : (memref<{size}x{ty}>{types}) -> {ty}\n"
    )
}

/// `store %value, %array[row of counters]`
pub fn store(value: &str, (array, size, ty): (&str, usize, &str), counters: usize, row: &str) -> String {
    let (operands, dims) = (operands(counters), dims(counters));
    let types = ", index".repeat(counters);
    format!(
        "\"affine.store\"(%{value}, %{array}{operands}) <{{map = affine_map<({dims}) -> ({row})>}}> : ({ty}, memref<{size}x{ty}>{types}) -> ()\n"
    )
}

fn operands(counters: usize) -> String {
    (0..counters).map(|at| format!(", %i{at}")).collect()
}

fn dims(counters: usize) -> String {
    (0..counters).map(|at| format!("d{at}")).collect::<Vec<_>>().join(", ")
}

impl Of {
    pub fn widened(&self, to: &str, from: &str) -> String {
        match self.widen {
            "" => String::new(),
            widen => format!("%{to} = \"{widen}\"(%{from}) : ({}) -> {}\n", self.read, self.written),
        }
    }

    /// `c += a * b`, of loaded `a`, `b` and `c`.
    pub fn accumulated(&self) -> String {
        let [x, y] = if self.widen.is_empty() { ["a", "b"] } else { ["wa", "wb"] };
        let ty = self.written;
        self.widened("wa", "a")
            + &self.widened("wb", "b")
            + &format!("%p = \"{}\"(%{x}, %{y}){} : ({ty}, {ty}) -> {ty}\n", self.multiply, self.flags)
            + &format!("%s = \"{}\"(%c, %p){} : ({ty}, {ty}) -> {ty}\n", self.add, self.flags)
    }

    /// Zeros in an array.
    pub fn zeros(&self, array: (&str, usize, &str)) -> String {
        let constant = format!(
            "%zero = \"arith.constant\"() <{{value = {} : {}}}> : () -> {}\n",
            self.zero, self.written, self.written
        );
        nest(&[array.1], &(constant + &store("zero", array, 1, "d0")))
    }
}

/// `C = A * B` of `m` by `k` by `n`.
pub fn product(of: Of, [m, k, n]: [usize; 3]) -> String {
    let (a, b, c) = (("A", m * k, of.read), ("B", k * n, of.read), ("C", m * n, of.written));
    let body = load("a", a, 3, &format!("d0 * {k} + d2"))
        + &load("b", b, 3, &format!("d2 * {n} + d1"))
        + &load("c", c, 3, &format!("d0 * {n} + d1"))
        + &of.accumulated()
        + &store("s", c, 3, &format!("d0 * {n} + d1"));
    function(&[a, b, c], &(of.zeros(c) + &nest(&[m, n, k], &body)))
}

/// The full convolution of an image with a filter.
pub fn convolution(of: Of, [rows, columns]: [usize; 2], [height, width]: [usize; 2]) -> String {
    let (high, wide) = (rows + height - 1, columns + width - 1);
    let (a, b, c) = (("A", rows * columns, of.read), ("B", height * width, of.read), ("C", high * wide, of.written));
    let place = format!("(d0 + d2) * {wide} + d1 + d3");
    let body = load("a", a, 4, &format!("d0 * {columns} + d1"))
        + &load("b", b, 4, &format!("d2 * {width} + d3"))
        + &load("c", c, 4, &place)
        + &of.accumulated()
        + &store("s", c, 4, &place);
    function(&[a, b, c], &(of.zeros(c) + &nest(&[rows, columns, height, width], &body)))
}

/// Sums of products of a signal with itself, moved by 0, 1, ...
pub fn correlation(of: Of, size: usize, lags: usize) -> String {
    let (a, c) = (("A", size + lags, of.read), ("C", lags, of.written));
    let body = load("a", a, 2, "d1")
        + &load("b", a, 2, "d0 + d1")
        + &load("c", c, 2, "d0")
        + &of.accumulated()
        + &store("s", c, 2, "d0");
    function(&[a, c], &(of.zeros(c) + &nest(&[lags, size], &body)))
}

/// `C[at] = ...` of arguments `x0`, `x1`, ...: a sum of products, in floats that may be reordered.
pub fn scalars(count: usize, lines: &[&str]) -> String {
    let mut body = String::new();
    let flags = FAST.flags;
    let mut fresh = 0;
    for (at, line) in lines.iter().enumerate() {
        let mut sum: Option<String> = None;
        if *line == "0" {
            let _ = writeln!(body, "%zero{at} = \"arith.constant\"() <{{value = 0.000000e+00 : f32}}> : () -> f32");
            body += &store(&format!("zero{at}"), ("C", lines.len(), "f32"), 0, &at.to_string());
            continue;
        }
        for addend in line.split(" + ") {
            let mut factors = addend.split(" * ").map(|name| format!("%{name}"));
            let first = factors.next().unwrap();
            let product = factors.fold(first, |x, y| {
                fresh += 1;
                let _ = writeln!(body, "%p{fresh} = \"arith.mulf\"({x}, {y}){flags} : (f32, f32) -> f32");
                format!("%p{fresh}")
            });
            sum = Some(match sum {
                None => product,
                Some(sum) => {
                    fresh += 1;
                    let _ = writeln!(body, "%p{fresh} = \"arith.addf\"({sum}, {product}){flags} : (f32, f32) -> f32");
                    format!("%p{fresh}")
                }
            });
        }
        body += &store(&sum.unwrap()[1..], ("C", lines.len(), "f32"), 0, &at.to_string());
    }
    let names: Vec<String> = (0..count).map(|at| format!("%x{at}: f32")).collect();
    let types = vec!["f32"; count].join(", ");
    let size = lines.len();
    format!(
        "\"func.func\"() <{{function_type = ({types}, memref<{size}xf32>) -> (), sym_name = \"f\"}}> ({{\n^bb0({}, %C: memref<{size}xf32>):\n\
         {body}\"func.return\"() : () -> ()\n}}) : () -> ()\n",
        names.join(", ")
    )
}

/// The product of two quaternions and of what they move: rotations `Q` and `R` of `S`, all as 4 numbers.
pub fn quaternions(of: Of) -> String {
    let arrays = [("Q", 4, of.read), ("R", 4, of.read), ("C", 4, of.written)];
    let (ty, flags) = (of.written, of.flags);
    let mut body = String::new();
    for at in 0..4 {
        body += &load(&format!("q{at}"), arrays[0], 0, &at.to_string());
        body += &load(&format!("r{at}"), arrays[1], 0, &at.to_string());
    }
    // Hamilton's table: which factors of each part, and the signs.
    let table = [
        [(0, 0, 1), (1, 1, -1), (2, 2, -1), (3, 3, -1)],
        [(0, 1, 1), (1, 0, 1), (2, 3, 1), (3, 2, -1)],
        [(0, 2, 1), (1, 3, -1), (2, 0, 1), (3, 1, 1)],
        [(0, 3, 1), (1, 2, 1), (2, 1, -1), (3, 0, 1)],
    ];
    for (at, parts) in table.iter().enumerate() {
        for (number, (q, r, _)) in parts.iter().enumerate() {
            let _ = writeln!(body, "%m{at}{number} = \"{}\"(%q{q}, %r{r}){flags} : ({ty}, {ty}) -> {ty}", of.multiply);
        }
        let mut sum = format!("%m{at}0");
        for (number, (.., sign)) in parts.iter().enumerate().skip(1) {
            let name = if *sign > 0 { of.add.to_owned() } else { of.add.replace("add", "sub") };
            let _ = writeln!(body, "%s{at}{number} = \"{name}\"({sum}, %m{at}{number}){flags} : ({ty}, {ty}) -> {ty}");
            sum = format!("%s{at}{number}");
        }
        body += &store(&sum[1..], arrays[2], 0, &at.to_string());
    }
    function(&arrays, &body)
}

/// `A = Q * R` by Householder's reflections: `R` of a square matrix in floats.
#[allow(clippy::needless_range_loop, reason = "columns are places in rows, which are no list")]
pub fn householder(size: usize) -> String {
    let (a, r) = (("A", size * size, "f32"), ("R", size * size, "f32"));
    let flags = FAST.flags;
    let mut fresh = 0;
    let mut body = "%one = \"arith.constant\"() <{value = 1.000000e+00 : f32}> : () -> f32\n\
                    %two = \"arith.constant\"() <{value = 2.000000e+00 : f32}> : () -> f32\n"
        .to_owned();
    let mut at: Vec<Vec<String>> = Vec::new();
    for row in 0..size {
        at.push((0..size).map(|column| format!("%e{row}{column}")).collect());
        for column in 0..size {
            body += &load(&format!("e{row}{column}"), a, 0, &(row * size + column).to_string());
        }
    }
    let mut op = |body: &mut String, name: &str, of: &[&str]| {
        fresh += 1;
        let types = vec!["f32"; of.len()].join(", ");
        let _ = writeln!(body, "%h{fresh} = \"{name}\"({}){flags} : ({types}) -> f32", of.join(", "));
        format!("%h{fresh}")
    };
    for pivot in 0..size - 1 {
        let mut sum: Option<String> = None;
        for row in &at[pivot..] {
            let square = op(&mut body, "arith.mulf", &[&row[pivot], &row[pivot]]);
            sum = Some(match sum {
                None => square,
                Some(sum) => op(&mut body, "arith.addf", &[&sum, &square]),
            });
        }
        let norm = op(&mut body, "math.sqrt", &[&sum.unwrap()]);
        let signed = op(&mut body, "math.copysign", &[&norm, &at[pivot][pivot]]);
        let mut v: Vec<String> = at[pivot..].iter().map(|row| row[pivot].clone()).collect();
        v[0] = op(&mut body, "arith.addf", &[&v[0], &signed]);
        let mut length: Option<String> = None;
        for one in &v {
            let square = op(&mut body, "arith.mulf", &[one, one]);
            length = Some(match length {
                None => square,
                Some(sum) => op(&mut body, "arith.addf", &[&sum, &square]),
            });
        }
        let scale = op(&mut body, "arith.divf", &["%two", &length.unwrap()]);
        for column in pivot..size {
            let mut dot: Option<String> = None;
            for (row, one) in v.iter().enumerate() {
                let product = op(&mut body, "arith.mulf", &[one, &at[pivot + row][column]]);
                dot = Some(match dot {
                    None => product,
                    Some(sum) => op(&mut body, "arith.addf", &[&sum, &product]),
                });
            }
            let factor = op(&mut body, "arith.mulf", &[&scale, &dot.unwrap()]);
            for (row, one) in v.iter().enumerate() {
                let product = op(&mut body, "arith.mulf", &[&factor, one]);
                at[pivot + row][column] = op(&mut body, "arith.subf", &[&at[pivot + row][column], &product]);
            }
        }
    }
    for (row, values) in at.iter().enumerate() {
        for (column, value) in values.iter().enumerate() {
            body += &store(&value[1..], r, 0, &(row * size + column).to_string());
        }
    }
    function(&[a, r], &body)
}
