//! The queue of warm-up jobs, in a real Redis.

use crate::processes::RedisServer;
use isotope_tier::limits::{MAX_WARM_UP_ITEM_BYTES, WARM_UP_CLAIM};
use isotope_tier::warm_up::{Claimed, QueueError, Seen, WarmUpQueue};
use std::time::Duration;

fn queue(server: &RedisServer) -> WarmUpQueue {
    WarmUpQueue::new(&server.url(), "an epoch").unwrap()
}

fn items(numbers: std::ops::Range<usize>) -> Vec<(String, Vec<u8>)> {
    numbers.map(|n| (format!("key{n}"), format!("item {n}\r\n\0").into_bytes())).collect()
}

fn keys(numbers: std::ops::Range<usize>) -> Vec<String> {
    items(numbers).into_iter().map(|(key, _)| key).collect()
}

/// By a client of one's own, a word at a time.
async fn raw(server: &RedisServer, words: &[&str]) {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
    let line = words.iter().map(|w| format!("${}\r\n{w}\r\n", w.len())).collect::<String>();
    stream.write_all(format!("*{}\r\n{line}", words.len()).as_bytes()).await.unwrap();
    assert!(stream.read(&mut [0; 64]).await.unwrap() > 0);
}

pub async fn a_window_is_queued_once_and_done_once() {
    let server = RedisServer::start(&[]);
    let (asker, worker) = (queue(&server), queue(&server));
    assert_eq!(asker.add(&items(0..3)).await, Ok(3));
    assert_eq!(asker.add(&items(1..4)).await, Ok(1), "three are there");
    let first = worker.claim("one", 2).await.unwrap();
    let second = worker.claim("two", 9).await.unwrap();
    let got: Vec<&str> = first.iter().chain(&second).map(|claimed| claimed.key.as_str()).collect();
    assert_eq!(got, ["key0", "key1", "key2", "key3"]);
    assert_eq!((first[1].item.as_slice(), first[1].deliveries), (&b"item 1\r\n\0"[..], 1));
    assert_eq!(worker.claim("three", 9).await, Ok(vec![]));
    assert_eq!(worker.finish(&first[0], b"well\0").await, Ok(true));
    assert_eq!(worker.finish(&first[0], b"again").await, Ok(false));
    let seen = asker.seen(&keys(0..5)).await.unwrap();
    assert_eq!(seen[0], Seen::Done(b"well\0".to_vec()));
    assert_eq!(seen[1..], [Seen::Queued, Seen::Queued, Seen::Queued, Seen::Nothing]);
    asker.forget(&keys(0..1)).await.unwrap();
    assert_eq!(asker.seen(&keys(0..1)).await.unwrap(), [Seen::Nothing]);
    // Asked for anew, it is searched for anew.
    assert_eq!(asker.add(&items(0..1)).await, Ok(1));
    assert_eq!(worker.claim("one", 9).await.unwrap()[0].key, "key0");
}

pub async fn what_a_dead_worker_took_another_takes_and_a_held_one_stays() {
    let server = RedisServer::start(&[]);
    let queue = queue(&server);
    queue.add(&items(0..2)).await.unwrap();
    let mut dead = queue.claim("dead", 2).await.unwrap();
    let held = dead.pop().unwrap();
    let step = WARM_UP_CLAIM / 2 + Duration::from_millis(200);
    tokio::time::sleep(step).await;
    assert_eq!(queue.claim("other", 9).await, Ok(vec![]));
    assert_eq!(queue.hold("dead", &held).await, Ok(true));
    assert_eq!(queue.hold("other", &held).await, Ok(false), "it is another's");
    tokio::time::sleep(step).await;
    let taken = queue.claim("other", 9).await.unwrap();
    assert_eq!(taken.len(), 1);
    assert_eq!((taken[0].key.as_str(), taken[0].deliveries), ("key0", 2));
    assert_eq!(queue.hold("dead", &dead[0]).await, Ok(false));
    assert_eq!(queue.finish(&taken[0], b"by the other").await, Ok(true));
    assert_eq!(queue.finish(&dead[0], b"by the dead").await, Ok(false), "it was said before");
    assert_eq!(queue.seen(&keys(0..2)).await.unwrap(), [Seen::Done(b"by the other".to_vec()), Seen::Queued]);
}

pub async fn what_is_given_back_or_withdrawn_is_nobodys() {
    let server = RedisServer::start(&[]);
    let queue = queue(&server);
    queue.add(&items(0..3)).await.unwrap();
    let one = queue.claim("one", 1).await.unwrap().remove(0);
    assert_eq!(queue.withdraw(&keys(0..2)).await, Ok(1), "the first is begun");
    assert_eq!(queue.seen(&keys(0..3)).await.unwrap(), [Seen::Queued, Seen::Nothing, Seen::Queued]);
    assert_eq!(queue.give_back(&one).await, Ok(true));
    assert_eq!(queue.give_back(&one).await, Ok(false));
    queue.leave("one").await.unwrap();
    let left: Vec<Claimed> = queue.claim("two", 9).await.unwrap();
    let got: Vec<(&str, u64)> = left.iter().map(|claimed| (claimed.key.as_str(), claimed.deliveries)).collect();
    assert_eq!(got, [("key2", 1), ("key0", 1)]);
    assert_eq!(left[1].item, one.item);
}

pub async fn a_queue_of_another_version_is_refused_with_a_sentence() {
    let server = RedisServer::start(&[]);
    let queue = queue(&server);
    raw(&server, &["HSET", queue.name(), "version", "7"]).await;
    let said = [queue.add(&items(0..1)).await.unwrap_err(), queue.claim("one", 1).await.unwrap_err()];
    for error in said {
        assert!(matches!(&error, QueueError::Version { found, .. } if found == "7") && !error.may_pass(), "{error}");
        assert!(error.to_string().contains("of version 7, and this build speaks version 1"), "{error}");
    }
    let other = WarmUpQueue::new(&server.url(), "another epoch").unwrap();
    assert_eq!(other.add(&items(0..1)).await, Ok(1), "another dictionary has a queue of its own");
}

pub async fn foreign_entries_and_large_items_do_no_harm() {
    let server = RedisServer::start(&[]);
    let queue = queue(&server);
    let large = vec![("large".to_owned(), vec![0; MAX_WARM_UP_ITEM_BYTES + 1])];
    assert_eq!(queue.add(&large).await, Err(QueueError::TooLarge(MAX_WARM_UP_ITEM_BYTES + 1)));
    queue.add(&items(0..1)).await.unwrap();
    let work = format!("{}:work", queue.name());
    raw(&server, &["XADD", &work, "*", "other", "field"]).await;
    raw(&server, &["XADD", &work, "*", "key", "key0", "item", "forged"]).await;
    let taken = queue.claim("one", 9).await.unwrap();
    assert_eq!(taken.len(), 1, "{taken:?}");
    assert_eq!(taken[0].item, b"item 0\r\n\0");
}

pub async fn a_redis_that_goes_away_and_forgets_is_said_and_asked_again() {
    let mut server = RedisServer::start(&[]);
    let queue = queue(&server);
    queue.add(&items(0..2)).await.unwrap();
    let one = queue.claim("one", 1).await.unwrap().remove(0);
    server.stop();
    let error = queue.claim("one", 1).await.unwrap_err();
    assert!(error.may_pass() && error.to_string().contains("cannot be reached"), "{error}");
    assert!(queue.seen(&keys(0..1)).await.is_err());
    server.start_again();
    assert_eq!(queue.seen(&keys(0..2)).await.unwrap(), [Seen::Nothing, Seen::Nothing]);
    assert_eq!(queue.hold("one", &one).await, Ok(false));
    // The asker puts it there again, and what the worker had meanwhile counts.
    assert_eq!(queue.add(&items(0..2)).await, Ok(2));
    assert_eq!(queue.finish(&one, b"well").await, Ok(true));
    assert_eq!(queue.seen(&keys(0..2)).await.unwrap(), [Seen::Done(b"well".to_vec()), Seen::Queued]);
    assert_eq!(queue.claim("two", 9).await.unwrap().len(), 1);
    assert!(matches!(WarmUpQueue::new("s3://bucket/", "e"), Err(QueueError::Address(_))));
}
