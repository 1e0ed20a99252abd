//! Many bodies, one for each value of an immediate, folded into few templates.
//!
//! Bodies that agree but for integer constants are one template. A constant that is the immediate itself becomes `$imm`; others that
//! vary become numbered holes `$0`, `$1`, ..., filled from a table: additive over the immediate's bits where
//! that holds (shuffles by two-bit fields, blends), by row where not (byte alignment).

use std::collections::BTreeMap;

use super::body::Body;
use super::guide::Intrinsic;
use super::text::{Block, Form, Holes};
use super::wrapper::{Bodies, Compiled};

/// One block of the data file from all bodies of an intrinsic, or why there is none.
pub fn fold(intrinsic: &Intrinsic, compiled: Compiled) -> Result<Block, String> {
    let Compiled { bodies, features } = compiled;
    if bodies.is_empty() {
        return Err("clang-19's header has no such intrinsic, or takes other operands".to_owned());
    }
    if bodies.values().any(|b| !b.is_straight_line()) {
        return Err("its body is not straight-line code over values".to_owned());
    }
    let values: Vec<u32> = bodies.keys().copied().collect();
    let forms = match intrinsic.immediate {
        None => bodies
            .into_values()
            .map(|b| Form { values: Vec::new(), body: b.lines, holes: Holes::None, asm: Vec::new() })
            .collect(),
        Some(_) => templates(bodies),
    };
    Ok(Block {
        name: intrinsic.name.clone(),
        c_name: intrinsic.c_name.clone(),
        features: features.into_iter().collect(),
        params: intrinsic.params.iter().map(|p| (p.name.clone(), p.llvm_type())).collect(),
        immediate: intrinsic.immediate.as_ref().map(|(position, name, _)| (*position, name.clone(), values)),
        result: intrinsic.result.llvm_type(),
        mnemonic: intrinsic.mnemonic.clone(),
        forms,
    })
}

/// Bodies by skeleton, in the order of their smallest immediate.
pub fn templates(bodies: Bodies) -> Vec<Form> {
    let mut groups: BTreeMap<Vec<String>, BTreeMap<u32, Vec<Constant>>> = BTreeMap::new();
    for (value, body) in bodies {
        let (skeleton, constants) = skeleton(&body);
        groups.entry(skeleton).or_default().insert(value, constants);
    }
    let mut forms: Vec<Form> = groups.into_iter().map(|(skeleton, group)| template(&skeleton, &group)).collect();
    forms.sort_by_key(|form| form.values.first().copied());
    forms
}

/// An integer constant of a body: as clang prints it, and the bits of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Constant {
    text: String,
    bits: u32,
}

impl Constant {
    fn value(&self) -> i64 {
        self.text.parse().unwrap_or(i64::MAX)
    }

    /// Whether this is `immediate`, read as a number of this type.
    fn is(&self, immediate: u32) -> bool {
        let mask = if self.bits >= 64 { u64::MAX } else { (1 << self.bits) - 1 };
        (self.value() as u64) & mask == u64::from(immediate)
    }
}

/// The text between the integer constants of a body, and the constants. A constant follows its type: `i32 7`.
fn skeleton(body: &Body) -> (Vec<String>, Vec<Constant>) {
    let text = body.lines.join("\n");
    let (mut pieces, mut constants) = (Vec::new(), Vec::new());
    let mut piece = String::new();
    let mut rest = text.as_str();
    while let Some((before, bits, number, after)) = next_constant(rest) {
        piece.push_str(before);
        pieces.push(std::mem::take(&mut piece));
        constants.push(Constant { text: number.to_owned(), bits });
        rest = after;
    }
    pieces.push(format!("{piece}{rest}"));
    (pieces, constants)
}

/// The first `iN NUMBER` of `text`: what is before the number, N, the number, what is after.
fn next_constant(text: &str) -> Option<(&str, u32, &str, &str)> {
    let mut from = 0;
    while let Some(found) = text[from..].find('i') {
        let at = from + found;
        from = at + 1;
        let boundary = text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && !"._%$".contains(c));
        let digits = text[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let Ok(bits) = text[from..from + digits].parse::<u32>() else { continue };
        let start = from + digits + 1;
        if !boundary || !text[from + digits..].starts_with(' ') {
            continue;
        }
        let sign = usize::from(text[start..].starts_with('-'));
        let end = text[start + sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - start - sign);
        if end > 0 {
            let end = start + sign + end;
            return Some((&text[..start], bits, &text[start..end], &text[end..]));
        }
    }
    None
}

fn template(skeleton: &[String], group: &BTreeMap<u32, Vec<Constant>>) -> Form {
    let count = skeleton.len() - 1;
    let mut varying = Vec::new();
    let mut text = String::new();
    for position in 0..count {
        text.push_str(&skeleton[position]);
        let mut column = group.iter().map(|(value, constants)| (*value, &constants[position]));
        let Some((_, first)) = column.next() else { continue };
        if column.clone().all(|(_, constant)| constant == first) {
            text.push_str(&first.text);
        } else if group.iter().all(|(value, constants)| constants[position].is(*value)) {
            text.push_str("$imm");
        } else {
            text.push_str(&format!("${}", varying.len()));
            varying.push(position);
        }
    }
    text.push_str(&skeleton[count]);
    let rows: BTreeMap<u32, Vec<i64>> = group
        .iter()
        .map(|(value, constants)| (*value, varying.iter().map(|&p| constants[p].value()).collect()))
        .collect();
    let holes = if varying.is_empty() { Holes::None } else { additive(&rows).unwrap_or(Holes::Rows(rows)) };
    let body = text.lines().map(str::to_owned).collect();
    Form { values: group.keys().copied().collect(), body, holes, asm: Vec::new() }
}

/// The rows as a base and one difference for each bit of the immediate, if that says the same in less.
fn additive(rows: &BTreeMap<u32, Vec<i64>>) -> Option<Holes> {
    let (first, origin) = rows.iter().next()?;
    let mut base = origin.clone();
    let mut bits = BTreeMap::new();
    for bit in 0..8 {
        let pair = rows.iter().find_map(|(value, low)| {
            let high = rows.get(&(value | 1 << bit))?;
            (value & (1 << bit) == 0).then_some((low, high))
        });
        let Some((low, high)) = pair else { continue };
        let difference: Vec<i64> = low.iter().zip(high).map(|(l, h)| h - l).collect();
        if first & (1 << bit) != 0 {
            base.iter_mut().zip(&difference).for_each(|(b, d)| *b -= d);
        }
        bits.insert(bit, difference);
    }
    let holes = Holes::Bits { base, bits: bits.clone() };
    let exact = rows.iter().all(|(value, row)| holes.at(*value).as_ref() == Some(row));
    (exact && bits.len() + 1 < rows.len()).then_some(holes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bodies(count: u32, line: impl Fn(u32) -> String) -> Bodies {
        (0..count).map(|v| (v, Body { lines: vec![line(v), "ret <4 x i32> %t1".to_owned()] })).collect()
    }

    #[test]
    fn an_immediate_of_a_target_intrinsic_is_one_template() {
        let forms = templates(bodies(256, |v| format!("%t1 = call <4 x i32> @llvm.x86.f.i32(<4 x i32> %a, i32 {v})")));
        assert_eq!(forms.len(), 1);
        assert_eq!(forms[0].body[0], "%t1 = call <4 x i32> @llvm.x86.f.i32(<4 x i32> %a, i32 $imm)");
        assert_eq!(forms[0].holes, Holes::None);
    }

    #[test]
    fn two_bit_fields_are_additive() {
        let line = |v: u32| {
            let lanes: Vec<String> = (0..4).map(|i| format!("i32 {}", v >> (2 * i) & 3)).collect();
            format!("%t1 = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <{}>", lanes.join(", "))
        };
        let forms = templates(bodies(256, line));
        assert_eq!(forms.len(), 1);
        let Holes::Bits { bits, .. } = &forms[0].holes else { panic!("{:?}", forms[0].holes) };
        assert_eq!(bits[&3], vec![0, 2, 0, 0]);
        assert_eq!(forms[0].holes.at(0b11_00_01_10), Some(vec![2, 1, 0, 3]));
    }

    #[test]
    fn other_tables_keep_their_rows() {
        let line = |v: u32| format!("%t1 = f <1 x i32> <i32 {}>", if v + 2 < 5 { v + 2 } else { v + 18 });
        let forms = templates(bodies(8, line));
        assert_eq!(forms[0].holes.at(2), Some(vec![4]));
        assert_eq!(forms[0].holes.at(3), Some(vec![21]));
        assert!(matches!(forms[0].holes, Holes::Rows(_)));
    }
}
