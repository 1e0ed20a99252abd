//! Functions of LLVM IR that nobody wrote, with bytes that are poison, and lanes and constants that are undefined: alive-tv shows that the
//! code with answers refines the code without, for each input. It knows LLVM's operations and the intrinsics of SSE2 and AVX2; what it cannot
//! show in its time is counted. `scripts/setup alive` builds it.

use super::build::Built;
use super::equal::patient;
use super::random::Random;
use crate::building::root;
use isotope_run::sampling_ends;
use libtest_mimic::Failed;
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds that a solver may take for one question.
const SOLVER_MS: &str = "10000";

/// So many seconds a function may take, of the many questions that it may be.
const SECONDS: &str = "60";

/// Modules that nobody has seen, for as long as slow tests draw.
pub fn many(built: &Built) -> Result<(), Failed> {
    let alive = root().join("third_party/alive2/alive-tv");
    if !alive.exists() {
        println!("skipped: refinement by alive-tv: scripts/setup alive builds it");
        return Ok(());
    }
    let ends = sampling_ends();
    let first = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() << 16;
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (own, selected) = (path("own.ll"), path("selected.ll"));
    let (mut shown, mut open) = (0, 0);
    for seed in first.. {
        if Instant::now() >= ends {
            break;
        }
        let text = Random::of(seed).module_of_functions(false);
        std::fs::write(&own, &text)?;
        let ended = built.opt_with(true, &["-passes=isotope", "-S", &own, "-o", &selected], &patient());
        if !ended.output.status.success() {
            return Err(format!("seed {seed}: {}\n{text}", ended.told()).into());
        }
        // alive-tv knows no `noalias`. Of these blocks each stores once, at its end, where nothing is loaded any more.
        for file in [&own, &selected] {
            std::fs::write(file, std::fs::read_to_string(file)?.replace("noalias ", ""))?;
        }
        for name in ended.functions() {
            if Instant::now() >= ends {
                break;
            }
            let mut command = Command::new("timeout");
            command.arg(SECONDS).arg(&alive).args(["--smt-to", SOLVER_MS, "--func", name, &own, &selected]);
            let compared = built.end(&mut command, &[]).stdout();
            let is_wrong = !compared.contains(" 0 incorrect transformations");
            if is_wrong && compared.contains(" incorrect transformations") {
                return Err(format!("seed {seed}, {name}:\n{compared}").into());
            }
            if compared.contains(" 1 correct transformations") { shown += 1 } else { open += 1 }
        }
    }
    println!("{shown} functions with answers refine what they were, of {open} alive-tv says nothing");
    if shown == 0 { Err("nothing is shown".into()) } else { Ok(()) }
}
