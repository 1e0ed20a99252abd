//! `isotope ops`: the operations of the text form.

use super::print;
use crate::input::BadInput;
use anyhow::anyhow;
use clap::Args;
use isotope_cli::words;
use isotope_dictionary::meant;
use isotope_reference::operations::{self, GROUPS, Operation};
use serde_json::{Value, json};
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Ops {
    /// Only the operations that this word names or is mentioned by, `select`, `if_then_else` or `/`, or whose names and meanings have
    /// these words: average, abs diff.
    #[arg(value_name = "NAME|WORDS")]
    pub words: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
pub fn run(command: &Ops) -> anyhow::Result<ExitCode> {
    let wrong = |why: String| anyhow!("an example cannot be computed: {why}");
    if !command.words.is_empty() {
        let name = &command.words.join(" ");
        let mut found = operations::find(name);
        if found.is_empty() {
            let all = GROUPS.iter().flat_map(|group| group.operations);
            found = words::find(name, all, |operation| (operation.name, operation.meaning));
        }
        if found.is_empty() {
            let near = meant(name, operations::names());
            let remedy = if near.is_empty() { "`isotope ops` lists all of them" } else { &near };
            return Err(BadInput(format!("there is no operation `{name}`; {remedy}")).into());
        }
        let text = if command.json { list(found)? } else { operations::text(found).map_err(wrong)? };
        print(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    if command.json {
        print(&list(GROUPS.iter().flat_map(|group| group.operations))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for (at, group) in GROUPS.iter().enumerate() {
        let space = if at == 0 { "" } else { "\n" };
        print(&format!("{space}{}\n\n{}", group.title, operations::text(group.operations).map_err(wrong)?))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn list<'a>(operations: impl IntoIterator<Item = &'a Operation>) -> anyhow::Result<String> {
    let row = |operation: &Operation| -> anyhow::Result<Value> {
        let value = operation.value().map_err(|why| anyhow!("{}: {why}", operation.name))?;
        let mut row = serde_json::to_value(operation)?;
        row["value"] = json!(value);
        Ok(row)
    };
    let rows = operations.into_iter().map(row).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(serde_json::to_string_pretty(&json!({ "version": 1, "operations": rows }))? + "\n")
}
