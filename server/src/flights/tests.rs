use super::*;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

const KEY: Key = Key([7; 32]);

fn soon(ms: u64) -> Option<Instant> {
    Some(Instant::now() + Duration::from_millis(ms))
}

/// A search that goes on until it is stopped, and says why it ended.
fn until_stopped(control: &Control) -> Result<Stop, Failure> {
    loop {
        match control.stop() {
            None => std::thread::sleep(Duration::from_millis(1)),
            Some(Stop::Cancelled) => return Err(SelectError::Cancelled.into()),
            Some(stop) => return Ok(stop),
        }
    }
}

async fn cancelled(flights: &Flights<Stop>, count: u64) {
    let waiting = async {
        while flights.cancelled() < count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), waiting).await.expect("the search was not cancelled");
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_keys_share_one_search() {
    let flights: Flights<u64> = Flights::new(2, 10);
    let runs = Arc::new(AtomicUsize::new(0));
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let mut gate = Some(gate);
    let mut seats = Vec::new();
    for n in 0..20 {
        let runs = Arc::clone(&runs);
        let gate = gate.take();
        let search = move |_: &Control| {
            gate.map(|g| g.recv());
            runs.fetch_add(1, Ordering::SeqCst);
            Ok(42)
        };
        let (seat, joined) = flights.join(KEY, None, search).unwrap();
        assert_eq!(joined, n > 0);
        seats.push(seat);
    }
    open.send(()).unwrap();
    for seat in seats {
        assert_eq!(*seat.landing().await.unwrap(), 42);
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    let (_, joined) = flights.join(KEY, None, |_: &Control| Ok(43)).unwrap();
    assert!(!joined, "what has landed is not joined");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_goes_on_while_anyone_waits_and_ends_with_the_last() {
    let flights: Flights<Stop> = Flights::new(1, 10);
    let (first, _) = flights.join(KEY, None, until_stopped).unwrap();
    let (second, joined) = flights.join(KEY, None, until_stopped).unwrap();
    assert!(joined);
    let control = flights.under_way(&KEY).unwrap();
    drop(first);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(control.stop(), None, "the second caller still waits");
    drop(second);
    cancelled(&flights, 1).await;
    assert_eq!(control.stop(), Some(Stop::Cancelled));
    assert!(flights.under_way(&KEY).is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_deadline_ends_the_search_with_what_it_has() {
    let flights: Flights<Stop> = Flights::new(1, 10);
    let (seat, _) = flights.join(KEY, soon(50), until_stopped).unwrap();
    assert_eq!(*seat.landing().await.unwrap(), Stop::Deadline);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_early_deadline_leaves_the_search_to_the_others() {
    let flights: Flights<Stop> = Flights::new(1, 10);
    let (early, _) = flights.join(KEY, soon(40), until_stopped).unwrap();
    let (late, joined) = flights.join(KEY, soon(300), until_stopped).unwrap();
    assert!(joined);
    assert_eq!(early.landing().await.unwrap_err(), Failure::Deadline);
    assert_eq!(flights.under_way(&KEY).unwrap().stop(), None);
    assert_eq!(*late.landing().await.unwrap(), Stop::Deadline);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_queue_has_a_bound_that_its_refusal_names() {
    let flights: Flights<Stop> = Flights::new(1, 2);
    let mut seats = Vec::new();
    let (seat, _) = flights.join(Key([0; 32]), None, until_stopped).unwrap();
    seats.push(seat);
    while flights.load() != (0, 1) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    for n in 1..3 {
        seats.push(flights.join(Key([n; 32]), None, until_stopped).unwrap().0);
    }
    let refused = flights.join(Key([3; 32]), None, until_stopped).err().unwrap();
    assert_eq!(refused, Failure::QueueFull { waiting: 2, bound: 2 });
    assert!(refused.to_string().contains("--queue is 2"));
    // What waits in the queue can be joined and left all the same.
    seats.push(flights.join(Key([2; 32]), None, until_stopped).unwrap().0);
    drop(seats);
    cancelled(&flights, 3).await;
    assert_eq!(flights.load(), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_passes_in_the_queue_brings_what_can_be_said_at_once() {
    let flights: Flights<Stop> = Flights::new(1, 2);
    let _running = flights.join(Key([0; 32]), None, until_stopped).unwrap();
    while flights.load() != (0, 1) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let (waiting, _) = flights.join(KEY, soon(40), until_stopped).unwrap();
    assert_eq!(*waiting.landing().await.unwrap(), Stop::Deadline);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_its_own_searchs_affair() {
    let flights: Flights<u64> = Flights::new(1, 10);
    let (seat, _) = flights.join(KEY, None, |_: &Control| panic!("an invariant")).unwrap();
    let failure = seat.landing().await.unwrap_err();
    assert_eq!(failure.code(), tonic::Code::Internal);
    assert!(failure.to_string().contains("an invariant"));
    let (seat, _) = flights.join(KEY, None, |_: &Control| Ok(1)).unwrap();
    assert_eq!(*seat.landing().await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_after_the_deadline_starts_another_search() {
    let flights: Flights<Stop> = Flights::new(2, 10);
    let stubborn = |control: &Control| {
        let stop = until_stopped(control)?;
        std::thread::sleep(Duration::from_millis(200));
        Ok(stop)
    };
    let (first, _) = flights.join(KEY, soon(20), stubborn).unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let (second, joined) = flights.join(KEY, soon(50), until_stopped).unwrap();
    assert!(!joined, "the first search is ending");
    assert_eq!(*second.landing().await.unwrap(), Stop::Deadline);
    assert_eq!(*first.landing().await.unwrap(), Stop::Deadline);
}
