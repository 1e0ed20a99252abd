//! All files together: what a name stands for.
//!
//! Overloads are not resolved here. Sail's library is overloaded by kinds of operands, which the primitives look at themselves; the
//! specification's own functions have one name each.
//!
//! The callees of a function are not looked at when it is read. A text without some of its functions still gives the meanings of all
//! instructions that do not call them, and those that do are refused with the name of what is missing.
//!
//! Clauses are those of scattered functions, of which Arm's decoder is the one that matters: they are kept in the order of the files, as
//! they are tried.

use super::SailError;
use super::ast::*;
use super::parse::{Items, parse};
use std::collections::BTreeMap;

/// A specification: the functions, enumerations and constants of its files.
#[derive(Debug, Default)]
pub struct Model {
    /// Functions that are no clauses, by name.
    functions: BTreeMap<String, Function>,
    /// Types of parameters and results, by function.
    signatures: BTreeMap<String, (Vec<Type>, Type)>,
    /// Values of names outside functions.
    constants: BTreeMap<String, Expr>,
    /// Constants of enumerations, numbered in each.
    enumerators: BTreeMap<String, u32>,
    /// Fields of bitfields: the lowest bit and how many, by type and name.
    fields: BTreeMap<String, BTreeMap<String, (u32, u32)>>,
    /// Clauses of functions that have several, in the files' order.
    clauses: Vec<Function>,
    /// Items that were met.
    pub met: usize,
    /// Functions that were read, clauses included.
    pub read: usize,
    /// Faults, in the files' order.
    pub errors: Vec<SailError>,
}

impl Model {
    /// Reads files, each with its name. A function that is defined twice is the last one, as in Sail's own order of files.
    pub fn read<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Model {
        // Files are read one by one; a name may be used before it is defined.
        let mut model = Model::default();
        for (file, text) in files {
            model.add(parse(file, text));
        }
        model
    }

    /// Takes over what a file holds. Constants of enumerations are numbered, though the text compares them by name
    /// alone: two with one name would be one.
    fn add(&mut self, items: Items) {
        self.met += items.met;
        self.errors.extend(items.errors);
        for item in items.items {
            match item {
                Item::Function(function) => {
                    self.read += 1;
                    if function.clause {
                        self.clauses.push(function);
                    } else {
                        self.functions.insert(function.name.clone(), function);
                    }
                }
                Item::Value(name, params, result) => {
                    self.signatures.insert(name, (params, result));
                }
                Item::Enum(names) => {
                    for (number, name) in names.into_iter().enumerate() {
                        self.enumerators.insert(name, number as u32);
                    }
                }
                Item::Bitfield(name, fields) => {
                    let places = fields.into_iter().map(|(field, high, low)| (field, (low, high - low + 1)));
                    self.fields.insert(name, places.collect());
                }
                Item::Constant(name, value) => {
                    self.constants.insert(name, value);
                }
            }
        }
    }

    /// A function by its name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }

    /// The types of a function's parameters, where a `val` gives them.
    pub fn signature(&self, name: &str) -> Option<&(Vec<Type>, Type)> {
        self.signatures.get(name)
    }

    /// A constant outside functions.
    pub fn constant(&self, name: &str) -> Option<&Expr> {
        self.constants.get(name)
    }

    /// Whether this is a type of bits with fields.
    pub fn has_fields(&self, ty: &str) -> bool {
        self.fields.contains_key(ty)
    }

    /// Where a field of such a type is: its lowest bit, and how many.
    pub fn field(&self, ty: &str, name: &str) -> Option<(u32, u32)> {
        self.fields.get(ty)?.get(name).copied()
    }

    /// Whether a name is a constant of an enumeration.
    pub fn is_enumerator(&self, name: &str) -> bool {
        self.enumerators.contains_key(name)
    }

    /// Clauses of functions whose name begins so, in the files' order.
    pub fn clauses<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a Function> {
        self.clauses.iter().filter(move |clause| clause.name.starts_with(prefix))
    }
}
