//! Questions, answers, and who answers them.

use crate::limits;
use crate::method::How;
use isotope_ir::term::{Node, TermId, Terms};
use std::sync::atomic::{AtomicU64, Ordering};

/// Values of variables, by number, ascending.
pub type Model = Vec<(u32, u128)>;

/// The question about a [`Query`]'s terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Are both sides equal wherever every assumption holds?
    Prove {
        /// One side.
        lhs: TermId,
        /// The other side, of the same width.
        rhs: TermId,
    },
    /// Which values of these variables make every assumption true? Variables outside the list may take any value.
    Solve {
        /// The variables to report, by number.
        unknowns: Vec<u32>,
    },
}

/// A self-contained question: its own arena holds the reachable terms only, numbered by a walk from the roots, so equal
/// questions are equal texts whatever arena they came from.
#[derive(Clone, Debug)]
pub struct Query {
    /// The terms, operands before users.
    pub terms: Terms,
    /// One-bit terms that hold (`Prove`) or must hold (`Solve`).
    pub assumptions: Vec<TermId>,
    /// The question.
    pub goal: Goal,
    /// The budget, in Z3's `rlimit` units.
    pub rlimit: u64,
    /// The ways that may be tried.
    pub ways: Ways,
}

/// The ways that may be tried on a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ways {
    /// All of them.
    #[default]
    All,
    /// All but concrete samples. A difference that a sample refutes never reaches another way, so tests of those ways leave it out.
    Unsampled,
    /// The solver on the terms as given, and nothing else: the check on all other ways.
    Solver,
}

/// The verdict on a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Equal wherever the assumptions hold.
    Proved(How),
    /// Different on this input, which was evaluated.
    Refuted(Model),
    /// These values make every constraint true, which was evaluated.
    Solved(Model),
    /// No values make every constraint true.
    Unsolvable,
    /// Not known, and why.
    Unknown(String),
}

/// A verdict with the work it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub outcome: Outcome,
    /// Work that it took: Z3's `rlimit` units, and units of [`crate::effort::Effort`] for everything else.
    pub work: u64,
}

impl Answer {
    /// An answer that no solver was asked for.
    pub fn free(outcome: Outcome) -> Self {
        Answer { outcome, work: 0 }
    }

    /// Whether the equality was shown.
    pub fn is_proved(&self) -> bool {
        matches!(self.outcome, Outcome::Proved(_))
    }
}

/// Answers queries. Deterministic in the query unless it is interrupted from outside, and then the answer is `Unknown`.
pub trait Prover: Send + Sync {
    /// Answers one query.
    fn prove(&self, query: &Query) -> Answer;
}

impl<P: Prover + ?Sized> Prover for &P {
    fn prove(&self, query: &Query) -> Answer {
        (**self).prove(query)
    }
}

/// A prover that answers as long as its work lasts: for a proof of many questions. Refuses what comes after.
pub struct Bounded<'a> {
    prover: &'a dyn Prover,
    /// How much may be done in all.
    work: u64,
    /// Shared by threads that prove parts of one proof.
    spent: AtomicU64,
}

impl<'a> Bounded<'a> {
    /// Answers until so much work is done, in the units of [`Answer`].
    pub fn new(prover: &'a dyn Prover, work: u64) -> Self {
        Bounded { prover, work, spent: AtomicU64::new(0) }
    }

    /// Work done so far; more than was given where the last question took more than was left.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }
}

impl Prover for Bounded<'_> {
    fn prove(&self, query: &Query) -> Answer {
        // Asked before, not after: a question is never cut short by those before it, only refused.
        if self.spent() >= self.work {
            return Answer::free(Outcome::Unknown("the work of the proof is spent".to_owned()));
        }
        let answer = self.prover.prove(query);
        self.spent.fetch_add(answer.work, Ordering::Relaxed);
        answer
    }
}

impl Query {
    /// Asks whether `lhs` equals `rhs` wherever `assumptions` hold; the reachable terms are copied out of `terms`.
    pub fn prove(terms: &Terms, lhs: TermId, rhs: TermId, assumptions: &[TermId]) -> Query {
        let mut copy = Copier::new(terms);
        let lhs = copy.root(lhs);
        let rhs = copy.root(rhs);
        let assumptions = assumptions.iter().map(|&a| copy.root(a)).collect();
        Query {
            terms: copy.to,
            assumptions,
            goal: Goal::Prove { lhs, rhs },
            rlimit: limits::DEFAULT_RLIMIT,
            ways: Ways::All,
        }
    }

    /// Asks for values of `unknowns` that make every constraint true.
    pub fn solve(terms: &Terms, constraints: &[TermId], unknowns: &[u32]) -> Query {
        let mut copy = Copier::new(terms);
        let assumptions = constraints.iter().map(|&c| copy.root(c)).collect();
        let goal = Goal::Solve { unknowns: unknowns.to_vec() };
        Query { terms: copy.to, assumptions, goal, rlimit: limits::DEFAULT_RLIMIT, ways: Ways::All }
    }

    /// The same question with another budget.
    pub fn with_rlimit(mut self, rlimit: u64) -> Query {
        self.rlimit = rlimit;
        self
    }

    /// The same question, to be answered in these ways only.
    pub fn by(mut self, ways: Ways) -> Query {
        self.ways = ways;
        self
    }

    /// The variables that occur, as (number, width), ascending.
    pub fn variables(&self) -> Vec<(u32, u32)> {
        let mut found: Vec<(u32, u32)> = (0..self.terms.len() as u32)
            .filter_map(|i| match self.terms.node(TermId(i)) {
                Node::Var(n) => Some((*n, self.terms.width(TermId(i)))),
                _ => None,
            })
            .collect();
        found.sort_unstable();
        found
    }
}

/// The operands of a node, in order.
pub fn operands(node: &Node) -> Vec<TermId> {
    match node {
        Node::Const(_) | Node::Var(_) => vec![],
        Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => vec![*a],
        Node::Bin(_, a, b) | Node::Concat(a, b) => vec![*a, *b],
        Node::Ite(a, b, c) => vec![*a, *b, *c],
        Node::Apply(_, args) => args.clone(),
    }
}

/// The terms that `roots` reach, ascending, hence operands before users.
pub(crate) fn reachable(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    // Flags and not a set: most walks reach most of their arena.
    let mut seen = vec![false; terms.len()];
    let mut stack: Vec<TermId> = roots.to_vec();
    while let Some(t) = stack.pop() {
        if !std::mem::replace(&mut seen[t.0 as usize], true) {
            stack.extend(operands(terms.node(t)));
        }
    }
    (0..terms.len()).filter(|&i| seen[i]).map(|i| TermId(i as u32)).collect()
}

/// Copies terms between arenas in depth-first order of their roots, left operand first: the order does not depend on
/// the numbers in the source arena (the smart constructors' order by age then follows this walk).
pub(crate) struct Copier<'a> {
    from: &'a Terms,
    /// The arena copied into.
    pub to: Terms,
    done: Vec<Option<TermId>>,
}

impl<'a> Copier<'a> {
    pub(crate) fn new(from: &'a Terms) -> Self {
        Copier { from, to: from.empty_like(), done: vec![None; from.len()] }
    }

    /// The copy of a term and of all it reaches. Roots that are copied one after the other share what was copied
    /// before.
    pub(crate) fn root(&mut self, root: TermId) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((t, operands_done)) = stack.pop() {
            if self.done[t.0 as usize].is_some() {
                continue;
            }
            if operands_done {
                self.done[t.0 as usize] = Some(self.copy(t));
            } else {
                stack.push((t, true));
                stack.extend(operands(self.from.node(t)).into_iter().rev().map(|a| (a, false)));
            }
        }
        self.of(root)
    }

    /// The copy of a term that was met before.
    fn of(&self, t: TermId) -> TermId {
        self.done[t.0 as usize].expect("operands are copied before their users")
    }

    /// The copy of a term whose operands have been copied.
    fn copy(&mut self, t: TermId) -> TermId {
        let width = self.from.width(t);
        rebuild(&mut self.to, self.from.node(t), width, &|a| {
            self.done[a.0 as usize].expect("operands are copied before their users")
        })
    }
}

/// The node with its operands replaced, through the smart constructors: in an arena that folds, the result may be a
/// simpler term, of the same width and value.
pub(crate) fn rebuild(to: &mut Terms, node: &Node, width: u32, of: &dyn Fn(TermId) -> TermId) -> TermId {
    match node {
        Node::Const(v) => to.constant(*v, width),
        Node::Var(n) => to.var(*n, width),
        Node::Un(op, a) => to.un(*op, of(*a)),
        Node::Bin(op, a, b) => to.bin(*op, of(*a), of(*b)),
        Node::Ite(c, a, b) => to.ite(of(*c), of(*a), of(*b)),
        Node::Extract(lo, a) => to.extract(of(*a), *lo, width),
        Node::ZExt(a) => to.zext(of(*a), width),
        Node::SExt(a) => to.sext(of(*a), width),
        Node::Concat(h, l) => to.concat(of(*h), of(*l)),
        Node::Apply(name, args) => {
            let args = args.iter().map(|&a| of(a)).collect();
            to.apply(name, args, width)
        }
    }
}
