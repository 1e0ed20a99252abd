//! Files of C, C++ and LLVM IR, for the commands that take them beside expressions.

use super::{run, target};
use crate::arguments::Processor;
use crate::input::{BadInput, Located, text_of};
use clap::Args;
use isotope_cli::source::{self, Compiled, Language, Source, SourceError};
use isotope_proto::v1;
use std::path::{Path, PathBuf};

/// Flags of the compiler.
#[derive(Debug, Args)]
pub struct Compiling {
    /// Flags of clang for C and C++, such as '-Iinclude -DN=4'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, default_value = "", hide_default_value = true)]
    pub cflags: String,
}

/// A source, and what the compiler made of it.
pub struct Read {
    /// As it was read.
    pub source: Source,
    /// Windows, notes, and the compiler's own code.
    pub compiled: Compiled,
}

/// Whether a file is a source, by the end of its name.
pub fn is_source(file: &Path) -> bool {
    Language::of(file).is_some()
}

/// Reads a source, and compiles it in the sandbox.
pub async fn read(file: &Path, processor: &Processor, compiling: &Compiling) -> anyhow::Result<Read> {
    let language = Language::of(file).ok_or_else(|| BadInput(format!("{} is no source", file.display())))?;
    let folder = std::path::absolute(file).ok().and_then(|file| file.parent().map(Path::to_owned));
    let (text, flags) = (text_of(file)?, source::split(&compiling.cflags));
    if !flags.is_empty() && language == Language::LlvmIr {
        return Err(BadInput(format!("--cflags is for C and C++, and {} is LLVM IR", file.display())).into());
    }
    let source = Source { name: file.display().to_string(), text, language, folder, flags };
    let target = target(processor, "")?.unwrap_or_default();
    compiled(source, target).await
}

/// Compiles a source with the plug-in that was installed with this program, or that the environment names.
pub async fn compiled(source: Source, target: v1::Target) -> anyhow::Result<Read> {
    let plugin = plugin();
    let compiling = move || {
        let compiled = source::compiled(&source, &target, &plugin);
        (source, compiled)
    };
    // The run waits for a process.
    let (source, compiled) = tokio::task::spawn_blocking(compiling).await?;
    match compiled {
        Ok(compiled) => Ok(Read { source, compiled }),
        Err(SourceError::Mistake(why)) => Err(Located(why).into()),
        Err(error) => Err(error.into()),
    }
}

/// The plug-in for clang 19 and opt 19.
pub fn plugin() -> PathBuf {
    let named = std::env::var_os("ISOTOPE_LLVM_PLUGIN").filter(|value| !value.is_empty());
    named.map(PathBuf::from).or_else(|| run::installed("libisotope_llvm-19.so")).unwrap_or_default()
}
