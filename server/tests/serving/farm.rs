//! Several daemons with one tier behind their memos: shared answers, one search for each window, and what a tier that is
//! gone or lies costs.

use crate::double::{Act, Double, until};
use crate::redis::Redis;
use crate::{AVERAGE, Daemon, Setup, numbered, only, request};
use isotope_cache::{Key, Memo};
use isotope_proto::v1;
use isotope_server::edge::Edge;
use isotope_tier::{Fault, Keyring, MemoryTier, Operation, RedisTier, Settings, Shared, Taken, Tier, Unsigned};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The tier behind a test's daemon.
pub(crate) struct Behind {
    tier: Arc<dyn Tier>,
    keys: Keyring,
    settings: Settings,
}

impl Behind {
    pub(crate) fn open(self, memo: &Arc<Memo>, folder: &Path) -> Shared {
        Shared::with_tier(self.tier, self.keys, &self.settings, memo, folder).unwrap()
    }
}

const LEASE: Duration = Duration::from_millis(700);

pub(crate) fn keys(secret: &str) -> Keyring {
    Keyring::from_text(&format!("current = \"k\"\n[keys.k]\nsecret = \"{}\"", secret.repeat(32))).unwrap()
}

fn behind(tier: &(impl Tier + Clone + 'static), secret: &str, unsigned: Unsigned) -> Option<Behind> {
    let settings =
        Settings { lease: Some(LEASE), timeout: Some(Duration::from_millis(200)), unsigned, ..Settings::default() };
    Some(Behind { tier: Arc::new(tier.clone()), keys: keys(secret), settings })
}

/// A Redis at an address, each call to which may take so long.
pub(crate) fn behind_redis(url: &str, timeout: Duration) -> Behind {
    let settings = Settings { url: url.to_owned(), lease: Some(LEASE), timeout: Some(timeout), ..Settings::default() };
    Behind { tier: Arc::new(RedisTier::new(url, timeout).unwrap()), keys: keys("01"), settings }
}

/// A daemon, and the folder of its memo.
struct Member {
    daemon: Daemon,
    _folder: tempfile::TempDir,
}

async fn member(tier: &(impl Tier + Clone + 'static)) -> Member {
    with(Setup { tier: behind(tier, "01", Unsigned::Refuse), ..Setup::default() }).await
}

async fn with(setup: Setup) -> Member {
    let folder = tempfile::tempdir().unwrap();
    Member { daemon: Daemon::start(folder.path(), setup).await, _folder: folder }
}

async fn key_of(daemon: &Daemon, text: &str) -> Key {
    let asked = request(text);
    let program = Some(v1::explain_request::Program::Text(text.to_owned()));
    let explain = v1::ExplainRequest { program, target: asked.target, ..Default::default() };
    let said = daemon.client().await.explain(explain).await.unwrap().into_inner();
    let hex = &said.windows[0].key;
    Key(std::array::from_fn(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()))
}

async fn tier_stats(daemon: &Daemon) -> v1::TierStats {
    daemon.stats().await.tier.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_daemon_found_the_others_have() {
    let tier = MemoryTier::new();
    let (one, other) = (member(&tier).await, member(&tier).await);
    let found = one.daemon.select(AVERAGE).await.unwrap();
    one.daemon.until_stats(|stats| stats.tier.as_ref().unwrap().puts > 0).await;
    let had = other.daemon.select(AVERAGE).await.unwrap();
    assert_eq!((had[0].source(), other.daemon.double.searched()), (v1::Source::Memo, 0));
    assert_eq!(had[0].selection, found[0].selection);
    // It is the other's own by now.
    other.daemon.until_stats(|stats| stats.memo_records == 1).await;
    tier.set_faults(|_| Fault::Fail);
    assert_eq!(other.daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo);
    assert_eq!(tier_stats(&other.daemon).await.hits, 1);
}

/// Callers ask four daemons for all windows, each in an order of its own. Searches done. A machine that stands still for
/// a moment must not look like a tier that is gone or a daemon that died, which rightly cost a second search: times are
/// long here.
async fn ask_all(tier: &(impl Tier + Clone + 'static), windows: usize, callers: usize) -> usize {
    let long = Some(Duration::from_secs(30));
    let mut farm = Vec::new();
    for _ in 0..4 {
        let settings = Settings { lease: long, timeout: long, ..Settings::default() };
        let behind = Behind { tier: Arc::new(tier.clone()), keys: keys("01"), settings };
        let member = with(Setup { tier: Some(behind), ..Setup::default() }).await;
        member.daemon.double.set(Act::Slow(3));
        farm.push(member);
    }
    let mut asking = JoinSet::new();
    for caller in 0..callers {
        let mut client = farm[caller % 4].daemon.client().await;
        asking.spawn(async move {
            for at in 0..windows {
                let window = numbered((at * 7 + caller * 13) % windows);
                let answers = client.select(request(&window)).await.unwrap().into_inner().answers;
                assert_eq!(only(&answers).verdict(), v1::Verdict::Proved);
            }
        });
    }
    asking.join_all().await;
    farm.iter().map(|member| member.daemon.double.searched()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_farm_searches_once_for_each_window() {
    assert_eq!(ask_all(&MemoryTier::new(), 211, 16).await, 211);
}

fn pair(number: usize, after: &str) -> v1::CheckRequest {
    v1::CheckRequest { before: format!("program {number}"), after: after.to_owned(), ..Default::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_farm_compares_each_pair_of_programs_once() {
    let (tier, pairs) = (MemoryTier::new(), 23);
    let long = Some(Duration::from_secs(30));
    let mut farm = Vec::new();
    for _ in 0..4 {
        let settings = Settings { lease: long, timeout: long, ..Settings::default() };
        let behind = Behind { tier: Arc::new(tier.clone()), keys: keys("01"), settings };
        let member = with(Setup { tier: Some(behind), ..Setup::default() }).await;
        member.daemon.double.set(Act::Slow(3));
        farm.push(member);
    }
    let mut asking = JoinSet::new();
    for caller in 0..16 {
        let mut client = farm[caller % 4].daemon.client().await;
        asking.spawn(async move {
            for at in 0..pairs {
                let request = pair((at * 7 + caller * 13) % pairs, "another");
                let response = client.check(request).await.unwrap().into_inner();
                assert!(matches!(response.verdict, Some(v1::check_response::Verdict::Identity(_))), "{response:?}");
            }
        });
    }
    asking.join_all().await;
    let compared = |member: &Member| member.daemon.double.compared.load(Ordering::SeqCst);
    assert_eq!(farm.iter().map(compared).sum::<usize>(), pairs);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verdict_that_shows_something_is_shared_and_no_other() {
    let tier = MemoryTier::new();
    let (one, other) = (member(&tier).await, member(&tier).await);
    let ask = async |member: &Member, request: v1::CheckRequest| {
        member.daemon.client().await.check(request).await.unwrap().into_inner().source()
    };
    assert_eq!(ask(&one, pair(1, "shown")).await, v1::Source::Search);
    one.daemon.until_stats(|stats| stats.tier.as_ref().unwrap().puts > 0).await;
    assert_eq!(ask(&other, pair(1, "shown")).await, v1::Source::Memo);
    // Sizes and keys are part of the question.
    let larger = v1::CheckRequest { size: Some(8), ..pair(1, "shown") };
    assert_eq!(ask(&other, larger).await, v1::Source::Search);
    for member in [&one, &one, &other] {
        assert_eq!(ask(member, pair(1, "open?")).await, v1::Source::Search);
    }
    let compared = [&one, &other].map(|member| member.daemon.double.compared.load(Ordering::SeqCst));
    assert_eq!(compared, [3, 2]);
}

fn tier_in(server: &Redis) -> Arc<RedisTier> {
    Arc::new(RedisTier::new(&server.url(), Duration::from_secs(30)).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "slow, and wants redis-server: scripts/setup redis"]
async fn four_daemons_and_64_callers_with_a_redis_search_once_for_each_of_2000_windows() {
    let Some(server) = Redis::start_or_skip("four_daemons_and_64_callers") else { return };
    let start = Instant::now();
    let searched = ask_all(&tier_in(&server), 2000, 64).await;
    println!("{searched} searches for 2000 windows, 128000 answers in {:?}", start.elapsed());
    assert!((2000..=2020).contains(&searched), "{searched}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daemon_that_dies_in_a_search_costs_its_lease() {
    let tier = MemoryTier::new();
    let one = member(&tier).await;
    let key = key_of(&one.daemon, AVERAGE).await;
    let start = Instant::now();
    assert!(matches!(tier.take(&key, 77, LEASE).await, Ok(Taken::Ours(_))), "by a daemon that dies at once");
    let answers = one.daemon.select(AVERAGE).await.unwrap();
    assert_eq!(answers[0].source(), v1::Source::Search);
    let took = start.elapsed();
    assert!(took >= LEASE && took < LEASE + Duration::from_secs(5), "{took:?}");
    let stats = tier_stats(&one.daemon).await;
    assert_eq!((stats.waits, stats.leases, one.daemon.double.searched()), (1, 1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_wait_for_another_daemon_gets_the_plain_lowering() {
    let tier = MemoryTier::new();
    let one = member(&tier).await;
    let key = key_of(&one.daemon, AVERAGE).await;
    tier.take(&key, 77, Duration::from_secs(600)).await.unwrap();
    let mut asked = tonic::Request::new(request(AVERAGE));
    asked.set_timeout(Duration::from_millis(600));
    let answer = one.daemon.client().await.select(asked).await.unwrap().into_inner().answers.remove(0);
    assert_eq!((answer.source(), answer.truncated), (v1::Source::Baseline, true));
    assert!(answer.notes.iter().any(|note| note.contains("another daemon")), "{:?}", answer.notes);
    assert_eq!(one.daemon.double.searched(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_that_nobody_renews_costs_a_caller_one_lease_time() {
    let tier = MemoryTier::new();
    let (one, other) = (member(&tier).await, member(&tier).await);
    tier.squat(key_of(&one.daemon, AVERAGE).await, Duration::from_secs(600));
    let start = Instant::now();
    let answers = one.daemon.select(AVERAGE).await.unwrap();
    let took = start.elapsed();
    assert_eq!((answers[0].source(), answers[0].truncated), (v1::Source::Search, false));
    assert!(took >= LEASE && took < LEASE + Duration::from_secs(5), "{took:?}");
    assert_eq!(one.daemon.double.searched(), 1);
    // The others have what it found, whoever holds the lease.
    one.daemon.until_stats(|stats| stats.tier.as_ref().unwrap().puts > 0).await;
    assert_eq!(other.daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo);
    assert_eq!(other.daemon.double.searched(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tier_that_is_down_or_refuses_is_said_until_it_is_well() {
    let observed_with = async |tier: Option<Behind>| {
        let edge = Edge::default();
        let observed = edge.observed.clone();
        (observed, with(Setup { tier, edge, ..Setup::default() }).await)
    };
    // Nobody listens there any more, and nobody asks for anything.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let start = Instant::now();
    let url = format!("redis://127.0.0.1:{port}/");
    let (observed, _closed) = observed_with(Some(behind_redis(&url, Duration::from_millis(200)))).await;
    until(|| !observed.state().degraded.is_empty()).await;
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    let said = observed.state().degraded.join("; ");
    assert!(said.contains(&format!("the tier {url} has been down for")) && said.contains("--tier-url"), "{said}");

    let tier = MemoryTier::new();
    let (observed, one) = observed_with(behind(&tier, "01", Unsigned::Refuse)).await;
    for (n, fault, words) in [(0, Fault::Fail, "has been down"), (10, Fault::Refuse, "has taken no records")] {
        tokio::time::sleep(Duration::from_millis(1500)).await;
        assert!(observed.state().degraded.is_empty(), "{:?}", observed.state());
        tier.set_faults(move |operation| if operation == Operation::Put { fault } else { Fault::None });
        for window in n..n + 4 {
            one.daemon.select(&numbered(window)).await.unwrap();
        }
        let said = || observed.state().degraded.join("; ");
        // A tier that only fails to be written is found out with the writing; one that is gone fails at everything.
        if fault == Fault::Fail {
            tier.set_faults(move |_| fault);
        }
        until(|| said().contains(words)).await;
        tier.set_faults(|_| Fault::None);
        until(|| observed.state().degraded.is_empty()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_is_given_up_is_taken_over() {
    let tier = MemoryTier::new();
    let (one, other) = (member(&tier).await, member(&tier).await);
    one.daemon.double.set(Act::UntilStopped);
    let mut client = one.daemon.client().await;
    let leaving = tokio::spawn(async move { client.select(request(AVERAGE)).await });
    one.daemon.double.until_running(1).await;
    let mut client = other.daemon.client().await;
    let waiting = tokio::spawn(async move { client.select(request(AVERAGE)).await });
    other.daemon.until_stats(|stats| stats.tier.as_ref().unwrap().waits == 1).await;
    leaving.abort();
    let answer = waiting.await.unwrap().unwrap().into_inner().answers.remove(0);
    assert_eq!((answer.source(), other.daemon.double.searched()), (v1::Source::Search, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tier_that_is_gone_costs_time_and_no_answer() {
    let tier = MemoryTier::new();
    let one = member(&tier).await;
    tier.set_faults(|_| Fault::Delay(Duration::from_secs(600)));
    for n in 0..3 {
        assert_eq!(one.daemon.select(&numbered(n)).await.unwrap()[0].source(), v1::Source::Search);
    }
    let stats = tier_stats(&one.daemon).await;
    assert!(stats.opened == 1 && stats.resting.contains("200 ms"), "{stats:?}");
    let start = Instant::now();
    for n in 3..30 {
        assert_eq!(one.daemon.select(&numbered(n)).await.unwrap()[0].source(), v1::Source::Search);
    }
    // Waiting for it would take more than twice as long.
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    tier.set_faults(|_| Fault::None);
    one.daemon.until_stats(|stats| stats.tier.as_ref().unwrap().puts >= 30).await;
    assert_eq!(tier.blobs().len(), 30, "all of it came there in the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tier_that_lies_is_not_believed() {
    let tier = MemoryTier::new();
    let one = member(&tier).await;
    for n in 0..8 {
        one.daemon.select(&numbered(n)).await.unwrap();
    }
    until(|| tier.blobs().len() == 8).await;
    for (n, fault) in
        [Fault::Swap(3), Fault::Corrupt(9001), Fault::Corrupt(77), Fault::Cut(100)].into_iter().enumerate()
    {
        let other = member(&tier).await;
        tier.set_faults(move |operation| if operation == Operation::Get { fault } else { Fault::None });
        let asked = numbered(n);
        let answer = other.daemon.select(&asked).await.unwrap().remove(0);
        assert_eq!(answer.source(), v1::Source::Search, "{fault:?}");
        assert!(tier_stats(&other.daemon).await.refused > 0, "{fault:?}");
        tier.set_faults(|_| Fault::None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_nobody_trusted_signed_is_refused_or_proved_first() {
    let tier = MemoryTier::new();
    let stranger = with(Setup { tier: behind(&tier, "02", Unsigned::Refuse), ..Setup::default() }).await;
    let found = stranger.daemon.select(AVERAGE).await.unwrap();
    stranger.daemon.until_stats(|stats| stats.tier.as_ref().unwrap().puts > 0).await;
    let theirs = tier.blobs();

    let proving = with(Setup { tier: behind(&tier, "01", Unsigned::Prove), ..Setup::default() }).await;
    let answer = proving.daemon.select(AVERAGE).await.unwrap().remove(0);
    assert_eq!((answer.source(), proving.daemon.double.searched()), (v1::Source::Memo, 0));
    assert_eq!(answer.selection.unwrap().llvm_ir, found[0].selection.as_ref().unwrap().llvm_ir);
    assert_eq!(proving.daemon.stats().await.records_proved_again, 1);
    // The daemon signs what it has proved.
    until(|| tier.blobs() != theirs).await;

    theirs.into_iter().for_each(|(key, blob)| tier.plant(key, blob));
    let refusing = member(&tier).await;
    let answer = refusing.daemon.select(AVERAGE).await.unwrap().remove(0);
    assert_eq!((answer.source(), refusing.daemon.double.searched()), (v1::Source::Search, 1));
    assert!(tier_stats(&refusing.daemon).await.refused > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unsigned_program_that_is_not_proved_is_not_served() {
    let tier = MemoryTier::new();
    let hostile = Arc::new(Double { program: Some(b"something else"), ..Double::default() });
    let setup = Setup { tier: behind(&tier, "02", Unsigned::Refuse), double: hostile, ..Setup::default() };
    let stranger = with(setup).await;
    stranger.daemon.select(AVERAGE).await.unwrap();
    stranger.daemon.until_stats(|stats| stats.tier.as_ref().unwrap().puts > 0).await;
    let proving = with(Setup { tier: behind(&tier, "01", Unsigned::Prove), ..Setup::default() }).await;
    let answer = proving.daemon.select(AVERAGE).await.unwrap().remove(0);
    assert_eq!((answer.source(), proving.daemon.double.searched()), (v1::Source::Search, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_under_the_memo_is_read_and_never_written() {
    let folder = tempfile::tempdir().unwrap();
    let one = Daemon::start(folder.path(), Setup::default()).await;
    let found = one.select(AVERAGE).await.unwrap();
    one.stop().await;
    let file = folder.path().join("snapshot");
    let write = || {
        let (memo, _) = Memo::open(folder.path(), isotope_cache::Options::default()).unwrap();
        isotope_tier::snapshot::write(&memo, &keys("01"), &mut std::fs::File::create(&file).unwrap(), &file).unwrap()
    };
    assert_eq!(write(), 1);
    let before = std::fs::read(&file).unwrap();
    let open = || Some(isotope_tier::Snapshot::open(&file, &keys("01")).unwrap());
    let other = with(Setup { snapshot: open(), ..Setup::default() }).await;
    let had = other.daemon.select(AVERAGE).await.unwrap();
    assert_eq!((had[0].source(), other.daemon.double.searched()), (v1::Source::Memo, 0));
    assert_eq!(had[0].selection, found[0].selection);
    assert_eq!(other.daemon.select(&numbered(1)).await.unwrap()[0].source(), v1::Source::Search);
    assert_eq!(std::fs::read(&file).unwrap(), before);
    // One that is changed under the daemon is no answer, and no failure.
    let third = with(Setup { snapshot: open(), ..Setup::default() }).await;
    let mut changed = before;
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    std::fs::write(&file, changed).unwrap();
    assert_eq!(third.daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Search);
}
