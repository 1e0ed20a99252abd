//! Which lanes of their operands LLVM's intrinsics for a target depend on. The plug-in for clang asks where a value that is undefined may
//! come to, and has the semantics of no instruction: it is told by a table, which is made of them here. `isotope_windows` reads the same
//! table for MLIR.
//!
//! An intrinsic has a row if it is all of the LLVM form of an instruction that answers may have. What a row says holds of all
//! instructions and immediates with that form.

mod call;
mod lanes;

use anyhow::Result;
use call::{Call, Shape};
use isotope_dictionary::{Dictionary, Member};
use isotope_ir::term::Terms;
use lanes::{Operand, operands};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;
use std::process::ExitCode;

/// The table, below the project's folder.
pub const FILE: &str = "client/llvm/src/insert/crossings.inc";

/// So many values an immediate may have.
const MOST_VALUES: usize = 256;

const HEAD: &str = "\
// On which lanes of its operands each lane of an intrinsic's result depends; made by `cargo xtask crossings`, not edited. A row has its
// name, its result's lanes and bits of each, and a word for each operand:
//   =      it depends on lanes at the same place: lane i of m on those lanes of n that overlap it when both are as long
//   b      on those of the same 128 bits
//   p0 p1  on one lane: of each 128 bits of the operand the lanes are the first or the second half of as many lanes of the result
//   *      on all
// and after it:
//   ~      each byte of a lane depends on the same byte only
//   sK     of a constant operand K, the low four bits of a byte choose the only lane, within the same 128 bits; none if its highest is set
//   vK     the lowest bits of a lane of a constant operand K choose it
//   lK hK  the same, among the lanes of two operands side by side, of which this one is the first or the second
//   xNK    each N bytes are a factor of the bytes at the same place of operand K: they count for nothing where those are zero
";

/// A row: the result's shape and what is said of each operand.
struct Row {
    result: Shape,
    operands: Vec<Operand>,
}

/// Writes the table.
pub fn run(root: &Path) -> Result<ExitCode> {
    std::fs::write(root.join(FILE), text())?;
    Ok(ExitCode::SUCCESS)
}

/// The table of all sets that LLVM has intrinsics for.
pub fn text() -> String {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for set in isotope_grammars::embedded().iter() {
        let dictionary = set.dictionary();
        let usable: Vec<&Member> = dictionary.members().iter().filter(|member| dictionary.is_usable(member)).collect();
        let found: Vec<_> = usable.par_iter().map(|member| of_member(dictionary, member)).collect();
        for (name, row) in found.into_iter().flatten() {
            add(&mut rows, name, row);
        }
    }
    let told = rows.iter().filter(|(_, row)| row.operands.iter().any(Operand::says_something));
    let line = |(name, row): (&String, &Row)| {
        let words: Vec<String> = row.operands.iter().map(ToString::to_string).collect();
        format!("{{\"{name}\", {}, {}, \"{}\"}},\n", row.result.lanes, row.result.bits, words.join(" "))
    };
    HEAD.to_owned() + &told.map(line).collect::<String>()
}

/// What a member says of the intrinsics that it is with some of its immediates each.
fn of_member(dictionary: &Dictionary, member: &Member) -> BTreeMap<String, Row> {
    let immediates: Vec<Vec<u64>> = match &dictionary.immediates(member)[..] {
        [] => vec![vec![]],
        [one] => {
            let ranges = one.values.iter().map(|(least, most)| *least..=*most);
            ranges.flatten().take(MOST_VALUES + 1).map(|value| vec![value]).collect()
        }
        _ => vec![],
    };
    let mut calls: Vec<(Call, Vec<Vec<u64>>)> = Vec::new();
    for values in immediates {
        let Some(form) = dictionary.llvm_form(member.name, &values) else { continue };
        let Some(call) = Call::read(&form).filter(Call::is_whole) else { continue };
        match calls.iter_mut().find(|(had, _)| *had == call) {
            Some((_, of)) => of.push(values),
            None => calls.push((call, vec![values])),
        }
    }
    let mut rows = BTreeMap::new();
    for (call, immediates) in calls {
        // One run for all immediates where there is such a one.
        let mut terms = Terms::new();
        let open = (immediates[0].len() == 1).then(|| member.open_lanes(&mut terms).ok()).flatten();
        let runs = if open.is_some() { &immediates[..1] } else { &immediates[..] };
        let mut open = open.map(|lanes| (lanes, terms));
        for values in runs {
            let found =
                if immediates.len() > MOST_VALUES { None } else { operands(member, values, open.take(), &call) };
            let operands = found.unwrap_or_else(|| vec![Operand::all(); call.args.len()]);
            let says_something = operands.iter().any(Operand::says_something);
            add(&mut rows, call.name.clone(), Row { result: call.result, operands });
            if !says_something {
                break;
            }
        }
    }
    rows
}

/// Adds a row: what holds of all with its name.
fn add(rows: &mut BTreeMap<String, Row>, name: String, row: Row) {
    let mut entry = match rows.entry(name) {
        Entry::Vacant(entry) => {
            entry.insert(row);
            return;
        }
        Entry::Occupied(entry) => entry,
    };
    let had = entry.get_mut();
    if had.result != row.result || had.operands.len() != row.operands.len() {
        had.operands = vec![Operand::all(); had.operands.len()];
        return;
    }
    had.operands.iter_mut().zip(&row.operands).for_each(|(had, more)| had.weaken(more));
}
