//! One table of settings from four places: flags, then variables, then the file, then defaults.
//!
//! The table is what clap has of [`Config`]: a flag is a key of the file, and its parser checks the file's value. Flags of
//! a help heading that are named after it are the keys of a table: `--tls-key`, under `Tls`, is `key` in `[tls]`. A flag
//! whose values `--help` does not show (`hide_env_values`) holds a secret and is not printed.

use super::config::Config;
use super::file::{self, Entry, Problem, Value};
use clap::builder::{Resettable, ValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory as _, FromArgMatches as _};
use std::collections::BTreeMap;
use std::error::Error as _;
use std::ffi::OsString;
use std::path::PathBuf;

/// Flags that say what to do with a file and are none of its keys.
const NOT_IN_A_FILE: [&str; 2] = ["config", "check_config"];

/// How alike two keys are when one is offered for the other, from 0 to 1.
const ALIKE: f64 = 0.8;

/// Why there is no configuration.
#[derive(Debug)]
pub enum Refused {
    /// The command line or a variable; also what `--help` and `--version` print.
    Flags(clap::Error),
    /// The file.
    File(Vec<Problem>),
}

/// The configuration, and where each part of it is from.
pub struct Configured {
    /// What is to be done.
    pub config: Config,
    matches: ArgMatches,
    lines: BTreeMap<String, String>,
}

/// Reads everything.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Configured, Refused> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = Config::command();
    let first = command.clone().try_get_matches_from(&arguments).map_err(Refused::Flags)?;
    let path = first.try_get_one::<PathBuf>("config").ok().flatten().cloned();
    let (command, lines) = match path.filter(|_| first.subcommand_name().is_none()) {
        None => (command, BTreeMap::new()),
        Some(path) => with_file(command, path).map_err(Refused::File)?,
    };
    let matches = command.try_get_matches_from(&arguments).map_err(Refused::Flags)?;
    let config = Config::from_arg_matches(&matches).map_err(Refused::Flags)?;
    Ok(Configured { config, matches, lines })
}

/// The key of a flag, where it is a setting.
fn key(arg: &Arg) -> Option<String> {
    let long = arg.get_long()?;
    if NOT_IN_A_FILE.contains(&arg.get_id().as_str()) || matches!(long, "help" | "version") {
        return None;
    }
    let table = arg.get_help_heading().map(str::to_lowercase);
    let inner = table.as_deref().and_then(|table| long.strip_prefix(table)?.strip_prefix('-'));
    Some(match (table.as_deref(), inner) {
        (Some(table), Some(inner)) => format!("{table}.{inner}"),
        _ => long.to_owned(),
    })
}

/// The command with the file's values as its defaults, and each key's line.
fn with_file(mut command: Command, path: PathBuf) -> Result<(Command, BTreeMap<String, String>), Vec<Problem>> {
    let entries = file::read(&path).map_err(|problem| vec![problem])?;
    // Variables are looked at when everything is read; they must not be taken for the file's mistakes.
    let without_variables = command.clone().mut_args(|arg| arg.env(Resettable::Reset));
    let known: BTreeMap<String, Arg> = command.get_arguments().filter_map(|a| Some((key(a)?, a.clone()))).collect();
    let (mut problems, mut lines) = (Vec::new(), BTreeMap::new());
    for Entry { key, value, line } in entries {
        let checked = match known.get(&key) {
            None => Err(unknown(&key, &known)),
            Some(arg) => checked(&without_variables, arg, &key, value).map(|values| (arg, values)),
        };
        match checked {
            Ok((arg, values)) => {
                command = command.mut_arg(arg.get_id(), |arg| arg.default_values(values));
                lines.insert(key, format!("{}:{line}", path.display()));
            }
            Err(sentence) => problems.push(Problem { path: path.clone(), line: Some(line), sentence }),
        }
    }
    if problems.is_empty() { Ok((command, lines)) } else { Err(problems) }
}

fn unknown(key: &str, known: &BTreeMap<String, Arg>) -> String {
    let table = format!("{key}.");
    if let Some(inside) = known.keys().find(|known| known.starts_with(&table)) {
        return format!("`{key}` is a table; write [{key}] and its keys below, as in `{inside}`");
    }
    let alike = |known: &&String| (strsim::jaro_winkler(key, known) * 1000.0) as u64;
    match known.keys().max_by_key(alike) {
        Some(nearest) if strsim::jaro_winkler(key, nearest) >= ALIKE => {
            format!("there is no setting `{key}`; did you mean `{nearest}`?")
        }
        _ => format!("there is no setting `{key}`; `isotoped --help` lists them all"),
    }
}

/// The values that clap takes for a flag, after its own parser has seen them.
fn checked(command: &Command, arg: &Arg, key: &str, value: Value) -> Result<Vec<String>, String> {
    let values = match value {
        Value::Bare(bare) if is_text(arg) => {
            return Err(format!("`{key}` is a text; write {key} = \"{bare}\""));
        }
        Value::List(values) if matches!(arg.get_action(), ArgAction::Append) => values,
        Value::List(_) => return Err(format!("`{key}` is one value, not a list of them")),
        Value::Other(kind) => return Err(format!("`{key}` is a setting, and no {kind} fits it")),
        Value::Text(text) | Value::Bare(text) => vec![text],
    };
    for value in &values {
        let flag = format!("--{}={value}", arg.get_long().unwrap_or_default());
        match command.clone().try_get_matches_from(["isotoped", &flag]) {
            Err(e) if matches!(e.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) => {
                return Err(format!("`{key}` cannot be `{value}`: {}", remedy(&e)));
            }
            _ => {}
        }
    }
    Ok(values)
}

fn is_text(arg: &Arg) -> bool {
    let parser = arg.get_value_parser().type_id();
    parser == ValueParser::string().type_id() || parser == ValueParser::path_buf().type_id()
}

/// What a parser says that it wants.
fn remedy(error: &clap::Error) -> String {
    if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue)
        && !values.is_empty()
    {
        return format!("it may be {}", values.join(", "));
    }
    error.source().map_or_else(|| "see `isotoped --help`".to_owned(), ToString::to_string)
}

impl Configured {
    /// Every setting with its value and where that is from, as a file that can be read again. Secrets are left out.
    pub fn show(&self) -> String {
        let mut plain = String::from("# What isotoped runs with, and where each value is from.\n");
        let mut tables: BTreeMap<String, String> = BTreeMap::new();
        for arg in Config::command().get_arguments() {
            let Some(key) = key(arg) else { continue };
            match key.split_once('.') {
                None => plain.push_str(&self.line(arg, &key, &key)),
                Some((table, inner)) => {
                    let line = self.line(arg, &key, inner);
                    tables.entry(table.to_owned()).or_default().push_str(&line);
                }
            }
        }
        for (table, lines) in tables {
            plain.push_str(&format!("\n[{table}]\n{lines}"));
        }
        plain
    }

    fn line(&self, arg: &Arg, key: &str, shown: &str) -> String {
        let id = arg.get_id().as_str();
        let values: Vec<String> = self
            .matches
            .get_raw(id)
            .into_iter()
            .flatten()
            .map(|value| {
                let value = value.to_string_lossy().into_owned();
                if is_text(arg) || !is_bare(&value) { toml::Value::String(value).to_string() } else { value }
            })
            .collect();
        let from = self.from(arg, key);
        match &values[..] {
            [] => format!("# {shown} is not set\n"),
            _ if arg.is_hide_env_values_set() => format!("# {shown} is set and not shown ({from})\n"),
            [value] if !matches!(arg.get_action(), ArgAction::Append) => format!("{shown} = {value} # {from}\n"),
            _ => format!("{shown} = [{}] # {from}\n", values.join(", ")),
        }
    }

    fn from(&self, arg: &Arg, key: &str) -> String {
        match self.matches.value_source(arg.get_id().as_str()) {
            Some(ValueSource::CommandLine) => format!("--{}", arg.get_long().unwrap_or_default()),
            Some(ValueSource::EnvVariable) => {
                arg.get_env().map_or_else(|| "a variable".to_owned(), |name| name.to_string_lossy().into_owned())
            }
            _ => self.lines.get(key).cloned().unwrap_or_else(|| "default".to_owned()),
        }
    }
}

/// Whether TOML writes it without quotes.
fn is_bare(value: &str) -> bool {
    matches!(value, "true" | "false")
        || format!("v = {value}")
            .parse::<toml::Table>()
            .is_ok_and(|table| table["v"].is_integer() || table["v"].is_float())
}

#[cfg(test)]
mod tests;
