//! Requests as their bytes.
//!
//! A message of 16 MB can decode to a hundred times as much, and a codec has nobody to ask whether there is room. So the
//! codec hands the bytes on as they came; the server looks at them, and decodes them where it can refuse.

use crate::v1;
use bytes::{Buf as _, Bytes};
use std::marker::PhantomData;
use tonic::Status;
use tonic::codec::{DecodeBuf, Decoder, EncodeBuf, Encoder};

/// `isotope.v1.SelectRequest`.
pub type SelectRequest = Received<v1::SelectRequest>;
/// `isotope.v1.SelectBatchRequest`.
pub type SelectBatchRequest = Received<v1::SelectBatchRequest>;
/// `isotope.v1.ExplainRequest`.
pub type ExplainRequest = Received<v1::ExplainRequest>;
/// `isotope.v1.CompareRequest`.
pub type CompareRequest = Received<v1::CompareRequest>;
/// `isotope.v1.AlternativesRequest`.
pub type AlternativesRequest = Received<v1::AlternativesRequest>;
/// `isotope.v1.ComparedLoopsRequest`.
pub type ComparedLoopsRequest = Received<v1::ComparedLoopsRequest>;
/// `isotope.v1.AuditRequest`.
pub type AuditRequest = Received<v1::AuditRequest>;
/// `isotope.v1.LogLevelRequest`.
pub type LogLevelRequest = Received<v1::LogLevelRequest>;
/// `isotope.v1.PinRequest`.
pub type PinRequest = Received<v1::PinRequest>;
/// `isotope.v1.PurgeRequest`.
pub type PurgeRequest = Received<v1::PurgeRequest>;
/// `isotope.v1.VerifyRequest`.
pub type VerifyRequest = Received<v1::VerifyRequest>;
/// `isotope.v1.ExportRequest`.
pub type ExportRequest = Received<v1::ExportRequest>;
/// `isotope.v1.ImportRequest`.
pub type ImportRequest = Received<v1::ImportRequest>;
/// `isotope.v1.MissesRequest`.
pub type MissesRequest = Received<v1::MissesRequest>;
/// `isotope.v1.CheckRequest`.
pub type CheckRequest = Received<v1::CheckRequest>;
/// `isotope.v1.CompileRequest`.
pub type CompileRequest = Received<v1::CompileRequest>;
/// `isotope.v1.NestRequest`.
pub type NestRequest = Received<v1::NestRequest>;
/// `isotope.v1.ScheduleRequest`.
pub type ScheduleRequest = Received<v1::ScheduleRequest>;
/// `isotope.v1.StatsRequest`.
pub type StatsRequest = Received<v1::StatsRequest>;

/// A message that has arrived and is not decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received<T> {
    /// Its bytes.
    pub bytes: Bytes,
    message: PhantomData<fn() -> T>,
}

impl<T: prost::Message + Default> Received<T> {
    /// The message.
    pub fn decode(&self) -> Result<T, prost::DecodeError> {
        T::decode(self.bytes.clone())
    }
}

impl<T> From<Bytes> for Received<T> {
    fn from(bytes: Bytes) -> Self {
        Received { bytes, message: PhantomData }
    }
}

/// Encodes answers with prost, leaves requests as they are.
#[derive(Debug)]
pub struct Codec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for Codec<T, U> {
    fn default() -> Self {
        Codec(PhantomData)
    }
}

impl<T, U> tonic::codec::Codec for Codec<T, U>
where
    T: prost::Message + 'static,
    U: From<Bytes> + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = Half<T>;
    type Decoder = Half<U>;

    fn encoder(&mut self) -> Half<T> {
        Half(PhantomData)
    }

    fn decoder(&mut self) -> Half<U> {
        Half(PhantomData)
    }
}

/// One direction of a [`Codec`].
#[derive(Debug)]
pub struct Half<T>(PhantomData<T>);

impl<T: prost::Message> Encoder for Half<T> {
    type Item = T;
    type Error = Status;

    fn encode(&mut self, item: T, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        // It fails for want of room only, and the buffer grows.
        item.encode(to).map_err(|e| Status::internal(e.to_string()))
    }
}

impl<U: From<Bytes>> Decoder for Half<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining()).into()))
    }
}
