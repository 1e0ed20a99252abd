//! Translates: forms that differ only in where their loads begin.
//!
//! Two forms are translates if one becomes the other when every load is moved by the same number of elements; what is the
//! same in every lane stays. A lane of the one is then a neighbouring lane of the other: if F reads from d elements further than
//! G does, lane l of F is lane l + d of G, as long as there is such a lane.

use crate::form::{Form, Id, Test};
use crate::streams::{Class, LaneProgram, Translate, Translates};
use isotope_ir::memory::Place;

impl Translates {
    /// Classes for the forms that there are by now.
    pub(super) fn extend(&mut self, program: &LaneProgram) {
        for id in (self.of.len()..program.forms.len()).map(|n| Id(n as u32)) {
            let (class, at) = self.classified(program, id);
            let is_made = matches!(class, Class::Made(..));
            let next = self.classes.len() as u32;
            let class = *self.classes.entry(class).or_insert(next);
            if let Some(at) = at.filter(|_| is_made) {
                self.members.entry(class).or_default().entry(at).or_insert(id);
            }
            self.of.push(Translate { class, at });
        }
    }

    /// The class of a form, and where it begins.
    fn classified(&self, program: &LaneProgram, id: Id) -> (Class, Option<i64>) {
        let own = (Class::Own(id), (!program.is_uniform(id)).then_some(0));
        if let Some(stream) = program.stream(id) {
            let place = |lane: usize| program.memory.place(stream.source[lane].0, stream.source[lane].1);
            let Place { array, index } = place(0);
            let follows = |lane: usize| place(lane) == Place { array, index: index + lane as i64 };
            let neighbours = (1..stream.source.len()).all(follows) && stream.source.len() > 1;
            return if neighbours { (Class::Loads(array, stream.element), Some(index)) } else { own };
        }
        let form = program.forms.form(id);
        let operands: Option<Vec<Translate>> = form.operands().into_iter().map(|x| self.of(x)).collect();
        match operands {
            Some(operands) if !operands.is_empty() => {
                let first = operands.iter().filter_map(|o| o.at).min();
                let (shape, apart) = shape(form, &operands, first.unwrap_or(0));
                (Class::Made(shape, apart), first)
            }
            _ => own,
        }
    }
}

/// A form with classes for operands, and where these begin after `first`. Operands that may change places are sorted: forms are
/// numbered in the order of their making, which translates need not share.
fn shape(form: &Form, operands: &[Translate], first: i64) -> (Form, Vec<Option<i64>>) {
    let mut parts: Vec<(u32, Option<i64>, i128)> =
        operands.iter().map(|o| (o.class, o.at.map(|at| at.wrapping_sub(first)), 1)).collect();
    if let Form::Sum(terms, _) = form {
        parts.iter_mut().zip(terms).for_each(|(part, term)| part.2 = term.0);
    }
    if matches!(
        form,
        Form::Sum(..) | Form::Mul(..) | Form::Min(..) | Form::Max(..) | Form::Bits(..) | Form::Test(Test::Equal, ..)
    ) {
        parts.sort_unstable();
    }
    let class = |n: usize| Id(parts[n].0);
    let shape = match form {
        Form::Stream(_) | Form::Const(_) | Form::LaneConst(_) => form.clone(),
        Form::Sum(_, k) => Form::Sum(parts.iter().map(|part| (part.2, Id(part.0))).collect(), *k),
        Form::Mul(..) => Form::Mul(class(0), class(1)),
        Form::Shr(_, k) => Form::Shr(class(0), *k),
        Form::ShrBy(..) => Form::ShrBy(class(0), class(1)),
        Form::Div(_, d) => Form::Div(class(0), *d),
        Form::Clamp(_, lo, hi) => Form::Clamp(class(0), *lo, *hi),
        Form::Min(..) => Form::Min(class(0), class(1)),
        Form::Max(..) => Form::Max(class(0), class(1)),
        Form::Abs(_) => Form::Abs(class(0)),
        Form::Wrap(_, bits, signed) => Form::Wrap(class(0), *bits, *signed),
        Form::Bits(op, ..) => Form::Bits(*op, class(0), class(1)),
        Form::Test(test, ..) => Form::Test(*test, class(0), class(1)),
        Form::Select(..) => Form::Select(class(0), class(1), class(2)),
        Form::Float(of, args) => Form::Float(*of, (0..args.len()).map(class).collect()),
    };
    (shape, parts.into_iter().map(|part| part.1).collect())
}
