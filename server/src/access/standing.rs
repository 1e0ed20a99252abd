//! Whether a call may begin, and whether it may go on: the rules may have changed since it was admitted.

use super::identity::{Access, Identity, Names};
use super::methods::{Asks, asks};
use super::quota::Permit;
use super::refused::Refused;
use super::roles::Role;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use std::sync::Arc;
use tokio::sync::watch;

impl Access {
    /// Whether a call may begin: who sends it, its place among that identity's, and its standing from then on. `None`: anybody may, at
    /// any time.
    pub fn admit(
        &self,
        path: &str,
        headers: &HeaderMap,
        certificate: Option<&Names>,
    ) -> Result<Option<(Arc<Identity>, Permit, Standing)>, Refused> {
        let (asks, method) = asks(path);
        if asks == Asks::Nothing {
            return Ok(None);
        }
        let identity = self.identify(headers, certificate)?;
        match asks {
            Asks::Role(roles) if !roles.iter().any(|role| identity.roles().has(*role)) => {
                Err(forbidden(&identity, method, roles.first().copied().unwrap_or(Role::Admin)))
            }
            _ => {
                let permit = identity.quotas().call(identity.name())?;
                let standing = Standing::new(self, headers, certificate, asks, &identity);
                Ok(Some((identity, permit, standing)))
            }
        }
    }
}

/// The refusal of a method for want of a role.
pub fn forbidden(identity: &Identity, method: &'static str, role: Role) -> Refused {
    Refused::Forbidden { identity: identity.name().to_owned(), method, role, roles: identity.roles() }
}

/// The grounds on which a call was admitted.
#[derive(Clone, Debug)]
pub struct Standing {
    access: Access,
    shown: Option<HeaderValue>,
    names: Option<Names>,
    asks: Asks,
    identity: Arc<Identity>,
    changes: watch::Receiver<()>,
}

impl Standing {
    /// The standing of a call that is admitted now, for what it shows.
    fn new(access: &Access, headers: &HeaderMap, names: Option<&Names>, asks: Asks, identity: &Arc<Identity>) -> Self {
        Standing {
            access: access.clone(),
            shown: headers.get(AUTHORIZATION).cloned(),
            names: names.cloned(),
            asks,
            identity: Arc::clone(identity),
            changes: access.changes(),
        }
    }

    /// Whether the rules say the same of the caller as when the call was admitted. Costs next to nothing where they have not changed.
    pub fn look(&mut self) -> Result<(), Refused> {
        if !self.changes.has_changed().unwrap_or(false) {
            return Ok(());
        }
        self.changes.mark_unchanged();
        let headers: HeaderMap = self.shown.iter().map(|shown| (AUTHORIZATION, shown.clone())).collect();
        let now = self.access.identify(&headers, self.names.as_ref())?;
        let may = |roles: &[Role]| roles.iter().any(|role| now.roles().has(*role));
        let is_same = now.is_like(&self.identity) && !matches!(self.asks, Asks::Role(roles) if !may(roles));
        if is_same { Ok(()) } else { Err(Refused::Changed { identity: self.identity.name().to_owned() }) }
    }

    /// Comes to its end when the rules say something else, and with that.
    pub async fn ended(mut self) -> Refused {
        loop {
            if let Err(failure) = self.look() {
                return failure;
            }
            if self.changes.changed().await.is_err() {
                // Nobody can change them any more.
                return std::future::pending().await;
            }
            self.changes.mark_changed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::identity::Rules;
    use super::super::token::Digest;
    use super::super::{Quota, Roles};
    use super::*;
    use std::time::Duration;

    fn rules(tokens: &[(&str, &str, Role)]) -> Rules {
        let identity =
            |name: &str, role: Role| Arc::new(Identity::named(name, Roles::from_iter([role]), Quota::default()));
        Rules { tokens: tokens.iter().map(|(t, n, r)| (Digest::of(t), identity(n, *r))).collect(), ..Rules::default() }
    }

    fn standing(access: &Access, token: &str) -> Standing {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
        let (_, _, standing) = access.admit("/isotope.v1.Isotope/SelectBatch", &headers, None).unwrap().unwrap();
        standing
    }

    #[tokio::test]
    async fn a_call_ends_when_what_it_showed_is_withdrawn_or_means_less() {
        let (one, two) = (("one", "farm", Role::Search), ("two", "farm", Role::Search));
        let access = Access::new(rules(&[one, two]));
        let (mut first, second) = (standing(&access, "one"), standing(&access, "two"));
        let ended = tokio::spawn(second.ended());
        access.replace(rules(&[one, two, ("three", "desk", Role::Lookup)]));
        assert_eq!(first.look(), Ok(()), "others came");
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!ended.is_finished());
        access.replace(rules(&[one]));
        assert!(matches!(ended.await.unwrap(), Refused::Unauthenticated(_)));
        assert_eq!(first.look(), Ok(()), "the identity's other token");
        access.replace(rules(&[("one", "farm", Role::Lookup)]));
        assert!(matches!(first.look(), Err(Refused::Changed { .. })), "it may not search any more");
    }
}
