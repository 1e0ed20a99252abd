//! Constants of the text as numbers.

use crate::ir::{Attribute, Module, Operation, Type};
use crate::limits::MAX_LITERALS;

/// How numbers of a type are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// An integer of 1 to 64 bits.
    Int(u32),
    /// As `i64`.
    Index,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
    /// Another float, by its place in [`crate::ir::FLOATS`]: only for identity tests.
    OtherFloat(u32),
}

impl Element {
    /// Bits of an integer.
    pub fn width(self) -> u32 {
        match self {
            Element::Int(width) => width,
            _ => 64,
        }
    }

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Element::F32 | Element::F64 | Element::OtherFloat(_))
    }

    /// A number of its own, for hashing.
    pub fn code(self) -> u32 {
        match self {
            Element::Int(width) => width,
            Element::Index => 1000,
            Element::F32 => 1001,
            Element::F64 => 1002,
            Element::OtherFloat(number) => 1003 + number,
        }
    }
}

/// A constant of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// An integer.
    Int(i64),
    /// A float, already rounded to its type.
    Float(f64),
}

/// The low bits of a number, sign-extended.
pub fn wrap(value: i64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    value << unused >> unused
}

/// One number of the text.
fn literal(attribute: &Attribute, element: Element) -> Option<Literal> {
    let float = element.is_float();
    match attribute {
        Attribute::Bool(value) if !float => Some(Literal::Int(-i64::from(*value))),
        Attribute::Number { text, .. } => {
            if let Some(digits) = text.strip_prefix("0x") {
                let bits = u64::from_str_radix(digits, 16).ok()?;
                return match element {
                    Element::F32 => Some(Literal::Float(f64::from(f32::from_bits(u32::try_from(bits).ok()?)))),
                    Element::F64 => Some(Literal::Float(f64::from_bits(bits))),
                    Element::OtherFloat(_) => None,
                    _ => Some(Literal::Int(wrap(bits as i64, element.width()))),
                };
            }
            match element {
                // Rounded once, from the digits.
                Element::F32 => text.parse::<f32>().ok().map(|value| Literal::Float(f64::from(value))),
                Element::F64 | Element::OtherFloat(_) => text.parse().ok().map(Literal::Float),
                _ => text.parse::<i128>().ok().map(|value| Literal::Int(wrap(value as i64, element.width()))),
            }
        }
        _ => None,
    }
}

/// Elements as hexadecimal digits of their bytes, the lowest byte first: one element for all, or each.
fn digits(text: &[u8], element: Element, count: u64) -> Option<Vec<Literal>> {
    let digits = text.strip_prefix(b"0x")?;
    let nibble = |digit: &u8| (*digit as char).to_digit(16).map(|value| value as u8);
    let pairs = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some(nibble(high)? << 4 | nibble(low)?),
        _ => None,
    });
    let bytes = pairs.collect::<Option<Vec<u8>>>()?;
    let size = match element {
        Element::F32 => 4,
        Element::F64 | Element::Index => 8,
        // Truth values are packed as bits.
        Element::Int(8 | 16 | 32 | 64) => element.width() as usize / 8,
        _ => return None,
    };
    let read = |lane: &[u8]| {
        let bits = lane.iter().rev().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
        match element {
            Element::F32 => Literal::Float(f64::from(f32::from_bits(bits as u32))),
            Element::F64 => Literal::Float(f64::from_bits(bits)),
            _ => Literal::Int(wrap(bits as i64, element.width())),
        }
    };
    let found: Vec<Literal> = bytes.chunks_exact(size).map(read).collect();
    match found.as_slice() {
        _ if bytes.len() % size != 0 => None,
        [one] => Some(vec![*one; count as usize]),
        all => (all.len() as u64 == count).then_some(found),
    }
}

/// All elements of a constant.
pub fn literals(module: &Module, attribute: &Attribute, element: Element, count: u64) -> Option<Vec<Literal>> {
    let Attribute::Dense { content, .. } = attribute else { return literal(attribute, element).map(|one| vec![one]) };
    if count > MAX_LITERALS {
        return None;
    }
    let Some(content) = content else { return (count == 0).then(Vec::new) };
    if let Attribute::String { bytes, .. } = module.pool.attribute(*content) {
        return digits(bytes, element, count);
    }
    let (mut open, mut found) = (vec![*content], Vec::new());
    while let Some(id) = open.pop() {
        match module.pool.attribute(id) {
            Attribute::Elements(of) => open.extend(of.iter().rev()),
            one => found.push(literal(one, element)?),
        }
        if found.len() as u64 > count {
            return None;
        }
    }
    match found.as_slice() {
        [one] => Some(vec![*one; count as usize]),
        all => (all.len() as u64 == count).then_some(found),
    }
}

/// A string attribute.
pub fn text(module: &Module, op: &Operation, name: &str) -> Option<String> {
    match module.attribute(op, name)? {
        Attribute::String { bytes, .. } => String::from_utf8(bytes.clone()).ok(),
        _ => None,
    }
}

/// An array of integers in any of its forms.
pub fn integers(module: &Module, op: &Operation, name: &str) -> Option<Vec<i64>> {
    let ids = match module.attribute(op, name)? {
        Attribute::Elementwise { values, .. } | Attribute::Array(values) => values.clone(),
        dense @ Attribute::Dense { ty, .. } => {
            let Type::Tensor { shape: Some(shape), .. } = module.pool.ty(*ty) else { return None };
            let count = shape.iter().try_fold(1u64, |n, d| n.checked_mul((*d)?))?;
            let all = literals(module, dense, Element::Int(64), count)?;
            return all.into_iter().map(|one| if let Literal::Int(value) = one { Some(value) } else { None }).collect();
        }
        _ => return None,
    };
    ids.iter().map(|id| number(module.pool.attribute(*id))).collect()
}

/// An integer or a truth value, which is 0 or 1.
pub fn number(attribute: &Attribute) -> Option<i64> {
    match attribute {
        Attribute::Bool(value) => Some(i64::from(*value)),
        Attribute::Number { text, .. } => text.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn all(value: &str, element: Element, count: u64) -> Option<Vec<Literal>> {
        let module = read(&format!("\"a.b\"() {{x = {value}}} : () -> ()")).ok()?;
        literals(&module, module.attribute(module.op(module.top[0]), "x")?, element, count)
    }

    #[test]
    fn elements_are_written_out_once_or_as_digits() {
        let ints = |of: &[i64]| Some(of.iter().map(|one| Literal::Int(*one)).collect::<Vec<_>>());
        assert_eq!(all("dense<[1, -2]> : vector<2xi8>", Element::Int(8), 2), ints(&[1, -2]));
        assert_eq!(all("dense<7> : vector<3xi8>", Element::Int(8), 3), ints(&[7, 7, 7]));
        assert_eq!(all("dense<\"0x01FF\"> : vector<2xi8>", Element::Int(8), 2), ints(&[1, -1]));
        assert_eq!(all("dense<\"0x0201FFFF\"> : vector<2xi16>", Element::Int(16), 2), ints(&[258, -1]));
        assert_eq!(all("dense<\"0x05\"> : vector<4xi8>", Element::Int(8), 4), ints(&[5; 4]));
        assert_eq!(all("dense<\"0x0000803F\"> : vector<1xf32>", Element::F32, 1), Some(vec![Literal::Float(1.0)]));
        for wrong in ["0x010", "0xzz", "0x010203", ""] {
            assert_eq!(all(&format!("dense<\"{wrong}\"> : vector<2xi16>"), Element::Int(16), 2), None, "{wrong}");
        }
    }
}
