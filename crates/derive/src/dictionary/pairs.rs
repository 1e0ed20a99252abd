//! Classes that are one under each other's numbers (Hydride, ASPLOS'24, Algorithm 1): their texts differ, and what they compute does not.
//!
//! Of each class the distinct ways in which its members fill its text are compared, as functions of what an element reads: at the other
//! class's numbers for the same sizes, and at their own where both texts have as many. First come results on samples at which reads of
//! one size are equal, so that no order of operands matters; then the orders of operands, on other samples; then Z3, with a bound of
//! work. A class goes into another one if each of its ways is one of the other text's. A pair that Z3 leaves open is reported, and not
//! merged.
//!
//! Reads are independent here, even where a member reads an element twice; that asks for more than is needed, never for less.

use super::classes::Key;
use isotope_dictionary::{MemberBlock, Numbers, Place, fill, places};
use isotope_ir::term::{LaneVar, TermId, Terms, mask};
use isotope_smt::{InProcess, Outcome, Prover, Query};
use std::collections::{BTreeMap, BTreeSet};

/// Z3's limit for one pair.
const RLIMIT: u64 = 1_000_000;

/// Samples of a fingerprint, and of a comparison before Z3 is asked.
const SAMPLES: u64 = 48;

/// Reads whose orders are all tried: five have 120.
const MAX_PERMUTED: usize = 5;

/// Longer texts are left as they are.
const MAX_LINE_BYTES: usize = 1500;

/// The outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Classes that went into others.
    pub merged: usize,
    /// The rest: a line each.
    pub left: Vec<String>,
}

/// A read: bits of an element, how many are one number, and whether it goes up in a fold.
type Slot = (u32, usize, bool);

/// One way in which members fill their class's text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    slots: Vec<Slot>,
    numbers: Vec<u64>,
}

/// A class of one line.
struct Candidate {
    key: Key,
    /// ` x0 x1 : (add x0 x1)`.
    line: String,
    letters: usize,
    ways: Vec<Way>,
    prints: Vec<Option<[u8; 32]>>,
}

/// How a way is one of another text: for each of its reads which of the way's it is, and the numbers.
type Found = (Vec<usize>, Vec<u64>);

/// Merges what is shown to be one; larger texts go into smaller ones.
pub fn merge(groups: &mut BTreeMap<Key, Vec<MemberBlock>>) -> Pairs {
    let mut candidates: Vec<Candidate> = groups.iter().filter_map(|(key, members)| candidate(key, members)).collect();
    candidates.sort_by(|a, b| (a.line.len(), &a.line).cmp(&(b.line.len(), &b.line)));
    let mut pairs = Pairs::default();
    let mut kept: Vec<Candidate> = Vec::new();
    for class in candidates {
        let mut target = None;
        for (at, other) in kept.iter().enumerate().filter(|(_, other)| other.letters == class.letters) {
            match compare(&class, other) {
                Verdict::Same(found) => {
                    target = Some((at, found));
                    break;
                }
                Verdict::Open(why) => {
                    pairs.left.push(format!("{} and {}: {why}", class.line.trim(), other.line.trim()))
                }
                Verdict::Other => {}
            }
        }
        match target {
            Some((at, found)) => {
                let members = groups.remove(&class.key).unwrap_or_default();
                let into = kept[at].key.clone();
                let moved = members.into_iter().map(|member| moved(member, &class, &found));
                let whole = groups.entry(into).or_default();
                whole.extend(moved.collect::<Vec<_>>());
                whole.sort_by(|a, b| a.name.cmp(&b.name));
                let more = found.into_iter().zip(&class.ways).map(|((order, numbers), way)| Way {
                    slots: order.iter().map(|slot| way.slots[*slot]).collect(),
                    numbers,
                });
                let known: BTreeSet<Way> = kept[at].ways.iter().cloned().chain(more).collect();
                kept[at].ways = known.into_iter().collect();
                kept[at].prints = kept[at].ways.iter().map(|way| print(&kept[at].line, way)).collect();
                pairs.merged += 1;
            }
            None => kept.push(class),
        }
    }
    pairs
}

/// A class of one text with one line, at every immediate; `None` for others.
fn candidate(key: &Key, members: &[MemberBlock]) -> Option<Candidate> {
    let [(None, text)] = &key.0[..] else { return None };
    let mut lines = text.lines().filter(|line| line.starts_with(' '));
    let line = lines.next().filter(|line| line.len() <= MAX_LINE_BYTES && !text.starts_with("semantics "))?.to_owned();
    if lines.next().is_some() {
        return None;
    }
    let mut ways = BTreeSet::new();
    for numbers in members.iter().flat_map(|member| &member.numbers) {
        ways.extend(places(text, numbers).ok()?.iter().map(|place| way(place, numbers)));
    }
    let ways: Vec<Way> = ways.into_iter().collect();
    let prints = ways.iter().map(|way| print(&line, way)).collect();
    let letters = text.lines().filter(|line| line.starts_with("in ")).count();
    Some(Candidate { key: key.clone(), line, letters, ways, prints })
}

fn way(place: &Place, numbers: &Numbers) -> Way {
    let slots = place.slots.iter().map(|slot| (numbers.element_bits[slot.operand], slot.count, slot.step.is_some()));
    Way { slots: slots.collect(), numbers: numbers.values[place.numbers.clone()].to_vec() }
}

/// The term of a line whose read `i` is of operand `order[i]`; operands are the slots of a way.
fn term(line: &str, slots: &[Slot], order: &[usize], numbers: &[u64], terms: &mut Terms) -> Option<TermId> {
    // One element of one lane, with no mask and no zeros, made by one turn of the only body.
    let mut values = vec![1, 1, 0, 0, 1, 1, 1, 0];
    for operand in order {
        let (_, count, steps) = slots[*operand];
        let neighbours = 4 * (count as u64 - 1);
        values.push(*operand as u64);
        // From element 0 in every step, or of each step of a fold its own.
        let map: &[u64] = if steps { &[3, 0, 0, 0, count as u64] } else { &[0, 0, 0, 0] };
        values.push(map[0] + neighbours);
        values.extend(&map[1..]);
    }
    let filled = values.len() + numbers.len();
    values.extend(numbers);
    let text = format!("out ? lanes ? zeros ? masked ? runs ?\n{line}\n");
    let element_bits = slots.iter().map(|(bits, ..)| *bits).collect();
    let numbers = Numbers { order: (0..slots.len()).collect(), element_bits, values, immediate: None };
    // As many as the text wants, and no more.
    let whole = places(&text, &numbers).ok()?;
    (whole.len() == 1 && whole[0].numbers.end == filled).then_some(())?;
    fill(&text, &numbers, terms).ok()?.1.first().copied()
}

/// A value of an operand's element: pseudo-random, and often one of the corners.
fn sample(seed: u64, number: u32, bits: u32) -> u128 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes()).update(&number.to_le_bytes());
    let bytes = hasher.finalize();
    let random = u128::from_le_bytes(bytes.as_bytes()[..16].try_into().expect("sixteen of thirty-two bytes"));
    let corner = bytes.as_bytes()[31];
    let high = 1_u128.checked_shl(bits - 1).unwrap_or(0);
    mask(bits)
        & match corner % 12 {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => high,
            4 => high.wrapping_sub(1),
            5 => random & 0xf,
            _ => random,
        }
}

/// The result of a way where reads of one kind are equal, in a hash with their kinds.
fn print(line: &str, way: &Way) -> Option<[u8; 32]> {
    let mut terms = Terms::new();
    let order: Vec<usize> = (0..way.slots.len()).collect();
    let root = term(line, &way.slots, &order, &way.numbers, &mut terms)?;
    let mut kinds = way.slots.clone();
    kinds.sort_unstable();
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{kinds:?} {}", terms.width(root)).as_bytes());
    for seed in 0..SAMPLES {
        let value = |number: u32| {
            let slot = way.slots[LaneVar::of(number).source()];
            // Elements of one read differ where it has several.
            let kind = kinds.iter().position(|kind| *kind == slot).unwrap_or(0);
            sample(seed, LaneVar::new(kind, LaneVar::of(number).element()).number(), slot.0)
        };
        hasher.update(&terms.eval(root, &value)?.to_le_bytes());
    }
    Some(*hasher.finalize().as_bytes())
}

enum Verdict {
    Same(Vec<Found>),
    Open(String),
    Other,
}

/// Whether all ways of a class are ways of another text.
fn compare(class: &Candidate, other: &Candidate) -> Verdict {
    let mut found = Vec::with_capacity(class.ways.len());
    let mut unknown = None;
    for (way, print) in class.ways.iter().zip(&class.prints) {
        let Some(print) = print else { return Verdict::Other };
        match among(way, print, &class.line, other) {
            Ok(Some(one)) => found.push(one),
            Ok(None) => break,
            Err(why) => {
                unknown = Some(why);
                break;
            }
        }
    }
    match unknown {
        Some(why) => Verdict::Open(why),
        None if found.len() == class.ways.len() => Verdict::Same(found),
        None if found.is_empty() => Verdict::Other,
        None => {
            Verdict::Open(format!("equal in {} of {} ways, no numbers for the next", found.len(), class.ways.len()))
        }
    }
}

/// A way of another text that is this one; `Err` where Z3 left one open.
fn among(way: &Way, own: &[u8; 32], line: &str, other: &Candidate) -> Result<Option<Found>, String> {
    let at_own = Way { slots: way.slots.clone(), numbers: way.numbers.clone() };
    let of_other = other.ways.iter().zip(&other.prints).filter(|(_, print)| print.as_ref() == Some(own));
    let mut ways: Vec<&Way> = of_other.map(|(way, _)| way).collect();
    if ways.is_empty() && print(&other.line, &at_own).as_ref() == Some(own) {
        ways.push(&at_own);
    }
    let mut open = None;
    for there in ways {
        for order in orders(&there.slots, &way.slots) {
            let mut terms = Terms::new();
            let straight: Vec<usize> = (0..way.slots.len()).collect();
            let one = term(line, &way.slots, &straight, &way.numbers, &mut terms);
            let two = term(&other.line, &way.slots, &order, &there.numbers, &mut terms);
            let (Some(one), Some(two)) = (one, two) else { continue };
            match equal(&terms, one, two, &way.slots) {
                Some(true) => return Ok(Some((order, there.numbers.clone()))),
                Some(false) => {}
                None => {
                    open = Some(format!(
                        "Z3's work ran out at {:?} bits",
                        way.slots.iter().map(|s| s.0).collect::<Vec<_>>()
                    ))
                }
            }
        }
    }
    open.map_or(Ok(None), Err)
}

/// Whether two terms are equal: on samples, then by Z3; `None` where that is not known.
fn equal(terms: &Terms, one: TermId, two: TermId, slots: &[Slot]) -> Option<bool> {
    if one == two {
        return Some(true);
    }
    if terms.width(one) != terms.width(two) {
        return Some(false);
    }
    for seed in 0..SAMPLES {
        let value = |number: u32| sample(seed ^ 1 << 32, number, slots[LaneVar::of(number).source()].0);
        if terms.eval(one, &value) != terms.eval(two, &value) {
            return Some(false);
        }
    }
    match InProcess.prove(&Query::prove(terms, one, two, &[]).with_rlimit(RLIMIT)).outcome {
        Outcome::Proved(_) => Some(true),
        Outcome::Refuted(_) => Some(false),
        _ => None,
    }
}

/// Orders in which reads of one way may be those of another, of the same kinds.
fn orders(there: &[Slot], here: &[Slot]) -> Vec<Vec<usize>> {
    if there.len() > MAX_PERMUTED {
        return if there == here { vec![(0..here.len()).collect()] } else { Vec::new() };
    }
    let mut found = vec![Vec::new()];
    for slot in there {
        let mut next = Vec::new();
        for order in &found {
            let free = (0..here.len()).filter(|at| here[*at] == *slot && !order.contains(at));
            next.extend(free.map(|at| [&order[..], &[at]].concat()));
        }
        found = next;
    }
    found.retain(|order| order.len() == here.len());
    found
}

/// A member in the other class: its reads in that text's order, and that text's numbers.
fn moved(mut member: MemberBlock, class: &Candidate, found: &[Found]) -> MemberBlock {
    let text = &class.key.0[0].1;
    let mut permuted = false;
    for numbers in &mut member.numbers {
        let mut values = Vec::new();
        let mut at = 0;
        for place in places(text, numbers).expect("they were read before") {
            let (order, filling) = &found[class.ways.binary_search(&way(&place, numbers)).expect("one of its ways")];
            let first = place.slots.first().map_or(place.numbers.start, |slot| slot.numbers.start);
            values.extend(&numbers.values[at..first]);
            for slot in order {
                values.extend(&numbers.values[place.slots[*slot].numbers.clone()]);
            }
            values.extend(filling);
            at = place.numbers.end;
            permuted |= !order.is_sorted();
        }
        values.extend(&numbers.values[at..]);
        numbers.values = values;
    }
    member.proved = true;
    let how = if permuted { "operands in another order, " } else { "" };
    member.merged = Some(format!("{how}was {}", class.line.trim()));
    member
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_dictionary::Validation;

    /// A class of two operands of 16-bit elements, each of eight the line's term: its key and one member.
    fn class(line: &str, name: &str, filling: &[u64]) -> (Key, Vec<MemberBlock>) {
        let text = format!("out ? lanes ? zeros ? masked ? runs ?\n {line}\nin a ?\nin b ?\n");
        let reads = [0, 0, 0, 0, 1, 1, 0, 2, 0, 1];
        let values = [&[16, 1, 0, 0, 1, 8, 1, 0][..], &reads, filling, &[16, 16]].concat();
        let numbers = Numbers { order: vec![0, 1], element_bits: vec![16, 16], values, immediate: None };
        let member = MemberBlock {
            name: name.to_owned(),
            mnemonic: None,
            features: Vec::new(),
            validation: Validation::None,
            same: None,
            numbers: vec![numbers],
            merged: None,
            proved: false,
            semantics: String::new(),
            beside: false,
        };
        ((vec![(None, text)], String::new()), vec![member])
    }

    fn merged(classes: &[(&str, &[u64])]) -> (BTreeMap<Key, Vec<MemberBlock>>, Pairs) {
        let named = classes.iter().enumerate().map(|(n, (line, filling))| class(line, &format!("m{n}"), filling));
        let mut groups = named.collect();
        let pairs = merge(&mut groups);
        (groups, pairs)
    }

    fn results(key: &Key, member: &MemberBlock) -> Vec<Option<u128>> {
        let mut terms = Terms::new();
        let (_, out) = fill(&key.0[0].1, &member.numbers[0], &mut terms).unwrap();
        out.iter().map(|t| terms.eval(*t, &|n| u128::from(n).wrapping_mul(0x9e37) & 0xffff)).collect()
    }

    #[test]
    fn what_is_equal_by_a_proof_is_one_class_and_computes_the_same() {
        let long = ("x0 x1 : (add x0 (add (not x1) ?:?))", &[1, 16][..]);
        let (key, members) = class(long.0, "m1", long.1);
        let before = results(&key, &members[0]);
        let (groups, pairs) = merged(&[("x0 x1 : (sub x0 x1)", &[]), long]);
        assert_eq!((groups.len(), pairs.merged, pairs.left.len()), (1, 1, 0));
        let (key, members) = groups.iter().next().unwrap();
        assert!(key.0[0].1.contains("(sub x0 x1)"), "the shorter text stays: {key:?}");
        assert_eq!(results(key, &members[1]), before);
        assert!(members[1].proved && !members[0].proved);
        assert_eq!(members[1].merged.as_deref(), Some("was x0 x1 : (add x0 (add (not x1) ?:?))"));
    }

    #[test]
    fn operands_are_tried_in_every_order() {
        let other = ("x0 x1 : (sub (add x1 ?:?) x0)", &[0, 16][..]);
        let (key, members) = class(other.0, "m1", other.1);
        let before = results(&key, &members[0]);
        let (groups, pairs) = merged(&[("x0 x1 : (sub x0 x1)", &[]), other]);
        assert_eq!((groups.len(), pairs.merged), (1, 1));
        let (key, members) = groups.iter().next().unwrap();
        assert_eq!(results(key, &members[1]), before);
        assert!(members[1].merged.as_deref().is_some_and(|how| how.starts_with("operands in another order")));
    }

    #[test]
    fn what_differs_on_one_input_is_two_classes() {
        // Equal but where both are all ones, which no sample is likely to be in every bit of.
        let rare = ("x0 x1 : (ite (eq ? ?:? (and x0 x1)) ?:? (add x0 x1))", &[1, 0xbeef, 16, 0, 16][..]);
        let (groups, pairs) = merged(&[("x0 x1 : (add x0 x1)", &[]), rare]);
        assert_eq!((groups.len(), pairs.merged), (2, 0));
        let (groups, _) = merged(&[("x0 x1 : (add x0 x1)", &[]), ("x0 x1 : (sub x0 x1)", &[])]);
        assert_eq!(groups.len(), 2);
    }

    #[test]
    fn numbers_that_no_text_takes_are_no_fault() {
        let (groups, pairs) = merged(&[("x0 x1 : (sub x0 x1)", &[]), ("x0 x1 : (add x0 x1)", &[7])]);
        assert_eq!((groups.len(), pairs), (2, Pairs::default()));
    }
}
