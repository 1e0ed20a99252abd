//! Corrections to LLVM's scheduling models: an instruction is priced as another one with the same operands.

use std::borrow::Cow;

/// The corrections, each with its evidence in the file.
const CORRECTIONS: &str = include_str!("prices.txt");

/// The instruction that gives a line of assembly its price on a CPU: itself, unless there is a correction.
pub fn priced_as<'a>(cpu: &str, line: &'a str) -> Cow<'a, str> {
    let mnemonic = line.split_whitespace().next().unwrap_or("");
    let of = |row: &'static str| match row.split_whitespace().collect::<Vec<_>>()[..] {
        [at, from, to] if (at, from) == (cpu, mnemonic) => Some(to),
        _ => None,
    };
    let rows = CORRECTIONS.lines().filter(|row| !row.starts_with('#'));
    match rows.filter_map(of).next() {
        Some(to) => Cow::Owned(line.replacen(mnemonic, to, 1)),
        None => Cow::Borrowed(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_holds_for_its_cpu_only() {
        let line = "vpdpbusd\t%zmm0, %zmm7, %zmm11";
        assert_eq!(priced_as("znver4", line), "vpmaddubsw\t%zmm0, %zmm7, %zmm11");
        assert_eq!(priced_as("icelake-server", line), line);
        assert_eq!(priced_as("znver4", "vpaddd\t%zmm0, %zmm7, %zmm11"), "vpaddd\t%zmm0, %zmm7, %zmm11");
    }
}
