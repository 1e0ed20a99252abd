//! Answers whose `Selection` is already serialised.
//!
//! On the wire an embedded message is a length and bytes, so a `bytes` field with the same number reads the same. The
//! server keeps a remembered answer as [`Bytes`] and sends it without building the message again. A test holds these types
//! to the .proto.

use crate::v1;
use bytes::Bytes;

/// `isotope.v1.SelectResponse`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SelectResponse {
    /// One for every window, in the request's order.
    #[prost(message, repeated, tag = "1")]
    pub answers: Vec<Answer>,
}

/// `isotope.v1.SelectBatchResponse`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SelectBatchResponse {
    /// Items that are done.
    #[prost(message, repeated, tag = "1")]
    pub answers: Vec<BatchAnswer>,
}

/// `isotope.v1.BatchAnswer`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct BatchAnswer {
    /// The caller's index of the item.
    #[prost(uint64, tag = "1")]
    pub index: u64,
    /// One for every window of the item.
    #[prost(message, repeated, tag = "2")]
    pub answers: Vec<Answer>,
    /// Why the item failed.
    #[prost(message, optional, tag = "3")]
    pub failure: Option<v1::Failure>,
}

/// `isotope.v1.Answer`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Answer {
    /// A serialised `isotope.v1.Selection`.
    #[prost(bytes = "bytes", tag = "1")]
    pub selection: Bytes,
    /// Where it came from.
    #[prost(enumeration = "v1::Source", tag = "2")]
    pub source: i32,
    /// Work spent in this request.
    #[prost(uint64, tag = "3")]
    pub work_spent: u64,
    /// A deadline cut the search.
    #[prost(bool, tag = "4")]
    pub truncated: bool,
    /// From the request's arrival to this answer.
    #[prost(double, tag = "5")]
    pub milliseconds: f64,
    /// Problems that did not spoil the answer.
    #[prost(string, repeated, tag = "6")]
    pub notes: Vec<String>,
    /// The search for it goes on.
    #[prost(bool, tag = "7")]
    pub searched_on: bool,
}
