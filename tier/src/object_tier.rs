//! Records in an object store: one that speaks S3's protocol, or a folder that several machines mount. It has no leases, so
//! that daemons which share nothing else may search for the same window at the same time.
//!
//! The object of a key is `PREFIX/1/HH/HEX`: layout, the first two digits, and all digits of the key.

use crate::error::{TierError, said};
use crate::http::Bounded;
use crate::limits::MAX_BLOB_BYTES;
use crate::tier::{Answer, Stored, Tier, Token};
use bytes::Bytes;
use isotope_cache::Key;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, Error, ObjectStore, ObjectStoreExt as _, RetryConfig};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// An object store, and where in it the records are.
pub struct ObjectTier {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    place: Place,
}

/// The place that has to be there before a record can be.
enum Place {
    /// Of this name; the store itself says that it is missing.
    Bucket(String),
    /// Writing an object would make it anew, where nothing may be mounted any more: it is looked for first.
    Folder(PathBuf),
    /// Nothing that is known.
    Any,
}

impl ObjectTier {
    /// Objects of `store` under `prefix`.
    pub fn new(store: Arc<dyn ObjectStore>, prefix: &str) -> Self {
        ObjectTier { store, prefix: Path::from(prefix), place: Place::Any }
    }

    /// The bucket of `s3://BUCKET/PREFIX`. Region, credentials and endpoint come from the variables that all of S3's
    /// clients read: `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL`, `AWS_ALLOW_HTTP`.
    /// `time` is what one request may take.
    pub fn s3(url: &Url, time: Duration) -> Result<Self, String> {
        let allows_http = std::env::var("AWS_ALLOW_HTTP").is_ok_and(|v| v == "true" || v == "1");
        ObjectTier::s3_of(AmazonS3Builder::from_env(), url, (time, allows_http))
    }

    fn s3_of(builder: AmazonS3Builder, url: &Url, (time, allows_http): (Duration, bool)) -> Result<Self, String> {
        let bucket = url.host_str().filter(|b| !b.is_empty()).ok_or("it names no bucket")?;
        let builder = builder.with_bucket_name(bucket);
        let options = ClientOptions::new().with_timeout(time).with_connect_timeout(time).with_allow_http(allows_http);
        // Trying again is the breaker's and the queue's business.
        let once = RetryConfig { max_retries: 0, retry_timeout: time, ..RetryConfig::default() };
        let builder = builder.with_client_options(options).with_http_connector(Bounded { time });
        let store = builder.with_retry(once).build().map_err(|e| e.to_string())?;
        let tier = ObjectTier::new(Arc::new(store), url.path().trim_matches('/'));
        Ok(ObjectTier { place: Place::Bucket(bucket.to_owned()), ..tier })
    }

    /// The folder of `file:///FOLDER`, made if it is not there.
    pub fn folder(url: &Url) -> Result<Self, String> {
        let path = url
            .to_file_path()
            .map_err(|()| "it names no folder of this machine; there are three slashes".to_owned())?;
        std::fs::create_dir_all(&path).map_err(|e| format!("cannot make the folder: {e}"))?;
        let store = LocalFileSystem::new_with_prefix(&path).map_err(|e| e.to_string())?;
        Ok(ObjectTier { place: Place::Folder(path), ..ObjectTier::new(Arc::new(store), "") })
    }

    fn path(&self, key: &Key) -> Path {
        let hex = key.to_string();
        self.prefix.clone().join("1").join(&hex[..2]).join(hex.as_str())
    }
}

/// How S3 says that there is no such bucket, beside a status that it shares with a key that is not there.
const NO_BUCKET: &str = "NoSuchBucket";

impl ObjectTier {
    /// The meaning of a store's error for us.
    fn told(&self, error: &Error) -> TierError {
        let text = said(error);
        match error {
            Error::NotFound { .. } if error.to_string().contains(NO_BUCKET) => {
                let name = if let Place::Bucket(name) = &self.place { name } else { "named in the address" };
                TierError::Missing(format!("the bucket {name} does not exist and has to be made"))
            }
            Error::Generic { .. } | Error::JoinError { .. } => TierError::Unreachable(text),
            Error::PermissionDenied { .. } => TierError::Refused(format!(
                "whom AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name may not do that: a tier takes s3:GetObject, s3:PutObject and, so \
                 that what is not there is told from what must not be read, s3:ListBucket ({text})"
            )),
            Error::Unauthenticated { .. } => TierError::Unreachable(format!(
                "it does not know who we are; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say it ({text})"
            )),
            _ => TierError::Refused(text),
        }
    }

    /// Whether what records are kept in is there, as far as that can be seen without asking for a record.
    async fn is_there(&self) -> Result<(), TierError> {
        let Place::Folder(folder) = &self.place else { return Ok(()) };
        let seen = tokio::fs::metadata(folder).await;
        if seen.is_ok_and(|seen| seen.is_dir()) {
            return Ok(());
        }
        let folder = folder.display();
        Err(TierError::Missing(format!("the folder {folder} is gone and has to be made or mounted again")))
    }

    /// The bytes at a path, if there are any.
    async fn bytes(&self, path: &Path) -> Result<Option<Bytes>, TierError> {
        self.is_there().await?;
        let found = match self.store.get(path).await {
            Ok(found) => found,
            Err(error) => {
                return match self.told(&error) {
                    missing @ TierError::Missing(_) => Err(missing),
                    _ if matches!(error, Error::NotFound { .. }) => Ok(None),
                    other => Err(other),
                };
            }
        };
        if found.meta.size > MAX_BLOB_BYTES as u64 {
            return Err(TierError::TooLarge { found: found.meta.size, limit: MAX_BLOB_BYTES });
        }
        found.bytes().await.map(Some).map_err(|e| self.told(&e))
    }
}

impl Tier for ObjectTier {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(async move { self.bytes(&self.path(key)).await })
    }

    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, _: Option<Token>) -> Answer<'a, Stored> {
        Box::pin(async move {
            self.is_there().await?;
            self.store.put(&self.path(key), blob.into()).await.map(|_| Stored::Done).map_err(|e| self.told(&e))
        })
    }

    /// Reads an object that nobody writes: of a bucket that is missing only an answer with a body says so.
    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(async move { self.bytes(&self.prefix.clone().join("1").join("ping")).await.map(drop) })
    }
}

#[cfg(test)]
mod tests;
