//! The container image: built by `scripts/image` from the Dockerfile, measured, started as its own user, and asked.
//!
//! Slow: it compiles the daemon once more, in the image's own Debian; with `ISOTOPE_IMAGE_BUILT` it takes what `make build`
//! has made here. Where there is no buildah it is skipped by name.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use isotope_tests::{descendants, isotope, results, signal};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const NAME: &str = "localhost/isotope-tested";
/// The size limit of the image, uncompressed.
const MAX_BYTES: u64 = 350_000_000;
/// The user and group of the Dockerfile.
const USER: u32 = 10001;

fn main() {
    let run = || match missing() {
        Some(why) => Ok(Completion::ignored_with(why)),
        None => built_and_started().map(|()| Completion::Completed),
    };
    let name = "the_image_is_small_and_answers_as_a_user_without_rights";
    let trial = Trial::ignorable_test(name, run).with_ignored_flag(true);
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}

/// Why there can be no image here.
fn missing() -> Option<&'static str> {
    let has = |program: &str| {
        let tried = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        tried.is_ok()
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if !has("buildah") || !has("debootstrap") {
        return Some("without buildah and debootstrap; scripts/setup buildah fetches them");
    }
    let is_root = status.lines().any(|line| line.starts_with("Uid:\t0\t"));
    (!is_root).then_some("only root builds an image with chroot and debootstrap")
}

fn buildah(arguments: &[&str]) -> Command {
    let mut command = Command::new("buildah");
    // As scripts/image has it.
    command.env("STORAGE_DRIVER", "vfs").env("BUILDAH_ISOLATION", "chroot").args(arguments).stdin(Stdio::null());
    command
}

fn said(output: Output) -> Result<String, Failed> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    Err(format!("{}: {}\n{}", output.status, text(&output.stdout), text(&output.stderr)).into())
}

/// A container of the image; dropping it removes it.
struct Container(String);

impl Container {
    fn new() -> Result<Container, Failed> {
        said(buildah(&["from", "--pull=never", NAME]).output()?).map(Container)
    }

    fn run(&self, arguments: &[&str]) -> Command {
        buildah(&[&["run", &self.0, "--"], arguments].concat())
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        let _ = buildah(&["rm", &self.0]).stdout(Stdio::null()).status();
    }
}

fn built_and_started() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut script = Command::new(root.join("scripts/image"));
    if std::env::var_os("ISOTOPE_IMAGE_BUILT").is_some() {
        script.arg("--built");
    }
    let built = said(script.arg(NAME).stdin(Stdio::null()).output()?)?;
    let bytes: u64 = built.lines().last().unwrap_or_default().parse()?;
    println!("the image holds {:.1} MB", bytes as f64 / 1e6);
    assert!(bytes < MAX_BYTES, "{bytes} bytes, and at most {MAX_BYTES} are allowed");
    let container = Container::new()?;
    let inside = said(container.run(&["bash", "-c", "echo $UID ${GROUPS[0]}"]).output()?)?;
    assert_eq!(inside, format!("{USER} {USER}"), "the image's own user");
    let mut daemon = Started::in_container(&container)?;
    daemon.answers()?;
    assert!(daemon.is_healthy(&container)?, "the image's health check");
    daemon.end();
    assert!(!daemon.is_healthy(&container)?, "the health check says that a daemon is well that has ended");
    Ok(())
}

/// The daemon in the container, and where it is to be found.
struct Started {
    child: Child,
    calls: String,
    metrics: String,
}

impl Started {
    fn in_container(container: &Container) -> Result<Started, Failed> {
        let flags = ["isotoped", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--threads", "1"];
        let mut child = container.run(&flags).stdout(Stdio::piped()).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The daemon says where it is once it answers; where it does not start there is no such line.
        let mut line = |begin: &str| -> Result<String, Failed> {
            let line = lines.next().ok_or("the daemon ended before it was ready")??;
            Ok(line.strip_prefix(begin).ok_or(line.clone())?.to_owned())
        };
        let (calls, metrics) = (line("isotoped listens on ")?, line("metrics and health are on ")?);
        Ok(Started { child, calls, metrics })
    }

    fn answers(&self) -> Result<(), Failed> {
        let processes = descendants(self.child.id());
        let daemon = processes.iter().find(|id| name(**id) == "isotoped").ok_or("no process is called isotoped")?;
        assert_eq!(users(*daemon), vec![USER; 4], "who the daemon is");
        let server = format!("http://{}", self.calls);
        let window = "let a : uint8x64\nlet b : uint8x64\nuint8x64 rounding_halving_add((uint8x64)a, (uint8x64)b)\n";
        let ask = || isotope(&["select", "-", "--emit", "json", "--mcpu", "znver4", "--server", &server], window);
        let searched = results(&ask().wait_with_output()?);
        let instructions = searched[0].to_string();
        assert!(instructions.contains("vpavgb"), "LLVM's tools work in the image: {instructions}");
        let remembered = results(&ask().wait_with_output()?);
        assert_eq!(remembered[0]["source"], "memo", "{remembered}");
        for path in ["live", "ready"] {
            let answer = get(&self.metrics, path)?;
            assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        }
        let doctor = isotope(&["health", "--server", &server], "").wait_with_output()?;
        assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stderr));
        Ok(())
    }

    /// The result of the image's own health check, asked at this daemon's port.
    fn is_healthy(&self, container: &Container) -> Result<bool, Failed> {
        let file = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Dockerfile"))?;
        let command =
            file.lines().find_map(|line| line.trim().strip_prefix("CMD ")).ok_or("there is no health check")?;
        let words: Vec<String> = serde_json::from_str(command)?;
        let port = self.metrics.rsplit(':').next().unwrap_or_default();
        let words: Vec<String> = words.iter().map(|word| word.replace("9471", port)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(container.run(&words).stderr(Stdio::null()).status()?.success())
    }

    fn end(&mut self) {
        for id in descendants(self.child.id()).into_iter().filter(|id| name(*id) == "isotoped") {
            signal(id, "TERM");
        }
        let _ = self.child.wait();
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.end();
        }
    }
}

fn name(process: u32) -> String {
    std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default().trim().to_owned()
}

/// The real, effective, saved and file system's user of a process.
fn users(process: u32) -> Vec<u32> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap_or_default().to_owned();
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn get(address: &str, path: &str) -> Result<String, Failed> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET /{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
