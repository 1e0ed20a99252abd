//! The stage `contract`: functions that are contractions get the bodies of kernels, which the daemon has compared with them.

use super::functions::{Outcome, Wanted, alone, each, replace};
use super::select::Selected;
use isotope_client::compiler::{CompilerClient, NotNow, Reason};
use isotope_contraction::recognise_function;
use isotope_mlir::ir::{Module, OpId};
use isotope_mlir::print;
use isotope_proto::v1;
use std::time::Duration;

/// Runs the stage on a program in the generic form: for a machine, with kernels in parts or not, for a release of MLIR. All calls together
/// take at most `deadline`, or the client's own timeout.
///
/// # Errors
///
/// The program cannot be read, or the daemon does not answer: then no function is another.
pub fn contract(
    client: &CompilerClient,
    (given, parallel, mlir): (&v1::Target, bool, usize),
    text: &str,
    deadline: Option<Duration>,
) -> Result<Selected, NotNow> {
    let wanted = |module: &Module, function, name: &str| match recognise_function(module, function) {
        Err(refusal) => Wanted::No(format!("{name} is no contraction: {refusal}")),
        Ok(_) => Wanted::Yes,
    };
    each(client, text, deadline, wanted, |module, function, name, left| {
        let made = kernel(client, (given, parallel), module, function, left)?.and_then(|kernel| {
            replace(module, function, (&kernel.kernel, &kernel.function), mlir)?;
            let plan = kernel.plans.first().map(|plan| plan.plan.as_str()).unwrap_or_default();
            Ok(format!("{name} is a kernel: {plan}"))
        });
        let is_changed = made.is_ok();
        let text = made.unwrap_or_else(|why| format!("{name} stays as it is: {why}"));
        Ok(Outcome { text, source: None, is_changed })
    })
}

/// The kernel of a function; the inner error is the end of a sentence about it.
fn kernel(
    client: &CompilerClient,
    (given, parallel): (&v1::Target, bool),
    module: &Module,
    function: OpId,
    left: Duration,
) -> Result<Result<v1::CompileResponse, String>, NotNow> {
    let alone = alone(module, function);
    let request = v1::CompileRequest {
        program: Some(v1::compile_request::Program::Module(print(&alone))),
        target: Some(given.clone()),
        parallel,
        ..Default::default()
    };
    match client.compile(request, Some(left)) {
        Ok(kernel) => Ok(Ok(kernel)),
        Err(not_now) if not_now.reason == Reason::Refused => Ok(Err(not_now.detail)),
        Err(not_now) => Err(not_now),
    }
}
