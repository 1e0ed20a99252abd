//! Features that only a Redis has: leases, passwords, a bound of its memory.

use crate::any::{Daemon, EPOCH, record, settings, until};
use crate::processes::RedisServer;
use isotope_cache::Key;
use isotope_tier::{Found, Look, RedisTier, Settings, Stored, Taken, Tier, Token, Turn, Waited};
use std::sync::Arc;
use std::time::Duration;

const KEY: Key = Key([5; 32]);
const LONG: Duration = Duration::from_secs(60);

fn tier(server: &RedisServer) -> RedisTier {
    RedisTier::new(&server.url(), Duration::from_secs(10)).unwrap()
}

async fn token(tier: &RedisTier, owner: u64, time: Duration) -> Token {
    match tier.take(&KEY, owner, time).await.unwrap() {
        Taken::Ours(token) => token,
        other => panic!("{other:?}"),
    }
}

pub async fn a_lease_is_one_daemons() {
    let server = RedisServer::start(&[]);
    let tier = tier(&server);
    let first = token(&tier, 1, LONG).await;
    assert_eq!(tier.take(&KEY, 2, LONG).await, Ok(Taken::Theirs));
    let looked = tier.look(&[KEY]).await.unwrap()[0];
    assert_eq!(looked, Look { has_record: false, is_leased: true, left: looked.left });
    assert!(looked.left.is_some_and(|left| left <= LONG && left + Duration::from_secs(30) > LONG), "{looked:?}");
    tier.release(&KEY, Token { owner: 2, ..first }).await.unwrap();
    assert_eq!(tier.take(&KEY, 2, LONG).await, Ok(Taken::Theirs), "nobody gives another's back");
    tier.release(&KEY, first).await.unwrap();
    let second = token(&tier, 2, LONG).await;
    assert!(second.number > first.number);
    assert_eq!(tier.put(&KEY, b"a".to_vec().into(), Some(second)).await, Ok(Stored::Done));
    assert_eq!(tier.look(&[KEY]).await.unwrap(), [Look { has_record: true, is_leased: false, left: None }]);
    assert_eq!(tier.take(&KEY, 1, LONG).await, Ok(Taken::There));
}

/// The harm that anybody who reaches the server can do with one command, of each kind.
pub async fn a_lease_that_nobody_renews_costs_one_lease_time() {
    let server = RedisServer::start(&[]);
    let lease = Duration::from_secs(2);
    let brief = |folder: &std::path::Path| Settings { lease: Some(lease), ..settings(&server.url(), folder) };
    let daemon = Daemon::in_folder(Arc::new(tempfile::tempdir().unwrap()), brief);
    let name = |n: u8| format!("isotope:1:l:{}", record(n).key);
    let squats: [(u8, Vec<String>); 4] = [
        (1, vec!["set".into(), name(1), "1:0000000000000001".into()]),
        (2, vec!["set".into(), name(2), "1:0000000000000001".into(), "px".into(), "600000".into()]),
        (3, vec!["set".into(), name(3), "x".into(), "px".into(), "99999999999".into()]),
        (4, vec!["rpush".into(), name(4), "no token at all".into()]),
    ];
    for (n, command) in &squats {
        let mut cli = std::process::Command::new("redis-cli");
        cli.args(["-p", &server.port.to_string()]).args(command).stdout(std::process::Stdio::null());
        assert!(cli.status().unwrap().success(), "{command:?}");
        assert!(matches!(daemon.shared.turn(record(*n).key).await, Turn::Theirs), "{command:?}");
        let start = std::time::Instant::now();
        let waited = tokio::time::timeout(4 * lease, daemon.shared.until_settled(record(*n).key)).await;
        assert_eq!(waited, Ok(Waited::Silent), "{command:?}");
        assert!(start.elapsed() < lease + Duration::from_secs(1), "{command:?}: {:?}", start.elapsed());
    }
    assert_eq!(daemon.shared.counts().silent, 4);
    // An answer that is found without a lease is there for the others all the same.
    daemon.shared.offer(record(1));
    until_there(&tier(&server), 1..=1).await;
}

pub async fn a_lease_runs_out() {
    let server = RedisServer::start(&[]);
    let tier = tier(&server);
    let dead = token(&tier, 1, Duration::from_millis(200)).await;
    assert_eq!(tier.renew(&KEY, dead, Duration::from_millis(200)).await, Ok(true));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(tier.renew(&KEY, dead, LONG).await, Ok(false));
    let next = token(&tier, 2, LONG).await;
    assert_eq!(tier.renew(&KEY, dead, LONG).await, Ok(false), "the next one's is not prolonged");
    assert_eq!(tier.renew(&KEY, next, LONG).await, Ok(true));
}

pub async fn a_late_write_is_fenced_off() {
    let server = RedisServer::start(&[]);
    let tier = tier(&server);
    let asleep = token(&tier, 1, Duration::from_millis(50)).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let awake = token(&tier, 2, LONG).await;
    assert_eq!(tier.put(&KEY, b"late".to_vec().into(), Some(asleep)).await, Ok(Stored::Fenced));
    assert_eq!(tier.get(&KEY).await, Ok(None));
    assert_eq!(tier.put(&KEY, b"in time".to_vec().into(), Some(awake)).await, Ok(Stored::Done));
    assert_eq!(tier.get(&KEY).await.unwrap().as_deref(), Some(&b"in time"[..]));
}

pub async fn a_password_is_asked_for() {
    let server = RedisServer::start(&["--requirepass", "word"]);
    let said = tier(&server).ping().await.unwrap_err();
    assert!(said.is_outage() && said.to_string().contains("wants a name or a password"), "{said}");
    let with = |word: &str| format!("redis://:{word}@127.0.0.1:{}/", server.port);
    let wrong = RedisTier::new(&with("guess"), Duration::from_secs(10)).unwrap().ping().await.unwrap_err();
    assert!(wrong.is_outage() && wrong.to_string().contains("wants a name or a password"), "{wrong}");
    assert_eq!(RedisTier::new(&with("word"), Duration::from_secs(10)).unwrap().ping().await, Ok(()));
    let daemon = Daemon::start(&with("word"));
    daemon.shared.offer(record(1));
    until(|| daemon.shared.counts().puts > 0).await;
    assert!(!daemon.shared.counts().name.contains("word"));
}

pub async fn a_user_without_rights_is_told_which() {
    let server = RedisServer::start(&["--user", "narrow", "on", ">word", "~other:*", "+ping"]);
    let url = format!("redis://narrow:word@127.0.0.1:{}/", server.port);
    let tier = RedisTier::new(&url, Duration::from_secs(10)).unwrap();
    assert_eq!(tier.ping().await, Ok(()));
    let said = tier.get(&KEY).await.unwrap_err();
    assert!(
        !said.is_outage() && said.to_string().contains("GETRANGE") && said.to_string().contains("isotope:1:*"),
        "{said}"
    );
    let said = tier.take(&KEY, 1, LONG).await.unwrap_err().to_string();
    assert!(said.contains("EVALSHA") && !said.contains("word"), "{said}");
}

pub async fn a_full_server_still_answers() {
    let server = RedisServer::start(&["--maxmemory", "3mb", "--maxmemory-policy", "noeviction"]);
    let daemon = Daemon::start(&server.url());
    daemon.shared.offer(record(1));
    until(|| daemon.shared.counts().puts > 0).await;
    let mut large = record(2);
    large.payload = vec![1; 4 << 20].into();
    daemon.memo.put(large.clone()).unwrap();
    daemon.shared.offer(large.clone());
    until(|| daemon.shared.counts().failed_puts > 0).await;
    for _ in 0..10 {
        assert_eq!(daemon.shared.get(&record(1).key, &EPOCH).await, Found::Signed(record(1)));
    }
    assert_eq!(daemon.shared.counts().opened, 0);
    let mut raise = std::process::Command::new("redis-cli");
    raise.args(["-p", &server.port.to_string(), "config", "set", "maxmemory", "0"]);
    assert!(raise.stdout(std::process::Stdio::null()).status().unwrap().success());
    until(|| daemon.shared.counts().puts > 1).await;
    assert_eq!(daemon.shared.get(&large.key, &EPOCH).await, Found::Signed(large), "it was tried again");
}

pub async fn looks_at_many_keys() {
    let server = RedisServer::start(&[]);
    let brief = |folder: &std::path::Path| Settings {
        lease: Some(Duration::from_millis(500)),
        ..settings(&server.url(), folder)
    };
    let start = || Daemon::in_folder(Arc::new(tempfile::tempdir().unwrap()), brief);
    let (one, other) = (start(), start());
    let mut leases = Vec::new();
    for n in 1..=50 {
        let Turn::Ours(lease) = one.shared.turn(record(n).key).await else { panic!("{n}") };
        leases.push(lease);
        assert!(matches!(other.shared.turn(record(n).key).await, Turn::Theirs));
    }
    let waiting: Vec<_> = (1..=50).map(|n| other.shared.until_settled(record(n).key)).collect();
    // Renewed: three times as long as one lasts.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(matches!(other.shared.turn(record(50).key).await, Turn::Theirs));
    (1..=49).for_each(|n| one.shared.offer(record(n)));
    // Of the last nothing comes: a search that was given up.
    drop(leases);
    for waits in waiting {
        waits.await;
    }
    for n in 1..=49 {
        assert!(matches!(other.shared.turn(record(n).key).await, Turn::There), "{n}");
    }
    assert!(matches!(other.shared.turn(record(50).key).await, Turn::Ours(_)));
    assert_eq!((one.shared.counts().leases, one.shared.counts().leases_lost), (50, 0));
}

/// Waits until the server has the records of all these.
async fn until_there(tier: &RedisTier, numbers: std::ops::RangeInclusive<u8>) {
    let keys: Vec<Key> = numbers.map(|n| record(n).key).collect();
    let waiting = async {
        while !tier.look(&keys).await.is_ok_and(|looks| looks.iter().all(|look| look.has_record)) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("not all of it is there");
}

pub async fn a_server_that_lost_its_memory_is_filled_again() {
    let mut server = RedisServer::start(&[]);
    let (one, other) = (Daemon::start(&server.url()), Daemon::start(&server.url()));
    let found = |daemon: &Daemon, n: u8| {
        daemon.memo.put(record(n)).unwrap();
        daemon.shared.offer(record(n));
    };
    (1..=60).for_each(|n| found(&one, n));
    (61..=80).for_each(|n| found(&other, n));
    until_there(&tier(&server), 1..=80).await;
    until(|| one.shared.counts().losses + other.shared.counts().losses == 0).await;
    // Long enough for both to have seen the mark of the first life.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    server.stop();
    server.start_again();
    until_there(&tier(&server), 1..=80).await;
    until(|| one.shared.counts().losses == 1 && other.shared.counts().losses == 1).await;
    // A record is there before it is counted.
    until(|| one.shared.counts().refilled >= 60 && other.shared.counts().refilled >= 20).await;
    let (first, second) = (one.shared.counts().refilled, other.shared.counts().refilled);
    assert!(first >= 60 && second >= 20 && first + second <= 100, "{first} {second}");
    // Whoever comes now finds all of it.
    let third = Daemon::start(&server.url());
    for n in 1..=80 {
        assert_eq!(third.shared.get(&record(n).key, &EPOCH).await, Found::Signed(record(n)), "{n}");
    }
    assert_eq!(third.shared.counts().losses, 0);
}

pub async fn what_a_server_lost_while_nobody_was_there_is_noticed_at_the_next_start() {
    let mut server = RedisServer::start(&[]);
    let one = Daemon::start(&server.url());
    for n in 1..=10 {
        one.memo.put(record(n)).unwrap();
    }
    until_there(&tier(&server), 1..=10).await;
    // The place in the journal is written down, with the mark.
    let file = one.folder.path().join("memo").join("tier-sent");
    until(|| file.exists()).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let folder = one.stop().await;
    server.stop();
    server.start_again();
    let again = Daemon::in_folder(folder, |folder| settings(&server.url(), folder));
    until_there(&tier(&server), 1..=10).await;
    // A record is there before it is counted.
    until(|| again.shared.counts().refilled == 10).await;
    assert_eq!(again.shared.counts().losses, 1);
}
