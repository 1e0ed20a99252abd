//! Drawn nests, packed and executed: the same numbers come out.

use crate::{is_equal, module};
use isotope_kernel::check::{Options, Verdict, check};
use isotope_kernel::execute::{ExecuteError, Execution, execute};
use isotope_mlir::ir::Module;
use isotope_nest::pack::{Way, pack, pack_each};
use isotope_nest::{Machine, Nests};
use std::collections::HashMap;
use std::fmt::Write as _;

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// A sum of some counters, which are less than 8 each, and a constant: at most 22, at least 0.
fn row(random: &mut Random, depth: usize) -> String {
    let mut factors = vec![0; depth];
    for _ in 0..1 + random.below(2) {
        if depth > 0 {
            factors[random.below(depth)] = 1;
        }
    }
    let mut text = format!("{}", random.below(8));
    for (dim, factor) in factors.iter().enumerate() {
        if *factor == 1 {
            let _ = write!(text, " + d{dim}");
        }
    }
    text
}

fn operands(depth: usize) -> String {
    (0..depth).map(|dim| format!(", %i{dim}")).collect()
}

fn map(rows: &[String], depth: usize) -> String {
    let dims: Vec<String> = (0..depth).map(|dim| format!("d{dim}")).collect();
    format!("affine_map<({}) -> ({})>", dims.join(", "), rows.join(", "))
}

/// Statements of a loop's body: `b[..] = a[..] + b[..] * c[..]`, where names may be the same.
fn statement(random: &mut Random, depth: usize, fresh: &mut usize, out: &mut String) {
    let arrays = ["%a", "%b", "%c"];
    let mut load = |random: &mut Random, out: &mut String| {
        let array = arrays[random.below(3)];
        let rows = [row(random, depth), row(random, depth)];
        *fresh += 1;
        let types = ", index".repeat(depth);
        let _ = writeln!(
            out,
            "%v{fresh} = \"affine.load\"({array}{}) <{{map = {}}}> : (memref<24x24xi32>{types}) -> i32",
            operands(depth),
            map(&rows, depth)
        );
        format!("%v{fresh}")
    };
    let [x, y, z] = [0; 3].map(|_| load(random, out));
    *fresh += 2;
    let (product, sum) = (*fresh - 1, *fresh);
    let _ = writeln!(out, "%v{product} = \"arith.muli\"({x}, {y}) : (i32, i32) -> i32");
    let _ = writeln!(out, "%v{sum} = \"arith.addi\"(%v{product}, {z}) : (i32, i32) -> i32");
    let (array, rows) = (arrays[random.below(3)], [row(random, depth), row(random, depth)]);
    let types = ", index".repeat(depth);
    let _ = writeln!(
        out,
        "\"affine.store\"(%v{sum}, {array}{}) <{{map = {}}}> : (i32, memref<24x24xi32>{types}) -> ()",
        operands(depth),
        map(&rows, depth)
    );
}

/// A loop of counter `%i{depth}` with others in it, whose bounds may depend on loops around it.
fn nest(random: &mut Random, depth: usize, deepest: usize, fresh: &mut usize, out: &mut String) {
    let mut bound = |is_upper: bool| {
        let constant = if is_upper { format!("{}", 2 + random.below(6)) } else { format!("{}", random.below(2)) };
        let of = (depth > 0 && random.below(4) == 0).then(|| random.below(depth));
        let own = of.map(|dim| format!("d{dim} + {}", usize::from(is_upper) * (1 + random.below(3))));
        // The least of both stays below 8.
        let rows: Vec<String> = own.into_iter().chain([constant]).collect();
        map(&rows, depth)
    };
    let (lower, upper) = (bound(false), bound(true));
    let (all, step) = (operands(depth).repeat(2), 1 + random.below(8) / 7);
    let types = vec!["index"; 2 * depth].join(", ");
    let _ = writeln!(
        out,
        "\"affine.for\"({}) <{{lowerBoundMap = {lower}, operandSegmentSizes = array<i32: {depth}, {depth}, 0>, step = {step} : index, \
         upperBoundMap = {upper}}}> ({{\n^bb0(%i{depth}: index):",
        all.trim_start_matches(", ")
    );
    if depth + 1 < deepest {
        if random.below(4) == 0 {
            statement(random, depth + 1, fresh, out);
        }
        nest(random, depth + 1, deepest, fresh, out);
        if random.below(5) == 0 {
            nest(random, depth + 1, deepest, fresh, out);
        }
        if random.below(5) == 0 {
            statement(random, depth + 1, fresh, out);
        }
    } else {
        statement(random, depth + 1, fresh, out);
    }
    let _ = writeln!(out, "\"affine.yield\"() : () -> ()\n}}) : ({types}) -> ()");
}

/// A function of some nests.
pub fn drawn(number: u64) -> Module {
    let (mut random, mut fresh, mut out) = (Random(number), 0, String::new());
    out += "\"func.func\"() <{function_type = (memref<24x24xi32>, memref<24x24xi32>, memref<24x24xi32>) -> (), sym_name = \"f\"}> ({\n\
            ^bb0(%a: memref<24x24xi32>, %b: memref<24x24xi32>, %c: memref<24x24xi32>):\n";
    for _ in 0..1 + random.below(2) {
        let deepest = 1 + random.below(4);
        nest(&mut random, 0, deepest, &mut fresh, &mut out);
    }
    out += "\"func.return\"() : () -> ()\n}) : () -> ()\n";
    module(&out)
}

/// The arrays after an execution.
pub fn executed(of: &Module) -> Vec<(usize, String)> {
    tried(of).unwrap_or_else(|error| panic!("{error}\n{}", isotope_mlir::print(of)))
}

fn tried(of: &Module) -> Result<Vec<(usize, String)>, ExecuteError> {
    let numbers = |by: i64| (0..577).map(|at: i64| ((at * by) % 1009 - 300).to_string()).collect();
    let inputs = HashMap::from([(0, numbers(7)), (1, numbers(31)), (2, numbers(101))]);
    Ok(execute(of, &Execution { inputs, ..Execution::default() })?.memory)
}

/// A machine on which everything is worth packing.
fn tiny() -> Machine {
    Machine { page: 64, ..Machine::of([1, 2, 4], 8) }
}

#[test]
fn drawn_nests_are_the_same_when_packed() {
    packed_nests(150);
}

#[test]
#[ignore = "slow: 2000 nests"]
fn many_drawn_nests_are_the_same_when_packed() {
    packed_nests(2000);
}

fn packed_nests(count: u64) {
    let (mut packs, mut parts, mut chosen) = (0, 0, [0, 0]);
    for number in 0..count {
        let before = drawn(number);
        let numbers = executed(&before);
        let nests = Nests::read(&before, None).unwrap();
        for (way, chosen) in [Way::Gpat, Way::Counted].into_iter().zip(&mut chosen) {
            let packed = pack(&before, &nests, &tiny(), way).unwrap();
            *chosen += packed.chosen().count();
            assert_eq!(executed(&packed.module), numbers, "{number}, {way:?}");
        }
        for of in 0..nests.loops.len() {
            for array in 0..3 {
                if !nests.accesses_in(of).any(|access| access.array == array) {
                    continue;
                }
                let each = pack_each(&before, &nests, (of, array), &tiny()).unwrap_or_default();
                parts += each.len().saturating_sub(1);
                for packed in each {
                    packs += 1;
                    let text = || format!("{number}: {:?}\n{}", packed.candidates, isotope_mlir::print(&packed.module));
                    assert_eq!(executed(&packed.module), numbers, "{}", text());
                    assert!(packs % 8 != 0 || is_equal(&before, &packed.module), "{}", text());
                }
            }
        }
    }
    println!("{packs} packs are the same, {parts} of some accesses; GPAT's are {}, by counts {}", chosen[0], chosen[1]);
    assert!(packs > 2 * count as usize && parts > count as usize / 10 && chosen[1] > 0);
}

/// A pack with one mistake: it is refused, or it happens to be right.
#[test]
fn packs_with_a_mistake_are_refused() {
    let (mut wrong, mut right) = (0, 0);
    for number in 0..40 {
        let before = drawn(number);
        let nests = Nests::read(&before, None).unwrap();
        let Some(access) = nests.accesses.first() else { continue };
        let Some(of) = access.around else { continue };
        let Ok(each) = pack_each(&before, &nests, (of, access.array), &tiny()) else { continue };
        let text = isotope_mlir::print(&each[0].module);
        for mistake in mistakes(&text) {
            // A map that does not fit its operands any more is no program.
            let Ok(after) = isotope_mlir::read(&mistake) else { continue };
            let is_same = tried(&after).is_ok_and(|of| of == executed(&before));
            match check(&before, &after, &Options::default()) {
                Ok(Verdict::Identity(_)) if is_same => right += 1,
                Ok(Verdict::Identity(_)) => panic!("{number}: this is accepted\n{mistake}"),
                _ => wrong += 1,
            }
        }
    }
    println!("{wrong} mistakes are refused, {right} changes are none");
    assert!(wrong > 40);
}

/// The text with a copy left out, or with a number of a copy's bounds or indices that is one less.
fn mistakes(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut made = Vec::new();
    let Some(begin) = lines.iter().position(|line| line.contains("memref.alloc")) else { return made };
    // The copy's loops stand behind the buffer or in the loop that it stands before; its store is the first one into another array.
    let is_store = |line: &&str| line.contains("affine.store") && line.contains("d1 + -");
    let Some(end) = lines[begin..].iter().position(is_store).map(|at| begin + at) else { return made };
    made.push([&lines[..end], &lines[end + 1..]].concat().join("\n"));
    for at in begin..=end {
        let Some(map) = lines[at].rfind(" -> (").filter(|_| lines[at].contains("affine_map")) else { continue };
        let map = lines[at][..map].rfind("affine_map").unwrap_or(map);
        let Some(digit) = lines[at][map..].rfind(|c: char| c.is_ascii_digit()).map(|digit| map + digit) else {
            continue;
        };
        let value = lines[at].as_bytes()[digit] - b'0';
        if lines[at][..digit].ends_with('d') {
            continue;
        }
        let line =
            format!("{}{}{}", &lines[at][..digit], if value == 0 { 1 } else { value - 1 }, &lines[at][digit + 1..]);
        made.push([&lines[..at], &[line.as_str()], &lines[at + 1..]].concat().join("\n"));
    }
    made
}
