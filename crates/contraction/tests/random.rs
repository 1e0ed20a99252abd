//! Random contractions: each plan's kernel is equal, whatever the sizes, the indices and the types are.

#![allow(clippy::unwrap_used)]

use super::kernels::{SMALL, contraction, tested};
use isotope_contraction::cost::Work;
use isotope_contraction::{candidates, kernel, plain, tile};
use isotope_kernel::check::Verdict;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A statement, and the sizes of its dimensions.
fn random(number: u64) -> (String, String) {
    let mut random = Random(number);
    let (kept, summed) = (1 + random.below(3), 1 + random.below(3));
    let dims: Vec<char> = ('a'..).take(kept + summed).collect();
    let (sum, types) = [
        ("i32", &["u8", "s8", "s16", "u16"][..]),
        ("i32", &["u8", "s8"]),
        ("i16", &["u8", "s8", "s16"]),
        ("i64", &["s32", "s16"]),
        ("f32", &["f32"]),
    ][random.below(5)];
    // A factor has some dimensions, each alone or beside another one, times a number or not.
    let factor = |random: &mut Random, must: &[char]| {
        let mut rows: Vec<String> = Vec::new();
        for dim in &dims {
            if !must.contains(dim) && random.below(3) == 0 {
                continue;
            }
            let term = if random.below(6) == 0 { format!("2*{dim}") } else { dim.to_string() };
            match random.below(5) {
                0 if !rows.is_empty() => rows.last_mut().unwrap().push_str(&format!("+{term}")),
                1 => rows.push(format!("{term}+{}", random.below(3))),
                _ => rows.push(term),
            }
        }
        if rows.is_empty() {
            rows.push("0".to_owned());
        }
        let at = random.below(rows.len());
        rows.rotate_left(at);
        rows.join(",")
    };
    // Each summed dimension is in the first factor, each other one in the second.
    let first = factor(&mut random, &dims[kept..]);
    let second = factor(&mut random, &dims[..kept]);
    let result: Vec<String> = dims[..kept].iter().map(char::to_string).collect();
    let [x, y] = [0; 2].map(|_| random.pick(types));
    let assigned = random.pick(&["+=", "="]);
    let zero = |of: &str, zero: usize| match (of, zero) {
        ("u8", 1..40) => [String::from("("), format!(" - {})", zero * 6)],
        ("s8", 1..40) => [String::from("("), format!(" + {})", zero * 3)],
        _ => [String::new(), String::new()],
    };
    let [[open, close], [begin, end]] = [x, y].map(|of| zero(of, random.below(100)));
    let mut factors = format!("{open}{x} A[{first}]{close} * {begin}{y} B[{second}]{end}");
    // A third factor has some of the dimensions.
    if random.below(3) == 0 {
        let third = format!("{} D[{}]", random.pick(types), factor(&mut random, &[]));
        factors = if random.below(2) == 0 { format!("{third} * {factors}") } else { format!("{factors} * {third}") };
    }
    let statement = format!("{sum} C[{}] {assigned} {factors}", result.join(","));
    let sizes = dims.iter().map(|dim| format!("{dim}={}", 1 + random.below(if dims.len() > 4 { 5 } else { 11 })));
    (statement, sizes.collect::<Vec<_>>().join(","))
}

#[test]
fn kernels_of_some_random_statements_are_equal() {
    kernels_are_equal(60);
}

#[test]
#[ignore = "slow: the kernels of 300 statements"]
fn kernels_of_random_statements_are_equal() {
    kernels_are_equal(300);
}

fn kernels_are_equal(statements: usize) {
    let (mut count, mut without) = (0, 0);
    for number in 0..statements {
        let (text, of) = random(number as u64);
        let contraction = contraction(&text, &of);
        let plans = candidates(&contraction, SMALL);
        without += usize::from(plans.is_empty());
        let before = plain(&contraction);
        for plan in plans.iter().skip(number % 3).step_by(plans.len().div_ceil(4).max(1)) {
            let after = kernel(&contraction, plan).text;
            let verdict = tested(&before, &after);
            let is_equal = matches!(verdict, Ok(Verdict::Identity(_)));
            assert!(is_equal, "{number}: {text}, {of}: {}\n{verdict:?}\n{after}", plan.describe(&contraction));
            assert!(isotope_mlir::read(&tile(&contraction, plan)).is_ok(), "{text}, {of}");
            let cost = Work::of(&contraction, plan, SMALL).cost(4.0, &|_| 1.0);
            assert!(cost.total().is_finite() && cost.total() > 0.0, "{text}, {of}: {cost:?}");
            count += 1;
        }
    }
    assert!(
        count > 2 * statements && without < statements / 10,
        "{count} kernels, {without} statements without a plan"
    );
}
