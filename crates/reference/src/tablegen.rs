//! The operations of AutoLLVM for LLVM's and MLIR's own tools, and which instruction each is.

use crate::autollvm::Operation;
use isotope_dictionary::OperandKind;
use std::fmt::Write as _;

/// LLVM intrinsics, for `llvm-tblgen -gen-intrinsic-enums` and its kin: `llvm.autollvm.saturating_add`.
pub fn intrinsics(operations: &[Operation<'_>]) -> String {
    let mut out = String::from(include_str!("tablegen/intrinsics.td"));
    for operation in operations {
        let mut taken: Vec<&str> = operation.operands.iter().map(|kind| llvm_type(*kind)).collect();
        let first = taken.len();
        taken.extend(std::iter::repeat_n("llvm_i32_ty", operation.immediates));
        taken.extend(std::iter::repeat_n("llvm_i64_ty", operation.parameters));
        let constants: String = (first..taken.len()).map(|at| format!(", ImmArg<ArgIndex<{at}>>")).collect();
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "\n// {}\ndef int_autollvm_{} : Intrinsic<[{}], [{}],\n  [IntrNoMem, IntrSpeculatable, IntrWillReturn{constants}]>;\n",
            operation.counts(),
            operation.name,
            llvm_type(operation.result),
            taken.join(", ")
        );
    }
    out + "\n}\n"
}

fn llvm_type(kind: OperandKind) -> &'static str {
    match kind {
        OperandKind::Vector | OperandKind::Mask | OperandKind::Memory => "llvm_anyvector_ty",
        OperandKind::Scalar | OperandKind::Imm => "llvm_anyint_ty",
    }
}

/// A dialect of MLIR, for `mlir-tblgen -gen-op-decls` and its kin: `autollvm.saturating_add`.
pub fn dialect(operations: &[Operation<'_>]) -> String {
    let mut out = String::from(include_str!("tablegen/dialect.td"));
    for operation in operations {
        let operand = |(at, kind): (usize, &OperandKind)| format!("{}:${}", mlir_type(*kind), letter(at));
        let mut taken: Vec<String> = operation.operands.iter().enumerate().map(operand).collect();
        for (what, count) in [("immediates", operation.immediates), ("parameters", operation.parameters)] {
            if count > 0 {
                taken.push(format!("AutoLLVM_Numbers<{count}>:${what}"));
            }
        }
        let _ = write!(
            out,
            "\ndef AutoLLVM_{}Op : AutoLLVM_Op<\"{}\"> {{\n  let summary = \"{}\";\n  let arguments = (ins {});\n  \
             let results = (outs {}:$result);\n}}\n",
            camel(&operation.name),
            operation.name,
            operation.counts(),
            taken.join(", "),
            mlir_type(operation.result)
        );
    }
    out
}

fn mlir_type(kind: OperandKind) -> &'static str {
    match kind {
        OperandKind::Vector | OperandKind::Memory => "AutoLLVM_Vector",
        OperandKind::Mask => "AutoLLVM_Mask",
        OperandKind::Scalar | OperandKind::Imm => "AutoLLVM_Scalar",
    }
}

/// `a`, `b`, and so on; after `z` with a number.
fn letter(at: usize) -> String {
    let letter = char::from(b'a' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

/// `saturating_add` as `SaturatingAdd`; a number keeps its `_`, so that no two names become one.
fn camel(name: &str) -> String {
    let mut out = String::new();
    for part in name.split('_') {
        let mut letters = part.chars();
        match letters.next() {
            Some(first) if first.is_ascii_alphabetic() => out.push(first.to_ascii_uppercase()),
            Some(first) => {
                out.push('_');
                out.push(first);
            }
            None => out.push('_'),
        }
        out.extend(letters);
    }
    out
}

/// Which instruction of a set each operation is at which types and parameters; the set by its title.
pub fn lowering(operations: &[Operation<'_>], set: &str) -> String {
    let mut out = format!(
        "# isotope lowering 1\n\
         # Which instruction of {set} an operation of AutoLLVM is; made by `isotope dict lowering`, not edited.\n\
         # OPERATION TYPES -> TYPE [PARAMETERS]: INTRINSIC ORDER; the types of the operands as bits x elements, masks as 1 x bits; for each\n\
         # operand its place in the C intrinsic. The intrinsic's LLVM form is in the set's llvm-forms.txt.\n"
    );
    for operation in operations {
        for row in operation.rows.iter().filter(|row| row.set.manifest().title == set) {
            let shape = |o: &isotope_dictionary::Operand| match o.kind {
                OperandKind::Mask => format!("1x{}", o.bits),
                _ if o.element_bits > 0 && o.bits.is_multiple_of(o.element_bits) => {
                    format!("{}x{}", o.element_bits, o.bits / o.element_bits)
                }
                _ => format!("{}x1", o.bits),
            };
            let types: Vec<String> = row.order.iter().map(|at| shape(&row.member.operands[*at])).collect();
            let numbers: Vec<String> = row.parameters.iter().map(u64::to_string).collect();
            let order: Vec<String> = row.order.iter().map(usize::to_string).collect();
            let _ = writeln!(
                out,
                "{} {} -> {} [{}]: {} {}",
                operation.name,
                types.join(","),
                shape(&row.member.result),
                numbers.join(" "),
                row.member.name,
                order.join(",")
            );
        }
    }
    out
}
