//! `isotoped cache import`: a snapshot into a memo that no daemon uses, and the engine that proves it where nobody who is trusted signed
//! it.

use crate::limits;
use crate::offline::operator::tell;
use crate::search::selector::Control;
use crate::settings::commands::Import;
use crate::settings::config::CoreConfig;
use crate::settings::error::DaemonError;
use crate::settings::tier::{TierConfig, UnsignedRecords};
use crate::stored::importing::{self, Imported};
use isotope_cache::{Memo, Options};
use isotope_tier::Snapshot;
use std::io::Write;

impl Import {
    fn belief(&self) -> TierConfig {
        TierConfig { keys: self.tier_keys.clone(), unsigned: self.unsigned, ..TierConfig::default() }
    }

    /// Imports, and tells `out` how far it is. Whether nothing is left.
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, DaemonError> {
        let belief = self.belief().belief()?;
        let snapshot = Snapshot::open_any(&self.file, belief.keys.as_deref())?;
        if self.unsigned.unwrap_or_default() == UnsignedRecords::Refuse || snapshot.distrusted().is_none() {
            let snapshot = snapshot.trusted()?;
            let (memo, _) = Memo::open(&self.dir, Options::default())?;
            let (kept, there) = snapshot.import(&memo)?;
            memo.close()?;
            sum_up(&Imported { kept, there, signed: true, is_over: true, ..Imported::default() }, out);
            return Ok(true);
        }
        if let Some(why) = snapshot.distrusted() {
            tell(out, format_args!("{}: {why}; each record is proved before it is kept", self.file.display()));
        }
        let config = CoreConfig {
            threads: 1,
            instruction_sets: self.instruction_sets.clone(),
            sandbox: self.sandbox,
            salt: self.salt.clone(),
            tier: self.belief(),
            ..CoreConfig::in_folder(self.dir.clone())
        };
        let core = config.open(config.memory())?;
        let mut steps = 0;
        let mut told = |so_far: &Imported| {
            steps += 1;
            if steps % limits::IMPORT_TOLD == 0 {
                tell(out, format_args!("{} of {} records", so_far.done, so_far.total));
            }
            true
        };
        let imported =
            importing::import(&core.store, &core.scheduler.flights, &snapshot, self.work, &Control::idle(), &mut told)?;
        core.store.memo.checkpoint()?;
        sum_up(&imported, out);
        Ok(imported.is_over)
    }
}

fn sum_up(imported: &Imported, out: &mut dyn Write) {
    let mut lines = vec![("records imported", imported.kept), ("records that were there", imported.there)];
    if !imported.signed {
        lines.push(("records that were refused", imported.refused));
        lines.push(("records that are left", imported.total - imported.done));
        lines.push(("work on proofs", imported.work));
    }
    for (what, count) in lines {
        tell(out, format_args!("{what:<32}{count:>16}"));
    }
    if !imported.last_refused.is_empty() {
        tell(out, format_args!("the last that was refused: {}", imported.last_refused));
    }
}
