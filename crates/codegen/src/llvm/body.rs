//! The instructions of a function under construction, and the values that they make.

use super::gather::Source;
use super::types::{Element, LlvmType};
use isotope_program::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The text of a program's value: an operand of a type, or a constant that can be written in any type.
#[derive(Clone, Debug)]
pub(super) enum Written {
    /// `%t3` of a type.
    Name(String, LlvmType),
    /// Element bits.
    Constant(Vec<u64>, LlvmType),
}

/// Lines, declarations and values so far.
#[derive(Default)]
pub(super) struct Body {
    pub(super) lines: Vec<String>,
    pub(super) declares: BTreeSet<String>,
    /// By shuffle that LLVM joins with those that read it: by byte, which byte of what it cannot join.
    pub(super) joined: BTreeMap<Value, Vec<Source>>,
    values: Vec<Written>,
    casts: BTreeMap<(String, LlvmType), String>,
    next: u32,
}

impl Body {
    /// Records what the next step is written as.
    pub(super) fn record(&mut self, value: Written) {
        self.values.push(value);
    }

    pub(super) fn written(&self, value: Value) -> &Written {
        &self.values[value.0 as usize]
    }

    /// A fresh local name.
    pub(super) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%t{}", self.next - 1)
    }

    /// An instruction with a result.
    pub(super) fn emit(&mut self, instruction: String) -> String {
        let name = self.fresh();
        self.lines.push(format!("{name} = {instruction}"));
        name
    }

    /// A call of an overloaded intrinsic `name`, mangled by `overloads`.
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        overloads: &[LlvmType],
        result: LlvmType,
        args: &[(String, String)],
    ) -> String {
        let mangled: String = overloads.iter().map(|t| t.mangled()).collect();
        let types: Vec<&str> = args.iter().map(|(ty, _)| ty.as_str()).collect();
        self.declares.insert(format!("declare {result} @{name}{mangled}({})", types.join(", ")));
        let written: Vec<String> = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        self.emit(format!("call {result} @{name}{mangled}({})", written.join(", ")))
    }

    /// The operand text of a value as `ty`; its bits are kept, so both have as many.
    pub(super) fn operand(&mut self, value: Value, ty: LlvmType) -> String {
        let written = self.written(value).clone();
        self.operand_of(&written, ty)
    }

    /// The same of what is written.
    pub(super) fn operand_of(&mut self, written: &Written, ty: LlvmType) -> String {
        match written {
            Written::Constant(elements, from) => constant(elements, *from, ty),
            Written::Name(name, from) => self.cast(name.clone(), *from, ty),
        }
    }

    /// The same bits as another type.
    pub(super) fn cast(&mut self, name: String, from: LlvmType, ty: LlvmType) -> String {
        if from == ty {
            return name;
        }
        let key = (name, ty);
        if let Some(done) = self.casts.get(&key) {
            return done.clone();
        }
        let cast = self.emit(format!("bitcast {from} {} to {ty}", key.0));
        self.casts.insert(key, cast.clone());
        cast
    }
}

/// A constant in a type of as many bits.
fn constant(elements: &[u64], from: LlvmType, ty: LlvmType) -> String {
    let literal = literal(elements, from);
    if from == ty { literal } else { format!("bitcast ({from} {literal} to {ty})") }
}

fn literal(elements: &[u64], ty: LlvmType) -> String {
    let first = elements.first().copied().unwrap_or(0);
    let one = |element: u64| match ty.element {
        Element::Int(1) => {
            if element == 1 {
                "true".to_owned()
            } else {
                "false".to_owned()
            }
        }
        _ => element.to_string(),
    };
    if ty.lanes == 1 {
        one(first)
    } else if elements.iter().all(|&e| e == 0) {
        "zeroinitializer".to_owned()
    } else if elements.iter().all(|&e| e == first) {
        format!("splat ({} {})", ty.element, one(first))
    } else {
        let all: Vec<String> = elements.iter().map(|&e| format!("{} {}", ty.element, one(e))).collect();
        format!("<{}>", all.join(", "))
    }
}
