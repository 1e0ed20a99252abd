//! Names of classes: those of the dictionaries that the project carries, and of made-up instructions.

#![allow(clippy::unwrap_used)]

use isotope_derive::folder::SetFolder;
use isotope_derive::names::{Named, named};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The share of classes that may be called by their mnemonic, in percent.
const MOST_FALLBACKS: usize = 5;

fn stored(set: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars/data");
    let folder = SetFolder::open(&root.join(set)).unwrap();
    let files = ["dictionary.txt", "dictionary-beside.txt"].into_iter().filter(|file| folder.has(file));
    files.map(|file| folder.read(file).unwrap()).collect()
}

#[test]
fn stored_names_are_what_the_table_makes() {
    are_named(&["arm", "hvx"]);
}

#[test]
#[ignore = "slow: the largest set"]
fn stored_names_of_x86_are_what_the_table_makes() {
    are_named(&["x86"]);
}

fn are_named(sets: &[&str]) {
    for set in sets {
        let files = stored(set);
        let made = named(&files.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let names: BTreeSet<&str> = made.classes.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names.len(), made.classes.len(), "names of {set} are unique");
        let differs = made.classes.iter().find(|c| c.old != c.name).map(|c| (&c.old, &c.name));
        assert_eq!(differs, None, "`cargo xtask dictionary --names --set {set}` names them anew");
        let fallbacks: Vec<&str> = made.fallbacks().map(|c| c.name.as_str()).collect();
        assert!(
            fallbacks.len() * 100 <= made.classes.len() * MOST_FALLBACKS,
            "{} of {} classes of {set} have no word: {fallbacks:?}",
            fallbacks.len(),
            made.classes.len()
        );
    }
}

/// The name of a class of one made-up member.
fn name_of(semantics: &str) -> String {
    let text =
        format!("class old\nmember _made\ninstruction made\nfeatures f\nvalidation none\nsemantics\n{semantics}");
    let made = named(&[&text]).unwrap();
    made.classes[0].name.clone()
}

fn binary(body: &str) -> String {
    name_of(&format!(
        "  semantics 1\n  in a vector 128 u8\n  in b vector 128 u8\n  out dst vector 128 u8\n  FOR j := 0 to 15\n  \ti := j*8\n  \
         \tdst[i+7:i] := {body}\n  ENDFOR\n"
    ))
}

#[test]
fn names_are_the_fields_words() {
    assert_eq!(binary("(a[i+7:i] + b[i+7:i])"), "add");
    assert_eq!(binary("(a[i+7:i] AND b[i+7:i])"), "and");
    assert_eq!(binary("((a[i+7:i] + b[i+7:i] + 1) >> 1)"), "average_round");
    assert_eq!(binary("((a[i+7:i] < b[i+7:i]) ? a[i+7:i] : b[i+7:i])"), "min");
    assert_eq!(binary("a[127-i:120-i]"), "reverse");
}

#[test]
fn an_instruction_more_changes_no_other_name() {
    let text = stored("hvx").concat();
    let last = text.rfind("\nclass ").unwrap();
    let (all, fewer) = (named(&[&text]).unwrap(), named(&[&text[..last + 1]]).unwrap());
    let names = |n: &Named| n.classes.iter().map(|c| (c.first.clone(), c.name.clone())).collect::<BTreeMap<_, _>>();
    let (all, fewer) = (names(&all), names(&fewer));
    let renamed = fewer.iter().filter(|(first, name)| all[*first] != **name).count();
    assert!(renamed <= 1, "{renamed} names changed");
}
