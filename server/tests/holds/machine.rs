//! Actions that only root may do to a machine: small disks, and networks that can be cut.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Uid:\t0\t"))
}

fn run(program: &str, arguments: &[&str]) -> bool {
    let done = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

pub fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).exists())
}

/// A file system of few bytes, in a folder.
pub struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// Why there can be none.
    pub fn missing() -> Option<&'static str> {
        if !is_root() {
            return Some("only root mounts a small tmpfs");
        }
        let tried = tempfile::tempdir().ok().filter(|folder| mount(folder.path(), 1 << 20));
        match tried {
            Some(folder) => {
                run("umount", &[&folder.path().to_string_lossy()]);
                None
            }
            None => Some("this machine does not let even root mount a tmpfs"),
        }
    }

    pub fn of(bytes: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        assert!(mount(folder.path(), bytes));
        SmallDisk(folder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all room that is left.
    pub fn fill(&self) {
        let mut ballast = std::fs::File::create(self.path().join("ballast")).unwrap();
        let full = loop {
            if let Err(error) = std::io::Write::write_all(&mut ballast, &[1; 4096]) {
                break error;
            }
        };
        assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    }

    pub fn empty(&self) {
        std::fs::remove_file(self.path().join("ballast")).unwrap();
    }
}

fn mount(folder: &Path, bytes: u64) -> bool {
    run("mount", &["-t", "tmpfs", "-o", &format!("size={bytes}"), "isotope-test", &folder.to_string_lossy()])
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // At once, whoever still has files open there.
        run("umount", &["-l", &self.0.path().to_string_lossy()]);
    }
}

/// A Redis in a network of its own, with one line to each daemon; a line can be cut.
pub struct FarRedis {
    name: String,
    child: Child,
}

pub const LINES: usize = 2;

impl FarRedis {
    /// Why there can be none.
    pub fn missing() -> Option<&'static str> {
        if !is_root() {
            return Some("only root makes networks");
        }
        if !is_there("ip") || !is_there("redis-server") {
            return Some("it wants ip (iproute2) and redis-server (scripts/setup redis)");
        }
        let name = format!("isotope-try-{}", std::process::id());
        let makes = run("ip", &["netns", "add", &name]) && run("ip", &["netns", "delete", &name]);
        (!makes).then_some("this machine does not let even root make a network namespace")
    }

    /// The host's end of a line and the far one, and their addresses.
    fn line(at: usize) -> [String; 4] {
        let own = std::process::id() % 10_000;
        let net = 4 * at + 8 * (own as usize % 30);
        [
            format!("ish{own}x{at}"),
            format!("isf{own}x{at}"),
            format!("198.18.77.{}", net + 1),
            format!("198.18.77.{}", net + 2),
        ]
    }

    pub fn start() -> Self {
        let name = format!("isotope-{}", std::process::id());
        assert!(run("ip", &["netns", "add", &name]));
        for at in 0..LINES {
            let [host, far, here, there] = Self::line(at);
            assert!(run("ip", &["link", "add", &host, "type", "veth", "peer", "name", &far, "netns", &name]));
            assert!(run("ip", &["address", "add", &format!("{here}/30"), "dev", &host]));
            assert!(run("ip", &["link", "set", &host, "up"]));
            assert!(run("ip", &["-n", &name, "address", "add", &format!("{there}/30"), "dev", &far]));
            assert!(run("ip", &["-n", &name, "link", "set", &far, "up"]));
        }
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &name, "redis-server", "--port", "6379", "--bind", "0.0.0.0"]);
        command.args(["--protected-mode", "no", "--save", "", "--appendonly", "no"]).stdout(Stdio::null());
        let mut redis = FarRedis { name, child: command.spawn().unwrap() };
        let (began, address) = (Instant::now(), format!("{}:6379", Self::line(0)[3]));
        let listens = || {
            let address = address.parse().unwrap();
            std::net::TcpStream::connect_timeout(&address, Duration::from_millis(200)).is_ok()
        };
        while !listens() {
            assert!(redis.child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(20));
        }
        redis
    }

    /// Its address on one of its lines.
    pub fn url(&self, at: usize) -> String {
        format!("redis://{}:6379/", Self::line(at)[3])
    }

    /// Cuts a line, at the far end: what is sent is lost, and nothing says so.
    pub fn cut(&self, at: usize) {
        assert!(run("ip", &["-n", &self.name, "link", "set", &Self::line(at)[1], "down"]));
    }

    pub fn mend(&self, at: usize) {
        assert!(run("ip", &["-n", &self.name, "link", "set", &Self::line(at)[1], "up"]));
    }
}

impl Drop for FarRedis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        for at in 0..LINES {
            run("ip", &["link", "delete", &Self::line(at)[0]]);
        }
        run("ip", &["netns", "delete", &self.name]);
    }
}

/// A Redis beside the daemons, which can be stopped, killed and started anew with nothing in it.
pub struct NearRedis {
    child: Child,
    port: u16,
}

impl NearRedis {
    pub fn missing() -> Option<&'static str> {
        (!is_there("redis-server")).then_some("scripts/setup redis installs redis-server")
    }

    pub fn start() -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        NearRedis { child: Self::run(port), port }
    }

    fn run(port: u16) -> Child {
        let mut command = Command::new("redis-server");
        command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(20));
        }
        child
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// `STOP` or `CONT`.
    pub fn signal(&self, name: &str) {
        assert!(run("kill", &[&format!("-{name}"), &self.child.id().to_string()]));
    }

    /// Kills it; another one is there after `pause`.
    pub async fn replace(&mut self, pause: Duration) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        tokio::time::sleep(pause).await;
        self.child = Self::run(self.port);
    }
}

impl Drop for NearRedis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
