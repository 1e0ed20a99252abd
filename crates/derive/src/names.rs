//! The names of the classes of a dictionary: `dot_product`, `saturating_add_masked`.
//!
//! A name is for people and decides nothing: it is no part of an epoch, and the order of the classes does not follow it. It is made of
//! the file itself, after its classes are made: each member's semantics are run on variables, what an element computes is written down
//! without its sizes ([`skeleton`]), and the table of words ([`words`], `words.txt`) says what the field calls that; what is only moved
//! is told by where it comes from ([`movement`]). The members vote, so that one more changes no name unless most are like it. Suffixes say
//! how a class differs: `_wide`, `_masked`, and at last `_2`, the simpler text first.
//!
//! A class that no row has a word for is called by its mnemonic. Those are counted.

mod member;
mod movement;
mod skeleton;
mod words;

use anyhow::{Context, Result};
use isotope_semantics::Semantics;
use member::{Described, Means};
use rayon::prelude::*;
use std::collections::BTreeMap;
use words::Words;

/// The classes of a dictionary, named.
pub struct Named {
    /// In the files' order.
    pub classes: Vec<NamedClass>,
}

/// A class and where its name is from.
pub struct NamedClass {
    /// Its name in the files.
    pub old: String,
    /// Unique among the classes.
    pub name: String,
    /// The source of the name.
    pub means: Means,
    /// The skeleton that most members have.
    pub skeleton: String,
    /// The first member.
    pub first: String,
}

impl Named {
    /// Classes that the table has no word for.
    pub fn fallbacks(&self) -> impl Iterator<Item = &NamedClass> {
        self.classes.iter().filter(|c| c.means == Means::Mnemonic)
    }

    /// One of the files, its classes by their names.
    pub fn renamed(&self, text: &str) -> String {
        let names: BTreeMap<&str, &str> = self.classes.iter().map(|c| (c.old.as_str(), c.name.as_str())).collect();
        let line = |line: &str| match line.strip_prefix("class ").and_then(|old| names.get(old.trim_end())) {
            Some(name) => format!("class {name}\n"),
            None => line.to_owned(),
        };
        text.split_inclusive('\n').map(line).collect()
    }
}

/// A class as the files have it.
struct Part<'t> {
    name: &'t str,
    /// Its texts.
    texts: &'t str,
    members: Vec<Member<'t>>,
}

struct Member<'t> {
    name: &'t str,
    mnemonic: Option<&'t str>,
    semantics: String,
}

/// Names the classes of a dictionary's files: members of one class may stand in several.
pub fn named(files: &[&str]) -> Result<Named> {
    let words = Words::own()?;
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for part in files.iter().flat_map(|text| parts_of(text)) {
        match places.get(part.name) {
            Some(at) => parts[*at].members.extend(part.members),
            None => {
                places.insert(part.name, parts.len());
                parts.push(part);
            }
        }
    }
    let described: Vec<Described> = parts.par_iter().map(|part| elected(part, &words)).collect::<Result<_>>()?;
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, one) in described.iter().enumerate() {
        groups.entry(&one.name).or_default().push(at);
    }
    let mut names = vec![String::new(); parts.len()];
    for (word, mut group) in groups {
        let first = |at: usize| parts[at].members.first().map(|m| m.name);
        group.sort_by_key(|at| (parts[*at].texts.is_empty(), parts[*at].texts.len(), parts[*at].texts, first(*at)));
        for (number, at) in group.into_iter().enumerate() {
            names[at] = if number == 0 { word.to_owned() } else { format!("{word}_{}", number + 1) };
        }
    }
    let class = |((part, name), described): ((&Part<'_>, String), Described)| NamedClass {
        old: part.name.to_owned(),
        name,
        means: described.means,
        skeleton: described.skeleton,
        first: part.members.first().map_or("", |m| m.name).to_owned(),
    };
    Ok(Named { classes: parts.iter().zip(names).zip(described).map(class).collect() })
}

/// The name of most members of a class.
fn elected(part: &Part<'_>, words: &Words) -> Result<Described> {
    let mut votes: BTreeMap<String, (usize, Described)> = BTreeMap::new();
    for member in &part.members {
        let semantics = Semantics::from_text(&member.semantics).with_context(|| member.name.to_owned())?;
        let described = member::describe(&semantics, member.mnemonic.unwrap_or(member.name), words);
        votes.entry(described.name.clone()).or_insert((0, described)).0 += 1;
    }
    let all: usize = votes.values().map(|(count, _)| count).sum();
    let best = votes.into_values().max_by_key(|(count, described)| {
        (*count, described.means != Means::Mnemonic, std::cmp::Reverse((described.name.len(), described.name.clone())))
    });
    let (count, mut best) = best.context("a class without members")?;
    // Movements of many sorts are one class where only numbers tell them apart: no sort's word is right for it.
    if best.moves && count * 2 < all {
        let masked = ["_masked", "_zeroed", "_mask"].into_iter().find(|end| best.name.ends_with(end));
        best.name = format!("shuffle{}", masked.unwrap_or_default());
    }
    Ok(best)
}

/// A file's classes.
fn parts_of(text: &str) -> Vec<Part<'_>> {
    let starts: Vec<usize> = text
        .match_indices("class ")
        .filter(|(at, _)| *at == 0 || text.as_bytes()[at - 1] == b'\n')
        .map(|(at, _)| at)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| part(&text[*start..end])).collect()
}

fn part(text: &str) -> Part<'_> {
    let (head, body) = text.split_once('\n').unwrap_or((text, ""));
    let texts =
        body.find("member ").filter(|at| *at == 0 || body.as_bytes()[at - 1] == b'\n').map_or(body, |at| &body[..at]);
    let mut members: Vec<Member<'_>> = Vec::new();
    let mut in_semantics = false;
    for line in body.lines() {
        if let Some(rest) = line.strip_prefix("  ") {
            if let Some(member) = members.last_mut().filter(|_| in_semantics) {
                member.semantics.push_str(rest);
                member.semantics.push('\n');
            }
            continue;
        }
        in_semantics = line == "semantics";
        match (line.split_once(' '), members.last_mut()) {
            (Some(("member", name)), _) => {
                members.push(Member { name, mnemonic: None, semantics: String::new() });
            }
            (Some(("instruction", mnemonic)), Some(member)) => member.mnemonic = Some(mnemonic),
            _ => {}
        }
    }
    Part { name: head.trim_start_matches("class "), texts, members }
}
