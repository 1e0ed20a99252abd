//! An object store with S3's words, as far as a tier uses it: one whose bucket is not there, or whose operator forbids writing.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

const NO_BUCKET: u8 = 0;
const OPEN: u8 = 1;
const READ_ONLY: u8 = 2;

pub struct Store {
    address: std::net::SocketAddr,
    state: Arc<AtomicU8>,
}

impl Store {
    pub fn without_a_bucket() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, state) = (listener.local_addr().unwrap(), Arc::new(AtomicU8::new(NO_BUCKET)));
        let (shared, objects) = (Arc::clone(&state), Arc::<Mutex<HashMap<String, Vec<u8>>>>::default());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (state, objects) = (Arc::clone(&shared), Arc::clone(&objects));
                std::thread::spawn(move || serve(stream, &state, &objects));
            }
        });
        Store { address, state }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn make_the_bucket(&self) {
        self.state.store(OPEN, Ordering::SeqCst);
    }

    /// Nothing is written from now on.
    pub fn refuse(&self) {
        self.state.store(READ_ONLY, Ordering::SeqCst);
    }
}

/// The requests of one connection.
fn serve(stream: TcpStream, state: &AtomicU8, objects: &Mutex<HashMap<String, Vec<u8>>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut writer = stream;
    loop {
        let mut first = String::new();
        if !matches!(reader.read_line(&mut first), Ok(1..)) {
            return;
        }
        let mut length = 0;
        loop {
            let mut line = String::new();
            if !matches!(reader.read_line(&mut line), Ok(1..)) {
                return;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let mut words = first.split(' ');
        let (method, path) = (words.next().unwrap(), words.next().unwrap().to_owned());
        let error = |status: &str, code: &str| {
            let text = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code><RequestId>1</RequestId></Error>");
            (status.to_owned(), text.into_bytes())
        };
        let (status, answer) = match (state.load(Ordering::SeqCst), method) {
            (NO_BUCKET, _) => error("404 Not Found", "NoSuchBucket"),
            (READ_ONLY, "PUT") => error("403 Forbidden", "AccessDenied"),
            (_, "PUT") => {
                objects.lock().unwrap().insert(path, body);
                ("200 OK".to_owned(), Vec::new())
            }
            _ => match objects.lock().unwrap().get(&path) {
                Some(object) => ("200 OK".to_owned(), object.clone()),
                None => error("404 Not Found", "NoSuchKey"),
            },
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nETag: \"e\"\r\nLast-Modified: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: {}\r\n\r\n",
            answer.len()
        );
        let answer = if method == "HEAD" { Vec::new() } else { answer };
        if writer.write_all(head.as_bytes()).and_then(|()| writer.write_all(&answer)).is_err() {
            return;
        }
    }
}
