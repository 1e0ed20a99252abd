mod leaving;

use super::*;
use crate::observed::RequestId;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

const KEY: Key = Key([7; 32]);

fn soon(ms: u64) -> Option<Instant> {
    Some(Instant::now() + Duration::from_millis(ms))
}

fn caller(name: &str) -> Caller {
    Caller::new(name)
}

/// A search that goes on until it is stopped.
fn until_stopped(control: &Control) -> Result<u64, Failure> {
    while !control.stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Err(SelectError::Cancelled.into())
}

fn join(flights: &Flights, n: u8, who: &str, deadline: Option<Instant>) -> Result<Waiter<u64>, Failure> {
    flights.join(Joining::of(&caller(who), deadline), Key([n; 32]), until_stopped).map(|(waiter, _)| waiter)
}

async fn until(what: impl Fn() -> bool) {
    let waiting = async {
        while !what() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), waiting).await.expect("it did not happen");
}

async fn settled(waiter: Waiter<u64>) -> Finished<u64> {
    match waiter.outcome().await {
        Outcome::Finished(finished) => finished,
        Outcome::Late { .. } => panic!("the search was late"),
        Outcome::Stopping { .. } => panic!("nobody has given up"),
    }
}

async fn late(waiter: Waiter<u64>) -> bool {
    match waiter.outcome().await {
        Outcome::Finished(finished) => panic!("{finished:?}"),
        Outcome::Late { searched_on, .. } => searched_on,
        Outcome::Stopping { .. } => panic!("nobody has given up"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_keys_share_one_search() {
    let flights: Flights = Flights::new(2, 10);
    let runs = Arc::new(AtomicUsize::new(0));
    let open = Arc::new(AtomicBool::new(false));
    let mut waiters = Vec::new();
    for n in 0..20 {
        let (runs, open) = (Arc::clone(&runs), Arc::clone(&open));
        let search = move |_: &Control| {
            while !open.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            runs.fetch_add(1, Ordering::SeqCst);
            Ok(42)
        };
        let (waiter, joined) = flights.join(Joining::of(&caller("a"), None), KEY, search).unwrap();
        assert_eq!(joined, n > 0);
        waiters.push(waiter);
    }
    open.store(true, Ordering::SeqCst);
    for waiter in waiters {
        assert_eq!(*settled(waiter).await.unwrap(), 42);
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    let (_, joined) = flights.join(Joining::of(&caller("a"), None), KEY, |_: &Control| Ok(43)).unwrap();
    assert!(!joined, "what has settled is not joined");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_goes_on_while_anyone_waits_and_ends_with_the_last() {
    let flights: Flights = Flights::new(1, 10);
    let first = join(&flights, 0, "a", None).unwrap();
    let second = join(&flights, 0, "b", None).unwrap();
    let control = flights.under_way(&Key([0; 32])).unwrap();
    drop(first);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!control.stopped(), "the second caller still waits");
    drop(second);
    assert!(control.stopped());
    assert_eq!(flights.cancelled(), 1);
    assert!(flights.under_way(&Key([0; 32])).is_none());
    until(|| flights.load() == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_time_is_up_leaves_and_the_search_goes_on() {
    let flights: Flights = Flights::new(1, 10);
    let patient = join(&flights, 0, "a", None).unwrap();
    assert!(late(join(&flights, 0, "a", soon(20)).unwrap()).await, "for the other");
    drop(patient);
    until(|| flights.load() == (0, 0)).await;
    assert!(late(join(&flights, 0, "a", soon(20)).unwrap()).await, "for the next");
    assert_eq!((flights.searched_on(), flights.load()), ((0, 1), (0, 1)));
    // It gives way, and is first again when there is a thread.
    let (waiter, _) = flights.join(Joining::of(&caller("b"), None), KEY, |_: &Control| Ok(1)).unwrap();
    assert_eq!(*settled(waiter).await.unwrap(), 1);
    until(|| flights.searched_on() == (0, 1)).await;
    // Whoever comes again waits for it as for any other.
    let again = join(&flights, 0, "c", None).unwrap();
    assert_eq!(flights.searched_on(), (0, 0));
    assert!(late(join(&flights, 1, "a", soon(20)).unwrap()).await);
    drop(again);
    flights.end_searched_on();
    until(|| flights.load() == (0, 0)).await;
    assert_eq!(flights.searched_on(), (0, 0));
    assert!(!late(join(&flights, 0, "a", soon(20)).unwrap()).await, "nothing is searched on any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_given_up_is_searched_on_if_it_had_a_limit_and_waited() {
    let flights: Flights = Flights::new(1, 10);
    drop(join(&flights, 0, "a", soon(60_000)).unwrap());
    assert_eq!(flights.searched_on(), (0, 0), "it did not wait");
    let waiter = join(&flights, 1, "a", soon(60_000)).unwrap();
    tokio::time::sleep(limits::SEARCHED_ON_AFTER).await;
    drop(waiter);
    until(|| flights.searched_on() == (0, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_has_a_bound_and_the_longest_makes_room() {
    let flights: Flights = Flights::new(1, 2);
    let mut waiters: Vec<_> = (0..3).map(|n| join(&flights, n, "a", None).unwrap()).collect();
    assert_eq!(flights.load(), (2, 1));
    let refused = join(&flights, 3, "a", None).err().unwrap();
    assert_eq!(refused, Failure::QueueFull { waiting: 2, bound: 2 });
    assert!(refused.to_string().contains("--queue is 2"));
    // Work that waits in the line can be joined and left all the same.
    waiters.push(join(&flights, 2, "b", None).unwrap());
    // Another caller has a thread of its own, and a place at the cost of the longest line.
    let others: Vec<_> = (4..6).map(|n| join(&flights, n, "b", None).unwrap()).collect();
    until(|| flights.load().1 == 2).await;
    let displaced = waiters.swap_remove(2);
    assert_eq!(settled(displaced).await.unwrap_err(), Failure::QueueFull { waiting: 2, bound: 2 });
    drop((waiters, others));
    until(|| flights.load() == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_of_whom_nothing_runs_gets_a_thread_where_others_hold_all() {
    let flights: Flights = Flights::new(2, 100);
    let _seats: Vec<_> = (0..20).map(|n| join(&flights, n, "a", None).unwrap()).collect();
    assert_eq!(flights.load(), (18, 2), "no more for the one who has them");
    let (waiter, _) = flights.join(Joining::of(&caller("b"), None), Key([200; 32]), |_: &Control| Ok(1)).unwrap();
    assert_eq!(*settled(waiter).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_knows_all_calls_that_it_is_for() {
    let flights: Flights = Flights::new(1, 10);
    let name = |text: &str| {
        let mut headers = http::HeaderMap::new();
        headers.insert(crate::observed::request_id::HEADER, text.parse().unwrap());
        RequestId::of(&headers)
    };
    let _held = join(&flights, 1, "a", None).unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    let tell = Mutex::new(tell);
    let search = move |control: &Control| {
        while control.calls().count() < 3 {
            std::thread::yield_now();
        }
        tell.lock().unwrap().send(control.calls().to_string()).unwrap();
        Ok(1)
    };
    let (b, names) = (caller("b"), ["build-1", "build-2", "build-3"].map(name));
    let joining = |n: usize| Joining { call: Some(&names[n]), ..Joining::of(&b, None) };
    let (first, _) = flights.join(joining(0), KEY, search).unwrap();
    let wait = |n| flights.join(joining(n), KEY, |_: &Control| Ok(2)).unwrap().0;
    // Two before it has a thread, or while it has one: names outlive the wait.
    let (second, third) = (wait(1), wait(2));
    for waiter in [first, second, third] {
        assert_eq!(*settled(waiter).await.unwrap(), 1);
    }
    assert_eq!(told.recv().unwrap(), "build-1 build-2 build-3");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_its_own_searchs_affair() {
    let flights: Flights = Flights::new(1, 10);
    let (waiter, _) = flights.join(Joining::of(&caller("a"), None), KEY, |_: &Control| panic!("an invariant")).unwrap();
    let failure = settled(waiter).await.unwrap_err();
    assert_eq!(failure.code(), tonic::Code::Internal);
    assert!(failure.to_string().contains("an invariant"));
    let (waiter, _) = flights.join(Joining::of(&caller("a"), None), KEY, |_: &Control| Ok(1)).unwrap();
    assert_eq!(*settled(waiter).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stands_behind_all_others_waits_for_them_and_leaves_nothing() {
    let flights: Flights = Flights::new(1, 3);
    let behind = |n: u8| {
        let warm_up = caller("warm-up").behind();
        flights.join(Joining::of(&warm_up, None), Key([n; 32]), until_stopped).map(|(waiter, _)| waiter)
    };
    let mut warm_up: Vec<_> = (0..4).map(|n| behind(n).unwrap()).collect();
    assert_eq!((flights.load(), flights.searched_on()), ((0, 1), (3, 1)));
    assert_eq!(behind(4).err().unwrap(), Failure::QueueFull { waiting: 3, bound: 3 });
    // It gives way to whoever waits, and to what goes on for a compiler that comes again.
    let (waiter, _) = flights.join(Joining::of(&caller("b"), None), KEY, |_: &Control| Ok(1)).unwrap();
    assert_eq!(*settled(waiter).await.unwrap(), 1);
    until(|| flights.load() == (0, 1)).await;
    assert!(late(join(&flights, 50, "b", soon(20)).unwrap()).await, "however many wait behind it");
    until(|| flights.searched_on() == (4, 1)).await;
    assert!(flights.under_way(&Key([50; 32])).is_some());
    // Work that somebody asks for as well is theirs, and goes on when the job is over.
    let mine = join(&flights, 2, "c", None).unwrap();
    until(|| flights.searched_on().1 == 0).await;
    warm_up.clear();
    until(|| flights.searched_on() == (1, 0)).await;
    assert!(flights.under_way(&Key([0; 32])).is_none(), "nobody wants it any more");
    assert!(!flights.under_way(&Key([2; 32])).unwrap().stopped());
    drop(mine);
    flights.end_searched_on();
    until(|| flights.load() == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_search_gives_way_to_a_caller_who_had_nothing_and_is_begun_again() {
    let flights: Flights = Flights::new(1, 10);
    let open = Arc::new(AtomicBool::new(false));
    let (begun, has_processor) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let long = |n: u8, who: &str| {
        let (open, begun, has_processor) = (Arc::clone(&open), Arc::clone(&begun), Arc::clone(&has_processor));
        let search = move |control: &Control| {
            begun.fetch_add(1, Ordering::SeqCst);
            while !control.stopped() && !open.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
                control.add_used(Duration::from_millis(u64::from(has_processor.load(Ordering::SeqCst))));
            }
            if control.stopped() { Err(SelectError::Cancelled.into()) } else { Ok(u64::from(n)) }
        };
        flights.join(Joining::of(&caller(who), None), Key([n; 32]), search).unwrap().0
    };
    let hogs = [long(0, "a"), long(1, "b"), long(2, "a")];
    until(|| flights.load() == (1, 2)).await;
    let (desk, _) = flights.join(Joining::of(&caller("desk"), None), KEY, |_: &Control| Ok(42)).unwrap();
    tokio::time::sleep(limits::GIVES_WAY_AFTER + 3 * limits::TURN_LOOK).await;
    assert_eq!(flights.gave_way(), 0, "they wait for the processor, and have had nothing yet");
    has_processor.store(true, Ordering::SeqCst);
    assert_eq!(*settled(desk).await.unwrap(), 42);
    assert_eq!(flights.gave_way(), 1);
    until(|| flights.load() == (1, 2) && begun.load(Ordering::SeqCst) == 3).await;
    open.store(true, Ordering::SeqCst);
    for (n, hog) in hogs.into_iter().enumerate() {
        assert_eq!(*settled(hog).await.unwrap(), n as u64, "nothing is lost but time");
    }
    assert_eq!(flights.cancelled(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_at_the_end_leaves_with_what_there_is_and_so_does_whoever_comes() {
    let flights: Flights = Flights::new(1, 10);
    let (running, waiting) = (join(&flights, 1, "a", None).unwrap(), join(&flights, 2, "a", None).unwrap());
    flights.give_up();
    for waiter in [running, waiting, join(&flights, 3, "b", None).unwrap()] {
        assert!(matches!(waiter.outcome().await, Outcome::Stopping { offered: None }));
    }
    flights.until(Ending::GivenUp).await;
    until(|| flights.load() == (0, 0)).await;
    assert_eq!(flights.searched_on(), (0, 0), "nothing goes on");
}
