//! A connection to a Redis. It is made when it is first needed, and again after each failure that is not the server's own
//! word: of what else a cut or garbled connection would say nothing could be believed.

use crate::error::{Result, TierError};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Cmd, ErrorKind, FromRedisValue, Pipeline, RedisError, ScriptInvocation};
use std::time::Duration;
use tokio::sync::Mutex;

pub(crate) struct RedisLink {
    client: Client,
    terms: AsyncConnectionConfig,
    connection: Mutex<Option<MultiplexedConnection>>,
}

impl RedisLink {
    /// The server at `url`; nothing is sent yet. `time` is what a connection and an answer may take.
    pub(crate) fn new(url: &str, time: Duration) -> Result<Self> {
        let client = Client::open(url).map_err(|e| told(&e))?;
        let terms = AsyncConnectionConfig::new().set_connection_timeout(Some(time)).set_response_timeout(Some(time));
        Ok(RedisLink { client, terms, connection: Mutex::new(None) })
    }

    async fn connection(&self) -> Result<MultiplexedConnection> {
        let mut held = self.connection.lock().await;
        if let Some(connection) = held.as_ref() {
            return Ok(connection.clone());
        }
        let made = self.client.get_multiplexed_async_connection_with_config(&self.terms).await.map_err(|e| told(&e))?;
        Ok(held.insert(made).clone())
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

    pub(crate) async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> Result<T> {
        let mut connection = self.connection().await?;
        self.said(command.query_async(&mut connection).await).await
    }

    pub(crate) async fn ask_all<T: FromRedisValue>(&self, commands: &Pipeline) -> Result<T> {
        let mut connection = self.connection().await?;
        self.said(commands.query_async(&mut connection).await).await
    }

    pub(crate) async fn run<T: FromRedisValue>(&self, call: &ScriptInvocation<'_>) -> Result<T> {
        let mut connection = self.connection().await?;
        self.said(call.invoke_async(&mut connection).await).await
    }
}

/// What an error of Redis means to us, and to whoever reads the log.
pub(crate) fn told(error: &RedisError) -> TierError {
    let code = error.code().unwrap_or_default();
    if error.kind() == ErrorKind::AuthenticationFailed || ["NOAUTH", "WRONGPASS"].contains(&code) {
        let how = "it wants a name or a password, or another one: redis://NAME:PASSWORD@HOST:PORT, in ISOTOPE_TIER_URL or the \
                   configuration file, says it";
        return TierError::Unreachable(format!("{how} ({error})"));
    }
    let is_starting = ["LOADING", "MASTERDOWN", "CLUSTERDOWN", "BUSY"].contains(&code);
    // Whatever the server did not say itself is the connection's failure.
    let is_said = matches!(error.kind(), ErrorKind::Server(_) | ErrorKind::Extension) && !is_starting;
    if is_said { TierError::Refused(error.to_string()) } else { TierError::Unreachable(error.to_string()) }
}
