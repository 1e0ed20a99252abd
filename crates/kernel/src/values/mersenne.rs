//! Arithmetic modulo 2^61 - 1, whose products are reduced by two shifts.
//!
//! Values are canonical: under the prime.

/// The prime.
pub const P: u64 = (1 << 61) - 1;

/// An equal number under 2^61 + 8.
#[inline(always)]
fn fold_word(t: u64) -> u64 {
    (t & P) + (t >> 61)
}

/// The least value that is equal modulo the prime.
#[inline(always)]
pub fn canonical(x: u64) -> u64 {
    once(fold_word(x))
}

/// The remainder of a number under twice the prime. A comparison and not two shifts: these loops are faster one by one than as vectors
/// whose products are computed one by one.
#[inline(always)]
fn once(x: u64) -> u64 {
    if x >= P { x - P } else { x }
}

/// Sum of two canonical values; canonical.
#[inline(always)]
pub fn add(x: u64, y: u64) -> u64 {
    once(x + y)
}

/// Difference of two canonical values; canonical.
#[inline(always)]
pub fn sub(x: u64, y: u64) -> u64 {
    once(x + P - y)
}

/// A way to multiply. All give the same.
pub trait Multiply {
    /// `x * y + z` of canonical values; canonical.
    fn mul_add(x: u64, y: u64, z: u64) -> u64;
}

/// By products of whole words, one at a time.
pub struct Words;

/// By products of halves, which vectors of processors compute.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "wider vectors are compiled for x86 alone"))]
pub struct Halves;

impl Multiply for Words {
    #[inline(always)]
    fn mul_add(x: u64, y: u64, z: u64) -> u64 {
        mul_add(x, y, z)
    }
}

impl Multiply for Halves {
    #[inline(always)]
    fn mul_add(x: u64, y: u64, z: u64) -> u64 {
        const LOW: u64 = (1 << 31) - 1;
        let (x0, x1, y0, y1) = (x & LOW, x >> 31, y & LOW, y >> 31);
        // 2^62 is 2, and 2^61 is 1.
        let middle = x0 * y1 + x1 * y0;
        let sum = x0 * y0 + 2 * (x1 * y1) + ((middle & (LOW >> 1)) << 31) + (middle >> 30) + z;
        once((sum & P) + (sum >> 61))
    }
}

/// Product of two canonical values; canonical.
#[inline(always)]
pub fn mul(x: u64, y: u64) -> u64 {
    mul_add(x, y, 0)
}

/// `x * y + z` of canonical values; canonical.
#[inline(always)]
pub fn mul_add(x: u64, y: u64, z: u64) -> u64 {
    // Eight times the sum: what is above 61 bits is then one word, and no shift of two words is needed.
    let t = u128::from(x << 3) * u128::from(y) + u128::from(z << 3);
    once((t as u64 >> 3) + (t >> 64) as u64)
}

/// An integer modulo the prime; canonical.
pub fn element(value: i64) -> u64 {
    i128::from(value).rem_euclid(i128::from(P)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_canonical_and_exact() {
        let exact = |t: u128| (t % u128::from(P)) as u64;
        let values = [0, 1, 2, 12_345_678_901_234_567, P - 2, P - 1];
        for x in values {
            assert_eq!(canonical(x), x);
            for y in values {
                let (wx, wy) = (u128::from(x), u128::from(y));
                assert_eq!(add(x, y), exact(wx + wy));
                assert_eq!(sub(x, y), exact(wx + u128::from(P) - wy));
                assert_eq!(mul(x, y), exact(wx * wy));
                for z in values {
                    let wanted = exact(wx * wy + u128::from(z));
                    assert_eq!([Words::mul_add(x, y, z), Halves::mul_add(x, y, z)], [wanted; 2]);
                }
            }
        }
        assert_eq!((element(-1), canonical(P)), (P - 1, 0));
        assert_eq!(element(i64::MIN), exact((1u128 << 61) * u128::from(P) - (1 << 63)));
    }
}
