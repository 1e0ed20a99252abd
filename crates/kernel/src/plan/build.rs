//! Modules made ready to run.

use crate::limits::MAX_PLANNED;
use crate::plan::arity;
use crate::plan::decode::{attributes, flow, kinds};
use crate::plan::effects::Effects;
use crate::plan::nodes::{Function, Kind, Node, Plan, PlanBlock, PlanRegion};
use isotope_mlir::ir::{BlockId, Module, OpId, Operation, RegionId, Type, ValueId, ValueOwner};

impl Plan {
    /// Makes a module ready.
    pub fn new(module: &Module) -> Plan {
        let mut plan = Plan { values: module.values.len(), ..Plan::default() };
        plan.blocks.resize_with(module.blocks.len(), PlanBlock::default);
        let mut open: Vec<OpId> = module.top.clone();
        while let Some(id) = open.pop() {
            let op = module.op(id);
            match op.name.as_str() {
                "builtin.module" => open.extend(op.regions.iter().flat_map(|r| operations(module, *r))),
                "func.func" => plan.function(module, id),
                "memref.global" => plan.global(module, op),
                _ => {}
            }
        }
        plan.find_reads();
        plan
    }

    fn function(&mut self, module: &Module, id: OpId) {
        let op = module.op(id);
        let (Some(name), Some(Type::Function { inputs, results })) =
            (attributes::text(module, op, "sym_name"), attributes::ty(module, op, "function_type"))
        else {
            return;
        };
        let body = op.regions.first().map(|r| self.region(module, *r)).unwrap_or_default();
        let arguments = op.regions.first().and_then(|region| module.regions[region.index()].blocks.first());
        let is_typed = arguments.is_none_or(|block| flow::arguments(module, *block) == *inputs);
        if let Some(first) = body.first().filter(|_| !is_typed || !flow::is_typed(module, op)) {
            let why = "its first block or its returns have other types than its function_type".to_owned();
            let node = node_of(op, id, Kind::Unknown(why), Vec::new());
            self.blocks[*first].nodes.insert(0, node);
        }
        let (inputs, results, effects) = (inputs.clone(), results.clone(), Effects::of(module, op));
        self.note_name(&name);
        self.functions.insert(name, Function { inputs, results, body, place: op.place, effects, op: id.index() });
    }

    /// An error if modules within the program have functions or memory of one name.
    pub fn are_names_clear(&self) -> Result<(), String> {
        match &self.repeated {
            Some(name) => {
                let name = name.escape_debug();
                Err(format!("two modules have a function or memory @{name}: give each a name of its own"))
            }
            None => Ok(()),
        }
    }

    /// Notes the name of a function or of memory.
    pub fn note_name(&mut self, name: &str) {
        if self.functions.contains_key(name) || self.globals.contains_key(name) {
            self.repeated = Some(name.to_owned());
        }
    }

    fn region(&mut self, module: &Module, id: RegionId) -> PlanRegion {
        let blocks = &module.regions[id.index()].blocks;
        for block in blocks {
            self.block(module, *block);
        }
        blocks.iter().map(|block| block.index()).collect()
    }

    fn block(&mut self, module: &Module, id: BlockId) {
        let block = &module.blocks[id.index()];
        self.to_come.extend(&block.operations);
        let plan = |op: &OpId| {
            let node = self.node(module, *op);
            self.to_come.remove(op);
            node
        };
        // Regions nest at most MAX_NESTING deep.
        let nodes = block.operations.iter().map(plan).collect();
        self.blocks[id.index()] = PlanBlock { arguments: numbers(&block.arguments), nodes };
    }

    /// Whether so many more numbers may be held.
    pub fn has_room(&mut self, more: usize) -> bool {
        let has = more <= MAX_PLANNED - self.planned;
        self.planned += if has { more } else { 0 };
        has
    }

    /// The action of an operation, if there is room for the numbers that it holds.
    fn kind(&mut self, module: &Module, op: &Operation) -> Result<Kind, String> {
        // A value of another block may stand further down in the text: if it was not computed, its use is an error when its turn comes.
        let is_to_come = |value: &ValueId| match module.values[value.index()].owner {
            ValueOwner::Result(of, _) => self.to_come.contains(&of),
            _ => false,
        };
        if let Some(number) = op.operands.iter().position(is_to_come) {
            return Err(format!("operand {number} is defined further down in the same block"));
        }
        let kind = kinds::kind(module, op).and_then(|kind| arity::checked(op, kind))?;
        let held = match &kind {
            Kind::Constant { values, .. } => values.len(),
            Kind::Rearrange(results) => results.iter().map(Vec::len).sum(),
            _ => 0,
        };
        if self.has_room(held) {
            return Ok(kind);
        }
        Err(format!("constants and moved lanes of the program are more than {MAX_PLANNED} numbers (MAX_PLANNED)"))
    }

    fn node(&mut self, module: &Module, id: OpId) -> Node {
        let op = module.op(id);
        let kind = self.kind(module, op).unwrap_or_else(Kind::Unknown);
        let regions = match kind {
            Kind::Unknown(_) => Vec::new(),
            _ => op.regions.iter().map(|region| self.region(module, *region)).collect(),
        };
        node_of(op, id, kind, regions)
    }
}

fn node_of(op: &Operation, id: OpId, kind: Kind, regions: Vec<PlanRegion>) -> Node {
    Node {
        op: id.index() as u32,
        place: op.place,
        kind,
        operands: numbers(&op.operands),
        results: numbers(&op.results),
        regions,
    }
}

fn operations(module: &Module, region: RegionId) -> Vec<OpId> {
    module.regions[region.index()]
        .blocks
        .iter()
        .flat_map(|block| module.blocks[block.index()].operations.clone())
        .collect()
}

fn numbers(values: &[ValueId]) -> Vec<u32> {
    values.iter().map(|value| value.index() as u32).collect()
}
