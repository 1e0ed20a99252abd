//! Free terms by universal hashing, for pairs of programs in which no operation on data is one of the field.
//!
//! Each term has a level: one more than the highest of its operands. The hash of level n is drawn from the key, and its operands do not
//! depend on it. For any two different terms of one level, and one point, it gives equal values with probability 1/p; for terms of
//! different levels, 2/p at most. Hashed values are never added or multiplied, so that nothing more than being different is asked of it.

use crate::limits::{MAX_LEVELS, MAX_LINEAR_LEVELS};
use crate::values::mersenne::{Multiply, P, Words as Whole, add, canonical};

/// How operands are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The first two may be exchanged.
    Commutes,
    /// Each has its place.
    Ordered,
    /// Each has its place, and the first is added as it is: a chain of such terms is a sum.
    Linear,
}

/// Words of one level, for both points.
pub type Words = [[u64; 4]; 2];

/// The hash functions of all levels so far.
#[derive(Clone, Debug)]
pub struct Levels {
    key: [u8; 32],
    words: Vec<Words>,
    linear: Vec<[u64; 2]>,
}

impl Levels {
    /// None yet.
    pub fn new(key: [u8; 32]) -> Self {
        Levels { key, words: Vec::new(), linear: Vec::new() }
    }

    /// The factors of [`Shape::Linear`] by level, up to one: of second operands, and of codes.
    pub fn linear(&mut self, level: u32) -> &[[u64; 2]] {
        if self.linear.len() <= level as usize {
            self.grow_linear(level.min(MAX_LINEAR_LEVELS - 1));
        }
        &self.linear
    }

    /// The factor of third operands of linear terms.
    pub fn third(&self, level: u32) -> u64 {
        let mut bytes = [0; 8];
        self.stream(b"third", level).fill(&mut bytes);
        word(bytes)
    }

    /// Random bytes of a name and a number.
    fn stream(&self, name: &[u8], number: u32) -> blake3::OutputReader {
        blake3::Hasher::new_keyed(&self.key).update(name).update(&number.to_le_bytes()).finalize_xof()
    }

    fn grow_linear(&mut self, level: u32) {
        /// Levels that are drawn at once.
        const CHUNK: usize = 64;
        let wanted = (level as usize + 1).max(self.linear.len() + self.linear.len() / 4);
        let mut bytes = [0; 16 * CHUNK];
        self.linear.reserve_exact((wanted + CHUNK).saturating_sub(self.linear.len()));
        while self.linear.len() < wanted {
            self.stream(b"linear", (self.linear.len() / CHUNK) as u32).fill(&mut bytes);
            let (words, _) = bytes.as_chunks::<8>();
            self.linear.extend(words.chunks_exact(2).map(|pair| [word(pair[0]), word(pair[1])]));
        }
    }

    /// The hash function of one level, which is under [`MAX_LEVELS`].
    #[inline]
    pub fn of(&mut self, level: u32) -> &Words {
        if self.words.len() <= level as usize {
            self.grow(level);
        }
        &self.words[level as usize]
    }

    /// Those up to a level.
    pub fn up_to(&mut self, level: u32) -> &[Words] {
        self.of(level.min(MAX_LEVELS - 1));
        &self.words
    }

    fn grow(&mut self, level: u32) {
        // By doubling: each call draws at least as many as there are.
        let wanted = (level as usize + 1).max(self.words.len() * 2).clamp(16, MAX_LEVELS as usize);
        while self.words.len() < wanted {
            let mut bytes = [0; 64];
            self.stream(b"level", self.words.len() as u32).fill(&mut bytes);
            let at = |at: usize| word(std::array::from_fn(|i| bytes[at * 8 + i]));
            self.words.push(std::array::from_fn(|point| std::array::from_fn(|word| at(point * 4 + word))));
        }
    }
}

/// A random element.
fn word(bytes: [u8; 8]) -> u64 {
    canonical(u64::from_le_bytes(bytes) & P)
}

/// How many pairs of terms have to be told apart for a term of two operands to be told from any other: each may fail.
///
/// Two different terms of one level get equal values only if the hash fails for this pair, or the operands' values are equal in one
/// of their orders. In each order there is a pair of operands that differ; where operands of different levels meet, which the hash of
/// the higher level tells apart, that is such a pair.
#[inline(always)]
pub fn chances(shape: Shape, x: (f32, f32), y: (f32, f32)) -> f32 {
    let most = if x.1 > y.1 { x.1 } else { y.1 };
    match shape {
        Shape::Ordered | Shape::Linear => most + 1.0,
        Shape::Commutes if x.0 == y.0 => most * 2.0 + 1.0,
        Shape::Commutes => most + 2.0,
    }
}

/// The hash of two operands that may be exchanged. All values are canonical, `code` is under 2^60.
#[inline(always)]
pub fn commuting<M: Multiply>(words: &[u64; 4], code: u64, x: u64, y: u64) -> u64 {
    M::mul_add(add(x, words[0]), add(y, words[0]), M::mul_add(code, words[3], 0))
}

/// The hash of two operands in their order.
#[inline(always)]
pub fn ordered<M: Multiply>(words: &[u64; 4], code: u64, x: u64, y: u64) -> u64 {
    M::mul_add(x, words[0], M::mul_add(y, words[1], M::mul_add(code, words[3], 0)))
}

/// The hash of two operands in their order, linear in both.
///
/// Two terms of one level with different codes have values that differ by a multiple of the fourth word, and terms of different levels
/// likewise, as no code is 0. With one code values are equal with probability 1/p if second operands' are not; if they are, only if the
/// first operands' are.
#[inline(always)]
pub fn linear<M: Multiply>(words: &[u64; 4], code: u64, x: u64, y: u64) -> u64 {
    M::mul_add(y, words[0], add(x, M::mul_add(code, words[3], 0)))
}

/// The hash of one to three operands.
pub fn hash(words: &[u64; 4], code: u64, shape: Shape, operands: &[u64]) -> Option<u64> {
    let (x, y, third) = match *operands {
        [x] => (x, 0, 0),
        [x, y] => (x, y, 0),
        [x, y, z] => (x, y, z),
        _ => return None,
    };
    let first = match shape {
        Shape::Commutes => commuting::<Whole>(words, code, x, y),
        Shape::Ordered => ordered::<Whole>(words, code, x, y),
        Shape::Linear => linear::<Whole>(words, code, x, y),
    };
    Some(Whole::mul_add(third, words[2], first))
}
