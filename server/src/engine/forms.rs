//! The dictionary as code generation asks it: forms, and classes for the AutoLLVM text.

use isotope_codegen::autollvm::{Application, Classes};
use isotope_codegen::llvm::{Form, Forms};
use isotope_grammars::Dictionary;
use isotope_isa::semantics::OperandKind;

/// The dictionary that this build carries.
pub(super) struct DictionaryForms(pub &'static Dictionary);

impl Forms for DictionaryForms {
    fn form(&self, name: &str, immediates: &[u64]) -> Option<Form> {
        let form = self.0.llvm_form(name, immediates)?;
        let body: Vec<&str> = form.body.iter().map(String::as_str).collect();
        Form::new(&form.params, &body).ok()
    }
}

impl Classes for DictionaryForms {
    /// A class with its sizes: the bits and the element bits of the result and of each operand.
    fn application(&self, name: &str) -> Option<Application> {
        let member = self.0.member(name)?;
        let size =
            |o: &isotope_isa::semantics::Operand| format!("{}x{}", o.element_bits, o.bits / o.element_bits.max(1));
        let operands = member.operands.iter().filter(|o| o.kind != OperandKind::Imm);
        let parameters = operands.chain([&member.result]).map(|o| (o.name.clone(), size(o)));
        Some(Application { class: self.0.class_of(member).name.to_owned(), parameters: parameters.collect() })
    }
}
