//! Operations of LLVM's dialect as operations of `arith` and `vector` that mean the same, the intrinsics of instructions among them.
//!
//! ```text
//! %d = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%a, %b)    // %a : vector<8xi16>
//! ```
//!
//! becomes four lanes of `extsi(%a even) * extsi(%b even) + extsi(%a odd) * extsi(%b odd)`, because the vendor's text says so. So a
//! program with answers in it can be compared with the one that it was made of.
//!
//! Each lane is a term over lanes of values that other operations define. Values that only such operations use leave no trace; the others
//! are written anew. An operation on anything but integers is left as it is. A value with poison in a lane that is used, one that may be
//! poison by a flag, and one without a term are not read.
//!
//! Bits are followed one by one. LLVM makes a whole lane poison by one bit of it, and a product by a factor that is multiplied by zero; here
//! neither is read. `isotope_undefined` names with each answer the operands that have to be frozen for that.
//!
//! This crate computes only. Meanings of instructions are the dictionary's.

mod error;
pub mod limits;
mod read;
mod write;

pub use error::Unread;

use crate::limits::MAX_OPERATIONS;
use isotope_dictionary::InstructionSets;
use isotope_mlir::ir::{BlockId, Module, OpId, Operation, ValueId};
use isotope_mlir::structure::{Structure, walk};
use isotope_undefined::Intrinsics;
use read::{Reader, shape};
use std::collections::{BTreeMap, HashMap, HashSet};
use write::Writer;

/// Whether an operation is one of those that are read: it is of LLVM's dialect, and computes integers of integers.
fn is_read(module: &Module, op: &Operation) -> bool {
    let is_plain = |value: &ValueId| shape(module, module.type_of(*value)).is_some();
    op.name.starts_with("llvm.")
        && op.results.len() == 1
        && op.regions.is_empty()
        && op.operands.iter().chain(&op.results).all(is_plain)
}

/// The meanings of intrinsics, by the instruction sets. Each is looked into when it is first called.
pub struct Meanings<'d>(Vec<Intrinsics<'d>>);

impl<'d> Meanings<'d> {
    /// By the dictionaries of all sets.
    pub fn of(sets: &'d InstructionSets) -> Self {
        Meanings(sets.iter().map(|set| Intrinsics::new(set.dictionary())).collect())
    }

    /// Writes what operations of LLVM's dialect mean in their places, and gives how many there were. On an error the module has lost its
    /// use.
    ///
    /// # Errors
    ///
    /// An operation has no meaning here.
    pub fn explain(&self, module: &mut Module) -> Result<usize, Unread> {
        explain(module, &self.0)
    }
}

fn explain(module: &mut Module, intrinsics: &[Intrinsics<'_>]) -> Result<usize, Unread> {
    let structure = Structure::of(module);
    let mut blocks: BTreeMap<BlockId, Vec<OpId>> = BTreeMap::new();
    let (mut order, mut all) = (Vec::new(), HashSet::new());
    walk(module, &module.top, &mut |op, block| {
        if let Some(block) = block.filter(|_| is_read(module, module.op(op))) {
            blocks.entry(block).or_default().push(op);
            order.push((op, block));
            all.insert(op);
        }
    });
    if order.len() > MAX_OPERATIONS {
        let place = module.op(order[MAX_OPERATIONS].0).place;
        let why = format!("there are more than {MAX_OPERATIONS} operations of LLVM (MAX_OPERATIONS)");
        return Err(Unread { place, why });
    }
    let mut reader = Reader::new(intrinsics);
    let mut writers: HashMap<BlockId, Writer> = HashMap::new();
    let mut added: HashMap<OpId, Vec<OpId>> = HashMap::new();
    let mut values: HashMap<ValueId, ValueId> = HashMap::new();
    for (id, block) in order.iter().copied() {
        reader.read(module, id)?;
        let value = module.op(id).results[0];
        if structure.users(value).iter().all(|user| all.contains(user)) {
            continue;
        }
        let writer = writers.entry(block).or_default();
        let (made, ops) = writer.write(module, &mut reader, id)?;
        added.insert(id, ops);
        values.insert(value, made);
    }
    for (block, ops) in blocks {
        let read: HashSet<OpId> = ops.into_iter().collect();
        let old = std::mem::take(&mut module.blocks[block.index()].operations);
        let new = old.into_iter().flat_map(|op| match read.contains(&op) {
            true => added.remove(&op).unwrap_or_default(),
            false => vec![op],
        });
        module.blocks[block.index()].operations = new.collect();
    }
    for op in &mut module.operations {
        for operand in &mut op.operands {
            *operand = values.get(operand).copied().unwrap_or(*operand);
        }
    }
    Ok(order.len())
}
