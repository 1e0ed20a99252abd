//! A service manager's ways with a daemon: it holds its sockets, is told when it is ready, and has calls wait meanwhile.

use super::{PROGRAM, text};
use isotope_proto::v1;
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tonic::transport::{Channel, Endpoint};

/// A daemon that is killed with the test.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A daemon with a socket for calls that was opened for it, which a shell passes on in a manager's place.
fn with_socket(socket: OwnedFd, folder: &Path, flags: &str) -> Command {
    let script = format!("exec 3<&0 0</dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec {PROGRAM} --threads 1 {flags}");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).env("ISOTOPE_CACHE", folder.join("memo")).stdin(Stdio::from(socket));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

async fn asked(channel: Channel) -> Result<v1::SelectResponse, tonic::Status> {
    let text = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)".to_owned();
    let options = v1::Options { engine: v1::Engine::Baseline as i32, ..Default::default() };
    let request = v1::SelectRequest {
        program: Some(v1::select_request::Program::Text(text)),
        target: Some(v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() }),
        options: Some(options),
        ..Default::default()
    };
    let mut client = v1::isotope_client::IsotopeClient::new(channel);
    client.select(request).await.map(tonic::Response::into_inner)
}

/// A call that is made before there is a daemon waits in the socket, and then for the daemon to have loaded.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_starts_the_daemon_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("passed.sock");
    let of_tcp = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let over_tcp = format!("http://{}", of_tcp.local_addr().unwrap());
    let sockets: [(OwnedFd, String); 2] =
        [(of_tcp.into(), over_tcp), (UnixListener::bind(&path).unwrap().into(), format!("unix:{}", path.display()))];
    for (socket, url) in sockets {
        let channel = Endpoint::from_shared(url.clone()).unwrap().connect_lazy();
        let call = tokio::spawn(asked(channel));
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!call.is_finished(), "{url}: nobody is there");
        let _daemon = Daemon(with_socket(socket, folder.path(), "").spawn().unwrap());
        let answered = tokio::time::timeout(Duration::from_secs(120), call).await.unwrap().unwrap();
        assert_eq!(answered.unwrap_or_else(|status| panic!("{url}: {status}")).answers.len(), 1);
    }
    assert!(path.exists(), "whoever has made it takes it away");
}

#[test]
fn the_manager_is_told_when_the_daemon_is_ready_and_when_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let told = UnixDatagram::bind(&path).unwrap();
    told.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let next = || {
        let mut bytes = [0; 1024];
        let length = told.recv(&mut bytes).unwrap();
        text(&bytes[..length])
    };
    let ready = folder.path().join("ready");
    let mut command = Command::new(PROGRAM);
    command.args(["--listen", "127.0.0.1:0", "--threads", "1"]).env("NOTIFY_SOCKET", &path);
    command.arg("--cache").arg(folder.path().join("memo")).arg("--ready-file").arg(&ready);
    let mut daemon = Daemon(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let first = next();
    let address = std::fs::read_to_string(&ready).unwrap();
    assert!(
        first.starts_with("READY=1\n") && first.contains(&format!("STATUS=takes calls on {}", address.trim())),
        "{first}"
    );
    assert!(Command::new("kill").arg(daemon.0.id().to_string()).status().unwrap().success());
    assert!(next().starts_with("STOPPING=1"));
    assert_eq!(daemon.0.wait().unwrap().code(), Some(0));
}

#[test]
fn a_socket_that_cannot_be_for_calls_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let datagrams = UnixDatagram::bind(folder.path().join("datagrams")).unwrap();
    for flags in ["", "--check-config"] {
        let socket = OwnedFd::from(datagrams.try_clone().unwrap());
        let refused = with_socket(socket, folder.path(), flags).stderr(Stdio::piped()).output().unwrap();
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("the first socket that was passed (LISTEN_FDS) cannot be used"), "{said}");
    }
}
