//! LLVM's tools that hang: from the start, later, or because somebody stopped the process that has them loaded.

use crate::running::{PATIENCE, Running, answer, baseline, select};
use crate::{SAID_WITHIN, SLACK, numbered, real, replace, tools};
use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The slowest that a remembered answer may be.
const REMEMBERED_WITHIN: Duration = Duration::from_millis(100);

/// A program that waits for ever: in `main`, or before it.
fn hangs(folder: &Path, is_early: bool) -> PathBuf {
    let (source, program) = (folder.join("hangs.c"), folder.join(if is_early { "hangs-early" } else { "hangs" }));
    let place = if is_early { "__attribute__((constructor)) static void " } else { "static void " };
    let main = if is_early { "return 0;" } else { "hang(); return 0;" };
    let text =
        format!("#include <unistd.h>\n{place} hang(void) {{ for (;;) pause(); }}\nint main(void) {{ {main} }}\n");
    std::fs::write(&source, text).unwrap();
    assert!(
        Command::new("cc").args(["-Wno-unused-function", "-o"]).args([&program, &source]).status().unwrap().success()
    );
    program
}

#[test]
fn tools_that_hang_at_the_start_are_named_and_the_daemon_is_ready() {
    let folder = tempfile::tempdir().unwrap();
    let path = tools(folder.path());
    replace(&path.join("llc-19"), |file| symlink(hangs(folder.path(), true), file).unwrap());
    replace(&path.join("llvm-mca-19"), |file| symlink(hangs(folder.path(), false), file).unwrap());
    let begun = Instant::now();
    let running = Running::start(|command| {
        command.env("PATH", &path);
    });
    let (status, body) = running.get("/whole");
    assert!(begun.elapsed() < SAID_WITHIN * SLACK, "{:?}", begun.elapsed());
    for tool in ["llc-19", "llvm-mca-19"] {
        assert!(status == 503 && body.contains(&format!("{tool} has not ended a small run within")), "{body}");
    }
    assert_eq!(running.get("/ready").0, 200, "there is always an answer");
    let begun = Instant::now();
    let plain = select(&running.address, &numbered(1));
    assert!(baseline(&plain) && plain.notes.iter().any(|note| note.contains("it hangs")), "{plain:?}");
    assert!(begun.elapsed() < SAID_WITHIN, "{:?}", begun.elapsed());
    for tool in ["llc-19", "llvm-mca-19"] {
        replace(&path.join(tool), |file| symlink(real(tool), file).unwrap());
    }
    running.until_whole(2 * SAID_WITHIN * SLACK);
    assert!(!select(&running.address, &numbered(2)).truncated);
}

#[test]
fn a_tool_that_hangs_later_costs_no_call_and_no_remembered_answer_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = tools(folder.path());
    let llc = path.join("llc-19");
    let running = Running::start(|command| {
        command.env("PATH", &path);
    });
    let known = numbered(0);
    assert!(!select(&running.address, &known).truncated);
    replace(&llc, |file| symlink(hangs(folder.path(), false), file).unwrap());
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| remembered_all_the_while(&running.address, &known, &is_over));
        let callers: Vec<_> = (1..11)
            .map(|n| {
                let address = &running.address;
                scope.spawn(move || in_four_seconds(address, &numbered(n)))
            })
            .collect();
        running.until_said("llc-19 has not ended a small run within", SAID_WITHIN * SLACK);
        for caller in callers {
            let answered = caller.join().unwrap();
            assert!(baseline(&answered), "{answered:?}");
        }
        // From now on nobody waits for the tool.
        let begun = Instant::now();
        assert!(baseline(&select(&running.address, &numbered(20))));
        assert!(begun.elapsed() < SAID_WITHIN / 2, "{:?}", begun.elapsed());
        is_over.store(true, Ordering::SeqCst);
        let slowest = asking.join().unwrap();
        println!("the slowest remembered answer took {slowest:.1?}");
        assert!(slowest < REMEMBERED_WITHIN * 2 * SLACK, "{slowest:?}");
    });
    replace(&llc, |file| symlink(real("llc-19"), file).unwrap());
    running.until_whole(2 * SAID_WITHIN * SLACK);
    assert!(!select(&running.address, &numbered(30)).truncated);
}

#[test]
fn a_loaded_tool_that_is_stopped_is_loaded_again() {
    let running = Running::start(|_| {});
    assert!(!select(&running.address, &numbered(1)).truncated);
    let mut stopped = 0;
    for process in running.descendants() {
        let called = std::fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
        if called.starts_with("llc-19") || called.starts_with("llvm-mca-19") {
            let id = nix::unistd::Pid::from_raw(process as i32);
            nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGSTOP).unwrap();
            stopped += 1;
        }
    }
    assert!(stopped >= 2, "both are loaded");
    let begun = Instant::now();
    while select(&running.address, &numbered(100 + begun.elapsed().as_millis() as usize)).truncated {
        assert!(begun.elapsed() < SAID_WITHIN * SLACK, "it does not search: {}", running.log());
    }
    running.until_whole(SAID_WITHIN * SLACK);
}

/// One window of a caller who waits for four seconds.
fn in_four_seconds(address: &str, text: &str) -> v1::Answer {
    let target = v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() };
    let program = Some(v1::select_request::Program::Text(text.to_owned()));
    let mut request = tonic::Request::new(v1::SelectRequest { program, target: Some(target), ..Default::default() });
    request.set_timeout(Duration::from_secs(4));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut client = IsotopeClient::connect(format!("http://{address}")).await.unwrap();
        let answers = client.select(request).await.unwrap_or_else(|status| panic!("a call failed: {status}"));
        answers.into_inner().answers.remove(0)
    })
}

/// Asks for a window that is remembered until it is over; how long the slowest answer took.
fn remembered_all_the_while(address: &str, text: &str, is_over: &AtomicBool) -> Duration {
    let (begun, mut slowest) = (Instant::now(), Duration::ZERO);
    while !is_over.load(Ordering::SeqCst) && begun.elapsed() < PATIENCE {
        let asked = Instant::now();
        let target = v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() };
        let program = Some(v1::select_request::Program::Text(text.to_owned()));
        let request = v1::SelectRequest { program, target: Some(target), ..Default::default() };
        let answered = answer(address, request).unwrap_or_else(|status| panic!("a call failed: {status}"));
        assert_eq!(answered.source(), v1::Source::Memo);
        slowest = slowest.max(asked.elapsed());
        std::thread::sleep(Duration::from_millis(50));
    }
    slowest
}
