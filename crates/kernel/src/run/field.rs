//! Two prime fields in which programs are run for identity testing, and the free terms.
//!
//! Both primes have 61 bits and are drawn from the key, so that no coefficient that a program can build is 0 by design.

use super::value::Term;

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
    fn new(q: u64) -> Self {
        let mut inverse = 1u64;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(inverse)));
        }
        let one = ((1u128 << 64) % u128::from(q)) as u64;
        let square = (u128::from(one) * u128::from(one) % u128::from(q)) as u64;
        Modulus { q, inverse: inverse.wrapping_neg(), square }
    }

    #[inline]
    fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.q { sum - self.q } else { sum }
    }

    #[inline]
    fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.q - b }
    }

    #[inline]
    fn mul(self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let m = (product as u64).wrapping_mul(self.inverse);
        let reduced = ((product + u128::from(m) * u128::from(self.q)) >> 64) as u64;
        if reduced >= self.q { reduced - self.q } else { reduced }
    }

    /// An integer's element.
    fn element(self, value: i128) -> u64 {
        self.mul(value.rem_euclid(i128::from(self.q)) as u64, self.square)
    }
}

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

/// The fields of one check. The same key gives the same fields, inputs and free terms.
#[derive(Clone, Debug)]
pub struct Field {
    moduli: [Modulus; 2],
    key: [u8; 32],
    /// Free terms and inputs so far.
    pub terms: u64,
    /// The highest degree so far.
    pub degree: u32,
    /// The highest sum of coefficients' sizes so far.
    pub weight: f32,
}

impl Field {
    /// Draws both primes from the key.
    pub fn new(key: [u8; 32]) -> Self {
        let mut stream = blake3::Hasher::new_keyed(&key).update(b"primes").finalize_xof();
        let mut draw = || loop {
            let mut bytes = [0; 8];
            stream.fill(&mut bytes);
            let candidate = (u64::from_le_bytes(bytes) >> 4) | (1 << 60) | 1;
            if is_prime(candidate) {
                return Modulus::new(candidate);
            }
        };
        let moduli = [draw(), draw()];
        Field { moduli, key, terms: 0, degree: 1, weight: 1.0 }
    }

    /// An integer as a constant polynomial.
    pub fn constant(&self, value: i64) -> Term {
        let [a, b] = self.moduli.map(|m| m.element(i128::from(value)));
        Term { a, b, weight: (value.unsigned_abs() as f32).max(1.0), degree: 0 }
    }

    /// A free term: a random element that depends on these bytes only.
    pub fn free(&mut self, bytes: &[u8]) -> Term {
        self.terms += 1;
        let hash = blake3::keyed_hash(&self.key, bytes);
        let half = |from: usize| u128::from_le_bytes(std::array::from_fn(|i| hash.as_bytes()[from + i]));
        let [a, b] =
            [(half(0), self.moduli[0]), (half(16), self.moduli[1])].map(|(bits, m)| (bits % u128::from(m.q)) as u64);
        Term { a, b, weight: 1.0, degree: 1 }
    }

    #[inline]
    fn noted(&mut self, term: Term) -> Term {
        self.degree = self.degree.max(term.degree);
        self.weight = self.weight.max(term.weight);
        term
    }

    /// Sum.
    #[inline]
    pub fn add(&mut self, x: Term, y: Term) -> Term {
        let [m, n] = self.moduli;
        let degree = x.degree.max(y.degree);
        self.noted(Term { a: m.add(x.a, y.a), b: n.add(x.b, y.b), weight: x.weight + y.weight, degree })
    }

    /// Difference.
    #[inline]
    pub fn sub(&mut self, x: Term, y: Term) -> Term {
        let [m, n] = self.moduli;
        let degree = x.degree.max(y.degree);
        self.noted(Term { a: m.sub(x.a, y.a), b: n.sub(x.b, y.b), weight: x.weight + y.weight, degree })
    }

    /// Product.
    #[inline]
    pub fn mul(&mut self, x: Term, y: Term) -> Term {
        let [m, n] = self.moduli;
        let degree = x.degree.saturating_add(y.degree);
        self.noted(Term { a: m.mul(x.a, y.a), b: n.mul(x.b, y.b), weight: x.weight * y.weight, degree })
    }

    /// Counts what another run met.
    pub fn join(&mut self, other: &Field) {
        self.terms += other.terms;
        self.degree = self.degree.max(other.degree);
        self.weight = self.weight.max(other.weight);
    }

    /// The binary logarithm of the probability that any two different polynomials among these had equal values.
    ///
    /// For one pair and one prime: the point is a root (degree / 2^60), or the prime divides every coefficient of the difference. A
    /// coefficient of B bits has at most B/60 such primes, of more than 2^54. Both primes must fail at once.
    pub fn error_bits(&self, cells: u64, steps: u64) -> f64 {
        let degree = f64::from(self.degree);
        let bits = if self.weight.is_finite() {
            f64::from(self.weight).log2() + degree * 64.0
        } else {
            degree * (64.0 + steps as f64)
        };
        let pair = degree / 2f64.powi(60) + (bits / 60.0 + 1.0) / 2f64.powi(54);
        let compared = (self.terms + cells + 1) as f64;
        2.0 * compared.log2() - 1.0 + 2.0 * pair.log2()
    }
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

    #[test]
    fn the_laws_of_a_field_hold() {
        let mut f = Field::new([7; 32]);
        let [x, y, z] = [b"x", b"y", b"z"].map(|name| f.free(name));
        let sum = f.add(x, y);
        let [left, right] = [(x, z), (y, z)].map(|(a, b)| f.mul(a, b));
        assert!(f.mul(sum, z).same(f.add(left, right)));
        let (minus, three) = (f.constant(-3), f.constant(3));
        assert!(f.add(minus, three).same(f.constant(0)));
        assert!(f.mul(minus, three).same(f.constant(-9)));
        assert!(!x.same(y) && f.sub(sum, y).same(x));
        assert_eq!((f.mul(sum, z).degree, f.mul(sum, z).weight), (2, 2.0));
    }
}
