//! The scope of the data of HVX.

#![allow(dead_code, reason = "a suite uses what it needs")]

use anyhow::Context;
use isotope_semantics::OperandKind;
use isotope_vendor::errata::Errata;
use isotope_vendor::scope::{OperandType, Scope};
use std::collections::BTreeMap;

/// The errata of the manual.
pub const ERRATA: &str = include_str!("../../../../grammars/data/hvx/errata.toml");

/// The part of the manual that is taken, with these errata.
pub fn scope(errata: &str) -> anyhow::Result<Scope> {
    let manifest: toml::Table = include_str!("../../../../grammars/data/hvx/target.toml").parse()?;
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
    Ok(Scope { extensions: ["HVX".to_owned()].into(), types, errata: Errata::read(errata)?, floats: false })
}
