//! A Redis that is slow, cut off, corrupted, hung, stopped: it costs its named time, and no record is another.

use crate::any::{Daemon, EPOCH, record, settings, until, until_found};
use crate::processes::RedisServer;
use crate::proxy::{Mischief, Proxy};
use isotope_tier::{Found, Settings};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time that one call may take here, and how much of a busy machine is forgiven.
const TIMEOUT: Duration = Duration::from_millis(50);
const GRACE: Duration = Duration::from_millis(500);

fn daemon(url: &str) -> Daemon {
    let brief = |folder: &std::path::Path| Settings { timeout: Some(TIMEOUT), ..settings(url, folder) };
    Daemon::in_folder(Arc::new(tempfile::tempdir().unwrap()), brief)
}

/// A server with record 1 in it, and daemons to read it through a proxy.
async fn filled() -> (RedisServer, Proxy, Daemon) {
    let server = RedisServer::start(&[]);
    let proxy = Proxy::to(server.port).await;
    let writer = daemon(&server.url());
    writer.shared.offer(record(1));
    until(|| writer.shared.counts().puts > 0).await;
    let reader = daemon(&proxy.url());
    until_found(1, &reader).await;
    (server, proxy, reader)
}

/// The time of the longest of some calls.
async fn longest(reader: &Daemon, calls: usize) -> Duration {
    times(reader, calls).await.pop().unwrap()
}

/// The time of 99 of 100 calls at most: a busy machine may hold up one.
async fn usual(reader: &Daemon) -> Duration {
    times(reader, 1000).await[989]
}

async fn times(reader: &Daemon, calls: usize) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..calls {
        let start = Instant::now();
        reader.shared.get(&record(1).key, &EPOCH).await;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    times
}

pub async fn delays_cost_the_named_time() {
    let (_server, proxy, reader) = filled().await;
    proxy.set(Mischief::Delay(Duration::from_secs(5)));
    let before = longest(&reader, 3).await;
    assert!((TIMEOUT..TIMEOUT + GRACE).contains(&before), "{before:?}");
    assert_eq!(reader.shared.counts().opened, 1);
    let after = usual(&reader).await;
    assert!(after < TIMEOUT / 5, "after the breaker opened a call took {after:?}");
    proxy.set(Mischief::None);
    until_found(1, &reader).await;
}

pub async fn cuts_and_corruption_change_no_record() {
    let (_server, proxy, reader) = filled().await;
    let mischiefs =
        [1, 5, 40, 200, 400].map(Mischief::Cut).into_iter().chain([1, 2, 7, 50, 300].map(Mischief::Corrupt));
    for mischief in mischiefs {
        proxy.set(mischief);
        for _ in 0..20 {
            let start = Instant::now();
            match reader.shared.get(&record(1).key, &EPOCH).await {
                Found::Nothing => {}
                found => assert_eq!(found, Found::Signed(record(1)), "{mischief:?}"),
            }
            assert!(start.elapsed() < TIMEOUT + GRACE, "{mischief:?}");
        }
        proxy.set(Mischief::None);
        until_found(1, &reader).await;
    }
    let counts = reader.shared.counts();
    assert!(counts.failed_gets > 0 && counts.refused > 0, "{counts:?}");
}

pub async fn a_server_that_hangs_and_comes_back() {
    let (server, _proxy, _) = filled().await;
    let reader = daemon(&server.url());
    until_found(1, &reader).await;
    server.signal("STOP");
    let before = longest(&reader, 3).await;
    assert!(before < TIMEOUT + GRACE, "{before:?}");
    assert!(usual(&reader).await < TIMEOUT / 5);
    reader.memo.put(record(2)).unwrap();
    reader.shared.offer(record(2));
    server.signal("CONT");
    until(|| reader.shared.counts().puts > 0).await;
    until_found(1, &reader).await;
}

pub async fn a_server_that_is_started_again() {
    let (mut server, _proxy, _) = filled().await;
    let one = daemon(&server.url());
    until_found(1, &one).await;
    server.stop();
    assert!(longest(&one, 1000).await < TIMEOUT + GRACE);
    for n in 2..=30 {
        one.memo.put(record(n)).unwrap();
        one.shared.offer(record(n));
    }
    server.start_again();
    until(|| one.shared.counts().puts >= 29).await;
    let other = daemon(&server.url());
    for n in 2..=30 {
        until_found(n, &other).await;
    }
    assert_eq!(other.shared.get(&record(1).key, &EPOCH).await, Found::Nothing, "what it forgot is gone, and no error");
}
