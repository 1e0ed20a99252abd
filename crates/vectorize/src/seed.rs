//! Diospyros' cost model: an operation is 1, an element 0.001 for each of its words, a vector of elements 0.001 or 0.1, a joint 0.1; a vector
//! whose lanes are computed one by one is 100. Moves of lanes are free, and what is used twice counts twice.
//!
//! It is a model to be compared in. Programs are not faster because it says so.

use crate::language::{Form, Forms, Kind};
use crate::terms::{Term, TermId};
use egg::{CostFunction, Id};
use std::collections::HashMap;

const LITERAL: f64 = 0.001;
const STRUCTURE: f64 = 0.1;
const OPERATION: f64 = 1.0;
const BIG: f64 = 100.0;

/// The cost of forms by the model.
pub struct Seed {
    /// Of forms that read lanes, by what they read.
    read: HashMap<Form, f64>,
}

impl Seed {
    /// The model for the vectors of an e-graph.
    pub fn new(forms: &Forms) -> Seed {
        let mut read = HashMap::new();
        for class in forms.classes() {
            let list = class.nodes.iter().find_map(|form| match form.kind {
                Kind::Lanes(list) => Some(forms.analysis.lists.get(list)),
                _ => None,
            });
            let Some(list) = list.filter(|list| list.iter().all(|term| forms.analysis.terms.is_leaf(*term))) else {
                continue;
            };
            let cost = literal(forms, list);
            for form in &class.nodes {
                // Of moves that cost the same the plainest is taken.
                let last = match form.kind {
                    Kind::Load { .. } | Kind::Literal(_) => 0.0,
                    Kind::Splat { .. } => 1e-9,
                    Kind::Repeated { .. } => 2e-9,
                    Kind::Shuffle(_) => 3e-9,
                    _ => continue,
                };
                read.insert(form.clone(), cost + last);
            }
        }
        Seed { read }
    }
}

/// Lanes that are read.
fn literal(forms: &Forms, list: &[TermId]) -> f64 {
    let terms = &forms.analysis.terms;
    let lane = |term: &TermId| match terms.term(*term) {
        // The array, the place, and that it is one of it.
        Term::Cell { .. } => 3.0 * LITERAL,
        _ => LITERAL,
    };
    let has_names = list.iter().any(|term| matches!(terms.term(*term), Term::Argument(_)));
    let own = match (list.len(), has_names) {
        (1, _) => 0.0,
        (_, true) => STRUCTURE,
        _ => LITERAL,
    };
    own + list.iter().map(lane).sum::<f64>()
}

impl CostFunction<Form> for Seed {
    type Cost = f64;

    fn cost<C: FnMut(Id) -> f64>(&mut self, form: &Form, mut costs: C) -> f64 {
        if let Some(cost) = self.read.get(form) {
            return *cost;
        }
        let own = match form.kind {
            Kind::Op(_) | Kind::Fused(_) => OPERATION,
            Kind::Filled(_) | Kind::Store(_) => 0.0,
            Kind::Elements | Kind::Singles(_) => BIG,
            Kind::All => STRUCTURE * (form.children.len() as f64 - 1.0),
            // Its language has none of these.
            _ => f64::INFINITY,
        };
        form.children.iter().fold(own, |sum, child| sum + costs(*child))
    }
}
