//! `isotope tune` on this machine, and a daemon that ranks by what was measured. No time is asserted: the data that change an
//! answer are made up here.

use isotope_pricer::measured::{Row, read, write};
use isotope_tests::Daemon;
use std::path::Path;

const WINDOWS: &str = "uint8x32 (uint8x32)rounding_halving_add((uint8x32)a, (uint8x32)b)\n\
    int16x16 (int16x16)widening_mul((int8x16)a, (int8x16)b) + (int16x16)widening_mul((int8x16)c, (int8x16)d)\n";

/// This machine's CPU, where its data can be measured.
fn own_cpu() -> Option<String> {
    let cpu = isotope_run::host_cpu().expect("llc is there");
    let known = isotope_grammars::embedded().target("x86_64", &cpu, "", &isotope_dictionary::Host::default()).is_ok();
    let able = known && isotope_run::host_features().contains(&"avx2");
    if !able {
        println!("skipped: this machine is a {cpu}, which is not known or has no AVX2");
    }
    able.then_some(cpu)
}

fn said(output: &std::process::Output) -> String {
    [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat()
}

fn rows(path: &Path) -> Vec<Row> {
    read(&std::fs::read_to_string(path).expect("a file was written")).expect("it reads")
}

/// Everything of an answer but how long it took.
fn answers(daemon: &Daemon, text: &str) -> serde_json::Value {
    let mut all = daemon.select(text);
    for one in all.as_array_mut().expect("a list").iter_mut() {
        one["milliseconds"] = 0.into();
    }
    all
}

fn with_data(folder: &Path, data: &[&Path]) -> Daemon {
    let names: Vec<String> = data.iter().map(|path| path.display().to_string()).collect();
    let command = std::process::Command::new(isotope_tests::program("isotope-server", "isotoped"));
    Daemon::launch_with(command, folder, &["--log", "error", "--measured", &names.join(",")])
}

#[test]
fn data_rank_what_is_remembered_and_the_same_data_alike() {
    let Some(cpu) = own_cpu() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (windows, output) = (path("windows.txt"), path("measured.txt"));
    let text = format!("target x86_64 haswell tune={cpu}\n{WINDOWS}");
    std::fs::write(&windows, &text).expect("a file");
    let (windows, output) = (windows.display().to_string(), output.display().to_string());
    let tune = ["tune", &windows, "--output", &output, "--passes", "5"];

    let first = Daemon::start(folder.path());
    let unknown = first.asked(&tune, "");
    assert_eq!(unknown.status.code(), Some(2), "{}", said(&unknown));
    assert!(said(&unknown).contains("remembers none of 2 windows"), "{}", said(&unknown));
    let by_model = answers(&first, &text);
    let foreign = if cpu == "sapphirerapids" { "znver3" } else { "sapphirerapids" };
    let foreign_target = format!("x86_64 haswell tune={foreign}");
    let elsewhere = first.asked(&[&tune[..], &["--target", &foreign_target]].concat(), "");
    first.select(&text.replace(&cpu, foreign));
    let other = first.asked(&[&tune[..], &["--target", &foreign_target]].concat(), "");
    assert_eq!((elsewhere.status.code(), other.status.code()), (Some(2), Some(2)), "{}", said(&other));
    assert!(said(&other).contains(&format!("this machine is a {cpu}")), "{}", said(&other));
    let tuned = first.asked(&tune, "");
    assert!(tuned.status.success(), "{}", said(&tuned));
    assert!(said(&tuned).contains("programs of 2 windows executed, all as their windows say"), "{}", said(&tuned));
    let table = first.asked(&["tune", "--table", &output], "");
    assert!(table.status.success() && said(&table).contains("loops measured"), "{}", said(&table));
    drop(first);
    let measured = rows(Path::new(&output));
    assert!(measured.iter().all(|row| row.cpu == cpu && row.runs == 5 && row.model > 0), "{measured:?}");

    // Every program of the answers that there are now is said to be slow.
    let made_up = |slow: bool| -> Vec<Row> {
        let cheapest = |row: &Row| measured.iter().all(|r| r.window != row.window || r.model >= row.model);
        let each =
            |row: &Row| Row { cycles: if slow && cheapest(row) { 90_000 } else { 1_000 + row.model }, ..row.clone() };
        measured.iter().map(each).collect()
    };
    let (data, one, two) = (path("data.txt"), path("one.txt"), path("two.txt"));
    let slow = made_up(true);
    std::fs::write(&data, write(&slow)).expect("a file");
    let second = with_data(folder.path(), &[&data]);
    let by_data = answers(&second, &text);
    assert_ne!(by_data, by_model, "the data rank something else first");
    let explained = second.asked(&["explain", &windows], "");
    assert!(said(&explained).contains(", measured "), "the cost model names the data: {}", said(&explained));
    assert!(
        said(&explained).contains("measured (") && said(&explained).contains("by the model"),
        "{}",
        said(&explained)
    );
    assert!(second.stat("ranked by the prices of now") > 0);
    drop(second);

    // The same rows in another order and in two files.
    let mut turned = slow;
    turned.reverse();
    let (low, high) = turned.split_at(turned.len() / 2);
    std::fs::write(&one, write(low)).and_then(|()| std::fs::write(&two, write(high))).expect("files");
    let third = with_data(folder.path(), &[&two, &one]);
    assert_eq!(answers(&third, &text), by_data);
    assert_eq!(third.stat("ranked by the prices of now"), 0, "it is the same data");
    drop(third);
    // Without data it is as before: the proofs were kept.
    let fourth = Daemon::start(folder.path());
    let again = answers(&fourth, &text);
    let code = |all: &serde_json::Value| -> Vec<serde_json::Value> {
        all.as_array().expect("a list").iter().map(|one| one["llvm_ir"].clone()).collect()
    };
    assert_eq!(code(&again), code(&by_model));
}

#[test]
fn data_that_do_not_read_are_refused_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.txt");
    std::fs::write(&path, "# isotope measured 1\n\nznver3 | compared\n").expect("a file");
    let program = isotope_tests::program("isotope-server", "isotoped");
    for flags in [&["--check-config"][..], &[]] {
        let mut command = std::process::Command::new(&program);
        command.args(flags).args(["--listen", "127.0.0.1:0", "--cache"]).arg(folder.path().join("memo"));
        let output = command.env("ISOTOPE_MEASURED", &path).output().expect("isotoped starts");
        assert!(!output.status.success());
        let line = format!("{}:3: a row has 9 fields", path.display());
        assert!(said(&output).contains(&line), "{}", said(&output));
    }
}
