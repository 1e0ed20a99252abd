//! Replies as the structures of isotope.h, with the texts that they point to.

use crate::layout::{CUT_SHORT, Compared, OneResult, Parameter, SEARCHED_ON, Type};
use isotope_client::compiler::{NotNow, Reply};
use isotope_client::json;
use isotope_proto::v1;
use std::ffi::{CString, c_char};
use std::ptr;

/// `isotope_results`: owns everything that its structures point to.
#[derive(Default)]
pub struct Results {
    /// In the order of what was asked for.
    pub all: Vec<OneResult>,
    /// How long the service took for each; 0 without an answer.
    pub milliseconds: Vec<f64>,
    /// The freezing of each; nothing without an answer.
    pub freezing: Vec<Freezing>,
    // The texts that `all` points into: never changed after they were made.
    texts: Texts,
    parameters: Vec<Box<[Parameter]>>,
}

/// The values of an answer that have to be frozen.
#[derive(Clone, Debug, Default)]
pub struct Freezing {
    /// `isotope_freeze`, by parameter.
    pub parameters: Vec<u32>,
    /// Whether each byte of the result depends on an element by one parameter at most.
    pub one_load_a_byte: bool,
}

// SAFETY: the pointers lead into the results' own texts and parameters, which nobody changes.
unsafe impl Send for Results {}
// SAFETY: as above.
unsafe impl Sync for Results {}

const EMPTY: *const c_char = c"".as_ptr();

/// Texts that the pointers of a reply lead to: they stay where they are until this is dropped.
#[derive(Debug, Default)]
pub struct Texts(Vec<CString>);

impl Texts {
    /// A pointer to a copy of the text.
    pub fn add(&mut self, text: &str) -> *const c_char {
        if text.is_empty() {
            return EMPTY;
        }
        // A zero byte inside would end the text early; the service sends none.
        let owned = CString::new(text.replace('\0', " ")).unwrap_or_default();
        let pointer = owned.as_ptr();
        self.0.push(owned);
        pointer
    }
}

impl Results {
    /// With the texts of all replies.
    pub fn of(replies: Vec<Reply>) -> Self {
        let mut results = Results::default();
        for reply in replies {
            results.milliseconds.push(reply.as_ref().map_or(0.0, |answer| answer.milliseconds));
            results.freezing.push(reply.as_ref().map(freezing).unwrap_or_default());
            let one = match reply {
                Ok(answer) => results.answered(answer),
                Err(not_now) => results.not_now(&not_now),
            };
            results.all.push(one);
        }
        results
    }

    fn not_now(&mut self, not_now: &NotNow) -> OneResult {
        OneResult { reason: not_now.reason as u32, detail: self.texts.add(&not_now.detail), ..empty() }
    }

    fn answered(&mut self, answer: v1::Answer) -> OneResult {
        let source = answer.source();
        let truncated = match (answer.truncated, answer.searched_on) {
            (false, _) => 0,
            (true, false) => CUT_SHORT,
            (true, true) => SEARCHED_ON,
        };
        let detail = if answer.truncated { self.texts.add(&answer.notes.join("; ")) } else { EMPTY };
        let selection = answer.selection.unwrap_or_default();
        let parameters: Box<[Parameter]> = selection.parameters.iter().map(|p| self.parameter(p)).collect();
        let one = OneResult {
            detail,
            verdict: selection.verdict as u32,
            cost: selection.cost,
            baseline_cost: selection.baseline_cost,
            llvm_ir: self.texts.add(&selection.llvm_ir),
            function: self.texts.add(&selection.function),
            instructions: self.texts.add(&selection.instructions.join(" ")),
            source: self.texts.add(json::source(source)),
            ty: ty(selection.result.as_ref()),
            parameters: parameters.as_ptr(),
            parameter_count: parameters.len(),
            truncated,
            is_better: selection.is_better.into(),
            ..empty()
        };
        self.parameters.push(parameters);
        one
    }

    fn parameter(&mut self, parameter: &v1::Parameter) -> Parameter {
        let none = Parameter {
            ty: ty(parameter.r#type.as_ref()),
            leaf: ptr::null(),
            buffer: ptr::null(),
            base: ptr::null(),
            offset: 0,
            stride: 0,
        };
        match &parameter.value {
            Some(v1::parameter::Value::Leaf(name)) => Parameter { leaf: self.texts.add(name), ..none },
            Some(v1::parameter::Value::Load(load)) => {
                let (buffer, base) = (self.texts.add(&load.buffer), self.texts.add(&load.base));
                Parameter { buffer, base, offset: load.offset, stride: load.stride, ..none }
            }
            None => none,
        }
    }
}

fn freezing(answer: &v1::Answer) -> Freezing {
    let Some(selection) = &answer.selection else { return Freezing::default() };
    // The wire's values have the header's numbers; what this library does not know is always.
    let parameters = selection.parameters.iter().map(|parameter| parameter.freeze() as u32).collect();
    Freezing { parameters, one_load_a_byte: selection.one_load_a_byte }
}

impl From<v1::Compared> for Compared {
    fn from(of: v1::Compared) -> Self {
        let cost = |cost: Option<u64>| cost.unwrap_or(0);
        Compared {
            known: of.known.into(),
            is_better: of.is_better.into(),
            own_cost: cost(of.own_cost),
            selected_cost: cost(of.selected_cost),
        }
    }
}

fn ty(ty: Option<&v1::Type>) -> Type {
    // The wire's kinds have the header's numbers.
    ty.map_or(Type::default(), |ty| Type { kind: ty.kind as u32, bits: ty.bits, lanes: ty.lanes })
}

fn empty() -> OneResult {
    OneResult {
        reason: 0,
        detail: EMPTY,
        verdict: 0,
        cost: 0,
        baseline_cost: 0,
        llvm_ir: EMPTY,
        function: EMPTY,
        instructions: EMPTY,
        source: EMPTY,
        ty: Type::default(),
        parameters: ptr::null(),
        parameter_count: 0,
        truncated: 0,
        is_better: 0,
    }
}
