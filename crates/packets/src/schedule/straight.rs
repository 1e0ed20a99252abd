//! Blocks that are no hardware loops: their instructions in another order and in finished packets, where that takes fewer packets and waits.
//! Registers stay as they are.

mod blocks;
mod forms;
mod list;
mod order;

pub use blocks::Blocks;

use super::{Cost, Referee, cost, is_hardware, stays};
use crate::check::{self, Verdict};
use crate::limits::{MAX_FORMS, MAX_HALVES, MAX_NEIGHBOURS};
use crate::live;
use crate::machine::Machine;
use crate::mir::{Block, Program, read};
use forms::{Form, forms};
use std::collections::{BTreeMap, BTreeSet};

/// A block on its way.
struct Candidate {
    function: usize,
    at: usize,
    forms: Vec<Form>,
    before: Cost,
    /// The form that is best so far, with its packets and waits.
    best: Option<(usize, Cost)>,
}

/// Schedules the blocks of machine code that are no hardware loops. The text comes back as it was where none gains.
///
/// # Errors
///
/// The text is none, or the packetiser does not take it.
pub fn straight(machine: &Machine, text: &str, referee: &mut dyn Referee) -> Result<(String, Vec<Blocks>), String> {
    let program = read(text).map_err(|error| error.to_string())?;
    let packed = read(&referee.packets(text)?).map_err(|error| format!("packets: {error}"))?;
    let mut reports: BTreeMap<usize, Blocks> = BTreeMap::new();
    let mut open = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let mut report = Blocks { function: function.name.clone(), ..Blocks::default() };
        let same = packed.functions.get(number).filter(|other| other.blocks.len() == function.blocks.len());
        let Some(other) = same else { continue };
        let lives = live::live(machine, function);
        let stays = stays(machine, function);
        for at in (0..function.blocks.len()).filter(|at| !is_hardware(machine, function, *at)) {
            let before = spent(machine, &[&other.blocks[at]]);
            if before.packets == 0 {
                continue;
            }
            report.blocks += 1;
            report.add(before, before);
            if stays.is_none() {
                let forms = forms(machine, function, at, &lives, before);
                open.push(Candidate { function: number, at, forms, before, best: None });
            }
        }
        report.stayed = stays;
        reports.insert(number, report);
    }
    let mut best = Written { machine, program: &program, packed: &packed, open };
    best.measure(referee);
    best.check(&mut reports);
    best.assemble(referee, &mut reports);
    for of in &best.open {
        if let Some((_, cost)) = of.best {
            reports.entry(of.function).or_default().became(of.before, cost);
        }
    }
    Ok((best.text(&|of| of.best.map(|best| best.0)), reports.into_values().collect()))
}

/// Packets and waits of blocks that are executed once, one after the other.
fn spent(machine: &Machine, blocks: &[&Block]) -> Cost {
    let packets = blocks.iter().map(|block| cost::packets(block)).sum();
    Cost { iterations: 1, packets, stalls: cost::once(machine, blocks) - packets }
}

/// A program and the forms that its blocks may have.
struct Written<'a> {
    machine: &'a Machine,
    program: &'a Program,
    packed: &'a Program,
    open: Vec<Candidate>,
}

impl Written<'_> {
    /// The text with a form of each block.
    fn text(&self, which: &dyn Fn(&Candidate) -> Option<usize>) -> String {
        let forms = self.open.iter().filter_map(|of| of.forms.get(which(of)?));
        let instead: BTreeMap<usize, &Vec<String>> =
            forms.flat_map(|form| form.0.iter().map(|(at, of)| (*at, of))).collect();
        let mut out = String::new();
        for (at, line) in self.program.lines.iter().enumerate() {
            let Some(lines) = instead.get(&at) else {
                out += line;
                out.push('\n');
                continue;
            };
            lines.iter().for_each(|line| out += &format!("    {line}\n"));
        }
        out
    }

    /// The text with a form of some blocks.
    fn of(&self, some: &[usize], which: &dyn Fn(&Candidate) -> Option<usize>) -> String {
        let places: BTreeSet<(usize, usize)> =
            some.iter().map(|at| (self.open[*at].function, self.open[*at].at)).collect();
        self.text(&|of| which(of).filter(|_| places.contains(&(of.function, of.at))))
    }

    /// Finds the best form of every block.
    fn measure(&mut self, referee: &mut dyn Referee) {
        let mut tries = MAX_HALVES;
        for form in 0..MAX_FORMS {
            let all = (0..self.open.len()).filter(|at| self.open[*at].forms.len() > form).collect();
            let mut best: BTreeMap<usize, Cost> = BTreeMap::new();
            kept(all, &mut tries, &mut |some| {
                let packed =
                    read(&referee.packets(&self.of(some, &|_| Some(form)))?).map_err(|error| error.to_string())?;
                best.extend(some.iter().filter_map(|at| Some((*at, self.better(*at, &packed)?))));
                Ok(())
            });
            best.into_iter().for_each(|(at, cost)| self.open[at].best = Some((form, cost)));
        }
    }

    /// The packets and waits of a block, if they are fewer than what it takes so far, and none around it waits for longer.
    fn better(&self, at: usize, packed: &Program) -> Option<Cost> {
        let of = &self.open[at];
        let (old, new) = (&self.packed.functions[of.function], packed.functions.get(of.function)?);
        let [a, b] = [&old.blocks[of.at], new.blocks.get(of.at)?];
        let cost = spent(self.machine, &[b]);
        if !cost.is_less(of.best.map_or(of.before, |best| best.1)) || cost.has_more_packets(of.before) {
            return None;
        }
        let total = |blocks: [&Block; 2]| spent(self.machine, &blocks).total();
        let next = live::successors(self.machine, old, of.at);
        let is_near = |to: &usize| *to != of.at;
        let behind = next.iter().copied().filter(is_near).take(MAX_NEIGHBOURS).map(|to| &old.blocks[to]);
        let is_slower = behind.into_iter().any(|other| total([b, other]) > total([a, other]))
            || next.contains(&of.at) && total([b, b]) > total([a, a]);
        let before = (0..old.blocks.len()).filter(|from| is_near(from) && old.blocks[*from].successors.contains(&a.id));
        let mut before = before.take(MAX_NEIGHBOURS).map(|from| &old.blocks[from]);
        let is_later = before.any(|other| total([other, b]) > total([other, a]));
        (!is_slower && !is_later).then_some(cost)
    }

    /// Drops forms that are not shown to do what their block did.
    fn check(&mut self, reports: &mut BTreeMap<usize, Blocks>) {
        let best = |of: &Candidate| of.best.map(|best| best.0);
        let parsed = |text: String| read(&text).map_err(|error| error.to_string());
        // Mostly all forms of a function are right: one text serves all functions then.
        let all_forms = parsed(self.text(&best));
        for (number, function) in self.program.functions.iter().enumerate() {
            let of = |at: &usize| self.open[*at].function == number && self.open[*at].best.is_some();
            let all: Vec<usize> = (0..self.open.len()).filter(of).collect();
            let found = kept(all.clone(), &mut MAX_HALVES.clone(), &mut |some| {
                let some_forms = (some.len() < all.len()).then(|| parsed(self.of(some, &best)));
                let after = some_forms.as_ref().unwrap_or(&all_forms).as_ref().map_err(Clone::clone)?;
                match check::functions(self.machine, function, &after.functions[number]) {
                    Verdict::Equal { .. } => Ok(()),
                    Verdict::Different { why, .. } | Verdict::Open { why, .. } => Err(why),
                }
            });
            self.keep(&all, found, "it is not shown that the blocks do the same", reports);
        }
    }

    /// Drops forms of which LLVM makes no object file.
    fn assemble(&mut self, referee: &mut dyn Referee, reports: &mut BTreeMap<usize, Blocks>) {
        let all: Vec<usize> = (0..self.open.len()).filter(|at| self.open[*at].best.is_some()).collect();
        let found = kept(all.clone(), &mut MAX_HALVES.clone(), &mut |some| {
            referee.assembles(&self.of(some, &|of| of.best.map(|best| best.0)))
        });
        self.keep(&all, found, "LLVM makes no object file of it", reports);
    }

    fn keep(
        &mut self,
        all: &[usize],
        (kept, why): (Vec<usize>, Option<String>),
        reason: &str,
        reports: &mut BTreeMap<usize, Blocks>,
    ) {
        let why = format!("{reason}: {}", why.unwrap_or_default());
        for at in all.iter().filter(|at| !kept.contains(at)) {
            self.open[*at].best = None;
            reports.entry(self.open[*at].function).or_default().stayed = Some(why.clone());
        }
    }
}

/// Those of some that are accepted, together, and why others are not: halves of what is refused are tried by themselves.
fn kept(
    all: Vec<usize>,
    tries: &mut usize,
    accept: &mut dyn FnMut(&[usize]) -> Result<(), String>,
) -> (Vec<usize>, Option<String>) {
    if all.is_empty() {
        return (all, None);
    }
    if *tries == 0 {
        return (Vec::new(), Some("too many blocks are refused".to_owned()));
    }
    *tries -= 1;
    let Err(why) = accept(&all) else { return (all, None) };
    if all.len() == 1 {
        return (Vec::new(), Some(why));
    }
    let (first, second) = all.split_at(all.len() / 2);
    let (mut out, first) = kept(first.to_vec(), tries, accept);
    let (more, second) = kept(second.to_vec(), tries, accept);
    let (is_both, why) = (!out.is_empty() && !more.is_empty(), first.or(second).or(Some(why)));
    out.extend(more);
    match if is_both { accept(&out) } else { Ok(()) } {
        Ok(()) => (out, why),
        Err(why) => (Vec::new(), Some(why)),
    }
}
