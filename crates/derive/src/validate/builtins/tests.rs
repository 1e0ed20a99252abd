use super::super::kept::Kept;
use super::*;
use isotope_dictionary::manifest::FormsBy;
use isotope_dictionary::{Folder, InstructionSet};
use isotope_vendor::errata::Errata;
use isotope_vendor::reader;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the manual is at hand, relative to the project's folder.
const MANUAL: &str = "../shared/isa/hvx/hvx-prm-v66.json";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn hvx() -> SetFolder {
    SetFolder::open(&root().join("grammars/data/hvx")).unwrap()
}

/// The executors of trials, where their tools are there; a test that has none says so.
fn bench(set: &SetFolder, test: &str) -> Option<Bench> {
    for tool in ["clang-19", "ld.lld-19", "qemu-hexagon"] {
        if Command::new(tool).arg("--version").output().is_err() {
            println!("skipped: {test} needs {tool} (scripts/setup hexagon)");
            return None;
        }
    }
    let FormsBy::Builtins(names) = &set.manifest.vendor.forms else { panic!("HVX has builtins") };
    Some(Bench::of(set, names, &[isotope_run::QEMU_HEXAGON]).unwrap())
}

#[test]
fn a_sample_of_hvx_equals_what_qemu_executes() {
    let set = hvx();
    let Some(bench) = bench(&set, "a_sample_of_hvx_equals_what_qemu_executes") else { return };
    let read = |name: String| set.read(&name).ok().map(|text| (name, text));
    let stored = InstructionSet::read(&Folder::leaked(set.files().unwrap().into_iter().filter_map(read))).unwrap();
    let trials: Vec<Trial> = stored
        .dictionary()
        .members()
        .iter()
        .step_by(45)
        .map(|member| Trial {
            name: member.name.to_owned(),
            semantics: member.semantics().unwrap(),
            c: None,
            any_nan: false,
            features: Vec::new(),
            fault: None,
        })
        .collect();
    for (name, outcome) in bench.run(&trials, 24).unwrap() {
        assert!(matches!(outcome, Outcome::Validated { .. }), "{name}: {outcome}");
    }
}

/// How C calls an intrinsic of Arm's that has neither an immediate nor several registers in one operand.
fn arm_form(semantics: &Semantics) -> Option<CForm> {
    let name = |operand: &Operand| {
        let sign = if operand.signed { "" } else { "u" };
        let (bits, lanes) = (operand.element_bits, operand.bits / operand.element_bits);
        match operand.kind {
            OperandKind::Vector if operand.bits <= 128 && bits <= 64 => Some(format!("{sign}int{bits}x{lanes}_t")),
            OperandKind::Scalar => Some(format!("{sign}int{bits}_t")),
            _ => None,
        }
    };
    let types = semantics.operands.iter().map(name).collect::<Option<_>>()?;
    Some(CForm { types, result: name(&semantics.result)?, immediates: Vec::new() })
}

#[test]
fn a_sample_of_arm_equals_what_qemu_executes() {
    for tool in ["clang-19", "ld.lld-19", "qemu-aarch64"] {
        if Command::new(tool).arg("--version").output().is_err() {
            println!("skipped: a_sample_of_arm_equals_what_qemu_executes needs {tool} (scripts/setup hexagon)");
            return;
        }
    }
    let set = SetFolder::open(&root().join("grammars/data/arm")).unwrap();
    let FormsBy::Builtins(names) = &set.manifest.vendor.forms else { panic!("Arm has intrinsics") };
    let bench = Bench::of(&set, names, &[isotope_run::QEMU_AARCH64]).unwrap();
    let files = set.files().unwrap().into_iter().map(|name| (name.clone(), set.read(&name).unwrap()));
    let stored = InstructionSet::read(&Folder::leaked(files)).unwrap();
    let trials: Vec<Trial> = stored
        .dictionary()
        .members()
        .iter()
        .filter_map(|member| {
            // An array is of several registers, for which C has other types.
            let form = stored.dictionary().llvm_form(member.name, &[])?;
            if form.params.iter().any(|(_, ty)| ty.starts_with('[')) {
                return None;
            }
            let semantics = member.semantics().unwrap();
            let c = Some(arm_form(&semantics)?);
            Some(Trial {
                name: member.name.to_owned(),
                semantics,
                c,
                any_nan: false,
                features: Vec::new(),
                fault: None,
            })
        })
        .step_by(29)
        .collect();
    assert!(trials.len() > 40, "{} trials", trials.len());
    for (name, outcome) in bench.run(&trials, 24).unwrap() {
        assert!(matches!(outcome, Outcome::Validated { .. }), "{name}: {outcome}");
    }
}

#[test]
fn a_wrong_meaning_is_found() {
    let set = hvx();
    let Some(bench) = bench(&set, "a_wrong_meaning_is_found") else { return };
    // Bytes are added, and one of them a little wrong; then a text that stops.
    let head = "semantics 1\nin Vu vector 1024 s8\nin Vv vector 1024 s8\nout Vd vector 1024 s8\n";
    let sum = "FOR i := 0 to 127\n Vd.byte[i] := Vu.byte[i] + Vv.byte[i]\nENDFOR\n";
    let trial = |text: &str| Trial {
        name: "hexagon_V6_vaddb_128B".to_owned(),
        semantics: Semantics::from_text(&format!("{head}{sum}{text}")).unwrap(),
        c: None,
        any_nan: false,
        features: Vec::new(),
        fault: None,
    };
    let outcome = |text: &str| bench.run(&[trial(text)], 16).unwrap().remove("hexagon_V6_vaddb_128B").unwrap();
    assert_eq!(outcome(""), Outcome::Validated { by: "emulator", cases: 16, on: String::new() });
    let wrong = outcome("Vd.byte[127] := Vu.byte[127] + Vv.byte[126]\n");
    assert!(matches!(wrong, Outcome::Mismatch { .. }), "{wrong}");
    let stops = outcome("Vd.byte[0] := Vu.byte[128]\n");
    assert!(stops.to_string().contains("outside Vu"), "{stops}");
}

/// Without an erratum each of its instructions is refused, stops, or differs from what is executed.
#[test]
#[ignore = "slow: a program for each erratum"]
fn every_erratum_of_hvx_is_needed() {
    let set = hvx();
    let Some(bench) = bench(&set, "every_erratum_of_hvx_is_needed") else { return };
    if !root().join(MANUAL).exists() {
        println!("skipped: every_erratum_of_hvx_is_needed needs {MANUAL}");
        return;
    }
    let text = set.vendor_text(Some(&root().join(MANUAL))).unwrap();
    let errata: toml::Table = set.read("errata.toml").unwrap().parse().unwrap();
    let entries = errata["erratum"].as_array().unwrap();
    let needed: BTreeMap<String, Vec<String>> = set.entries(&text).unwrap().into_iter().fold(
        BTreeMap::new(),
        |mut by_erratum: BTreeMap<String, Vec<String>>, entry| {
            for erratum in entry.translation.iter().flat_map(|t| t.errata.clone()) {
                by_erratum.entry(erratum).or_default().push(entry.name.clone());
            }
            by_erratum
        },
    );
    for left_out in entries {
        let name = left_out["name"].as_str().unwrap();
        let rest: Vec<toml::Value> = entries.iter().filter(|entry| *entry != left_out).cloned().collect();
        let rest = toml::to_string(&toml::Table::from_iter([("erratum".to_owned(), rest.into())])).unwrap();
        let mut scope = set.scope().unwrap();
        scope.errata = Errata::read(&rest).unwrap();
        let mut all = reader::named(&set.manifest.vendor.reader).unwrap().read(&text, &scope).unwrap();
        all.retain(|entry| needed[name].contains(&entry.name));
        let record = validated(&set, &all, &bench, 256, &Kept::read("", true)).unwrap();
        let still: Vec<&str> =
            record.text.lines().filter(|line| !line.starts_with('#') && line.contains(" emulator ")).collect();
        assert!(!all.is_empty() && still.is_empty(), "without {name} these are right as well: {still:?}");
    }
}

/// A trial that copies two bytes, and a machine's fault in it: its second byte is `faulty`.
fn copied(faulty: &str) -> (Trial, Fault) {
    let meaning = |second: &str| {
        let text = format!(
            "semantics 1\nin a vector 16 u8\nout dst vector 16 u8\ndst.byte[0] := a.byte[0]\ndst.byte[1] := {second}\n"
        );
        Semantics::from_text(&text).unwrap()
    };
    let fault = Fault { name: "dropped".to_owned(), machine: "emulator-1".to_owned(), semantics: meaning(faulty) };
    let semantics = meaning("a.byte[1]");
    let fault_of_it = Some(fault.clone());
    let name = "copy".to_owned();
    (Trial { name, semantics, c: None, any_nan: false, features: Vec::new(), fault: fault_of_it }, fault)
}

/// The outcome of a trial on `enough` inputs where the machine answers what `answer` makes of the two texts' answers.
fn settled(faulty: &str, enough: usize, answer: impl Fn(usize, &Bits, &Bits) -> Bits) -> Result<usize, Outcome> {
    let (trial, fault) = copied(faulty);
    let prepared = prepare::prepare(&trial, trial.fault_of("emulator-1"), enough);
    let answers = prepared.cases.iter().enumerate().map(|(at, case)| match case.made() {
        Ok((right, Some(faulty))) => answer(at, right, faulty),
        _ => Bits::zero(16),
    });
    judged(&trial.semantics, &prepared.cases, answers, Bits::eq, Some((&fault, enough)))
}

#[test]
fn of_a_fault_the_answers_of_the_text_alone_count() {
    // Of one byte in two the highest bit is dropped: half of the inputs say something, and there are as many more.
    let dropped = "a.byte[1] AND 127";
    let by_fault = settled(dropped, 64, |_, _, faulty| faulty.clone()).unwrap();
    assert!((64..70).contains(&by_fault), "{by_fault}");
    // A machine without the fault is right on every input, also on those that say nothing of one that has it.
    let without = settled(dropped, 64, |_, right, _| right.clone()).unwrap();
    assert!(without > by_fault, "{without} {by_fault}");
}

#[test]
fn an_answer_of_neither_text_is_a_mismatch() {
    let wrong = settled("a.byte[1] AND 127", 64, |at, right, faulty| {
        let mut answer = faulty.clone();
        if at == 40 {
            answer.set_slice(0, 1, 1 - right.slice(0, 1));
        }
        answer
    });
    assert!(matches!(wrong, Err(Outcome::Mismatch { wrong: 1, .. })), "{wrong:?}");
}

#[test]
fn too_few_answers_of_the_text_are_no_validation() {
    let never = settled("a.byte[1] + 1", 4, |_, _, faulty| faulty.clone());
    assert_eq!(never, Err(Outcome::EmulatorWrong { erratum: "dropped".to_owned() }));
    // The same input again says nothing more: 65,536 there are, and of those that agree 256 times as few.
    let rare = settled("a.byte[1] == 0 ? 0 : 255 - a.byte[1]", 257, |_, _, faulty| faulty.clone());
    assert_eq!(rare, Err(Outcome::EmulatorWrong { erratum: "dropped".to_owned() }));
    let stops = settled("a.byte[2]", 4, |_, right, _| right.clone());
    assert!(
        matches!(&stops, Err(Outcome::Refused { why, .. }) if why.contains("the edited text of dropped")),
        "{stops:?}"
    );
}
