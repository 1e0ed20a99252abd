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
async fn what_is_refused_is_no_outage() {
    let (memory, tier) = behind_a_breaker();
    memory.set_faults(|operation| if operation == crate::Operation::Put { Fault::Refuse } else { Fault::None });
    for _ in 0..10 {
        let said = tier.put(&KEY, Bytes::from_static(b"x"), None).await;
        assert!(matches!(said, Err(TierError::Refused(_))));
    }
    assert_eq!(tier.get(&KEY).await, Ok(None), "a full tier still answers");
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

/// A tier without leases that is down.
struct Down;

impl Tier for Down {
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
async fn what_a_tier_has_not_says_nothing_of_whether_it_is_there() {
    let tier = Breaker::new(Down);
    for _ in 0..3 {
        assert_eq!(tier.look(&[KEY]).await, Err(TierError::NoLeases));
        assert!(matches!(tier.get(&KEY).await, Err(TierError::Unreachable(_))));
    }
    assert!(tier.resting().is_some(), "three failures in a row, whatever was asked between them");
}
