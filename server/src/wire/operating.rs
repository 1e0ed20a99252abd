//! `Purge` and `Verify`: what an operator has done to the memo while it is in use.

use crate::core::Core;
use crate::failure::Failure;
use crate::intake::in_a_place;
use crate::limits;
use crate::search::selector::SelectError;
use crate::stored::purging::Conditions;
use isotope_cache::Key;
use isotope_proto::v1;
use std::collections::HashSet;
use std::sync::Arc;

/// The cache's refusal.
fn refused(error: isotope_cache::Error) -> Failure {
    SelectError::Internal(format!("the cache: {error}")).into()
}

/// Drops the records that fulfil all conditions, or counts them.
pub async fn purge(core: Arc<Core>, message: v1::PurgeRequest) -> Result<v1::PurgeResponse, Failure> {
    let v1::PurgeRequest { conditions, pinned, dry_run } = message;
    let conditions = read(conditions.unwrap_or_default())?;
    let place = Arc::clone(&core.scheduler.operations).acquire_owned().await;
    in_a_place(place, move |control| {
        let (mut keys, pins) = (conditions.keys(&core.store.memo).map_err(refused)?, core.store.memo.pinned());
        let found = keys.len();
        keys.retain(|key| pinned || !pins.contains(key));
        if control.stopped() {
            return Err(SelectError::Cancelled.into());
        }
        if !dry_run && !keys.is_empty() {
            let gone: HashSet<Key> = keys.iter().copied().collect();
            core.store.unwritten.forget(&gone);
            core.store.memo.purge(&gone).map_err(refused)?;
            // Answers held for texts seen before would be served on.
            core.intake.texts.clear();
            tracing::warn!(records = gone.len(), ?conditions, "records were dropped by a call");
        }
        let left = core.store.memo.stats().records;
        let tier = core.store.tier.as_ref().map(|tier| format!("the tier {}", tier.counts().name));
        let snapshot = core.store.snapshot.as_ref().map(|under| format!("the snapshot {}", under.path().display()));
        Ok(v1::PurgeResponse {
            dropped: keys.len() as u64,
            pinned: (found - keys.len()) as u64,
            left,
            elsewhere: tier.into_iter().chain(snapshot).collect(),
        })
    })
    .await
}

fn read(from: v1::Conditions) -> Result<Conditions, Failure> {
    let texts = [&from.epoch, &from.not_epoch, &from.producer, &from.prover, &from.cpu, &from.window];
    for text in texts {
        let (bound, limit) = ("MAX_CONDITION_BYTES", limits::MAX_CONDITION_BYTES);
        Failure::check("a condition in bytes", text.len(), bound, limit)?;
    }
    let conditions = Conditions::from(from);
    if conditions == Conditions::default() {
        return Err(Failure::Unconditional);
    }
    Ok(conditions)
}

/// Reads every record again.
pub async fn verify(core: Arc<Core>) -> Result<v1::VerifyResponse, Failure> {
    let place = Arc::clone(&core.scheduler.operations).acquire_owned().await;
    in_a_place(place, move |_| {
        let found = core.store.memo.verify().map_err(refused)?;
        Ok(v1::VerifyResponse {
            frames: found.frames,
            records: found.live,
            damaged_regions: found.damaged_regions,
            damaged_bytes: found.damaged_bytes,
            foreign_frames: found.foreign_frames,
            index_mismatches: found.index_mismatches,
        })
    })
    .await
}
