//! Nests of loops leave what operations one after the other leave.

use super::*;
use crate::read;
use std::fmt::Write as _;

/// A stream of numbers that is the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i64 % bound.max(1)
    }
}

const CELLS: i64 = 96;

/// A function over two memrefs, of loops with random bounds, addresses and operations.
struct Program {
    random: Random,
    text: String,
    names: usize,
    flags: [&'static str; 2],
    /// What is written is read by the same operations only: sums that may run side by side.
    sums: bool,
}

impl Program {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%n{}", self.names)
    }

    /// Counters that are in scope, with the range of each.
    fn loops(&mut self, counters: &[(String, i64, i64)]) {
        let (lower, step) = (self.random.below(3), 1 + self.random.below(2));
        // Strips are of several lengths, one of them longer than STRIP.
        let trip = [1, 2, 3, 5, 9, 17, 11, 8][self.random.below(8) as usize];
        let counter = self.name();
        let of_outer = counters.last().filter(|_| self.random.below(4) == 0).cloned();
        let (operands, types, segment, upper, most) = match &of_outer {
            // A triangle.
            Some((name, _, last)) => (name.clone(), "index", 1, "(d0 + 1)".to_owned(), last + 1),
            None => (String::new(), "", 0, format!("({})", lower + trip * step), lower + trip * step),
        };
        let dims = if segment == 1 { "(d0)" } else { "()" };
        let _ = writeln!(
            self.text,
            "\"affine.for\"({operands}) <{{lowerBoundMap = affine_map<() -> ({lower})>, operandSegmentSizes = array<i32: 0, {segment}, 0>, \
             step = {step} : index, upperBoundMap = affine_map<{dims} -> {upper}>}}> ({{\n^bb0({counter}: index):"
        );
        let mut inner = counters.to_vec();
        inner.push((counter, lower, most.max(lower + 1) - 1));
        let is_deep = inner.len() < 3 && self.random.below(2) == 0;
        if is_deep {
            self.straight(&inner, 1);
            self.loops(&inner);
        } else {
            let count = 1 + self.random.below(3) as usize;
            self.straight(&inner, count);
        }
        let _ = writeln!(self.text, "\"affine.yield\"() : () -> ()\n}}) : ({types}) -> ()");
    }

    /// A row over the counters whose values are cells.
    fn address(&mut self, counters: &[(String, i64, i64)], is_target: bool) -> (String, String, String) {
        loop {
            let mut factors: Vec<i64> =
                counters.iter().map(|_| [0, 0, 1, 1, 2, -1, 3][self.random.below(7) as usize]).collect();
            // A cell that the innermost loop carries, and the one around it does not.
            let is_cell = is_target && self.sums;
            if is_cell || self.random.below(3) == 0 {
                let last = factors.len() - 1;
                factors[last] = i64::from(last == 0);
                if let Some(around) = last.checked_sub(1) {
                    factors[around] = 1;
                }
                factors[..last.saturating_sub(1)].fill(0);
            }
            let range = |pick: fn(i64, i64) -> i64| {
                let each = factors.iter().zip(counters);
                each.map(|(factor, (_, low, high))| pick(factor * low, factor * high)).sum::<i64>()
            };
            let (low, high) = (range(i64::min), range(i64::max));
            if high - low >= CELLS {
                continue;
            }
            let shift = if is_cell { 0 } else { self.random.below((CELLS - (high - low)).min(4)) } - low;
            let dims: Vec<String> = (0..counters.len()).map(|at| format!("d{at}")).collect();
            let sum: Vec<String> = factors.iter().zip(&dims).map(|(factor, dim)| format!("{dim} * {factor}")).collect();
            let map = format!("affine_map<({}) -> ({} + {shift})>", dims.join(", "), sum.join(" + "));
            let names: String = counters.iter().map(|(name, ..)| format!(", {name}")).collect();
            return (map, names, ", index".repeat(counters.len()));
        }
    }

    /// Some loads, operations and a store, so often; sometimes a cell is changed in place.
    fn straight(&mut self, counters: &[(String, i64, i64)], count: usize) {
        for _ in 0..count {
            let sums = self.sums;
            let memory = |random: &mut Random| if sums { "%b" } else { ["%a", "%b"][random.below(2) as usize] };
            let mut values = vec!["%s".to_owned()];
            let target = if sums { "%a" } else { memory(&mut self.random) };
            let place = self.address(counters, true);
            let is_in_place = self.random.below(2) == 0;
            for at in 0..1 + self.random.below(3) {
                let (from, (map, names, types)) = match at == 0 && is_in_place {
                    true => (target, place.clone()),
                    false => (memory(&mut self.random), self.address(counters, false)),
                };
                let name = self.name();
                let _ = writeln!(
                    self.text,
                    "{name} = \"affine.load\"({from}{names}) <{{map = {map}}}> : (memref<{CELLS}xf64>{types}) -> f64"
                );
                values.push(name);
            }
            let mut last = values[1].clone();
            for _ in 0..1 + self.random.below(3) {
                let op = ["addf", "mulf", "addf", "subf", "divf"][self.random.below(5) as usize];
                let other = values[self.random.below(values.len() as i64) as usize].clone();
                // x - x would hide everything behind it.
                let other = if other == last { values[0].clone() } else { other };
                let [x, y] = if self.random.below(3) == 0 { [other, last] } else { [last, other] };
                let (name, flags) = (self.name(), self.flags[self.random.below(2) as usize]);
                let _ = writeln!(
                    self.text,
                    "{name} = \"arith.{op}\"({x}, {y}) <{{fastmath = #arith.fastmath<{flags}>}}> : (f64, f64) -> f64"
                );
                values.push(name.clone());
                last = name;
            }
            let (map, names, types) = place;
            let _ = writeln!(
                self.text,
                "\"affine.store\"({last}, {target}{names}) <{{map = {map}}}> : (f64, memref<{CELLS}xf64>{types}) -> ()"
            );
        }
    }
}

fn program(number: u64, flags: [&'static str; 2]) -> String {
    let mut program =
        Program { random: Random(number), text: String::new(), names: 0, flags, sums: number.is_multiple_of(2) };
    let _ = writeln!(
        program.text,
        "\"func.func\"() <{{function_type = (memref<{CELLS}xf64>, memref<{CELLS}xf64>, f64) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%a: memref<{CELLS}xf64>, %b: memref<{CELLS}xf64>, %s: f64):"
    );
    for _ in 0..2 {
        program.loops(&[]);
    }
    program.text.push_str("\"func.return\"() : () -> ()\n}) : () -> ()\n");
    program.text
}

#[test]
fn nests_leave_the_memory_that_single_operations_leave() {
    let kinds = [["none", "none"], ["fast", "fast"], ["fast", "none"]];
    let mut side_by_side = 0;
    for number in 0..12_000 {
        let text = program(number, kinds[number as usize % 3]);
        let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let options = Options::default();
        let pair = Pair::new(&module, &module, &options).unwrap();
        let methods: Vec<Method> =
            methods::of([&module, &module]).into_iter().filter(|of| *of != Method::Drawn).collect();
        let method = methods[number as usize / 3 % methods.len()];
        let Ok([mut nests, mut single]) = pair.runs(method, [true, false]).unwrap() else { panic!("both run\n{text}") };
        assert!(nests.0.has_nests(), "the loops are nests\n{text}");
        let (_, difference) = compare::cells(&mut nests, &mut single, &compare::same_term);
        assert!(difference.is_none(), "{number}: {}\n{text}", difference.unwrap().cell);
        assert_eq!(nests.0.steps, single.0.steps, "{number}\n{text}");
        for (x, y) in nests.0.buffers.iter().zip(&single.0.buffers) {
            assert_eq!(x.writers, y.writers, "{number}\n{text}");
            // The sizes of sums may be added in another order.
            let (x, y) = (x.most(), y.most());
            assert!(
                (x.0 == y.0 || x.0.min(y.0) >= 1 << 24) && ((x.1 - y.1).abs() <= y.1 * 1e-3 || !y.1.is_finite()),
                "{number}: {x:?} {y:?}\n{text}"
            );
        }
        side_by_side += nests.0.side_by_side;
        // What no iteration changes is computed once.
        let [x, y] = [&nests, &single].map(|run| run.0.numbers.field.as_ref().map_or(0, |field| field.terms));
        assert!(x <= y && x > 0, "{number}: {x} {y}\n{text}");
    }
    println!("{side_by_side} loops ran side by side");
    assert!(side_by_side > 100, "{side_by_side}");
}

#[test]
fn a_test_at_one_point_gives_way_where_its_error_grows() {
    // Each step doubles the pairs of terms that have to be told apart; there are enough of them to be looked at.
    let text = "\"func.func\"() <{function_type = (memref<96xf64>) -> (), sym_name = \"f\"}> ({\n^bb0(%a: memref<96xf64>):\n\
        \"affine.for\"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, \
        upperBoundMap = affine_map<() -> (300000)>}> ({\n^bb0(%t: index):\n\
        \"affine.for\"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, \
        upperBoundMap = affine_map<() -> (96)>}> ({\n^bb0(%i: index):\n\
        %x = \"affine.load\"(%a, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<96xf64>, index) -> f64\n\
        %y = \"arith.addf\"(%x, %x) : (f64, f64) -> f64\n\
        \"affine.store\"(%y, %a, %i) <{map = affine_map<(d0) -> (d0)>}> : (f64, memref<96xf64>, index) -> ()\n\
        \"affine.yield\"() : () -> ()\n}) : () -> ()\n\"affine.yield\"() : () -> ()\n}) : () -> ()\n\"func.return\"() : () -> ()\n}) : () -> ()\n";
    let module = read(text).unwrap();
    let options = Options::default();
    let pair = Pair::new(&module, &module, &options).unwrap();
    assert!(matches!(pair.identity_by(Method::FreeOnce).unwrap(), Tested::Weak));
    assert!(
        matches!(check(&module, &module, &options), Ok(Verdict::Identity(evidence)) if evidence.error_bits < -40.0)
    );
}
