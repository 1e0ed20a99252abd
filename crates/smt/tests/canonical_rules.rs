//! Each rewrite of the canonical form, proved by the solver alone for all types at which it fires, and every value of
//! its variables; likewise each swap of operands. Every rule has instances: one that never fires is no rule.

use isotope_ir::Window;
use isotope_ir::canon::rules::{Instance, all, instances, is_lane_wise, swaps};
use isotope_ir::expr::NodeId;
use isotope_ir::lanes::LaneTerms;
use isotope_ir::term::{BinOp, Terms};
use isotope_smt::{Direct, Outcome, Prover, Query};

/// Units of the solver's own work for one instance.
const RLIMIT: u64 = 50_000_000;

/// The proofs of one rule.
#[derive(Default)]
struct Proofs {
    /// Sides that are one term as they are built.
    identical: usize,
    /// Put to the solver.
    solved: usize,
    /// The widths of the results, in bits.
    widths: std::collections::BTreeSet<u32>,
    /// The instances that were not proved.
    open: Vec<String>,
}

fn prove(name: &str, instance: &Instance, proofs: &mut Proofs) {
    let Instance { graph, left, right, bound } = instance;
    assert_eq!(graph.ty(*left), graph.ty(*right), "{name}: {bound}");
    // Both sides in one window, so that their leaves are the same variables.
    let window = Window { graph: graph.clone(), root: NodeId(graph.nodes.len() as u32 - 1) };
    for node in &graph.nodes {
        assert!(node.args.is_empty() || is_lane_wise(&node.op), "{name}: {:?} is no operation of lanes", node.op);
    }
    let (mut terms, mut lanes) = (Terms::new(), LaneTerms::new(&window));
    let (a, b) = (lanes.lane(&mut terms, *left, 0), lanes.lane(&mut terms, *right, 0));
    proofs.widths.insert(terms.width(a.value));
    let same = terms.bin(BinOp::Eq, a.value, b.value);
    let holds = terms.bin(BinOp::And, b.defined, same);
    let yes = terms.constant(1, 1);
    if holds == yes || a.value == b.value && a.defined == b.defined {
        proofs.identical += 1;
        return;
    }
    let query = Query::prove(&terms, holds, yes, &[a.defined]).with_rlimit(RLIMIT);
    let answer = Direct.prove(&query);
    match answer.outcome {
        Outcome::Proved(_) => proofs.solved += 1,
        other => proofs.open.push(format!("{name}: {bound}: {other:?}")),
    }
}

/// The instances of these that are not proved.
fn check(name: &str, instances: &[Instance]) -> Vec<String> {
    let mut proofs = Proofs::default();
    assert!(!instances.is_empty(), "{name} never fires");
    instances.iter().for_each(|instance| prove(name, instance, &mut proofs));
    let Proofs { identical, solved, widths, open } = proofs;
    println!("{name}: {identical} identical, {solved} by the solver, results of {widths:?} bits");
    open
}

#[test]
fn every_rule_is_proved_wherever_it_fires() {
    let open: Vec<String> = all().iter().flat_map(|rule| check(&rule.name, &instances(rule))).collect();
    assert!(open.is_empty(), "{}", open.join("\n"));
}

#[test]
fn every_swap_of_operands_is_proved() {
    let open = check("operands in order", &swaps());
    assert!(open.is_empty(), "{}", open.join("\n"));
}
