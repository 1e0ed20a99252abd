//! The file that measured data are kept in.

use isotope_pricer::limits::MAX_MEASURED_BYTES;
use isotope_pricer::measured::{Row, read, write};
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

/// The rows of a file; none where it is not there yet.
pub fn rows(path: &Path) -> Result<Vec<Row>, String> {
    let unreadable = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(error)),
        Ok(file) if file.len() > MAX_MEASURED_BYTES => {
            return Err(format!("{} is over the bound MAX_MEASURED_BYTES = {MAX_MEASURED_BYTES}", path.display()));
        }
        Ok(_) => {}
    }
    let text = fs::read_to_string(path).map_err(unreadable)?;
    read(&text).map_err(|error| format!("{}:{}: {}", path.display(), error.line, error.why))
}

/// Old rows and new ones; what the same machine measured before of the same code is replaced.
pub fn joined(old: Vec<Row>, new: &[Row]) -> Vec<Row> {
    let again = |row: &Row| new.iter().any(|n| n.cpu == row.cpu && n.code == row.code && n.machine == row.machine);
    old.into_iter().filter(|row| !again(row)).chain(new.iter().cloned()).collect()
}

/// Writes a file whole or not at all.
pub fn save(path: &Path, rows: &[Row]) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|e| failed(&e))?;
    file.write_all(write(rows).as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(|e| failed(&e))?;
    readable(file.as_file()).map_err(|e| failed(&e))?;
    file.persist(path).map(drop).map_err(|e| failed(&e.error))
}

/// A scratch file is its owner's alone; data are for daemons of other users, too.
#[cfg(unix)]
fn readable(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &fs::File) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(code: char, machine: &str, cycles: u64) -> Row {
        Row {
            cpu: "znver3".into(),
            window: "compared".into(),
            model: 100,
            code: code.to_string().repeat(32),
            machine: machine.into(),
            cycles,
            spread: 1,
            runs: 3,
            instructions: "nop".into(),
        }
    }

    #[test]
    fn what_is_measured_again_is_replaced_and_the_rest_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("znver3.txt");
        assert_eq!(rows(&path), Ok(vec![]));
        save(&path, &[row('a', "one", 100), row('b', "one", 200)]).expect("it is written");
        let now = joined(rows(&path).expect("it reads"), &[row('a', "one", 150), row('a', "other", 120)]);
        save(&path, &now).expect("it is written again");
        let read = rows(&path).expect("it reads");
        assert_eq!(read, [row('a', "one", 150), row('a', "other", 120), row('b', "one", 200)]);
        fs::write(&path, "prices").expect("a file");
        assert!(rows(&path).is_err_and(|why| why.contains("znver3.txt:1: ")));
        assert!(save(&folder.path().join("none/at/all"), &[]).is_err());
    }
}
