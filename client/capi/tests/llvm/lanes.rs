//! Functions of LLVM's own tests of control flow with vector bodies: each lane does what the scalar function does. The tests come from
//! `scripts/setup llvm-tests`.
//!
//! Each function that can be called gets the attributes of a masked and an unmasked variant for AVX2. A function `lanes.N` of each of two
//! libraries takes arrays of the lanes' arguments. One calls the scalar function for one lane after the other, the other calls the variant.
//! A pointer is a lane's own [`STRIDE`] bytes, so that no lane reads what another writes.

use super::beds::{caller, linked, prepared_with, run};
use super::build::Built;
use crate::building::root;
use libtest_mimic::Failed;
use std::fmt::Write as _;
use std::path::Path;

/// Folders of LLVM's `test/Transforms`.
const FOLDERS: &[&str] = &[
    "FixIrreducible",
    "IndVarSimplify",
    "JumpThreading",
    "LICM",
    "LoopRotate",
    "LoopUnroll",
    "LoopVectorize",
    "LowerSwitch",
    "PhaseOrdering",
    "SimpleLoopUnswitch",
    "SimplifyCFG",
    "StructurizeCFG",
    "UnifyLoopExits",
];

/// Bytes between the places that two lanes' pointers begin at; eight lanes have a region of `call.c`.
const STRIDE: usize = 8192;

/// `call.c` passes six pointers, of which one is the results'.
const MOST_ARGUMENTS: usize = 5;

/// Lanes of a masked call that are on, from lane 0.
const MASK: [bool; 8] = [true, false, true, true, false, false, true, false];

/// The least of functions with bodies that run over all files: fewer means that the test looks at nothing.
const LEAST_RAN: usize = 200;

/// Words of functions that drawn arguments do not suit, or whose lanes share memory.
const LEFT_OUT: &[&str] = &[
    "unreachable",
    "llvm.assume",
    "!range",
    "!nonnull",
    "!noundef",
    "atomic",
    "addrspace",
    "fptosi",
    "fptoui",
    " fast ",
    " reassoc ",
    "llvm.min",
    "llvm.max",
];

/// A scalar function with a variant.
struct Variant {
    name: String,
    result: Option<String>,
    arguments: Vec<String>,
}

impl Variant {
    /// Of what follows `define`; `None` where lanes cannot be drawn for it, or share memory.
    fn read(function: &str) -> Option<Self> {
        let (head, body) = function.split_once('\n')?;
        // A shift by a variable may be by more than there are bits.
        let is_shift = |line: &str| ["shl", "lshr", "ashr"].iter().any(|word| line.contains(&format!("= {word} ")));
        let is_defined =
            |line: &str| !is_shift(line) || !line.rsplit(", ").next().is_some_and(|by| by.starts_with('%'));
        let is_apart = |line: &str| {
            !line.contains('@') || line.contains("call ") && line.matches('@').count() == line.matches("@llvm.").count()
        };
        let ends_plainly = head.ends_with(") {")
            || head.ends_with(") nounwind {")
            || head.rsplit_once(") #").is_some_and(|(_, end)| end.len() < 6);
        if !ends_plainly
            || LEFT_OUT.iter().any(|word| body.contains(word))
            || !body.lines().all(|line| is_apart(line) && is_defined(line))
        {
            return None;
        }
        let (before, after) = head
            .split_once('@')
            .filter(|(before, _)| !["internal", "private", "linkonce"].iter().any(|word| before.contains(word)))?;
        let (name, rest) = after.split_once('(')?;
        if name.contains(|c: char| !c.is_alphanumeric() && c != '_') {
            return None;
        }
        let result = before.split_whitespace().last()?;
        let arguments =
            super::beds::split(rest).into_iter().map(|argument| argument.split(' ').next().unwrap_or("").to_owned());
        let arguments = arguments.collect::<Vec<_>>();
        let result = (result != "void").then(|| result.to_owned());
        let are_drawn = arguments.iter().chain(&result).all(|ty| bits(ty).is_some());
        (are_drawn && (1..=MOST_ARGUMENTS).contains(&arguments.len())).then(|| Variant {
            name: name.to_owned(),
            result,
            arguments,
        })
    }

    fn lanes(&self) -> usize {
        let widest = self.arguments.iter().chain(&self.result).filter_map(|ty| bits(ty)).max();
        if widest == Some(64) { 4 } else { 8 }
    }

    /// `_ZGVdN4vv_f`, or with `M` for a mask.
    fn vector_name(&self, mask: char) -> String {
        format!("_ZGVd{mask}{}{}_{}", self.lanes(), "v".repeat(self.arguments.len()), self.name)
    }

    fn attributes(&self) -> String {
        format!("\"target-features\"=\"+avx2\" \"{}\" \"{}\"", self.vector_name('N'), self.vector_name('M'))
    }

    /// The arguments of all lanes, small numbers; `%v0` and so on.
    fn drawn(&self, text: &mut String) {
        let lanes = self.lanes();
        for (at, ty) in self.arguments.iter().enumerate() {
            let splat = |ty: &str, value: &str| format!("<{}>", vec![format!("{ty} {value}"); lanes].join(", "));
            match ty.as_str() {
                "ptr" => {
                    let steps = (0..lanes).map(|lane| format!("i64 {}", lane * STRIDE)).collect::<Vec<_>>().join(", ");
                    writeln!(text, "  %v{at} = getelementptr i8, ptr %a{at}, <{lanes} x i64> <{steps}>").unwrap();
                }
                "float" | "double" => {
                    let (all, one) = (format!("<{lanes} x i32>"), format!("<{lanes} x {ty}>"));
                    writeln!(text, "  %w{at} = load {all}, ptr %a{at}, align 1").unwrap();
                    writeln!(text, "  %x{at} = and {all} %w{at}, {}", splat("i32", "63")).unwrap();
                    writeln!(text, "  %y{at} = sitofp {all} %x{at} to {one}").unwrap();
                    writeln!(text, "  %v{at} = fsub {one} %y{at}, {}", splat(ty, "4.0")).unwrap();
                }
                _ => {
                    let all = format!("<{lanes} x {ty}>");
                    writeln!(text, "  %w{at} = load {all}, ptr %a{at}, align 1").unwrap();
                    writeln!(text, "  %v{at} = and {all} %w{at}, {}", splat(ty, "63")).unwrap();
                }
            }
        }
    }

    /// Calls for each lane that is on; `%r` is their result, 0 in the others.
    fn scalar_calls(&self, mask: char, text: &mut String) {
        let lanes = self.lanes();
        let mut before = "zeroinitializer".to_owned();
        for lane in (0..lanes).filter(|&lane| mask == 'N' || MASK[lane]) {
            let mut given = Vec::new();
            for (at, ty) in self.arguments.iter().enumerate() {
                writeln!(text, "  %e{at}.{lane} = extractelement <{lanes} x {ty}> %v{at}, i32 {lane}").unwrap();
                given.push(format!("{ty} %e{at}.{lane}"));
            }
            let given = given.join(", ");
            match &self.result {
                None => writeln!(text, "  call void @{}({given})", self.name).unwrap(),
                Some(ty) => {
                    writeln!(text, "  %c{lane} = call {ty} @{}({given})", self.name).unwrap();
                    writeln!(text, "  %r{lane} = insertelement <{lanes} x {ty}> {before}, {ty} %c{lane}, i32 {lane}")
                        .unwrap();
                    before = format!("%r{lane}");
                }
            }
        }
        if let Some(ty) = &self.result {
            writeln!(text, "  store <{lanes} x {ty}> {before}, ptr %out, align 1").unwrap();
        }
    }

    /// The same by the variant.
    fn vector_call(&self, mask: char, text: &mut String) {
        let lanes = self.lanes();
        let wide = |ty: &str| format!("<{lanes} x {ty}>");
        let mut given =
            self.arguments.iter().enumerate().map(|(at, ty)| format!("{} %v{at}", wide(ty))).collect::<Vec<_>>();
        let bits = format!("i{}", bits(self.result.as_ref().unwrap_or(&self.arguments[0])).unwrap_or(32));
        let listed = |ty: &str, on: &str| {
            let lanes = MASK.iter().take(lanes).map(|&is_on| format!("{ty} {}", if is_on { on } else { "0" }));
            format!("<{}>", lanes.collect::<Vec<_>>().join(", "))
        };
        if mask == 'M' {
            given.push(format!("{} {}", wide(&bits), listed(&bits, "-1")));
        }
        let (name, given) = (self.vector_name(mask), given.join(", "));
        let Some(ty) = &self.result else {
            writeln!(text, "  call void @{name}({given})").unwrap();
            return;
        };
        writeln!(text, "  %c = call {} @{name}({given})", wide(ty)).unwrap();
        let on = if mask == 'M' { listed("i1", "1") } else { format!("<{}>", vec!["i1 1"; lanes].join(", ")) };
        writeln!(text, "  %r = select <{lanes} x i1> {on}, {wide} %c, {wide} zeroinitializer", wide = wide(ty))
            .unwrap();
        writeln!(text, "  store {} %r, ptr %out, align 1", wide(ty)).unwrap();
    }

    fn declared(&self, is_vector: bool, text: &mut String) {
        let lanes = self.lanes();
        let wide = |ty: &str| if is_vector { format!("<{lanes} x {ty}>") } else { ty.to_owned() };
        let result = self.result.as_ref().map_or("void".to_owned(), |ty| wide(ty));
        let mut types = self.arguments.iter().map(|ty| wide(ty)).collect::<Vec<_>>();
        if !is_vector {
            writeln!(text, "declare {result} @{}({})", self.name, types.join(", ")).unwrap();
            return;
        }
        writeln!(text, "declare {result} @{}({})", self.vector_name('N'), types.join(", ")).unwrap();
        types.push(wide(&format!("i{}", bits(self.result.as_ref().unwrap_or(&self.arguments[0])).unwrap_or(32))));
        writeln!(text, "declare {result} @{}({})", self.vector_name('M'), types.join(", ")).unwrap();
    }
}

/// Bits of a type that lanes are drawn of.
fn bits(ty: &str) -> Option<u32> {
    match ty {
        "ptr" | "i64" | "double" => Some(64),
        "i32" | "float" => Some(32),
        "i16" => Some(16),
        "i8" => Some(8),
        _ => None,
    }
}

/// The functions that call the scalar functions, or their variants: `lanes.0` and `lanes.1` of the first, and so on.
fn drivers(variants: &[Variant], is_vector: bool) -> String {
    let mut text = String::new();
    for (at, variant) in variants.iter().enumerate() {
        variant.declared(is_vector, &mut text);
        for (kind, mask) in ['N', 'M'].into_iter().enumerate() {
            let pointers = (0..variant.arguments.len()).map(|at| format!("ptr %a{at}, ")).collect::<String>();
            writeln!(text, "define void @lanes.{}({pointers}ptr %out) \"target-features\"=\"+avx2\" {{", 2 * at + kind)
                .unwrap();
            variant.drawn(&mut text);
            if is_vector {
                variant.vector_call(mask, &mut text)
            } else {
                variant.scalar_calls(mask, &mut text)
            }
            text += "  ret void\n}\n";
        }
    }
    text
}

/// Counts over the files.
#[derive(Default)]
struct Sums {
    functions: usize,
    bodies: usize,
    ran: usize,
    reasons: std::collections::BTreeMap<String, usize>,
}

/// All files of all folders.
pub fn all(built: &Built) -> Result<(), Failed> {
    let tests = root().join("third_party/llvm-tests/llvm/test/Transforms");
    if !tests.join("UnifyLoopExits").exists() {
        println!("skipped: vector bodies of LLVM's own tests: scripts/setup llvm-tests fetches them");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let call = caller(built, folder.path())?;
    let (mut sums, mut wrong) = (Sums::default(), Vec::new());
    for file in super::beds::files(&tests, FOLDERS) {
        let name = file.strip_prefix(&tests)?.display().to_string();
        match one(built, &file, folder.path(), &call, &mut sums) {
            Ok(None) => {}
            Ok(Some(why)) => println!("{name}: skipped: {why}"),
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
    }
    println!("{} functions, {} have bodies, {} variants ran", sums.functions, sums.bodies, sums.ran);
    sums.reasons.iter().for_each(|(why, count)| println!("{count} without a body: {why}"));
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    if sums.ran < LEAST_RAN { Err("too few functions ran".into()) } else { Ok(()) }
}

/// Gives the functions of a file bodies, and calls both. Why the file is left out, if it is; the error says what is wrong.
fn one(built: &Built, file: &Path, folder: &Path, call: &Path, sums: &mut Sums) -> Result<Option<String>, String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut variants = Vec::new();
    let text = prepared_with(&text, |function| {
        let variant = Variant::read(function)?;
        let attributes = variant.attributes();
        variants.push(variant);
        Some(attributes)
    });
    if variants.is_empty() {
        return Ok(None);
    }
    std::fs::write(path("test.ll"), text).map_err(|error| error.to_string())?;
    let opt = |plugin: bool, output: &str| {
        let remarks = ["-pass-remarks=isotope", "-pass-remarks-missed=isotope"];
        let arguments =
            ["-mtriple=x86_64-unknown-linux-gnu", "-passes=default<O3>", &path("test.ll"), "-o", &path(output)]
                .map(str::to_owned);
        let arguments =
            arguments.iter().map(String::as_str).chain(remarks.into_iter().filter(|_| plugin)).collect::<Vec<_>>();
        built.opt_with(plugin, &arguments, &[("ISOTOPE_SERVER", "off")])
    };
    let (own, selected) = (opt(false, "own.bc"), opt(true, "selected.bc"));
    if !own.output.status.success() {
        return Ok(Some("opt does not take it for this machine".to_owned()));
    }
    if !selected.output.status.success() {
        return Err(format!("the plug-in ends opt\n{}", selected.told()));
    }
    let said = selected.told();
    sums.functions += variants.len();
    for variant in &variants {
        // The remarks of both variants say the same.
        let refusal = format!("no vector body for {}: ", variant.name);
        if let Some((_, why)) = said.lines().find_map(|line| line.split_once(&refusal)) {
            *sums.reasons.entry(why.to_owned()).or_default() += 1;
        }
    }
    variants.retain(|variant| said.contains(&format!("vector body {}.simd.", variant.name)));
    sums.bodies += variants.len();
    for (side, is_vector) in [("own", false), ("selected", true)] {
        std::fs::write(path(&format!("{side}_lanes.ll")), drivers(&variants, is_vector))
            .map_err(|error| error.to_string())?;
        if let Err(why) = linked(built, &path(side), &[path(&format!("{side}.bc")), path(&format!("{side}_lanes.ll"))])
        {
            return if is_vector { Err(why) } else { Ok(Some(why)) };
        }
    }
    let lines = (0..2 * variants.len())
        .map(|at| format!("call lanes.{at} -{}", " p64".repeat(variants[at / 2].arguments.len() + 1)));
    let said = run(call, &path("own.so"), &path("selected.so"), &lines.collect::<Vec<_>>())
        .map_err(|error| error.to_string())?;
    sums.ran += said.lines().filter(|line| line.starts_with("ran ")).count();
    let differ = said.lines().filter(|line| line.starts_with("differs ")).map(|line| {
        let at = line.split(['.', ' ']).nth(2).and_then(|at| at.parse::<usize>().ok()).unwrap_or(0);
        format!("{line}: {}", variants[at / 2].vector_name(['N', 'M'][at % 2]))
    });
    let differ = differ.collect::<Vec<_>>();
    if differ.is_empty() { Ok(None) } else { Err(differ.join("\n")) }
}
