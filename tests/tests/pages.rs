//! Parts of the pages that are made from the code: written between `<!-- generated: NAME -->` and `<!-- end -->`. `BLESS=1` writes them.

#![allow(clippy::unwrap_used)]

use clap::{Arg, CommandFactory as _};
use isotope_reference::operations;
use isotope_server::observed;
use isotope_server::settings::config::Config;
use std::path::Path;

/// Compares a part of a page with what the code says, or writes it.
fn generated(page: &str, name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    let begin = format!("<!-- generated: {name} -->\n");
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("{page} has no part {name}"));
    let (found, after) = rest.split_once("<!-- end -->").unwrap();
    let wanted = format!("{}\n\n", wanted.trim_matches('\n'));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{before}{begin}\n{wanted}<!-- end -->{after}")).unwrap();
        return;
    }
    let differs = found.trim_matches('\n').lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
    assert!(
        found.trim_matches('\n') == wanted.trim_matches('\n'),
        "the part {name} of {page} is not what the code says; BLESS=1 writes it. First difference: {differs:?}"
    );
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The help of a flag, and its default: one that depends on the machine is said in words.
fn help_and_default(arg: &Arg) -> (String, String) {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let in_words = [(" [default: ", "]"), (" Default: ", ".")].iter().find_map(|(begin, end)| {
        let (before, rest) = help.split_once(begin)?;
        let (default, after) = rest.split_once(end).unwrap_or((rest, ""));
        Some((format!("{before}{after}"), default.to_owned()))
    });
    in_words.unwrap_or_else(|| {
        let values: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        let default = values.join(",");
        (help, if default.is_empty() { default } else { format!("`{default}`") })
    })
}

fn flag(arg: &Arg) -> String {
    let takes_value = arg.get_action().takes_values();
    let value = arg.get_value_names().filter(|_| takes_value).map_or(String::new(), |names| format!(" {}", names[0]));
    let name = match value.as_str() {
        // A switch that may be said to be off.
        " BOOL" => format!("--{}", arg.get_long().unwrap()),
        value => format!("--{}{value}", arg.get_long().unwrap()),
    };
    let variable = arg.get_env().map_or(String::new(), |name| format!("`{}`", name.to_string_lossy()));
    let (help, default) = help_and_default(arg);
    let words: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter_map(|value| Some(format!("`{}`: {}", value.get_name(), value.get_help()?)))
        .collect();
    let help = if words.is_empty() || value == " BOOL" { help } else { format!("{help}. {}", words.join("; ")) };
    format!("| `{name}` | {variable} | {default} | {} |\n", cell(&help))
}

#[test]
fn the_daemons_page_lists_its_flags() {
    let command = Config::command();
    let mut groups: Vec<(String, String)> = Vec::new();
    for arg in command.get_arguments().filter(|arg| arg.get_long().is_some() && !arg.is_hide_set()) {
        let heading = arg.get_help_heading().unwrap_or("General").to_owned();
        match groups.iter_mut().find(|(name, _)| *name == heading) {
            Some((_, rows)) => rows.push_str(&flag(arg)),
            None => groups.push((heading, flag(arg))),
        }
    }
    let table = |(name, rows): &(String, String)| {
        format!("### {name}\n\n| flag | variable | default | meaning |\n| --- | --- | --- | --- |\n{rows}\n")
    };
    assert!(groups.len() >= 3, "{groups:?}");
    generated("docs/daemon.md", "flags", &groups.iter().map(table).collect::<String>());
}

#[test]
fn the_operators_page_lists_every_metric() {
    generated("docs/observability.md", "metrics", &observed::markdown());
}

#[test]
fn the_page_of_the_text_form_lists_every_operation() {
    generated("docs/text-form.md", "operations", &operations::markdown().unwrap());
}
