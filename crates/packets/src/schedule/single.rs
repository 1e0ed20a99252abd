//! The least interval of a loop where a trip has one iteration: the bound that schedules of one iteration are measured by.

use super::Cost;
use super::exact::{self, Found};
use super::flow::Flow;
use super::graph::Edge;
use super::plans::{bound, edges, folded};
use super::problem::Problem;
use super::webs::Webs;
use crate::limits::MAX_REFUTED;
use crate::machine::Machine;

/// The least packets and waits of trips of one iteration with no more packets than there are, and a value in its register for at most an
/// interval, as plans have them; fewer than that where not all schedules were tried. A value of which there is a copy lasts for longer:
/// loops with and without their copies are both looked at.
pub fn least(machine: &Machine, flows: &[&Flow], memory: &[Edge], before: Cost) -> i64 {
    let least = |flow: &Flow| {
        let body = flow.instructions();
        let [_, near] = edges(machine, flow, &Webs::of(machine, flow).with_bases(machine, flow), memory);
        let near = folded(machine, &body, &near);
        let (problem, mut work) = (Problem::new(machine, &body, &near), MAX_REFUTED);
        let mut least = i64::from(bound(machine, &body, &near).0);
        let mut has_none =
            |least: i64| exact::search(&problem, least, least.min(before.packets), &mut work) == Found::None;
        while least < before.total() && has_none(least) {
            least += 1;
        }
        least
    };
    flows.iter().map(|flow| least(flow)).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Set;
    use crate::mir::{Instruction, read};

    /// The least by its definition, and by words, units and chains alone.
    fn found(lines: &str, packets: i64) -> (i64, u32) {
        let machine = Machine::named("hexagonv66").unwrap();
        let body: String = lines.split(';').map(|line| format!("    {}\n", line.trim())).collect();
        let program = read(&format!("---\nname: f\nbody: |\n  bb.0:\n{body}...\n")).unwrap();
        let body: Vec<&Instruction> = program.functions[0].blocks[0].instructions().collect();
        let flow = Flow::plain(&machine, &body, &Set::new());
        let before = Cost { packets, stalls: 20, ..Cost::default() };
        let [_, near] = edges(&machine, &flow, &Webs::of(&machine, &flow).with_bases(&machine, &flow), &[]);
        let chains: Vec<Edge> = near.iter().filter(|edge| !edge.is_reuse).copied().collect();
        (least(&machine, &[&flow], &[], before), bound(&machine, &body, &chains).0)
    }

    #[test]
    fn a_value_that_is_read_late_keeps_iterations_apart() {
        // The sum reads what was loaded after it has waited for the product, so that the next load has to wait.
        let lines =
            "$r1 = L2_loadri_io $r0, 0; $r2 = M2_mpyi $r1, $r1; $r3 = A2_add $r2, $r1; S2_storeri_io $r8, 0, $r3";
        let (least, words) = found(lines, 9);
        assert_eq!(words, 1, "four words");
        assert!(least > 2, "{least}");
        // Values that are read at once, or never, keep none apart.
        let plain =
            "$r1 = L2_loadri_io $r0, 0; $r2 = A2_add $r4, $r5; $r3 = A2_add $r6, $r7; S2_storeri_io $r8, 0, $r9";
        assert_eq!(found(plain, 9), (1, 1));
    }

    #[test]
    fn no_more_packets_than_there_are_may_be_taken() {
        // A chain of three in three packets, of which two would do if both its ends could share one.
        let lines = "$r1 = A2_add $r3, $r4; $r2 = A2_add $r1, $r4; $r3 = A2_add $r2, $r4; $r5 = A2_add $r4, $r4";
        assert_eq!(found(lines, 3).0, 3);
        // No schedule of it has fewer, so that all intervals up to what the loop takes are refuted.
        assert_eq!(found(lines, 2).0, 22);
    }
}
