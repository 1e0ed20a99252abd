//! What the data of x86 says of Intel's guide.

#![allow(dead_code, reason = "a suite uses what it needs")]

use anyhow::Context;
use isotope_isa::errata::Errata;
use isotope_isa::scope::{OperandType, Scope};
use isotope_isa::semantics::OperandKind;
use std::collections::BTreeMap;

/// The errata of the guide.
pub const ERRATA: &str = include_str!("../../../../grammars/data/x86/errata.toml");

/// What of Intel's guide is taken, with these errata.
pub fn scope(errata: &str) -> anyhow::Result<Scope> {
    let features = include_str!("../../../../grammars/data/x86/features.txt");
    let names = features.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once(' '));
    let manifest: toml::Table = include_str!("../../../../grammars/data/x86/target.toml").parse()?;
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
