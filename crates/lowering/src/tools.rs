//! MLIR's tools, run on a text.

use crate::error::LoweringError;
use isotope_tools::{Output, Runs, Tool, ToolError};
use std::time::Duration;

/// How long a tool of MLIR's may take for one text; a tenth of a second is usual.
const LIMIT: Duration = Duration::from_secs(60);

/// Where tools run, and on whose account.
#[derive(Clone, Copy)]
pub struct Tools<'a> {
    /// The room that they run in.
    pub runs: &'a Runs,
    /// Who waits for them.
    pub payer: &'a dyn isotope_tools::Payer,
}

impl Tools<'_> {
    /// Runs one of MLIR's tools on a text, in the sandbox of LLVM's tools.
    pub(crate) fn output(self, program: &str, arguments: &[&str], text: String) -> Result<Output, ToolError> {
        let tool = Tool { program: program.into(), package: "mlir-19-tools", limit: LIMIT };
        let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
        tool.run(&arguments, text, self.runs, self.payer)
    }

    /// MLIR's own form of a text. A program may have operations that only its own tools know.
    ///
    /// # Errors
    ///
    /// `mlir-opt` is missing, or does not read it.
    pub fn own_form(self, text: String) -> Result<String, LoweringError> {
        self.mlir("mlir-opt-19", &["--allow-unregistered-dialect"], text)
    }

    /// Runs one of MLIR's tools on a text that it should be able to read: what it prints.
    pub(crate) fn mlir(self, program: &'static str, arguments: &[&str], text: String) -> Result<String, LoweringError> {
        let output = self.output(program, arguments, text)?;
        if output.ok {
            return Ok(output.text().into_owned());
        }
        let why = first_error(&output.stderr).unwrap_or("it ends without a word");
        Err(LoweringError::Refused(program, why.to_owned()))
    }
}

/// `<stdin>:2:3: error: ...`
pub(crate) fn first_error(stderr: &str) -> Option<&str> {
    stderr.lines().find(|line| line.contains("error:"))
}
