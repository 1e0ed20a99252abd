//! The C interface from C: a program that is compiled against the header and linked with the shared library.

#![allow(clippy::unwrap_used)]

#[path = "../../tests/daemon/mod.rs"]
mod daemon;

use isotope::{
    ABI_VERSION, Checked, Code, Compared, Config, CountersOut, LeafIn, OneResult, Pair, Parameter, Programs, REASONS,
    RemarkOut, Scheduled, StageOptions, Staged, Target, Type,
};
use isotope_client::compiler::Reason;
use std::mem::offset_of;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder where cargo put the library for this test.
fn library_folder() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    assert!(folder.join("libisotope.so").exists(), "no libisotope.so in {}", folder.display());
    folder
}

/// The C program with these arguments.
fn program(arguments: &[&str]) -> String {
    program_with(arguments, &[])
}

/// The same with variables set.
fn program_with(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let (folder, libraries) = (tempfile::tempdir().unwrap(), library_folder());
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (binary, soname) = (folder.path().join("program"), folder.path().join("libisotope.so.1"));
    std::os::unix::fs::symlink(libraries.join("libisotope.so"), &soname).unwrap();
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o"]).arg(&binary);
    cc.arg(here.join("tests/program.c")).arg("-I").arg(here.join("include")).arg(&soname);
    assert!(cc.status().unwrap().success());
    let mut command = Command::new(&binary);
    command.args(arguments).env("LD_LIBRARY_PATH", folder.path()).envs(variables.iter().copied());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_c_compiler_sees_the_same_structures() {
    let sizes = [
        size_of::<Type>(),
        size_of::<Config>(),
        size_of::<Target>(),
        size_of::<Parameter>(),
        size_of::<OneResult>(),
        size_of::<CountersOut>(),
        size_of::<Pair>(),
        size_of::<Compared>(),
        size_of::<LeafIn>(),
        size_of::<StageOptions>(),
        size_of::<RemarkOut>(),
    ];
    let sizes = sizes.map(|size| size.to_string()).join(" ");
    let mut expected = format!("abi {ABI_VERSION} {ABI_VERSION}\nreasons {REASONS}\nsizes {sizes}\n");
    for (field, offset) in [
        ("isotope_config.expected_epoch", offset_of!(Config, expected_epoch)),
        ("isotope_config.plain", offset_of!(Config, plain)),
        ("isotope_parameter.stride", offset_of!(Parameter, stride)),
        ("isotope_result.truncated", offset_of!(OneResult, truncated)),
        ("isotope_counters.reasons", offset_of!(CountersOut, reasons)),
        ("isotope_pair.selected", offset_of!(Pair, selected)),
        ("isotope_compared.is_better", offset_of!(Compared, is_better)),
        ("isotope_compared.selected_cost", offset_of!(Compared, selected_cost)),
        ("isotope_result.is_better", offset_of!(OneResult, is_better)),
        ("isotope_programs.located", offset_of!(Programs, located)),
        ("isotope_checked.remembered", offset_of!(Checked, remembered)),
        ("isotope_stage_options.deadline_ms", offset_of!(StageOptions, deadline_ms)),
        ("isotope_remark.target", offset_of!(RemarkOut, target)),
        ("isotope_remark.why_not", offset_of!(RemarkOut, why_not)),
        ("isotope_staged.remark_count", offset_of!(Staged, remark_count)),
        ("isotope_code.iterations", offset_of!(Code, iterations)),
        ("isotope_scheduled.object_bytes", offset_of!(Scheduled, object_bytes)),
        ("isotope_scheduled.after", offset_of!(Scheduled, after)),
        ("isotope_leaf.type", offset_of!(LeafIn, ty)),
        ("isotope_leaf.stride", offset_of!(LeafIn, stride)),
    ] {
        expected += &format!("{field} {offset}\n");
    }
    let names = std::iter::once("answered").chain(Reason::ALL.map(Reason::name)).chain(["unknown"]);
    names.enumerate().for_each(|(number, name)| expected += &format!("{number} {name}\n"));
    assert_eq!(program(&["layout"]), expected);
}

#[test]
fn a_c_program_gets_answers_and_reasons() {
    let daemon = daemon::daemon();
    let good = "let b : int8x64 = load B[t + 4, stride 1]\nint8x64 ((int8x64)b + x64((int8)s))";
    let printed = program(&["select", &daemon.url, "20000", good, "int8x64 ("]);
    let expected = "answered f\n  verdict 1, cost 150 of 450, 64 lanes, vpavgb vpaddb, search\n  \
                    load B[t + 5, stride 1]: 64 lanes\n  leaf s: kind 1, 8 bits, 1 lanes\nrefused \npast the end (nil)\n\
                    calls 1, windows 2, answered 1\n";
    assert_eq!(printed, expected);
}

#[test]
fn a_c_program_builds_a_window_as_a_graph() {
    let daemon = daemon::daemon();
    let printed = program(&["graph", &daemon.url]);
    let expected = "let b : int8x64 in [-100, 100] = load B[t + 4, stride 1]\n\
                    int8x64 (int8x64)saturating_add((int8x64)b, x64((int8)s))\n\
                    answered f\n  verdict 1, cost 150 of 450, 64 lanes, vpavgb vpaddb, search\n  \
                    load B[t + 5, stride 1]: 64 lanes\n  leaf s: kind 1, 8 bits, 1 lanes\nmisconfigured \n  \
                    graph: node 1 (add): operand 2: there is no node\n";
    assert_eq!(printed, expected);
}

#[test]
fn a_c_program_learns_whether_a_search_goes_on() {
    let daemon = daemon::daemon();
    daemon.double.set(daemon::double::Act::Slow(8_000));
    let printed = program(&["select", &daemon.url, "3000", "int8x64 ((int8x64)a + (int8x64)b)"]);
    let said = "  searched on: time was up before the search had ended; it goes on, for whoever asks again\n";
    assert!(printed.contains(said), "{printed}");
}

#[test]
fn a_detail_says_which_variable_or_which_server() {
    let text = "int8x64 (int8x64)a";
    let said = |server: &str, variables: &[(&str, &str)]| {
        program_with(&["select", server, "20000", text], &[variables, &[("DETAILS", "1")]].concat())
    };
    let timeout = said("", &[("ISOTOPE_TIMEOUT_MS", "abc")]);
    assert!(timeout.contains("ISOTOPE_TIMEOUT_MS=abc is not a whole number of milliseconds"), "{timeout}");
    let server = said("", &[("ISOTOPE_SERVER", "localhost:4713")]);
    assert!(
        server.contains("ISOTOPE_SERVER=localhost:4713 is not an address such as http://127.0.0.1:4711"),
        "{server}"
    );
    let config = said("ftp://farm", &[]);
    assert!(config.contains("isotope_config.server=ftp://farm is not an address"), "{config}");
    let nobody = said("http://127.0.0.1:1", &[]);
    assert!(
        nobody.contains("no server answers at http://127.0.0.1:1: ") && nobody.contains("os error 111"),
        "{nobody}"
    );
}

#[test]
fn a_c_program_compares_its_own_code() {
    let daemon = daemon::daemon();
    let printed = program(&["compare", &daemon.url, "pair", "\tnop\n\tnop\n", ""]);
    let priced = format!("answered: 1, 200 and {}\n", u64::MAX);
    assert_eq!(printed, format!("20000 ms\nanswered: 0, 0 and 0\n{priced}{priced}"), "no code costs more than any");
    let unread = program(&["compare", &daemon.url, "other", ".byte 1", ""]);
    assert!(unread.contains("refused: 0, 0 and 0"), "{unread}");
}

#[test]
fn a_c_program_without_a_server_goes_on() {
    let printed = program(&["select", "http://127.0.0.1:1", "20000", "int8x64 (int8x64)a"]);
    assert_eq!(printed, "unreachable \npast the end (nil)\ncalls 1, windows 1, answered 0\n");
}

#[test]
fn nothing_that_is_null_is_followed() {
    let size = "misconfigured: isotope_config.size=1 is not the size of a version 1 structure";
    assert_eq!(
        program(&["null"]),
        format!(
            "3 internal\n{size}\nmisconfigured: a text is not UTF-8\n0\ninternal 0\nmisconfigured 0\nmisconfigured 0 0\nmisconfigured\n0\n"
        )
    );
}

#[test]
fn the_build_script_the_header_and_the_library_agree_on_the_version() {
    let build = include_str!("../build.rs");
    let header = include_str!("../include/isotope.h");
    assert!(build.contains(&format!("const ABI_VERSION: u32 = {ABI_VERSION};")));
    assert!(header.contains(&format!("#define ISOTOPE_ABI_VERSION {ABI_VERSION}\n")));
    assert!(header.contains(&format!("#define ISOTOPE_REASONS {REASONS} ")));
    for reason in Reason::ALL {
        let name = reason.name().replace('-', "_").to_uppercase();
        assert!(header.contains(&format!("#define ISOTOPE_{name} {} ", reason as u32)), "{name}");
    }
}
