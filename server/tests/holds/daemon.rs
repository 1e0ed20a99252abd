//! A real `isotoped` on a folder of its own, and what it is asked.

use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use isotope_tools::child::pulse;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tonic::transport::Channel;
use tonic::{Request, Status};

/// The longest that anything is waited for.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The time that every call is given. The answer comes before it is over, whatever happens.
pub const BOUND: Duration = Duration::from_secs(20);

/// As many different windows as one likes, each searched for in a moment.
pub fn window(n: usize) -> String {
    format!("int32x16 ((int32x16)a + x16({n}))\n")
}

pub struct Daemon {
    child: Child,
    address: String,
    memo: PathBuf,
    flags: Vec<String>,
    _own: tempfile::TempDir,
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Daemon {
    /// One whose memo is in `memo`.
    pub async fn start(memo: &Path, flags: &[&str]) -> Self {
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let own = tempfile::tempdir().unwrap();
        let (memo, ready) = (memo.to_owned(), own.path().join("ready"));
        let log = std::fs::File::create(own.path().join("log")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotoped"));
        command.args(["--listen", "127.0.0.1:0", "--threads", "1"]).args(&flags);
        command.arg("--cache").arg(&memo).arg("--ready-file").arg(&ready);
        let child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let mut daemon = Daemon { child, address: String::new(), memo, flags, _own: own };
        let began = Instant::now();
        while daemon.address.is_empty() {
            let runs = daemon.child.try_wait().unwrap().is_none();
            assert!(runs && began.elapsed() < PATIENCE, "it does not start: {}", daemon.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
            daemon.address = std::fs::read_to_string(&ready).unwrap_or_default().trim().to_owned();
        }
        daemon
    }

    /// Killed where it stands, and another one on its memo.
    pub async fn killed_and_started(mut self) -> Self {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        Self::start(&self.memo, &flags).await
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self._own.path().join("log")).unwrap()
    }

    pub async fn until_logged(&self, line: &str) {
        let began = Instant::now();
        while !self.log().contains(line) {
            assert!(began.elapsed() < PATIENCE, "{line} is not in the log: {}", self.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn client(&self) -> Result<IsotopeClient<Channel>, tonic::transport::Error> {
        IsotopeClient::connect(format!("http://{}", self.address)).await
    }

    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// The answer for one window, and how long it took.
    pub async fn select(&self, n: usize) -> (v1::Answer, Duration) {
        let asked = Instant::now();
        let mut client = self.client().await.unwrap();
        let answer = ask(&mut client, n).await.unwrap_or_else(|status| panic!("window {n}: {status}"));
        (answer, asked.elapsed())
    }

    pub async fn stats(&self) -> v1::StatsResponse {
        self.client().await.unwrap().stats(v1::StatsRequest {}).await.unwrap().into_inner()
    }

    pub async fn until_stats(&self, as_wanted: impl Fn(&v1::StatsResponse) -> bool) -> v1::StatsResponse {
        let began = Instant::now();
        loop {
            let stats = self.stats().await;
            if as_wanted(&stats) {
                return stats;
            }
            assert!(began.elapsed() < PATIENCE, "the counters do not come so far: {stats:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Bytes of memory that it and its workers hold at this moment.
    pub fn resident_bytes(&self) -> u64 {
        let own = self.child.id();
        let threads = std::fs::read_dir(format!("/proc/{own}/task")).unwrap().flatten();
        // Each child is in the list of the thread that started it.
        let lists = threads.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        let children: Vec<u32> = lists.flat_map(|ids| numbers(&ids)).collect();
        children.into_iter().chain([own]).filter_map(pulse).map(|pulse| pulse.resident_bytes).sum()
    }
}

fn numbers(text: &str) -> Vec<u32> {
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Whether an answer was searched for now, by the daemon that gave it, to the end: from then on it is remembered. The answer may well
/// be the plain lowering.
pub fn is_found_now(answer: &v1::Answer) -> bool {
    answer.source() != v1::Source::Memo && !answer.truncated
}

/// Asks for one window within the bound.
pub async fn ask(client: &mut IsotopeClient<Channel>, n: usize) -> Result<v1::Answer, Status> {
    let target = v1::Target { arch: "x86_64".to_owned(), mcpu: "znver4".to_owned(), mattr: String::new() };
    let program = Some(v1::select_request::Program::Text(window(n)));
    let mut request = Request::new(v1::SelectRequest { program, target: Some(target), ..Default::default() });
    request.set_timeout(BOUND);
    let mut answers = client.select(request).await?.into_inner().answers;
    assert_eq!(answers.len(), 1);
    Ok(answers.remove(0))
}
