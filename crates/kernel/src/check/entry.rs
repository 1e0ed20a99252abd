//! The function that is compared.

use super::{CheckError, Options, Side};
use crate::error::Place;
use crate::ir::Module;
use crate::print::print_type;
use crate::run::Plan;
use std::collections::BTreeSet;

/// The function to check.
pub fn entry(plans: &[Plan; 2], options: &Options) -> Result<String, CheckError> {
    let bodies: BTreeSet<&String> =
        plans[0].functions.iter().filter(|(_, f)| !f.body.is_empty()).map(|(name, _)| name).collect();
    let list = || bodies.iter().map(|name| format!("@{}", name.escape_debug())).collect::<Vec<_>>().join(", ");
    let error = |side, message| CheckError { side, place: Place { line: 1, column: 1 }, message };
    let name = match (&options.entry, bodies.len()) {
        (Some(name), _) => name.clone(),
        (None, 1) => bodies.first().map(|name| (*name).clone()).unwrap_or_default(),
        (None, 0) => return Err(error(Side::Before, "there is no func.func with a body".to_owned())),
        (None, _) => {
            return Err(error(Side::Before, format!("there are several functions: name one by --entry: {}", list())));
        }
    };
    for (side, plan) in [Side::Before, Side::After].into_iter().zip(plans) {
        if plan.functions.get(&name).is_none_or(|function| function.body.is_empty()) {
            let message =
                format!("there is no function @{} with a body; the first program has {}", name.escape_debug(), list());
            return Err(error(side, message));
        }
    }
    Ok(name)
}

/// Refuses two functions of different types.
pub fn signature(modules: [&Module; 2], plans: &[Plan; 2], entry: &str) -> Result<(), CheckError> {
    let written = [0, 1].map(|side| {
        let function = &plans[side].functions[entry];
        let list = |types: &[crate::ir::TypeId]| {
            types.iter().map(|ty| print_type(modules[side], *ty)).collect::<Vec<_>>().join(", ")
        };
        format!("({}) -> ({})", list(&function.inputs), list(&function.results))
    });
    if written[0] == written[1] {
        return Ok(());
    }
    let message = format!(
        "the signature of @{} is {}, and {} in the first program: they must be equal",
        entry.escape_debug(),
        written[1],
        written[0]
    );
    Err(CheckError { side: Side::After, place: plans[1].functions[entry].place, message })
}
