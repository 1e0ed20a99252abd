//! The daemon's searches while the program waits, as one line of a terminal that is gone when nothing is left.

use indicatif::{ProgressBar, ProgressStyle};
use isotope_cli::limits;
use isotope_client::Client;
use std::io::IsTerminal as _;

/// Shows the line until it is dropped. Ends at once where standard error is no terminal, or where the caller may not ask the daemon.
pub async fn show(client: &Client) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let line = Line(ProgressBar::no_length());
    if let Ok(style) = ProgressStyle::with_template("isotope: {msg}, {elapsed}") {
        line.0.set_style(style);
    }
    let mut is_shown = false;
    while let Ok(stats) = client.stats().await {
        let message = waiting(stats.searches_running, stats.searches_queued);
        match &message {
            Some(message) => {
                if !is_shown {
                    line.0.reset_elapsed();
                }
                line.0.set_message(message.clone());
                line.0.tick();
            }
            None if is_shown => line.0.finish_and_clear(),
            None => {}
        }
        is_shown = message.is_some();
        tokio::time::sleep(limits::RUN_PROGRESS).await;
    }
}

/// A line of a terminal, cleared when it is dropped.
struct Line(ProgressBar);

impl Drop for Line {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The searches that run and that wait; none where there are none.
fn waiting(running: u64, queued: u64) -> Option<String> {
    let expressions = |count: u64| format!("{count} expression{}", if count == 1 { "" } else { "s" });
    match (running, queued) {
        (0, 0) => None,
        (running, 0) => Some(format!("searching for {}", expressions(running))),
        (running, queued) => Some(format!("searching for {}, {queued} more wait", expressions(running))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_waited_for_is_counted() {
        assert_eq!(waiting(0, 0), None);
        assert_eq!(waiting(1, 0).as_deref(), Some("searching for 1 expression"));
        assert_eq!(waiting(2, 5).as_deref(), Some("searching for 2 expressions, 5 more wait"));
    }
}
