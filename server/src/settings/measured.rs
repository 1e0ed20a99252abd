//! The files of measured data that an operator names.

use crate::problem::{self, Problem};
use isotope_pricer::Measured;
use isotope_pricer::limits::MAX_MEASURED_BYTES;
use isotope_pricer::measured::{self, Row};
use std::path::PathBuf;

/// The rows of all of them. Their order changes nothing.
pub fn read(files: &[PathBuf]) -> Result<Measured, Problem> {
    let mut rows: Vec<Row> = Vec::new();
    for path in files.iter().filter(|path| !path.as_os_str().is_empty()) {
        let text = problem::text(path, MAX_MEASURED_BYTES)?;
        let bad =
            |error: measured::RowError| Problem { path: path.clone(), line: Some(error.line), sentence: error.why };
        rows.extend(measured::read(&text).map_err(bad)?);
    }
    let measured = Measured::of(&rows);
    if !measured.is_empty() {
        tracing::info!(loops = measured.len(), "measured data rank where there are any");
    }
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_row_is_said_with_its_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let (good, bad) = (folder.path().join("good"), folder.path().join("bad"));
        let row = format!("znver3 | compared | {0} | 1.00 | 2.00 | 0.1 | 5 | m | nop", "a".repeat(32));
        std::fs::write(&good, format!("{}\n{row}\n", measured::VERSION)).unwrap();
        std::fs::write(&bad, format!("{}\n{row} | more\n", measured::VERSION)).unwrap();
        assert_eq!(read(&[good.clone(), good.clone()]).unwrap().len(), 1);
        let said = read(&[good, bad.clone()]).unwrap_err().to_string();
        assert!(said.starts_with(&format!("{}:2: ", bad.display())) && said.contains("9 fields"), "{said}");
        let missing = read(&[folder.path().join("none")]).unwrap_err().to_string();
        assert!(missing.contains("cannot be read"), "{missing}");
        assert!(read(&[]).unwrap().is_empty());
    }
}
