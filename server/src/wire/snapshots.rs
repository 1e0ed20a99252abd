//! `Export` and `Import`: a memo on its way out of a daemon and into one, piece by piece.

use super::request::decoded_in;
use crate::answers::behind;
use crate::core::Core;
use crate::failure::Failure;
use crate::limits;
use crate::memory::Charge;
use crate::search::selector::{Control, SelectError};
use crate::stored::importing::{self, Imported};
use crate::wire::measured;
use isotope_proto::{received, v1};
use isotope_tier::Snapshot;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use tokio::io::{AsyncSeekExt as _, AsyncWriteExt as _};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot, watch};
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt as _};
use tonic::{Status, Streaming};
use tracing::Instrument as _;

/// The stream for a caller of `Export`.
pub type Pieces = Pin<Box<dyn Stream<Item = Result<v1::ExportResponse, Status>> + Send>>;

/// The stream for a caller of `Import`.
pub type Progress = ReceiverStream<Result<v1::ImportResponse, Status>>;

/// Pieces that may wait to be sent, each with what it is charged until then.
const PIECES_AHEAD: usize = 2;

type Piece = (Result<v1::ExportResponse, Status>, Option<Charge>);

/// The place of the one snapshot that is on its way; nobody waits for another's.
fn place(core: &Core) -> Result<OwnedSemaphorePermit, Failure> {
    let busy = |_| Failure::Unavailable("busy with another snapshot");
    Arc::clone(&core.scheduler.transfers).try_acquire_owned().map_err(busy)
}

/// The memo as a snapshot, until it is whole or the caller leaves.
pub fn export(core: Arc<Core>) -> Result<Pieces, Failure> {
    let place = place(&core)?;
    let (send, pieces) = mpsc::channel::<Piece>(PIECES_AHEAD);
    let span = tracing::Span::current();
    tokio::task::spawn_blocking(move || {
        let _place = place;
        let mut out = Out { core: &core, send: &send, piece: Vec::new(), refused: None };
        let done = match &core.store.belief.keys {
            None => Err("nothing can be signed: the daemon has no --tier-keys".to_owned()),
            Some(keys) => isotope_tier::snapshot::write(&core.store.memo, keys, &mut out, Path::new("the export"))
                .map_err(|error| error.to_string()),
        };
        let last = match (done, out.refused) {
            (_, Some(failure)) => Err(failure.into()),
            (Err(why), None) => Err(Failure::Snapshot(why).into()),
            (Ok(records), None) => {
                span.in_scope(|| tracing::info!(records, "the cache was exported"));
                Ok(v1::ExportResponse { piece: Vec::new(), records: Some(records) })
            }
        };
        // A caller that left hears nothing.
        let _ = send.blocking_send((last, None));
    });
    Ok(Box::pin(ReceiverStream::new(pieces).map(|(piece, _charge)| piece)))
}

/// Gathers pieces and sends them; an error where the caller has left.
struct Out<'a> {
    core: &'a Core,
    send: &'a mpsc::Sender<Piece>,
    piece: Vec<u8>,
    refused: Option<Failure>,
}

impl Out<'_> {
    fn send(&mut self) -> io::Result<()> {
        let piece = std::mem::take(&mut self.piece);
        let charge = self.core.intake.make_room(piece.len()).map_err(|failure| {
            self.refused = Some(failure);
            io::Error::from(io::ErrorKind::OutOfMemory)
        })?;
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.send.blocking_send((Ok(v1::ExportResponse { piece, records: None }), Some(charge))).map_err(gone)
    }
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = limits::SNAPSHOT_MESSAGE_BYTES - self.piece.len();
        let taken = bytes.len().min(room);
        self.piece.extend_from_slice(&bytes[..taken]);
        if self.piece.len() >= limits::SNAPSHOT_MESSAGE_BYTES {
            self.send()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() { Ok(()) } else { self.send() }
    }
}

/// Takes a snapshot in, and imports it once it is whole.
pub fn import(
    core: Arc<Core>,
    requests: Streaming<received::ImportRequest>,
    mut stopping: watch::Receiver<bool>,
) -> Result<Progress, Failure> {
    let place = place(&core)?;
    let (send, progress) = mpsc::channel(limits::MAX_IMPORT_WORDS);
    let control = Arc::new(Control::idle());
    let (gone, ends) = (send.clone(), Arc::clone(&control));
    let (over, done) = oneshot::channel::<()>();
    behind::end_with(&ends, async move {
        tokio::select! {
            () = gone.closed() => {}
            _ = stopping.wait_for(|is| *is) => {}
            _ = done => {}
        }
    });
    let importing = async move {
        let ended = taken_in(core, requests, control, send.clone(), place).await;
        if let Err(failure) = ended {
            // A caller that left hears nothing.
            let _ = send.send(Err(failure.into())).await;
        }
        drop(over);
    };
    tokio::spawn(importing.in_current_span());
    Ok(ReceiverStream::new(progress))
}

async fn taken_in(
    core: Arc<Core>,
    mut requests: Streaming<received::ImportRequest>,
    control: Arc<Control>,
    send: mpsc::Sender<Result<v1::ImportResponse, Status>>,
    place: OwnedSemaphorePermit,
) -> Result<(), Failure> {
    let folder = core.store.folder.clone().unwrap_or_else(std::env::temp_dir);
    let written = |error: io::Error| {
        let why =
            format!("the snapshot cannot be taken in: {}: {error}; free space, and send it again", folder.display());
        Failure::Snapshot(why)
    };
    let path = folder.join(format!("import-{}", std::process::id()));
    let mut file = tokio::fs::File::from_std(unnamed(&path).map_err(written)?);
    let (mut bytes, mut work, limit) = (0, None, core.store.memo.stats().max_bytes);
    loop {
        let request = tokio::select! {
            request = requests.message() => request.map_err(|status| Failure::Malformed(status.message().to_owned()))?,
            () = send.closed() => return Ok(()),
        };
        let Some(request) = request else { break };
        let (message, _charge): (v1::ImportRequest, _) =
            decoded_in(&core, &core.intake.memory, request, &measured::IMPORT)?;
        work.get_or_insert(message.work);
        bytes += message.piece.len() as u64;
        if bytes > limit {
            return Err(Failure::OverLimit {
                what: "the snapshot in bytes",
                found: bytes,
                bound: "--memo-bytes",
                limit,
            });
        }
        file.write_all(&message.piece).await.map_err(written)?;
    }
    file.flush().await.map_err(written)?;
    file.rewind().await.map_err(written)?;
    let file = file.into_std().await;
    let (work, span) = (work.unwrap_or_default(), tracing::Span::current());
    let run = move || span.in_scope(|| run(&core, file, work, &control, &send, place));
    tokio::task::spawn_blocking(run).await.unwrap_or_else(|e| Err(SelectError::Internal(e.to_string()).into()))
}

/// A file that is gone with whoever holds it, however that ends.
fn unnamed(path: &Path) -> io::Result<File> {
    // One that a crash left behind between these two lines.
    let _ = std::fs::remove_file(path);
    let file = File::options().read(true).write(true).create_new(true).open(path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}

fn run(
    core: &Core,
    file: File,
    work: u64,
    control: &Control,
    send: &mpsc::Sender<Result<v1::ImportResponse, Status>>,
    _place: OwnedSemaphorePermit,
) -> Result<(), Failure> {
    let named = Path::new("the snapshot");
    let snapshot = Snapshot::read_any(file, named, core.store.belief.keys.as_deref());
    let snapshot = snapshot.map_err(|error| Failure::Snapshot(error.to_string()))?;
    let mut steps = 0;
    let mut tell = |so_far: &Imported| {
        steps += 1;
        steps % limits::IMPORT_TOLD != 0 || send.blocking_send(Ok(said(so_far))).is_ok()
    };
    let imported = importing::import(&core.store, &core.scheduler.flights, &snapshot, work, control, &mut tell)?;
    let Imported { kept, there, refused, .. } = imported;
    tracing::warn!(
        kept,
        there,
        refused,
        signed = imported.signed,
        over = imported.is_over,
        "a snapshot was imported by a call"
    );
    // A caller that left hears nothing.
    let _ = send.blocking_send(Ok(said(&imported)));
    Ok(())
}

fn said(imported: &Imported) -> v1::ImportResponse {
    let Imported { total, done, kept, there, refused, work, last_refused, signed, is_over } = imported.clone();
    v1::ImportResponse { total, done, kept, there, refused, work, last_refused, signed, over: is_over }
}
