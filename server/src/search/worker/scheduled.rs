//! The loops of machine code scheduled. LLVM's tools, which have the last word on packets, are the daemon's.

use super::Line;
use crate::search::pool::{Report, Rescheduled, Unpacked, Unscheduled};
use isotope_lowering::told;
use isotope_packets::machine::Machine;
use isotope_packets::schedule::{self, Referee};
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
