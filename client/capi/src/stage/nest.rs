//! The stages `pack`, `tile` and `vectorize`: functions with affine loops get the bodies that the daemon has made of them, and compared with them.

use super::contract::{MAX_FUNCTIONS, alone, functions, replace};
use super::select::{Remark, Selected};
use crate::outgoing::Results;
use isotope_client::compiler::{CompilerClient, NotNow, Reason};
use isotope_mlir::ir::{Module, OpId, Source, Sources};
use isotope_mlir::structure::walk;
use isotope_mlir::{print, read};
use isotope_proto::v1;
use std::time::{Duration, Instant};
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
    let mut module = read(text).map_err(|error| NotNow::new(Reason::Misconfigured, error.to_string()))?;
    let end = Instant::now() + deadline.unwrap_or(client.settings().timeout);
    let (mut remarks, mut is_changed, mut count) = (Vec::new(), false, 0);
    let all: Vec<(OpId, String, Option<Source>)> = {
        let sources = Sources::of(&module);
        let with_source = |(function, name)| (function, name, sources.source(function));
        functions(&module).into_iter().filter(|(of, _)| has_loops(&module, *of)).map(with_source).collect()
    };
    for (function, name, mut source) in all {
        if count == MAX_FUNCTIONS {
            let text = format!("{name} is not asked for: {MAX_FUNCTIONS} functions are (MAX_FUNCTIONS)");
            remarks.push(Remark { source, text, asked: None });
            continue;
        }
        count += 1;
        let question = print(&alone(&module, function));
        let request = v1::NestRequest {
            module: question.clone(),
            target: Some(given.clone()),
            transform: Some(transform.clone()),
            ..Default::default()
        };
        let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        let text = match client.nest(request, Some(left)) {
            Ok(done) if done.changes == 0 => format!("{name} stays as it is: nothing is worth it"),
            Ok(done) => match replace(&mut module, function, (&done.module, &name), mlir) {
                Ok(()) => {
                    is_changed = true;
                    said(&name, transform, done.changes)
                }
                Err(why) => format!("{name} stays as it is: {why}"),
            },
            Err(not_now) if not_now.reason == Reason::Refused => {
                let (place, why) = placed(&module, function, &question, &not_now.detail);
                source = place.or(source);
                format!("{name} stays as it is: {why}")
            }
            Err(not_now) => return Err(not_now),
        };
        remarks.push(Remark { source, text, asked: None });
    }
    let module = is_changed.then(|| print(&module));
    Ok(Selected { module, remarks, results: Results::of(Vec::new()) })
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
