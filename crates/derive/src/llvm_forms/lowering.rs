//! The LLVM form of instructions that are builtins of clang's, or C intrinsics of their own header.
//!
//! As for x86 nothing is typed in: a wrapper that calls one intrinsic goes through clang's front end for the processor that validates the
//! set, and what is left is the form: in most cases a call of one LLVM intrinsic.

use super::body::{Body, functions};
use super::guide::Value;
use super::immediate::templates;
use super::text::{Block, Form, Holes};
use super::wrapper::{Bodies, PASSES, optimised};
use crate::folder::SetFolder;
use anyhow::{Context, Result, bail, ensure};
use isotope_dictionary::manifest::Builtins;
use isotope_semantics::{Operand, OperandKind, Semantics};
use isotope_vendor::reader::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;

/// How C moves a set's types.
const TYPES: &str = "trials.h";

/// Wrappers in one file: keeps clang's memory small.
const WRAPPERS_PER_FILE: usize = 4000;

/// An intrinsic to wrap.
struct Wrapped<'e> {
    entry: &'e Entry,
    semantics: &'e Semantics,
    /// Values of the immediates, one list where there is none.
    immediates: Vec<Vec<u64>>,
}

/// A wrapper's function: types of what it takes, and of its result, and its body.
struct Made {
    params: Vec<String>,
    result: String,
    body: Body,
}

/// Blocks, and names with why there is none, each by name.
pub type Lowered = (Vec<Block>, Vec<(String, String)>);

/// The blocks of the entries that have one.
pub fn lowered(set: &SetFolder, builtins: &Builtins, entries: &[&Entry]) -> Result<Lowered> {
    let name = set.manifest.vendor.executors.first().context("target.toml names no executor")?;
    let executor = isotope_run::named(name).with_context(|| format!("no executor is called {name}"))?;
    let features = set.features()?;
    let mut seen = BTreeSet::new();
    let mut wrapped = Vec::new();
    for entry in entries {
        // A text may have an entry twice; the first one counts.
        if let (Ok(translation), true) = (&entry.translation, seen.insert(&entry.name)) {
            let immediates = immediates(entry, &translation.semantics);
            wrapped.push(Wrapped { entry, semantics: &translation.semantics, immediates });
        }
    }
    let calls: Vec<(usize, usize)> =
        wrapped.iter().enumerate().flat_map(|(i, w)| (0..w.immediates.len()).map(move |at| (i, at))).collect();
    let mut made: BTreeMap<usize, Vec<Made>> = BTreeMap::new();
    let header = set.read(TYPES)?;
    for part in calls.chunks(WRAPPERS_PER_FILE) {
        let source = source(&header, builtins, &wrapped, part)?;
        let text = compiled(&source, executor.clang())?;
        for ((wrapper, _), function) in part.iter().zip(taken(&text, &wrapped, part)?) {
            made.entry(*wrapper).or_default().push(function);
        }
    }
    let (mut blocks, mut refused) = (Vec::new(), Vec::new());
    for (number, functions) in made {
        let one = &wrapped[number];
        match block(one, functions) {
            Ok(mut block) => {
                block.features = set.features_of(one.entry, &features)?;
                blocks.push(block);
            }
            Err(why) => refused.push((one.entry.name.clone(), why)),
        }
    }
    blocks.sort_by(|a, b| a.name.cmp(&b.name));
    refused.sort();
    Ok((blocks, refused))
}

/// All values of the immediates.
fn immediates(entry: &Entry, semantics: &Semantics) -> Vec<Vec<u64>> {
    let all: Vec<Vec<u64>> = match &entry.c {
        Some(c) => c.immediates.clone(),
        None => {
            let operands = semantics.operands.iter().filter(|o| o.kind == OperandKind::Imm);
            operands.map(|o| (0..1 << o.element_bits.min(8)).collect()).collect()
        }
    };
    all.iter().fold(vec![Vec::new()], |heads, values| {
        let with = |head: &Vec<u64>| values.iter().map(|v| [&head[..], &[*v]].concat()).collect::<Vec<_>>();
        heads.iter().flat_map(with).collect()
    })
}

/// An operand's kind and bits, as `trials.h` names them.
fn kind(operand: &Operand) -> String {
    format!("{}_{}", operand.kind.name(), operand.bits)
}

/// A file of wrappers: `wN` is the Nth call.
fn source(header: &str, builtins: &Builtins, wrapped: &[Wrapped<'_>], calls: &[(usize, usize)]) -> Result<String> {
    let mut types = BTreeSet::new();
    let mut functions = String::new();
    for (number, (wrapper, at)) in calls.iter().enumerate() {
        let Wrapped { entry, semantics, immediates } = &wrapped[*wrapper];
        let mut c_type = |operand: &Operand, given: Option<&String>| match given {
            Some(name) => name.clone(),
            None => {
                let kind = kind(operand);
                let name = format!("type_{kind}");
                types.insert(kind);
                name
            }
        };
        let (mut params, mut args) = (Vec::new(), Vec::new());
        let mut values = immediates[*at].iter();
        for (place, operand) in semantics.operands.iter().enumerate() {
            if operand.kind == OperandKind::Imm {
                args.push((values.next().context("an immediate has no value")?.to_string(), false));
                continue;
            }
            let name = format!("p{}", params.len());
            params.push(format!("{} {name}", c_type(operand, entry.c.as_ref().map(|c| &c.types[place]))));
            args.push((name, operand.kind == OperandKind::Vector));
        }
        let result = c_type(&semantics.result, entry.c.as_ref().map(|c| &c.result));
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let call = builtins.call(&entry.name, args);
        writeln!(functions, "{result} w{number}({params}) {{ return {call}; }}")?;
    }
    let mut text = header.to_owned();
    for kind in types {
        writeln!(text, "typedef __typeof__(LOAD_{kind}((void *)0)) type_{kind};")?;
    }
    Ok(text + &functions)
}

/// The output of clang's front end for a file, calls of the header's functions put in.
fn compiled(source: &str, processor: &[&str]) -> Result<String> {
    let scratch = tempfile::tempdir().context("a scratch folder for the wrappers")?;
    let (file, raw) = (scratch.path().join("wrappers.c"), scratch.path().join("wrappers.ll"));
    std::fs::write(&file, source)?;
    let mut clang = Command::new("clang-19");
    clang.args(processor).args(["-O1", "-w", "-ffreestanding", "-fno-asynchronous-unwind-tables"]);
    clang.args(["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-S", "-o"]).arg(&raw).arg(&file);
    let output = clang.output().context("running clang-19")?;
    ensure!(output.status.success(), "clang-19 on the wrappers: {}", String::from_utf8_lossy(&output.stderr));
    optimised(&raw, PASSES)
}

/// The functions of the calls, in their order.
fn taken(text: &str, wrapped: &[Wrapped<'_>], calls: &[(usize, usize)]) -> Result<Vec<Made>> {
    let bodies = functions(text);
    let mut heads: BTreeMap<&str, &str> = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("define ")) {
        if let Some((name, rest)) = line.split_once('@').and_then(|(_, rest)| rest.split_once('(')) {
            heads.insert(name, rest);
        }
    }
    let mut made = Vec::new();
    for (number, (wrapper, _)) in calls.iter().enumerate() {
        let (name, entry) = (format!("w{number}"), wrapped[*wrapper].entry);
        let (Some(lines), Some(head)) = (bodies.get(name.as_str()), heads.get(name.as_str())) else {
            bail!("clang-19 made no function of {}", entry.name)
        };
        let names = wrapped[*wrapper].semantics.operands.iter().filter(|o| o.kind != OperandKind::Imm);
        let values: Vec<Value> =
            names.map(|o| Value { name: o.name.clone(), c_type: String::new(), bits: o.bits, lanes: 1 }).collect();
        let body = Body::new(lines, &values);
        let result = body.lines.last().and_then(|line| line.strip_prefix("ret ")).map_or("", leading_type).to_owned();
        made.push(Made { params: parameter_types(head), result, body });
    }
    Ok(made)
}

/// The types of a function's parameters: what follows its `(`.
fn parameter_types(head: &str) -> Vec<String> {
    let mut types = Vec::new();
    let mut rest = head;
    while !rest.starts_with(')') && !rest.is_empty() {
        let ty = leading_type(rest);
        types.push(ty.to_owned());
        // An attribute may have parentheses of its own: `alignstack(8)`.
        let mut depth = 0i32;
        let ends = |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth < 0 || depth == 0 && c == ','
        };
        let end = rest[ty.len()..].find(ends).map_or(rest.len(), |at| at + ty.len());
        rest = rest[end..].strip_prefix(", ").unwrap_or(&rest[end..]);
    }
    types
}

/// The type that a text begins with: `<4 x i32>`, `[2 x <8 x i8>]`, `i32`.
fn leading_type(text: &str) -> &str {
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        match c {
            '<' | '[' | '{' => depth += 1,
            '>' | ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    return &text[..=at];
                }
            }
            ' ' | ',' | ')' if depth == 0 => return &text[..at],
            _ => {}
        }
    }
    text
}

/// The block of an intrinsic from its functions, one for each value of its immediates; or why there is none.
fn block(one: &Wrapped<'_>, functions: Vec<Made>) -> Result<Block, String> {
    let Wrapped { entry, semantics, immediates } = one;
    let names: Vec<&Operand> = semantics.operands.iter().filter(|o| o.kind != OperandKind::Imm).collect();
    let first = functions.first().ok_or("no value of its immediate is known")?;
    if first.params.len() != names.len() || first.params.iter().any(|ty| ty == "ptr") {
        return Err("C passes its operands in pieces or in memory".to_owned());
    }
    if functions.iter().any(|f| !f.body.is_straight_line()) {
        return Err("its body is not straight-line code over values".to_owned());
    }
    let params = names.iter().zip(&first.params).map(|(o, ty)| (o.name.clone(), ty.clone())).collect();
    let result = first.result.clone();
    let places: Vec<usize> = semantics.immediates().collect();
    let (immediate, forms) = match &places[..] {
        [] => {
            let lines = functions.into_iter().next().map(|f| f.body.lines).unwrap_or_default();
            (None, vec![Form { values: Vec::new(), body: lines, holes: Holes::None, asm: Vec::new() }])
        }
        [..] if places.len() > 2 => return Err("more than two immediates".to_owned()),
        [place, ..] => {
            let joined = |values: &Vec<u64>| values.iter().rev().fold(0, |sum, v| sum * 256 + (*v as u32));
            let bodies: Bodies = immediates.iter().map(joined).zip(functions.into_iter().map(|f| f.body)).collect();
            let name = places.iter().map(|at| semantics.operands[*at].name.clone()).collect::<Vec<_>>().join("+");
            (Some((*place, name, bodies.keys().copied().collect())), templates(bodies))
        }
    };
    Ok(Block {
        name: entry.name.clone(),
        c_name: entry.name.clone(),
        features: Vec::new(),
        params,
        immediate,
        result,
        mnemonic: entry.mnemonic.clone(),
        forms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_dictionary::manifest::Scalable;

    #[test]
    fn types_are_told_from_what_follows() {
        assert_eq!(leading_type("<4 x i32> %t1"), "<4 x i32>");
        assert_eq!(leading_type("[2 x <8 x i8>] %0"), "[2 x <8 x i8>]");
        assert_eq!(leading_type("i32 noundef %0"), "i32");
        let head = "<4 x i32> noundef %0, [2 x <8 x i8>] alignstack(8) %1, i32 %2) #0 {";
        assert_eq!(parameter_types(head), ["<4 x i32>", "[2 x <8 x i8>]", "i32"]);
        assert!(parameter_types(") #0 {").is_empty());
    }

    #[test]
    fn scalable_vectors_are_converted_and_immediates_are_not() {
        let scalable = Scalable {
            name: "sv".to_owned(),
            convert: "CONVERT".to_owned(),
            governed: "_x".to_owned(),
            all: "ALL".to_owned(),
        };
        let with = |scalable| Builtins { name: "a_".to_owned(), builtin: "b_".to_owned(), scalable };
        let args = || vec![("p0".to_owned(), true), ("3".to_owned(), false)];
        let builtins = with(Some(scalable));
        assert_eq!(builtins.call("svmul_s8_x", args()), "CONVERT(b_svmul_s8_x(ALL, CONVERT(p0), 3))");
        assert_eq!(builtins.call("svshrnb_n_s16", args()), "CONVERT(b_svshrnb_n_s16(CONVERT(p0), 3))");
        assert_eq!(builtins.call("a_mul_x", args()), "b_mul_x(p0, 3)");
        assert_eq!(with(None).call("svmul_s8_x", args()), "b_svmul_s8_x(p0, 3)");
    }

    #[test]
    fn immediates_meet_each_other() {
        let entry = Entry {
            name: "f".to_owned(),
            mnemonic: None,
            extensions: Vec::new(),
            c: Some(isotope_vendor::reader::CForm { immediates: vec![vec![0, 1], vec![2, 3]], ..Default::default() }),
            translation: Err(isotope_vendor::scope::Refusal::Extension("none".to_owned())),
        };
        let semantics = Semantics::from_text("semantics 1\nin a scalar 8 u8\nout dst scalar 8 u8\ndst := a\n").unwrap();
        assert_eq!(immediates(&entry, &semantics), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }
}
