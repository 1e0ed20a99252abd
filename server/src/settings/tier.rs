//! An operator's settings for the tier that daemons share.

use crate::limits;
use crate::observed::Observed;
use crate::settings::error::DaemonError;
use crate::settings::mistakes::Wrong;
use crate::stored::belief::Belief;
use isotope_cache::Memo;
use isotope_tier::limits::{MAX_LEASE, MAX_TIMEOUT, MIN_LEASE, MIN_TIMEOUT};
use isotope_tier::warm_up::WarmUpQueue;
use isotope_tier::{Keyring, Settings, SetupError, Shared, Snapshot, Standing, Unsigned};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The treatment of the tier's records that no trusted key signed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UnsignedRecords {
    /// The daemon ignores them.
    #[default]
    Refuse,
    /// The daemon proves their programs before it serves them.
    Prove,
}

/// Flags of the tier; as the table `[tier]` of a configuration file, without `tier-` and in the same words.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct TierConfig {
    /// Store that daemons share behind their caches: redis://HOST:PORT, with TLS rediss://HOST:PORT, s3://BUCKET/PREFIX or
    /// file:///FOLDER. Put a password into the variable.
    #[arg(long = "tier-url", id = "tier-url", env = "ISOTOPE_TIER_URL", value_name = "URL", hide_env_values = true)]
    pub url: Option<String>,
    /// Root of a Redis' certificate, in PEM [default: those that this machine trusts].
    #[arg(long = "tier-ca", id = "tier-ca", env = "ISOTOPE_TIER_CA", value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// File of Ed25519 keys: those whose entries are believed, and the one that signs.
    #[arg(long = "tier-keys", id = "tier-keys", env = "ISOTOPE_TIER_KEYS", value_name = "FILE")]
    pub keys: Option<PathBuf>,
    /// Treatment of entries that no such key signed [default: refuse].
    #[arg(long = "tier-unsigned", id = "tier-unsigned", env = "ISOTOPE_TIER_UNSIGNED", value_name = "WHAT")]
    pub unsigned: Option<UnsignedRecords>,
    /// Milliseconds that one call to the store may take [default: 50 for Redis, 1000 for others].
    #[arg(long = "tier-timeout-ms", id = "tier-timeout-ms", env = "ISOTOPE_TIER_TIMEOUT_MS", value_name = "MS",
          value_parser = between(MIN_TIMEOUT, MAX_TIMEOUT))]
    pub timeout_ms: Option<u64>,
    /// Milliseconds after which another daemon may take over the searches of one that died [default: 10000].
    #[arg(long = "lease-ms", id = "lease-ms", env = "ISOTOPE_LEASE_MS", value_name = "MS",
          value_parser = between(MIN_LEASE, MAX_LEASE))]
    pub lease_ms: Option<u64>,
    /// Take windows of `isotope warm --queue-url` from the store's Redis while threads are idle.
    #[arg(long = "worker", id = "worker", env = "ISOTOPE_WORKER", value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true")]
    pub worker: Option<bool>,
}

impl TierConfig {
    /// Everything that is wrong with it. Asks the tier nothing: it may be down. Inside a runtime where there is one.
    pub fn check(&self) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        if let Some(settings) = self.settings() {
            wrong.extend(settings.check().into_iter().map(of_tier));
        } else if let Some(error) = self.keys.as_deref().and_then(|keys| Keyring::read(keys).err()) {
            wrong.push(Wrong::new("tier-keys", error));
        }
        if let Err(found) = self.warm_up("") {
            wrong.push(found);
        }
        wrong
    }

    /// The snapshot in `file`, if a key of the key file signed it. Reads all of it once.
    pub fn snapshot(&self, file: &Path) -> Result<Snapshot, Wrong> {
        let wrong = |error: &dyn std::fmt::Display| Wrong::new("snapshot", error);
        let keys = self.keys.as_deref().ok_or_else(|| wrong(&SetupError::NoKeys))?;
        let keys = Keyring::read(keys).map_err(|error| Wrong::new("tier-keys", error))?;
        let snapshot = Snapshot::open(file, &keys).map_err(|error| wrong(&error))?;
        tracing::info!(snapshot = %file.display(), records = snapshot.len(), "the cache has a snapshot under it");
        Ok(snapshot)
    }

    /// Whose records are believed, and what becomes of those of others.
    pub fn belief(&self) -> Result<Belief, DaemonError> {
        let keys = self.keys.as_deref().map(Keyring::read).transpose()?;
        Ok(Belief { keys: keys.map(Arc::new), unsigned: self.unsigned() })
    }

    fn unsigned(&self) -> Unsigned {
        match self.unsigned.unwrap_or_default() {
            UnsignedRecords::Refuse => Unsigned::Refuse,
            UnsignedRecords::Prove => Unsigned::Prove,
        }
    }

    /// The queue of the warm-up jobs that the daemon works for, if it does.
    pub fn warm_up(&self, epoch: &str) -> Result<Option<WarmUpQueue>, Wrong> {
        if !self.worker.unwrap_or_default() {
            return Ok(None);
        }
        let url = self.url.as_deref().filter(|url| url.starts_with("redis://"));
        let url = url.ok_or_else(|| {
            Wrong::new(
                "worker",
                "it takes windows from the tier's Redis: set --tier-url to redis://HOST:PORT, or leave --worker out",
            )
        })?;
        WarmUpQueue::new(url, epoch).map(Some).map_err(|error| Wrong::new("tier-url", error))
    }

    fn settings(&self) -> Option<Settings> {
        Some(Settings {
            url: self.url.clone().filter(|url| !url.is_empty())?,
            ca: self.ca.clone(),
            keys: self.keys.clone(),
            unsigned: self.unsigned(),
            timeout: self.timeout_ms.map(Duration::from_millis),
            lease: self.lease_ms.map(Duration::from_millis),
        })
    }

    /// The tier behind the cache in `folder`, if one is configured. Asks it nothing: it may be down.
    pub fn open(&self, memo: &Arc<Memo>, folder: &Path) -> Result<Option<Shared>, DaemonError> {
        let Some(settings) = self.settings() else { return Ok(None) };
        let tier = Shared::open(&settings, memo, folder)?;
        match tier.standing() {
            Standing::Signs(key) => {
                tracing::info!(tier = tier.counts().name, %key, "the cache has a shared store behind it")
            }
            Standing::Checks => {
                tracing::info!(
                    tier = tier.counts().name,
                    "the cache has a shared store behind it, which is only read: no key signs"
                );
            }
        }
        Ok(Some(tier))
    }
}

/// Which setting an error of the tier is about.
fn of_tier(error: SetupError) -> Wrong {
    let setting = match &error {
        // A file that is not there has no place; whoever wants it has.
        SetupError::Ca { .. } => "tier-ca",
        SetupError::Bound { what, .. } => what.trim_start_matches("--"),
        SetupError::Unreadable { .. } | SetupError::Exposed { .. } | SetupError::Keys { .. } => "tier-keys",
        _ => "tier-url",
    };
    Wrong::new(setting, error)
}

/// Milliseconds between two bounds.
fn between(least: Duration, most: Duration) -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(least.as_millis() as u64..=most.as_millis() as u64)
}

/// Tells whoever observes the daemon what is wrong with its tier, and that it is well again, until the daemon is gone.
pub(crate) async fn keep_telling(tier: Weak<Shared>, observed: Observed) {
    while let Some(trouble) = tier.upgrade().map(|tier| tier.trouble()) {
        observed.trouble("tier", trouble);
        tokio::time::sleep(limits::HEALTH_LOOK).await;
    }
    observed.trouble("tier", None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::config::Config;
    use clap::Parser as _;

    #[test]
    fn flags_and_a_table_say_the_same() {
        let flags = ["isotoped", "--tier-url=redis://h/", "--tier-keys=k", "--tier-unsigned=prove", "--lease-ms=700"];
        let config = Config::try_parse_from(flags).unwrap();
        let table = r#"{"url": "redis://h/", "keys": "k", "unsigned": "prove", "lease-ms": 700}"#;
        assert_eq!(config.core.tier, serde_json::from_str::<TierConfig>(table).unwrap());
        assert!(
            serde_json::from_str::<TierConfig>(r#"{"urls": "redis://h/"}"#).unwrap_err().to_string().contains("urls")
        );
        assert!(Config::try_parse_from(["isotoped", "--tier-unsigned=believe"]).is_err());
    }

    #[test]
    fn a_worker_needs_a_redis() {
        let warm_up = |url: Option<&str>, worker| {
            TierConfig { url: url.map(str::to_owned), worker, ..TierConfig::default() }.warm_up("e")
        };
        assert!(warm_up(Some("redis://h/"), None).unwrap().is_none() && warm_up(None, Some(false)).unwrap().is_none());
        assert!(warm_up(Some("redis://h/"), Some(true)).unwrap().is_some());
        for url in [None, Some("s3://bucket/"), Some("file:///folder")] {
            let said = warm_up(url, Some(true)).err().unwrap().to_string();
            assert!(said.contains("--worker") && said.contains("redis://"), "{said}");
        }
        let config = Config::try_parse_from(["isotoped", "--worker", "--tier-url=redis://h/"]).unwrap();
        assert_eq!(config.core.tier.worker, Some(true));
    }

    #[test]
    fn without_an_address_there_is_no_tier_and_with_one_there_are_keys() {
        let folder = tempfile::tempdir().unwrap();
        let memo = Arc::new(Memo::open(folder.path().join("memo"), isotope_cache::Options::default()).unwrap().0);
        assert!(TierConfig::default().open(&memo, folder.path()).unwrap().is_none());
        let url = format!("file://{}/tier", folder.path().display());
        let keyless = TierConfig { url: Some(url), ..TierConfig::default() };
        let said = keyless.open(&memo, folder.path()).err().unwrap().to_string();
        assert!(said.contains("--tier-keys") && said.contains("new-key"), "{said}");
        let said = keyless.snapshot(Path::new("nowhere")).err().unwrap().to_string();
        assert!(said.contains("--tier-keys"), "{said}");
    }
}
