//! Messages to a service manager about the daemon's life (`sd_notify`): that it is ready, and that it stops. Without `NOTIFY_SOCKET`
//! nobody is told.

use crate::settings::sockets::Address;
use sd_notify::NotifyState;

/// The daemon takes calls.
pub fn ready(address: &Address) {
    tell(&[NotifyState::Ready, NotifyState::Status(&format!("takes calls on {address}"))]);
}

/// It takes no new ones.
pub fn stopping() {
    tell(&[NotifyState::Stopping, NotifyState::Status("finishes the calls under way")]);
}

fn tell(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "the service manager cannot be told");
    }
}
