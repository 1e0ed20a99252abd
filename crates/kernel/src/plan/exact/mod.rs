//! Extensions of integers that are the identity: those of what fits.
//!
//! An identity test takes integers for polynomials over all integers, so that equal ones are equal modulo every power of two. A value of
//! type `iN` is the remainder of its polynomial by 2^N. Where the polynomial itself fits N bits with a sign, its sign extension is the same
//! polynomial; without a sign its extension by zeros is:
//!
//! ```text
//! %x = arith.extui %a : i8 to i16      // in 0 to 255
//! %y = arith.extsi %x : i16 to i32     // the same polynomial
//! %p = arith.muli %x, %x : i16         // in 0 to 65025
//! %z = arith.extsi %p : i16 to i32     // not the same: a free term of it
//! ```
//!
//! A polynomial that fits but for a power of two is extended to itself and that power:
//!
//! ```text
//! %x = arith.addi %a, -128 : i8        // in -256 to -1: a byte of the other sign
//! %y = arith.extui %x : i8 to i32      // the same polynomial and 256
//! ```
//!
//! Ranges are those of the text: of each value once, and of each buffer the hull of all that is stored there. The unknowns of an argument's
//! cells are in the range that the first program assumes of them. Else they are numbers without a sign where both programs extend them by
//! zeros only, and numbers with one elsewhere. Memory of a program's own has no unknowns: what nobody has written has no value.
//!
//! A program may say in which range it loads, by the attribute of [`ranges::RANGE`]. That has to be so:
//!
//! ```text
//! %x = affine.load %a[0] {isotope.range = array<i64: 0, 127>} : memref<4xi8>    // an error, unless %a is assumed to hold no others
//! ```

mod text;

use crate::limits::MAX_DEPTH;
use crate::plan::exact::text::{Root, Text};
use crate::plan::nodes::{Kind, Literal, Node, Plan};
use crate::plan::wide::Wide;
use crate::rule::Rule;
use crate::values::flags::Flags;
use crate::values::op::{Name, Op, divides};
use crate::values::value::Element;
use isotope_mlir::error::Place;
use isotope_mlir::ir::Module;
use isotope_mlir::ranges;
use std::collections::{HashMap, HashSet};

/// A range in which all elements of an argument are assumed to be at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Which argument.
    pub argument: usize,
    /// The least element.
    pub low: i64,
    /// The largest.
    pub high: i64,
}

/// Rounds in which ranges of memory may grow, before those that do are given up.
const MAX_ROUNDS: usize = 4;

/// The smallest and the largest value of a polynomial.
type Range = (i128, i128);

/// Numbers from here on are too large to be followed.
const TOO_LARGE: i128 = 1 << 60;

fn signed(bits: u32) -> Range {
    (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
}

fn unsigned(bits: u32) -> Range {
    (0, (1 << bits) - 1)
}

/// The smallest range that has all of both.
fn hull(x: Range, y: Range) -> Range {
    (x.0.min(y.0), x.1.max(y.1))
}

/// The number that has to be added to a polynomial of this range so that it is its own extension into another one: nothing, or the power of two that
/// its bits do not hold. `None`: it does not fit.
fn added(range: Option<Range>, into: Range) -> Option<i128> {
    if !Rule::Exact.holds() {
        return Some(0);
    }
    let (low, high) = range?;
    let power = into.1 - into.0 + 1;
    [0, power, -power].into_iter().find(|added| into.0 <= low + added && high + added <= into.1)
}

fn fits(range: Option<Range>, into: Range) -> bool {
    added(range, into) == Some(0)
}

fn moved((low, high): Range, by: i128) -> Range {
    (low + by, high + by)
}

/// Ranges in one program.
struct Ranges<'a> {
    text: Text<'a>,
    /// Ranges of arguments that are assumed.
    assumed: &'a [Assumption],
    /// Arguments whose unknowns have no sign.
    unsigned: HashSet<usize>,
    /// Ranges that were asked for; `None`: any.
    known: HashMap<u32, Option<Range>>,
    /// The same of memory that something is stored in.
    held: HashMap<Root, Option<Range>>,
}

impl Ranges<'_> {
    fn of(&mut self, value: u32, depth: usize) -> Option<Range> {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let bits = self.text.bits(value)?;
        let range = match self.text.definitions.get(&value).copied() {
            None => self.text.arguments.contains_key(&value).then(|| signed(bits)),
            Some(_) if depth == 0 => None,
            Some(node) => self.of_node(node, bits, depth - 1),
        };
        let range = range.filter(|(low, high)| *low > -TOO_LARGE && *high < TOO_LARGE);
        self.known.insert(value, range);
        range
    }

    /// The contents of memory: that of an argument unknowns at first, that of the program's own nothing.
    fn held_by(&self, root: Option<Root>, bits: u32) -> Option<Range> {
        let stored = self.held.get(&root?);
        let unknowns = match root? {
            Root::Argument(number) => match self.assumed.iter().find(|of| of.argument == number) {
                Some(of) => (i128::from(of.low), i128::from(of.high)),
                None if self.unsigned.contains(&number) => unsigned(bits),
                None => signed(bits),
            },
            Root::Made(_) => return stored.copied().unwrap_or(Some(signed(bits))),
        };
        stored.map_or(Some(unknowns), |stored| stored.map(|stored| hull(stored, unknowns)))
    }

    fn of_node(&mut self, node: &Node, bits: u32, depth: usize) -> Option<Range> {
        match &node.kind {
            Kind::Constant { values, .. } => {
                let ints = values.iter().map(|value| match value {
                    Literal::Int(value) => Some((i128::from(*value), i128::from(*value))),
                    Literal::Float(_) => None,
                });
                ints.reduce(|all, one| Some(hull(all?, one?))).flatten()
            }
            Kind::Scalar { op, from, .. } => self.of_operation(*op, *from, bits, &node.operands, depth),
            Kind::Load { .. } | Kind::Transfer { write: false, .. } | Kind::Wide(Wide::Masked(_)) => {
                let held = self.held_by(self.text.root(self.text.first_memory(node)?), bits)?;
                // Padding, and lanes that are not loaded.
                self.hull_of(node, bits, depth, Some(held))
            }
            Kind::Wide(Wide::Fold(of)) if of.op.name == Name::AddI && of.op.named == Flags::NONE => {
                let [one, before] = [0, 1].map(|at| node.operands.get(at).copied());
                let ((low, high), before) = (self.of(one?, depth)?, self.of(before?, depth)?);
                let count = of.count();
                Some((before.0 + low * count, before.1 + high * count))
            }
            // A choice is one of its operands.
            Kind::Select(_)
            | Kind::Same
            | Kind::Broadcast { .. }
            | Kind::Extract { .. }
            | Kind::Insert { .. }
            | Kind::Rearrange(_) => self.hull_of(node, bits, depth, None),
            _ => None,
        }
    }

    /// The hull of all operands of so many bits.
    fn hull_of(&mut self, node: &Node, bits: u32, depth: usize, mut all: Option<Range>) -> Option<Range> {
        for operand in &node.operands {
            if self.text.bits(*operand) == Some(bits) {
                let one = self.of(*operand, depth)?;
                all = Some(all.map_or(one, |all| hull(all, one)));
            }
        }
        all
    }

    /// The result of an operation lane by lane. A free term is a number with a sign.
    fn of_operation(&mut self, op: Op, from: Element, bits: u32, operands: &[u32], depth: usize) -> Option<Range> {
        let is_constant = |value: &u32| {
            self.text.definitions.get(value).is_some_and(|node| matches!(node.kind, Kind::Constant { .. }))
        };
        let masks: Vec<usize> = (0..operands.len()).filter(|at| is_constant(&operands[*at])).collect();
        let mut of = |at: usize| operands.get(at).and_then(|value| self.of(*value, depth));
        match (op.name, from) {
            _ if op.named != Flags::NONE => Some(signed(bits)),
            (Name::AddI | Name::SubI | Name::MulI, _) => {
                let ((a, b), (c, d)) = (of(0)?, of(1)?);
                Some(match op.name {
                    Name::AddI => (a + c, b + d),
                    Name::SubI => (a - d, b - c),
                    _ => {
                        let all = [a * c, a * d, b * c, b * d];
                        all.into_iter().fold((all[0], all[0]), |range, one| hull(range, (one, one)))
                    }
                })
            }
            (Name::ExtSI | Name::ExtUI, Element::Int(narrow)) => {
                let (range, into) = (of(0), extended_into(op.name, narrow)?);
                let fitting = added(range, into).and_then(|added| Some(moved(range?, added)));
                Some(fitting.unwrap_or(into))
            }
            (Name::TruncI, _) => of(0),
            // A masked value has no more bits than the mask: `a & 127` is in 0 to 127.
            (Name::AndI, _) => {
                let mask = masks.first().and_then(|at| of(*at)).filter(|(low, _)| *low >= 0);
                Some(mask.map_or(signed(bits), |(_, high)| (0, high)))
            }
            _ => Some(signed(bits)),
        }
    }

    /// Everything that is stored, with where; to `None`: anywhere.
    fn stores(&mut self) -> Vec<(Option<Root>, u32, Option<Range>)> {
        let mut all = Vec::new();
        for node in self.text.nodes() {
            let memory: Vec<u32> = node.operands.iter().copied().filter(|value| self.text.is_memory(*value)).collect();
            if let Kind::Call(_) = node.kind {
                // The unknowns that a call leaves are the same in both programs, and this memory is not.
                let made =
                    memory.iter().filter_map(|memory| Some((self.text.root(*memory)?, self.text.bits_in(*memory)?)));
                let made = made.filter(|(root, _)| matches!(root, Root::Made(_)));
                all.extend(made.map(|(root, bits)| (Some(root), bits, None)));
            }
            if let (Kind::Copy, [from, to]) = (&node.kind, memory.as_slice()) {
                if let Some(bits) = self.text.bits_in(*from) {
                    all.push((self.text.root(*to), bits, self.held_by(self.text.root(*from), bits)));
                }
                continue;
            }
            for operand in &node.operands {
                if let (Some(bits), false) = (self.text.bits(*operand), memory.is_empty()) {
                    let range = self.of(*operand, MAX_DEPTH);
                    all.extend(memory.iter().map(|memory| (self.text.root(*memory), bits, range)));
                }
            }
        }
        all
    }

    /// Finds what memory holds.
    fn follow_stores(&mut self) {
        let mut everywhere: HashMap<u32, HashSet<Root>> = HashMap::new();
        let memory = self.text.module.values.len() as u32;
        for (bits, root) in (0..memory).filter_map(|value| Some((self.text.bits_in(value)?, self.text.root(value)?))) {
            everywhere.entry(bits).or_default().insert(root);
        }
        for round in 0.. {
            self.known.clear();
            let mut held = self.held.clone();
            let mut store = |root: Root, range: Option<Range>| {
                let before = held.get(&root).copied().unwrap_or(range);
                held.insert(root, before.and_then(|before| Some(hull(before, range?))));
            };
            let mut anywhere: HashMap<u32, Option<Range>> = HashMap::new();
            for (root, bits, range) in self.stores() {
                match root {
                    Some(root) => store(root, range),
                    None => {
                        let before = anywhere.get(&bits).copied().unwrap_or(range);
                        anywhere.insert(bits, before.and_then(|before| Some(hull(before, range?))));
                    }
                }
            }
            for (bits, range) in anywhere {
                everywhere.get(&bits).into_iter().flatten().for_each(|root| store(*root, range));
            }
            if held == self.held {
                return;
            }
            if round >= MAX_DEPTH {
                self.held = everywhere.values().flatten().map(|root| (*root, None)).collect();
                self.known.clear();
                return;
            }
            if round >= MAX_ROUNDS {
                for (root, range) in &mut held {
                    *range = range.filter(|_| self.held.get(root) == Some(range));
                }
            }
            self.held = held;
        }
    }

    /// Extensions that are the identity but for what they add, and factors of products whose extension within them is.
    fn found(&mut self) -> (HashMap<u32, i64>, HashSet<u32>) {
        self.follow_stores();
        let (mut extensions, mut factors) = (HashMap::new(), HashSet::new());
        for node in self.text.nodes() {
            match &node.kind {
                Kind::Scalar { op, from: Element::Int(bits), .. } if op.named == Flags::NONE => {
                    let Some(into) = extended_into(op.name, *bits) else { continue };
                    let range = node.operands.first().and_then(|value| self.of(*value, MAX_DEPTH));
                    if let Some(added) = added(range, into).and_then(|added| i64::try_from(added).ok()) {
                        extensions.insert(node.op, added);
                    }
                }
                Kind::Wide(Wide::Product(_)) => {
                    for value in node.operands.iter().take(2) {
                        if let Some(bits) = self.text.bits(*value)
                            && fits(self.of(*value, MAX_DEPTH), signed(bits))
                        {
                            factors.insert(*value);
                        }
                    }
                }
                _ => {}
            }
        }
        (extensions, factors)
    }

    /// The first load that is said to be in a range in which it may not be, and why.
    fn unkept(&mut self) -> Option<(Place, String)> {
        for node in self.text.nodes() {
            let op = &self.text.module.operations[node.op as usize];
            let Some(said) = ranges::said(self.text.module, op) else { continue };
            let of = node.results.first().and_then(|value| self.of(*value, MAX_DEPTH));
            let why = match (said, of) {
                (Ok((low, high)), Some(of)) if fits(Some(of), (low.into(), high.into())) => continue,
                (Ok((low, high)), Some(of)) => {
                    format!("it is said to be in {low}..{high}, and may be in {}..{}", of.0, of.1)
                }
                (Ok((low, high)), None) => {
                    format!("it is said to be in {low}..{high}, and what it may be is not known")
                }
                (Err(why), _) => why,
            };
            return Some((node.place, format!("`{}`: {why}", op.name.escape_debug())));
        }
        None
    }
}

/// The values of so many bits that an extension keeps; `None`: it is none.
fn extended_into(name: Name, bits: u32) -> Option<Range> {
    match name {
        Name::ExtSI => Some(signed(bits)),
        Name::ExtUI => Some(unsigned(bits)),
        _ => None,
    }
}

/// Whether an operation on integers may have no value, or ends the program: what it makes may not be forgotten.
fn may_have_no_value(node: &Node) -> bool {
    let Kind::Scalar { op, to: Element::Int(_), .. } = &node.kind else { return false };
    let is_shift_or_conversion =
        matches!(op.name, Name::ShLI | Name::ShRSI | Name::ShRUI | Name::FPToSI | Name::FPToUI);
    is_shift_or_conversion || divides(op.name) || op.named != Flags::NONE
}

/// Finds in both programs which extensions are the identity, where this function runs on arguments in these ranges. An error: which
/// program says of what it loads that it is in a range, and it may not be; where; and the sentence.
pub fn find_exact(
    plans: &mut [Plan; 2],
    modules: [&Module; 2],
    entry: &str,
    assumed: &[Assumption],
) -> Result<(), (usize, Place, String)> {
    let mut unkept = None;
    let mut found = {
        let texts = [0, 1].map(|side| Text::new(modules[side], &plans[side], entry));
        let extended = texts.each_ref().map(Text::extended);
        let by = |kind: usize| extended.iter().flat_map(move |of| of[kind].iter().copied());
        let signed: HashSet<usize> = by(0).collect();
        let unsigned: HashSet<usize> = by(1).filter(|number| !signed.contains(number)).collect();
        let [first, second] = texts;
        [(0, first), (1, second)].map(|(side, text)| {
            let (known, held, unsigned) = (HashMap::new(), HashMap::new(), unsigned.clone());
            let mut ranges = Ranges { text, assumed, unsigned, known, held };
            let found = ranges.found();
            unkept = unkept.take().or_else(|| ranges.unkept().map(|(place, why)| (side, place, why)));
            found
        })
    };
    for (plan, (extensions, factors)) in plans.iter_mut().zip(&mut found) {
        let nodes = || plan.blocks.iter().flat_map(|block| &block.nodes);
        plan.integer_nests = !nodes().any(may_have_no_value);
        for node in plan.blocks.iter_mut().flat_map(|block| &mut block.nodes) {
            if let Kind::Scalar { op, .. } = &mut node.kind {
                op.exact = extensions.get(&node.op).copied();
            }
        }
        plan.identities = extensions.keys().copied().collect();
        plan.exact_factors = std::mem::take(factors);
    }
    unkept.map_or(Ok(()), Err)
}
