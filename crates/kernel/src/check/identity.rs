//! Identity testing: both programs run once, as polynomials at a random point.

use super::compare::{self, Agreement, Run};
use super::methods;
use super::pair::{Pair, SMALL_ERROR, Tested};
use super::runs::{Manner, Notes};
use super::verdict::{CheckError, Evidence};
use crate::rule::Rule;
use crate::values::field::Method;
use crate::values::leaves::Leaves;
use crate::values::op::{Permissions, Signs};
use crate::values::value::Scalar;
use isotope_mlir::ir::{Module, Type};
use std::collections::BTreeMap;

impl Pair<'_> {
    /// Runs of both, by the first method whose error is small enough.
    ///
    /// Polynomials say nothing of what cancels, and `x - x` is no 0 where `x` is infinite, NaN or poison. So a float 0 is an unknown at
    /// first, and programs have to be equal with differences as sums, too: in neither anything cancels. One run shows both, in which the
    /// minus is an unknown; where it shows nothing there is a run for each. Where programs are equal otherwise only, what their cells are
    /// computed from is compared. Of sums and products of integers alone nothing of that matters: an operation on poison is poison here and
    /// no polynomial, so that all that cancels is inputs, which have values.
    pub(super) fn identity(&self) -> Result<Tested, CheckError> {
        if let Some(pair) = self.of_one_iteration()?
            && let Some(equal) = pair.unchanged_operations()?
        {
            return Ok(equal);
        }
        if self.kinds.algebra
            && let Some(equal) = self.unchanged_operations()?
        {
            return Ok(equal);
        }
        let permissions = self.licence.permissions;
        let floats = permissions.sums || permissions.products;
        let kept = Permissions { keeps_zeros: floats && Rule::Zeros.holds(), ..permissions };
        let is_small = |evidence: &Evidence| evidence.error_bits < SMALL_ERROR;
        let has_values = !floats && !self.kinds.free;
        let may_subtract = self.licence.may_subtract && self.kinds.algebra && !has_values && Rule::Differences.holds();
        if may_subtract {
            match self.by_methods(Permissions { signs: Signs::Unknown, ..kept })? {
                Tested::Equal(evidence) if is_small(&evidence) => return Ok(Tested::Equal(evidence)),
                ended @ (Tested::Faulty(_) | Tested::Dynamic(_)) => return Ok(ended),
                _ => {}
            }
        }
        let found = match self.by_methods(kept)? {
            Tested::Equal(evidence) if is_small(&evidence) => evidence,
            Tested::Vanishing(evidence) if is_small(&evidence) && !has_values && Rule::Zeros.holds() => {
                return self.cancelled(evidence);
            }
            Tested::Vanishing(evidence) => evidence,
            Tested::Unequal(why) if floats && (permissions.nsz || !Rule::SignOfZero.holds()) => {
                return match self.by_methods(permissions)? {
                    Tested::Equal(evidence) | Tested::Vanishing(evidence) if is_small(&evidence) => {
                        self.cancelled(evidence)
                    }
                    _ => Ok(Tested::Unequal(why)),
                };
            }
            other => return Ok(other),
        };
        if !may_subtract {
            return Ok(Tested::Equal(found));
        }
        match self.by_methods(Permissions { signs: Signs::Dropped, ..kept })? {
            Tested::Equal(evidence) if is_small(&evidence) => {
                let error_bits = found.error_bits.max(evidence.error_bits) + 1.0;
                Ok(Tested::Equal(Evidence { error_bits, ..found }))
            }
            _ => self.cancelled(found),
        }
    }

    /// Equality of programs that apply the same operations to the same numbers, whatever may be reordered or cancelled. A pass that only
    /// moves iterations and copies arrays keeps all operations, and linear free terms show that at the least cost. If they do not, nothing
    /// is known yet. The quotients of integers are compared term by term, for which one point is too little.
    fn unchanged_operations(&self) -> Result<Option<Tested>, CheckError> {
        if self.kinds.divides || !has_same_operations(self.modules) {
            return Ok(None);
        }
        let permissions = Permissions::default();
        let tested = self.tested_by(Method::Linear, permissions, self.options.uses_nests)?;
        let tested = self.once_more(Method::Linear, permissions, tested)?;
        let is_shown = matches!(&tested, Tested::Equal(evidence) if evidence.error_bits < SMALL_ERROR);
        Ok(is_shown.then_some(tested))
    }

    fn by_methods(&self, permissions: Permissions) -> Result<Tested, CheckError> {
        let methods = methods::of(self.kinds);
        let mut tested = Tested::Weak;
        for (at, method) in methods.iter().enumerate() {
            tested = self.identity_by(*method, permissions)?;
            // A second run of this method is cheaper than one of the next; behind the last method there is no other.
            if *method == Method::Linear || at + 1 == methods.len() {
                tested = self.once_more(*method, permissions, tested)?;
            }
            match &tested {
                Tested::Equal(evidence) | Tested::Vanishing(evidence) if evidence.error_bits >= SMALL_ERROR => {}
                Tested::Weak => {}
                // Operands may have been exchanged.
                Tested::Unequal(_) if *method == Method::Linear => {}
                _ => break,
            }
        }
        Ok(tested)
    }

    /// The same with another key, where the error of one run is too large: both would have to fail. Terms nest so deep, or polynomials have
    /// so high a degree, that the points of one run are too few. A third run would have the second one's key, so that a method is run
    /// once more at most once.
    fn once_more(&self, method: Method, permissions: Permissions, tested: Tested) -> Result<Tested, CheckError> {
        let once = match &tested {
            Tested::Equal(once) | Tested::Vanishing(once) => once.error_bits,
            _ => return Ok(tested),
        };
        if !(SMALL_ERROR..0.0).contains(&once) {
            return Ok(tested);
        }
        let sum = |again: Evidence| Evidence { error_bits: once + again.error_bits.min(0.0), ..again };
        let manner = Manner { method, permissions, notes: Notes::None, turn: 1 };
        Ok(match self.tested_as(manner, self.options.uses_nests)? {
            Tested::Equal(again) => Tested::Equal(sum(again)),
            Tested::Vanishing(again) => Tested::Vanishing(sum(again)),
            // The other run needed operations one by one.
            Tested::Dynamic(_) => tested,
            other => other,
        })
    }

    pub(super) fn identity_by(&self, method: Method, permissions: Permissions) -> Result<Tested, CheckError> {
        let tested = self.tested_by(method, permissions, self.options.uses_nests)?;
        match tested {
            // Loops over arrays know no integer of memory, on which a branch or an address may depend.
            Tested::Dynamic(_) if self.options.uses_nests && self.integer_nests => {
                self.tested_by(method, permissions, false)
            }
            tested => Ok(tested),
        }
    }

    fn tested_by(&self, method: Method, permissions: Permissions, uses_nests: bool) -> Result<Tested, CheckError> {
        self.tested_as(Manner { method, permissions, notes: Notes::None, turn: 0 }, uses_nests)
    }

    fn tested_as(&self, manner: Manner, uses_nests: bool) -> Result<Tested, CheckError> {
        let [mut before, mut after] = match self.runs(manner, [uses_nests; 2])? {
            Ok(runs) => runs,
            Err(ended) => return Ok(ended),
        };
        let unknown = before.0.numbers.field.as_ref().map_or(1.0, |field| field.size_of_unknowns().1);
        // The second program computes what the first has anyway, and an operation of it promises something.
        let is_promised = |x: Scalar, y: Scalar| matches!((x, y), (Scalar::Term(x), Scalar::Term(y)) if x.weight <= unknown && y.weight > unknown);
        let promises = self.licence.promises;
        let equal = |x: Scalar, y: Scalar| compare::same_term(x, y) && !(promises && is_promised(x, y));
        let agreement = Agreement { equal: &equal, by_value: !promises };
        let (cells, difference) = compare::cells(&mut before, &mut after, &agreement);
        match difference {
            Some(difference) => Ok(Tested::Unequal(self.unequal(&difference))),
            None => Ok(evidence([before, after], cells)),
        }
    }

    /// Equal where what cancels is left out: the second program may leave out only what makes the first one's result poison where it is no
    /// number, and may not add anything.
    fn cancelled(&self, evidence: Evidence) -> Result<Tested, CheckError> {
        // Operation by operation it is seen whether anything is multiplied by zero; if not, nothing cancels where all is positive.
        let absolute = Permissions { signs: Signs::Dropped, ..self.licence.permissions };
        for method in [Method::Twice, Method::Drawn] {
            match self.tested_by(method, absolute, false)? {
                Tested::Equal(other) if other.error_bits < SMALL_ERROR => {
                    let error_bits = evidence.error_bits.max(other.error_bits) + 1.0;
                    return Ok(Tested::Equal(Evidence { error_bits, ..evidence }));
                }
                Tested::Equal(_) | Tested::Weak => {}
                _ => break,
            }
        }
        let manner =
            Manner { method: Method::Twice, permissions: self.licence.permissions, notes: Notes::Leaves, turn: 0 };
        let why = "it cancels what may be infinite or NaN, or there is too much to show that it does not";
        let Ok(Ok([mut before, mut after])) = self.runs(manner, [false; 2]) else {
            return Ok(Tested::Unequal(why.to_owned()));
        };
        let take = |run: &mut Run<'_>| run.0.numbers.leaves.take().unwrap_or_default();
        let [of_first, of_second] = [take(&mut before), take(&mut after)];
        // Of integers only poison is no number, and the first program's result is poison then.
        let permissions = self.licence.permissions;
        let may_cancel = self.licence.may_cancel || !(permissions.sums || permissions.products);
        let has_all = |x: &Leaves, y: &Leaves, terms: [Scalar; 2]| match terms {
            [Scalar::Term(of_x), Scalar::Term(of_y)] => {
                let (all, some) = (x.of(of_x), y.of(of_y));
                some.iter().all(|leaf| all.binary_search(leaf).is_ok())
            }
            _ => true,
        };
        let equal = |x: Scalar, y: Scalar| {
            compare::same_term(x, y)
                && has_all(&of_first, &of_second, [x, y])
                && (may_cancel || has_all(&of_second, &of_first, [y, x]))
        };
        let (_, difference) = compare::cells(&mut before, &mut after, &Agreement { equal: &equal, by_value: false });
        if of_first.is_full || of_second.is_full {
            return Ok(Tested::Unequal(why.to_owned()));
        }
        Ok(match difference {
            Some(difference) => Tested::Unequal(format!(
                "{}: one of the programs computes it from numbers that cancel, and may be infinite or NaN",
                difference.cell
            )),
            None => Tested::Equal(evidence),
        })
    }
}

/// Whether two programs write the same operations on numbers and on vectors equally often.
fn has_same_operations(modules: [&Module; 2]) -> bool {
    let [first, second] = modules.map(|module| {
        let mut counts: BTreeMap<(&str, bool), usize> = BTreeMap::new();
        for op in &module.operations {
            let name = op.name.as_str();
            let ty = op.results.first().map(|result| module.pool.ty(module.type_of(*result)));
            let is_on_data = ["arith.", "math.", "vector."].iter().any(|of| name.starts_with(of))
                && name != "arith.constant"
                && !matches!(ty, Some(Type::Index));
            if is_on_data {
                *counts.entry((name, matches!(ty, Some(Type::Vector { .. })))).or_default() += 1;
            }
        }
        counts
    });
    first == second
}

/// The evidence of equal cells.
pub(super) fn evidence([before, after]: [Run<'_>; 2], cells: u64) -> Tested {
    // A print or a call may be the last thing that happens: what is divided before it counts.
    let known = &before.0.numbers.divisions;
    let is_known = |(of, events): (&(u64, u64), &u32)| match known.get(of) {
        Some(first) => first <= events || !Rule::DivisionsInOrder.holds(),
        None => false,
    };
    if !after.0.numbers.divisions.iter().all(is_known) && Rule::Divisions.holds() {
        let why = "the second program divides integers that the first does not divide, or divides later: it may divide by zero where the first does not";
        return Tested::Unequal(why.to_owned());
    }
    let steps = [before.0.steps, after.0.steps];
    let vanishes = before.0.numbers.vanishes || after.0.numbers.vanishes;
    let (Some(mut field), Some(other)) = (before.0.numbers.field, after.0.numbers.field) else {
        return Tested::Unequal("no fields were used".to_owned());
    };
    field.join(&other);
    before.0.buffers.iter().chain(&after.0.buffers).for_each(|buffer| {
        let (degree, weight) = buffer.most();
        field.note(degree, weight);
    });
    let error_bits = field.error_bits();
    let evidence =
        Evidence { error_bits, degree: field.degree, terms: field.terms, cells, proved: 0, steps, assumed: Vec::new() };
    if vanishes { Tested::Vanishing(evidence) } else { Tested::Equal(evidence) }
}
