//! Tables as programs: how few instructions look a function up.
//!
//! One, where an instruction's table has all that is asked for. Else the function is taken apart: it may be the same for both values of
//! a bit, or from a number on; it may be one function of the low half of the bits joined to one of the high half, as counts of bits are;
//! and if nothing helps it is chosen by a bit, of two functions of fewer bits.

use super::lookups::{Lookup, Lookups};
use super::{ByteFunction, VALUES};
use crate::instructions::TargetInstructions;
use isotope_ir::expr::{Graph, NodeId};
use isotope_program::{Draft, Generic, Param, Predicate, Program, Shape, StepOp, Value};

/// Bits of a byte, and of its halves.
const BITS: u32 = 8;
const HALF: u32 = 4;

/// The programs that look a function up, none twice.
pub(super) fn programs(
    graph: &Graph,
    root: NodeId,
    function: &ByteFunction,
    target: &TargetInstructions,
) -> Vec<Program> {
    let mut found: Vec<Program> = Vec::new();
    for halves in [true, false] {
        let program =
            Writing::new(graph, root, function, target, halves).and_then(|w| w.program(graph, root, function));
        found.extend(program);
    }
    found.dedup();
    found
}

/// Some of a byte's low bits that a function is of: by their value, the result.
type Asked = Vec<Option<u8>>;

/// A program that is being written.
struct Writing<'a> {
    draft: Draft,
    target: &'a TargetInstructions,
    /// Instructions that look up in the registers that the lanes fill.
    lookups: Vec<Lookup>,
    /// The byte of each lane.
    byte: Value,
    /// Whether halves of the bits are looked up by themselves.
    halves: bool,
}

impl<'a> Writing<'a> {
    /// The bytes of all lanes, and what looks them up; `None` where there is nothing that does.
    fn new(
        graph: &Graph,
        root: NodeId,
        function: &ByteFunction,
        target: &'a TargetInstructions,
        halves: bool,
    ) -> Option<Self> {
        let ty = graph.ty(root);
        let sizes: Vec<u32> = target.by_register_size.keys().copied().collect();
        // The smallest register that has all lanes, else the largest, as often as the lanes fill it.
        let enough = sizes.iter().copied().find(|&bits| bits >= ty.lanes * BITS);
        let register = enough.or(sizes.last().copied())?;
        if ty.lanes * BITS > register && !(ty.lanes * BITS).is_multiple_of(register) {
            return None;
        }
        let all = target.catalogue.index(|catalogue| Lookups::of(catalogue, &sizes));
        let lookups: Vec<Lookup> = all.0.iter().filter(|l| l.register_bits == register).cloned().collect();
        if lookups.is_empty() {
            return None;
        }
        let mut draft = Draft::new(Param::leaves(graph), ty);
        let leaf = graph.leaves[function.leaf.0 as usize].ty;
        let mut byte = draft.push(StepOp::Param(function.leaf.0), vec![], Shape::new(leaf.bits, leaf.lanes));
        if leaf.bits > BITS {
            byte = draft.generic(Generic::Trunc, vec![byte], Shape::new(BITS, leaf.lanes));
        }
        // Lanes that take other bytes than their own are put in order before they are looked up.
        let in_place =
            function.elements.len() == leaf.lanes as usize && function.elements.iter().zip(0..).all(|(&e, n)| e == n);
        if !in_place {
            let picks = Generic::Shuffle(function.elements.clone());
            byte = draft.generic(picks, vec![byte], Shape::new(BITS, ty.lanes));
        }
        Some(Writing { draft, target, lookups, byte, halves })
    }

    /// The whole: byte by byte of the result, those above the first put together with it.
    fn program(mut self, graph: &Graph, root: NodeId, function: &ByteFunction) -> Option<Program> {
        let ty = graph.ty(root);
        let shape = Shape::new(ty.bits, ty.lanes);
        let plane = |at: u32| -> Asked { function.table.iter().map(|v| v.map(|v| (v >> (BITS * at)) as u8)).collect() };
        let mut whole = self.looked_up(&plane(0), BITS)?;
        let above: Vec<Asked> = (1..ty.bits / BITS).map(plane).collect();
        // Where all bytes above are copies of the lowest one's sign, an extension makes them.
        let sign = |v: Option<u8>| v.map(|v| if v >> (BITS - 1) == 1 { u8::MAX } else { 0 });
        let signs: Asked = plane(0).into_iter().map(sign).collect();
        if above.is_empty() {
            return Some(self.draft.finish(whole));
        }
        if above.iter().all(|plane| *plane == signs) {
            whole = self.draft.generic(Generic::SExt, vec![whole], shape);
            return Some(self.draft.finish(whole));
        }
        whole = self.draft.generic(Generic::ZExt, vec![whole], shape);
        // Else each byte is looked up by itself and moved to its place; one that is always zero is there already.
        for (at, plane) in (1..).zip(&above) {
            if plane.iter().flatten().all(|v| *v == 0) {
                continue;
            }
            let own = self.looked_up(plane, BITS)?;
            let wide = self.draft.generic(Generic::ZExt, vec![own], shape);
            let by = self.draft.splat(u64::from(BITS * at), shape);
            let moved = self.draft.generic(Generic::Shl, vec![wide, by], shape);
            whole = self.draft.generic(Generic::Or, vec![whole, moved], shape);
        }
        Some(self.draft.finish(whole))
    }

    /// A function of the low bits of each byte.
    ///
    /// The cheapest ways are tried first: a constant, one look-up, the same function of one bit less, two halves. Only then is it
    /// chosen of two functions by the highest bit that is left, which doubles the look-ups.
    fn looked_up(&mut self, asked: &Asked, bits: u32) -> Option<Value> {
        let mut results = asked.iter().flatten();
        let first = *results.next().unwrap_or(&0);
        if results.all(|v| *v == first) {
            return Some(self.constant(first));
        }
        if let Some(value) = self.by_one(asked, bits) {
            return Some(value);
        }
        let (low, high) = asked.split_at(asked.len() / 2);
        if let Some(both) = merged(low, high) {
            return self.looked_up(&both, bits - 1);
        }
        if let Some(value) = self.by_halves(asked, bits) {
            return Some(value);
        }
        let [low, high] = [self.looked_up(&low.to_vec(), bits - 1)?, self.looked_up(&high.to_vec(), bits - 1)?];
        // The bit as the sign, which is what a comparison and a blend look at.
        let mut top = self.byte;
        if bits < BITS {
            let by = self.constant((BITS - bits) as u8);
            top = self.operation(Generic::Shl, &[top, by]);
        }
        let zero = self.constant(0);
        let mask = Shape::new(1, self.draft.shape(top).lanes);
        let set = self.draft.generic(Generic::Compare(Predicate::Slt), vec![top, zero], mask);
        Some(self.operation(Generic::Select, &[set, high, low]))
    }

    /// The function by one instruction: of the bytes as they are, of their low bits, or of the bytes up to where it stays the same.
    fn by_one(&mut self, asked: &Asked, bits: u32) -> Option<Value> {
        // Bits above the low ones may be anything.
        let whole: Asked = (0..VALUES).map(|n| asked[n % asked.len()]).collect();
        if let Some((lookup, table)) = self.fitting(&whole) {
            return Some(self.instruction(&lookup, self.byte, &table));
        }
        if bits < BITS
            && let Some((lookup, table)) = self.fitting(asked)
        {
            let low = self.masked(bits);
            return Some(self.instruction(&lookup, low, &table));
        }
        let last = asked.iter().flatten().next_back()?;
        let same = asked.iter().rposition(|v| v.is_some_and(|v| v != *last))? + 1;
        if bits < BITS || same >= VALUES / 2 {
            return None;
        }
        let mut clamped = asked[..same].to_vec();
        clamped.push(Some(*last));
        let (lookup, table) = self.fitting(&clamped)?;
        let most = self.constant(same as u8);
        let number = self.operation(Generic::UMin, &[self.byte, most]);
        Some(self.instruction(&lookup, number, &table))
    }

    /// One function of the low half of a byte, joined to one of the high half: two tables of 16 entries instead of one of 256.
    ///
    /// The high half is moved down first. The look-up takes numbers below 16 alone, so that it needs no mask.
    fn by_halves(&mut self, asked: &Asked, bits: u32) -> Option<Value> {
        if !self.halves || bits < BITS {
            return None;
        }
        let (join, [low, high]) = split(asked)?;
        let by = self.constant(HALF as u8);
        let top = self.operation(Generic::LShr, &[self.byte, by]);
        let (lookup, table) = self.fitting(&high)?;
        let of_high = self.instruction(&lookup, top, &table);
        let (lookup, table) = self.fitting(&low)?;
        let bottom = self.masked(HALF);
        let of_low = self.instruction(&lookup, bottom, &table);
        Some(self.operation(join, &[of_low, of_high]))
    }

    /// The instruction with the smallest table that has all that is asked for, and the table. Entries that nobody asks for are zero.
    ///
    /// [`Lookups`] lists the smallest tables first, so that the first that fits is taken.
    fn fitting(&self, asked: &[Option<u8>]) -> Option<(Lookup, Vec<u8>)> {
        self.lookups.iter().find_map(|lookup| Some((lookup.clone(), lookup.table(asked)?)))
    }

    /// An instruction on the numbers of all lanes, register by register.
    fn instruction(&mut self, lookup: &Lookup, numbers: Value, table: &[u8]) -> Value {
        let (all, lanes) = (self.draft.shape(numbers).lanes, lookup.register_bits / BITS);
        let register = Shape::new(BITS, lanes);
        let tables: Vec<Value> = lookup
            .registers(table)
            .into_iter()
            .map(|row| self.draft.push(StepOp::Constant(row), vec![], register))
            .collect();
        let entry = &self.target.entry(lookup.entry);
        let op = StepOp::Instruction { name: entry.member.name.to_owned(), immediates: vec![] };
        let mut made = Vec::new();
        for first in (0..all).step_by(lanes as usize) {
            let own = self.register(numbers, first, register);
            let args = lookup.operands.iter().map(|&at| if at == 0 { own } else { tables[at - 1] }).collect();
            made.push(self.draft.push(op.clone(), args, register));
        }
        if made.len() == 1 && all == lanes {
            return made[0];
        }
        self.draft.generic(Generic::Shuffle((0..all).collect()), made, Shape::new(BITS, all))
    }

    /// A register of numbers; what lanes do not fill is zero.
    fn register(&mut self, numbers: Value, first: u32, register: Shape) -> Value {
        let all = self.draft.shape(numbers).lanes;
        if all == register.lanes {
            return numbers;
        }
        let indices = Generic::Shuffle((first..first + register.lanes).map(|n| n.min(all)).collect());
        let zero = self.draft.splat(0, Shape::new(BITS, 1));
        let from = if all < register.lanes { vec![numbers, zero] } else { vec![numbers] };
        self.draft.generic(indices, from, register)
    }

    /// The low bits of each byte.
    fn masked(&mut self, bits: u32) -> Value {
        let mask = self.constant((1 << bits) - 1);
        self.operation(Generic::And, &[self.byte, mask])
    }

    /// The same byte in all lanes.
    fn constant(&mut self, value: u8) -> Value {
        let shape = self.draft.shape(self.byte);
        self.draft.splat(value.into(), shape)
    }

    /// An operation of LLVM on bytes, lane by lane.
    fn operation(&mut self, op: Generic, args: &[Value]) -> Value {
        let shape = self.draft.shape(self.byte);
        self.draft.generic(op, args.to_vec(), shape)
    }
}

/// The entries that both ask for; `None` where those differ. An entry that only one of them asks for is that one's.
fn merged(a: &[Option<u8>], b: &[Option<u8>]) -> Option<Asked> {
    let agree = a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b);
    agree.then(|| a.iter().zip(b).map(|(a, b)| a.or(*b)).collect())
}

/// How a function of a byte is one of its low half joined to one of its high half, if it is. All values have to be asked for.
fn split(asked: &[Option<u8>]) -> Option<(Generic, [Asked; 2])> {
    let all: Vec<u8> = asked.iter().copied().collect::<Option<_>>()?;
    let side = 1usize << HALF;
    let at = |low: usize, high: usize| all[high * side + low];
    type Join = fn(u8, u8) -> u8;
    let halves = |join: Join, low: &dyn Fn(usize) -> u8, high: &dyn Fn(usize) -> u8| -> Option<[Asked; 2]> {
        let [lows, highs] = [low, high].map(|of| (0..side).map(of).collect::<Vec<u8>>());
        let holds = (0..side).all(|h| (0..side).all(|l| join(lows[l], highs[h]) == at(l, h)));
        holds.then(|| [lows, highs].map(|of| of.into_iter().map(Some).collect()))
    };
    // Of groups one half has all but what zero gives; of extrema each half the least or the greatest that it allows.
    let fold = |of: fn(u8, u8) -> u8, each: &dyn Fn(usize) -> u8| (0..side).map(each).reduce(of).unwrap_or(0);
    let first = at(0, 0);
    let found = halves(|a, b| a ^ b, &|l| at(l, 0), &|h| at(0, h) ^ first).map(|of| (Generic::Xor, of));
    found
        .or_else(|| {
            halves(u8::wrapping_add, &|l| at(l, 0), &|h| at(0, h).wrapping_sub(first)).map(|of| (Generic::Add, of))
        })
        .or_else(|| {
            let (low, high) = (|l| fold(u8::max, &|h| at(l, h)), |h| fold(u8::max, &|l| at(l, h)));
            halves(u8::min, &low, &high).map(|of| (Generic::UMin, of))
        })
        .or_else(|| {
            let (low, high) = (|l| fold(u8::min, &|h| at(l, h)), |h| fold(u8::min, &|l| at(l, h)));
            halves(u8::max, &low, &high).map(|of| (Generic::UMax, of))
        })
}
