//! Flags that are parts of operations' names.

use crate::plan::nodes::{Kind, Plan};
use crate::plan::wide::Wide;
use crate::rule::Rule;
use crate::values::flags::Flags;
use crate::values::op::Op;
use isotope_mlir::ir::Module;
use std::collections::HashMap;

/// For each operation, by its name in MLIR, the flags that count: two of them are one operation only if they have the same of these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    by_name: HashMap<String, Flags>,
    /// All flags of integers count.
    pub all_of_integers: bool,
}

impl Counted {
    /// These count, too, for operations of this name.
    pub fn add(&mut self, name: &str, flags: Flags) {
        if flags != Flags::NONE {
            let known = self.by_name.entry(name.to_owned()).or_default();
            *known = *known | flags;
        }
    }

    /// Those of an operation's flags that count.
    pub fn named(&self, name: &str, flags: Flags) -> Flags {
        let counted = self.by_name.get(name).copied().unwrap_or_default();
        let counted = if self.all_of_integers { counted | Flags::OF_INTEGERS } else { counted };
        if Rule::Flags.holds() { flags & counted } else { Flags::NONE }
    }
}

impl Kind {
    /// The operation on numbers that it is made of.
    fn op(&mut self) -> Option<&mut Op> {
        match self {
            Kind::Scalar { op, .. } | Kind::Reduce { op, .. } => Some(op),
            Kind::Wide(Wide::Product(of)) => Some(&mut of.op),
            Kind::Wide(Wide::Fold(of)) => Some(&mut of.op),
            Kind::Wide(Wide::Scan(of)) => Some(&mut of.op),
            _ => None,
        }
    }
}

impl Plan {
    /// Makes a module ready, with these flags as parts of names.
    pub fn with_flags(module: &Module, counted: &Counted) -> Plan {
        let mut plan = Plan::new(module);
        for node in plan.blocks.iter_mut().flat_map(|block| &mut block.nodes) {
            if let Some(op) = node.kind.op() {
                op.named = counted.named(&module.operations[node.op as usize].name, op.flags);
            }
        }
        plan
    }
}
