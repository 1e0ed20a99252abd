//! `Schedule`: the loops of machine code scheduled in a worker, once for all who ask, and remembered.

use crate::core::Core;
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::jobs;
use crate::jobs::schedule::Schedule;
use crate::limits;
use crate::search::selector::Unscheduled;
use crate::stored::results;
use isotope_packets::machine::{Machine, MachineError};
use isotope_packets::mir;
use isotope_proto::v1;
use std::sync::Arc;

/// Machine code with its loops scheduled: remembered, or made together with everyone else who asks. A compiler asks again in its next run.
///
/// Results of LLVM IR are named by their places before anything is done: LLVM names them otherwise in every compile. An object file has
/// none of these names, and code that goes back has the caller's own.
pub async fn schedule(
    core: &Arc<Core>,
    mut request: v1::ScheduleRequest,
    asker: &Asker,
) -> Result<v1::ScheduleResponse, Failure> {
    let bytes = request.code.len();
    Failure::check("the size of machine code", bytes, "MAX_SCHEDULE_TEXT", limits::MAX_SCHEDULE_TEXT)?;
    if request.mcpu.is_empty() {
        request.mcpu = mir::cpu(&request.code).unwrap_or_default().to_owned();
    }
    let _held = core.intake.make_room(bytes)?;
    let given = Arc::new(std::mem::take(&mut request.code));
    request.code = named(core, &given, mir::canonical).await?;
    let mut done = of_canonical(core, request, asker).await?;
    if !done.code.is_empty() {
        let code = std::mem::take(&mut done.code);
        done.code = named(core, &given, move |given| mir::restored(&code, given)).await?;
    }
    Ok(done)
}

/// Another text by a program's names, which take memory meanwhile.
async fn named(
    core: &Core,
    given: &Arc<String>,
    by: impl FnOnce(&str) -> String + Send + 'static,
) -> Result<String, Failure> {
    let _names = core.intake.make_room(given.len() * limits::NAMES_OF_A_PROGRAM)?;
    let given = Arc::clone(given);
    apart(move || by(&given)).await
}

/// The same of a canonical text.
async fn of_canonical(
    core: &Arc<Core>,
    request: v1::ScheduleRequest,
    asker: &Asker,
) -> Result<v1::ScheduleResponse, Failure> {
    // LLVM's tool says its version in a process of its own.
    let own = Arc::clone(core);
    let llvm = apart(move || own.selector.llvm_version()).await?;
    let key = llvm.map(|llvm| results::schedule_key(&core.intake.scope.salt, &llvm, &request));
    if let Ok(key) = key
        && let Some(done) = jobs::kept(core, key).await
    {
        return Ok(done);
    }
    // A processor's file is long.
    let cpu = request.mcpu.clone();
    let machine = match apart(move || Machine::named(&cpu)).await? {
        Ok(machine) => machine,
        // Code of another processor stays as it is.
        Err(why @ MachineError::Unknown(_)) => {
            return Ok(v1::ScheduleResponse { notes: vec![why.to_string()], ..Default::default() });
        }
        Err(why) => return Err(Failure::whole(why.to_string())),
    };
    let key = key?;
    let held = core.intake.make_room(request.code.len() * limits::COPIES_OF_A_PROGRAM)?;
    let v1::ScheduleRequest { code, mcpu: cpu, object, iterations } = request;
    let of = Unscheduled { code, cpu, iterations: Some(iterations).filter(|count| *count > 0) };
    jobs::answer(core, Schedule { key, of, processor: machine.llc, object, _held: held }, asker).await
}

/// Work that waits, or takes long, off the threads that serve.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.map_err(|why| Failure::whole(why.to_string()))
}
