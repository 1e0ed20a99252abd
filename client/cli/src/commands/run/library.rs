//! The libraries through which a program uses Isotope: one to preload for Halide, and a plug-in for clang.

use super::{BadInput, Run, say};
use std::ffi::{OsStr, OsString};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What begins a library.
const ELF: &[u8] = b"\x7fELF";

/// Versions of clang that there is a plug-in for.
const CLANGS: [u32; 2] = [19, 22];

/// What ends the name of a file that clang compiles.
const SOURCES: &[&str] = &["c", "cc", "cp", "cpp", "cxx", "c++", "C", "CPP", "m", "mm", "i", "ii", "ll", "bc"];

/// Flags with which clang makes no code.
const NO_CODE: &[&str] = &["-E", "-M", "-MM", "-###", "-fsyntax-only", "--version"];

/// What a program is given.
pub struct Libraries {
    /// The library that is preloaded.
    pub preload: Option<PathBuf>,
    /// Arguments before the program's own.
    pub arguments: Vec<OsString>,
    /// Whether the program is a compiler, which has Isotope as a plug-in.
    pub is_compiler: bool,
}

impl Libraries {
    /// Looks at the program, and for what it needs. What a flag names must be there; what is missing otherwise is said.
    pub fn of(run: &Run) -> Result<Self, BadInput> {
        let clang = clang(&run.command[0]);
        let arguments = match clang {
            Some(version) if compiles(&run.command[1..]) => plugin(version, run.plugin.as_deref())?,
            _ => Vec::new(),
        };
        let preload = match (&run.preload, clang) {
            (None, Some(_)) => None,
            (named, _) => preload(named.as_deref())?,
        };
        Ok(Libraries { preload, arguments, is_compiler: clang.is_some() })
    }
}

/// The version of clang that a program is; none of another program.
fn clang(program: &OsStr) -> Option<u32> {
    let name = Path::new(program).file_name()?.to_str()?;
    let rest = name.strip_prefix("clang++").or_else(|| name.strip_prefix("clang"))?;
    if let Some(version) = rest.strip_prefix('-') {
        return version.parse().ok();
    }
    if !rest.is_empty() {
        return None;
    }
    let said = Command::new(program).arg("--version").output().ok()?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    said.split("clang version ").nth(1)?.split('.').next()?.parse().ok()
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

/// The argument that names the plug-in of a clang.
fn plugin(version: u32, named: Option<&Path>) -> Result<Vec<OsString>, BadInput> {
    if named.is_none() && !CLANGS.contains(&version) {
        say(&format!("there is no plug-in for clang {version}, but for clang 19 and 22: the code is clang's own"));
        return Ok(Vec::new());
    }
    let Some(path) = named.map(Path::to_owned).or_else(|| installed(&format!("libisotope_llvm-{version}.so"))) else {
        return Ok(Vec::new());
    };
    let path = match (library(&path), named) {
        (Ok(path), _) => path,
        (Err(error), Some(_)) => {
            return Err(BadInput(format!("cannot load {} (--plugin): {error}", path.display())));
        }
        (Err(error), None) => {
            say(&format!(
                "the code is clang's own, for there is no plug-in: {}: {error}; client/llvm/build.sh builds it, and --plugin \
                 FILE names it",
                path.display()
            ));
            return Ok(Vec::new());
        }
    };
    let mut argument = OsString::from("-fpass-plugin=");
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
fn installed(name: &str) -> Option<PathBuf> {
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
        for (name, version) in [("clang-19", Some(19)), ("/usr/bin/clang++-22", Some(22)), ("clang-format-19", None)] {
            assert_eq!(clang(OsStr::new(name)), version, "{name}");
        }
        assert_eq!((clang(OsStr::new("gcc")), clang(OsStr::new("clangd"))), (None, None));
    }
}
