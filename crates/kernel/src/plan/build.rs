//! Modules made ready to run.

use crate::limits::MAX_PLANNED;
use crate::plan::arity;
use crate::plan::decode::{attributes, kinds};
use crate::plan::effects::Effects;
use crate::plan::nodes::{Function, Kind, Node, Plan, PlanBlock, PlanRegion};
use isotope_mlir::ir::{BlockId, Module, OpId, Operation, RegionId, Type, ValueId};

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
        // Regions nest at most MAX_NESTING deep.
        let nodes = block.operations.iter().map(|op| self.node(module, *op)).collect();
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
        Node {
            op: id.index() as u32,
            place: op.place,
            kind,
            operands: numbers(&op.operands),
            results: numbers(&op.results),
            regions,
        }
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
