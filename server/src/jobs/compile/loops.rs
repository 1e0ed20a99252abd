//! Programs with one loop each, compiled with the answers of their windows, and priced.

use super::{Site, windows};
use crate::failure::Failure;
use crate::intake::key::of_kind;
use crate::jobs::{once, price::Price};
use isotope_lowering::{ANYWHERE, LoweringError, compiled, llvm};

/// Prices of loops.
pub(in crate::jobs) struct Priced {
    /// Cycles of an iteration of each program's loop, by the model; `None`: it has no price.
    pub(in crate::jobs) prices: Vec<Option<f64>>,
    /// Why a tool did not take one of them.
    pub(in crate::jobs) refused: Option<LoweringError>,
    /// Their windows were searched to the end.
    pub(in crate::jobs) is_whole: bool,
}

/// Compiles and prices programs of one loop each. `name` is theirs in notes.
pub(in crate::jobs) fn priced(name: &str, programs: &[String], site: &Site<'_>) -> Result<Priced, Failure> {
    let (mut listings, mut refused, mut is_whole) = (Vec::new(), None, true);
    for program in programs {
        site.go_on()?;
        match loop_of(name, program, site)? {
            Ok((code, has_all)) => {
                is_whole &= has_all;
                listings.push(Some(listing(&code, &comments(site))));
            }
            Err(why) => {
                listings.push(None);
                refused = Some(why);
            }
        }
    }
    Ok(Priced { prices: prices(site, &listings)?, refused, is_whole })
}

/// The assembly of a program, or why a tool does not take it; and whether all its windows were searched to the end.
fn loop_of(name: &str, program: &str, site: &Site<'_>) -> Result<Result<(String, bool), LoweringError>, Failure> {
    let answered = windows::answered(name, program, site)?;
    let code = llvm(answered.text, site.tools)
        .and_then(|text| compiled(text, &[ANYWHERE], &site.named(), site.sets, site.tools));
    site.go_on()?;
    Ok(code.map(|code| (String::from_utf8_lossy(&code).into_owned(), answered.is_whole)))
}

fn comments(site: &Site<'_>) -> Vec<String> {
    let set = site.sets.get(site.target.arch());
    set.map_or_else(Vec::new, |set| set.manifest().assembly.comments.clone())
}

/// The labels and instructions of assembly: no directives, no comments.
fn listing(code: &str, comments: &[String]) -> String {
    let mut lines = Vec::new();
    for line in code.lines() {
        let end = comments.iter().filter_map(|comment| line.find(comment.as_str())).min().unwrap_or(line.len());
        let line = line[..end].trim_end();
        let is_directive = line.trim_start().starts_with('.') && !line.ends_with(':');
        if !line.trim().is_empty() && !is_directive && !line.trim_start().starts_with("\"") {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

/// Cycles of each listing's loop, by the model; `None`: it has no price.
fn prices(site: &Site<'_>, listings: &[Option<String>]) -> Result<Vec<Option<f64>>, Failure> {
    let terms = format!("{} {}", site.target, site.core.selector.cost_model(site.target));
    let content = |text: &str| of_kind("isotope listing", [terms.as_bytes(), text.as_bytes()]).0;
    let mut read = Vec::new();
    for text in listings.iter().flatten() {
        read.push((content(text), site.core.selector.listing(text.clone(), site.target)?));
    }
    // It is part of this work, which has a turn already.
    let known = once(site.core, &Price::of(read, site.target.clone()), true, site.control)?;
    let price = |text: &String| known.get(&content(text)).copied().flatten().map(|known| known.model as f64 / 100.0);
    Ok(listings.iter().map(|text| text.as_ref().and_then(price)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_has_labels_and_instructions_only() {
        let code = "\t.text\n\t.globl\tf                       # -- Begin function f\nf:                          # @f\n# %bb.0:\n\
                    .LBB0_1:                                # =>This Loop\n\tvpaddd\t%ymm0, %ymm1, %ymm1\n\tjne\t.LBB0_1\n\tretq\n.Lfunc_end0:\n\
                    \t.size\tf, .Lfunc_end0-f\n";
        let listed = "f:\n.LBB0_1:\n\tvpaddd\t%ymm0, %ymm1, %ymm1\n\tjne\t.LBB0_1\n\tretq\n.Lfunc_end0:\n";
        assert_eq!(listing(code, &["#".to_owned()]), listed);
    }
}
