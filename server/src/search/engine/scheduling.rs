//! Loops of machine code: a worker schedules them, and asks here for the packets that LLVM makes of each plan.

use super::Synthesis;
use super::answered::unfinished;
use crate::search::pool::{Attending, Interrupt, Job, Report, Rescheduled, Unpacked};
use crate::search::selector::{Control, Cost, Rescheduling, SelectError, Selector as _, Unscheduled};
use isotope_lowering::{Packetizer, Tools};
use isotope_program::Program;
use isotope_program::pricer::PriceError;
use isotope_proto::v1;
use isotope_tools::Tool;
use prost::Message as _;
use std::sync::Arc;
use std::time::Duration;

/// The daemon's side of a schedule.
struct Packing<'a> {
    packetizer: Packetizer<'a>,
    control: &'a Control,
    /// Why a tool said nothing of some code, which another run might take.
    lost: Option<String>,
}

impl Attending for Packing<'_> {
    fn price(&mut self, _: Vec<Program>) -> Vec<Result<Cost, PriceError>> {
        Vec::new()
    }

    fn packed(&mut self, Unpacked { code, as_object }: Unpacked) -> Result<String, String> {
        if let Some(why) = &self.lost {
            return Err(why.clone());
        }
        let made = match as_object {
            true => self.packetizer.assembled(code),
            false => self.packetizer.packets(code),
        };
        match made {
            Ok(made) if made.ok && as_object => Ok(String::new()),
            Ok(made) if made.ok => Ok(made.text().into_owned()),
            Ok(made) => Err(Tool::llc().refused("the machine code", &made.stderr).to_string()),
            Err(refused @ PriceError::Refused { .. }) => Err(refused.to_string()),
            Err(lost) => Err(self.lost.insert(lost.to_string()).clone()),
        }
    }

    fn progress(&mut self, phase: &str, work: u64) {
        self.control.report(phase, work);
    }

    fn used(&mut self, time: Duration) {
        self.control.add_used(time);
    }

    fn calls(&self) -> String {
        self.control.calls().to_string()
    }

    fn is_idle(&self) -> bool {
        self.control.is_idle()
    }
}

impl Synthesis {
    /// Schedules the loops of machine code. Where a tool is lost there is no result: it would be another one where the tool answers.
    pub(super) fn scheduled(&self, of: &Unscheduled, processor: &[String], control: &Control) -> Rescheduling {
        let tools = Tools { runs: self.toolchain()?.runs, payer: control };
        let interrupt = Interrupt::on(Arc::clone(control.stop_flag()));
        let mut packing = Packing { packetizer: Packetizer { processor, tools }, control, lost: None };
        let ended = self.provers.run(Job::Schedule(Box::new(of.clone())), &interrupt, &mut packing);
        match (ended, packing.lost) {
            _ if control.stopped() => Err(SelectError::Cancelled),
            (_, Some(lost)) => Err(SelectError::Tool(lost)),
            (Ok(Report::Scheduled(Ok(Rescheduled { code, loops }))), None) => {
                let read = v1::ScheduleResponse::decode(loops.as_slice());
                let read = read.map_err(|e| SelectError::Internal(format!("a worker's schedule does not read: {e}")));
                Ok(Ok((code, read?)))
            }
            (Ok(Report::Scheduled(Err(why))), None) => Ok(Err(why)),
            (Ok(_), None) => Err(SelectError::Internal("a worker answered another question".to_owned())),
            (Err(why), None) => Err(unfinished(why)),
        }
    }

    /// The version that `llc` says.
    pub(super) fn version_of_llvm(&self) -> Result<String, SelectError> {
        if let Some(known) = self.llvm.get() {
            return Ok(known.clone());
        }
        let tools = Tools { runs: self.toolchain()?.runs, payer: &|| false };
        let version = Packetizer { processor: &[], tools }.version();
        let version = version.map_err(|error| SelectError::Tool(error.to_string()))?;
        Ok(self.llvm.get_or_init(|| version).clone())
    }
}
