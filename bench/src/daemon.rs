//! A daemon of one's own: started on a free loopback port with a cache folder that nobody else has.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use isotope_client::{Client, Settings};

use crate::limits;

/// A running `isotoped`; dropping it ends it.
pub struct Daemon {
    child: Child,
    /// Where it listens, as clients name it.
    pub url: String,
}

impl Daemon {
    /// Starts `isotoped`, built beside this program, on a memo in `folder`, and waits until it is ready.
    pub async fn start(folder: &Path) -> Result<Self> {
        let program = sibling("isotoped")?;
        let ready = folder.join("address");
        // A folder that had a daemon before names where that one listened.
        let _ = std::fs::remove_file(&ready);
        let child = Command::new(&program)
            .args(["--listen", "127.0.0.1:0", "--log", "warn,egg=error", "--ready-file"])
            .arg(&ready)
            .arg("--cache")
            .arg(folder.join("memo"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("{} did not start", program.display()))?;
        let mut daemon = Daemon { child, url: String::new() };
        daemon.url = format!("http://{}", daemon.address(&ready).await?);
        Ok(daemon)
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// A connection of its own.
    pub async fn connect(&self) -> Result<Client> {
        Ok(Client::connect(&self.url, Settings::default()).await?)
    }

    /// The address that the daemon writes to `ready` when it can be called.
    async fn address(&mut self, ready: &Path) -> Result<String> {
        let begin = Instant::now();
        loop {
            if let Ok(address) = std::fs::read_to_string(ready) {
                return Ok(address.trim().to_owned());
            }
            if let Some(status) = self.child.try_wait()? {
                bail!("isotoped ended before it was ready: {status}; its own words are above");
            }
            if begin.elapsed() > limits::MAX_START {
                bail!("isotoped was not ready within {} s", limits::MAX_START.as_secs());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // It may have ended already, and the cache goes with the temporary folder: nothing to keep.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The folder that cargo builds programs into. Tests lie in a folder of it.
///
/// # Errors
///
/// This program has no path.
pub fn built_into() -> Result<PathBuf> {
    let own = std::env::current_exe().context("this program has no path")?;
    let folder = own.parent().context("this program lies in no folder")?;
    let is_test = folder.ends_with("deps");
    Ok(folder.parent().filter(|_| is_test).unwrap_or(folder).to_path_buf())
}

/// A program that was built beside this one.
pub fn sibling(name: &str) -> Result<PathBuf> {
    let path = built_into()?.join(name);
    if !path.exists() {
        bail!("{} is not built; `make run` and `make bench` build what they start", path.display());
    }
    Ok(path)
}
