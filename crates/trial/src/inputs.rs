//! Inputs for a window: random and corner values that keep every fact its leaves state.
//!
//! Loads of one buffer see one memory: where two loads overlap, they read the same elements.

use std::collections::BTreeMap;

use isotope_ir::Window;
use isotope_ir::expr::{Leaf, LoadAddress};
use isotope_ir::interp::float::encode;
use isotope_ir::soft_float::{fraction_bits, infinity};
use isotope_ir::types::Type;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// The contents of one buffer around one symbolic base: elements by index.
type Memory = BTreeMap<(String, String), BTreeMap<i64, u64>>;

/// One set of inputs.
pub struct Inputs {
    /// One vector for each leaf of the window; a lane's bits, zero-extended.
    pub leaves: Vec<Vec<u64>>,
    memory: Memory,
}

impl Inputs {
    /// The value of another load of the window's bytes, or the first index that no load of the window covers.
    pub fn load(&self, address: &LoadAddress, lanes: u32) -> Result<Vec<u64>, i64> {
        let elements = self.memory.get(&(address.buffer.clone(), address.base.clone()));
        indices(address, lanes).map(|index| elements.and_then(|e| e.get(&index)).copied().ok_or(index)).collect()
    }
}

/// How lanes are chosen in one trial.
#[derive(Clone, Copy)]
enum Mode {
    Lowest,
    Highest,
    Zero,
    /// Ends and middles of the range, each lane its own.
    Corners,
    Random,
    /// Each lane a corner or random.
    Mixed,
}

/// `count` sets of inputs, the same for the same seed.
pub fn inputs(window: &Window, count: usize, seed: u64) -> Vec<Inputs> {
    let mut random = StdRng::seed_from_u64(seed);
    let mode = |trial: usize| match trial {
        0 => Mode::Lowest,
        1 => Mode::Highest,
        2 => Mode::Zero,
        _ => [Mode::Corners, Mode::Random, Mode::Mixed][trial % 3],
    };
    (0..count).map(|trial| one(window, mode(trial), &mut random)).collect()
}

fn one(window: &Window, mode: Mode, random: &mut StdRng) -> Inputs {
    let mut memory = Memory::new();
    for (key, bounds) in element_bounds(&window.graph.leaves) {
        let elements = bounds.into_iter().map(|(index, (ty, range))| (index, lane(ty, range, mode, random))).collect();
        memory.insert(key, elements);
    }
    let mut leaves = Vec::with_capacity(window.graph.leaves.len());
    for leaf in &window.graph.leaves {
        leaves.push(match &leaf.load {
            Some(address) => {
                let elements = &memory[&(address.buffer.clone(), address.base.clone())];
                indices(address, leaf.ty.lanes).map(|index| elements[&index]).collect()
            }
            None => (0..leaf.ty.lanes).map(|_| lane(leaf.ty, leaf.range, mode, random)).collect(),
        });
    }
    Inputs { leaves, memory }
}

fn indices(address: &LoadAddress, lanes: u32) -> impl Iterator<Item = i64> {
    let (offset, stride) = (address.offset, address.stride);
    (0..i64::from(lanes)).map(move |lane| offset + lane * stride)
}

type Range = Option<(i128, i128)>;

/// For every element that some leaf loads: its type, and the range that all its leaves agree on.
fn element_bounds(leaves: &[Leaf]) -> BTreeMap<(String, String), BTreeMap<i64, (Type, Range)>> {
    let mut bounds: BTreeMap<(String, String), BTreeMap<i64, (Type, Range)>> = BTreeMap::new();
    for leaf in leaves {
        let Some(address) = &leaf.load else { continue };
        let elements = bounds.entry((address.buffer.clone(), address.base.clone())).or_default();
        for index in indices(address, leaf.ty.lanes) {
            let (_, range) = elements.entry(index).or_insert((leaf.ty, leaf.range));
            *range = match (*range, leaf.range) {
                (Some((low, high)), Some((other_low, other_high))) => Some((low.max(other_low), high.min(other_high))),
                (one, other) => one.or(other),
            };
        }
    }
    bounds
}

/// One lane of a type, within a range.
fn lane(ty: Type, range: Range, mode: Mode, random: &mut StdRng) -> u64 {
    let mask = if ty.bits >= 64 { u64::MAX } else { (1 << ty.bits) - 1 };
    let Some((low, high)) = range.or(ty.range()) else {
        return float_lane(ty, mode, random) & mask;
    };
    let within = |value: i128| value.clamp(low, high);
    let corner = |random: &mut StdRng| {
        let middle = low + (high - low) / 2;
        let corners = [low, low + 1, -1, 0, 1, middle, middle + 1, high - 1, high];
        within(corners[random.random_range(0..corners.len())])
    };
    let any = |random: &mut StdRng| random.random_range(low..=high.max(low));
    let value = match mode {
        Mode::Lowest => low,
        Mode::Highest => high,
        Mode::Zero => within(0),
        Mode::Corners => corner(random),
        Mode::Random => any(random),
        Mode::Mixed if random.random_bool(0.5) => corner(random),
        Mode::Mixed => any(random),
    };
    value as u64 & mask
}

/// Floats without a range: zeros, any bits, corners of the format of either sign, or numbers about the size of integers.
fn float_lane(ty: Type, mode: Mode, random: &mut StdRng) -> u64 {
    let sign_bit = 1u64 << (ty.bits - 1);
    match mode {
        Mode::Zero | Mode::Lowest => 0,
        Mode::Highest => sign_bit,
        Mode::Corners => float_corner(ty, random) ^ if random.random_bool(0.5) { sign_bit } else { 0 },
        Mode::Mixed => match random.random_range(0..3) {
            0 => float_corner(ty, random),
            1 => float_number(ty, random),
            _ => random.random(),
        },
        Mode::Random => float_number(ty, random),
    }
}

/// A number of up to 34 bits, half of them with some after the point: what integers of 8, 16 and 32 bits hold, and what they just do not.
fn float_number(ty: Type, random: &mut StdRng) -> u64 {
    let whole = random.random_range(-(1i64 << 33)..1 << 33) >> random.random_range(0..34);
    let parts = [1.0, 2.0, 8.0, 3.0][random.random_range(0..4)];
    encode(whole as f64 / parts, ty)
}

/// Denormals, the least normal number, one and its neighbours, small integers and halves, the largest, infinity, NaNs.
fn float_corner(ty: Type, random: &mut StdRng) -> u64 {
    let (infinity, fraction) = (infinity(ty), fraction_bits(ty));
    let least = 1u64 << fraction;
    let one = ((infinity >> fraction) >> 1) << fraction;
    let ordinary =
        one + (random.random_range(0..8u64) << fraction) - 2 * least + (random.random_range(0..8) << (fraction - 3));
    let corners =
        [0, 1, least - 1, least, one, ordinary, ordinary, infinity - 1, infinity, infinity + 1, infinity | least >> 1];
    corners[random.random_range(0..corners.len())].wrapping_add(random.random_range(0..3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_ir::parse::parse_window;

    const SLIDING: &str = "let a : uint8x8 in [3, 200] = load B[t, stride 1]\n\
                           let b : uint8x8 in [0, 100] = load B[t + 1, stride 1]\n\
                           uint8x8 ((uint8x8)a + (uint8x8)b)\n";

    #[test]
    fn overlapping_loads_read_the_same_elements_within_both_ranges() {
        let window = parse_window(SLIDING).unwrap();
        let all = inputs(&window, 60, 1);
        for inputs in &all {
            assert_eq!(inputs.leaves[0][1..], inputs.leaves[1][..7]);
            assert!(inputs.leaves[0][1..].iter().all(|lane| (3..=100).contains(lane)));
        }
        assert!(all.iter().any(|inputs| inputs.leaves[0][0] == 200), "a corner that only the first leaf has");
    }

    #[test]
    fn another_load_reads_what_is_covered_and_nothing_else() {
        let window = parse_window(SLIDING).unwrap();
        let inputs = &inputs(&window, 4, 1)[3];
        let address = |offset| LoadAddress { buffer: "B".into(), base: "t".into(), offset, stride: 1 };
        let inside = inputs.load(&address(2), 7).unwrap();
        assert_eq!(inside[..6], inputs.leaves[0][2..]);
        assert_eq!(inputs.load(&address(2), 8), Err(9));
        assert_eq!(inputs.load(&address(-1), 8), Err(-1));
    }

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let window = parse_window("int16x4 ((int16x4)a * (int16x4)b)").unwrap();
        let of = |seed| inputs(&window, 20, seed).into_iter().map(|inputs| inputs.leaves).collect::<Vec<_>>();
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
    }
}
