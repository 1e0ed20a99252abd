//! README's first lines and the folders of `examples`, run as they are printed, in an installation of what is built now.
//!
//! Comments of a page say what its commands need (`<!-- needs: cc cmake -->`), what they print (`<!-- prints: equal -->`), and how many
//! answers they use at least (`<!-- uses: 2 -->`). Where something is missing the example is skipped by name.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "examples/bodies.rs"]
mod bodies;
#[path = "../../client/capi/tests/building/mod.rs"]
#[allow(dead_code, reason = "tests of front ends use more of it")]
mod building;
#[path = "examples/page.rs"]
mod page;
#[path = "examples/place.rs"]
mod place;
#[path = "examples/sources.rs"]
mod sources;
#[path = "examples/tree.rs"]
mod tree;

use building::root;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use page::{Page, README_COMMAND, README_LINES};
use place::Place;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;

/// The most lines of an example's page.
const PAGE_LINES: usize = 25;

fn main() {
    let mut trials = vec![
        Trial::test("every_example_has_a_short_page_with_commands", pages),
        Trial::test("the_first_command_of_the_readme_comes_early", first_command),
    ];
    for name in names() {
        trials.push(Trial::ignorable_test(format!("example_{}", name.replace('-', "_")), move || example(&name)));
    }
    for (number, line) in page::first_lines().into_iter().enumerate() {
        trials.push(Trial::ignorable_test(format!("readme_line_{}", number + 1), move || first_line(&line)));
    }
    for (name, test) in sources::TESTS.iter().chain(bodies::TESTS) {
        let run =
            move || skipped(name, &["clang-19".to_owned()]).map_or_else(|| test().map(|()| Completion::Completed), Ok);
        trials.push(Trial::ignorable_test(*name, run));
    }
    // All use one tree, and two cores are few.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, trials).exit();
}

/// The folders of `examples`.
fn names() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("examples")).unwrap().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn pages() -> Result<(), Failed> {
    let listed = std::fs::read_to_string(root().join("examples/README.md"))?;
    for name in names() {
        let page = Page::read(&root().join("examples").join(&name));
        assert!(listed.contains(&format!("[{name}]({name})")), "examples/README.md does not list {name}");
        assert!(!page.script.is_empty(), "{name}: no commands");
        assert!(page.lines <= PAGE_LINES, "{name}: a page of {} lines", page.lines);
    }
    assert_eq!(names().len(), 7, "{:?}", names());
    Ok(())
}

fn first_command() -> Result<(), Failed> {
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let before = readme.lines().position(|line| line.starts_with("isotope ")).ok_or("no command")?;
    assert!(before < README_COMMAND, "{before} lines before the first command");
    assert!(readme.lines().count() <= README_LINES);
    assert_eq!(page::first_lines().len(), 4, "one for each user");
    Ok(())
}

/// Why commands cannot be run here, if they cannot.
fn skipped(name: &str, needs: &[String]) -> Option<Completion> {
    let lacking = needs.iter().find_map(|need| tree::lacking(need))?;
    println!("skipped: {name}: {lacking}");
    Some(Completion::ignored_with(lacking))
}

fn example(name: &str) -> Result<Completion, Failed> {
    let page = Page::read(&root().join("examples").join(name));
    if let Some(skipped) = skipped(name, &page.needs) {
        return Ok(skipped);
    }
    let place = Place::new()?;
    checked(&place, &page.script, &format!("examples/{name}"), &page)
}

/// Runs commands in a folder of the place, and compares what they do with what their page says.
fn checked(place: &Place, script: &str, folder: &str, page: &Page) -> Result<Completion, Failed> {
    let output = place.bash(script, folder, &page.needs).output()?;
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let said = format!("{script}\n{out}\n{err}");
    assert!(output.status.success(), "{}: {said}", output.status);
    page.prints.iter().for_each(|text| assert!(out.contains(text.as_str()), "it does not print {text}: {said}"));
    let used = place.used();
    assert!(used >= page.uses, "{used} answers are used, and {} is the least: {said}\n{}", page.uses, place.report());
    Ok(Completion::Completed)
}

/// A line of README's first screen, by what it starts.
fn first_line(line: &str) -> Result<Completion, Failed> {
    let page = Page::of_line(line);
    if let Some(skipped) = skipped(line, &page.needs) {
        return Ok(skipped);
    }
    let place = Place::new()?;
    if line.contains("pip install") {
        place.wheel()?;
    }
    if line.starts_with("isotope explore") { explored(&place, line) } else { checked(&place, line, ".", &page) }
}

/// The explorer runs until it is interrupted: its page is read at the address that it prints.
fn explored(place: &Place, line: &str) -> Result<Completion, Failed> {
    let mut command = place.bash(&format!("exec {line}"), ".", &[]);
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut said = String::new();
    BufReader::new(child.stdout.take().ok_or("no pipe")?).read_line(&mut said)?;
    let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).ok_or(said.clone())?;
    let answers = [get(address), compiled(address)];
    isotope_tests::signal(child.id(), "TERM");
    let status = child.wait()?;
    let [page, compiled] = answers;
    let page = page?;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Isotope explorer"), "{page}");
    // C needs the plug-in.
    if tree::lacking("clang-19").is_none() {
        let compiled = compiled?;
        for part in ["\"line\":3", "in twice", "uint8x32 ", "vpadd"] {
            assert!(compiled.contains(part), "{part}: {compiled}");
        }
    }
    assert!(status.success(), "{status}");
    Ok(Completion::Completed)
}

fn get(address: &str) -> Result<String, Failed> {
    asked(address, &format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"))
}

/// The expressions of a program in C, which the page shows beside clang's code.
fn compiled(address: &str) -> Result<String, Failed> {
    let program = "#include <stdint.h>\nvoid twice(uint8_t *restrict a, const uint8_t *restrict b) {\n    for (int i = 0; i < 4096; i++) a[i] = b[i] + b[i] / 4 + 1;\n}\n";
    let call = serde_json::json!({ "text": program, "language": "c", "arch": "x86_64", "mcpu": "haswell" }).to_string();
    let head =
        format!("POST /api/compile HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json");
    asked(address, &format!("{head}\r\ncontent-length: {}\r\n\r\n{call}", call.len()))
}

/// Sends a request as it is and reads the whole answer.
fn asked(address: &str, request: &str) -> Result<String, Failed> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
