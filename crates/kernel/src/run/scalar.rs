//! Operations on numbers: computed where all are known, else elements of the fields or free terms.

use super::concrete;
use super::field::{Field, Method};
use super::levels::Shape;
use super::record::{Definition, Record, name};
use super::value::{Element, Scalar, Term};
use std::collections::HashSet;

macro_rules! names {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// Operations on numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "named like the operations")]
        pub enum Name { $($name),* }

        impl Name {
            /// The operation of this name.
            pub fn of(text: &str) -> Option<Name> {
                match text { $($text => Some(Name::$name),)* _ => None }
            }

            /// Its name.
            pub fn text(self) -> &'static str {
                match self { $(Name::$name => $text),* }
            }
        }
    };
}

names! {
    AddI = "arith.addi", SubI = "arith.subi", MulI = "arith.muli", DivSI = "arith.divsi", DivUI = "arith.divui", RemSI = "arith.remsi",
    RemUI = "arith.remui", CeilDivSI = "arith.ceildivsi", CeilDivUI = "arith.ceildivui", FloorDivSI = "arith.floordivsi",
    AndI = "arith.andi", OrI = "arith.ori", XOrI = "arith.xori", ShLI = "arith.shli", ShRSI = "arith.shrsi", ShRUI = "arith.shrui",
    MinSI = "arith.minsi", MaxSI = "arith.maxsi", MinUI = "arith.minui", MaxUI = "arith.maxui", CmpI = "arith.cmpi",
    IndexCast = "arith.index_cast", IndexCastUI = "arith.index_castui", ExtSI = "arith.extsi", ExtUI = "arith.extui",
    TruncI = "arith.trunci", AddF = "arith.addf", SubF = "arith.subf", MulF = "arith.mulf", DivF = "arith.divf", RemF = "arith.remf",
    NegF = "arith.negf", MaximumF = "arith.maximumf", MinimumF = "arith.minimumf", MaxNumF = "arith.maxnumf", MinNumF = "arith.minnumf",
    CmpF = "arith.cmpf", SIToFP = "arith.sitofp", UIToFP = "arith.uitofp", FPToSI = "arith.fptosi", FPToUI = "arith.fptoui",
    ExtF = "arith.extf", TruncF = "arith.truncf", Bitcast = "arith.bitcast", AbsF = "math.absf", AbsI = "math.absi", Sqrt = "math.sqrt",
    Floor = "math.floor", Ceil = "math.ceil", CopySign = "math.copysign", Fma = "math.fma", VectorFma = "vector.fma", Exp = "math.exp",
    Exp2 = "math.exp2", Log = "math.log", Log2 = "math.log2", Sin = "math.sin", Cos = "math.cos", Tanh = "math.tanh", PowF = "math.powf",
    Rsqrt = "math.rsqrt", Erf = "math.erf", Log1p = "math.log1p", ExpM1 = "math.expm1", Atan = "math.atan", Atan2 = "math.atan2",
    FPowI = "math.fpowi", Round = "math.round", RoundEven = "math.roundeven", Trunc = "math.trunc",
    // The second results of these: their first are those of addi and muli.
    AddUICarry = "arith.addui_extended", MulSIHigh = "arith.mulsi_extended", MulUIHigh = "arith.mului_extended",
}

/// An operation with its flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// Which.
    pub name: Name,
    /// The predicate of a comparison.
    pub predicate: u8,
    /// Sums and products may be reordered.
    pub reassoc: bool,
}

/// Which operations of both programs are taken for sums and products of reals, by what the first program's flags allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    /// Every sum and difference of floats may be reordered.
    pub all_sums: bool,
    /// Every product of floats may be reordered.
    pub all_products: bool,
    /// The sign of zero counts in none of these.
    pub no_signed_zeros: bool,
    /// A product and a sum may be one operation, and the other way round.
    pub contract: bool,
}

/// What an operation on data is in the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `x + y`
    Sum,
    /// `x - y`
    Difference,
    /// `x * y`
    Product,
}

impl Permissions {
    /// What an operation is in the field; `None`: a free term.
    #[inline]
    pub fn of_field(self, op: Op, method: Method) -> Option<Arithmetic> {
        if method.is_free() {
            return None;
        }
        let (sums, products) = (op.reassoc || self.all_sums, op.reassoc || self.all_products);
        match op.name {
            Name::AddI => Some(Arithmetic::Sum),
            Name::SubI => Some(Arithmetic::Difference),
            Name::MulI => Some(Arithmetic::Product),
            Name::AddF if sums => Some(Arithmetic::Sum),
            Name::SubF if sums => Some(Arithmetic::Difference),
            Name::MulF if products => Some(Arithmetic::Product),
            _ => None,
        }
    }
}

/// The name of `arith.select` among those of operations: none of them has it.
const SELECT: u32 = 255;

/// A number of its own for an operation with its predicate and types, under 2^40.
pub fn code([name, predicate, from, to]: [u32; 4]) -> u64 {
    u64::from(name) << 32 | u64::from(predicate) << 24 | u64::from(from) << 12 | u64::from(to)
}

/// Name, predicate and types of an operation.
pub fn header(op: Op, from: Element, to: Element) -> [u32; 4] {
    let name = if op.name == Name::VectorFma { Name::Fma } else { op.name };
    [name as u32, u32::from(op.predicate), from.code(), to.code()]
}

/// Whether the first two operands may be exchanged.
pub fn commutes(name: Name) -> bool {
    matches!(
        name,
        Name::AddF
            | Name::MulF
            | Name::AddI
            | Name::MulI
            | Name::AndI
            | Name::OrI
            | Name::XOrI
            | Name::MinSI
            | Name::MaxSI
            | Name::MinUI
            | Name::MaxUI
            | Name::MaximumF
            | Name::MinimumF
            | Name::MaxNumF
            | Name::MinNumF
            | Name::Fma
            | Name::VectorFma
            | Name::AddUICarry
            | Name::MulSIHigh
            | Name::MulUIHigh
    )
}

/// How numbers are computed.
pub struct Numbers {
    /// Identity testing; `None`: execution.
    pub field: Option<Field>,
    /// See there.
    pub permissions: Permissions,
    /// Integer divisions of data so far.
    pub divisions: HashSet<(u64, u64)>,
    /// How free terms are made, where somebody wants to know. Everything else must be a free term then.
    pub record: Option<Record>,
}

impl Numbers {
    /// For executions.
    pub fn known() -> Self {
        Numbers { field: None, permissions: Permissions::default(), divisions: HashSet::new(), record: None }
    }

    /// For identity tests.
    pub fn symbolic(key: [u8; 32], permissions: Permissions, method: Method) -> Self {
        Numbers { field: Some(Field::new(key, method)), permissions, divisions: HashSet::new(), record: None }
    }

    /// One operation. An error says why there is no result.
    #[inline]
    pub fn apply(&mut self, op: Op, from: Element, to: Element, operands: &[Scalar]) -> Result<Scalar, String> {
        if let [Scalar::Int(x), Scalar::Int(y)] = operands {
            return concrete::int_binary(op, from.width(), *x, *y).map(Scalar::Int);
        }
        if let ([Scalar::Term(x), Scalar::Term(y)], Some(field)) = (operands, &mut self.field) {
            match self.permissions.of_field(op, field.method()) {
                Some(Arithmetic::Sum) => return Ok(Scalar::Term(field.add(*x, *y))),
                Some(Arithmetic::Difference) => return Ok(Scalar::Term(field.sub(*x, *y))),
                Some(Arithmetic::Product) => return Ok(Scalar::Term(field.mul(*x, *y))),
                None => {}
            }
        }
        if self.field.is_some() && (operands.iter().any(|x| !matches!(x, Scalar::Int(_))) || to.is_float()) {
            return Ok(self.unknown(op, from, to, operands));
        }
        concrete::apply(op, from, to, operands)
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
                let term = self.field().constant(value);
                self.take_down(term, || Definition::Constant(value));
                term
            }
            Scalar::Float(value) => self.float(value, element),
        }
    }

    /// A float of the text: an integer is itself, any other is an unknown that has its name.
    fn float(&mut self, value: f64, element: Element) -> Term {
        let is_zero = value == 0.0;
        if value.fract() == 0.0
            && value.abs() <= 9_007_199_254_740_992.0
            && (!is_zero || self.permissions.no_signed_zeros)
        {
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
        let term = match (p.of_field(op, field.method()), op.name, terms.as_slice()) {
            (Some(Arithmetic::Sum), _, [x, y]) => field.add(*x, *y),
            (Some(Arithmetic::Difference), _, [x, y]) => field.sub(*x, *y),
            (Some(Arithmetic::Product), _, [x, y]) => field.mul(*x, *y),
            (_, Name::NegF, [x]) if !field.method().is_free() => {
                let zero = field.constant(0);
                field.sub(zero, *x)
            }
            (_, Name::Fma | Name::VectorFma, [x, y, z]) if p.contract => {
                let rounded = |name| Op { name, ..op };
                let product = self.apply(rounded(Name::MulF), from, to, &[Scalar::Term(*x), Scalar::Term(*y)]);
                let product = product.expect("a product of terms is a term");
                return self
                    .apply(rounded(Name::AddF), from, to, &[product, Scalar::Term(*z)])
                    .expect("a sum of terms is a term");
            }
            _ => return Scalar::Term(self.free(op, from, to, terms)),
        };
        Scalar::Term(term)
    }

    /// An operation of which nothing is known but that equal operands give equal results.
    fn free(&mut self, op: Op, from: Element, to: Element, mut terms: Vec<Term>) -> Term {
        let (commutes, header) = (commutes(op.name), header(op, from, to));
        let operands = self.record.is_some().then(|| terms.iter().map(|term| name(*term)).collect());
        let term = self.leveled(header, commutes, &terms).unwrap_or_else(|| {
            if commutes {
                // The third operand of fma stays where it is.
                let both = terms.len().min(2);
                terms[..both].sort_by_key(|term| (term.a, term.b));
            }
            self.named(b"op  ", &header, &terms)
        });
        let divides = matches!(
            op.name,
            Name::DivSI
                | Name::DivUI
                | Name::RemSI
                | Name::RemUI
                | Name::CeilDivSI
                | Name::CeilDivUI
                | Name::FloorDivSI
        );
        if divides {
            self.divisions.insert((term.a, term.b));
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
            Scalar::Term(condition) => {
                let (x, y) = (self.term(x, element), self.term(y, element));
                if x.same(y) {
                    return Ok(Scalar::Term(x));
                }
                let (header, terms) = ([SELECT, 0, element.code(), element.code()], [condition, x, y]);
                let chosen = self.leveled(header, false, &terms);
                let chosen = chosen.unwrap_or_else(|| self.named(b"sel ", &[element.code()], &terms));
                self.take_down(chosen, || Definition::Select { element, operands: terms.map(name) });
                Ok(Scalar::Term(chosen))
            }
        }
    }
}
