//! `isotoped memo`: what an operator does with a memo's folder while no daemon uses it.

use crate::access::token;
use crate::life::daemon::DaemonError;
use isotope_cache::{Memo, Options};
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// What else the daemon's program does.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Command {
    /// Looks at a memo's folder, or puts it in order, while no daemon uses it.
    #[command(subcommand)]
    Memo(MemoCommand),
    /// Makes a token, for somebody who will call, and its digest, for the file of --access. Neither is kept anywhere else.
    Token,
}

/// What to do with a memo's folder.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum MemoCommand {
    /// Prints how many records and bytes there are.
    Stats {
        /// The folder.
        dir: PathBuf,
    },
    /// Reads every record again. Status 1 if something is damaged or was not written by this memo; that is then in the
    /// folder's quarantine.
    Verify {
        /// The folder.
        dir: PathBuf,
    },
    /// Writes the journal anew without superseded records and damaged bytes.
    Compact {
        /// The folder.
        dir: PathBuf,
    },
    /// Writes all records to a new file: a journal. To restore it, put it as `journal` into an empty folder, with this folder's
    /// file `secret`.
    Export {
        /// The folder.
        dir: PathBuf,
        /// The file, which must not be there yet.
        file: PathBuf,
    },
}

fn make_token(out: &mut dyn Write) -> Result<bool, DaemonError> {
    let token = token::make().map_err(|_| DaemonError::Settings("the system gives no random bytes for a token"))?;
    tell(out, format_args!("token        {token}"));
    tell(out, format_args!("token-digest {}", token::Digest::of(&token).to_hex()));
    Ok(true)
}

/// Does what `command` says and tells `out`. Says whether the memo is in order.
pub fn run(command: &Command, out: &mut dyn Write) -> Result<bool, DaemonError> {
    let command = match command {
        Command::Memo(command) => command,
        Command::Token => return make_token(out),
    };
    let (memo, is_in_order) = match command {
        MemoCommand::Stats { dir } | MemoCommand::Verify { dir } | MemoCommand::Compact { dir } => open(dir, out)?,
        MemoCommand::Export { dir, .. } => open(dir, out)?,
    };
    let (mut lines, mut is_sound) = (Vec::new(), is_in_order);
    match command {
        MemoCommand::Stats { .. } => {
            let stats = memo.stats();
            lines.push(("records", stats.records));
            lines.push(("bytes of the journal", stats.journal_bytes));
        }
        MemoCommand::Verify { .. } => {
            let found = memo.verify()?;
            is_sound &= found.damaged_regions + found.foreign_frames + found.index_mismatches == 0;
            lines.push(("frames", found.frames));
            lines.push(("records", found.live));
            lines.push(("damaged regions", found.damaged_regions));
            lines.push(("bytes of them", found.damaged_bytes));
            lines.push(("frames not of this memo", found.foreign_frames));
            lines.push(("records that the index missed", found.index_mismatches));
        }
        MemoCommand::Compact { .. } => {
            let found = memo.compact()?;
            lines.push(("records", found.live));
            lines.push(("bytes of the journal before", found.bytes_before));
            lines.push(("bytes of the journal after", found.bytes_after));
        }
        MemoCommand::Export { file, .. } => lines.push(("records exported", export(&memo, file)?)),
    }
    for (what, count) in lines {
        tell(out, format_args!("{what:<32}{count:>16}"));
    }
    memo.close()?;
    Ok(is_sound)
}

/// Opens a memo that is there, and says what was wrong with it.
fn open(dir: &Path, out: &mut dyn Write) -> Result<(Memo, bool), DaemonError> {
    if !dir.join("journal").is_file() {
        return Err(DaemonError::NoMemo { path: dir.display().to_string() });
    }
    let (memo, report) = Memo::open(dir, Options::default())?;
    if let Some(aside) = &report.set_aside {
        tell(
            out,
            format_args!("the journal is not sealed with this folder's secret; it is now {}", aside.path.display()),
        );
    }
    for region in &report.damage {
        tell(out, format_args!("{} damaged bytes at byte {} of the journal", region.len, region.offset));
    }
    let is_in_order = report.set_aside.is_none() && report.damaged_regions + report.foreign_frames == 0;
    Ok((memo, is_in_order))
}

fn export(memo: &Memo, path: &Path) -> Result<u64, DaemonError> {
    let at = |source| DaemonError::ReadyFile { path: path.display().to_string(), source };
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(at)?;
    let count = memo.export(&mut BufWriter::new(&file))?;
    file.sync_all().map_err(at)?;
    Ok(count)
}

fn tell(out: &mut dyn Write, line: std::fmt::Arguments<'_>) {
    // Whoever closes the pipe wants no more.
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_cache::{Epoch, Key, Record, Verdict};

    fn did(command: MemoCommand) -> (Result<bool, DaemonError>, String) {
        let mut out = Vec::new();
        let result = run(&Command::Memo(command), &mut out);
        (result, String::from_utf8(out).unwrap())
    }

    fn record(n: u8, size: usize) -> Record {
        let (key, epoch) = (Key([n; 32]), Epoch([7; 32]));
        Record { key, epoch, verdict: Verdict::Proved, work: 1, payload: vec![n; size].into() }
    }

    /// A folder in which record 1 was put three times and record 2 once.
    fn filled() -> (tempfile::TempDir, PathBuf) {
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("memo");
        let (memo, _) = Memo::open(&dir, Options::default()).unwrap();
        for record in [record(1, 500), record(1, 600), record(1, 700), record(2, 500)] {
            memo.put(record).unwrap();
        }
        drop(memo);
        (parent, dir)
    }

    #[test]
    fn an_operator_counts_verifies_compacts_and_exports() {
        let (parent, dir) = filled();
        let (done, text) = did(MemoCommand::Stats { dir: dir.clone() });
        assert!(done.unwrap() && text.contains("records                                        2\n"), "{text}");
        let (done, text) = did(MemoCommand::Verify { dir: dir.clone() });
        assert!(done.unwrap() && text.contains("frames                                         4\n"), "{text}");
        let size = || std::fs::metadata(dir.join("journal")).unwrap().len();
        let before = size();
        let (done, text) = did(MemoCommand::Compact { dir: dir.clone() });
        assert!(done.unwrap() && text.contains(&format!("after{:>22}", size())), "{text}");
        assert!(size() * 3 < before * 2, "{} of {before}", size());

        let copy = parent.path().join("copy");
        std::fs::create_dir(&copy).unwrap();
        let file = copy.join("journal");
        let (done, text) = did(MemoCommand::Export { dir: dir.clone(), file: file.clone() });
        assert!(done.unwrap() && text.contains("records exported"), "{text}");
        assert!(did(MemoCommand::Export { dir: dir.clone(), file }).0.is_err(), "nothing is overwritten");
        std::fs::copy(dir.join("secret"), copy.join("secret")).unwrap();
        assert!(did(MemoCommand::Verify { dir: copy }).0.unwrap(), "an export with its secret is a memo");
    }

    #[test]
    fn damage_is_found_and_said() {
        let (_parent, dir) = filled();
        let path = dir.join("journal");
        let mut bytes = std::fs::read(&path).unwrap();
        let at = bytes.len() - 100;
        bytes[at] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let (done, text) = did(MemoCommand::Verify { dir });
        assert!(!done.unwrap() && text.contains("damaged bytes at byte"), "{text}");
    }

    #[test]
    fn a_folder_without_a_memo_or_with_a_daemon_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let (done, _) = did(MemoCommand::Compact { dir: parent.path().join("nowhere") });
        assert!(done.unwrap_err().to_string().contains("no memo"));
        assert!(!parent.path().join("nowhere").exists(), "and not made");
        let (_parent, dir) = filled();
        let _daemon = Memo::open(&dir, Options::default()).unwrap();
        let (done, _) = did(MemoCommand::Verify { dir });
        assert!(done.unwrap_err().to_string().contains("in use"));
    }
}
