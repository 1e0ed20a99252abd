//! The file of identities: who there is, how each is known, and what each may.

use super::identity::{Access, Identity, Rules};
use super::quota::Quota;
use super::roles::Role;
use super::token::Digest;
use crate::limits;
use crate::problem::{Problem, line_of, text};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use toml::Spanned;

/// Why a file of identities cannot be used: its place, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AccessError(pub Problem);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// Whoever shows neither a token nor a certificate. Absent: such callers are refused.
    anonymous: Option<Entry>,
    #[serde(default)]
    identity: BTreeMap<Spanned<String>, Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Entry {
    roles: Vec<Role>,
    #[serde(default)]
    token_digests: Vec<Spanned<String>>,
    #[serde(default)]
    certificates: Vec<Spanned<String>>,
    #[serde(default)]
    quota: Quota,
}

/// Reads a file of identities.
pub fn read(path: &Path) -> Result<Rules, AccessError> {
    let whole = |sentence: String| AccessError(Problem { path: path.to_owned(), line: None, sentence });
    let mode = std::fs::metadata(path).map_err(|error| whole(format!("cannot be read: {error}")))?.permissions().mode();
    if mode & 0o022 != 0 {
        return Err(whole(format!(
            "may be written by others than its owner (mode {:o}), who could give themselves any role; chmod go-w",
            mode & 0o777
        )));
    }
    let text = text(path, limits::MAX_CONFIG_BYTES).map_err(AccessError)?;
    let at = |span: Option<std::ops::Range<usize>>, sentence: String| {
        AccessError(Problem { path: path.to_owned(), line: span.map(|span| line_of(&text, span.start)), sentence })
    };
    let document: Document = toml::from_str(&text).map_err(|error| at(error.span(), error.message().to_owned()))?;
    let count = document.identity.len();
    if count > limits::MAX_IDENTITIES {
        return Err(whole(format!("has {count} identities; the bound MAX_IDENTITIES is {}", limits::MAX_IDENTITIES)));
    }
    rules(document, at)
}

fn rules(
    document: Document,
    at: impl Fn(Option<std::ops::Range<usize>>, String) -> AccessError,
) -> Result<Rules, AccessError> {
    let mut rules = Rules::default();
    let mut certificates: BTreeMap<String, Arc<Identity>> = BTreeMap::new();
    for (name, entry) in document.identity {
        let span = || Some(name.span());
        let name_of = name.get_ref();
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.@".contains(c);
        if name_of.is_empty() || name_of.len() > limits::MAX_CALLER_CHARACTERS || !name_of.chars().all(fits) {
            let bound = limits::MAX_CALLER_CHARACTERS;
            let sentence = format!("`{name_of}` is no name: 1 to {bound} letters, digits and -_.@ make one");
            return Err(at(span(), sentence));
        }
        if entry.token_digests.is_empty() && entry.certificates.is_empty() {
            let sentence = format!("nobody can be `{name_of}`: it has neither token-digests nor certificates");
            return Err(at(span(), sentence));
        }
        let identity = Arc::new(Identity::named(name_of, entry.roles.into_iter().collect(), entry.quota));
        for digest in entry.token_digests {
            let read = Digest::from_hex(digest.get_ref());
            let wanted = "a token's digest is 64 hexadecimal digits; `isotoped token` prints a token and its digest";
            let digest_of = read.ok_or_else(|| at(Some(digest.span()), wanted.to_owned()))?;
            if let Some((_, other)) = rules.tokens.iter().find(|(known, _)| *known == digest_of) {
                let sentence = format!("this token is `{}` already; each of them is one identity's", other.name());
                return Err(at(Some(digest.span()), sentence));
            }
            rules.tokens.push((digest_of, Arc::clone(&identity)));
        }
        for certificate in entry.certificates {
            let (span, known) = (certificate.span(), certificate.into_inner());
            if let Some(other) = certificates.insert(known.clone(), Arc::clone(&identity)) {
                let sentence = format!("certificates of `{known}` are `{}` already", other.name());
                return Err(at(Some(span), sentence));
            }
        }
    }
    rules.certificates = certificates;
    rules.anonymous = document.anonymous.map(|entry| Access::anonymous(entry.roles.into_iter().collect(), entry.quota));
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, mode: u32) -> Result<Rules, AccessError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("access.toml");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        read(&path)
    }

    fn said(text: &str) -> String {
        let problem = read_text(text, 0o600).unwrap_err().0;
        format!("{}: {}", problem.line.unwrap_or(0), problem.sentence)
    }

    #[test]
    fn identities_have_their_roles_and_quotas() {
        let digest = Digest::of("secret").to_hex();
        let text = format!(
            "[anonymous]\nroles = []\n[identity.ci]\nroles = [\"search\"]\ntoken-digests = [\"{digest}\"]\n\
             certificates = [\"ci.example.com\"]\n[identity.ci.quota]\nsearches-at-once = 7\n"
        );
        let rules = read_text(&text, 0o640).unwrap();
        assert_eq!(rules.tokens[0].1.roles().to_string(), "lookup, search");
        assert_eq!(rules.certificates["ci.example.com"].name(), "ci");
        assert_eq!(rules.anonymous.unwrap().roles().to_string(), "none");
    }

    #[test]
    fn every_mistake_has_its_line_and_a_remedy() {
        let digest = Digest::of("secret").to_hex();
        for (text, expected) in [
            ("[identity.ci]\nroles = [\"root\"]\n".to_owned(), "2: unknown variant `root`, expected one of `lookup`"),
            ("[identity.ci]\nroles = []\n".to_owned(), "1: nobody can be `ci`"),
            ("[identities.ci]\nroles = []\n".to_owned(), "1: unknown field `identities`, expected `anonymous` or"),
            ("\n[identity.\"a b\"]\nroles = []\n".to_owned(), "2: `a b` is no name"),
            (
                "[identity.ci]\nroles = []\ntoken-digests = [\"secret\"]\n".to_owned(),
                "3: a token's digest is 64 hexadecimal digits; `isotoped token` prints",
            ),
            (
                format!("[identity.a]\nroles = []\ntoken-digests = [\"{digest}\",\n\"{digest}\"]\n"),
                "4: this token is `a` already",
            ),
            (
                "[identity.a]\nroles = []\ncertificates = [\"x\"]\n[identity.b]\nroles = []\ncertificates = [\"x\"]\n"
                    .to_owned(),
                "6: certificates of `x` are `a` already",
            ),
            ("[identity.a]\nroles = []\nquota = { calls = 1 }\n".to_owned(), "3: unknown field `calls`"),
            ("[identity.a]\nroles = []\ntoken-digest = []\n".to_owned(), "3: unknown field `token-digest`"),
        ] {
            let said = said(&text);
            assert!(said.starts_with(expected), "{said}");
            assert!(!said.contains(&digest), "digests stay in their file: {said}");
        }
    }

    #[test]
    fn a_file_that_others_may_write_is_refused() {
        for mode in [0o620, 0o602] {
            let refused = read_text("", mode).unwrap_err().to_string();
            assert!(refused.contains("chmod go-w"), "{refused}");
        }
        assert!(read_text("", 0o644).is_ok());
    }
}
