//! A proxy that delays, cuts and corrupts what a server says.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// The mischief with the server's messages.
#[derive(Clone, Copy, Debug)]
pub enum Mischief {
    None,
    Delay(Duration),
    /// Only so many bytes of each piece, and the end.
    Cut(usize),
    /// Every so many bytes one is another.
    Corrupt(usize),
}

pub struct Proxy {
    pub port: u16,
    mischief: Arc<Mutex<Mischief>>,
}

impl Proxy {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mischief = Arc::new(Mutex::new(Mischief::None));
        let proxy = Proxy { port: listener.local_addr().unwrap().port(), mischief: Arc::clone(&mischief) };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let mischief = Arc::clone(&mischief);
                tokio::spawn(async move {
                    if let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await {
                        between(client, server, &mischief).await;
                    }
                });
            }
        });
        proxy
    }

    pub fn set(&self, mischief: Mischief) {
        *self.mischief.lock().unwrap() = mischief;
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }
}

async fn between(client: TcpStream, server: TcpStream, mischief: &Mutex<Mischief>) {
    let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
        (client.into_split(), server.into_split());
    let asking = tokio::spawn(async move { tokio::io::copy(&mut from_client, &mut to_server).await });
    let mut buffer = vec![0; 16 << 10];
    while let Ok(read) = from_server.read(&mut buffer).await {
        let now = *mischief.lock().unwrap();
        let mut end = read;
        match now {
            Mischief::None => {}
            Mischief::Delay(time) => tokio::time::sleep(time).await,
            Mischief::Cut(bytes) => end = end.min(bytes),
            Mischief::Corrupt(every) => {
                buffer[..read].iter_mut().skip(every / 2).step_by(every).for_each(|b| *b ^= 0x10)
            }
        }
        if read == 0 || to_client.write_all(&buffer[..end]).await.is_err() || end < read {
            break;
        }
    }
    asking.abort();
}
