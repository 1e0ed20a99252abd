//! `Schedule`: machine code is scheduled in a worker, once for all who ask, and remembered whatever became of its loops.

use crate::{Daemon, Setup};
use isotope_proto::v1;
use isotope_server::limits::MAX_SCHEDULE_TEXT;
use std::sync::atomic::Ordering;
use tonic::Code;

fn request(code: &str) -> v1::ScheduleRequest {
    v1::ScheduleRequest { code: code.to_owned(), mcpu: "hexagonv66".to_owned(), ..Default::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn code_is_scheduled_once_and_remembered_where_loops_stay_as_well() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    for (code, made) in [("a", "a for hexagonv66"), ("it stays", "")] {
        let before = daemon.double.scheduled.load(Ordering::SeqCst);
        for source in [v1::Source::Search, v1::Source::Memo] {
            let done = client.schedule(request(code)).await.unwrap().into_inner();
            assert_eq!((done.code.as_str(), done.source(), done.loops.len()), (made, source, 1), "{code}");
            assert!(done.object.is_empty());
        }
        assert_eq!(daemon.double.scheduled.load(Ordering::SeqCst) - before, 1, "{code}");
    }
    // Another CPU is another question, and the code may name it itself.
    let named = v1::ScheduleRequest { mcpu: String::new(), ..request("\"target-cpu\"=\"hexagonv66\"") };
    let done = client.schedule(named).await.unwrap().into_inner();
    assert!(done.code.ends_with(" for hexagonv66"), "{}", done.code);
    let stats = daemon.stats().await;
    assert_eq!((stats.schedules, stats.schedules_remembered), (3, 2));
}

/// LLVM names values otherwise in every compile: one schedule is for all of them, each in its own names.
#[tokio::test(flavor = "multi_thread")]
async fn names_of_values_make_no_other_code() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    let code = |name: &str, kept: &str| {
        let function = format!("  define void @f(ptr %{kept}) {{\n    %{name} = load i32, ptr %{kept}\n  }}\n");
        format!(
            "--- |\n{function}...\n---\nname: f\nbody: |\n    $r0 = L2_loadri_io $r1, 0 :: (load (s32) from %ir.{name})\n"
        )
    };
    for (name, kept, source) in [
        ("ald39", "p", v1::Source::Search),
        ("ald34", "p", v1::Source::Memo),
        ("v0", "p", v1::Source::Memo),
        ("ald39", "q", v1::Source::Search),
        ("ald39", "v0", v1::Source::Search),
    ] {
        let done = client.schedule(request(&code(name, kept))).await.unwrap().into_inner();
        assert_eq!(done.code, format!("{} for hexagonv66", code(name, kept)));
        assert_eq!(done.source(), source, "{name} {kept}");
    }
    assert_eq!(daemon.double.scheduled.load(Ordering::SeqCst), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn code_of_a_processor_without_packets_stays_as_it_is() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    for mcpu in ["hexagonv5", ""] {
        let asked = v1::ScheduleRequest { mcpu: mcpu.to_owned(), ..request("a") };
        let done = daemon.client().await.schedule(asked).await.unwrap().into_inner();
        assert!(done.loops.is_empty() && done.code.is_empty(), "{done:?}");
        assert!(done.notes[0].contains("there is no file of packets for"), "{:?}", done.notes);
    }
    assert_eq!(daemon.double.scheduled.load(Ordering::SeqCst), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_no_code_has_a_line_and_a_lost_tool_leaves_nothing_behind() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    let refused = client.schedule(request("$r0 = ?")).await.unwrap_err();
    assert!(refused.code() == Code::InvalidArgument && refused.message().starts_with("7: "), "{refused}");
    let long = client.schedule(request(&"a".repeat(MAX_SCHEDULE_TEXT + 1))).await.unwrap_err();
    assert!(long.message().contains("MAX_SCHEDULE_TEXT"), "{long}");
    for turn in 1..3 {
        let lost = client.schedule(request("llc is gone")).await.unwrap_err();
        assert!(lost.message().contains("llc-19 is gone"), "{lost}");
        assert_eq!(daemon.double.scheduled.load(Ordering::SeqCst), 1 + turn);
    }
}
