//! The rights of an identity, in four words.

use serde::Deserialize;
use std::fmt;

/// One thing that an identity may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Ask for what is remembered; what is not gets its plain lowering.
    Lookup,
    /// Have the daemon search, price and explain.
    Search,
    /// Have it search ahead, behind everything that somebody waits for.
    Warm,
    /// See and change what the memo holds.
    Admin,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 4] = [Role::Lookup, Role::Search, Role::Warm, Role::Admin];
}

impl fmt::Display for Role {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Role::Lookup => "lookup",
            Role::Search => "search",
            Role::Warm => "warm",
            Role::Admin => "admin",
        })
    }
}

/// Several of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles(u8);

impl Roles {
    /// Every role.
    pub fn all() -> Self {
        Role::ALL.into_iter().collect()
    }

    /// Whether this is one of them. None follows from another: an operator need not search, and who searches looks up.
    pub fn has(self, role: Role) -> bool {
        self.0 & 1 << role as u8 != 0
    }
}

impl FromIterator<Role> for Roles {
    /// Whoever may search or warm may look up.
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        let bits = roles.into_iter().fold(0, |bits, role| bits | 1 << role as u8);
        let searches = bits & (1 << Role::Search as u8 | 1 << Role::Warm as u8) != 0;
        Roles(bits | u8::from(searches) << Role::Lookup as u8)
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = Role::ALL.into_iter().filter(|role| self.has(*role)).map(|r| r.to_string()).collect();
        out.write_str(if words.is_empty() { "none" } else { "" })?;
        out.write_str(&words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_searches_or_warms_looks_up_and_nothing_else_follows() {
        let roles = |list: &[Role]| list.iter().copied().collect::<Roles>().to_string();
        assert_eq!(roles(&[]), "none");
        assert_eq!(roles(&[Role::Search]), "lookup, search");
        assert_eq!(roles(&[Role::Admin]), "admin");
        assert_eq!(roles(&[Role::Warm]), "lookup, warm");
        assert_eq!(Roles::all().to_string(), "lookup, search, warm, admin");
    }
}
