//! LLVM forms that are one call of a target's intrinsic.

use isotope_dictionary::LlvmForm;
use std::collections::BTreeMap;

/// A vector's bits of a lane and lanes; a scalar has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub bits: usize,
    pub lanes: usize,
}

impl Shape {
    /// Of a type of integers or floats.
    pub fn read(ty: &str) -> Option<Shape> {
        let (lanes, element) = match ty.strip_prefix('<') {
            Some(vector) => vector.strip_suffix('>')?.split_once(" x ")?,
            None => ("1", ty),
        };
        let bits = match element {
            "half" | "bfloat" => 16,
            "float" => 32,
            "double" => 64,
            _ => element.strip_prefix('i')?.parse().ok()?,
        };
        Some(Shape { bits, lanes: lanes.parse().ok()? })
    }

    pub fn all(self) -> usize {
        self.bits * self.lanes
    }
}

/// The call, with its operands: which parameter of the form each is, if it is one, and its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub name: String,
    pub args: Vec<(Option<usize>, Option<Shape>)>,
    pub result: Shape,
    /// Parameters of the form.
    pub params: usize,
}

impl Call {
    /// Whether no operand is a vector of the form's own. A form with such a one, as an unmasked form of a masked intrinsic, says nothing of
    /// other vectors.
    pub fn is_whole(&self) -> bool {
        self.args.iter().all(|(param, shape)| param.is_some() || shape.is_some_and(|shape| shape.lanes == 1))
    }

    /// Nothing where the form does something else than change the types of what goes in and of what comes out.
    pub fn read(form: &LlvmForm) -> Option<Call> {
        let mut values: BTreeMap<String, usize> =
            form.params.iter().enumerate().map(|(i, (name, _))| (format!("%{name}"), i)).collect();
        let mut call: Option<(String, Call)> = None;
        for line in &form.body {
            let line = line.trim();
            if let Some(returned) = line.strip_prefix("ret ") {
                let (to, call) = call?;
                return (returned.rsplit(' ').next() == Some(to.as_str())).then_some(call);
            }
            let (to, code) = line.split_once(" = ")?;
            if let Some(cast) = code.strip_prefix("bitcast ") {
                let from = cast.rsplit_once(" to ")?.0.rsplit(' ').next()?;
                match &mut call {
                    Some((made, _)) if made == from => to.clone_into(made),
                    _ => drop(values.insert(to.to_owned(), *values.get(from)?)),
                }
                continue;
            }
            let (result, rest) = code.strip_prefix("call ")?.split_once(" @")?;
            let (name, args) = rest.strip_suffix(')')?.split_once('(')?;
            if call.is_some() || !name.starts_with("llvm.x86.") && !name.starts_with("llvm.aarch64.") {
                return None;
            }
            let arg = |text: String| {
                let (ty, value) = text.rsplit_once(' ').unwrap_or(("", ""));
                (values.get(value).copied(), Shape::read(ty))
            };
            let args = split(args).into_iter().map(arg).collect();
            call = Some((
                to.to_owned(),
                Call { name: name.to_owned(), args, result: Shape::read(result)?, params: form.params.len() },
            ));
        }
        None
    }
}

/// Operands of a call, at commas outside of types and constants.
fn split(text: &str) -> Vec<String> {
    let (mut depth, mut found) = (0, vec![String::new()]);
    for letter in text.chars() {
        match letter {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        match (letter, depth) {
            (',', 0) => found.push(String::new()),
            _ => found.last_mut().expect("there is one").push(letter),
        }
    }
    found.into_iter().map(|operand| operand.trim().to_owned()).filter(|operand| !operand.is_empty()).collect()
}
