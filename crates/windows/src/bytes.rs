//! What each byte of an answer's values depends on, where all its leaves have values.

use crate::code::Code;
use crate::limits::MAX_READS;
use crate::reads::{Begin, Element, Lanes, Reads};
use isotope_mlir::ir::{Operation, ValueId};
use std::collections::HashMap;
use std::ops::Range;

/// Lanes of fewer than eight bits are a byte each.
#[derive(Clone, Copy)]
struct Shape {
    lanes: usize,
    /// Of each lane.
    bytes: usize,
    bits: usize,
}

impl Shape {
    fn of(code: &Code<'_>, value: ValueId) -> Option<Self> {
        let (lanes, bits) = code.lanes_and_bits(value)?;
        Some(Shape { lanes, bytes: (bits / 8).max(1), bits })
    }

    fn all(self) -> usize {
        self.lanes * self.bytes
    }

    fn is_whole(self) -> bool {
        self.bits == self.bytes * 8
    }
}

/// For each byte of the result. Nothing over a bound.
pub fn read(code: &Code<'_>, begins: &[Begin]) -> Option<Lanes> {
    let mut known: HashMap<ValueId, Lanes> = HashMap::new();
    for (number, (argument, begin)) in code.arguments.iter().zip(begins).enumerate() {
        let shape = Shape::of(code, *argument)?;
        let source = |byte: usize| Element {
            number: begin.source.number + (byte / shape.bytes) as i64 * begin.stride,
            ..begin.source
        };
        known.insert(*argument, (0..shape.all()).map(|byte| Reads::one(source(byte), Some(number))).collect());
    }
    let mut count = 0;
    for id in &code.operations {
        let op = code.module.op(*id);
        let mut own = vec![Reads::default(); Shape::of(code, op.results[0])?.all()];
        for (number, operand) in op.operands.iter().enumerate() {
            if let Some(from) = known.get(operand) {
                add(code, op, number, from, &mut own)?;
            }
        }
        count += own.iter().map(Reads::len).sum::<usize>();
        if count > MAX_READS {
            return None;
        }
        known.insert(op.results[0], own);
    }
    let bytes = Shape::of(code, code.result)?.all();
    Some(known.remove(&code.result).unwrap_or_else(|| vec![Reads::default(); bytes]))
}

fn add(code: &Code<'_>, op: &Operation, number: usize, from: &Lanes, own: &mut Lanes) -> Option<()> {
    let (shape, other) = (Shape::of(code, op.results[0])?, Shape::of(code, op.operands[number])?);
    if op.name == "llvm.bitcast" && shape.all() == other.all() && shape.is_whole() && other.is_whole() {
        own.iter_mut().zip(from).for_each(|(own, from)| own.add(from));
        return Some(());
    }
    let crossed = code.crossing(op, number, shape.lanes);
    for (i, reads) in own.iter_mut().enumerate() {
        let (lane, byte) = (i / shape.bytes, i % shape.bytes);
        for source in &crossed[lane] {
            for at in needed(code, op, number, (lane, byte), other.bytes) {
                if !is_times_zero(code, op, number, *source, at) {
                    reads.add(&from[source * other.bytes + at]);
                }
            }
        }
    }
    Some(())
}

/// Whether a byte of an operand's lane belongs to a factor of zero times something. That is zero, whatever value the byte has.
fn is_times_zero(code: &Code<'_>, op: &Operation, number: usize, lane: usize, byte: usize) -> bool {
    let zero = || {
        let (bytes, other) = code.factor(op, number)?;
        let other = *op.operands.get(other)?;
        let (_, bits) = code.lanes_and_bits(other)?;
        let factors = code.number(other, lane).filter(|_| bits >= 8 * bytes)?;
        let mask = if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 };
        Some((factors >> (8 * (byte / bytes * bytes))) & mask == 0)
    };
    zero().unwrap_or(false)
}

/// Which bytes of an operand's lane a byte of the result's lane depends on.
fn needed(code: &Code<'_>, op: &Operation, number: usize, (lane, byte): (usize, usize), count: usize) -> Range<usize> {
    let (all, none, same) = (0..count, 0..0, byte.min(count)..(byte + 1).min(count));
    let other = if op.operands.len() == 2 { code.number(op.operands[1 - number], lane) } else { None };
    match (op.name.as_str(), other) {
        ("llvm.and", Some(bits)) if byte < 8 && (bits >> (8 * byte)) & 0xff == 0 => none,
        (
            "llvm.and" | "llvm.or" | "llvm.xor" | "llvm.trunc" | "llvm.shufflevector" | "llvm.freeze" | "llvm.zext",
            _,
        ) => same,
        ("llvm.select", _) => {
            if number == 0 {
                all
            } else {
                same
            }
        }
        ("llvm.add" | "llvm.sub" | "llvm.mul", _) => 0..(byte + 1).min(count),
        // To the left by a number of bits: a byte comes from those below.
        ("llvm.shl", Some(bits)) if number == 0 && bits < 64 => {
            let (least, most) = (bits as usize / 8, (bits as usize).div_ceil(8));
            byte.saturating_sub(most).min(count)..(byte + 1).saturating_sub(least).min(count)
        }
        ("llvm.lshr", Some(bits)) if number == 0 && bits < 64 => {
            let (least, most) = (bits as usize / 8, (bits as usize).div_ceil(8));
            (byte + least).min(count)..(byte + 1 + most).min(count)
        }
        // The last byte has the sign.
        ("llvm.ashr", Some(bits)) if number == 0 && bits < 64 => {
            let (least, most) = (bits as usize / 8, (bits as usize).div_ceil(8));
            (byte + least).min(count.saturating_sub(1))..(byte + 1 + most).min(count)
        }
        ("llvm.call", _) if code.depends(op, number).is_bytewise => same,
        _ => all,
    }
}
