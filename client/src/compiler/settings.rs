//! How a compiler asks: from the environment, or set by the program.

use crate::connection::{endpoint, unix_path};
use crate::credentials::Credentials;
use crate::{ClientError, Settings, limits};
use std::ffi::OsString;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

/// How a [`super::CompilerClient`] asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerSettings {
    /// Address of the daemon, as in `http://127.0.0.1:4711` or `unix:/run/isotope/isotoped.sock`.
    pub server: String,
    /// The longest that one call may take.
    pub timeout: Duration,
    /// How long the server may give no sign of life before it counts as hung. Applies however long `timeout` is.
    pub silence: Duration,
    /// How long a server that failed is left alone.
    pub cooldown: Duration,
    /// Ask nobody.
    pub off: bool,
    /// Refuse servers whose dictionary has another epoch.
    pub expected_epoch: Option<String>,
    /// Ask for plain LLVM operations, what costs are compared with, instead of a search: for measurements.
    pub plain: bool,
    /// The caller's credentials, and the authorities that this client trusts.
    pub credentials: Credentials,
}

/// A variable that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variable}={value} is not {wanted}")]
pub struct SettingError {
    /// Its name.
    pub variable: &'static str,
    /// Its value.
    pub value: String,
    /// Its allowed values.
    pub wanted: &'static str,
}

impl Default for CompilerSettings {
    fn default() -> Self {
        CompilerSettings {
            server: limits::DEFAULT_SERVER.to_owned(),
            timeout: limits::COMPILER_TIMEOUT,
            silence: limits::COMPILER_SILENCE,
            cooldown: limits::COMPILER_COOLDOWN,
            off: false,
            expected_epoch: None,
            plain: false,
            credentials: Credentials::default(),
        }
    }
}

impl CompilerSettings {
    /// `ISOTOPE_SERVER`, `ISOTOPE_TIMEOUT_MS`, `ISOTOPE_REQUIRE` (which changes the default of the latter, and the rest of which is
    /// the front end's), `ISOTOPE_OFF`, `ISOTOPE_EPOCH`, and the files `ISOTOPE_CA`,
    /// `ISOTOPE_CLIENT_CERTIFICATE`, `ISOTOPE_CLIENT_KEY` and `ISOTOPE_TOKEN_FILE`. An unset or empty one has its default.
    ///
    /// # Errors
    ///
    /// The first variable that cannot be read, with its value and what it may be.
    pub fn from_env() -> Result<Self, SettingError> {
        Self::read(|name| std::env::var_os(name).filter(|value| !value.is_empty()))
    }

    /// Takes a server's address that `variable` names.
    ///
    /// # Errors
    ///
    /// Sets the server; an address that is none is an error.
    pub fn set_server(&mut self, variable: &'static str, server: String) -> Result<(), SettingError> {
        // Faults of certificates are reported when they are used.
        if let Err(ClientError::Address { url: value } | ClientError::Port { url: value, .. }) =
            endpoint(&server, &Settings::default())
        {
            return Err(SettingError { variable, value, wanted: "an address such as http://127.0.0.1:4711" });
        }
        self.server = server;
        Ok(())
    }

    /// Whether somebody listens at the server's address. Says nothing there. False when switched off.
    pub fn is_somebody_there(&self, timeout: Duration) -> bool {
        let address = || {
            let uri: tonic::transport::Uri = self.server.parse().ok()?;
            let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
            (uri.host()?, port).to_socket_addrs().ok()?.next()
        };
        if self.off {
            return false;
        }
        match unix_path(&self.server) {
            Some(path) => UnixStream::connect(path).is_ok(),
            None => address().is_some_and(|address| TcpStream::connect_timeout(&address, timeout).is_ok()),
        }
    }

    fn read(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, SettingError> {
        let mut settings = CompilerSettings::default();
        let text = |name| variable(name).map(|value| text(name, value)).transpose();
        if let Some(server) = text("ISOTOPE_SERVER")? {
            settings.set_server("ISOTOPE_SERVER", server)?;
        }
        if let Some(value) = text("ISOTOPE_REQUIRE")? {
            if !["all", "report"].contains(&value.as_str()) {
                return Err(SettingError { variable: "ISOTOPE_REQUIRE", value, wanted: "all or report" });
            }
            settings.timeout = limits::REQUIRED_TIMEOUT;
        }
        if let Some(value) = text("ISOTOPE_TIMEOUT_MS")? {
            let milliseconds = value.parse().ok().filter(|ms| (1..=limits::MAX_TIMEOUT_MS).contains(ms));
            let wanted = "a whole number of milliseconds from 1 to 86400000";
            let error = || SettingError { variable: "ISOTOPE_TIMEOUT_MS", value: value.clone(), wanted };
            settings.timeout = Duration::from_millis(milliseconds.ok_or_else(error)?);
        }
        if let Some(value) = text("ISOTOPE_OFF")? {
            settings.off = match value.as_str() {
                "0" | "no" | "false" => false,
                "1" | "yes" | "true" => true,
                _ => return Err(SettingError { variable: "ISOTOPE_OFF", value, wanted: "1 or 0" }),
            };
        }
        settings.expected_epoch = text("ISOTOPE_EPOCH")?;
        let file = |name| variable(name).map(PathBuf::from);
        settings.credentials = Credentials {
            ca: file("ISOTOPE_CA"),
            certificate: file("ISOTOPE_CLIENT_CERTIFICATE"),
            key: file("ISOTOPE_CLIENT_KEY"),
            token_file: file("ISOTOPE_TOKEN_FILE"),
        };
        Ok(settings)
    }
}

/// The value of a variable that is a text.
fn text(variable: &'static str, value: OsString) -> Result<String, SettingError> {
    value.into_string().map_err(|value| {
        let value = value.to_string_lossy().into_owned();
        SettingError { variable, value, wanted: "a text in UTF-8" }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<CompilerSettings, SettingError> {
        CompilerSettings::read(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(*v)))
    }

    #[test]
    fn what_is_unset_is_the_default() {
        assert_eq!(read(&[]), Ok(CompilerSettings::default()));
        assert_eq!(CompilerSettings::default().timeout, Duration::from_secs(1));
    }

    #[test]
    fn somebody_listens_or_not() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let server = format!("http://{}", listener.local_addr().unwrap());
        let there = CompilerSettings { server, ..CompilerSettings::default() };
        let timeout = Duration::from_secs(5);
        assert!(there.is_somebody_there(timeout));
        assert!(!CompilerSettings { off: true, ..there.clone() }.is_somebody_there(timeout));
        drop(listener);
        assert!(!there.is_somebody_there(timeout));
        assert!(!CompilerSettings { server: "nonsense".to_owned(), ..there }.is_somebody_there(timeout));
    }

    #[test]
    fn somebody_listens_on_a_socket_of_this_machine_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sock");
        for prefix in ["unix:", "unix://"] {
            let server = format!("{prefix}{}", path.display());
            let there = CompilerSettings { server, ..CompilerSettings::default() };
            let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
            assert!(there.is_somebody_there(Duration::from_secs(5)));
            drop(listener);
            assert!(!there.is_somebody_there(Duration::from_secs(5)), "its file is there, and nobody listens");
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn variables_are_read_and_bad_ones_named() {
        let settings = read(&[
            ("ISOTOPE_TIMEOUT_MS", "60000"),
            ("ISOTOPE_OFF", "1"),
            ("ISOTOPE_EPOCH", "ab"),
            ("ISOTOPE_CA", "ca.pem"),
        ])
        .unwrap();
        assert_eq!((settings.timeout, settings.off), (Duration::from_secs(60), true));
        assert_eq!(settings.expected_epoch.as_deref(), Some("ab"));
        assert_eq!(settings.credentials.ca, Some(PathBuf::from("ca.pem")));
        for (variable, value, right) in [
            ("ISOTOPE_TIMEOUT_MS", "1s", "milliseconds from 1 to 86400000"),
            ("ISOTOPE_TIMEOUT_MS", "0", "milliseconds from 1 to 86400000"),
            ("ISOTOPE_OFF", "maybe", "1 or 0"),
            ("ISOTOPE_REQUIRE", "1", "all or report"),
            ("ISOTOPE_SERVER", "localhost:4713", "http://127.0.0.1:4711"),
            ("ISOTOPE_SERVER", "ftp://localhost", "http://127.0.0.1:4711"),
            ("ISOTOPE_SERVER", "http:///", "http://127.0.0.1:4711"),
        ] {
            let error = read(&[(variable, value)]).unwrap_err();
            let said = error.to_string();
            assert_eq!(error.variable, variable);
            assert!(said.contains(&format!("{variable}={value} ")) && said.contains(right), "{said}");
        }
    }

    #[test]
    fn answers_that_are_required_are_waited_for() {
        let timeout = |pairs: &[(&str, &str)]| read(pairs).unwrap().timeout;
        assert_eq!(timeout(&[("ISOTOPE_REQUIRE", "all")]), limits::REQUIRED_TIMEOUT);
        let both = [("ISOTOPE_TIMEOUT_MS", "5"), ("ISOTOPE_REQUIRE", "report")];
        assert_eq!(timeout(&both), Duration::from_millis(5), "somebody said how long");
    }

    #[test]
    fn a_variable_that_is_no_text_is_not_taken_for_an_unset_one() {
        use std::os::unix::ffi::OsStringExt as _;
        let odd = || OsString::from_vec(b"http://h\xff:1".to_vec());
        let said = CompilerSettings::read(|name| (name == "ISOTOPE_SERVER").then(odd)).unwrap_err().to_string();
        assert!(said.contains("ISOTOPE_SERVER=http://h") && said.contains("UTF-8"), "{said}");
    }
}
