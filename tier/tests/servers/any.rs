//! The duties of every tier.

use isotope_cache::{Epoch, Key, Memo, Options, Record, Verdict};
use isotope_tier::{Found, ObjectTier, RedisTier, Settings, Shared, Stored, Tier};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub const EPOCH: Epoch = Epoch([9; 32]);

pub fn record(n: u8) -> Record {
    Record {
        key: Key([n; 32]),
        epoch: EPOCH,
        verdict: Verdict::Proved,
        work: 1,
        payload: vec![n; 300 + n as usize].into(),
    }
}

/// A daemon's memo with a tier behind it.
pub struct Daemon {
    pub shared: Shared,
    pub memo: Arc<Memo>,
    pub folder: Arc<tempfile::TempDir>,
}

pub fn settings(url: &str, folder: &std::path::Path) -> Settings {
    let keys: PathBuf = folder.join("keys");
    let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&keys).unwrap();
    writeln!(file, "current = \"a\"\n[keys.a]\nsecret = \"{}\"", "01".repeat(32)).unwrap();
    // The slow part here is this machine, busy with other tests.
    Settings { url: url.to_owned(), keys: Some(keys), timeout: Some(Duration::from_secs(10)), ..Settings::default() }
}

impl Daemon {
    pub fn start(url: &str) -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        Self::in_folder(folder, |folder| settings(url, folder))
    }

    pub fn in_folder(folder: Arc<tempfile::TempDir>, settings: impl FnOnce(&std::path::Path) -> Settings) -> Self {
        let path = folder.path().join("memo");
        let (memo, _) = Memo::open(&path, Options::default()).unwrap();
        let memo = Arc::new(memo);
        let shared = Shared::open(&settings(folder.path()), &memo, &path).unwrap();
        Daemon { shared, memo, folder }
    }

    pub async fn stop(self) -> Arc<tempfile::TempDir> {
        let Daemon { shared, memo, folder } = self;
        drop(shared);
        let left = Arc::downgrade(&memo);
        drop(memo);
        until(|| left.strong_count() == 0).await;
        folder
    }
}

pub async fn until(happened: impl Fn() -> bool) {
    let waiting = async {
        while !happened() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("it did not happen");
}

/// Reads a record until it is there: a busy server may refuse a read.
pub async fn until_found(n: u8, reader: &Daemon) {
    let start = Instant::now();
    while reader.shared.get(&record(n).key, &EPOCH).await != Found::Signed(record(n)) {
        assert!(start.elapsed() < Duration::from_secs(30), "it does not come back: {:?}", reader.shared.counts());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The tier at an address, as it is.
fn bare(url: &str) -> Arc<dyn Tier> {
    let parsed = url::Url::parse(url).unwrap();
    let time = Duration::from_secs(10);
    match parsed.scheme() {
        "redis" => Arc::new(RedisTier::new(url, time).unwrap()),
        "s3" => Arc::new(ObjectTier::s3(&parsed, time).unwrap()),
        _ => Arc::new(ObjectTier::folder(&parsed).unwrap()),
    }
}

pub async fn bytes_come_back(url: &str) {
    let tier = bare(url);
    let (one, other) = (Key([1; 32]), Key([2; 32]));
    assert_eq!(tier.ping().await, Ok(()));
    assert_eq!(tier.get(&one).await, Ok(None));
    for blob in [&b"a blob"[..], b"another", &[0, 255, 13, 10], &vec![7; 3 << 20]] {
        assert_eq!(tier.put(&one, blob.to_vec().into(), None).await, Ok(Stored::Done));
        assert_eq!(tier.get(&one).await.unwrap().as_deref(), Some(blob));
    }
    assert_eq!(tier.get(&other).await, Ok(None));
}

pub async fn one_daemon_finds_and_the_other_has_it(url: &str) {
    let (one, other) = (Daemon::start(url), Daemon::start(url));
    assert_eq!(other.shared.get(&record(1).key, &EPOCH).await, Found::Nothing);
    one.memo.put(record(1)).unwrap();
    one.shared.offer(record(1));
    until(|| one.shared.counts().puts > 0).await;
    assert_eq!(other.shared.get(&record(1).key, &EPOCH).await, Found::Signed(record(1)));
    until(|| other.memo.get(&record(1).key, &EPOCH).unwrap().is_some()).await;
    // A record that came from the tier does not go back there.
    tokio::time::sleep(isotope_tier::limits::CATCH_UP_PAUSE * 2).await;
    assert_eq!(other.shared.counts().puts, 0);
    // The journal may have been looked at between the two lines that put and offer it.
    assert!(one.shared.counts().puts <= 2);
}

pub async fn what_a_journal_held_before_is_written_once(url: &str) {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    {
        let (memo, _) = Memo::open(folder.path().join("memo"), Options::default()).unwrap();
        (1..=40).for_each(|n| memo.put(record(n)).unwrap());
        memo.put(Record { verdict: Verdict::Unproved, ..record(41) }).unwrap();
    }
    let one = Daemon::in_folder(folder, |folder| settings(url, folder));
    until(|| one.shared.counts().puts == 40).await;
    let other = Daemon::start(url);
    for n in 1..=40 {
        until_found(n, &other).await;
    }
    assert_eq!(other.shared.get(&record(41).key, &EPOCH).await, Found::Nothing, "what is not proved stays at home");
    let place = one.folder.path().join("memo/tier-sent");
    until(|| place.exists()).await;
    let folder = one.stop().await;
    let again = Daemon::in_folder(folder, |folder| settings(url, folder));
    again.memo.put(record(42)).unwrap();
    until(|| again.shared.counts().puts > 0).await;
    assert_eq!(again.shared.counts().puts, 1, "only what is new is written after a restart");
}

pub async fn garbage_is_refused(url: &str) {
    let (tier, daemon) = (bare(url), Daemon::start(url));
    for (n, garbage) in [vec![0; 5], vec![0xff; 5000], b"\xf1IsoTie\xa7".to_vec()].into_iter().enumerate() {
        let key = Key([100 + n as u8; 32]);
        tier.put(&key, garbage.into(), None).await.unwrap();
        assert_eq!(daemon.shared.get(&key, &EPOCH).await, Found::Nothing);
        assert_eq!(daemon.shared.counts().refused, n as u64 + 1);
    }
}
