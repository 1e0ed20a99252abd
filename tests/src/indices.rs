//! Indices of loads as a front end may write them, with a meaning of their own: two that look alike need not be equal.

use rand::Rng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

/// An index: what is written, and what it is for values of `x` and `y`.
#[derive(Clone, Debug)]
pub struct Index {
    text: &'static str,
    value: fn(i32, i32) -> i64,
}

/// Families of indices that differ in a type, in an order of roundings, or in nothing.
const ALIKE: [&[Index]; 6] = [
    &[
        Index { text: "int32((uint8)saturating_cast(x))", value: |x, _| x.clamp(0, 255).into() },
        Index { text: "int32((int8)saturating_cast(x))", value: |x, _| x.clamp(-128, 127).into() },
        Index { text: "int32((int16)saturating_cast(x))", value: |x, _| x.clamp(-32768, 32767).into() },
    ],
    &[
        Index {
            text: "int32(((float32)x + (float32)y) - (float32)y)",
            value: |x, y| ((bits(x) + bits(y)) - bits(y)) as i64,
        },
        Index { text: "int32((float32)x)", value: |x, _| bits(x) as i64 },
    ],
    &[
        Index { text: "x / 3", value: |x, _| x.div_euclid(3).into() },
        Index { text: "x / 4", value: |x, _| x.div_euclid(4).into() },
        Index { text: "int32((uint32)x / (uint32)3)", value: |x, _| (x as u32 / 3) as i32 as i64 },
    ],
    &[
        Index { text: "x + y", value: |x, y| x.wrapping_add(y).into() },
        Index { text: "y + x", value: |x, y| x.wrapping_add(y).into() },
        Index { text: "x + y*2", value: |x, y| x.wrapping_add(y.wrapping_mul(2)).into() },
    ],
    &[
        Index { text: "(int32)min(x, y)", value: |x, y| x.min(y).into() },
        Index { text: "(int32)max(x, y)", value: |x, y| x.max(y).into() },
    ],
    &[
        Index { text: "x", value: |x, _| x.into() },
        Index { text: "x*2", value: |x, _| x.wrapping_mul(2).into() },
        Index { text: "int32(int8(x))", value: |x, _| (x as i8).into() },
        Index { text: "int32(uint8(x))", value: |x, _| (x as u8).into() },
    ],
];

/// A variable read as a float: `x` and `y` are variables of their type where they stand, so any float will do.
fn bits(value: i32) -> f32 {
    value as f32 * 1.5e4
}

impl Index {
    /// Any index.
    pub fn random(random: &mut StdRng) -> Index {
        let family = ALIKE.choose(random).expect("there are families");
        family.choose(random).expect("no family is empty").clone()
    }

    /// The same one, or one that looks like it.
    pub fn like(&self, random: &mut StdRng) -> Index {
        let family =
            ALIKE.iter().find(|family| family.iter().any(|i| i.text == self.text)).expect("every index is of a family");
        if random.random_bool(0.4) { self.clone() } else { family.choose(random).expect("no family is empty").clone() }
    }

    /// As it is written.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Its value.
    pub fn value(&self, x: i32, y: i32) -> i64 {
        (self.value)(x, y)
    }
}
