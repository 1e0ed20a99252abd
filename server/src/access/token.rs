//! Bearer tokens: made here, kept by their owners, and known to the daemon by their digests alone.

use crate::limits;
use std::fmt;
use std::fmt::Write as _;

/// The BLAKE3 digest of a token. A token is as random as a key, so that its digest need not be slow to make; comparing two
/// takes the same time whatever they hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Digest(blake3::Hash);

impl fmt::Debug for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Digest(..)")
    }
}

impl Digest {
    /// Of a token.
    pub fn of(token: &str) -> Self {
        Digest(blake3::hash(token.as_bytes()))
    }

    /// As a file has it.
    pub fn from_hex(text: &str) -> Option<Self> {
        blake3::Hash::from_hex(text).ok().map(Digest)
    }

    /// As a file has it.
    pub fn to_hex(self) -> String {
        self.0.to_hex().to_string()
    }
}

/// A new token.
pub fn make() -> std::io::Result<String> {
    let mut bytes = [0; limits::TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(format!("no random bytes: {error}")))?;
    let mut token = String::from("isotope_");
    for byte in bytes {
        // Writing to a text does not fail.
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}

/// The token of an `authorization` header, if that is of the kind `Bearer`.
pub fn bearer(header: &str) -> Option<&str> {
    let (kind, token) = header.trim().split_once(' ')?;
    let token = token.trim();
    (kind.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_their_digests_survive_a_file() {
        let (one, two) = (make().unwrap(), make().unwrap());
        assert_ne!(one, two);
        assert_eq!(one.len(), "isotope_".len() + 2 * limits::TOKEN_BYTES);
        assert_eq!(Digest::from_hex(&Digest::of(&one).to_hex()), Some(Digest::of(&one)));
        assert_ne!(Digest::of(&one), Digest::of(&two));
        assert_eq!(Digest::from_hex("12"), None);
        assert!(!format!("{:?}", Digest::of(&one)).contains(&Digest::of(&one).to_hex()));
    }

    #[test]
    fn only_bearers_have_tokens() {
        assert_eq!(bearer("Bearer abc"), Some("abc"));
        assert_eq!(bearer("bearer  abc "), Some("abc"));
        for none in ["abc", "Basic abc", "Bearer", "Bearer ", ""] {
            assert_eq!(bearer(none), None, "{none}");
        }
    }
}
