//! Forms of an instruction set whose every instruction is an LLVM intrinsic: one call each.

use super::text::{Block, Form, Holes, write};
use crate::folder::SetFolder;
use anyhow::Result;
use isotope_semantics::{Operand, OperandKind};
use isotope_vendor::reader::Entry;

/// The data file.
pub fn forms(set: &SetFolder, entries: &[Entry], prefix: &str) -> Result<String> {
    let features = set.features()?;
    let (mut blocks, mut refused) = (Vec::new(), Vec::new());
    for entry in entries {
        let (name, translation) = match &entry.translation {
            Ok(translation) => (entry.name.clone(), translation),
            Err(why) => {
                refused.push((entry.name.clone(), why.to_string()));
                continue;
            }
        };
        let semantics = &translation.semantics;
        if semantics.immediates().next().is_some() {
            refused.push((name, "an immediate".to_owned()));
            continue;
        }
        let params: Vec<(String, String)> = semantics.operands.iter().map(|o| (o.name.clone(), llvm_type(o))).collect();
        let result = llvm_type(&semantics.result);
        let arguments: Vec<String> = params.iter().map(|(name, ty)| format!("{ty} %{name}")).collect();
        let body =
            vec![format!("%t1 = call {result} @{prefix}{name}({})", arguments.join(", ")), format!("ret {result} %t1")];
        let asm = vec![(String::new(), entry.mnemonic.iter().cloned().collect())];
        let form = Form { values: Vec::new(), body, holes: Holes::None, asm };
        let (mnemonic, features) = (entry.mnemonic.clone(), set.features_of(entry, &features)?);
        let c_name = name.clone();
        blocks.push(Block { name, c_name, features, params, immediate: None, result, mnemonic, forms: vec![form] });
    }
    blocks.sort_by(|a, b| a.name.cmp(&b.name));
    refused.sort();
    Ok(write(&set.manifest.title, &blocks, &refused))
}

fn llvm_type(operand: &Operand) -> String {
    match operand.kind {
        OperandKind::Vector => format!("<{} x i{}>", operand.bits / operand.element_bits, operand.element_bits),
        OperandKind::Mask => format!("<{} x i1>", operand.bits),
        OperandKind::Scalar | OperandKind::Imm => format!("i{}", operand.bits),
        OperandKind::Memory => "ptr".to_owned(),
    }
}
