//! The calls that take the role `admin`: what an operator looks at and changes.

use super::{Client, ClientError, Link};
use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use tokio_stream::Stream;
use tonic::Streaming;

impl Client {
    /// Proves so many records of the memo again by the solver alone, all for 0; each result as it comes. Ends when what is
    /// returned is dropped.
    pub async fn audit(&self, sample: u64) -> Result<Streaming<v1::AuditResponse>, ClientError> {
        Ok(self.service.clone().audit(self.timed(v1::AuditRequest { sample })).await?.into_inner())
    }

    /// Changes what the daemon logs, unless `filter` is empty; what it logs now, and what it did.
    pub async fn log_level(&self, filter: String) -> Result<v1::LogLevelResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.log_level(request).await };
        self.call(v1::LogLevelRequest { filter }, call).await
    }

    /// Pins the records of windows, or lets them go.
    pub async fn pin(&self, request: v1::PinRequest) -> Result<v1::PinResponse, ClientError> {
        let call = |mut service: IsotopeClient<Link>, request| async move { service.pin(request).await };
        self.call(request, call).await
    }

    /// Drops records of the memo, or counts them. Not retried: what is dropped is dropped.
    pub async fn purge(&self, request: v1::PurgeRequest) -> Result<v1::PurgeResponse, ClientError> {
        Ok(self.service.clone().purge(self.timed(request)).await?.into_inner())
    }

    /// Reads every record of the memo again.
    pub async fn verify(&self) -> Result<v1::VerifyResponse, ClientError> {
        Ok(self.service.clone().verify(self.timed(v1::VerifyRequest {})).await?.into_inner())
    }

    /// The memo as a snapshot, piece by piece.
    pub async fn export(&self) -> Result<Streaming<v1::ExportResponse>, ClientError> {
        Ok(self.service.clone().export(self.timed(v1::ExportRequest {})).await?.into_inner())
    }

    /// Has the pieces of a snapshot put into the memo, and hears how far it is. Ends when what is returned is dropped.
    pub async fn import(
        &self,
        pieces: impl Stream<Item = v1::ImportRequest> + Send + 'static,
    ) -> Result<Streaming<v1::ImportResponse>, ClientError> {
        Ok(self.service.clone().import(self.timed(pieces)).await?.into_inner())
    }
}
