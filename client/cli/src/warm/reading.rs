//! The questions: expression files, folders of them, and reports of Halide programs.

use super::kernels;
use super::windows::apart;
use crate::limits;
use crate::report::{expression, is_report};
use isotope_proto::v1;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// A window to ask for, once for each target that it is wanted for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The file, the line of a report, and which window of a text that holds several.
    pub name: String,
    /// The window in the text form; a whole text where that does not read.
    pub text: String,
    /// The target; `None`: the text's own line says it.
    pub target: Option<v1::Target>,
    /// The budget that it is asked with; 0: that of the job.
    pub budget: u64,
    /// How often it was met.
    pub times: u64,
    /// A kernel that is made in place of a window; its text is what its file says of it.
    pub kernel: Option<v1::CompileRequest>,
}

impl Asked {
    /// The call that makes a kernel, for its target; nothing for a window.
    pub(super) fn request(&self, expected_epoch: Option<&String>) -> Option<v1::CompileRequest> {
        let (target, expected_epoch) = (self.target.clone(), expected_epoch.cloned());
        self.kernel.clone().map(|request| v1::CompileRequest { target, expected_epoch, ..request })
    }
}

/// The questions that were read: each window and target once, those met most often first.
#[derive(Debug, Default)]
pub struct Read {
    /// The questions.
    pub asked: Vec<Asked>,
    /// The files that could not be read, with the reason.
    pub unread: Vec<(String, String)>,
    /// Files of folders that are neither reports nor called like files of expressions.
    pub skipped: Vec<String>,
}

/// How files of expressions end in folders, where they have a suffix at all; reports are known by what they hold.
const SUFFIX: &str = "txt";

/// Skipped files that are named.
const NAMED: usize = 3;

/// Reads paths: files, and the reports and files of expressions of folders by name, folders in them too. `targets` take the place of what files and reports say;
/// `otherwise` is for texts that say none.
///
/// # Errors
///
/// A path that is not there or cannot be read, in a sentence. A file inside a folder that is no text is only noted.
pub fn read(paths: &[PathBuf], targets: &[v1::Target], otherwise: &v1::Target) -> Result<Read, String> {
    let mut reader = Reader { targets, otherwise, known: HashMap::new(), read: Read::default() };
    for path in paths {
        let shown = path.display();
        let kind = fs::metadata(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        if kind.is_dir() {
            reader.folder(path, 0)?;
        } else {
            reader.file(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        }
    }
    let mut read = reader.read;
    // Of equals the one that was read first.
    read.asked.sort_by_key(|asked| std::cmp::Reverse(asked.times));
    Ok(read)
}

impl Read {
    /// A note about the files that were skipped, if there are any.
    pub fn note(&self) -> Option<String> {
        let mut names = self.skipped.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        if self.skipped.len() > NAMED {
            names += ", ...";
        }
        let what = match self.skipped.len() {
            0 => return None,
            1 => "1 file of a folder that is no report".to_owned(),
            count => format!("{count} files of folders that are no reports"),
        };
        Some(format!(
            "skipped: {what}, without .{SUFFIX} or .{} at the end ({names}); name a file itself to have it read",
            kernels::SUFFIX
        ))
    }

    /// Adds what compilers asked a daemon for and did not get in time, for `targets` instead of their own if there are any, and
    /// with the `budget` of the job if it has one.
    pub fn add_misses(&mut self, misses: Vec<v1::Miss>, targets: &[v1::Target], budget: Option<u64>) {
        for miss in misses {
            let own = vec![miss.target.unwrap_or_default()];
            let wanted = if targets.is_empty() { own } else { targets.to_vec() };
            self.asked.extend(wanted.into_iter().map(|target| Asked {
                name: format!("miss {}", miss.key.get(..16).unwrap_or(&miss.key)),
                text: miss.text.clone(),
                target: Some(target),
                budget: if budget.is_some() { 0 } else { miss.budget },
                times: miss.times,
                kernel: None,
            }));
        }
        self.asked.sort_by_key(|asked| std::cmp::Reverse(asked.times));
    }
}

struct Reader<'a> {
    targets: &'a [v1::Target],
    otherwise: &'a v1::Target,
    /// Where each window and target stands.
    known: HashMap<(String, String), usize>,
    read: Read,
}

impl Reader<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), String> {
        let shown = folder.display();
        if depth > limits::MAX_FOLDER_DEPTH {
            return Err(format!("{shown} is deeper than the bound MAX_FOLDER_DEPTH = {}", limits::MAX_FOLDER_DEPTH));
        }
        let unreadable = |error: std::io::Error| format!("cannot read {shown}: {error}");
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
        paths.sort();
        for path in paths {
            if path.is_dir() {
                // A link may lead back.
                if !path.is_symlink() {
                    self.folder(&path, depth + 1)?;
                }
            } else if !path.is_file() {
                // Opening a pipe would wait for whoever writes to it.
                self.read.unread.push((path.display().to_string(), "no regular file".to_owned()));
            } else if let Err(error) = self.found(&path) {
                self.read.unread.push((path.display().to_string(), error.to_string()));
            }
        }
        Ok(())
    }

    /// A file of a folder, which nobody has named.
    fn found(&mut self, path: &Path) -> std::io::Result<()> {
        let is_called_so = path.extension().is_none_or(|suffix| suffix == SUFFIX || suffix == kernels::SUFFIX);
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if (is_called_so && !is_hidden) || begins_a_report(&mut BufReader::new(File::open(path)?))? {
            return self.file(path);
        }
        self.read.skipped.push(path.display().to_string());
        Ok(())
    }

    fn file(&mut self, path: &Path) -> std::io::Result<()> {
        let mut reader = BufReader::new(File::open(path)?);
        let name = path.display().to_string();
        if begins_a_report(&mut reader)? {
            return self.report(&name, reader);
        }
        let mut text = String::new();
        reader.take(limits::MAX_FILE_BYTES + 1).read_to_string(&mut text)?;
        if text.len() as u64 > limits::MAX_FILE_BYTES {
            let why = format!("over the bound MAX_FILE_BYTES = {}", limits::MAX_FILE_BYTES);
            self.read.unread.push((name, why));
        } else if path.extension().is_some_and(|suffix| suffix == kernels::SUFFIX) {
            self.kernels(&name, &text);
        } else if path.extension().is_some_and(|suffix| suffix == "mlir") {
            match kernels::program(path) {
                Ok(request) => self.add_one(&name, &text, Some(self.otherwise), Some(&request)),
                Err(why) => self.read.unread.push((name, why)),
            }
        } else if !text.trim().is_empty() {
            let says = text.lines().any(|line| line.trim_start().starts_with("target "));
            self.add(&name, text, if says { None } else { Some(self.otherwise.clone()) });
        }
        Ok(())
    }

    /// A file of kernels: one a line, after a line with their target or without.
    fn kernels(&mut self, name: &str, text: &str) {
        let mut own = self.otherwise.clone();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if let Some(words) = line.strip_prefix("target ") {
                own = target(words);
            } else if !line.is_empty() && !line.starts_with("//") {
                match kernels::kernel(line) {
                    Ok(request) => self.add_one(&format!("{name}:{number}"), line, Some(&own), Some(&request)),
                    Err(why) => self.read.unread.push((format!("{name}:{number}"), why)),
                }
            }
        }
    }

    /// A report grows with every compile: a line at a time.
    fn report(&mut self, name: &str, mut reader: impl BufRead) -> std::io::Result<()> {
        let mut line = String::new();
        for number in 1.. {
            line.clear();
            let length = reader.by_ref().take(limits::MAX_REPORT_LINE + 1).read_line(&mut line)?;
            let at = format!("{name}:{number}");
            match length {
                0 => break,
                length if length as u64 > limits::MAX_REPORT_LINE => {
                    let why = format!("over the bound MAX_REPORT_LINE = {} bytes", limits::MAX_REPORT_LINE);
                    self.read.unread.push((at, why));
                    break;
                }
                _ if line.trim().is_empty() => continue,
                _ => {}
            }
            match expression(number, &line) {
                // A line that Halide keeps to itself was never asked.
                Ok(line) if line.asked.is_empty() => {}
                Ok(line) => self.add(&at, line.asked, Some(target(&line.target))),
                Err(why) => self.read.unread.push((at, why)),
            }
        }
        Ok(())
    }

    /// Adds each window of a text.
    fn add(&mut self, name: &str, text: String, own: Option<v1::Target>) {
        let windows = apart(text);
        let count = windows.len();
        for (number, window) in (1..).zip(windows) {
            let name = if count == 1 { name.to_owned() } else { format!("{name}, window {number}") };
            self.add_one(&name, &window, own.as_ref(), None);
        }
    }

    fn add_one(&mut self, name: &str, text: &str, own: Option<&v1::Target>, kernel: Option<&v1::CompileRequest>) {
        let targets =
            if self.targets.is_empty() { vec![own.cloned()] } else { self.targets.iter().cloned().map(Some).collect() };
        for target in targets {
            let key = (text.to_owned(), words(target.as_ref()));
            let next = self.read.asked.len();
            match self.known.entry(key) {
                std::collections::hash_map::Entry::Occupied(at) => self.read.asked[*at.get()].times += 1,
                std::collections::hash_map::Entry::Vacant(at) => {
                    at.insert(next);
                    self.read.asked.push(Asked {
                        name: name.to_owned(),
                        text: text.to_owned(),
                        target,
                        kernel: kernel.cloned(),
                        times: 1,
                        ..Asked::default()
                    });
                }
            }
        }
    }
}

/// Whether a file is a report. The bytes read for this are read again.
fn begins_a_report(reader: &mut impl BufRead) -> std::io::Result<bool> {
    Ok(is_report(&String::from_utf8_lossy(reader.fill_buf()?)))
}

/// A target as a report or a `target` line says it: architecture, CPU, features.
pub fn target(words: &str) -> v1::Target {
    let mut words = words.split_whitespace();
    let mut next = || words.next().unwrap_or_default().to_owned();
    let (arch, mcpu) = (next(), next());
    v1::Target { arch, mcpu, mattr: words.collect::<Vec<_>>().join(",") }
}

/// The same the other way round; empty where the text says it.
pub fn words(target: Option<&v1::Target>) -> String {
    target.map_or_else(String::new, |t| format!("{} {} {}", t.arch, t.mcpu, t.mattr))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUM: &str = "uint8x16 ((uint8x16)a + (uint8x16)b)\n";

    fn line(asked: &str, target: &str) -> String {
        serde_json::json!({"place": "p", "target": target, "used": false, "why_not": "", "asked": asked}).to_string()
            + "\n"
    }

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a scratch folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    #[test]
    fn files_folders_and_reports_are_read_once_for_each_window_and_target() {
        let report =
            [line(SUM, "x86_64 znver4"), line("", "x86_64 znver4"), line(SUM, "x86_64 znver4"), "{}\n".to_owned()];
        let own = format!("target x86_64 haswell tune=znver3\n{SUM}");
        let files = folder(&[("a.txt", SUM), ("b/own.txt", &own), ("b/r.jsonl", &report.concat()), ("c.txt", "\n")]);
        let host = target("x86_64 znver3 +gfni -fma");
        assert_eq!(host.mattr, "+gfni,-fma");
        let found = read(&[files.path().to_owned()], &[], &host).expect("it reads");
        let said: Vec<(u64, String)> = found.asked.iter().map(|a| (a.times, words(a.target.as_ref()))).collect();
        let wanted = [(2, "x86_64 znver4 "), (1, "x86_64 znver3 +gfni,-fma"), (1, "")];
        assert_eq!(said, wanted.map(|(times, target)| (times, target.to_owned())));
        assert_eq!(found.unread.len(), 1, "{:?}", found.unread);
        assert!(found.unread[0].0.ends_with("r.jsonl:4") && found.unread[0].1.contains("line 4"), "{:?}", found.unread);

        let two = [target("x86_64 znver4"), target("x86_64 znver5")];
        let found = read(&[files.path().join("b")], &two, &host).expect("it reads");
        let times: Vec<u64> = found.asked.iter().map(|a| a.times).collect();
        assert_eq!(times, [2, 2, 1, 1], "the report's text, and the file's, for both");
    }

    #[test]
    fn a_stray_file_of_a_folder_is_skipped_and_said_unless_it_is_named() {
        let host = v1::Target::default();
        let names = ["a.py", "b.txt", "c", "d.log", "e.cpp", "f.o", ".g.txt"];
        let files = folder(&names.map(|name| (name, SUM)));
        fs::write(files.path().join("job.report"), line(SUM, "x86_64 znver4")).expect("a file");
        let found = read(&[files.path().to_owned()], &[], &host).expect("it reads");
        let asked: Vec<(u64, String)> = found.asked.iter().map(|a| (a.times, words(a.target.as_ref()))).collect();
        assert_eq!(asked, [(2, "  ".to_owned()), (1, "x86_64 znver4 ".to_owned())], "b.txt and c, and the report");
        assert_eq!((found.skipped.len(), found.unread.len()), (5, 0));
        let note = found.note().expect("it says so");
        assert!(
            note.starts_with("skipped: 5 files of folders") && note.contains("a.py") && note.contains("..."),
            "{note}"
        );
        let named = read(&[files.path().join("a.py")], &[], &host).expect("it reads");
        assert_eq!((named.asked.len(), named.note()), (1, None));
    }

    #[test]
    fn a_file_of_several_windows_is_asked_for_window_by_window() {
        let other = "uint8x16 ((uint8x16)a - (uint8x16)b)\n";
        let files = folder(&[("a.txt", &format!("{SUM}{other}")), ("b.txt", &format!("{other}{SUM}{other}"))]);
        let found = read(&[files.path().to_owned()], &[], &v1::Target::default()).expect("it reads");
        let said: Vec<(u64, &str, &str)> = found
            .asked
            .iter()
            .map(|a| (a.times, a.text.as_str(), a.name.rsplit('/').next().unwrap_or_default()))
            .collect();
        assert_eq!(said, [(3, other, "a.txt, window 2"), (2, SUM, "a.txt, window 1")]);
    }

    #[test]
    fn what_is_not_there_is_said_and_what_is_no_text_is_noted() {
        let host = v1::Target::default();
        let error = read(&[PathBuf::from("/nowhere/at/all")], &[], &host).expect_err("it is not there");
        assert!(error.contains("/nowhere/at/all"), "{error}");
        let files = folder(&[("a.txt", SUM)]);
        fs::write(files.path().join("b.txt"), [0xff, 0xfe, 0x00]).expect("a file");
        let _socket = std::os::unix::net::UnixListener::bind(files.path().join("c.sock")).expect("a socket");
        let found = read(&[files.path().to_owned()], &[], &host).expect("it reads");
        assert_eq!((found.asked.len(), found.unread.len()), (1, 2));
        assert_eq!(found.unread[1].1, "no regular file");
        assert!(read(&[files.path().join("b.txt")], &[], &host).is_err(), "named, it has to be one");
    }
}
