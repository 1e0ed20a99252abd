//! An attribute that nobody knows is never ignored, whatever operation has it.

use crate::corpus::pairs::{Case, cases};
use crate::mlir_opt::is_there;
use isotope_kernel::check::{Verdict, check};
use isotope_mlir::ir::{Attribute, Module, NamedAttribute};
use std::collections::BTreeMap;

fn is_equal(case: &Case, after: &Module) -> bool {
    matches!(check(&case.modules[0], after, &case.options()), Ok(Verdict::Identity(_)))
}

/// The module whose operation of this number has another attribute.
fn with_attribute(of: &Module, number: usize, name: &str) -> Module {
    let mut module = of.clone();
    let value = module.pool.intern_attribute(Attribute::Unit).unwrap();
    module.operations[number].attributes.push(NamedAttribute { name: name.to_owned(), value });
    module
}

#[test]
fn an_attribute_that_is_not_known_is_never_ignored() {
    if !is_there("an_attribute_that_is_not_known_is_never_ignored") {
        return;
    }
    // By the name of an operation: whether a program with another attribute was ever refused.
    let mut refused: BTreeMap<String, bool> = BTreeMap::new();
    for case in cases("right") {
        let after = &case.modules[1];
        let numbers: BTreeMap<&str, usize> =
            after.operations.iter().enumerate().map(|(at, op)| (op.name.as_str(), at)).collect();
        let is_open = |name: &str| !refused.get(name).copied().unwrap_or_default();
        let open: Vec<(String, usize)> =
            numbers.into_iter().filter(|(name, _)| is_open(name)).map(|(name, at)| (name.to_owned(), at)).collect();
        if open.is_empty() || !is_equal(&case, after) {
            continue;
        }
        for (name, at) in open {
            // Every tool may drop what has a dialect before its name, but for these, which LLVM reads.
            let is_read = ["func.func", "memref.global", "builtin.module"].contains(&name.as_str());
            assert!(is_read || is_equal(&case, &with_attribute(after, at, "other.unheard")), "{}: {name}", case.name);
            *refused.entry(name).or_default() |= !is_equal(&case, &with_attribute(after, at, "unheard"));
        }
    }
    let ignored: Vec<&String> = refused.iter().filter(|(_, refused)| !**refused).map(|(name, _)| name).collect();
    println!("{} operations", refused.len());
    assert!(
        refused.len() > 60 && ignored.is_empty(),
        "{} operations; an attribute is ignored of {ignored:?}",
        refused.len()
    );
}
