//! Random programs of narrow integers, in two random choices of widths, beside an interpreter of the test's own.
//!
//! An expression over the cells of two arguments is written twice. Each operation is done in a width of its own choice, and its operands are
//! extended or cut for it, so that one of the programs may wrap where the other does not. Some values go through memory of the program's
//! own. The interpreter executes both on some bytes, most of them at the ends of their range: what differs there may not be called equal.

use super::checking_of;
use super::nests::program::Numbers;
use isotope_kernel::check::Verdict;
use std::fmt::Write as _;

/// A computation, without widths.
#[derive(Clone, Debug)]
enum Tree {
    /// The cell of an argument.
    Leaf(usize),
    Constant(i64),
    Operation(&'static str, Box<[Tree; 2]>),
}

impl Tree {
    fn random(numbers: &mut Numbers, depth: usize) -> Tree {
        match numbers.below(8) {
            0 => Tree::Constant(numbers.below(9) as i64 - 4),
            1..3 => Tree::Leaf(numbers.below(2)),
            _ if depth == 0 => Tree::Leaf(numbers.below(2)),
            n => {
                let name = ["addi", "subi", "muli"][n % 3];
                let operands = [(); 2].map(|()| Tree::random(numbers, depth - 1));
                Tree::Operation(name, Box::new(operands))
            }
        }
    }
}

/// One step of a program: values are numbered as they are made.
#[derive(Clone, Debug)]
enum Step {
    Leaf(usize),
    Constant(i64),
    Operation(&'static str, usize, usize),
    Convert(&'static str, usize),
    /// Stored and loaded again.
    Kept(usize),
}

/// A program: each step with the bits of its result.
#[derive(Clone, Debug, Default)]
struct Program(Vec<(Step, u32)>);

const WIDTHS: [u32; 3] = [8, 16, 32];
const RESULT: u32 = 32;
const CELLS: usize = 24;

impl Program {
    fn push(&mut self, step: Step, bits: u32) -> usize {
        self.0.push((step, bits));
        self.0.len() - 1
    }

    /// A value in another width. `signs`: how the leaves below it are extended, most of the time.
    fn convert(&mut self, value: usize, bits: u32, signs: [bool; 2], numbers: &mut Numbers) -> usize {
        let from = self.0[value].1;
        let is_signed = match self.0[value].0 {
            Step::Leaf(of) if numbers.below(16) > 0 => signs[of],
            _ => numbers.below(6) > 0,
        };
        match bits.cmp(&from) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => self.push(Step::Convert("trunci", value), bits),
            std::cmp::Ordering::Greater => {
                self.push(Step::Convert(if is_signed { "extsi" } else { "extui" }, value), bits)
            }
        }
    }

    fn write(&mut self, tree: &Tree, signs: [bool; 2], narrow: usize, numbers: &mut Numbers) -> usize {
        let value = match tree {
            Tree::Leaf(of) => self.push(Step::Leaf(*of), 8),
            Tree::Constant(value) => self.push(Step::Constant(*value), 8),
            Tree::Operation(name, operands) => {
                let [x, y] = [0, 1].map(|at| self.write(&operands[at], signs, narrow, numbers));
                let bits = if numbers.below(10) < narrow { WIDTHS[numbers.below(3)] } else { RESULT };
                let [x, y] = [x, y].map(|value| self.convert(value, bits, signs, numbers));
                self.push(Step::Operation(name, x, y), bits)
            }
        };
        if numbers.below(5) == 0 { self.push(Step::Kept(value), self.0[value].1) } else { value }
    }

    /// A tree in widths of a random choice; `narrow` of ten operations are not done in that of the result.
    fn of(tree: &Tree, signs: [bool; 2], narrow: usize, numbers: &mut Numbers) -> Program {
        let mut program = Program::default();
        let value = program.write(tree, signs, narrow, numbers);
        program.convert(value, RESULT, signs, numbers);
        program
    }

    fn text(&self) -> String {
        let memory = |bits: u32| format!("memref<{CELLS}xi{bits}>");
        let arguments = [memory(8), memory(8), memory(RESULT)].join(", ");
        let mut out = format!("\"func.func\"() <{{function_type = ({arguments}) -> (), sym_name = \"f\"}}> ({{\n");
        let _ = writeln!(out, "^bb0(%m0: {}, %m1: {}, %m2: {}):", memory(8), memory(8), memory(RESULT));
        for (number, (step, bits)) in self.0.iter().enumerate() {
            if let Step::Kept(_) = step {
                let ty = memory(*bits);
                let _ = writeln!(
                    out,
                    "%k{number} = \"memref.alloc\"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> {ty}"
                );
            }
        }
        let map =
            |name: &str| format!("{name} = affine_map<() -> ({})>", if name.starts_with('l') { 0 } else { CELLS });
        let begin = format!(
            "\"affine.for\"() <{{{}, {}, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index}}> ({{\n^bb1(%i: index):\n",
            map("lowerBoundMap"),
            map("upperBoundMap")
        );
        out += &begin;
        let access = "<{map = affine_map<(d0) -> (d0)>}>";
        let store = |out: &mut String, value: usize, to: &str, bits: u32| {
            let ty = memory(bits);
            let _ = writeln!(out, "\"affine.store\"(%v{value}, {to}, %i) {access} : (i{bits}, {ty}, index) -> ()");
        };
        for (number, (step, bits)) in self.0.iter().enumerate() {
            let ty = format!("i{bits}");
            let _ = match step {
                Step::Leaf(of) => {
                    writeln!(out, "%v{number} = \"affine.load\"(%m{of}, %i) {access} : ({}, index) -> i8", memory(8))
                }
                Step::Constant(value) => {
                    writeln!(out, "%v{number} = \"arith.constant\"() <{{value = {value} : {ty}}}> : () -> {ty}")
                }
                Step::Operation(name, x, y) => writeln!(
                    out,
                    "%v{number} = \"arith.{name}\"(%v{x}, %v{y}) <{{overflowFlags = #arith.overflow<none>}}> : ({ty}, {ty}) -> {ty}"
                ),
                Step::Convert(name, of) => {
                    writeln!(out, "%v{number} = \"arith.{name}\"(%v{of}) : (i{}) -> {ty}", self.0[*of].1)
                }
                Step::Kept(of) => {
                    store(&mut out, *of, &format!("%k{number}"), *bits);
                    writeln!(
                        out,
                        "%v{number} = \"affine.load\"(%k{number}, %i) {access} : ({}, index) -> {ty}",
                        memory(*bits)
                    )
                }
            };
        }
        store(&mut out, self.0.len() - 1, "%m2", RESULT);
        out += "\"affine.yield\"() : () -> ()\n}) : () -> ()\n\"func.return\"() : () -> ()\n}) : () -> ()\n";
        out
    }

    /// Its result for two bytes.
    fn run(&self, leaves: [i64; 2]) -> i64 {
        let wrap = |value: i64, bits: u32| value << (64 - bits) >> (64 - bits);
        let mut values: Vec<i64> = Vec::new();
        for (step, bits) in &self.0 {
            let value = match step {
                Step::Leaf(of) => leaves[*of],
                Step::Constant(value) => *value,
                Step::Operation("addi", x, y) => values[*x].wrapping_add(values[*y]),
                Step::Operation("subi", x, y) => values[*x].wrapping_sub(values[*y]),
                Step::Operation(_, x, y) => values[*x].wrapping_mul(values[*y]),
                Step::Convert("extui", of) => values[*of] & ((1 << self.0[*of].1) - 1),
                Step::Convert(_, of) | Step::Kept(of) => values[*of],
            };
            values.push(wrap(value, *bits));
        }
        values[values.len() - 1]
    }
}

fn hold(count: u64, first: u64) {
    let ends = [-128, -127, -2, -1, 0, 1, 2, 3, 100, 126, 127, 17, -77];
    let (mut equal, mut shown, mut different) = (0, 0, 0);
    for seed in first..first + count {
        let mut numbers = Numbers::new(seed);
        let tree = Tree::random(&mut numbers, 3);
        let signs = [(); 2].map(|()| numbers.below(2) == 0);
        let [before, after] = [1, 5].map(|narrow| Program::of(&tree, signs, narrow, &mut numbers));
        let agree = |bytes: &[i64]| {
            let mut pairs = bytes.iter().flat_map(|a| bytes.iter().map(move |b| [*a, *b]));
            pairs.all(|leaves| before.run(leaves) == after.run(leaves))
        };
        let mut is_equal = agree(&ends);
        let texts = [before.text(), after.text()];
        let verdict = checking_of(&texts[0], &texts[1]);
        let is_shown = matches!(verdict, Some(Verdict::Identity(_)));
        let says = || format!("seed {seed}: {verdict:?}\n{}\n// -----\n{}", texts[0], texts[1]);
        assert!(verdict.is_some(), "{}", says());
        if is_equal && matches!(verdict, Some(Verdict::Different(_))) {
            is_equal = agree(&(-128..128).collect::<Vec<i64>>());
        }
        if is_equal {
            equal += 1;
            shown += u64::from(is_shown);
            assert!(!matches!(verdict, Some(Verdict::Different(_))), "{}", says());
        } else {
            different += 1;
            assert!(!is_shown, "{}", says());
        }
    }
    println!("{count} pairs: {equal} equal, {shown} of them shown; {different} different");
    assert!(equal * 5 > count && different * 5 > count && shown * 2 > equal, "{equal} {shown} {different}");
}

#[test]
fn no_wrong_widths_of_two_thousand_are_called_equal() {
    hold(2_000, 0);
}

#[test]
#[ignore = "slow: checks 100,000 pairs"]
fn no_wrong_widths_of_a_hundred_thousand_are_called_equal() {
    hold(100_000, 1_000_000);
}
