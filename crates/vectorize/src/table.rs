//! The table of what was weighed, as lines with tabs between columns.

use crate::language::Kind;
use crate::read::Kernel;
use crate::rules::RULES;
use crate::{Candidate, Model};
use std::fmt::Write as _;

/// Vectors that a program stores or adds up.
pub fn vectors(of: &Candidate) -> usize {
    of.program
        .forms
        .iter()
        .filter(|(_, form)| match form.kind {
            Kind::Store(piece) => of.grown.forms.analysis.pieces[piece as usize].terms.len() > 1,
            Kind::Reduce(_) => true,
            _ => false,
        })
        .count()
}

/// A line for each width of vectors, and one for each rule.
pub fn table(kernel: &Kernel, candidates: &[Candidate], model: Model<'_>) -> String {
    let unit = if matches!(model, Model::Pipes(_)) { "cycles" } else { "cost" };
    let mut text = format!("elements written\t{}\nvalues\t{}\n\n", kernel.outputs.len(), kernel.terms.len());
    let _ = writeln!(text, "bits\tstores\tof vectors\t{unit}\tnodes\tclasses\trounds\tended by");
    for of in candidates {
        let bits = if of.bits == 0 { "-".to_owned() } else { of.bits.to_string() };
        let pieces = of.grown.forms.analysis.pieces.len();
        let (nodes, classes) = (of.grown.forms.total_size(), of.grown.forms.number_of_classes());
        let (rounds, ended) = (of.grown.iterations, of.grown.limit.unwrap_or("its rules"));
        let _ =
            writeln!(text, "{bits}\t{pieces}\t{}\t{:.3}\t{nodes}\t{classes}\t{rounds}\t{ended}", vectors(of), of.cost);
    }
    let _ = writeln!(text, "\nrule\tforms\tidentity");
    for rule in RULES {
        let given: usize = candidates.iter().filter_map(|of| of.grown.forms.analysis.given.get(rule.name)).sum();
        let _ = writeln!(text, "{}\t{given}\t{}", rule.name, rule.identity);
    }
    text
}
