//! Flags that several commands have.

mod choices;
pub mod manual;

pub use choices::{Emit, Engine};

use crate::input::BadInput;
use clap::Args;
use isotope_client::credentials::Credentials;
use isotope_proto::v1;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The processor that code is for.
#[derive(Debug, Args)]
pub struct Processor {
    /// Architecture, in LLVM's names [default: the file's `target` line, else this host]
    #[arg(long, value_name = "ARCH")]
    pub target: Option<String>,
    /// CPU, in LLVM's names, or `host`.
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    /// Features in LLVM's names: +avx512vnni,-gfni; tune=CPU names the cost table
    #[arg(long, value_name = "FEATURES", allow_hyphen_values = true)]
    pub mattr: Option<String>,
}

/// The question.
#[derive(Debug, Args)]
pub struct Input {
    /// Expressions in Halide's printed form, `-` for standard input, or FILE.c, FILE.ll, FILE.mlir.
    pub file: PathBuf,
    #[command(flatten)]
    pub processor: Processor,
    /// Which search runs.
    #[arg(long, value_enum, default_value_t = Engine::Fast)]
    pub engine: Engine,
    /// Most units of work for a search [default: the server's]
    #[arg(long, value_name = "WORK", value_parser = work)]
    pub budget: Option<u64>,
    /// Refuse a server whose dictionary has another epoch.
    #[arg(long, value_name = "EPOCH")]
    pub expected_epoch: Option<String>,
}

/// Who is asked.
#[derive(Debug, Args)]
pub struct Server {
    /// Address of the daemon: http://HOST:PORT, https://HOST:PORT, or unix:/PATH.
    #[arg(long, env = "ISOTOPE_SERVER", value_name = "URL", default_value = "http://127.0.0.1:4711")]
    pub server: String,
    #[command(flatten)]
    pub credentials: CredentialFiles,
    /// Seconds for the call; the best answer so far comes before that.
    #[arg(long, env = "ISOTOPE_TIMEOUT", value_name = "SECONDS", value_parser = some_seconds)]
    pub timeout: Option<Duration>,
    /// Ask no daemon: serve inside this command, by the daemon's flags: `man isotoped`
    #[arg(long)]
    pub standalone: bool,
    #[command(flatten)]
    pub core: isotope_server::settings::config::CoreConfig,
}

/// Files of the caller's, each read once.
#[derive(Debug, Args)]
pub struct CredentialFiles {
    /// Root of the server's certificate, in PEM [default: this machine's]
    #[arg(long, env = "ISOTOPE_CA", value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// The caller's certificate, in PEM.
    #[arg(long, env = "ISOTOPE_CLIENT_CERTIFICATE", value_name = "FILE")]
    pub client_certificate: Option<PathBuf>,
    /// Its key, in PEM.
    #[arg(long, env = "ISOTOPE_CLIENT_KEY", value_name = "FILE")]
    pub client_key: Option<PathBuf>,
    /// File with the caller's token.
    #[arg(long, env = "ISOTOPE_TOKEN_FILE", value_name = "FILE")]
    pub token_file: Option<PathBuf>,
}

impl CredentialFiles {
    /// Looks at the files that secure a connection where it is not secured: there they are not read. A file that a flag names must be
    /// there, and is said to do nothing; variables hold for every address.
    pub fn unused(&self, url: &str) -> Result<Vec<String>, BadInput> {
        if url.starts_with("https:") {
            return Ok(Vec::new());
        }
        let mut notes = Vec::new();
        for (flag, variable, file) in [
            ("--ca", "ISOTOPE_CA", &self.ca),
            ("--client-certificate", "ISOTOPE_CLIENT_CERTIFICATE", &self.client_certificate),
            ("--client-key", "ISOTOPE_CLIENT_KEY", &self.client_key),
        ] {
            let Some(file) =
                file.as_ref().filter(|file| std::env::var_os(variable).as_ref() != Some(&file.as_os_str().to_owned()))
            else {
                continue;
            };
            if let Err(error) = std::fs::File::open(file) {
                return Err(BadInput(format!("cannot read {} ({flag}): {error}", file.display())));
            }
            notes.push(format!("{flag} does nothing: {url} is not secured; an address that is begins with https://"));
        }
        Ok(notes)
    }
}

impl From<&CredentialFiles> for Credentials {
    fn from(files: &CredentialFiles) -> Self {
        Credentials {
            ca: files.ca.clone(),
            certificate: files.client_certificate.clone(),
            key: files.client_key.clone(),
            token_file: files.token_file.clone(),
        }
    }
}

/// A target as flags say it.
pub fn target(text: &str) -> Result<v1::Target, String> {
    let target = isotope_cli::warm::reading::target(text);
    if target.mcpu.is_empty() { Err("write architecture and CPU, as `x86_64 znver4`".to_owned()) } else { Ok(target) }
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wanted = || "write a number of seconds, such as 0.5 or 60".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wanted())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wanted())
}

/// A time for something that takes some.
fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text)? {
        Duration::ZERO => {
            Err("a call takes more than 0 seconds; write more, or leave it out for as long as it takes".to_owned())
        }
        time => Ok(time),
    }
}

/// The work that a search may spend.
pub fn work(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number of units of work, such as 1000000".to_owned())
}

/// A whole number within bounds.
pub fn whole<T: FromStr + PartialOrd + Display>(text: &str, bounds: RangeInclusive<T>) -> Result<T, String> {
    let wanted = || format!("write a whole number from {} to {}", bounds.start(), bounds.end());
    text.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(wanted)
}

impl Input {
    /// The options of a request.
    pub fn options(&self, outputs: Vec<i32>) -> v1::Options {
        let engine = match self.engine {
            Engine::Fast => v1::Engine::Fast,
            Engine::Reference => v1::Engine::Reference,
            Engine::Baseline => v1::Engine::Baseline,
        };
        v1::Options { engine: engine as i32, budget: self.budget.unwrap_or(0), outputs }
    }
}

impl Processor {
    /// The target that the flags name, if they name one.
    pub fn flagged_target(&self) -> Option<v1::Target> {
        if self.target.is_none() && self.mcpu.is_none() && self.mattr.is_none() {
            return None;
        }
        Some(v1::Target {
            arch: self.target.clone().unwrap_or_default(),
            mcpu: self.mcpu.clone().unwrap_or_default(),
            mattr: self.mattr.clone().unwrap_or_default(),
        })
    }
}
