//! Check on modules: the files of a crate, and the folders of its sources, refer to each other one way.
//!
//! The references of a module are read from the paths in its code that begin with `crate::` or `super::`. The crate's root declares every
//! module and does not count, nor does what is compiled for tests alone.

use std::collections::{BTreeMap, VecDeque};

use super::Finding;
use super::rules::Rules;
use super::source::{code_only, test_lines};
use super::tree::File;

/// From a name to those that it refers to, each with the file and the line where it does.
type References<'a> = BTreeMap<&'a str, BTreeMap<&'a str, (&'a File, usize)>>;

pub fn check(files: &[File], rules: &Rules, found: &mut Vec<Finding>) {
    for folder in &rules.circles.crates {
        let root = format!("{folder}/src/");
        let modules = modules(files, &root);
        if modules.is_empty() {
            found.push(Finding {
                path: "xtask/tidy.toml".into(),
                line: 1,
                check: "circle",
                message: format!("there is no source in {root}, which is to be without circles"),
                warning: false,
            });
        }
        let (mut of_files, mut of_folders) = (References::new(), References::new());
        for (module, file) in &modules {
            for (path, line) in references(module, &file.text) {
                let Some(to) = named(&modules, &path).filter(|to| to.path != file.path) else { continue };
                let place = (*file, line);
                of_files.entry(&file.path).or_default().entry(&to.path).or_insert(place);
                let (from, to) = (top(&file.path, &root), top(&to.path, &root));
                if from != to {
                    of_folders.entry(from).or_default().entry(to).or_insert(place);
                }
            }
        }
        report("files", &of_files, found);
        report("folders", &of_folders, found);
    }
}

/// The modules below `root` that have a file, by their paths within the crate; tests and the crate's root left out.
fn modules<'a>(files: &'a [File], root: &str) -> BTreeMap<String, &'a File> {
    let module = |file: &'a File| {
        let path = file.path.strip_prefix(root)?.strip_suffix(".rs")?;
        let is_root = ["lib", "main"].contains(&path) || path.starts_with("bin/");
        let module = path.strip_suffix("/mod").unwrap_or(path).replace('/', "::");
        (!is_root && !file.is_test()).then_some((module, file))
    };
    files.iter().filter_map(module).collect()
}

/// The folder right below `root`, or the file there, that a file belongs to.
fn top<'a>(path: &'a str, root: &str) -> &'a str {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.split('/').next().unwrap_or(below).trim_end_matches(".rs")
}

/// The file of the innermost module that a path names.
fn named<'a>(modules: &BTreeMap<String, &'a File>, path: &str) -> Option<&'a File> {
    let outer = || path.rsplit_once("::").and_then(|(outer, _)| named(modules, outer));
    modules.get(path).copied().or_else(outer)
}

/// The paths that the code of a module names, from the crate's root, each with its line.
fn references(module: &str, text: &str) -> Vec<(String, usize)> {
    let code = code_only(text);
    let in_tests = test_lines(&code);
    let mut paths = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let line = code[..at].matches('\n').count();
            // The word behind another `super` was read with it, and `$crate` is a macro's.
            let is_inside = code[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || "_:$".contains(c));
            if is_inside || in_tests[line] {
                continue;
            }
            let (mut base, mut rest) = (module, &code[at..]);
            while let Some(after) = rest.strip_prefix("super::") {
                base = base.rsplit_once("::").map_or("", |(outer, _)| outer);
                rest = after;
            }
            if let Some(after) = rest.strip_prefix("crate::") {
                (base, rest) = ("", after);
            }
            let mut named = Vec::new();
            read(rest, base, &mut named);
            paths.extend(named.into_iter().map(|path| (path, line + 1)));
        }
    }
    paths
}

/// Reads what follows a path's beginning: one path, or those of a group. Returns the length of what was read.
fn read(code: &str, base: &str, into: &mut Vec<String>) -> usize {
    let (mut path, mut at) = (base.to_owned(), 0);
    loop {
        let rest = &code[at..];
        if rest.starts_with('{') {
            return at + read_group(rest, &path, into);
        }
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if length > 0 && !path.is_empty() {
            path.push_str("::");
        }
        path.push_str(&rest[..length]);
        at += length;
        if length == 0 || !code[at..].starts_with("::") {
            break;
        }
        at += 2;
    }
    into.push(path);
    // The word up to the next member is a new name, or nothing.
    at + code[at..].find([',', '}', ';', '\n']).unwrap_or(0)
}

/// Reads a group from its brace on. Returns its length.
fn read_group(code: &str, base: &str, into: &mut Vec<String>) -> usize {
    let mut at = 1;
    loop {
        at += code[at..].len() - code[at..].trim_start_matches([' ', '\n', ',']).len();
        if code[at..].is_empty() || code[at..].starts_with('}') {
            return at + 1;
        }
        at += read(&code[at..], base, into).max(1);
    }
}

/// Reports a circle through each name that is in one, unless one before names it already.
fn report(what: &str, references: &References<'_>, found: &mut Vec<Finding>) {
    let mut told: Vec<&str> = Vec::new();
    for &name in references.keys() {
        if told.contains(&name) {
            continue;
        }
        let Some(circle) = circle(name, references) else { continue };
        let next = circle.get(1).copied().unwrap_or(name);
        if let Some((file, line)) = references.get(name).and_then(|to| to.get(next)) {
            let message = format!("{what} refer to each other in a circle: {} -> {name}", circle.join(" -> "));
            found.push(Finding::new(file, *line, "circle", message));
        }
        told.extend(circle);
    }
}

/// The shortest way from a name back to it, without its end.
fn circle<'a>(name: &'a str, references: &References<'a>) -> Option<Vec<&'a str>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut next = VecDeque::from([name]);
    while let Some(at) = next.pop_front() {
        for &to in references.get(at).into_iter().flat_map(BTreeMap::keys) {
            if to == name {
                let mut way = vec![at];
                while let Some(&from) = way.last().filter(|last| **last != name).and_then(|last| before.get(last)) {
                    way.push(from);
                }
                way.reverse();
                return Some(way);
            }
            if !before.contains_key(to) {
                before.insert(to, at);
                next.push_back(to);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, lines, rules};
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<Finding> {
        let mut rules = rules();
        rules.circles.crates = vec!["a".to_owned()];
        let files: Vec<File> = files.iter().map(|(path, text)| file(path, text)).collect();
        let mut found = Vec::new();
        check(&files, &rules, &mut found);
        found
    }

    #[test]
    fn finds_a_circle_of_files_and_names_it_once() {
        let one = ("a/src/x/one.rs", "//! H.\nuse crate::limits;\nuse crate::x::two::Two;\n");
        let two = ("a/src/x/two.rs", "use super::three::{self, Three};\n");
        let three = ("a/src/x/three/mod.rs", "fn f() -> super::one::One { crate::x::one::One }\n");
        let all = found(&[one, two, three, ("a/src/limits.rs", "")]);
        assert_eq!(lines(&all, "circle"), [3], "{all:?}");
        assert!(all[0].message.ends_with("a/src/x/one.rs -> a/src/x/two.rs -> a/src/x/three/mod.rs -> a/src/x/one.rs"));
        assert_eq!(found(&[one, two, ("a/src/limits.rs", "")]), []);
    }

    #[test]
    fn finds_a_circle_of_folders_whose_files_have_none() {
        let one = ("a/src/x/one.rs", "use crate::y::two::Two;\n");
        let other = ("a/src/y/other.rs", "\nuse crate::{\n    x::{three::Three as Other, one},\n    z,\n};\n");
        let rest = [("a/src/y/two.rs", ""), ("a/src/x/three.rs", ""), ("a/src/z.rs", "")];
        let all = found(&[&[one, other][..], &rest].concat());
        assert_eq!(lines(&all, "circle"), [1], "{all:?}");
        assert!(all[0].message.ends_with("folders refer to each other in a circle: x -> y -> x"), "{all:?}");
    }

    #[test]
    fn tests_comments_and_the_root_do_not_count() {
        let one = ("a/src/one.rs", "use crate::two::Two;\n");
        for text in [
            "// crate::one\n/// [`crate::one::One`]\nfn f() { g(\"crate::one\") }\n",
            "#[cfg(test)]\nmod tests {\n    use crate::one::One;\n    use super::super::one;\n}\n",
            "#[cfg(test)]\nuse crate::one::One;\nmacro_rules! m { () => { $crate::one::f() } }\n",
        ] {
            assert_eq!(found(&[one, ("a/src/two.rs", text)]), [], "{text}");
        }
        let root = ("a/src/lib.rs", "mod one;\nuse crate::one::One;\n");
        assert_eq!(found(&[root, ("a/src/one.rs", "use crate::Thing;\nuse super::Thing as Same;\n")]), []);
        assert_eq!(found(&[one, ("a/src/two.rs", ""), ("a/src/two/tests.rs", "use crate::one;\n")]), []);
    }

    #[test]
    fn every_member_of_a_group_is_read() {
        let text = "use crate::a::{self, b::{c, d as e}, f};\nuse super::super::{g,\n    h::*};\ncrate::i::J::<K>::l(crate::m)\n";
        let mut paths: Vec<String> =
            references("p::q::r", text).into_iter().map(|(path, line)| format!("{line} {path}")).collect();
        paths.sort();
        let expected = ["1 a::b::c", "1 a::b::d", "1 a::f", "1 a::self", "2 p::g", "2 p::h", "4 i::J", "4 m"];
        assert_eq!(paths, expected);
    }

    #[test]
    fn finds_a_crate_that_is_not_there() {
        assert_eq!(lines(&found(&[("b/src/one.rs", "")]), "circle"), [1]);
    }
}
