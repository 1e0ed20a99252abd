//! `isotope schedule`: LLVM IR in, machine code out that is shown to be the same, and what is said of loops and of wrong input.

#![allow(clippy::unwrap_used)]

use crate::command::{Shipped, stderr};
use isotope_run::programs::lacking;
use std::path::{Path, PathBuf};
use std::process::Command;

/// `d[i] = (a[i] * b[i] + 3) * c`, for words.
const LOOP: &str = r#"
define void @f(ptr noalias %a, ptr noalias %b, ptr noalias %d, i32 %c, i32 %n) #0 {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %exit
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %a, i32 %i
  %q = getelementptr i32, ptr %b, i32 %i
  %r = getelementptr i32, ptr %d, i32 %i
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %m = mul i32 %x, %y
  %s = add i32 %m, 3
  %t = mul i32 %s, %c
  store i32 %t, ptr %r
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
attributes #0 = { nounwind "target-cpu"="CPU" }
"#;

/// A number in digits of 28 bits, shifted: LLVM's issue 208943. Its pipeliner takes the carry of an earlier iteration for the last one.
const SHIFT: &str = r#"
target datalayout = "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048"

define void @shift(ptr %digits, i32 %used, i32 %by) #0 {
entry:
  %ones = shl nsw i32 -1, %by
  %mask = xor i32 %ones, -1
  %some = icmp sgt i32 %used, 0
  br i1 %some, label %before, label %exit
before:
  %up = sub nsw i32 28, %by
  br label %loop
exit:
  ret void
loop:
  %carry = phi i32 [ 0, %before ], [ %next, %loop ]
  %left = phi i32 [ %used, %before ], [ %at, %loop ]
  %at = add nsw i32 %left, -1
  %place = getelementptr inbounds i32, ptr %digits, i32 %at
  %digit = load i32, ptr %place, align 4
  %next = and i32 %digit, %mask
  %low = lshr i32 %digit, %by
  %high = shl i32 %carry, %up
  %both = or i32 %low, %high
  store i32 %both, ptr %place, align 4
  %more = icmp ugt i32 %left, 1
  br i1 %more, label %loop, label %exit
}
attributes #0 = { nounwind "target-cpu"="hexagonv66" }
"#;

fn schedule(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_isotope")).arg("schedule").args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_loop_of_llvm_ir_is_scheduled_explained_and_checked() {
    if let Some(why) = lacking(&["llc-19"]) {
        println!("skipped: {why}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let module = file(folder.path(), "f.ll", &LOOP.replace("CPU", "hexagonv66"));
    let (code, out, error) = schedule(&[module.to_str().unwrap(), "--explain", "--llc=-enable-pipeliner=0"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("as it was: ") && out.contains("scheduled: ") && out.contains("iterations at once"), "{out}");
    let (_, json, _) = schedule(&[module.to_str().unwrap(), "--json", "--llc=-enable-pipeliner=0"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let number = |side: &str, name: &str| json["loops"][0][side][name].as_i64().unwrap();
    let count = |side: &str, of: &str| (number(side, "packets") + number(side, "waits")) * number(of, "iterations");
    assert!(count("after", "before") < count("before", "after"), "{json}");

    let (code, text, _) = schedule(&[module.to_str().unwrap(), "--llc=-enable-pipeliner=0"]);
    let after = file(folder.path(), "after.mir", &text);
    let llc = [
        "-mtriple=hexagon-unknown-linux-musl",
        "-mcpu=hexagonv66",
        "-mattr=+hvx-length128b,+hvxv66",
        "-O3",
        "-enable-pipeliner=0",
    ];
    let own = Command::new("llc-19")
        .args(llc)
        .args(["-stop-before=hexagon-packetizer", "-o", "-"])
        .arg(&module)
        .output()
        .unwrap();
    // The module's name is the only line that differs outside blocks.
    let own = String::from_utf8(own.stdout).unwrap().replace(module.to_str().unwrap(), "<stdin>");
    let before = file(folder.path(), "before.mir", &own);
    let (shown, out, error) = schedule(&["--check", before.to_str().unwrap(), after.to_str().unwrap()]);
    assert_eq!((code, shown), (0, 0), "{out}{error}");
    assert!(out.starts_with("f: equal: ") && out.contains("1 loop with iterations scheduled together"), "{out}");
    // Three more instructions than a packet has room for, which change nothing.
    let more = [14, 15, 28].map(|register| format!("      $r{register} = A2_tfrsi 1\n")).concat();
    let begin = text.find("    BUNDLE ").unwrap();
    let begin = begin + text[begin..].find('\n').unwrap() + 1;
    let crowded = file(folder.path(), "crowded.mir", &format!("{}{more}{}", &text[..begin], &text[begin..]));
    let (shown, out, _) = schedule(&["--check", before.to_str().unwrap(), crowded.to_str().unwrap()]);
    assert!(shown > 0 && out.contains("LLVM's assembler refuses a packet"), "{out}");
    // One pass too many: what the count is lessened by is the last operand of one sum.
    let less = |line: &str| line.contains("A2_addi") && line.contains(", -");
    assert_eq!(text.lines().filter(|line| less(line)).count(), 1, "{text}");
    let more = |line: &str| match line.rsplit_once(", -").filter(|_| less(line)) {
        Some((start, number)) => format!("{start}, {}", 1 - number.parse::<i64>().unwrap()),
        None => line.to_owned(),
    };
    let faulty = text.lines().map(more).collect::<Vec<_>>().join("\n") + "\n";
    let faulty = file(folder.path(), "faulty.mir", &faulty);
    let check = ["--check", before.to_str().unwrap(), faulty.to_str().unwrap()];
    let mut nowhere = Command::new(env!("CARGO_BIN_EXE_isotope"));
    let output = nowhere.arg("schedule").args(check).env("PATH", folder.path()).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let is_open = out.starts_with("f: not shown: ") && out.contains("; it was not executed: llc-19 was not found");
    assert!(output.status.code() == Some(2) && is_open, "{out}");
    let mut full = Command::new(env!("CARGO_BIN_EXE_isotope"));
    let output = full.arg("schedule").args(check).env("TMPDIR", folder.path().join("nowhere")).output().unwrap();
    let (out, said) = (String::from_utf8_lossy(&output.stdout), stderr(&output));
    assert!(output.status.code() == Some(2) && out.starts_with("f: not shown: "), "{out}{said}");
    assert!(said.contains("nothing was executed"), "{said}");
    if let Some(why) = lacking(&["ld.lld-19", "qemu-hexagon"]) {
        println!("skipped: {why}");
        return;
    }
    let (shown, out, _) = schedule(&check);
    assert!(shown == 1 && out.starts_with("f: different: byte ") && out.contains(" of %d is 0x"), "{out}");
    assert!(out.contains("%c = ") && out.contains("%n = "), "{out}");
    let (shown, json, _) = schedule(&[&check[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((shown, json["functions"][0]["verdict"].as_str()), (1, Some("different")), "{json}");
    // A function that is not to be called alone stays as it was.
    let text = std::fs::read_to_string(&before).unwrap();
    let calls = |text: &str| text.replace("define void @f(", "define internal void @f(");
    let [before, faulty] = [("internal.mir", &text), ("other.mir", &std::fs::read_to_string(&faulty).unwrap())]
        .map(|(name, text)| file(folder.path(), name, &calls(text)));
    let (shown, out, _) = schedule(&["--check", before.to_str().unwrap(), faulty.to_str().unwrap()]);
    assert!(shown == 2 && out.contains("it was not executed: no other file can call it"), "{out}");
}

#[test]
fn a_loop_that_llvm_s_pipeliner_breaks_is_different() {
    if let Some(why) = lacking(&["llc-19", "ld.lld-19", "qemu-hexagon"]) {
        println!("skipped: {why}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let module = file(folder.path(), "shift.ll", SHIFT);
    let code = |options: &[&str]| {
        let llc = ["-mcpu=hexagonv66", "-mtriple=hexagon", "-O3", "-stop-before=hexagon-packetizer", "-o", "-"];
        Command::new("llc-19").args(llc).args(options).arg(&module).output().unwrap().stdout
    };
    let text = |options: &[&str]| String::from_utf8(code(options)).unwrap();
    let before = file(folder.path(), "before.mir", &text(&["-enable-pipeliner=0"]));
    let after = file(folder.path(), "after.mir", &text(&[]));
    let (shown, out, error) = schedule(&["--check", before.to_str().unwrap(), after.to_str().unwrap()]);
    assert!(
        shown == 1 && out.starts_with("shift: different: byte ") && out.contains(" of %digits is 0x"),
        "{out}{error}"
    );
}

#[test]
fn code_for_a_cpu_without_a_file_stays_and_a_text_that_is_no_code_has_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = LOOP.replace("CPU", "hexagonv5");
    let module = file(folder.path(), "f.ll", &text);
    let (code, out, _) = schedule(&[module.to_str().unwrap()]);
    assert_eq!((code, out), (0, text));
    let (code, out, _) = schedule(&[module.to_str().unwrap(), "--explain"]);
    assert!(code == 0 && out.contains("stays as it was: there is no file of packets for `hexagonv5`"), "{out}");
    let broken = file(folder.path(), "broken.mir", "---\nname: f\nbody: |\n  bb.0:\n    $r0 = ?\n...\n");
    let (code, _, error) = schedule(&[broken.to_str().unwrap()]);
    assert!(code == 2 && error.starts_with(&format!("{}:5: ", broken.display())), "{code} {error}");
    let other = file(folder.path(), "other.mlir", "func.func @f() {\n  return\n}\n");
    let (code, _, error) = schedule(&[other.to_str().unwrap()]);
    assert!(code == 2 && error.starts_with(&format!("{}:1:1: error: ", other.display())), "{code} {error}");
}

#[test]
fn an_object_file_is_the_same_by_the_daemon_which_remembers_it() {
    if let Some(why) = lacking(&["llc-19"]) {
        println!("skipped: {why}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let module = file(folder.path(), "f.ll", &LOOP.replace("CPU", "hexagonv66"));
    let [own, first, second] = ["own.o", "first.o", "second.o"].map(|name| folder.path().join(name));
    let object = |path: &Path| {
        let path = path.to_str().unwrap().to_owned();
        let flags = ["--llc=-enable-pipeliner=0", "--pic", "--function-sections", "--object"].map(str::to_owned);
        [&["schedule".to_owned(), module.to_str().unwrap().to_owned()][..], &flags, &[path]].concat()
    };
    let arguments = object(&own);
    let arguments: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    let (code, out, error) = schedule(&arguments);
    assert_eq!((code, out.as_str()), (0, ""), "{error}");
    let daemon = Shipped::start();
    for (path, is_known) in [(&first, false), (&second, true)] {
        let arguments = [object(path), vec!["--daemon".to_owned()]].concat();
        let output = daemon.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let said = stderr(&output);
        assert!(output.status.success(), "{said}");
        assert_eq!(said.contains("the daemon had this code already"), is_known, "{said}");
    }
    let [own, first, second] = [own, first, second].map(|path| std::fs::read(path).unwrap());
    // A file for machine 164, which Hexagon is, in 32 bits.
    assert_eq!((&own[..5], &own[18..20]), (&b"\x7fELF\x01"[..], &[164, 0][..]));
    assert!(own == first && first == second);
    // The loop is another one than LLVM's own.
    let plain = Command::new("llc-19")
        .args(["-mtriple=hexagon-unknown-linux-musl", "-mcpu=hexagonv66", "-O3", "-enable-pipeliner=0"])
        .args(["-relocation-model=pic", "-function-sections", "-filetype=obj", "-o", "-"])
        .arg(&module)
        .output()
        .unwrap();
    assert!(plain.status.success() && plain.stdout != own);

    let json = |more: &[&str]| {
        let arguments = [&["schedule", module.to_str().unwrap(), "--json", "--llc=-enable-pipeliner=0"], more].concat();
        let output = daemon.run(&arguments);
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    assert_eq!(json(&[]), json(&["--daemon"]), "here and there is the same");
    // The packets before and after a loop count where its iterations are few.
    for (flag, says) in [("2", "stays as it was: a schedule is shorter, but not with"), ("1000", "scheduled: ")] {
        let arguments = [module.to_str().unwrap(), "--explain", "--llc=-enable-pipeliner=0", "--iterations", flag];
        let (_, out, _) = schedule(&arguments);
        assert!(out.contains(says), "{flag}: {out}");
    }
    let (code, _, error) = schedule(&[module.to_str().unwrap(), "--pic"]);
    assert!(code == 2 && error.contains("--object"), "{error}");
}
