//! Members into classes: one canonical form, and every merge shown.

mod programs;

use super::pairs::{self, Pairs};
use isotope_dictionary::{ClassBlock, MemberBlock, Numbers, fill, program};
use isotope_ir::term::{TermId, Terms};
use isotope_semantics::Semantics;
use isotope_semantics::canonical::{Canonical, of_lanes};
use isotope_semantics::lanes::{Lanes, lanes};
use isotope_smt::{InProcess, Prover, Query};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Z3's limit for one element of one member.
const RLIMIT: u64 = 300_000;

/// Values of an immediate at which forms are compared, in order of preference; two are taken. One alone would put
/// instructions together that agree there by chance.
const IMMEDIATES: [u64; 4] = [1, 2, 3, 0];

/// The longest text, in bytes, that is written out: longer ones (lookups in a table of 128 bytes) are quicker to make again
/// from the semantics than to read.
const MAX_TEXT_BYTES: usize = 8192;

/// A translated entry of the guide.
pub struct Candidate {
    /// Its block in the dictionary.
    pub block: MemberBlock,
    /// Its meaning.
    pub semantics: Semantics,
    /// Values of its immediate, as ranges.
    pub values: Vec<(u64, u64)>,
}

/// How forms were shown to be their members' lanes.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Filled, they are the same terms.
    pub identical: usize,
    /// Z3 proved every element.
    pub proved: usize,
    /// Refuted or left open: not merged.
    pub open: usize,
    /// There is no canonical form: the element is too large.
    pub formless: usize,
    /// Members of classes by their programs' texts.
    pub programs: usize,
    /// Members whose forms were not shown, or that have none.
    pub left: Vec<String>,
    /// Classes that are one under each other's numbers.
    pub pairs: Pairs,
}

enum Form {
    Identical,
    Proved,
    Open,
    None,
}

/// Groups members; classes by name, members by name.
pub fn group(members: Vec<Candidate>) -> (Vec<ClassBlock>, Shown) {
    let formed: Vec<_> = members
        .into_par_iter()
        .map(|mut member| {
            let (texts, form) = forms(&mut member);
            (texts, form, member.block)
        })
        .collect();
    let mut shown = Shown::default();
    let mut groups: BTreeMap<Key, Vec<MemberBlock>> = BTreeMap::new();
    for (texts, form, block) in formed {
        match form {
            Form::Identical => shown.identical += 1,
            Form::Proved => shown.proved += 1,
            Form::Open => shown.open += 1,
            Form::None => shown.formless += 1,
        }
        if texts.is_empty() {
            shown.left.push(block.name.clone());
        }
        let alone = if texts.is_empty() { block.name.clone() } else { String::new() };
        groups.entry((texts, alone)).or_default().push(block);
    }
    shown.pairs = pairs::merge(&mut groups);
    let by_program = programs::take(&mut groups);
    shown.programs = by_program.values().map(Vec::len).sum();
    let texts = |text| vec![(None, text)];
    let mut classes: Vec<_> = by_program.into_iter().map(|(text, members)| class(texts(text), members)).collect();
    classes.extend(groups.into_iter().map(|((texts, _), members)| class(texts, members)));
    classes.sort_by(|a, b| a.name.cmp(&b.name));
    (classes, shown)
}

/// The key that members of a group share: texts, or, of one without, its name.
pub(super) type Key = (Vec<(Option<u64>, String)>, String);

fn class(texts: Vec<(Option<u64>, String)>, members: Vec<MemberBlock>) -> ClassBlock {
    // Members beside it name a class that has nothing else.
    let first =
        members.iter().min_by_key(|m| (m.beside, m.name.len(), &m.name)).expect("a class is made of its members");
    let stem = first.mnemonic.clone().unwrap_or_else(|| first.name.trim_start_matches('_').to_owned());
    let mut hasher = blake3::Hasher::new();
    for (immediate, text) in &texts {
        hasher.update(format!("{immediate:?}\n{text}").as_bytes());
    }
    if texts.is_empty() {
        // One without a text is alone.
        hasher.update(first.name.as_bytes());
    }
    let name = format!("{stem}-{}", &hasher.finalize().to_hex()[..8]);
    let mut class = ClassBlock { name, texts, members };
    if class.texts.iter().any(|(_, text)| text.len() > MAX_TEXT_BYTES && !program::is(text)) {
        class.texts.clear();
        for member in &mut class.members {
            member.numbers.clear();
            member.proved = false;
        }
    }
    class
}

/// The texts of a member's class, its numbers put into its block.
fn forms(member: &mut Candidate) -> (Vec<(Option<u64>, String)>, Form) {
    let wanted = member.semantics.immediates().count();
    let accepted = |v: u64| member.values.is_empty() || member.values.iter().any(|(a, b)| (*a..=*b).contains(&v));
    let samples: Vec<Option<u64>> = match wanted {
        0 => vec![None],
        _ => {
            let mut preferred: Vec<u64> = IMMEDIATES.into_iter().filter(|v| accepted(*v)).take(2).collect();
            // Ways to round begin at 4: without a sample members would be compared at nothing.
            if preferred.is_empty() {
                preferred.extend(member.values.iter().flat_map(|(first, last)| *first..=*last).take(2));
            }
            preferred.into_iter().map(Some).collect()
        }
    };
    let mut texts = Vec::new();
    let mut all = Form::Identical;
    for sample in samples {
        let mut terms = Terms::new();
        let immediates: Vec<u64> = sample.into_iter().cycle().take(wanted).collect();
        let made = lanes(&member.semantics, &immediates, &mut terms).ok();
        let form = made.as_ref().and_then(|l| of_lanes(&member.semantics, l, &terms).ok());
        let (Some(made), Some(form)) = (made, form) else {
            member.block.numbers.clear();
            return (Vec::new(), Form::None);
        };
        let numbers = Numbers { immediate: sample, ..numbers(&form, &made) };
        match shown(&form.text, &numbers, &made, &mut terms) {
            Form::Identical => {}
            Form::Proved => all = Form::Proved,
            _ => {
                member.block.numbers.clear();
                return (Vec::new(), Form::Open);
            }
        }
        member.block.numbers.push(numbers);
        texts.push((sample, form.text));
    }
    // An instruction whose immediate only chooses numbers is in the class of the instructions that have those numbers.
    if texts.windows(2).all(|pair: &[(Option<u64>, String)]| pair[0].1 == pair[1].1) {
        texts.truncate(1);
        texts.iter_mut().for_each(|(immediate, _)| *immediate = None);
    }
    member.block.proved = matches!(all, Form::Proved);
    (texts, all)
}

fn numbers(form: &Canonical, lanes: &Lanes) -> Numbers {
    Numbers {
        order: form.operands.clone(),
        element_bits: lanes.operand_bits.clone(),
        values: form.parameters.clone(),
        immediate: None,
    }
}

/// Whether the text with the member's numbers is the member: each element the same term, or proved equal.
fn shown(text: &str, numbers: &Numbers, lanes: &Lanes, terms: &mut Terms) -> Form {
    let Ok((out_bits, out)) = fill(text, numbers, terms) else { return Form::Open };
    if out_bits != lanes.out_bits || out.len() != lanes.out.len() {
        return Form::Open;
    }
    if out == lanes.out {
        return Form::Identical;
    }
    let equal = |a: &TermId, b: &TermId| {
        a == b || {
            let query = Query::prove(terms, *a, *b, &[]).with_rlimit(RLIMIT);
            InProcess.prove(&query).is_proved()
        }
    };
    if out.iter().zip(&lanes.out).all(|(a, b)| equal(a, b)) { Form::Proved } else { Form::Open }
}
