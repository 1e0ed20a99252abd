//! The outcome of one loop, for callers and for people.

use super::Cost;

/// The outcome of one loop.
#[derive(Clone, Debug)]
pub struct Report {
    /// The function.
    pub function: String,
    /// The loop's block.
    pub block: u32,
    /// Instructions of an iteration.
    pub instructions: usize,
    /// The least packets and waits of an iteration, and why they are as many.
    pub bound: Option<Bound>,
    /// The least packets and waits of trips of one iteration that take no more packets than the loop does, with a value in its register for at
    /// most an interval; nothing for a loop that is too long for that.
    pub single: Option<i64>,
    /// An iteration as LLVM has it.
    pub before: Option<Cost>,
    /// Packets from one iteration to the next as it was scheduled, iterations under way at once, and what it then took.
    pub after: Option<(i64, i64, Cost)>,
    /// Why it stayed as it was.
    pub stayed: Option<String>,
}

/// The least packets and waits of a loop, as far as the order of its accesses is known.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Packets and waits.
    pub least: u32,
    /// Iterations that they are the least of.
    pub iterations: u32,
    /// The unit, or the chain of values, that takes as many.
    pub why: String,
    /// Packets alone: all but these may be waits.
    pub packets: u32,
}

impl Report {
    /// Whether no schedule of one iteration a trip could take fewer packets and waits without more packets.
    pub fn is_least_of_single(&self) -> bool {
        let cost = self.after.map(|after| after.2).or(self.before);
        cost.zip(self.single).is_some_and(|(cost, single)| cost.total() <= single * cost.iterations)
    }

    /// Whether no schedule of as many iterations a trip as are tried could take fewer packets and waits.
    pub fn is_least(&self) -> bool {
        let cost = self.after.map(|after| after.2).or(self.before);
        let is_reached = |cost: Cost, bound: &Bound| {
            cost.total() * i64::from(bound.iterations) == i64::from(bound.least) * cost.iterations
        };
        cost.zip(self.bound.as_ref()).is_some_and(|(cost, bound)| is_reached(cost, bound))
    }
}

/// As people read it.
impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bb.{}: {} instructions", self.function, self.block, self.instructions)?;
        let of_iterations = |count: i64| if count == 1 { String::new() } else { format!(" for {count} iterations") };
        if let Some(Bound { least, iterations, why, .. }) = &self.bound {
            let together = i64::from(*iterations);
            let iterations = of_iterations(together);
            write!(f, ", at least {least} packets and waits{iterations} ({why})")?;
            if let Some(single) = self.single.filter(|single| single * together > i64::from(*least)) {
                write!(f, ", {single} for one iteration a trip")?;
            }
        }
        if let Some(before) = self.before {
            write!(f, "\n  as it was: {} packets, {} waits", before.packets, before.stalls)?;
        }
        if let Some((_, stages, after)) = self.after {
            let together = match (stages, after.iterations) {
                (1, 1) => "one iteration at a time".to_owned(),
                (stages, iterations) => format!("{} iterations at once", stages * iterations),
            };
            let each = of_iterations(after.iterations);
            write!(f, "\n  scheduled: {} packets, {} waits{each}, {together}", after.packets, after.stalls)?;
        }
        if let Some(why) = &self.stayed {
            write!(f, "\n  stays as it was: {why}")?;
        }
        if self.is_least() {
            f.write_str("\n  no schedule takes fewer under these dependences")?;
        } else if self.is_least_of_single() {
            f.write_str(
                "\n  no schedule of one iteration a trip takes fewer under these dependences, without more packets",
            )?;
        }
        Ok(())
    }
}
