//! Drawn functions over one memref: the kernel checker's machine executes them, and the windows that are found compute the same bytes.

use isotope_ir::interp::{LaneValue, eval};
use isotope_kernel::execute::{Execution, execute};
use isotope_mlir::read;
use isotope_windows::find;
use std::fmt::Write as _;

/// Bytes of the memref that is read.
const CELLS: u64 = 96;

/// Numbers that follow from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % count
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A function in the generic form whose values are vectors of so many lanes.
struct Drawn {
    text: String,
    lanes: u64,
    /// Names with their bits.
    values: Vec<(String, u32)>,
}

impl Drawn {
    fn new(random: &mut Random) -> Self {
        let lanes = random.of(&[4, 8, 16]);
        let mut drawn = Drawn { text: String::new(), lanes, values: Vec::new() };
        for load in 0..2 + random.below(3) {
            let at = random.below(CELLS - lanes);
            let _ = writeln!(drawn.text, "  %i{load} = \"arith.constant\"() <{{value = {at} : index}}> : () -> index");
            let ty = drawn.ty(8);
            drawn.add(8, &format!("\"vector.load\"(%m, %i{load}) : (memref<{CELLS}xi8>, index) -> {ty}"));
        }
        drawn
    }

    fn ty(&self, bits: u32) -> String {
        format!("vector<{}xi{bits}>", self.lanes)
    }

    /// Adds an operation whose result later steps may read, and gives its name.
    fn add(&mut self, bits: u32, operation: &str) -> String {
        let name = self.line(operation);
        self.values.push((name.clone(), bits));
        name
    }

    /// Adds an operation, and gives the name of its result.
    fn line(&mut self, operation: &str) -> String {
        let name = format!("%v{}", self.text.lines().count());
        let _ = writeln!(self.text, "  {name} = {operation}");
        name
    }

    /// A value of these bits: one that is there, or a conversion of one.
    fn operand(&mut self, random: &mut Random, bits: u32) -> String {
        let (name, from) = self.values[random.below(self.values.len() as u64) as usize].clone();
        let cast = match from {
            _ if from == bits => return name,
            _ if from > bits => "arith.trunci",
            _ => random.of(&["arith.extsi", "arith.extui"]),
        };
        let (from, to) = (self.ty(from), self.ty(bits));
        self.add(bits, &format!("\"{cast}\"({name}) : ({from}) -> {to}"))
    }

    fn constant(&mut self, bits: u32, number: u64) -> String {
        let ty = self.ty(bits);
        self.add(bits, &format!("\"arith.constant\"() <{{value = dense<{number}> : {ty}}}> : () -> {ty}"))
    }

    fn step(&mut self, random: &mut Random) {
        let bits = random.of(&[8, 16, 16, 32]);
        let (a, ty) = (self.operand(random, bits), self.ty(bits));
        match random.below(8) {
            0 => {
                let (by, shift) = (random.below(bits.into()), random.of(&["arith.shli", "arith.shrsi", "arith.shrui"]));
                let by = self.constant(bits, by);
                self.add(bits, &format!("\"{shift}\"({a}, {by}) : ({ty}, {ty}) -> {ty}"));
            }
            1 => {
                let (b, predicate) = (self.operand(random, bits), random.below(10));
                let bools = self.ty(1);
                let compared =
                    format!("\"arith.cmpi\"({a}, {b}) <{{predicate = {predicate} : i64}}> : ({ty}, {ty}) -> {bools}");
                let condition = self.line(&compared);
                let chosen = format!("\"arith.select\"({condition}, {a}, {b}) : ({bools}, {ty}, {ty}) -> {ty}");
                self.add(bits, &chosen);
            }
            2 => {
                let b = self.operand(random, bits);
                let mask: Vec<String> = (0..self.lanes).map(|_| random.below(2 * self.lanes).to_string()).collect();
                let mask = mask.join(", ");
                self.add(
                    bits,
                    &format!("\"vector.shuffle\"({a}, {b}) <{{mask = array<i64: {mask}>}}> : ({ty}, {ty}) -> {ty}"),
                );
            }
            _ => {
                let b = self.operand(random, bits);
                let operation = random
                    .of(&["addi", "addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui"]);
                self.add(bits, &format!("\"arith.{operation}\"({a}, {b}) : ({ty}, {ty}) -> {ty}"));
            }
        }
    }

    /// The whole function, which stores these values of one type side by side.
    fn function(&self, stored: &[&str]) -> String {
        let (_, bits) = self.values.last().expect("there are loads");
        let (ty, to) = (self.ty(*bits), format!("memref<{}xi{bits}>", self.lanes * stored.len() as u64));
        let mut text = format!(
            "\"func.func\"() <{{function_type = (memref<{CELLS}xi8>, {to}) -> (), sym_name = \"f\"}}> ({{\n\
             ^bb0(%m: memref<{CELLS}xi8>, %to: {to}):\n{}",
            self.text
        );
        for (number, value) in (0..).zip(stored) {
            let at = number * self.lanes;
            let _ = writeln!(text, "  %at{number} = \"arith.constant\"() <{{value = {at} : index}}> : () -> index");
            let _ = writeln!(text, "  \"vector.store\"({value}, %to, %at{number}) : ({ty}, {to}, index) -> ()");
        }
        text + "  \"func.return\"() : () -> ()\n}) : () -> ()\n"
    }

    /// The last value, and before it another one of its type, if there is one.
    fn results(&self) -> Vec<&str> {
        let (last, rest) = self.values.split_last().expect("there are loads");
        let other = rest.iter().rev().find(|(name, bits)| *bits == last.1 && *name != last.0);
        other.into_iter().chain([last]).map(|(name, _)| name.as_str()).collect()
    }
}

/// The numbers that the machine leaves in the memref that is written, modulo two to their bits.
fn executed(module: &isotope_mlir::ir::Module, bytes: &[u64], bits: u32) -> Vec<u64> {
    let bytes = bytes.iter().map(|byte| (*byte as u8 as i8).to_string()).collect();
    let inputs = [(0, bytes), (1, vec!["0".to_owned()])].into();
    let ended = execute(module, &Execution { inputs, ..Execution::default() }).expect("a drawn function runs");
    let (_, text) = ended.memory.iter().find(|(argument, _)| *argument == 1).expect("the result is an argument");
    let words = text.split(|c: char| !(c.is_ascii_digit() || c == '-')).filter(|word| !word.is_empty());
    let number = |word: &str| word.parse::<i64>().expect("integers are printed as such") as u64;
    words.map(|word| number(word) & (u64::MAX >> (64 - bits))).collect()
}

#[test]
fn windows_of_drawn_functions_compute_what_the_functions_do() {
    let (compared, lanes) = compare(1, |drawn| vec![drawn.values.last().expect("there are loads").0.as_str()]);
    assert!(compared > 1_900 && lanes > 50_000, "{compared} functions, {lanes} lanes");
}

#[test]
fn windows_of_several_results_compute_all_of_them() {
    let (compared, lanes) = compare(2, Drawn::results);
    assert!(compared > 300 && lanes > 20_000, "{compared} functions, {lanes} lanes");
}

/// Compares the window of so many results of drawn functions, which store these values, with the functions: how many there were, and their
/// lanes that have a value.
fn compare(results: usize, stored: impl for<'a> Fn(&'a Drawn) -> Vec<&'a str>) -> (usize, usize) {
    let (mut compared, mut lanes) = (0, 0);
    for seed in 1..=2_000 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed) | 1);
        let mut drawn = Drawn::new(&mut random);
        for _ in 0..2 + random.below(8) {
            drawn.step(&mut random);
        }
        let (text, bits) = (drawn.function(&stored(&drawn)), drawn.values.last().map_or(8, |(_, bits)| *bits));
        let module = read(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let mut windows = find(&module, 1);
        windows.share(&module);
        let last = windows.found.last().filter(|found| found.members.len().max(1) == results);
        let Some(window) = last.and_then(|found| found.expression()) else { continue };
        for _ in 0..4 {
            let bytes: Vec<u64> = (0..CELLS).map(|_| random.below(256)).collect();
            let leaf = |at: usize| {
                let leaf = &window.graph.leaves[at];
                let load = leaf.load.as_ref().expect("drawn functions have no other leaves");
                let cell = |lane: u32| bytes[(load.offset + i64::from(lane) * load.stride) as usize];
                (0..leaf.ty.lanes).map(cell).collect::<Vec<u64>>()
            };
            let leaves: Vec<Vec<u64>> = (0..window.graph.leaves.len()).map(leaf).collect();
            let wanted = executed(&module, &bytes, bits);
            let found = eval(window, &leaves).expect("a window is evaluated");
            assert_eq!(wanted.len(), found.len(), "seed {seed}\n{text}");
            for (lane, (wanted, found)) in wanted.iter().zip(&found).enumerate() {
                // A lane without a value may be anything.
                if let LaneValue::Defined(found) = found {
                    assert_eq!(
                        wanted,
                        found,
                        "seed {seed}, lane {lane}\n{text}\n{}",
                        windows.found.last().unwrap().text()
                    );
                    lanes += 1;
                }
            }
        }
        compared += 1;
    }
    (compared, lanes)
}
