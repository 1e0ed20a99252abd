//! From settings to a core: what they name is looked at, all of it, and then the cache is opened and the engine is loaded.

use crate::core::{Bounds, Core};
use crate::memory::{Memory, Plan};
use crate::search::engine;
use crate::sets;
use crate::settings::config::CoreConfig;
use crate::settings::error::DaemonError;
use crate::settings::measured;
use crate::settings::mistakes::{AllWrong, Wrong, keep};
use isotope_cache::{Memo, OpenReport};
use isotope_pricer::Measured;
use isotope_tier::Snapshot;
use isotope_tools::sandbox::Confinement;

impl CoreConfig {
    /// Opens the memo and loads the engine. Takes seconds when the memo is large: off the async threads, and inside a runtime where
    /// there is a tier.
    pub fn open(&self, memory: Memory) -> Result<Core, DaemonError> {
        Foundation::prepare(self).map_err(|wrong| DaemonError::Settings(AllWrong(wrong)))?.open(memory)
    }
}

/// The things that the settings of a core name, read and found in order.
pub struct Foundation {
    config: CoreConfig,
    confinement: Confinement,
    measured: Measured,
    snapshot: Option<Snapshot>,
}

impl Foundation {
    /// Looks at everything that the settings name, short of the memo's records and the dictionary that every daemon has. Says all
    /// that is wrong. Inside a runtime where there is a tier.
    pub fn prepare(config: &CoreConfig) -> Result<Foundation, Vec<Wrong>> {
        let mut wrong = Vec::new();
        let confinement = config.sandbox.confinement().map_err(|error| Wrong::new("sandbox", error));
        let confinement = keep(confinement, &mut wrong);
        let measured = measured::read(&config.measured).map_err(|problem| Wrong::new("measured", problem));
        let measured = keep(measured, &mut wrong);
        keep(cache(config), &mut wrong);
        keep(memory_bytes(config), &mut wrong);
        let sets = sets::load(config.instruction_sets.as_deref());
        keep(sets.map_err(|error| Wrong::new("instruction-sets", error)), &mut wrong);
        wrong.extend(config.tier.check());
        let snapshot = config.snapshot.as_deref().map(|file| config.tier.snapshot(file)).transpose();
        let snapshot = keep(snapshot, &mut wrong).flatten();
        match (confinement, measured) {
            (Some(confinement), Some(measured)) if wrong.is_empty() => {
                Ok(Foundation { config: config.clone(), confinement, measured, snapshot })
            }
            _ => {
                // A file of keys is wanted by the tier and by the snapshot.
                let mut all: Vec<Wrong> = Vec::new();
                wrong.into_iter().for_each(|one| {
                    if !all.contains(&one) {
                        all.push(one)
                    }
                });
                Err(all)
            }
        }
    }

    /// The sandbox of LLVM's tools and the workers.
    pub fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// Opens the memo and loads the engine. Takes seconds when the memo is large: off the async threads.
    pub fn open(self, memory: Memory) -> Result<Core, DaemonError> {
        let config = self.config;
        let options = isotope_cache::Options { max_bytes: config.memo_bytes, ..Default::default() };
        let (memo, report) = Memo::open(&config.cache, options)?;
        tell(&config, &report);
        let sets = config.instruction_sets.as_deref();
        let plan = config.plan();
        let selector = engine::open(sets, (&plan, &memory), self.measured, &self.confinement)?;
        config.sandbox.judge_workers(&selector.lacks())?;
        tracing::info!(epoch = selector.epoch(), producer = selector.producer(), "the engine is loaded");
        let searches = plan.searches();
        if searches < config.threads {
            let (total, threads) = (config.memory_total, config.threads);
            let wanted = Plan::wanted(config.memory_bytes, threads).div_ceil(1 << 20) << 20;
            tracing::warn!(
                "--memory-total ({total}) has room for {searches} searches at once, not for the {threads} of --threads; give \
                 {wanted} for all"
            );
        }
        let bounds = Bounds { threads: searches, queue: config.queue, memory_bytes: config.memory_bytes, memory };
        let core = Core::new(selector, memo, config.salt.clone(), bounds);
        let tier = config.tier.open(&core.store.memo, &config.cache)?;
        let warm_up = config.tier.warm_up(&core.intake.scope.epoch).map_err(|wrong| AllWrong(vec![wrong]))?;
        let belief = config.tier.belief()?;
        Ok(core
            .with_tier(tier)
            .with_belief(belief)
            .with_warm_up(warm_up)
            .with_snapshot(self.snapshot)
            .in_folder(&config.cache))
    }
}

/// Whether the memo's folder can be used.
fn cache(config: &CoreConfig) -> Result<(), Wrong> {
    Memo::check(&config.cache).map_err(|error| match error {
        isotope_cache::Error::Locked { .. } => Wrong::for_now("cache", error),
        error if error.is_disk_full() => Wrong::for_now("cache", error),
        error => Wrong::new("cache", error),
    })
}

/// Whether what is held in memory of answers fits into what there is for requests and answers.
fn memory_bytes(config: &CoreConfig) -> Result<(), Wrong> {
    let (asked, memory) = (config.memory_bytes, config.memory());
    if asked <= memory.limit() {
        return Ok(());
    }
    Err(Wrong::new(
        "memory-bytes",
        format_args!(
            "{asked} bytes are more than the {} that requests and answers have of --memory-total {}; lower the one, or raise \
             the other",
            memory.limit(),
            config.memory_total
        ),
    ))
}

fn tell(config: &CoreConfig, report: &OpenReport) {
    tracing::info!(cache = %config.cache.display(), ?report, "the cache is open");
    if let Some(aside) = &report.set_aside {
        let why = if aside.unkeyed { "without seals" } else { "sealed with another secret" };
        tracing::warn!(journal = %aside.path.display(), "the cache found was written {why}: set aside, searched for anew");
    }
    if let Some(mode) = report.repaired_mode {
        tracing::warn!(mode = format!("{mode:o}"), "other users had rights on the cache folder; they are taken away");
    }
    if report.pins_lost {
        tracing::error!("both files that say what is pinned are damaged: nothing is, and may be evicted");
    }
    if report.foreign_frames > 0 {
        tracing::warn!(records = report.foreign_frames, "entries that this cache did not write are in the quarantine");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_that_is_wrong_is_said_at_once_and_by_its_setting() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "neither a folder nor data").unwrap();
        let tier =
            crate::settings::tier::TierConfig { keys: Some(file.clone()), worker: Some(true), ..Default::default() };
        let config = CoreConfig {
            measured: vec![file.clone()],
            instruction_sets: Some(file.clone()),
            snapshot: Some(file.clone()),
            memory_bytes: 1 << 40,
            tier,
            ..CoreConfig::in_folder(file)
        };
        let wrong = Foundation::prepare(&config).err().unwrap();
        let settings: Vec<&str> = wrong.iter().map(|wrong| wrong.setting).collect();
        assert_eq!(
            settings,
            ["measured", "cache", "memory-bytes", "instruction-sets", "tier-keys", "worker"],
            "{wrong:?}"
        );
        let well = CoreConfig::in_folder(folder.path().join("memo"));
        assert!(Foundation::prepare(&well).is_ok());
        assert!(!folder.path().join("memo").exists(), "a look makes nothing");
        let _held = Memo::open(&well.cache, isotope_cache::Options::default()).unwrap();
        let wrong = Foundation::prepare(&well).err().unwrap();
        assert!(wrong[0].may_pass && wrong[0].sentence.contains("in use"), "{wrong:?}");
    }
}
