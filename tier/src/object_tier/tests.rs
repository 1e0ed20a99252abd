mod liars;

use super::*;
use crate::limits::WRITES_AT_ONCE;
use crate::{Found, Health, Keyring, Settings, Shared};
use isotope_cache::{Epoch, Memo, Options, Record, Verdict};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

const EPOCH: Epoch = Epoch([3; 32]);

/// A server that speaks as much of S3's protocol as one bucket takes, which is there or is not.
struct Stub {
    address: String,
    has_bucket: Arc<AtomicBool>,
    puts: Arc<AtomicU64>,
}

impl Stub {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let stub = Stub { address, has_bucket: Arc::default(), puts: Arc::default() };
        let (has_bucket, puts) = (Arc::clone(&stub.has_bucket), Arc::clone(&stub.puts));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&has_bucket), Arc::clone(&puts)));
            }
        });
        stub
    }

    fn tier(&self) -> ObjectTier {
        let builder = AmazonS3Builder::new().with_endpoint(&self.address).with_region("r");
        let builder = builder.with_access_key_id("k").with_secret_access_key("s");
        let url = Url::parse("s3://nowhere/p").unwrap();
        ObjectTier::s3_of(builder, &url, (Duration::from_secs(30), true)).unwrap()
    }
}

/// One request, and no more on its connection.
async fn answer(stream: TcpStream, has_bucket: Arc<AtomicBool>, puts: Arc<AtomicU64>) {
    let mut stream = BufReader::new(stream);
    let (mut line, mut head) = (String::new(), String::new());
    while stream.read_line(&mut line).await.is_ok_and(|length| length > 2) {
        head.push_str(&std::mem::take(&mut line).to_lowercase());
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.unwrap();
    let is_put = head.starts_with("put");
    puts.fetch_add(u64::from(is_put), Ordering::SeqCst);
    let (status, said) = match (has_bucket.load(Ordering::SeqCst), is_put) {
        (true, true) => ("200 OK", ""),
        (true, false) => ("404 Not Found", "<Error><Code>NoSuchKey</Code></Error>"),
        (false, _) => ("404 Not Found", "<Error><Code>NoSuchBucket</Code></Error>"),
    };
    // The answer to HEAD has no body.
    let said = if head.starts_with("head") { "" } else { said };
    let text = format!(
        "HTTP/1.1 {status}\r\netag: \"e\"\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{said}",
        said.len()
    );
    let _ = stream.get_mut().write_all(text.as_bytes()).await;
}

fn record(n: u8) -> Record {
    Record { key: Key([n; 32]), epoch: EPOCH, verdict: Verdict::Proved, work: 1, payload: vec![n; 100].into() }
}

fn behind(tier: ObjectTier, folder: &std::path::Path) -> (Arc<Memo>, Shared) {
    let memo = Arc::new(Memo::open(folder, Options::default()).unwrap().0);
    let keys = Keyring::from_text(&format!("current = \"k\"\n[keys.k]\nsecret = \"{}\"", "01".repeat(32))).unwrap();
    let settings =
        Settings { url: "s3://nowhere/p".to_owned(), timeout: Some(Duration::from_secs(10)), ..Settings::default() };
    let shared = Shared::with_tier(Arc::new(tier), keys, &settings, &memo, folder).unwrap();
    (memo, shared)
}

async fn until(what: impl Fn() -> bool) {
    let waiting = async {
        while !what() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("it did not happen");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_is_missing_is_an_outage_and_said_by_name() {
    let stub = Stub::start().await;
    for said in [stub.tier().ping().await, stub.tier().get(&Key([1; 32])).await.map(drop)] {
        let said = said.unwrap_err();
        assert!(said.is_outage() && said.to_string().contains("the bucket nowhere does not exist"), "{said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let (memo, shared) = behind(stub.tier(), folder.path());
    // Nobody has asked for anything yet.
    until(|| shared.trouble().is_some()).await;
    let said = shared.trouble().unwrap();
    assert!(said.contains("s3://nowhere/p has been down") && said.contains("the bucket nowhere"), "{said}");
    for n in 1..=8 {
        memo.put(record(n)).unwrap();
        shared.offer(record(n));
    }
    tokio::time::sleep(Duration::from_millis(3500)).await;
    let counts = shared.counts();
    assert!(counts.resting.contains("the bucket nowhere"), "{counts:?}");
    assert_eq!((counts.queued, counts.puts), (8, 0));
    let (sent, most) = (stub.puts.load(Ordering::SeqCst), WRITES_AT_ONCE as u64);
    assert!(sent <= most && counts.failed_puts == sent, "{sent} of 8 records were sent, {counts:?}");
    stub.has_bucket.store(true, Ordering::SeqCst);
    until(|| shared.counts().puts >= 8).await;
    assert_eq!((shared.trouble(), shared.health()), (None, Health::Up));
    assert_eq!(shared.get(&Key([99; 32]), &EPOCH).await, Found::Nothing);
    assert_eq!(shared.counts().misses, 1, "a key that is not there is none that the tier failed at");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_gone_is_an_outage_and_not_made_anew() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("mounted");
    let tier = ObjectTier::folder(&Url::from_file_path(&folder).unwrap()).unwrap();
    assert_eq!(tier.put(&record(1).key, Bytes::from_static(b"x"), None).await, Ok(Stored::Done));
    std::fs::remove_dir_all(&folder).unwrap();
    let put = tier.put(&record(2).key, Bytes::from_static(b"x"), None).await.map(drop);
    for said in [put, tier.get(&record(1).key).await.map(drop), tier.ping().await] {
        let said = said.unwrap_err();
        assert!(said.is_outage() && said.to_string().contains("mounted is gone"), "{said}");
    }
    assert!(!folder.exists());
    std::fs::create_dir(&folder).unwrap();
    assert_eq!((tier.ping().await, tier.get(&record(1).key).await), (Ok(()), Ok(None)));
}
