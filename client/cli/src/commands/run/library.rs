//! The libraries through which a program uses Isotope: one to preload for Halide, and plug-ins for clang and mlir-opt.

use super::{Run, say};
use crate::input::BadInput;
use std::ffi::{OsStr, OsString};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first bytes of a library.
const ELF: &[u8] = b"\x7fELF";

/// Versions of LLVM that there are plug-ins for.
const LLVMS: [u32; 2] = [19, 22];

/// The endings of names of files that clang compiles.
const SOURCES: &[&str] = &["c", "cc", "cp", "cpp", "cxx", "c++", "C", "CPP", "m", "mm", "i", "ii", "ll", "bc"];

/// Flags with which clang makes no code.
const NO_CODE: &[&str] = &["-E", "-M", "-MM", "-###", "-fsyntax-only", "--version"];

/// The libraries that a program is given.
pub struct Libraries {
    /// The library that is preloaded.
    pub preload: Option<PathBuf>,
    /// Arguments before the program's own.
    pub arguments: Vec<OsString>,
    /// Whether the program is a compiler, which has Isotope as a plug-in.
    pub is_compiler: bool,
}

impl Libraries {
    /// Looks at the program, and for what it needs. A file that a flag names must be there; others that are missing are named.
    pub fn of(run: &Run) -> Result<Self, BadInput> {
        let compiler = Compiler::of(&run.command[0]);
        let arguments = match &compiler {
            Some(compiler) if compiler.takes_plugin(&run.command[1..]) => plugin(compiler, run.plugin.as_deref())?,
            _ => Vec::new(),
        };
        let preload = match (&run.preload, &compiler) {
            (None, Some(_)) => None,
            (named, _) => preload(named.as_deref())?,
        };
        Ok(Libraries { preload, arguments, is_compiler: compiler.is_some() })
    }
}

/// A compiler of LLVM's that loads plug-ins, with its version.
#[derive(Debug, PartialEq, Eq)]
enum Compiler {
    Clang(u32),
    MlirOpt(u32),
}

impl Compiler {
    /// The compiler that a program is; none of another program.
    fn of(program: &OsStr) -> Option<Self> {
        let name = Path::new(program).file_name()?.to_str()?;
        let named = |rest: &str, before: &str| match rest.strip_prefix('-') {
            Some(version) => version.parse().ok(),
            None if rest.is_empty() => version(program, before),
            None => None,
        };
        if let Some(rest) = name.strip_prefix("mlir-opt") {
            return named(rest, "LLVM version ").map(Compiler::MlirOpt);
        }
        let rest = name.strip_prefix("clang++").or_else(|| name.strip_prefix("clang"))?;
        named(rest, "clang version ").map(Compiler::Clang)
    }

    /// Whether it makes code by these arguments, and has no plug-in of ours yet.
    fn takes_plugin(&self, arguments: &[OsString]) -> bool {
        match self {
            Compiler::Clang(_) => compiles(arguments),
            Compiler::MlirOpt(_) => !arguments.iter().any(|word| {
                let word = word.to_string_lossy();
                word.contains("libisotope_mlir") || word == "--version" || word == "--help"
            }),
        }
    }

    /// Its name and its version, as messages have them.
    fn name(&self) -> String {
        match self {
            Compiler::Clang(version) => format!("clang {version}"),
            Compiler::MlirOpt(version) => format!("mlir-opt {version}"),
        }
    }

    fn version(&self) -> u32 {
        match self {
            Compiler::Clang(version) | Compiler::MlirOpt(version) => *version,
        }
    }

    /// The installed file of its plug-in, the flag that loads it, and the script that builds it.
    fn plugin(&self) -> (String, &'static str, &'static str) {
        match self {
            Compiler::Clang(version) => {
                (format!("libisotope_llvm-{version}.so"), "-fpass-plugin=", "client/llvm/build.sh")
            }
            Compiler::MlirOpt(version) => {
                (format!("libisotope_mlir-{version}.so"), "--load-pass-plugin=", "client/mlir/build.sh")
            }
        }
    }
}

/// The version that a program prints after some words.
fn version(program: &OsStr, before: &str) -> Option<u32> {
    let said = Command::new(program).arg("--version").output().ok()?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    said.split(before).nth(1)?.split('.').next()?.parse().ok()
}

/// Whether clang makes code by these arguments, and has no plug-in of ours yet.
fn compiles(arguments: &[OsString]) -> bool {
    let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
    let is_source =
        |word: &str| Path::new(word).extension().is_some_and(|end| SOURCES.iter().any(|known| end == *known));
    let has_plugin = words.iter().any(|word| word.starts_with("-fpass-plugin=") && word.contains("isotope"));
    let makes_none = words.iter().any(|word| NO_CODE.contains(&&**word));
    words.iter().any(|word| !word.starts_with('-') && is_source(word)) && !has_plugin && !makes_none
}

/// The argument that names the plug-in of a compiler.
fn plugin(compiler: &Compiler, named: Option<&Path>) -> Result<Vec<OsString>, BadInput> {
    let (file, flag, script) = compiler.plugin();
    let name = compiler.name();
    if named.is_none() && !LLVMS.contains(&compiler.version()) {
        say(&format!("there is no plug-in for {name}, but for versions 19 and 22: the code is {name}'s own"));
        return Ok(Vec::new());
    }
    let Some(path) = named.map(Path::to_owned).or_else(|| installed(&file)) else {
        return Ok(Vec::new());
    };
    let path = match (library(&path), named) {
        (Ok(path), _) => path,
        (Err(error), Some(_)) => {
            return Err(BadInput(format!("cannot load {} (--plugin): {error}", path.display())));
        }
        (Err(error), None) => {
            say(&format!(
                "the code is {name}'s own, for there is no plug-in: {}: {error}; {script} builds it, and --plugin FILE names it",
                path.display()
            ));
            return Ok(Vec::new());
        }
    };
    let mut argument = OsString::from(flag);
    argument.push(path);
    Ok(vec![argument])
}

/// The library that has Halide use Isotope in a program that is not linked with it.
fn preload(named: Option<&Path>) -> Result<Option<PathBuf>, BadInput> {
    let Some(path) = named.map(Path::to_owned).or_else(|| installed("libisotope_halide_preload.so")) else {
        return Ok(None);
    };
    match (library(&path), named) {
        (Ok(path), _) => Ok(Some(path)),
        (Err(error), Some(_)) => Err(BadInput(format!("cannot preload {} (--preload): {error}", path.display()))),
        (Err(error), None) => {
            say(&format!(
                "no library is preloaded, so that only programs which are linked with isotope::halide use anything: {}: {error}; \
                 --preload FILE names it",
                path.display()
            ));
            Ok(None)
        }
    }
}

/// A library that was installed with this program.
pub fn installed(name: &str) -> Option<PathBuf> {
    Some(std::env::current_exe().ok()?.parent()?.parent()?.join("lib").join(name))
}

/// The path of a library: the loader takes a name without a slash for one of its own folders.
fn library(path: &Path) -> std::io::Result<PathBuf> {
    let path = path.canonicalize()?;
    let mut first = [0; ELF.len()];
    let read = std::fs::File::open(&path)?.read_exact(&mut first);
    if read.is_ok() && first == ELF { Ok(path) } else { Err(std::io::Error::other("it is no library")) }
}

/// A library before those that are preloaded already.
pub fn joined(library: &Path, others: Option<OsString>) -> OsString {
    let mut all = library.as_os_str().to_owned();
    if let Some(others) = others.filter(|others| !others.is_empty()) {
        all.push(OsStr::new(":"));
        all.push(others);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_preloaded_stays() {
        let library = Path::new("/a/b.so");
        assert_eq!(joined(library, None), "/a/b.so");
        assert_eq!(joined(library, Some("".into())), "/a/b.so");
        assert_eq!(joined(library, Some("/c.so:/d.so".into())), "/a/b.so:/c.so:/d.so");
    }

    #[test]
    fn clang_gets_the_plug_in_where_it_makes_code() {
        let compiled = |line: &str| compiles(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        for line in ["-O3 -c f.c", "-MMD -MF f.d -c dir/f.cpp -o f.o", "-O2 f.c g.o -o f"] {
            assert!(compiled(line), "{line}");
        }
        for line in ["f.o g.o -o f", "-E f.c", "--version", "-fpass-plugin=/p/libisotope_llvm-19.so -c f.c", "-M f.c"] {
            assert!(!compiled(line), "{line}");
        }
    }

    #[test]
    fn compilers_are_known_by_their_names() {
        for (name, compiler) in [
            ("clang-19", Some(Compiler::Clang(19))),
            ("/usr/bin/clang++-22", Some(Compiler::Clang(22))),
            ("mlir-opt-19", Some(Compiler::MlirOpt(19))),
            ("clang-format-19", None),
            ("clangd", None),
            ("mlir-opt-tool", None),
            ("gcc", None),
        ] {
            assert_eq!(Compiler::of(OsStr::new(name)), compiler, "{name}");
        }
    }

    #[test]
    fn mlir_opt_gets_the_plug_in_once() {
        let takes =
            |line: &str| Compiler::MlirOpt(19).takes_plugin(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(takes("--pass-pipeline=builtin.module(isotope-select) k.mlir"));
        assert!(!takes("--load-pass-plugin=/p/lib/libisotope_mlir-19.so k.mlir") && !takes("--version"));
    }
}
