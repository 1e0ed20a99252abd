//! The function that is compared.

use super::options::Options;
use super::verdict::{CheckError, Side};
use crate::plan::nodes::Plan;
use isotope_mlir::error::Place;
use isotope_mlir::ir::Module;
use isotope_mlir::limits::MAX_PRINTED_TYPE;
use isotope_mlir::whole_type;
use std::collections::BTreeSet;

/// The function to check.
pub fn entry(plans: &[Plan; 2], options: &Options) -> Result<String, CheckError> {
    let bodies: BTreeSet<&String> =
        plans[0].functions.iter().filter(|(_, f)| !f.body.is_empty()).map(|(name, _)| name).collect();
    let list = || bodies.iter().map(|name| format!("@{}", name.escape_debug())).collect::<Vec<_>>().join(", ");
    let error = |side, message| CheckError { side, place: Place { line: 1, column: 1 }, message };
    for (side, plan) in [Side::Before, Side::After].into_iter().zip(plans) {
        plan.are_names_clear().map_err(|why| error(side, why))?;
    }
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
        true => Ok(()),
        false => {
            let [before, after] = [&written[0], &written[1]];
            let message =
                format!("the signature of @{name} is {after}, and {before} in the first program: they must be equal");
            Err(refused(Side::After, message))
        }
    }
}
