//! Real numbers: known ones, and what the text computes of the values of floats.
//!
//! The text says of an operation on floats that its operands' values, which are reals, are added or multiplied exactly, and that the
//! exact result is rounded once. That is what IEEE 754 says of its operations (section 5.1), so that a real is kept here as what it was
//! computed from, and becomes an operation of [`isotope_ir::ieee`] where it is rounded:
//!
//! ```text
//! value1 : real = the value of op1; value2 : real = the value of op2
//! FPRound(value1 * value2, ..)                is  IEEE's multiplication of op1 and op2
//! FPRound(valueA + value1 * value2, ..)       is  the fused multiplication and addition
//! ```
//!
//! Where operands are narrower than the result they are converted first, which is exact.
//!
//! A comparison's question about an exact result, whether it is zero or at least a power of two, its rounding *to odd* answers as well: that
//! neither reaches nor passes a number whose last bit is zero unless the exact one does.
//!
//! A NaN has no value here. The text gives it 0.0, and asks for NaNs before it reads any value; that it does the comparison
//! with the executed instruction tells.

use super::value::Linear;
use super::{Run, fault};
use isotope_ir::ieee::Format;
use isotope_semantics::pseudo::ast::Expr as Out;
use std::rc::Rc;

/// A real number.
#[derive(Clone, Debug, PartialEq)]
pub enum Real {
    /// A known one.
    Known(Dyadic),
    /// The value of a float: its bits.
    Float(Out, Format),
    /// The value of an integer: its bits, how many, and whether they have a sign.
    Integer(Out, u32, bool),
    /// The opposite.
    Opposite(Rc<Real>),
    /// The distance from zero.
    Distance(Rc<Real>),
    /// The sum.
    Sum(Rc<Real>, Rc<Real>),
    /// The difference.
    Difference(Rc<Real>, Rc<Real>),
    /// The product.
    Product(Rc<Real>, Rc<Real>),
    /// The quotient.
    Quotient(Rc<Real>, Rc<Real>),
    /// The square root.
    Root(Rc<Real>),
    /// The first where the condition holds.
    Either(Out, Rc<Real>, Rc<Real>),
}

/// `number * 2^exponent`; the number is odd, or both are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dyadic {
    /// The odd factor, with the sign.
    pub number: i128,
    /// The power of two.
    pub exponent: i64,
}

impl Dyadic {
    /// `number * 2^exponent`.
    pub fn of(number: i128, exponent: i64) -> Dyadic {
        if number == 0 {
            return Dyadic { number, exponent: 0 };
        }
        let zeros = number.trailing_zeros();
        Dyadic { number: number >> zeros, exponent: exponent.saturating_add(i64::from(zeros)) }
    }

    /// A decimal literal, `0.5`; `None` for other texts, and for what is no sum of powers of two.
    pub fn literal(text: &str) -> Option<Dyadic> {
        let (whole, fraction) = text.split_once('.')?;
        let digits: String = [whole, fraction].concat();
        let fine = !whole.is_empty() && !fraction.is_empty() && digits.len() < 30;
        let number: i128 = digits.parse().ok().filter(|_| fine && digits.bytes().all(|b| b.is_ascii_digit()))?;
        let places = fraction.len() as u32;
        let fives = 5i128.checked_pow(places)?;
        (number % fives == 0).then(|| Dyadic::of(number / fives, -i64::from(places)))
    }

    /// Whether it is a power of two, and of which exponent.
    pub fn power(self) -> Option<i64> {
        (self.number == 1).then_some(self.exponent)
    }

    /// `self + k * other`; `None` where numbers are too far apart.
    fn plus(self, other: Dyadic, k: i128) -> Option<Dyadic> {
        let exponent = if self.number == 0 {
            other.exponent
        } else if other.number == 0 {
            self.exponent
        } else {
            self.exponent.min(other.exponent)
        };
        let at = |d: Dyadic| match u32::try_from(d.exponent.checked_sub(exponent)?).ok() {
            _ if d.number == 0 => Some(0),
            Some(shift) if shift < 100 => d.number.checked_mul(1 << shift),
            _ => None,
        };
        Some(Dyadic::of(at(self)?.checked_add(at(other)?.checked_mul(k)?)?, exponent))
    }

    /// The bits of the float of this value; `None` where the format has none.
    pub fn bits(self, format: Format) -> Option<u64> {
        let sign = if self.number < 0 { format.sign() } else { 0 };
        let magnitude = u64::try_from(self.number.unsigned_abs()).ok()?;
        if magnitude == 0 {
            return Some(0);
        }
        let (fraction, bias) = (i64::from(format.fraction_bits()), i64::from(format.bias()));
        let top = i64::from(63 - magnitude.leading_zeros());
        // The exponent of the leading bit; below the smallest one the fraction has leading zeros.
        let leading = self.exponent.checked_add(top)?;
        let least = 1 - bias;
        if leading > bias {
            return None;
        }
        let unit = leading.max(least) - fraction;
        let shift = u32::try_from(self.exponent.checked_sub(unit)?).ok()?;
        let significand = magnitude.checked_shl(shift).filter(|s| s >> shift == magnitude)?;
        let written = if leading < least { 0 } else { (leading + bias) as u64 };
        Some(sign | (written << fraction).wrapping_add(significand & ((1 << fraction) - 1)))
    }
}

impl Real {
    /// A known number.
    pub fn known(number: i128) -> Rc<Real> {
        Rc::new(Real::Known(Dyadic::of(number, 0)))
    }

    /// `a op b`.
    pub fn operate(op: &str, a: &Rc<Real>, b: &Rc<Real>) -> Run<Rc<Real>> {
        if let (Real::Known(x), Real::Known(y)) = (&**a, &**b) {
            let product =
                |y: Dyadic| Some(Dyadic::of(x.number.checked_mul(y.number)?, x.exponent.checked_add(y.exponent)?));
            let known = match op {
                "+" => x.plus(*y, 1),
                "-" => x.plus(*y, -1),
                "*" => product(*y),
                "/" if y.number.abs() == 1 => product(Dyadic { exponent: -y.exponent, ..*y }),
                _ => None,
            };
            return known.map_or_else(|| fault(format!("'{op}' of such reals")), |k| Ok(Rc::new(Real::Known(k))));
        }
        let (x, y) = (a.clone(), b.clone());
        Ok(Rc::new(match op {
            "+" => Real::Sum(x, y),
            "-" => Real::Difference(x, y),
            "*" => Real::Product(x, y),
            "/" => Real::Quotient(x, y),
            _ => return fault(format!("'{op}' of reals")),
        }))
    }

    /// `base ^ exponent`: of a power of two.
    pub fn power(base: &Real, exponent: &Linear) -> Option<Rc<Real>> {
        let (Real::Known(base), Some(exponent)) = (base, exponent.as_known()) else { return None };
        let exponent = base.power()?.checked_mul(i64::try_from(exponent).ok()?)?;
        Some(Rc::new(Real::Known(Dyadic { number: 1, exponent })))
    }

    /// `-a`.
    pub fn opposite(real: &Rc<Real>) -> Rc<Real> {
        Rc::new(match &**real {
            Real::Known(k) => Real::Known(Dyadic { number: -k.number, ..*k }),
            Real::Opposite(inner) => return inner.clone(),
            _ => Real::Opposite(real.clone()),
        })
    }

    /// The widest format among the floats that it is computed from.
    pub fn widest(&self) -> Option<Format> {
        let wider = |a: Option<Format>, b: Option<Format>| match (a, b) {
            (Some(a), Some(b)) => Some(common(a, b)),
            (a, b) => a.or(b),
        };
        match self {
            Real::Known(_) => None,
            Real::Float(_, format) => Some(*format),
            Real::Integer(..) => Some(Format::Double),
            Real::Opposite(a) | Real::Distance(a) | Real::Root(a) => a.widest(),
            Real::Sum(a, b) | Real::Difference(a, b) | Real::Product(a, b) | Real::Quotient(a, b) => {
                wider(a.widest(), b.widest())
            }
            Real::Either(_, a, b) => wider(a.widest(), b.widest()),
        }
    }

    /// The same of other expressions.
    pub fn map<E>(&self, see: &mut dyn FnMut(&Out) -> Result<Out, E>) -> Result<Rc<Real>, E> {
        let mut pair = |a: &Rc<Real>, b: &Rc<Real>| Ok::<_, E>((a.map(see)?, b.map(see)?));
        Ok(Rc::new(match self {
            Real::Known(k) => Real::Known(*k),
            Real::Float(bits, format) => Real::Float(see(bits)?, *format),
            Real::Integer(bits, width, signed) => Real::Integer(see(bits)?, *width, *signed),
            Real::Opposite(a) => Real::Opposite(a.map(see)?),
            Real::Distance(a) => Real::Distance(a.map(see)?),
            Real::Root(a) => Real::Root(a.map(see)?),
            Real::Sum(a, b) => pair(a, b).map(|(a, b)| Real::Sum(a, b))?,
            Real::Difference(a, b) => pair(a, b).map(|(a, b)| Real::Difference(a, b))?,
            Real::Product(a, b) => pair(a, b).map(|(a, b)| Real::Product(a, b))?,
            Real::Quotient(a, b) => pair(a, b).map(|(a, b)| Real::Quotient(a, b))?,
            Real::Either(condition, a, b) => {
                let (a, b) = pair(a, b)?;
                Real::Either(see(condition)?, a, b)
            }
        }))
    }

    /// Whether an expression of it is such.
    pub fn any(&self, holds: &mut dyn FnMut(&Out) -> bool) -> bool {
        match self {
            Real::Known(_) => false,
            Real::Float(bits, _) | Real::Integer(bits, ..) => holds(bits),
            Real::Opposite(a) | Real::Distance(a) | Real::Root(a) => a.any(holds),
            Real::Sum(a, b) | Real::Difference(a, b) | Real::Product(a, b) | Real::Quotient(a, b) => {
                a.any(holds) || b.any(holds)
            }
            Real::Either(condition, a, b) => holds(condition) || a.any(holds) || b.any(holds),
        }
    }
}

/// Whether every float of a format is one of another as well.
pub(super) fn within(narrow: Format, wide: Format) -> bool {
    narrow.fraction_bits() <= wide.fraction_bits() && narrow.exponent_bits() <= wide.exponent_bits()
}

/// A format that has all floats of two.
pub(super) fn common(a: Format, b: Format) -> Format {
    let fits = |format: &Format| within(a, *format) && within(b, *format);
    [a, b, Format::Single].into_iter().find(fits).unwrap_or(Format::Double)
}
