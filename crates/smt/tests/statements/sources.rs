//! True statements: windows of real kernels and expressions of every operation against their canonical forms, and claims
//! that hold just within a range.

use super::reachable;
use isotope_ir::canon::canonicalise;
use isotope_ir::lanes::{assumptions, free_vars, lane_terms, leaf_var, var_leaf};
use isotope_ir::term::{BinOp, TermId, Terms};
use isotope_ir::window::Window;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A true statement, and what in it is called a range: assumptions that may be loosened by one.
#[derive(Clone, Debug)]
pub struct True {
    pub source: String,
    pub terms: Terms,
    pub lhs: TermId,
    pub rhs: TermId,
    pub given: Vec<TermId>,
    /// The assumptions with one bound one too wide.
    pub loosened: Vec<Vec<TermId>>,
    /// Another lane's right side.
    pub other_lane: Option<TermId>,
}

/// Terms of a statement that is kept; larger ones would make large files.
const MAX_TERMS: usize = 90;

/// All of them, in a fixed order.
pub fn originals() -> Vec<True> {
    let mut all = Vec::new();
    for (source, window) in windows() {
        all.extend(canonical(&source, &window));
    }
    all.extend(ranges());
    all.extend([[3, 1, 2, 4], [25, 7, 3, 7], [5, -3, 1, 6], [7, 9, 0, 8]].map(clamped_sum));
    all
}

fn windows() -> Vec<(String, Window)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/windows");
    let mut out = Vec::new();
    let mut texts = BTreeSet::new();
    for target in ["x86", "arm", "hvx"] {
        let folder = std::fs::read_dir(root.join(target)).expect("the corpus is there");
        let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("the corpus is read").path()).collect();
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(&file).expect("the corpus is text");
            let name = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            for line in text.lines().filter(|line| !line.starts_with("//") && !line.is_empty()) {
                if texts.insert(line.to_owned()) {
                    let window = isotope_ir::parse::parse_window(line).expect("the corpus parses");
                    out.push((format!("{target}/{name}"), window));
                }
            }
        }
    }
    for line in by_hand() {
        match isotope_ir::parse::parse_window(&line) {
            Ok(window) => out.push((format!("by hand: {line}"), window)),
            Err(error) => panic!("{line}: {error}"),
        }
    }
    out
}

/// Every operation on one lane, at several types.
fn by_hand() -> Vec<String> {
    let mut out = Vec::new();
    for (n, w, u) in [
        ("uint8", "uint16", "uint8"),
        ("int8", "int16", "uint8"),
        ("uint16", "uint32", "uint16"),
        ("int16", "int32", "uint16"),
        ("uint32", "uint64", "uint32"),
        ("int32", "int64", "uint32"),
    ] {
        for same in
            ["saturating_add", "saturating_sub", "halving_add", "halving_sub", "rounding_halving_add", "min", "max"]
        {
            let call = if matches!(same, "min" | "max") { same.to_owned() } else { format!("({n}){same}") };
            out.push(format!("{n} {call}(({n})a, ({n})b)"));
        }
        out.push(format!("{u} ({u})absd(({n})a, ({n})b)"));
        for wide in ["widening_add", "widening_mul"] {
            out.push(format!("{w} ({w}){wide}(({n})a, ({n})b)"));
        }
        for right in ["widen_right_add", "widen_right_sub", "widen_right_mul"] {
            out.push(format!("{w} ({w}){right}(({w})a, ({n})b)"));
        }
        for amount in [1, 3, 7] {
            out.push(format!("{n} ({n})rounding_shift_right(({n})a, ({u}){amount})"));
            out.push(format!("{n} ({n})saturating_cast(({w})rounding_shift_right(({w})a, ({w}){amount}))"));
            out.push(format!("{n} ({n})mul_shift_right(({n})a, ({n})b, ({u}){amount})"));
            out.push(format!("{n} ({n})rounding_mul_shift_right(({n})a, ({n})b, ({u}){amount})"));
        }
        for by in [3, 7, 8, 10] {
            out.push(format!("{n} (({n})a / ({n}){by})"));
            out.push(format!("{n} (({n})a % ({n}){by})"));
        }
        out.push(format!("{n} ({n})saturating_cast(({w})a * ({w})b)"));
        out.push(format!("{n} ({n})saturating_cast((({w})a + ({w})b) - ({w})c)"));
        out.push(format!("{n} select(({n})a < ({n})b, ({n})a - ({n})c, ({n})c + ({n})b)"));
    }
    out
}

/// The statement that a lane of a window is the same lane of its canonical form.
fn canonical(source: &str, window: &Window) -> Option<True> {
    let form = canonicalise(window);
    let mut terms = Terms::new();
    let (want, got) = (lane_terms(window, &mut terms), lane_terms(&form.window, &mut Terms::new()).lanes.len());
    if got != want.lanes.len() || want.defined.iter().any(|&d| terms.as_const(d) != Some(1)) {
        return None;
    }
    // The canonical lanes over the window's own leaves.
    let found = lane_terms(&form.window, &mut terms);
    let mut own = |terms: &mut Terms, n: u32, width: u32| {
        let (leaf, lane) = var_leaf(n);
        terms.var(OWN | leaf_var(form.leaf_map[leaf.0 as usize], lane), width)
    };
    let rhs = terms.substitute(found.lanes[0], &mut own);
    let other = found.lanes.get(1).map(|&lane| terms.substitute(lane, &mut own));
    let mut moved = |terms: &mut Terms, n: u32, width: u32| terms.var(OWN | n, width);
    let lhs = terms.substitute(want.lanes[0], &mut moved);
    let vars: BTreeSet<u32> = free_vars(&terms, want.lanes[0]);
    let facts = assumptions(window, &mut terms, &vars);
    let given: Vec<TermId> = facts.into_iter().map(|f| terms.substitute(f, &mut moved)).collect();
    let size = reachable(&terms, lhs).len().max(reachable(&terms, rhs).len());
    let floats = [lhs, rhs].iter().any(|&t| terms.eval(t, &|_| 0).is_none());
    if size > MAX_TERMS || floats {
        return None;
    }
    // Small numbers read better.
    let mut names = BTreeMap::new();
    let mut small = |terms: &mut Terms, n: u32, width: u32| {
        let next = names.len() as u32;
        terms.var(*names.entry(n).or_insert(next), width)
    };
    let lhs = terms.substitute(lhs, &mut small);
    let rhs = terms.substitute(rhs, &mut small);
    let given = given.into_iter().map(|g| terms.substitute(g, &mut small)).collect();
    let other_lane = other.map(|t| terms.substitute(t, &mut small));
    Some(True { source: source.to_owned(), terms, lhs, rhs, given, loosened: vec![], other_lane })
}

const OWN: u32 = 1 << 30;

/// Claims that hold up to the last value of a range, and not for the next.
fn ranges() -> Vec<True> {
    let mut out = Vec::new();
    for width in [8, 16, 32] {
        for factor in [2u128, 3, 5, 7, 9, 11, 13, 17, 25, 36, 100, 200] {
            let last = ((1 << width) - 1) / factor;
            out.push(product(width, factor, last, false));
            out.push(product(width, factor, ((1 << (width - 1)) - 1) / factor, true));
            out.push(clamped(width, last));
        }
    }
    out
}

fn bounded(terms: &mut Terms, a: TermId, last: u128, signed: bool) -> Vec<TermId> {
    let width = terms.width(a);
    let (zero, last) = (terms.constant(0, width), terms.constant(last, width));
    if signed {
        vec![terms.bin(BinOp::Sle, zero, a), terms.bin(BinOp::Sle, a, last)]
    } else {
        vec![terms.bin(BinOp::Ule, a, last)]
    }
}

/// A multiple does not wrap: widened after the product and before it.
fn product(width: u32, factor: u128, last: u128, signed: bool) -> True {
    let mut terms = Terms::new();
    let a = terms.var(0, width);
    let k = terms.constant(factor, width);
    let narrow = terms.bin(BinOp::Mul, a, k);
    let k = terms.constant(factor, 2 * width);
    let (lhs, wide) = if signed {
        (terms.sext(narrow, 2 * width), terms.sext(a, 2 * width))
    } else {
        (terms.zext(narrow, 2 * width), terms.zext(a, 2 * width))
    };
    let rhs = terms.bin(BinOp::Mul, wide, k);
    let given = bounded(&mut terms, a, last, signed);
    let loosened = vec![bounded(&mut terms, a, last + 1, signed)];
    let source = format!("range: {factor} a in {width} bits, signed {signed}");
    True { source, terms, lhs, rhs, given, loosened, other_lane: None }
}

/// A clamp that a range makes needless.
fn clamped(width: u32, last: u128) -> True {
    let mut terms = Terms::new();
    let (a, b) = (terms.var(0, width), terms.var(1, width));
    let bound = terms.constant(last, width);
    let over = terms.bin(BinOp::Ult, bound, a);
    let clamped = terms.ite(over, bound, a);
    let lhs = terms.bin(BinOp::Xor, clamped, b);
    let rhs = terms.bin(BinOp::Xor, b, a);
    let given = bounded(&mut terms, a, last, false);
    let loosened = vec![bounded(&mut terms, a, last + 1, false)];
    let source = format!("range: a clamp at {last} in {width} bits");
    True { source, terms, lhs, rhs, given, loosened, other_lane: None }
}

/// A weighted sum of a magnitude, a minimum and a maximum of inputs that are not negative, scaled down and clamped: once, and with the
/// scale's power of two taken out, saturated in 16 bits first.
fn clamped_sum([k, m, power, scale]: [i128; 4]) -> True {
    let mut terms = Terms::new();
    let t = &mut terms;
    let [a, b, c] = [0, 1, 2].map(|n| t.var(n, 8));
    let zero = t.constant(0, 8);
    let given = vec![t.bin(BinOp::Sle, zero, a), t.bin(BinOp::Sle, zero, b)];
    let choice = |t: &mut Terms, [x, y]: [TermId; 2], [then, other]: [TermId; 2]| {
        let less = t.bin(BinOp::Slt, x, y);
        t.ite(less, then, other)
    };
    let clamp = |t: &mut Terms, x: TermId, most: u128| {
        let width = t.width(x);
        let (zero, most) = (t.constant(0, width), t.constant(most, width));
        let x = choice(t, [x, zero], [zero, x]);
        choice(t, [most, x], [most, x])
    };
    let weighed = |t: &mut Terms, [x, y]: [TermId; 2], [k, m]: [i128; 2]| {
        let (x, y) = (t.sext(x, 32), t.sext(y, 32));
        let (k, m) = (t.constant(k as u128, 32), t.constant(m as u128, 32));
        let (x, y) = (t.bin(BinOp::Mul, x, k), t.bin(BinOp::Mul, y, m));
        t.bin(BinOp::Add, x, y)
    };
    let (ab, ba) = (t.bin(BinOp::Sub, a, b), t.bin(BinOp::Sub, b, a));
    let apart = choice(t, [a, b], [ba, ab]);
    let least = choice(t, [c, a], [c, a]);
    let once = weighed(t, [apart, least], [k << power, m << power]);
    let by = t.constant((scale + power) as u128, 32);
    let once = t.bin(BinOp::AShr, once, by);
    let once = clamp(t, once, 255);
    let lhs = t.extract(once, 0, 8);

    let (most, other) = (choice(t, [b, a], [a, b]), choice(t, [a, b], [a, b]));
    let (apart, least) = (t.bin(BinOp::Sub, most, other), choice(t, [a, c], [a, c]));
    let first = weighed(t, [apart, least], [k, m]);
    let first = clamp(t, first, 65535);
    let (half, by) = (t.extract(first, 0, 16), t.constant(scale as u128, 16));
    let half = t.bin(BinOp::LShr, half, by);
    let wide = t.zext(half, 32);
    let twice = clamp(t, wide, 255);
    let rhs = t.extract(twice, 0, 8);
    let source = format!("a clamped sum: {k} and {m} over two to {scale}");
    True { source, terms, lhs, rhs, given, loosened: vec![], other_lane: None }
}
