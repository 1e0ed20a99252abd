//! Which lanes of their operands LLVM's intrinsics for a target depend on.
//!
//! An intrinsic is known if it is all of the LLVM form of an instruction that answers may have. The lanes given for it hold for all
//! instructions and immediates with that form.

mod call;
mod instruction;
mod lanes;
#[cfg(test)]
mod tests;

use crate::limits::MAX_VALUES;
use crate::text::Shape;
use call::Call;
pub use instruction::Instruction;
use isotope_dictionary::{Dictionary, Member};
use isotope_ir::term::Terms;
use lanes::operands;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// On which lanes of an operand a lane of the result depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// None that was seen. LLVM may take poison from there nevertheless.
    Unseen,
    /// On those at the same place: lane i of m on those lanes of n that overlap it when both are as long.
    Same,
    /// On those of the same 128 bits.
    Block,
    /// On one: of each 128 bits of the result the operand's lanes are the first half (0) or the second (1).
    Pack(u8),
    /// On all.
    All,
}

/// How a lane of a constant operand chooses the only lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// By the low four bits of a byte, within the same 128 bits; none if its highest is set.
    InBlock,
    /// By its lowest bits.
    OfOne,
    /// The same among the lanes of two operands side by side, of which this one is the second or the first.
    OfTwo(bool),
}

/// Facts about an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Which lanes count.
    pub place: Place,
    /// Whether each byte depends on the same byte of its lane only.
    pub is_bytewise: bool,
    /// How constants choose among the lanes, and which operand they are.
    pub choice: Option<(Choice, usize)>,
    /// Bytes of a factor, and the operand whose bytes at the same place it is multiplied by: it counts for nothing where those are zero.
    pub factor: Option<(usize, usize)>,
}

impl Operand {
    fn all() -> Operand {
        Operand { place: Place::All, is_bytewise: false, choice: None, factor: None }
    }

    /// Whether it says more than that all lanes may count.
    pub fn says_something(&self) -> bool {
        !matches!(self.place, Place::Unseen | Place::All) || self.choice.is_some() || self.factor.is_some()
    }

    /// The facts that hold of both.
    fn weaken(&mut self, more: &Operand) {
        self.place = match (self.place, more.place) {
            (one, other) if one == other => one,
            (Place::Unseen, other) | (other, Place::Unseen) => other,
            (Place::Same, Place::Block) | (Place::Block, Place::Same) => Place::Block,
            _ => Place::All,
        };
        self.is_bytewise &= more.is_bytewise;
        self.choice = self.choice.filter(|_| self.choice == more.choice);
        self.factor = self.factor.filter(|_| self.factor == more.factor);
    }
}

/// Facts about an intrinsic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its result.
    pub result: Shape,
    /// Of each operand.
    pub operands: Vec<Operand>,
}

/// An instruction that is one call, and the ranges of the immediates with which it is; none without an immediate.
struct User<'a> {
    member: &'a Member,
    call: Call,
    ranges: Vec<(u64, u64)>,
}

/// The intrinsics of an instruction set. Each is looked into when it is first asked for.
pub struct Intrinsics<'a> {
    dictionary: &'a Dictionary,
    users: OnceLock<BTreeMap<String, Vec<User<'a>>>>,
    rows: RwLock<BTreeMap<String, Option<Arc<Row>>>>,
}

impl<'a> Intrinsics<'a> {
    /// Of a dictionary's instructions.
    pub fn new(dictionary: &'a Dictionary) -> Self {
        Intrinsics { dictionary, users: OnceLock::new(), rows: RwLock::default() }
    }

    /// Facts about an intrinsic, if there are any.
    pub fn row(&self, name: &str) -> Option<Arc<Row>> {
        if let Some(row) = self.rows.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return row.clone();
        }
        let row = self.users().get(name).map(|users| Arc::new(self.row_of(users)));
        self.rows.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), row.clone());
        row
    }

    /// All names that something may be known of.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.users().keys().map(String::as_str)
    }

    /// The instructions that are an intrinsic. Without [`Self::users`] only forms are read that call it.
    fn users_of(&self, name: &str) -> Vec<User<'a>> {
        let members = self.dictionary.members().iter().filter(|member| self.dictionary.is_usable(member));
        let calling = members.filter(|member| self.dictionary.calls(member.name, name));
        calling.flat_map(|member| self.calls(member)).filter(|user| user.call.name == name).collect()
    }

    fn users(&self) -> &BTreeMap<String, Vec<User<'a>>> {
        self.users.get_or_init(|| {
            let mut all: BTreeMap<String, Vec<User<'a>>> = BTreeMap::new();
            for member in self.dictionary.members().iter().filter(|member| self.dictionary.is_usable(member)) {
                for user in self.calls(member) {
                    all.entry(user.call.name.clone()).or_default().push(user);
                }
            }
            all
        })
    }

    /// The calls that an instruction is with some of its immediates each.
    fn calls(&self, member: &'a Member) -> Vec<User<'a>> {
        let mut calls: Vec<User<'a>> = Vec::new();
        if member.immediates().count() > 1 {
            return calls;
        }
        for (ranges, form) in self.dictionary.llvm_templates(member.name) {
            let Some(call) = Call::read(&form).filter(Call::is_whole) else { continue };
            match calls.iter_mut().find(|user| user.call == call) {
                Some(user) => user.ranges.extend(ranges),
                None => calls.push(User { member, call, ranges }),
            }
        }
        calls
    }

    /// The facts that hold of all that are this intrinsic.
    fn row_of(&self, users: &[User<'_>]) -> Row {
        let mut rows = users.iter().map(|user| user.row(self.dictionary));
        let mut row = rows.next().unwrap_or(Row { result: Shape::OPAQUE, operands: Vec::new() });
        for more in rows {
            if row.result != more.result || row.operands.len() != more.operands.len() {
                row.operands.fill(Operand::all());
            } else {
                row.operands.iter_mut().zip(&more.operands).for_each(|(row, more)| row.weaken(more));
            }
        }
        row
    }
}

impl User<'_> {
    /// The immediates that have a form.
    fn immediates(&self, dictionary: &Dictionary) -> Vec<Vec<u64>> {
        if self.ranges.is_empty() {
            return vec![vec![]];
        }
        let all = self.ranges.iter().flat_map(|(least, most)| *least..=*most).map(|value| vec![value]);
        let has_form = |values: &Vec<u64>| dictionary.llvm_form(self.member.name, values).is_some();
        all.filter(has_form).take(MAX_VALUES + 1).collect()
    }

    fn row(&self, dictionary: &Dictionary) -> Row {
        let (immediates, unknown) = (self.immediates(dictionary), || vec![Operand::all(); self.call.args.len()]);
        // One run for all immediates where there is such a one.
        let mut terms = Terms::new();
        let open = if self.ranges.is_empty() { None } else { self.member.open_lanes(&mut terms).ok() };
        let runs = if open.is_some() { 1 } else { immediates.len() };
        let mut open = open.map(|lanes| (lanes, terms));
        let mut found: Option<Vec<Operand>> = None;
        for values in &immediates[..runs.min(immediates.len())] {
            let is_known = immediates.len() <= MAX_VALUES;
            let known = is_known.then(|| operands(self.member, values, open.take(), &self.call)).flatten();
            let operands = known.unwrap_or_else(unknown);
            match &mut found {
                Some(found) => found.iter_mut().zip(&operands).for_each(|(found, more)| found.weaken(more)),
                None => found = Some(operands),
            }
            if !found.iter().flatten().any(Operand::says_something) {
                break;
            }
        }
        Row { result: self.call.result, operands: found.unwrap_or_else(unknown) }
    }
}
