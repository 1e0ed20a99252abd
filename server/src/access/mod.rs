//! Who calls, and what they may: identities, their roles, the role that each method asks for, and quotas.
//!
//! Here belong: reading who somebody is from what the edge has of them, and saying no. Elsewhere: sockets and TLS
//! (`edge`), and what a method does for somebody with fewer roles (`answers`).

mod file;
mod identity;
pub mod methods;
mod quota;
mod refused;
mod roles;
mod standing;
pub mod token;

pub use file::{AccessError, read};
pub use identity::{Access, Identity, Names, Rules};
pub use quota::{Permit, Quota, Quotas};
pub use refused::{Kind, Refused};
pub use roles::{Role, Roles};
pub use standing::Standing;
