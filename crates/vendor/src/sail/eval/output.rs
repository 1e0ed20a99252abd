//! The output of a specialisation: statements of the pseudocode, with the variables that they need.
//!
//! Whether bits have a sign is said here and nowhere else. An operand's elements read as its C type says, signed or not; the text's
//! bits have no sign. A part of an operand that would read with one is therefore written `UInt8(..)`, and `SInt` writes `Int8(..)`
//! in its place. Bits that are stored lose a conversion that keeps as many as are stored, in the end.
//!
//! Literals of the pseudocode have 127 bits: longer known bits are written into a variable, 64 at a time.

use super::value::{Kind, Linear, Piece, Word, binary, copy};
use isotope_semantics::interp::Bits;
use isotope_semantics::pseudo::ast::{BinOp, Cast, Expr, Program, Stmt, StmtKind, Sym, UnOp};
use isotope_semantics::pseudo::{expressions, visit_expr};
use std::collections::BTreeMap;

/// Facts about a variable of the pseudocode.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its bits.
    pub bits: u32,
    /// The width at which its slices read as two's complement, 0 for never.
    pub signed_at: u32,
}

/// Statements under construction.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Names; statements are put in at the end.
    pub program: Program,
    /// Blocks that are open, the innermost last.
    pub blocks: Vec<Vec<Stmt>>,
    /// Sizes of variables, as far as they hold bits.
    pub shapes: BTreeMap<Sym, Shape>,
    /// Statements written so far, whatever became of them.
    pub written: usize,
}

/// Words that mean something else in the pseudocode.
const RESERVED: &[&str] =
    &["to", "do", "of", "or", "and", "xor", "not", "if", "for", "fi", "case", "else", "then", "while"];

impl Output {
    /// A variable of a name that nobody has.
    pub fn fresh(&mut self, hint: &str) -> Sym {
        let stem =
            if RESERVED.contains(&hint.to_lowercase().as_str()) || hint.is_empty() || hint == "?" { "v" } else { hint };
        // No name of a call or a constant of the dialect is in lower case.
        let stem = stem.to_lowercase();
        let mut name = stem.clone();
        let mut number = 1;
        while self.program.find(&name).is_some() {
            number += 1;
            name = format!("{stem}_{number}");
        }
        self.program.intern(&name)
    }

    /// A variable that holds so many bits.
    pub fn declare(&mut self, sym: Sym, bits: u32, signed_at: u32) {
        self.shapes.insert(sym, Shape { bits, signed_at });
    }

    /// Writes a statement into the innermost block.
    pub fn emit(&mut self, kind: StmtKind) {
        self.written += 1;
        if let Some(block) = self.blocks.last_mut() {
            // Lines are those of the printed text, which is read back in the end.
            block.push(Stmt { line: 0, kind });
        }
    }

    /// Writes an assignment.
    pub fn assign(&mut self, target: Expr, value: Expr) {
        self.emit(StmtKind::Assign(target, value));
    }

    /// A part of a variable as an unsigned integer.
    pub fn part(&self, var: Sym, lo: &Linear, width: u32) -> Expr {
        let shape = self.shapes.get(&var).copied().unwrap_or(Shape { bits: 0, signed_at: 0 });
        let raw = if lo.as_known() == Some(0) && width == shape.bits { Expr::Var(var) } else { place(var, lo, width) };
        if shape.signed_at == width { Expr::Cast(Cast::UInt(width), Box::new(raw)) } else { raw }
    }

    /// A piece as an unsigned integer.
    fn piece(&mut self, piece: &Piece) -> Option<Expr> {
        match &piece.kind {
            Kind::Known(bits) if bits.slice(0, 126) == known(bits)? => Some(Expr::Int(bits.slice(0, 126) as i128)),
            Kind::Known(_) => {
                let whole = Word { pieces: vec![piece.clone()] };
                Some(Expr::Var(self.spread(&whole, "table")?))
            }
            Kind::Part(var, lo) => Some(self.part(*var, lo, piece.width)),
            Kind::Computed(expr) => Some(expr.clone()),
            Kind::Nothing => None,
        }
    }

    /// Bits as an unsigned integer; `None` where some are nobody's.
    pub fn expr(&mut self, word: &Word) -> Option<Expr> {
        let zero = |p: &Piece| matches!(&p.kind, Kind::Known(bits) if *bits == Bits::zero(p.width));
        let used = word.pieces.iter().rposition(|p| !zero(p)).map_or(0, |last| last + 1);
        match &word.pieces[..used] {
            [] => Some(Expr::Int(0)),
            [one] => self.piece(one),
            some if some.len() <= 3 && word.width() <= 120 => {
                let mut at = 0;
                let mut out: Option<Expr> = None;
                for piece in some {
                    if !zero(piece) {
                        let value = self.piece(piece)?;
                        let value = if at == 0 { value } else { binary(BinOp::Shl, value, Expr::Int(i128::from(at))) };
                        out = Some(out.map_or(value.clone(), |low| binary(BinOp::Or, value, low)));
                    }
                    at += piece.width;
                }
                out
            }
            _ => Some(Expr::Var(self.spread(word, "joined")?)),
        }
    }

    /// A new variable that holds these bits, written piece by piece.
    fn spread(&mut self, word: &Word, hint: &str) -> Option<Sym> {
        let var = self.fresh(hint);
        self.declare(var, word.width(), 0);
        self.store(var, &Linear::known(0), word)?;
        Some(var)
    }

    /// Bits in one variable: a new one but where they are one already.
    pub fn settle(&mut self, word: &Word, hint: &str) -> Option<Word> {
        let width = word.width();
        if let [Piece { kind: Kind::Part(..), .. }] = &word.pieces[..] {
            return Some(word.clone());
        }
        let var = if let [Piece { kind: Kind::Computed(expr), .. }] = &word.pieces[..] {
            let var = self.fresh(hint);
            self.declare(var, width, 0);
            self.assign(Expr::Var(var), expr.clone());
            var
        } else {
            self.spread(word, hint)?
        };
        Some(Word::of(width, Kind::Part(var, Linear::known(0))))
    }

    /// Writes bits into a variable from a position on. Bits that are nobody's are left out.
    pub fn store(&mut self, var: Sym, lo: &Linear, word: &Word) -> Option<()> {
        let mut at = lo.clone();
        for piece in &word.pieces {
            let next = at.plus(&Linear::known(i128::from(piece.width)), 1)?;
            match &piece.kind {
                Kind::Nothing => {}
                // Literals have 127 bits.
                Kind::Known(bits) if piece.width > 64 => {
                    for from in (0..piece.width).step_by(64) {
                        let width = (piece.width - from).min(64);
                        let mut some = Bits::zero(width);
                        copy(bits, from, width, &mut some, 0);
                        let to = at.plus(&Linear::known(i128::from(from)), 1)?;
                        self.assign(place(var, &to, width), Expr::Int(some.slice(0, 64) as i128));
                    }
                }
                _ => {
                    let value = self.piece(piece)?;
                    let whole =
                        self.shapes.get(&var).is_some_and(|s| s.bits == piece.width) && at.as_known() == Some(0);
                    let target = if whole { Expr::Var(var) } else { place(var, &at, piece.width) };
                    self.assign(target, value);
                }
            }
            at = next;
        }
        Some(())
    }
}

/// The bits as a number, where 126 are enough for them.
fn known(bits: &Bits) -> Option<u128> {
    let high = (126..bits.width()).step_by(64).all(|at| bits.slice(at, 64.min(bits.width() - at)) == 0);
    Some(if high { bits.slice(0, 126) } else { u128::MAX })
}

/// `var[hi:lo]`, `var[lo]`.
pub fn place(var: Sym, lo: &Linear, width: u32) -> Expr {
    let base = Box::new(Expr::Var(var));
    if width == 1 {
        return Expr::Bit(base, Box::new(lo.expr()));
    }
    let mut high = lo.clone();
    high.constant += i128::from(width) - 1;
    Expr::Slice(base, Box::new(high.expr()), Box::new(lo.expr()))
}

/// The low bits of an integer.
pub fn low(expr: Expr, width: u32) -> Expr {
    match expr {
        Expr::Int(c) if (0..126).contains(&width) => Expr::Int(c & ((1 << width) - 1)),
        Expr::Cast(Cast::UInt(n) | Cast::Int(n), inner) if n >= width => Expr::Cast(Cast::UInt(width), inner),
        other => Expr::Cast(Cast::UInt(width), Box::new(other)),
    }
}

/// Bits of a width read as two's complement.
pub fn signed(expr: Expr, width: u32) -> Expr {
    match expr {
        Expr::Cast(Cast::UInt(n), inner) if n == width => Expr::Cast(Cast::Int(width), inner),
        other => Expr::Cast(Cast::Int(width), Box::new(other)),
    }
}

/// The complement of bits of a width.
pub fn complement(expr: Expr, width: u32) -> Expr {
    let cut = match expr {
        Expr::Slice(..) | Expr::Bit(..) => expr,
        Expr::Cast(Cast::UInt(n), _) if n == width => expr,
        other => Expr::Cast(Cast::UInt(width), Box::new(other)),
    };
    low(Expr::Un(UnOp::Not, Box::new(cut)), width)
}

/// Whether an expression reads a variable.
pub fn mentions(expr: &Expr, var: Sym) -> bool {
    let mut found = false;
    visit_expr(expr, &mut |e| found |= *e == Expr::Var(var));
    found
}

/// Nodes of an expression.
pub fn size(expr: &Expr) -> usize {
    let mut count = 0;
    visit_expr(expr, &mut |_| count += 1);
    count
}

/// All expressions of a statement that are read, the positions of its target among them.
pub fn reads(stmt: &Stmt, see: &mut dyn FnMut(&Expr)) {
    for expr in expressions(stmt) {
        see(expr);
    }
}
