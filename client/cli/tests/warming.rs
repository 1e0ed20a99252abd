//! `isotope warm`: warm-up jobs, alone and shared, and the files that they read.

#![allow(clippy::unwrap_used)]

use crate::command::daemon::{self, daemon, double, serve_edge};
use crate::command::{AVERAGE, redis, run, stderr, stdout};
use isotope_cache::Memo;
use isotope_server::access::{Access, Role};
use isotope_server::core::{Bounds, Core};
use isotope_server::edge::Edge;
use std::process::Output;

#[test]
fn a_stray_file_among_windows_costs_a_warm_up_nothing() {
    let daemon = daemon();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), AVERAGE).unwrap();
    std::fs::write(folder.path().join("make.py"), "import halide\n").unwrap();
    let warm_up = daemon.run(&["warm", folder.path().to_str().unwrap(), "--target", "x86_64 znver4"], "");
    assert!(stdout(&warm_up).contains("1 of 1 windows answered"));
    assert!(
        stderr(&warm_up).contains("skipped: 1 file of a folder that is no report")
            && stderr(&warm_up).contains("make.py")
    );
}

#[test]
fn a_warm_up_asks_everything_once_and_goes_on_where_it_was() {
    let daemon = daemon();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let line = |asked: &str| {
        let line = serde_json::json!({"place": "p", "target": "x86_64 haswell tune=znver3", "used": false, "why_not": "",
            "asked": asked});
        format!("{line}\n")
    };
    std::fs::create_dir(at("windows")).unwrap();
    std::fs::write(at("windows/a.txt"), format!("target x86_64 znver4\n{AVERAGE}")).unwrap();
    std::fs::write(at("windows/r.json"), line(AVERAGE) + &line(AVERAGE) + &line("uint8x4 frobnicate(a)")).unwrap();
    let (paths, journal) = (at("windows").display().to_string(), at("journal").display().to_string());
    let warm_up = ["warm", &paths, "--journal", &journal, "--json"];
    let read = |output: &Output| -> serde_json::Value { serde_json::from_slice(&output.stdout).unwrap() };

    let output = daemon.run(&warm_up, "");
    assert_eq!(output.status.code(), Some(1), "one text is none: {}", stderr(&output));
    let found = read(&output);
    assert_eq!((&found["asked"], &found["answered"]), (&3.into(), &3.into()), "{found}");
    assert_eq!((&found["windows"]["better"], &found["windows"]["failed"]), (&2.into(), &1.into()), "{found}");
    assert!((found["gain"].as_f64().unwrap() - 3.0).abs() < 1e-9, "{found}");
    assert!(found["reasons"][0]["why"].as_str().unwrap().contains("line 1"), "{found}");
    assert_eq!(daemon.double.searched(), 2);

    daemon.double.set(double::Act::Panic);
    assert_eq!(read(&daemon.run(&warm_up, "")), found, "the journal knows it all");
    let again = daemon.run(&["warm", &at("windows/a.txt").display().to_string()], "");
    let text = stdout(&again);
    assert!(text.contains("remembered before") && text.contains("1 of 1 windows answered"), "{text}");
    let other = daemon.run(&["warm", &at("windows/a.txt").display().to_string(), "--target", "x86_64"], "");
    assert_eq!(other.status.code(), Some(2), "{}", stderr(&other));
    let nothing = daemon.run(&["warm", "/nowhere/at/all"], "");
    assert_eq!(nothing.status.code(), Some(2));
    assert!(stderr(&nothing).contains("cannot read /nowhere/at/all"), "{}", stderr(&nothing));
}

#[test]
fn a_warm_up_that_is_over_leaves_no_search_behind() {
    let daemon = daemon();
    daemon.double.set(double::Act::UntilStopped);
    let windows = daemon.file(AVERAGE);
    // Where the machine is busy a warm-up job may be over before its search begins.
    for seconds in ["0.5", "2", "8", "32"].into_iter().take_while(|_| daemon.double.searched() == 0) {
        let output = daemon.run(&["warm", &windows, "--seconds", seconds], "");
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(String::from_utf8_lossy(&output.stdout).contains("0 of 1 windows answered"));
    }
    daemon.runtime.block_on(daemon.double.until_cancelled(1));
}

#[test]
fn a_warm_up_asks_for_what_compilers_did_not_get_in_time() {
    use isotope_client::{Client, Settings};
    // Compilers may only look up here.
    let access = Access::open([Role::Lookup, Role::Warm].into_iter().collect());
    let served = serve_edge("127.0.0.1:0", Edge { access, ..Edge::default() }, |folder| {
        let (memo, _) = Memo::open(folder, isotope_cache::Options::default())?;
        Ok(Core::new(std::sync::Arc::<double::Double>::default(), memo, String::new(), Bounds::default()))
    });
    let read = |output: &Output| -> serde_json::Value { serde_json::from_slice(&output.stdout).unwrap() };
    let warm_up = || run(&served.url, &["warm", "--misses", "--json"], "");
    let nothing = warm_up();
    assert!(nothing.status.success() && read(&nothing)["asked"] == 0, "{}", stderr(&nothing));
    let select = ["select", "-", "--mcpu", "znver4", "--mattr=-gfni", "--budget", "4711"];
    let plain = run(&served.url, &select, AVERAGE);
    let row = String::from_utf8_lossy(&plain.stdout).into_owned();
    assert!(plain.status.code() == Some(1) && row.contains("baseline"), "nothing is searched for: {row}");
    let misses = || {
        served.runtime.block_on(async {
            let client = Client::connect(&served.url, Settings::default()).await.unwrap();
            client.misses().await.unwrap().len()
        })
    };
    let start = std::time::Instant::now();
    while misses() == 0 {
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "it is not noted");
    }
    let found = warm_up();
    assert!(found.status.success() && read(&found)["windows"]["better"] == 1, "{}", stderr(&found));
    assert!(stdout(&run(&served.url, &select, AVERAGE)).contains("cache"), "of the same budget and features");
    assert_eq!((misses(), &read(&warm_up())["asked"]), (0, &0.into()));
    assert_eq!(run(&served.url, &["warm"], "").status.code(), Some(2), "neither paths nor misses");
}

#[test]
fn a_warm_up_is_shared_by_the_daemons_that_take_it_from_a_queue() {
    use isotope_tier::warm_up::WarmUpQueue;
    let Some(mut server) = redis::Redis::start_or_skip("a_warm_up_is_shared") else { return };
    let queue = server.url();
    let worker = || {
        let queue = WarmUpQueue::new(&queue, "e0").unwrap();
        daemon::serve_core("127.0.0.1:0", move |folder| {
            let (memo, _) = Memo::open(folder, isotope_cache::Options::default())?;
            let double = std::sync::Arc::<double::Double>::default();
            double.set(double::Act::Slow(20));
            Ok(Core::new(double, memo, String::new(), Bounds::default()).with_warm_up(Some(queue)))
        })
    };
    let asked = daemon();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let text = |n: usize| format!("target x86_64 znver4\nint32x16 ((int32x16)a + x16({n}))");
    std::fs::create_dir(at("windows")).unwrap();
    (0..30).for_each(|n| std::fs::write(at(&format!("windows/{n}.txt")), text(n)).unwrap());
    std::fs::write(at("windows/bad.txt"), "target x86_64 znver4\nuint8x4 frobnicate(a)").unwrap();
    let read = |output: &Output| -> serde_json::Value { serde_json::from_slice(&output.stdout).unwrap() };
    let (windows, journal) = (at("windows"), at("journal"));
    let warm_up = ["warm", &windows, "--queue-url", &queue, "--journal", &journal, "--json"];

    let nobody = asked.run(&[&warm_up[..], &["--seconds", "1"]].concat(), "");
    assert_eq!((nobody.status.code(), &read(&nobody)["answered"]), (Some(3), &0.into()), "{}", stderr(&nobody));
    let _workers = [worker(), worker()];
    let output = asked.run(&warm_up, "");
    assert_eq!(output.status.code(), Some(1), "one text is none: {}", stderr(&output));
    let found = read(&output);
    assert_eq!((&found["asked"], &found["answered"]), (&31.into(), &31.into()), "{found}");
    assert_eq!((&found["windows"]["better"], &found["windows"]["failed"]), (&30.into(), &1.into()), "{found}");
    let workers = found["workers"].as_object().unwrap();
    assert_eq!(workers.len(), 2, "{found}");
    assert_eq!(workers.values().map(|share| share["windows"].as_u64().unwrap()).sum::<u64>(), 31);
    assert_eq!(asked.double.searched(), 0, "whoever says what the dictionary is need not search");

    server.stop();
    assert_eq!(read(&asked.run(&warm_up, "")), found, "the journal knows it all");
    let away = asked.run(&["warm", &windows, "--queue-url", &queue, "--seconds", "1"], "");
    assert_eq!(away.status.code(), Some(3));
    assert!(stderr(&away).contains("the queue does not answer, and is asked again"), "{}", stderr(&away));
    let wrong = asked.run(&["warm", &windows, "--queue-url", "s3://bucket/"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("redis://HOST:PORT"), "{}", stderr(&wrong));
}

#[test]
fn a_file_of_many_windows_is_shared_and_counted_when_a_worker_is_killed() {
    use isotope_tier::warm_up::WarmUpQueue;
    let Some(server) = redis::Redis::start_or_skip("a_file_of_many_windows_is_shared") else { return };
    let queue = server.url();
    let worker = |act: double::Act| {
        let queue = WarmUpQueue::new(&queue, "e0").unwrap();
        let double = std::sync::Arc::<double::Double>::default();
        double.set(act);
        let selector = std::sync::Arc::clone(&double);
        let served = daemon::serve_core("127.0.0.1:0", move |folder| {
            let (memo, _) = Memo::open(folder, isotope_cache::Options::default())?;
            Ok(Core::new(selector, memo, String::new(), Bounds::default()).with_warm_up(Some(queue)))
        });
        (served, double)
    };
    let asked = daemon();
    let windows: String = (0..60).map(|n| format!("int32x16 ((int32x16)a + x16({n}))\n")).collect();
    let file = asked.file(&format!("target x86_64 znver4\n{windows}"));
    let journal = asked.folder.path().join("journal").display().to_string();
    let warm_up = ["warm", &file, "--queue-url", &queue, "--journal", &journal, "--json"];
    let read = |output: &Output| -> serde_json::Value { serde_json::from_slice(&output.stdout).unwrap() };

    let (killed, held) = worker(double::Act::UntilStopped);
    let cut = std::thread::scope(|scope| {
        let cut = scope.spawn(|| asked.run(&[&warm_up[..], &["--seconds", "5"]].concat(), ""));
        killed.runtime.block_on(held.until_running(2));
        killed.runtime.shutdown_background();
        let (_living, _) = worker(double::Act::Slow(20));
        cut.join().unwrap()
    });
    assert_eq!(cut.status.code(), Some(3), "time was up: {}", stderr(&cut));
    let found = read(&cut);
    let answered = found["answered"].as_u64().unwrap();
    assert_eq!(found["asked"], 60, "{found}");
    // The other one had all but those that the killed one held.
    assert!((1..=58).contains(&answered), "{found}");
    assert_eq!(found["windows"]["better"], answered, "{found}");
    let workers = found["workers"].as_object().unwrap();
    assert_eq!(workers.values().map(|share| share["windows"].as_u64().unwrap()).collect::<Vec<_>>(), [answered]);

    let (_living, double) = worker(double::Act::Prove);
    let rest = asked.run(&warm_up, "");
    assert_eq!(rest.status.code(), Some(0), "{}", stderr(&rest));
    assert_eq!((&read(&rest)["asked"], &read(&rest)["answered"]), (&60.into(), &60.into()));
    assert_eq!(double.searched() as u64, 60 - answered, "the journal knows the others");
}
