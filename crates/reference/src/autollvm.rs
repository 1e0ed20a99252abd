//! AutoLLVM: one operation for what several sets' classes mean alike, and which instruction it is at which parameters.
//!
//! An operation takes its operands in the order of the class's text, then the immediates, then the parameters: those of the class's
//! numbers that tell its members apart (Hydride, section 3.3: what never varies is no parameter). Where members have numbers of different
//! lengths, or more than [`MAX_PARAMETERS`] of them vary, the one parameter is the member's row. Members with the same types and parameters
//! compute the same; the first is the one to take.

use crate::limits::MAX_PARAMETERS;
use isotope_dictionary::{Class, InstructionSet, InstructionSets, Member, OperandKind};
use isotope_semantics::canonical::needed_parameters;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// An operation: a class, of all sets that have it, whose members take like operands.
pub struct Operation<'s> {
    /// Unique among all sets: `saturating_add`.
    pub name: String,
    /// Kinds of the operands, immediates left out.
    pub operands: Vec<OperandKind>,
    /// How many immediates it takes.
    pub immediates: usize,
    /// The result's kind.
    pub result: OperandKind,
    /// How many parameters it takes.
    pub parameters: usize,
    /// A class of it, for its texts.
    pub class: &'s Class,
    /// Its instructions, set by set.
    pub rows: Vec<Row<'s>>,
}

/// An instruction of an operation.
pub struct Row<'s> {
    /// Whose it is.
    pub set: &'s InstructionSet,
    /// It.
    pub member: &'s Member,
    /// For each of the operation's operands, its place in the intrinsic.
    pub order: Vec<usize>,
    /// The parameters at which the operation is this instruction.
    pub parameters: Vec<u64>,
}

/// Texts, or the first member where there are none; then kinds of operands, how many immediates, kind of the result.
type Key = (Vec<(Option<u64>, String)>, Vec<OperandKind>, usize, OperandKind);

/// The texts by which classes of two sets are one. A class whose text is too large to be written out is like no other.
pub fn meaning(set: &InstructionSet, class: &Class) -> Vec<(Option<u64>, String)> {
    if class.texts.is_empty() {
        let first = class.members.first().map_or("", |i| set.dictionary().members()[*i].name);
        return vec![(None, format!("{} {first}", set.manifest().title))];
    }
    class.texts.iter().map(|text| (text.immediate, text.text())).collect()
}

/// All operations, by name.
pub fn operations(sets: &InstructionSets) -> Vec<Operation<'_>> {
    let mut found: Vec<Operation<'_>> = Vec::new();
    let mut by_key: BTreeMap<Key, usize> = BTreeMap::new();
    for set in sets.iter() {
        for class in set.dictionary().classes() {
            let texts = meaning(set, class);
            for index in &class.members {
                let member = &set.dictionary().members()[*index];
                let order = order(member);
                let operands: Vec<OperandKind> = order.iter().map(|at| member.operands[*at].kind).collect();
                let (immediates, result) = (member.immediates().count(), member.result.kind);
                let key = (texts.clone(), operands.clone(), immediates, result);
                let at = *by_key.entry(key).or_insert_with(|| {
                    let name = class.name.to_owned();
                    found.push(Operation {
                        name,
                        operands,
                        immediates,
                        result,
                        parameters: 0,
                        class,
                        rows: Vec::new(),
                    });
                    found.len() - 1
                });
                found[at].rows.push(Row { set, member, order, parameters: Vec::new() });
            }
        }
    }
    found.iter_mut().for_each(parametrise);
    name(&mut found);
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Gives each a name that no other has: that of its class to what most sets have, then with the names of its sets, then with a number.
fn name(operations: &mut [Operation<'_>]) {
    let mut order: Vec<usize> = (0..operations.len()).collect();
    order.sort_by_key(|at| (Reverse(operations[*at].sets().len()), *at));
    let mut names: BTreeSet<String> = BTreeSet::new();
    for at in order {
        let operation = &mut operations[at];
        let class = operation.name.clone();
        let of_sets =
            std::iter::once(class.as_str()).chain(operation.sets()).collect::<Vec<_>>().join("_").replace('-', "_");
        let numbered = (2..).map(|number| format!("{of_sets}_{number}"));
        let mut tried = [class, of_sets.clone()].into_iter().chain(numbered);
        operation.name = tried.find(|name| !names.contains(name)).expect("numbers do not end");
        names.insert(operation.name.clone());
    }
}

/// The operands' places: as the class's text names them, then those that it does not read.
fn order(member: &Member) -> Vec<usize> {
    let read = member.numbers().into_iter().next().map(|numbers| numbers.order).unwrap_or_default();
    let is_register = |at: &usize| member.operands.get(*at).is_some_and(|o| o.kind != OperandKind::Imm);
    let mut order: Vec<usize> = read.into_iter().filter(is_register).collect();
    let rest: Vec<usize> = (0..member.operands.len()).filter(|at| is_register(at) && !order.contains(at)).collect();
    order.extend(rest);
    order
}

/// Gives the rows their parameters.
fn parametrise(operation: &mut Operation<'_>) {
    let numbers = |row: &Row<'_>| {
        let all = row.member.numbers();
        let bits = all.iter().flat_map(|n| n.element_bits.iter().map(|bits| u64::from(*bits)));
        bits.chain(all.iter().flat_map(|n| n.values.iter().copied())).collect::<Vec<u64>>()
    };
    let values: Vec<Vec<u64>> = operation.rows.iter().map(numbers).collect();
    let even = values.iter().all(|v| v.len() == values[0].len() && !v.is_empty());
    let all: Vec<&[u64]> = values.iter().map(Vec::as_slice).collect();
    let needed = if even { needed_parameters(&all) } else { Vec::new() };
    let by_numbers = even && needed.len() <= MAX_PARAMETERS;
    let alone = operation.rows.len() == 1;
    for (number, (row, values)) in operation.rows.iter_mut().zip(&values).enumerate() {
        row.parameters = match by_numbers {
            true => needed.iter().map(|column| values[*column]).collect(),
            false if alone => Vec::new(),
            false => vec![number as u64],
        };
    }
    operation.parameters = operation.rows.first().map_or(0, |row| row.parameters.len());
}

impl<'s> Operation<'s> {
    /// The sets that have it, by their titles.
    pub fn sets(&self) -> Vec<&'s str> {
        let mut sets: Vec<&str> = self.rows.iter().map(|row| row.set.manifest().title.as_str()).collect();
        sets.dedup();
        sets
    }

    /// How many of its instructions each set has: `x86 12, arm 4`.
    pub fn counts(&self) -> String {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for row in &self.rows {
            let title = row.set.manifest().title.as_str();
            match counts.iter_mut().find(|(set, _)| *set == title) {
                Some((_, count)) => *count += 1,
                None => counts.push((title, 1)),
            }
        }
        counts.iter().map(|(set, count)| format!("{set} {count}")).collect::<Vec<_>>().join(", ")
    }
}
