//! A text filled once for all elements of a body: what an element is, over variables for its reads, and which elements of the operands
//! those are for each element of the result. That is what running a member on numbers wants, where [`super::fill`] makes a term for
//! every element.

use super::build::term;
use super::{BodyError, Filled, Layer, Numbers, Run, parsed};
use isotope_ir::term::{TermId, Terms};
use std::collections::HashMap;

/// A member's result.
#[derive(Clone, Debug)]
pub struct Once {
    /// Bits of an element, before the mask cuts it.
    pub out_bits: u32,
    /// The bodies of its elements; those that no body is of are zeros.
    pub bodies: Vec<Body>,
    /// The write mask around it.
    pub mask: Option<Mask>,
}

/// Elements of one kind.
#[derive(Clone, Debug)]
pub struct Body {
    /// Over variables from `first` on, one for each of `sources`.
    pub term: TermId,
    /// The number of its first variable.
    pub first: u32,
    /// The meaning of each variable.
    pub sources: Vec<Source>,
    /// The elements of the result, from 0.
    pub elements: Vec<usize>,
}

/// The elements of an operand that a variable stands for.
#[derive(Clone, Debug)]
pub struct Source {
    /// The operand.
    pub operand: usize,
    /// Bits of an element of it.
    pub bits: u32,
    /// For each of [`Body::elements`].
    pub elements: Vec<usize>,
}

/// A write mask: each piece of the result is what is computed where its bit is set, and otherwise the same bits of the source, or
/// zeros.
#[derive(Clone, Debug)]
pub struct Mask {
    /// The operand that the bits are from.
    pub operand: usize,
    /// The operand that is merged with; zeros if there is none.
    pub source: Option<usize>,
    /// Whether it is the other way round: computed where the bit is not set.
    pub inverted: bool,
    /// Bits of a piece.
    pub bits: u32,
    /// Pieces.
    pub pieces: usize,
}

/// Reads a text with a member's numbers.
pub fn once(text: &str, numbers: &Numbers, terms: &mut Terms) -> Result<Once, BodyError> {
    let Filled { out_bits, lanes, layer, runs, .. } = parsed(text, numbers)?;
    let per_lane: usize = runs.iter().map(|run| run.iterations * run.bodies.len()).sum();
    let (mut bodies, mut before, mut first) = (Vec::<Body>::new(), 0, 0);
    for run in &runs {
        let each = run.bodies.len();
        for body in 0..each {
            let of = |lane: usize, iteration: usize| lane * per_lane + before + iteration * each + body;
            let elements =
                (0..lanes).flat_map(|lane| (0..run.iterations).map(move |iteration| of(lane, iteration))).collect();
            let (term, sources) = shared(run, body, lanes, first, numbers, terms);
            let variables = sources.len() as u32;
            bodies.push(Body { term, first, sources, elements });
            first += variables;
        }
        before += run.iterations * each;
    }
    // The width of an element is that of its term: the text says the same, as `fill` has it.
    let out_bits = bodies.first().map_or(out_bits, |body| terms.width(body.term));
    let mask = layer.map(|layer| mask(&layer, out_bits, lanes * per_lane)).transpose()?;
    Ok(Once { out_bits, bodies, mask })
}

/// A body's term over variables from `first` on, and what these are at every lane and iteration.
fn shared(
    run: &Run,
    body: usize,
    lanes: usize,
    first: u32,
    numbers: &Numbers,
    terms: &mut Terms,
) -> (TermId, Vec<Source>) {
    let (reads, expr) = &run.bodies[body];
    let mut known: HashMap<(usize, usize, usize), u32> = HashMap::new();
    let mut order = Vec::new();
    let mut variable = |slot: usize, step: usize, neighbour: usize| {
        *known.entry((slot, step, neighbour)).or_insert_with(|| {
            order.push((slot, step, neighbour));
            first + order.len() as u32 - 1
        })
    };
    let term = term(reads, expr, &mut variable, numbers, terms);
    let iterations = run.iterations;
    let source = |&(slot, step, neighbour): &(usize, usize, usize)| {
        let read = &reads[slot];
        let at =
            |lane: usize, iteration: usize| read.index.at((lane, iteration, iterations), step) as usize + neighbour;
        Source {
            operand: read.operand,
            bits: numbers.element_bits[read.operand],
            elements: (0..lanes).flat_map(|lane| (0..iterations).map(move |iteration| at(lane, iteration))).collect(),
        }
    };
    (term, order.iter().map(source).collect())
}

fn mask(layer: &Layer, out_bits: u32, elements: usize) -> Result<Mask, BodyError> {
    let bits = out_bits / layer.pieces.max(1) as u32;
    if bits == 0 || bits * layer.pieces as u32 != out_bits {
        return Err(BodyError::Value { at: 3, expected: "a mask, and a source of the result's elements" });
    }
    let Layer { mask: operand, source, inverted, pieces } = *layer;
    Ok(Mask { operand, source, inverted, bits, pieces: elements * pieces })
}
