//! The outcome of a function's blocks, for callers and for people.

use crate::schedule::Cost;

/// The blocks of a function that are no hardware loops, and what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The function.
    pub function: String,
    /// Its blocks with instructions, but for hardware loops.
    pub blocks: usize,
    /// Those that are in another order.
    pub scheduled: usize,
    /// Their packets and waits as LLVM has them, each executed once, and as they are now.
    pub before: Cost,
    /// See there.
    pub after: Cost,
    /// Why all stay, or some.
    pub stayed: Option<String>,
}

/// As people read it.
impl std::fmt::Display for Blocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Blocks { function, blocks, scheduled, before, after, stayed } = self;
        let name = if function.is_empty() { String::new() } else { format!("{function}: ") };
        let ([p, w], [q, v]) = ([before.packets, before.stalls], [after.packets, after.stalls]);
        write!(
            f,
            "{name}{scheduled} of {blocks} other blocks scheduled: {q} packets, before {p}, and {v} waits, before {w}"
        )?;
        stayed.iter().try_for_each(|why| write!(f, "\n  blocks stay as they were: {why}"))
    }
}

impl Blocks {
    /// Adds the counts of another one.
    pub fn count(&mut self, other: &Blocks) {
        self.blocks += other.blocks;
        self.scheduled += other.scheduled;
        self.add(other.before, other.after);
    }

    pub(super) fn add(&mut self, before: Cost, after: Cost) {
        self.before.packets += before.packets;
        self.before.stalls += before.stalls;
        self.after.packets += after.packets;
        self.after.stalls += after.stalls;
    }

    /// Counts a block that is in another order.
    pub(super) fn became(&mut self, before: Cost, after: Cost) {
        self.scheduled += 1;
        self.after.packets += after.packets - before.packets;
        self.after.stalls += after.stalls - before.stalls;
    }
}
