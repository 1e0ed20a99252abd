//! What shells and `man` read of the two programs, made from their flags.

use super::print;
use crate::arguments::Arguments;
use anyhow::Context as _;
use clap::{Args, CommandFactory as _, ValueEnum};
use clap_complete::{Shell, generate};
use isotope_server::settings::config::Config;
use std::path::PathBuf;
use std::process::ExitCode;

/// `isotope completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
    /// The program whose flags are completed.
    #[arg(long, value_enum, default_value_t = Program::Isotope)]
    pub of: Program,
}

/// `isotope man`.
#[derive(Debug, Args)]
pub struct Man {
    /// Folder for the pages; made if need be. Files in it that the pages are called like are written over.
    pub folder: PathBuf,
}

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Program {
    /// The command.
    Isotope,
    /// The daemon.
    Isotoped,
}

impl Program {
    fn command(self) -> clap::Command {
        match self {
            Program::Isotope => Arguments::command(),
            Program::Isotoped => Config::command(),
        }
    }
}

/// Prints a shell's completions.
pub fn completions(command: &Completions) -> anyhow::Result<ExitCode> {
    let mut program = command.of.command();
    let (name, mut text) = (program.get_name().to_owned(), Vec::new());
    generate(command.shell, &mut program, name, &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages of both programs and of every command.
pub fn man(command: &Man) -> anyhow::Result<ExitCode> {
    let folder = &command.folder;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for program in [Program::Isotope, Program::Isotoped] {
        // A page of the help would say how to read the page.
        let command = program.command().disable_help_subcommand(true);
        clap_mangen::generate_to(command, folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
