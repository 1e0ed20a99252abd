//! Questions through the client library, for suites that need whole answers and not what a command prints of them.

use isotope_client::{Client, ClientError, Settings};
use isotope_proto::v1::select_request::Program;
use isotope_proto::v1::{Answer, Engine, Options, SelectRequest, Target};
use std::time::Duration;
use tokio::runtime::Runtime;

/// A connection to a daemon, usable from any thread of a test.
pub struct Asker {
    runtime: Runtime,
    client: Client,
}

impl Asker {
    /// Connects to an address and a port.
    ///
    /// # Panics
    /// If nobody listens there.
    pub fn connect(address: &str) -> Self {
        let runtime = Runtime::new().expect("a runtime starts");
        let settings = Settings { timeout: Some(Duration::from_secs(600)), ..Settings::default() };
        let connected = runtime.block_on(Client::connect(&format!("http://{address}"), settings));
        Asker { client: connected.expect("the daemon listens"), runtime }
    }

    /// The answers of a text or a graph, for this host where no target is named.
    pub fn ask(&self, program: Program, target: Option<Target>, engine: Engine) -> Result<Vec<Answer>, ClientError> {
        let options = Some(Options { engine: engine.into(), ..Options::default() });
        let request = SelectRequest { program: Some(program), target, options, ..SelectRequest::default() };
        self.runtime.block_on(self.client.select(request))
    }
}
