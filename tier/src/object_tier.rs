//! Records in an object store: one that speaks S3's protocol, or a folder that several machines mount. It has no leases, so
//! that daemons which share nothing else may search for the same window at the same time.
//!
//! The object of a key is `PREFIX/1/HH/HEX`: layout, the first two digits, and all digits of the key.

use crate::error::TierError;
use crate::limits::MAX_BLOB_BYTES;
use crate::tier::{Answer, Stored, Tier, Token};
use bytes::Bytes;
use isotope_cache::Key;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, Error, ObjectStore, RetryConfig};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// An object store, and where in it the records are.
pub struct ObjectTier {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
}

impl ObjectTier {
    /// Objects of `store` under `prefix`.
    pub fn new(store: Arc<dyn ObjectStore>, prefix: &str) -> Self {
        ObjectTier { store, prefix: Path::from(prefix) }
    }

    /// The bucket of `s3://BUCKET/PREFIX`. Region, credentials and endpoint come from the variables that all of S3's
    /// clients read: `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL`, `AWS_ALLOW_HTTP`.
    /// `time` is what one request may take.
    pub fn s3(url: &Url, time: Duration) -> Result<Self, String> {
        let bucket = url.host_str().filter(|b| !b.is_empty()).ok_or("it names no bucket")?;
        let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
        let allows_http = std::env::var("AWS_ALLOW_HTTP").is_ok_and(|v| v == "true" || v == "1");
        let options = ClientOptions::new().with_timeout(time).with_connect_timeout(time).with_allow_http(allows_http);
        // Trying again is the breaker's and the queue's business.
        let once = RetryConfig { max_retries: 0, retry_timeout: time, ..RetryConfig::default() };
        let store = builder.with_client_options(options).with_retry(once).build().map_err(|e| e.to_string())?;
        Ok(ObjectTier::new(Arc::new(store), url.path().trim_matches('/')))
    }

    /// The folder of `file:///FOLDER`, made if it is not there.
    pub fn folder(url: &Url) -> Result<Self, String> {
        let path = url
            .to_file_path()
            .map_err(|()| "it names no folder of this machine; there are three slashes".to_owned())?;
        std::fs::create_dir_all(&path).map_err(|e| format!("cannot make the folder: {e}"))?;
        let store = LocalFileSystem::new_with_prefix(&path).map_err(|e| e.to_string())?;
        Ok(ObjectTier::new(Arc::new(store), ""))
    }

    fn path(&self, key: &Key) -> Path {
        let hex = key.to_string();
        self.prefix.child("1").child(&hex[..2]).child(hex.as_str())
    }
}

/// What an error of an object store means to us.
fn told(error: &Error) -> TierError {
    let why = brief(error);
    match error {
        Error::Generic { .. } | Error::JoinError { .. } => {
            TierError::Unreachable(format!("{why} (for S3, AWS_ENDPOINT_URL and AWS_REGION say where it is)"))
        }
        Error::Unauthenticated { .. } => TierError::Unreachable(format!(
            "it does not know who we are; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say it ({why})"
        )),
        Error::PermissionDenied { .. } => TierError::Refused(format!(
            "whom AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name may not do that: a tier takes s3:GetObject, s3:PutObject and, so \
             that what is not there is told from what must not be read, s3:ListBucket ({why})"
        )),
        // Nothing is written where its bucket is not.
        Error::NotFound { .. } => TierError::Unreachable(format!(
            "its bucket is not there: make it, or name another one with --tier-url ({why})"
        )),
        _ => TierError::Refused(why),
    }
}

/// The cause of an error without what differs each time, such as how long it took: the code that S3 gave, or the innermost error.
fn brief(error: &Error) -> String {
    let text = error.to_string();
    let code = text.split_once("<Code>").and_then(|(_, after)| after.split_once("</Code>"));
    if let Some((code, _)) = code {
        return code.to_owned();
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// The code of S3 for a bucket that is not there, where it answers with the same status as for an object that is not.
const NO_BUCKET: &str = "NoSuchBucket";

/// Whether an object is not there, and its bucket is.
fn is_no_object(error: &Error) -> bool {
    matches!(error, Error::NotFound { source, .. } if !source.to_string().contains(NO_BUCKET))
}

impl Tier for ObjectTier {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(async move {
            let found = match self.store.get(&self.path(key)).await {
                Ok(found) => found,
                Err(error) if is_no_object(&error) => return Ok(None),
                Err(error) => return Err(told(&error)),
            };
            if found.meta.size > MAX_BLOB_BYTES as u64 {
                return Err(TierError::TooLarge { found: found.meta.size, limit: MAX_BLOB_BYTES });
            }
            found.bytes().await.map(Some).map_err(|e| told(&e))
        })
    }

    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, _: Option<Token>) -> Answer<'a, Stored> {
        Box::pin(async move {
            self.store.put(&self.path(key), blob.into()).await.map(|_| Stored::Done).map_err(|e| told(&e))
        })
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // Read, because the answer to a look at its head has no words, which tell an object that is not there from a bucket.
            match self.store.get(&self.prefix.child("1").child("ping")).await {
                Ok(_) => Ok(()),
                Err(error) if is_no_object(&error) => Ok(()),
                Err(error) => Err(told(&error)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn not_found(body: &'static str) -> Error {
        Error::NotFound { path: "1/00/00".to_owned(), source: body.into() }
    }

    #[test]
    fn a_bucket_that_is_not_there_is_told_from_an_object() {
        let bucket = not_found("404 Not Found: <Error><Code>NoSuchBucket</Code><RequestId>17</RequestId></Error>");
        let object = not_found("404 Not Found: <Error><Code>NoSuchKey</Code></Error>");
        assert_eq!((is_no_object(&bucket), is_no_object(&object)), (false, true));
        let said = told(&bucket);
        assert!(said.is_outage(), "asking again at once brings nothing");
        assert!(said.to_string().ends_with("--tier-url (NoSuchBucket)"), "the same each time: {said}");
    }

    #[test]
    fn who_may_not_is_told_what_a_tier_takes() {
        let denied =
            Error::PermissionDenied { path: "1/00/00".to_owned(), source: "403: <Code>AccessDenied</Code>".into() };
        let said = told(&denied).to_string();
        assert!(said.contains("s3:PutObject") && said.ends_with("(AccessDenied)"), "{said}");
    }
}
