//! Whose records are believed: Ed25519 keys by name, one of which may sign.
//!
//! A key file is TOML, and every daemon that shares a tier has one:
//!
//! ```toml
//! current = "2026-11"         # signs; left out where records are only read
//!
//! [keys.2026-11]
//! secret = "64 hexadecimal digits"
//!
//! [keys.2026-10]              # still believed, until nothing of it is left
//! public = "64 hexadecimal digits"
//! ```
//!
//! To rotate: give every daemon the new public key, then change `current`, then drop the old key.

use crate::error::SetupError;
use crate::limits::{MAX_KEY_FILE_BYTES, MAX_KEY_ID_BYTES, MAX_KEYS};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use std::collections::BTreeMap;
use std::fmt;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Rights of a file with a secret key that may be more than its owner's: reading by its group, as orchestrators set it.
const ALLOWED: u32 = 0o640;

/// A key's name: letters, digits, `-`, `_` and `.`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(String);

impl KeyId {
    /// The name, if it is one.
    pub fn new(name: &str) -> Option<Self> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let fits = !name.is_empty() && name.len() <= MAX_KEY_ID_BYTES && name.chars().all(is_word);
        fits.then(|| KeyId(name.to_owned()))
    }

    pub(crate) fn padded(&self) -> [u8; MAX_KEY_ID_BYTES] {
        let mut out = [0; MAX_KEY_ID_BYTES];
        out[..self.0.len()].copy_from_slice(self.0.as_bytes());
        out
    }

    pub(crate) fn from_padded(bytes: &[u8; MAX_KEY_ID_BYTES]) -> Option<Self> {
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        if bytes[end..].iter().any(|b| *b != 0) {
            return None;
        }
        KeyId::new(std::str::from_utf8(&bytes[..end]).ok()?)
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The standing of a keyring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Sign with this key, and check.
    Signs(KeyId),
    /// Only check.
    Checks,
}

/// The keys that are believed.
#[derive(Clone)]
pub struct Keyring {
    trusted: BTreeMap<KeyId, VerifyingKey>,
    current: Option<(KeyId, SigningKey)>,
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keyring({:?}, {:?})", self.trusted.keys(), self.standing())
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    current: Option<String>,
    #[serde(default)]
    keys: BTreeMap<String, Entry>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    secret: Option<String>,
    public: Option<String>,
}

impl Keyring {
    /// The keys in the file at `path`.
    pub fn read(path: &Path) -> Result<Self, SetupError> {
        let named = || path.display().to_string();
        let unreadable = |source| SetupError::Unreadable { path: named(), source };
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let mode = file.metadata().map_err(unreadable)?.permissions().mode() & 0o777;
        let mut text = String::new();
        file.take(MAX_KEY_FILE_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
        if text.len() as u64 > MAX_KEY_FILE_BYTES {
            let why = format!("it is longer than the bound MAX_KEY_FILE_BYTES = {MAX_KEY_FILE_BYTES}");
            return Err(SetupError::Keys { path: named(), why });
        }
        let (ring, has_secret) = Self::parse(&text).map_err(|why| SetupError::Keys { path: named(), why })?;
        if has_secret && mode & !ALLOWED != 0 {
            return Err(SetupError::Exposed { path: named(), mode });
        }
        Ok(ring)
    }

    /// The keys that a key file's text names.
    pub fn from_text(text: &str) -> Result<Self, String> {
        Ok(Self::parse(text)?.0)
    }

    fn parse(text: &str) -> Result<(Self, bool), String> {
        let file: File = toml::from_str(text).map_err(|e| e.to_string().trim_end().to_owned())?;
        if file.keys.is_empty() {
            return Err("it has no [keys.NAME]".to_owned());
        }
        if file.keys.len() > MAX_KEYS {
            return Err(format!("it has {} keys, over the bound MAX_KEYS = {MAX_KEYS}", file.keys.len()));
        }
        let (mut trusted, mut secrets) = (BTreeMap::new(), BTreeMap::new());
        for (name, entry) in file.keys {
            let wrong = |why: &str| format!("[keys.{name}]: {why}");
            let id = KeyId::new(&name).ok_or_else(|| {
                wrong(&format!("a name is up to {MAX_KEY_ID_BYTES} letters, digits, `-`, `_` and `.`"))
            })?;
            let bytes = |hex: &str| unhex(hex).ok_or_else(|| wrong("a key is 64 hexadecimal digits"));
            let public = match (&entry.secret, &entry.public) {
                (Some(secret), None) => {
                    let secret = SigningKey::from_bytes(&bytes(secret)?);
                    let public = secret.verifying_key();
                    secrets.insert(id.clone(), secret);
                    public
                }
                (None, Some(public)) => VerifyingKey::from_bytes(&bytes(public)?)
                    .map_err(|_| wrong("these digits are no public Ed25519 key"))?,
                _ => return Err(wrong("it has either `secret` or `public`")),
            };
            if public.is_weak() {
                return Err(wrong("this public key would believe anybody"));
            }
            trusted.insert(id, public);
        }
        let has_secret = !secrets.is_empty();
        let current = match file.current {
            None => None,
            Some(name) => {
                let found = KeyId::new(&name).and_then(|id| secrets.remove_entry(&id));
                Some(found.ok_or_else(|| format!("current = {name:?}, and there is no secret in a [keys.{name}]"))?)
            }
        };
        Ok((Keyring { trusted, current }, has_secret))
    }

    /// Its standing.
    pub fn standing(&self) -> Standing {
        self.current().map_or(Standing::Checks, |id| Standing::Signs(id.clone()))
    }

    /// The key that signs, if one does.
    pub fn current(&self) -> Option<&KeyId> {
        self.current.as_ref().map(|(id, _)| id)
    }

    /// The signature of a hash in a context by the current key, if there is one.
    pub(crate) fn sign(&self, context: &[u8], hash: &[u8; 32]) -> Option<[u8; 64]> {
        let (_, key) = self.current.as_ref()?;
        Some(key.sign(&[context, hash].concat()).to_bytes())
    }

    /// Whether the key of this name is believed and made this signature; why not otherwise.
    pub(crate) fn check(
        &self,
        id: &KeyId,
        context: &[u8],
        hash: &[u8; 32],
        signature: &[u8; 64],
    ) -> Result<(), String> {
        let key = self.trusted.get(id).ok_or_else(|| format!("no key {id} is believed here"))?;
        key.verify_strict(&[context, hash].concat(), &Signature::from_bytes(signature))
            .map_err(|_| format!("its signature is not one of key {id}"))
    }
}

/// A new key, drawn at random.
pub struct NewKey {
    /// Of whoever signs.
    pub secret: String,
    /// Of whoever checks.
    pub public: String,
}

impl NewKey {
    /// Draws one.
    pub fn draw() -> std::io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        let hex = |bytes: &[u8; 32]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        let public = SigningKey::from_bytes(&bytes).verifying_key();
        Ok(NewKey { secret: hex(&bytes), public: hex(public.as_bytes()) })
    }
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut out = [0; 32];
    for (byte, pair) in out.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(out)
}

#[cfg(test)]
mod tests;
