//! Flags and environment of the daemon, read once, validated here.

use crate::edge::{self, Edge};
use crate::limits;
use crate::memory::{Memory, Plan};
use crate::observed::log::Format;
use crate::settings::commands::Command;
use crate::settings::group;
use crate::settings::sandboxing::Sandboxing;
use crate::settings::secured::{Secured, SecuredConfig};
use crate::settings::tier::TierConfig;
use isotope_cache::Memo;
use std::path::PathBuf;
use std::time::Duration;

/// Flags shared by `isotoped` and the client's `--standalone`.
#[derive(Clone, Debug, clap::Args)]
pub struct CoreConfig {
    /// Folder of the cache; made if it is missing. One daemon at a time uses it. While one does, another that names no folder takes
    /// isotope-2 beside it, and so on. Default: $XDG_CACHE_HOME/isotope.
    #[arg(long, env = "ISOTOPE_CACHE", value_name = "DIR", default_value_os_t = default_cache())]
    pub cache: PathBuf,
    /// Searches that run at once. Default: the number of CPU cores.
    #[arg(long, env = "ISOTOPE_THREADS", value_name = "N", default_value_t = cores(), value_parser = threads)]
    pub threads: usize,
    /// Searches that may wait. Past it the caller with the most of them is refused, with RESOURCE_EXHAUSTED.
    #[arg(long, env = "ISOTOPE_QUEUE", value_name = "N", default_value_t = limits::DEFAULT_QUEUE, value_parser = at_least_one)]
    pub queue: usize,
    /// Bytes of remembered requests and answers in memory.
    #[arg(long, env = "ISOTOPE_MEMORY_BYTES", value_name = "BYTES", default_value_t = limits::DEFAULT_MEMORY_BYTES,
          value_parser = at_least_one)]
    pub memory_bytes: usize,
    /// Bytes of the cache's journal. Past it the daemon evicts the answers that saved least work. The folder takes up to twice that.
    #[arg(long, env = "ISOTOPE_MEMO_BYTES", value_name = "BYTES", default_value_t = isotope_cache::limits::JOURNAL_BYTES,
        value_parser = clap::value_parser!(u64).range(limits::MIN_MEMO_BYTES..))]
    pub memo_bytes: u64,
    /// Resident bytes that the daemon, its workers and LLVM's tools stay under. Requests that would need more are refused, and fewer
    /// searches than --threads run at once where they would not fit. Default: 1 GiB, or more where as many threads as cores need it.
    #[arg(long, env = "ISOTOPE_MEMORY_TOTAL", value_name = "BYTES",
          default_value_t = default_memory_total(), value_parser = memory_total)]
    pub memory_total: usize,
    /// Folder with a folder of data for each further instruction set, such as `grammars/data/x86` of the sources.
    #[arg(long, env = "ISOTOPE_INSTRUCTION_SETS", value_name = "DIR")]
    pub instruction_sets: Option<PathBuf>,
    /// Files that `isotope tune` wrote. Programs that were measured on the target's CPU are ranked by the clock instead of the model.
    /// May be given several times, or with commas.
    #[arg(long, env = "ISOTOPE_MEASURED", value_name = "FILE", value_delimiter = ',')]
    pub measured: Vec<PathBuf>,
    /// Sandbox of LLVM's tools and of the workers: no files but their libraries, no network, no processes.
    #[arg(long, env = "ISOTOPE_SANDBOX", value_name = "WHAT", value_enum, default_value_t = Sandboxing::Best)]
    pub sandbox: Sandboxing,
    /// Word in every cache key. Another word starts with an empty cache and deletes nothing.
    #[arg(long, env = "ISOTOPE_SALT", value_name = "WORD", default_value = "")]
    pub salt: String,
    /// Snapshot that is read beneath the cache and never written, such as a CI image's. A key of --tier-keys must have signed it.
    #[arg(long, env = "ISOTOPE_SNAPSHOT", value_name = "FILE")]
    pub snapshot: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Tier")]
    #[allow(missing_docs)]
    pub tier: TierConfig,
}

/// Instruction selection by synthesis, as a service.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "isotoped", version, args_conflicts_with_subcommands = true)]
pub struct Config {
    /// Another task than serving.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// File of settings (TOML). Its keys are the names of these flags. Flags and variables win over it.
    #[arg(long, env = "ISOTOPE_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print every setting and where its value comes from, and end. Exit status 0 if a daemon would start, 2 if settings are wrong,
    /// 1 if something is in the way now, such as an address or a folder in use.
    #[arg(long)]
    pub check_config: bool,
    /// Address to listen on, which the daemon prints. Port 0 takes a free one. unix:/PATH is a socket of this machine, for this user
    /// alone; a dead daemon's socket is replaced.
    #[arg(long, env = "ISOTOPE_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:4711")]
    pub listen: String,
    /// File that gets the address once the daemon is ready.
    #[arg(long, env = "ISOTOPE_READY_FILE", value_name = "FILE")]
    pub ready_file: Option<PathBuf>,
    /// Seconds that calls under way get when the daemon stops.
    #[arg(long, env = "ISOTOPE_DRAIN_SECONDS", value_name = "S",
          default_value_t = limits::DEFAULT_DRAIN.as_secs_f64(), value_parser = seconds)]
    pub drain_seconds: f64,
    /// Connections at once. One more takes the place of one that has made no call yet, or is closed.
    #[arg(long, env = "ISOTOPE_CONNECTIONS", value_name = "N",
          default_value_t = limits::DEFAULT_CONNECTIONS, value_parser = at_least_one)]
    pub connections: usize,
    /// Filter of the log, in tracing's syntax. The log goes to standard error.
    #[arg(long, env = "ISOTOPE_LOG", value_name = "FILTER", default_value = "info,egg=warn")]
    pub log: String,
    /// Format of the log's lines.
    #[arg(long, env = "ISOTOPE_LOG_FORMAT", value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub log_format: Format,
    /// Address for metrics and health over HTTP: /metrics, /live, /ready, /whole. It changes nothing and answers everybody.
    #[arg(long, env = "ISOTOPE_METRICS_LISTEN", value_name = "ADDR:PORT")]
    pub metrics_listen: Option<String>,
    /// Collector of traces (OpenTelemetry, OTLP over gRPC), such as http://HOST:4317. A collector that is down delays no call.
    #[arg(long, env = "ISOTOPE_OTLP", value_name = "URL")]
    pub otlp: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub secured: SecuredConfig,
    // A heading of the flags above is none of these.
    #[command(flatten, next_help_heading = None::<&'static str>)]
    #[allow(missing_docs)]
    pub core: CoreConfig,
}

impl Config {
    /// The limits that peers are granted. `memory` is the core's, too.
    pub fn edge(&self, memory: Memory, secured: &Secured) -> Edge {
        Edge {
            // `seconds` has seen that it is a duration.
            drain: Duration::try_from_secs_f64(self.drain_seconds).unwrap_or(limits::DEFAULT_DRAIN),
            connections: self.connections.min(edge::raise_open_files()),
            memory,
            access: secured.access(),
            tls: secured.tls(),
            ..Edge::default()
        }
    }
}

impl CoreConfig {
    /// The defaults, with the cache in a folder.
    pub fn in_folder(cache: PathBuf) -> Self {
        CoreConfig {
            cache,
            threads: cores(),
            queue: limits::DEFAULT_QUEUE,
            memory_bytes: limits::DEFAULT_MEMORY_BYTES,
            memo_bytes: isotope_cache::limits::JOURNAL_BYTES,
            memory_total: default_memory_total(),
            instruction_sets: None,
            measured: Vec::new(),
            sandbox: Sandboxing::Best,
            salt: String::new(),
            snapshot: None,
            tier: TierConfig::default(),
        }
    }

    /// The same settings with a cache folder that nobody uses, where none was named: the default one, or the first of those beside it
    /// that have a number. A folder that was named stays, also while it is in use.
    pub fn beside_others(&self) -> Self {
        let named = self.cache != default_cache();
        let is_taken = |folder: &PathBuf| matches!(Memo::check(folder), Err(isotope_cache::Error::Locked { .. }));
        if named || !is_taken(&self.cache) {
            return self.clone();
        }
        let Some(name) = self.cache.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            return self.clone();
        };
        let mut others =
            (2..=limits::CACHES_OF_A_USER).map(|number| self.cache.with_file_name(format!("{name}-{number}")));
        match others.find(|folder| !is_taken(folder)) {
            Some(cache) => CoreConfig { cache, ..self.clone() },
            None => self.clone(),
        }
    }

    /// How `--memory-total` is divided.
    pub fn plan(&self) -> Plan {
        Plan::of(self.memory_total, self.memory_bytes, self.threads)
    }

    /// The account of `--memory-total`, for the core and the edge before it.
    pub fn memory(&self) -> Memory {
        Memory::of(&self.plan())
    }
}

/// `$XDG_CACHE_HOME/isotope`, `~/.cache/isotope`, or a folder beside.
fn default_cache() -> PathBuf {
    let folder = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
    base.map_or_else(|| PathBuf::from("isotope-cache"), |base| base.join("isotope"))
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1 is needed".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("write a whole number from 1 on, such as 4".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    let (number, most) = (at_least_one(text)?, limits::MAX_THREADS);
    if number > most { Err(format!("at most {most} are started, the bound MAX_THREADS")) } else { Ok(number) }
}

fn memory_total(text: &str) -> Result<usize, String> {
    let bytes: usize = text.parse().map_err(|_| "write a number of bytes, such as 1073741824".to_owned())?;
    let least = limits::MIN_MEMORY_TOTAL;
    if bytes < least { Err(format!("the dictionary and the workers alone need {least} bytes")) } else { Ok(bytes) }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds, such as 0.5 or 60".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(_) => Ok(seconds),
        Err(error) => Err(format!("it is no time that can be waited for: {error}")),
    }
}

fn default_memory_total() -> usize {
    Plan::default_total(limits::DEFAULT_MEMORY_BYTES, cores(), machine_bytes())
}

/// Bytes that this machine has, or that the control group of this process may take, if that is less.
fn machine_bytes() -> Option<usize> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let all = line.split_whitespace().next()?.parse::<usize>().ok()? << 10;
    Some(group::own_memory_bytes().map_or(all, |group| group.min(all)))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;

    #[test]
    fn values_that_mean_nothing_are_refused_with_a_reason() {
        let refused = |flag: &str, value: &str| {
            Config::try_parse_from(["isotoped", &format!("{flag}={value}")]).unwrap_err().to_string()
        };
        for (flag, value, reason) in [
            ("--threads", "0", "at least 1"),
            ("--threads", "1000000", "MAX_THREADS"),
            ("--queue", "0", "at least 1"),
            ("--memory-bytes", "0", "at least 1"),
            ("--lease-ms", "0", "500..=600000"),
            ("--tier-timeout-ms", "60001", "1..=60000"),
            ("--connections", "0", "at least 1"),
            ("--memory-total", "1000", "alone need"),
            ("--drain-seconds", "nan", "no time"),
            ("--drain-seconds", "-1", "no time"),
            ("--drain-seconds", "inf", "no time"),
        ] {
            let said = refused(flag, value);
            assert!(said.contains(reason) && said.contains(flag), "{flag} {value}: {said}");
        }
        let config = Config::try_parse_from(["isotoped", "--drain-seconds", "0.5", "--threads", "3"]).unwrap();
        assert_eq!(config.edge(Memory::default(), &Secured::default()).drain, Duration::from_millis(500));
    }
}
