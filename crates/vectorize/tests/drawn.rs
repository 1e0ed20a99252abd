//! Drawn kernels, vectorized, compared and executed: the same numbers come out.

use crate::texts::{FAST, Of, S16, STRICT, U8, function, load, nest, store};
use crate::wrong::left;
use crate::{equal, mlir_opt, module, pipes};
use isotope_vectorize::{Model, RULES};
use std::collections::BTreeMap;

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    /// A row of counters of at most 4 iterations each: at most 43.
    fn row(&mut self, counters: usize) -> String {
        let mut text = self.below(8).to_string();
        for at in 0..counters {
            let factor = [0, 1, 1, 2, 4][self.below(5)];
            if factor > 0 {
                text += &format!(" + d{at} * {factor}");
            }
        }
        if self.below(12) == 0 { format!("({text}) mod 5") } else { text }
    }
}

/// A function of loops over two arrays that are read, one of which may be written, and one that is written.
pub fn kernel(random: &mut Random, of: Of) -> String {
    let (a, b, c) = (("A", 44, of.read), ("B", 44, of.read), ("C", 44, of.written));
    let mut body = String::new();
    for _ in 0..1 + random.below(3) {
        let sizes: Vec<usize> = (0..1 + random.below(3)).map(|_| 1 + random.below(4)).collect();
        let counters = sizes.len();
        let (x, y, z) = (random.row(counters), random.row(counters), random.row(counters));
        let arrays = if random.below(3) == 0 { [a, a] } else { [a, b] };
        let mut text =
            load("a", arrays[0], counters, &x) + &load("b", arrays[1], counters, &y) + &load("c", c, counters, &z);
        text += &match random.below(5) {
            // Not of products.
            0 => of.widened("wa", "a") + &of.widened("wb", "b") + &simple(random, of),
            _ => of.accumulated(),
        };
        text += &store("s", c, counters, &if random.below(3) == 0 { random.row(counters) } else { z });
        body += &nest(&sizes, &text);
    }
    function(&[a, b, c], &body)
}

/// `s = a op c`, or a difference.
fn simple(random: &mut Random, of: Of) -> String {
    let names = if of.written == "f32" {
        ["arith.subf", "arith.maximumf", "arith.mulf", "arith.addf"]
    } else {
        ["arith.subi", "arith.maxsi", "arith.muli", "arith.xori"]
    };
    let name = names[random.below(4)];
    let operand = if of.widen.is_empty() { "a" } else { "wa" };
    let flags = if name == "arith.maximumf" { "" } else { of.flags };
    let ty = of.written;
    format!("%s = \"{name}\"(%{operand}, %c){flags} : ({ty}, {ty}) -> {ty}\n")
}

fn drawn(numbers: std::ops::Range<u64>) {
    let has_opt = mlir_opt::is_there("that MLIR's verifier takes the programs");
    let mut given: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut vectors, mut count) = (0, 0);
    for number in numbers {
        let mut random = Random(number);
        let of = [FAST, STRICT, S16, U8][random.below(4)];
        let text = kernel(&mut random, of);
        let before = module(&text);
        let models = [pipes([128, 256, 512][random.below(3)]), Model::Diospyros(4)];
        for model in models {
            let made = equal(&text, model);
            let printed = isotope_mlir::print(&made.module);
            let after = module(&printed);
            assert!(!has_opt || mlir_opt::run(&[], printed.as_bytes()).is_some(), "MLIR refuses\n{printed}");
            let is_float = of.written == "f32";
            assert_eq!(left(&before, is_float), left(&after, is_float), "{number}\n{text}");
            vectors += made.vectors;
            count += 1;
            for rule in RULES {
                let row = made.table.lines().find_map(|line| line.strip_prefix(&format!("{}\t", rule.name)));
                *given.entry(rule.name).or_insert(0) +=
                    row.map_or(0, |row| row.split('\t').next().unwrap().parse().unwrap());
            }
        }
    }
    println!("{count} programs of {vectors} vectors; {given:?}");
}

#[test]
fn drawn_kernels_compute_the_same() {
    drawn(0..40);
}

#[test]
#[ignore = "half a minute"]
fn five_hundred_drawn_kernels_compute_the_same() {
    drawn(1000..1500);
}
