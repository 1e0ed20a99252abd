//! Distinct windows without end, and what the daemon and its workers hold meanwhile.

use crate::daemon::{Daemon, window};
use isotope_proto::v1;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tonic::{Code, Request};

const BOUND_BYTES: u64 = 1 << 30;
const FLOOD: Duration = Duration::from_secs(40);
const CALLERS: usize = 8;
const WINDOWS_A_CALL: usize = 16;

pub async fn stays_under_its_bound() {
    let folder = tempfile::tempdir().unwrap();
    let bound = BOUND_BYTES.to_string();
    let daemon = Daemon::start(&folder.path().join("memo"), &["--memory-total", &bound, "--log", "error"]).await;
    let idle = daemon.resident_bytes();
    let [windows, refused, late]: [Arc<AtomicU64>; 3] = Default::default();
    let is_over = Arc::<AtomicBool>::default();
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        let (windows, refused, late) = (Arc::clone(&windows), Arc::clone(&refused), Arc::clone(&late));
        let is_over = Arc::clone(&is_over);
        let mut client = daemon.client().await.unwrap();
        callers.spawn(async move {
            let mut next = caller * 10_000_000;
            while !is_over.load(Ordering::Relaxed) {
                let text: String = (next..next + WINDOWS_A_CALL).map(window).collect();
                next += WINDOWS_A_CALL;
                let program = Some(v1::select_request::Program::Text(text));
                let target = Some(v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() });
                let mut request = Request::new(v1::SelectRequest { program, target, ..Default::default() });
                request.set_timeout(Duration::from_secs(10));
                match client.select(request).await {
                    Ok(answers) => windows.fetch_add(answers.into_inner().answers.len() as u64, Ordering::Relaxed),
                    // It says when to ask again.
                    Err(status) if status.code() == Code::ResourceExhausted => refused.fetch_add(1, Ordering::Relaxed),
                    // The client's own clock, on a machine that is busy.
                    Err(status) if [Code::DeadlineExceeded, Code::Cancelled].contains(&status.code()) => {
                        late.fetch_add(1, Ordering::Relaxed)
                    }
                    Err(status) => panic!("{status}"),
                };
            }
        });
    }
    let (began, mut most) = (Instant::now(), 0);
    while began.elapsed() < FLOOD {
        most = most.max(daemon.resident_bytes());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    is_over.store(true, Ordering::Relaxed);
    callers.join_all().await;
    let [windows, refused, late] = [windows, refused, late].map(|count| count.load(Ordering::Relaxed));
    println!(
        "{windows} distinct windows answered, {refused} calls refused, {late} late; resident {} MiB at rest, {} MiB at most, bound {} MiB",
        idle >> 20,
        most >> 20,
        BOUND_BYTES >> 20
    );
    assert!(windows > 0 && most < BOUND_BYTES, "{most} bytes");
}
