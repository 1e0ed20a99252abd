//! From what a caller shows to who it is.

use super::quota::{Permit, Quota, Quotas};
use super::refused::Refused;
use super::roles::Roles;
use super::token::{Digest, bearer};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::watch;

/// Somebody that calls.
#[derive(Debug)]
pub struct Identity {
    name: Arc<str>,
    /// Known by a token or a certificate: its connections are one caller.
    is_known: bool,
    roles: Roles,
    quotas: Quotas,
}

impl Identity {
    /// Somebody who can be told from others.
    pub fn named(name: &str, roles: Roles, quota: Quota) -> Self {
        Identity { name: name.into(), is_known: true, roles, quotas: Quotas::new(quota) }
    }

    /// The operator's name for it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it can be told from others.
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// Its roles.
    pub fn roles(&self) -> Roles {
        self.roles
    }

    /// Whether the rules say the same of both.
    pub fn is_like(&self, other: &Identity) -> bool {
        self.name == other.name
            && self.is_known == other.is_known
            && self.roles == other.roles
            && self.quotas.quota() == other.quotas.quota()
    }

    /// So many more items of a stream, each of which counts as a call; how long the next ones have to wait for that.
    pub fn items(&self, items: usize) -> Duration {
        self.quotas.items(items)
    }

    /// One more search of this identity.
    pub fn search(&self) -> Result<Permit, Refused> {
        self.quotas.search(&self.name)
    }

    /// So many more bytes of its requests. Those of a message that was begun are taken in any case.
    pub fn bytes(&self, bytes: usize, begins: bool) -> Result<(), Refused> {
        self.quotas.bytes(bytes, begins, &self.name)
    }

    /// Its quotas, and what it was refused.
    pub fn quotas(&self) -> &Quotas {
        &self.quotas
    }
}

/// The names in a client's certificate, after its chain was verified.
pub type Names = Arc<[String]>;

/// Who there is.
#[derive(Debug, Default)]
pub struct Rules {
    /// By token.
    pub tokens: Vec<(Digest, Arc<Identity>)>,
    /// By a name in their certificates.
    pub certificates: BTreeMap<String, Arc<Identity>>,
    /// Whoever shows nothing; `None`: refused.
    pub anonymous: Option<Arc<Identity>>,
    /// Every verified certificate is somebody, with these roles.
    pub any_certificate: Option<Roles>,
}

impl Rules {
    /// Keeps the identities that are as they were, with what they have taken of their quotas.
    fn keep(&mut self, before: &Rules) {
        let mut known: Vec<Arc<Identity>> = before.tokens.iter().map(|(_, identity)| Arc::clone(identity)).collect();
        known.extend(before.certificates.values().cloned());
        known.extend(before.anonymous.clone());
        let all = self.tokens.iter_mut().map(|(_, identity)| identity);
        for identity in all.chain(self.certificates.values_mut()).chain(self.anonymous.iter_mut()) {
            if let Some(same) = known.iter().find(|known| known.is_like(identity)) {
                *identity = Arc::clone(same);
            }
        }
    }
}

/// The rules in force. Cloning shares them.
#[derive(Clone, Debug)]
pub struct Access {
    rules: Arc<RwLock<Arc<Rules>>>,
    changed: Arc<watch::Sender<()>>,
}

impl Default for Access {
    fn default() -> Self {
        Access::open(Roles::all())
    }
}

impl Access {
    /// By these rules.
    pub fn new(rules: Rules) -> Self {
        Access { rules: Arc::new(RwLock::new(Arc::new(rules))), changed: Arc::default() }
    }

    /// Everybody is nobody in particular, and has these roles.
    pub fn open(roles: Roles) -> Self {
        Access::new(Rules { anonymous: Some(Access::anonymous(roles, Quota::default())), ..Rules::default() })
    }

    /// Whoever shows nothing.
    pub fn anonymous(roles: Roles, quota: Quota) -> Arc<Identity> {
        Arc::new(Identity { name: "anonymous".into(), is_known: false, roles, quotas: Quotas::new(quota) })
    }

    /// Other rules from now on. Calls under way hear of it, and end if their callers may not what they did.
    pub fn replace(&self, mut rules: Rules) {
        {
            let mut in_force = self.rules.write().unwrap_or_else(PoisonError::into_inner);
            rules.keep(&in_force);
            *in_force = Arc::new(rules);
        }
        self.changed.send_replace(());
    }

    /// Tells of other rules.
    pub(super) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Whether anybody can be told from others.
    pub fn knows_identities(&self) -> bool {
        let rules = self.rules();
        !rules.tokens.is_empty() || !rules.certificates.is_empty() || rules.any_certificate.is_some()
    }

    fn rules(&self) -> Arc<Rules> {
        Arc::clone(&self.rules.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Everybody with a name of their own.
    pub fn identities(&self) -> Vec<Arc<Identity>> {
        let rules = self.rules();
        let all = rules.tokens.iter().map(|(_, i)| i).chain(rules.certificates.values()).chain(&rules.anonymous);
        let by_name: BTreeMap<&str, &Arc<Identity>> = all.map(|identity| (identity.name(), identity)).collect();
        by_name.into_values().cloned().collect()
    }

    /// Who sends a request with these headers over a connection with this certificate. A token goes first: whoever shows
    /// one wants to be known by it.
    pub fn identify(&self, headers: &HeaderMap, certificate: Option<&Names>) -> Result<Arc<Identity>, Refused> {
        let rules = self.rules();
        // Where no token is known at all, somebody's token for another daemon says nothing.
        if let Some(header) = headers.get(AUTHORIZATION).filter(|_| !rules.tokens.is_empty()) {
            let token = header
                .to_str()
                .ok()
                .and_then(bearer)
                .ok_or(Refused::Unauthenticated("the header `authorization` is not `Bearer TOKEN`".to_owned()))?;
            let digest = Digest::of(token);
            // All are compared, so that the time says nothing of where in the file one is.
            let found = rules.tokens.iter().fold(
                None,
                |found, (known, identity)| {
                    if *known == digest { Some(identity) } else { found }
                },
            );
            return found.cloned().ok_or_else(|| {
                Refused::Unauthenticated(
                    "this server knows no such token; it may have been withdrawn: ask its operator".to_owned(),
                )
            });
        }
        if let Some(names) = certificate {
            if let Some(identity) = names.iter().find_map(|name| rules.certificates.get(name)) {
                return Ok(Arc::clone(identity));
            }
            if let Some(roles) = rules.any_certificate {
                let name = names.first().map_or("certificate", String::as_str);
                return Ok(Arc::new(Identity::named(name, roles, Quota::default())));
            }
        }
        rules.anonymous.clone().ok_or_else(|| Refused::Unauthenticated(unknown(certificate)))
    }
}

fn unknown(certificate: Option<&Names>) -> String {
    match certificate {
        None => "this server wants to know who calls: give a token (ISOTOPE_TOKEN_FILE, --token-file) or a client \
                 certificate (ISOTOPE_CLIENT_CERTIFICATE, --client-certificate)"
            .to_owned(),
        Some(names) => {
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            format!("none of the names in this client's certificate ({names}) is known here; ask the server's operator")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::roles::Role;
    use super::*;

    fn headers(authorization: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, authorization.parse().unwrap());
        headers
    }

    fn access() -> Access {
        let identity = |name, role| Arc::new(Identity::named(name, [role].into_iter().collect(), Quota::default()));
        let tokens = vec![
            (Digest::of("one"), identity("reader", Role::Lookup)),
            (Digest::of("two"), identity("searcher", Role::Search)),
        ];
        let certificates = [("host.example".to_owned(), identity("host", Role::Admin))].into();
        Access::new(Rules { tokens, certificates, ..Rules::default() })
    }

    #[test]
    fn a_caller_is_who_its_token_or_certificate_says() {
        let access = access();
        let names: Names = vec!["other.example".to_owned(), "host.example".to_owned()].into();
        assert_eq!(access.identify(&headers("Bearer two"), Some(&names)).unwrap().name(), "searcher");
        assert_eq!(access.identify(&HeaderMap::new(), Some(&names)).unwrap().name(), "host");
        let said = |headers: &HeaderMap, names| access.identify(headers, names).unwrap_err().to_string();
        assert!(said(&headers("Bearer three"), Some(&names)).contains("no such token"));
        assert!(!said(&headers("Bearer three"), None).contains("three"), "tokens are not repeated");
        assert!(said(&headers("Basic two"), None).contains("Bearer TOKEN"));
        assert!(said(&HeaderMap::new(), None).contains("ISOTOPE_TOKEN_FILE"));
        let stranger: Names = vec!["x.example".to_owned()].into();
        assert!(said(&HeaderMap::new(), Some(&stranger)).contains("(x.example)"));
        access.replace(Rules { any_certificate: Some(Roles::all()), ..Rules::default() });
        assert_eq!(access.identify(&HeaderMap::new(), Some(&stranger)).unwrap().name(), "x.example");
        assert!(access.identify(&headers("Bearer two"), None).is_err(), "withdrawn");
        let open = Access::default().identify(&headers("Bearer two"), None);
        assert_eq!(open.unwrap().name(), "anonymous", "a token for another daemon");
    }

    #[test]
    fn each_method_asks_for_its_role() {
        let access = access();
        let may = |token: &str, path: &str| access.admit(path, &headers(token), None).map(|_| ());
        assert!(may("Bearer one", "/isotope.v1.Isotope/Select").is_ok());
        let refused = may("Bearer one", "/isotope.v1.Isotope/Audit").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "Audit takes the role `admin`, and `reader` has lookup; ask the server's operator for it"
        );
        assert!(may("Bearer no", "/grpc.health.v1.Health/Check").is_ok(), "health is for everybody");
        assert!(may("Bearer no", "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo").is_err());
        assert!(may("Bearer no", "/isotope.v1.Isotope/Other").is_err());
    }
}
