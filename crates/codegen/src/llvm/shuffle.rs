//! Shuffles of any number of operands as LLVM's of two.

use super::body::{Body, Written};
use super::types::LlvmType;
use isotope_program::{Program, Step};

/// Lanes of a value of type `own` from one on, as a type of its element; lanes past its end are poison.
pub(super) fn part(body: &mut Body, value: &str, own: LlvmType, from: u32, ty: LlvmType) -> String {
    if from == 0 && own == ty {
        return value.to_owned();
    }
    let own_vector = vector(own, own.lanes);
    let lanes = (from..from + ty.lanes).map(|i| (i < own.lanes).then_some(i));
    body.emit(format!("shufflevector {own_vector} {value}, {own_vector} poison, {}", mask(lanes)))
}

/// A value's lanes again and again, or the first of them.
pub(super) fn repeated(body: &mut Body, value: &str, own: LlvmType, lanes: u32) -> String {
    if own.lanes == lanes {
        return value.to_owned();
    }
    let ty = vector(own, own.lanes);
    let indices = (0..lanes).map(|i| Some(i % own.lanes));
    body.emit(format!("shufflevector {ty} {value}, {ty} poison, {}", mask(indices)))
}

/// Writes a shuffle: operands are concatenated pairwise, the last pair is left to the shuffle itself.
pub(super) fn write(body: &mut Body, program: &Program, step: &Step, indices: &[u32]) -> Written {
    let element = LlvmType::int(program.shape(step.args[0])).with_lanes(1);
    if let [only] = step.args.as_slice()
        && program.shape(*only).lanes == 1
        && indices.iter().all(|&i| i == 0)
    {
        let value = body.operand(*only, element);
        let lanes = indices.len() as u32;
        return Written::Name(splat(body, value, element, lanes), element.with_lanes(lanes));
    }
    let mut parts: Vec<(String, u32)> = Vec::new();
    for &arg in &step.args {
        let lanes = program.shape(arg).lanes;
        let value = body.operand(arg, element.with_lanes(lanes));
        parts.push((if lanes == 1 { single(body, value, element) } else { value }, lanes));
    }
    while parts.len() > 2 {
        parts = parts.chunks(2).map(|pair| concatenated(body, pair, element)).collect();
    }
    // Two of different lengths: the second operand's lanes start where the longer one's would end.
    let first = parts[0].1;
    let lanes = parts.iter().map(|(_, lanes)| *lanes).max().unwrap_or(first);
    for part in &mut parts {
        part.0 = padded(body, &part.0, part.1, lanes, element);
    }
    let indices: Vec<u32> = indices.iter().map(|&i| if i < first { i } else { i - first + lanes }).collect();
    let indices = indices.as_slice();
    let a = parts[0].0.clone();
    let ty = vector(element, lanes);
    if let [index] = indices {
        let (value, at) = if *index < lanes { (a, *index) } else { (parts[1].0.clone(), index - lanes) };
        let name = body.emit(format!("extractelement {ty} {value}, i64 {at}"));
        return Written::Name(name, element);
    }
    let b = parts.get(1).map_or("poison", |(name, _)| name.as_str());
    let name = body.emit(format!("shufflevector {ty} {a}, {ty} {b}, {}", mask(indices.iter().map(|&i| Some(i)))));
    Written::Name(name, element.with_lanes(indices.len() as u32))
}

/// `<1 x T>` is a vector to LLVM, though one lane is a scalar to us.
fn vector(element: LlvmType, lanes: u32) -> String {
    format!("<{lanes} x {}>", element.element)
}

/// A scalar as a vector.
pub(super) fn single(body: &mut Body, value: String, element: LlvmType) -> String {
    let ty = vector(element, 1);
    body.emit(format!("insertelement {ty} poison, {element} {value}, i64 0"))
}

fn splat(body: &mut Body, value: String, element: LlvmType, lanes: u32) -> String {
    let ty = vector(element, lanes);
    if lanes == 1 {
        return value;
    }
    let first = body.emit(format!("insertelement {ty} poison, {element} {value}, i64 0"));
    body.emit(format!("shufflevector {ty} {first}, {ty} poison, <{lanes} x i32> zeroinitializer"))
}

/// One or two operands as one; the shorter of two is first padded, for LLVM shuffles equals only.
pub(super) fn concatenated(body: &mut Body, pair: &[(String, u32)], element: LlvmType) -> (String, u32) {
    let [(a, first), (b, second)] = pair else { return pair[0].clone() };
    let lanes = *first.max(second);
    let a = padded(body, a, *first, lanes, element);
    let b = padded(body, b, *second, lanes, element);
    let ty = vector(element, lanes);
    let indices = (0..*first).chain((0..*second).map(|i| i + lanes)).map(Some);
    (body.emit(format!("shufflevector {ty} {a}, {ty} {b}, {}", mask(indices))), first + second)
}

/// A value of `own` lanes as one of `lanes`, which are at least as many.
fn padded(body: &mut Body, value: &str, own: u32, lanes: u32, element: LlvmType) -> String {
    part(body, value, element.with_lanes(own), 0, element.with_lanes(lanes))
}

fn mask(indices: impl Iterator<Item = Option<u32>>) -> String {
    let all: Vec<String> = indices.map(|i| i.map_or("i32 poison".to_owned(), |i| format!("i32 {i}"))).collect();
    format!("<{} x i32> <{}>", all.len(), all.join(", "))
}
