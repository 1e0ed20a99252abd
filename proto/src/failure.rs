//! How a failure travels in the details of a status.

use crate::v1::Failure;
use prost::Message as _;
use tonic_types::pb;

/// The message's name, as an `Any` says it.
const NAME: &str = "isotope.v1.Failure";

impl Failure {
    /// Its name in the `type_url` of an `Any`.
    pub fn type_url() -> String {
        format!("type.googleapis.com/{NAME}")
    }

    /// The failure among the details of a status: the bytes of its `grpc-status-details-bin`.
    pub fn of_status(details: &[u8]) -> Option<Failure> {
        let status = pb::Status::decode(details).ok()?;
        let any = status.details.into_iter().find(|any| any.type_url.rsplit('/').next() == Some(NAME))?;
        Failure::decode(&any.value[..]).ok()
    }
}
