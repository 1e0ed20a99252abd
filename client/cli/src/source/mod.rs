//! C, C++ and LLVM IR as questions: clang or opt runs Isotope's plug-in, which finds the windows of what the vectorisers made.
//!
//! The compiler runs in the sandbox of LLVM's tools. The plug-in reaches no daemon from there: it reports what it would ask, and this
//! command asks that with its own identity. Its input comes from outside as expressions do, and has the same bounds.

mod bodies;
mod flags;
mod listing;
mod pairs;

pub use bodies::{Asked, Body, body};
pub use flags::split;
pub use listing::{Listing, quoted};
pub use pairs::{Pair, pair};

use crate::assembly;
use crate::limits::{MAX_SOURCE_WINDOWS, SOURCE_LIMIT};
use crate::report::{self, Expression};
use isotope_client::{Client, ClientError};
use isotope_proto::v1;
use isotope_tools::sandbox::Confinement;
use isotope_tools::{Given, Runs, Tool, ToolError, compile};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The sandbox of compilers: found out once, by trying it.
static RUNS: LazyLock<Runs> = LazyLock::new(|| Runs::new(1, Confinement::of_this_machine()));

/// Where a report goes that is read from the compiler's output.
const REPORT: &str = "/dev/stdout";

/// How a line of a report begins: no line of assembly or of LLVM IR does.
const RECORD: &str = "{\"version\": ";

/// A language that clang or opt reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// LLVM IR as text.
    LlvmIr,
}

impl Language {
    /// The language of a file, by the end of its name; none of what is no source.
    pub fn of(file: &Path) -> Option<Self> {
        match file.extension()?.to_str()? {
            "c" | "i" => Some(Language::C),
            "cc" | "cpp" | "cxx" | "c++" | "C" | "ii" => Some(Language::Cpp),
            "ll" => Some(Language::LlvmIr),
            _ => None,
        }
    }
}

/// A source as it was read.
pub struct Source {
    /// Its name in messages.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// The folder that its own includes are looked for in; none of a text that is no file.
    pub folder: Option<PathBuf>,
    /// Further flags of clang.
    pub flags: Vec<String>,
}

/// Why a source has no windows.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The source or a flag is wrong: the compiler's own words, with the place.
    #[error("{0}")]
    Mistake(String),
    /// The plug-in is not there.
    #[error(
        "{name}: the plug-in for clang 19 finds what is asked, and {path} is not there; client/llvm/build.sh builds it, and \
         ISOTOPE_LLVM_PLUGIN=FILE names it"
    )]
    NoPlugin {
        /// The source.
        name: String,
        /// Where it was looked for.
        path: String,
    },
    /// The compiler is not there, or did not end in time.
    #[error("{0}")]
    Tool(#[from] ToolError),
}

/// The windows that a compiler found, and its code.
#[derive(Debug)]
pub struct Compiled {
    /// The windows, in the order of the lines.
    pub windows: Vec<Window>,
    /// The parts that are not asked, and why: sentences with places.
    pub notes: Vec<String>,
    /// The compiler's own assembly, without answers.
    pub listing: Listing,
}

/// One expression of a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The line of the source; 0 where the compiler does not know it.
    pub line: u32,
    /// Its description: `store of 32 lanes of i8 in blend`.
    pub title: String,
    /// The processor that its function is compiled for.
    pub target: v1::Target,
    /// The expression in the text form.
    pub text: String,
}

/// Compiles a source for a target with the plug-in, and gives its windows.
///
/// # Errors
///
/// The compiler refuses the source, is missing, or takes too long.
pub fn compiled(source: &Source, target: &v1::Target, plugin: &Path) -> Result<Compiled, SourceError> {
    let missing = || SourceError::NoPlugin { name: source.name.clone(), path: plugin.display().to_string() };
    let plugin = plugin.canonicalize().map_err(|_| missing())?;
    let is_ir = source.language == Language::LlvmIr;
    let (program, package) = if is_ir { ("opt-19", "llvm-19") } else { ("clang-19", "clang-19") };
    let tool = Tool { program: program.into(), package, limit: SOURCE_LIMIT };
    let arguments =
        if is_ir { flags::of_opt(source, target, &plugin) } else { flags::of_clang(source, target, &plugin) };
    let mut reads = flags::folders(source);
    reads.extend(plugin.parent().map(Path::to_owned));
    let given = Given { reads, variables: vec![("ISOTOPE_REPORT", REPORT.to_owned())], ..Given::default() };
    let output = tool.run_given((&arguments, &given), source.text.clone(), &RUNS, &|| false)?;
    if !output.ok {
        return Err(SourceError::Mistake(mistakes(&source.name, program, &output.stderr)));
    }
    let printed = output.text();
    let (records, code): (Vec<&str>, Vec<&str>) = printed.lines().partition(|line| line.starts_with(RECORD));
    let (windows, mut notes) = windows(&source.name, &records)?;
    let listing = match (is_ir, code.join("\n") + "\n") {
        (false, code) => Listing::read(&code),
        (true, module) => assembly_of(&module, target).unwrap_or_else(|why| {
            notes.push(format!("{}: the compiler's own code is not shown: {why}", source.name));
            Listing::default()
        }),
    };
    Ok(Compiled { windows, notes, listing })
}

/// The assembly of a module that opt has optimised. It names its source, which no tool here reads.
fn assembly_of(module: &str, target: &v1::Target) -> Result<Listing, ToolError> {
    let lines: Vec<&str> = module.lines().filter(|line| !line.starts_with("source_filename")).collect();
    let arguments = vec![format!("-mcpu={}", target.mcpu)];
    let code = compile(&Tool::llc(), arguments, lines.join("\n") + "\n", &RUNS, &|| false)?;
    Ok(Listing::read(&String::from_utf8_lossy(&code)))
}

/// A compiler's complaints, with the name of the source in the place of standard input's.
pub fn mistakes(name: &str, program: &str, stderr: &str) -> String {
    let errors: Vec<&str> =
        stderr.lines().filter(|line| line.contains("error:")).take(crate::limits::MAX_MISTAKES).collect();
    if errors.is_empty() {
        let last = stderr.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it ends without a word");
        return format!("{name}: {program}: {last}");
    }
    // opt says its own name first, and llc twice.
    let place = |line: &&str| match line.split_once("<stdin>:") {
        Some((_, rest)) => format!("{name}:{rest}"),
        None => format!("{name}: {line}"),
    };
    errors.iter().map(place).collect::<Vec<_>>().join("\n")
}

/// The windows of a report's lines, and notes on what is none.
fn windows(name: &str, records: &[&str]) -> Result<(Vec<Window>, Vec<String>), SourceError> {
    let (mut windows, mut notes): (Vec<Window>, Vec<String>) = (Vec::new(), Vec::new());
    for (number, record) in (1..).zip(records) {
        let unread = |why| SourceError::Mistake(format!("{name}: the report of the plug-in, {why}"));
        let record = report::expression(number, record).map_err(unread)?;
        let (title, line) = place(&record);
        if record.asked.is_empty() {
            notes.push(format!("{name}:{line}: {title}: {}", record.why_not));
            continue;
        }
        let target = crate::warm::reading::target(&record.target);
        let window = Window { line, title, target, text: record.asked };
        windows.push(window);
    }
    // The narrowest first: it stands for the wider ones that hold it, and for its copies in unrolled code.
    windows.sort_by_key(|window| (window.line, stores(&window.title).0));
    let mut seen: Vec<(u32, String, v1::Target)> = Vec::new();
    windows.retain(|window| {
        let key = (window.line, stores(&window.title).1.to_owned(), window.target.clone());
        let is_new = !seen.contains(&key);
        seen.extend(is_new.then_some(key));
        is_new
    });
    if windows.len() > MAX_SOURCE_WINDOWS {
        notes.push(format!(
            "{name}: the first {MAX_SOURCE_WINDOWS} of {} expressions are asked (MAX_SOURCE_WINDOWS)",
            windows.len()
        ));
        windows.truncate(MAX_SOURCE_WINDOWS);
    }
    if windows.is_empty() {
        notes.push(format!(
            "{name}: the compiler made no vectors of integers that are asked for: loops over arrays of integers have some, as in \
             examples/clang/blend.c"
        ));
    }
    Ok((windows, notes))
}

/// How many stores side by side a title names, and what is stored where: `2 stores of 32 lanes of i8 in blend`.
fn stores(title: &str) -> (u32, &str) {
    if let Some(rest) = title.strip_prefix("store of ") {
        return (1, rest);
    }
    let several = title.split_once(" stores of ").and_then(|(count, rest)| Some((count.parse().ok()?, rest)));
    several.unwrap_or((1, title))
}

/// A place of the plug-in's, `store of 32 lanes of i8 in blend line 3`, without its line.
fn place(record: &Expression) -> (String, u32) {
    match record.place.rsplit_once(" line ") {
        Some((title, line)) => (title.to_owned(), line.parse().unwrap_or(0)),
        None => (record.place.clone(), 0),
    }
}

/// Asks for windows, those of one processor together: an answer for each, or why there is none.
///
/// # Errors
///
/// The daemon refuses the call or is not there.
pub async fn ask(
    windows: &[Window],
    client: &Client,
    options: &v1::Options,
    expected_epoch: Option<&str>,
) -> Result<Vec<Result<v1::Answer, String>>, ClientError> {
    let unanswered = || Err("the daemon ended the call without an answer".to_owned());
    let mut answers: Vec<Result<v1::Answer, String>> = windows.iter().map(|_| unanswered()).collect();
    let mut targets: Vec<&v1::Target> = Vec::new();
    windows.iter().for_each(|window| targets.extend((!targets.contains(&&window.target)).then_some(&window.target)));
    for target in targets {
        let own = windows.iter().enumerate().filter(|(_, window)| window.target == *target);
        let item = |(at, window): (usize, &Window)| v1::BatchItem {
            index: at as u64,
            program: Some(v1::batch_item::Program::Text(window.text.clone())),
        };
        let message = v1::SelectBatchRequest {
            items: own.map(item).collect(),
            target: Some(target.clone()),
            options: Some(options.clone()),
            expected_epoch: expected_epoch.map(str::to_owned),
        };
        let mut batch = client.select_batch(tokio_stream::once(message)).await?;
        while let Some(response) = batch.message().await? {
            for answer in response.answers {
                let Some(place) = answers.get_mut(answer.index as usize) else { continue };
                *place = match (answer.failure, answer.answers.into_iter().next()) {
                    (None, Some(answer)) => Ok(answer),
                    (Some(failure), _) => Err(failure.message),
                    (None, None) => unanswered(),
                };
            }
        }
    }
    Ok(answers)
}

/// The parts of the compilers' sandbox that this machine lacks.
pub fn lacks() -> Option<String> {
    assembly::lacks()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_the_names_of_files() {
        for (name, language) in [
            ("a.c", Some(Language::C)),
            ("a.cpp", Some(Language::Cpp)),
            ("d.x/a.ll", Some(Language::LlvmIr)),
            ("a.txt", None),
        ] {
            assert_eq!(Language::of(Path::new(name)), language, "{name}");
        }
    }

    #[test]
    fn mistakes_have_the_name_of_the_source() {
        let stderr =
            "<stdin>:3:5: error: expected ';'\n  x\n  ^\nf.h:1:1: error: unknown type name 'y'\n2 errors generated.\n";
        assert_eq!(
            mistakes("f.c", "clang-19", stderr),
            "f.c:3:5: error: expected ';'\nf.c: f.h:1:1: error: unknown type name 'y'"
        );
        assert_eq!(mistakes("f.ll", "opt-19", "opt-19: <stdin>:2:1: error: x"), "f.ll:2:1: error: x");
        let twice = "llc-19: error: llc-19: <stdin>:1:1: error: x\nfunc\n^\n";
        assert_eq!(mistakes("f.ll", "llc-19", twice), "f.ll:1:1: error: x");
        assert_eq!(mistakes("f.c", "clang-19", "\n"), "f.c: clang-19: it ends without a word");
    }

    #[test]
    fn windows_are_sorted_and_stand_once() {
        let record = |place: &str, asked: &str| {
            format!(
                r#"{{"version": 1, "target": "x86_64 znver4 +gfni", "place": "{place}", "asked": "{asked}", "used": false, "why_not": "small"}}"#
            )
        };
        let all = [
            record("store of 8 lanes in f line 9", "b"),
            record("2 stores of 8 lanes in f line 3", "two"),
            record("store of 8 lanes in f line 3", "a"),
            record("store of 8 lanes in f line 3", "its copy"),
            record("store of 8 lanes in g line 3", "inlined"),
            record("g line 5", ""),
        ];
        let (windows, notes) = windows("f.c", &all.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let found: Vec<_> = windows.iter().map(|window| (window.line, window.text.as_str())).collect();
        assert_eq!(found, [(3, "a"), (3, "inlined"), (9, "b")]);
        assert_eq!((windows[0].title.as_str(), windows[0].target.mattr.as_str()), ("store of 8 lanes in f", "+gfni"));
        assert_eq!(notes, ["f.c:5: g: small"]);
        let (_, notes) = super::windows("f.c", &[]).unwrap();
        assert!(notes[0].contains("no vectors of integers"), "{notes:?}");
    }
}
