//! The circuit breaker: a server that failed is left alone for a while, so that a hundred pipelines do not each wait for it.

use failsafe::backoff::{self, Constant};
use failsafe::failure_policy::{self, ConsecutiveFailures};
use failsafe::{Config, StateMachine};
use std::time::Duration;

pub(super) struct Breaker(StateMachine<ConsecutiveFailures<Constant>, ()>);

impl Breaker {
    /// Opens with the first failure: one wait is all that a build may be charged.
    pub fn new(cooldown: Duration) -> Self {
        let policy = failure_policy::consecutive_failures(1, backoff::constant(cooldown));
        Breaker(Config::new().failure_policy(policy).build())
    }

    /// Whether the server may be asked now.
    pub fn permits(&self) -> bool {
        self.0.is_call_permitted()
    }

    /// Notes how a call ended.
    pub fn note(&self, well: bool) {
        if well { self.0.on_success() } else { self.0.on_error() }
    }
}
