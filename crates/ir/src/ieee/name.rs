//! Operations by name: `fadd.float32`, `fconvert.float64.int32.down`.
//!
//! The rounding is not written where it is what a language's own operator does: to nearest, and towards zero where a
//! float becomes an integer.

use super::{Format, Integer, Operation, Rounding};

impl Operation {
    /// The operation's name; [`Operation::named`] reads it.
    pub fn name(self) -> String {
        use Operation::*;
        let nearest = |stem: &str, rounding| rounded(stem.to_owned(), rounding, Rounding::Nearest);
        let zero = |stem: String, rounding| rounded(stem, rounding, Rounding::ToZero);
        match self {
            Add(f, r) => nearest(&format!("fadd.{f}"), r),
            Sub(f, r) => nearest(&format!("fsub.{f}"), r),
            Mul(f, r) => nearest(&format!("fmul.{f}"), r),
            Div(f, r) => nearest(&format!("fdiv.{f}"), r),
            Sqrt(f, r) => nearest(&format!("fsqrt.{f}"), r),
            MulAdd(f, r) => nearest(&format!("ffma.{f}"), r),
            Scale(f, r) => nearest(&format!("fscale.{f}"), r),
            Round(f, r) => nearest(&format!("fround.{f}"), r),
            Equal(f) => format!("feq.{f}"),
            Less(f) => format!("flt.{f}"),
            LessOrEqual(f) => format!("fle.{f}"),
            Convert(from, to, r) => nearest(&format!("fconvert.{from}.{to}"), r),
            FromInteger(from, to, r) => nearest(&format!("fconvert.{from}.{to}"), r),
            ToInteger(from, to, r) => zero(format!("fconvert.{from}.{to}"), r),
            Saturate(from, to, r) => zero(format!("fconvert_sat.{from}.{to}"), r),
            Fits(from, to, r) => zero(format!("fconvert_ok.{from}.{to}"), r),
        }
    }

    /// The operation of a name, if it is one.
    pub fn named(name: &str) -> Option<Operation> {
        let parts: Vec<&str> = name.split('.').collect();
        let (stem, rest) = parts.split_first()?;
        let operation = if stem.starts_with("fconvert") { conversion(stem, rest)? } else { arithmetic(stem, rest)? };
        // One name each: a rounding that need not be written is not.
        (operation.name() == name).then_some(operation)
    }
}

/// With the rounding's word, unless it is the usual one.
fn rounded(mut stem: String, rounding: Rounding, usual: Rounding) -> String {
    if rounding != usual {
        stem.push('.');
        stem.push_str(rounding.word());
    }
    stem
}

/// A rounding by its word; without one the usual.
fn rounding(word: Option<&&str>, usual: Rounding) -> Option<Rounding> {
    let Some(word) = word else { return Some(usual) };
    Rounding::ALL.into_iter().find(|rounding| rounding.word() == *word)
}

fn arithmetic(stem: &str, rest: &[&str]) -> Option<Operation> {
    use Operation::*;
    let format = Format::named(rest.first()?)?;
    let comparison = |operation| (rest.len() == 1).then_some(operation);
    match stem {
        "feq" => return comparison(Equal(format)),
        "flt" => return comparison(Less(format)),
        "fle" => return comparison(LessOrEqual(format)),
        _ => {}
    }
    let make = match stem {
        "fadd" => Add,
        "fsub" => Sub,
        "fmul" => Mul,
        "fdiv" => Div,
        "fsqrt" => Sqrt,
        "ffma" => MulAdd,
        "fscale" => Scale,
        "fround" => Round,
        _ => return None,
    };
    if rest.len() > 2 {
        return None;
    }
    Some(make(format, rounding(rest.get(1), Rounding::Nearest)?))
}

fn conversion(stem: &str, rest: &[&str]) -> Option<Operation> {
    let (&[from, to], word) = rest.split_at_checked(2)? else { return None };
    if word.len() > 1 {
        return None;
    }
    if let Some(from) = Integer::named(from) {
        let made = Operation::FromInteger(from, Format::named(to)?, rounding(word.first(), Rounding::Nearest)?);
        return (stem == "fconvert").then_some(made);
    }
    let from = Format::named(from)?;
    if let Some(to) = Format::named(to) {
        let made = Operation::Convert(from, to, rounding(word.first(), Rounding::Nearest)?);
        return (stem == "fconvert").then_some(made);
    }
    let (to, rounding) = (Integer::named(to)?, rounding(word.first(), Rounding::ToZero)?);
    match stem {
        "fconvert" => Some(Operation::ToInteger(from, to, rounding)),
        "fconvert_sat" => Some(Operation::Saturate(from, to, rounding)),
        "fconvert_ok" => Some(Operation::Fits(from, to, rounding)),
        _ => None,
    }
}
