//! The fuzzed functions: every reader of bytes that come from outside the process. Each function takes any bytes, and panics only if
//! the reader does, or breaks the promise that its comment names.
//!
//! `run` builds and runs one under libFuzzer; `cases` keeps what was found, and `tests/tests/readers.rs` runs all of it, with
//! the seeds and small changes of both, in every `make test`.

use isotope_cache::frame::encode;
use isotope_cache::{Epoch, Key, Memo, Options, Record, Secret, Verdict};
use isotope_codegen::llvm::Form;
use isotope_contraction::{Contraction, Machine, candidates, kernel, plain, recognise, statement};
use isotope_ir::parse::parse_file;
use isotope_ir::print::print;
use isotope_proto::v1;
use isotope_semantics::{OperandKind, Semantics};
use isotope_server::intake::expression::windows;
use isotope_server::search::selector::Listing;
use isotope_smt::{Answer, Query};
use isotope_vendor::errata::Errata;
use isotope_vendor::scope::{OperandType, Scope};
use prost::Message as _;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::OnceLock;

/// A fuzz target: its name, and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 13] = [
    ("text", text),
    ("wire", wire),
    ("listing", listing),
    ("journal", journal),
    ("form", form),
    ("query", query),
    ("hvx", hvx),
    ("sail", sail),
    ("acle", acle),
    ("mlir", mlir),
    ("contraction", contraction),
    ("packets", packets),
    ("vectorize", vectorize),
];

/// The text form: what is read prints, and what is printed reads as the same.
pub fn text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(file) = parse_file(text) else { return };
    for window in &file.windows {
        let printed = print(window);
        let again = parse_file(&printed).unwrap_or_else(|e| panic!("what was printed does not read: {e}\n{printed}"));
        assert_eq!(again.windows.iter().map(print).collect::<Vec<_>>(), [printed]);
    }
}

/// The wire form: a graph that is accepted prints. Names may be such as the text form cannot say.
pub fn wire(data: &[u8]) {
    let Ok(expression) = v1::Expression::decode(data) else { return };
    for window in windows(&expression).unwrap_or_default() {
        assert!(!print(&window).is_empty());
    }
}

/// Listings: no directive, quote, assignment or second statement passes.
pub fn listing(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(listing) = Listing::read(text) else { return };
    for line in listing.lines() {
        assert!(!line.contains([';', '"', '\'', '`', '=', '\\']), "{line}");
        assert!(line.ends_with(':') || !line.starts_with('.'), "{line}");
    }
}

/// LLVM forms: parameters (`NAME TYPE`) up to an empty line, then the body.
pub fn form(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (params, body) = text.split_once("\n\n").unwrap_or(("", text));
    let params: Vec<(&str, &str)> = params.lines().filter_map(|line| line.split_once(' ')).collect();
    let body: Vec<&str> = body.lines().collect();
    // Accepted or refused; which of the two is for the forms' own tests.
    let _ = Form::new(&params, &body);
}

/// An entry of the HVX manual: its syntax, a line of its own, and its text. A translation is written and read as the same.
/// Bytes that are JSON are the manual's file as well.
pub fn hvx(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let reader = isotope_vendor::reader::named("hvx-manual").expect("it is there");
    let register = |bits, kind| OperandType { bits, kind };
    let types = [
        ("V", register(1024, OperandKind::Vector)),
        ("VV", register(2048, OperandKind::Vector)),
        ("Q", register(128, OperandKind::Mask)),
        ("R", register(32, OperandKind::Scalar)),
        ("#u", register(32, OperandKind::Imm)),
    ];
    let scope = Scope {
        extensions: Default::default(),
        types: types.into_iter().map(|(name, ty)| (name.to_owned(), ty)).collect(),
        errata: Errata::none().expect("the prelude reads"),
        floats: false,
    };
    let (syntax, code) = text.split_once('\n').unwrap_or(("Vd=v(Vu)", text));
    let entry = serde_json::json!([{ "builtin": "hexagon_V6_fuzzed_128B", "syntax": syntax, "pseudocode": code }]);
    let whole = reader.read(text, &scope).unwrap_or_default();
    for entry in reader.read(&entry.to_string(), &scope).expect("it is a list").iter().chain(&whole) {
        let Ok(translation) = &entry.translation else { continue };
        let written = translation.semantics.to_string();
        let again =
            Semantics::from_text(&written).unwrap_or_else(|e| panic!("what was written does not read: {e}\n{written}"));
        assert_eq!(again.to_string(), written);
    }
}

/// A specification in Sail, with a row of the table and words whose register fields are those of the row. A translation is written and
/// read as the same.
pub fn sail(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let row = "uint8x8_t vtry_n_u8(uint8x8_t a, uint8x8_t b, __builtin_constant_p(n))\ta -> Vn.8B;b -> Vm.8B;1 <= n <= 2\t\
               TRY Vd.8B,Vn.8B,Vm.8B,#n\tVd.8B -> result\tA64\n";
    arm(text, row, "vtry_n_u8 neon 1f280200 1f480200");
}

/// Rows of the table of Arm's intrinsics: each is refused, or its instruction is spelled for every value of its immediates.
pub fn acle(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for row in isotope_vendor::arm::acle::rows(text).into_iter().flatten() {
        for values in isotope_vendor::arm::form::combinations(&row) {
            let _ = isotope_vendor::arm::form::assembly(&row, &values);
        }
    }
    arm(include_str!("../cases/sail/sum.sail"), text, "vtry_n_u8 neon 1f280200 1f480200");
}

/// Arm's reader on a specification, a table and a line of encodings.
fn arm(sail: &str, table: &str, encoding: &str) {
    let reader = isotope_vendor::reader::named("arm-sail").expect("it is there");
    let errata = Errata::none().expect("the prelude reads");
    let scope = Scope { extensions: ["neon".to_owned()].into(), types: Default::default(), floats: false, errata };
    let encodings = format!("# isotope encodings 1\n{encoding}\n");
    let files = [("fuzzed.sail", sail), ("acle-advsimd.csv", table), ("encodings.txt", &encodings)];
    for entry in reader.read(&isotope_vendor::bundle::bundle(files), &scope).unwrap_or_default() {
        let Ok(translation) = &entry.translation else { continue };
        let written = translation.semantics.to_string();
        let again =
            Semantics::from_text(&written).unwrap_or_else(|e| panic!("what was written does not read: {e}\n{written}"));
        assert_eq!(again.to_string(), written);
    }
}

/// Messages between the daemon and its proof workers: each is written as it was read.
pub fn query(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(query) = Query::decode(text) {
        let written = query.encode();
        let again =
            Query::decode(&written).unwrap_or_else(|e| panic!("what was written does not read: {e}\n{written}"));
        assert_eq!(again.encode(), written);
    }
    if let Ok(answer) = Answer::decode(text) {
        let written = answer.encode();
        let again =
            Answer::decode(&written).unwrap_or_else(|e| panic!("what was written does not read: {e}\n{written}"));
        assert_eq!(again.encode(), written);
    }
}

/// The journal: sound frames between bytes of any kind. The bytes are pieces, each a length and so many bytes; of the pieces
/// every other is the payload of a frame that the folder's memo wrote. All of these are found, nothing else is, and
/// compacting and verifying change nothing of that.
pub fn journal(data: &[u8]) {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a temporary folder");
    let options = || Options { hot_bytes: 1 << 16, ..Options::default() };
    drop(Memo::open(folder.path(), options()).expect("an empty folder"));
    let secret = Secret::of_folder(folder.path()).expect("it was made");
    let path = folder.path().join("journal");
    let mut bytes = std::fs::read(&path).expect("it was made");
    let mut put: Vec<Record> = Vec::new();
    let (mut rest, mut is_frame) = (data, false);
    while let Some((&len, after)) = rest.split_first() {
        let (piece, after) = after.split_at(after.len().min(len as usize));
        if is_frame {
            let key = Key([put.len() as u8; 32]);
            let record = Record {
                key,
                epoch: Epoch([7; 32]),
                verdict: Verdict::Proved,
                work: u64::from(len),
                payload: piece.into(),
            };
            // Refused only where the payload holds the frames' mark.
            if let Ok(frame) = encode(&record, &secret) {
                bytes.extend_from_slice(&frame);
                put.retain(|other| other.key != key);
                put.push(record);
            }
        } else {
            bytes.extend_from_slice(piece);
        }
        (rest, is_frame) = (after, !is_frame);
    }
    std::fs::write(&path, &bytes).expect("a temporary file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
    let (memo, report) = Memo::open(folder.path(), options()).expect("whatever the journal holds");
    assert_eq!(report.records, put.len() as u64);
    let all_there = |memo: &Memo| {
        for record in &put {
            assert_eq!(memo.get(&record.key, &record.epoch).expect("the disk is sound").as_ref(), Some(record));
        }
    };
    all_there(&memo);
    assert_eq!(memo.compact().expect("there is space").live, put.len() as u64);
    assert_eq!(memo.verify().expect("there is space").damaged_regions, 0);
    all_there(&memo);
}

/// Machine code: its names come back, what is read is compared with itself within bounds, and its instructions read back as they print.
pub fn packets(data: &[u8]) {
    use isotope_packets::machine::Machine;
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    let machine = MACHINE.get_or_init(|| {
        let name = Machine::names().next().expect("there is a processor");
        Machine::named(name).expect("its file is whole")
    });
    let Ok(text) = std::str::from_utf8(data) else { return };
    let canonical = isotope_packets::mir::canonical(text);
    assert_eq!(isotope_packets::mir::canonical(&canonical), canonical);
    assert_eq!(isotope_packets::mir::restored(&canonical, text), text);
    let Ok(program) = isotope_packets::mir::read(text) else { return };
    let mut lines = program.lines.clone();
    for of in program.functions.iter().flat_map(|of| &of.blocks).flat_map(|block| block.instructions()) {
        lines[of.line] = format!("    {}", of.text());
    }
    let again = isotope_packets::mir::read(&lines.join("\n")).expect("what prints reads");
    let texts = |of: &isotope_packets::mir::Program| -> Vec<String> {
        let blocks = of.functions.iter().flat_map(|of| &of.blocks);
        blocks.flat_map(|block| block.instructions().map(|of| of.text())).collect()
    };
    assert_eq!(texts(&program), texts(&again));
    let _ = isotope_packets::check::check(machine, &program, &program);
    for of in &program.functions {
        let _ = isotope_packets::check::executed([&program, &program], &of.name, &mut Idle);
    }
}

/// An emulator whose programs do nothing.
struct Idle;

impl isotope_packets::check::Emulator for Idle {
    type Program = ();

    fn linked(&mut self, _: bool, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn run(&mut self, _: &[&str], (): &(), input: Vec<u8>) -> Result<Option<Vec<u8>>, String> {
        Ok(Some(input))
    }
}

/// MLIR's generic form: what is read prints, what is printed reads as the same, and so does what it means. A run ends within its bounds.
pub fn mlir(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(module) = isotope_mlir::read(text) else { return };
    let printed = isotope_mlir::print(&module);
    let again =
        isotope_mlir::read(&printed).unwrap_or_else(|e| panic!("what was printed does not read: {e}\n{printed}"));
    assert_eq!(isotope_mlir::print(&again), printed);
    let _ = isotope_windows::find(&module, 1);
    // The meaning of LLVM's operations is a program, too, or one of them has no meaning.
    static MEANINGS: OnceLock<isotope_meaning::Meanings<'static>> = OnceLock::new();
    let meanings = MEANINGS.get_or_init(|| isotope_meaning::Meanings::of(isotope_grammars::embedded()));
    let mut meant = module.clone();
    if meanings.explain(&mut meant).is_ok() {
        let text = isotope_mlir::print(&meant);
        assert!(isotope_mlir::read(&text).is_ok(), "what it means does not read:\n{text}");
    }
    let mut options = isotope_kernel::check::Options { max_steps: 20_000, executions: 1, ..Default::default() };
    options.sizes.all = Some(8);
    // A text that cannot run is refused, which is as good.
    let _ = isotope_kernel::check::check(&module, &again, &options);
    nests(&module);
}

/// A solver that finds no dependence, so that every band is tiled.
struct NoDependence;

impl isotope_smt::Prover for NoDependence {
    fn prove(&self, _: &Query) -> Answer {
        Answer::free(isotope_smt::Outcome::Unsolvable)
    }
}

/// Nests of loops that are read can be packed and tiled, and what comes out reads.
fn nests(module: &isotope_mlir::ir::Module) {
    use isotope_nest::{Machine, Nests, pack, tile};
    let Ok(nests) = Nests::read(module, None) else { return };
    let machine = Machine::of([1, 2, 4], 4);
    let reads = |made: &isotope_mlir::ir::Module| {
        let text = isotope_mlir::print(made);
        assert!(isotope_mlir::read(&text).is_ok(), "{text}");
    };
    for way in [pack::Way::Gpat, pack::Way::Counted] {
        pack::pack(module, &nests, &machine, way).iter().for_each(|made| reads(&made.module));
    }
    for sizes in [tile::Sizes::Auto, tile::Sizes::Given(vec![3, 2])] {
        tile::tile(module, &nests, &machine, &sizes, &NoDependence).iter().for_each(|made| reads(&made.module));
    }
}

/// Small kernels: what is read becomes vectors by both models within its bounds, the same each time, and what comes out reads.
pub fn vectorize(data: &[u8]) {
    use isotope_vectorize::{Bounds, Kernel, Machine, Model, vectorize};
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(module) = isotope_mlir::read(text) else { return };
    let Ok(kernel) = Kernel::read(&module, None) else { return };
    // Of a large kernel the reader alone is of interest.
    if kernel.terms.len() > 2_000 {
        return;
    }
    let none = |_: &str, _: u32| None;
    let bounds = Bounds { nodes: 3_000, iterations: 12, matches: 10_000, stop: None };
    for model in [Model::Pipes(Machine { bits: 256, generic: &none, table: None }), Model::Diospyros(4)] {
        let [made, again] = [(); 2].map(|()| vectorize(&module, &kernel, model, &bounds));
        let texts = [&made, &again].map(|made| made.as_ref().map(|made| isotope_mlir::print(&made.module)).ok());
        assert_eq!(texts[0], texts[1], "two searches differ");
        if let Some(text) = &texts[0] {
            assert!(isotope_mlir::read(text).is_ok(), "{text}");
        }
    }
}

/// Contractions: sizes (`i=4,j=5`) and flags in the first line, then a statement or a program. The loops that define what is read are read
/// as the same, and the text of its first kernel reads.
pub fn contraction(data: &[u8]) {
    let Some((head, text)) = std::str::from_utf8(data).ok().and_then(|text| text.split_once('\n')) else { return };
    let each = head.split(',').filter_map(|one| one.split_once('='));
    let sizes = each.filter_map(|(name, size)| Some((name.to_owned(), size.parse().ok()?))).collect();
    let found = match isotope_mlir::read(text) {
        Ok(module) => recognise(&module, None),
        Err(_) => statement(text, "f", &sizes, head.ends_with("fast")),
    };
    let Ok(found) = found else { return };
    let loops = plain(&found);
    let module = isotope_mlir::read(&loops).unwrap_or_else(|error| panic!("its loops do not read: {error}\n{loops}"));
    // A dimension of one iteration is no loop.
    if found.dims.iter().all(|dim| dim.size > 1) {
        let again = recognise(&module, None).unwrap_or_else(|error| panic!("its loops are none: {error}\n{loops}"));
        let parts = |of: &Contraction| (of.factors.clone(), of.third.clone(), of.result.clone(), of.sets, of.reorders);
        assert_eq!(parts(&again), parts(&found), "{loops}");
        let ranges = |of: &Contraction| of.arrays.iter().map(|array| (array.used, array.range)).collect::<Vec<_>>();
        assert_eq!(ranges(&again), ranges(&found), "{loops}");
    }
    let machine = Machine { register_bits: 128, registers: 16, caches: [1, 2] };
    if let Some(plan) = candidates(&found, machine).first() {
        for is_parallel in [false, true] {
            let made = kernel(&Contraction { is_parallel, ..found.clone() }, plan).text;
            assert!(isotope_mlir::read(&made).is_ok(), "{made}");
        }
    }
}
