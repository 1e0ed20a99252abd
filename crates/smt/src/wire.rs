//! The text form of queries and answers, one item a line, as sent to worker processes.
//!
//! Version 2. A line `raw` first says that terms are kept as built. A node line defines the next number, from 0;
//! operands are numbers of earlier lines, widths are in bits, constants in hex:
//!
//! ```text
//! c WIDTH VALUE              a constant
//! v WIDTH NUMBER             a variable
//! u not|neg A
//! b OP A B                   an operator of two operands, or a comparison
//! i CONDITION THEN ELSE
//! x LOW WIDTH A              bits LOW .. LOW + WIDTH
//! z WIDTH A, s WIDTH A       extension by zeros, by the sign
//! k HIGH LOW                 concatenation
//! f WIDTH NAME ARGS...       an uninterpreted function, its name in hex bytes
//! ```
//!
//! Then `a TERM` for each assumption, `r RLIMIT`, `w WAYS` unless all are allowed, and last `prove LHS RHS` or
//! `solve NUMBERS...`. Text, because it is read in logs, in files of tests and by the fuzzer as often as by a worker.
//!
//! A worker may be killed in the middle, and another process may be on the other end: nothing that is read is believed.
//! The result of reading is either a question that could have been asked here, or an error with its line.

use crate::limits;
use crate::method::How;
use crate::query::{Answer, Goal, Model, Outcome, Query, Ways};
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use std::fmt::Write as _;
use std::str::SplitAsciiWhitespace;

/// The first line of a query. Another version is another build's, whose words may mean something else.
const HEADER: &str = "isotope-query 2";

/// A query or an answer that does not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The first line is not this version's.
    #[error("not a version 2 query: send one written by the same build")]
    Version,
    /// A line that does not parse or is ill-typed.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The fault in it.
        what: &'static str,
    },
    /// More nodes than [`limits::MAX_QUERY_NODES`].
    #[error("more than {} nodes (MAX_QUERY_NODES)", limits::MAX_QUERY_NODES)]
    TooLarge,
    /// The text ends before the goal.
    #[error("the text ends before `prove` or `solve`")]
    Truncated,
}

/// The operators by the names of SMT-LIB's, without their `bv`.
const BIN: [(BinOp, &str); 18] = [
    (BinOp::Add, "add"),
    (BinOp::Sub, "sub"),
    (BinOp::Mul, "mul"),
    (BinOp::UDiv, "udiv"),
    (BinOp::URem, "urem"),
    (BinOp::SDiv, "sdiv"),
    (BinOp::SRem, "srem"),
    (BinOp::And, "and"),
    (BinOp::Or, "or"),
    (BinOp::Xor, "xor"),
    (BinOp::Shl, "shl"),
    (BinOp::LShr, "lshr"),
    (BinOp::AShr, "ashr"),
    (BinOp::Eq, "eq"),
    (BinOp::Ult, "ult"),
    (BinOp::Ule, "ule"),
    (BinOp::Slt, "slt"),
    (BinOp::Sle, "sle"),
];

/// The words for the ways; all of them need no word.
const WAYS: [(Ways, &str); 2] = [(Ways::Unsampled, "unsampled"), (Ways::Solver, "solver")];

/// The name of an operator, as `BIN` lists it.
fn bin_name(op: BinOp) -> &'static str {
    BIN.iter().find(|(o, _)| *o == op).map_or("", |(_, n)| n)
}

impl Query {
    /// The text form.
    pub fn encode(&self) -> String {
        let mut out = String::from(HEADER);
        out.push('\n');
        if self.terms.is_raw() {
            out.push_str("raw\n");
        }
        // The whole arena in its order, operands first: read back, every term has the number that it has here.
        let roots: Vec<TermId> = (0..self.terms.len() as u32).map(TermId).collect();
        for t in roots {
            write_node(&mut out, &self.terms, t);
        }
        for a in &self.assumptions {
            let _ = writeln!(out, "a {}", a.0);
        }
        let _ = writeln!(out, "r {}", self.rlimit);
        if let Some((_, name)) = WAYS.iter().find(|(ways, _)| *ways == self.ways) {
            let _ = writeln!(out, "w {name}");
        }
        match &self.goal {
            Goal::Prove { lhs, rhs } => {
                let _ = writeln!(out, "prove {} {}", lhs.0, rhs.0);
            }
            Goal::Solve { unknowns } => {
                out.push_str("solve");
                for u in unknowns {
                    let _ = write!(out, " {u}");
                }
                out.push('\n');
            }
        }
        out
    }

    /// Reads the text form; every operand, width and bound is checked, nothing in the text can panic this.
    pub fn decode(text: &str) -> Result<Query, WireError> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, l)| l) != Some(HEADER) {
            return Err(WireError::Version);
        }
        let mut reader = Reader {
            terms: Terms::new(),
            map: vec![],
            assumptions: vec![],
            rlimit: limits::DEFAULT_RLIMIT,
            ways: Ways::All,
        };
        for (i, line) in lines {
            let wrong = |what| WireError::Line { line: i + 1, what };
            let mut words = line.split_ascii_whitespace();
            match words.next().unwrap_or("") {
                "a" => {
                    let t = reader.term(&mut words).map_err(wrong)?;
                    if reader.terms.width(t) != 1 {
                        return Err(wrong("an assumption must have one bit"));
                    }
                    reader.assumptions.push(t);
                }
                "r" => reader.rlimit = number(&mut words).map_err(wrong)?,
                "w" => {
                    let named = words.next().and_then(|word| WAYS.iter().find(|(_, name)| *name == word));
                    reader.ways = named.ok_or(wrong("ways that nobody knows"))?.0;
                }
                // Only first: terms that are built already were built the other way.
                "raw" if reader.map.is_empty() => reader.terms = Terms::raw(),
                "prove" => {
                    let lhs = reader.term(&mut words).map_err(wrong)?;
                    let rhs = reader.term(&mut words).map_err(wrong)?;
                    if reader.terms.width(lhs) != reader.terms.width(rhs) {
                        return Err(wrong("both sides of `prove` must have one width"));
                    }
                    at_its_end(words).map_err(wrong)?;
                    return Ok(reader.finish(Goal::Prove { lhs, rhs }));
                }
                "solve" => {
                    let unknowns: Result<Vec<u32>, _> =
                        words.map(|w| w.parse().map_err(|_| wrong("a variable number"))).collect();
                    return Ok(reader.finish(Goal::Solve { unknowns: unknowns? }));
                }
                // Counted by lines: constructors may make several terms of one, or none.
                kind => {
                    if reader.map.len() >= limits::MAX_QUERY_NODES {
                        return Err(WireError::TooLarge);
                    }
                    let t = reader.node(kind, &mut words).map_err(wrong)?;
                    reader.map.push(t);
                }
            }
            at_its_end(words).map_err(wrong)?;
        }
        Err(WireError::Truncated)
    }
}

/// One line for each term: a letter for its kind, what is its own, and its operands by the numbers of their lines.
fn write_node(out: &mut String, terms: &Terms, t: TermId) {
    let width = terms.width(t);
    let _ = match terms.node(t) {
        Node::Const(v) => writeln!(out, "c {width} {v:x}"),
        Node::Var(n) => writeln!(out, "v {width} {n}"),
        Node::Un(op, a) => writeln!(out, "u {} {}", if *op == UnOp::Not { "not" } else { "neg" }, a.0),
        Node::Bin(op, a, b) => writeln!(out, "b {} {} {}", bin_name(*op), a.0, b.0),
        Node::Ite(c, a, b) => writeln!(out, "i {} {} {}", c.0, a.0, b.0),
        Node::Extract(lo, a) => writeln!(out, "x {lo} {width} {}", a.0),
        Node::ZExt(a) => writeln!(out, "z {width} {}", a.0),
        Node::SExt(a) => writeln!(out, "s {width} {}", a.0),
        Node::Concat(h, l) => writeln!(out, "k {} {}", h.0, l.0),
        Node::Apply(name, args) => {
            let _ = write!(out, "f {width} ");
            for b in name.bytes() {
                let _ = write!(out, "{b:02x}");
            }
            for a in args {
                let _ = write!(out, " {}", a.0);
            }
            writeln!(out)
        }
    };
}

/// The rest of a line.
type Words<'a> = SplitAsciiWhitespace<'a>;

/// The next word as a number of the kind asked for.
fn number<T: std::str::FromStr>(words: &mut Words) -> Result<T, &'static str> {
    words.next().and_then(|w| w.parse().ok()).ok_or("a number is missing or malformed")
}

/// A line says what it takes and no more: what is left over was meant for something that this build does not know.
fn at_its_end(mut words: Words) -> Result<(), &'static str> {
    if words.next().is_none() { Ok(()) } else { Err("more words than the line takes") }
}

/// The parts that were read so far.
struct Reader {
    terms: Terms,
    /// The term of each line. Constructors fold and cancel as they go, so it need not be the term of that number.
    map: Vec<TermId>,
    assumptions: Vec<TermId>,
    rlimit: u64,
    ways: Ways,
}

impl Reader {
    /// The question, with the goal that its last line gave.
    fn finish(self, goal: Goal) -> Query {
        Query { terms: self.terms, assumptions: self.assumptions, goal, rlimit: self.rlimit, ways: self.ways }
    }

    /// The term of an earlier line, by its number: a line cannot name one that is not there yet.
    fn term(&self, words: &mut Words) -> Result<TermId, &'static str> {
        let i: usize = number(words)?;
        self.map.get(i).copied().ok_or("an operand that is not defined yet")
    }

    /// A width that the arena takes; a question from elsewhere may say any.
    fn width(&self, words: &mut Words) -> Result<u32, &'static str> {
        match number(words)? {
            w if (1..=isotope_ir::term::MAX_WIDTH).contains(&w) => Ok(w),
            _ => Err("a width must be 1 to 128 bits"),
        }
    }

    /// The term of a line whose kind has been read. Widths and operands are checked here, since the arena trusts them.
    fn node(&mut self, kind: &str, words: &mut Words) -> Result<TermId, &'static str> {
        match kind {
            "c" => {
                let width = self.width(words)?;
                let value = words.next().and_then(|w| u128::from_str_radix(w, 16).ok());
                Ok(self.terms.constant(value.ok_or("a constant in hex")?, width))
            }
            "v" => {
                let width = self.width(words)?;
                let n = number(words)?;
                Ok(self.terms.var(n, width))
            }
            "u" => {
                let op = match words.next() {
                    Some("not") => UnOp::Not,
                    Some("neg") => UnOp::Neg,
                    _ => return Err("`u` takes not or neg"),
                };
                let a = self.term(words)?;
                Ok(self.terms.un(op, a))
            }
            "b" => {
                let name = words.next().unwrap_or("");
                let op = BIN.iter().find(|(_, n)| *n == name).ok_or("an unknown binary operator")?.0;
                let (a, b) = (self.term(words)?, self.term(words)?);
                self.same_width(a, b)?;
                Ok(self.terms.bin(op, a, b))
            }
            "i" => {
                let (c, a, b) = (self.term(words)?, self.term(words)?, self.term(words)?);
                self.same_width(a, b)?;
                if self.terms.width(c) != 1 {
                    return Err("a condition must have one bit");
                }
                Ok(self.terms.ite(c, a, b))
            }
            _ => self.resize(kind, words),
        }
    }

    /// The kinds that change a width, and uninterpreted functions.
    fn resize(&mut self, kind: &str, words: &mut Words) -> Result<TermId, &'static str> {
        match kind {
            "x" => {
                let lo: u32 = number(words)?;
                let width = self.width(words)?;
                let a = self.term(words)?;
                if lo.checked_add(width).is_none_or(|top| top > self.terms.width(a)) {
                    return Err("an extract beyond its operand");
                }
                Ok(self.terms.extract(a, lo, width))
            }
            "z" | "s" => {
                let width = self.width(words)?;
                let a = self.term(words)?;
                if width < self.terms.width(a) {
                    return Err("an extension to fewer bits");
                }
                Ok(if kind == "z" { self.terms.zext(a, width) } else { self.terms.sext(a, width) })
            }
            "k" => {
                let (h, l) = (self.term(words)?, self.term(words)?);
                if self.terms.width(h) + self.terms.width(l) > isotope_ir::term::MAX_WIDTH {
                    return Err("a concatenation of more than 128 bits");
                }
                Ok(self.terms.concat(h, l))
            }
            "f" => {
                let width = self.width(words)?;
                let name =
                    words.next().and_then(unhex).filter(|name| !name.is_empty()).ok_or("a function name in hex")?;
                let mut args = vec![];
                for w in words {
                    let i: usize = w.parse().map_err(|_| "a number is missing or malformed")?;
                    args.push(self.map.get(i).copied().ok_or("an operand that is not defined yet")?);
                }
                Ok(self.terms.apply(&name, args, width))
            }
            _ => Err("an unknown kind of line"),
        }
    }

    /// Two operands of one width; what to say where they are not.
    fn same_width(&self, a: TermId, b: TermId) -> Result<(), &'static str> {
        if self.terms.width(a) == self.terms.width(b) { Ok(()) } else { Err("operands of different widths") }
    }
}

/// The text of hex bytes. Half a byte at the end is refused: without it, two names could be read as one function.
fn unhex(word: &str) -> Option<String> {
    let pairs = (0..word.len()).step_by(2).map(|i| u8::from_str_radix(word.get(i..i + 2)?, 16).ok());
    String::from_utf8(pairs.collect::<Option<_>>()?).ok()
}

impl Answer {
    /// The text form: verdict, work, and a model or a reason, in one line. A reason may be anyone's words, and loses
    /// its line ends, lest a second line of it be read as another answer.
    pub fn encode(&self) -> String {
        let mut out = match &self.outcome {
            Outcome::Proved(how) => format!("proved {} {how}", self.work),
            Outcome::Refuted(_) => format!("refuted {}", self.work),
            Outcome::Solved(_) => format!("solved {}", self.work),
            Outcome::Unsolvable => format!("unsolvable {}", self.work),
            Outcome::Unknown(why) => format!("unknown {} {}", self.work, why.replace('\n', " ")),
        };
        if let Outcome::Refuted(model) | Outcome::Solved(model) = &self.outcome {
            for (n, v) in model {
                let _ = write!(out, " {n}={v:x}");
            }
        }
        out
    }

    /// Reads the text form. A proof that does not say how, in names that are known, is none: its reader must not take
    /// it for one.
    pub fn decode(text: &str) -> Result<Answer, WireError> {
        let wrong = |what| WireError::Line { line: 1, what };
        let mut words = text.split_ascii_whitespace();
        let verdict = words.next().unwrap_or("");
        let work = number(&mut words).map_err(wrong)?;
        let outcome = match verdict {
            "proved" => {
                let how = words.next().and_then(How::parse);
                Outcome::Proved(how.ok_or(wrong("a proof that does not say how"))?)
            }
            "refuted" => Outcome::Refuted(model(words).ok_or(wrong("a malformed model"))?),
            "solved" => Outcome::Solved(model(words).ok_or(wrong("a malformed model"))?),
            "unsolvable" => Outcome::Unsolvable,
            "unknown" => Outcome::Unknown(words.collect::<Vec<_>>().join(" ")),
            _ => return Err(wrong("an unknown verdict")),
        };
        Ok(Answer { outcome, work })
    }
}

/// Values of variables, each a number and a value in hex.
fn model(words: Words) -> Option<Model> {
    words
        .map(|w| {
            let (n, v) = w.split_once('=')?;
            Some((n.parse().ok()?, u128::from_str_radix(v, 16).ok()?))
        })
        .collect()
}
