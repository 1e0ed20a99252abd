//! Operations, regions and blocks.

use super::scopes::Use;
use super::{Reader, Result};
use crate::error::quoted;
use crate::ir::{BlockId, NamedAttribute, OpId, Operation, Region, RegionId, Type, TypeId, ValueId, ValueOwner};
use crate::limits::{MAX_OPERATIONS, MAX_RESULTS};

/// Operations whose regions see no value of the regions around them.
const ISOLATED: [&str; 19] = [
    "builtin.module",
    "func.func",
    "llvm.func",
    "llvm.mlir.global",
    "llvm.mlir.global_ctors",
    "gpu.func",
    "gpu.module",
    "spirv.func",
    "spirv.module",
    "emitc.func",
    "async.func",
    "ml_program.func",
    "pdl_interp.func",
    "irdl.dialect",
    "irdl.type",
    "transform.named_sequence",
    "pdl.pattern",
    "test.isolated_region",
    "test.isolated_one_region_op",
];

/// Names on the left of `=`, how many results each has, and where.
type Names<'a> = Vec<(&'a str, u32, usize)>;

impl<'a> Reader<'a> {
    pub fn operation(&mut self) -> Result<OpId> {
        self.nested(|r| r.whole_operation())
    }

    fn whole_operation(&mut self) -> Result<OpId> {
        let results = self.result_names()?;
        let at = self.cursor.offset();
        let name = self.operation_name()?;
        if self.module.operations.len() >= MAX_OPERATIONS {
            return Err(self
                .cursor
                .error(at, format!("a text has at most {MAX_OPERATIONS} operations (MAX_OPERATIONS)")));
        }
        let id = OpId(self.module.operations.len() as u32);
        let empty = Operation {
            name: name.clone(),
            operands: Vec::new(),
            results: Vec::new(),
            successors: Vec::new(),
            properties: None,
            attributes: Vec::new(),
            regions: Vec::new(),
            location: None,
            place: self.cursor.place(at),
        };
        self.module.operations.push(empty);
        let operands = self.operand_uses()?;
        let successors = self.successors()?;
        let properties = if self.cursor.eat(b"<") {
            let properties = self.attribute()?;
            self.cursor.expect(b">")?;
            Some(properties)
        } else {
            None
        };
        let regions = self.regions(&name)?;
        let attributes: Vec<NamedAttribute> = if self.cursor.peek() == Some(b'{') && !self.cursor.looks_at(b"{-#") {
            self.dictionary()?
        } else {
            Vec::new()
        };
        let (operands, results) = self.operands_and_results(id, at, operands, results)?;
        let location = self.optional_location()?;
        let op = &mut self.module.operations[id.index()];
        *op = Operation {
            operands,
            results,
            successors,
            properties,
            attributes,
            regions,
            location,
            name,
            place: op.place,
        };
        Ok(id)
    }

    fn operation_name(&mut self) -> Result<String> {
        let at = self.cursor.offset();
        if self.cursor.peek() == Some(b'"') {
            let name = self.cursor.name()?;
            return if name.is_empty() { Err(self.cursor.error(at, "an operation has a name")) } else { Ok(name) };
        }
        let word = self.cursor.peek_word();
        if word.is_empty() {
            return Err(self.cursor.unexpected("an operation, `\"dialect.name\"(...) : (...) -> (...)`"));
        }
        let remedy = "only the generic form is read: print it by `mlir-opt-19 --mlir-print-op-generic`";
        let error =
            self.cursor.error(at, format!("{} is an operation in its dialect's own form; {remedy}", quoted(word)));
        Err(crate::ReadError { is_custom_form: true, ..error })
    }

    /// `%a, %b:2 =`
    fn result_names(&mut self) -> Result<Names<'a>> {
        let mut names = Names::new();
        if self.cursor.peek() != Some(b'%') {
            return Ok(names);
        }
        let mut total = 0;
        loop {
            let (name, at) = self.value_name()?;
            let count = if self.cursor.eat(b":") { self.cursor.unsigned()? } else { 1 };
            total += count.min(MAX_RESULTS as u64 + 1);
            if count == 0 || total > MAX_RESULTS as u64 {
                return Err(self
                    .cursor
                    .error(at, format!("a name stands for 1 to {MAX_RESULTS} results (MAX_RESULTS)")));
            }
            names.push((name, count as u32, at));
            if !self.cursor.eat(b",") {
                self.cursor.expect(b"=")?;
                return Ok(names);
            }
        }
    }

    fn value_name(&mut self) -> Result<(&'a str, usize)> {
        let at = self.cursor.offset();
        self.cursor.expect(b"%")?;
        let name = self.cursor.suffix();
        if name.is_empty() {
            return Err(self.cursor.unexpected("a value's name directly behind `%`"));
        }
        Ok((name, at))
    }

    fn operand_uses(&mut self) -> Result<Vec<Use<'a>>> {
        self.cursor.expect(b"(")?;
        let mut uses = Vec::new();
        if self.cursor.eat(b")") {
            return Ok(uses);
        }
        loop {
            let (name, at) = self.value_name()?;
            let mut number = 0;
            if self.cursor.adjacent() == Some(b'#') {
                self.cursor.advance(1);
                let written = self.cursor.unsigned()?;
                number = u32::try_from(written)
                    .map_err(|_| self.cursor.error(at, format!("%{name} has no result #{written}")))?;
            }
            uses.push(Use { name, number, at });
            if !self.cursor.eat(b",") {
                self.cursor.expect(b")")?;
                return Ok(uses);
            }
        }
    }

    fn successors(&mut self) -> Result<Vec<BlockId>> {
        let mut list = Vec::new();
        if !self.cursor.eat(b"[") || self.cursor.eat(b"]") {
            return Ok(list);
        }
        loop {
            let (name, at) = self.block_name()?;
            list.push(self.label(name, at));
            if !self.cursor.eat(b",") {
                self.cursor.expect(b"]")?;
                return Ok(list);
            }
        }
    }

    fn block_name(&mut self) -> Result<(&'a str, usize)> {
        let at = self.cursor.offset();
        self.cursor.expect(b"^")?;
        let name = self.cursor.suffix();
        if name.is_empty() {
            return Err(self.cursor.unexpected("a block's name directly behind `^`"));
        }
        Ok((name, at))
    }

    fn regions(&mut self, name: &str) -> Result<Vec<RegionId>> {
        let mut list = Vec::new();
        if !self.cursor.eat(b"(") {
            return Ok(list);
        }
        let isolated = ISOLATED.contains(&name);
        loop {
            list.push(self.region(isolated)?);
            if !self.cursor.eat(b",") {
                self.cursor.expect(b")")?;
                return Ok(list);
            }
        }
    }

    fn region(&mut self, isolated: bool) -> Result<RegionId> {
        self.cursor.expect(b"{")?;
        self.scopes.enter(isolated);
        let mut blocks = Vec::new();
        if !matches!(self.cursor.peek(), Some(b'^' | b'}')) {
            let entry = self.new_block();
            self.operations_of(entry)?;
            blocks.push(entry);
        }
        while self.cursor.peek() == Some(b'^') {
            let (name, at) = self.block_name()?;
            let block = self.define_label(name, at)?;
            self.block_arguments(block)?;
            self.cursor.expect(b":")?;
            self.operations_of(block)?;
            blocks.push(block);
        }
        self.cursor.expect(b"}")?;
        self.leave_scope()?;
        self.module.regions.push(Region { blocks });
        Ok(RegionId(self.module.regions.len() as u32 - 1))
    }

    fn block_arguments(&mut self, block: BlockId) -> Result<()> {
        if !self.cursor.eat(b"(") || self.cursor.eat(b")") {
            return Ok(());
        }
        loop {
            let (name, at) = self.value_name()?;
            self.cursor.expect(b":")?;
            let ty = self.ty()?;
            let number = self.module.blocks[block.index()].arguments.len() as u32;
            let value = self.new_value(ty, ValueOwner::Argument(block, number))?;
            let location = self.optional_location()?;
            self.define(name, at, &[value])?;
            let of = &mut self.module.blocks[block.index()];
            of.arguments.push(value);
            of.locations.push(location);
            if !self.cursor.eat(b",") {
                return self.cursor.expect(b")");
            }
        }
    }

    fn operations_of(&mut self, block: BlockId) -> Result<()> {
        while !matches!(self.cursor.peek(), None | Some(b'^' | b'}')) {
            let op = self.operation()?;
            self.module.blocks[block.index()].operations.push(op);
        }
        Ok(())
    }

    /// `: (i32) -> i32`, then the values.
    fn operands_and_results(
        &mut self,
        id: OpId,
        at: usize,
        uses: Vec<Use<'a>>,
        names: Names<'a>,
    ) -> Result<(Vec<ValueId>, Vec<ValueId>)> {
        self.cursor.expect(b":")?;
        if self.cursor.peek() != Some(b'(') {
            return Err(self.cursor.unexpected("the types of operands and results, `(...) -> (...)`"));
        }
        let ty = self.nested(|r| r.function_type())?;
        let Type::Function { inputs, results } = self.module.pool.ty(ty).clone() else {
            return Err(self.cursor.unexpected("the types of operands and results"));
        };
        if inputs.len() != uses.len() {
            let message = format!(
                "there are {} operands and {} types of operands: write one type for each",
                uses.len(),
                inputs.len()
            );
            return Err(self.cursor.error(at, message));
        }
        let operands = uses.into_iter().zip(inputs).map(|(of, ty)| self.resolve(of, ty)).collect::<Result<_>>()?;
        let total: u32 = names.iter().map(|(_, count, _)| count).sum();
        if total as usize != results.len() && !names.is_empty() {
            let message =
                format!("{total} results are named and {} have a type: write one type for each", results.len());
            return Err(self.cursor.error(at, message));
        }
        let values = self.result_values(id, &results)?;
        let mut next = 0;
        for (name, count, at) in names {
            let end = next + count as usize;
            self.define(name, at, &values[next..end])?;
            next = end;
        }
        Ok((operands, values))
    }

    fn result_values(&mut self, id: OpId, types: &[TypeId]) -> Result<Vec<ValueId>> {
        types
            .iter()
            .enumerate()
            .map(|(number, ty)| self.new_value(*ty, ValueOwner::Result(id, number as u32)))
            .collect()
    }
}
