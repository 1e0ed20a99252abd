//! Registers: what each consists of, the classes that operands name, and what a function has to save.

use crate::tablegen::Tables;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The rows of registers and of their classes.
pub fn rows(tables: &Tables, llc: &str) -> Result<String> {
    let mut out = String::new();
    let (mut aside, mut single) = (BTreeSet::new(), BTreeSet::new());
    // LLVM's spare names for pairs of vectors stand for no bits of their own.
    let spare = |record: &Value| record["AsmName"].as_str().is_some_and(|name| name.starts_with("__"));
    let spares: BTreeSet<&String> =
        of_kind(tables, "Register").filter(|(_, r)| spare(r)).map(|(name, _)| name).collect();
    for (name, record) in of_kind(tables, "Register").filter(|(name, _)| !spares.contains(name)) {
        let parts = super::names(&record["SubRegs"]).into_iter().chain(super::names(&record["Aliases"]));
        let parts = parts.filter(|part| !spares.iter().any(|spare| spare == part));
        let parts: BTreeSet<String> = parts.map(str::to_lowercase).collect();
        if parts.len() < 2 {
            single.insert(name.to_lowercase());
        }
        writeln!(out, "register {} {}", name.to_lowercase(), Vec::from_iter(parts).join(" "))?;
        let others = record["AltNames"].as_array().into_iter().flatten();
        // The stack's, the frame's and the caller's address have names of their own in assembly.
        if others.filter_map(Value::as_str).any(|other| ["sp", "fp", "lr"].contains(&other)) {
            aside.insert(name.to_lowercase());
        }
    }
    let mut classes = BTreeMap::new();
    let (mut allocated, mut others) = (BTreeSet::new(), BTreeSet::new());
    for (name, record) in of_kind(tables, "RegisterClass") {
        let mut members = Vec::new();
        expand(&record["MemberList"], &mut members).with_context(|| format!("the registers of {name}"))?;
        writeln!(out, "class {name} {}", members.join(" "))?;
        let of_its_kind = if record["isAllocatable"] == 0 { &mut others } else { &mut allocated };
        of_its_kind.extend(members.iter().cloned());
        classes.insert(name, members);
    }
    let general: BTreeSet<&String> =
        classes.values().filter(|members| members.iter().any(|one| aside.contains(one))).flatten().collect();
    let probed = general.into_iter().filter(|name| !aside.contains(*name)).cloned().collect();
    let mut kept = saved(llc, &probed)?;
    kept.extend(aside.iter().cloned());
    writeln!(out, "saved {}", Vec::from_iter(kept).join(" "))?;
    // Registers of several parts are there by these: predicates are allocated, and all of them together never.
    aside.extend(others.difference(&allocated).filter(|name| single.contains(*name)).cloned());
    writeln!(out, "reserved {}", Vec::from_iter(aside).join(" "))?;
    Ok(out)
}

/// The records of a kind, in the order of their names.
fn of_kind<'a>(tables: &'a Tables, kind: &'static str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    let is = move |record: &Value| record["!superclasses"].as_array().is_some_and(|all| all.iter().any(|c| c == kind));
    tables.records().filter(move |(_, record)| is(record))
}

/// The members that an expression of TableGen's names: `(add (sequence "R%u", 0, 9), R12)`.
fn expand(list: &Value, out: &mut Vec<String>) -> Result<()> {
    if list["kind"] == "dag" {
        let args = list["args"].as_array().context("an expression without operands")?;
        match list["operator"]["def"].as_str() {
            Some("add") => args.iter().try_for_each(|arg| expand(&arg[0], out))?,
            Some("sequence") => {
                let (pattern, first, last) = (args[0][0].as_str(), args[1][0].as_u64(), args[2][0].as_u64());
                let (pattern, first) = pattern.zip(first).context("a sequence without a beginning")?;
                let last = last.context("a sequence without an end")?;
                out.extend((first..=last).map(|n| pattern.replace("%u", &n.to_string()).to_lowercase()));
            }
            other => bail!("no meaning for {other:?}"),
        }
    } else {
        out.push(list["def"].as_str().context("a register without a name")?.to_lowercase());
    }
    Ok(())
}

/// Those of some registers that a function saves which overwrites them all: LLVM has the convention in C++ only, so `llc` is asked.
fn saved(llc: &str, registers: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let single = registers.iter().filter(|name| name.starts_with('r'));
    let clobbers: Vec<String> = single.map(|name| format!("~{{{name}}}")).collect();
    let code =
        format!("define void @f() {{\n  call void asm sideeffect \"\", \"{}\"()\n  ret void\n}}\n", clobbers.join(","));
    let mut child = Command::new("llc-19")
        .args(llc.split(' '))
        .args(["-O3", "-stop-after=prologepilog", "-o", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("running llc-19")?;
    child.stdin.take().context("llc-19 has no input")?.write_all(code.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "llc-19 refuses a function that overwrites registers");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = text.split("callee-saved-register: '$").skip(1).filter_map(|rest| rest.split('\'').next());
    let kept: BTreeSet<String> = names.map(str::to_owned).collect();
    ensure!(!kept.is_empty(), "llc-19 saves no register");
    Ok(kept)
}
