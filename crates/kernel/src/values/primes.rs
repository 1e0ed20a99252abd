//! Primes of 61 bits drawn at random, with Montgomery's multiplication: no coefficient that a program can build is 0 by design.

use crate::values::mersenne::Multiply;
use crate::values::widths::widths;

/// Rounds of Miller and Rabin: these bases decide every number under 2^64.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// A prime with what Montgomery's multiplication needs.
#[derive(Clone, Copy, Debug)]
pub struct Modulus {
    q: u64,
    /// -1/q modulo 2^64.
    inverse: u64,
    /// 2^128 modulo q.
    square: u64,
}

impl Modulus {
    /// Any odd number under 2^61.
    fn new(q: u64) -> Self {
        let mut inverse = 1u64;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(inverse)));
        }
        let one = ((1u128 << 64) % u128::from(q)) as u64;
        let square = (u128::from(one) * u128::from(one) % u128::from(q)) as u64;
        Modulus { q, inverse: inverse.wrapping_neg(), square }
    }

    /// Sum.
    #[inline(always)]
    pub fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.q { sum - self.q } else { sum }
    }

    /// Difference.
    #[inline(always)]
    pub fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.q - b }
    }

    /// Product.
    #[inline(always)]
    pub fn mul(self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let m = (product as u64).wrapping_mul(self.inverse);
        let reduced = ((product + u128::from(m) * u128::from(self.q)) >> 64) as u64;
        if reduced >= self.q { reduced - self.q } else { reduced }
    }

    /// Sums of lanes.
    pub fn add_lanes(self, x: &[u64], y: &[u64], out: &mut [u64]) {
        add_lanes(self, x, y, out);
    }

    /// Differences of lanes.
    pub fn sub_lanes(self, x: &[u64], y: &[u64], out: &mut [u64]) {
        sub_lanes(self, x, y, out);
    }

    /// Products of lanes.
    pub fn mul_lanes(self, x: &[u64], y: &[u64], out: &mut [u64]) {
        mul_lanes(self, x, y, out);
    }

    /// An integer's element.
    pub fn element(self, value: i128) -> u64 {
        self.mul(value.rem_euclid(i128::from(self.q)) as u64, self.square)
    }
}

#[inline(always)]
fn add_lanes_of<M: Multiply>(of: Modulus, x: &[u64], y: &[u64], out: &mut [u64]) {
    out.iter_mut().zip(x).zip(y).for_each(|((out, x), y)| *out = of.add(*x, *y));
}

#[inline(always)]
fn sub_lanes_of<M: Multiply>(of: Modulus, x: &[u64], y: &[u64], out: &mut [u64]) {
    out.iter_mut().zip(x).zip(y).for_each(|((out, x), y)| *out = of.sub(*x, *y));
}

#[inline(always)]
fn mul_lanes_of<M: Multiply>(of: Modulus, x: &[u64], y: &[u64], out: &mut [u64]) {
    out.iter_mut().zip(x).zip(y).for_each(|((out, x), y)| *out = of.mul(*x, *y));
}

widths!(
    /// See [`Modulus::add_lanes`].
    add_lanes, add_lanes_of, (of: Modulus, x: &[u64], y: &[u64], out: &mut [u64]) -> ()
);

widths!(
    /// See [`Modulus::sub_lanes`].
    sub_lanes, sub_lanes_of, (of: Modulus, x: &[u64], y: &[u64], out: &mut [u64]) -> ()
);

widths!(
    /// See [`Modulus::mul_lanes`].
    mul_lanes, mul_lanes_of, (of: Modulus, x: &[u64], y: &[u64], out: &mut [u64]) -> ()
);

fn power(base: u64, mut exponent: u64, q: u64) -> u64 {
    let (mut result, mut base) = (1u128, u128::from(base));
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % u128::from(q);
        }
        base = base * base % u128::from(q);
        exponent >>= 1;
    }
    result as u64
}

fn is_prime(n: u64) -> bool {
    if BASES.iter().any(|base| n.is_multiple_of(*base)) {
        return BASES.contains(&n);
    }
    let shift = (n - 1).trailing_zeros();
    let odd = (n - 1) >> shift;
    BASES.iter().all(|base| {
        let mut x = power(*base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..shift).any(|_| {
            x = (u128::from(x) * u128::from(x) % u128::from(n)) as u64;
            x == n - 1
        })
    })
}

/// Two primes that depend on the key only.
pub fn drawn(key: &[u8; 32]) -> [Modulus; 2] {
    let mut stream = blake3::Hasher::new_keyed(key).update(b"primes").finalize_xof();
    let mut draw = || loop {
        let mut bytes = [0; 8];
        stream.fill(&mut bytes);
        let candidate = (u64::from_le_bytes(bytes) >> 4) | (1 << 60) | 1;
        if is_prime(candidate) {
            return Modulus::new(candidate);
        }
    };
    [draw(), draw()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_told_from_other_numbers() {
        assert!(is_prime((1 << 61) - 1) && is_prime(1_000_000_007));
        // A strong pseudoprime to the bases 2, 3, 5 and 7, and a square.
        assert!(!is_prime(3_215_031_751) && !is_prime(1_000_003 * 1_000_003));
    }
}
