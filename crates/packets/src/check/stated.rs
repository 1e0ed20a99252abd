//! Statements of blocks that LLVM builds on: how they are reached, where control goes, and which registers a block needs.
//!
//! ```text
//! bb.3 (landing-pad):             // without that LLVM may drop the block
//!   successors: %bb.3, %bb.4      // without %bb.4 LLVM may drop the code there
//!   liveins: $r0, $r1             // without $r1 LLVM may write something else to it before the block
//! ```

use crate::live::{self, Set};
use crate::machine::Machine;
use crate::mir::{Block, Function};

/// An error if a block of the second program says in its head what the first one's does not, or the other way round, or if it leaves out
/// a place that control goes to, or a register that its code needs. Registers that the first program leaves out though it needs them are
/// such as LLVM names nowhere.
pub fn are_complete(
    machine: &Machine,
    [before, after]: [&Function; 2],
    [needed_before, needed_after]: [&[Set]; 2],
) -> Result<(), String> {
    let stated = |block: &Block| -> Set {
        block.live.iter().filter_map(|name| machine.atoms(name)).flatten().copied().collect()
    };
    let mut named: Set = before.blocks.iter().flat_map(stated).collect();
    let explicit = after.blocks.iter().flat_map(Block::instructions).flat_map(|of| of.registers());
    let explicit = explicit.filter(|register| !register.is_implicit);
    named.extend(explicit.filter_map(|register| machine.atoms(&register.name)).flatten());
    for (block, needed) in before.blocks.iter().zip(needed_before) {
        let stated = stated(block);
        needed.iter().filter(|atom| !stated.contains(atom)).for_each(|atom| _ = named.remove(atom));
    }
    // A function may say that it states no liveins.
    let is_stated = before.blocks.iter().any(|block| !block.live.is_empty());
    for (at, (block, needed)) in after.blocks.iter().zip(needed_after).enumerate() {
        let own = before.block(block.id).map_or(&[][..], |at| &before.blocks[at].statements);
        // Of a block that something may jump to, passes take less for granted.
        let is_more = |one: &&String| !own.contains(one) && *one != "machine-block-address-taken";
        if let Some(one) =
            own.iter().find(|one| !block.statements.contains(one)).or(block.statements.iter().find(is_more))
        {
            return Err(format!("bb.{} says `{one}` in one program only", block.id));
        }
        let goes = live::targets(machine, after, at);
        if let Some(id) = goes.iter().find(|id| !block.successors.is_empty() && !block.successors.contains(id)) {
            return Err(format!("bb.{} goes to bb.{id}, which is none of its successors", block.id));
        }
        let stated = stated(block);
        let missing = needed.iter().find(|atom| named.contains(atom) && !stated.contains(atom));
        if let Some(atom) = missing.filter(|_| is_stated) {
            return Err(format!("bb.{} needs {}, which is none of its liveins", block.id, machine.name(*atom)));
        }
    }
    Ok(())
}
