//! Addends of sums in columns: which addend of each lane stands beside which of the others.

use super::lift::stripped;
use crate::language::Space;
use crate::limits::MAX_ADDENDS;
use crate::terms::TermId;
use std::collections::HashMap;

/// A value that is added, or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addend {
    /// The value.
    pub term: TermId,
    /// It is taken away.
    pub is_negative: bool,
}

/// Addends side by side, one of each lane; `None`: a lane has none in this column.
pub type Column = Vec<Option<Addend>>;

/// Sums in lanes.
#[derive(Clone, Debug)]
pub struct Sums {
    /// The operation that adds.
    pub add: u32,
    /// Addends of each lane, in the program's order.
    pub lanes: Vec<Vec<Addend>>,
}

impl Sums {
    /// The sums of some lanes, if all may be reordered. `None`: they may not, or none of them is a sum.
    pub fn of(space: &mut Space, lanes: &[TermId]) -> Option<Sums> {
        let name_of = |of: TermId| space.terms.name(of);
        let is_sum = |of: &&TermId| ["arith.addi", "arith.subi", "arith.addf", "arith.subf"].contains(&name_of(**of));
        let (first, _) = space.terms.operation(*lanes.iter().find(is_sum)?)?;
        let is_float = space.terms.is_float(space.terms.of(first).ty);
        let (plus, minus) = if is_float { ("arith.addf", "arith.subf") } else { ("arith.addi", "arith.subi") };
        let allowed = space.terms.allowed(first);
        if !allowed.reorder {
            return None;
        }
        let plain = space.terms.unpromising(first);
        let add = space.terms.code(crate::terms::Code { name: plus.to_owned(), ..space.terms.of(plain).clone() });
        let mut all = Vec::new();
        for lane in lanes {
            let (mut open, mut found) = (vec![Addend { term: *lane, is_negative: false }], Vec::new());
            while let Some(of) = open.pop() {
                let sum = space.terms.operation(of.term).map(|(code, operands)| (code, operands.to_vec()));
                match sum {
                    Some((code, operands)) if [plus, minus].contains(&space.terms.of(code).name.as_str()) => {
                        // Floats have the flags of the first sum: no other's are dropped or made up.
                        let same = space.terms.of(code).properties == space.terms.of(first).properties;
                        if is_float && !same {
                            return None;
                        }
                        let turned = of.is_negative ^ (space.terms.of(code).name == minus);
                        open.push(Addend { term: operands[1], is_negative: turned });
                        open.push(Addend { term: operands[0], ..of });
                    }
                    _ if allowed.zeros && space.terms.is_zero(of.term) => {}
                    _ => found.push(of),
                }
                if found.len() + open.len() > MAX_ADDENDS {
                    return None;
                }
            }
            // A value that is no sum would be added to zero, with the promises of the others' sums.
            if is_float && matches!(found.as_slice(), [one] if one.term == *lane) && !space.terms.promises(*lane, first)
            {
                return None;
            }
            all.push(found);
        }
        let longest = all.iter().map(Vec::len).max()?;
        let is_even = all.iter().all(|lane: &Vec<Addend>| lane.len() == longest);
        let sums = Sums { add, lanes: all };
        // A shorter sum gets zeros, which change the sign of a zero.
        (longest >= 2 && (allowed.zeros || is_even)).then_some(sums)
    }

    /// Ways to put addends into columns, each without the others' columns: in the program's order, and by what they read.
    pub fn arrangements(&self, space: &Space) -> Vec<Vec<Column>> {
        let mut ways = vec![self.in_order(), self.by_key(space, true)];
        // More columns, but of what is read together. Diospyros' costs are columns alone.
        ways.extend((!space.is_seed).then(|| self.by_key(space, false)));
        ways.retain(|columns| !columns.is_empty());
        ways.dedup();
        ways
    }

    fn in_order(&self) -> Vec<Column> {
        // Those that are taken away stand in columns of their own.
        let mut columns = Vec::new();
        for is_negative in [false, true] {
            let of = |lane: &Vec<Addend>| -> Vec<Addend> {
                lane.iter().filter(|addend| addend.is_negative == is_negative).copied().collect()
            };
            let lanes: Vec<Vec<Addend>> = self.lanes.iter().map(of).collect();
            let longest = lanes.iter().map(Vec::len).max().unwrap_or(0);
            columns.extend((0..longest).map(|at| lanes.iter().map(|lane| lane.get(at).copied()).collect::<Column>()));
        }
        columns
    }

    /// Columns of addends that read the same element in all lanes, or neighbours. `is_short`: no more of them than the longest sum has.
    fn by_key(&self, space: &Space, is_short: bool) -> Vec<Column> {
        let mut numbers: HashMap<Key, usize> = HashMap::new();
        let (mut weights, mut signs): (Vec<usize>, Vec<bool>) = (Vec::new(), Vec::new());
        let mut left: Vec<Vec<(Addend, Vec<usize>)>> = Vec::new();
        for (lane, addends) in self.lanes.iter().enumerate() {
            let mut own = Vec::new();
            for addend in addends {
                let mut of = Vec::new();
                for key in keys(space, *addend, lane) {
                    let next = weights.len();
                    // An element that many lanes read alike counts more than that both are products.
                    let weight = if matches!(key.parts.as_slice(), [Part::Like(_)]) { 1 } else { 2 };
                    let number = *numbers.entry(key).or_insert(next);
                    if number == next {
                        weights.push(weight);
                        signs.push(addend.is_negative);
                    }
                    of.push(number);
                }
                of.sort_unstable();
                own.push((*addend, of));
            }
            left.push(own);
        }
        let mut columns: Vec<Column> = Vec::new();
        loop {
            let most = left.iter().map(Vec::len).max().unwrap_or(0);
            if most == 0 {
                return columns;
            }
            let mut counts = vec![(0usize, usize::MAX); weights.len()];
            for (lane, addends) in left.iter().enumerate() {
                for key in addends.iter().flat_map(|(_, keys)| keys) {
                    // Once for each lane.
                    let (count, last) = counts[*key];
                    counts[*key] = if last == lane { (count, lane) } else { (count + 1, lane) };
                }
            }
            let score = |key: &usize| (counts[*key].0 * weights[*key], usize::MAX - key);
            let Some(best) = (0..weights.len()).max_by_key(score) else { return columns };
            let mut column: Column = Vec::new();
            for addends in &mut left {
                let fitting = addends.iter().position(|(_, keys)| keys.binary_search(&best).is_ok());
                // A lane with as many addends as there are columns to come has to give one.
                let any = || addends.iter().position(|(addend, _)| addend.is_negative == signs[best]);
                let at = fitting.or_else(|| if is_short && addends.len() == most { any() } else { None });
                column.push(at.map(|at| addends.remove(at).0));
            }
            if column.iter().all(Option::is_none) {
                return columns;
            }
            columns.push(column);
        }
    }
}

/// The reads of an addend, seen from its lane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    is_negative: bool,
    parts: Vec<Part>,
}

/// One factor of an addend.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    /// One value in all lanes.
    Same(TermId),
    /// An element of an array, by its distance from the lane's number.
    Step(u32, i64),
    /// An operation of this number, or none.
    Like(Option<u32>),
}

/// Keys of an addend in a lane: a column is good if all of its lanes have one in common.
fn keys(space: &Space, addend: Addend, lane: usize) -> Vec<Key> {
    let of = |term: TermId| -> Vec<Part> {
        let leaf = stripped(space, term);
        let step = space.terms.cell(leaf).map(|(array, cell)| Part::Step(array, cell as i64 - lane as i64));
        [Some(Part::Same(leaf)), step].into_iter().flatten().collect()
    };
    let factors: Vec<Vec<Part>> = match space.terms.operation(addend.term) {
        Some((_, [x, y])) => vec![of(*x), of(*y)],
        _ => vec![of(addend.term)],
    };
    let mut found = Vec::new();
    let mut push = |mut parts: Vec<Part>| {
        parts.sort_unstable();
        found.push(Key { is_negative: addend.is_negative, parts });
    };
    match factors.as_slice() {
        [x, y] => x.iter().for_each(|one| y.iter().for_each(|other| push(vec![one.clone(), other.clone()]))),
        all => all.iter().flatten().for_each(|one| push(vec![one.clone()])),
    }
    push(vec![Part::Like(space.terms.operation(addend.term).map(|(code, _)| code))]);
    found
}
