//! Operations on numbers: their names, and all that their meaning depends on.

use crate::rule::Rule;
use crate::values::field::Method;
use crate::values::flags::Flags;
use crate::values::value::Element;

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

/// An operation with all that its meaning depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// Which.
    pub name: Name,
    /// The predicate of a comparison.
    pub predicate: u8,
    /// How its result is rounded.
    pub rounding: Rounding,
    /// Its promises, and the rewrites that it allows.
    pub flags: Flags,
    /// Those of its flags that are part of its name in an identity test: operations with others are other operations.
    pub named: Flags,
    /// Of an extension of what fits: of a term it is the term and this number.
    pub exact: Option<i64>,
}

impl Op {
    /// An operation without predicate and flags.
    pub fn plain(name: Name) -> Op {
        Op { name, predicate: 0, rounding: Rounding::default(), flags: Flags::NONE, named: Flags::NONE, exact: None }
    }

    /// The excess of its result over its operand, as a term: 0 of an extension of what fits and of a remainder by a power of two, and a
    /// power of two of an extension of what fits but for that. `None`: the result is another term.
    pub fn added(self, method: Method) -> Option<i64> {
        match self.exact {
            Some(added) if added == 0 || !method.is_free() => Some(added),
            _ => (self.name == Name::TruncI && self.named == Flags::NONE && !method.is_free()).then_some(0),
        }
    }
}

impl Op {
    /// Whether values may be joined by it in any order; `in_one_order`: or in the order in which they come.
    pub fn joins_in_any_order(self, in_one_order: bool) -> bool {
        use Name::*;
        match self.name {
            AddF | MulF => self.flags.has(Flags::REASSOC) || in_one_order,
            // A sum that fits in one order may not fit in another.
            AddI | MulI => !self.flags.has_any(Flags::NSW | Flags::NUW) || in_one_order,
            AndI | OrI | XOrI | MinSI | MaxSI | MinUI | MaxUI | MaximumF | MinimumF | MaxNumF | MinNumF => true,
            _ => false,
        }
    }
}

/// Where a result goes that lies between two floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearer one, or the even one.
    #[default]
    Nearest,
    /// To the lower one.
    Downward,
    /// To the higher one.
    Upward,
    /// To the one nearer to zero.
    TowardZero,
    /// To the nearer one, or the one farther from zero.
    NearestAway,
}

impl Rounding {
    /// By the name that `#arith.roundingmode<...>` has.
    pub fn of(text: &str) -> Option<Rounding> {
        Some(match text {
            "to_nearest_even" => Rounding::Nearest,
            "downward" => Rounding::Downward,
            "upward" => Rounding::Upward,
            "toward_zero" => Rounding::TowardZero,
            "to_nearest_away" => Rounding::NearestAway,
            _ => return None,
        })
    }
}

/// Which operations of both programs are taken for sums and products of reals, by what the first program's flags allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    /// Every sum and difference of floats may be reordered.
    pub sums: bool,
    /// Every product of floats may be reordered.
    pub products: bool,
    /// The sign of zero counts in none of these.
    pub nsz: bool,
    /// A constant 0 is no zero of the field all the same: what is multiplied by it is not forgotten.
    pub keeps_zeros: bool,
    /// A product and a sum may be one operation.
    pub contract: bool,
    /// How differences and negative numbers are taken.
    pub signs: Signs,
}

/// How differences and negative numbers are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signs {
    /// As they are.
    #[default]
    Kept,
    /// Differences are sums, and nothing is negative: so nothing cancels that a program reads.
    Dropped,
    /// The minus is an unknown: what is equal then is equal with -1 in its place, and with 1, which drops all signs.
    Unknown,
}

/// The meaning of an operation on data in the field.
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
    /// The meaning of an operation in the field; `None`: a free term.
    #[inline]
    pub fn of_field(self, op: Op, method: Method) -> Option<Arithmetic> {
        if method.is_free() {
            return None;
        }
        if op.named != Flags::NONE {
            return None;
        }
        match op.name {
            Name::AddI => Some(Arithmetic::Sum),
            Name::SubI if self.signs == Signs::Dropped => Some(Arithmetic::Sum),
            Name::SubI => Some(Arithmetic::Difference),
            Name::MulI => Some(Arithmetic::Product),
            Name::AddF if self.sums => Some(Arithmetic::Sum),
            Name::SubF if self.sums && self.signs == Signs::Dropped => Some(Arithmetic::Sum),
            Name::SubF if self.sums => Some(Arithmetic::Difference),
            Name::MulF if self.products => Some(Arithmetic::Product),
            _ => None,
        }
    }
}

/// The name of `arith.select` among those of operations: none of them has it.
pub const SELECT: u32 = 255;

/// A number of its own for an operation's header, under 2^52.
pub fn code([name, how, from, to]: [u32; 4]) -> u64 {
    u64::from(name) << 44 | u64::from(how) << 24 | u64::from(from) << 12 | u64::from(to)
}

/// All that an operation's meaning depends on, and its types: the second word, under 2^20, has predicate, rounding and flags.
pub fn header(op: Op, from: Element, to: Element) -> [u32; 4] {
    let name = if op.name == Name::VectorFma { Name::Fma } else { op.name };
    let predicate = if Rule::Predicate.holds() { u32::from(op.predicate & 15) } else { 0 };
    let rounding = if Rule::Rounding.holds() { op.rounding as u32 } else { 0 };
    let how = predicate | rounding << 4 | op.named.bits() << 8;
    [name as u32, how, from.code(), to.code()]
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

/// Whether it divides integers: by 0 it has no meaning at all.
pub fn divides(name: Name) -> bool {
    use Name::*;
    matches!(name, DivSI | DivUI | RemSI | RemUI | CeilDivSI | CeilDivUI | FloorDivSI)
}
