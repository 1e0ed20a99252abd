//! Which of a member's numbers say what: where each body stands in the result, what it reads there, and what fills its term.

use super::reader::Reader;
use super::{BodyError, Numbers, Read};
use std::ops::Range;

/// A body where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which of the text's lines, from 0.
    pub body: usize,
    /// The slots `x0`, `x1`, ...
    pub slots: Vec<SlotPlace>,
    /// The numbers that fill the term.
    pub numbers: Range<usize>,
}

/// A read of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotPlace {
    /// Its operand.
    pub operand: usize,
    /// Elements of it that are one number.
    pub count: usize,
    /// The number by which it goes up from step to step, in a fold.
    pub step: Option<i64>,
    /// Its numbers: the letter, the kind, and the elements.
    pub numbers: Range<usize>,
}

/// All bodies of a result, in order.
pub fn places(text: &str, numbers: &Numbers) -> Result<Vec<Place>, BodyError> {
    let mut reader = Reader::of(text, numbers);
    let [_, lanes, _] = reader.sizes()?;
    reader.masked()?;
    reader.expect(" runs ")?;
    let runs = reader.number()?;
    reader.expect("\n")?;
    let bodies = reader.bodies();
    let mut found = Vec::new();
    for _ in 0..runs {
        let [iterations, count] = [reader.raw()? as usize, reader.raw()? as usize];
        for _ in 0..count {
            let at = reader.place();
            let (body, reads) = reader.reads(&bodies, lanes as usize, iterations)?;
            let slots = slots(&reads, reader.since(at), at);
            let start = reader.place();
            reader.term(reads.len())?;
            found.push(Place { body, slots, numbers: start..reader.place() });
        }
    }
    Ok(found)
}

/// The reads with their numbers, which come after the body's own.
fn slots(reads: &[Read], numbers: &[u64], at: usize) -> Vec<SlotPlace> {
    let mut start = at + 1;
    let mut found = Vec::with_capacity(reads.len());
    for read in reads {
        // A letter, a kind, and what the kind says.
        let length = 2 + read.index.numbers();
        let step = (numbers[start + 1 - at] % 4 == 3).then(|| numbers[start + 5 - at] as i64);
        found.push(SlotPlace { operand: read.operand, count: read.count, step, numbers: start..start + length });
        start += length;
    }
    found
}
