//! Chains of linear free terms: `cell op value` again and again is a sum over all values, each times a factor of its level.

use crate::arrays::lanes::Sizes;
use crate::arrays::sums;
use crate::limits::{MAX_LINEAR_LEVELS, STRIP};
use crate::values::field::Field;
use crate::values::mersenne::{Multiply, add, mul};
use crate::values::widths::widths;

/// The value that each step of a chain adds: lanes, or an operation on two of them.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    /// The code of the step's own operation.
    pub code: u64,
    /// Levels of lanes.
    pub first: Sizes<'a>,
    /// The code of the operation on them, and levels of its second operand.
    pub second: Option<(u64, Sizes<'a>)>,
}

/// The chain as a sum, and space to find it: `first[k]` times the lanes, `second[k]` times those of the second operand, and a constant.
#[derive(Debug)]
pub struct Factors {
    /// For each step.
    pub first: [u64; STRIP],
    /// For each step, where there are second operands.
    pub second: [u64; STRIP],
    /// In all.
    pub constant: u64,
    /// Of the cell after all steps.
    pub level: u32,
    /// The level of each step, and of what it adds.
    levels: [u32; STRIP],
    values: [u32; STRIP],
    of_steps: [u64; STRIP],
    of_values: [u64; STRIP],
}

impl Factors {
    /// None yet.
    pub fn new() -> Self {
        let none = [0; STRIP];
        Factors {
            first: none,
            second: none,
            constant: 0,
            level: 0,
            levels: [0; STRIP],
            values: [0; STRIP],
            of_steps: none,
            of_values: none,
        }
    }

    /// Those of so many steps, for a cell of this level; false: the levels are too many.
    pub fn find(&mut self, level: u32, n: usize, of: Values<'_>, field: &mut Field) -> bool {
        let second = of.second.map_or(Sizes::One(0.0), |(_, levels)| levels);
        let inner = u32::from(of.second.is_some());
        self.level = level;
        match (of.first, second) {
            (Sizes::One(x), Sizes::One(y)) => self.level = level.max(x.max(y) as u32 + inner) + n as u32,
            (x, y) => {
                highest(x, y, &mut self.values[..n]);
                for (value, step) in self.values[..n].iter_mut().zip(&mut self.levels) {
                    *value += inner;
                    self.level = self.level.max(*value) + 1;
                    *step = self.level;
                }
            }
        }
        if self.level >= MAX_LINEAR_LEVELS {
            return false;
        }
        field.terms += n as u64;
        field.hashed += n as u64;
        let words = field.linear(self.level);
        let factors = match (of.first, second) {
            (Sizes::One(x), Sizes::One(y)) => {
                let value = x.max(y) as u32 + inner;
                let from = level.max(value) as usize + 1;
                let of_steps = self.first.iter_mut().zip(&mut self.of_steps).zip(&words[from..from + n]);
                of_steps.for_each(|((first, of_step), both)| [*first, *of_step] = *both);
                let [of_second, of_code] = words[value as usize];
                if let Some((code, _)) = of.second {
                    self.second[..n].copy_from_slice(&self.first[..n]);
                    sums::scale(&mut self.second[..n], of_second);
                    let sum = sums::total(&self.first[..n]);
                    self.constant = mul(sum, mul(code, of_code));
                } else {
                    self.constant = 0;
                }
                &self.of_steps[..n]
            }
            _ => {
                let of_values = &mut self.of_values[..n];
                for (step, of_value) in of_values.iter_mut().enumerate() {
                    [self.first[step], self.of_steps[step]] = words[self.levels[step] as usize];
                    [self.second[step], *of_value] = words[self.values[step] as usize];
                }
                self.constant = 0;
                if let Some((code, _)) = of.second {
                    sums::multiply(&mut self.second[..n], &self.first[..n]);
                    self.constant = mul(code, sums::dot(&self.first[..n], of_values));
                }
                &self.of_steps[..n]
            }
        };
        let sum = sums::total(factors);
        self.constant = add(self.constant, mul(of.code, sum));
        true
    }
}

/// The higher level of each two. Levels are whole numbers under 2^24.
#[inline(always)]
fn highest_of<M: Multiply>(x: Sizes<'_>, y: Sizes<'_>, out: &mut [u32]) {
    let larger = |x: f32, y: f32| (if x > y { x } else { y }) as i32 as u32;
    match (x, y) {
        (Sizes::One(x), Sizes::One(y)) => out.fill(larger(x, y)),
        (Sizes::One(one), Sizes::Each(each)) | (Sizes::Each(each), Sizes::One(one)) => {
            out.iter_mut().zip(each).for_each(|(out, each)| *out = larger(one, *each));
        }
        (Sizes::Each(x), Sizes::Each(y)) => {
            out.iter_mut().zip(x).zip(y).for_each(|((out, x), y)| *out = larger(*x, *y));
        }
    }
}

widths!(
    /// The higher level of each two.
    highest, highest_of, (x: Sizes<'_>, y: Sizes<'_>, out: &mut [u32]) -> ()
);
