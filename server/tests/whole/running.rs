//! A real `isotoped` as an operator changes it, and what it says.

use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tonic::Status;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_isotoped");

/// The longest that anything is waited for.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub struct Running {
    pub child: Child,
    pub address: String,
    page: SocketAddr,
    folder: tempfile::TempDir,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

impl Running {
    /// Starts one, changed by the test, and waits until it is ready.
    pub fn start(change: impl FnOnce(&mut Command)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let page = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let ready = folder.path().join("ready");
        let mut command = Command::new(PROGRAM);
        command.args(["--listen", "127.0.0.1:0", "--threads", "1", "--metrics-listen", &page.to_string()]);
        command.arg("--cache").arg(folder.path().join("memo")).arg("--ready-file").arg(&ready);
        change(&mut command);
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let mut running = Running { child, address: String::new(), page, folder };
        let begun = Instant::now();
        while running.address.is_empty() {
            let runs = running.child.try_wait().unwrap().is_none();
            assert!(runs && begun.elapsed() < PATIENCE, "it does not start: {}", running.log());
            std::thread::sleep(Duration::from_millis(1));
            running.address = std::fs::read_to_string(&ready).unwrap_or_default().trim().to_owned();
        }
        running
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// The status and the body of what is at a path of its operator's port.
    pub fn get(&self, path: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.page).unwrap();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// Waits until each of those who ask hears this of what it lacks.
    pub fn until_said(&self, part: &str, within: Duration) {
        let begun = Instant::now();
        loop {
            let (status, body) = self.get("/whole");
            let is_said = status == 503 && body.contains(part) && !whole_by_grpc(&self.address);
            if is_said && self.stats().lacks.iter().any(|lack| lack.contains(part)) {
                break;
            }
            assert!(begun.elapsed() < within, "{part} is not said but {body}, {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(self.log().contains(part), "{}", self.log());
        println!("after {:.1?}: {part}", begun.elapsed());
    }

    /// Waits until it lacks nothing.
    pub fn until_whole(&self, within: Duration) {
        let begun = Instant::now();
        loop {
            let (status, body) = self.get("/whole");
            if status == 200 && whole_by_grpc(&self.address) {
                break;
            }
            assert!(begun.elapsed() < within, "it is not whole: {body}, {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
        println!("whole again after {:.1?}", begun.elapsed());
    }

    pub fn stats(&self) -> v1::StatsResponse {
        runtime().block_on(async {
            let mut client = IsotopeClient::connect(format!("http://{}", self.address)).await.unwrap();
            client.stats(v1::StatsRequest {}).await.unwrap().into_inner()
        })
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    /// The processes that it has started.
    pub fn descendants(&self) -> Vec<u32> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap().flatten();
        let lists = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        lists.flat_map(|list| list.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<u32>>()).collect()
    }

    /// Kills every process that it has started and that is not one of LLVM's tools.
    pub fn kill_workers(&self) {
        for id in self.descendants() {
            let called = std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
            if called.contains("prove-worker") {
                // It may be gone already.
                let id = nix::unistd::Pid::from_raw(id as i32);
                let _ = nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGKILL);
            }
        }
    }
}

/// The status of `whole` in gRPC's health.
pub fn whole_by_grpc(address: &str) -> bool {
    runtime().block_on(async {
        let channel = tonic::transport::Channel::from_shared(format!("http://{address}")).unwrap();
        let mut client = HealthClient::new(channel.connect().await.unwrap());
        let asked = HealthCheckRequest { service: "whole".to_owned() };
        client.check(asked).await.unwrap().into_inner().status() == ServingStatus::Serving
    })
}

/// The answer to a request with one window.
pub fn answer(address: &str, request: v1::SelectRequest) -> Result<v1::Answer, Status> {
    runtime().block_on(async {
        let mut client = IsotopeClient::connect(format!("http://{address}")).await.unwrap();
        let mut answers = client.select(request).await?.into_inner().answers;
        assert_eq!(answers.len(), 1);
        Ok(answers.remove(0))
    })
}

/// The same for a window in words.
pub fn select(address: &str, text: &str) -> v1::Answer {
    let target = v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() };
    let program = Some(v1::select_request::Program::Text(text.to_owned()));
    answer(address, v1::SelectRequest { program, target: Some(target), ..Default::default() }).unwrap()
}

/// Whether an answer is the plain lowering.
pub fn baseline(answer: &v1::Answer) -> bool {
    answer.selection.as_ref().is_some_and(|selection| selection.verdict() == v1::Verdict::Baseline)
}
