//! The command lines of clang and opt, and the folders that they may read.

use super::{Language, Source};
use isotope_proto::v1;
use std::path::{Path, PathBuf};

/// Where the system has headers.
const HEADERS: [&str; 2] = ["/usr/include", "/usr/local/include"];

/// Flags whose next word, or whose rest, is a folder of headers.
const INCLUDES: [&str; 4] = ["-isystem", "-iquote", "-idirafter", "-I"];

/// Words of a line of flags, apart at spaces; quotes keep spaces.
pub fn split(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The triple of an architecture's Linux.
fn triple(target: &v1::Target) -> String {
    let arch = if target.arch.is_empty() { std::env::consts::ARCH } else { &target.arch };
    format!("{arch}-unknown-linux-gnu")
}

/// The words of a target that are features, and the CPU whose costs rank.
fn features(target: &v1::Target) -> (Vec<&str>, Option<&str>) {
    let words = target.mattr.split(',').filter(|word| !word.is_empty());
    let (features, others): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with(['+', '-']));
    (features, others.iter().find_map(|word| word.strip_prefix("tune=")))
}

/// clang's, for a source on standard input: the assembly comes on standard output.
pub fn of_clang(source: &Source, target: &v1::Target, plugin: &Path) -> Vec<String> {
    let language = if source.language == Language::Cpp { "c++" } else { "c" };
    let (features, tuned) = features(target);
    // Lines are in the assembly and in the plug-in's report; warnings are the build's.
    let mut words = vec!["-O3".to_owned(), "-w".to_owned(), "-gline-tables-only".to_owned()];
    words.push(format!("--target={}", triple(target)));
    if !target.mcpu.is_empty() {
        words.push(format!("{}={}", if target.arch == "aarch64" { "-mcpu" } else { "-march" }, target.mcpu));
    }
    for feature in features {
        words.extend(["-Xclang", "-target-feature", "-Xclang", feature].map(str::to_owned));
    }
    words.extend(tuned.map(|cpu| format!("-mtune={cpu}")));
    if let Some(folder) = &source.folder {
        words.extend(["-iquote".to_owned(), folder.display().to_string()]);
    }
    words.extend_from_slice(&source.flags);
    words.push(format!("-fpass-plugin={}", plugin.display()));
    words.extend(["-x", language, "-S", "-o", "-", "-"].map(str::to_owned));
    words
}

/// opt's, for a module on standard input: the optimised module comes on standard output.
pub fn of_opt(source: &Source, target: &v1::Target, plugin: &Path) -> Vec<String> {
    let (features, _) = features(target);
    let mut words = vec!["-passes=default<O3>".to_owned(), format!("-load-pass-plugin={}", plugin.display())];
    if !source.text.contains("target triple") {
        words.push(format!("-mtriple={}", triple(target)));
    }
    // Functions that name their own CPU keep it.
    if !target.mcpu.is_empty() {
        words.push(format!("-mcpu={}", target.mcpu));
    }
    if !features.is_empty() {
        words.push(format!("-mattr={}", features.join(",")));
    }
    words.extend(["-S", "-o", "-", "-"].map(str::to_owned));
    words
}

/// The folders that the compiler may read: the system's headers, the source's own, and those that its flags name.
pub fn folders(source: &Source) -> Vec<PathBuf> {
    if source.language == Language::LlvmIr {
        return Vec::new();
    }
    let mut folders: Vec<PathBuf> = HEADERS.iter().map(PathBuf::from).collect();
    folders.extend(source.folder.clone());
    let mut is_next = false;
    for word in &source.flags {
        let named = INCLUDES.iter().find_map(|flag| word.strip_prefix(flag));
        match named {
            _ if is_next => folders.push(word.into()),
            Some(rest) if !rest.is_empty() => folders.push(rest.into()),
            _ => {}
        }
        is_next = named == Some("");
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(language: Language, flags: &str) -> Source {
        let (name, text) = ("f.c".to_owned(), "int x;".to_owned());
        Source { name, text, language, folder: Some("/sources".into()), flags: split(flags) }
    }

    #[test]
    fn quotes_keep_spaces() {
        assert_eq!(split(" -Ia  '-DS=\"a b\"' -D\"x y\" \"\""), ["-Ia", "-DS=\"a b\"", "-Dx y", ""]);
        assert!(split("  ").is_empty());
    }

    #[test]
    fn folders_of_flags_may_be_read_and_no_others() {
        let folders = folders(&source(Language::C, "-Ia -isystem b -O2 -I c"));
        let own: Vec<_> = folders.iter().skip(HEADERS.len()).map(|folder| folder.to_str().unwrap()).collect();
        assert_eq!(own, ["/sources", "a", "b", "c"]);
        assert!(super::folders(&source(Language::LlvmIr, "")).is_empty());
    }

    #[test]
    fn a_target_is_said_in_the_words_of_each_compiler() {
        let target =
            v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: "+gfni,-avx512f,tune=znver3".into() };
        let clang = of_clang(&source(Language::C, "-DN=4"), &target, Path::new("/p.so")).join(" ");
        for part in
            ["--target=x86_64-unknown-linux-gnu", "-march=znver4", "-Xclang +gfni", "-mtune=znver3", "-DN=4", "-x c "]
        {
            assert!(clang.contains(part), "{part}: {clang}");
        }
        let opt = of_opt(&source(Language::LlvmIr, ""), &target, Path::new("/p.so")).join(" ");
        assert!(opt.contains("-mcpu=znver4 -mattr=+gfni,-avx512f") && opt.contains("-mtriple="), "{opt}");
    }
}
