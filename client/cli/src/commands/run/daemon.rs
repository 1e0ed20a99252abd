//! The daemon that a program's pipelines and compilers ask: the one that is there, or one that is started for them, and stays.

use super::kept::{self, Kept};
use super::{Run, say};
use anyhow::Context as _;
use isotope_cli::limits;
use isotope_client::connection::unix_path;
use isotope_client::{Client, ClientError, Settings};
use std::net::IpAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;
use tokio::process::{Child, Command};
use tonic::transport::Uri;

/// A daemon of this command's.
pub struct Started {
    kept: Kept,
    /// This command's own process, which it ends by force where it was to end with the program.
    child: Child,
}

/// Looks whether a daemon answers, and starts one where none does and one may be started.
pub async fn reach(command: &Run) -> anyhow::Result<(Client, Option<Started>)> {
    let url = &command.server;
    let settings = || Settings {
        connect_timeout: limits::RUN_CONNECT,
        timeout: Some(limits::RUN_CONNECT),
        attempts: 1,
        credentials: (&command.credentials).into(),
        ..Settings::default()
    };
    let (client, started) = match Client::connect(url, settings()).await {
        Ok(client) => (client, None),
        Err(ClientError::Unreachable { .. }) if !command.no_start && listen_address(url).is_some() => {
            let folder = kept::folder_of(url)?;
            let _alone = kept::locked(&folder).await?;
            // Compilers come many at a time: another may have started it meanwhile.
            match Client::connect(url, settings()).await {
                Ok(client) => (client, None),
                Err(_) => {
                    let started = start(command, &listen_address(url).unwrap_or_default(), &folder).await?;
                    (Client::connect(url, settings()).await?, Some(started))
                }
            }
        }
        Err(ClientError::Unreachable { why, .. }) if command.no_start => {
            anyhow::bail!("no server at {url} ({why}); start isotoped there, or leave --no-start out");
        }
        Err(ClientError::Unreachable { why, .. }) => {
            anyhow::bail!("no server at {url} ({why}); it is another machine's, or secured: start isotoped there");
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(Started { kept, .. }) = &started {
        let stays = if command.end { "" } else { "; it stays: `isotope status` shows it, `isotope stop` ends it" };
        say(&format!("started a daemon at {url}, process {}{stays}", kept.process));
    }
    // A caller need not be allowed to ask.
    if let Ok(stats) = client.stats().await {
        stats.lacks.iter().for_each(|lack| say(&format!("the daemon lacks something: {lack}")));
    }
    Ok((client, started))
}

/// The address on which a daemon listens to be reached at `url`; none where that is another machine's, or secured.
fn listen_address(url: &str) -> Option<String> {
    if let Some(path) = unix_path(url) {
        return Some(format!("unix:{}", path.display()));
    }
    let uri: Uri = url.parse().ok().filter(|uri: &Uri| uri.scheme_str() == Some("http"))?;
    let host = uri.host()?;
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let is_own = host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    let host = if host == "localhost" { "127.0.0.1" } else { host };
    is_own.then(|| format!("{host}:{}", uri.port_u16().unwrap_or(80)))
}

/// Starts the daemon beside this program, or the one on the path, and waits until it takes calls.
async fn start(run: &Run, listen: &str, folder: &Path) -> anyhow::Result<Started> {
    let own = std::env::current_exe().ok().map(|path| path.with_file_name("isotoped")).filter(|path| path.exists());
    let daemon = own.unwrap_or_else(|| "isotoped".into());
    let (ready, log) = (folder.join("ready"), folder.join("isotoped.log"));
    // An earlier daemon's would be taken for this one's.
    let _ = std::fs::remove_file(&ready);
    let file = std::fs::File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut command = Command::new(&daemon);
    command.args(["--listen", listen, "--ready-file"]).arg(&ready).env_remove("LD_PRELOAD");
    command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
    // Signals that a terminal sends to the program are not for the daemon, which the program may still ask.
    let child = command.process_group(0).kill_on_drop(run.end).spawn();
    let mut child = child.with_context(|| format!("the daemon {} does not start", daemon.display()))?;
    let kept = Kept::note(&run.server, child.id().unwrap_or_default(), log.clone())?;
    let begin = Instant::now();
    while !ready.exists() {
        let ended = child.try_wait()?;
        if ended.is_some() || begin.elapsed() > limits::RUN_START {
            let _ = child.start_kill();
            let how = ended.map_or("it was not ready in time".to_owned(), |status| status.to_string());
            let said = std::fs::read_to_string(&log).unwrap_or_default();
            anyhow::bail!("the daemon did not start ({how}): {}", said.trim());
        }
        tokio::time::sleep(limits::RUN_LOOK).await;
    }
    Ok(Started { kept, child })
}

/// Ends a daemon of this command's, or lets it live on.
pub async fn end(started: Option<Started>, ends: bool) {
    let Some(Started { kept, mut child }) = started.filter(|_| ends) else { return };
    if !kept.stop(limits::RUN_END).await {
        say("the daemon does not end in time and is killed; its cache is a journal and takes no harm");
    }
    // Its first thread may be gone before others, which have its address until then.
    let _ = tokio::time::timeout(limits::RUN_END, child.wait()).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_machine_are_listened_on() {
        for (url, listen) in [
            ("http://127.0.0.1:4711", Some("127.0.0.1:4711")),
            ("http://localhost:9", Some("127.0.0.1:9")),
            ("http://[::1]:4711", Some("[::1]:4711")),
            ("unix:/run/a.sock", Some("unix:/run/a.sock")),
            ("unix:///run/a.sock", Some("unix:/run/a.sock")),
            ("https://127.0.0.1:4711", None),
            ("http://10.0.0.1:4711", None),
            ("http://farm.example:4711", None),
            ("nonsense", None),
        ] {
            assert_eq!(listen_address(url).as_deref(), listen, "{url}");
        }
    }
}
