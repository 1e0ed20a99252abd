//! The cells that a nest touches, for races of the parallel loops around it.
//!
//! Within one iteration of those the order of accesses does not matter. So each access is followed by itself, over the loops around it
//! that its address, or whether it is reached, depends on: of the others one iteration says all.

use crate::nests::code::{Access, Code, Form, Item, Loop, Nest, Reg};
use crate::run::machine::{Machine, Result};
use crate::run::nest::execute::Frame;
use std::collections::HashSet;

/// The loops and conditions around an access within a nest, outermost first.
enum Around<'a, 'p> {
    Loop { of: &'a Loop<'p>, matters: bool },
    If { rows: &'a [(Form, bool)], side: bool },
    Bound { to: Reg, forms: &'a [Form], largest: bool },
}

impl Around<'_, '_> {
    fn forms(&self) -> Vec<&Form> {
        match self {
            Around::Loop { of, .. } => of.lower.iter().chain(&of.upper).chain([&of.step]).collect(),
            Around::If { rows, .. } => rows.iter().map(|(form, _)| form).collect(),
            Around::Bound { forms, .. } => forms.iter().collect(),
        }
    }
}

impl<'p> Machine<'p> {
    /// Notes all accesses of a nest that runs within a parallel loop.
    pub(super) fn touch_nest(&mut self, frame: &mut Frame, nest: &Nest<'p>) -> Result<()> {
        self.touch_items(frame, &nest.items, &mut Vec::new())
    }

    fn touch_items<'a>(
        &mut self,
        frame: &mut Frame,
        items: &'a [Item<'p>],
        path: &mut Vec<Around<'a, 'p>>,
    ) -> Result<()> {
        let depth = path.len();
        for item in items {
            match item {
                Item::Loop(inner) => {
                    path.push(Around::Loop { of: inner, matters: true });
                    self.touch_items(frame, &inner.body, path)?;
                    path.pop();
                }
                Item::If { rows, branches, .. } => {
                    for (side, branch) in [true, false].into_iter().zip(branches) {
                        path.push(Around::If { rows, side });
                        self.touch_items(frame, branch, path)?;
                        path.pop();
                    }
                }
                // Items behind it may depend on it.
                Item::Bound { to, forms, largest, .. } => {
                    path.push(Around::Bound { to: *to, forms, largest: *largest });
                }
                Item::Work(block) => {
                    for (number, access) in block.accesses.iter().enumerate() {
                        let buffer = frame.views[access.memref].buffer;
                        // Each iteration has cells of its own for what its loops carry.
                        if self.carried == Some(buffer) || !self.races.tracks(buffer) {
                            continue;
                        }
                        let stores = |code: &Code| matches!(code, Code::Store { access, .. } if *access == number);
                        let is_store = block.codes.iter().any(stores);
                        mark(path, access);
                        self.touch_access(frame, path, (access, is_store))?;
                    }
                }
            }
        }
        path.truncate(depth);
        Ok(())
    }

    /// One access, for all iterations of what is around it that matter.
    fn touch_access(&mut self, frame: &mut Frame, path: &[Around<'_, 'p>], of: (&Access<'p>, bool)) -> Result<()> {
        let Some((first, rest)) = path.split_first() else {
            self.many(of.0.node, 1)?;
            let run = self.run_of(frame, of.0, None)?;
            return self.touch(of.0.node, run.buffer, run.cell as usize, of.1);
        };
        match first {
            Around::Loop { of: around, matters } => {
                let Some((lower, step, trip)) = self.range_of(frame, around)? else { return Ok(()) };
                frame.ints[around.counter] = lower;
                if let ([], true) = (rest, matters) {
                    self.many(of.0.node, trip as u64)?;
                    let run = self.run_of(frame, of.0, Some((around.counter, step, trip)))?;
                    for at in 0..trip {
                        self.touch(of.0.node, run.buffer, (run.cell + run.slope * at) as usize, of.1)?;
                    }
                    return Ok(());
                }
                for at in 0..if *matters { trip } else { 1 } {
                    self.many(of.0.node, 1)?;
                    frame.ints[around.counter] = lower.wrapping_add(step.wrapping_mul(at));
                    self.touch_access(frame, rest, of)?;
                }
                Ok(())
            }
            Around::If { rows, side } => {
                let holds = self.holds(of.0.node, rows, frame)?;
                if holds == *side { self.touch_access(frame, rest, of) } else { Ok(()) }
            }
            Around::Bound { to, forms, largest } => {
                frame.ints[*to] = self.extreme(of.0.node, forms, frame, *largest)?;
                self.touch_access(frame, rest, of)
            }
        }
    }
}

/// Marks the loops whose counters matter for an access: its address, or bounds and conditions on the way to it, depend on them.
fn mark(path: &mut [Around<'_, '_>], access: &Access<'_>) {
    for at in 0..path.len() {
        let Around::Loop { of, .. } = &path[at] else { continue };
        let mut depends: HashSet<Reg> = HashSet::from([of.counter]);
        let reads = |depends: &HashSet<Reg>, form: &Form| depends.iter().any(|reg| form.has(*reg));
        let mut found = access.forms.iter().any(|form| reads(&depends, form));
        for around in &path[at + 1..] {
            let does = around.forms().into_iter().any(|form| reads(&depends, form));
            match around {
                Around::Bound { to, .. } if does => {
                    depends.insert(*to);
                    found |= access.forms.iter().any(|form| reads(&depends, form));
                }
                Around::Bound { .. } => {}
                Around::Loop { .. } | Around::If { .. } => found |= does,
            }
        }
        if let Around::Loop { matters, .. } = &mut path[at] {
            *matters = found;
        }
    }
}
