//! A connection to a Redis. It is made when it is first needed, and again after each failure that is not the server's own
//! word: of what else a cut or garbled connection would say nothing could be believed.

use crate::error::{Result, TierError, said};
use crate::redis_connection::{Connection, Roots, connected};
use redis::{AsyncConnectionConfig, Client, Cmd, ErrorKind, FromRedisValue, Pipeline, RedisError, ScriptInvocation};
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;

pub(crate) struct RedisLink {
    client: Client,
    roots: Roots,
    time: Duration,
    terms: AsyncConnectionConfig,
    connection: Mutex<Option<Connection>>,
    /// A call was given up before the server had answered.
    is_hung: AtomicBool,
}

/// A call under way; dropped before its answer is there, it was given up.
struct UnderWay<'a> {
    is_hung: &'a AtomicBool,
    is_answered: bool,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        if !self.is_answered {
            self.is_hung.store(true, Ordering::Relaxed);
        }
    }
}

impl RedisLink {
    /// The server at `url`; nothing is sent yet. `roots`, in PEM, are whose certificates are believed with TLS (`rediss://`), in place
    /// of the machine's. `time` is what a connection and an answer may take.
    pub(crate) fn new(url: &str, roots: Option<Vec<u8>>, time: Duration) -> Result<Self> {
        let roots = roots.map_or(Ok(Roots::OfThisMachine), |text| Roots::of_pem(&text))?;
        let client = Client::open(url).map_err(|e| told(&e))?;
        let terms = AsyncConnectionConfig::new().set_connection_timeout(Some(time)).set_response_timeout(Some(time));
        Ok(RedisLink { client, roots, time, terms, connection: Mutex::new(None), is_hung: AtomicBool::new(false) })
    }

    async fn connection(&self) -> Result<Connection> {
        let mut held = self.connection.lock().await;
        if let Some(connection) = held.as_ref() {
            return Ok(connection.clone());
        }
        let made = connected(&self.client, &self.roots, &self.terms, self.time).await;
        Ok(held.insert(made.map_err(|e| told(&e))?).clone())
    }

    async fn said<T>(&self, answer: std::result::Result<T, RedisError>) -> Result<T> {
        let error = match answer {
            Ok(answer) => return Ok(answer),
            Err(error) => told(&error),
        };
        if error.is_outage() {
            self.forget().await;
        }
        Err(error)
    }

    /// Makes the connection anew with the next call.
    pub(crate) async fn forget(&self) {
        *self.connection.lock().await = None;
    }

    /// The same where a call was given up before its answer came: its caller's time was over, or its caller left.
    pub(crate) async fn forget_if_hung(&self) {
        if self.is_hung.swap(false, Ordering::Relaxed) {
            self.forget().await;
        }
    }

    /// An answer, however it was asked for; what is given up on the way is noted.
    async fn answered<T>(&self, asking: impl Future<Output = Result<T>>) -> Result<T> {
        let mut under_way = UnderWay { is_hung: &self.is_hung, is_answered: false };
        let answer = asking.await;
        under_way.is_answered = true;
        answer
    }

    pub(crate) async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> Result<T> {
        self.answered(async {
            let mut connection = self.connection().await?;
            self.said(command.query_async(&mut connection.commands).await).await
        })
        .await
    }

    pub(crate) async fn ask_all<T: FromRedisValue>(&self, commands: &Pipeline) -> Result<T> {
        self.answered(async {
            let mut connection = self.connection().await?;
            self.said(commands.query_async(&mut connection.commands).await).await
        })
        .await
    }

    pub(crate) async fn run<T: FromRedisValue>(&self, call: &ScriptInvocation<'_>) -> Result<T> {
        self.answered(async {
            let mut connection = self.connection().await?;
            self.said(call.invoke_async(&mut connection.commands).await).await
        })
        .await
    }
}

/// The meaning of a Redis error for us, and for whoever reads the log.
pub(crate) fn told(error: &RedisError) -> TierError {
    let (code, text) = (error.code().unwrap_or_default(), said(error));
    if error.kind() == ErrorKind::AuthenticationFailed || ["NOAUTH", "WRONGPASS"].contains(&code) {
        let how = "it wants a name or a password, or another one: redis://NAME:PASSWORD@HOST:PORT, in ISOTOPE_TIER_URL or the \
                   configuration file, says it";
        return TierError::Unreachable(format!("{how} ({text})"));
    }
    if code == "NOPERM" {
        let needed = "this user may not do what a tier takes: on the keys isotope:1:* the commands PING, GETRANGE, EXISTS, SET, GET, DEL, \
                      INCR, PEXPIRE, EVALSHA and SCRIPT LOAD";
        return TierError::Refused(format!("{needed} ({text})"));
    }
    if text.contains("certificate") {
        let how = "its certificate is not one that is trusted here: --tier-ca names the file of its root, and its name must be the one \
                   in the address";
        return TierError::Unreachable(format!("{how} ({text})"));
    }
    let is_starting = ["LOADING", "MASTERDOWN", "CLUSTERDOWN", "BUSY"].contains(&code);
    // Whatever the server did not say itself is the connection's failure.
    let is_said = matches!(error.kind(), ErrorKind::Server(_) | ErrorKind::Extension) && !is_starting;
    if is_said { TierError::Refused(text) } else { TierError::Unreachable(text) }
}
