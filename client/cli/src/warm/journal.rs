//! The progress of a job: a file with a line for each window that was answered, so that a warm-up job that was cut short goes on where
//! it was.
//!
//! The memo alone would do for what was proved; what was searched in vain it does not keep, and a second job would search it
//! again.

use super::asking::Outcome;
use super::reading::{Asked, words};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Seek as _, Write as _};
use std::path::Path;

/// The version of a line.
const VERSION: u32 = 1;

/// A line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    version: u32,
    key: String,
    epoch: String,
    outcomes: Vec<Outcome>,
}

/// The journal of a warm-up job, open for more.
#[derive(Debug)]
pub struct Journal {
    file: File,
    epoch: String,
    done: HashMap<String, Vec<Outcome>>,
}

impl Journal {
    /// Opens a journal, which is made if it is not there. Lines of another epoch of the dictionary count as not done; a last
    /// line that was cut off is dropped.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or written, or is no journal, in a sentence.
    pub fn open(path: &Path, epoch: &str) -> Result<Journal, String> {
        let at = |error: std::io::Error| format!("the journal {} cannot be used: {error}", path.display());
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(at)?;
        let mut done = HashMap::new();
        let (mut whole, mut text) = (0, String::new());
        let mut reader = BufReader::new(&file);
        for number in 1.. {
            text.clear();
            match reader.read_line(&mut text).map_err(at)? {
                0 => break,
                _ if !text.ends_with('\n') => break,
                length => whole += length as u64,
            }
            let line: Line = serde_json::from_str(&text)
                .map_err(|error| format!("line {number} of {} is none of a journal: {error}", path.display()))?;
            if line.version != VERSION {
                let version = line.version;
                return Err(format!("{} is a journal of version {version}; begin another one", path.display()));
            }
            if line.epoch == epoch {
                done.insert(line.key, line.outcomes);
            }
        }
        file.set_len(whole).map_err(at)?;
        file.seek(std::io::SeekFrom::End(0)).map_err(at)?;
        Ok(Journal { file, epoch: epoch.to_owned(), done })
    }

    /// The earlier outcome of a window.
    pub fn done(&self, asked: &Asked) -> Option<&[Outcome]> {
        self.done.get(&key(asked)).map(Vec::as_slice)
    }

    /// Notes what came of a window.
    ///
    /// # Errors
    ///
    /// The file takes no more.
    pub fn note(&mut self, asked: &Asked, outcomes: &[Outcome]) -> std::io::Result<()> {
        let line = Line { version: VERSION, key: key(asked), epoch: self.epoch.clone(), outcomes: outcomes.to_vec() };
        let mut text = serde_json::to_string(&line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())
    }
}

/// A window and its target, in few letters.
fn key(asked: &Asked) -> String {
    let mut hasher = blake3::Hasher::new();
    let target = words(asked.target.as_ref());
    // Lengths keep what stands side by side apart.
    hasher.update(&(target.len() as u64).to_le_bytes()).update(target.as_bytes()).update(asked.text.as_bytes());
    if asked.budget > 0 {
        hasher.update(&[0]).update(&asked.budget.to_le_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warm::asking::Kind;

    fn asked(text: &str) -> Asked {
        Asked { name: "n".into(), text: text.into(), ..Asked::default() }
    }

    fn outcome() -> Vec<Outcome> {
        vec![Outcome { kind: Kind::Better, remembered: false, gain: 2.0, why: String::new(), worker: String::new() }]
    }

    #[test]
    fn what_was_noted_is_known_again_also_after_a_cut() {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path, "e").expect("it opens");
        journal.note(&asked("a"), &outcome()).expect("it takes it");
        journal.note(&asked("b"), &outcome()).expect("it takes it");
        drop(journal);
        let text = std::fs::read_to_string(&path).expect("it reads");
        std::fs::write(&path, &text[..text.len() - 5]).expect("it is cut");
        let mut journal = Journal::open(&path, "e").expect("it opens");
        assert_eq!((journal.done(&asked("a")), journal.done(&asked("b"))), (Some(&outcome()[..]), None));
        journal.note(&asked("b"), &outcome()).expect("it takes it");
        drop(journal);
        assert!(Journal::open(&path, "e").expect("it opens").done(&asked("b")).is_some());
        assert!(Journal::open(&path, "f").expect("it opens").done(&asked("b")).is_none(), "another dictionary");
    }

    #[test]
    fn another_file_is_no_journal() {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let path = folder.path().join("other");
        std::fs::write(&path, "uint8x4 a\n").expect("a file");
        assert!(Journal::open(&path, "e").expect_err("it is none").contains("line 1"));
        let line = r#"{"version": 9, "key": "", "epoch": "e", "outcomes": []}"#;
        std::fs::write(&path, format!("{line}\n")).expect("a file");
        assert!(Journal::open(&path, "e").expect_err("it is none").contains("version 9"));
        assert_eq!(std::fs::read_to_string(&path).expect("it reads"), format!("{line}\n"), "and left alone");
    }
}
