//! Promises of functions, memory and modules, which a compiler may build on: the second program makes only those that the first makes.
//!
//! ```text
//! func.func private @g(%a: memref<4xf32> {llvm.noalias}, %b: memref<4xf32>)    // as wrong as `@g(%m, %m)` in the first program
//! ```

use super::verdict::{CheckError, Side};
use crate::rule::Rule;
use isotope_mlir::attribute_text;
use isotope_mlir::ir::{Module, Operation};
use isotope_mlir::literals::text;
use isotope_mlir::target::is_of_processor;
use std::collections::HashMap;

/// Attributes of operations with a name, which promise nothing, or are compared elsewhere.
const OF_FUNCTIONS: [&str; 5] = ["sym_name", "function_type", "sym_visibility", "llvm.emit_c_interface", "no_inline"];
const OF_MEMORY: [&str; 4] = ["sym_name", "type", "sym_visibility", "initial_value"];
const OF_MODULES: [&str; 2] = ["sym_name", "sym_visibility"];

/// Refuses a second program that promises more than the first one.
pub fn promises([before, after]: [&Module; 2]) -> Result<(), CheckError> {
    let key = |module, op: &Operation| (op.name.clone(), text(module, op, "sym_name"));
    let of_first: HashMap<_, &Operation> = with_promises(before).map(|op| (key(before, op), op)).collect();
    for op in with_promises(after) {
        let first = of_first.get(&key(after, op));
        let same = |name: &str| {
            first.is_some_and(|first| {
                before.attribute(first, name).is_some()
                    && attribute_text(before, first, name) == attribute_text(after, op, name)
            })
        };
        let mut names = after.attribute_names(op);
        if let Some(extra) = names.find(|name| may_promise(after, op, name) && !same(name) && Rule::Promises.holds()) {
            let of = match text(after, op, "sym_name") {
                Some(name) => format!("@{}", name.escape_debug()),
                None => "the module".to_owned(),
            };
            let extra = extra.escape_debug();
            let message =
                format!("{of} has another attribute {extra} than in the first program, which may promise something");
            return Err(CheckError { side: Side::After, place: op.place, message });
        }
    }
    Ok(())
}

/// Modules, functions and memory.
fn with_promises(module: &Module) -> impl Iterator<Item = &Operation> {
    module.operations.iter().filter(|op| matches!(op.name.as_str(), "builtin.module" | "func.func" | "memref.global"))
}

fn may_promise(module: &Module, op: &Operation, name: &str) -> bool {
    match op.name.as_str() {
        "func.func" => !OF_FUNCTIONS.contains(&name) && !is_of_processor(module, op, name),
        // Memory that is defined here has the alignment that it is given.
        "memref.global" if name == "alignment" => module.attribute(op, "initial_value").is_none(),
        "memref.global" => !OF_MEMORY.contains(&name),
        _ => !OF_MODULES.contains(&name),
    }
}
