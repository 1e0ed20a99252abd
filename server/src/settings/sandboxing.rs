//! An operator's setting for the sandbox of LLVM's tools and of the workers, and this machine's part of it.

use crate::observed::Observed;
use crate::search::selector::{Part, WORKERS};
use crate::settings::error::DaemonError;
use isotope_tools::sandbox::Confinement;

/// The behaviour where the machine has not all of the sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sandboxing {
    /// The daemon does not start where the kernel lacks a part of it.
    Required,
    /// As much as the kernel has; the log and health name the missing part.
    #[default]
    Best,
    /// No sandbox.
    Off,
}

impl Sandboxing {
    /// The walls that are put on, found out by trying them. Refused where all are wanted and something is missing.
    pub fn confinement(self) -> Result<Confinement, DaemonError> {
        let found = if self == Sandboxing::Off { Confinement::off() } else { Confinement::of_this_machine() };
        self.judged(found.lacks()).map(|()| found)
    }

    fn judged(self, lacks: Option<String>) -> Result<(), DaemonError> {
        match lacks {
            Some(lacks) if self == Sandboxing::Required => Err(DaemonError::Sandbox { lacks }),
            _ => Ok(()),
        }
    }

    /// Refuses to start where all of the sandbox is wanted and no worker lives in it.
    pub fn judge_workers(self, parts: &[Part]) -> Result<(), DaemonError> {
        let lacks = parts.iter().find(|(part, _)| *part == WORKERS).and_then(|(_, lacks)| lacks.clone());
        match lacks {
            Some(lacks) if self == Sandboxing::Required => Err(DaemonError::Workers { lacks }),
            _ => Ok(()),
        }
    }

    /// Says what is missing, to the log and to whoever observes the daemon.
    pub fn tell(self, found: &Confinement, observed: &Observed) {
        match found.lacks() {
            Some(lacks) => {
                observed.trouble("sandbox", Some(format!("{lacks}; --sandbox required would not start here")));
            }
            None if self == Sandboxing::Off => tracing::warn!("LLVM's tools and the workers run without a sandbox"),
            None => tracing::info!("LLVM's tools and the workers run in a sandbox"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::config::Config;
    use clap::Parser as _;

    #[test]
    fn what_is_missing_ends_the_start_only_where_all_is_required() {
        let lacks = || Some("no wall for files".to_owned());
        let refused = Sandboxing::Required.judged(lacks()).unwrap_err().to_string();
        assert!(refused.contains("no wall for files") && refused.contains("--sandbox best"), "{refused}");
        assert!(Sandboxing::Best.judged(lacks()).is_ok() && Sandboxing::Required.judged(None).is_ok());
        let off = Sandboxing::Off.confinement().unwrap();
        assert!(off.is_off() && off.lacks().is_none());
        let observed = Observed::default();
        Sandboxing::Off.tell(&off, &observed);
        assert!(observed.state().degraded.is_empty());
    }

    #[test]
    fn workers_that_do_not_start_end_the_start_only_where_the_sandbox_is_required() {
        let parts = [("llc", Some("it is missing".to_owned())), (WORKERS, Some("workers do not start".to_owned()))];
        let refused = Sandboxing::Required.judge_workers(&parts).unwrap_err().to_string();
        assert!(refused.contains("--sandbox required") && refused.contains("workers do not start"), "{refused}");
        assert!(Sandboxing::Best.judge_workers(&parts).is_ok() && Sandboxing::Off.judge_workers(&parts).is_ok());
        assert!(Sandboxing::Required.judge_workers(&parts[..1]).is_ok(), "without a price there are plain lowerings");
    }

    #[test]
    fn the_flag_has_three_words() {
        let read = |word: &str| Config::try_parse_from(["isotoped", &format!("--sandbox={word}")]);
        assert_eq!(read("required").unwrap().core.sandbox, Sandboxing::Required);
        assert_eq!(Config::try_parse_from(["isotoped"]).unwrap().core.sandbox, Sandboxing::Best);
        assert!(read("maybe").is_err());
    }
}
