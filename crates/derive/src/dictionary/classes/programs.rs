//! Classes by the text of what their members do, where those are fewer than classes by what each element is.
//!
//! An instruction that compresses or expands is another term in every element, and a larger one in every wider register; its program is one loop whatever
//! the size. A program with other numbers in it is an instruction at other parameters, and filling them in gives the stored semantics letter
//! for letter ([`isotope_dictionary::program`]), so nothing has to be proved.

use super::Key;
use isotope_dictionary::{MemberBlock, Numbers, program};
use std::collections::{BTreeMap, BTreeSet};

/// The programs of the members of a group, as numbers in the order of their texts; `None` if a member has none.
type Programs = Option<BTreeSet<usize>>;

/// Takes groups out that are fewer by their programs, and gives their members by program.
///
/// Groups go whole, so that no instruction is of two classes: some groups are taken whose members have fewer programs together than
/// they are groups. Those that save most go first, and then what is left is looked at again.
pub(super) fn take(groups: &mut BTreeMap<Key, Vec<MemberBlock>>) -> BTreeMap<String, Vec<MemberBlock>> {
    let texts: BTreeSet<String> = groups.values().flatten().filter_map(text).collect();
    let number: BTreeMap<String, usize> = texts.into_iter().enumerate().map(|(n, text)| (text, n)).collect();
    let of = |member: &MemberBlock| text(member).map(|text| number[&text]);
    let mut left: BTreeMap<Key, Programs> =
        groups.iter().map(|(key, members)| (key.clone(), members.iter().map(of).collect())).collect();
    let mut found: BTreeMap<String, Vec<MemberBlock>> = BTreeMap::new();
    while let Some(keys) = best(&left) {
        for key in keys {
            left.remove(&key);
            for mut member in groups.remove(&key).into_iter().flatten() {
                let (text, values) = program::of(&member.semantics).expect("its text has been taken before");
                member.numbers = vec![Numbers { values, ..Numbers::default() }];
                member.proved = false;
                member.merged = None;
                found.entry(text).or_default().push(member);
            }
        }
    }
    for members in found.values_mut() {
        members.sort_by(|a, b| a.name.cmp(&b.name));
    }
    found
}

fn text(member: &MemberBlock) -> Option<String> {
    program::of(&member.semantics).map(|(text, _)| text)
}

/// The groups that save most: from each program, the groups that have it, all their programs, and every group that has no others.
fn best(left: &BTreeMap<Key, Programs>) -> Option<Vec<Key>> {
    let groups: Vec<(&Key, &BTreeSet<usize>)> =
        left.iter().filter_map(|(key, programs)| Some((key, programs.as_ref()?))).collect();
    let all: BTreeSet<usize> = groups.iter().flat_map(|(_, programs)| programs.iter().copied()).collect();
    let mut best: Option<(usize, Vec<Key>)> = None;
    for start in all {
        let having = groups.iter().filter(|(_, programs)| programs.contains(&start));
        let together: BTreeSet<usize> = having.flat_map(|(_, programs)| programs.iter().copied()).collect();
        let covered: Vec<Key> = groups
            .iter()
            .filter(|(_, programs)| programs.is_subset(&together))
            .map(|(key, _)| (*key).clone())
            .collect();
        let saved = covered.len().saturating_sub(together.len());
        if saved > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((saved, covered));
        }
    }
    best.map(|(_, keys)| keys)
}
