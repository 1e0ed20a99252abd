//! A tool run once: text in by pipe, text out by pipe, killed when it takes too long.

use isotope_synth::judge::JudgeError;
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A tool, where it is, and how long it may run.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its file name, or its whole path.
    pub program: PathBuf,
    /// Debian's package that has it.
    pub package: &'static str,
    /// How long one run may take.
    pub limit: Duration,
}

/// What a run left behind.
pub struct Output {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Whether it ended with status 0.
    pub ok: bool,
}

impl Tool {
    fn name(&self) -> String {
        self.program.display().to_string()
    }

    /// Runs the tool on `input` and waits for it; past its limit it is killed and reaped.
    pub fn run(&self, args: &[String], input: &str) -> Result<Output, JudgeError> {
        let mut child = self.spawn(args)?;
        let (Some(mut stdin), Some(mut stdout), Some(mut stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(self.unreadable("it has no pipes"));
        };
        let input = input.to_owned();
        // A tool that stops reading early breaks the pipe; its own message says why.
        thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
        let errors = thread::spawn(move || read(&mut stderr));
        let (send, receive) = mpsc::channel();
        thread::spawn(move || send.send(read(&mut stdout)).ok());
        // Output ends when the process does: waiting for it is waiting for the process.
        let Ok(text) = receive.recv_timeout(self.limit) else {
            child.kill().ok();
            child.wait().ok();
            return Err(JudgeError::Timeout { tool: self.name(), limit_ms: self.limit.as_millis() as u64 });
        };
        let status = child.wait().map_err(|e| self.unreadable(&e.to_string()))?;
        Ok(Output { stdout: text, stderr: errors.join().unwrap_or_default(), ok: status.success() })
    }

    fn spawn(&self, args: &[String]) -> Result<Child, JudgeError> {
        Command::new(&self.program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| match e.kind() {
                ErrorKind::NotFound => JudgeError::Missing { tool: self.name(), package: self.package.to_owned() },
                _ => self.unreadable(&e.to_string()),
            })
    }

    fn unreadable(&self, message: &str) -> JudgeError {
        JudgeError::Unreadable { tool: self.name(), message: message.to_owned() }
    }
}

fn read(from: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(program: &str, limit_ms: u64) -> Tool {
        Tool { program: program.into(), package: "coreutils", limit: Duration::from_millis(limit_ms) }
    }

    #[test]
    fn text_goes_in_and_comes_out() {
        let long = "a line\n".repeat(100_000);
        let out = tool("cat", 10_000).run(&[], &long).unwrap();
        assert!(out.ok && out.stdout == long);
    }

    #[test]
    fn a_missing_tool_names_its_package() {
        let error = tool("llc-of-nowhere", 1000).run(&[], "").err().unwrap();
        assert_eq!(error.to_string(), "llc-of-nowhere was not found: install it with `apt-get install coreutils`");
    }

    #[test]
    fn a_slow_tool_is_killed() {
        let error = tool("sleep", 50).run(&["60".to_owned()], "").err().unwrap();
        assert_eq!(error, JudgeError::Timeout { tool: "sleep".to_owned(), limit_ms: 50 });
    }

    #[test]
    fn a_failing_tool_tells_why() {
        let out = tool("cat", 1000).run(&["/no/such/file".to_owned()], "").unwrap();
        assert!(!out.ok && out.stderr.contains("/no/such/file"));
    }
}
