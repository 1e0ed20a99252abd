//! The costs of a CPU's instructions: LLVM's scheduling model, corrected by rows with their evidence.

use crate::instruction::{Instruction, Width};
use crate::limits::MAX_PIPES;
use crate::llvm::{Llvm, Usage};
use crate::pipes::{Pipes, Work, bound, even};
use crate::read::{self, Of, Rule};
use crate::syntax::Syntax;
use std::collections::{HashMap, HashSet};
use std::mem::discriminant;
use thiserror::Error;

/// A line of a table that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{table}, line {line}: {message}")]
pub struct TableError {
    /// The first line of the table.
    pub table: String,
    /// From 1.
    pub line: usize,
    /// The fault in it.
    pub message: String,
}

/// A cost on a CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Cycles from the operands to the result.
    pub latency: u32,
    /// Micro-operations.
    pub uops: u32,
    /// Reciprocal throughput in hundredths of a cycle.
    pub rthroughput: u32,
}

/// The cost of an instruction whatever it stands beside: work for the pipes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Priced {
    latency: u32,
    uops: u32,
    work: Vec<Work>,
}

/// One CPU's table.
#[derive(Clone, Debug)]
pub struct Table {
    cpu: String,
    llvm: Llvm,
    dispatch: u32,
    /// Instructions that the front end takes in a cycle, if fewer than `dispatch` is of micro-operations.
    decode: Option<u32>,
    /// Hundredths of the way from the best spread of work over pipes to an even one.
    uneven: u64,
    pipes: Vec<String>,
    /// Latencies of LLVM's forms without an operand in memory, of those that a mnemonic has in a width the least.
    alone: HashMap<(&'static str, Width), u32>,
    families: Vec<Pipes>,
    /// LLVM's resources as pipes; none: they cost nothing here.
    resources: HashMap<String, Option<usize>>,
    /// Vectors of so many bits take half the time that LLVM says.
    halved: Option<u32>,
    /// Pipes that instructions of a width do not run on, whatever LLVM says.
    without: Vec<(Width, Pipes)>,
    loads: Operands,
    stores: Operands,
    /// The pipes that wait for a line from beyond the first cache, and for how many hundredths of a cycle.
    fill: Option<(Pipes, u64)>,
    rows: HashMap<(String, Of), Priced>,
    /// By KiB of a working set, ascending: hundredths of a cycle of a line of it.
    lines: Vec<(u64, u64)>,
    /// The instructions that give zero for one register with itself.
    zeroing: HashSet<String>,
    /// How instructions are written.
    syntax: Syntax,
    digest: String,
}

impl Table {
    /// Reads a CPU's prices over what LLVM says of the CPU that they name; `llvm` finds that table's text.
    pub fn read(
        prices: &str,
        syntax: &Syntax,
        llvm: impl Fn(&str) -> Option<&'static str>,
    ) -> Result<Table, TableError> {
        let title = prices.lines().next().unwrap_or_default().to_owned();
        let error = |line: usize, message: String| TableError { table: title.clone(), line: line + 1, message };
        let (cpu, rules) = read::prices(prices, syntax).map_err(|(line, message)| error(line, message))?;
        let base = rules.iter().find_map(|(_, rule)| match rule {
            Rule::Llvm(cpu) => Some(*cpu),
            _ => None,
        });
        let base = base.ok_or_else(|| error(0, "it does not name LLVM's table".to_owned()))?;
        let text = llvm(base).ok_or_else(|| error(0, format!("there is no table of LLVM's for {base}")))?;
        let of_llvm = read::llvm(base, text).map_err(|(line, message)| TableError {
            table: text.lines().next().unwrap_or_default().to_owned(),
            line: line + 1,
            message,
        })?;
        let digest = blake3::hash(format!("{prices}\n{text}").as_bytes()).to_hex()[..16].to_owned();
        let mut table = Table::empty(cpu, of_llvm, syntax, digest);
        let mut said = HashSet::new();
        if let Some((line, _)) = rules.iter().find(|(_, rule)| rule.is_said_once() && !said.insert(discriminant(rule)))
        {
            return Err(error(*line, "this is said on a line above already".to_owned()));
        }
        // Pipes that rules name come first: measured tables have their pipes below the rules that name them.
        let (pipes, others): (Vec<_>, Vec<_>) = rules.into_iter().partition(|(_, rule)| matches!(rule, Rule::Pipes(_)));
        for (line, rule) in pipes.into_iter().chain(others) {
            table.take(rule).map_err(|message| error(line, message))?;
        }
        let names = table.llvm.resources.clone();
        table.add_alone(&names).map_err(|message| error(0, message))?;
        Ok(table)
    }

    fn empty(cpu: &str, llvm: Llvm, syntax: &Syntax, digest: String) -> Table {
        let mut alone = HashMap::new();
        for (form, usage) in &llvm.forms {
            let instruction = Instruction::form(form, syntax);
            if instruction.memory.is_none() {
                let least = alone.entry((instruction.mnemonic, instruction.width)).or_insert(usage.latency);
                *least = usage.latency.min(*least);
            }
        }
        Table {
            cpu: cpu.to_owned(),
            alone,
            dispatch: llvm.dispatch,
            decode: None,
            llvm,
            uneven: 0,
            pipes: Vec::new(),
            families: Vec::new(),
            resources: HashMap::new(),
            halved: None,
            without: Vec::new(),
            loads: Operands::default(),
            stores: Operands::default(),
            fill: None,
            rows: HashMap::new(),
            lines: Vec::new(),
            zeroing: HashSet::new(),
            syntax: syntax.clone(),
            digest,
        }
    }

    /// A resource that no rule names is a pipe like no other.
    fn add_alone(&mut self, resources: &[String]) -> Result<(), String> {
        for name in resources {
            if !self.resources.contains_key(name) && !self.pipes.contains(name) {
                self.take(Rule::Pipes(vec![name]))?;
            }
        }
        Ok(())
    }

    /// Takes one rule in. The names in it must be known already.
    fn take(&mut self, rule: Rule<'_>) -> Result<(), String> {
        match rule {
            Rule::Llvm(_) => {}
            Rule::Dispatch(width) => self.dispatch = width,
            Rule::Decode(width) => self.decode = Some(width),
            Rule::Uneven(share) => self.uneven = share,
            Rule::Pipes(names) => {
                let first = self.pipes.len();
                for name in names {
                    // A second pipe of the name would share a family's work, and no rule could mean it.
                    if self.pipes.iter().any(|pipe| pipe == name) {
                        return Err(format!("the pipe {name} is there already"));
                    }
                    self.pipes.push(name.to_owned());
                }
                if self.pipes.len() > MAX_PIPES {
                    return Err(format!("more than {MAX_PIPES} pipes"));
                }
                self.families.push((first..self.pipes.len()).map(|pipe| 1 << pipe).sum());
            }
            Rule::As(resource, pipe) => {
                let pipe = pipe.map(|name| self.pipe(name)).transpose()?;
                if self.resources.insert(resource.to_owned(), pipe).is_some() {
                    return Err(format!("the resource {resource} has a pipe already"));
                }
            }
            Rule::Halved(bits) => self.halved = Some(bits),
            Rule::Without(width, names) => {
                let pipes = self.set(&names)?;
                self.without.push((width, pipes));
            }
            Rule::Load { pipes, inside, crossing, bits } => {
                self.loads.take(Memory { pipes: self.set(&pipes)?, inside, crossing, bits })?;
            }
            Rule::Store { pipes, inside, crossing, bits } => {
                self.stores.take(Memory { pipes: self.set(&pipes)?, inside, crossing, bits })?;
            }
            Rule::Fill { pipes, centicycles } => self.fill = Some((self.set(&pipes)?, centicycles)),
            Rule::Lines { kib, centicycles } => {
                if self.lines.iter().any(|(known, _)| *known == kib) {
                    return Err(format!("{kib} KiB have a price already"));
                }
                self.lines.push((kib, centicycles));
                self.lines.sort_unstable();
            }
            Rule::Zeroing(mnemonics) => self.zeroing.extend(mnemonics.into_iter().map(str::to_owned)),
            Rule::Row { mnemonics, of, pipes, centicycles, latency } => {
                let pipes = self.set(&pipes)?;
                let work = if pipes == 0 { Vec::new() } else { vec![Work { pipes, centicycles }] };
                let uops = (centicycles / 100).max(1) as u32;
                for mnemonic in mnemonics {
                    let priced = Priced { latency, uops, work: work.clone() };
                    if self.rows.insert((mnemonic.to_owned(), of), priced).is_some() {
                        return Err(format!("{mnemonic} has a row already"));
                    }
                }
            }
        }
        Ok(())
    }

    fn pipe(&self, name: &str) -> Result<usize, String> {
        self.pipes.iter().position(|p| p == name).ok_or_else(|| format!("no pipe is called {name}"))
    }

    fn set(&self, names: &[&str]) -> Result<Pipes, String> {
        names.iter().try_fold(0, |set, name| Ok(set | 1 << self.pipe(name)?))
    }

    /// How instructions are written.
    pub fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    /// The CPU.
    pub fn cpu(&self) -> &str {
        &self.cpu
    }

    /// The CPU whose model LLVM is asked for.
    pub fn llvm_cpu(&self) -> &str {
        &self.llvm.cpu
    }

    /// Says which prices these are: tables that differ have different digests.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The cost of a sequence of forms, in the tables' words, `vpaddb zmm, zmm, m512`: latencies and micro-operations
    /// add up; its throughput is that of the busiest pipes, or of dispatch. `None` if a form is not in the table.
    pub fn sequence(&self, forms: &[&str]) -> Option<Cost> {
        let priced = forms
            .iter()
            .map(|form| Some(self.priced(&Instruction::form(form, &self.syntax), self.llvm.forms.get(*form)?)));
        Some(self.together(&priced.collect::<Option<Vec<_>>>()?, forms.len()))
    }

    /// The cost of one iteration of a loop of some instructions once many are under way, each with LLVM's statement about it.
    pub fn block(&self, lines: &[(Instruction<'_>, &Usage)]) -> Cost {
        let priced: Vec<Priced> = lines.iter().map(|(instruction, usage)| self.priced(instruction, usage)).collect();
        self.together(&priced, lines.len())
    }

    /// Hundredths of a cycle that going once through so many bytes takes at least, where that is done again and again:
    /// what the caches give. 0 where nothing is known.
    pub fn memory(&self, bytes: u64) -> u64 {
        let fits = self.lines.iter().find(|(kib, _)| bytes <= kib << 10).or(self.lines.last());
        fits.map_or(0, |(_, centicycles)| bytes.div_ceil(LINE as u64) * centicycles)
    }

    /// KiB, ascending, each with hundredths of a cycle that a line takes where so much is gone through again and again.
    pub fn lines(&self) -> &[(u64, u64)] {
        &self.lines
    }

    /// Hundredths of a cycle that the front end needs for so many instructions and micro-operations.
    fn front_end(&self, instructions: usize, uops: u32) -> u64 {
        let decoded = self.decode.map_or(0, |width| instructions as u64 * 100 / u64::from(width));
        decoded.max(u64::from(uops) * 100 / u64::from(self.dispatch.max(1)))
    }

    /// Whichever is the slower bound, pipes or front end, of so many instructions and what they do. Latencies are added as if each waited for the one before it:
    /// right for a chain, and only an order among sequences otherwise.
    fn together(&self, priced: &[Priced], instructions: usize) -> Cost {
        let latency = priced.iter().map(|p| p.latency).sum();
        let uops: u32 = priced.iter().map(|p| p.uops).sum();
        let work: Vec<Work> = priced.iter().flat_map(|p| p.work.iter().copied()).collect();
        let mut spread = bound(&work);
        if self.uneven > 0 {
            spread = spread.saturating_add(even(&work).saturating_sub(spread).saturating_mul(self.uneven) / 100);
        }
        // One instruction alone waits for its pipes only.
        let front_end = if instructions > 1 { self.front_end(instructions, uops) } else { 0 };
        let rthroughput = u32::try_from(spread.max(front_end)).unwrap_or(u32::MAX);
        Cost { latency, uops, rthroughput }
    }

    /// By the row that says most of the instruction: one of its form in memory, of its width, of the mnemonic, else
    /// LLVM's.
    fn priced(&self, instruction: &Instruction<'_>, usage: &Usage) -> Priced {
        if self.zeroes(instruction) {
            return Priced { latency: 0, uops: 1, work: Vec::new() };
        }
        let row = |of| self.rows.get(&(instruction.mnemonic.to_owned(), of));
        let loaded = instruction.memory.is_some_and(|m| !m.stored).then(|| row(Of::Loaded)).flatten();
        let is_masked = instruction.memory.is_none() && self.syntax.is_under_mask(instruction.operands);
        let masked = is_masked.then(|| row(Of::Masked(instruction.width))).flatten();
        let found = loaded.or(masked).or_else(|| row(Of::Width(instruction.width))).or_else(|| row(Of::Any));
        let Some(row) = found else { return self.by_llvm(instruction, usage) };
        let mut priced = row.clone();
        if let Some(memory) = instruction.memory {
            priced.work.extend(if memory.stored { &self.stores } else { &self.loads }.work(&memory));
            priced.latency = priced.latency.max(usage.latency);
        }
        priced
    }

    /// LLVM spreads what any of some pipes can do over them evenly, and an instruction of two parts is the sum of both:
    /// family by family its numbers are taken apart again into work for sets of pipes. Where none of a set is in use
    /// for the width, the set stays as it is: the work has to be done somewhere.
    fn by_llvm(&self, instruction: &Instruction<'_>, usage: &Usage) -> Priced {
        let mut on_pipes = vec![0u64; self.pipes.len()];
        let halved = matches!(instruction.width, Width::Vector(bits) if Some(bits) == self.halved);
        for (resource, centicycles) in &usage.resources {
            let pipe = match self.resources.get(resource) {
                Some(pipe) => *pipe,
                None => self.pipes.iter().position(|pipe| pipe == resource),
            };
            if let Some(pipe) = pipe {
                on_pipes[pipe] += if halved { centicycles.div_ceil(2) } else { *centicycles };
            }
        }
        let without = self.without.iter().filter(|(width, _)| *width == instruction.width);
        let without = without.fold(0, |set, (_, pipes)| set | pipes);
        let mut work = Vec::new();
        for family in &self.families {
            work.extend(layers(&on_pipes, *family).map(|layer| match layer.pipes & !without {
                0 => layer,
                pipes => Work { pipes, ..layer },
            }));
        }
        // LLVM prices the load itself, as if it never crossed a line, and one of any size as the smallest.
        work.extend(instruction.memory.filter(|m| !m.stored).and_then(|memory| self.loads.extra(&memory)));
        Priced { latency: usage.latency, uops: usage.uops, work }
    }
}

/// Work that is spread evenly over some pipes, taken apart: what all of them have in common any of them can do, and so on
/// with what is left on fewer of them.
fn layers(on_pipes: &[u64], family: Pipes) -> impl Iterator<Item = Work> {
    let of_family = (0..on_pipes.len()).filter(move |pipe| family >> pipe & 1 == 1);
    let mut left: Vec<(usize, u64)> = of_family.map(|pipe| (pipe, on_pipes[pipe])).filter(|(_, n)| *n > 0).collect();
    std::iter::from_fn(move || {
        let least = left.iter().map(|(_, n)| *n).min()?;
        let pipes = left.iter().map(|(pipe, _)| 1 << pipe).sum();
        let centicycles = whole(least * left.len() as u64);
        // Hundredths that are left by rounding are no work.
        left.iter_mut().for_each(|(_, n)| *n -= least);
        left.retain(|(_, n)| *n > 2);
        Some(Work { pipes, centicycles })
    })
}

/// Thirds of a cycle are rounded in LLVM's tables: three of 33 hundredths are one cycle.
fn whole(centicycles: u64) -> u64 {
    let near = (centicycles + 50) / 100 * 100;
    if centicycles.abs_diff(near) <= 3 && near > 0 { near } else { centicycles }
}

mod least;
mod looped;
mod memory;
mod mixed;
#[cfg(test)]
mod tests;

pub use least::Moves;
use memory::{LINE, Memory, Operands};
