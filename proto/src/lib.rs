//! The wire: the .proto files of `isotope.v1` and what is generated from them, nothing else.
//!
//! [`v1`] holds the messages and the client; [`server`] the trait a server implements. The server's trait answers
//! with [`encoded`] messages, the same bytes on the wire with the bulky part of an answer already serialised, and gets
//! [`received`] ones: their bytes, which it measures before it decodes them.

pub mod encoded;
mod failure;
pub mod received;

/// Messages and the client.
#[allow(missing_docs, unused_qualifications, clippy::all)]
pub mod v1 {
    include!(concat!(env!("OUT_DIR"), "/isotope.v1.rs"));
}

/// The trait that a server implements.
#[allow(missing_docs, unused_qualifications, clippy::all)]
pub mod server {
    include!(concat!(env!("OUT_DIR"), "/server/isotope.v1.rs"));
}

/// The serialised `FileDescriptorSet` of this interface, for reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
