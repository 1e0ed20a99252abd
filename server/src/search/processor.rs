//! The rows of a processor's caches in its cost table.

use isotope_dictionary::{InstructionSets, Target};

/// Cycles of a line, where so many bytes are gone through again and again.
pub(crate) fn line(lines: &[(u64, u64)], bytes: u64) -> f64 {
    let row = lines.iter().find(|(kib, _)| bytes <= kib << 10).or(lines.last());
    row.map_or(0.0, |(_, cost)| *cost as f64 / 100.0)
}

/// Caches of a processor whose prices say nothing of them: those of Zen 3, rounded.
pub(crate) const USUAL: [(u64, u64); 4] = [(32, 60), (512, 230), (8192, 370), (1 << 20, 1000)];

/// The lines of a processor, if its prices have them.
pub(crate) fn priced_lines<'a>(sets: &'a InstructionSets, target: &Target) -> Option<&'a [(u64, u64)]> {
    let table = sets.get(target.arch()).map(|set| set.prices().of(target.tune()).lines());
    table.filter(|lines| !lines.is_empty())
}

/// KiB of the first and of the second cache, by what a line costs where more and more is gone through.
pub(crate) fn caches(lines: &[(u64, u64)]) -> [u64; 2] {
    let (first, near) =
        (lines.first().map_or(USUAL[0].0, |(kib, _)| *kib), lines.get(1).map_or(USUAL[1].1, |(_, cost)| *cost));
    // A line from the next cache costs at least a quarter more.
    let second = lines.iter().skip(1).take_while(|(_, cost)| cost * 4 <= near * 5).last();
    [first, second.map_or(USUAL[1].0, |(kib, _)| *kib)]
}

/// KiB of the third cache: where lines cost no more than a quarter more than right behind the second one, and at least twice the second.
pub(crate) fn third(lines: &[(u64, u64)]) -> u64 {
    let [_, second] = caches(lines);
    let mut behind = lines.iter().skip_while(|(kib, _)| *kib <= second);
    let near = behind.next();
    let last = near
        .map(|(kib, near)| behind.take_while(|(_, cost)| cost * 4 <= near * 5).last().map_or(*kib, |(kib, _)| *kib));
    last.unwrap_or(second).max(2 * second)
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
        assert_eq!([third(&zen3), third(&sapphire_rapids), third(&USUAL)], [8192, 2048, 8192]);
    }
}
