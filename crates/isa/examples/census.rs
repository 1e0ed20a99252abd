//! Counts what of Intel's guide is listed, in scope, parsed, translated and refused.
//!
//! `cargo run -p isotope-isa --example census -- GUIDE.xml [NAME]`; with a name, prints that entry's semantics.

use isotope_ir::term::{Node, TermId, Terms};
use isotope_isa::interp::{Bits, run};
use isotope_isa::lanes::{Lanes, lanes, operand_of};
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
        let imms: Vec<u64> = args.map(|a| a.parse()).collect::<Result<_, _>>()?;
        for entry in guide.iter().filter(|i| i.name == name) {
            let translation = scope::translate(entry, &errata)?;
            println!("errata {:?}\n{}", translation.errata, translation.semantics);
            let mut terms = Terms::new();
            let found = lanes(&translation.semantics, &imms, &mut terms)?;
            println!("elements of {} bits, atoms {:?}", found.out_bits, found.operand_bits);
            for (i, term) in found.out.iter().enumerate() {
                println!("{i}: {}", show(&terms, *term, 0));
            }
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
        let started = std::time::Instant::now();
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
        if started.elapsed().as_millis() > 300 {
            eprintln!("slow: {} {} ms", entry.name, started.elapsed().as_millis());
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

/// Runs an instruction on a few patterns of bits, concretely and as terms; both must agree.
fn trial(semantics: &Semantics) -> anyhow::Result<()> {
    for seed in [0u8, 0x5A, 0xFF, 0x81] {
        let operands: Vec<Bits> = semantics
            .operands
            .iter()
            .enumerate()
            .map(|(n, o)| match o.kind {
                OperandKind::Imm => Bits::from_u64(u64::from(seed) & ((1 << o.element_bits.min(8)) - 1), o.bits),
                _ => {
                    let byte = |i: u8| i.wrapping_mul(37).wrapping_add((n as u8).wrapping_mul(91)) ^ seed;
                    Bits::from_bytes(&(0..64).map(byte).collect::<Vec<_>>(), o.bits)
                }
            })
            .collect();
        let expected = run(semantics, &operands)?;
        let imms: Vec<u64> = semantics.immediates().map(|i| operands[i].slice(0, 32) as u64).collect();
        let mut terms = Terms::new();
        let lanes = lanes(semantics, &imms, &mut terms).map_err(|e| anyhow::anyhow!("lanes: {e}"))?;
        let found = evaluate(semantics, &lanes, &terms, &operands);
        anyhow::ensure!(found.as_ref() == Some(&expected), "lanes differ: from the interpreter");
    }
    Ok(())
}

fn evaluate(semantics: &Semantics, lanes: &Lanes, terms: &Terms, operands: &[Bits]) -> Option<Bits> {
    let value = |number: u32| {
        let (operand, element) = operand_of(number);
        let width = lanes.operand_bits[operand];
        operands[operand].slice(element as u32 * width, width)
    };
    let mut out = Bits::zero(semantics.result.bits);
    for (i, term) in lanes.out.iter().enumerate() {
        out.set_slice(i as u32 * lanes.out_bits, lanes.out_bits, terms.eval(*term, &value)?);
    }
    Some(out)
}

fn show(terms: &Terms, term: TermId, depth: u32) -> String {
    if depth > 9 {
        return "..".into();
    }
    let s = |t: &TermId| show(terms, *t, depth + 1);
    let w = terms.width(term);
    match terms.node(term) {
        Node::Const(c) => format!("{c}:{w}"),
        Node::Var(n) => format!("v{}.{}", operand_of(*n).0, operand_of(*n).1),
        Node::Un(op, a) => format!("({op:?} {})", s(a)),
        Node::Bin(op, a, b) => format!("({op:?} {} {})", s(a), s(b)),
        Node::Ite(c, a, b) => format!("(ite {} {} {})", s(c), s(a), s(b)),
        Node::Extract(lo, a) => format!("{}[{lo}+{w}]", s(a)),
        Node::ZExt(a) => format!("(zext{w} {})", s(a)),
        Node::SExt(a) => format!("(sext{w} {})", s(a)),
        Node::Concat(a, b) => format!("({} ++ {})", s(a), s(b)),
        Node::Apply(name, args) => format!("({name} {})", args.iter().map(s).collect::<Vec<_>>().join(" ")),
    }
}
