//! `isotope dict`: the dictionary of this build, asked directly.

use super::{print, print_json};
use crate::input::BadInput;
use anyhow::Context as _;
use clap::{Args, Subcommand};
use isotope_cli::{limits, table, words};
use isotope_dictionary::InstructionSets;
use isotope_reference::autollvm::operations;
use isotope_reference::runner::Runner;
use isotope_reference::summary::{Summary, summary};
use isotope_reference::{html, pages, tablegen};
use isotope_server::sets;
use serde_json::json;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

/// The command line.
#[derive(Debug, Args)]
pub struct Dict {
    #[command(subcommand)]
    pub command: DictCommand,
    /// Folder with a folder of data for each further instruction set.
    #[arg(long, env = "ISOTOPE_INSTRUCTION_SETS", value_name = "DIR", global = true)]
    pub instruction_sets: Option<PathBuf>,
}

/// The question.
#[derive(Debug, Subcommand)]
pub enum DictCommand {
    /// Count instructions and classes.
    Summary {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List the classes.
    List {
        /// Only those with this in their name, or in that of an instruction of theirs.
        #[arg(default_value = "", hide_default_value = true)]
        part: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show what the instructions of a class do, and their numbers.
    Show {
        /// As `list` has it.
        class: String,
    },
    /// Show an instruction: operands, class, cost and meaning.
    Find {
        /// Its C intrinsic, or its mnemonic; or words that the classes of such instructions have in their names: rounding average.
        #[arg(required = true, value_name = "NAME|WORDS")]
        instruction: Vec<String>,
    },
    /// Write the dictionary as pages for a browser, without a server.
    Html {
        /// Folder for the pages; made if need be. Files in it that the pages are called like are written over.
        folder: PathBuf,
        /// The vendor's text of a set, to be shown beside the translated meaning: x86=GUIDE.xml, Intel's guide, unpacked. May be
        /// given for each set; pages with a vendor's text are not for passing on.
        #[arg(long, value_name = "SET=FILE")]
        guide: Vec<String>,
    },
    /// Write the operations of AutoLLVM as LLVM intrinsics for `llvm-tblgen-19`.
    Tablegen,
    /// Write the operations of AutoLLVM as a dialect for `mlir-tblgen-19`.
    Mlir,
    /// Write which instruction of a set each operation of AutoLLVM is.
    Lowering {
        /// As `summary` has it: x86.
        set: String,
    },
    /// Compute what the vendor's text says of an instruction. Without arguments a call a line comes from standard input, and a
    /// result a line, or `? why`, goes to standard output.
    Run {
        /// Intrinsic, then its operands in its order: hexadecimal, most significant digit first (lane 0 at the right); `#n` is an
        /// immediate. Behind a pointer stands the memory that it points to, lowest address at the right, and not the address; what
        /// a store gives is that memory afterwards. Faults are not modelled.
        #[arg(value_name = "INTRINSIC OPERAND", num_args = 0.., allow_hyphen_values = true)]
        call: Vec<String>,
    },
}

/// Answers from the data alone.
pub fn run(command: &Dict) -> anyhow::Result<ExitCode> {
    let sets = sets::load(command.instruction_sets.as_deref())?;
    let found = |text: String, what: &str, name: &str, meant: fn(&InstructionSets, &str) -> String| {
        if !text.is_empty() {
            return print(&text);
        }
        let meant = match meant(sets, name) {
            meant if meant.is_empty() => "`isotope dict list PART` finds names".to_owned(),
            meant => meant,
        };
        Err(anyhow::Error::new(BadInput(format!("no {what} {name}; {meant}"))))
    };
    match &command.command {
        DictCommand::Summary { json: true } => print(&(serde_json::to_string_pretty(&summary(sets))? + "\n"))?,
        DictCommand::Summary { json: false } => print(&shown(&summary(sets)))?,
        DictCommand::List { part, json: false } => print(&listed(&pages::list(sets, part)))?,
        DictCommand::List { part, json: true } => {
            let row = |row: &pages::Row<'_>| json!({ "set": row.set, "class": row.class, "members": row.members, "first": row.first });
            let rows: Vec<_> = pages::list(sets, part).iter().map(row).collect();
            print_json(&json!({ "version": 1, "classes": rows }))?;
        }
        DictCommand::Show { class } => {
            found(pages::class(sets, class), "class", class, pages::meant_class)?;
        }
        DictCommand::Find { instruction } => {
            let name = &instruction.join(" ");
            let page = pages::instruction(sets, name);
            let classes = if page.is_empty() { called(&pages::list(sets, ""), name) } else { Vec::new() };
            match &classes[..] {
                [] => found(page, "instruction", name, pages::meant_instruction)?,
                classes => print(&format!("{}`isotope dict show CLASS` has more of a class.\n", listed(classes)))?,
            }
        }
        DictCommand::Html { folder, guide } => browsed(sets, folder, guide)?,
        DictCommand::Tablegen => print(&tablegen::intrinsics(&operations(sets)))?,
        DictCommand::Mlir => print(&tablegen::dialect(&operations(sets)))?,
        DictCommand::Lowering { set } => {
            let known: Vec<&str> = sets.iter().map(|s| s.manifest().title.as_str()).collect();
            if !known.contains(&set.as_str()) {
                return Err(BadInput(format!("no instruction set {set}; there is {}", known.join(", "))).into());
            }
            print(&tablegen::lowering(&operations(sets), set))?;
        }
        DictCommand::Run { call } if call.is_empty() => calls(sets)?,
        DictCommand::Run { call } => {
            let line = Runner::new(sets).answer([call.join(" ").as_str()]).concat();
            print(&format!("{line}\n"))?;
            return Ok(if line.starts_with('?') { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages.
fn browsed(sets: &InstructionSets, folder: &Path, guides: &[String]) -> anyhow::Result<()> {
    let mut vendor = html::VendorTexts::new();
    for guide in guides {
        let bad = |why: String| anyhow::Error::new(BadInput(format!("--guide {guide}: {why}")));
        let (name, path) = guide.split_once('=').ok_or_else(|| bad("it is written SET=FILE".to_owned()))?;
        let set = sets.iter().find(|set| set.manifest().title == name);
        let set = set.ok_or_else(|| bad(format!("no instruction set {name}")))?;
        let text = fs::read_to_string(path).map_err(|error| bad(format!("cannot read {path}: {error}")))?;
        vendor.extend(html::texts(set, &text).map_err(bad)?);
    }
    let pages = html::pages(sets, &vendor);
    for page in &pages {
        let path = folder.join(&page.path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("cannot make the folder {}", parent.display()))?;
        fs::write(&path, &page.text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    print(&format!("{} files; open {}\n", pages.len(), folder.join("index.html").display()))
}

fn shown(summary: &Summary) -> String {
    let header = ["set", "translated", "validated", "refused", "classes"];
    let rows = summary.instructions.iter().map(|(set, counts)| {
        let numbers = [counts.translated, counts.validated, counts.refused, counts.classes];
        std::iter::once(set.clone()).chain(numbers.map(|n| n.to_string())).collect()
    });
    let mut text = table::rows(&header, rows, &[1, 2, 3, 4]);
    for (set, counts) in &summary.instructions {
        for (reason, count) in &counts.refused_for {
            text += &format!("\n{set}: {count} refused: {reason}");
        }
    }
    let scope = &summary.paper_scope;
    text += &format!("\n{} integer instructions in {} classes", scope.all.instructions, scope.all.classes);
    for (set, vectors) in &scope.vectors {
        text +=
            &format!("\n{set}'s vector extensions: {} of them in {} classes", vectors.instructions, vectors.classes);
    }
    text + &format!("\nepoch {}\n", summary.epoch)
}

/// The classes whose names have all the words of a line.
fn called<'s>(rows: &[pages::Row<'s>], line: &str) -> Vec<pages::Row<'s>> {
    words::find(line, rows.iter().copied(), |row| (row.class, ""))
}

fn listed(rows: &[pages::Row<'_>]) -> String {
    let row = |row: &pages::Row<'_>| {
        vec![row.set.to_owned(), row.class.to_owned(), row.members.to_string(), row.first.to_owned()]
    };
    table::rows(&["set", "class", "members", "the first"], rows.iter().map(row), &[2]) + "\n"
}

/// Calls from standard input, a line each: those that have come are answered together, and at once.
fn calls(sets: &InstructionSets) -> anyhow::Result<()> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut runners: Vec<_> = (0..threads).map(|_| Runner::new(sets)).collect();
    let mut input = BufReader::with_capacity(limits::DICT_BUFFER, io::stdin().lock());
    let mut output = io::stdout().lock();
    // The lines that are there, and the beginning of the next.
    let mut text = Vec::new();
    let mut out = String::new();
    loop {
        let read = input.fill_buf().context("cannot read standard input")?;
        let (ended, bytes) = (read.is_empty(), read.len());
        text.extend_from_slice(read);
        input.consume(bytes);
        let whole = if ended { text.len() } else { text.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1) };
        if !ended && whole == 0 && text.len() > limits::MAX_CALL_BYTES {
            // The rest of a line that is too long for a call is read and forgotten.
            input.by_ref().skip_until(b'\n').context("cannot read standard input")?;
            text.clear();
            out += &format!("? a line of more than MAX_CALL_BYTES ({}) bytes\n", limits::MAX_CALL_BYTES);
        }
        let lines = String::from_utf8_lossy(&text[..whole]);
        for line in answered(&mut runners, &lines.lines().collect::<Vec<_>>()) {
            out.push_str(&line);
            out.push('\n');
        }
        drop(lines);
        text.drain(..whole);
        let written = output.write_all(out.as_bytes()).and_then(|()| output.flush());
        out.clear();
        match written {
            // Who reads no more wants no more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written.context("cannot write standard output")?,
        }
        if ended {
            return Ok(());
        }
    }
}

/// The calls' results, in their order; each thread has the calls of some instructions, so that none is compiled twice.
fn answered(runners: &mut [Runner<'_>], lines: &[&str]) -> Vec<String> {
    if lines.len() < limits::FEW_CALLS {
        return runners[0].answer(lines.iter().copied());
    }
    let count = runners.len();
    let share = |line: &str| {
        let name = line.split_ascii_whitespace().next().unwrap_or_default();
        name.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % count
    };
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (i, line) in lines.iter().enumerate() {
        parts[share(line)].push(i);
    }
    let mut results = vec![String::new(); lines.len()];
    thread::scope(|scope| {
        let start = |(runner, part): (_, &Vec<usize>)| {
            let own: Vec<&str> = part.iter().map(|i| lines[*i]).collect();
            scope.spawn(move || Runner::answer(runner, own))
        };
        let threads: Vec<_> = runners.iter_mut().zip(&parts).map(start).collect();
        for (thread, part) in threads.into_iter().zip(&parts) {
            let own = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            part.iter().zip(own).for_each(|(i, line)| results[*i] = line);
        }
    });
    results
}
