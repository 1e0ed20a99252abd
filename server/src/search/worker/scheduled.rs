//! The loops of machine code scheduled. LLVM's tools, which have the last word on packets, are the daemon's.

use super::Line;
use crate::search::pool::{Report, Rescheduled, Unpacked, Unscheduled};
use isotope_packets::machine::Machine;
use isotope_packets::schedule::{self, Cost, Referee, Report as Loop};
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
    let loops = v1::ScheduleResponse { loops: done.loops.iter().map(told).collect(), ..Default::default() };
    Ok(Rescheduled { code: done.text, loops: loops.encode_to_vec() })
}

/// A loop in the wire's words.
pub fn told(of: &Loop) -> v1::ScheduledLoop {
    let cost = |cost: Cost| {
        let [packets, waits, iterations] = [cost.packets, cost.stalls, cost.iterations].map(i64::unsigned_abs);
        v1::LoopCost { packets, waits, iterations }
    };
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
