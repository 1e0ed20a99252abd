//! Programs out of an e-graph: one form for each vector that is needed.

use crate::language::{Form, Forms};
use egg::{CostFunction, Extractor, Id};
use std::collections::{HashMap, HashSet};

/// A program: forms whose children stand before them.
#[derive(Clone, Debug)]
pub struct Program {
    /// Each with its class.
    pub forms: Vec<(Id, Form)>,
    /// The value of the cost function: forms that are used twice count twice.
    pub cost: f64,
}

impl Program {
    /// How often each form is a child.
    pub fn uses(&self) -> HashMap<Form, u32> {
        let of: HashMap<Id, &Form> = self.forms.iter().map(|(id, form)| (*id, form)).collect();
        let mut uses = HashMap::new();
        for (_, form) in &self.forms {
            for child in &form.children {
                if let Some(child) = of.get(child) {
                    *uses.entry((*child).clone()).or_insert(0) += 1;
                }
            }
        }
        uses
    }
}

/// The cheapest program; `None`: something has no form yet.
pub fn program<C: CostFunction<Form, Cost = f64>>(forms: &Forms, root: Id, cost: C) -> Option<Program> {
    let extractor = Extractor::new(forms, cost);
    let total = extractor.find_best_cost(root);
    if !total.is_finite() {
        return None;
    }
    let (mut found, mut done, mut entered): (Vec<(Id, Form)>, HashSet<Id>, HashSet<Id>) = Default::default();
    let mut open = vec![(forms.find(root), false)];
    while let Some((id, has_children)) = open.pop() {
        if done.contains(&id) {
            continue;
        }
        let mut form = extractor.find_best_node(id).clone();
        form.children.iter_mut().for_each(|child| *child = forms.find(*child));
        if has_children {
            done.insert(id);
            found.push((id, form));
            continue;
        }
        if !entered.insert(id) {
            // A vector that is computed from itself is none.
            return None;
        }
        open.push((id, true));
        open.extend(form.children.iter().rev().filter(|child| !done.contains(*child)).map(|child| (*child, false)));
    }
    Some(Program { forms: found, cost: total })
}
