//! A Redis of a test's own, which keeps nothing.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) struct Redis {
    pub(crate) child: Child,
    port: u16,
}

impl Redis {
    /// `None` where none is installed: the test of this name is skipped, which is said.
    pub(crate) fn start_or_skip(test: &str) -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        if !std::env::split_paths(&path).any(|folder| folder.join("redis-server").exists()) {
            eprintln!("skipped: {test}: scripts/setup redis installs redis-server");
            return None;
        }
        // Whoever takes it before the server does makes this test fail, and nothing else.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Some(Redis { child: run(port), port })
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    pub(crate) fn stop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    #[allow(dead_code)] // Not every suite does.
    pub(crate) fn start_again(&mut self) {
        self.child = run(self.port);
    }
}

fn run(port: u16) -> Child {
    let mut command = Command::new("redis-server");
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(child.try_wait().unwrap().is_none(), "the server ended at once");
        assert!(start.elapsed() < Duration::from_secs(60), "the server does not listen");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
