//! Two daemons and a Redis, and the network between one of them and the Redis cut.

use crate::daemon::{BOUND, Daemon, is_found_now};
use crate::keys;
use crate::machine::FarRedis;
use isotope_proto::v1;
use std::time::Duration;

/// Asks for windows that are searched for; each is proved and in time. The longest wait.
async fn searched(daemon: &Daemon, windows: std::ops::Range<usize>) -> Duration {
    let mut longest = Duration::ZERO;
    for n in windows {
        let (answer, took) = daemon.select(n).await;
        assert!(is_found_now(&answer), "window {n}: {answer:?}");
        assert_eq!(answer.selection.unwrap().verdict(), v1::Verdict::Proved, "window {n}");
        assert!(took < BOUND, "window {n} took {took:?}");
        longest = longest.max(took);
    }
    longest
}

/// Both have the same answers for these windows, and `other` searches for none of them.
async fn shared(finder: &Daemon, other: &Daemon, windows: std::ops::Range<usize>) {
    for n in windows {
        let ((found, _), (had, _)) = (finder.select(n).await, other.select(n).await);
        assert_eq!((had.source(), had.selection), (v1::Source::Memo, found.selection), "window {n}");
    }
}

pub async fn nothing_is_lost() {
    let (folder, redis) = (tempfile::tempdir().unwrap(), FarRedis::start());
    let keys = keys(folder.path()).to_string_lossy().into_owned();
    let start = async |at: usize| {
        let memo = folder.path().join(format!("memo{at}"));
        Daemon::start(&memo, &["--tier-url", &redis.url(at), "--tier-keys", &keys]).await
    };
    let (near, cut) = (start(0).await, start(1).await);
    let well = searched(&near, 0..3).await;
    near.until_stats(|stats| stats.tier.as_ref().unwrap().puts >= 3).await;
    shared(&near, &cut, 0..3).await;
    let before = cut.stats().await.tier.unwrap().puts;
    redis.cut(1);
    let alone = searched(&cut, 10..16).await;
    let beside = searched(&near, 20..26).await;
    cut.until_logged("is left alone; answers come without it").await;
    assert_eq!(cut.stats().await.tier.unwrap().puts, before, "nothing comes through");
    println!("the longest search: before {well:?}, cut off {alone:?}, not cut off {beside:?}");
    redis.mend(1);
    cut.until_stats(|stats| stats.tier.as_ref().is_some_and(|tier| tier.puts >= before + 6 && tier.resting.is_empty()))
        .await;
    near.until_stats(|stats| stats.tier.as_ref().unwrap().puts >= 9).await;
    shared(&cut, &near, 10..16).await;
    shared(&near, &cut, 20..26).await;
}
