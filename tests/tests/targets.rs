//! Instruction sets that are data and nothing else: `cases/targets` has a folder for each, with windows and what they are
//! answered with. Nothing executes them but the interpreter of their semantics. `BLESS=1` rewrites the answers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_derive::folder::SetFolder;
use isotope_dictionary::{Dictionary, Folder, Host, InstructionSets, Target};
use isotope_ir::Window;
use isotope_ir::parse::parse_file;
use isotope_pricer::Pricers;
use isotope_program::concrete::{self, Elements, Instructions, RunError, bitcast};
use isotope_program::{Origin, Program, Shape};
use isotope_proto::v1;
use isotope_proto::v1::select_request::Program as Asked;
use isotope_search::instructions::TargetInstructions;
use isotope_select::floor::Floors;
use isotope_select::{Found, Selected, Setting};
use isotope_semantics::interp::{self, Bits};
use isotope_smt::InProcess;
use isotope_tests::Daemon;
use isotope_tests::asking::Asker;
use isotope_trial::inputs::inputs;
use std::path::{Path, PathBuf};

/// Inputs of each answer.
const TRIALS: usize = 60;

/// The work that a search may spend.
const BUDGET: u64 = 1 << 25;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/targets")
}

fn slate() -> PathBuf {
    folder().join("slate")
}

/// A daemon that reads a folder of instruction sets.
fn daemon(sets: &Path, memo: &Path) -> Daemon {
    let program = std::process::Command::new(isotope_tests::program("isotope-server", "isotoped"));
    let sets = sets.to_str().unwrap();
    Daemon::launch_with(program, memo, &["--instruction-sets", sets, "--log", "error"])
}

/// The made-up CPU on the wire.
fn slate1() -> v1::Target {
    v1::Target { arch: "slate".into(), mcpu: "slate1".into(), ..v1::Target::default() }
}

/// The instruction sets of this build and the made-up one.
fn sets() -> &'static InstructionSets {
    let files = std::fs::read_dir(slate()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let read = |path: PathBuf| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap())
    };
    isotope_grammars::with_folders([Folder::leaked(files.map(read))]).unwrap()
}

fn target(sets: &InstructionSets) -> Target {
    sets.target("slate", "slate1", "", &Host::default()).unwrap()
}

/// The windows with their files and what these say of the answer.
fn windows() -> Vec<(PathBuf, String, Window, String)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(slate().join("windows")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10, "the windows are in the project");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let (asked, answer) = text.split_once("---\n").unwrap_or((&text, ""));
        let window = parse_file(asked).unwrap().windows.pop().unwrap();
        (path, asked.to_owned(), window, answer.to_owned())
    };
    files.into_iter().map(read).collect()
}

fn selected(sets: &'static InstructionSets, machine: &TargetInstructions, window: &Window) -> Selected {
    let (target, pricer) = (target(sets), Pricers::new(sets, 1));
    let report = |_: &'static str, _: u64| {};
    let floors = Floors::of(sets.get("slate").unwrap(), &target, machine);
    let setting = Setting {
        instructions: machine,
        target: &target,
        prover: &InProcess,
        pricer: &pricer,
        floors: Some(&floors),
        budget: BUDGET,
        stopped: &|| false,
        report: &report,
    };
    isotope_select::select(window, &setting).unwrap()
}

/// The vendor's text, executed.
struct ByInterpreter<'a>(&'a Dictionary);

impl Instructions for ByInterpreter<'_> {
    fn run(&self, name: &str, _: &[u64], operands: &[(Shape, Elements)], shape: Shape) -> Result<Elements, RunError> {
        let failed = |message: &str| RunError::Instruction { name: name.to_owned(), message: message.to_owned() };
        let semantics = self.0.member(name).ok_or_else(|| failed("not in the dictionary"))?.semantics().unwrap();
        let mut given = Vec::new();
        for (of, elements) in operands {
            let bytes = bitcast(elements, of.bits, 8).into_iter().collect::<Option<Vec<u128>>>();
            let bytes = bytes.ok_or_else(|| failed("an operand is not defined"))?;
            given.push(Bits::from_bytes(&bytes.iter().map(|b| *b as u8).collect::<Vec<_>>(), of.total_bits()));
        }
        let result = interp::run(&semantics, &given).map_err(|e| failed(&e.to_string()))?;
        Ok((0..shape.lanes).map(|lane| Some(result.slice(lane * shape.bits, shape.bits))).collect())
    }
}

/// Runs a program on inputs of its window, and compares it with the interpreter of expressions.
fn execute(dictionary: &Dictionary, window: &Window, program: &Program) {
    for inputs in inputs(window, TRIALS, 1) {
        let value = |origin: &Origin| match origin {
            Origin::Leaf(leaf) => inputs.leaves[leaf.0 as usize].iter().map(|&v| v.into()).collect(),
            Origin::Load(_) => unreachable!("no leaf of these windows is a load"),
        };
        let given: Vec<Vec<u128>> = program.params.iter().map(|p| value(&p.origin)).collect();
        let got = concrete::run(program, &given, &ByInterpreter(dictionary)).unwrap();
        let wanted = isotope_ir::interp::eval(window, &inputs.leaves).unwrap();
        for (lane, (got, wanted)) in got.iter().zip(wanted).enumerate() {
            let Some(wanted) = wanted.bits() else { continue };
            assert_eq!(*got, Some(wanted.into()), "lane {lane} of {program:#?}");
        }
    }
}

#[test]
fn its_data_are_what_its_vendors_text_gives() {
    let set = SetFolder::open(&slate()).unwrap();
    let text = set.vendor_text(None).unwrap();
    let fresh = |file: &str, made: &str| {
        assert!(set.read(file).unwrap() == made, "`cargo xtask ... --set tests/cases/targets/slate` makes {file} anew");
    };
    let entries = set.entries(&text).unwrap();
    fresh("llvm-forms.txt", &isotope_derive::llvm_forms::intrinsics(&set, &entries, "llvm.slate.").unwrap());
    let title = &set.manifest.title;
    fresh("validation.txt", &isotope_derive::validate::interpreted(title, &entries, 256).unwrap());
    fresh("dictionary.txt", &isotope_derive::dictionary::build(&text, &set).unwrap().text);
}

#[test]
fn windows_are_answered_with_its_instructions_and_the_answers_compute_them() {
    let sets = sets();
    let set = sets.get("slate").unwrap();
    let machine = TargetInstructions::of(set, target(sets).features(), "slate1");
    let mut wrong = Vec::new();
    for (path, asked, window, known) in windows() {
        let found = selected(sets, &machine, &window);
        assert!(found.proof.is_some(), "{} is not proved", path.display());
        execute(set.dictionary(), &window, &found.program);
        let source = if found.found == Found::Search { "search" } else { "baseline" };
        let cycles = |cost: &isotope_program::pricer::Cost| cost.centicycles as f64 / 100.0;
        let answer = format!(
            "proved {source} {} of {}: {}\n",
            cycles(&found.cost),
            cycles(&found.baseline),
            found.cost.instructions.join(" ")
        );
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, format!("{asked}---\n{answer}")).unwrap();
        } else if answer != known {
            wrong.push(format!("{}: {answer}not {known}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_reference_engine_takes_it_as_it_is() {
    let memo = tempfile::tempdir().unwrap();
    let (daemon, slate) = (daemon(&folder(), memo.path()), slate1());
    let asker = Asker::connect(&daemon.address);
    let text = "uint8x16 (uint8x16)saturating_add((uint8x16)a, (uint8x16)b)\n".to_owned();
    let answers = asker.ask(Asked::Text(text), Some(slate), v1::Engine::Reference).unwrap();
    let selection = answers[0].selection.clone().unwrap();
    assert_eq!(selection.instructions, ["vload", "vload", "vaddubs", "vstore"]);
    assert_eq!(selection.verdict(), v1::Verdict::Proved);
}

#[test]
fn a_daemon_serves_it_from_a_folder() {
    let memo = tempfile::tempdir().unwrap();
    let (daemon, slate) = (daemon(&folder(), memo.path()), slate1());
    let asker = Asker::connect(&daemon.address);
    for (path, asked, _, known) in windows() {
        let answers = asker.ask(Asked::Text(asked), Some(slate.clone()), v1::Engine::Unspecified).unwrap();
        let selection = answers[0].selection.clone().unwrap_or_else(|| panic!("{}: {:?}", path.display(), answers[0]));
        let instructions = known.trim_end().split_once(": ").unwrap().1;
        assert_eq!(selection.instructions.join(" "), instructions, "{}", path.display());
        assert_eq!(selection.verdict(), v1::Verdict::Proved, "{}", path.display());
        let calls = selection.llvm_ir.contains("@llvm.slate.");
        assert_eq!(calls, known.contains("search"), "{}", selection.llvm_ir);
    }
    // A part of the other instruction sets that it is not told of stays as it was.
    let x86 = v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), ..v1::Target::default() };
    let asked = windows().remove(0).1;
    assert!(asker.ask(Asked::Text(asked.clone()), Some(x86), v1::Engine::Unspecified).is_ok());
    let unknown = v1::Target { arch: "marble".into(), mcpu: "m1".into(), ..v1::Target::default() };
    let refused = asker.ask(Asked::Text(asked), Some(unknown), v1::Engine::Unspecified).unwrap_err().to_string();
    assert!(refused.contains("this server knows aarch64, hexagon, x86_64, slate"), "{refused}");
}

#[test]
fn a_changed_price_ranks_what_a_daemon_remembers() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("sets/slate");
    std::fs::create_dir_all(&own).unwrap();
    for entry in std::fs::read_dir(slate()).unwrap().map(Result::unwrap).filter(|e| e.path().is_file()) {
        std::fs::copy(entry.path(), own.join(entry.file_name())).unwrap();
    }
    let sets = folder.path().join("sets");
    let (_, asked, ..) = windows().into_iter().find(|(path, ..)| path.ends_with("narrowed_product.txt")).unwrap();
    let answer = || {
        let daemon = daemon(&sets, folder.path());
        let asker = Asker::connect(&daemon.address);
        let answer = asker.ask(Asked::Text(asked.clone()), Some(slate1()), v1::Engine::Fast).unwrap().remove(0);
        let selection = answer.selection.clone().unwrap();
        assert_eq!(selection.verdict(), v1::Verdict::Proved);
        (answer.source(), selection.cost, selection.instructions.contains(&"vmpyh".to_owned()))
    };
    assert_eq!(answer(), (v1::Source::Search, 250, true));
    assert_eq!(answer(), (v1::Source::Memo, 250, true));
    let (file, own_price) = (own.join("costs-slate1.txt"), "vmpyh | 4 | 1 | 1 | MUL:1");
    let text = std::fs::read_to_string(&file).unwrap();
    // Dearer than plain code.
    std::fs::write(&file, text.replace(own_price, "vmpyh | 40 | 1 | 40 | MUL:40")).unwrap();
    assert_eq!(answer(), (v1::Source::Memo, 900, false));
    std::fs::write(&file, text.replace(own_price, "vmpyh | 4 | 1 | 0.5 | MUL:0.5")).unwrap();
    assert_eq!(answer(), (v1::Source::Memo, 250, true));
}

#[test]
fn a_folder_that_is_none_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("broken")).unwrap();
    std::fs::write(folder.path().join("broken/target.toml"), "version = 1\n").unwrap();
    let program = isotope_tests::program("isotope-server", "isotoped");
    let start = |sets: &Path| {
        let mut command = std::process::Command::new(&program);
        command.args(["--listen", "127.0.0.1:0", "--cache"]).arg(folder.path().join("memo"));
        let output = command.arg("--instruction-sets").arg(sets).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let said = start(folder.path());
    assert!(said.contains("target.toml") && said.contains("missing field `title`"), "{said}");
    let said = start(&folder.path().join("nowhere"));
    assert!(said.contains("cannot read") && said.contains("nowhere"), "{said}");
}
