//! Corrections to LLVM's scheduling models, each with its evidence in `prices.txt`.

use std::borrow::Cow;

const CORRECTIONS: &str = include_str!("prices.txt");

/// The corrections for a CPU, word by word.
fn corrections(cpu: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let rows = CORRECTIONS.lines().filter(|row| !row.starts_with('#'));
    let words = rows.map(|row| row.split_whitespace().collect::<Vec<_>>());
    words.filter(move |words| words.first() == Some(&cpu)).map(|words| words[1..].to_vec())
}

/// The instruction that gives a line of assembly its price on a CPU: itself, unless there is a correction.
pub fn priced_as<'a>(cpu: &str, line: &'a str) -> Cow<'a, str> {
    let mnemonic = line.split_whitespace().next().unwrap_or("");
    let of = |words: Vec<&'static str>| match words[..] {
        ["as", from, to] if from == mnemonic => Some(to),
        _ => None,
    };
    match corrections(cpu).find_map(of) {
        Some(to) => Cow::Owned(line.replacen(mnemonic, to, 1)),
        None => Cow::Borrowed(line),
    }
}

/// The least that a loop of these instructions takes on a CPU, in hundredths of a cycle.
pub fn floor(cpu: &str, lines: &[String]) -> u64 {
    let of = |words: Vec<&'static str>| match words[..] {
        ["zmm", each] => each.parse().ok(),
        _ => None,
    };
    let each: u64 = corrections(cpu).find_map(of).unwrap_or(0);
    // A plain move is a load or a store, or is renamed away.
    let computes = |line: &&String| line.contains("%zmm") && !line.starts_with("vmov");
    each * lines.iter().filter(computes).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_holds_for_its_cpu_only() {
        let line = "vpdpbusd\t%zmm0, %zmm7, %zmm11";
        assert_eq!(priced_as("znver4", line), "vpmaddubsw\t%zmm0, %zmm7, %zmm11");
        assert_eq!(priced_as("icelake-server", line), line);
        assert_eq!(floor("skylake-avx512", &[line.to_owned(), "vmovdqu64\t%zmm1, (%rsi)".to_owned()]), 50);
        assert_eq!(floor("znver4", &[line.to_owned()]), 0);
        assert_eq!(priced_as("znver4", "vpaddd\t%zmm0, %zmm7, %zmm11"), "vpaddd\t%zmm0, %zmm7, %zmm11");
    }
}
