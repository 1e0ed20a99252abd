//! The daemon as a process: its settings in a file, what it refuses to start with, signals, and sockets that are passed.

#![allow(clippy::unwrap_used)]

#[path = "settings/corpus.rs"]
mod corpus;
#[path = "settings/passed.rs"]
mod passed;

use isotope_proto::v1;
use isotope_server::access::token::Digest;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_isotoped");

fn output(folder: &Path, config: &str, flags: &[&str]) -> Output {
    let path = folder.join("isotoped.toml");
    std::fs::write(&path, config).unwrap();
    Command::new(PROGRAM).arg("--config").arg(path).args(flags).env("ISOTOPE_QUEUE", "77").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_configuration_is_shown_with_where_it_is_from_or_refused_with_its_lines() {
    let folder = tempfile::tempdir().unwrap();
    // A check listens for a moment as a daemon would, and other tests run beside this one: no fixed port.
    let check = ["--check-config", "--listen", "127.0.0.1:0"];
    let shown = output(folder.path(), "threads = 3\nqueue = 5\n", &[&check[..], &["--salt", "x"]].concat());
    let printed = text(&shown.stdout);
    assert!(shown.status.success(), "{printed}{}", text(&shown.stderr));
    for part in ["threads = 3 # ", "isotoped.toml:1", "queue = 77 # ISOTOPE_QUEUE", "salt = \"x\" # --salt"] {
        assert!(printed.contains(part), "{part} is not in\n{printed}");
    }
    let wrong = output(folder.path(), "treads = 3\n\nthreads = 0\n", &check);
    let said = text(&wrong.stderr);
    assert_eq!(wrong.status.code(), Some(2), "{said}");
    assert!(said.contains("isotoped.toml:1: there is no setting `treads`; did you mean `threads`?"), "{said}");
    assert!(said.contains("isotoped.toml:3: `threads` cannot be `0`: at least 1 is needed"), "{said}");
    let missing = output(folder.path(), "[tls]\ncertificate = \"/no.pem\"\nkey = \"/no.key\"\n", &check);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("/no.pem: cannot be read"), "{}", text(&missing.stderr));
}

#[test]
fn beyond_loopback_without_tls_it_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let refused = output(folder.path(), "listen = \"0.0.0.0:0\"\n", &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("`insecure-listen`"), "{}", text(&refused.stderr));
}

#[test]
fn a_token_is_made_with_its_digest() {
    let made = Command::new(PROGRAM).arg("token").output().unwrap();
    let printed = text(&made.stdout);
    let words: Vec<&str> = printed.split_whitespace().collect();
    let ["token", token, "token-digest", digest] = words[..] else { panic!("{printed}") };
    assert_eq!(Digest::of(token).to_hex(), digest);
}

/// A daemon that is ended with the test, and the lines of its log.
struct Running {
    child: Child,
    log: Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let (send, log) = channel();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        Running { child, log }
    }

    /// The first line from now on that has this in it.
    fn line(&self, part: &str) -> String {
        loop {
            let line =
                self.log.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("{part} is not logged"));
            if line.contains(part) {
                return line;
            }
        }
    }

    fn hang_up(&self) {
        let killed = Command::new("kill").arg("-HUP").arg(self.child.id().to_string()).status().unwrap();
        assert!(killed.success());
    }
}

#[test]
fn a_hangup_has_files_read_again_and_broken_ones_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let access = file("access.toml", "[anonymous]\nroles = [\"lookup\"]\n");
    let settings = |level: &str| {
        format!(
            "listen = \"127.0.0.1:0\"\ncache = \"{}/memo\"\naccess = \"{access}\"\nlog = \"{level}\"\nlog-format = \"json\"\n",
            folder.path().display()
        )
    };
    let config = file("isotoped.toml", &settings("info"));
    let mut command = Command::new(PROGRAM);
    command.args(["--config", &config]);
    let mut running = Running::start(command);
    let line = running.line("the cache is open");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no JSON: {line}"));
    assert_eq!(line["level"], "INFO");
    file("isotoped.toml", &settings("debug"));
    file("access.toml", "[anonymous]\nroles = [\"nothing\"]\n");
    running.hang_up();
    running.line("what is logged was read again");
    let broken = running.line("access.toml:2: unknown variant");
    assert!(broken.contains("what was read before stays in force"), "{broken}");
    file("isotoped.toml", "log = 5\n");
    file("access.toml", "[anonymous]\nroles = [\"search\"]\n");
    running.hang_up();
    running.line("`log` is a text");
    running.line("certificates and identities were read again");
    assert!(running.child.try_wait().unwrap().is_none(), "it runs on");
}

#[test]
fn sockets_that_are_passed_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, page) = (listener.local_addr().unwrap(), metrics.local_addr().unwrap());
    // A service manager's part is played by a shell: the sockets are descriptors 3 and 4.
    let script =
        format!("exec 3<&0 4<&1 0</dev/null 1>&2; LISTEN_FDS=2 LISTEN_PID=$$ exec {PROGRAM} --listen 192.0.2.1:1");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).env("ISOTOPE_CACHE", folder.path().join("memo"));
    command.stdin(Stdio::from(OwnedFd::from(listener)));
    let mut child = command.stdout(Stdio::from(OwnedFd::from(metrics))).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let found = lines.map_while(Result::ok).find(|line| line.starts_with("isotoped listens on"));
    let asked = TcpStream::connect(page).and_then(|mut stream| {
        stream.write_all(b"GET /ready HTTP/1.1\r\nhost: x\r\n\r\n")?;
        let mut text = String::new();
        stream.read_to_string(&mut text).map(|_| text)
    });
    let _ = child.kill();
    let _ = child.wait();
    assert_eq!(found, Some(format!("isotoped listens on {address}")));
    assert!(asked.unwrap().starts_with("HTTP/1.1 200"));
}

#[test]
fn a_calls_name_is_in_the_log_of_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    let ready = folder.path().join("ready");
    let mut command = Command::new(PROGRAM);
    command.args(["--listen", "127.0.0.1:0", "--log-format", "json", "--threads", "1"]);
    command.arg("--cache").arg(folder.path().join("memo")).arg("--ready-file").arg(&ready);
    let running = Running::start(command);
    let begun = std::time::Instant::now();
    let address = loop {
        match std::fs::read_to_string(&ready) {
            Ok(address) => break address.trim().to_owned(),
            Err(_) if begun.elapsed() < Duration::from_secs(60) => std::thread::sleep(Duration::from_millis(20)),
            Err(error) => panic!("it is not ready: {error}"),
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let channel = tonic::transport::Channel::from_shared(format!("http://{address}")).unwrap();
        let mut client = v1::isotope_client::IsotopeClient::new(channel.connect().await.unwrap());
        let text = "uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)".to_owned();
        let target = v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() };
        let options = v1::Options { engine: v1::Engine::Baseline as i32, ..Default::default() };
        let program = Some(v1::select_request::Program::Text(text));
        let asked = v1::SelectRequest { program, target: Some(target), options: Some(options), ..Default::default() };
        let mut request = tonic::Request::new(asked);
        request.metadata_mut().insert("x-request-id", "build-17".parse().unwrap());
        client.select(request).await.unwrap();
    });
    let line: serde_json::Value = serde_json::from_str(&running.line("\"answered\"")).unwrap();
    assert_eq!(line["span"]["id"], "build-17", "{line}");
    assert_eq!((&line["span"]["method"], &line["span"]["caller"]), (&"Select".into(), &"anonymous".into()), "{line}");
}
