//! Proofs without a search: that a canonical form is the window as asked, and that a remembered program still holds.

use super::{ATTEMPTS, Synthesis};
use crate::search::pool::{Claim, Job, Lost, Report};
use crate::search::selector::{Checked, Control, Held, ProofStep, SelectError, Way};
use isotope_dictionary::Target;
use isotope_ir::Window;
use isotope_ir::canon::Canonical;
use isotope_program::proof::{self, Proof, Verdict};
use isotope_program::{Program, stored};
use isotope_smt::How;

impl Synthesis {
    pub(super) fn prove_tie(
        &self,
        asked: &Window,
        canonical: &Canonical,
        target: &Target,
        control: &Control,
    ) -> Result<Checked, SelectError> {
        let claim = Claim::Phrasing { asked: asked.clone(), canonical: canonical.clone() };
        self.prove(claim, asked, target, control)
    }

    pub(super) fn prove_again(&self, held: &Held<'_>, way: Way, control: &Control) -> Result<Checked, SelectError> {
        let claim = Claim::Program {
            window: held.window.clone(),
            program: read(held.program)?,
            target: held.target.clone(),
            way,
        };
        self.prove(claim, held.window, held.target, control)
    }

    /// One proof in a worker. A lost worker or a cancellation is no outcome of it.
    fn prove(&self, claim: Claim, window: &Window, target: &Target, control: &Control) -> Result<Checked, SelectError> {
        let claim = Box::new(claim);
        let mut why = String::new();
        for _ in 0..ATTEMPTS {
            let ended = self.job(Job::Prove(claim.clone()), None, target, control);
            if control.stopped() {
                return Err(SelectError::Cancelled);
            }
            match ended {
                Ok(Report::Concluded(verdict)) => return Ok(checked(verdict, window)),
                Ok(_) => return Err(SelectError::Internal("a worker answered another question".to_owned())),
                Err(Lost::Died(how)) => why = how,
                // Another attempt would end in the same way.
                Err(Lost::Stalled(how) | Lost::TooLarge(how)) => return Ok(Checked::Open(how)),
                Err(lost @ (Lost::Interrupted(_) | Lost::NoMemory(_))) => {
                    return Err(SelectError::Tool(lost.to_string()));
                }
            }
        }
        Err(SelectError::Tool(format!("{why}, {ATTEMPTS} times in a row")))
    }
}

/// The outcome of a proof, for the service.
fn checked(verdict: Verdict, window: &Window) -> Checked {
    match verdict {
        Verdict::Proved(proof) => Checked::Holds(steps(&proof)),
        Verdict::Refuted { lane, input } => {
            Checked::Fails(format!("lane {lane} differs at {}", proof::describe(window, &input)))
        }
        Verdict::Unknown(why) => Checked::Open(why),
    }
}

/// A program as records hold it.
pub(super) fn read(program: &[u8]) -> Result<Program, SelectError> {
    stored::read_program(program).map_err(|e| SelectError::Internal(format!("a remembered program does not read: {e}")))
}

/// The steps of a proof, for a record of it.
pub(super) fn steps(proof: &Proof) -> Vec<ProofStep> {
    let step = |&(lane, lanes, how): &(u32, u32, How)| ProofStep {
        methods: how.methods().collect(),
        claim: format!("lane {lane} and the {} like it equal the window's", lanes - 1),
        lanes,
        work: if proof.classes.len() == 1 { proof.work } else { 0 },
    };
    proof.classes.iter().map(step).collect()
}
