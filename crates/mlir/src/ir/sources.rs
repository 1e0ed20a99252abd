//! The files and lines that locations name.

use super::{Alias, Attribute, Location, Module, OpId};
use crate::error::Place;
use crate::limits::MAX_LOCATION_PARTS;
use std::collections::HashMap;

/// A place in a file that a program was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name, as the location has it; bytes that are not UTF-8 are replaced.
    pub file: String,
    /// The line and column in it.
    pub place: Place,
}

/// The locations of a module's operations, with the names that the module gives to locations.
#[derive(Debug)]
pub struct Sources<'a> {
    module: &'a Module,
    named: HashMap<&'a str, &'a Location>,
}

impl<'a> Sources<'a> {
    /// Of a module.
    pub fn of(module: &'a Module) -> Self {
        let location = |alias: &Alias| match alias {
            Alias::Attribute(id) => match module.pool.attribute(*id) {
                Attribute::Location(location) => Some(location),
                _ => None,
            },
            Alias::Type(_) => None,
        };
        let named = module.aliases.iter().filter_map(|(name, alias)| Some((name.as_str(), location(alias)?)));
        Sources { module, named: named.collect() }
    }

    /// The first file that an operation's location names, in the text's order: of a call its callee comes first.
    pub fn source(&self, op: OpId) -> Option<Source> {
        self.first(self.module.op(op).location.as_ref()?, &mut { MAX_LOCATION_PARTS })
    }

    /// The same of a location. Names may lead to one another in a circle, and stand for endless many parts: `left` are looked at.
    fn first(&self, location: &Location, left: &mut u32) -> Option<Source> {
        *left = left.checked_sub(1)?;
        match location {
            Location::File { name, line, column, .. } => {
                let number = |number: u64| u32::try_from(number).unwrap_or(0);
                let place = Place { line: number(*line), column: number(*column) };
                Some(Source { file: String::from_utf8_lossy(name).into_owned(), place })
            }
            Location::Named { child, .. } => self.first(child.as_ref()?, left),
            Location::CallSite(callee, caller) => self.first(callee, left).or_else(|| self.first(caller, left)),
            Location::Fused { parts, .. } => parts.iter().find_map(|part| self.first(part, left)),
            Location::Alias(name) => self.first(self.named.get(name.as_str())?, left),
            Location::Unknown | Location::Attribute(_) => None,
        }
    }
}

impl Module {
    /// Takes the lines and columns that locations name for the places of operations.
    pub fn adopt_locations(&mut self) {
        let sources = Sources::of(self);
        let found: Vec<_> = (0..self.operations.len() as u32).map(|at| sources.source(OpId(at))).collect();
        for (op, found) in self.operations.iter_mut().zip(found) {
            op.place = found.map_or(op.place, |found| found.place);
        }
    }
}
