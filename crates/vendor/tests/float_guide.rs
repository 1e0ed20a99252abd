//! The instructions with floats of Intel's guide, where it is at hand: `../shared/isa` beside the project. Elsewhere the tests are
//! listed as ignored.

mod x86;

use anyhow::{Context, ensure};
use isotope_ir::term::Terms;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::{Operand, OperandKind, Semantics};
use isotope_vendor::reader::{Entry, IntelGuide, Reader};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

type Check = fn(&[Entry]) -> anyhow::Result<()>;

fn main() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/isa/x86/intel-intrinsics-3.6.9.xml.xz");
    let case = |name: &str, f: Check| {
        let path = path.clone();
        Trial::ignorable_test(name, move || {
            if !path.exists() {
                return Ok(Completion::ignored_with("needs Intel's guide in ../shared"));
            }
            let check = || f(&entries(&path)?);
            check().map_err(|e| Failed::from(format!("{e:#}")))?;
            Ok(Completion::Completed)
        })
    };
    let trials = vec![
        case("float_guide_runs", runs),
        case("float_guide_lanes_agree_with_the_interpreter", lanes_agree),
        case("float_guide_needs_every_erratum", needs_every_erratum),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn entries(path: &Path) -> anyhow::Result<Vec<Entry>> {
    let output = Command::new("xzcat").arg(path).output().context("running xzcat")?;
    ensure!(output.status.success(), "xzcat failed");
    Ok(IntelGuide.read(&String::from_utf8(output.stdout)?, &x86::float_scope()?)?)
}

/// Every immediate a value that C takes; of floats every second one near one.
fn operands(entry: &Entry, s: &Semantics, rng: &mut StdRng) -> Vec<Bits> {
    let mut immediates = entry.c.iter().flat_map(|c| &c.immediates);
    let mut operand = |o: &Operand| match o.kind {
        OperandKind::Imm => {
            let values = immediates.next().expect("every immediate has its values");
            Bits::from_u64(values[rng.random_range(0..values.len())], o.bits)
        }
        _ => Bits::from_bytes(&(0..64).map(|_| rng.random()).collect::<Vec<u8>>(), o.bits),
    };
    s.operands.iter().map(&mut operand).collect()
}

fn translated(entries: &[Entry]) -> impl Iterator<Item = (&Entry, &Semantics)> {
    entries.iter().filter_map(|entry| Some((entry, &entry.translation.as_ref().ok()?.semantics)))
}

fn runs(entries: &[Entry]) -> anyhow::Result<()> {
    let mut rng = StdRng::seed_from_u64(1);
    let mut failed: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (entry, s) in translated(entries) {
        for _ in 0..3 {
            if let Err(error) = run(s, &operands(entry, s, &mut rng)) {
                failed.entry(error.to_string()).or_default().push(&entry.name);
            }
        }
    }
    let mut report = String::new();
    for (error, names) in &failed {
        writeln!(report, "{} {error}: {}", names.len(), names[0])?;
    }
    let mut refused: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for entry in entries {
        if let Err(refusal) = &entry.translation {
            refused.entry(refusal.to_string()).or_default().push(&entry.name);
        }
    }
    for (reason, names) in refused {
        writeln!(report, "refused {} {reason}: {}", names.len(), names[0])?;
    }
    let count = translated(entries).count();
    ensure!(failed.is_empty() && count >= 2500, "{count} of {} translate\n{report}", entries.len());
    Ok(())
}

fn lanes_agree(entries: &[Entry]) -> anyhow::Result<()> {
    let mut rng = StdRng::seed_from_u64(2);
    // A prime stride meets every shape.
    for (entry, s) in translated(entries).step_by(13) {
        let given = operands(entry, s, &mut rng);
        let checked = x86::lanes_are_what_runs(s, &given, Terms::eval_with_floats);
        checked.and_then(|lanes| Ok(lanes?)).with_context(|| entry.name.clone())?;
    }
    Ok(())
}

fn needs_every_erratum(entries: &[Entry]) -> anyhow::Result<()> {
    let applied: Vec<&String> =
        entries.iter().filter_map(|entry| Some(&entry.translation.as_ref().ok()?.errata)).flatten().collect();
    for entry in x86::float_scope()?.errata.entries().iter().filter(|e| e.refuse.is_none() && !e.any_nan) {
        ensure!(applied.contains(&&entry.name), "erratum {} changes nothing", entry.name);
    }
    Ok(())
}
