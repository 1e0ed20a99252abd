//! The library for front ends by itself, without Halide and LLVM: compiled as a front end's build does, and run against a daemon.

#![allow(clippy::unwrap_used)]

#[path = "../../tests/daemon/mod.rs"]
mod daemon;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The program of its tests, and the folder with the library that it needs.
struct Program {
    folder: tempfile::TempDir,
}

impl Program {
    fn binary(&self) -> PathBuf {
        self.folder.path().join("frontend")
    }

    fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        let mut command = Command::new(self.binary());
        command.args(arguments).env("LD_LIBRARY_PATH", self.folder.path()).envs(variables.iter().copied());
        command.output().unwrap()
    }
}

/// Compiled once for all tests.
fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = Program { folder: tempfile::tempdir().unwrap() };
        let capi = Path::new(env!("CARGO_MANIFEST_DIR"));
        let frontend = capi.join("../frontend");
        let soname = program.folder.path().join("libisotope.so.1");
        let library = std::env::current_exe().unwrap().parent().unwrap().join("libisotope.so");
        std::os::unix::fs::symlink(library, &soname).unwrap();
        let sources = frontend.join("src").read_dir().unwrap().map(|file| file.unwrap().path());
        let mut compiler = Command::new("c++");
        compiler.args(["-std=c++17", "-pthread", "-Wall", "-Wextra", "-Werror"]).args(sources);
        compiler.arg(frontend.join("tests/frontend.cpp")).arg("-I").arg(frontend.join("include"));
        compiler.arg("-I").arg(capi.join("include")).arg(&soname).arg("-ldl").arg("-o").arg(program.binary());
        let output = compiler.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        program
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_parts_do_what_they_say_without_a_server() {
    let output = program().run(&[], &[("ISOTOPE_OFF", "1")]);
    let printed = text(&output.stdout);
    assert!(output.status.success() && !printed.contains("NOT as expected"), "{printed}");
    assert!(printed.lines().count() > 40, "{printed}");
}

#[test]
fn a_front_end_asks_compares_and_reports_and_so_does_its_fork() {
    let daemon = daemon::daemon();
    let report = tempfile::NamedTempFile::new().unwrap();
    let path = report.path().to_str().unwrap();
    let variables = [
        ("ISOTOPE_SERVER", daemon.url.as_str()),
        ("ISOTOPE_TIMEOUT_MS", "20000"),
        ("ISOTOPE_REPORT", path),
        ("ISOTOPE_VERBOSE", "1"),
    ];
    let output = program().run(&["ask"], &variables);
    assert!(output.status.success());
    let once = "used\nnothing to ask\nused\n";
    let first = format!("{once}compiled quick first\n1 1 1, compiled 2\n1 1 1, compiled 2\n");
    let fork = format!("{once}1 1 1, compiled 0\n1 1 1, compiled 0\n");
    assert_eq!(text(&output.stdout), first + &fork);
    assert_eq!(daemon.double.searched(), 1, "the text and the graph are one window");
    let said = text(&output.stderr);
    assert!(said.contains("isotope: 2 of 3 vector expressions in 1 modules have answers\n"), "{said}");
    let lines = std::fs::read_to_string(path).unwrap();
    assert_eq!(lines.lines().count(), 6, "{lines}");
    let line = lines.lines().next().unwrap();
    let asked = "\"asked\": \"let a : uint8x16 in [0, 100] = load in[b0, stride 1]\\nlet b : ";
    let rest = "\"some_cost\": 0, \"some_cost_with_answer\": 0, \"some\": \"own\", \"location\": \"f.c:1\"}";
    assert!(line.contains(asked) && line.ends_with(rest) && line.contains("\"used\": true"), "{line}");
}

#[test]
fn an_exit_waits_for_a_library_that_begins_to_load() {
    let folder = tempfile::tempdir().unwrap();
    let [source, library, log] =
        ["slow.c", "slow.so", "log"].map(|name| folder.path().join(name).display().to_string());
    // As LLVM's own initialisers do, it says in the beginning what is to be done in an exit.
    let text = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nstatic int is_over;\nstatic void end(void) {{ is_over = 1; }}\n\
         __attribute__((constructor)) static void begin(void) {{\natexit(end);\nsleep(4);\nFILE *log = fopen(\"{log}\", \"w\");\n\
         fputs(is_over ? \"over\" : \"begun\", log);\nfclose(log);\n}}\n"
    );
    std::fs::write(&source, text).unwrap();
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o", &library, &source]).output().unwrap();
    assert!(built.status.success(), "{built:?}");
    let daemon = daemon::daemon();
    let variables = [("ISOTOPE_SERVER", daemon.url.as_str()), ("ISOTOPE_LLVM", library.as_str())];
    let output = program().run(&["wait"], &variables);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "begun");
}

#[test]
fn nobody_is_asked_where_it_is_off_or_nobody_is_there() {
    let nobody = "http://127.0.0.1:1";
    for (variable, why) in [("1", "no answer: off\n"), ("0", "no answer: unreachable: no server answers at ")] {
        let output = program().run(&["ask"], &[("ISOTOPE_SERVER", nobody), ("ISOTOPE_OFF", variable)]);
        let printed = text(&output.stdout);
        assert!(output.status.success() && printed.contains(why), "{printed}");
        assert!(!printed.lines().any(|line| line == "used") && printed.contains("0 0 0, compiled"), "{printed}");
    }
}
