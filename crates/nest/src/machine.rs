//! Numbers of a processor.

use std::collections::BTreeMap;

/// Caches, pages and vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// KiB of the first, second and third cache.
    pub caches: [u64; 3],
    /// Pages that the first table of addresses has room for.
    pub entries: u64,
    /// Bytes of a line.
    pub line: u64,
    /// Bytes of a page.
    pub page: u64,
    /// Bits of a vector.
    pub vector: u64,
    /// KiB, each with hundredths of a cycle of a line where so much is gone through again and again; ascending.
    pub lines: Vec<(u64, u64)>,
    /// Cycles of an iteration of innermost loops that were compiled and priced, by their texts; `None`: the loop has no price.
    pub prices: BTreeMap<String, Option<f64>>,
}

impl Machine {
    /// The processor that the paper's tool assumes, with these caches and so many entries for pages.
    pub fn of(caches: [u64; 3], entries: u64) -> Machine {
        let [first, second, third] = caches;
        let lines = vec![(first, 60), (second, 230), (third, 370), (third.saturating_mul(16), 1000)];
        Machine { caches, entries, line: 64, page: 4096, vector: 256, lines, prices: BTreeMap::new() }
    }

    /// Bytes of each cache with the cycles that a line costs more when it comes from behind it.
    pub(crate) fn steps(&self) -> Vec<(u64, f64)> {
        let pairs = self.lines.iter().zip(self.lines.iter().skip(1));
        let steps = pairs.map(|((kib, near), (_, far))| (kib << 10, far.saturating_sub(*near) as f64 / 100.0));
        steps.filter(|(_, cycles)| *cycles > 0.0).collect()
    }
}
