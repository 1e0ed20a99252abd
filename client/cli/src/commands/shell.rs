//! Completions for shells and pages for `man` of the two programs, made from their flags.

use super::print;
use crate::arguments::manual;
use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory as _, ValueEnum};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use isotope_server::settings::config::Config;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
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
pub struct Manual {
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
    /// Its command line; `isotope`'s as it is declared.
    fn command(self, isotope: clap::Command) -> clap::Command {
        match self {
            Program::Isotope => manual::described(isotope),
            Program::Isotoped => Config::command(),
        }
    }
}

/// Prints a shell's completions.
pub fn completions(command: &Completions, isotope: clap::Command) -> anyhow::Result<ExitCode> {
    let mut program = with_cpus(command.of.command(isotope));
    let (name, mut text) = (program.get_name().to_owned(), Vec::new());
    generate(command.shell, &mut program, name, &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// A program whose flags for a CPU complete the names that there is data for. Others may be given all the same: this is for completions
/// alone.
fn with_cpus(command: clap::Command) -> clap::Command {
    let sets = isotope_server::sets::load(None).ok();
    let names = sets.iter().flat_map(|sets| sets.iter()).flat_map(|set| set.cpus().names());
    let cpus: BTreeSet<String> = names.map(|name| name.to_string()).chain(["host".to_owned()]).collect();
    with_values(command, &cpus)
}

fn with_values(command: clap::Command, cpus: &BTreeSet<String>) -> clap::Command {
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "mcpu" => arg.value_parser(PossibleValuesParser::new(cpus)),
        _ => arg,
    });
    command.mut_subcommands(|sub| with_values(sub, cpus))
}

/// Writes the pages of both programs and of every command.
pub fn man(command: &Manual, isotope: &clap::Command) -> anyhow::Result<ExitCode> {
    let folder = &command.folder;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for program in [Program::Isotope, Program::Isotoped] {
        // A page of the help would say how to read the page.
        let mut command = program.command(isotope.clone()).disable_help_subcommand(true);
        command.build();
        pages(&command, program, "", folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command, and those of the commands below it.
fn pages(command: &clap::Command, program: Program, name: &str, folder: &Path) -> std::io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        pages(sub, program, format!("{name} {}", sub.get_name()).trim(), folder)?;
    }
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    let (examples, statuses) = match program {
        Program::Isotope => manual::page_of(name),
        Program::Isotoped => manual::page_of_the_daemon(name),
    };
    text.extend(sections(examples, statuses).bytes());
    if command.get_version().or_else(|| command.get_long_version()).is_some() {
        man.render_version_section(&mut text)?;
    }
    std::fs::write(folder.join(man.get_filename()), text)
}

/// EXAMPLES and EXIT STATUS of a page.
fn sections(examples: &[&str], statuses: &[(&str, &str)]) -> String {
    // A page's own text begins no line with a dot or an apostrophe, and holds backslashes and hyphens as themselves.
    let plain = |text: &str| text.replace('\\', "\\e").replace('-', "\\-");
    let mut text = ".SH EXAMPLES\n".to_owned();
    examples.iter().for_each(|example| text += &format!(".nf\n{}\n.fi\n.PP\n", plain(example)));
    text += ".SH \"EXIT STATUS\"\n";
    statuses.iter().for_each(|(status, meaning)| text += &format!(".TP\n{}\n{}\n", plain(status), plain(meaning)));
    text
}
