//! Behaviours, performed.

use super::Behaviour;
use crate::wire::{Call, Result, Wire};
use bytes::Bytes;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

impl Behaviour {
    /// Behaves so towards the daemon at `address`, and leaves. Whatever the daemon does to such a connection is right, as long as it
    /// serves others.
    pub async fn perform(self, address: &str) {
        // An error is the daemon's way to end it.
        let _ = timeout(2 * Behaviour::TIME, self.try_to(address)).await;
    }

    async fn try_to(self, address: &str) -> Result<()> {
        match self {
            Behaviour::Strangers(count) => {
                let mut held = Vec::new();
                for _ in 0..count {
                    held.extend(Wire::connect(address).await.ok());
                }
                sleep(Behaviour::TIME).await;
            }
            Behaviour::Unread { path, body, calls } => {
                let wire = Wire::with(address, h2::client::Builder::new().initial_window_size(0)).await?;
                let _held = begin(&wire, &path, &body, calls, true).await?;
                sleep(Behaviour::TIME).await;
            }
            Behaviour::Halves { path, part, calls } => {
                let wire = Wire::connect(address).await?;
                let _held = begin(&wire, &path, &part, calls, false).await?;
                sleep(Behaviour::TIME).await;
            }
            Behaviour::Drip { path, body, bytes } => {
                let mut call = Wire::connect(address).await?.begin(&path, &[]).await?;
                let begun = Instant::now();
                let mut rest = body;
                while !rest.is_empty() && begun.elapsed() < Behaviour::TIME {
                    call.request.send_data(rest.split_to(bytes.min(rest.len())), false)?;
                    sleep(Behaviour::TIME / 50).await;
                }
            }
            Behaviour::Churn(count) => {
                for _ in 0..count {
                    drop(TcpStream::connect(address).await);
                }
            }
            Behaviour::Crowd { path, bodies, names } => {
                let wire = Wire::connect(address).await?;
                let mut held = Vec::new();
                for (n, body) in bodies.into_iter().enumerate() {
                    let name = n.to_string();
                    let headers = [("grpc-timeout", "60S"), ("isotope-caller", &name)];
                    let mut call = wire.begin(&path, if names { &headers } else { &headers[..1] }).await?;
                    call.request.send_data(body, true)?;
                    held.push(call);
                }
                sleep(Behaviour::TIME).await;
            }
            Behaviour::Resets { path, body, calls } => {
                let wire = Wire::connect(address).await?;
                for _ in 0..calls {
                    let held = begin(&wire, &path, &body, 1, true).await?;
                    sleep(Behaviour::TIME / 100).await;
                    held.into_iter().for_each(|mut call| call.request.send_reset(h2::Reason::CANCEL));
                }
            }
        }
        Ok(())
    }
}

/// So many calls with this body, or the begin of one.
async fn begin(wire: &Wire, path: &str, body: &Bytes, calls: usize, is_whole: bool) -> Result<Vec<Call>> {
    let mut all = Vec::new();
    for _ in 0..calls {
        let mut call = wire.begin(path, &[("grpc-timeout", "5S")]).await?;
        call.request.send_data(body.clone(), is_whole)?;
        all.push(call);
    }
    Ok(all)
}
