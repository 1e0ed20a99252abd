//! What a window's lowerings and its candidates cost, in the order of their prices.

use super::{Considered, Found};
use isotope_dictionary::Target;
use isotope_ir::window::Window;
use isotope_program::Program;
use isotope_program::baseline;
use isotope_program::pricer::{Cost, PriceError, Pricer};

/// A program with its price, as it stands in the line for proof.
pub(super) struct Entry {
    pub(super) program: Program,
    pub(super) cost: Cost,
    pub(super) found: Found,
    pub(super) note: String,
    pub(super) proved: bool,
}

/// What was priced: the line for proof, cheapest first; the baseline's price; and which of the window's lowerings the baseline is.
pub(super) type Priced = (Vec<Entry>, Cost, usize);

/// A program that may be the answer.
pub(super) struct Shortlisted {
    pub(super) program: Program,
    pub(super) note: String,
    /// Its proof is known.
    pub(super) proved: bool,
}

impl Shortlisted {
    /// A candidate of which nothing is known yet.
    pub(super) fn new(program: Program, note: String) -> Self {
        Shortlisted { program, note, proved: false }
    }
}

/// The window as plain LLVM operations: as it is written, as a front end would have phrased it, by what every CPU has, and with LLVM's own
/// saturating casts.
pub fn lowerings(window: &Window) -> Vec<Program> {
    let rephrased = baseline::rephrased(window);
    let lowered = [Some(window), rephrased.as_ref()].into_iter().flatten().map(|w| baseline::lower(&w.graph, w.root));
    let lowered = lowered.chain(baseline::lower_without_calls(&window.graph, window.root));
    lowered.chain(baseline::lower_saturating(&window.graph, window.root)).collect()
}

/// What a shortlist and the baseline cost, for whoever asks: cheapest first, nothing proved. What costs more than
/// the baseline is left out, as a search leaves it out.
pub fn weighed(
    window: &Window,
    shortlist: Vec<(Program, String)>,
    pricer: &dyn Pricer,
    target: &Target,
) -> Result<Vec<Considered>, PriceError> {
    let shortlist = shortlist.into_iter().map(|(program, note)| Shortlisted::new(program, note)).collect();
    let (entries, ..) = price(&lowerings(window), shortlist, pricer, target)?;
    Ok(entries.into_iter().map(|e| Considered { note: e.note, cost: e.cost, verdict: None }).collect())
}

/// Prices the lowerings and the shortlist in one go; cheapest first, the baseline before its equals. The baseline's price, and which of
/// the lowerings it is.
///
/// One question for all: the compiler is started once, and everything is measured against the same
/// baseline.
pub(super) fn price(
    plain: &[Program],
    shortlist: Vec<Shortlisted>,
    pricer: &dyn Pricer,
    target: &Target,
) -> Result<Priced, PriceError> {
    let programs: Vec<&Program> = plain.iter().chain(shortlist.iter().map(|c| &c.program)).collect();
    let mut costs = pricer.costs(&programs, target, &|| false).into_iter();
    let (mut lowered, mut without) = (Vec::new(), None);
    for ((program, cost), at) in plain.iter().zip(costs.by_ref()).zip(0..) {
        match cost {
            Ok(cost) => {
                let (program, note) = (program.clone(), "baseline".into());
                lowered.push((at, Entry { program, cost, found: Found::Baseline, note, proved: false }));
            }
            // Another lowering may do without what this one needs: a library's function.
            Err(error) => without = without.or(Some(error)),
        }
    }
    let cheapest = lowered.into_iter().min_by_key(|(_, e)| e.cost.centicycles);
    let (lowering, mut entries) = cheapest.map_or((0, vec![]), |(at, entry)| (at, vec![entry]));
    let no_answer = || PriceError::Unreadable { tool: "the pricer".into(), message: "no answer".into() };
    let baseline = entries.first().ok_or_else(|| without.unwrap_or_else(no_answer))?.cost.clone();
    for (candidate, cost) in shortlist.into_iter().zip(costs) {
        // A candidate that LLVM cannot compile is no candidate.
        // Of equals the baseline is the answer: it needs no trust.
        if let Ok(cost) = cost
            && cost.centicycles < baseline.centicycles
        {
            let Shortlisted { program, note, proved } = candidate;
            entries.push(Entry { program, cost, found: Found::Search, note, proved });
        }
    }
    // A stable sort: of equal price and size the one that was proposed first.
    entries.sort_by_key(|e| (e.cost.centicycles, e.cost.uops));
    Ok((entries, baseline, lowering))
}
