//! A daemon's memo as a file: taken out of one, put into another, piece by piece. Its contents are the daemons' affair.

use crate::limits::SNAPSHOT_MESSAGE_BYTES;
use isotope_client::{Client, ClientError};
use isotope_proto::v1;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tokio::fs::{self, File};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

fn failed(action: &str, path: &Path) -> impl Fn(std::io::Error) -> ClientError {
    let said = format!("cannot {action} {}", path.display());
    move |error| ClientError::Snapshot(format!("{said}: {error}"))
}

/// Writes the daemon's memo to a new file. It has its name only once it is whole. How many records and bytes there are.
pub async fn export(client: &Client, path: &Path) -> Result<(u64, u64), ClientError> {
    if fs::try_exists(path).await.map_err(failed("look for", path))? {
        return Err(ClientError::Snapshot(format!("{} is there already; nothing is overwritten", path.display())));
    }
    let mut partial = OsString::from(path);
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let done = taken_out(client, &partial).await;
    match done {
        // Fails if somebody was quicker: nothing is overwritten.
        Ok(done) => {
            let linked = fs::hard_link(&partial, path).await.map_err(failed("make", path));
            let _ = fs::remove_file(&partial).await;
            linked.map(|()| done)
        }
        Err(error) => {
            let _ = fs::remove_file(&partial).await;
            Err(error)
        }
    }
}

async fn taken_out(client: &Client, partial: &Path) -> Result<(u64, u64), ClientError> {
    let mut pieces = client.export().await?;
    let mut file = File::create(partial).await.map_err(failed("create", partial))?;
    let (mut records, mut bytes) = (None, 0);
    while let Some(message) = pieces.message().await? {
        file.write_all(&message.piece).await.map_err(failed("write", partial))?;
        bytes += message.piece.len() as u64;
        records = message.records;
    }
    file.sync_all().await.map_err(failed("write", partial))?;
    let cut =
        || ClientError::Snapshot("the daemon ended before the snapshot was whole; nothing is kept of it".to_owned());
    Ok((records.ok_or_else(cut)?, bytes))
}

/// Sends the file to the daemon, and tells `told` how far it is, but not the last time: that is returned.
pub async fn import(
    client: &Client,
    path: &Path,
    work: u64,
    told: impl Fn(&v1::ImportResponse),
) -> Result<v1::ImportResponse, ClientError> {
    let mut file = File::open(path).await.map_err(failed("open", path))?;
    let (send, pieces) = mpsc::channel(1);
    let reading = tokio::spawn(async move {
        loop {
            let mut piece = Vec::with_capacity(SNAPSHOT_MESSAGE_BYTES);
            (&mut file).take(SNAPSHOT_MESSAGE_BYTES as u64).read_to_end(&mut piece).await?;
            // Whoever has heard enough takes no more, and says why.
            if piece.is_empty() || send.send(v1::ImportRequest { piece, work }).await.is_err() {
                return std::io::Result::Ok(());
            }
        }
    });
    let mut progress = client.import(ReceiverStream::new(pieces)).await?;
    let mut last: Option<v1::ImportResponse> = None;
    while let Some(message) = progress.message().await? {
        last.iter().for_each(&told);
        last = Some(message);
    }
    if let Ok(read) = reading.await {
        read.map_err(failed("read", path))?;
    }
    last.ok_or_else(|| ClientError::Snapshot("the daemon said nothing of the snapshot".to_owned()))
}
