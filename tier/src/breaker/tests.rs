use super::*;
use crate::deadline::Deadline;
use crate::memory_tier::{Fault, MemoryTier};
use tokio::time::Instant;

const KEY: Key = Key([1; 32]);

fn behind_a_breaker() -> (MemoryTier, Breaker<Deadline<MemoryTier>>) {
    let memory = MemoryTier::new();
    (memory.clone(), Breaker::new(Deadline::new(memory, Duration::from_millis(50))))
}

#[tokio::test(start_paused = true)]
async fn after_three_failures_nobody_waits_any_more() {
    let (memory, tier) = behind_a_breaker();
    memory.set_faults(|_| Fault::Delay(Duration::from_secs(60)));
    let start = Instant::now();
    for _ in 0..3 {
        assert!(matches!(tier.get(&KEY).await, Err(TierError::TimedOut(_))));
    }
    assert_eq!(start.elapsed(), Duration::from_millis(150));
    let asked = memory.calls();
    for _ in 0..100 {
        assert!(matches!(tier.get(&KEY).await, Err(TierError::Resting(_))));
    }
    assert_eq!((start.elapsed(), memory.calls()), (Duration::from_millis(150), asked), "it was not even asked");
    assert_eq!(tier.opened(), 1);
}

#[tokio::test(start_paused = true)]
async fn it_comes_back_by_itself_and_a_relapse_costs_one_call() {
    let (memory, tier) = behind_a_breaker();
    memory.set_faults(|_| Fault::Fail);
    for _ in 0..3 {
        assert!(tier.get(&KEY).await.is_err());
    }
    memory.set_faults(|_| Fault::None);
    tokio::time::sleep(MIN_REST + Duration::from_millis(1)).await;
    assert_eq!(tier.resting(), None);
    memory.set_faults(|_| Fault::Fail);
    assert!(matches!(tier.get(&KEY).await, Err(TierError::Unreachable(_))));
    assert!(matches!(tier.get(&KEY).await, Err(TierError::Resting(_))));
    memory.set_faults(|_| Fault::None);
    tokio::time::sleep(MIN_REST * 2 + Duration::from_millis(1)).await;
    assert_eq!(tier.get(&KEY).await, Ok(None));
    memory.set_faults(|_| Fault::Fail);
    assert!(tier.get(&KEY).await.is_err());
    assert_eq!(tier.resting(), None, "after a success it is trusted as at first");
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_is_no_outage_and_is_not_offered_again_at_once() {
    let (memory, tier) = behind_a_breaker();
    memory.set_faults(|operation| if operation == crate::Operation::Put { Fault::Refuse } else { Fault::None });
    let put = || tier.put(&KEY, Bytes::from_static(b"x"), None);
    for _ in 0..BREAK_AFTER {
        assert!(matches!(put().await, Err(TierError::Refused(_))));
    }
    let asked = memory.calls();
    for _ in 0..100 {
        assert!(matches!(put().await, Err(TierError::Resting(why)) if why.contains("out of memory")));
    }
    assert_eq!(memory.calls(), asked, "it was not even asked");
    assert_eq!(tier.get(&KEY).await, Ok(None), "a full tier still answers");
    assert_eq!((tier.resting(), tier.opened(), tier.takes_records()), (None, 0, false));
    assert!(tier.refusal().unwrap().why.contains("out of memory"));
    // Ever more rarely: one each time.
    let asked = memory.calls();
    let start = Instant::now();
    while start.elapsed() < MAX_REST * 10 {
        let _ = put().await;
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let offered = memory.calls() - asked;
    assert!((10..=20).contains(&offered), "{offered} in {:?}", MAX_REST * 10);
    memory.set_faults(|_| Fault::None);
    tokio::time::sleep(MAX_REST).await;
    assert_eq!(put().await, Ok(Stored::Done));
    assert!(tier.refusal().is_none() && tier.takes_records());
}

#[tokio::test(start_paused = true)]
async fn an_outage_is_known_by_its_first_failure_and_forgotten_with_the_next_success() {
    let (memory, tier) = behind_a_breaker();
    memory.set_faults(|_| Fault::Fail);
    for _ in 0..BREAK_AFTER {
        assert_eq!(tier.outage(), None);
        assert!(tier.ping().await.is_err());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let outage = tier.outage().unwrap();
    assert!(outage.why.contains("the connection was cut"), "{}", outage.why);
    assert_eq!(outage.since.elapsed(), Duration::from_millis(100) * BREAK_AFTER);
    memory.set_faults(|_| Fault::None);
    tokio::time::sleep(MIN_REST).await;
    assert_eq!(tier.outage(), None);
}

/// A tier that is down and has no leases, as object stores are.
struct Bare;

impl Tier for Bare {
    fn get<'a>(&'a self, _: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(async { Err(TierError::Unreachable("down".to_owned())) })
    }

    fn put<'a>(&'a self, _: &'a Key, _: Bytes, _: Option<Token>) -> Answer<'a, Stored> {
        Box::pin(async { Err(TierError::Unreachable("down".to_owned())) })
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(async { Err(TierError::Unreachable("down".to_owned())) })
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_tier_says_without_being_asked_is_no_sign_of_life() {
    let tier = Breaker::new(Bare);
    for _ in 0..BREAK_AFTER {
        assert_eq!(tier.mark(Mark([1; 16])).await, Err(TierError::NoLeases));
        assert!(tier.get(&KEY).await.is_err());
    }
    assert!(tier.resting().is_some_and(|why| why.contains("down")));
}

#[tokio::test(start_paused = true)]
async fn the_probe_ends_with_its_breaker() {
    let (memory, tier) = behind_a_breaker();
    memory.set_faults(|_| Fault::Fail);
    for _ in 0..3 {
        assert!(tier.get(&KEY).await.is_err());
    }
    drop(tier);
    tokio::time::sleep(MAX_REST).await;
    let asked = memory.calls();
    tokio::time::sleep(MAX_REST * 10).await;
    assert_eq!(memory.calls(), asked);
}
