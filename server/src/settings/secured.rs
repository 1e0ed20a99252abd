//! Who may connect and how they are secured: the settings, the files that they name, and these files read again.

use super::mistakes::{Wrong, keep};
use super::sockets::Address;
use crate::access::{self, Access, Role, Roles, Rules};
use crate::edge::tls::{self, Loaded, Tls, TlsFiles};
use crate::limits;
use crate::observed::Observed;
use crate::problem::Problem;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Flags about who may connect.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SecuredConfig {
    /// File of identities (TOML): token digests or certificates, roles and quotas. The daemon rereads it when it changes. Without it
    /// local callers have every role, and remote ones look up and search.
    #[arg(long, env = "ISOTOPE_ACCESS", value_name = "FILE")]
    pub access: Option<PathBuf>,
    /// Listen beyond the loopback interface without TLS, where something else secures it.
    #[arg(long, env = "ISOTOPE_INSECURE_LISTEN", value_name = "BOOL", action = clap::ArgAction::Set, num_args = 0..=1,
          require_equals = true, default_value_t = false, default_missing_value = "true")]
    pub insecure_listen: bool,
    #[command(flatten, next_help_heading = "TLS")]
    #[allow(missing_docs)]
    pub tls: TlsConfig,
}

/// Flags about TLS.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TlsConfig {
    /// The server's certificate and those between it and its root, in PEM. The daemon rereads the files of TLS when they change, and
    /// at SIGHUP.
    #[arg(long = "tls-certificate", env = "ISOTOPE_TLS_CERTIFICATE", value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// The certificate's key, in PEM.
    #[arg(long = "tls-key", env = "ISOTOPE_TLS_KEY", value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Roots of clients' certificates, in PEM. Without --access a client with such a certificate has every role.
    #[arg(long = "tls-client-ca", env = "ISOTOPE_TLS_CLIENT_CA", value_name = "FILE")]
    pub client_ca: Option<PathBuf>,
}

impl TlsConfig {
    fn files(&self) -> Result<Option<TlsFiles>, Wrong> {
        match (&self.certificate, &self.key) {
            (Some(certificate), Some(key)) => {
                let (certificate, key) = (certificate.clone(), key.clone());
                Ok(Some(TlsFiles { certificate, key, client_ca: self.client_ca.clone() }))
            }
            (None, None) if self.client_ca.is_none() => Ok(None),
            (None, None) => Err(Wrong::new(
                "tls-client-ca",
                "it is for a server with TLS: give --tls-certificate and --tls-key as well",
            )),
            (Some(_), None) => Err(Wrong::new("tls-certificate", TOGETHER)),
            (None, Some(_)) => Err(Wrong::new("tls-key", TOGETHER)),
        }
    }
}

/// Why half of what TLS needs is refused.
const TOGETHER: &str = "--tls-certificate and --tls-key go together: give both or neither";

/// Reads the files of TLS; a mistake is reported by its setting. Those that are well by themselves have to fit together, too.
fn load(files: &TlsFiles) -> Result<Loaded, Vec<Wrong>> {
    let mut wrong = Vec::new();
    let mut look = |setting, found: Result<(), Problem>| {
        wrong.extend(found.err().map(|problem| Wrong::new(setting, problem)));
    };
    look("tls-certificate", tls::certificates(&files.certificate).map(drop));
    look("tls-key", tls::key(&files.key).map(drop));
    files.client_ca.iter().for_each(|path| look("tls-client-ca", tls::certificates(path).map(drop)));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    tls::load(files, now()).map_err(|problem| {
        let of = |path: Option<&PathBuf>| path == Some(&problem.path);
        let setting = match () {
            () if of(Some(&files.certificate)) => "tls-certificate",
            () if of(files.client_ca.as_ref()) => "tls-client-ca",
            () => "tls-key",
        };
        vec![Wrong::new(setting, problem)]
    })
}

/// The files in force, and where they are from.
#[derive(Clone, Debug, Default)]
pub struct Secured {
    files: Option<TlsFiles>,
    identities: Option<PathBuf>,
    tls: Option<Tls>,
    access: Access,
    /// The stamps of the files when they were last read.
    seen: Vec<Stamp>,
    /// Seconds since 1970 at which the server's certificate ends.
    not_after: Option<i64>,
}

fn insecure(address: &Address) -> Wrong {
    Wrong::new(
        "listen",
        format_args!(
            "other machines reach {address}, and without TLS anybody between reads and changes what is said; give \
             --tls-certificate and --tls-key, listen on 127.0.0.1, or say --insecure-listen if something else secures it"
        ),
    )
}

/// The properties of a file that change when it does.
type Stamp = Option<(u64, u64, i64, i64)>;

fn stamp(path: &Path) -> Stamp {
    let of = std::fs::metadata(path).ok()?;
    Some((of.ino(), of.len(), of.mtime(), of.mtime_nsec()))
}

/// Seconds since 1970.
pub fn now() -> i64 {
    // A clock before 1970 is wrong in any case, and then every certificate is early.
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

impl Secured {
    /// Reads everything for a daemon that listens on `address`, which must be as safe as its operator says; or says all that is
    /// wrong.
    pub fn open(config: &SecuredConfig, address: &Address) -> Result<Self, Vec<Wrong>> {
        let mut wrong = Vec::new();
        let files = keep(config.tls.files(), &mut wrong).flatten();
        let beyond = address.is_beyond();
        if beyond && config.tls.certificate.is_none() && config.tls.key.is_none() && !config.insecure_listen {
            wrong.push(insecure(address));
        }
        if let (Address::Unix(_), Some(_)) = (address, &files) {
            let sentence = "nobody speaks TLS over a Unix socket, which stays in this machine: leave --tls-certificate, --tls-key and \
                            --tls-client-ca out, or listen on ADDR:PORT";
            wrong.push(Wrong::new("tls-certificate", sentence));
        }
        let loaded = files.as_ref().map(load).transpose().unwrap_or_else(|found| {
            wrong.extend(found);
            None
        });
        let access = config.access.as_deref().map(access::read).transpose();
        let rules = keep(access.map_err(|error| Wrong::new("access", error)), &mut wrong).flatten();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let access = match rules {
            Some(rules) => Access::new(rules),
            None if config.tls.client_ca.is_some() => {
                Access::new(Rules { any_certificate: Some(Roles::all()), ..Rules::default() })
            }
            None if beyond => {
                tracing::warn!("anybody who reaches {address} may look up and search; --access says who may what");
                Access::open([Role::Search].into_iter().collect())
            }
            None => Access::default(),
        };
        if let Some(loaded) = &loaded {
            tracing::info!(days = (loaded.not_after - now()) / 86400, "the server's certificate is in force");
        }
        let not_after = loaded.as_ref().map(|loaded| loaded.not_after);
        let tls = loaded.map(Tls::new);
        let mut secured =
            Secured { files, identities: config.access.clone(), tls, access, seen: Vec::new(), not_after };
        secured.seen = secured.stamps();
        Ok(secured)
    }

    /// Who may call. Shared: what is read later is in force there, too.
    pub fn access(&self) -> Access {
        self.access.clone()
    }

    /// The TLS of connections. Shared.
    pub fn tls(&self) -> Option<Tls> {
        self.tls.clone()
    }

    /// The files that can change.
    fn paths(&self) -> Vec<&Path> {
        let tls = self.files.iter().flat_map(TlsFiles::paths);
        tls.chain(self.identities.as_deref()).collect()
    }

    /// Whether anything of this can change.
    pub fn has_files(&self) -> bool {
        !self.paths().is_empty()
    }

    fn stamps(&self) -> Vec<Stamp> {
        self.paths().into_iter().map(stamp).collect()
    }

    /// Whether a file has changed since the last look.
    pub fn has_changed(&self) -> bool {
        self.seen != self.stamps()
    }

    /// Says to whoever observes the daemon that the server's certificate ends soon, or has.
    pub fn look_at_the_clock(&self, observed: &Observed, now: i64) {
        let left = self.not_after.map_or(i64::MAX, |end| end - now);
        let days = left.div_euclid(86400);
        let ends = match left < limits::CERTIFICATE_ENDS_SOON.as_secs() as i64 {
            false => None,
            true if left < 0 => {
                Some("the server's certificate has expired: nobody connects any more; renew it".to_owned())
            }
            true => Some(format!("the server's certificate ends in {days} days; renew it")),
        };
        observed.trouble("certificate", ends);
    }

    /// Reads the files again. A wrong file leaves its contents as they were, and is reported, also to whoever observes the daemon.
    pub fn read_again(&mut self, observed: &Observed) -> Vec<Problem> {
        // Before reading: what changes meanwhile is read once more.
        self.seen = self.stamps();
        let mut problems = Vec::new();
        if let (Some(files), Some(tls)) = (&self.files, &self.tls) {
            match tls::load(files, now()) {
                Ok(loaded) => {
                    self.not_after = Some(loaded.not_after);
                    tls.replace(loaded);
                }
                Err(problem) => problems.push(problem),
            }
        }
        if let Some(path) = &self.identities {
            match access::read(path) {
                Ok(rules) => self.access.replace(rules),
                Err(error) => problems.push(error.0),
            }
        }
        for problem in &problems {
            tracing::error!("{problem}; what was read before stays in force");
        }
        let sentences: Vec<String> = problems.iter().map(|problem| format!("not read again: {problem}")).collect();
        observed.trouble("files", (!sentences.is_empty()).then(|| sentences.join("; ")));
        if problems.is_empty() {
            tracing::info!("certificates and identities were read again");
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::mistakes::AllWrong;

    fn open(config: &SecuredConfig, address: &str) -> Result<Secured, String> {
        let address = address.parse::<std::net::SocketAddr>().unwrap().into();
        Secured::open(config, &address).map_err(|wrong| AllWrong(wrong).to_string())
    }

    #[test]
    fn beyond_loopback_without_tls_it_says_what_to_do() {
        let plain = SecuredConfig::default();
        assert!(open(&plain, "127.0.0.1:0").is_ok() && open(&plain, "[::1]:0").is_ok());
        for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:4711"] {
            let refused = open(&plain, address).unwrap_err();
            assert!(refused.contains("--tls-certificate") && refused.contains("--insecure-listen"), "{refused}");
        }
        let told = open(&SecuredConfig { insecure_listen: true, ..plain }, "0.0.0.0:0").unwrap();
        let anybody = told.access().identify(&http::HeaderMap::new(), None).unwrap();
        assert_eq!(anybody.roles().to_string(), "lookup, search", "nobody in particular is no operator");
    }

    #[test]
    fn half_of_what_tls_needs_is_refused() {
        let file = Some(PathBuf::from("x.pem"));
        let with = |tls: TlsConfig| open(&SecuredConfig { tls, ..Default::default() }, "127.0.0.1:0").unwrap_err();
        assert!(with(TlsConfig { key: file.clone(), ..Default::default() }).contains("go together"));
        assert!(with(TlsConfig { client_ca: file, ..Default::default() }).contains("with TLS"));
    }

    #[test]
    fn every_file_that_is_wrong_is_said_by_its_setting() {
        let file = |name: &str| Some(PathBuf::from(name));
        let tls = TlsConfig { certificate: file("/c.pem"), key: file("/k.pem"), client_ca: file("/r.pem") };
        let config = SecuredConfig { tls, access: file("/a.toml"), ..Default::default() };
        let wrong = Secured::open(&config, &Address::Unix(None)).unwrap_err();
        let said: Vec<(&str, bool)> =
            wrong.iter().map(|w| (w.setting, w.sentence.contains("cannot be read"))).collect();
        assert_eq!(
            said,
            [
                ("tls-certificate", false),
                ("tls-certificate", true),
                ("tls-key", true),
                ("tls-client-ca", true),
                ("access", true)
            ]
        );
        assert!(wrong[0].sentence.contains("Unix socket"), "{wrong:?}");
    }

    #[test]
    fn a_certificate_that_ends_soon_is_said_before_it_has() {
        let observed = Observed::default();
        let said = |end: Option<i64>| {
            Secured { not_after: end, ..Secured::default() }.look_at_the_clock(&observed, 1_000_000);
            observed.state().degraded.join(" ")
        };
        assert_eq!(said(None), "");
        assert_eq!(said(Some(1_000_000 + 8 * 86400)), "");
        assert_eq!(said(Some(1_000_000 + 86400 * 2 + 1)), "the server's certificate ends in 2 days; renew it");
        assert!(said(Some(999_999)).contains("has expired"));
        assert_eq!(said(Some(2_000_000)), "", "it was renewed");
    }

    #[test]
    fn identities_are_read_again_and_broken_ones_change_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("access.toml");
        std::fs::write(&path, "[anonymous]\nroles = [\"lookup\"]\n").unwrap();
        let config = SecuredConfig { access: Some(path.clone()), ..Default::default() };
        let mut secured = open(&config, "127.0.0.1:0").unwrap();
        assert!(secured.has_files() && !secured.has_changed());
        let access = secured.access();
        let roles = || access.identify(&http::HeaderMap::new(), None).map(|anybody| anybody.roles().to_string());
        assert_eq!(roles().unwrap(), "lookup");
        std::fs::write(&path, "[anonymous]\nroles = [\"lookup\", \"admin\"]\n").unwrap();
        assert!(secured.has_changed());
        let observed = Observed::default();
        assert_eq!((secured.read_again(&observed), secured.has_changed()), (vec![], false));
        assert_eq!(roles().unwrap(), "lookup, admin");
        std::fs::write(&path, "[anonymous]\nroles = [\"lookup\"\n\n").unwrap();
        assert_eq!(secured.read_again(&observed).len(), 1);
        assert!(observed.state().degraded[0].contains("access.toml:"), "{:?}", observed.state());
        assert_eq!(roles().unwrap(), "lookup, admin");
    }
}
