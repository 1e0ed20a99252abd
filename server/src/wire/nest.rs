//! `Nest`: the loops of a program packed, tiled or vectorized, once for all who ask, and remembered.

use crate::core::Core;
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::intake::{program, question};
use crate::jobs;
use crate::jobs::nest::{Nest, Transform, refused};
use crate::limits;
use crate::stored::remembered::target_to_proto;
use crate::stored::results;
use isotope_cache::Key;
use isotope_dictionary::Target;
use isotope_mlir::Refusal;
use isotope_nest::Nests;
use isotope_nest::pack::Way;
use isotope_nest::tile::Sizes;
use isotope_proto::v1;
use isotope_vectorize::Kernel;
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
    let read = program::admitted(&core.intake, asker, text, move || read(key, request, target)).await?;
    program::check_arrays(read.transform.shapes())?;
    let held = Some(core.intake.make_room(text * limits::READING_PROGRAM_FACTOR)?);
    jobs::answer(core, Nest { _held: held, ..read }, asker).await
}

/// The loops of a request.
fn read(key: Key, request: v1::NestRequest, target: Target) -> Result<Nest, Failure> {
    let v1::NestRequest { module: text, entry, located, transform, caches, entries, explain, .. } = request;
    let whole = |why: &str| refused(Refusal::Whole(why.to_owned()));
    let Some(transform) = transform else {
        return Err(whole("it is said neither to pack, nor to tile, nor to vectorize"));
    };
    let ascends = |of: &[u64; 3]| of[0] > 0 && of[0] < of[1] && of[1] < of[2] && of[2] <= limits::MAX_CACHE_KIB;
    let caches = match <[u64; 3]>::try_from(caches) {
        Ok(three) if ascends(&three) => Some(three),
        Err(none) if none.is_empty() => None,
        _ => {
            return Err(whole(&format!(
                "caches are three sizes in KiB, each larger than the one before, up to {} (MAX_CACHE_KIB)",
                limits::MAX_CACHE_KIB
            )));
        }
    };
    let module = program::module(&text, located)?;
    let entry = entry.trim_start_matches('@').to_owned();
    let named = Some(&entry[..]).filter(|name| !name.is_empty());
    let nests = || Nests::read(&module, named).map_err(refused);
    let transform = match transform {
        Asked::Pack(v1::Packing { like_gpat: true }) => Transform::Pack(nests()?, Way::Gpat),
        Asked::Pack(v1::Packing { like_gpat: false }) => Transform::Pack(nests()?, Way::Counted),
        Asked::Tile(v1::Tiling { sizes }) if sizes.is_empty() => Transform::Tile(nests()?, Sizes::Auto),
        Asked::Tile(v1::Tiling { sizes }) => Transform::Tile(nests()?, Sizes::Given(sizes)),
        Asked::Vectorize(v1::Vectorizing { like_diospyros }) => {
            Transform::Vectorize(Box::new(Kernel::read(&module, named).map_err(refused)?), like_diospyros)
        }
    };
    let entries = Some(entries).filter(|entries| *entries > 0);
    Ok(Nest { key, text, module, located, entry, transform, caches, entries, explain, target, _held: None })
}
