//! Stores that lie: what they send is not held, and where they lead is not followed.

use super::super::*;
use crate::RedisTier;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The bytes that sockets and one chunk may hold beyond those that are read: Linux gives a sender 4 MiB and a receiver up to 32.
const SLACK: usize = 64 << 20;

/// The time limit of a call.
const TIME: Duration = Duration::from_secs(20);

/// Sends `begin` to each caller, and then `more` without end. Counts what was taken of it.
fn liar(begin: String, more: &[u8]) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let taken = Arc::<AtomicUsize>::default();
    let (counted, more) = (Arc::clone(&taken), more.to_vec());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (begin, more, counted) = (begin.clone(), more.clone(), Arc::clone(&counted));
            std::thread::spawn(move || lie(stream, begin.as_bytes(), &more, &counted));
        }
    });
    (address, taken)
}

fn lie(mut stream: TcpStream, begin: &[u8], more: &[u8], taken: &AtomicUsize) {
    let chunk = more.repeat((1usize << 16).checked_div(more.len()).map_or(0, |times| times + 1));
    // The request: the first part of it is enough.
    if stream.read(&mut [0; 4096]).is_err() || stream.write_all(begin).is_err() {
        return;
    }
    while !chunk.is_empty() && stream.write_all(&chunk).is_ok() {
        taken.fetch_add(chunk.len(), Ordering::SeqCst);
    }
}

fn s3(address: SocketAddr) -> ObjectTier {
    let builder = AmazonS3Builder::new()
        .with_endpoint(format!("http://{address}"))
        .with_region("here")
        .with_access_key_id("k")
        .with_secret_access_key("s");
    ObjectTier::s3_of(builder, &Url::parse("s3://bucket/prefix").unwrap(), (TIME, true)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_store_whose_answers_do_not_end_is_read_within_bounds() {
    let key = Key([7; 32]);
    for (status, bound) in [("403 Forbidden", 0), ("404 Not Found", 0), ("500 No", 0), ("200 OK", MAX_BLOB_BYTES)] {
        let head = format!(
            "HTTP/1.1 {status}\r\nlast-modified: Sat, 28 Nov 2026 06:00:00 GMT\r\ntransfer-encoding: chunked\r\n\r\n"
        );
        let chunk = [&b"10000\r\n"[..], &vec![b'x'; 1 << 16], &b"\r\n"[..]].concat();
        let (address, taken) = liar(head, &chunk);
        let begun = Instant::now();
        let answer = s3(address).get(&key).await;
        assert!(!matches!(answer, Ok(Some(_))) && begun.elapsed() < TIME / 2, "{status}: {answer:?}");
        let taken = taken.load(Ordering::SeqCst);
        assert!(taken < bound + SLACK, "{status}: {taken} bytes were taken");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_that_says_that_it_is_too_large_is_not_read() {
    let head = "HTTP/1.1 200 OK\r\nlast-modified: Sat, 28 Nov 2026 06:00:00 GMT\r\netag: \"e\"\r\ncontent-length: 5000000000\r\n\r\n";
    let (address, taken) = liar(head.to_owned(), b"x");
    let answer = s3(address).get(&Key([7; 32])).await;
    assert!(matches!(answer, Err(TierError::TooLarge { found: 5_000_000_000, .. })), "{answer:?}");
    assert!(taken.load(Ordering::SeqCst) < SLACK);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_an_object_store_leads_is_not_followed() {
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    elsewhere.set_nonblocking(true).unwrap();
    for status in ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let to = elsewhere.local_addr().unwrap();
        let head = format!("HTTP/1.1 {status}\r\nlocation: http://{to}/\r\ncontent-length: 0\r\n\r\n");
        let (address, _) = liar(head, b"");
        assert!(s3(address).get(&Key([7; 32])).await.is_err(), "{status}");
        assert!(elsewhere.accept().is_err(), "{status} was followed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_whose_replies_do_not_end_is_read_within_bounds() {
    let cases: [(&str, &[u8]); 4] =
        [("+", b"x"), ("$500000000\r\n", b"x"), ("*1000000000\r\n", b"$1\r\nx\r\n"), ("*1\r\n", b"*1\r\n")];
    for (begin, more) in cases {
        let (address, taken) = liar(begin.to_owned(), more);
        let begun = Instant::now();
        let tier = RedisTier::new(&format!("redis://{address}/"), TIME).unwrap();
        let answer = tier.get(&Key([7; 32])).await;
        assert!(answer.is_err() && begun.elapsed() < TIME / 2, "{begin:?}: {answer:?}");
        let taken = taken.load(Ordering::SeqCst);
        assert!(taken < SLACK, "{begin:?}: {taken} bytes were taken");
    }
}
