//! Terms without their numbers.
//!
//! A term's *shape* is its text with every element index left out; a body's text leaves out widths and constants too.

use super::Canonical;
use super::nest::{Nest, Run};
use crate::lanes::{Lanes, operand_of};
use crate::semantics::OperandKind;
use isotope_ir::term::{Node, TermId, Terms};
use std::collections::HashMap;
use std::fmt::Write;

/// One element of a result.
pub(super) struct Element {
    /// Equal for elements that differ only in the elements they read.
    pub key: [u8; 32],
    /// The variables it reads, by first visit in canonical order.
    pub reads: Vec<u32>,
    /// Its term.
    pub term: TermId,
    /// Distinct nodes.
    pub nodes: usize,
}

/// Shapes of terms, remembered.
pub(super) struct Shapes<'t> {
    terms: &'t Terms,
    hashes: HashMap<TermId, [u8; 32]>,
    lowest: HashMap<TermId, u32>,
}

impl<'t> Shapes<'t> {
    pub fn new(terms: &'t Terms) -> Self {
        Shapes { terms, hashes: HashMap::new(), lowest: HashMap::new() }
    }

    /// An element with its key. The key covers the shape and which reads coincide.
    pub fn element(&mut self, term: TermId) -> Element {
        let mut reads = Vec::new();
        let mut pattern = blake3::Hasher::new();
        let mut seen: HashMap<TermId, u32> = HashMap::new();
        pattern.update(&self.hash(term));
        let mut todo = vec![term];
        while let Some(t) = todo.pop() {
            let order = seen.len() as u32;
            if let Some(earlier) = seen.get(&t) {
                pattern.update(&earlier.to_le_bytes());
                continue;
            }
            seen.insert(t, order);
            if let Node::Var(number) = *self.terms.node(t) {
                reads.push(number);
            }
            let mut children = self.children(t);
            children.reverse();
            todo.extend(children);
        }
        Element { key: *pattern.finalize().as_bytes(), reads, term, nodes: seen.len() }
    }

    /// The lowest variable that a term reads.
    fn lowest(&mut self, t: TermId) -> u32 {
        if let Some(known) = self.lowest.get(&t) {
            return *known;
        }
        let lowest = match self.terms.node(t) {
            Node::Var(n) => *n,
            node => operands(node).into_iter().map(|c| self.lowest(c)).min().unwrap_or(u32::MAX),
        };
        self.lowest.insert(t, lowest);
        lowest
    }

    /// Operands in canonical order: those of commutative operators by shape, then by what they read.
    pub fn children(&mut self, t: TermId) -> Vec<TermId> {
        let node = self.terms.node(t);
        let mut out = operands(node);
        if let Node::Bin(op, a, b) = node
            && op.commutes()
            && (self.hash(*a), self.lowest(*a)) > (self.hash(*b), self.lowest(*b))
        {
            out.reverse();
        }
        out
    }

    /// Hash of the shape: operators, widths, constants and operands read, not which elements.
    fn hash(&mut self, t: TermId) -> [u8; 32] {
        if let Some(known) = self.hashes.get(&t) {
            return *known;
        }
        let node = self.terms.node(t);
        let mut inner: Vec<[u8; 32]> = operands(node).into_iter().map(|c| self.hash(c)).collect();
        if matches!(node, Node::Bin(op, ..) if op.commutes()) {
            inner.sort_unstable();
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(head(node).as_bytes());
        hasher.update(&self.terms.width(t).to_le_bytes());
        match node {
            Node::Const(v) => hasher.update(&v.to_le_bytes()),
            Node::Extract(lo, _) => hasher.update(&lo.to_le_bytes()),
            Node::Var(n) => hasher.update(&(operand_of(*n).0 as u64).to_le_bytes()),
            _ => &mut hasher,
        };
        inner.iter().for_each(|h| {
            hasher.update(h);
        });
        let hash = *hasher.finalize().as_bytes();
        self.hashes.insert(t, hash);
        hash
    }
}

fn head(node: &Node) -> String {
    match node {
        Node::Const(_) => "const".into(),
        Node::Var(_) => "var".into(),
        Node::Un(op, _) => format!("{op:?}").to_lowercase(),
        Node::Bin(op, ..) => format!("{op:?}").to_lowercase(),
        Node::Ite(..) => "ite".into(),
        Node::Extract(..) => "extract".into(),
        Node::ZExt(_) => "zext".into(),
        Node::SExt(_) => "sext".into(),
        Node::Concat(..) => "concat".into(),
        Node::Apply(name, _) => format!("apply-{name}"),
    }
}

fn operands(node: &Node) -> Vec<TermId> {
    match node {
        Node::Const(_) | Node::Var(_) => Vec::new(),
        Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => vec![*a],
        Node::Bin(_, a, b) | Node::Concat(a, b) => vec![*a, *b],
        Node::Ite(a, b, c) => vec![*a, *b, *c],
        Node::Apply(_, args) => args.clone(),
    }
}

/// Writes the text and collects the numbers.
pub(super) struct Writer<'t> {
    terms: &'t Terms,
    kinds: &'t [OperandKind],
    lanes: &'t Lanes,
    text: String,
    parameters: Vec<u64>,
    letters: Vec<usize>,
}

impl<'t> Writer<'t> {
    pub fn new(terms: &'t Terms, kinds: &'t [OperandKind], lanes: &'t Lanes) -> Self {
        Writer { terms, kinds, lanes, text: String::new(), parameters: Vec::new(), letters: Vec::new() }
    }

    pub fn write(&mut self, nest: &Nest, elements: &[Element], shapes: &mut Shapes<'_>) -> Canonical {
        self.text.push_str("out ");
        self.number(u64::from(self.lanes.out_bits));
        self.text.push_str(" lanes ");
        self.number(nest.lanes as u64);
        self.text.push('\n');
        for run in &nest.runs {
            self.text.push_str("run ");
            self.number(run.turns as u64);
            self.text.push('\n');
            for body in 0..run.bodies {
                self.body(nest, run, body, elements, shapes);
            }
        }
        let mut operands = String::new();
        for (i, operand) in self.letters.clone().into_iter().enumerate() {
            let kind = match self.kinds[operand] {
                OperandKind::Vector => "vector",
                OperandKind::Mask => "mask",
                OperandKind::Scalar => "scalar",
                OperandKind::Imm => "imm",
            };
            let _ = writeln!(operands, "in {} {kind} ?", letter(i));
            self.parameters.push(u64::from(self.lanes.operand_bits[operand]));
        }
        Canonical {
            text: format!("{}{operands}", self.text),
            parameters: std::mem::take(&mut self.parameters),
            operands: std::mem::take(&mut self.letters),
        }
    }

    fn number(&mut self, value: u64) {
        self.text.push('?');
        self.parameters.push(value);
    }

    /// One body: its reads as index maps, then its term over them.
    fn body(&mut self, nest: &Nest, run: &Run, body: usize, elements: &[Element], shapes: &mut Shapes<'_>) {
        let at = |lane: usize, turn: usize| lane * nest.per_lane + run.start + turn * run.bodies + body;
        let first = &elements[at(0, 0)];
        let mut names: HashMap<TermId, String> = HashMap::new();
        let mut uses: HashMap<TermId, usize> = HashMap::new();
        count_uses(shapes, first.term, &mut uses);
        for (slot, number) in first.reads.iter().enumerate() {
            let operand = operand_of(*number).0;
            let position = self.letters.iter().position(|l| *l == operand).unwrap_or_else(|| {
                self.letters.push(operand);
                self.letters.len() - 1
            });
            let index = |lane: usize, turn: usize| operand_of(elements[at(lane, turn)].reads[slot]).1 as i64;
            let _ = write!(self.text, " x{slot}={}[", letter(position));
            self.index_map(nest.lanes, run.turns, &index);
            self.text.push(']');
        }
        self.text.push_str(" : ");
        let slots: HashMap<u32, usize> = first.reads.iter().enumerate().map(|(i, n)| (*n, i)).collect();
        self.term(first.term, shapes, &slots, &uses, &mut names);
        self.text.push('\n');
    }

    /// An element index over lane and turn: `base + lane * p + turn * q`, or `lane * p + table[turn]`, or a whole table.
    fn index_map(&mut self, lanes: usize, turns: usize, index: &dyn Fn(usize, usize) -> i64) {
        let per_lane = if lanes > 1 { index(1, 0) - index(0, 0) } else { 0 };
        let per_turn = if turns > 1 { index(0, 1) - index(0, 0) } else { 0 };
        let all = |f: &dyn Fn(usize, usize) -> i64| (0..lanes).all(|l| (0..turns).all(|t| index(l, t) == f(l, t)));
        let base = index(0, 0);
        if all(&|l, t| base + l as i64 * per_lane + t as i64 * per_turn) {
            for value in [base, per_lane, per_turn] {
                self.number(value as u64);
            }
        } else if all(&|l, t| l as i64 * per_lane + index(0, t)) {
            self.text.push_str("table ");
            self.parameters.push(per_lane as u64);
            self.parameters.extend((0..turns).map(|t| index(0, t) as u64));
        } else {
            self.text.push_str("all ");
            self.parameters
                .extend((0..lanes).flat_map(|l| (0..turns).map(move |t| (l, t))).map(|(l, t)| index(l, t) as u64));
        }
    }

    fn term(
        &mut self,
        t: TermId,
        shapes: &mut Shapes<'_>,
        slots: &HashMap<u32, usize>,
        uses: &HashMap<TermId, usize>,
        names: &mut HashMap<TermId, String>,
    ) {
        if let Some(name) = names.get(&t) {
            self.text.push_str(name);
            return;
        }
        let node = self.terms.node(t);
        match node {
            Node::Var(n) => {
                let _ = write!(self.text, "x{}", slots.get(n).copied().unwrap_or(0));
                return;
            }
            Node::Const(v) => {
                self.number(*v as u64);
                if self.terms.width(t) > 64 {
                    self.number((*v >> 64) as u64);
                }
                self.text.push(':');
                self.number(u64::from(self.terms.width(t)));
                return;
            }
            _ => {}
        }
        if uses.get(&t).copied().unwrap_or(0) > 1 {
            let name = format!("%{}", names.len());
            let _ = write!(self.text, "{name}=");
            names.insert(t, name);
        }
        let _ = write!(self.text, "({}", head(node));
        match node {
            Node::Extract(lo, _) => {
                self.text.push(' ');
                self.number(u64::from(*lo));
                self.text.push('+');
                self.number(u64::from(self.terms.width(t)));
            }
            Node::ZExt(_) | Node::SExt(_) => {
                self.text.push(' ');
                self.number(u64::from(self.terms.width(t)));
            }
            _ => {}
        }
        for child in shapes.children(t) {
            self.text.push(' ');
            self.term(child, shapes, slots, uses, names);
        }
        self.text.push(')');
    }
}

fn count_uses(shapes: &mut Shapes<'_>, t: TermId, uses: &mut HashMap<TermId, usize>) {
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        let count = uses.entry(t).or_insert(0);
        *count += 1;
        if *count == 1 {
            todo.extend(shapes.children(t));
        }
    }
}

fn letter(i: usize) -> String {
    let c = (b'a' + (i % 26) as u8) as char;
    if i < 26 { c.to_string() } else { format!("{c}{}", i / 26) }
}
