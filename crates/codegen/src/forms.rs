//! The dictionary as code generation asks it: forms, and classes for the AutoLLVM text.

use crate::autollvm::{Application, Classes};
use crate::llvm::{Form, Forms};
use isotope_dictionary::manifest::Miscompiled;
use isotope_dictionary::{Dictionary, Gather};
use isotope_semantics::OperandKind;

impl Forms for Dictionary {
    fn form(&self, name: &str, immediates: &[u64]) -> Option<Form> {
        let form = self.llvm_form(name, immediates)?;
        let body: Vec<&str> = form.body.iter().map(String::as_str).collect();
        Form::new(&form.params, &body).ok()
    }

    fn miscompiled(&self) -> Option<&Miscompiled> {
        Some(self.prices().miscompiled())
    }

    fn gather(&self) -> Option<&Gather> {
        Dictionary::gather(self)
    }
}

impl Classes for Dictionary {
    /// A class with its sizes: the bits and the element bits of the result and of each operand.
    fn application(&self, name: &str) -> Option<Application> {
        let member = self.member(name)?;
        let size = |o: &isotope_semantics::Operand| format!("{}x{}", o.element_bits, o.bits / o.element_bits.max(1));
        let operands = member.operands.iter().filter(|o| o.kind != OperandKind::Imm);
        let parameters = operands.chain([&member.result]).map(|o| (o.name.clone(), size(o)));
        Some(Application { class: self.class_of(member).name.to_owned(), parameters: parameters.collect() })
    }
}
