//! Where values of a program are defined and used, and what stands where.

use crate::ir::{BlockId, Module, OpId, RegionId, Type, TypeId, ValueId, ValueOwner};
use crate::limits::MAX_NAMES;

/// Dimensions of a vector, outermost first; none for everything else.
pub fn shape_of(module: &Module, ty: TypeId) -> Vec<u64> {
    match module.pool.ty(ty) {
        Type::Vector { dims, .. } => dims.iter().map(|dim| dim.size).collect(),
        _ => Vec::new(),
    }
}

/// Whether a type is a vector.
pub fn is_vector(module: &Module, ty: TypeId) -> bool {
    matches!(module.pool.ty(ty), Type::Vector { .. })
}

/// The operation that defines a value, and which of its results it is.
pub fn definition(module: &Module, value: ValueId) -> Option<(OpId, u32)> {
    match module.values[value.index()].owner {
        ValueOwner::Result(op, at) => Some((op, at)),
        _ => None,
    }
}

/// The structure of a module: the block of each operation, the users of each value.
#[derive(Debug, Default)]
pub struct Structure {
    blocks: Vec<Option<BlockId>>,
    users: Vec<Vec<OpId>>,
}

impl Structure {
    /// Of all operations that stand somewhere.
    pub fn of(module: &Module) -> Self {
        let mut structure =
            Structure { blocks: vec![None; module.operations.len()], users: vec![Vec::new(); module.values.len()] };
        walk(module, &module.top, &mut |op, block| {
            structure.blocks[op.index()] = block;
            for operand in &module.op(op).operands {
                let users = &mut structure.users[operand.index()];
                if users.last() != Some(&op) {
                    users.push(op);
                }
            }
        });
        structure
    }

    /// The block that an operation stands in.
    pub fn block(&self, op: OpId) -> Option<BlockId> {
        self.blocks.get(op.index()).copied().flatten()
    }

    /// Operations that have a value among their operands.
    pub fn users(&self, value: ValueId) -> &[OpId] {
        self.users.get(value.index()).map_or(&[], Vec::as_slice)
    }
}

/// The function of this name with a body, wherever it stands in modules; without a name, the only one.
///
/// # Errors
///
/// A sentence: there is none, or there are several.
pub fn function(module: &Module, entry: Option<&str>) -> Result<OpId, String> {
    let mut open = module.top.clone();
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        let op = module.op(id);
        let blocks = || op.regions.iter().flat_map(|region| &module.regions[region.index()].blocks);
        match op.name.as_str() {
            "builtin.module" => open.extend(blocks().flat_map(|block| module.blocks[block.index()].operations.clone())),
            "func.func" if blocks().next().is_some() => found.push(id),
            _ => {}
        }
    }
    let name = |id: &OpId| crate::literals::text(module, module.op(*id), "sym_name").unwrap_or_default();
    let mut all: Vec<String> = found.iter().map(|id| format!("@{}", name(id).escape_debug())).collect();
    all.sort_unstable();
    let list = match all.split_at_checked(MAX_NAMES) {
        Some((some, rest)) if !rest.is_empty() => format!("{} and {} more", some.join(", "), rest.len()),
        _ => all.join(", "),
    };
    if let Some(entry) = entry.map(|entry| entry.trim_start_matches('@')) {
        found.retain(|id| name(id) == entry);
        if found.is_empty() && !all.is_empty() {
            return Err(format!("there is no function @{} with a body; there are {list}", entry.escape_debug()));
        }
    }
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err("there is no function with a body".to_owned()),
        _ => Err(format!("there are several functions: name one with --entry: {list}")),
    }
}

/// Visits operations and everything within them, each before what is within it.
pub fn walk(module: &Module, ops: &[OpId], visit: &mut impl FnMut(OpId, Option<BlockId>)) {
    let mut open: Vec<(OpId, Option<BlockId>)> = ops.iter().rev().map(|op| (*op, None)).collect();
    while let Some((op, block)) = open.pop() {
        visit(op, block);
        let mut within: Vec<(OpId, Option<BlockId>)> = Vec::new();
        for block in module.op(op).regions.iter().flat_map(|region: &RegionId| &module.regions[region.index()].blocks) {
            within.extend(module.blocks[block.index()].operations.iter().map(|op| (*op, Some(*block))));
        }
        open.extend(within.into_iter().rev());
    }
}
