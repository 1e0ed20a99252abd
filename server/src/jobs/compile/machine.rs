//! What plans have to know of a processor.

use super::Site;
use crate::failure::Failure;
use crate::search::selector::SelectError;
use isotope_contraction::Machine;

impl Site<'_> {
    /// The processor, for its widest vectors and for those of half the width; `lines` are those of [`Self::lines`].
    pub(super) fn machines(&self, lines: &[(u64, u64)]) -> Result<Vec<Machine>, Failure> {
        let missing = |what: &str| {
            let (cpu, arch) = (self.target.mcpu(), self.target.arch());
            SelectError::Unsupported(format!("nothing is known of the {what} of {cpu} ({arch})"))
        };
        let set = self.sets.get(self.target.arch()).ok_or_else(|| missing("instruction set"))?;
        let (widest, caches) = (set.register_bits(self.target.features()), caches(lines));
        let widths = [widest, widest / 2].into_iter().filter_map(|bits| Some((bits, set.register_count(bits)?)));
        let machines: Vec<Machine> =
            widths.map(|(register_bits, registers)| Machine { register_bits, registers, caches }).collect();
        if machines.is_empty() { Err(missing("registers").into()) } else { Ok(machines) }
    }

    /// KiB, each with hundredths of a cycle of a line where so much is gone through again and again.
    pub(super) fn lines(&self) -> Vec<(u64, u64)> {
        self.priced_lines().map_or_else(|| USUAL.to_vec(), <[(u64, u64)]>::to_vec)
    }

    /// The same, if the processor's prices have them.
    fn priced_lines(&self) -> Option<&[(u64, u64)]> {
        let table = self.sets.get(self.target.arch()).map(|set| set.prices().of(self.target.tune()).lines());
        table.filter(|lines| !lines.is_empty())
    }

    /// A sentence, where nothing is known of the processor's caches.
    pub(super) fn usual_caches(&self) -> Option<String> {
        let [first, second] = caches(&USUAL);
        let why = || {
            let cpu = self.target.tune();
            format!("the prices of {cpu} have no rows for its caches: blocks are as for {first} and {second} KiB")
        };
        self.priced_lines().is_none().then(why)
    }
}

/// Cycles of a line, where so many bytes are gone through again and again.
pub(super) fn line(lines: &[(u64, u64)], bytes: u64) -> f64 {
    let row = lines.iter().find(|(kib, _)| bytes <= kib << 10).or(lines.last());
    row.map_or(0.0, |(_, cost)| *cost as f64 / 100.0)
}

/// Caches of a processor whose prices say nothing of them: those of Zen 3, rounded.
const USUAL: [(u64, u64); 4] = [(32, 60), (512, 230), (8192, 370), (1 << 20, 1000)];

/// KiB of the first and of the second cache, by what a line costs where more and more is gone through.
fn caches(lines: &[(u64, u64)]) -> [u64; 2] {
    let (first, near) =
        (lines.first().map_or(USUAL[0].0, |(kib, _)| *kib), lines.get(1).map_or(USUAL[1].1, |(_, cost)| *cost));
    // A line from the next cache costs at least a quarter more.
    let second = lines.iter().skip(1).take_while(|(_, cost)| cost * 4 <= near * 5).last();
    [first, second.map_or(USUAL[1].0, |(kib, _)| *kib)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_end_where_lines_cost_more() {
        let zen3 = [(32, 63), (256, 215), (512, 245), (1024, 350), (2048, 350), (8192, 372), (24576, 1082)];
        assert_eq!(caches(&zen3), [32, 512]);
        let sapphire_rapids = [(32, 54), (256, 127), (512, 128), (1024, 129), (2048, 336), (8192, 803)];
        assert_eq!(caches(&sapphire_rapids), [32, 1024]);
        assert_eq!([caches(&USUAL), caches(&[(32, 60)])], [[32, 512]; 2]);
    }
}
