//! `isotope memo`: what an operator does with the memo of a daemon that runs.

use super::{connect_to_folder, print, print_json, target};
use crate::arguments::{Input, Server, work};
use crate::input::{located, read};
use clap::{Args, Subcommand};
use isotope_cli::snapshots;
use isotope_proto::v1;
use isotope_server::stored::purging::Conditions;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub enum Memo {
    /// Pin the entries of a file's expressions, also those still to come: want of space never takes them.
    Pin(Pin),
    /// Take that back.
    Unpin(Pin),
    /// Drop entries for good: those that fulfil all conditions. Their copies in a tier or in a snapshot under the cache stay there.
    Purge(Purge),
    /// Read every entry again. Exit status 1 if something is damaged or was not written by this cache.
    Verify(Verify),
    /// Write the entries that may be served to a new file, a snapshot that the daemon signs.
    Export(Export),
    /// Put the entries of a snapshot into the cache. Those that no key of the daemon's signed are proved first, behind everything else,
    /// where it is configured so (--tier-unsigned prove). Ended by whatever, it goes on where it was. Exit status 3 if something is left.
    Import(Import),
}

#[derive(Debug, Args)]
pub struct Pin {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct Purge {
    #[command(flatten)]
    pub conditions: Conditions,
    /// Pinned ones, too, which stay otherwise.
    #[arg(long)]
    pub pinned: bool,
    /// Only say how many there are.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct Verify {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct Export {
    /// The file, which must not be there yet.
    pub file: PathBuf,
    #[command(flatten)]
    pub server: Server,
}

#[derive(Debug, Args)]
pub struct Import {
    /// The snapshot.
    pub file: PathBuf,
    /// Work on proofs after which it ends, in the units of a search's budget [default: no bound]
    #[arg(long, value_name = "WORK", default_value_t = 0, hide_default_value = true, value_parser = work)]
    pub work: u64,
    #[command(flatten)]
    pub server: Server,
}

/// Exit status of what is not done to its end.
const UNFINISHED: u8 = 3;

/// Runs one of them.
pub async fn run(command: Memo) -> anyhow::Result<ExitCode> {
    match command {
        Memo::Pin(command) => pin(command, false).await,
        Memo::Unpin(command) => pin(command, true).await,
        Memo::Purge(command) => purge(command).await,
        Memo::Verify(command) => verify(command).await,
        Memo::Export(command) => export(command).await,
        Memo::Import(command) => import(command).await,
    }
}

async fn pin(command: Pin, unpin: bool) -> anyhow::Result<ExitCode> {
    let text = read(&command.input.file)?;
    let request = v1::PinRequest {
        target: target(&command.input.processor, &text)?,
        options: Some(command.input.options(Vec::new())),
        expected_epoch: command.input.expected_epoch.clone(),
        program: Some(v1::pin_request::Program::Text(text.clone())),
        unpin,
    };
    let connected = connect_to_folder(&command.server).await?;
    let v1::PinResponse { windows, changed, remembered, pinned } =
        connected.client.pin(request).await.map_err(|error| located(&command.input.file, &text, error))?;
    let done = if unpin { "no longer pinned" } else { "newly pinned" };
    print(&format!(
        "{changed} of {windows} windows {done}, {remembered} of them remembered; {pinned} pinned in all\n"
    ))?;
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn purge(command: Purge) -> anyhow::Result<ExitCode> {
    let Purge { conditions, pinned, dry_run, server } = command;
    let connected = connect_to_folder(&server).await?;
    let request = v1::PurgeRequest { conditions: Some(conditions.into()), pinned, dry_run };
    let done = connected.client.purge(request).await?;
    let what = if dry_run { "would be dropped" } else { "dropped" };
    print(&format!(
        "{} records {what}, {} stay because they are pinned; {} in all\n",
        done.dropped, done.pinned, done.left
    ))?;
    for elsewhere in &done.elsewhere {
        print(&format!("{elsewhere} keeps what it has of them, and they may come back from there\n"))?;
    }
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn verify(command: Verify) -> anyhow::Result<ExitCode> {
    let connected = connect_to_folder(&command.server).await?;
    let found = connected.client.verify().await?;
    let rows = [
        ("frames", found.frames),
        ("records", found.records),
        ("damaged regions", found.damaged_regions),
        ("bytes of them", found.damaged_bytes),
        ("frames not of this cache", found.foreign_frames),
        ("records that the index missed", found.index_mismatches),
    ];
    let is_sound = found.damaged_regions + found.foreign_frames + found.index_mismatches == 0;
    match command.json {
        true => print_json(&json!({
            "version": 1, "sound": is_sound, "frames": found.frames, "records": found.records,
            "damaged_regions": found.damaged_regions, "damaged_bytes": found.damaged_bytes,
            "foreign_frames": found.foreign_frames, "index_mismatches": found.index_mismatches,
        }))?,
        false => rows.iter().try_for_each(|(what, count)| print(&format!("{what:<32}{count:>16}\n")))?,
    }
    connected.close().await;
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn export(command: Export) -> anyhow::Result<ExitCode> {
    let connected = connect_to_folder(&command.server).await?;
    let (records, bytes) = snapshots::export(&connected.client, &command.file).await?;
    print(&format!("{records} records, {bytes} bytes\n"))?;
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn import(command: Import) -> anyhow::Result<ExitCode> {
    let connected = connect_to_folder(&command.server).await?;
    let told = |so_far: &v1::ImportResponse| eprintln!("isotope: {}", summed_up(so_far));
    let done = snapshots::import(&connected.client, &command.file, command.work, told).await?;
    print(&format!("{}\n", summed_up(&done)))?;
    if !done.last_refused.is_empty() {
        print(&format!("the last that was refused: {}\n", done.last_refused))?;
    }
    connected.close().await;
    Ok(if done.over { ExitCode::SUCCESS } else { ExitCode::from(UNFINISHED) })
}

fn summed_up(so_far: &v1::ImportResponse) -> String {
    let v1::ImportResponse { total, done, kept, there, refused, work, signed, .. } = so_far;
    let how = if *signed { "signed".to_owned() } else { format!("proved again with {work} units of work") };
    format!("{done} of {total} records: {kept} imported, {there} were there, {refused} refused; {how}")
}
