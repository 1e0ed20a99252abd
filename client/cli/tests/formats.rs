//! Output of `isotope select` and `explain`: formats, several windows and files, and mistakes in the input with their places.

#![allow(clippy::unwrap_used)]

use crate::command::daemon::daemon;
use crate::command::{AVERAGE, run, select, stderr, stdout};
use std::process::Command;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/select.json");

#[test]
fn json_is_the_golden_one() {
    let daemon = daemon();
    let text = format!("let p : uint8x64 = load B[t + 4, stride 1]\n{AVERAGE}uint8x64 ((uint8x64)p + (uint8x64)c)\n");
    let printed = stdout(&daemon.run(&select("json"), &text));
    let mut found: serde_json::Value = serde_json::from_str(&printed).unwrap();
    for result in found["results"].as_array_mut().unwrap() {
        assert!(result["milliseconds"].as_f64().unwrap() > 0.0);
        result["milliseconds"] = 0.0.into();
    }
    let found = serde_json::to_string_pretty(&found).unwrap() + "\n";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(GOLDEN, &found).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    assert!(golden == found, "the JSON changed; if that is meant, run with BLESS=1:\n{found}");
}

#[test]
fn a_table_shows_cost_gain_and_where_it_came_from() {
    let daemon = daemon();
    let file = daemon.file(AVERAGE);
    let cold = stdout(&daemon.run(&["select", &file, "--mcpu", "znver4"], ""));
    for part in ["1.50", "4.50", "3.00x", "proved", "search", "vpavgb, vpaddb", "1234"] {
        assert!(cold.contains(part), "{part} is not in\n{cold}");
    }
    let warm = stdout(&daemon.run(&["select", &file, "--mcpu", "znver4"], ""));
    assert!(warm.contains("cache") && !warm.contains("search"), "{warm}");
    assert_eq!(daemon.double.searched(), 1);
}

#[test]
fn texts_of_several_windows_are_told_apart() {
    let daemon = daemon();
    let printed = stdout(&daemon.run(&select("autollvm"), &format!("{AVERAGE}int8x64 ((int8x64)a + (int8x64)b)\n")));
    assert_eq!(printed.matches("// ").count(), 2, "{printed}");
    assert!(printed.contains("// uint8x64 (uint8x64)rounding_halving_add"), "{printed}");
    let printed = stdout(&daemon.run(&select("llvm"), AVERAGE));
    assert!(printed.contains("define void @f()"), "{printed}");
}

#[test]
fn assembly_comes_from_llc() {
    let daemon = daemon();
    let printed = stdout(&daemon.run(&select("asm"), AVERAGE));
    assert!(printed.contains("retq"), "{printed}");
    let mut without = Command::new(env!("CARGO_BIN_EXE_isotope"));
    without.args(["select", &daemon.file(AVERAGE), "--emit", "asm", "--mcpu", "znver4"]);
    let output = without.env("ISOTOPE_SERVER", &daemon.url).env("PATH", "").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("apt-get install llvm-19"), "{}", stderr(&output));
}

#[test]
fn bad_input_is_status_2_with_a_caret() {
    let daemon = daemon();
    let bad = |arguments: &[&str], input: &str, says: &[&str]| {
        let output = daemon.run(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
        says.iter().for_each(|part| assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output)));
    };
    bad(&select("table"), "uint8x64 frobnicate((uint8x64)a)\n", &["<stdin>:1:10: ", "frobnicate", "^"]);
    bad(&select("table"), "uint8x64 ((uint8x64)a + (uint16x64)b)\n", &["<stdin>:1:", "^"]);
    bad(&select("table"), "", &["no expression"]);
    bad(&["select", "-", "--mcpu", "znver99"], AVERAGE, &["znver99", "did you mean", "znver4"]);
    bad(&["select", "-", "--mattr", "+nonsense"], AVERAGE, &["nonsense"]);
    bad(&["select", "-", "--mcpu", "znvr4"], AVERAGE, &["`znvr4` is not known; did you mean `znver4`"]);
    bad(&["select", "-", "--mcpu", "znver4", "--mattr=-gnfi"], AVERAGE, &["`gnfi` is not known; did you mean `gfni`?"]);
    bad(&["select", "-", "--expected-epoch", "e9"], AVERAGE, &["epoch e9", "epoch e0"]);
    bad(&["select", "/nonexistent/file"], "", &["cannot read /nonexistent/file"]);
    bad(&["select", "-"], &"// \n".repeat(1 << 19), &["larger than 1 MiB", "MAX_FILE_BYTES", "split it"]);
    bad(&select("table"), "// a comment\n\n", &["<stdin> holds no expression; one looks like", "rounding_halving_add"]);
    bad(&["explain", "-"], "uint8x64 frobnicate((uint8x64)a)\n", &["^"]);
    bad(&["explain", "-", "--place", "store a"], AVERAGE, &["--place is for reports"]);
    bad(&["explain", "-"], "{\"place\": 1}\n", &["line 1 is no record"]);
    bad(&["select", "-", "--emit", "pictures"], AVERAGE, &["possible values"]);
    assert_eq!(daemon.double.searched(), 0);
}

#[test]
fn a_mistake_is_said_as_editors_find_it_and_a_mark_of_the_encoding_is_none() {
    let daemon = daemon();
    let file = daemon.file("target x86_64 znver4\nuint8x64 frobnicate((uint8x64)a)\n");
    for command in [["select", &file], ["explain", &file]] {
        let said = stderr(&daemon.run(&command, ""));
        assert!(said.starts_with(&format!("{file}:2:10: unknown operation")), "{said}");
    }
    let marked = daemon.file(&format!("\u{feff}{AVERAGE}"));
    assert!(stdout(&daemon.run(&["select", &marked, "--mcpu", "znver4"], "")).contains("proved"));
    std::fs::write(&marked, [0xff, 0xfe, b'u', 0]).unwrap();
    assert!(stderr(&daemon.run(&["select", &marked], "")).contains("UTF-16; save it in UTF-8"));
}

#[test]
fn a_value_that_cannot_be_read_is_said_with_what_is_wanted() {
    let said = |arguments: &[&str]| {
        let output = run("http://127.0.0.1:9", arguments, AVERAGE);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        stderr(&output)
    };
    let wants = |arguments: &[&str], wanted: &str| {
        let said = said(arguments);
        assert!(said.contains(wanted) && !said.contains("invalid digit"), "{arguments:?}: {said}");
    };
    wants(&["select", "-", "--budget", "many"], "a whole number of units of work, such as 1000000");
    wants(&["warm", "x", "--budget=-1"], "a whole number of units of work");
    wants(&["memo", "import", "x", "--work", "some"], "a whole number of units of work");
    wants(&["audit", "--sample", "0"], "a whole number from 1 to ");
    wants(&["tune", "x", "--passes", "few"], "a whole number from 3 to 1001");
    wants(&["census", "--every", "other"], "a whole number from 1 to ");
    wants(&["select", "-", "--timeout", "long"], "a number of seconds, such as 0.5");
    wants(&["select", "-", "--timeout=-1"], "a number of seconds, such as 0.5");
    for address in ["ftp://127.0.0.1:9", "localhost:4713", "http://"] {
        wants(&["health", "--server", address], "is not a server's address; write http://HOST:PORT");
    }
}

#[test]
fn a_file_that_is_no_report_is_told_what_reads_it() {
    let daemon = daemon();
    let file = daemon.file(AVERAGE);
    let output = run("http://127.0.0.1:9", &["report", &file], "");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains(&format!("{file} is no report")) && said.contains("`isotope select`"), "{said}");
    let broken = run("http://127.0.0.1:9", &["report", "-"], "{\"place\": 1}\n");
    assert!(stderr(&broken).contains("-: line 1 is no record of a report"), "{}", stderr(&broken));
}

/// Three windows, two of which call the same intrinsic.
const THREE: &str = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)
uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)
uint8x64 ((uint8x64)saturating_add((uint8x64)a, (uint8x64)b) + (uint8x64)c)
";

/// Runs one of LLVM's tools, which has to take its input.
fn takes(tool: &str, arguments: &[&str]) {
    let output = Command::new(tool).args(arguments).output().unwrap_or_else(|e| panic!("{tool}: {e}"));
    assert!(output.status.success(), "{tool} {arguments:?}: {}", stderr(&output));
    assert!(output.stderr.is_empty(), "{tool}: {}", stderr(&output));
}

#[test]
fn several_windows_are_one_module_that_llvms_tools_take() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (memo, ir, asm, object) = (at("memo"), at("three.ll"), at("three.s"), at("made.o"));
    // Plain operations, and the CPU's own instructions.
    for engine in ["baseline", "fast"] {
        let emit = |what: &str, file: &str, text: &str| {
            let own = ["select", "-", "--mcpu", "znver4", "--engine", engine, "--emit", what, "-o", file];
            let standalone = ["--standalone", "--threads", "1", "--cache", &memo];
            let output = run("http://127.0.0.1:9", &[&own[..], &standalone].concat(), text);
            assert_eq!(stdout(&output), "", "it is in the file");
            std::fs::read_to_string(file).unwrap()
        };
        let module = emit("llvm", &ir, THREE);
        for name in ["@isotope_window_1(", "@isotope_window_2(", "@isotope_window_3("] {
            assert_eq!(module.matches(&format!("define <64 x i8> {name}")).count(), 1, "{module}");
        }
        assert!(module.contains("target triple = \"x86_64-"), "{module}");
        assert!(module.contains("target datalayout = \"e-m:e-"), "{module}");
        for once in ["attributes #", "declare <64 x i8> @llvm.uadd.sat.v64i8("] {
            assert_eq!(module.matches(once).count(), 1, "{module}");
        }
        let target = format!("--target={}", triple(&module));
        takes("opt-19", &["-passes=verify,default<O2>", "-S", &ir, "-o", &at("optimised.ll")]);
        takes("llc-19", &["-filetype=obj", &ir, "-o", &object]);
        takes("clang-19", &[&target, "-c", &ir, "-o", &object]);
        let assembly = emit("asm", &asm, THREE);
        assert!(assembly.contains("isotope_window_3:\n") || assembly.contains("isotope_window_3: "), "{assembly}");
        assert!(assembly.contains("rounding_halving_add"), "{assembly}");
        takes("clang-19", &[&target, "-c", &asm, "-o", &object]);
        let single = emit("llvm", &ir, AVERAGE);
        assert!(single.contains("@isotope_window(") && !single.contains("isotope_window_1"), "{single}");
    }
}

/// The triple of a module.
fn triple(module: &str) -> &str {
    let line = module.lines().find_map(|line| line.strip_prefix("target triple = ")).unwrap();
    line.trim_matches('"')
}

/// LLVM's own layout, whatever the instruction set's data say.
#[test]
fn each_instruction_set_has_its_triples_data_layout() {
    let sets = isotope_server::sets::load(None).unwrap();
    for set in sets.iter() {
        let code = &set.manifest().code;
        assert!(code.data_layout.starts_with("e-"), "{}", set.manifest().title);
        let module = format!("target triple = \"{}\"\ndefine void @f() {{ ret void }}\n", code.triple);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("empty.ll");
        std::fs::write(&file, module).unwrap();
        let output = Command::new("opt-19").arg("-S").arg(&file).output().unwrap();
        let wanted = format!("target datalayout = \"{}\"", code.data_layout);
        assert!(stdout(&output).lines().any(|line| line == wanted), "{}: {}", set.manifest().title, stdout(&output));
    }
}

#[test]
fn the_target_line_counts_unless_a_flag_is_given() {
    let daemon = daemon();
    let target = |arguments: &[&str], text: &str| {
        let printed = stdout(&daemon.run(&[&["select", "-", "--emit", "json"], arguments].concat(), text));
        let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
        report["results"][0]["target"]["mcpu"].as_str().unwrap().to_owned()
    };
    let text = format!("target x86_64 icelake-server\n{AVERAGE}");
    assert_eq!(target(&[], &text), "icelake-server");
    assert_eq!(target(&["--mcpu", "znver5"], &text), "znver5");
    let host = isotope_server::sets::target("", "host", "").unwrap();
    assert_eq!(target(&[], AVERAGE), host.mcpu());
}

#[test]
fn an_expression_of_a_report_is_explained_with_what_became_of_it_and_halides_code() {
    let daemon = daemon();
    let record = |place: &str| {
        let members = serde_json::json!({
            "version": 1, "target": "x86_64 znver4", "place": place, "asked": AVERAGE, "used": true, "why_not": "",
            "halide": "vpavgb\nretq\n",
        });
        format!("{members}\n")
    };
    let report = [record("store a"), record("store b")].concat();
    let told = stdout(&daemon.run(&["explain", "-", "--place", "store b"], &report));
    let parts =
        ["store b: the answer is used", "target      x86_64 znver4", "memo        miss", "own back end", "  vpavgb"];
    parts.iter().for_each(|part| assert!(told.contains(part), "{part}: {told}"));
    let output = daemon.run(&["explain", "-"], &report);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("store a, store b"), "{}", stderr(&output));
}

#[test]
fn what_prints_a_table_also_speaks_json() {
    let daemon = daemon();
    stdout(&daemon.run(&select("json"), AVERAGE));
    let read = |arguments: &[&str]| -> serde_json::Value {
        let printed = stdout(&daemon.run(&[arguments, &["--json"]].concat(), ""));
        serde_json::from_str(&printed).unwrap_or_else(|why| panic!("{arguments:?}: {why}: {printed}"))
    };
    let stats = read(&["stats"]);
    assert_eq!(
        (&stats["from_search"], &stats["epoch"], &stats["tier"]),
        (&1.into(), &"e0".into(), &serde_json::Value::Null)
    );
    assert_eq!(read(&["health"])["serving"], true);
    let doctor = read(&["doctor"]);
    assert_eq!(doctor["well"], true);
    let looked: Vec<&str> =
        doctor["findings"].as_array().unwrap().iter().map(|one| one["what"].as_str().unwrap()).collect();
    assert!(["address", "ready", "role", "epoch"].iter().all(|what| looked.contains(what)), "{looked:?}");
    let audit = read(&["audit", "--all"]);
    assert_eq!(
        (&audit["agree"], &audit["whole"], &audit["findings"]),
        (&1.into(), &true.into(), &serde_json::json!([]))
    );
    let verified = read(&["memo", "verify"]);
    assert_eq!((&verified["sound"], &verified["records"]), (&true.into(), &1.into()), "{verified}");
    let classes = read(&["dict", "list", "avg"]);
    assert!(classes["classes"].as_array().unwrap().iter().any(|one| one["class"] == "average_round"), "{classes}");
}

#[test]
fn several_files_are_answered_together_and_all_their_mistakes_are_said() {
    let daemon = daemon();
    let at = |name: &str, text: &str| {
        let path = daemon.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (one, two) =
        (at("one.txt", AVERAGE), at("two.txt", "target x86_64 haswell\nuint8x32 ((uint8x32)a + (uint8x32)b)\n"));
    let printed = stdout(&daemon.run(&["select", &one, &two, "--emit", "json"], ""));
    let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(report["results"].as_array().unwrap().len(), 2);
    assert_eq!(report["results"][1]["target"]["mcpu"], "haswell");
    let (bad, worse) =
        (at("bad.txt", "uint8x4 wrong((uint8x4)a)\nuint8x4 (a +\n"), at("worse.txt", "uint8x4 wronger((uint8x4)a)\n"));
    let output = daemon.run(&["select", &one, &bad, &worse, "--mcpu", "znver4"], "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{}", stderr(&output));
    let said = stderr(&output);
    let places: Vec<&str> = said.lines().filter(|line| line.contains(".txt:")).collect();
    assert_eq!(places.len(), 3, "{said}");
    assert!(places[0].starts_with(&format!("{bad}:1:9: ")) && places[1].starts_with(&format!("{bad}:")), "{said}");
    assert!(places[2].starts_with(&format!("{worse}:1:9: ")), "{said}");
    let missing = daemon.run(&["select", &one, "/nonexistent/file"], "");
    assert!(stderr(&missing).contains("cannot read /nonexistent/file"), "{}", stderr(&missing));
}
