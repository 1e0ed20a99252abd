//! Which numbers are the terms of a Hadamard transform, and of which.
//!
//! `|a + b|` and `|a - b|` are the magnitudes of the transform of `(a, b)`. If `a` and `b` are one term each of two transforms with the same
//! signs, all terms of both are those of one transform of twice the length: `H (a + b)` and `H (a - b)` are `H' (a, b)`. From the terms
//! back, transforms are joined in pairs for as long as all have a partner.
//!
//! Input `j` enters term `s` with the sign of the parity of `s & j`. Where an order of the inputs is another's with all numbers
//! exclusive-or some number, only signs of whole terms differ, which magnitudes do not see. And the stages of a transform, one for each
//! bit of `j`, may be done in any order.

use super::numbers::{Number, Numbers, Shape};
use ahash::{HashMap, HashMapExt as _};

/// The inputs of transforms, in an order of lanes.
///
/// Several transforms of one length stand side by side, as a block of 8 x 4 pixels has two of 4 x 4: the bits that tell them apart have no
/// stage.
pub(super) struct Network {
    /// The number in each lane.
    pub lanes: Vec<Number>,
    /// For each bit of a lane's number, whether it is a bit of an input's: a stage adds and subtracts what differs in it.
    pub stages: Vec<bool>,
}

/// The inputs of one transform.
type Inputs = Vec<Number>;

/// For each input, the two that it is the sum or the difference of.
type Pairs = Vec<(Number, Number)>;

impl Network {
    /// The transforms whose terms these numbers are; `None` where there are none.
    pub(super) fn of(numbers: &Numbers<'_>, terms: &[Number]) -> Option<Network> {
        if !terms.len().is_power_of_two() {
            return None;
        }
        let mut transforms: Vec<Inputs> = terms.iter().map(|&term| vec![term]).collect();
        while let Some(joined) = joined(numbers, &transforms) {
            transforms = joined;
        }
        // One stage is a sum and a difference, which need no order.
        let is_worth_it = transforms[0].len() > 2;
        is_worth_it.then(|| as_in_memory(numbers, &transforms).unwrap_or_else(|| one_by_one(&transforms)))
    }
}

/// Transforms of twice the length; `None` where one has no partner.
fn joined(numbers: &Numbers<'_>, transforms: &[Inputs]) -> Option<Vec<Inputs>> {
    let mut sums: HashMap<Pairs, Vec<Pairs>> = HashMap::new();
    let mut differences = Vec::new();
    for inputs in transforms {
        if let Some(pairs) = pairs(inputs, |number| match numbers.shape(number) {
            Shape::Sum(a, b) => Some((a, b)),
            _ => None,
        }) {
            sums.entry(key(&pairs)).or_default().push(pairs);
        } else {
            differences.push(pairs_of_differences(numbers, inputs)?);
        }
    }
    let join = |pairs: Pairs| {
        let known = sums.get_mut(&key(&pairs))?;
        let at = known.iter().position(|sum| is_turned(sum, &pairs))?;
        known.swap_remove(at);
        let (left, right): (Inputs, Inputs) = pairs.into_iter().unzip();
        Some([left, right].concat())
    };
    let joined: Vec<Inputs> = differences.into_iter().map(join).collect::<Option<_>>()?;
    (2 * joined.len() == transforms.len()).then_some(joined)
}

/// Both operands of each input, if all inputs are made as `of` takes apart.
fn pairs(inputs: &Inputs, of: impl Fn(Number) -> Option<(Number, Number)>) -> Option<Pairs> {
    inputs.iter().map(|&number| of(number)).collect()
}

/// The same of differences, whose order is that of the stage's result.
fn pairs_of_differences(numbers: &Numbers<'_>, inputs: &Inputs) -> Option<Pairs> {
    pairs(inputs, |number| match numbers.shape(number) {
        Shape::Difference(a, b) => Some((a, b)),
        _ => None,
    })
}

/// The pairs without an order, and each without one.
fn key(pairs: &[(Number, Number)]) -> Pairs {
    let mut key: Pairs = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    key.sort_unstable();
    key
}

/// Whether two orders of the same pairs differ in signs of whole terms alone.
fn is_turned(sums: &[(Number, Number)], differences: &[(Number, Number)]) -> bool {
    let same = |sum: (Number, Number), difference: (Number, Number)| key(&[sum]) == key(&[difference]);
    (0..sums.len()).any(|turned| (0..sums.len()).all(|at| same(sums[at ^ turned], differences[at])))
}

/// Lanes in the order in which what they read lies in memory, where each bit of an input's number is a bit of a lane's.
fn as_in_memory(numbers: &Numbers<'_>, transforms: &[Inputs]) -> Option<Network> {
    // Arrays in the order of the first transform's inputs, so that rows which are added come one behind the other.
    let mut arrays: HashMap<u32, usize> = HashMap::new();
    let turned = |inputs: &Inputs, first: usize| -> Inputs { (0..inputs.len()).map(|at| inputs[at ^ first]).collect() };
    let place = |number: &Number| numbers.place(*number);
    let least = (0..transforms[0].len()).min_by_key(|&at| place(&transforms[0][at]))?;
    for number in turned(&transforms[0], least) {
        let next = arrays.len();
        arrays.entry(place(&number).array).or_insert(next);
    }
    let rank = |number: &Number| Some((*arrays.get(&place(number).array)?, place(number).index));
    let mut all: Vec<Inputs> = Vec::new();
    for inputs in transforms {
        let first = (0..inputs.len()).min_by_key(|&at| rank(&inputs[at]))?;
        all.push(turned(inputs, first));
    }
    let mut lanes: Vec<Number> = all.concat();
    lanes.sort_by_key(rank);
    let lane_of: HashMap<Number, usize> = lanes.iter().enumerate().map(|(lane, &number)| (number, lane)).collect();
    // An element that two inputs read has one lane, and one of them none.
    if lane_of.len() != lanes.len() {
        return None;
    }
    // Each transform's inputs have to be apart by the same bits, so that one stage is one for all of them.
    let mut bits = 0;
    for inputs in &all {
        let first = lane_of[&inputs[0]];
        let of_bit = |bit: usize| lane_of[&inputs[1 << bit]] ^ first;
        let count = inputs.len().trailing_zeros() as usize;
        let own: usize = (0..count).map(of_bit).fold(0, |all, bit| all | bit);
        let is_linear = |(at, number): (usize, &Number)| {
            let moved = (0..count).filter(|bit| at >> bit & 1 == 1).fold(first, |lane, bit| lane ^ of_bit(bit));
            moved == lane_of[number]
        };
        let is_placed = (0..count).all(|bit| of_bit(bit).is_power_of_two()) && first & own == 0;
        if !is_placed || !inputs.iter().enumerate().all(is_linear) || (bits != 0 && bits != own) {
            return None;
        }
        bits = own;
    }
    let stages = (0..lanes.len().trailing_zeros()).map(|bit| bits >> bit & 1 == 1).collect();
    Some(Network { lanes, stages })
}

/// Lanes of one transform after those of the one before, where memory has no order that fits: elements are then shuffled as they are loaded.
///
/// An example is a transform whose inputs a front end gathered from a table.
fn one_by_one(transforms: &[Inputs]) -> Network {
    let lanes = transforms.concat();
    let inner = transforms[0].len().trailing_zeros();
    let stages = (0..lanes.len().trailing_zeros()).map(|bit| bit < inner).collect();
    Network { lanes, stages }
}
