//! Work that its callers leave: its cost, and whose quota it takes.

use super::*;
use crate::access::{Identity, Quota, Roles};
use std::sync::atomic::AtomicU64;

/// CPU time of a search that goes on for long, and of one step of it.
const LONG: Duration = Duration::from_millis(500);
const STEP: Duration = Duration::from_millis(1);

/// A search of [`LONG`] that adds the microseconds that it uses to a count.
fn counted(all: &Arc<AtomicU64>) -> impl Fn(&Control) -> Result<u64, Failure> + Send + Sync + 'static {
    let all = Arc::clone(all);
    move |control| {
        for _ in 0..LONG.as_millis() / STEP.as_millis() {
            if control.stopped() {
                return Err(SelectError::Cancelled.into());
            }
            all.fetch_add(STEP.as_micros() as u64, Ordering::SeqCst);
            control.add_used(STEP);
            std::thread::sleep(STEP);
        }
        Ok(1)
    }
}

fn key(n: u64) -> Key {
    let mut key = Key([0; 32]);
    key.0[..8].copy_from_slice(&n.to_le_bytes());
    key
}

/// Calls of so many windows that leave when their time is up. How many of them are told that the search goes on.
async fn abandoned(
    flights: &Flights,
    who: &Caller,
    keys: std::ops::Range<u64>,
    search: impl Fn(&Control) -> Result<u64, Failure> + Send + Sync + Clone + 'static,
) -> usize {
    let join = |n| flights.join(Joining::of(who, soon(100)), key(n), search.clone()).unwrap().0;
    let waiters: Vec<_> = keys.map(join).collect();
    let mut went_on = 0;
    for waiter in waiters {
        // On a busy machine one may have ended first.
        went_on += usize::from(matches!(waiter.outcome().await, Outcome::Late { searched_on: true, .. }));
    }
    went_on
}

#[tokio::test(flavor = "multi_thread")]
async fn what_callers_have_left_costs_a_bounded_time_however_many_they_leave() {
    let flights: Flights = Flights::new(2, 1000);
    let all = Arc::<AtomicU64>::default();
    let farm = Caller::of("farm", "1");
    let search = Arc::new(counted(&all));
    let search = move |control: &Control| search(control);
    let went_on = abandoned(&flights, &farm, 0..100, search.clone()).await;
    assert!((1..=32).contains(&went_on), "{went_on}");
    let used = || Duration::from_micros(all.load(Ordering::SeqCst));
    let before = used();
    until(|| flights.load() == (0, 0) && flights.searched_on() == (0, 0)).await;
    let time = used() - before;
    assert!(!time.is_zero() && time <= limits::SEARCHED_ON_EACH + 2 * STEP, "{time:?} of {:?}", 100 * LONG);
    // Another connection of the same identity gets no more, another identity does, and all together so much.
    assert_eq!(abandoned(&flights, &Caller::of("farm", "2"), 100..102, search.clone()).await, 0);
    for (others, who) in ["desk", "lab", "ci", "home", "den", "attic", "barn", "shed"].into_iter().enumerate() {
        let first = 1000 * (others as u64 + 1);
        assert!(abandoned(&flights, &Caller::of(who, "1"), first..first + 40, search.clone()).await > 0, "{who}");
    }
    until(|| flights.load() == (0, 0) && flights.searched_on() == (0, 0)).await;
    let time = used() - before;
    // Time while its callers still waited is not charged: on two threads for each of nine.
    assert!(time <= limits::SEARCHED_ON_IN_ALL + 9 * 2 * LONG, "{time:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_asks_for_again_was_not_searched_for_in_vain() {
    let flights: Flights = Flights::new(2, 1000);
    let open = Arc::new(AtomicBool::new(false));
    let farm = Caller::of("farm", "1");
    let search = {
        let open = Arc::clone(&open);
        move |control: &Control| {
            while !open.load(Ordering::SeqCst) {
                if control.stopped() {
                    return Err(SelectError::Cancelled.into());
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(1)
        }
    };
    assert_eq!(abandoned(&flights, &farm, 0..40, search.clone()).await, 32);
    assert_eq!(abandoned(&flights, &farm, 40..41, search.clone()).await, 0, "it has left too many");
    // One that is still searched for, and, once it has ended, one that is remembered.
    let again = flights.join(Joining::of(&farm, None), key(0), search.clone()).unwrap().0;
    assert_eq!(abandoned(&flights, &farm, 41..43, search.clone()).await, 1);
    open.store(true, Ordering::SeqCst);
    assert_eq!(*settled(again).await.unwrap(), 1);
    until(|| flights.load() == (0, 0) && flights.searched_on() == (0, 0)).await;
    open.store(false, Ordering::SeqCst);
    assert_eq!(abandoned(&flights, &farm, 50..51, search.clone()).await, 0);
    (1..4).for_each(|n| flights.came_again(&key(n)));
    (1..4).for_each(|n| flights.came_again(&key(n)));
    assert_eq!(abandoned(&flights, &farm, 60..70, search).await, 3, "as many as came again, each once");
    flights.cancel_all();
}

/// An identity that may have one search at once.
fn one_at_once() -> Identity {
    Identity::named("farm", Roles::default(), Quota { searches_at_once: Some(1), ..Quota::default() })
}

fn held<'a>(caller: &'a Caller, permit: &'a Arc<Permit>, deadline: Option<Instant>, goes_on: bool) -> Joining<'a> {
    Joining { permit: Some(permit), goes_on, ..Joining::of(caller, deadline) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permit_is_held_until_the_work_has_ended_and_not_until_its_caller_leaves() {
    let (flights, identity, farm) = (Flights::new(1, 10), one_at_once(), Caller::of("farm", "1"));
    let open = Arc::new(AtomicBool::new(false));
    let stubborn = {
        let open = Arc::clone(&open);
        move |_: &Control| {
            while !open.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(1u64)
        }
    };
    // It does not end at once when it is told to.
    let permit = Arc::new(identity.search().unwrap());
    let (waiter, _) = flights.join(held(&farm, &permit, None, true), KEY, stubborn).unwrap();
    drop(permit);
    until(|| flights.load().1 == 1).await;
    drop(waiter);
    assert!(flights.under_way(&KEY).is_none() && identity.search().is_err(), "the quota is taken by what still runs");
    open.store(true, Ordering::SeqCst);
    until(|| identity.search().is_ok()).await;
    // Work that goes on has it as well, until its caller asks for it again or wants something else.
    let permit = Arc::new(identity.search().unwrap());
    let (waiter, _) = flights.join(held(&farm, &permit, soon(20), true), KEY, until_stopped).unwrap();
    drop(permit);
    assert!(late(waiter).await && identity.search().is_err());
    assert!(flights.permit_of(&KEY, &Caller::of("desk", "1")).is_none(), "it is another's");
    let again = flights.permit_of(&KEY, &Caller::of("farm", "2")).unwrap();
    let (waiter, joined) = flights.join(held(&farm, &again, soon(20), true), KEY, until_stopped).unwrap();
    drop(again);
    assert!(joined && flights.permit_of(&KEY, &farm).is_none() && !flights.end_one_left_by(&farm));
    assert!(late(waiter).await && flights.end_one_left_by(&farm) && !flights.end_one_left_by(&farm));
    assert!(identity.search().is_ok() && flights.under_way(&KEY).is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn work_that_does_not_go_on_ends_with_its_last_caller_however_it_leaves() {
    let flights = Flights::new(1, 10);
    let farm = caller("farm");
    let joining = |deadline| Joining { goes_on: false, ..Joining::of(&farm, deadline) };
    let (waiter, _) = flights.join(joining(soon(20)), KEY, until_stopped).unwrap();
    assert!(!late(waiter).await, "its caller's time is up");
    assert!(flights.under_way(&KEY).is_none());
    let (waiter, _) = flights.join(joining(soon(60_000)), KEY, until_stopped).unwrap();
    tokio::time::sleep(2 * limits::SEARCHED_ON_AFTER).await;
    drop(waiter);
    assert!(flights.under_way(&KEY).is_none());
    until(|| flights.load() == (0, 0)).await;
    assert_eq!((flights.searched_on(), flights.cancelled()), ((0, 0), 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_of_two_kinds_is_an_error_and_no_panic() {
    let flights = Flights::new(1, 10);
    let slow = |_: &Control| {
        std::thread::sleep(Duration::from_millis(50));
        Ok(1u64)
    };
    let a = caller("a");
    let (first, _) = flights.join(Joining::of(&a, None), KEY, slow).unwrap();
    let (other, joined) = flights.join(Joining::of(&a, None), KEY, |_: &Control| Ok(String::new())).unwrap();
    assert!(joined);
    assert_eq!(*settled(first).await.unwrap(), 1);
    let Outcome::Finished(Err(failure)) = other.outcome().await else { panic!("a number is no text") };
    assert!(failure.to_string().contains("two kinds of work"), "{failure}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daemons_own_work_gives_its_thread_to_whoever_comes_and_is_done_again() {
    let flights = Arc::new(Flights::new(1, 10));
    let (whole, begun) = (Arc::new(Control::idle()), Arc::<AtomicU64>::default());
    let own = {
        let (flights, whole, begun) = (Arc::clone(&flights), Arc::clone(&whole), Arc::clone(&begun));
        move || {
            flights.in_turn(&whole, |control| {
                begun.fetch_add(1, Ordering::SeqCst);
                until_stopped(control)
            })
        }
    };
    let working = tokio::task::spawn_blocking(own);
    until(|| begun.load(Ordering::SeqCst) == 1).await;
    assert_eq!(flights.load(), (0, 1), "it has the only thread");
    for n in 0..3 {
        let (waiter, _) = flights.join(Joining::of(&caller("a"), None), key(n), |_: &Control| Ok(7u64)).unwrap();
        assert_eq!(*settled(waiter).await.unwrap(), 7);
    }
    until(|| begun.load(Ordering::SeqCst) > 1).await;
    let held = join(&flights, 9, "a", None).unwrap();
    whole.stop();
    assert!(working.await.unwrap().is_none(), "it has to end, whoever else runs");
    drop(held);
    until(|| flights.load() == (0, 0)).await;
}
