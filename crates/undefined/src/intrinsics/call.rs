//! LLVM forms that are one call of an intrinsic of LLVM's.

use crate::code::Code;
use crate::crossings::is_lanewise;
use crate::text::Shape;
use isotope_dictionary::LlvmForm;

/// The call, with its operands: which parameter of the form each is, if it is one, and its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub name: String,
    pub args: Vec<(Option<usize>, Shape)>,
    pub result: Shape,
    /// Parameters of the form.
    pub params: usize,
}

impl Call {
    /// Whether no operand is a vector of the form's own. A form with such a one, as an unmasked form of a masked intrinsic, says nothing of
    /// other vectors.
    pub fn is_whole(&self) -> bool {
        self.args.iter().all(|(param, shape)| param.is_some() || shape.lanes == 1)
    }

    /// Nothing where the form does something else than change the types of what goes in and of what comes out.
    pub fn read(form: &LlvmForm) -> Option<Call> {
        let code = Code::of_form(form)?;
        // By value, the parameter that it has the bits of.
        let mut params: Vec<Option<usize>> = (0..code.params).map(Some).collect();
        let mut call: Option<(usize, Call)> = None;
        for operation in &code.operations {
            let from = operation.operands.first().and_then(|operand| operand.value);
            let param = match (operation.word.as_str(), &mut call) {
                ("bitcast", Some((made, _))) if Some(*made) == from => {
                    *made = operation.result;
                    None
                }
                ("bitcast", _) => Some(params.get(from?).copied().flatten()?),
                ("call", None) if operation.callee.starts_with("llvm.") && !is_lanewise(&operation.callee) => {
                    let arg =
                        |operand: &crate::code::Operand| (operand.value.and_then(|value| params[value]), operand.shape);
                    let args = operation.operands.iter().map(arg).collect();
                    let (name, result) = (operation.callee.clone(), code.made(operation));
                    call = Some((operation.result, Call { name, args, result, params: code.params }));
                    None
                }
                _ => return None,
            };
            params.push(param);
        }
        let (made, call) = call?;
        (code.result.value == Some(made)).then_some(call)
    }
}
