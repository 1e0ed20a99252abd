//! The whole of Intel's guide, where it is at hand: `../shared/isa` beside the project. Elsewhere the tests are listed as
//! ignored.

mod x86;

use anyhow::{Context, ensure};
use isotope_ir::term::Terms;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::{OperandKind, Semantics};
use isotope_vendor::{catalogue, scope};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The translated entries by name, and the errata that changed something.
type Translated = (Vec<(String, Semantics)>, BTreeSet<String>);
type Check = fn(&[(String, Semantics)], &BTreeSet<String>) -> anyhow::Result<()>;

fn main() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/isa/x86/intel-intrinsics-3.6.9.xml.xz");
    let case = |name: &str, f: Check| {
        let path = path.clone();
        Trial::ignorable_test(name, move || {
            if !path.exists() {
                return Ok(Completion::ignored_with("needs Intel's guide in ../shared"));
            }
            let (all, applied) = translated(&path).map_err(|e| Failed::from(format!("{e:#}")))?;
            f(&all, &applied).map_err(|e| Failed::from(format!("{e:#}")))?;
            Ok(Completion::Completed)
        })
    };
    let trials = vec![
        case("guide_translates_and_runs", translates_and_runs),
        case("guide_lanes_agree_with_the_interpreter", lanes_agree),
        case("guide_semantics_read_back", reads_back),
        case("guide_needs_every_erratum", needs_every_erratum),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn translated(path: &Path) -> anyhow::Result<Translated> {
    let output = Command::new("xzcat").arg(path).output().context("running xzcat")?;
    ensure!(output.status.success(), "xzcat failed");
    let guide = catalogue::read(&String::from_utf8(output.stdout)?)?;
    let scope = x86::scope(x86::ERRATA)?;
    let mut applied = BTreeSet::new();
    let mut all = Vec::new();
    for entry in &guide {
        if let Ok(translation) = scope::translate(entry, &scope) {
            applied.extend(translation.errata);
            all.push((entry.name.clone(), translation.semantics));
        }
    }
    Ok((all, applied))
}

fn operands(s: &Semantics, rng: &mut StdRng) -> Vec<Bits> {
    let operand = |o: &isotope_semantics::Operand| match o.kind {
        OperandKind::Imm => Bits::from_u64(rng.random_range(0..1u64 << o.element_bits.min(8)), o.bits),
        _ => Bits::from_bytes(&(0..64).map(|_| rng.random()).collect::<Vec<u8>>(), o.bits),
    };
    s.operands.iter().map(operand).collect()
}

fn translates_and_runs(all: &[(String, Semantics)], _: &BTreeSet<String>) -> anyhow::Result<()> {
    ensure!(all.len() >= 2600, "only {} entries translate", all.len());
    let mut rng = StdRng::seed_from_u64(1);
    for (name, s) in all {
        for _ in 0..3 {
            run(s, &operands(s, &mut rng)).with_context(|| name.clone())?;
        }
    }
    Ok(())
}

fn lanes_agree(all: &[(String, Semantics)], _: &BTreeSet<String>) -> anyhow::Result<()> {
    let mut rng = StdRng::seed_from_u64(2);
    // A prime stride meets every shape; the census example checks all of them.
    for (name, s) in all.iter().step_by(13) {
        // No function stays uninterpreted: these are integers.
        let checked = x86::lanes_are_what_runs(s, &operands(s, &mut rng), Terms::eval);
        // A slice whose ends are data runs on numbers only.
        if checked.with_context(|| name.clone())?.is_err() {
            ensure!(name.starts_with("_bzhi_"), "{name} has no lanes");
        }
    }
    Ok(())
}

fn reads_back(all: &[(String, Semantics)], _: &BTreeSet<String>) -> anyhow::Result<()> {
    for (name, s) in all {
        let text = s.to_string();
        let again = Semantics::from_text(&text).with_context(|| name.clone())?;
        ensure!(again.to_string() == text, "{name} prints differently after reading");
    }
    Ok(())
}

fn needs_every_erratum(_: &[(String, Semantics)], applied: &BTreeSet<String>) -> anyhow::Result<()> {
    for entry in x86::scope(x86::ERRATA)?.errata.entries().iter().filter(|e| e.refuse.is_none()) {
        ensure!(applied.contains(&entry.name), "erratum {} changes nothing", entry.name);
    }
    Ok(())
}
