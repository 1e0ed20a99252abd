//! Disks without room, under the memo and under a folder that is the tier.

use crate::daemon::Daemon;
use crate::keys;
use crate::machine::SmallDisk;
use isotope_proto::v1;

const BYTES: u64 = 64 << 20;

async fn proved(daemon: &Daemon, windows: std::ops::Range<usize>) {
    for n in windows {
        let (answer, _) = daemon.select(n).await;
        assert_eq!(answer.selection.unwrap().verdict(), v1::Verdict::Proved, "window {n}");
    }
}

async fn remembered(daemon: &Daemon, windows: std::ops::Range<usize>) {
    for n in windows {
        assert_eq!(daemon.select(n).await.0.source(), v1::Source::Memo, "window {n}");
    }
}

pub async fn full_memo() {
    let disk = SmallDisk::of(BYTES);
    let daemon = Daemon::start(&disk.path().join("memo"), &[]).await;
    proved(&daemon, 0..2).await;
    disk.fill();
    proved(&daemon, 2..6).await;
    daemon.until_logged("an answer was not remembered").await;
    remembered(&daemon, 0..6).await;
    disk.empty();
    daemon.until_logged("answers that could not be remembered now are").await;
    proved(&daemon, 6..8).await;
    let again = daemon.killed_and_started().await;
    remembered(&again, 0..8).await;
    let stats = again.stats().await;
    assert_eq!((stats.from_search, stats.from_baseline), (0, 0));
}

pub async fn full_tier() {
    let (folder, disk) = (tempfile::tempdir().unwrap(), SmallDisk::of(BYTES));
    let keys = keys(folder.path()).to_string_lossy().into_owned();
    let tier = disk.path().join("tier");
    std::fs::create_dir(&tier).unwrap();
    let url = format!("file://{}", tier.display());
    let start =
        async |name: &str| Daemon::start(&folder.path().join(name), &["--tier-url", &url, "--tier-keys", &keys]).await;
    let one = start("one").await;
    proved(&one, 0..2).await;
    one.until_stats(|stats| stats.tier.as_ref().unwrap().puts >= 2).await;
    disk.fill();
    proved(&one, 2..6).await;
    one.until_logged("a record was not written to the tier; it will be").await;
    disk.empty();
    one.until_stats(|stats| stats.tier.as_ref().unwrap().puts >= 6).await;
    let two = start("two").await;
    remembered(&two, 0..6).await;
    assert_eq!(two.stats().await.tier.unwrap().hits, 6);
}
