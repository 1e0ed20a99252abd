//! The instructions of a block that are in one order, and the order that they have to keep: registers stay as they are.

use crate::live::{Set, touched};
use crate::machine::{Atom, Machine};
use crate::mir::{Function, Instruction};
use crate::schedule::flow::Flow;
use crate::schedule::graph::{self, Edge};
use crate::schedule::plans::folded;
use crate::schedule::webs::Webs;
use crate::schedule::{Cost, units};
use crate::state::Fault;
use std::collections::{HashMap, HashSet};

/// Whether nothing before an instruction may come after it, and nothing after it before: jumps, calls, and what does more than its results say.
pub fn is_stop(machine: &Machine, of: &Instruction) -> bool {
    let words = ["branch", "call", "return", "effects", "solo", "soloax"];
    machine.operation(&of.op).is_none_or(|operation| words.iter().any(|word| operation.is(word)))
}

/// The orders of some instructions in turn: one that finished packets keep, and one that counts on LLVM's packetiser, which changes the
/// offset of an access as it puts it beside the sum that its base is. Registers `behind` are read after them.
///
/// # Errors
///
/// An instruction is not known, or a bound is reached.
pub fn orders(
    machine: &Machine,
    function: &Function,
    own: &[&Instruction],
    behind: &Set,
) -> Result<[Vec<Edge>; 2], Fault> {
    let plain = |from: usize, to: usize, packets: i64| Edge {
        from,
        to,
        packets,
        iterations: 0,
        is_reuse: true,
        newer: None,
        apart: 0,
    };
    let flow = Flow::plain(machine, own, behind);
    let is_in = |edge: &Edge| edge.iterations == 0 && edge.from != edge.to;
    let mut edges: Vec<Edge> = Webs::of(machine, &flow).edges(machine, own, true).into_iter().filter(is_in).collect();
    let valued: HashSet<(usize, usize)> = edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let stops: Vec<usize> = (0..own.len()).filter(|at| is_stop(machine, own[*at])).collect();
    let is = |at: usize, word: &str| machine.operation(&own[at].op).is_some_and(|operation| operation.is(word));
    for (number, at) in stops.iter().enumerate() {
        // The stops before and behind stand for all that is beyond them.
        let first = number.checked_sub(1).map_or(0, |before| stops[before]);
        let last = stops.get(number + 1).map_or(own.len(), |next| next + 1);
        // A jump or a call leaves behind its packet, whatever else is in it.
        let goes = ["branch", "call", "return"].iter().any(|word| is(*at, word));
        let (before, after) = (i64::from(!goes), i64::from(!goes || is(*at, "call")));
        edges.extend((first..*at).map(|from| plain(from, *at, before)));
        edges.extend((at + 1..last).map(|to| plain(*at, to, after)));
    }
    let anew = registers(machine, own, behind).into_iter();
    let anew = anew.filter(|pair| !(pair.is_value && valued.contains(&(pair.from, pair.to))));
    edges.extend(anew.map(|pair| plain(pair.from, pair.to, pair.packets)));
    // A condition may be computed in the packet of the jump that it decides.
    for edge in edges.iter_mut().filter(|edge| stops.contains(&edge.to) && !edge.is_reuse) {
        edge.packets = 0;
    }
    // A function that is called finds what its packet stores.
    let memory = graph::of_memory(machine, function, own, 0)?.into_iter().filter(is_in);
    edges.extend(memory.map(|edge| Edge { packets: if is(edge.to, "call") { 0 } else { edge.packets }, ..edge }));
    let folded = folded(machine, own, &edges);
    Ok([edges, folded])
}

/// The least packets and waits of some instructions, by units, words and the longest chain.
pub fn least(machine: &Machine, own: &[&Instruction], edges: &[Edge]) -> Cost {
    let longest = |packets: fn(&Edge) -> i64| {
        let chains: Vec<Edge> = edges.iter().map(|edge| Edge { packets: packets(edge), ..*edge }).collect();
        graph::heights(own.len(), &chains, 1).unwrap_or_default().into_iter().max().map_or(0, |height| height + 1)
    };
    let packets = longest(|edge| edge.packets.min(1)).max(units::bound(machine, own).0.into());
    let total = longest(|edge| edge.packets).max(packets);
    Cost { iterations: 1, packets, stalls: total - packets }
}

/// Two instructions of which the second has to follow the first, by so many packets, because of a register.
struct Pair {
    from: usize,
    to: usize,
    packets: i64,
    /// Whether the second reads what the first writes; otherwise it writes the register anew.
    is_value: bool,
}

/// The order that registers give. Those that no instruction names count where they are read later: all sums that saturate set one bit.
fn registers(machine: &Machine, own: &[&Instruction], behind: &Set) -> Vec<Pair> {
    let touched: Vec<(Set, Set)> = own.iter().map(|of| touched(machine, of)).collect();
    let read: Set = touched.iter().flat_map(|(reads, _)| reads).copied().collect();
    let named = |of: &Instruction| -> Set {
        let explicit = of.registers().filter(|register| !register.is_implicit);
        explicit.filter_map(|register| machine.atoms(&register.name)).flatten().copied().collect()
    };
    let mut last: HashMap<Atom, (Option<usize>, Vec<usize>)> = HashMap::new();
    let mut out = Vec::new();
    for (to, (reads, writes)) in touched.iter().enumerate() {
        for atom in reads {
            let (writer, readers) = last.entry(*atom).or_default();
            out.extend(writer.map(|from| Pair { from, to, packets: 1, is_value: true }));
            readers.push(to);
        }
        let named = named(own[to]);
        let is_needed = |atom: &&Atom| named.contains(atom) || read.contains(atom) || behind.contains(atom);
        for atom in writes.iter().filter(is_needed) {
            let (writer, readers) = last.entry(*atom).or_default();
            out.extend(writer.map(|from| Pair { from, to, packets: 1, is_value: false }));
            let before = readers.drain(..).filter(|reader| *reader != to);
            out.extend(before.map(|from| Pair { from, to, packets: 0, is_value: false }));
            *writer = Some(to);
        }
    }
    out
}
