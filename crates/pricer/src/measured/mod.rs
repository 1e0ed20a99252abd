//! Measured times of loops, and ranking by them.
//!
//! Data are rows of text files ([`Row`]), each of one loop's code on one CPU. Code is told by what it says, so that data hold for
//! whatever program compiles to it, and for compilers' own code. The same rows, in whatever order and files, rank alike: of several
//! for the same code the lower middle one counts, and everything is computed with integers.

mod ranking;
mod row;

pub use row::{Row, RowError, VERSION, read, write};

use isotope_program::pricer::Cost;
use std::collections::BTreeMap;

/// Measured times of loops, by CPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    cpus: BTreeMap<String, Loops>,
}

/// Of one CPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Loops {
    /// Hundredths of a cycle by the name of a loop's code.
    cycles: BTreeMap<String, u64>,
    digest: String,
}

impl Measured {
    /// The measurements in rows.
    pub fn of(rows: &[Row]) -> Measured {
        let mut found: BTreeMap<&str, BTreeMap<&str, Vec<u64>>> = BTreeMap::new();
        for row in rows {
            found.entry(&row.cpu).or_default().entry(&row.code).or_default().push(row.cycles);
        }
        let cpus = found.into_iter().map(|(cpu, loops)| {
            let middle = |mut all: Vec<u64>| {
                all.sort_unstable();
                all[(all.len() - 1) / 2]
            };
            let cycles: BTreeMap<String, u64> =
                loops.into_iter().map(|(code, all)| (code.to_owned(), middle(all))).collect();
            let mut hasher = blake3::Hasher::new();
            for (code, cycles) in &cycles {
                hasher.update(code.as_bytes()).update(&cycles.to_le_bytes());
            }
            (cpu.to_owned(), Loops { cycles, digest: hasher.finalize().to_hex()[..16].to_owned() })
        });
        Measured { cpus: cpus.collect() }
    }

    /// A digest of what is known of a CPU, hex; `None` where nothing is. Part of what a record was ranked by.
    pub fn digest(&self, cpu: &str) -> Option<&str> {
        Some(&self.cpus.get(cpu)?.digest)
    }

    /// How many loops were measured, of all CPUs.
    pub fn len(&self) -> usize {
        self.cpus.values().map(|loops| loops.cycles.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cpus.is_empty()
    }

    /// The measured time of a loop on a CPU, in hundredths of a cycle.
    pub fn cycles(&self, cpu: &str, code: &str) -> Option<u64> {
        self.cpus.get(cpu)?.cycles.get(code).copied()
    }

    /// The same of code that has a price.
    fn of_cost(&self, cpu: &str, cost: &Cost) -> Option<u64> {
        let loops = self.cpus.get(cpu)?;
        loops.cycles.get(&name(&cost.asm)?).copied()
    }
}

/// The name of a loop's code: a hash of its instructions, 32 hexadecimal digits. `None` for no code. The compiler numbers its own
/// labels throughout a file, so they count by their order in the loop.
pub fn name(code: &str) -> Option<String> {
    let mut labels: Vec<String> = Vec::new();
    let mut hasher = blake3::Hasher::new();
    let mut lines = 0;
    for line in code.lines().filter(|line| !line.trim().is_empty()) {
        lines += 1;
        for word in line.split_whitespace() {
            hasher.update(without_labels(word, &mut labels).as_bytes()).update(b" ");
        }
        hasher.update(b"\n");
    }
    (lines > 0).then(|| hasher.finalize().to_hex()[..row::NAME_DIGITS].to_owned())
}

fn without_labels(word: &str, labels: &mut Vec<String>) -> String {
    let (mut out, mut rest) = (String::new(), word);
    while let Some(at) = rest.find(".L") {
        let end = rest[at + 2..].find(|c: char| !c.is_ascii_alphanumeric() && !"._$".contains(c));
        let (label, after) = rest[at..].split_at(end.map_or(rest.len() - at, |end| end + 2));
        let known = labels.iter().position(|known| known == label);
        let number = known.unwrap_or_else(|| {
            labels.push(label.to_owned());
            labels.len() - 1
        });
        out += &format!("{}.L{number}", &rest[..at]);
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests;
