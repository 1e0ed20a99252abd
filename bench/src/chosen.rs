//! Which instruction set and which CPU a command measures.

use crate::windows;
use anyhow::{Context, Result};
use isotope_grammars::embedded;
use isotope_proto::v1::Target;
use std::path::PathBuf;

/// The flags that say it.
#[derive(clap::Args, Clone, Debug)]
pub struct Chosen {
    /// The instruction set, by the name of its folder in `grammars/data`: x86, arm.
    #[arg(long, default_value = "x86")]
    set: String,
    /// The CPU that code is made for, in LLVM's names [default: the first of the set's cpus.txt].
    #[arg(long)]
    mcpu: Option<String>,
}

impl Chosen {
    /// The CPU's target, as requests name it. An error names the sets that there are answers for.
    pub fn target(&self) -> Result<Target> {
        let answering = || embedded().iter().filter(|set| set.answers());
        let set = answering().find(|set| set.manifest().title == self.set).with_context(|| {
            let known: Vec<&str> = answering().map(|set| set.manifest().title.as_str()).collect();
            format!("nothing is answered for a set called {}; there is {}", self.set, known.join(", "))
        })?;
        let mcpu = self.mcpu.clone().unwrap_or_else(|| set.prices().first_cpu().to_owned());
        Ok(Target { arch: set.arch().to_owned(), mcpu, mattr: String::new() })
    }

    /// The folder of the set's windows.
    pub fn folder(&self) -> PathBuf {
        windows::folder(&self.set)
    }
}
