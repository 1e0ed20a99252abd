//! The vendor's text of each instruction, from a file that the caller has: it is shown, and never carried.

use super::VendorTexts;
use isotope_dictionary::InstructionSet;
use isotope_vendor::catalogue;

/// The texts of a set's instructions.
///
/// # Errors
/// In a sentence: the text does not read, or the set's vendor does not write one text for each instruction.
pub fn texts(set: &InstructionSet, text: &str) -> Result<VendorTexts, String> {
    let (title, reader) = (&set.manifest().title, &set.manifest().vendor.reader);
    if reader != "intel-guide" {
        return Err(format!(
            "only a guide of Intel's form has a text for each instruction; that of {title} is for {reader}"
        ));
    }
    let entries = catalogue::read(text).map_err(|error| format!("the guide of {title}: {error}"))?;
    let written = |entry: catalogue::Intrinsic| {
        let operation = entry.operation.unwrap_or_default();
        ((title.clone(), entry.name), format!("{}\n\n{}", entry.description.trim(), operation.trim()))
    };
    Ok(entries.into_iter().map(written).collect())
}
