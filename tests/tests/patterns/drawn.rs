//! Programs of a few generic operations, and inputs for them.

use isotope_ir::expr::LeafId;
use isotope_ir::interp::float::encode;
use isotope_ir::types::Type;
use isotope_program::{Draft, FloatFormat, FloatOp, Generic, Origin, Param, Predicate, Program, Shape, Value};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// The longest vectors, in bits: two registers of the longest that there are.
const MOST_BITS: u32 = 2048;

/// Lanes of the quick test; the slow one has more.
const FEW: &[u32] = &[4, 32, 33, 64];
/// The most lanes of 64 bits in the quick test: HVX has none, and LLVM takes most of a second for each operation on 32 of them.
const FEW_WIDE: u32 = 8;
const MANY: &[u32] = &[2, 3, 4, 5, 8, 12, 16, 20, 24, 32, 33, 48, 64, 68, 100, 128, 256];

/// A program of a few generic operations.
pub(super) struct Pattern {
    pub(super) name: String,
    /// The kind of error that LLVM may make of it, as `[code.miscompiled]` names it.
    pub(super) kind: &'static str,
    pub(super) program: Program,
}

/// Programs with parameters of one shape.
pub(super) struct Patterns {
    lanes: &'static [u32],
    every: bool,
    random: StdRng,
    all: Vec<Pattern>,
}

impl Patterns {
    /// All of them, or the quick test's.
    pub(super) fn of(every: bool) -> Vec<Pattern> {
        let (lanes, shuffles) = if every { (MANY, 600) } else { (FEW, 60) };
        let mut patterns = Patterns { lanes, every, random: StdRng::seed_from_u64(16), all: Vec::new() };
        patterns.lane_by_lane();
        for (bits, lanes) in [(16, 64), (32, 32)] {
            patterns.shifted_products(bits, lanes, &[bits - 2, bits - 1, bits]);
        }
        if every {
            for (bits, lanes) in [(8, 128), (16, 32), (16, 64), (16, 128), (32, 32)] {
                patterns.shifted_products(bits, lanes, &[1, bits / 2, bits + 1, bits * 2 - 1]);
            }
        }
        patterns.bools();
        patterns.casts_of_floats(if every {
            &[FloatFormat::Single, FloatFormat::Double]
        } else {
            &[FloatFormat::Single]
        });
        patterns.shuffles(shuffles);
        patterns.all
    }

    /// Adds a pattern of so many parameters of a shape, unless it is too long.
    fn add(
        &mut self,
        name: &str,
        kind: &'static str,
        shape: Shape,
        arity: u32,
        made: impl Fn(&mut Draft, &[Value]) -> Value,
    ) {
        self.add_of((name, kind), Type::uint(shape.bits, shape.lanes), arity, made);
    }

    /// The same of parameters of a type.
    fn add_of(
        &mut self,
        (name, kind): (&str, &'static str),
        ty: Type,
        arity: u32,
        made: impl Fn(&mut Draft, &[Value]) -> Value,
    ) {
        let shape = Shape::new(ty.bits, ty.lanes);
        let param = |n: u32| Param { name: format!("v{n}"), ty, origin: Origin::Leaf(LeafId(n)), address: None };
        let mut draft = Draft::new((0..arity).map(param).collect(), ty);
        let params: Vec<Value> =
            (0..arity).map(|n| draft.push(isotope_program::StepOp::Param(n), vec![], shape)).collect();
        let result = made(&mut draft, &params);
        let own = draft.shape(result);
        let bits = own.total_bits().max(shape.total_bits());
        if bits <= MOST_BITS && own.lanes > 1 {
            let mut program = draft.finish(result);
            program.ty = Type::uint(own.bits, own.lanes);
            self.all.push(Pattern { name: format!("{name} {}x{}", shape.bits, shape.lanes), kind, program });
        }
    }

    fn lane_by_lane(&mut self) {
        use Generic::*;
        let binary =
            [Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, UMin, UMax, SMin, SMax, UAddSat, SAddSat, USubSat, SSubSat];
        for (bits, lanes) in self.shapes() {
            let shape = Shape::new(bits, lanes);
            for op in &binary {
                let kind = if *op == LShr { "spilling_shifts" } else { "" };
                self.add(&format!("{op:?}"), kind, shape, 2, |d, v| d.generic(op.clone(), v.to_vec(), shape));
            }
            for op in [Shl, LShr, AShr] {
                self.add(&format!("{op:?} by a constant"), "", shape, 1, |d, v| {
                    let by = d.splat(u64::from(bits / 3), shape);
                    d.generic(op.clone(), vec![v[0], by], shape)
                });
            }
            for op in [Abs, Ctlz, Cttz, Ctpop] {
                self.add(&format!("{op:?}"), "", shape, 1, |d, v| d.generic(op.clone(), v.to_vec(), shape));
            }
            for predicate in [Predicate::Eq, Predicate::Ult, Predicate::Sle] {
                self.add(&format!("Select {predicate:?}"), "", shape, 3, |d, v| {
                    let mask = d.generic(Compare(predicate), vec![v[0], v[1]], Shape::new(1, lanes));
                    d.generic(Select, vec![mask, v[1], v[2]], shape)
                });
            }
            for (op, to) in [(ZExt, bits * 2), (SExt, bits * 2), (Trunc, bits / 2)] {
                if (8..=64).contains(&to) {
                    let to = Shape::new(to, lanes);
                    self.add(&format!("{op:?}"), "", shape, 1, |d, v| d.generic(op.clone(), v.to_vec(), to));
                }
            }
        }
    }

    /// To integers of every width, whose lanes are no floats again: an emulator and LLVM may round otherwise than the interpreter.
    fn casts_of_floats(&mut self, formats: &[FloatFormat]) {
        for (&lanes, &format) in self.lanes.iter().flat_map(|lanes| formats.iter().map(move |format| (lanes, format))) {
            for bits in [8, 16, 32, 64] {
                for (op, kind) in [(FloatOp::ToUnsigned, "spilling_casts"), (FloatOp::ToSigned, "")] {
                    let (name, ty) = (format!("{op:?} {bits} of"), Type::float(format.bits(), lanes));
                    self.add_of((&name, kind), ty, 1, |d, v| {
                        d.generic(Generic::Float(op, format), v.to_vec(), Shape::new(bits, lanes))
                    });
                }
            }
        }
    }

    /// Cut from elements, and chosen among two.
    fn bools(&mut self) {
        use Generic::{Compare, Select, Trunc};
        let kind = "unselected_bools";
        for (bits, lanes) in self.shapes().into_iter().filter(|(bits, _)| [8, 32].contains(bits)) {
            let (shape, mask) = (Shape::new(bits, lanes), Shape::new(1, lanes));
            self.add("Trunc to bools", kind, shape, 1, |d, v| d.generic(Trunc, v.to_vec(), mask));
            self.add("Select of bools", kind, shape, 3, |d, v| {
                // By predicates that differ: a choice among alike comparisons is a comparison of a choice.
                let args = [(Predicate::Ult, 1), (Predicate::Sle, 2), (Predicate::Eq, 2)]
                    .map(|(predicate, other)| d.generic(Compare(predicate), vec![v[0], v[other]], mask));
                d.generic(Select, args.to_vec(), mask)
            });
        }
    }

    fn shapes(&self) -> Vec<(u32, u32)> {
        let is_quick = |&(bits, lanes): &(u32, u32)| self.every || bits < 64 || lanes <= FEW_WIDE;
        let all = self.lanes.iter().flat_map(|&lanes| [8, 16, 32, 64].map(|bits| (bits, lanes)));
        all.filter(is_quick).collect()
    }

    /// (a * b) >> n, ((a * b) + 2^(n - 1)) >> n and (((a * b) >> (n - 1)) + 1) >> 1, whole and cut to the factors' width.
    fn shifted_products(&mut self, bits: u32, lanes: u32, by: &[u32]) {
        use Generic::{AShr, Add, LShr, Mul, SExt, Trunc, ZExt};
        let (shape, wide) = (Shape::new(bits, lanes), Shape::new(bits * 2, lanes));
        for (extensions, shift) in [([SExt, SExt], AShr), ([ZExt, ZExt], LShr), ([SExt, ZExt], AShr)] {
            for &n in by {
                for (form, cut) in (0..3 - u32::from(n == 1)).flat_map(|form| [(form, true), (form, false)]) {
                    let name = format!("{extensions:?} shifted by {n}, form {form}, cut: {cut},");
                    self.add(&name, "shifted_products", shape, 2, |d, v| {
                        let factor = |(v, op): (&Value, &Generic)| d.generic(op.clone(), vec![*v], wide);
                        let factors = v.iter().zip(&extensions).map(factor).collect();
                        let product = d.generic(Mul, factors, wide);
                        let steps = match form {
                            0 => vec![(shift.clone(), u64::from(n))],
                            1 => vec![(Add, 1 << (n - 1)), (shift.clone(), n.into())],
                            _ => vec![(shift.clone(), u64::from(n) - 1), (Add, 1), (shift.clone(), 1)],
                        };
                        let step = |d: &mut Draft, value, (op, by): (Generic, u64)| {
                            let by = d.splat(by, wide);
                            d.generic(op, vec![value, by], wide)
                        };
                        let shifted = steps.into_iter().fold(product, |value, (op, by)| step(d, value, (op, by)));
                        if cut { d.generic(Trunc, vec![shifted], shape) } else { shifted }
                    });
                }
            }
        }
    }

    /// Of one operand, of two, and of one and a constant.
    fn shuffles(&mut self, count: usize) {
        for at in 0..count {
            let bits = [8, 16, 32, 64][self.random.random_range(0..4)];
            let lanes = if at % 2 == 0 { 1024 / bits } else { self.random.random_range(2..=2048 / bits) };
            let result = if at % 4 == 3 { self.random.random_range(2..=2048 / bits) } else { lanes };
            let (shape, operands) = (Shape::new(bits, lanes), at as u32 / 4 % 3);
            let indices = self.indices(lanes * operands.clamp(1, 2), result);
            let name = format!("shuffle {indices:?} of {}", ["one", "two", "one and a constant"][operands as usize]);
            self.add(&name, "shuffles", shape, operands.clamp(1, 2), |d, v| {
                let last = if operands == 2 { d.splat(0x5a3c_7e91_0123_4567, shape) } else { v[v.len() - 1] };
                let args = if operands == 0 { vec![v[0]] } else { vec![v[0], last] };
                d.generic(Generic::Shuffle(indices.clone()), args, Shape::new(bits, result))
            });
        }
    }

    /// Any lanes, every so-manieth, each twice, a permutation, or the edges repeated.
    fn indices(&mut self, of: u32, lanes: u32) -> Vec<u32> {
        let (step, from) = (self.random.random_range(1..5), self.random.random_range(0..of));
        let kind = self.random.random_range(0..6);
        let permuted = |random: &mut StdRng| {
            let mut all: Vec<u32> = (0..of).collect();
            (1..all.len()).for_each(|at| all.swap(at, random.random_range(0..=at)));
            all
        };
        let order = permuted(&mut self.random);
        let index = |random: &mut StdRng, lane: u32| match kind {
            0 | 1 => random.random_range(0..of),
            2 => (from + lane * step) % of,
            3 => lane / step % of,
            4 => order[(lane % of) as usize],
            _ => (lane + from).saturating_sub(step).min(of - 1),
        };
        (0..lanes).map(|lane| index(&mut self.random, lane)).collect()
    }
}

/// One vector of each parameter: whole ranges, then small numbers beside large ones, then the ends.
pub(super) fn inputs(program: &Program, trial: usize, random: &mut StdRng) -> Vec<Vec<u128>> {
    let mut lane = |bits: u32, at: u32| -> u128 {
        let mask = (1 << bits) - 1;
        let any = random.random::<u64>() as u128 & mask;
        match trial % 4 {
            0 => any,
            1 => any % u128::from(bits),
            2 if !at.is_multiple_of(3) => any % u128::from(bits),
            2 => any,
            _ => [0, 1, mask, mask >> 1, (mask >> 1) + 1][any as usize % 5],
        }
    };
    let of = |p: &Param| (0..p.ty.lanes).map(|at| (p.ty, lane(p.ty.bits, at))).map(number).collect();
    program.params.iter().map(of).collect()
}

/// Random bits as an element of a type: of floats mostly numbers, within the range of bytes and out of it.
fn number((ty, bits): (Type, u128)) -> u128 {
    if !ty.is_float() || bits.is_multiple_of(8) {
        return bits;
    }
    let size = [255.0, 300.0, 70_000.0, 1e12][(bits >> 3) as usize % 4];
    encode(((bits >> 5) % 4096) as f64 / 4096.0 * size - if bits & 1 == 1 { size / 8.0 } else { 0.0 }, ty).into()
}
