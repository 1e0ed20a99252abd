//! One question under proof: its budget, and the ways that answer it as it stands.
//!
//! None of these asks another question of the kind; those that do are in `order`.

use crate::cut::{Cutting, cut};
use crate::effort::Effort;
use crate::exhaustive::{self, Tried};
use crate::interval::{Intervals, Range};
use crate::limits;
use crate::method::{How, Method};
use crate::normal::Normaliser;
use crate::pieces;
use crate::query::{Model, Outcome, Query, Ways};
use crate::samples::refute;
use crate::solver::{Verdict, satisfiable};
use isotope_ir::term::{BinOp, TermId, Terms, UnOp};

/// Two sides that are to be shown equal, and what may still be spent on that.
pub(super) struct Proof<'q> {
    pub query: &'q Query,
    pub lhs: TermId,
    pub rhs: TermId,
    /// Of the solver's budget, in `rlimit` units.
    pub spent: u64,
    /// Of everything else, and of the questions that this one is cut into.
    pub effort: &'q Effort<'q>,
    /// Whether it may be split by the values of an input: not once more where it was.
    pub splits: bool,
}

/// Both sides in a normal form that is not one, and what that they are equal to the question's rests on. Whatever is
/// proved of them is proved of the question by those methods besides its own.
#[derive(Clone)]
pub(super) struct Sides {
    pub lhs: TermId,
    pub rhs: TermId,
    pub how: How,
    /// Ranges of terms in them, which hold wherever the assumptions hold.
    pub ranges: Vec<(TermId, Range)>,
}

impl<'q> Proof<'q> {
    pub(super) fn new(query: &'q Query, lhs: TermId, rhs: TermId, effort: &'q Effort<'q>) -> Self {
        Proof { query, lhs, rhs, spent: 0, effort, splits: true }
    }

    /// The work that the solver may still spend, in `rlimit` units.
    pub(super) fn left(&self) -> u64 {
        self.query.rlimit.saturating_sub(self.spent)
    }

    /// Whether a walk over so many terms is still within the effort.
    pub(super) fn affords(&self, terms: &Terms) -> bool {
        self.effort.spend(terms.len() as u64).is_ok()
    }

    /// A sample on which two terms differ, where samples are taken.
    pub(super) fn sampled(&self, terms: &Terms, lhs: TermId, rhs: TermId, given: &[TermId]) -> Option<Model> {
        if self.query.ways == Ways::Unsampled { None } else { refute(terms, lhs, rhs, given) }
    }

    /// How one normal form shows the question, or the sides' normal forms.
    pub(super) fn normalised(&self, terms: &mut Terms, seals: bool) -> Result<How, Sides> {
        let given = &self.query.assumptions;
        let form = if seals { Normaliser::sealing } else { Normaliser::new };
        let mut normaliser = form(terms, given, self.effort);
        let (lhs, rhs) = normaliser.pair(self.lhs, self.rhs);
        let how = normaliser.how();
        let ranges = normaliser.ranges();
        if lhs == rhs { Ok(how) } else { Err(Sides { lhs, rhs, how, ranges }) }
    }

    /// The verdict of trying every input, when they are few enough.
    pub(super) fn exhaustively(&self, max_bits: u32) -> Option<Outcome> {
        let query = self.query;
        let tried = exhaustive::compare(&query.terms, self.lhs, self.rhs, &query.assumptions, max_bits, self.effort);
        self.tried(tried, How::by(Method::EveryInput))
    }

    /// The verdict of going through the range of the only input.
    pub(super) fn by_pieces(&self) -> Option<Outcome> {
        let tried = pieces::compare(&self.query.terms, self.lhs, self.rhs, &self.query.assumptions, self.effort);
        self.tried(tried, How::by(Method::Pieces).with(Method::Intervals))
    }

    /// A counterexample of few assumptions may break the others, and then says nothing; the next way is asked.
    fn tried(&self, tried: Tried, how: How) -> Option<Outcome> {
        match tried {
            Tried::Equal => Some(Outcome::Proved(how)),
            Tried::Different(model) => self.checked(model).map(Outcome::Refuted),
            Tried::TooMany => None,
        }
    }

    /// Replaces maximal shared subterms by fresh variables within their bounds, and tries to prove that: by samples
    /// that show that it is not so, by every input, then by the solver. The sides are the question's, or equal to them.
    pub(super) fn by_cut(&mut self, terms: &mut Terms, lhs: TermId, rhs: TermId) -> Option<How> {
        self.by_cut_given(terms, [lhs, rhs], &[], &[])
    }

    /// The same of sides in a normal form, which knows more of their sums than intervals show.
    pub(super) fn by_cut_of(&mut self, terms: &mut Terms, sides: &Sides) -> Option<How> {
        self.by_cut_given(terms, [sides.lhs, sides.rhs], &[], &sides.ranges).map(|how| how.and(sides.how))
    }

    /// The same with subterms replaced as well that a side shares with some of the assumptions, and with those.
    pub(super) fn by_cut_given(
        &mut self,
        terms: &mut Terms,
        sides: [TermId; 2],
        given: &[TermId],
        ranges: &[(TermId, Range)],
    ) -> Option<How> {
        let intervals = Intervals::new(terms, &self.query.assumptions).knowing(terms, ranges);
        let ways = [Cutting::Outermost, Cutting::Apart];
        ways.into_iter().find_map(|at| self.by_cut_at(terms, sides, given, (&mut intervals.clone(), at)))
    }

    /// One cut. Samples first: most questions that a cut makes are false, and to see that is cheap.
    fn by_cut_at(
        &mut self,
        terms: &mut Terms,
        sides: [TermId; 2],
        given: &[TermId],
        (intervals, at): (&mut Intervals, Cutting),
    ) -> Option<How> {
        if !self.affords(terms) {
            return None;
        }
        let cut = cut(terms, sides, given, intervals, at, |_, _, _| true)?;
        let how = cut.how(Method::Cuts);
        let bounds = [&cut.bounds[..], &cut.given].concat();
        if self.sampled(terms, cut.lhs, cut.rhs, &bounds).is_some() {
            return None;
        }
        let eager = limits::EAGER_EXHAUSTIVE_BITS;
        match exhaustive::compare(terms, cut.lhs, cut.rhs, &bounds, eager, self.effort) {
            Tried::Equal => return Some(how.with(Method::EveryInput)),
            Tried::Different(_) => return None,
            Tried::TooMany => {}
        }
        let differ = differ(terms, cut.lhs, cut.rhs);
        let mut constraints = bounds;
        // Assumptions over variables that survive the cut still say something.
        constraints.extend_from_slice(&self.query.assumptions);
        constraints.push(differ);
        // The assumptions make the claim weaker and their absence would make it stronger: either proves the question.
        let (verdict, spent) = satisfiable(terms, &constraints, self.left() / limits::CUT_BUDGET_DIVISOR);
        self.spent += spent;
        (verdict == Verdict::Unsat).then_some(how.with(Method::Solver))
    }

    /// One call of Z3 on two sides that equal the question's: no input satisfies the assumptions and tells them apart.
    pub(super) fn by_solver(&mut self, terms: &mut Terms, lhs: TermId, rhs: TermId, budget: u64) -> Outcome {
        let mut constraints = self.query.assumptions.clone();
        constraints.push(differ(terms, lhs, rhs));
        let (verdict, spent) = satisfiable(terms, &constraints, budget);
        self.spent += spent;
        match verdict {
            Verdict::Unsat => Outcome::Proved(How::by(Method::Solver)),
            // An uninterpreted function has a value in Z3's model and none when evaluated: then nothing is known.
            Verdict::Sat(model) => match self.checked(model) {
                Some(model) => Outcome::Refuted(model),
                None => Outcome::Unknown("the solver's model does not tell both sides apart".to_owned()),
            },
            Verdict::Unknown(why) => Outcome::Unknown(why),
        }
    }

    /// The model, completed over the question's variables, if it is a counterexample when evaluated. Where a way or the
    /// solver is wrong, this is what keeps it from refuting what is true; variables that no constraint mentions are 0,
    /// like any value.
    pub(super) fn checked(&self, model: Model) -> Option<Model> {
        let value = |n: u32| model.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
        let terms = &self.query.terms;
        let differs = terms.eval(self.lhs, &value)? != terms.eval(self.rhs, &value)?;
        let full = self.query.variables().iter().map(|&(n, _)| (n, value(n))).collect();
        (differs && holds(terms, &self.query.assumptions, &model)).then_some(full)
    }
}

/// Whether every one-bit term evaluates to 1; an uninterpreted function has no value, hence does not hold.
pub(super) fn holds(terms: &Terms, constraints: &[TermId], model: &Model) -> bool {
    let value = |n: u32| model.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
    constraints.iter().all(|&c| terms.eval(c, &value) == Some(1))
}

/// One bit: the sides differ. The solver is asked whether that can be.
fn differ(terms: &mut Terms, lhs: TermId, rhs: TermId) -> TermId {
    let equal = terms.bin(BinOp::Eq, lhs, rhs);
    terms.un(UnOp::Not, equal)
}
