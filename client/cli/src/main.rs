//! `isotope`: flags in, exit status out. Started under the daemon's name, this executable is the daemon, or a worker of `--standalone`:
//! the packages have it once, and `isotoped` is a link to it.

mod arguments;
mod command_line;
mod commands;
mod input;
mod standalone;
mod terminal;

use isotope_client::ClientError;
use isotope_server::program;
use std::path::Path;
use std::process::ExitCode;

/// Exit status for input that no server could answer.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    if std::env::args_os().next().is_some_and(|path| Path::new(&path).file_name() == Some(program::NAME.as_ref())) {
        return program::main();
    }
    let arguments = command_line::Arguments::read();
    let may_be_alone = arguments.may_be_alone;
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("isotope: no threads: {error}");
            return ExitCode::FAILURE;
        }
    };
    let done = runtime.block_on(arguments.command.run());
    // A search of --standalone may still be on its way to noticing that nobody waits.
    runtime.shutdown_background();
    match done {
        Ok(code) => code,
        Err(error) => {
            let mut said = terminal::shown(&terminal::sentence(&error));
            let nobody = error.downcast_ref::<ClientError>().is_some_and(ClientError::is_nobody);
            if nobody && may_be_alone {
                said.push_str("; --standalone needs no server");
            }
            let is_mistake = error.is::<input::Mistakes>() || error.is::<input::Located>();
            // Editors and CI look for the file's name where a line begins.
            if is_mistake {
                eprintln!("{said}")
            } else {
                eprintln!("isotope: {said}")
            }
            let bad = is_mistake
                || error.is::<input::BadInput>()
                || error.is::<commands::check::NotCompared>()
                || error.downcast_ref::<ClientError>().is_some_and(ClientError::is_bad_input);
            if bad { ExitCode::from(BAD_INPUT) } else { ExitCode::FAILURE }
        }
    }
}
