//! The field in which programs are run for identity testing, and the free terms.

use crate::limits::{MAX_LEVELS, MAX_LINEAR_LEVELS};
use crate::values::levels::{Levels, Shape, Words, chances, hash};
use crate::values::mersenne;
use crate::values::primes::{Modulus, drawn};
use crate::values::value::Term;

/// Coefficients from here on may be multiples of the fixed prime.
pub const TOO_LARGE: f32 = (1u64 << 59) as f32;

/// Degrees from here on are not exact as floats, and too high to show anything.
const TOO_HIGH: u32 = 1 << 24;

/// Rounds up: what bounds something is never under it.
#[inline(always)]
pub fn up(weight: f32) -> f32 {
    weight * 1.000_000_3
}

/// The binary logarithm of a sum's weight, from those of its operands.
#[inline(always)]
pub fn of_sum(x: f32, y: f32) -> f32 {
    up((if x > y { x } else { y }) + 1.0)
}

/// The binary logarithm of a product's weight.
#[inline(always)]
pub fn of_product(x: f32, y: f32) -> f32 {
    // More than that of an unknown, which shows that an operation was applied.
    up(x + y).max(1e-6)
}

/// How an identity test computes. A later method costs more, and its error is smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// No operation on data is one of the field, and no two operands are exchanged: everything is a free term, hashed by its level and
    /// linear in its operands, so that a chain of sums is one sum. One point; the error counts levels.
    Linear,
    /// No operation on data is one of the field: everything is a free term, hashed by its level. One point; the error counts the pairs
    /// of terms that have to be told apart on the way to any cell.
    FreeOnce,
    /// The same, at two points; the error counts all pairs of terms.
    Free,
    /// Modulo 2^61 - 1, at one point.
    Once,
    /// Modulo 2^61 - 1, at two points.
    Twice,
    /// Modulo two primes that are drawn from the key, at one point each.
    Drawn,
}

impl Method {
    /// Whether every operation on data is a free term.
    pub fn is_free(self) -> bool {
        matches!(self, Method::Linear | Method::Free | Method::FreeOnce)
    }
}

/// The field of one check. The same key gives the same field, inputs and free terms.
#[derive(Clone, Debug)]
pub struct Field {
    method: Method,
    moduli: Option<[Modulus; 2]>,
    key: [u8; 32],
    levels: Levels,
    /// Free terms and inputs so far.
    pub terms: u64,
    /// Free terms with operands so far.
    pub hashed: u64,
    /// The highest degree so far.
    pub degree: u32,
    /// The highest sum of coefficients' sizes so far.
    pub weight: f32,
    /// A constant may be equal to another one modulo the prime.
    has_large: bool,
}

impl Field {
    /// The field of this key.
    pub fn new(key: [u8; 32], method: Method) -> Self {
        let moduli = (method == Method::Drawn).then(|| drawn(&key));
        Field {
            method,
            moduli,
            key,
            levels: Levels::new(key),
            terms: 0,
            hashed: 0,
            degree: 1,
            weight: if method == Method::Drawn { 0.0 } else { 1.0 },
            has_large: false,
        }
    }

    /// Degree, or level, and weight of an unknown. Where primes are drawn weights are logarithms: no number holds what many steps make.
    pub fn size_of_unknowns(&self) -> (f32, f32) {
        let weight = if self.method == Method::Drawn { 0.0 } else { 1.0 };
        (if self.method.is_free() { 0.0 } else { 1.0 }, weight)
    }

    /// The primes that were drawn.
    pub fn moduli(&self) -> Option<[Modulus; 2]> {
        self.moduli
    }

    /// How it computes.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Whether terms have two values.
    pub fn has_two_points(&self) -> bool {
        !matches!(self.method, Method::Linear | Method::Once | Method::FreeOnce)
    }

    /// Whether terms have more levels than are told apart.
    pub fn is_too_deep(&self) -> bool {
        self.method == Method::Linear && self.degree >= MAX_LINEAR_LEVELS
    }

    /// Whether terms have weights of their own.
    pub fn has_weights(&self) -> bool {
        self.method != Method::Linear
    }

    /// The factors of linear terms up to a level.
    pub fn linear(&mut self, last: u32) -> &[[u64; 2]] {
        self.levels.linear(last)
    }

    /// The hash functions of all levels up to one.
    pub fn levels(&mut self, last: u32) -> &[Words] {
        self.levels.up_to(last)
    }

    /// An integer as a constant polynomial.
    pub fn constant(&mut self, value: i64) -> Term {
        let [a, b] = match self.moduli {
            Some(moduli) => moduli.map(|m| m.element(i128::from(value))),
            None => [mersenne::element(value); 2],
        };
        let b = if self.has_two_points() { b } else { 0 };
        let weight = match value.unsigned_abs() as f32 {
            // A larger one is equal to another number modulo the prime.
            size if self.method.is_free() => {
                self.has_large |= size >= TOO_LARGE;
                1.0
            }
            size if self.method == Method::Drawn => up(up(size).max(1.0).log2()),
            size => size.max(1.0),
        };
        self.noted(Term { a, b, weight, degree: 0 })
    }

    /// Random bytes as a term: 8 for each point, or more.
    fn random(&self, bytes: &[u8]) -> Term {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let second = if self.has_two_points() { word(8) } else { 0 };
        let [a, b] = match self.moduli {
            // No remainder is more than 17/16 as likely as it should be.
            Some(moduli) => [(word(0), moduli[0]), (second, moduli[1])].map(|(word, m)| m.element(i128::from(word))),
            None => [word(0), second].map(|word| mersenne::canonical(word & mersenne::P)),
        };
        let (degree, weight) = self.size_of_unknowns();
        Term { a, b, weight, degree: degree as u32 }
    }

    /// A free term: a random element that depends on these bytes only.
    pub fn free(&mut self, bytes: &[u8]) -> Term {
        self.terms += 1;
        self.random(blake3::keyed_hash(&self.key, bytes).as_bytes())
    }

    /// Random bytes that each element takes.
    fn bytes_of_each(&self) -> usize {
        if self.has_two_points() { 16 } else { 8 }
    }

    /// Elements of random bytes.
    fn words(&self, bytes: &[u8], a: &mut Vec<u64>, b: &mut Vec<u64>) {
        if self.has_two_points() {
            for chunk in bytes.chunks_exact(16) {
                let term = self.random(chunk);
                a.push(term.a);
                b.push(term.b);
            }
            return;
        }
        let (words, _) = bytes.as_chunks::<8>();
        a.extend(words.iter().map(|word| mersenne::canonical(u64::from_le_bytes(*word) & mersenne::P)));
    }

    /// So many random elements that depend on this name only, at both points.
    pub fn stream(&mut self, name: &[u8], count: usize) -> [Vec<u64>; 2] {
        self.terms += count as u64;
        let (mut a, mut b) = (Vec::with_capacity(count), Vec::new());
        b.reserve_exact(if self.has_two_points() { count } else { 0 });
        let mut source = blake3::Hasher::new_keyed(&self.key).update(name).finalize_xof();
        let (mut bytes, mut left) = ([0; 8192], count);
        while left > 0 {
            let now = left.min(bytes.len() / self.bytes_of_each());
            let bytes = &mut bytes[..now * self.bytes_of_each()];
            source.fill(bytes);
            self.words(bytes, &mut a, &mut b);
            left -= now;
        }
        [a, b]
    }

    /// The hash of a free term by its level. `None`: it has too high a level, or none of these shapes.
    pub fn leveled(&mut self, code: u64, shape: Shape, operands: &[Term]) -> Option<Term> {
        let level = operands.iter().map(|term| term.degree).max()? + 1;
        let is_linear = self.method == Method::Linear;
        if level >= if is_linear { MAX_LINEAR_LEVELS } else { MAX_LEVELS } || operands.len() > 3 {
            return None;
        }
        let shape = if is_linear { Shape::Linear } else { shape };
        let words = if is_linear {
            let [second, code] = self.levels.linear(level)[level as usize];
            let third = if operands.len() > 2 { self.levels.third(level) } else { 0 };
            [[second, 0, third, code]; 2]
        } else {
            *self.levels.of(level)
        };
        let mut values = [[0; 3]; 2];
        for (at, term) in operands.iter().enumerate() {
            (values[0][at], values[1][at]) = (term.a, term.b);
        }
        let of = |point: usize| hash(&words[point], code, shape, &values[point][..operands.len()]);
        let (a, b) = (of(0)?, if self.has_two_points() { of(1)? } else { 0 });
        let size = |term: &Term| (term.degree as f32, term.weight);
        let weight = match operands {
            _ if self.method == Method::Linear => 1.0,
            [x, y] => chances(shape, size(x), size(y)),
            more => more.iter().fold(0.0, |most: f32, term| most.max(term.weight)) * 2.0 + 1.0,
        };
        self.terms += 1;
        self.hashed += 1;
        self.note(level, weight);
        Some(Term { a, b, weight, degree: level })
    }

    /// Takes note of what an operation gives to memory or to a free term.
    #[inline]
    pub fn note(&mut self, degree: u32, weight: f32) {
        self.degree = self.degree.max(degree);
        self.weight = self.weight.max(weight);
    }

    #[inline]
    fn noted(&mut self, term: Term) -> Term {
        self.note(term.degree, term.weight);
        term
    }

    /// Sum.
    #[inline]
    pub fn add(&mut self, x: Term, y: Term) -> Term {
        let [a, b] = match self.moduli {
            Some([m, n]) => [m.add(x.a, y.a), n.add(x.b, y.b)],
            None => [mersenne::add(x.a, y.a), mersenne::add(x.b, y.b)].map(mersenne::canonical),
        };
        let weight = if self.moduli.is_some() { of_sum(x.weight, y.weight) } else { up(x.weight + y.weight) };
        self.noted(Term { a, b, weight, degree: x.degree.max(y.degree) })
    }

    /// Difference.
    #[inline]
    pub fn sub(&mut self, x: Term, y: Term) -> Term {
        let [a, b] = match self.moduli {
            Some([m, n]) => [m.sub(x.a, y.a), n.sub(x.b, y.b)],
            None => [mersenne::sub(x.a, y.a), mersenne::sub(x.b, y.b)].map(mersenne::canonical),
        };
        let weight = if self.moduli.is_some() { of_sum(x.weight, y.weight) } else { up(x.weight + y.weight) };
        self.noted(Term { a, b, weight, degree: x.degree.max(y.degree) })
    }

    /// Product.
    #[inline]
    pub fn mul(&mut self, x: Term, y: Term) -> Term {
        let [a, b] = match self.moduli {
            Some([m, n]) => [m.mul(x.a, y.a), n.mul(x.b, y.b)],
            None => [mersenne::mul(x.a, y.a), mersenne::mul(x.b, y.b)].map(mersenne::canonical),
        };
        let weight = if self.moduli.is_some() { of_product(x.weight, y.weight) } else { up(x.weight * y.weight) };
        self.noted(Term { a, b, weight, degree: x.degree.saturating_add(y.degree) })
    }

    /// Counts what another run met.
    pub fn join(&mut self, other: &Field) {
        self.terms += other.terms;
        self.hashed += other.hashed;
        self.degree = self.degree.max(other.degree);
        self.weight = self.weight.max(other.weight);
        self.has_large |= other.has_large;
    }

    /// The binary logarithm of the probability that two different programs were taken for equal ones.
    ///
    /// Two programs that differ have one cell at least in which they differ, and pass only if its two polynomials have equal values, or
    /// if two free terms got equal values before. For one pair of polynomials and one point: the point is a root, or
    /// the prime divides every coefficient of the difference. A coefficient of B bits has at most B/60 drawn primes, of more than 2^54;
    /// the fixed one divides none if all are under 2^60. All points must fail at once.
    pub fn error_bits(&self) -> f64 {
        let pairs = |count: u64| 2.0 * (count as f64 + 1.0).log2() - 1.0;
        let degree = f64::from(self.degree);
        match self.method {
            _ if self.degree >= TOO_HIGH => f64::INFINITY,
            Method::FreeOnce | Method::Once | Method::Twice if self.weight >= TOO_LARGE => f64::INFINITY,
            Method::Linear | Method::FreeOnce | Method::Free if self.has_large => f64::INFINITY,
            // A term of level n is told from another one by at most n + 1 pairs, one of each level.
            Method::Linear if self.is_too_deep() => f64::INFINITY,
            Method::Linear => (degree + 2.0).log2() + 3f64.log2() - 60.99,
            // Weights are the pairs to be told apart.
            Method::FreeOnce => f64::from(self.weight).log2() + 3f64.log2() - 60.99,
            // Different levels: at most two roots. Leaves are among the terms.
            Method::Free => pairs(self.terms) + 2.0 * (3f64.log2() - 60.99),
            Method::Once => pairs(self.hashed).max(0.0) + (degree + 1.0).log2() - 60.99,
            Method::Twice => pairs(self.hashed).max(0.0) + 2.0 * ((degree + 1.0).log2() - 60.99),
            Method::Drawn => {
                // Weights are logarithms; a difference has those of both programs.
                let bits = f64::from(self.weight) + 1.0 + degree * 64.0;
                let pair = degree * 17.0 / 2f64.powi(64) + (bits / 60.0 + 1.0) / 2f64.powi(54);
                pairs(self.hashed).max(0.0) + 2.0 * pair.log2()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_of_a_field_hold() {
        for method in [Method::Once, Method::Twice, Method::Drawn] {
            let mut f = Field::new([7; 32], method);
            let [x, y, z] = [b"x", b"y", b"z"].map(|name| f.free(name));
            let sum = f.add(x, y);
            let [left, right] = [(x, z), (y, z)].map(|(a, b)| f.mul(a, b));
            assert!(f.mul(sum, z).same(f.add(left, right)));
            let (minus, three) = (f.constant(-3), f.constant(3));
            assert!(f.add(minus, three).same(f.constant(0)));
            assert!(f.mul(minus, three).same(f.constant(-9)));
            assert!(!x.same(y) && f.sub(sum, y).same(x));
            let product = f.mul(sum, z);
            // A logarithm where primes are drawn.
            let weight = if method == Method::Drawn { 1.0 } else { 2.0 };
            assert!(product.degree == 2 && product.weight >= weight && product.weight < weight + 0.001);
            assert_eq!(x.b == 0, method == Method::Once);
        }
    }

    #[test]
    fn a_degree_that_is_too_high_shows_nothing() {
        for method in [Method::Once, Method::Twice, Method::Drawn] {
            let mut f = Field::new([7; 32], method);
            let mut x = f.free(b"x");
            for _ in 0..20 {
                x = f.mul(x, x);
            }
            assert!(f.error_bits() < if method == Method::Once { -39.0 } else { -40.0 });
            // 2^100, which no counter holds.
            for _ in 0..80 {
                x = f.mul(x, x);
            }
            assert_eq!(f.error_bits(), f64::INFINITY);
        }
    }

    #[test]
    fn hashes_by_level_tell_operands_operations_and_orders_apart() {
        let mut f = Field::new([7; 32], Method::Free);
        let [x, y, z] = [b"x", b"y", b"z"].map(|name| f.free(name));
        let mut of = |code, shape, operands: &[Term]| f.leveled(code, shape, operands).unwrap();
        let sum = of(1, Shape::Commutes, &[x, y]);
        assert!(sum.same(of(1, Shape::Commutes, &[y, x])) && sum.degree == 1);
        let quotient = of(2, Shape::Ordered, &[x, y]);
        assert!(!quotient.same(of(2, Shape::Ordered, &[y, x])));
        let [left, inner] = [of(1, Shape::Commutes, &[sum, z]), of(1, Shape::Commutes, &[y, z])];
        let right = of(1, Shape::Commutes, &[x, inner]);
        assert!(!left.same(right) && left.degree == 2, "sums without a flag have an order");
        let all = [
            sum,
            quotient,
            of(3, Shape::Ordered, &[x, y]),
            of(1, Shape::Commutes, &[x, x]),
            of(4, Shape::Ordered, &[x]),
        ];
        for (at, term) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| !other.same(*term)));
        }
    }

    #[test]
    fn linear_terms_tell_operands_orders_and_levels_apart() {
        let mut f = Field::new([7; 32], Method::Linear);
        let zero = f.constant(0);
        let [x, y, z] = [b"x", b"y", b"z"].map(|name| f.free(name));
        let mut of = |code, operands: &[Term]| f.leveled(code, Shape::Ordered, operands).unwrap();
        let [xy, yx, other, unary] = [of(1, &[x, y]), of(1, &[y, x]), of(2, &[x, y]), of(3, &[x])];
        // Zeros hide no order, and no operation.
        let [x0, zero_x, again] = [of(1, &[x, zero]), of(1, &[zero, x]), of(1, &[x, zero])];
        let [left, inner] = [of(1, &[xy, z]), of(1, &[y, z])];
        let right = of(1, &[x, inner]);
        let third = [of(4, &[x, y, z]), of(4, &[x, z, y]), of(4, &[z, y, x])];
        let all = [[xy, yx, other, unary], [x0, zero_x, left, right]].concat();
        let all = [&all[..], &third, &[x, y, z, inner]].concat();
        for (at, term) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| !other.same(*term)), "{at}");
        }
        assert!(again.same(x0) && left.degree == 2);
        // Too many levels show nothing.
        assert!(f.error_bits() < -57.0);
        f.note(MAX_LINEAR_LEVELS, 1.0);
        assert_eq!(f.error_bits(), f64::INFINITY);
    }
}
