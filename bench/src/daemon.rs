//! A daemon of one's own: started on a free loopback port with a cache folder that nobody else has.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use isotope_proto::v1::isotope_client::IsotopeClient;
use tonic::transport::Channel;

use crate::limits;

/// The typed client of a connection.
pub type Client = IsotopeClient<Channel>;

/// A running `isotoped`; dropping it ends it.
pub struct Daemon {
    child: Child,
    /// Where it listens, as clients name it.
    pub url: String,
}

impl Daemon {
    /// Starts `isotoped`, built beside this program, and waits until it answers.
    pub async fn start(cache: &Path) -> Result<Self> {
        let program = sibling("isotoped")?;
        let address = free_address()?;
        let child = Command::new(&program)
            .args(["--listen", &address, "--cache"])
            .arg(cache)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("{} did not start", program.display()))?;
        let mut daemon = Daemon { child, url: format!("http://{address}") };
        daemon.wait().await?;
        Ok(daemon)
    }

    /// A connection of its own.
    pub async fn connect(&self) -> Result<Client> {
        let client =
            IsotopeClient::connect(self.url.clone()).await.with_context(|| format!("no connection to {}", self.url))?;
        Ok(client.max_decoding_message_size(limits::MAX_ANSWER_BYTES))
    }

    async fn wait(&mut self) -> Result<()> {
        let begin = Instant::now();
        while IsotopeClient::connect(self.url.clone()).await.is_err() {
            if let Some(status) = self.child.try_wait()? {
                bail!("isotoped ended before it answered: {status}; its own words are above");
            }
            if begin.elapsed() > limits::MAX_START {
                bail!("isotoped did not answer at {} within {} s", self.url, limits::MAX_START.as_secs());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // It may have ended already, and the cache goes with the temporary folder: nothing to keep.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that cargo builds into the same folder as this one.
fn sibling(name: &str) -> Result<PathBuf> {
    let own = std::env::current_exe().context("this program has no path")?;
    let path = own.with_file_name(name);
    if !path.exists() {
        bail!("{} is not built; `make run` builds it", path.display());
    }
    Ok(path)
}

/// An address that was free a moment ago.
fn free_address() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no free port on the loopback interface")?;
    Ok(listener.local_addr()?.to_string())
}
