//! Sums of products modulo 2^61 - 1. Where the processor has products of 52 bits, a lane is reduced once for many products.

use crate::values::mersenne::{Multiply, add, canonical};
#[cfg(target_arch = "x86_64")]
use crate::values::widths::has_products;
use crate::values::widths::widths;

/// Rows that are added before lanes are reduced. The sums of one lane stay under 2^63 with up to 1,300.
pub const ROWS: usize = 16;

/// Adds to each lane of `sums` the sum over rows of that lane times the row's factor. All values are canonical.
pub fn add_rows(sums: &mut [u64], factors: &[u64], rows: &[&[u64]]) {
    assert!(rows.iter().all(|row| row.len() == sums.len()), "rows have as many lanes as sums");
    for (factors, rows) in factors.chunks(ROWS).zip(rows.chunks(ROWS)) {
        #[cfg(target_arch = "x86_64")]
        if has_products() {
            // SAFETY: the processor has the instructions, and each row has as many lanes as `sums`.
            #[allow(unsafe_code)]
            unsafe {
                products::add_rows(sums, factors, rows);
            }
            continue;
        }
        each_row(sums, factors, rows);
    }
}

/// In each lane a constant, the lane of `plain`, and the sum over rows of that lane times the row's factor. All values are canonical.
pub fn combine(out: &mut [u64], constant: u64, plain: Option<&[u64]>, factors: &[u64], rows: &[&[u64]]) {
    let has_room = |row: &[u64]| row.len() == out.len();
    assert!(rows.iter().all(|row| has_room(row)) && plain.is_none_or(has_room), "rows have as many lanes as sums");
    #[cfg(target_arch = "x86_64")]
    if has_products() && rows.len() <= ROWS {
        // SAFETY: the processor has the instructions, and each row has as many lanes as `out`.
        #[allow(unsafe_code)]
        unsafe {
            products::combine(out, constant, plain, factors, rows);
        }
        return;
    }
    match plain {
        Some(row) => shifted(out, row, constant),
        None => out.fill(constant),
    }
    add_rows(out, factors, rows);
}

/// Adds the lanes of one row to another.
pub fn add_row(sums: &mut [u64], row: &[u64]) {
    plus(sums, row);
}

/// The sum of products of lanes. All values are canonical.
pub fn dot(x: &[u64], y: &[u64]) -> u64 {
    dots(&[(x, y)])
}

/// Lanes of which the sums of one pair stay under 2^60.
#[cfg(target_arch = "x86_64")]
const MOST: usize = 1024;

/// The sum of products of lanes, of a few pairs of arrays. All values are canonical.
pub fn dots(pairs: &[(&[u64], &[u64])]) -> u64 {
    assert!(pairs.iter().all(|(x, y)| x.len() == y.len()), "one lane for each");
    #[cfg(target_arch = "x86_64")]
    if has_products() && pairs.len() <= 4 && pairs.iter().all(|(x, _)| x.len() <= MOST) {
        // SAFETY: the processor has the instructions.
        #[allow(unsafe_code)]
        return unsafe { products::dots(pairs) };
    }
    pairs.iter().fold(0, |sum, (x, y)| add(sum, dot_of_any(x, y)))
}

#[inline(always)]
fn each_row_of<M: Multiply>(sums: &mut [u64], factors: &[u64], rows: &[&[u64]]) {
    for (factor, row) in factors.iter().zip(rows) {
        sums.iter_mut().zip(*row).for_each(|(sum, value)| *sum = M::mul_add(*value, *factor, *sum));
    }
}

#[inline(always)]
fn dot_of<M: Multiply>(x: &[u64], y: &[u64]) -> u64 {
    let mut sums = [0; 8];
    for (x, y) in x.chunks(8).zip(y.chunks(8)) {
        sums.iter_mut().zip(x).zip(y).for_each(|((sum, x), y)| *sum = M::mul_add(*x, *y, *sum));
    }
    sums.into_iter().fold(0, add)
}

#[inline(always)]
fn total_of<M: Multiply>(values: &[u64]) -> u64 {
    let mut sums = [0; 8];
    for values in values.chunks(8) {
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum = add(*sum, *value));
    }
    canonical(sums.into_iter().sum())
}

#[inline(always)]
fn multiply_of<M: Multiply>(values: &mut [u64], factors: &[u64]) {
    values.iter_mut().zip(factors).for_each(|(value, factor)| *value = M::mul_add(*value, *factor, 0));
}

#[inline(always)]
fn scale_of<M: Multiply>(values: &mut [u64], factor: u64) {
    values.iter_mut().for_each(|value| *value = M::mul_add(*value, factor, 0));
}

#[inline(always)]
fn shifted_of<M: Multiply>(out: &mut [u64], values: &[u64], by: u64) {
    out.iter_mut().zip(values).for_each(|(out, value)| *out = add(*value, by));
}

#[inline(always)]
fn plus_of<M: Multiply>(sums: &mut [u64], row: &[u64]) {
    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum = add(*sum, *value));
}

widths!(
    /// Each value and a constant.
    shifted, shifted_of, (out: &mut [u64], values: &[u64], by: u64) -> ()
);

widths!(
    /// Each sum and the lane of a row.
    plus, plus_of, (sums: &mut [u64], row: &[u64]) -> ()
);

widths!(
    /// As [`add_rows`], with a reduction after each product.
    each_row, each_row_of, (sums: &mut [u64], factors: &[u64], rows: &[&[u64]]) -> ()
);

widths!(
    /// As [`dot`], with a reduction after each product.
    dot_of_any, dot_of, (x: &[u64], y: &[u64]) -> u64
);

widths!(
    /// The sum of all values.
    total, total_of, (values: &[u64]) -> u64
);

widths!(
    /// Each value times its factor.
    multiply, multiply_of, (values: &mut [u64], factors: &[u64]) -> ()
);

widths!(
    /// Each value times one factor.
    scale, scale_of, (values: &mut [u64], factor: u64) -> ()
);

/// By products of 52 bits: `x = x0 + 2^52 x1`. Three sums for each lane, whose units are 1, 2^52 and 2^104.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod products {
    use crate::values::mersenne::{P, canonical};
    use std::arch::x86_64::*;

    const ABOVE: u32 = 52;

    /// Lanes at once: the processor computes several vectors side by side.
    const SIDES: usize = 4;

    /// Lanes that are fetched before they are needed: rows of large arrays come from far away.
    const AHEAD: usize = 256;

    /// Adds the seven parts of a product that are not 0.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    fn product(sums: &mut [__m512i; 3], [x0, x1]: [__m512i; 2], [y0, y1]: [__m512i; 2]) {
        sums[0] = _mm512_madd52lo_epu64(sums[0], x0, y0);
        sums[1] = _mm512_madd52hi_epu64(sums[1], x0, y0);
        sums[2] = _mm512_madd52hi_epu64(sums[2], x0, y1);
        sums[1] = _mm512_madd52lo_epu64(sums[1], x0, y1);
        sums[2] = _mm512_madd52hi_epu64(sums[2], x1, y0);
        sums[1] = _mm512_madd52lo_epu64(sums[1], x1, y0);
        sums[2] = _mm512_madd52lo_epu64(sums[2], x1, y1);
    }

    /// The canonical value of three sums, of which none is over 2^63, and the last is under 2^60. 2^104 is 2^43 modulo the prime.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    fn reduced(sums: [__m512i; 3]) -> __m512i {
        let all = |word: u64| _mm512_set1_epi64(word as i64);
        let p = all(P);
        // The low part in its place, and what is above 61 bits at the bottom.
        let low = _mm512_add_epi64(_mm512_and_si512(sums[0], p), _mm512_srli_epi64::<61>(sums[0]));
        let middle = _mm512_slli_epi64::<52>(_mm512_and_si512(sums[1], all((1 << 9) - 1)));
        let middle = _mm512_add_epi64(middle, _mm512_srli_epi64::<9>(sums[1]));
        let high = _mm512_slli_epi64::<43>(_mm512_and_si512(sums[2], all((1 << 18) - 1)));
        let high = _mm512_add_epi64(high, _mm512_srli_epi64::<18>(sums[2]));
        let sum = _mm512_add_epi64(_mm512_add_epi64(low, middle), high);
        let sum = _mm512_add_epi64(_mm512_and_si512(sum, p), _mm512_srli_epi64::<61>(sum));
        _mm512_min_epu64(sum, _mm512_sub_epi64(sum, p))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    fn halves(x: __m512i) -> [__m512i; 2] {
        [x, _mm512_srli_epi64::<ABOVE>(x)]
    }

    /// Which of 8 lanes there are from one on.
    fn mask(lanes: usize, from: usize) -> u8 {
        let left = lanes.saturating_sub(from).min(8);
        ((1u16 << left) - 1) as u8
    }

    /// Reads lanes from one on; those behind the last are 0.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    fn load(lanes: &[u64], from: usize) -> __m512i {
        match lanes.get(from..from + 8) {
            // SAFETY: the slice has 8 lanes.
            Some(lanes) => unsafe { _mm512_loadu_epi64(lanes.as_ptr().cast()) },
            None => {
                let rest = lanes.get(from..).unwrap_or_default();
                // SAFETY: the mask has only lanes of the slice.
                unsafe { _mm512_maskz_loadu_epi64(mask(rest.len(), 0), rest.as_ptr().cast()) }
            }
        }
    }

    /// Vectors of lanes from one on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    fn add_lanes<const COUNT: usize>(sums: &mut [u64], factors: &[u64], rows: &[&[u64]], from: usize) {
        let zero = _mm512_setzero_si512();
        let mut all = [[zero; 3]; COUNT];
        for (at, part) in all.iter_mut().enumerate() {
            part[0] = load(sums, from + at * 8);
        }
        for (factor, row) in factors.iter().zip(rows) {
            let factor = halves(_mm512_set1_epi64(*factor as i64));
            for (at, part) in all.iter_mut().enumerate() {
                product(part, factor, halves(load(row, from + at * 8)));
            }
        }
        for (at, part) in all.into_iter().enumerate() {
            store(&mut sums[from + at * 8..], reduced(part));
        }
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    pub fn add_rows(sums: &mut [u64], factors: &[u64], rows: &[&[u64]]) {
        let mut from = 0;
        while from + SIDES * 8 <= sums.len() {
            add_lanes::<SIDES>(sums, factors, rows, from);
            from += SIDES * 8;
        }
        while from < sums.len() {
            add_lanes::<1>(sums, factors, rows, from);
            from += 8;
        }
    }

    /// Vectors of lanes from one on, with constants and rows as they are, and factors in halves. All rows have the lanes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    fn combined<const COUNT: usize>(
        out: &mut [u64],
        constant: __m512i,
        plain: Option<&[u64]>,
        factors: &[[__m512i; 2]],
        rows: &[&[u64]],
        from: usize,
    ) {
        let zero = _mm512_setzero_si512();
        for at in 0..COUNT {
            _mm_prefetch::<_MM_HINT_ET0>(out.as_ptr().wrapping_add(from + AHEAD + at * 8).cast());
        }
        let mut all = [[constant, zero, zero]; COUNT];
        if let Some(row) = plain {
            for (at, part) in all.iter_mut().enumerate() {
                part[0] = _mm512_add_epi64(part[0], load(row, from + at * 8));
            }
        }
        for (factor, row) in factors.iter().zip(rows) {
            let lanes = &row[from..row.len().min(from + COUNT * 8)];
            for at in 0..COUNT {
                _mm_prefetch::<_MM_HINT_T0>(row.as_ptr().wrapping_add(from + AHEAD + at * 8).cast());
            }
            for (at, part) in all.iter_mut().enumerate() {
                product(part, *factor, halves(load(lanes, at * 8)));
            }
        }
        for (at, part) in all.into_iter().enumerate() {
            store(&mut out[from + at * 8..], reduced(part));
        }
    }

    /// Writes the first lanes, or all if there are fewer.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    fn store(lanes: &mut [u64], values: __m512i) {
        match lanes.get_mut(..8) {
            // SAFETY: the slice has 8 lanes.
            Some(lanes) => unsafe { _mm512_storeu_epi64(lanes.as_mut_ptr().cast(), values) },
            // SAFETY: the mask has only lanes of the slice.
            None => unsafe { _mm512_mask_storeu_epi64(lanes.as_mut_ptr().cast(), mask(lanes.len(), 0), values) },
        }
    }

    /// Of at most [`super::ROWS`] rows.
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    pub fn combine(out: &mut [u64], constant: u64, plain: Option<&[u64]>, factors: &[u64], rows: &[&[u64]]) {
        let constant = _mm512_set1_epi64(constant as i64);
        let mut all = [[_mm512_setzero_si512(); 2]; super::ROWS];
        for (to, factor) in all.iter_mut().zip(factors) {
            *to = halves(_mm512_set1_epi64(*factor as i64));
        }
        let factors = &all[..rows.len()];
        let mut from = 0;
        while from + SIDES * 8 <= out.len() {
            combined::<SIDES>(out, constant, plain, factors, rows, from);
            from += SIDES * 8;
        }
        while from < out.len() {
            combined::<1>(out, constant, plain, factors, rows, from);
            from += 8;
        }
    }

    /// At most four pairs, each of at most 1,024 lanes: 128 products for each of 32 lanes.
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    pub fn dots(pairs: &[(&[u64], &[u64])]) -> u64 {
        let mut all = [[_mm512_setzero_si512(); 3]; SIDES];
        for (x, y) in pairs {
            let mut from = 0;
            while from < x.len() {
                for (at, part) in all.iter_mut().enumerate() {
                    product(part, halves(load(x, from + at * 8)), halves(load(y, from + at * 8)));
                }
                from += SIDES * 8;
            }
        }
        let [mut sums, rest @ ..] = all;
        for part in rest {
            for (sum, part) in sums.iter_mut().zip(part) {
                *sum = _mm512_add_epi64(*sum, part);
            }
        }
        let mut lanes = [0u64; 8];
        // SAFETY: there are 8 lanes.
        unsafe { _mm512_storeu_epi64(lanes.as_mut_ptr().cast(), reduced(sums)) };
        // Eight numbers under 2^61 fit.
        canonical(lanes.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::mersenne::P;
    use crate::values::mersenne::mul;

    /// Numbers with many ends of the range among them.
    fn values(count: usize, mut state: u64) -> Vec<u64> {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 3
        };
        let pick = |number: u64| match number % 5 {
            0 => P - 1,
            1 => number % 3,
            2 => (1 << 52) - number % 2,
            _ => number % P,
        };
        (0..count).map(|_| pick(next())).collect()
    }

    #[test]
    fn sums_of_products_are_exact_however_they_are_computed() {
        for (lanes, count) in [(1, 1), (7, 3), (8, 16), (31, 17), (32, 40), (45, 16), (512, 33)] {
            let all: Vec<Vec<u64>> = (0..count).map(|row| values(lanes, row as u64 + 7)).collect();
            let (rows, factors): (Vec<&[u64]>, _) = (all.iter().map(Vec::as_slice).collect(), values(count, 99));
            let (first, first_row) = (values(lanes, 3), values(lanes, 4));
            let (mut fast, mut each, mut wanted) = (first.clone(), first.clone(), first);
            add_rows(&mut fast, &factors, &rows);
            each_row(&mut each, &factors, &rows);
            for (row, factor) in rows.iter().zip(&factors) {
                wanted.iter_mut().zip(*row).for_each(|(sum, value)| *sum = add(*sum, mul(*value, *factor)));
            }
            assert_eq!((&fast, &each), (&wanted, &wanted), "{lanes} lanes, {count} rows");
            let few = count.min(ROWS);
            for plain in [None, Some(first_row.as_slice())] {
                combine(&mut fast, 5, plain, &factors[..few], &rows[..few]);
                each = plain.map_or_else(|| vec![5; lanes], |row| row.iter().map(|value| add(*value, 5)).collect());
                each_row(&mut each, &factors[..few], &rows[..few]);
                assert_eq!(fast, each, "{lanes} lanes, {few} rows");
            }
        }
        for lanes in [0, 1, 9, 32, 700, 1024, 2500] {
            let (x, y) = (values(lanes, 1), values(lanes, 2));
            let wanted = x.iter().zip(&y).fold(0, |sum, (x, y)| add(sum, mul(*x, *y)));
            assert_eq!([dot(&x, &y), dot_of_any(&x, &y)], [wanted; 2], "{lanes} lanes");
            assert_eq!(
                dots(&[(&x, &y), (&y[..lanes / 3], &x[..lanes / 3])]),
                add(wanted, dot(&x[..lanes / 3], &y[..lanes / 3]))
            );
        }
        let worst = vec![P - 1; 1024];
        assert_eq!(dots(&[(&*worst, &*worst); 4]), 4096, "no sum of four times 1,024 products overflows");
    }
}
