use super::*;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
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

fn join(flights: &Flights<u64>, n: u8, who: &str, deadline: Option<Instant>) -> Result<Waiter<u64>, Failure> {
    flights.join(Key([n; 32]), &caller(who), deadline, until_stopped).map(|(waiter, _)| waiter)
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
    let flights: Flights<u64> = Flights::new(2, 10);
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
        let (waiter, joined) = flights.join(KEY, &caller("a"), None, search).unwrap();
        assert_eq!(joined, n > 0);
        waiters.push(waiter);
    }
    open.store(true, Ordering::SeqCst);
    for waiter in waiters {
        assert_eq!(*settled(waiter).await.unwrap(), 42);
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    let (_, joined) = flights.join(KEY, &caller("a"), None, |_: &Control| Ok(43)).unwrap();
    assert!(!joined, "what has settled is not joined");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_goes_on_while_anyone_waits_and_ends_with_the_last() {
    let flights: Flights<u64> = Flights::new(1, 10);
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
    let flights: Flights<u64> = Flights::new(1, 10);
    let patient = join(&flights, 0, "a", None).unwrap();
    assert!(late(join(&flights, 0, "a", soon(20)).unwrap()).await, "for the other");
    drop(patient);
    until(|| flights.load() == (0, 0)).await;
    assert!(late(join(&flights, 0, "a", soon(20)).unwrap()).await, "for the next");
    assert_eq!((flights.searched_on(), flights.load()), ((0, 1), (0, 1)));
    // It gives way, and is first again when there is a thread.
    let (waiter, _) = flights.join(KEY, &caller("b"), None, |_: &Control| Ok(1)).unwrap();
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
    let flights: Flights<u64> = Flights::new(1, 10);
    drop(join(&flights, 0, "a", soon(60_000)).unwrap());
    assert_eq!(flights.searched_on(), (0, 0), "it did not wait");
    let waiter = join(&flights, 1, "a", soon(60_000)).unwrap();
    tokio::time::sleep(limits::SEARCHED_ON_AFTER).await;
    drop(waiter);
    until(|| flights.searched_on() == (0, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_has_a_bound_and_the_longest_makes_room() {
    let flights: Flights<u64> = Flights::new(1, 2);
    let mut waiters: Vec<_> = (0..3).map(|n| join(&flights, n, "a", None).unwrap()).collect();
    assert_eq!(flights.load(), (2, 1));
    let refused = join(&flights, 3, "a", None).err().unwrap();
    assert_eq!(refused, Failure::QueueFull { waiting: 2, bound: 2 });
    assert!(refused.to_string().contains("--queue is 2"));
    // What waits in the line can be joined and left all the same.
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
    let flights: Flights<u64> = Flights::new(2, 100);
    let _seats: Vec<_> = (0..20).map(|n| join(&flights, n, "a", None).unwrap()).collect();
    assert_eq!(flights.load(), (18, 2), "no more for the one who has them");
    let (waiter, _) = flights.join(Key([200; 32]), &caller("b"), None, |_: &Control| Ok(1)).unwrap();
    assert_eq!(*settled(waiter).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_knows_all_calls_that_it_is_for() {
    let flights: Flights<u64> = Flights::new(1, 10);
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
    let wait = |id: &str| flights.join_for(Some(&name(id)), KEY, &caller("b"), None, |_: &Control| Ok(2)).unwrap().0;
    let (first, _) = flights.join_for(Some(&name("build-1")), KEY, &caller("b"), None, search).unwrap();
    // Two before it has a thread, or while it has one: names outlive the wait.
    let (second, third) = (wait("build-2"), wait("build-3"));
    for waiter in [first, second, third] {
        assert_eq!(*settled(waiter).await.unwrap(), 1);
    }
    assert_eq!(told.recv().unwrap(), "build-1 build-2 build-3");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_its_own_searchs_affair() {
    let flights: Flights<u64> = Flights::new(1, 10);
    let (waiter, _) = flights.join(KEY, &caller("a"), None, |_: &Control| panic!("an invariant")).unwrap();
    let failure = settled(waiter).await.unwrap_err();
    assert_eq!(failure.code(), tonic::Code::Internal);
    assert!(failure.to_string().contains("an invariant"));
    let (waiter, _) = flights.join(KEY, &caller("a"), None, |_: &Control| Ok(1)).unwrap();
    assert_eq!(*settled(waiter).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stands_behind_all_others_waits_for_them_and_leaves_nothing() {
    let flights: Flights<u64> = Flights::new(1, 3);
    let behind = |n: u8| {
        let night = caller("night").behind();
        flights.join(Key([n; 32]), &night, None, until_stopped).map(|(waiter, _)| waiter)
    };
    let mut night: Vec<_> = (0..4).map(|n| behind(n).unwrap()).collect();
    assert_eq!((flights.load(), flights.searched_on()), ((0, 1), (3, 1)));
    assert_eq!(behind(4).err().unwrap(), Failure::QueueFull { waiting: 3, bound: 3 });
    // It gives way to whoever waits, and to what goes on for a compiler that comes again.
    let (waiter, _) = flights.join(KEY, &caller("b"), None, |_: &Control| Ok(1)).unwrap();
    assert_eq!(*settled(waiter).await.unwrap(), 1);
    until(|| flights.load() == (0, 1)).await;
    assert!(late(join(&flights, 50, "b", soon(20)).unwrap()).await, "however many wait behind it");
    until(|| flights.searched_on() == (4, 1)).await;
    assert!(flights.under_way(&Key([50; 32])).is_some());
    // What somebody asks for as well is theirs, and goes on when the night is over.
    let mine = join(&flights, 2, "c", None).unwrap();
    until(|| flights.searched_on().1 == 0).await;
    night.clear();
    until(|| flights.searched_on() == (1, 0)).await;
    assert!(flights.under_way(&Key([0; 32])).is_none(), "nobody wants it any more");
    assert!(!flights.under_way(&Key([2; 32])).unwrap().stopped());
    drop(mine);
    flights.end_searched_on();
    until(|| flights.load() == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_search_gives_way_to_a_caller_who_had_nothing_and_is_begun_again() {
    let flights: Flights<u64> = Flights::new(1, 10);
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
        flights.join(Key([n; 32]), &caller(who), None, search).unwrap().0
    };
    let hogs = [long(0, "a"), long(1, "b"), long(2, "a")];
    until(|| flights.load() == (1, 2)).await;
    let (desk, _) = flights.join(KEY, &caller("desk"), None, |_: &Control| Ok(42)).unwrap();
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

/// Work of a search that goes on for long, and of one step of it.
const LONG: u64 = 1 << 22;
const STEP: u64 = 1 << 13;

/// A search of [`LONG`] that adds what it does to a count.
fn counted(all: &Arc<AtomicU64>) -> impl Fn(&Control) -> Result<u64, Failure> + Send + Sync + 'static {
    let all = Arc::clone(all);
    move |control| {
        for work in 1..=LONG / STEP {
            if control.stopped() {
                return Err(SelectError::Cancelled.into());
            }
            all.fetch_add(STEP, Ordering::SeqCst);
            control.report("enumerate", work * STEP);
            std::thread::sleep(Duration::from_millis(1));
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
    flights: &Flights<u64>,
    who: &Caller,
    keys: std::ops::Range<u64>,
    search: impl Fn(&Control) -> Result<u64, Failure> + Send + Sync + Clone + 'static,
) -> usize {
    let join = |n| flights.join(key(n), who, soon(100), search.clone()).unwrap().0;
    let waiters: Vec<_> = keys.map(join).collect();
    let mut went_on = 0;
    for waiter in waiters {
        // On a busy machine one may have ended first.
        went_on += usize::from(matches!(waiter.outcome().await, Outcome::Late { searched_on: true, .. }));
    }
    went_on
}

#[tokio::test(flavor = "multi_thread")]
async fn what_callers_have_left_costs_a_bounded_work_however_many_they_leave() {
    let flights: Flights<u64> = Flights::new(2, 1000);
    let all = Arc::<AtomicU64>::default();
    let farm = Caller::of("farm", "1");
    let search = Arc::new(counted(&all));
    let search = move |control: &Control| search(control);
    let went_on = abandoned(&flights, &farm, 0..100, search.clone()).await;
    assert!((1..=32).contains(&went_on), "{went_on}");
    let before = all.load(Ordering::SeqCst);
    until(|| flights.load() == (0, 0) && flights.searched_on() == (0, 0)).await;
    let work = all.load(Ordering::SeqCst) - before;
    assert!(work > 0 && work <= limits::SEARCHED_ON_EACH + 2 * STEP, "{work} of {}", 100 * LONG);
    // Another connection of the same identity gets no more, another identity does, and all together so much.
    assert_eq!(abandoned(&flights, &Caller::of("farm", "2"), 100..102, search.clone()).await, 0);
    for (others, who) in ["desk", "lab", "ci", "home", "den", "attic", "barn", "shed"].into_iter().enumerate() {
        let first = 1000 * (others as u64 + 1);
        assert!(abandoned(&flights, &Caller::of(who, "1"), first..first + 40, search.clone()).await > 0, "{who}");
    }
    until(|| flights.load() == (0, 0) && flights.searched_on() == (0, 0)).await;
    let work = all.load(Ordering::SeqCst) - before;
    // What ran while its callers still waited is not charged: on two threads for each of nine.
    assert!(work <= limits::SEARCHED_ON_IN_ALL + 9 * 2 * LONG, "{work}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_asks_for_again_was_not_searched_for_in_vain() {
    let flights: Flights<u64> = Flights::new(2, 1000);
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
    let again = flights.join(key(0), &farm, None, search.clone()).unwrap().0;
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

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_at_the_end_leaves_with_what_there_is_and_so_does_whoever_comes() {
    let flights: Flights<u64> = Flights::new(1, 10);
    let (running, waiting) = (join(&flights, 1, "a", None).unwrap(), join(&flights, 2, "a", None).unwrap());
    flights.give_up();
    for waiter in [running, waiting, join(&flights, 3, "b", None).unwrap()] {
        assert!(matches!(waiter.outcome().await, Outcome::Stopping { offered: None }));
    }
    flights.until(Ending::GivenUp).await;
    until(|| flights.load() == (0, 0)).await;
    assert_eq!(flights.searched_on(), (0, 0), "nothing goes on");
}
