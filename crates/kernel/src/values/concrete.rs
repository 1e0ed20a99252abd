//! Operations on known numbers.

use crate::rule::Rule;
use crate::values::flags::Flags;
use crate::values::op::{Name, Op, Rounding, divides};
use crate::values::value::{Element, Scalar};
pub use isotope_mlir::literals::wrap;

fn unsigned(value: i64, width: u32) -> u64 {
    let unused = 64 - width.clamp(1, 64);
    (value as u64) << unused >> unused
}

/// Rounds to a type.
pub fn rounded(value: f64, element: Element) -> f64 {
    if element == Element::F32 { f64::from(value as f32) } else { value }
}

const BY_ZERO: &str = "the divisor is 0";

const OVERFLOWS: &str = "the quotient does not fit";

/// An operation on two known integers, which may break what it promises.
#[inline]
pub fn known(op: Op, width: u32, x: i64, y: i64) -> Result<Scalar, String> {
    let may_break = op.flags != Flags::NONE || matches!(op.name, Name::ShLI | Name::ShRSI | Name::ShRUI);
    if may_break && breaks(op, width, x, y) && Rule::KnownPoison.holds() {
        return Ok(Scalar::Poison);
    }
    int_binary(op, width, x, y).map(Scalar::Int)
}

/// Whether a result has no value: its operation promises what is not so, or shifts by too much.
fn breaks(op: Op, width: u32, x: i64, y: i64) -> bool {
    let (ux, uy) = (unsigned(x, width), unsigned(y, width));
    let [signed, plain] = [[i128::from(x), i128::from(y)], [i128::from(ux), i128::from(uy)]];
    let exact = |[x, y]: [i128; 2]| match op.name {
        Name::AddI => Some(x + y),
        Name::SubI => Some(x - y),
        // Numbers of 64 bits without a sign may have a product that does not fit.
        Name::MulI => Some(x.saturating_mul(y)),
        Name::ShLI if uy < u64::from(width) => Some(x << uy),
        _ => None,
    };
    let fits_signed = |value: i128| value == i128::from(wrap(value as i64, width));
    let fits_plain = |value: i128| value >= 0 && value < 1i128 << width.clamp(1, 64);
    let shifted_out = uy < 64 && (ux >> uy) << uy != ux;
    let breaks_exact = match op.name {
        Name::DivSI => y != 0 && x.checked_rem(y).is_some_and(|rest| rest != 0),
        Name::DivUI => uy != 0 && ux % uy != 0,
        Name::ShRSI | Name::ShRUI => shifted_out,
        _ => false,
    };
    (matches!(op.name, Name::ShLI | Name::ShRSI | Name::ShRUI) && uy >= u64::from(width))
        || (op.flags.has(Flags::NSW) && exact(signed).is_some_and(|value| !fits_signed(value)))
        || (op.flags.has(Flags::NUW) && exact(plain).is_some_and(|value| !fits_plain(value)))
        || (op.flags.has(Flags::EXACT) && breaks_exact)
        || (op.flags.has(Flags::DISJOINT) && ux & uy != 0)
}

/// Whether a float is what these flags say that no operand and no result is.
fn is_excluded(flags: Flags, value: &Scalar) -> bool {
    match value {
        Scalar::Float(value) => {
            (flags.has(Flags::NNAN) && value.is_nan()) || (flags.has(Flags::NINF) && value.is_infinite())
        }
        _ => false,
    }
}

/// An operation on two integers.
#[inline]
pub fn int_binary(op: Op, width: u32, x: i64, y: i64) -> Result<i64, String> {
    Ok(wrap(
        match op.name {
            Name::AddI => x.wrapping_add(y),
            Name::SubI => x.wrapping_sub(y),
            Name::MulI => x.wrapping_mul(y),
            Name::CmpI => return Ok(-i64::from(compare(op.predicate, width, x, y)?)),
            _ => rare(op.name, width, x, y)?,
        },
        width,
    ))
}

fn rare(name: Name, width: u32, x: i64, y: i64) -> Result<i64, String> {
    let (ux, uy) = (unsigned(x, width), unsigned(y, width));
    let divides = divides(name);
    if divides && y == 0 {
        return Err(BY_ZERO.to_owned());
    }
    if divides
        && y == -1
        && x == wrap(1 << (width - 1), width)
        && matches!(name, Name::DivSI | Name::RemSI | Name::CeilDivSI | Name::FloorDivSI)
    {
        return Err(OVERFLOWS.to_owned());
    }
    Ok(match name {
        Name::DivSI => x / y,
        Name::DivUI => (ux / uy) as i64,
        Name::RemSI => x % y,
        Name::RemUI => (ux % uy) as i64,
        Name::CeilDivSI => x / y + i64::from(x % y != 0 && (x < 0) == (y < 0)),
        Name::CeilDivUI => ux.div_ceil(uy) as i64,
        Name::FloorDivSI => x / y - i64::from(x % y != 0 && (x < 0) != (y < 0)),
        Name::AndI => x & y,
        Name::OrI => x | y,
        Name::XOrI => x ^ y,
        Name::ShLI => x << y,
        Name::ShRSI => x >> y,
        Name::ShRUI => (ux >> uy) as i64,
        Name::AddUICarry => return Ok(-i64::from(unsigned(x.wrapping_add(y), width) < ux)),
        Name::MulSIHigh => ((i128::from(x) * i128::from(y)) >> width.clamp(1, 64)) as i64,
        Name::MulUIHigh => ((u128::from(ux) * u128::from(uy)) >> width.clamp(1, 64)) as i64,
        Name::MinSI => x.min(y),
        Name::MaxSI => x.max(y),
        Name::MinUI => {
            if ux <= uy {
                x
            } else {
                y
            }
        }
        Name::MaxUI => {
            if ux >= uy {
                x
            } else {
                y
            }
        }
        other => return Err(format!("{} takes no two integers", other.text())),
    })
}

fn compare(predicate: u8, width: u32, x: i64, y: i64) -> Result<bool, String> {
    let (ux, uy) = (unsigned(x, width), unsigned(y, width));
    Ok(match predicate {
        0 => x == y,
        1 => x != y,
        2 => x < y,
        3 => x <= y,
        4 => x > y,
        5 => x >= y,
        6 => ux < uy,
        7 => ux <= uy,
        8 => ux > uy,
        9 => ux >= uy,
        other => return Err(format!("arith.cmpi has no predicate {other}")),
    })
}

/// Predicates of `arith.cmpf`: four for ordered, each with its unordered one seven further.
fn compare_floats(predicate: u8, x: f64, y: f64) -> Result<bool, String> {
    let unordered = x.is_nan() || y.is_nan();
    Ok(match predicate {
        0 => false,
        1 => x == y,
        2 => x > y,
        3 => x >= y,
        4 => x < y,
        5 => x <= y,
        6 => !unordered && x != y,
        7 => !unordered,
        8 => unordered || x == y,
        9 => unordered || x > y,
        10 => unordered || x >= y,
        11 => unordered || x < y,
        12 => unordered || x <= y,
        13 => x != y,
        14 => unordered,
        15 => true,
        other => return Err(format!("arith.cmpf has no predicate {other}")),
    })
}

/// Any operation on known numbers.
pub fn apply(op: Op, from: Element, to: Element, operands: &[Scalar]) -> Result<Scalar, String> {
    let value = value(op, from, to, operands)?;
    let is_poison = op.flags != Flags::NONE && operands.iter().chain([&value]).any(|of| is_excluded(op.flags, of));
    Ok(if is_poison { Scalar::Poison } else { value })
}

fn value(op: Op, from: Element, to: Element, operands: &[Scalar]) -> Result<Scalar, String> {
    if matches!(from, Element::OtherFloat(_)) || matches!(to, Element::OtherFloat(_)) {
        return Err("only f32 and f64 are computed".to_owned());
    }
    match operands {
        [Scalar::Int(x)] => from_int(op, from, to, *x),
        [Scalar::Float(x)] => from_float(op, to, *x),
        [Scalar::Float(x), Scalar::Float(y)] if op.name == Name::CmpF => {
            Ok(Scalar::Int(-i64::from(compare_floats(op.predicate, *x, *y)?)))
        }
        [Scalar::Float(x), Scalar::Float(y)] => float_binary(op.name, to, *x, *y).map(Scalar::Float),
        [Scalar::Float(x), Scalar::Int(y)] if op.name == Name::FPowI => {
            Ok(Scalar::Float(rounded(x.powf(*y as f64), to)))
        }
        [Scalar::Float(x), Scalar::Float(y), Scalar::Float(z)] if matches!(op.name, Name::Fma | Name::VectorFma) => {
            let value = if to == Element::F32 {
                f64::from((*x as f32).mul_add(*y as f32, *z as f32))
            } else {
                x.mul_add(*y, *z)
            };
            Ok(Scalar::Float(value))
        }
        _ => Err(format!("{} does not take such operands", op.name.text())),
    }
}

fn from_int(op: Op, from: Element, to: Element, x: i64) -> Result<Scalar, String> {
    let plain = unsigned(x, from.width());
    let narrowed = wrap(x, to.width());
    let breaks = (op.flags.has(Flags::NNEG) && x < 0)
        || (op.name == Name::TruncI && op.flags.has(Flags::NSW) && narrowed != x)
        || (op.name == Name::TruncI && op.flags.has(Flags::NUW) && unsigned(narrowed, to.width()) != plain);
    if breaks {
        return Ok(Scalar::Poison);
    }
    Ok(match op.name {
        Name::IndexCast | Name::ExtSI | Name::TruncI => Scalar::Int(wrap(x, to.width())),
        Name::IndexCastUI | Name::ExtUI => Scalar::Int(wrap(plain as i64, to.width())),
        Name::SIToFP if to == Element::F32 => Scalar::Float(f64::from(x as f32)),
        Name::SIToFP => Scalar::Float(x as f64),
        Name::UIToFP if to == Element::F32 => Scalar::Float(f64::from(plain as f32)),
        Name::UIToFP => Scalar::Float(plain as f64),
        Name::AbsI => Scalar::Int(wrap(x.wrapping_abs(), to.width())),
        Name::Bitcast => match to {
            Element::F32 => Scalar::Float(f64::from(f32::from_bits(x as u32))),
            Element::F64 => Scalar::Float(f64::from_bits(x as u64)),
            _ => Scalar::Int(wrap(x, to.width())),
        },
        other => return Err(format!("{} does not take an integer", other.text())),
    })
}

fn from_float(op: Op, to: Element, x: f64) -> Result<Scalar, String> {
    // A number that does not fit has no value.
    let whole = |low: f64, high: f64| Some(x.trunc()).filter(|cut| *cut >= low && *cut < high);
    let (width, power) = (to.width(), 2f64.powi(to.width() as i32));
    Ok(Scalar::Float(match op.name {
        Name::FPToSI => {
            return Ok(whole(-power / 2.0, power / 2.0).map_or(Scalar::Poison, |cut| Scalar::Int(cut as i64)));
        }
        Name::FPToUI => {
            let cut = whole(0.0, power).map(|cut| wrap(cut as u64 as i64, width));
            return Ok(cut.map_or(Scalar::Poison, Scalar::Int));
        }
        Name::Bitcast => return Ok(bits(x, to)),
        Name::NegF => -x,
        Name::TruncF if to == Element::F32 => f64::from(directed(x, op.rounding)),
        Name::ExtF | Name::TruncF => rounded(x, to),
        Name::AbsF => x.abs(),
        Name::Sqrt => rounded(x.sqrt(), to),
        Name::Floor => x.floor(),
        Name::Ceil => x.ceil(),
        Name::Round => x.round(),
        Name::RoundEven => x.round_ties_even(),
        Name::Trunc => x.trunc(),
        Name::Exp => rounded(x.exp(), to),
        Name::Exp2 => rounded(x.exp2(), to),
        Name::ExpM1 => rounded(x.exp_m1(), to),
        Name::Log => rounded(x.ln(), to),
        Name::Log2 => rounded(x.log2(), to),
        Name::Log1p => rounded(x.ln_1p(), to),
        Name::Sin => rounded(x.sin(), to),
        Name::Cos => rounded(x.cos(), to),
        Name::Tanh => rounded(x.tanh(), to),
        Name::Atan => rounded(x.atan(), to),
        Name::Rsqrt => rounded(1.0 / x.sqrt(), to),
        other => return Err(format!("{} is not computed for a float", other.text())),
    }))
}

/// A float as an `f32`, rounded this way.
fn directed(x: f64, rounding: Rounding) -> f32 {
    let nearest = x as f32;
    let (value, is_between) = (f64::from(nearest), !x.is_nan() && f64::from(nearest) != x);
    match rounding {
        _ if !is_between => nearest,
        Rounding::Nearest => nearest,
        Rounding::Downward if value > x => nearest.next_down(),
        Rounding::Upward if value < x => nearest.next_up(),
        Rounding::TowardZero if value.abs() > x.abs() && x > 0.0 => nearest.next_down(),
        Rounding::TowardZero if value.abs() > x.abs() => nearest.next_up(),
        Rounding::NearestAway => {
            let other = if value < x { nearest.next_up() } else { nearest.next_down() };
            let is_tie = (f64::from(other) - x).abs() == (value - x).abs();
            if is_tie && other.abs() > nearest.abs() { other } else { nearest }
        }
        Rounding::Downward | Rounding::Upward | Rounding::TowardZero => nearest,
    }
}

/// The bits of a float; of one that was an `f32` all along where 32 are wanted.
fn bits(x: f64, to: Element) -> Scalar {
    match to {
        Element::Int(32) => Scalar::Int(i64::from((x as f32).to_bits() as i32)),
        Element::Int(_) | Element::Index => Scalar::Int(x.to_bits() as i64),
        _ => Scalar::Float(x),
    }
}

fn float_binary(name: Name, to: Element, x: f64, y: f64) -> Result<f64, String> {
    // Sums, products and quotients of two f32 are the same when an f64 of them is rounded again.
    Ok(rounded(
        match name {
            Name::AddF => x + y,
            Name::SubF => x - y,
            Name::MulF => x * y,
            Name::DivF => x / y,
            Name::RemF => x % y,
            Name::MaximumF | Name::MinimumF if x.is_nan() || y.is_nan() => f64::NAN,
            Name::MaximumF | Name::MaxNumF if x == y => {
                if x.is_sign_negative() {
                    y
                } else {
                    x
                }
            }
            Name::MinimumF | Name::MinNumF if x == y => {
                if x.is_sign_negative() {
                    x
                } else {
                    y
                }
            }
            Name::MaximumF | Name::MaxNumF => x.max(y),
            Name::MinimumF | Name::MinNumF => x.min(y),
            Name::CopySign => x.copysign(y),
            Name::PowF => x.powf(y),
            Name::Atan2 => x.atan2(y),
            other => return Err(format!("{} does not take two floats", other.text())),
        },
        to,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(name: Name, width: u32, x: i64, y: i64) -> Result<i64, String> {
        int_binary(Op::plain(name), width, x, y)
    }

    #[test]
    fn integers_wrap_and_divide_as_arith_says() {
        assert_eq!(int(Name::AddI, 8, 127, 1), Ok(-128));
        assert_eq!(int(Name::DivUI, 8, -1, 2), Ok(127));
        assert_eq!(int(Name::FloorDivSI, 32, -7, 2), Ok(-4));
        assert_eq!(int(Name::CeilDivSI, 32, 7, 2), Ok(4));
        assert_eq!(int(Name::MaxUI, 8, -1, 1), Ok(-1));
        assert!(int(Name::DivSI, 32, 1, 0).is_err() && int(Name::DivSI, 8, -128, -1).is_err());
    }

    #[test]
    fn floats_keep_nan_and_the_sign_of_zero() {
        assert!(float_binary(Name::MaximumF, Element::F64, f64::NAN, 1.0).unwrap().is_nan());
        assert_eq!(float_binary(Name::MaxNumF, Element::F64, f64::NAN, 1.0), Ok(1.0));
        assert!(float_binary(Name::MinimumF, Element::F64, 0.0, -0.0).unwrap().is_sign_negative());
        assert!(compare_floats(9, f64::NAN, 0.0).unwrap() && !compare_floats(2, f64::NAN, 0.0).unwrap());
        assert_eq!(float_binary(Name::AddF, Element::F32, 16_777_216.0, 1.0), Ok(16_777_216.0));
    }
}
