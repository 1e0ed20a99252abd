//! The scope of the data of x86.

#![allow(dead_code, reason = "a suite uses what it needs")]

use anyhow::{Context, ensure};
use isotope_ir::term::{LaneVar, TermId, Terms};
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::{LanesError, lanes};
use isotope_semantics::{OperandKind, Semantics};
use isotope_vendor::errata::Errata;
use isotope_vendor::scope::{OperandType, Scope};
use std::collections::BTreeMap;

/// The errata of the guide.
pub const ERRATA: &str = include_str!("../../../../grammars/data/x86/errata.toml");

/// The part of Intel's guide that is taken, with these errata.
pub fn scope(errata: &str) -> anyhow::Result<Scope> {
    let features = include_str!("../../../../grammars/data/x86/features.txt");
    of_folder(features, include_str!("../../../../grammars/data/x86/target.toml"), errata)
}

/// The part of it that is taken of the instructions with floats.
pub fn float_scope() -> anyhow::Result<Scope> {
    let features = include_str!("../../../../grammars/data/x86-float/features.txt");
    let errata = include_str!("../../../../grammars/data/x86-float/errata.toml");
    let scope = of_folder(features, include_str!("../../../../grammars/data/x86-float/target.toml"), errata)?;
    Ok(Scope { floats: true, ..scope })
}

fn of_folder(features: &str, manifest: &str, errata: &str) -> anyhow::Result<Scope> {
    let names = features.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once(' '));
    let manifest: toml::Table = manifest.parse()?;
    let mut types = BTreeMap::new();
    for entry in manifest["vendor"]["types"].as_array().context("types")? {
        let kind = match entry["kind"].as_str() {
            Some("vector") => OperandKind::Vector,
            Some("mask") => OperandKind::Mask,
            Some("scalar") => OperandKind::Scalar,
            _ => OperandKind::Imm,
        };
        let bits = u32::try_from(entry["bits"].as_integer().context("bits")?)?;
        types.insert(entry["name"].as_str().context("a name")?.to_owned(), OperandType { bits, kind });
    }
    Ok(Scope {
        extensions: names.map(|(name, _)| name.to_owned()).collect(),
        types,
        errata: Errata::read(errata)?,
        floats: false,
    })
}

/// How a term is evaluated at values of its variables; `None` where it has a function that is not to be looked at.
pub type Eval = fn(&Terms, TermId, &dyn Fn(u32) -> u128) -> Option<u128>;

/// Checks that an instruction's lanes are on these operands what the interpreter computes. The inner error: it has no lanes.
pub fn lanes_are_what_runs(s: &Semantics, given: &[Bits], eval: Eval) -> anyhow::Result<Result<(), LanesError>> {
    let expected = run(s, given)?;
    let imms: Vec<u64> = s.immediates().map(|i| given[i].slice(0, 32) as u64).collect();
    let mut terms = Terms::new();
    let found = match lanes(s, &imms, &mut terms) {
        Ok(found) => found,
        Err(why) => return Ok(Err(why)),
    };
    let value = |number: u32| {
        let (operand, element) = LaneVar::of(number).pair();
        let width = found.operand_bits[operand];
        given[operand].slice(element as u32 * width, width)
    };
    for (i, term) in found.out.iter().enumerate() {
        let bits = eval(&terms, *term, &value).context("a function that is not evaluated")?;
        ensure!(bits == expected.slice(i as u32 * found.out_bits, found.out_bits), "element {i}");
    }
    Ok(Ok(()))
}
