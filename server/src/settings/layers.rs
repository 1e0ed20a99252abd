//! One table of settings from four places: flags, then variables, then the file, then defaults.
//!
//! The table is what clap has of [`Config`]: a flag is a key of the file, and its parser checks the file's value. Flags of
//! a help heading are the keys of a table: `--tls-key`, under `Tls`, is `key` in `[tls]`, and `--lease-ms`, under `Tier`, is
//! `lease-ms` in `[tier]`. A flag whose values `--help` does not show (`hide_env_values`) holds a secret and is not printed.
//! A variable that is empty is as good as none.

use super::config::Config;
use super::file::{self, Entry, Value};
use super::mistakes::{Form, Mistake, Names, Wrong, named, translated};
use clap::builder::{OsStringValueParser, Resettable, ValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory as _, FromArgMatches as _};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Flags that say what to do with a file and are none of its keys.
const NOT_IN_A_FILE: [&str; 2] = ["config", "check_config"];

/// How alike two keys are when one is offered for the other, from 0 to 1.
const ALIKE: f64 = 0.8;

/// Why there is no configuration.
pub enum Refused {
    /// The command line cannot be read; also what `--help` and `--version` print.
    Flags(clap::Error),
    /// Values, and keys of the file. All of them, and what there is without them: more may be wrong with that.
    Settings(Vec<Mistake>, Box<Configured>),
}

/// The configuration, and where each part of it is from.
pub struct Configured {
    /// The configuration.
    pub config: Config,
    matches: ArgMatches,
    lines: BTreeMap<String, (PathBuf, usize)>,
    /// Settings that are left out, because their values are wrong, by their flags.
    left_out: BTreeSet<String>,
}

/// Reads everything.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Configured, Refused> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = crate::version::said_by(without_empty_variables(Config::command()));
    // Values are looked at one by one below, so that all that are wrong are said.
    let unread = command.clone().mut_args(|arg| match arg.get_action().takes_values() {
        true => arg.value_parser(OsStringValueParser::new()),
        false => arg,
    });
    let first = match unread.try_get_matches_from(&arguments) {
        Ok(first) => first,
        Err(error) => return Err(Refused::Flags(command.try_get_matches_from(&arguments).err().unwrap_or(error))),
    };
    if first.subcommand_name().is_some() {
        return configured(command, &arguments, BTreeMap::new(), BTreeSet::new()).map_err(Refused::Flags);
    }
    let mut reading = Reading::new(&command, &first);
    let path = first.get_raw("config").and_then(|mut values| values.next()).map(PathBuf::from);
    let command = path.map_or_else(|| command.clone(), |path| reading.file(command.clone(), path));
    let arguments = reading.flags();
    let bad = |arg: &Arg| arg.get_long().is_some_and(|long| reading.left_out.contains(long));
    let command = command.mut_args(|arg| if bad(&arg) { arg.env(Resettable::Reset) } else { arg });
    let Reading { mistakes, lines, left_out, .. } = reading;
    let configured = configured(command, &arguments, lines, left_out).map_err(Refused::Flags)?;
    if mistakes.is_empty() { Ok(configured) } else { Err(Refused::Settings(mistakes, Box::new(configured))) }
}

fn configured(
    mut command: Command,
    arguments: &[OsString],
    lines: BTreeMap<String, (PathBuf, usize)>,
    left_out: BTreeSet<String>,
) -> Result<Configured, clap::Error> {
    let matches = command.try_get_matches_from_mut(arguments)?;
    let config = Config::from_arg_matches(&matches)?;
    Ok(Configured { config, matches, lines, left_out })
}

/// A command, and those below it, for which variables that are set to nothing are not set.
fn without_empty_variables(command: Command) -> Command {
    let is_empty = |arg: &Arg| arg.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    let command = command.mut_args(|arg| if is_empty(&arg) { arg.env(Resettable::Reset) } else { arg });
    command.mut_subcommands(without_empty_variables)
}

/// The key of a flag, where it is a setting.
fn key(arg: &Arg) -> Option<String> {
    let long = arg.get_long()?;
    if NOT_IN_A_FILE.contains(&arg.get_id().as_str()) || matches!(long, "help" | "version") {
        return None;
    }
    let Some(table) = arg.get_help_heading().map(str::to_lowercase) else { return Some(long.to_owned()) };
    let inner = long.strip_prefix(&table).and_then(|rest| rest.strip_prefix('-')).unwrap_or(long);
    Some(format!("{table}.{inner}"))
}

fn names(arg: &Arg) -> Option<Names> {
    let variable = arg.get_env().map(|name| name.to_string_lossy().into_owned());
    Some(Names { flag: arg.get_long()?.to_owned(), key: key(arg)?, variable })
}

/// The findings while settings are read.
struct Reading<'a> {
    /// The command, whose variables are set aside: they must not be taken for another place's mistakes.
    bare: Command,
    /// The settings, by their keys.
    known: BTreeMap<String, Arg>,
    first: &'a ArgMatches,
    mistakes: Vec<Mistake>,
    lines: BTreeMap<String, (PathBuf, usize)>,
    left_out: BTreeSet<String>,
}

impl<'a> Reading<'a> {
    fn new(command: &Command, first: &'a ArgMatches) -> Self {
        Reading {
            bare: command.clone().mut_args(|arg| arg.env(Resettable::Reset)),
            known: command.get_arguments().filter_map(|arg| Some((key(arg)?, arg.clone()))).collect(),
            first,
            mistakes: Vec::new(),
            lines: BTreeMap::new(),
            left_out: BTreeSet::new(),
        }
    }

    /// The command with the file's values as its defaults.
    fn file(&mut self, mut command: Command, path: PathBuf) -> Command {
        let entries = file::read(&path).unwrap_or_else(|problem| {
            let place = Some((problem.path, problem.line));
            self.mistakes.push(Mistake { place, sentence: problem.sentence, may_pass: false });
            Vec::new()
        });
        for Entry { key, value, line } in entries {
            let checked = match self.known.get(&key) {
                None => Err(unknown(&key, &self.known)),
                Some(arg) => checked(&self.bare, arg, &key, value).map(|values| (arg, values)),
            };
            match checked {
                Ok((arg, values)) => {
                    command = command.mut_arg(arg.get_id(), |arg| arg.default_values(values));
                    self.lines.insert(key, (path.clone(), line));
                }
                Err(sentence) => {
                    self.left_out.extend(self.known.get(&key).and_then(|arg| Some(arg.get_long()?.to_owned())));
                    let place = Some((path.clone(), Some(line)));
                    self.mistakes.push(Mistake { place, sentence, may_pass: false });
                }
            }
        }
        command
    }

    /// Looks at flags and variables, and gives back the arguments that can be read.
    fn flags(&mut self) -> Vec<OsString> {
        let mut arguments = vec![OsString::from("isotoped")];
        for arg in self.bare.clone().get_arguments() {
            let id = arg.get_id().as_str();
            let source = self.first.value_source(id);
            let is_flag = source == Some(ValueSource::CommandLine);
            if !is_flag && source != Some(ValueSource::EnvVariable) {
                continue;
            }
            let Some(long) = arg.get_long() else { continue };
            if !arg.get_action().takes_values() {
                arguments.push(format!("--{long}").into());
                continue;
            }
            let variable = self.known.values().find(|known| known.get_id() == arg.get_id()).and_then(Arg::get_env);
            let form = match variable {
                Some(variable) if !is_flag => variable.to_string_lossy().into_owned(),
                _ => format!("--{long}"),
            };
            for value in self.first.get_raw(id).into_iter().flatten() {
                match parsed(&self.bare, arg, value) {
                    Ok(flag) if is_flag => arguments.push(flag),
                    Ok(_) => {}
                    Err(remedy) => {
                        let value = shown(arg, &value.to_string_lossy());
                        let sentence = format!("`{form}` cannot be `{value}`: {remedy}");
                        self.mistakes.push(Mistake { place: None, sentence, may_pass: false });
                        self.left_out.insert(long.to_owned());
                    }
                }
            }
        }
        arguments
    }
}

fn unknown(key: &str, known: &BTreeMap<String, Arg>) -> String {
    let table = format!("{key}.");
    if let Some(inside) = known.keys().find(|known| known.starts_with(&table)) {
        return format!("`{key}` is a table; write [{key}] and its keys below, as in `{inside}`");
    }
    let grouped =
        known.iter().find(|(_, arg)| arg.get_long() == Some(key)).and_then(|(known, _)| known.split_once('.'));
    if let Some((table, inner)) = grouped {
        return format!("there is no setting `{key}` here; it is `{inner}` in the table [{table}]");
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
        let wrong = |remedy| format!("`{key}` cannot be `{}`: {remedy}", shown(arg, value));
        parsed(command, arg, OsStr::new(value)).map_err(wrong)?;
    }
    Ok(values)
}

/// A value as it may be repeated to whoever wrote it.
fn shown(arg: &Arg, value: &str) -> String {
    if arg.is_hide_env_values_set() { "...".to_owned() } else { value.to_owned() }
}

/// A flag with a value that its own parser takes, or what it wants instead.
fn parsed(command: &Command, arg: &Arg, value: &OsStr) -> Result<OsString, String> {
    let mut flag = OsString::from(format!("--{}=", arg.get_long().unwrap_or_default()));
    flag.push(value);
    match command.clone().try_get_matches_from([OsStr::new("isotoped"), &flag]) {
        Ok(_) => Ok(flag),
        Err(_) if value.is_empty() => Err("it is empty; give it a value, or leave it out".to_owned()),
        Err(error) => Err(remedy(&error)),
    }
}

fn is_text(arg: &Arg) -> bool {
    let parser = arg.get_value_parser().type_id();
    parser == ValueParser::string().type_id() || parser == ValueParser::path_buf().type_id()
}

/// The remedy by a parser.
fn remedy(error: &clap::Error) -> String {
    if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue)
        && !values.is_empty()
    {
        return format!("it may be {}", values.join(", "));
    }
    error.source().map_or_else(|| "see `isotoped --help`".to_owned(), ToString::to_string)
}

impl Configured {
    /// The mistakes, with where the setting is from, in the words of whoever wrote it there. A consequence of settings that are
    /// left out is no mistake of its own.
    pub fn mistakes(&self, wrong: &[Wrong]) -> Vec<Mistake> {
        let known: Vec<Names> = Config::command().get_arguments().filter_map(names).collect();
        let follows = |wrong: &&Wrong| {
            let all = named(&wrong.sentence).chain([wrong.setting]);
            all.into_iter().any(|flag| self.left_out.contains(flag))
        };
        wrong.iter().filter(|wrong| !follows(wrong)).map(|wrong| self.mistake(wrong, &known)).collect()
    }

    fn mistake(&self, wrong: &Wrong, known: &[Names]) -> Mistake {
        let names = known.iter().find(|names| names.flag == wrong.setting);
        let source = Config::command()
            .get_arguments()
            .find(|arg| arg.get_long() == Some(wrong.setting))
            .and_then(|arg| self.matches.value_source(arg.get_id().as_str()));
        let line = names.and_then(|names| self.lines.get(&names.key));
        let (form, place) = match (source, line) {
            (Some(ValueSource::CommandLine), _) => (Form::Flag, None),
            (Some(ValueSource::EnvVariable), _) => (Form::Variable, None),
            (_, Some((path, line))) => (Form::Key, Some((path.clone(), Some(*line)))),
            _ => (Form::Flag, None),
        };
        let name = names.map_or_else(|| wrong.setting.to_owned(), |names| names.in_form(form));
        let sentence = format!("`{name}`: {}", translated(&wrong.sentence, form, known));
        Mistake { place, sentence, may_pass: wrong.may_pass }
    }

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
            _ => match self.lines.get(key) {
                Some((path, line)) => format!("{}:{line}", path.display()),
                None => "default".to_owned(),
            },
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
