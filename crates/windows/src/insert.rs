//! Answers in the places of windows: their loads, their code as operations of the dialect `llvm`, and what follows from them.

use crate::code::Code;
use crate::find::{Found, Windows};
use crate::limits::MAX_STRIDE;
use crate::memory::load;
use crate::shapes::{every, part, plain_type, reshaped};
use crate::values::Lanes;
use isotope_mlir::ir::{Attribute, BlockId, Module, OpId, Operation, ValueId};
use isotope_mlir::structure::walk;
use isotope_mlir::target::{Target, set_target};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A parameter of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// As the function has it.
    pub lanes: Lanes,
    /// Where it is from.
    pub source: Source,
    /// Whether its value has to be frozen.
    pub is_frozen: bool,
}

/// An answer for a window.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// Its code.
    pub code: &'a Code<'a>,
    /// Its parameters.
    pub parameters: &'a [Parameter],
    /// Whether each byte of the result depends on an element by one parameter at most.
    pub one_load_a_byte: bool,
}

/// Where the value of a parameter is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The leaf of this name.
    Leaf(String),
    /// Elements of memory that the window loads.
    Load {
        /// Its name in the window's expression.
        buffer: String,
        /// The symbolic part of the index.
        base: String,
        /// The constant part of the index.
        offset: i64,
        /// Elements from lane to lane.
        stride: i64,
    },
}

/// The changes that answers made in a module so far.
#[derive(Debug, Default)]
pub struct Changes {
    /// The values that stand in the place of others.
    values: HashMap<ValueId, ValueId>,
    /// Added operations, which write nothing.
    own: HashSet<OpId>,
    /// Added operations that use a value.
    users: HashMap<ValueId, Vec<OpId>>,
    /// Operations that may be needed no more.
    replaced: BTreeSet<OpId>,
    targets: BTreeMap<OpId, Target>,
}

/// A parameter, and what it is made from.
enum Planned {
    Value(ValueId),
    Load { buffer: usize, offset: i64, stride: i64, lanes: i64 },
}

pub const NO_ROOM: &str = "the module has more attributes or types than there may be (MAX_POOL)";

impl Windows {
    /// Puts the code of an answer in the place of a window. An error says why the module stays as it was, as the end of a sentence about
    /// the answer.
    pub fn put(
        &self,
        module: &mut Module,
        changes: &mut Changes,
        number: usize,
        answer: Answer<'_>,
        target: &Target,
    ) -> Result<(), String> {
        let Answer { code, parameters, .. } = answer;
        let found = self.found.get(number).ok_or("there is no such window")?;
        let planned = plan(found, changes, parameters)?;
        let is_as_said = code.arguments.len() == parameters.len()
            && code.arguments.iter().zip(parameters).all(|(argument, parameter)| {
                code.lanes_and_bits(*argument) == Some((parameter.lanes.lanes as usize, parameter.lanes.bits as usize))
            });
        let expression = found.expression().ok_or("there is no such window")?.ty();
        if !is_as_said
            || code.lanes_and_bits(code.result) != Some((expression.lanes as usize, expression.bits as usize))
        {
            return Err("its code has another signature than it says".to_owned());
        }
        if !answer.one_load_a_byte && are_shared(found, parameters) {
            return Err("it reads bytes that may be undefined by two loads for one lane".to_owned());
        }
        let mut added = Vec::new();
        let made = self.made(module, changes, found, (code, parameters), &planned, &mut added);
        let values = match made {
            Ok(values) => values,
            Err(why) => {
                for (block, op) in added {
                    module.take_out(block, |other| other == op);
                }
                return Err(why);
            }
        };
        changes.own.extend(added.iter().map(|(_, op)| *op));
        for (_, op) in &added {
            for operand in &module.op(*op).operands {
                changes.users.entry(*operand).or_default().push(*op);
            }
        }
        for (root, value) in found.roots.iter().zip(values) {
            let users = self.structure.users(*root).iter().chain(changes.users.get(root).into_iter().flatten());
            for user in users.copied().collect::<Vec<_>>() {
                for operand in &mut module.operations[user.index()].operands {
                    *operand = if operand == root { value } else { *operand };
                }
            }
            changes.values.insert(*root, value);
        }
        changes.replaced.extend(&found.window.operations);
        changes.targets.insert(found.function, found.target.clone().unwrap_or_else(|| target.clone()));
        Ok(())
    }

    fn made(
        &self,
        module: &mut Module,
        changes: &Changes,
        found: &Found,
        (code, parameters): (&Code<'_>, &[Parameter]),
        planned: &[Planned],
        added: &mut Vec<(BlockId, OpId)>,
    ) -> Result<Vec<ValueId>, String> {
        let root = found.op;
        let block = self.structure.block(root).ok_or("its window is no longer there")?;
        let at = module.op(root).clone();
        let mut values = Vec::new();
        for planned in planned {
            values.push(match planned {
                Planned::Value(value) => *value,
                Planned::Load { buffer, offset, stride, lanes } => {
                    let count = (lanes - 1) * stride + 1;
                    let own = |op| changes.own.contains(&op) || added.iter().any(|(_, other)| *other == op);
                    let (whole, block, ops) =
                        load(module, &self.structure, &found.window.buffers[*buffer], (*offset, count), &own)?;
                    added.extend(ops.iter().map(|op| (block, *op)));
                    if *stride == 1 { whole } else { every(module, &at, whole, (*stride, *lanes), block, added)? }
                }
            });
        }
        let mut ops = Vec::new();
        for (value, parameter) in values.iter_mut().zip(parameters) {
            let ty = plain_type(module, parameter.lanes).ok_or(NO_ROOM)?;
            *value = reshaped(module, &at, *value, ty, &mut ops)?;
            if parameter.is_frozen {
                let freeze = module.make(&at, "llvm.freeze", &[*value], &[], ty).ok_or(NO_ROOM)?;
                ops.push(freeze);
                *value = module.op(freeze).results[0];
            }
        }
        let whole = inlined(module, &at, code, &values, &mut ops)?;
        let mut results = Vec::new();
        for (number, root) in (0..).zip(&found.roots) {
            let wanted = module.type_of(*root);
            let value = match found.roots.len() {
                1 => whole,
                _ => part(module, &at, whole, (number, wanted), &mut ops)?,
            };
            results.push(reshaped(module, &at, value, wanted, &mut ops)?);
        }
        let place = module.blocks[block.index()].operations.iter().position(|op| *op == root);
        module.insert(block, place.ok_or("its window is no longer there")?, &ops);
        added.extend(ops.into_iter().map(|op| (block, op)));
        Ok(results)
    }
}

fn plan(found: &Found, changes: &Changes, parameters: &[Parameter]) -> Result<Vec<Planned>, String> {
    let window = &found.window;
    let leaves = &found.expression().ok_or("there is no such window")?.graph.leaves;
    let mut planned = Vec::new();
    for parameter in parameters {
        let Lanes { bits, lanes } = parameter.lanes;
        match &parameter.source {
            Source::Leaf(name) => {
                let unknown = "it takes a leaf that the window does not have";
                let at = leaves.iter().position(|leaf| leaf.name == *name).ok_or(unknown)?;
                let value = window.leaves.iter().find(|(own, _)| own == name).ok_or(unknown)?.1;
                if (leaves[at].ty.bits, leaves[at].ty.lanes) != (bits, lanes) {
                    return Err(format!("it takes {name} as another type"));
                }
                planned.push(Planned::Value(changes.values.get(&value).copied().unwrap_or(value)));
            }
            Source::Load { buffer, base, offset, stride } => {
                let number = buffer.strip_prefix('B').and_then(|number| number.parse::<usize>().ok());
                let own = number.and_then(|number| Some((number, window.buffers.get(number)?)));
                let (number, own) = own
                    .filter(|(number, own)| *base == format!("t{number}") && own.bits == bits)
                    .ok_or("it loads from a buffer that is not the window's")?;
                if !(1..=MAX_STRIDE).contains(stride) {
                    return Err(format!("it loads with a stride of {stride}"));
                }
                let lanes = i64::from(lanes);
                let end =
                    offset.checked_add((lanes - 1) * stride + 1).ok_or("it loads bytes that the window does not")?;
                let is_there =
                    |at: i64| own.pieces.iter().any(|piece| (piece.offset..piece.offset + piece.lanes).contains(&at));
                if !(*offset..end).all(is_there) {
                    return Err("it loads bytes that the window does not".to_owned());
                }
                planned.push(Planned::Load { buffer: number, offset: *offset, stride: *stride, lanes });
            }
        }
    }
    Ok(planned)
}

/// Whether two parameters have the same leaf, or the same element of memory: where it is undefined they need not agree.
fn are_shared(found: &Found, parameters: &[Parameter]) -> bool {
    let leaves = found.expression().map(|window| window.graph.leaves.as_slice()).unwrap_or_default();
    let load_of = |name: &str| leaves.iter().find(|leaf| leaf.name == name).and_then(|leaf| leaf.load.as_ref());
    let mut seen = HashSet::new();
    !parameters.iter().all(|parameter| {
        let (place, offset, stride) = match &parameter.source {
            Source::Leaf(name) => load_of(name).map_or((name, 0, 1), |load| (&load.buffer, load.offset, load.stride)),
            Source::Load { buffer, offset, stride, .. } => (buffer, *offset, *stride),
        };
        (0..i64::from(parameter.lanes.lanes)).all(|lane| seen.insert((place.as_str(), offset + lane * stride)))
    })
}

/// The properties of a call of an intrinsic with so many operands. MLIR 20 and later want the last two, and earlier ones skip them.
fn called(module: &mut Module, name: String, operands: usize) -> Option<[(&'static str, Attribute); 4]> {
    let flags = Attribute::Opaque { text: "#llvm.fastmath<none>".to_owned(), ty: None };
    let name = Attribute::String { bytes: name.into_bytes(), ty: None };
    let bundles = module.integers(32, std::iter::empty())?;
    let segments = module.integers(32, [operands as i64, 0].into_iter())?;
    Some([("fastmathFlags", flags), ("intrin", name), ("op_bundle_sizes", bundles), ("operandSegmentSizes", segments)])
}

/// The value that a function computes of its arguments, by new operations.
fn inlined(
    module: &mut Module,
    at: &Operation,
    code: &Code<'_>,
    arguments: &[ValueId],
    ops: &mut Vec<OpId>,
) -> Result<ValueId, String> {
    const UNREAD: &str = "its code has an attribute that is not known here";
    let mut values: HashMap<ValueId, ValueId> = code.arguments.iter().copied().zip(arguments.iter().copied()).collect();
    for id in &code.operations {
        let op = code.module.op(*id);
        let operands = op.operands.iter().map(|operand| values.get(operand).copied());
        let operands = operands.collect::<Option<Vec<_>>>().ok_or("its code uses a value before it is there")?;
        let result = op.results[0];
        let ty = module.pool.import_type(&code.module.pool, code.module.type_of(result)).ok_or(UNREAD)?;
        let made = if let Some(name) = code.intrinsic(op) {
            let properties = called(module, name, operands.len()).ok_or(NO_ROOM)?;
            module.make(at, "llvm.call_intrinsic", &operands, &properties, ty)
        } else {
            let properties = op.properties.map(|id| module.pool.import_attribute(&code.module.pool, id).ok_or(UNREAD));
            let made = module.make(at, &op.name, &operands, &[], ty);
            let properties = properties.transpose()?;
            made.inspect(|made| module.operations[made.index()].properties = properties)
        };
        let made = made.ok_or(NO_ROOM)?;
        ops.push(made);
        values.insert(result, module.op(made).results[0]);
    }
    values.get(&code.result).copied().ok_or_else(|| "its code gives no value".to_owned())
}

impl Changes {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Takes out what nothing needs any more, and names the processor on all functions: the registers in which they pass vectors depend
    /// on it.
    pub fn finish(self, module: &mut Module) -> Result<(), String> {
        let mut uses: HashMap<ValueId, usize> = HashMap::new();
        let mut functions = Vec::new();
        let mut blocks = HashMap::new();
        walk(module, &module.top, &mut |op, block| {
            if module.op(op).name == "func.func" {
                functions.push(op);
            }
            blocks.insert(op, block);
            for operand in &module.op(op).operands {
                *uses.entry(*operand).or_default() += 1;
            }
        });
        let is_dead = |uses: &HashMap<ValueId, usize>, module: &Module, op: OpId| {
            module.op(op).results.iter().all(|result| uses.get(result).is_none_or(|count| *count == 0))
        };
        let mut open: Vec<OpId> = self.replaced.iter().copied().collect();
        let mut dead: BTreeMap<BlockId, HashSet<OpId>> = BTreeMap::new();
        while let Some(op) = open.pop() {
            let Some(Some(block)) = blocks.get(&op) else { continue };
            if !is_dead(&uses, module, op) || !dead.entry(*block).or_default().insert(op) {
                continue;
            }
            for operand in &module.op(op).operands {
                if let Some(count) = uses.get_mut(operand) {
                    *count -= 1;
                }
                let made_by = isotope_mlir::structure::definition(module, *operand).map(|(op, _)| op);
                open.extend(made_by.filter(|op| self.replaced.contains(op)));
            }
        }
        for (block, ops) in dead {
            module.take_out(block, |op| ops.contains(&op));
        }
        if let Some(any) = self.targets.values().next() {
            for function in functions {
                let own = self.targets.get(&function).unwrap_or(any);
                set_target(module, function, own).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }
}
