//! The function that is compared.

use super::{CheckError, Options, Side};
use crate::run::Plan;
use isotope_mlir::error::Place;
use isotope_mlir::ir::{Module, Operation};
use isotope_mlir::limits::MAX_PRINTED_TYPE;
use isotope_mlir::target::is_of_processor;
use isotope_mlir::{attribute_text, whole_type};
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
    let name = entry.escape_debug();
    let refused = |side: Side, message| CheckError {
        side,
        place: plans[usize::from(side == Side::After)].functions[entry].place,
        message,
    };
    let mut written = Vec::new();
    for (side, number) in [(Side::Before, 0), (Side::After, 1)] {
        let function = &plans[number].functions[entry];
        let list = |types: &[isotope_mlir::ir::TypeId]| {
            let whole = types.iter().map(|ty| whole_type(modules[number], *ty)).collect::<Result<Vec<_>, _>>();
            whole.map(|types| types.join(", "))
        };
        match (list(&function.inputs), list(&function.results)) {
            (Ok(inputs), Ok(results)) => written.push(format!("({inputs}) -> ({results})")),
            _ => {
                let why = format!(
                    "a type of @{name} has more than {MAX_PRINTED_TYPE} bytes when it is written out (MAX_PRINTED_TYPE)"
                );
                return Err(refused(side, why));
            }
        }
    }
    match written[0] == written[1] {
        true => promises(modules, plans, entry).map_or(Ok(()), |why| Err(refused(Side::After, why))),
        false => {
            let [before, after] = [&written[0], &written[1]];
            let message =
                format!("the signature of @{name} is {after}, and {before} in the first program: they must be equal");
            Err(refused(Side::After, message))
        }
    }
}

/// The promises of the second function about its arguments and results that the first does not make.
fn promises(modules: [&Module; 2], plans: &[Plan; 2], entry: &str) -> Option<String> {
    const OF_NO_MEANING: [&str; 5] =
        ["sym_name", "function_type", "sym_visibility", "llvm.emit_c_interface", "no_inline"];
    let [before, after] = [0, 1].map(|side| &modules[side].operations[plans[side].functions[entry].op]);
    let may_promise = |name: &&str| !OF_NO_MEANING.contains(name) && !is_of_processor(modules[1], after, name);
    let extra = modules[1].attribute_names(after).filter(may_promise).find(|name| {
        let text =
            |module: &Module, op: &Operation| module.attribute(op, name).map(|_| attribute_text(module, op, name));
        text(modules[1], after) != text(modules[0], before)
    })?;
    let (name, extra) = (entry.escape_debug(), extra.escape_debug());
    Some(format!("@{name} has another attribute {extra} than in the first program, which may promise something"))
}
