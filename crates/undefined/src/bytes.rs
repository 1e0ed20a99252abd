//! The dependences of each byte of an answer's values, where all its leaves have values.

use crate::code::{Code, Operation};
use crate::intrinsics::Intrinsics;
use crate::reads::{Budget, Lanes, Reads};
use std::ops::Range;

/// For each byte of the result, given what each byte of the parameters is. Nothing over a bound.
pub(crate) fn read(code: &Code, params: Vec<Lanes>, intrinsics: &Intrinsics<'_>, budget: &mut Budget) -> Option<Lanes> {
    let mut known = params;
    for operation in &code.operations {
        let own = of(code, operation, &known, intrinsics, budget)?;
        known.push(own);
    }
    let bytes = code.result.shape.lanes * code.result.shape.bytes();
    Some(code.result.value.map_or_else(|| vec![Reads::default(); bytes], |value| known[value].clone()))
}

fn of(
    code: &Code,
    operation: &Operation,
    known: &[Lanes],
    intrinsics: &Intrinsics<'_>,
    budget: &mut Budget,
) -> Option<Lanes> {
    let made = code.made(operation);
    let mut parts: Vec<Vec<&Reads>> = vec![Vec::new(); made.lanes * made.bytes()];
    for (number, operand) in operation.operands.iter().enumerate() {
        let (Some(value), other) = (operand.value, operand.shape) else { continue };
        let from = &known[value];
        let is_whole = made.all() == other.all() && made.is_whole() && other.is_whole();
        if operation.word == "bitcast" && is_whole {
            parts.iter_mut().zip(from).for_each(|(parts, from)| parts.push(from));
            continue;
        }
        let crossed = code.crossing(operation, number, intrinsics);
        let facts = Facts::of(code, operation, number, intrinsics);
        for (at, parts) in parts.iter_mut().enumerate() {
            let (lane, byte) = (at / made.bytes(), at % made.bytes());
            let needed = facts.needed((lane, byte));
            for source in &crossed[lane] {
                let needed = needed.clone().filter(|at| !facts.is_times_zero(*source, *at));
                parts.extend(needed.map(|at| &from[source * other.bytes() + at]));
            }
        }
    }
    parts.into_iter().map(|parts| budget.sum(parts.into_iter())).collect()
}

/// The role of an operand's bytes in an operation.
struct Facts<'a> {
    operation: &'a Operation,
    number: usize,
    /// Bytes of a lane of the operand.
    count: usize,
    is_bytewise: bool,
    factor: Option<(usize, usize)>,
}

impl<'a> Facts<'a> {
    fn of(code: &Code, operation: &'a Operation, number: usize, intrinsics: &Intrinsics<'_>) -> Self {
        let said = if operation.word == "call" { code.said(operation, number, intrinsics) } else { None };
        Facts {
            operation,
            number,
            count: operation.operands[number].shape.bytes(),
            is_bytewise: said.is_some_and(|said| said.is_bytewise),
            factor: code.factor(operation, number, intrinsics),
        }
    }

    /// Whether a byte of the operand's lane belongs to a factor of zero times something. That is zero, whatever value the byte has.
    fn is_times_zero(&self, lane: usize, byte: usize) -> bool {
        let zero = || {
            let (bytes, other) = self.factor?;
            let other = self.operation.operands.get(other)?;
            let factors = other.number(lane).filter(|_| (8 * bytes..=64).contains(&other.shape.bits))?;
            let mask = if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 };
            Some((factors >> (8 * (byte / bytes * bytes))) & mask == 0)
        };
        zero().unwrap_or(false)
    }

    /// Which bytes of the operand's lane a byte of the result's lane depends on.
    fn needed(&self, (lane, byte): (usize, usize)) -> Range<usize> {
        let (count, number) = (self.count, self.number);
        let (all, none, same) = (0..count, 0..0, byte.min(count)..(byte + 1).min(count));
        let other = match &self.operation.operands[..] {
            operands @ [_, _] => operands[1 - number].number(lane),
            _ => None,
        };
        let by = |bits: u64| (bits as usize / 8, (bits as usize).div_ceil(8));
        match (self.operation.word.as_str(), other) {
            ("and", Some(bits)) if byte < 8 && (bits >> (8 * byte)) & 0xff == 0 => none,
            ("and" | "or" | "xor" | "trunc" | "shufflevector" | "freeze" | "zext", _) => same,
            ("select", _) if number > 0 => same,
            ("add" | "sub" | "mul", _) => 0..(byte + 1).min(count),
            // To the left by a number of bits: a byte comes from those below.
            ("shl", Some(bits)) if number == 0 && bits < 64 => {
                let (least, most) = by(bits);
                byte.saturating_sub(most).min(count)..(byte + 1).saturating_sub(least).min(count)
            }
            ("lshr", Some(bits)) if number == 0 && bits < 64 => {
                let (least, most) = by(bits);
                (byte + least).min(count)..(byte + 1 + most).min(count)
            }
            // The last byte has the sign.
            ("ashr", Some(bits)) if number == 0 && bits < 64 => {
                let (least, most) = by(bits);
                (byte + least).min(count.saturating_sub(1))..(byte + 1 + most).min(count)
            }
            ("call", _) if self.is_bytewise => same,
            _ => all,
        }
    }
}
