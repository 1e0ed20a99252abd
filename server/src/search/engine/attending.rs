//! The daemon's services for a job while a worker is at it.

use super::Synthesis;
use crate::limits::TOOLS_TRIAL;
use crate::observed::traces::TARGET;
use crate::search::pool::Attending;
use crate::search::selector::{Control, Cost};
use isotope_dictionary::Target;
use isotope_ir::Window;
use isotope_program::Program;
use isotope_program::pricer::{PriceError, Pricer as _};
use std::time::Duration;

/// The daemon's side of one job: its pricer, and who waits for it.
pub(super) struct Attendant<'a> {
    pub(super) engine: &'a Synthesis,
    pub(super) target: Target,
    pub(super) control: &'a Control,
    /// The window whose plain lowering is offered once it has a price.
    pub(super) window: Option<&'a Window>,
}

impl Attending for Attendant<'_> {
    fn price(&mut self, programs: Vec<Program>) -> Vec<Result<Cost, PriceError>> {
        let _traced = tracing::trace_span!(target: TARGET, "price", programs = programs.len()).entered();
        let programs: Vec<&Program> = programs.iter().collect();
        if self.engine.checks.hung().is_some() {
            // Whoever waits for a search has its plain lowering at once.
            let limit_ms = TOOLS_TRIAL.as_millis() as u64;
            let hung = || PriceError::Timeout { tool: "one of LLVM's tools".to_owned(), limit_ms };
            return programs.iter().map(|_| Err(hung())).collect();
        }
        let costs = self.engine.pricer.costs(&programs, &self.target, self.control);
        if !self.control.stopped() {
            costs.iter().for_each(|cost| self.engine.checks.heard(cost));
        }
        // The first question of a search begins with the plain lowering.
        if let (Some(_), Some(plain), Some(Ok(cost))) = (self.window.take(), programs.first(), costs.first())
            && let Ok(selection) = self.engine.plain_answer(plain, &self.target, Some(cost))
        {
            self.control.offer(selection);
        }
        costs
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

/// The daemon's side of a job without prices.
pub(super) struct Listener<'a>(pub(super) &'a Control);

impl Attending for Listener<'_> {
    fn price(&mut self, _: Vec<Program>) -> Vec<Result<Cost, PriceError>> {
        Vec::new()
    }

    fn progress(&mut self, phase: &str, work: u64) {
        self.0.report(phase, work);
    }

    fn used(&mut self, time: Duration) {
        self.0.add_used(time);
    }

    fn calls(&self) -> String {
        self.0.calls().to_string()
    }

    fn is_idle(&self) -> bool {
        self.0.is_idle()
    }
}
