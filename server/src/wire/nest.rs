//! `Nest`: the loops of a program packed, tiled or vectorized in a worker, once for all who ask, and remembered.

use crate::core::Core;
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::intake::question;
use crate::jobs;
use crate::jobs::nest::Nest;
use crate::limits;
use crate::search::selector::{Nested, Transform};
use crate::stored::remembered::target_to_proto;
use crate::stored::results;
use isotope_proto::v1;
use std::sync::Arc;
use v1::nest_request::Transform as Asked;

/// A program whose loops are packed, tiled or vectorized: remembered, or made together with everyone else who asks. It ends with its callers.
pub async fn nest(core: &Arc<Core>, mut request: v1::NestRequest, asker: &Asker) -> Result<v1::NestResponse, Failure> {
    question::check_epoch(request.expected_epoch.take().as_deref(), &core.intake.scope.epoch)?;
    let text = request.module.len();
    Failure::check("the size of a program", text, "MAX_CHECK_TEXT", limits::MAX_CHECK_TEXT)?;
    if let Some(Asked::Tile(of)) = &request.transform {
        Failure::check("the number of sizes", of.sizes.len(), "MAX_BAND", isotope_nest::limits::MAX_BAND)?;
    }
    let target = question::target(core.selector.as_ref(), request.target.as_ref(), None)?;
    // Names that mean the same machine have one result.
    request.target = Some(target_to_proto(&target));
    let scope = &core.intake.scope;
    let key = results::nest_key(&scope.salt, &scope.epoch, &core.selector.cost_model(&target), &request);
    if let Some(done) = jobs::kept(core, key).await {
        return Ok(done);
    }
    let v1::NestRequest { module: text, entry, located, transform, caches, entries, explain, .. } = request;
    let transform = match transform {
        None => return Err(Failure::whole("it is said neither to pack, nor to tile, nor to vectorize".to_owned())),
        Some(Asked::Pack(v1::Packing { like_gpat })) => Transform::Pack { like_gpat },
        Some(Asked::Tile(v1::Tiling { sizes })) => Transform::Tile(sizes),
        Some(Asked::Vectorize(v1::Vectorizing { like_diospyros })) => Transform::Vectorize { like_diospyros },
    };
    let entries = Some(entries).filter(|entries| *entries > 0);
    let held = core.intake.make_room(text.len() * limits::COPIES_OF_A_PROGRAM)?;
    let entry = entry.trim_start_matches('@').to_owned();
    let of = Nested { text, located, entry, transform, caches: given(caches)?, entries, prices: Vec::new(), target };
    jobs::answer(core, Nest { key, of, explain, _held: held }, asker).await
}

/// The sizes of caches that are given.
fn given(caches: Vec<u64>) -> Result<Option<[u64; 3]>, Failure> {
    let ascends = |of: &[u64; 3]| of[0] > 0 && of[0] < of[1] && of[1] < of[2] && of[2] <= limits::MAX_CACHE_KIB;
    match <[u64; 3]>::try_from(caches) {
        Ok(three) if ascends(&three) => Ok(Some(three)),
        Err(none) if none.is_empty() => Ok(None),
        _ => Err(Failure::whole(format!(
            "caches are three sizes in KiB, each larger than the one before, up to {} (MAX_CACHE_KIB)",
            limits::MAX_CACHE_KIB
        ))),
    }
}
