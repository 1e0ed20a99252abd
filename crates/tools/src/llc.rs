//! `llc` on a module, and what a tool says where it fails.

use crate::process::{Runs, Tool};
use crate::refusal;
use isotope_program::pricer::{Payer, PriceError};

/// The output of `llc -O3` for a module, assembly unless `args` say otherwise, for the target that they name. A module that could have a
/// file read is refused.
///
/// # Errors
///
/// The module is refused, here or by the tool, or the tool is missing or does not end in time.
pub fn compile(
    llc: &Tool,
    mut args: Vec<String>,
    module: String,
    runs: &Runs,
    payer: &dyn Payer,
) -> Result<Vec<u8>, PriceError> {
    args.extend(["-O3", "-o", "-", "-"].map(str::to_owned));
    refusal::of_module(&module).map_err(|why| llc.refused("the module", &why))?;
    let out = llc.run(&args, module, runs, payer)?;
    if out.ok { Ok(out.stdout) } else { Err(llc.refused("the module", &out.stderr)) }
}

impl Tool {
    /// The error of an input with this name, from the first lines that the tool said of it.
    pub fn refused(&self, name: &str, stderr: &str) -> PriceError {
        let message: Vec<&str> = stderr.lines().filter(|l| !l.trim().is_empty()).take(3).collect();
        PriceError::Refused {
            tool: self.program.display().to_string(),
            name: name.to_owned(),
            message: message.join("; "),
        }
    }
}
