//! The cost of code: `llc` compiles it, the CPU's table prices the instructions that come out (`isotope_cost`), `llvm-mca` says what
//! LLVM knows of those for which the table has no row. Where the compiler itself says what runs together, its packets are the cycles.
//!
//! The unit is the block reciprocal throughput of the code in a loop (`isotope_codegen::llvm::Function::in_loop`): vector
//! leaves loaded from memory, scalars and what is made of them alone outside of the loop, the result stored. Loads
//! and the store are priced because a stencil's loads are part of the problem; spills and loads of constants because
//! registers are few. Baseline and candidates are priced alike, in one run of each tool.

use crate::assembly::{self, Block, Piece};
use crate::limits::{MAX_PRICED_LINES, MAX_PRICING_RUNS, MAX_RUN_LINES};
use crate::listing::Listing;
use crate::mca;
use crate::usages::Usages;
use isotope_codegen::llvm::{self, Function};
use isotope_cost::{Instruction, Table, Usage};
use isotope_dictionary::manifest::PricedBy;
use isotope_dictionary::{InstructionSet, InstructionSets, Target};
use isotope_program::Program;
use isotope_program::pricer::{Basis, Cost, Payer, PriceError, Pricer};
use isotope_tools::sandbox::Confinement;
use isotope_tools::{Runs, Tool, compile, refusal};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// The assumed cost of a call into a library, in hundredths of a cycle: the scheduling model knows nothing of the
/// callee. Twenty cycles is a short `libm` function. Compilers' listings call some; an answer never does.
const CALL_CENTICYCLES: u64 = 2000;

/// LLVM's own tools as the pricer.
#[derive(Clone)]
pub struct LlvmPricer {
    llc: Tool,
    mca: Tool,
    runs: Runs,
    sets: &'static InstructionSets,
    usages: Usages,
}

impl LlvmPricer {
    /// A pricer that finds `llc-19` and `llvm-mca-19` on the path and runs them in the sandbox that this machine has.
    pub fn new(sets: &'static InstructionSets) -> Self {
        let runs = Runs::new(1, Confinement::of_this_machine());
        LlvmPricer { llc: Tool::llc(), mca: Tool::mca(), runs, sets, usages: Usages::default() }
    }

    /// The same pricer with so many runs of its tools at once, unless told one.
    pub fn with_runs(self, at_once: usize) -> Self {
        LlvmPricer { runs: Runs::new(at_once, self.runs.confinement().clone()), ..self }
    }

    /// The same pricer with such runs of its tools.
    pub fn running(self, runs: Runs) -> Self {
        LlvmPricer { runs, ..self }
    }

    /// The same pricer with its tools in another sandbox, one at once.
    pub fn confined(self, confinement: Confinement) -> Self {
        LlvmPricer { runs: Runs::new(1, confinement), ..self }
    }

    /// The same pricer with other tools.
    pub fn with_tools(self, llc: Tool, mca: Tool) -> Self {
        LlvmPricer { llc, mca, ..self }
    }

    /// The tools that it runs: the compiler, and what knows LLVM's scheduling models.
    pub fn tools(&self) -> [&Tool; 2] {
        [&self.llc, &self.mca]
    }

    /// How many of their runs there may be at once, and in what sandbox.
    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    fn set(&self, target: &Target) -> Result<&'static InstructionSet, PriceError> {
        self.sets.get(target.arch()).ok_or_else(|| PriceError::NoCode {
            name: target.to_string(),
            message: "its instruction set is not known here".to_owned(),
        })
    }

    /// The assembly of a whole module.
    pub fn assembly(&self, module: &str, target: &Target) -> Result<String, PriceError> {
        self.assembly_until(module.to_owned(), target, &|| false)
    }

    fn assembly_until(&self, module: String, target: &Target, payer: &dyn Payer) -> Result<String, PriceError> {
        let code = compile(&self.llc, target_args(self.set(target)?, target), module, &self.runs, payer)?;
        Ok(String::from_utf8_lossy(&code).into_owned())
    }

    /// The costs of functions that are already LLVM IR. Names must differ.
    pub fn price(&self, functions: &[Function], target: &Target) -> Vec<Result<Cost, PriceError>> {
        self.price_until(functions, target, &|| false)
    }

    fn price_until(&self, functions: &[Function], target: &Target, payer: &dyn Payer) -> Vec<Result<Cost, PriceError>> {
        match self.price_together(functions, target, payer) {
            Ok(mut costs) => {
                functions.iter().map(|f| costs.remove(&f.name).unwrap_or_else(|| Err(absent(&f.name)))).collect()
            }
            // One that LLVM cannot take, or not in the memory that there is, must not cost the others their answer.
            Err(PriceError::Refused { .. } | PriceError::TooLarge { .. }) if functions.len() > 1 => {
                functions.iter().flat_map(|f| self.price_until(std::slice::from_ref(f), target, payer)).collect()
            }
            Err(PriceError::Refused { tool, message, .. }) if functions.len() == 1 => {
                vec![Err(PriceError::Refused { tool, message, name: functions[0].name.clone() })]
            }
            Err(error) => vec![Err(error); functions.len()],
        }
    }

    fn price_together(
        &self,
        functions: &[Function],
        target: &Target,
        payer: &dyn Payer,
    ) -> Result<BTreeMap<String, Result<Cost, PriceError>>, PriceError> {
        let aligned = self.set(target)?.manifest().registers.aligned;
        let definitions: Vec<String> = functions.iter().map(|function| function.in_loop(aligned)).collect();
        let declares: BTreeSet<String> = functions.iter().flat_map(|f| f.declares.iter().cloned()).collect();
        let module = llvm::module(&definitions, &declares, "nounwind", target);
        let assembly = self.assembly_until(module, target, payer)?;
        let (calling, whole): (Vec<Block>, Vec<Block>) =
            assembly::blocks(&assembly, &self.set(target)?.manifest().assembly)
                .into_iter()
                .partition(|b| !b.called.is_empty());
        let priced = self
            .price_blocks(whole, |table, _, lines| table.block(lines), target, payer)?
            .into_iter()
            .map(|(name, cost)| (name, Ok(cost)));
        Ok(priced.chain(calling.into_iter().map(|block| (block.name.clone(), Err(calls(block))))).collect())
    }

    fn costs_until(&self, programs: &[&Program], target: &Target, payer: &dyn Payer) -> Vec<Result<Cost, PriceError>> {
        let dictionary = match self.set(target) {
            Ok(set) => set.dictionary(),
            Err(error) => return vec![Err(error); programs.len()],
        };
        let written: Vec<Result<Function, PriceError>> = programs
            .iter()
            .enumerate()
            .map(|(at, program)| {
                let name = format!("candidate{at}");
                let no_code = |e: llvm::LlvmError| PriceError::NoCode { name: name.clone(), message: e.to_string() };
                llvm::function(program, &name, dictionary).map_err(no_code)
            })
            .collect();
        let functions: Vec<Function> = written.iter().flatten().cloned().collect();
        let mut prices = self.price_until(&functions, target, payer).into_iter();
        written.into_iter().map(|w| w.and_then(|f| prices.next().unwrap_or_else(|| Err(absent(&f.name))))).collect()
    }

    /// The costs of compilers' listings, each by itself; `None` for one that the model cannot price.
    pub fn price_listings(
        &self,
        listings: &[Listing],
        target: &Target,
        payer: &dyn Payer,
    ) -> Result<Vec<Option<u64>>, PriceError> {
        let costs = self.listing_costs(listings, target, payer)?;
        Ok(costs.into_iter().map(|cost| cost.map(|cost| cost.centicycles)).collect())
    }

    /// The same with the instructions that the price is of. Code with a call has a price and no listing: it cannot run by itself.
    pub fn listing_costs(
        &self,
        listings: &[Listing],
        target: &Target,
        payer: &dyn Payer,
    ) -> Result<Vec<Option<Cost>>, PriceError> {
        let set = self.set(target)?;
        let assembly = &set.manifest().assembly;
        let counted = set.prices().of(target.tune()).counts_instructions();
        let listed = |(at, listing)| assembly::listed(format!("listing{at}"), listing, assembly, counted);
        let mut blocks: Vec<Block> = listings.iter().enumerate().map(listed).collect();
        // A loop that is too long to be priced has no price, as one without instructions.
        blocks.iter_mut().filter(|block| block.lines.len() > MAX_PRICED_LINES).for_each(|block| block.lines.clear());
        let mut costs = BTreeMap::new();
        let accumulates = |mnemonic: &str| set.dictionary().accumulates(mnemonic);
        let price = |table: &Table, block: &Block, lines: &[(Instruction<'_>, &Usage)]| {
            if block.is_loop { table.looped(lines, &accumulates) } else { table.streaming(lines) }
        };
        // One that the model does not know must not cost the others their price: a half without it has one, and each of
        // the few that it does not know takes a run for every halving.
        let mut parts: VecDeque<&[Block]> = VecDeque::from([&blocks[..]]);
        for _ in 0..MAX_PRICING_RUNS {
            let Some(part) = parts.pop_front() else { break };
            match self.price_blocks(part.to_vec(), price, target, payer) {
                Ok(found) => costs.extend(found),
                Err(PriceError::Refused { .. }) if part.len() > 1 => {
                    parts.extend([part.split_at(part.len() / 2).0, part.split_at(part.len() / 2).1])
                }
                Err(PriceError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let mut cost = |b: &Block| {
            let cost = costs.remove(&b.name).filter(|_| !b.lines.is_empty())?;
            Some(if b.calls == 0 { cost } else { Cost { asm: String::new(), ..cost } })
        };
        Ok(blocks.iter().map(&mut cost).collect())
    }

    /// The prices of loops. One of which LLVM reads another number of instructions has no price, and costs the others none.
    fn price_blocks(
        &self,
        blocks: Vec<Block>,
        price: impl Fn(&Table, &Block, &[(Instruction<'_>, &Usage)]) -> isotope_cost::Cost,
        target: &Target,
        payer: &dyn Payer,
    ) -> Result<BTreeMap<String, Cost>, PriceError> {
        let set = self.set(target)?;
        if set.manifest().code.pricer == PricedBy::Packets {
            let counted = |b: &Block| (b.name.clone(), cost(b, (b.centipackets, b.lines.len() as u32)));
            return Ok(blocks.iter().map(counted).collect());
        }
        let table = set.prices().of(target.tune());
        let usages = self.usages_of_blocks(&blocks, set, table, payer)?;
        let mut costs = BTreeMap::new();
        for (block, usages) in blocks.iter().zip(&usages) {
            let Some(usages) = usages else { continue };
            let lines: Vec<_> =
                block.lines.iter().map(|line| Instruction::listed(line, table.syntax())).zip(usages).collect();
            // A loop without instructions costs nothing.
            let priced = if lines.is_empty() { isotope_cost::Cost::default() } else { price(table, block, &lines) };
            costs.insert(block.name.clone(), cost(block, (priced.rthroughput.into(), priced.uops)));
        }
        Ok(costs)
    }

    /// LLVM's model of each instruction of each block; `None` for a block of which it reads another number of instructions. It is
    /// asked for what it has not been asked for yet.
    fn usages_of_blocks(
        &self,
        blocks: &[Block],
        set: &InstructionSet,
        table: &Table,
        payer: &dyn Payer,
    ) -> Result<Vec<Option<Vec<Usage>>>, PriceError> {
        let model = format!("{} {}", set.manifest().code.triple, table.llvm_cpu());
        let known = self.usages.of(&model, &self.mca.stamp(), table.syntax());
        let mut found: Vec<Vec<Option<Usage>>> =
            blocks.iter().map(|block| block.lines.iter().map(|line| known.get(line)).collect()).collect();
        let mut missing = missing(blocks, &found);
        let mut asked = self.usages_of_lines(&missing, set, table.llvm_cpu(), payer);
        if matches!(asked, Err(PriceError::Refused { .. })) && missing != blocks {
            // Some instructions may only stand behind the one that they stood behind, as what follows a `movprfx`.
            found.iter_mut().flatten().for_each(|usage| *usage = None);
            missing = blocks.to_vec();
            asked = self.usages_of_lines(&missing, set, table.llvm_cpu(), payer);
        }
        let whole = |(found, (missing, asked)): (Vec<Option<Usage>>, (Block, Vec<Usage>))| {
            if missing.lines.len() != asked.len() {
                return None;
            }
            missing.lines.iter().zip(&asked).for_each(|(line, usage)| known.keep(line, usage));
            let mut asked = asked.into_iter();
            found.into_iter().map(|usage| usage.or_else(|| asked.next())).collect()
        };
        Ok(found.into_iter().zip(missing.into_iter().zip(asked?)).map(whole).collect())
    }

    /// The output of `llvm-mca` for each instruction of blocks, in as many runs as their length takes.
    fn usages_of_lines(
        &self,
        blocks: &[Block],
        set: &InstructionSet,
        cpu: &str,
        payer: &dyn Payer,
    ) -> Result<Vec<Vec<Usage>>, PriceError> {
        let mut asked: Vec<Vec<Usage>> = vec![Vec::new(); blocks.len()];
        for run in assembly::runs(blocks, MAX_RUN_LINES) {
            for (piece, of) in run.iter().zip(self.usages(&run, set, cpu, payer)?) {
                asked[piece.block].extend(of);
            }
        }
        Ok(asked)
    }

    /// The output of `llvm-mca` for each instruction of each piece, in one run.
    fn usages(
        &self,
        pieces: &[Piece<'_>],
        set: &InstructionSet,
        cpu: &str,
        payer: &dyn Payer,
    ) -> Result<Vec<Vec<Usage>>, PriceError> {
        let text = assembly::regions(pieces, set.manifest().assembly.region_comment());
        refusal::of_assembly(&text).map_err(|why| self.mca.refused("the assembly", &why))?;
        let mut args = triple(set);
        // The table's rules are about that model's resources.
        args.extend([&format!("-mcpu={cpu}"), "--json", "--instruction-tables"].map(str::to_owned));
        let out = self.mca.run(&args, text, &self.runs, payer)?;
        if !out.ok {
            return Err(self.mca.refused("the assembly", &out.stderr));
        }
        let unreadable = |message: &str| PriceError::Unreadable {
            tool: self.mca.program.display().to_string(),
            message: out.stderr.lines().next().unwrap_or(message).to_owned(),
        };
        let report = mca::report(&out.text()).ok_or_else(|| unreadable("no instructions in its report"))?;
        let mut regions: HashMap<String, Vec<Usage>> = report.regions.into_iter().map(|r| (r.name, r.usages)).collect();
        Ok((0..pieces.len()).map(|at| regions.remove(&at.to_string()).unwrap_or_default()).collect())
    }
}

/// Blocks without the instructions of which something was found.
fn missing(blocks: &[Block], found: &[Vec<Option<Usage>>]) -> Vec<Block> {
    let of = |(block, found): (&Block, &Vec<Option<Usage>>)| {
        let lines = block.lines.iter().zip(found).filter(|(_, usage)| usage.is_none()).map(|(line, _)| line.clone());
        Block { lines: lines.collect(), ..block.clone() }
    };
    blocks.iter().zip(found).map(of).collect()
}

fn cost(block: &Block, (centicycles, uops): (u64, u32)) -> Cost {
    Cost {
        centicycles: centicycles + u64::from(block.calls) * CALL_CENTICYCLES,
        basis: Basis::Model,
        uops,
        instructions: block.mnemonics(),
        asm: block.lines.join("\n"),
    }
}

impl Pricer for LlvmPricer {
    fn costs(&self, programs: &[&Program], target: &Target, payer: &dyn Payer) -> Vec<Result<Cost, PriceError>> {
        self.costs_until(programs, target, payer)
    }
}

fn triple(set: &InstructionSet) -> Vec<String> {
    vec![format!("-mtriple={}", set.manifest().code.triple)]
}

fn target_args(set: &InstructionSet, target: &Target) -> Vec<String> {
    let mut args = triple(set);
    args.push(format!("-mcpu={}", target.mcpu()));
    if !target.mattr().is_empty() {
        args.push(format!("-mattr={}", target.mattr().join(",")));
    }
    args
}

/// The error of code that needs a library: who inlines it may have none, or one that lacks the function, as libgcc 12 has no
/// conversion from binary64 to bfloat16.
fn calls(block: Block) -> PriceError {
    let mut called = block.called;
    called.sort();
    called.dedup();
    PriceError::NoCode { name: block.name, message: format!("it would call {}", called.join(", ")) }
}

fn absent(name: &str) -> PriceError {
    PriceError::Unreadable { tool: "llc".to_owned(), message: format!("no code came out for {name}") }
}

#[cfg(test)]
mod tests;
