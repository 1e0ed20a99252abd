//! The normal form of random terms has the value of the term, on random and corner inputs.

use isotope_ir::term::{BinOp, TermId, Terms, UnOp};
use isotope_smt::concrete::{Evaluator, Samples};
use isotope_smt::effort::Effort;
use isotope_smt::normal::Normaliser;

const OPS: [BinOp; 18] = {
    use BinOp::*;
    [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr, Eq, Ult, Ule, Slt, Sle]
};
const WIDTHS: [u32; 6] = [1, 4, 8, 16, 32, 64];

/// Grows a pool of terms by random operations on earlier ones.
struct Gardener {
    terms: Terms,
    pool: Vec<TermId>,
    random: Samples,
}

impl Gardener {
    fn new(seed: u64) -> Self {
        let mut terms = Terms::new();
        let pool = [8, 8, 16, 16, 8, 4, 32].iter().enumerate().map(|(i, &w)| terms.var(i as u32, w)).collect();
        Gardener { terms, pool, random: Samples::new(seed) }
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.bits() % n as u64) as usize
    }

    fn any(&mut self) -> TermId {
        // Recent terms are likelier, so that terms grow deep.
        let n = self.pool.len();
        let recent = self.below(3) > 0;
        let i = if recent { n - 1 - self.below(n.min(6)) } else { self.below(n) };
        self.pool[i]
    }

    fn of_width(&mut self, width: u32) -> TermId {
        for _ in 0..6 {
            let t = self.any();
            if self.terms.width(t) == width {
                return t;
            }
        }
        if self.below(2) == 0 {
            let v = self.random.value(width);
            return self.terms.constant(v, width);
        }
        let t = self.any();
        self.resize(t, width)
    }

    fn resize(&mut self, t: TermId, width: u32) -> TermId {
        let own = self.terms.width(t);
        match own.cmp(&width) {
            std::cmp::Ordering::Less if self.below(2) == 0 => self.terms.zext(t, width),
            std::cmp::Ordering::Less => self.terms.sext(t, width),
            _ => {
                let lo = self.below((own - width) as usize + 1) as u32;
                self.terms.extract(t, lo, width)
            }
        }
    }

    fn grow(&mut self) {
        let a = self.any();
        let width = self.terms.width(a);
        let new = match self.below(12) {
            0 => self.terms.un(UnOp::Not, a),
            1 => self.terms.un(UnOp::Neg, a),
            2 => {
                let (c, b) = (self.of_width(1), self.of_width(width));
                self.terms.ite(c, a, b)
            }
            3 => {
                // Minimum, maximum or a clamp's half.
                let b = self.of_width(width);
                let pick = self.below(4);
                let op = [BinOp::Ult, BinOp::Slt, BinOp::Ule, BinOp::Sle][pick];
                let c = self.terms.bin(op, a, b);
                if self.below(2) == 0 { self.terms.ite(c, a, b) } else { self.terms.ite(c, b, a) }
            }
            4 | 5 => {
                let pick = self.below(WIDTHS.len());
                self.resize(a, WIDTHS[pick])
            }
            6 if width < 64 => {
                let b = self.any();
                if self.terms.width(b) + width <= 64 { self.terms.concat(a, b) } else { a }
            }
            7 => {
                // A shift by a constant in range.
                let k = self.below(width as usize) as u128;
                let k = self.terms.constant(k, width);
                let pick = self.below(3);
                self.terms.bin([BinOp::Shl, BinOp::LShr, BinOp::AShr][pick], a, k)
            }
            _ => {
                let b = self.of_width(width);
                let pick = self.below(OPS.len() + 9);
                let op = if pick < OPS.len() { OPS[pick] } else { OPS[pick % 3] };
                self.terms.bin(op, a, b)
            }
        };
        self.pool.push(new);
    }
}

#[test]
fn normal_forms_keep_values() {
    let mut changed = 0;
    for seed in 0..1500u64 {
        let mut garden = Gardener::new(seed);
        for _ in 0..14 {
            garden.grow();
        }
        let root = garden.pool[garden.pool.len() - 1];
        let (mut terms, mut random) = (garden.terms, garden.random);
        // Every other case under a bound on a variable.
        let mut assumptions = vec![];
        if seed % 2 == 0 {
            let x = terms.var(2, 16);
            let c = terms.constant(random.bits() as u128 % 3000, 16);
            assumptions.push(terms.bin(BinOp::Ule, x, c));
            let y = terms.var(0, 8);
            let c = terms.constant(-20i128 as u128, 8);
            assumptions.push(terms.bin(BinOp::Sle, c, y));
        }
        // Operands first: the first that fails is the smallest.
        for i in 0..=root.0 {
            let t = TermId(i);
            for sealing in [false, true] {
                let mut terms = terms.clone();
                let form = if sealing { Normaliser::sealing } else { Normaliser::new };
                let effort = Effort::new(u64::MAX, &|| false);
                let (form, _) = form(&mut terms, &assumptions, &effort).pair(t, t);
                changed += (t == root && form != root && !sealing) as u32;
                if let Some(sample) = differ(&terms, t, form, &assumptions, &mut random) {
                    let (t, form) = (show(&terms, t), show(&terms, form));
                    panic!("seed {seed}, sealing {sealing}, at {sample:x?}:\n{t}\n{form}");
                }
            }
        }
    }
    assert!(changed > 700, "only {changed} of 1500 terms were rewritten at all");
}

/// An allowed input on which two terms differ.
fn differ(terms: &Terms, a: TermId, b: TermId, assumptions: &[TermId], random: &mut Samples) -> Option<Vec<u128>> {
    let roots = [&[a, b], assumptions].concat();
    let evaluator = Evaluator::new(terms, &roots)?;
    let mut row = |w| (0..200).map(|_| random.value(w)).collect();
    let rows: Vec<Vec<u128>> = evaluator.inputs().iter().map(|&(_, w)| row(w)).collect();
    let got = evaluator.eval(&rows);
    let bad = (0..got[0].len()).find(|&s| got[2..].iter().all(|a| a[s] == 1) && got[0][s] != got[1][s])?;
    Some(rows.iter().map(|r| r[bad]).collect())
}

/// A term as nested text.
fn show(terms: &Terms, t: TermId) -> String {
    use isotope_ir::term::Node::*;
    let w = terms.width(t);
    let s = |t: &TermId| show(terms, *t);
    match terms.node(t) {
        Const(v) => format!("{v:#x}:{w}"),
        Var(n) => format!("v{n}:{w}"),
        Un(op, a) => format!("({op:?} {})", s(a)),
        Bin(op, a, b) => format!("({op:?} {} {})", s(a), s(b)),
        Ite(c, a, b) => format!("(if {} {} {})", s(c), s(a), s(b)),
        Extract(lo, a) => format!("{}[{lo}+{w}]", s(a)),
        ZExt(a) => format!("(z{w} {})", s(a)),
        SExt(a) => format!("(s{w} {})", s(a)),
        Concat(h, l) => format!("(cat {} {})", s(h), s(l)),
        Apply(name, _) => name.clone(),
    }
}
