//! Reading a program from a module of MLIR. An operation that is not known is an error, and so is `undef`.

use crate::error::NotShown;
use crate::intrinsics::INTRINSICS;
use crate::limits::{MAX_BLOCKS, MAX_LANES, MAX_OPERATIONS, MAX_STACK};
use crate::program::{Blk, Block, End, Kind, Op, Program, Scalar, Shape, Stack, Val, Way};
use crate::variant::{Clause, Variant};
use isotope_mlir::ir::{Attribute, BlockId, Module, OpId, Operation, Type, TypeId, ValueId};
use isotope_mlir::literals::{Element, Literal, integers, literals, number, text};
use std::collections::HashMap;

impl Program {
    /// The function of this name, which has to be there.
    pub fn read(module: &Module, name: &str) -> Result<Program, NotShown> {
        let found = Self::find(module, name)?;
        found.ok_or_else(|| NotShown::new(format!("there is no function @{name}")))
    }

    /// The function of this name, where there is one.
    pub fn find(module: &Module, name: &str) -> Result<Option<Program>, NotShown> {
        let found = module
            .operations
            .iter()
            .find(|op| op.name == "llvm.func" && text(module, op, "sym_name").is_some_and(|symbol| symbol == name));
        let Some(function) = found else { return Ok(None) };
        let [region] = function.regions[..] else { return Err(NotShown::new(format!("@{name} has no body"))) };
        let blocks = &module.regions[region.index()].blocks;
        if blocks.len() > MAX_BLOCKS {
            return Err(NotShown::bound("MAX_BLOCKS", MAX_BLOCKS));
        }
        let numbers = blocks.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let mut reader = Reader {
            module,
            blocks: numbers,
            values: HashMap::new(),
            shapes: Vec::new(),
            stacks: Vec::new(),
            promises: false,
            count: 0,
        };
        let read = blocks.iter().map(|block| reader.block(*block)).collect::<Result<Vec<_>, _>>()?;
        if read.is_empty() || reader.values.len() != reader.shapes.len() {
            return Err(NotShown::new(format!("@{name} has no body")));
        }
        // Code that is entered once has its memory once.
        let is_stack = |op: &Op| matches!(op.kind, Kind::Stack(_));
        if read.iter().skip(1).any(|block| block.ops.iter().any(is_stack)) {
            return Err(NotShown::new("it has memory on the stack that is not there from the beginning".to_owned()));
        }
        let program = Program { blocks: read, shapes: reader.shapes, stacks: reader.stacks, promises: reader.promises };
        program.check_splats().map(|()| Some(program))
    }
}

const POINTER: Shape = Shape { scalar: Scalar::Pointer, lanes: None };

struct Reader<'a> {
    module: &'a Module,
    blocks: HashMap<BlockId, Blk>,
    values: HashMap<ValueId, Val>,
    shapes: Vec<Shape>,
    stacks: Vec<Stack>,
    promises: bool,
    count: usize,
}

impl Reader<'_> {
    fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        match self.module.pool.ty(ty) {
            Type::Integer { width, .. } if (1..=64).contains(width) => Some(Scalar::Int(*width)),
            Type::Float("f32") => Some(Scalar::F32),
            Type::Float("f64") => Some(Scalar::F64),
            Type::Opaque(text) if text == "!llvm.ptr" => Some(Scalar::Pointer),
            _ => None,
        }
    }

    fn shape(&self, ty: TypeId) -> Result<Shape, NotShown> {
        let found = match self.module.pool.ty(ty) {
            Type::Vector { dims, element } => match dims[..] {
                [dim] if !dim.scalable && (1..=u64::from(MAX_LANES)).contains(&dim.size) => {
                    self.scalar(*element).map(|scalar| Shape { scalar, lanes: u32::try_from(dim.size).ok() })
                }
                _ => None,
            },
            _ => self.scalar(ty).map(|scalar| Shape { scalar, lanes: None }),
        };
        found.ok_or_else(|| NotShown::new("a value has a type that is not known".to_owned()))
    }

    fn value(&mut self, id: ValueId) -> Result<Val, NotShown> {
        if let Some(known) = self.values.get(&id) {
            return Ok(*known);
        }
        let shape = self.shape(self.module.type_of(id))?;
        self.shapes.push(shape);
        self.values.insert(id, self.shapes.len() - 1);
        Ok(self.shapes.len() - 1)
    }

    fn values(&mut self, ids: &[ValueId]) -> Result<Vec<Val>, NotShown> {
        ids.iter().map(|id| self.value(*id)).collect()
    }

    fn block(&mut self, id: BlockId) -> Result<Block, NotShown> {
        let module = self.module;
        let block = &module.blocks[id.index()];
        let arguments = self.values(&block.arguments)?;
        let Some((last, others)) = block.operations.split_last() else {
            return Err(NotShown::new("a block is empty".to_owned()));
        };
        let mut ops = Vec::new();
        for op in others {
            self.count += 1;
            if self.count > MAX_OPERATIONS {
                return Err(NotShown::bound("MAX_OPERATIONS", MAX_OPERATIONS));
            }
            ops.push(self.op(*op)?);
        }
        Ok(Block { arguments, ops, end: self.end(*last)? })
    }

    fn way(&mut self, op: &Operation, at: usize, with: &[ValueId]) -> Result<Way, NotShown> {
        let wrong = || NotShown::new(format!("{} has no such successor", op.name));
        let id = op.successors.get(at).ok_or_else(wrong)?;
        let to = *self.blocks.get(id).ok_or_else(wrong)?;
        let expected = &self.module.blocks[id.index()].arguments;
        let types = |ids: &[ValueId]| ids.iter().map(|id| self.module.type_of(*id)).collect::<Vec<_>>();
        if to == 0 || types(expected) != types(with) {
            return Err(NotShown::new(format!("{} passes other values than its successor takes", op.name)));
        }
        Ok(Way { to, with: self.values(with)? })
    }

    fn end(&mut self, id: OpId) -> Result<End, NotShown> {
        let module = self.module;
        let op = module.op(id);
        let wrong = || NotShown::new(format!("{} does not end a block in a known way", op.name));
        match (op.name.as_str(), op.successors.len(), op.results.len()) {
            ("llvm.return", 0, 0) if op.operands.len() <= 1 => {
                Ok(End::Return(op.operands.first().map(|of| self.value(*of)).transpose()?))
            }
            ("llvm.unreachable", 0, 0) => Ok(End::Unreachable),
            ("llvm.br", 1, 0) => Ok(End::Go(self.way(op, 0, &op.operands)?)),
            ("llvm.cond_br", 2, 0) => {
                let sizes = integers(module, op, "operandSegmentSizes").ok_or_else(wrong)?;
                let [1, yes, no] = sizes[..] else { return Err(wrong()) };
                let (yes, no) = (usize::try_from(yes).map_err(|_| wrong())?, usize::try_from(no).map_err(|_| wrong())?);
                if op.operands.len() != 1 + yes + no {
                    return Err(wrong());
                }
                let ways = [self.way(op, 0, &op.operands[1..=yes])?, self.way(op, 1, &op.operands[1 + yes..])?];
                let condition = self.value(op.operands[0])?;
                if self.shapes[condition] != (Shape { scalar: Scalar::Int(1), lanes: None }) {
                    return Err(wrong());
                }
                Ok(End::Branch(condition, ways))
            }
            _ => Err(wrong()),
        }
    }

    fn op(&mut self, id: OpId) -> Result<Op, NotShown> {
        let module = self.module;
        let op = module.op(id);
        if op.results.len() > 1 || !op.successors.is_empty() || !op.regions.is_empty() {
            return Err(NotShown::new(format!("{} has a form that is not known", op.name)));
        }
        if let Some(name) = module.unknown_attribute(op, &KNOWN) {
            return Err(NotShown::new(format!(
                "{} has an attribute {}, which is not known",
                op.name,
                name.escape_debug()
            )));
        }
        self.promises |= module.attribute(op, "isotope.promises").is_some();
        let mut operands = self.values(&op.operands)?;
        let result = op.results.first().map(|of| self.value(*of)).transpose()?;
        let kind = self.kind(op, &mut operands, result)?;
        Ok(Op { kind, operands, result })
    }

    fn kind(&mut self, op: &Operation, operands: &mut Vec<Val>, result: Option<Val>) -> Result<Kind, NotShown> {
        let unknown = || NotShown::new(format!("{} is not known", op.name));
        let module = self.module;
        let alignment = || {
            let attribute = module.attribute(op, "alignment").and_then(number);
            attribute.and_then(|of| u64::try_from(of).ok()).filter(|of| *of > 0).ok_or_else(unknown)
        };
        let predicate = |most: i64| {
            let found = module.attribute(op, "predicate").and_then(number).filter(|of| (0..=most).contains(of));
            found.and_then(|of| u8::try_from(of).ok()).ok_or_else(unknown)
        };
        let kind = match (op.name.as_str(), operands.len()) {
            ("llvm.mlir.constant", 0) => self.constant(op, result.ok_or_else(unknown)?)?,
            ("llvm.mlir.zero", 0) => Kind::Constant(vec![0]),
            ("llvm.mlir.poison", 0) => Kind::Poison,
            ("llvm.mlir.addressof", 0) => match module.attribute(op, "global_name") {
                Some(Attribute::Symbol(names)) => Kind::Address(names.join("::")),
                _ => return Err(unknown()),
            },
            ("llvm.alloca", 0) => {
                let number = |name: &str| {
                    let found = module.attribute(op, name).and_then(number);
                    found.and_then(|of| u64::try_from(of).ok()).ok_or_else(unknown)
                };
                let (bytes, element) = (number("isotope.bytes")?, number("isotope.element")?);
                let is_element = element == 0 || (element.is_power_of_two() && element <= 8);
                if bytes > MAX_STACK || !is_element || result.is_none_or(|of| self.shapes[of] != POINTER) {
                    return Err(unknown());
                }
                self.stacks.push(Stack { bytes, align: alignment()?, element });
                Kind::Stack(self.stacks.len() - 1)
            }
            ("llvm.call", _) => self.call(op, operands, result).ok_or_else(unknown)?,
            ("llvm.icmp", 2) => Kind::Icmp(predicate(9)?),
            ("llvm.fcmp", 2) => Kind::Fcmp(predicate(15)?),
            (name @ ("llvm.udiv" | "llvm.sdiv" | "llvm.urem" | "llvm.srem"), 2) => Kind::Divide(name.to_owned()),
            ("llvm.freeze", 1) => Kind::Freeze,
            ("llvm.load", 1) => Kind::Load(alignment()?),
            ("llvm.store", 2) => Kind::Store(alignment()?),
            ("llvm.intr.masked.load", 3) => Kind::MaskedLoad(alignment()?),
            ("llvm.intr.masked.gather", 3) => Kind::Gather(alignment()?),
            ("llvm.intr.masked.store", 3) => Kind::MaskedStore(alignment()?),
            ("llvm.intr.masked.scatter", 3) => Kind::Scatter(alignment()?),
            ("llvm.intr.vector.reduce.or", 1) => Kind::Any,
            ("llvm.insertelement", 3) if self.is_zero(op.operands[2]) => {
                operands.truncate(2);
                Kind::First
            }
            ("llvm.shufflevector", 2) => {
                let kind = self.shuffle(op, operands).ok_or_else(unknown)?;
                operands.truncate(if kind == Kind::Concat { 2 } else { 1 });
                kind
            }
            ("llvm.getelementptr", _) if !self.is_of_bytes(op) => return Err(unknown()),
            (name, 1..) if is_lanewise(name) => {
                let rewrites = text(module, op, "isotope.rewrites").map_or(String::new(), |of| format!(" {of}"));
                let intrinsic = match (name, text(module, op, "intrin")) {
                    ("llvm.call_intrinsic", Some(called)) if INTRINSICS.contains(&called.as_str()) => {
                        format!(" {called}")
                    }
                    ("llvm.call_intrinsic", _) => return Err(unknown()),
                    _ => String::new(),
                };
                Kind::Lanewise(format!("{name}{intrinsic}{rewrites}"))
            }
            _ => return Err(unknown()),
        };
        let writes = matches!(kind, Kind::Store(_) | Kind::MaskedStore(_) | Kind::Scatter(_));
        if !matches!(kind, Kind::Call { .. }) && writes == result.is_some() { Err(unknown()) } else { Ok(kind) }
    }

    /// A call once, of scalars, or for each lane, of a vector where the shape says so.
    fn call(&self, op: &Operation, operands: &[Val], result: Option<Val>) -> Option<Kind> {
        let Some(Attribute::Symbol(names)) = self.module.attribute(op, "callee") else { return None };
        let reads = self.module.attribute(op, "isotope.reads").is_some();
        let lanes = |value: &Val| self.shapes[*value].lanes;
        let Some(shape) = text(self.module, op, "isotope.lanes") else {
            let are_scalars = operands.iter().chain(&result).all(|value| lanes(value).is_none());
            return are_scalars.then(|| Kind::Call { name: names.join("::"), lanes: None, reads, steps: Vec::new() });
        };
        let variant = Variant::read(&shape).ok()?;
        let (given, mask) =
            if variant.is_masked { operands.split_last().map(|(m, all)| (all, Some(m)))? } else { (operands, None) };
        let is_as_said = |(value, clause): (&Val, &Clause)| match clause {
            Clause::Vector => lanes(value) == Some(variant.lanes),
            Clause::Uniform => lanes(value).is_none(),
            // A float has no steps.
            Clause::Linear(_) => {
                lanes(value).is_none() && matches!(self.shapes[*value].scalar, Scalar::Int(2..) | Scalar::Pointer)
            }
        };
        let is_mask = |value: &Val| self.shapes[*value] == Shape { scalar: Scalar::Int(1), lanes: Some(variant.lanes) };
        let is_right = given.len() == variant.clauses.len()
            && given.iter().zip(&variant.clauses).all(is_as_said)
            && mask.is_none_or(is_mask)
            && result.is_none_or(|result| lanes(&result) == Some(variant.lanes));
        let step = |clause: &Clause| if let Clause::Linear(step) = clause { *step } else { 0 };
        let steps = variant.clauses.iter().map(step).collect();
        is_right.then(|| Kind::Call { name: names.join("::"), lanes: Some(variant.is_masked), reads, steps })
    }

    /// Lane 0 in all lanes, neighbouring lanes, or two vectors behind one another.
    fn shuffle(&self, op: &Operation, operands: &[Val]) -> Option<Kind> {
        let mask = integers(self.module, op, "mask")?;
        let lanes = i64::from(self.shapes[operands[0]].lanes?);
        let (first, count) = (*mask.first()?, i64::try_from(mask.len()).ok()?);
        let is_row = mask.iter().zip(first..).all(|(at, next)| *at == next);
        match first {
            _ if mask.iter().all(|at| *at == 0) => Some(Kind::Splat),
            0 if is_row && count == 2 * lanes => Some(Kind::Concat),
            _ if is_row && first >= 0 && first + count <= lanes => Some(Kind::Part(u32::try_from(first).ok()?)),
            _ => None,
        }
    }

    /// Whether an address moves by bytes.
    fn is_of_bytes(&self, op: &Operation) -> bool {
        let Some(Attribute::Type(ty)) = self.module.attribute(op, "elem_type") else { return false };
        matches!(self.module.pool.ty(*ty), Type::Integer { width: 8, .. })
    }

    fn is_zero(&self, value: ValueId) -> bool {
        let defined = isotope_mlir::structure::definition(self.module, value).map(|(op, _)| self.module.op(op));
        let constant = defined.filter(|op| op.name == "llvm.mlir.constant");
        constant.and_then(|op| self.module.attribute(op, "value")).and_then(number) == Some(0)
    }

    fn constant(&self, op: &Operation, result: Val) -> Result<Kind, NotShown> {
        let wrong = || NotShown::new("a constant is not a whole number, or not one for each lane".to_owned());
        let shape = self.shapes[result];
        let Scalar::Int(width) = shape.scalar else { return Err(wrong()) };
        let value = self.module.attribute(op, "value").ok_or_else(wrong)?;
        let all =
            literals(self.module, value, Element::Int(width), u64::from(shape.lanes.unwrap_or(1))).ok_or_else(wrong)?;
        let bits = |one: &Literal| match one {
            Literal::Int(number) => Ok(crate::terms::cut(number.cast_unsigned(), width)),
            Literal::Float(_) => Err(wrong()),
        };
        let numbers = all.iter().map(bits).collect::<Result<Vec<_>, _>>()?;
        if numbers.len() != shape.lanes.unwrap_or(1) as usize { Err(wrong()) } else { Ok(Kind::Constant(numbers)) }
    }
}

/// Attributes that are read, besides those of `isotope`.
const KNOWN: [&str; 9] =
    ["alignment", "callee", "elem_type", "global_name", "intrin", "mask", "operandSegmentSizes", "predicate", "value"];

/// Operations whose result in a lane depends on their operands in this lane alone, and which do nothing else.
fn is_lanewise(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "add",
        "sub",
        "mul",
        "and",
        "or",
        "xor",
        "shl",
        "lshr",
        "ashr",
        "fadd",
        "fsub",
        "fmul",
        "fdiv",
        "frem",
        "fneg",
        "select",
        "zext",
        "sext",
        "trunc",
        "fptrunc",
        "fpext",
        "fptosi",
        "fptoui",
        "sitofp",
        "uitofp",
        "ptrtoint",
        "inttoptr",
        "bitcast",
        "getelementptr",
        "call_intrinsic",
    ];
    name.strip_prefix("llvm.").is_some_and(|rest| NAMES.contains(&rest))
}
