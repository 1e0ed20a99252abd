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
    match error {
        Error::Generic { .. } | Error::JoinError { .. } => TierError::Unreachable(error.to_string()),
        Error::Unauthenticated { .. } => TierError::Unreachable(format!(
            "it does not know who we are; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say it ({error})"
        )),
        _ => TierError::Refused(error.to_string()),
    }
}

impl Tier for ObjectTier {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(async move {
            let found = match self.store.get(&self.path(key)).await {
                Ok(found) => found,
                Err(Error::NotFound { .. }) => return Ok(None),
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
            match self.store.head(&self.prefix.child("1").child("ping")).await {
                Ok(_) | Err(Error::NotFound { .. }) => Ok(()),
                Err(error) => Err(told(&error)),
            }
        })
    }
}
