//! Counts what of Intel's guide is listed, in scope, parsed, translated and refused.
//!
//! `cargo run -p isotope-isa --example census -- GUIDE.xml [NAME]`; with a name, prints that entry's semantics.

use isotope_isa::interp::{Bits, run};
use isotope_isa::scope::{self, Refusal};
use isotope_isa::semantics::{OperandKind, Semantics};
use isotope_isa::{catalogue, errata::Errata, pseudo};
use std::collections::BTreeMap;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or_else(|| anyhow::anyhow!("usage: census GUIDE.xml [NAME]"))?;
    let guide = catalogue::read(&std::fs::read_to_string(path)?)?;
    let errata = Errata::builtin()?;
    if let Some(name) = args.next() {
        for entry in guide.iter().filter(|i| i.name == name) {
            let translation = scope::translate(entry, &errata)?;
            println!("errata {:?}\n{}", translation.errata, translation.semantics);
        }
        return Ok(());
    }
    let mut table: BTreeMap<String, [usize; 6]> = BTreeMap::new();
    let mut reasons: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut total = [0usize; 6];
    let mut repaired = 0;
    let texts = guide.iter().filter_map(|i| i.operation.as_deref());
    let parsed = texts.clone().filter(|t| pseudo::parse(t).is_ok()).count();
    println!("whole guide: {} entries, {} texts, {parsed} parse", guide.len(), texts.count());
    for entry in &guide {
        let key = entry.cpuid.join("+");
        let row = table.entry(key).or_default();
        let mut count = |column: usize| {
            row[column] += 1;
            total[column] += 1;
        };
        count(0);
        let mut refuse = |why: String, example: String| {
            let slot = reasons.entry(why).or_insert((0, example));
            slot.0 += 1;
        };
        if let Err(refusal) = scope::in_scope(entry) {
            if !matches!(refusal, Refusal::Extension(_)) {
                refuse(format!("out of scope: {}", refusal.class()), entry.name.clone());
            }
            continue;
        }
        count(1);
        if entry.operation.as_deref().is_some_and(|t| pseudo::parse(t).is_ok()) {
            count(2);
        }
        match scope::translate(entry, &errata) {
            Ok(translation) => match trial(&translation.semantics) {
                Ok(()) => {
                    count(3);
                    if translation.errata.is_empty() {
                        count(4);
                    } else {
                        repaired += 1;
                    }
                }
                Err(error) => {
                    count(5);
                    let text = error.to_string();
                    let text = text.split_once(": ").map_or(text.clone(), |(_, t)| t.to_owned());
                    refuse(format!("does not run: {text}"), entry.name.clone());
                }
            },
            Err(refusal) => {
                count(5);
                refuse(refusal.class(), format!("{}: {refusal}", entry.name));
            }
        }
    }
    println!("{:32} listed scope parsed translated as-is refused", "extension");
    for (key, n) in table.iter().filter(|(_, n)| n[1] > 0).map(|(k, n)| (k.as_str(), n)).chain([("all", &total)]) {
        println!("{key:32} {:6} {:5} {:6} {:10} {:5} {:7}", n[0], n[1], n[2], n[3], n[4], n[5]);
    }
    println!("with errata: {repaired}");
    for (reason, (count, example)) in reasons {
        println!("{count:5} {reason}   [{example}]");
    }
    Ok(())
}

/// Runs an instruction on a few patterns of bits.
fn trial(semantics: &Semantics) -> Result<(), isotope_isa::interp::RunError> {
    for seed in [0u8, 0x5A, 0xFF, 0x81] {
        let operands: Vec<Bits> = semantics
            .operands
            .iter()
            .map(|o| match o.kind {
                OperandKind::Imm => Bits::from_u64(u64::from(seed) & ((1 << o.element_bits.min(8)) - 1), o.bits),
                _ => Bits::from_bytes(&(0..64).map(|i: u8| i.wrapping_mul(37) ^ seed).collect::<Vec<_>>(), o.bits),
            })
            .collect();
        run(semantics, &operands)?;
    }
    Ok(())
}
