//! Nests of loops leave what operations one after the other leave.

mod repeated;
mod rules;
mod tiles;
mod vectors;

use super::compare::{self, Agreement};
use super::runs::{Manner, Notes};
use super::*;
use crate::values::field::Method;
use crate::values::op::Permissions;
use isotope_mlir::read;
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
    /// A cell that is written is read by the same operations only: sums that may run side by side.
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

/// `a[j] = a[j] + f(b[k]) * b[k, j]`, by either loop outside, with other operations, and rows that may be the cells themselves.
fn products(number: u64, flags: [&'static str; 2]) -> String {
    let mut random = Random(number);
    let (lanes, rows) = (8 + random.below(9), 1 + random.below(5) * 2);
    let (stride, first) = ([lanes, 1, 2][random.below(3) as usize].min(80 / rows), random.below(8));
    let of = |var: &str, trip: i64| {
        format!(
            "\"affine.for\"() <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, \
             upperBoundMap = affine_map<() -> ({trip})>}}> ({{\n^bb0({var}: index):\n"
        )
    };
    let [outer, inner] = match random.below(2) {
        0 => [of("%j", lanes), of("%k", rows)],
        _ => [of("%k", rows), of("%j", lanes)],
    };
    let load = |to: &str, from: &str, row: String| {
        format!(
            "{to} = \"affine.load\"({from}, %k, %j) <{{map = affine_map<(d0, d1) -> ({row})>}}> : (memref<{CELLS}xf64>, index, index) -> f64\n"
        )
    };
    let memory = ["%b", "%b", "%a"];
    let mut body = load("%cell", "%a", format!("d1 + {first}"));
    let row = match random.below(3) {
        0 => format!("d0 + d1 * {}", 88 / (rows + lanes)),
        _ => format!("d0 * {stride} + d1"),
    };
    body += &load("%row", memory[random.below(3) as usize], row);
    body += &load("%factor", memory[random.below(3) as usize], format!("d0 * {}", random.below(4)));
    let mut apply = |to: &str, ops: &[&str], operands: [&str; 2]| {
        let [x, y] = if random.below(3) == 0 { [operands[1], operands[0]] } else { operands };
        let (op, flag) = (ops[random.below(ops.len() as i64) as usize], flags[random.below(2) as usize]);
        format!("{to} = \"arith.{op}\"({x}, {y}) <{{fastmath = #arith.fastmath<{flag}>}}> : (f64, f64) -> f64\n")
    };
    body += &apply("%scaled", &["mulf", "divf"], ["%s", "%factor"]);
    let factor = if number.is_multiple_of(3) { "%scaled" } else { "%factor" };
    body += &apply("%product", &["mulf"], ["%row", factor]);
    let value = if number.is_multiple_of(5) { "%row" } else { "%product" };
    body += &apply("%sum", &["addf", "subf"], ["%cell", value]);
    let end = "\"affine.yield\"() : () -> ()\n}) : () -> ()\n";
    format!(
        "\"func.func\"() <{{function_type = (memref<{CELLS}xf64>, memref<{CELLS}xf64>, f64) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%a: memref<{CELLS}xf64>, %b: memref<{CELLS}xf64>, %s: f64):\n{outer}{inner}{body}\
         \"affine.store\"(%sum, %a, %k, %j) <{{map = affine_map<(d0, d1) -> (d1 + {first})>}}> : (f64, memref<{CELLS}xf64>, index, index) -> ()\n\
         {end}{end}\"func.return\"() : () -> ()\n}}) : () -> ()\n"
    )
}

/// Runs a program with nests and without, by one of its methods: both leave the same. Loops that ran side by side, stores that were
/// computed as one sum in two ways, and sums that were met again in two ways.
fn same_as_single(module: &Module, (number, method): (u64, u64), text: &str) -> [u64; 5] {
    let options = Options::default();
    let pair = Pair::new(module, module, &options).unwrap();
    let methods: Vec<Method> = methods::of(pair.kinds).into_iter().filter(|of| *of != Method::Drawn).collect();
    let method = methods[method as usize % methods.len()];
    let manner = Manner { method, permissions: pair.licence.permissions, notes: Notes::None, turn: 0 };
    let Ok([mut nests, mut single]) = pair.runs(manner, [true, false]).unwrap() else { panic!("both run\n{text}") };
    assert!(nests.0.has_nests(), "the loops are nests\n{text}");
    let (_, difference) =
        compare::cells(&mut nests, &mut single, &Agreement { equal: &compare::same_term, by_value: true });
    assert!(difference.is_none(), "{number}: {}\n{text}", difference.unwrap().cell);
    assert_eq!(nests.0.steps, single.0.steps, "{number}\n{text}");
    // Logarithms of sums' weights grow with each term that is added by itself.
    let is_near = |x: f32, y: f32| match method {
        Method::Drawn => x <= y * 1.001,
        // Each sum of a strip is rounded up.
        _ => (y * 0.999..=y * 1.01).contains(&x) || !y.is_finite(),
    };
    for (x, y) in nests.0.buffers.iter().zip(&single.0.buffers) {
        assert!((0..x.len()).all(|cell| x.writers.get(cell) == y.writers.get(cell)), "{number}\n{text}");
        // The sizes of sums may be added in another order.
        let (x, y) = (x.most(), y.most());
        assert!((x.0 == y.0 || x.0.min(y.0) >= 1 << 24) && is_near(x.1, y.1), "{number}: {x:?} {y:?}\n{text}");
    }
    // A value that no iteration changes is computed once.
    let [x, y] = [&nests, &single].map(|run| run.0.numbers.field.as_ref().map_or(0, |field| field.terms));
    assert!(x <= y && x > 0, "{number}: {x} {y}\n{text}");
    let of = &nests.0;
    let [at_once, again] = [of.at_once, of.met_again()];
    [of.side_by_side, at_once[0], at_once[1], again[0], again[1]]
}

#[test]
fn nests_leave_the_memory_that_single_operations_leave() {
    same_memory(4_000);
}

#[test]
#[ignore = "slow: 40,000 nests"]
fn many_nests_leave_the_memory_that_single_operations_leave() {
    same_memory(40_000);
}

/// Executes so many drawn nests, and their operations one by one.
fn same_memory(count: u64) {
    let kinds = [["none", "none"], ["fast", "fast"], ["fast", "none"]];
    let (mut side_by_side, mut at_once) = (0, [0, 0]);
    for number in 0..count {
        let kind = kinds[number as usize % 3];
        let text = if number % 4 == 3 { products(number / 4, kind) } else { program(number, kind) };
        let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let [beside, rows, loads, ..] = same_as_single(&module, (number, number / 3), &text);
        side_by_side += beside;
        at_once = [at_once[0] + rows, at_once[1] + loads];
    }
    println!("{side_by_side} loops ran side by side, {at_once:?} sums at once");
    assert!(side_by_side > 30 && at_once.iter().all(|count| *count > 15), "{side_by_side} {at_once:?}");
}

#[test]
fn both_programs_at_once_give_the_verdict_of_one_after_the_other() {
    let kinds = [["none", "none"], ["fast", "fast"]];
    let (mut equal, mut other) = (0, 0);
    for number in 0..60 {
        let texts = [number, number + number % 3].map(|number| program(number, kinds[number as usize % 2]));
        let [before, after] = texts.map(|text| read(&text).unwrap());
        let verdict = |at_once| check(&before, &after, &Options { at_once, executions: 2, ..Options::default() });
        let one = verdict(None);
        // In either order, and on two threads.
        let orders: [fn(Part<'_>, Part<'_>); 3] = [
            |first, second| {
                first();
                second();
            },
            |first, second| {
                second();
                first();
            },
            |first, second| {
                std::thread::scope(|scope| {
                    scope.spawn(second);
                    first();
                });
            },
        ];
        for order in orders {
            assert_eq!(one, verdict(Some(AtOnce(order))), "{number}");
        }
        if matches!(one, Ok(Verdict::Identity(_))) { equal += 1 } else { other += 1 }
    }
    assert!(equal > 10 && other > 10, "{equal} {other}");
}

/// `%a[0] = ...` of three arguments.
fn sum(of: &str) -> Module {
    let text = format!(
        "\"func.func\"() <{{function_type = (memref<1xf64>, f64, f64, f64) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%a: memref<1xf64>, %x: f64, %y: f64, %z: f64):\n\
         {of}\"affine.store\"(%s, %a) <{{map = affine_map<() -> (0)>}}> : (f64, memref<1xf64>) -> ()\n\
         \"func.return\"() : () -> ()\n}}) : () -> ()\n"
    );
    read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn sums_without_a_flag_may_be_exchanged_and_not_regrouped() {
    let add = |to: &str, x: &str, y: &str| format!("{to} = \"arith.addf\"({x}, {y}) : (f64, f64) -> f64\n");
    let of = |first: String, second: String| sum(&(first + &second));
    let before = of(add("%t", "%x", "%y"), add("%s", "%t", "%z"));
    let exchanged = of(add("%t", "%y", "%x"), add("%s", "%z", "%t"));
    let regrouped = of(add("%t", "%y", "%z"), add("%s", "%x", "%t"));
    let other = of(add("%t", "%x", "%z"), add("%s", "%t", "%y"));
    let options = Options::default();
    let linear = |after| {
        Pair::new(&before, after, &options).unwrap().identity_by(Method::Linear, Permissions::default()).unwrap()
    };
    assert!(matches!(linear(&before), Tested::Equal(evidence) if evidence.error_bits < -57.0));
    assert!(matches!(check(&before, &exchanged, &options), Ok(Verdict::Identity(_))));
    for after in [&exchanged, &regrouped, &other] {
        assert!(matches!(linear(after), Tested::Unequal(_)));
    }
    for after in [&regrouped, &other] {
        assert!(!matches!(check(&before, after, &options), Ok(Verdict::Identity(_))));
    }
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
    assert!(matches!(pair.identity_by(Method::FreeOnce, Permissions::default()).unwrap(), Tested::Weak));
    assert!(
        matches!(check(&module, &module, &options), Ok(Verdict::Identity(evidence)) if evidence.error_bits < -40.0)
    );
}

#[test]
fn polynomials_whose_degree_is_too_high_for_one_run_are_shown_by_two() {
    // Quotients are terms that have to be told apart, and the last element is a sum to the power of 2^23.
    let square = "%s = \"arith.mulf\"(%p, %p) <{fastmath = #arith.fastmath<fast>}> : (f64, f64) -> f64\n";
    let squares: String =
        (0..23).map(|at| square.replace("%s", &format!("%s{}", at + 1)).replace("%p", &format!("%s{at}"))).collect();
    let text = format!(
        "\"func.func\"() <{{function_type = (memref<16384xf64>) -> (), sym_name = \"f\"}}> ({{\n^bb0(%a: memref<16384xf64>):\n\
        \"affine.for\"() <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, \
        upperBoundMap = affine_map<() -> (16383)>}}> ({{\n^bb0(%i: index):\n\
        %x = \"affine.load\"(%a, %i) <{{map = affine_map<(d0) -> (d0)>}}> : (memref<16384xf64>, index) -> f64\n\
        %n = \"affine.load\"(%a, %i) <{{map = affine_map<(d0) -> (d0 + 1)>}}> : (memref<16384xf64>, index) -> f64\n\
        %q = \"arith.divf\"(%x, %n) <{{fastmath = #arith.fastmath<fast>}}> : (f64, f64) -> f64\n\
        %y = \"arith.addf\"(%q, %x) <{{fastmath = #arith.fastmath<fast>}}> : (f64, f64) -> f64\n\
        \"affine.store\"(%y, %a, %i) <{{map = affine_map<(d0) -> (d0)>}}> : (f64, memref<16384xf64>, index) -> ()\n\
        \"affine.yield\"() : () -> ()\n}}) : () -> ()\n\
        %s0 = \"affine.load\"(%a) <{{map = affine_map<() -> (0)>}}> : (memref<16384xf64>) -> f64\n{squares}\
        \"affine.store\"(%s23, %a) <{{map = affine_map<() -> (16383)>}}> : (f64, memref<16384xf64>) -> ()\n\
        \"func.return\"() : () -> ()\n}}) : () -> ()\n"
    );
    let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = Options::default();
    let pair = Pair::new(&module, &module, &options).unwrap();
    let permissions = pair.licence.permissions;
    let once = match pair.identity_by(Method::Drawn, permissions).unwrap() {
        Tested::Equal(once) | Tested::Vanishing(once) => once.error_bits,
        _ => panic!("the method does not show it"),
    };
    assert!((SMALL_ERROR..0.0).contains(&once), "{once}");
    // Another operation, whose result nobody uses, so that more than the same operations on the same numbers is asked.
    let unused = "%d = \"arith.addf\"(%s0, %s0) <{fastmath = #arith.fastmath<fast>}> : (f64, f64) -> f64\n%s1 = ";
    let longer = read(&text.replacen("%s1 = ", unused, 1)).unwrap();
    let twice = check(&module, &longer, &options);
    assert!(matches!(&twice, Ok(Verdict::Identity(evidence)) if evidence.error_bits < -60.0), "{twice:?}");
    // Another power is no equal one.
    let other = read(&text.replace("(%s23, %a)", "(%s22, %a)")).unwrap();
    assert!(!matches!(check(&module, &other, &options), Ok(Verdict::Identity(_))));
}
