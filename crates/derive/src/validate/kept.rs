//! Validations of other machines: the rows of the data file that stay.
//!
//! The table adds up over machines. A row says which CPU or emulator agreed, and of what: a digest of the semantics. It stays as long
//! as the intrinsic means the same, until a machine that is no worse runs it again. An emulator of the same version would answer the
//! same, which is not waited for, and one of an older version is worse. A row never hides a mismatch found here.

use std::collections::BTreeMap;

use isotope_run::Executor;
use isotope_semantics::Semantics;

use super::report::Outcome;
use crate::folder::rows;

/// Rows by intrinsic.
pub struct Kept {
    rows: BTreeMap<String, Row>,
    /// Whether only those stay that nothing here can run.
    again: bool,
}

/// One validation.
struct Row {
    by: String,
    cases: usize,
    on: String,
    digest: String,
}

/// Names what semantics mean: of other digests a row says nothing.
pub fn digest(semantics: &Semantics) -> String {
    blake3::hash(semantics.to_string().as_bytes()).to_hex()[..16].to_owned()
}

impl Kept {
    /// The validations of a data file; what does not read as one is no row to keep.
    /// With `again` those that something here can run are no rows to keep either.
    pub fn read(text: &str, again: bool) -> Kept {
        let rows = rows(text, "# isotope validation ").unwrap_or_default();
        let row = |(name, status): (String, String)| {
            let words: Vec<&str> = status.split(' ').collect();
            let [by, cases, on, digest, ..] = words[..] else { return None };
            let hexadecimal = digest.len() == 16 && digest.bytes().all(|b| b.is_ascii_hexdigit());
            let (by, on, digest) = (by.to_owned(), on.to_owned(), digest.to_owned());
            hexadecimal.then_some((name, Row { by, cases: cases.parse().ok()?, on, digest }))
        };
        Kept { rows: rows.into_iter().filter_map(row).collect(), again }
    }

    /// The validation that stays for semantics of this digest, if what would run it here is none of `executors`, the best of which is
    /// first, or a worse one than the row's, or the same emulator or an older one.
    pub fn stays(
        &self,
        name: &str,
        digest: &str,
        executors: &[&'static dyn Executor],
        here: Option<&'static dyn Executor>,
    ) -> Option<Outcome> {
        let row = self.rows.get(name).filter(|row| row.digest == digest)?;
        let rank = |record: &str| executors.iter().position(|e| e.record() == record);
        let by = executors.get(rank(&row.by)?)?;
        let stays = here.is_none_or(|here| {
            let (theirs, ours) = (rank(by.record()), rank(here.record()));
            !self.again && (theirs < ours || theirs == ours && ours > Some(0) && is_no_older(&row.on, &here.machine()))
        });
        stays.then(|| Outcome::Validated { by: by.record(), cases: row.cases, on: row.on.clone() })
    }
}

/// Whether an emulator (`bochs-3.1`) is the same program as another and of no older version; one that is not known is the oldest.
fn is_no_older(one: &str, other: &str) -> bool {
    fn parts(name: &str) -> (&str, Vec<u32>) {
        let (program, version) = name.rsplit_once('-').unwrap_or((name, ""));
        (program, version.split('.').map_while(|part| part.parse().ok()).collect())
    }
    let ((one, version), (other, other_version)) = (parts(one), parts(other));
    one == other && version >= other_version
}

#[cfg(test)]
mod tests;
