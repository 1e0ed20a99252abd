//! `isotoped memo`, what an operator does with a memo's folder while no daemon uses it, and `isotoped new-key`.

use crate::access::token;
use crate::settings::commands::{Command, MemoCommand};
use crate::settings::error::DaemonError;
use isotope_cache::{Memo, Options};
use isotope_tier::{KeyId, Keyring, NewKey};
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

fn make_token(out: &mut dyn Write) -> Result<bool, DaemonError> {
    let undrawn = |source| DaemonError::System { what: "no token can be drawn", source };
    let token = token::make().map_err(undrawn)?;
    tell(out, format_args!("token        {token}"));
    tell(out, format_args!("token-digest {}", token::Digest::of(&token).to_hex()));
    Ok(true)
}

/// Does what `command` says and tells `out`. Says whether the memo is in order.
pub fn run(command: &Command, out: &mut dyn Write) -> Result<bool, DaemonError> {
    let command = match command {
        Command::Memo(command) => command,
        Command::Token => return make_token(out),
        Command::NewKey { name } => return new_key(name, out).map(|()| true),
    };
    let (memo, is_in_order) = match command {
        MemoCommand::Stats { dir } | MemoCommand::Verify { dir } | MemoCommand::Compact { dir } => open(dir, out)?,
        MemoCommand::Export { dir, .. } | MemoCommand::Snapshot { dir, .. } | MemoCommand::Purge { dir, .. } => {
            open(dir, out)?
        }
        MemoCommand::Pin { dir, .. } | MemoCommand::Unpin { dir, .. } => open(dir, out)?,
        MemoCommand::Import(import) => return import.run(out),
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
            lines.push(("frames not of this cache", found.foreign_frames));
            lines.push(("records that the index missed", found.index_mismatches));
        }
        MemoCommand::Compact { .. } => {
            let found = memo.compact()?;
            lines.push(("records", found.live));
            lines.push(("bytes of the journal before", found.bytes_before));
            lines.push(("bytes of the journal after", found.bytes_after));
        }
        MemoCommand::Export { file, .. } => lines.push(("records exported", export(&memo, file)?)),
        MemoCommand::Snapshot { file, tier_keys, .. } => {
            lines.push(("records in the snapshot", snapshot(&memo, file, &Keyring::read(tier_keys)?)?));
        }
        MemoCommand::Import(_) => {}
        MemoCommand::Pin { conditions, .. } => {
            lines.push(("records pinned", memo.pin(&conditions.keys(&memo)?)? as u64));
            lines.push(("pinned in all", memo.pinned().len() as u64));
        }
        MemoCommand::Unpin { conditions, .. } => {
            lines.push(("records no longer pinned", memo.unpin(&conditions.keys(&memo)?)? as u64));
            lines.push(("pinned in all", memo.pinned().len() as u64));
        }
        MemoCommand::Purge { conditions, pinned, dry_run, .. } => {
            let (mut keys, pins) = (conditions.keys(&memo)?, memo.pinned());
            let found = keys.len();
            keys.retain(|key| *pinned || !pins.contains(key));
            lines.push(("pinned records that stay", (found - keys.len()) as u64));
            lines.push((if *dry_run { "records to be dropped" } else { "records dropped" }, keys.len() as u64));
            if !*dry_run {
                memo.purge(&keys.into_iter().collect())?;
            }
        }
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
    if report.pins_lost {
        tell(out, format_args!("what was pinned is not known any more: pins and pins.copy are both damaged"));
    }
    let is_in_order =
        !report.pins_lost && report.set_aside.is_none() && report.damaged_regions + report.foreign_frames == 0;
    Ok((memo, is_in_order))
}

fn new_key(name: &str, out: &mut dyn Write) -> Result<(), DaemonError> {
    let no_key = |why: String| isotope_tier::SetupError::Keys { path: name.to_owned(), why };
    KeyId::new(name).ok_or_else(|| no_key("a name is up to 32 letters, digits, `-`, `_` and `.`".to_owned()))?;
    let key = NewKey::draw().map_err(|e| no_key(format!("no random bytes: {e}")))?;
    tell(out, format_args!("# for daemons that write to the tier\ncurrent = {name:?}\n"));
    tell(out, format_args!("[keys.{name:?}]\nsecret = \"{}\"\n", key.secret));
    tell(out, format_args!("# for daemons that only read it\n# [keys.{name:?}]\n# public = \"{}\"", key.public));
    Ok(())
}

fn snapshot(memo: &Memo, path: &Path, keys: &Keyring) -> Result<u64, DaemonError> {
    let at = |source| DaemonError::ReadyFile { path: path.display().to_string(), source };
    let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(at)?;
    let done = isotope_tier::snapshot::write(memo, keys, &mut BufWriter::new(&file), path);
    let done = done.map_err(DaemonError::from).and_then(|count| file.sync_all().map_err(at).map(|()| count));
    if done.is_err() {
        // Half a snapshot is none, and would be in the way of the next.
        let _ = std::fs::remove_file(path);
    }
    done
}

fn export(memo: &Memo, path: &Path) -> Result<u64, DaemonError> {
    let at = |source| DaemonError::ReadyFile { path: path.display().to_string(), source };
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(at)?;
    let count = memo.export(&mut BufWriter::new(&file))?;
    file.sync_all().map_err(at)?;
    Ok(count)
}

pub(crate) fn tell(out: &mut dyn Write, line: std::fmt::Arguments<'_>) {
    // Whoever closes the pipe wants no more.
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::commands::Import;
    use crate::stored::purging::Conditions;
    use isotope_cache::{Epoch, Key, Record, Verdict};
    use std::path::PathBuf;

    fn told(command: &Command) -> (Result<bool, DaemonError>, String) {
        let mut out = Vec::new();
        let result = run(command, &mut out);
        (result, String::from_utf8(out).unwrap())
    }

    fn did(command: MemoCommand) -> (Result<bool, DaemonError>, String) {
        told(&Command::Memo(command))
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
    fn a_snapshot_goes_from_one_memo_to_another_and_purging_takes_it_away() {
        let (parent, dir) = filled();
        let (made, text) = told(&Command::NewKey { name: "a.b".to_owned() });
        assert!(made.unwrap());
        let tier_keys = parent.path().join("keys");
        let private = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&tier_keys);
        private.unwrap().write_all(text.as_bytes()).unwrap();
        let (file, new) = (parent.path().join("snapshot"), parent.path().join("new"));
        let snapshot = || MemoCommand::Snapshot { dir: dir.clone(), file: file.clone(), tier_keys: tier_keys.clone() };
        let (done, text) = did(snapshot());
        assert!(done.unwrap() && text.starts_with("records in the snapshot") && text.ends_with(" 2\n"), "{text}");
        assert!(did(snapshot()).0.is_err(), "nothing is overwritten");
        let import = || {
            let (dir, file, tier_keys) = (new.clone(), file.clone(), Some(tier_keys.clone()));
            MemoCommand::Import(Import { dir, file, tier_keys, ..Import::default() })
        };
        let imported = |count: &str| {
            let (done, text) = did(import());
            let line = text.lines().find(|line| line.starts_with("records imported"));
            assert!(done.unwrap() && line.is_some_and(|line| line.ends_with(count)), "{text}");
        };
        imported(" 2");
        let conditions = Conditions { window: Some("0101".to_owned()), ..Conditions::default() };
        let (dir, again) = (new.clone(), conditions.clone());
        let (done, text) = did(MemoCommand::Pin { dir, conditions: again });
        assert!(done.unwrap() && text.starts_with("records pinned") && text.ends_with(" 1\n"), "{text}");
        let (dir, again) = (new.clone(), conditions.clone());
        let (done, text) = did(MemoCommand::Purge { dir, conditions: again, pinned: false, dry_run: false });
        assert!(
            done.unwrap()
                && text.starts_with("pinned records that stay")
                && text.contains(" 1\n")
                && text.ends_with(" 0\n"),
            "{text}"
        );
        let (dir, again) = (new.clone(), conditions.clone());
        let (done, text) = did(MemoCommand::Unpin { dir, conditions: again });
        assert!(done.unwrap() && text.ends_with(" 0\n"), "{text}");
        let purge =
            |dry_run| MemoCommand::Purge { dir: new.clone(), conditions: conditions.clone(), pinned: false, dry_run };
        for dry_run in [true, false] {
            let (done, text) = did(purge(dry_run));
            assert!(done.unwrap() && text.ends_with(" 1\n"), "{text}");
        }
        imported(" 1");
        let mut bytes = std::fs::read(&file).unwrap();
        bytes.pop();
        std::fs::write(&file, bytes).unwrap();
        assert!(did(import()).0.unwrap_err().to_string().contains("cut off"));
        assert!(told(&Command::NewKey { name: "a b".to_owned() }).0.is_err());
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
        assert!(done.unwrap_err().to_string().contains("no cache"));
        assert!(!parent.path().join("nowhere").exists(), "and not made");
        let (_parent, dir) = filled();
        let _daemon = Memo::open(&dir, Options::default()).unwrap();
        let (done, _) = did(MemoCommand::Verify { dir });
        assert!(done.unwrap_err().to_string().contains("in use"));
    }
}
