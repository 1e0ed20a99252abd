//! Servers of one's own, on free ports. Dropping one ends it.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

fn is_there(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).exists()))
}

/// Free now; whoever takes it before the server does makes this test fail, and nothing else.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn until_it_listens(port: u16, child: &mut Child) {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(child.try_wait().unwrap().is_none(), "the server ended at once");
        assert!(start.elapsed() < Duration::from_secs(60), "the server does not listen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A Redis that keeps nothing on a disk.
pub struct RedisServer {
    child: Child,
    pub port: u16,
    arguments: Vec<String>,
}

impl RedisServer {
    pub fn missing() -> Option<&'static str> {
        (!is_there("redis-server")).then_some("scripts/setup redis installs redis-server")
    }

    pub fn start(arguments: &[&str]) -> Self {
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        let port = free_port();
        RedisServer { child: Self::run(port, &arguments), port, arguments }
    }

    fn run(port: u16, arguments: &[String]) -> Child {
        let mut command = Command::new("redis-server");
        command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
        let mut child = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        until_it_listens(port, &mut child);
        child
    }

    /// Why there is no server with TLS.
    pub fn missing_tls() -> Option<&'static str> {
        Self::missing().or_else(|| {
            // It ends at once in any case; one without TLS does not know the word.
            let asked = Command::new("redis-server").args(["--port", "0", "--tls-port", "0"]).output().unwrap();
            let said = String::from_utf8_lossy(&asked.stdout).into_owned() + &String::from_utf8_lossy(&asked.stderr);
            said.contains("Bad directive").then_some("this redis-server was built without TLS")
        })
    }

    /// One that speaks TLS alone, with a certificate and its key in files.
    pub fn start_secured(certificate: &Path, key: &Path, arguments: &[&str]) -> Self {
        let file = |path: &Path| path.display().to_string();
        let port = free_port();
        let tls = ["--tls-port".to_owned(), port.to_string(), "--port".to_owned(), "0".to_owned()];
        let files = ["--tls-cert-file".to_owned(), file(certificate), "--tls-key-file".to_owned(), file(key)];
        // Of clients it wants none.
        let clients = ["--tls-auth-clients".to_owned(), "no".to_owned()];
        let all = tls.into_iter().chain(files).chain(clients).chain(arguments.iter().map(|a| (*a).to_owned()));
        let arguments: Vec<String> = all.collect();
        RedisServer { child: Self::run(port, &arguments), port, arguments }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    pub fn stop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn start_again(&mut self) {
        self.child = Self::run(self.port, &self.arguments);
    }

    /// Stops it where it stands, or lets it go on.
    pub fn signal(&self, name: &str) {
        let done = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `moto`, which speaks S3's protocol. One for all tests of the process, each with a bucket of its own.
pub struct ObjectServer {
    child: Child,
    port: u16,
}

impl ObjectServer {
    fn program() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../third_party/moto/bin/moto_server")
    }

    pub fn missing() -> Option<&'static str> {
        (!Self::program().exists()).then_some("scripts/setup s3 fetches moto")
    }

    /// Says where it will be. Before any thread is started, because it sets variables of the environment.
    pub fn announce() {
        let port = free_port();
        for (name, value) in [
            ("AWS_ENDPOINT_URL", format!("http://127.0.0.1:{port}").as_str()),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
            ("MOTO_TEST_PORT", &port.to_string()),
        ] {
            #[allow(unsafe_code)] // No other thread is there yet.
            unsafe {
                std::env::set_var(name, value);
            }
        }
    }

    pub fn shared() -> &'static ObjectServer {
        static SERVER: OnceLock<ObjectServer> = OnceLock::new();
        SERVER.get_or_init(|| {
            let port: u16 = std::env::var("MOTO_TEST_PORT").unwrap().parse().unwrap();
            // Ends with this process, also when that is killed.
            let mut command = Command::new("setpriv");
            command.args(["--pdeathsig", "KILL"]).arg(Self::program()).args([
                "-H",
                "127.0.0.1",
                "-p",
                &port.to_string(),
            ]);
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            until_it_listens(port, &mut child);
            ObjectServer { child, port }
        })
    }

    /// A new bucket, as the address of a tier.
    pub fn bucket(&self) -> String {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        assert!(self.child.id() > 0);
        let name = format!("bucket-{}", NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let mut socket = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = format!(
            "PUT /{name} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            self.port
        );
        std::io::Write::write_all(&mut socket, request.as_bytes()).unwrap();
        let mut answer = String::new();
        std::io::Read::read_to_string(&mut socket, &mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        format!("s3://{name}/a/prefix")
    }
}
