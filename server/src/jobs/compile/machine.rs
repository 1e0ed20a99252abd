//! The facts about a processor that plans need.

use super::Site;
use crate::failure::Failure;
use crate::search::processor::{USUAL, caches, priced_lines};
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
        priced_lines(self.sets, self.target)
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
