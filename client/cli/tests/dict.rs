//! `isotope dict`: what it prints, how calls of instructions come and go, and what is said of bad ones.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output, Stdio};

fn dict(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
    command.arg("dict").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = dict(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(arguments: &[&str], input: &[u8]) -> String {
    let output = output(arguments, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn one_call_is_computed_from_the_command_line() {
    assert_eq!(text(&["run", "_mm_srli_epi16", "ffff00f0", "#4"], b""), format!("{:032x}\n", 0x0fff_000f));
    let wrong = output(&["run", "_mm_srli_epi16", "ffff"], b"");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stdout).starts_with("? _mm_srli_epi16 has 2 operands"));
}

#[test]
fn an_immediate_that_does_not_fit_its_encoding_has_no_result() {
    let wide = output(&["run", "_mm512_slli_epi64", "1", "#32791"], b"");
    assert_eq!(wide.status.code(), Some(1));
    let said = String::from_utf8_lossy(&wide.stdout).into_owned();
    assert!(said.contains("32791 does not fit its 8 bits: write -128 to 255"), "{said}");
}

#[test]
fn a_result_comes_before_the_next_call_is_written() {
    let mut child = dict(&["run"]).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (call, result) in [("_mm_add_epi8\t1 2\n", "03\n"), ("_mm_sub_epi8\t3 1\n", "02\n")] {
        stdin.write_all(call.as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.ends_with(result), "{line}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn many_calls_keep_their_order_whatever_is_wrong_among_them() {
    let mut input = Vec::new();
    for i in 0..3000 {
        match i % 3 {
            0 => input.extend(format!("_mm_add_epi8\t{i:x} 0\n").bytes()),
            1 => input.extend(format!("_mm_or_si128\t{i:x} 0\n").bytes()),
            _ => input.extend(b"_mm_or_si128\t\xff 0\n"),
        }
    }
    // A line that no call can have, and one that has no end.
    input.extend(vec![b'0'; 1 << 20]);
    input.extend(b"\n_mm_add_epi8\t7 0");
    let out = text(&["run"], &input);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3002);
    for (i, line) in lines[..3000].iter().enumerate() {
        let ok = if i % 3 == 2 { line.starts_with("? operand 1") } else { line.ends_with(&format!("{i:x}")) };
        assert!(ok, "{i}: {line}");
    }
    assert!(lines[3000].contains("MAX_CALL_BYTES"), "{:.200}", lines[3000]);
    assert!(lines[3001].ends_with("07"));
}

#[test]
fn the_pages_say_what_there_is() {
    let summary: serde_json::Value = serde_json::from_str(&text(&["summary", "--json"], b"")).unwrap();
    assert!(summary["instructions"]["x86"]["translated"].as_u64().unwrap() > 2000);
    assert!(summary["paper_scope"]["classes"].as_u64().unwrap() > 0);
    let found = text(&["find", "pmaddubsw"], b"");
    assert!(found.contains("_mm_maddubs_epi16") && found.contains("Saturate16"), "{found}");
    let class = found.lines().find_map(|line| line.strip_prefix("class")).unwrap().trim().to_owned();
    assert!(text(&["show", &class], b"").contains("_mm512_maddubs_epi16"));
    assert!(text(&["list", "pmaddubsw"], b"").contains(&class));
    let missing = output(&["find", "pmadubsw"], b"");
    assert_eq!(missing.status.code(), Some(2));
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(said.contains("no instruction pmadubsw; did you mean `pmaddubsw`"), "{said}");
    let near = |arguments: &[&str]| String::from_utf8(output(arguments, b"").stderr).unwrap();
    assert!(near(&["find", "vpdpbuds"]).contains("`vpdpbusd`"), "{}", near(&["find", "vpdpbuds"]));
    assert!(near(&["find", "_mm_ad_epi8"]).contains("`_mm_add_epi8`"));
    let typed = format!("{class}s");
    assert!(near(&["show", &typed]).contains(&format!("`{class}`")), "{}", near(&["show", &typed]));
    assert!(near(&["find", "frobnicate_everything"]).contains("`isotope dict list PART` finds names"));
}

#[test]
fn instructions_and_operations_are_found_by_words_of_the_trade() {
    let found = text(&["find", "rounding average"], b"");
    assert!(found.contains("\taverage_round\t") && found.contains("`isotope dict show CLASS`"), "{found}");
    assert_eq!(text(&["find", "rounding", "average"], b""), found);
    let has =
        |asked: &[&str], class: &str| assert!(text(&[&["find"], asked].concat(), b"").contains(class), "{asked:?}");
    has(&["saturate"], "saturating_subtract");
    has(&["dot product"], "dot_product_add");
    has(&["abs", "diff"], "absolute_difference");
    has(&["narrowing", "clamp"], "saturating_narrow");
    let ops = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_isotope")).arg("ops").args(words).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for (words, first) in [
        (&["average"][..], "halving_add(a, b)"),
        (&["rounding", "average"], "rounding_halving_add(a, b)"),
        (&["abs diff"], "absd(a, b)"),
        (&["saturate"], "saturating_add(a, b)"),
        (&["dot"], "(TYPE)vector_reduce_add(a)"),
        (&["narrow"], "TYPE(a)"),
    ] {
        assert!(ops(words).starts_with(first), "{words:?}: {}", ops(words));
    }
}

#[test]
fn a_browser_has_pages_with_the_vendors_text_where_it_is_given() {
    let targets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/targets");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let guide = format!("Slate={targets}/slate/guide.xml");
    let said = text(&["--instruction-sets", targets, "html", path, "--guide", &guide], b"");
    assert!(said.contains("index.html"), "{said}");
    let set = std::fs::read_to_string(folder.path().join("set-slate.html")).unwrap();
    let page = set.split('"').find(|word| word.ends_with("#vaddubs")).unwrap();
    let page = std::fs::read_to_string(folder.path().join(page.trim_end_matches("#vaddubs"))).unwrap();
    assert!(page.contains("Adds bytes, saturating.") && page.contains("d[i+7:i] := SaturateU8("), "{page}");
    for wrong in ["Slate", "nosuch=file", "Slate=nosuch.xml", "arm=Cargo.toml"] {
        let refused = output(&["--instruction-sets", targets, "html", path, "--guide", wrong], b"");
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(&format!("--guide {wrong}")), "{wrong}");
    }
}

#[test]
fn other_tools_have_files_of_the_operations() {
    assert!(text(&["tablegen"], b"").contains("def int_autollvm_saturating_add :"));
    assert!(text(&["mlir"], b"").contains("AutoLLVM_Op<\"saturating_add\">"));
    let lowering = text(&["lowering", "x86"], b"");
    assert!(lowering.lines().any(|line| line.starts_with("saturating_add 8x16,8x16 -> 8x16 [")), "{lowering:.2000}");
    let refused = output(&["lowering", "vax"], b"");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("there is arm, arm-float, hvx, x86, x86-float"));
}
