//! The text of one element's term, its numbers pulled out.

use super::fold::{self, Fold};
use super::shape::Shapes;
use super::view::{Read, read, view};
use isotope_ir::term::{Node, TermId, Terms};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A term as text, its numbers, and what it reads.
pub(super) struct Body<'t> {
    terms: &'t Terms,
    pub text: String,
    /// In the order of the `?`s; inside of a fold each `?` is two.
    pub numbers: Vec<u64>,
    /// The codes of the reads behind `x0`, `x1`, ...: one, or one of each step of a fold.
    pub slots: Vec<Vec<u32>>,
    /// Terms that have a name, and are not written out again.
    names: HashMap<Family, String>,
    /// Names given so far.
    named: usize,
    /// How often each part is read.
    uses: HashMap<TermId, usize>,
    /// Nodes of sums that are no folds: none of their parts is asked again.
    tried: HashSet<TermId>,
}

/// The same part of every step of a fold; outside of folds, and where it is the same in every step, one term.
type Family = Vec<TermId>;

/// The rest of a term that is still to be written.
enum Step {
    Text(&'static str),
    /// The operator of a fold's steps, with its numbers.
    Operator(&'static str, Vec<u64>),
    /// The end of a fold.
    Folded,
    /// Of a fold with so many steps, or outside of any.
    Term(Family, Option<usize>),
}

impl<'t> Body<'t> {
    /// The text of a term; `folds` where what repeats is to be rolled.
    pub fn of(terms: &'t Terms, shapes: &mut Shapes<'_>, root: TermId, folds: bool) -> Self {
        let mut body = Body {
            terms,
            text: String::new(),
            numbers: Vec::new(),
            slots: Vec::new(),
            names: HashMap::new(),
            named: 0,
            uses: uses(shapes, root),
            tried: HashSet::new(),
        };
        body.write(shapes, root, folds);
        body
    }

    /// Parts that are used more than once get a name where they stand first. The walk has a stack of its own.
    fn write(&mut self, shapes: &mut Shapes<'_>, root: TermId, folds: bool) {
        let mut stack = vec![Step::Term(vec![root], None)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Text(text) => self.text.push_str(text),
                Step::Operator(head, numbers) => {
                    let _ = write!(self.text, " ({head}");
                    for number in numbers {
                        self.text.push(' ');
                        self.number(&[number], Some(0));
                    }
                }
                // A name that has a value of its own in each step has none behind it.
                Step::Folded => self.names.retain(|family, _| family.len() == 1),
                Step::Term(family, of) => self.part(family, of, shapes, folds, &mut stack),
            }
        }
    }

    fn part(&mut self, family: Family, of: Option<usize>, shapes: &mut Shapes<'_>, folds: bool, stack: &mut Vec<Step>) {
        // A part that every step has in common is written once, like anything else.
        let family = if family.iter().all(|t| *t == family[0]) { vec![family[0]] } else { family };
        if let Some(name) = self.names.get(&family) {
            self.text.push_str(name);
            return;
        }
        let terms = self.terms;
        let each = |value: &dyn Fn(TermId) -> u64| family.iter().map(|t| value(*t)).collect::<Vec<_>>();
        let widths = each(&|t| terms.width(t).into());
        match terms.node(family[0]) {
            _ if read(terms, family[0]).is_some() => return self.read(&family),
            Node::Const(value) => {
                self.number(&each(&|t| terms.as_const(t).unwrap_or(0) as u64), of);
                self.text.push(':');
                self.number(&widths, of);
                // A value of more than 64 bits has its high half behind its width, and no mark in the text.
                if widths[0] > 64 {
                    self.unmarked(&[(value >> 64) as u64], of);
                }
                return;
            }
            _ => {}
        }
        if family.iter().all(|t| self.uses.get(t).is_some_and(|uses| *uses > 1)) {
            let name = format!("%{}", self.named);
            self.named += 1;
            let _ = write!(self.text, "{name}=");
            self.names.insert(family.clone(), name);
        }
        if folds && of.is_none() {
            let found = fold::at(family[0], terms, shapes, &self.uses, &mut self.tried);
            if let Some(fold) = found {
                return self.fold(family[0], fold, stack);
            }
        }
        let views: Vec<_> = family.iter().map(|t| view(terms, *t)).collect();
        let _ = write!(self.text, "({}", views[0].head);
        for i in 0..views[0].numbers.len() {
            self.text.push(' ');
            self.number(&views.iter().map(|view| view.numbers[i]).collect::<Vec<_>>(), of);
        }
        for i in 0..views[0].high.len() {
            self.unmarked(&views.iter().map(|view| view.high[i]).collect::<Vec<_>>(), of);
        }
        stack.push(Step::Text(")"));
        let children: Vec<Vec<TermId>> = family.iter().map(|t| shapes.children(*t)).collect();
        for i in (0..children[0].len()).rev() {
            let child = children.iter().map(|of_one| of_one[i]).collect();
            stack.extend([Step::Term(child, of), Step::Text(" ")]);
        }
    }

    /// `(fold COUNT END (OP STEP rest))`.
    fn fold(&mut self, root: TermId, fold: Fold, stack: &mut Vec<Step>) {
        let count = fold.families[0].len();
        let mut parts: Vec<Step> = fold.families.into_iter().map(|family| Step::Term(family, Some(count))).collect();
        // Written backwards: what is on the stack last comes first.
        parts.insert(fold.place.unwrap_or(parts.len()), Step::Text("rest"));
        stack.extend([Step::Folded, Step::Text("))")]);
        for part in parts.into_iter().rev() {
            stack.extend([part, Step::Text(" ")]);
        }
        let view = view(self.terms, root);
        let operator = Step::Operator(view.head, view.numbers);
        stack.extend([operator, Step::Term(vec![fold.end], None), Step::Text(" ")]);
        self.text.push_str("(fold ");
        self.number(&[count as u64], None);
    }

    /// Reads of one variable share a slot; a fold's reads have one for all steps.
    fn read(&mut self, family: &Family) {
        let slot: Vec<u32> = family.iter().filter_map(|t| read(self.terms, *t)).map(Read::code).collect();
        let place = self.slots.iter().position(|known| *known == slot).unwrap_or_else(|| {
            self.slots.push(slot);
            self.slots.len() - 1
        });
        let _ = write!(self.text, "x{place}");
    }

    /// A number of every step: in a fold the first and what it goes up by.
    fn number(&mut self, values: &[u64], of: Option<usize>) {
        self.text.push('?');
        self.unmarked(values, of);
    }

    /// A number that no `?` stands for.
    fn unmarked(&mut self, values: &[u64], of: Option<usize>) {
        self.numbers.push(values[0]);
        if of.is_some() {
            self.numbers.push(values.get(1).map_or(0, |next| next.wrapping_sub(values[0])));
        }
    }
}

/// How often each part of a term is used in it.
fn uses(shapes: &mut Shapes<'_>, root: TermId) -> HashMap<TermId, usize> {
    let mut uses = HashMap::new();
    let mut todo = vec![root];
    while let Some(t) = todo.pop() {
        let count = uses.entry(t).or_insert(0);
        *count += 1;
        if *count == 1 {
            todo.extend(shapes.children(t));
        }
    }
    uses
}
