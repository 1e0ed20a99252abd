//! Programs out of an e-graph: one form for each vector that is needed.

use crate::language::{Form, Forms};
use egg::{CostFunction, Id};
use std::collections::{HashMap, HashSet, VecDeque};

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

/// The cheapest form of each class, with its cost: that of all forms that it is made of.
struct Cheapest<'f> {
    forms: &'f Forms,
    /// Numbers of classes.
    numbers: HashMap<Id, usize>,
    /// By number: the cost, and the form.
    best: Vec<Option<(f64, &'f Form)>>,
}

impl<'f> Cheapest<'f> {
    /// Looks at a class again only when one that it is made of has become cheaper: egg's own extractor looks at all of them, as often as
    /// the program is deep.
    fn of<C: CostFunction<Form, Cost = f64>>(forms: &'f Forms, mut cost: C) -> Cheapest<'f> {
        let mut classes: Vec<Id> = forms.classes().map(|class| class.id).collect();
        classes.sort_unstable();
        let numbers: HashMap<Id, usize> = classes.iter().enumerate().map(|(number, id)| (*id, number)).collect();
        let number = |id: Id| numbers[&forms.find(id)];
        // By class: numbers of children of each form, and classes with a form that it is a child of.
        let (mut children, mut parents) = (Vec::new(), vec![Vec::new(); classes.len()]);
        for (at, id) in classes.iter().enumerate() {
            let of = |form: &Form| form.children.iter().map(|child| number(*child)).collect::<Vec<usize>>();
            let all: Vec<Vec<usize>> = forms[*id].nodes.iter().map(of).collect();
            all.iter().flatten().for_each(|child| parents[*child].push(at));
            children.push(all);
        }
        parents.iter_mut().for_each(Vec::dedup);
        let mut best: Vec<Option<(f64, &'f Form)>> = vec![None; classes.len()];
        // Lanes have higher numbers than what is made of them.
        let mut open: VecDeque<usize> = (0..classes.len()).rev().collect();
        let mut is_open = vec![true; classes.len()];
        while let Some(at) = open.pop_front() {
            is_open[at] = false;
            let before = best[at].map(|(cost, _)| cost);
            for (form, of) in forms[classes[at]].nodes.iter().zip(&children[at]) {
                if of.iter().any(|child| best[*child].is_none()) {
                    continue;
                }
                let total = cost.cost(form, |child| best[number(child)].map_or(f64::INFINITY, |(cost, _)| cost));
                if total.is_finite() && best[at].is_none_or(|(least, _)| total < least) {
                    best[at] = Some((total, form));
                }
            }
            if best[at].map(|(cost, _)| cost) != before {
                for parent in parents[at].iter().filter(|parent| !std::mem::replace(&mut is_open[**parent], true)) {
                    open.push_back(*parent);
                }
            }
        }
        Cheapest { forms, numbers, best }
    }

    fn of_class(&self, id: Id) -> Option<(f64, &'f Form)> {
        self.best[self.numbers[&self.forms.find(id)]]
    }
}

/// The cheapest program; `None`: something has no form yet.
pub fn program<C: CostFunction<Form, Cost = f64>>(forms: &Forms, root: Id, cost: C) -> Option<Program> {
    let cheapest = Cheapest::of(forms, cost);
    let (total, _) = cheapest.of_class(root)?;
    let (mut found, mut done, mut entered): (Vec<(Id, Form)>, HashSet<Id>, HashSet<Id>) = Default::default();
    let mut open = vec![(forms.find(root), false)];
    while let Some((id, has_children)) = open.pop() {
        if done.contains(&id) {
            continue;
        }
        let mut form = cheapest.of_class(id)?.1.clone();
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
