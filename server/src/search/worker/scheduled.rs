//! The loops and other blocks of machine code scheduled. LLVM's tools, which have the last word on packets, are the daemon's.

use super::Line;
use crate::search::pool::{Report, Rescheduled, Unpacked, Unscheduled};
use isotope_packets::machine::Machine;
use isotope_packets::schedule::{self, Blocks, Cost, Referee, Report as Loop};
use isotope_proto::v1;
use prost::Message as _;
use std::sync::PoisonError;

impl Line {
    fn packed(&self, unpacked: Unpacked) -> Result<String, String> {
        if self.stopped() {
            return Err("nobody waits for it any more".to_owned());
        }
        self.say(&Report::Pack(unpacked));
        let packed = self.packed.lock().unwrap_or_else(PoisonError::into_inner);
        // Without a sender the daemon is gone, and this process with it.
        packed.recv().unwrap_or_else(|_| Err("the daemon is gone".to_owned()))
    }
}

/// The daemon's tools.
struct Asked<'a>(&'a Line);

impl Referee for Asked<'_> {
    fn packets(&mut self, text: &str) -> Result<String, String> {
        self.0.packed(Unpacked { code: text.to_owned(), as_object: false })
    }

    fn assembles(&mut self, text: &str) -> Result<(), String> {
        self.0.packed(Unpacked { code: text.to_owned(), as_object: true }).map(|_| ())
    }
}

/// The scheduled code, or why the text is none. Either comes soon after the job is stopped, and then says nothing.
pub(super) fn scheduled(of: &Unscheduled, line: &Line) -> Result<Rescheduled, String> {
    let machine = Machine::named(&of.cpu).map_err(|error| error.to_string())?;
    let done = schedule::schedule(&machine, &of.code, of.iterations.map(i64::from), &mut Asked(line))?;
    let loops = done.loops.iter().map(told).collect();
    let blocks = done.blocks.iter().map(told_of_blocks).collect();
    let loops = v1::ScheduleResponse { loops, blocks, ..Default::default() };
    Ok(Rescheduled { code: done.text, loops: loops.encode_to_vec() })
}

/// Packets and waits in the wire's words.
fn cost(cost: Cost) -> v1::LoopCost {
    let [packets, waits, iterations] = [cost.packets, cost.stalls, cost.iterations].map(i64::unsigned_abs);
    v1::LoopCost { packets, waits, iterations }
}

/// A function's other blocks in the wire's words.
pub fn told_of_blocks(of: &Blocks) -> v1::ScheduledBlocks {
    v1::ScheduledBlocks {
        function: of.function.clone(),
        blocks: of.blocks as u64,
        scheduled: of.scheduled as u64,
        before: Some(cost(of.before)),
        after: Some(cost(of.after)),
        text: of.to_string(),
        stayed: of.stayed.clone().unwrap_or_default(),
    }
}

/// A loop in the wire's words.
pub fn told(of: &Loop) -> v1::ScheduledLoop {
    v1::ScheduledLoop {
        function: of.function.clone(),
        block: of.block,
        before: of.before.map(cost),
        after: of.after.map(|(_, _, after)| cost(after)),
        text: of.to_string(),
        instructions: of.instructions as u64,
        bound: of.bound.as_ref().map(|bound| v1::LoopBound {
            least: bound.least.into(),
            iterations: bound.iterations.into(),
            why: bound.why.clone(),
        }),
        iterations_at_once: of.after.map_or(0, |(_, stages, after)| (stages * after.iterations).unsigned_abs()),
        stayed: of.stayed.clone().unwrap_or_default(),
        is_least: of.is_least(),
    }
}
