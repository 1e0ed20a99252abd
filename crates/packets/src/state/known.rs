//! LLVM's statements about accesses: what the first program says is believed, and the second one may say no more.
//!
//! ```text
//! $r4 = L2_loadri_io $r1, 4 :: (load (s32) from %ir.a + 4, !noalias !3)     // of the first program, and at this address
//! $r4 = L2_loadri_io $r1, 4 :: (load unknown-size from %ir.a)               // says less
//! $r4 = L2_loadri_io $r1, 4 :: (load (s32) from %ir.b + 4)                  // says something else: passes behind it would move stores
//! ```

use super::Fault;
use crate::mir::{Facts, Instruction, Objects, statements};
use crate::terms::Term;
use std::collections::{BTreeSet, HashMap, HashSet};

/// An access by its address, and whether it writes; where the address is not understood, by its instruction and operands.
type Place = (Access, bool);

/// Where an access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Access {
    /// At an address.
    At(Term),
    /// Where an instruction puts it, of which the term has the name and the operands.
    Of(Term),
}

/// The statements of both programs.
#[derive(Debug, Default)]
pub struct Known {
    facts: HashMap<(Term, bool), Facts>,
    said: HashMap<Place, BTreeSet<String>>,
    /// Statements of the second program, with their lines.
    claimed: Vec<(Place, String, usize)>,
    /// Words of instructions, by their results; those of the second program with their lines.
    flags: HashSet<(Term, &'static str)>,
    claimed_flags: Vec<(Term, &'static str, usize)>,
    /// How many values of each kind may be any, in the second program and in the first, since the execution began.
    arbitrary: HashMap<(String, usize, bool), u32>,
    /// How many executions there were, and the numbers of those under way: of the second program, and of the first.
    executions: u32,
    under_way: [u32; 2],
}

impl Known {
    /// The statement about an access: what this program says if it is believed, and else what the other said of that address.
    pub(super) fn facts(
        &mut self,
        objects: &Objects,
        instruction: &Instruction,
        place: Place,
        is_believed: bool,
    ) -> Facts {
        let own = objects.facts(&instruction.accesses);
        if is_believed {
            self.said.entry(place).or_default().insert(instruction.tail.clone());
        } else if !instruction.tail.is_empty() {
            self.claimed.push((place, instruction.tail.clone(), instruction.line));
        }
        let (Access::At(address), is_store) = place else { return Facts::unknown(own.is_volatile) };
        let key = (address, is_store);
        let mut facts = match self.facts.get(&key) {
            Some(facts) => facts.clone(),
            None if is_believed => own.clone(),
            None => Facts::default(),
        };
        if is_believed && facts != own {
            facts = Facts::default();
        }
        facts.is_volatile |= own.is_volatile;
        if is_believed {
            self.facts.insert(key, facts.clone());
        }
        facts
    }

    /// Takes in the words of an instruction, as `nsw`.
    pub(super) fn flags(&mut self, instruction: &Instruction, result: Term, is_believed: bool) {
        let line = instruction.line;
        match is_believed {
            true => self.flags.extend(instruction.flags.iter().map(|flag| (result, *flag))),
            false => self.claimed_flags.extend(instruction.flags.iter().map(|flag| (result, *flag, line))),
        }
    }

    /// The number of an execution, and of one more value in it that may be any.
    pub(super) fn arbitrary(&mut self, op: &str, place: usize, is_believed: bool) -> (u32, u32) {
        let count = self.arbitrary.entry((op.to_owned(), place, is_believed)).or_default();
        *count += 1;
        (self.under_way[usize::from(is_believed)], *count)
    }

    /// Begins another execution of the second program, whose arbitrary values are no other one's.
    pub fn begin_second(&mut self) -> u32 {
        self.executions += 1;
        self.under_way[0] = self.executions;
        self.arbitrary.retain(|key, _| key.2);
        self.executions
    }

    /// Begins an execution of the first program, whose arbitrary values are chosen as those of an execution of the second.
    pub fn begin_first(&mut self, like: u32) {
        self.under_way[1] = like;
        self.arbitrary.retain(|key, _| !key.2);
    }

    /// An error if the second program says more of an access or of a result than the first one says of the same.
    pub fn is_kept(&self) -> Result<(), Fault> {
        let is_new = |(result, flag, _): &&(Term, &'static str, usize)| !self.flags.contains(&(*result, *flag));
        if let Some((_, flag, line)) = self.claimed_flags.iter().find(is_new) {
            return Err(Fault::Flag(flag, line + 1));
        }
        for (place, tail, line) in &self.claimed {
            let said = self.said.get(place).into_iter().flatten();
            if !said.into_iter().any(|said| is_no_more(tail, said)) {
                return Err(Fault::Statement(*line + 1));
            }
        }
        Ok(())
    }
}

/// Whether each part of a statement says no more than some part of another one.
fn is_no_more(tail: &str, said: &str) -> bool {
    tail == said || statements(tail).all(|part| statements(said).any(|said| says_no_more(part, said)))
}

/// `load unknown-size from %ir.a, align 1` says no more than `load (s32) from %ir.a + 4, !tbaa !2`.
fn says_no_more(part: &str, said: &str) -> bool {
    let [own, other] = [part, said].map(Statement::read);
    let is_size_less = own.size == other.size || own.size == "unknown-size";
    let is_place_less = own.place == other.place && own.size == other.size || own.place.is_empty() || {
        own.size == "unknown-size" && own.place == other.base()
    };
    let are_marks_less = own.marks.iter().all(|mark| *mark == "align 1" || other.marks.contains(mark));
    own.kind == other.kind && is_size_less && is_place_less && are_marks_less
}

/// `volatile load (s32) from %ir.a + 4, align 2, !tbaa !5`
struct Statement<'a> {
    /// `volatile load`
    kind: &'a str,
    /// `(s32)`, or `unknown-size`
    size: &'a str,
    /// `%ir.a + 4`, or nothing.
    place: &'a str,
    /// `align 2`, `!tbaa !5`
    marks: Vec<&'a str>,
}

impl<'a> Statement<'a> {
    fn read(text: &'a str) -> Self {
        let mut items = text.split(", ");
        let head = items.next().unwrap_or_default();
        let ends = [" from ", " into "].iter().find_map(|word| head.split_once(word));
        let (head, place) = ends.unwrap_or((head, ""));
        let (kind, size) = head.rsplit_once(' ').unwrap_or((head, ""));
        Statement { kind, size, place, marks: items.collect() }
    }

    fn base(&self) -> &'a str {
        self.place.split(' ').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_says_no_more_than_itself_or_a_larger_one() {
        let said = "(load (s32) from %ir.a + 4, align 8, !tbaa !2, !noalias !3)";
        for less in [
            said,
            "(load unknown-size from %ir.a, align 1, !tbaa !2)",
            "(load unknown-size from %ir.a)",
            "(load (s32))",
            "(load (s32) from %ir.a + 4)",
        ] {
            assert!(is_no_more(less, said), "{less}");
        }
        for more in [
            "(load (s32) from %ir.b + 4, align 8)",
            "(load (s32) from %ir.a, align 8)",
            "(load (s64) from %ir.a + 4)",
            "(load unknown-size from %ir.a, align 16)",
            "(load unknown-size from %ir.a, !noalias !4)",
            "(store (s32) into %ir.a + 4)",
            "(invariant load (s32) from %ir.a + 4)",
            "(volatile load (s32) from %ir.a + 4)",
            "(load (s32) from %ir.a + 4), (load (s32) from %ir.c)",
        ] {
            assert!(!is_no_more(more, said), "{more}");
        }
        // A volatile access stays one.
        assert!(!is_no_more("(load (s32) from %ir.a)", "(volatile load (s32) from %ir.a)"));
        assert!(is_no_more("(store (s8)), (load (s8))", "(load (s8)), (store (s8))"));
    }
}
