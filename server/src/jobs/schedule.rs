//! The loops of machine code scheduled, and compared with what they were; an object file of it.

use super::Job;
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::memory::Charge;
use crate::search::selector::{Control, SelectError, Unscheduled};
use crate::stored::results;
use isotope_cache::Key;
use isotope_lowering::{ObjectForm, Packetizer, Tools};
use isotope_proto::v1;

/// Machine code, and what is made of it.
pub(crate) struct Schedule {
    pub(crate) key: Key,
    pub(crate) of: Unscheduled,
    /// How LLVM's tools are told of the CPU.
    pub(crate) processor: Vec<String>,
    /// An object file is wanted.
    pub(crate) object: Option<v1::ObjectForm>,
    /// The memory of its text.
    pub(crate) _held: Charge,
}

impl Job for Schedule {
    type Done = v1::ScheduleResponse;
    /// A compiler asks again in its next run, and does not wait for seconds in this one.
    const GOES_ON: bool = true;

    fn key(&self) -> Key {
        self.key
    }

    fn lease(&self) -> Option<Key> {
        Some(self.key)
    }

    fn found(&self, core: &Core, _: &Control) -> Result<Option<v1::ScheduleResponse>, Failure> {
        Ok(results::recall(&core.store, self.key))
    }

    fn work(&self, core: &Core, control: &Control) -> Result<v1::ScheduleResponse, Failure> {
        let _held = core.intake.make_room(self.of.code.len() * limits::COPIES_OF_A_PROGRAM)?;
        let (code, mut done) = core.selector.schedule(&self.of, &self.processor, control)?.map_err(refused)?;
        if done.loops.iter().any(|of| of.after.is_some()) || done.blocks.iter().any(|of| of.scheduled > 0) {
            match self.object {
                Some(form) => done.object = self.assembled(code, form, core, control)?,
                None => done.code = code,
            }
        }
        done.source = v1::Source::Search as i32;
        done.notes.extend(results::keep(&core.store, self.key, &done));
        Ok(done)
    }
}

impl Schedule {
    fn assembled(
        &self,
        code: String,
        form: v1::ObjectForm,
        core: &Core,
        control: &Control,
    ) -> Result<Vec<u8>, Failure> {
        let tools = Tools { runs: core.selector.toolchain()?.runs, payer: control };
        let v1::ObjectForm { position_independent, function_sections } = form;
        let form = ObjectForm { position_independent, function_sections };
        let made = Packetizer { processor: &self.processor, tools }.object(code, form);
        let made = made.map_err(|error| SelectError::Tool(error.to_string()))?;
        if made.ok {
            return Ok(made.stdout);
        }
        let why = made.stderr.lines().next().unwrap_or_default();
        Err(SelectError::Unsupported(format!("LLVM makes no object file of the scheduled code: {why}")).into())
    }
}

/// A text that is no machine code, with its line where the sentence begins with one.
fn refused(message: String) -> Failure {
    let line = message.split(':').next().and_then(|line| line.parse().ok()).unwrap_or_default();
    Failure::Expression { message, line, column: 0 }
}
