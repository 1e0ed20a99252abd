//! Operations on numbers: computed where all are known, else elements of the fields or free terms.

use crate::rule::Rule;
use crate::values::concrete;
use crate::values::field::{Field, Method};
use crate::values::flags::Flags;
use crate::values::leaves::Leaves;
use crate::values::levels::Shape;
use crate::values::op::{Arithmetic, Name, Op, Permissions, SELECT, Signs, code, commutes, divides, header};
use crate::values::record::{Definition, Record, name};
use crate::values::value::{Element, Scalar, Term};
use std::collections::HashMap;

/// How numbers are computed.
pub struct Numbers {
    /// Identity testing; `None`: execution.
    pub field: Option<Field>,
    /// See there.
    pub permissions: Permissions,
    /// Integer divisions of data and conditions of branches so far: what has to have a value. Each with what the outside had seen before it.
    pub divisions: HashMap<(u64, u64), u32>,
    /// Prints and calls of functions without a body so far: each may be the last thing that happens.
    pub events: u32,
    /// How free terms are made, where somebody wants to know. Everything else must be a free term then.
    pub record: Option<Record>,
    /// Which unknowns numbers were computed from, where somebody wants to know.
    pub leaves: Option<Leaves>,
    /// Something was multiplied by zero, outside of nests.
    pub vanishes: bool,
    /// The unknown that stands for a minus, once it was asked for.
    minus: Option<Term>,
}

impl Numbers {
    /// For executions.
    pub fn known() -> Self {
        Numbers {
            field: None,
            permissions: Permissions::default(),
            divisions: HashMap::new(),
            events: 0,
            record: None,
            leaves: None,
            vanishes: false,
            minus: None,
        }
    }

    /// For identity tests.
    pub fn symbolic(key: [u8; 32], permissions: Permissions, method: Method) -> Self {
        Numbers { field: Some(Field::new(key, method)), permissions, ..Numbers::known() }
    }

    /// One operation. An error says why there is no result.
    #[inline]
    pub fn apply(&mut self, op: Op, from: Element, to: Element, operands: &[Scalar]) -> Result<Scalar, String> {
        if let [Scalar::Int(x), Scalar::Int(y)] = operands {
            return concrete::known(op, from.width(), *x, *y);
        }
        if let ([Scalar::Term(x), Scalar::Term(y)], Some(field)) = (operands, &self.field)
            && let Some(how) = self.permissions.of_field(op, field.method())
        {
            return Ok(Scalar::Term(self.combined(how, *x, *y)));
        }
        if operands.contains(&Scalar::Poison) {
            if divides(op.name) && operands.get(1) == Some(&Scalar::Poison) {
                return Err("the divisor is poison".to_owned());
            }
            return Ok(Scalar::Poison);
        }
        if self.field.is_some() && (operands.iter().any(|x| !matches!(x, Scalar::Int(_))) || to.is_float()) {
            return Ok(self.unknown(op, from, to, operands));
        }
        concrete::apply(op, from, to, operands)
    }

    /// An operation of the field.
    #[inline]
    fn combined(&mut self, how: Arithmetic, x: Term, y: Term) -> Term {
        // A product with zero leaves no trace.
        self.vanishes |= how == Arithmetic::Product && [x, y].iter().any(|term| (term.a, term.b) == (0, 0));
        let (how, y) = match how {
            Arithmetic::Difference if self.permissions.signs == Signs::Unknown => (Arithmetic::Sum, self.negated(y)),
            _ => (how, y),
        };
        let field = self.field();
        let term = match how {
            Arithmetic::Sum => field.add(x, y),
            Arithmetic::Difference => field.sub(x, y),
            Arithmetic::Product => field.mul(x, y),
        };
        match &mut self.leaves {
            Some(leaves) => Term { degree: leaves.union(x, y), ..term },
            None => term,
        }
    }

    /// The unknown that stands for a minus.
    pub fn minus(&mut self) -> Term {
        match self.minus {
            Some(minus) => minus,
            None => {
                let minus = self.field().free(b"sign");
                *self.minus.insert(minus)
            }
        }
    }

    /// A term times the unknown that stands for a minus.
    fn negated(&mut self, term: Term) -> Term {
        let minus = self.minus();
        self.field().mul(minus, term)
    }

    /// Takes down how a term was made.
    fn take_down(&mut self, term: Term, definition: impl FnOnce() -> Definition) {
        if let Some(record) = &mut self.record {
            record.add(term, definition());
        }
    }

    /// Bits of lanes that lie side by side, as a free term.
    pub fn bits(&mut self, from: Element, to: Element, lanes: &[Scalar], at: u32) -> Scalar {
        let terms: Vec<Term> = lanes.iter().map(|lane| self.term(*lane, from)).collect();
        let term = self.named(b"bits", &[from.code(), to.code(), at], &terms);
        let names = || terms.iter().map(|term| name(*term)).collect();
        self.take_down(term, || Definition::Bits { from, to, lanes: names(), at });
        Scalar::Term(term)
    }

    fn field(&mut self) -> &mut Field {
        self.field.as_mut().expect("terms exist only in identity tests")
    }

    /// A number as an element of the fields.
    pub fn term(&mut self, value: Scalar, element: Element) -> Term {
        match value {
            Scalar::Term(term) => term,
            Scalar::Int(value) => {
                let has_minus = value < 0 && self.permissions.signs == Signs::Unknown;
                let value = if self.permissions.signs == Signs::Kept { value } else { value.saturating_abs() };
                let term = self.field().constant(value);
                self.take_down(term, || Definition::Constant(value));
                if has_minus { self.negated(term) } else { term }
            }
            Scalar::Float(value) => self.float(value, element),
            Scalar::Poison => self.named(b"pois", &[], &[]),
        }
    }

    /// A float of the text: an integer is itself, any other is an unknown that has its name.
    fn float(&mut self, value: f64, element: Element) -> Term {
        if value < 0.0 && self.permissions.signs == Signs::Unknown {
            let positive = self.float(-value, element);
            return self.negated(positive);
        }
        let value = if self.permissions.signs == Signs::Dropped { value.abs() } else { value };
        let is_number =
            value != 0.0 || ((self.permissions.nsz || !Rule::SignOfZero.holds()) && !self.permissions.keeps_zeros);
        if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 && is_number {
            return self.field().constant(value as i64);
        }
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(b"flt ");
        bytes[4..8].copy_from_slice(&element.code().to_le_bytes());
        bytes[8..].copy_from_slice(&value.to_bits().to_le_bytes());
        self.field().free(&bytes)
    }

    /// One operation in an identity test.
    fn unknown(&mut self, op: Op, from: Element, to: Element, operands: &[Scalar]) -> Scalar {
        let p = self.permissions;
        let terms: Vec<Term> = operands.iter().map(|x| self.term(*x, from)).collect();
        if let (Name::SIToFP, [Scalar::Int(value)]) = (op.name, operands) {
            // Exact in every float with 24 bits.
            if value.abs() <= 1 << 24 && matches!(to, Element::F32 | Element::F64) {
                return Scalar::Term(self.float(*value as f64, to));
            }
        }
        let field = self.field.as_mut().expect("terms exist only in identity tests");
        // A change of sign is exact, but for the sign of a sum that is zero.
        let negates = p.nsz && !field.method().is_free() && op.named == Flags::NONE;
        let term = match (p.of_field(op, field.method()), op.name, terms.as_slice()) {
            (Some(how), _, [x, y]) => self.combined(how, *x, *y),
            (_, _, [x]) if op.added(field.method()) == Some(0) => *x,
            (_, _, [x]) if let Some(added) = op.added(field.method()) => {
                let added = self.term(Scalar::Int(added), to);
                self.combined(Arithmetic::Sum, *x, added)
            }
            (_, Name::NegF, [x]) if negates && p.signs == Signs::Dropped => *x,
            (_, Name::NegF, [x]) if negates => {
                let zero = field.constant(0);
                self.combined(Arithmetic::Difference, zero, *x)
            }
            (_, Name::Fma | Name::VectorFma, [x, y, z]) if p.contract && op.named == Flags::NONE => {
                let rounded = |name| Op { name, ..op };
                let product = self.apply(rounded(Name::MulF), from, to, &[Scalar::Term(*x), Scalar::Term(*y)]);
                let product = product.expect("a product of terms is a term");
                return self
                    .apply(rounded(Name::AddF), from, to, &[product, Scalar::Term(*z)])
                    .expect("a sum of terms is a term");
            }
            _ => {
                let divisor = if let Some(Scalar::Int(known)) = operands.get(1) { Some(*known) } else { None };
                return Scalar::Term(self.free(op, from, to, terms, divisor));
            }
        };
        Scalar::Term(term)
    }

    /// An operation of which nothing is known but that equal operands give equal results.
    /// `divisor`: the second operand, where it is known.
    fn free(&mut self, op: Op, from: Element, to: Element, mut terms: Vec<Term>, divisor: Option<i64>) -> Term {
        // An extension to any width is one number.
        let is_extension = matches!(op.name, Name::ExtSI | Name::ExtUI) && self.record.is_none();
        let (commutes, header) = (commutes(op.name), header(op, from, if is_extension { from } else { to }));
        let operands = self.record.is_some().then(|| terms.iter().map(|term| name(*term)).collect());
        let term = self.leveled(header, commutes, &terms).unwrap_or_else(|| {
            if commutes {
                // The third operand of fma stays where it is.
                let both = terms.len().min(2);
                terms[..both].sort_by_key(|term| (term.a, term.b));
            }
            self.named(b"op  ", &header, &terms)
        });
        // A known divisor always has a meaning, but -1 for the smallest number.
        if divides(op.name) && !divisor.is_some_and(|divisor| divisor != 0 && divisor != -1) {
            self.divisions.entry((term.a, term.b)).or_insert(self.events);
        }
        if let Some(operands) = operands {
            self.take_down(term, || Definition::Operation { op, from, to, operands });
        }
        term
    }

    /// A free term by its level, where everything is one.
    fn leveled(&mut self, header: [u32; 4], commutes: bool, terms: &[Term]) -> Option<Term> {
        let field = self.field.as_mut().filter(|field| field.method().is_free())?;
        field.leveled(code(header), if commutes { Shape::Commutes } else { Shape::Ordered }, terms)
    }

    /// A free term by its name and operands.
    pub fn named(&mut self, kind: &[u8; 4], header: &[u32], terms: &[Term]) -> Term {
        let mut bytes = Vec::with_capacity(8 + header.len() * 4 + terms.len() * 16);
        bytes.extend_from_slice(kind);
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        header.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        for term in terms {
            bytes.extend_from_slice(&term.a.to_le_bytes());
            bytes.extend_from_slice(&term.b.to_le_bytes());
        }
        let field = self.field();
        field.hashed += u64::from(!terms.is_empty());
        terms.iter().for_each(|term| field.note(term.degree, term.weight));
        let term = field.free(&bytes);
        if let Some(leaves) = &mut self.leaves {
            return terms.iter().fold(term, |all, of| Term { degree: leaves.union(all, *of), ..all });
        }
        let field = self.field();
        if !field.method().is_free() {
            return term;
        }
        if field.method() == Method::Linear {
            // A level of its own, for the pairs that are told apart are counted by levels. Too many levels show nothing.
            let level = terms.iter().map(|term| term.degree.saturating_add(1)).max().unwrap_or(0);
            field.note(level, 1.0);
            return Term { degree: level, ..term };
        }
        // As of levels: the pair itself, and those of operands, in two orders where they may be exchanged.
        let most = terms.iter().fold(0.0, |most: f32, term| most.max(term.weight));
        let weight = if kind == b"op  " { most * 2.0 + 1.0 } else { most + 1.0 };
        field.note(0, weight);
        Term { weight, ..term }
    }

    /// `condition ? x : y`
    pub fn select(&mut self, element: Element, condition: Scalar, x: Scalar, y: Scalar) -> Result<Scalar, String> {
        match condition {
            Scalar::Int(value) => Ok(if value & 1 == 1 { x } else { y }),
            Scalar::Float(_) => Err("the condition is no integer".to_owned()),
            Scalar::Poison => Ok(Scalar::Poison),
            Scalar::Term(condition) => {
                let (x, y) = (self.term(x, element), self.term(y, element));
                let (header, terms) = ([SELECT, 0, element.code(), element.code()], [condition, x, y]);
                let chosen = self.leveled(header, false, &terms);
                let chosen = chosen.unwrap_or_else(|| self.named(b"sel ", &[element.code()], &terms));
                self.take_down(chosen, || Definition::Select { element, operands: terms.map(name) });
                Ok(Scalar::Term(chosen))
            }
        }
    }
}
