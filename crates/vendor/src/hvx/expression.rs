//! Expressions, by precedence climbing with C's precedence, and the parts of registers.
//!
//! Numbers that are known when a text is read are computed then: macros leave sums of numbers behind, and a loop's bound should be
//! a number.

use super::lex::Token;
use super::parse::{Parsed, Parser};
use super::syntax::{IMMEDIATE, field, register};
use isotope_semantics::pseudo::ast::*;

/// The part of a name that was read: a part of it, or all.
enum Part {
    /// All of it.
    Whole,
    /// Element `index` of so many bits, which read with a sign or without.
    Element { bits: u32, index: Expr, signed: bool },
    /// A register of a pair, by number.
    Half(Expr),
}

impl Parser<'_> {
    /// A whole expression: what stands between brackets, behind `=`, in a condition. But for rows of signs the only rule through
    /// which expressions contain themselves, hence where levels are counted.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let mut out = self.binary_from(0)?;
        if self.eat("?") {
            let mut tallest = self.height;
            let then = self.expr()?;
            tallest = tallest.max(self.height);
            self.expect(":")?;
            let otherwise = self.expr()?;
            tallest = tallest.max(self.height);
            // A macro's choice, as of the register's length, is made when it is read.
            out = match out {
                Expr::Int(0) => otherwise,
                Expr::Int(_) => then,
                out => Expr::Cond(Box::new(out), Box::new(then), Box::new(otherwise)),
            };
            out = self.over(tallest, out)?;
        }
        self.leave();
        Ok(out)
    }

    /// Operands joined by operators that bind at least as tightly as `floor`.
    /// The manual was written as C, and its precedence is C's: a sum is shifted as a whole, and `idx % VBITS/16` is a quotient.
    /// A row of equal operators is a loop here and a tree that leans to the left, of a height that is the row's length.
    fn binary_from(&mut self, floor: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            let height = self.height;
            let found = if let Token::Op(op) = self.peek() { binary(op) } else { None };
            let Some((op, level)) = found.filter(|(_, level)| *level >= floor) else { return Ok(left) };
            self.next();
            let right = self.binary_from(level + 1)?;
            left = self.over(height.max(self.height), folded(op, left, right))?;
        }
    }

    /// Signs before an operand.
    fn unary(&mut self) -> Parsed<Expr> {
        let op = match self.peek() {
            Token::Op("-") => UnOp::Neg,
            Token::Op("~") => UnOp::Not,
            Token::Op("!") => UnOp::LogicNot,
            _ => return self.value(),
        };
        self.next();
        self.enter()?;
        let operand = self.unary()?;
        self.leave();
        // A negative literal is a literal: the lower bound of a saturation.
        match operand {
            Expr::Int(v) if op == UnOp::Neg => Ok(Expr::Int(-v)),
            operand => self.over(self.height, Expr::Un(op, Box::new(operand))),
        }
    }

    /// An operand as it is read.
    fn value(&mut self) -> Parsed<Expr> {
        let base = self.primary()?;
        Ok(self.parts(base)?.1)
    }

    /// A place as it is written, and the same place as it is read.
    pub(super) fn place(&mut self) -> Parsed<(Expr, Expr)> {
        self.height = 1;
        let Token::Ident(word) = self.peek() else { return self.error("a register or a name expected") };
        let base = self.named(word)?;
        self.parts(base)
    }

    /// An expression that has no parts before it. Whatever is called is a function of the prelude; that it is there, [`isotope_semantics`]
    /// tells.
    fn primary(&mut self) -> Parsed<Expr> {
        self.height = 1;
        match self.peek() {
            Token::Int(v) => {
                self.next();
                Ok(Expr::Int(*v))
            }
            // `#u` of the text is `#u3` of the syntax.
            Token::Hash(word) if word == IMMEDIATE => {
                if self.registers.operands.iter().all(|o| o.name != IMMEDIATE) {
                    return self.error("the syntax has no immediate:");
                }
                Ok(Expr::Var(self.symbol(IMMEDIATE)?))
            }
            // In the condition of a `for` a parenthesis may assign: the variable's new value is what it stands for.
            Token::Op("(") => {
                self.next();
                let inner = match (self.peek(), self.ahead(1), &self.inside) {
                    (Token::Ident(_), Token::Op(">>=" | "<<=" | "+=" | "-="), Some(_)) => {
                        let step = self.assignment()?;
                        let StmtKind::Assign(target, _) = &step.kind else { return self.error("a name expected") };
                        let target = target.clone();
                        self.inside.get_or_insert_default().push(step);
                        target
                    }
                    _ => self.expr()?,
                };
                self.expect(")")?;
                Ok(inner)
            }
            Token::Ident(word) if matches!(self.ahead(1), Token::Op("(")) => {
                let name = self.symbol(word)?;
                self.next();
                let (mut args, mut tallest) = (Vec::new(), 0);
                while !self.eat(")") {
                    args.push(self.expr()?);
                    tallest = self.height.max(tallest);
                    if !self.eat(",") && !self.is(")") {
                        return self.error("',' or ')' expected");
                    }
                }
                self.over(tallest, Expr::Call(name, args))
            }
            Token::Ident(word) => self.named(word),
            _ => self.error("an expression expected"),
        }
    }

    /// A variable: a register of the syntax, in whatever spelling, or a name of the text's own.
    fn named(&mut self, word: &str) -> Parsed<Expr> {
        let name = match register(word) {
            Some(name) if self.operand(name) => name,
            Some(_) => return self.error("a register that the syntax does not name:"),
            // The highest bit of the result, in the stored form.
            None if word == "MAX" => return self.error("a name that means something else once it is stored:"),
            None => word,
        };
        Ok(Expr::Var(self.symbol(name)?))
    }

    /// Whether the syntax names this register.
    fn operand(&self, name: &str) -> bool {
        self.registers.operands.iter().chain(self.registers.result).any(|o| o.name == name)
    }

    /// The parts taken of something: as they are written, and as they are read.
    fn parts(&mut self, base: Expr) -> Parsed<(Expr, Expr)> {
        let mut tallest = self.height;
        // Bits of a predicate register. There are no fields of bits, nor bits of fields.
        if self.eat("[") {
            let high = self.expr()?;
            tallest = tallest.max(self.height);
            let bits = if self.eat(":") {
                let low = self.expr()?;
                tallest = tallest.max(self.height);
                Expr::Slice(Box::new(base), Box::new(high), Box::new(low))
            } else {
                Expr::Bit(Box::new(base), Box::new(high))
            };
            self.expect("]")?;
            let bits = self.over(tallest, bits)?;
            return Ok((bits.clone(), bits));
        }
        let (mut part, mut wide) = (Part::Whole, false);
        while self.eat(".") {
            if wide {
                return self.error("nothing is taken of .s64:");
            }
            part = self.part(part, &mut wide)?;
            tallest = tallest.max(self.height);
        }
        // The tree's registers have one element type, by which parts of that width are read; a field that says otherwise is a
        // conversion. A computed value, or the argument of a function, has a sign of its own that a field replaces.
        let signed_register = |bits: u32| {
            let Expr::Var(name) = &base else { return None };
            let name = self.program.name(*name);
            let operand = self.registers.operands.iter().find(|o| o.name == name)?;
            Some(operand.signed && operand.element_bits == bits)
        };
        let (place, cast) = match part {
            Part::Whole => (base, None),
            // A half that only data tell would be computed twice, for both ends of the slice.
            Part::Half(Expr::Int(index)) => {
                let bits = i128::from(self.registers.vector_bits);
                let Some(low) = index.checked_mul(bits) else { return self.error("no half of a pair:") };
                let high = Expr::Int(low.saturating_add(bits - 1));
                (Expr::Slice(Box::new(base), Box::new(high), Box::new(Expr::Int(low))), None)
            }
            Part::Half(_) => return self.error("a part of the half expected"),
            Part::Element { bits, index, signed } => {
                let cast = match (signed_register(bits), signed) {
                    (Some(reads), wanted) if reads == wanted => None,
                    (None, false) if self.is_register(&base) => None,
                    (_, true) => Some(Cast::Signed),
                    (_, false) => Some(Cast::Unsigned),
                };
                (Expr::Member(Box::new(base), bits, Some(Box::new(index))), cast)
            }
        };
        // The index may have become a product and a sum.
        let place = self.over(tallest + 2, place)?;
        let read = match cast {
            Some(cast) => self.over(self.height, Expr::Cast(cast, Box::new(place.clone())))?,
            None => place.clone(),
        };
        Ok((place, read))
    }

    /// Whether something is a register of the syntax as a whole: what is taken of it has no sign but by its field.
    fn is_register(&self, base: &Expr) -> bool {
        matches!(base, Expr::Var(name) if self.operand(self.program.name(*name)))
    }

    /// One field behind its point, inside what was taken so far.
    /// A field of a field must be narrower, and every width divides those above it.
    fn part(&mut self, outer: Part, wide: &mut bool) -> Parsed<Part> {
        let Token::Ident(name) = self.peek() else { return self.error("a field expected") };
        if name == "s64" {
            self.next();
            *wide = true;
            return Ok(outer);
        }
        let vector = self.registers.vector_bits;
        let (bits, signed) = match field(name) {
            Some(field) => field,
            // Only of a pair as a whole.
            None if name == "v" && vector > 0 && matches!(outer, Part::Whole) => (vector, false),
            None => return self.error("no field of a register:"),
        };
        self.next();
        self.expect("[")?;
        let index = self.expr()?;
        self.expect("]")?;
        // Elements are numbered from the lowest, so that those of an element follow one another.
        let inner = |outer_bits: u32, at: Expr| {
            let scaled = folded(BinOp::Mul, at, Expr::Int(i128::from(outer_bits / bits)));
            folded(BinOp::Add, scaled, index.clone())
        };
        match outer {
            Part::Whole if bits == vector => Ok(Part::Half(index)),
            Part::Whole => Ok(Part::Element { bits, index, signed }),
            Part::Half(at) => Ok(Part::Element { bits, index: inner(vector, at), signed }),
            Part::Element { bits: outer_bits, index: at, .. } if outer_bits > bits => {
                Ok(Part::Element { bits, index: inner(outer_bits, at), signed })
            }
            Part::Element { .. } => self.error("a field as wide as what it is a part of, before"),
        }
    }
}

/// An operator on two expressions; of two numbers the number, where there is one.
fn folded(op: BinOp, a: Expr, b: Expr) -> Expr {
    // Only what macros and parts of parts leave behind; a quotient by zero stays, and is a fault if it is ever reached.
    let number = match (&a, &b) {
        (Expr::Int(x), Expr::Int(y)) => match op {
            BinOp::Add => x.checked_add(*y),
            BinOp::Sub => x.checked_sub(*y),
            BinOp::Mul => x.checked_mul(*y),
            BinOp::Div => x.checked_div(*y),
            BinOp::Eq => Some(i128::from(x == y)),
            _ => None,
        },
        _ => None,
    };
    match (op, &a, &b) {
        _ if number.is_some() => Expr::Int(number.unwrap_or_default()),
        (BinOp::Add, Expr::Int(0), _) => b,
        (BinOp::Add | BinOp::Sub, _, Expr::Int(0)) | (BinOp::Mul | BinOp::Div, _, Expr::Int(1)) => a,
        _ => Expr::Bin(op, Box::new(a), Box::new(b)),
    }
}

/// An operator and how tightly it binds. Both right shifts are one: the sign of what is shifted says what fills it.
pub(super) fn binary(op: &str) -> Option<(BinOp, u8)> {
    use BinOp::*;
    Some(match op {
        "||" => (LogicOr, 0),
        "&&" => (LogicAnd, 1),
        "|" => (Or, 2),
        "^" => (Xor, 3),
        "&" => (And, 4),
        "==" => (Eq, 5),
        "!=" => (Ne, 5),
        "<" => (Lt, 6),
        "<=" => (Le, 6),
        ">" => (Gt, 6),
        ">=" => (Ge, 6),
        "<<" => (Shl, 7),
        ">>" | ">>>" => (Shr, 7),
        "+" => (Add, 8),
        "-" => (Sub, 8),
        "*" => (Mul, 9),
        "/" => (Div, 9),
        "%" => (Rem, 9),
        _ => return None,
    })
}
