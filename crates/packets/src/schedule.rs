//! Hardware loops of one block, scheduled so that several iterations are under way at once, and the other blocks in fewer packets. New code
//! has been compared with the code that went in ([`crate::check`]), and LLVM's own tools have taken its packets; a block that is not shown to
//! be the same, or takes no fewer packets and waits, stays as it was.

mod assign;
mod bases;
mod bundles;
mod cost;
mod emit;
mod exact;
mod flow;
mod gather;
mod graph;
mod modulo;
mod orders;
mod plans;
mod problem;
mod report;
mod rewrite;
mod single;
mod spares;
mod straight;
mod swing;
mod tight;
mod units;
mod webs;
mod whole;
mod window;

pub use cost::Cost;
pub use report::{Bound, Report};
pub use straight::Blocks;

use crate::check::{self, Verdict};
use crate::live::{self, Set};
use crate::machine::{Machine, Meaning};
use crate::mir::{Block, Function, Program, read, readable};
use emit::Plan;

/// A program and its loops.
#[derive(Clone, Debug)]
pub struct Scheduled {
    /// Machine code to go on with, `llc -start-before=hexagon-packetizer` for one.
    pub text: String,
    /// Its loops.
    pub loops: Vec<Report>,
    /// The other blocks of its functions.
    pub blocks: Vec<Blocks>,
}

/// LLVM's tools, which have the last word on every packet.
pub trait Referee {
    /// Machine code with packets for machine code without.
    ///
    /// # Errors
    ///
    /// LLVM does not take the code.
    fn packets(&mut self, text: &str) -> Result<String, String>;

    /// Whether LLVM makes an object file of the code.
    ///
    /// # Errors
    ///
    /// It does not, or crashes.
    fn assembles(&mut self, text: &str) -> Result<(), String>;
}

/// A loop on its way.
struct Candidate {
    function: usize,
    report: Report,
    plans: Vec<Plan>,
    /// Iterations, if they are known or assumed; otherwise so many that the loop's beginning and end are nothing beside them.
    iterations: Option<i64>,
    /// The plan that is tried, and the one that is best so far.
    tried: usize,
    best: Option<(usize, Cost)>,
    /// Packets and waits of all iterations by that one.
    spent: Option<i64>,
}

/// Schedules the loops of a text of machine code. `iterations` are those of a loop whose count the code does not name; none: so many that
/// what stands before and after the loop is nothing beside them.
///
/// # Errors
///
/// The text is none, or the packetiser does not take it.
pub fn schedule(
    machine: &Machine,
    text: &str,
    iterations: Option<i64>,
    referee: &mut dyn Referee,
) -> Result<Scheduled, String> {
    let text = &readable(machine, text);
    let program = read(text).map_err(|error| error.to_string())?;
    let packed = read(&referee.packets(text)?).map_err(|error| format!("packets: {error}"))?;
    let mut loops = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let lives = live::live(machine, function);
        for at in (0..function.blocks.len()).filter(|at| is_hardware(machine, function, *at)) {
            let same = packed.functions.get(number).filter(|other| other.blocks.len() == function.blocks.len());
            let before = same.map(|other| cost::cost(machine, &other.blocks[at]));
            let candidate = candidate(machine, (number, function), at, &lives, before);
            let iterations = whole::iterations(machine, function, function.blocks[at].id).or(iterations);
            loops.push(Candidate { iterations, ..candidate });
        }
    }
    loop {
        while measured(machine, &program, &mut loops, referee)? {}
        let is_shown = checked(machine, &program, &mut loops);
        if is_shown && assembled(machine, &program, &mut loops, referee) {
            break;
        }
    }
    together(machine, &program, &mut loops);
    let text = written(machine, &program, &loops, |of| of.best.map(|best| best.0)).unwrap_or_else(|| text.to_owned());
    let (text, blocks) = straight::straight(machine, &text, referee)?;
    Ok(Scheduled { text, loops: loops.into_iter().map(|of| of.report).collect(), blocks })
}

/// The costs of the hardware loops of machine code that has packets.
///
/// # Errors
///
/// The text is none.
pub fn costs(machine: &Machine, packed: &str) -> Result<Vec<Cost>, String> {
    let program = read(packed).map_err(|error| error.to_string())?;
    let of = |function: &Function| {
        let loops = (0..function.blocks.len()).filter(|at| is_hardware(machine, function, *at));
        loops.map(|at| cost::cost(machine, &function.blocks[at])).collect::<Vec<_>>()
    };
    Ok(program.functions.iter().flat_map(of).collect())
}

/// Whether a block is a hardware loop of the innermost level, or is one but for something that keeps it from being scheduled.
fn is_hardware(machine: &Machine, function: &Function, at: usize) -> bool {
    let block = &function.blocks[at];
    block.instructions().any(|of| {
        let meaning = machine.operation(&of.op).and_then(|operation| operation.meaning);
        meaning == Some(Meaning::EndLoop(0)) && of.targets().eq([block.id])
    })
}

/// Why the loops and the other blocks of a function stay, if they do.
fn stays(machine: &Machine, function: &Function) -> Option<String> {
    match &function.attributes.cpu {
        _ if function.attributes.is_unoptimized => Some("it asks not to be optimized (optnone)".to_owned()),
        _ if function.attributes.is_unpacked => Some("it asks for packets of one instruction".to_owned()),
        Some(cpu) if *cpu != machine.cpu => Some(format!("it is for {cpu}, and not for {}", machine.cpu)),
        _ => None,
    }
}

/// A loop with its bound and its schedules, the shortest first.
fn candidate(
    machine: &Machine,
    (number, function): (usize, &Function),
    at: usize,
    lives: &[Set],
    before: Option<Cost>,
) -> Candidate {
    let block = &function.blocks[at];
    let body = graph::body(machine, block);
    let mut report = Report {
        function: function.name.clone(),
        block: block.id,
        instructions: body.len(),
        bound: None,
        single: None,
        before,
        after: None,
        stayed: None,
    };
    let plans = match plans::plans(machine, function, at, lives, &body, &mut report) {
        Ok(plans) => plans,
        Err(why) => {
            report.stayed = Some(why);
            Vec::new()
        }
    };
    Candidate { function: number, report, plans, iterations: None, tried: 0, best: None, spent: None }
}

/// Tries the next plan of every loop that has one; whether there was one. `MAX_CANDIDATES` bounds how many a loop has.
fn measured(
    machine: &Machine,
    program: &Program,
    loops: &mut [Candidate],
    referee: &mut dyn Referee,
) -> Result<bool, String> {
    if loops.iter().all(|of| of.tried >= of.plans.len()) {
        return Ok(false);
    }
    let current = |of: &Candidate| (of.tried < of.plans.len()).then_some(of.tried);
    let Some(text) = written(machine, program, loops, current) else { return Ok(false) };
    let packed = match referee.packets(&text) {
        Ok(packed) => read(&packed).map_err(|error| format!("packets: {error}"))?,
        Err(why) => return refused(machine, program, loops, referee).then_some(true).ok_or(why),
    };
    for (number, function) in packed.functions.iter().enumerate() {
        let mut added = 0;
        for of in loops.iter_mut().filter(|of| of.function == number) {
            let Some(plan) = of.plans.get(of.tried) else { continue };
            let (blocks, place) = if plan.is_in_place() { (0, 0) } else { (rewrite::BLOCKS, rewrite::ITERATION) };
            let iteration = function.blocks.get(plan.at + added + place);
            added += blocks;
            let Some(block) = iteration else { continue };
            let cost = Cost { iterations: plan.unroll, ..cost::cost(machine, block) };
            let from = function.blocks.get(plan.at + added - blocks..).unwrap_or_default();
            of.measured(machine, from, cost);
            of.tried += 1;
            if of.iterations.is_some() {
                continue;
            }
            // A plan that is longer than what there is already, or as long and with as many packets, cannot be better.
            let next = of.plans.get(of.tried);
            let is_longer = |best: Cost, plan: &Plan| {
                let packets = if plan.packets.is_some() { plan.count() } else { 1 };
                let least = Cost { iterations: plan.unroll, packets, stalls: plan.interval - packets };
                !least.is_less(best)
            };
            if of.best.zip(next).is_some_and(|((_, best), plan)| is_longer(best, plan)) {
                of.tried = of.plans.len();
            }
        }
    }
    Ok(true)
}

/// Passes over the plans that LLVM does not take by themselves; whether there was one.
fn refused(machine: &Machine, program: &Program, loops: &mut [Candidate], referee: &mut dyn Referee) -> bool {
    let mut is_found = false;
    for of in loops.iter_mut() {
        let Some(plan) = of.plans.get(of.tried) else { continue };
        let text = rewrite::rewritten(machine, program, &[(of.function, plan)]);
        if text.is_none_or(|text| referee.packets(&text).is_err()) {
            of.tried += 1;
            is_found = true;
        }
    }
    is_found
}

/// The program with some plans for its loops.
fn written(
    machine: &Machine,
    program: &Program,
    loops: &[Candidate],
    which: impl Fn(&Candidate) -> Option<usize>,
) -> Option<String> {
    let plans: Vec<(usize, &Plan)> = loops.iter().filter_map(|of| Some((of.function, &of.plans[which(of)?]))).collect();
    rewrite::rewritten(machine, program, &plans)
}

/// Every loop alone has to be what it was; whether the plans of all are.
fn checked(machine: &Machine, program: &Program, loops: &mut [Candidate]) -> bool {
    let mut is_shown = true;
    for of in loops.iter_mut().filter(|of| of.report.after.is_none()) {
        let Some((best, cost)) = of.best else {
            of.report
                .stayed
                .get_or_insert_with(|| "LLVM's packetiser makes no fewer packets and waits of it".to_owned());
            continue;
        };
        let plan = of.plans[best].clone();
        match compared(machine, program, of.function, &[(of.function, &plan)]) {
            Ok(()) => of.report.after = Some((plan.interval, plan.stages, cost)),
            Err(why) => {
                of.without_best(format!("it is not shown that the schedule does the same: {why}"));
                is_shown = false;
            }
        }
    }
    is_shown
}

/// Every function as it is printed has to do what it did.
fn together(machine: &Machine, program: &Program, loops: &mut [Candidate]) {
    for number in 0..program.functions.len() {
        let own: Vec<(usize, Plan)> = loops
            .iter()
            .filter(|of| of.function == number)
            .filter_map(|of| Some((number, of.plans[of.best?.0].clone())))
            .collect();
        let plans: Vec<(usize, &Plan)> = own.iter().map(|(number, plan)| (*number, plan)).collect();
        if plans.is_empty() {
            continue;
        }
        if let Err(why) = compared(machine, program, number, &plans) {
            for of in loops.iter_mut().filter(|of| of.function == number && of.best.is_some()) {
                of.stay(format!("the loops together are not shown to do the same: {why}"));
            }
        }
    }
}

/// Whether LLVM makes an object file of all plans; a loop that keeps it from that loses its plan.
fn assembled(machine: &Machine, program: &Program, loops: &mut [Candidate], referee: &mut dyn Referee) -> bool {
    if loops.iter().all(|of| of.best.is_none()) {
        return true;
    }
    let best = |of: &Candidate| of.best.map(|best| best.0);
    let mut takes = |loops: &[Candidate], which: &dyn Fn(&Candidate) -> Option<usize>| {
        written(machine, program, loops, which).map_or(Ok(()), |text| referee.assembles(&text))
    };
    if takes(loops, &best).is_ok() {
        return true;
    }
    let mut is_taken = true;
    for at in 0..loops.len() {
        if loops[at].best.is_none() {
            continue;
        }
        let own = (loops[at].function, loops[at].report.block);
        let alone = |of: &Candidate| if (of.function, of.report.block) == own { best(of) } else { None };
        if let Err(why) = takes(loops, &alone) {
            loops[at].without_best(format!("LLVM makes no object file of it: {why}"));
            is_taken = false;
        }
    }
    if !is_taken {
        return false;
    }
    if let Err(why) = takes(loops, &best) {
        loops.iter_mut().filter(|of| of.best.is_some()).for_each(|of| {
            of.stay(format!("LLVM makes no object file of all loops together: {why}"));
        });
    }
    true
}

impl Candidate {
    /// Takes the plan that is tried if it is better than the best so far: by the cost of an iteration, and of all where they are known.
    fn measured(&mut self, machine: &Machine, blocks: &[Block], cost: Cost) {
        let (Some(plan), Some(before)) = (self.plans.get(self.tried), self.report.before) else { return };
        if !cost.is_less(self.best.map_or(before, |best| best.1)) && self.iterations.is_none() || !cost.is_less(before)
        {
            return;
        }
        if cost.has_more_packets(before) {
            return self.passed_over("a schedule waits less, but takes more packets".to_owned());
        }
        if let Some(iterations) = self.iterations {
            let limit = self.spent.unwrap_or(iterations.saturating_mul(before.total()));
            let spent = whole::spent(machine, blocks, (plan, cost), before, iterations);
            // In as much time the loop itself may still have fewer packets.
            let fewer = plan.is_in_place() && self.spent.is_none() && spent == Some(limit);
            let Some(spent) = spent.filter(|spent| *spent < limit || fewer) else {
                return self.passed_over(format!(
                    "a schedule is shorter, but not with what stands before and after it, for {iterations} iterations"
                ));
            };
            self.spent = Some(spent);
        }
        self.report.stayed = None;
        self.best = Some((self.tried, cost));
    }

    /// Says why a plan is not taken, unless another one is.
    fn passed_over(&mut self, why: String) {
        if self.best.is_none() {
            self.report.stayed = Some(why);
        }
    }

    /// Begins anew without the plan that was best.
    fn without_best(&mut self, why: String) {
        if let Some((best, _)) = self.best {
            self.plans.remove(best);
        }
        (self.tried, self.spent) = (0, None);
        self.stay(why);
    }

    fn stay(&mut self, why: String) {
        self.best = None;
        self.report.after = None;
        self.report.stayed = Some(why);
    }
}

/// Whether a function with some plans is shown to do what it did.
fn compared(machine: &Machine, program: &Program, number: usize, plans: &[(usize, &Plan)]) -> Result<(), String> {
    let text = rewrite::rewritten(machine, program, plans).ok_or("the schedule cannot be written")?;
    let after = read(&text).map_err(|error| error.to_string())?;
    let (Some(before), Some(after)) = (program.functions.get(number), after.functions.get(number)) else {
        return Err("the function is lost".to_owned());
    };
    match check::functions(machine, before, after) {
        Verdict::Equal { .. } => Ok(()),
        Verdict::Different { why, .. } | Verdict::Open { why, .. } => Err(why),
    }
}
