//! A form or an answer's function as operations on values.

use crate::text::{Shape, constant, pieces, typed};
use isotope_codegen::llvm::Function;
use isotope_dictionary::LlvmForm;
use std::collections::HashMap;

/// An operand: a value of the code, or a constant.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    /// Which one of [`Code::shapes`].
    pub value: Option<usize>,
    pub shape: Shape,
    /// Of a constant each lane, where it is known.
    pub numbers: Vec<Option<u64>>,
}

impl Operand {
    /// The constant in a lane, where it is known. A scalar is in every lane.
    pub fn number(&self, lane: usize) -> Option<u64> {
        let lane = if self.shape.lanes == 1 { 0 } else { lane };
        self.numbers.get(lane).copied().flatten()
    }
}

/// One instruction.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// LLVM's word for it, as `shufflevector`.
    pub word: String,
    /// The callee, without `@`.
    pub callee: String,
    pub operands: Vec<Operand>,
    /// Which one of [`Code::shapes`] it makes.
    pub result: usize,
}

/// Straight-line code. Its parameters are the first values.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    /// Of each value.
    pub shapes: Vec<Shape>,
    pub params: usize,
    pub operations: Vec<Operation>,
    pub result: Operand,
}

impl Code {
    /// An answer's function. Nothing where a line is not understood.
    pub fn of_function(function: &Function) -> Option<Code> {
        let params = function.params.iter().map(|(ty, name)| (name.clone(), ty.to_string()));
        let result = format!("{} {}", function.result, function.value);
        read(params, function.lines.iter().map(String::as_str), &result)
    }

    /// An instruction's form. Nothing where a line is not understood.
    pub fn of_form(form: &LlvmForm) -> Option<Code> {
        let params = form.params.iter().map(|(name, ty)| (format!("%{name}"), (*ty).to_owned()));
        let (last, lines) = form.body.split_last()?;
        read(params, lines.iter().map(|line| line.trim()), last.trim().strip_prefix("ret ")?)
    }

    /// The shape of what an operation makes.
    pub fn made(&self, operation: &Operation) -> Shape {
        self.shapes[operation.result]
    }
}

fn read<'a>(
    params: impl Iterator<Item = (String, String)>,
    lines: impl Iterator<Item = &'a str>,
    result: &str,
) -> Option<Code> {
    let mut values = Values::default();
    for (name, ty) in params {
        values.add(name, Shape::read(&ty));
    }
    let (params, mut operations) = (values.shapes.len(), Vec::new());
    for line in lines {
        let (name, code) = line.split_once(" = ")?;
        let operation = instruction(code, &mut values)?;
        let shape = shape_of(&operation, code)?;
        operations.push(Operation { result: values.add(name.to_owned(), shape), ..operation });
    }
    let (ty, value) = typed(result)?;
    let result = values.operand(ty, value)?;
    Some(Code { shapes: values.shapes, params, operations, result })
}

/// The values so far.
#[derive(Default)]
struct Values {
    names: HashMap<String, usize>,
    shapes: Vec<Shape>,
}

impl Values {
    fn add(&mut self, name: String, shape: Shape) -> usize {
        self.names.insert(name, self.shapes.len());
        self.shapes.push(shape);
        self.shapes.len() - 1
    }

    /// An operand of a type. Nothing where its value has another one.
    fn operand(&mut self, ty: &str, value: &str) -> Option<Operand> {
        let shape = Shape::read(ty);
        if !value.starts_with('%') {
            // A constant that names a value is none that is known here.
            return (!value.contains('%')).then(|| Operand { value: None, shape, numbers: constant(value, shape) });
        }
        let number = *self.names.get(value)?;
        let own = &mut self.shapes[number];
        if *own == Shape::OPAQUE {
            // A part of an aggregate has no type in the text but where it is used.
            *own = shape;
        }
        (*own == shape).then(|| Operand { value: Some(number), shape, numbers: Vec::new() })
    }
}

/// Words of an instruction, or between an operand's type and its value, that say what may be assumed.
const FLAGS: [&str; 17] = [
    "nsw ",
    "nuw ",
    "exact ",
    "disjoint ",
    "nneg ",
    "samesign ",
    "fast ",
    "nnan ",
    "ninf ",
    "nsz ",
    "arcp ",
    "contract ",
    "afn ",
    "reassoc ",
    "noundef ",
    "signext ",
    "zeroext ",
];

fn without_flags(mut text: &str) -> &str {
    while let Some(rest) = FLAGS.iter().find_map(|flag| text.strip_prefix(flag)) {
        text = rest;
    }
    text
}

/// An instruction with its operands; [`read`] says what it makes.
fn instruction(code: &str, values: &mut Values) -> Option<Operation> {
    let code = code.strip_prefix("tail ").unwrap_or(code);
    let (word, rest) = code.split_once(' ')?;
    let (mut callee, mut args) = (String::new(), without_flags(rest));
    if matches!(word, "icmp" | "fcmp") {
        args = args.split_once(' ')?.1;
    } else if word == "call" {
        let (name, inside) = rest.split_once('@')?.1.split_once('(')?;
        callee = name.to_owned();
        args = inside.strip_suffix(')')?;
    } else if is_cast(word) {
        args = args.rsplit_once(" to ")?.0;
    }
    let (mut operands, mut first) = (Vec::new(), None);
    for piece in pieces(args) {
        if word == "extractvalue" && first.is_some() {
            // The number of a part has no type.
            break;
        }
        // As in `add <4 x i32> %a, %b`, where the type is said once.
        let (ty, value) = typed(piece).or(first.map(|ty| (ty, piece)))?;
        operands.push(values.operand(ty, without_flags(value))?);
        first.get_or_insert(ty);
    }
    Some(Operation { word: word.to_owned(), callee, operands, result: 0 })
}

pub(crate) fn is_cast(word: &str) -> bool {
    const CASTS: [&str; 11] = [
        "bitcast",
        "zext",
        "sext",
        "trunc",
        "fpext",
        "fptrunc",
        "sitofp",
        "uitofp",
        "fptosi",
        "fptoui",
        "addrspacecast",
    ];
    CASTS.contains(&word)
}

fn shape_of(operation: &Operation, code: &str) -> Option<Shape> {
    let first = operation.operands.first().map(|operand| operand.shape);
    Some(match operation.word.as_str() {
        "call" => Shape::read(without_flags(code.split_once("call ")?.1.split_once(" @")?.0)),
        word if is_cast(word) => Shape::read(code.rsplit_once(" to ")?.1),
        "icmp" | "fcmp" => Shape { lanes: first?.lanes, bits: 1 },
        "select" => operation.operands.get(1)?.shape,
        "shufflevector" => Shape { lanes: operation.operands.get(2)?.shape.lanes, bits: first?.bits },
        "extractelement" => Shape { lanes: 1, bits: first?.bits },
        "extractvalue" => Shape::OPAQUE,
        _ => first?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(body: &[&str]) -> Option<Code> {
        let body = body.iter().map(|line| (*line).to_owned()).collect();
        Code::of_form(&LlvmForm { params: vec![("a", "<2 x i32>"), ("b", "i32")], body, result: "<2 x i32>" })
    }

    #[test]
    fn operands_have_the_types_of_their_values() {
        let code = form(&[
            "%p = tail call { <2 x i32>, i32 } @llvm.pair(<2 x i32> noundef %a, i32 noundef 3)",
            "%x = extractvalue { <2 x i32>, i32 } %p, 0",
            "%y = add nuw nsw <2 x i32> %x, splat (i32 5)",
            "%z = icmp ult <2 x i32> %y, zeroinitializer",
            "%r = select <2 x i1> %z, <2 x i32> %y, <2 x i32> <i32 1, i32 2>",
            "ret <2 x i32> %r",
        ])
        .unwrap();
        let shape = |lanes, bits| Shape { lanes, bits };
        let lanes = [shape(2, 32), shape(1, 32), Shape::OPAQUE, shape(2, 32), shape(2, 32), shape(2, 1), shape(2, 32)];
        assert_eq!(code.shapes, lanes, "a part of an aggregate is what it is used as");
        assert_eq!(code.operations[0].callee, "llvm.pair");
        assert_eq!(code.operations[2].operands[1].numbers, [Some(5); 2]);
        assert!(form(&["%r = add <4 x i16> %a, %a", "ret <4 x i16> %r"]).is_none(), "%a has another type");
        assert!(form(&["ret <2 x i32> %unknown"]).is_none());
        assert!(form(&["store i32 %b, ptr %p", "ret <2 x i32> %a"]).is_none());
    }
}
