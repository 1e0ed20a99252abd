//! Packing: a part of an array that a loop reads again and again is copied into a buffer before it, in the order of its use.

mod apply;
mod candidates;
pub(crate) mod exact;
mod gpat;
mod table;

pub use candidates::Candidate;
pub use table::table;

use crate::error::Result;
use crate::forms::{Forms, once};
use crate::machine::Machine;
use crate::read::Nests;
use isotope_mlir::Refusal;
use isotope_mlir::ir::Module;

/// How the packs of a nest are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the four stages of GPAT ("To Pack or Not to Pack", CGO 2023), to the letter: what it packs is packed, in its order. A buffer is
    /// there for all of a nest; the tool gets it in each run of its loop.
    Gpat,
    /// By lines and pages that are counted, and loops' prices, over all choices of up to [`crate::limits::MAX_COMPARED`] candidates.
    Counted,
}

/// A program with its packs.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The program; it is as it was where nothing is packed.
    pub module: Module,
    /// All candidates, by nest.
    pub candidates: Vec<Candidate>,
    /// Texts of innermost loops whose prices ([`Machine::prices`]) may change the choice.
    pub unpriced: Vec<String>,
}

impl Packed {
    /// Candidates that are packed.
    pub fn chosen(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.why_not.is_none())
    }
}

/// Packs what is worth it in all nests of a function.
///
/// # Errors
///
/// The pool of attributes is full.
pub fn pack(module: &Module, nests: &Nests, machine: &Machine, way: Way) -> Result<Packed> {
    let (mut candidates, mut unpriced, forms) = (Vec::new(), Vec::new(), Forms::new(module, machine));
    for top in nests.tops() {
        match way {
            Way::Gpat => candidates.extend(gpat::chosen(nests, top, machine)),
            Way::Counted => {
                let chosen = exact::chosen(nests, &forms, top, machine);
                candidates.extend(chosen.candidates);
                unpriced.extend(chosen.unpriced);
            }
        }
    }
    let mut made = module.clone();
    let mut writer = apply::Writer { module: &mut made, nests };
    for candidate in candidates.iter().filter(|candidate| candidate.why_not.is_none()) {
        writer.pack(candidate).ok_or_else(crate::error::full)?;
    }
    Ok(Packed { module: made, candidates, unpriced: once(unpriced) })
}

/// Packs one array before one loop, whether it is worth it or not: all accesses to it, each set of them that may have a buffer alone, and
/// each order that a buffer may have.
///
/// # Errors
///
/// Nothing of it can be packed there: a sentence. Or the pool of attributes is full.
pub fn pack_each(
    module: &Module,
    nests: &Nests,
    (of, array): (usize, usize),
    machine: &Machine,
) -> Result<Vec<Packed>> {
    let one = |buffer| {
        let candidate = candidates::candidate(nests, of, buffer, machine);
        if let Some(why) = candidates::obstacle(nests, &candidate) {
            return Err(Refusal::Whole(why));
        }
        let mut made = module.clone();
        let mut writer = apply::Writer { module: &mut made, nests };
        writer.pack(&candidate).ok_or_else(crate::error::full)?;
        Ok(Packed { module: made, candidates: vec![candidate], unpriced: Vec::new() })
    };
    let (made, refused): (Vec<_>, Vec<_>) = candidates::buffers(nests, of, array).map(one).partition(Result::is_ok);
    if made.is_empty() { refused.into_iter().take(1).collect() } else { made.into_iter().collect() }
}
