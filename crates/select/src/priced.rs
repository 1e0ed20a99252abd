//! The costs of a window's lowerings and its candidates, in their order.

use super::Found;
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

/// The result of pricing: the line for proof, cheapest first; the baseline's price; and which of the window's lowerings the baseline is.
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

/// The costs of programs beside the baseline, for whoever asks why.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The cheapest lowering,
    pub baseline: Program,
    /// and its price.
    pub baseline_cost: Cost,
    /// The price of each program, in their order, also of those that cost more than the baseline; `None` for what LLVM cannot compile.
    pub costs: Vec<Option<Cost>>,
}

/// Prices programs and the baseline in one question, so that all prices are of one scale. Nothing is proved.
pub fn weighed(
    window: &Window,
    programs: &[&Program],
    pricer: &dyn Pricer,
    target: &Target,
) -> Result<Weighed, PriceError> {
    let plain = lowerings(window);
    let all: Vec<&Program> = plain.iter().chain(programs.iter().copied()).collect();
    let mut costs = pricer.costs(&all, target, &|| false).into_iter();
    let lowered: Vec<Result<Cost, PriceError>> = costs.by_ref().take(plain.len()).collect();
    let Lowering { program, cost, .. } = cheapest(&plain, lowered)?;
    Ok(Weighed { baseline: program, baseline_cost: cost, costs: costs.map(Result::ok).collect() })
}

/// The baseline: the cheapest of the lowerings, and which it is.
struct Lowering {
    at: usize,
    program: Program,
    cost: Cost,
}

fn cheapest(plain: &[Program], costs: Vec<Result<Cost, PriceError>>) -> Result<Lowering, PriceError> {
    let (mut lowered, mut without) = (Vec::new(), None);
    for ((at, program), cost) in plain.iter().enumerate().zip(costs) {
        match cost {
            Ok(cost) => lowered.push(Lowering { at, program: program.clone(), cost }),
            // Another lowering may do without what this one needs: a library's function.
            Err(error) => without = without.or(Some(error)),
        }
    }
    let no_answer = || PriceError::Unreadable { tool: "the pricer".into(), message: "no answer".into() };
    lowered.into_iter().min_by_key(|one| one.cost.rank()).ok_or_else(|| without.unwrap_or_else(no_answer))
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
    let lowered: Vec<Result<Cost, PriceError>> = costs.by_ref().take(plain.len()).collect();
    let Lowering { at: lowering, program, cost: baseline } = cheapest(plain, lowered)?;
    let (note, cost) = ("baseline".to_owned(), baseline.clone());
    let mut entries = vec![Entry { program, cost, found: Found::Baseline, note, proved: false }];
    for (candidate, cost) in shortlist.into_iter().zip(costs) {
        // A candidate that LLVM cannot compile is no candidate.
        // Of equals the baseline is the answer: it needs no trust.
        if let Ok(cost) = cost
            && cost.rank() < baseline.rank()
        {
            let Shortlisted { program, note, proved } = candidate;
            entries.push(Entry { program, cost, found: Found::Search, note, proved });
        }
    }
    // A stable sort: of equals the one that was proposed first.
    entries.sort_by_key(|e| e.cost.rank());
    Ok((entries, baseline, lowering))
}
