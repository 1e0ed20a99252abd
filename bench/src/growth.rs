//! How the cold time of a window grows with its size: pairs of windows that differ in one number.

use std::sync::Arc;

use anyhow::{Context, Result};
use isotope_ir::parse::parse_file;
use isotope_ir::print::print;
use isotope_proto::v1::Target;

use crate::daemon::Daemon;
use crate::measure::{median, short};
use crate::passes::cold;
use crate::windows::Case;

/// Measurements of each pair.
const ROUNDS: usize = 3;

/// A small and a large window of one kind.
pub struct Pair {
    /// The quantity that grows.
    pub what: &'static str,
    /// The numbers that the two have of it.
    pub sizes: [u32; 2],
    /// How many times the small one's time the large one may take.
    pub bound: f64,
    /// The text of a window by its size.
    text: fn(u32) -> String,
}

/// The pairs that are measured.
pub const PAIRS: [Pair; 2] = [
    Pair { what: "bytes times constants in one sum", sizes: [8, 64], bound: 8.0, text: sum },
    Pair { what: "lanes", sizes: [64, 1024], bound: 2.0, text: blend },
];

/// A sum of so many bytes times constants, in 32 lanes.
fn sum(terms: u32) -> String {
    let term = |n: u32| format!("int16x32((uint8x32)p{n}) * x32((int16){})", 2 + n * 5 % 9);
    let sum = (1..terms).fold(term(0), |sum, n| format!("({sum}) + {}", term(n)));
    format!("int16x32 {sum}\n")
}

/// A blend of two bytes, in so many lanes.
fn blend(lanes: u32) -> String {
    let term = |name: char, weight: u32| format!("uint16x{lanes}((uint8x{lanes}){name}) * x{lanes}((uint16){weight})");
    let sum = format!("({} + {}) + x{lanes}((uint16)128)", term('a', 77), term('b', 179));
    format!("uint8x{lanes} uint8x{lanes}(shift_right({sum}, x{lanes}((uint16)8)))\n")
}

impl Pair {
    /// The two windows, the small one first.
    pub fn cases(&self) -> Result<[Case; 2]> {
        let [small, large] = self.sizes.map(|size| case(format!("{size} {}", self.what), &(self.text)(size)));
        Ok([small?, large?])
    }

    /// Milliseconds to the first answer for each of the two, by a daemon with an empty memo that has answered something
    /// else before: what a target costs once is no part of a window's time.
    pub async fn cold_ms(&self, target: &Target) -> Result<[f64; 2]> {
        let folder = tempfile::tempdir().context("no temporary folder for the memo")?;
        let daemon = Daemon::start(folder.path()).await?;
        let first = case("the first".to_owned(), "uint8x64 (uint8x64)a + (uint8x64)b\n")?;
        let [small, large] = self.cases()?;
        let answers = cold(&daemon, &Arc::new(vec![first, small, large]), target, 1, |_, _| ()).await?;
        Ok([answers[1].ms, answers[2].ms])
    }
}

fn case(name: String, text: &str) -> Result<Case> {
    let window = parse_file(text).context("a window does not parse")?.windows.pop().context("there is no window")?;
    Ok(Case { name, text: print(&window), window })
}

/// Measures all pairs, each so often that a median says something, and prints them; whether all are within their bounds.
pub async fn measure(target: &Target) -> Result<bool> {
    let mut within = true;
    for pair in &PAIRS {
        let mut ratios = Vec::new();
        for _ in 0..ROUNDS {
            let [small, large] = pair.cold_ms(target).await?;
            println!("  {} {}: {} ms, {}: {} ms", pair.sizes[0], pair.what, short(small), pair.sizes[1], short(large));
            ratios.push(large / small);
        }
        let ratio = median(&ratios).context("nothing was measured")?;
        let [small, large] = pair.sizes;
        println!("{large} {} against {small}: {ratio:.2} times the cold time (at most {})", pair.what, pair.bound);
        within &= ratio <= pair.bound;
    }
    Ok(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_of_a_pair_differ_in_what_grows() {
        let [small, large] = PAIRS[0].cases().expect("they parse");
        assert_eq!([&small, &large].map(|case| case.window.graph.leaves.len()), [8, 64]);
        let [small, large] = PAIRS[1].cases().expect("they parse");
        assert_eq!([&small, &large].map(|case| case.window.ty().lanes), [64, 1024]);
    }
}
