//! Places and lanes of vectors of several dimensions.

/// A place in a position that an operand has.
pub const FROM_OPERAND: i64 = i64::MIN;

/// First lane and number of lanes of the part at a position.
pub fn part(position: &[i64], shape: &[i64]) -> (usize, usize) {
    let count: i64 = shape[position.len()..].iter().product();
    let begin = position.iter().zip(shape).fold(0, |sum, (at, size)| sum * size + at) * count;
    (begin as usize, count as usize)
}

/// A vector repeated along leading dimensions, and along those of size 1.
pub fn stretched<T: Copy>(lanes: &[T], from: &[i64], shape: &[i64]) -> Option<Vec<T>> {
    let count: i64 = shape.iter().product();
    let missing = shape.len().checked_sub(from.len())?;
    (0..count)
        .map(|lane| {
            let (mut rest, mut source, mut stride) = (lane, 0, 1);
            for dim in (0..shape.len()).rev() {
                let at = rest % shape[dim];
                rest /= shape[dim];
                if let Some(size) = dim.checked_sub(missing).map(|dim| from[dim]) {
                    source += if size == 1 { 0 } else { at * stride };
                    stride *= size;
                }
            }
            lanes.get(source as usize).copied()
        })
        .collect()
}

/// The lane at a place of a shape.
pub fn lane(place: impl IntoIterator<Item = i64>, shape: &[i64]) -> usize {
    place.into_iter().zip(shape).fold(0, |lane, (at, size)| lane * size + at) as usize
}

/// The next place of a shape in row-major order; false: there is none.
pub fn next(place: &mut [i64], shape: &[i64]) -> bool {
    for (at, size) in place.iter_mut().zip(shape).rev() {
        *at += 1;
        if *at < *size {
            return true;
        }
        *at = 0;
    }
    false
}
