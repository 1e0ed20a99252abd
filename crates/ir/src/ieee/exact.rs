//! All operations by arithmetic in integers: LLVM's `APFloat`, as `rustc_apfloat` has it in Rust, and for the square
//! root, which that lacks, the root of an integer.

use super::{Format, Integer, Operation, Rounding};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

/// The value of an operation.
pub(super) fn apply(operation: Operation, args: [u64; 3]) -> u64 {
    use Operation::*;
    if let FromInteger(from, to, rounding) = operation {
        return match to {
            Format::Half => from_integer::<Half>(args[0], from, rounding, to),
            Format::BFloat => from_integer::<BFloat>(args[0], from, rounding, to),
            Format::Single => from_integer::<Single>(args[0], from, rounding, to),
            Format::Double => from_integer::<Double>(args[0], from, rounding, to),
        };
    }
    let (Add(format, _)
    | Sub(format, _)
    | Mul(format, _)
    | Div(format, _)
    | Sqrt(format, _)
    | MulAdd(format, _)
    | Scale(format, _)
    | Round(format, _)
    | Equal(format)
    | Less(format)
    | LessOrEqual(format)
    | Convert(format, ..)
    | ToInteger(format, ..)
    | Saturate(format, ..)
    | Fits(format, ..)
    | FromInteger(_, format, _)) = operation;
    match format {
        Format::Half => in_format::<Half>(operation, args, format),
        Format::BFloat => in_format::<BFloat>(operation, args, format),
        Format::Single => in_format::<Single>(operation, args, format),
        Format::Double => in_format::<Double>(operation, args, format),
    }
}

/// A format that converts to every other.
trait Exact: Float + FloatConvert<Half> + FloatConvert<BFloat> + FloatConvert<Single> + FloatConvert<Double> {}
impl Exact for Half {}
impl Exact for BFloat {}
impl Exact for Single {}
impl Exact for Double {}

/// An operation whose operands are floats of one format.
fn in_format<F: Exact>(operation: Operation, args: [u64; 3], format: Format) -> u64 {
    use Operation::*;
    let [x, y, z] = args.map(|bits| F::from_bits(u128::from(bits)));
    let rounds = |rounding: Rounding, f: &dyn Fn(rustc_apfloat::Round) -> StatusAnd<F>| rounded(rounding, f, format);
    match operation {
        Add(_, r) => rounds(r, &|mode| x.add_r(y, mode)),
        Sub(_, r) => rounds(r, &|mode| x.sub_r(y, mode)),
        Mul(_, r) => rounds(r, &|mode| x.mul_r(y, mode)),
        Div(_, r) => rounds(r, &|mode| x.div_r(y, mode)),
        MulAdd(_, r) => rounds(r, &|mode| x.mul_add_r(y, z, mode)),
        Sqrt(_, r) => rounds(r, &|mode| root(x, mode, format)),
        Scale(_, r) => rounds(r, &|mode| scaled(x, args[1] as u32 as i32, mode)),
        // Of an integer there is nothing to round, and nothing is odd about it.
        Round(_, r) => bits_of(x.round_to_integral(mode(r)).value, format),
        Equal(_) => u64::from(x == y),
        Less(_) => u64::from(x < y),
        LessOrEqual(_) => u64::from(x <= y),
        Convert(_, Format::Half, r) => converted::<F, Half>(x, r, Format::Half),
        Convert(_, Format::BFloat, r) => converted::<F, BFloat>(x, r, Format::BFloat),
        Convert(_, Format::Single, r) => converted::<F, Single>(x, r, Format::Single),
        Convert(_, Format::Double, r) => converted::<F, Double>(x, r, Format::Double),
        ToInteger(_, to, r) | Saturate(_, to, r) => to_integer(x, to, r).0,
        Fits(_, to, r) => u64::from(to_integer(x, to, r).1),
        FromInteger(..) => unreachable!("its operand is no float"),
    }
}

/// The library's rounding. To odd is made of that towards zero, where what is lost is known.
fn mode(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Nearest => Round::NearestTiesToEven,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
        Rounding::ToZero | Rounding::Odd => Round::TowardZero,
        Rounding::Away => Round::NearestTiesToAway,
    }
}

/// The bits of a result in a rounding.
fn rounded<F: Float>(rounding: Rounding, f: &dyn Fn(Round) -> StatusAnd<F>, format: Format) -> u64 {
    let StatusAnd { status, value } = f(mode(rounding));
    let bits = bits_of(value, format);
    let sticky = rounding == Rounding::Odd && status.intersects(Status::INEXACT) && !value.is_nan();
    bits | u64::from(sticky)
}

/// The bits of a value, every NaN being the default one.
fn bits_of<F: Float>(value: F, format: Format) -> u64 {
    if value.is_nan() { format.nan() } else { value.to_bits() as u64 }
}

fn converted<F: FloatConvert<G>, G: Float>(x: F, rounding: Rounding, to: Format) -> u64 {
    rounded::<G>(rounding, &|mode| x.convert_r(mode, &mut false), to)
}

/// `x * 2^n`. The library says nothing of what is lost, so that this asks it back.
fn scaled<F: Float>(x: F, n: i32, mode: Round) -> StatusAnd<F> {
    if x.is_nan() {
        return Status::OK.and(x);
    }
    let value = x.scalbn_r(n, mode);
    let exact = value.is_infinite() == x.is_infinite() && value.scalbn(n.saturating_neg()).bitwise_eq(x);
    if exact { Status::OK } else { Status::INEXACT }.and(value)
}

fn from_integer<F: Float>(bits: u64, from: Integer, rounding: Rounding, to: Format) -> u64 {
    let up = 64 - from.bits;
    let value = (bits << up) as i64 >> up;
    rounded::<F>(
        rounding,
        &|mode| if from.signed { F::from_i128_r(value.into(), mode) } else { F::from_u128_r(bits.into(), mode) },
        to,
    )
}

/// The nearest integer within the type, and whether it is the nearest of all.
fn to_integer<F: Float>(x: F, to: Integer, rounding: Rounding) -> (u64, bool) {
    // Rounded first: what is left is exact, whatever the library says of a negative that rounds to zero.
    let whole = x.round_to_integral(mode(rounding)).value;
    let low = u64::MAX >> (64 - to.bits);
    let (status, value) = if to.signed {
        let StatusAnd { status, value } = whole.to_i128_r(to.bits as usize, Round::TowardZero, &mut false);
        (status, value as u64)
    } else {
        let StatusAnd { status, value } = whole.to_u128_r(to.bits as usize, Round::TowardZero, &mut false);
        (status, value as u64)
    };
    (value & low, !status.intersects(Status::INVALID_OP))
}

/// The square root: of a significand as an integer, with so many zeros behind it that the root has a bit or two more than
/// the format, and a last bit that says whether anything is left.
fn root<F: Float>(x: F, mode: Round, format: Format) -> StatusAnd<F> {
    if x.is_nan() || x.is_zero() || (x.is_infinite() && !x.is_negative()) {
        return Status::OK.and(x);
    }
    if x.is_negative() {
        return Status::INVALID_OP.and(F::qnan(None));
    }
    let bits = x.to_bits();
    let fraction = bits & ((1 << format.fraction_bits()) - 1);
    let written = (bits >> format.fraction_bits()) as i32;
    // x = significand * 2^exponent
    let significand = if written == 0 { fraction } else { fraction | 1 << format.fraction_bits() };
    let exponent = written.max(1) - format.bias() as i32 - format.fraction_bits() as i32;
    let wanted = 2 * (format.fraction_bits() as i32 + 3);
    let mut shift = wanted - (u128::BITS - significand.leading_zeros()) as i32;
    // The exponent that is left is even.
    shift += (exponent - shift) & 1;
    let radicand = significand << shift;
    let whole = radicand.isqrt();
    let rest = whole * whole != radicand;
    // At most 15 bits of a 16-bit format: binary16 has no greater numbers.
    let sum = F::from_u128_r(whole << 1 | u128::from(rest), mode);
    sum.map(|value| value.scalbn((exponent - shift) / 2 - 1))
}
