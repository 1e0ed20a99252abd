//! An operator's settings for a tier, checked.

use crate::error::SetupError;
use crate::keyring::Keyring;
use crate::limits::{
    LEASE, MAX_CA_BYTES, MAX_LEASE, MAX_TIMEOUT, MIN_LEASE, MIN_TIMEOUT, OBJECT_TIMEOUT, REDIS_TIMEOUT,
};
use crate::object_tier::ObjectTier;
use crate::redis_tier::RedisTier;
use crate::tier::Tier;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// The treatment of a record that no trusted key signed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unsigned {
    /// It is as good as none.
    #[default]
    Refuse,
    /// Its program is a candidate that has to be proved.
    Prove,
}

/// Which tier, and on what terms.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `redis://...`, `rediss://...`, `s3://...` or `file:///...`.
    pub url: String,
    /// Roots of a server's certificate with `rediss://`, in PEM; without them those that the machine trusts.
    pub ca: Option<PathBuf>,
    /// The key file.
    pub keys: Option<PathBuf>,
    /// The treatment of records that no trusted key signed.
    pub unsigned: Unsigned,
    /// Time of one call; by the kind of tier if there is none.
    pub timeout: Option<Duration>,
    /// Time of a lease, if not the usual one.
    pub lease: Option<Duration>,
}

/// The terms that settings come to.
pub(crate) struct Terms {
    pub(crate) tier: Arc<dyn Tier>,
    /// The address without its password.
    pub(crate) name: String,
    pub(crate) keys: Keyring,
    pub(crate) unsigned: Unsigned,
    pub(crate) timeout: Duration,
    pub(crate) lease: Duration,
}

impl Settings {
    /// Everything that is wrong with them. To be called inside a tokio runtime; asks the tier nothing.
    pub fn check(&self) -> Vec<SetupError> {
        let Parts { tier, timeout, lease, keys } = self.parts();
        [tier.err(), timeout.err(), lease.err(), keys.err()].into_iter().flatten().collect()
    }

    /// The tier and the keys that these settings name. To be called inside a tokio runtime; asks the tier nothing.
    pub(crate) fn terms(&self) -> Result<Terms, SetupError> {
        let parts = self.parts();
        let (timeout, lease, (tier, name)) = (parts.timeout?, parts.lease?, parts.tier?);
        Ok(Terms { tier, name, keys: parts.keys?, unsigned: self.unsigned, timeout, lease })
    }

    fn parts(&self) -> Parts {
        let usual = if self.url.starts_with("redis") { REDIS_TIMEOUT } else { OBJECT_TIMEOUT };
        let timeout = self.timeout.unwrap_or(usual);
        Parts {
            tier: self.tier(timeout.min(MAX_TIMEOUT)),
            timeout: within("--tier-timeout-ms", timeout, MIN_TIMEOUT, MAX_TIMEOUT),
            lease: within("--lease-ms", self.lease.unwrap_or(LEASE), MIN_LEASE, MAX_LEASE),
            keys: self.keys.as_deref().ok_or(SetupError::NoKeys).and_then(Keyring::read),
        }
    }

    /// The tier, and its address without the password.
    fn tier(&self, timeout: Duration) -> Result<(Arc<dyn Tier>, String), SetupError> {
        let Ok(url) = Url::parse(&self.url) else {
            // A password in it cannot be found, and must not be shown.
            let url = "(not shown here)".to_owned();
            return Err(SetupError::Url { url, why: "it is no URL".to_owned() });
        };
        let name = shown(&url);
        let wrong = |why: String| SetupError::Url { url: name.clone(), why };
        if url.query().is_some() || url.fragment().is_some() {
            // The text there may be meant for a secret.
            let why = "what follows its `?` or `#` means nothing here: leave it out; a name and a password stand before the host, as in \
                       redis://NAME:PASSWORD@HOST:PORT";
            return Err(wrong(why.to_owned()));
        }
        let tier: Arc<dyn Tier> = match url.scheme() {
            "redis" | "rediss" if self.ca.is_none() => {
                Arc::new(RedisTier::new(&self.url, timeout).map_err(|e| wrong(e.to_string()))?)
            }
            "rediss" => Arc::new(self.with_roots(timeout).map_err(|why| SetupError::Ca { why })?),
            "redis" | "s3" | "file" if self.ca.is_some() => {
                let why =
                    "--tier-ca is for a Redis with TLS: write rediss://HOST:PORT, or leave --tier-ca out".to_owned();
                return Err(SetupError::Ca { why });
            }
            "s3" => Arc::new(ObjectTier::s3(&url, timeout).map_err(wrong)?),
            "file" => Arc::new(ObjectTier::folder(&url).map_err(wrong)?),
            other => return Err(wrong(format!("there is no {other} tier"))),
        };
        Ok((tier, name))
    }

    /// A Redis with TLS whose root an operator names.
    fn with_roots(&self, timeout: Duration) -> Result<RedisTier, String> {
        let ca = self.ca.as_deref().unwrap_or(Path::new(""));
        let unread = |e: std::io::Error| format!("{}: cannot be read: {e}", ca.display());
        let length = std::fs::metadata(ca).map_err(unread)?.len();
        if length > MAX_CA_BYTES {
            return Err(format!("{} has {length} bytes; the bound MAX_CA_BYTES is {MAX_CA_BYTES}", ca.display()));
        }
        let roots = std::fs::read(ca).map_err(unread)?;
        if !roots.windows(CERTIFICATE.len()).any(|part| part == CERTIFICATE) {
            return Err(format!("{} holds no certificate in PEM", ca.display()));
        }
        RedisTier::with_roots(&self.url, roots, timeout).map_err(|e| format!("{}: {e}", ca.display()))
    }
}

/// A store's address as it may be shown: without its password, and without what may hold another secret.
pub(crate) fn shown(url: &Url) -> String {
    let mut shown = url.clone();
    if shown.password().is_some() {
        // Fails only for URLs that have no password.
        let _ = shown.set_password(Some("..."));
    }
    shown.set_query(None);
    shown.set_fragment(None);
    shown.to_string()
}

/// The parts that the settings come to.
struct Parts {
    tier: Result<(Arc<dyn Tier>, String), SetupError>,
    timeout: Result<Duration, SetupError>,
    lease: Result<Duration, SetupError>,
    keys: Result<Keyring, SetupError>,
}

/// How a certificate begins in PEM.
const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";

fn within(what: &'static str, time: Duration, least: Duration, most: Duration) -> Result<Duration, SetupError> {
    let said = |time: Duration| format!("{} ms", time.as_millis());
    if (least..=most).contains(&time) {
        return Ok(time);
    }
    Err(SetupError::Bound { what, found: said(time), least: said(least), most: said(most) })
}

#[cfg(test)]
mod tests;
