//! Measured rows as files.

use anyhow::{Context, Result};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The file `NAME.csv` in a CPU's folder of results, which is there then.
///
/// # Errors
///
/// The folder cannot be made.
pub fn file(results: &Path, cpu: &str, name: &str) -> Result<PathBuf> {
    let folder = results.join(cpu);
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(folder.join(name).with_extension("csv"))
}

/// Writes rows, with the names of their fields, in the place of all that the file holds.
///
/// # Errors
///
/// The file cannot be written.
pub fn write(file: &Path, rows: &[impl Serialize]) -> Result<()> {
    let mut writer = csv::Writer::from_path(file).with_context(|| format!("{} cannot be written", file.display()))?;
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    Ok(writer.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_take_the_place_of_earlier_ones() {
        #[derive(Serialize)]
        struct Row {
            kernel: &'static str,
            seconds: f64,
        }
        let folder = tempfile::tempdir().unwrap();
        let file = file(folder.path(), "znver4", "kernels").unwrap();
        assert_eq!(file, folder.path().join("znver4/kernels.csv"));
        write(&file, &[Row { kernel: "a", seconds: 1.5 }, Row { kernel: "b", seconds: 2.0 }]).unwrap();
        write(&file, &[Row { kernel: "c", seconds: 0.5 }]).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "kernel,seconds\nc,0.5\n");
        let why = write(&folder.path().join("none/kernels.csv"), &[1]).unwrap_err();
        assert!(why.to_string().contains("kernels.csv cannot be written"), "{why}");
    }
}
