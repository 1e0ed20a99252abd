//! The processor of a function: the attributes of LLVM's functions, which the dialect `func` keeps as `passthrough`.

use crate::ir::{AttrId, Attribute, Module, OpId, Operation, PoolError};

const ATTRIBUTES: &str = "passthrough";

/// A processor in LLVM's names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// `znver3`
    pub cpu: String,
    /// `+avx2,-gfni`
    pub features: String,
}

fn text(module: &Module, id: AttrId) -> Option<String> {
    match module.pool.attribute(id) {
        Attribute::String { bytes, .. } => String::from_utf8(bytes.clone()).ok(),
        _ => None,
    }
}

/// The value of a pair of names and values.
fn value(module: &Module, function: OpId, wanted: &str) -> Option<String> {
    let Attribute::Array(all) = module.attribute(module.op(function), ATTRIBUTES)? else { return None };
    all.iter().find_map(|each| match module.pool.attribute(*each) {
        Attribute::Array(pair) if pair.len() == 2 && text(module, pair[0])? == wanted => text(module, pair[1]),
        _ => None,
    })
}

/// The processor that a function names.
pub fn target_of(module: &Module, function: OpId) -> Option<Target> {
    let cpu = value(module, function, "target-cpu").filter(|cpu| !cpu.is_empty())?;
    Some(Target { cpu, features: value(module, function, "target-features").unwrap_or_default() })
}

/// Whether the attribute of this name says nothing of a function but for which processor it is compiled.
pub fn is_of_processor(module: &Module, function: &Operation, name: &str) -> bool {
    let is_known = |id: &AttrId| match module.pool.attribute(*id) {
        Attribute::Array(pair) if pair.len() == 2 => {
            text(module, pair[0]).is_some_and(|name| ["target-cpu", "target-features", "tune-cpu"].contains(&&*name))
        }
        _ => false,
    };
    name == ATTRIBUTES
        && matches!(module.attribute(function, name), Some(Attribute::Array(all)) if all.iter().all(is_known))
}

/// Gives a function a processor, where it has none.
pub fn set_target(module: &mut Module, function: OpId, target: &Target) -> Result<(), PoolError> {
    if target_of(module, function).is_some() {
        return Ok(());
    }
    let mut all = match module.attribute(module.op(function), ATTRIBUTES) {
        Some(Attribute::Array(all)) => all.clone(),
        _ => Vec::new(),
    };
    for (name, value) in [("target-cpu", &target.cpu), ("target-features", &target.features)] {
        if !value.is_empty() {
            let texts = [name, value].map(|text| Attribute::String { bytes: text.as_bytes().to_vec(), ty: None });
            let pair = texts.map(|text| module.pool.intern_attribute(text));
            let [key, value] = pair;
            all.push(module.pool.intern_attribute(Attribute::Array(vec![key?, value?]))?);
        }
    }
    module.set_attribute(function, ATTRIBUTES, Attribute::Array(all))
}
