//! Windows as graphs over the C interface: each operation means what its text means, and every misuse has a reason.

#![allow(clippy::unwrap_used, unsafe_code)]

#[path = "../../tests/daemon/mod.rs"]
mod daemon;

mod graphs {
    pub mod built;
    mod limits;
    mod meaning;
    mod misuse;
}
