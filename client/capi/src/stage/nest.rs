//! The stages `pack`, `tile` and `vectorize`: functions with affine loops get the bodies that the daemon has made of them, and compared with them.

use super::functions::{Outcome, Wanted, alone, each, replace};
use super::select::Selected;
use isotope_client::compiler::{CompilerClient, NotNow, Reason};
use isotope_mlir::ir::{Module, OpId, Source, Sources};
use isotope_mlir::structure::walk;
use isotope_mlir::{print, read};
use isotope_proto::v1;
use std::time::Duration;
use v1::nest_request::Transform;

/// The transform of a stage by its name: `pack`, `pack=gpat`, `tile`, `tile=8,48,256`, `vectorize`, `vectorize=diospyros`. An error is a sentence; `None`: the name is another stage's.
pub fn transform(name: &str) -> Option<Result<Transform, String>> {
    let (stage, option) = name.split_once('=').unwrap_or((name, ""));
    Some(match (stage, option) {
        ("pack", "") => Ok(Transform::Pack(v1::Packing { like_gpat: false })),
        ("pack", "gpat") => Ok(Transform::Pack(v1::Packing { like_gpat: true })),
        ("pack", _) => Err("the stage pack has one option: write pack or pack=gpat".to_owned()),
        ("tile", "") => Ok(Transform::Tile(v1::Tiling::default())),
        ("tile", sizes) => {
            let sizes = sizes.split(',').map(|size| size.parse().ok().filter(|size| *size > 0)).collect::<Option<_>>();
            let tiling = sizes.map(|sizes| Transform::Tile(v1::Tiling { sizes }));
            tiling.ok_or_else(|| "the stage tile has sizes of tiles as its option: write tile=8,48,256".to_owned())
        }
        ("vectorize", "") => Ok(Transform::Vectorize(v1::Vectorizing { like_diospyros: false })),
        ("vectorize", "diospyros") => Ok(Transform::Vectorize(v1::Vectorizing { like_diospyros: true })),
        ("vectorize", _) => {
            Err("the stage vectorize has one option: write vectorize or vectorize=diospyros".to_owned())
        }
        _ => return None,
    })
}

/// Runs the stage on a program in the generic form, for a machine and a release of MLIR. All calls together take at most `deadline`, or the
/// client's own timeout.
///
/// # Errors
///
/// The program cannot be read, or the daemon does not answer: then no function is another.
pub fn nest(
    client: &CompilerClient,
    (given, transform, mlir): (&v1::Target, &Transform, usize),
    text: &str,
    deadline: Option<Duration>,
) -> Result<Selected, NotNow> {
    let wanted =
        |module: &Module, function, _: &str| if has_loops(module, function) { Wanted::Yes } else { Wanted::Never };
    each(client, text, deadline, wanted, |module, function, name, left| {
        let question = print(&alone(module, function));
        let request = v1::NestRequest {
            module: question.clone(),
            target: Some(given.clone()),
            transform: Some(transform.clone()),
            ..Default::default()
        };
        let unchanged =
            |source, why: &str| Outcome { text: format!("{name} stays as it is: {why}"), source, is_changed: false };
        Ok(match client.nest(request, Some(left)) {
            Ok(done) if done.changes == 0 => unchanged(None, "nothing is worth it"),
            Ok(done) => match replace(module, function, (&done.module, name), mlir) {
                Ok(()) => Outcome { text: said(name, transform, done.changes), source: None, is_changed: true },
                Err(why) => unchanged(None, &why),
            },
            Err(not_now) if not_now.reason == Reason::Refused => {
                let (place, why) = placed(module, function, &question, &not_now.detail);
                unchanged(place, why)
            }
            Err(not_now) => return Err(not_now),
        })
    })
}

fn said(name: &str, transform: &Transform, count: u64) -> String {
    let what = match (transform, count) {
        (Transform::Pack(_), 1) => "buffer",
        (Transform::Pack(_), _) => "buffers",
        (Transform::Tile(_), 1) => "tiled band",
        (Transform::Tile(_), _) => "tiled bands",
        (Transform::Vectorize(_), 1) => "vector",
        (Transform::Vectorize(_), _) => "vectors",
    };
    format!("{name} has {count} {what}, and is equal to what it was")
}

fn has_loops(module: &Module, function: OpId) -> bool {
    let mut found = false;
    walk(module, &[function], &mut |op, _| found |= module.op(op).name == "affine.for");
    found
}

/// The file and line of what a refusal of the printed function names, and the refusal without its place in that text.
fn placed<'a>(module: &Module, function: OpId, question: &str, refusal: &'a str) -> (Option<Source>, &'a str) {
    let mut parts = refusal.splitn(3, ':');
    let mut number = || parts.next().and_then(|part| part.parse::<u32>().ok());
    let (Some(line), Some(column), Some(why)) = (number(), number(), parts.next()) else { return (None, refusal) };
    let Ok(printed) = read(question) else { return (None, why.trim_start()) };
    // The same operations in the same order, below one function each.
    let order = |module: &Module, top: &[OpId]| {
        let mut all = Vec::new();
        walk(module, top, &mut |op, _| all.push(op));
        all
    };
    let (own, of_print) = (order(module, &[function]), order(&printed, &printed.top));
    let is_there = |op: &OpId| (printed.op(*op).place.line, printed.op(*op).place.column) == (line, column);
    let at = of_print.iter().position(is_there).filter(|_| own.len() == of_print.len());
    (at.and_then(|at| Sources::of(module).source(own[at])), why.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_stages_have_their_options() {
        let sizes = |of: &[u64]| Some(Ok(Transform::Tile(v1::Tiling { sizes: of.to_vec() })));
        assert_eq!(transform("tile"), sizes(&[]));
        assert_eq!(transform("tile=8,48"), sizes(&[8, 48]));
        assert_eq!(transform("pack=gpat"), Some(Ok(Transform::Pack(v1::Packing { like_gpat: true }))));
        assert_eq!([transform("select"), transform("packs")], [None, None]);
        let like_diospyros = true;
        assert_eq!(
            transform("vectorize=diospyros"),
            Some(Ok(Transform::Vectorize(v1::Vectorizing { like_diospyros })))
        );
        for wrong in ["pack=all", "vectorize=egg", "tile=0", "tile=8,", "tile=x", "tile=-1"] {
            assert!(transform(wrong).is_some_and(|made| made.is_err_and(|why| why.contains("write "))), "{wrong}");
        }
    }
}
