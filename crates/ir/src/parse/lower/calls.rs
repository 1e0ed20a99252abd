//! Calls: casts, broadcasts, shuffles and intrinsics by Halide's names.

use super::state::{Expressions, Lower};
use crate::build::Call;
use crate::expr::{NodeId, Op};
use crate::interp::float;
use crate::limits;
use crate::parse::diagnostic::Diagnostic;
use crate::parse::literal;
use crate::parse::syntax::{Kind, Syntax};
use crate::types::{Kind as Element, Type};

/// Calls with literal operands that a text alone has.
const OTHERS: &[&str] = &["ramp", "shuffle"];

impl Lower<'_> {
    /// A call by its name: shuffles and casts take literal counts or are named by types, so that they are told first;
    /// `x8(..)` is a broadcast; what is left are Halide's intrinsics.
    pub(super) fn call(
        &mut self,
        at: usize,
        name: &str,
        args: &[Syntax<'_>],
        stated: Option<Type>,
    ) -> Result<NodeId, Diagnostic> {
        if let Some(result) = self.shuffle_call(at, name, args) {
            return self.has_type(at, name, result?, stated);
        }
        if let Some(ty) = Type::parse(name) {
            let arg = self.one(at, name, args)?;
            let node = self.make(at, Op::Cast, &[arg], Some(ty))?;
            return self.has_type(at, name, node, stated);
        }
        if let Some(count) = broadcast_count(name) {
            let arg = self.one(at, name, args)?;
            let from = self.graph.ty(arg);
            // Once is the operand itself.
            if count == 1 {
                return self.has_type(at, name, arg, stated);
            }
            let lanes = from.lanes.saturating_mul(count);
            if lanes > limits::MAX_LANES {
                return self
                    .error(at, format!("{name} makes {lanes} lanes; a vector has at most {}", limits::MAX_LANES));
            }
            let node = self.make(at, Op::Broadcast, &[arg], Some(from.with_lanes(lanes)))?;
            return self.has_type(at, name, node, stated);
        }
        if let Some(bits) = special_float(name) {
            let (ty, bits) = bits;
            let node = self.make(at, Op::Const(bits), &[], Some(ty))?;
            return self.has_type(at, name, node, stated);
        }
        self.intrinsic(at, name, args, stated)
    }

    /// An intrinsic of plain operands, by Halide's name or another for it.
    fn intrinsic(
        &mut self,
        at: usize,
        name: &str,
        args: &[Syntax<'_>],
        stated: Option<Type>,
    ) -> Result<NodeId, Diagnostic> {
        let Some(call) = Call::named(name) else {
            if OTHERS.contains(&name) {
                return self.error(at, format!("{name} does not take {} operands", args.len()));
            }
            return self.unknown_in_index(at, name, args, stated).unwrap_or_else(|| self.unknown(at, name));
        };
        let nodes: Vec<NodeId> = args.iter().map(|a| self.expression(a)).collect::<Result<_, _>>()?;
        let before = self.graph.nodes.len();
        let made = self.graph.call(&call, &nodes, stated);
        // A call may stand for many operations. The last one is counted with the call.
        let steps = self.graph.nodes.len().saturating_sub(1).max(before);
        let lanes: u64 = self.graph.nodes[before..steps].iter().map(|node| u64::from(node.ty.lanes)).sum();
        self.lanes += lanes;
        self.made(at, made)
    }

    /// A type in front of a call that has a type of its own must be that type.
    fn has_type(&self, at: usize, name: &str, node: NodeId, stated: Option<Type>) -> Result<NodeId, Diagnostic> {
        let ty = self.graph.ty(node);
        match stated {
            Some(stated) if stated != ty => self.error(at, format!("{name} gives {ty} here, not {stated}")),
            _ => Ok(node),
        }
    }

    /// The operand of a call that takes one.
    fn one(&mut self, at: usize, name: &str, args: &[Syntax<'_>]) -> Result<NodeId, Diagnostic> {
        match args {
            [arg] => self.expression(arg),
            _ => self.error(at, format!("{name} takes one operand, not {}", args.len())),
        }
    }

    /// Ramps and shuffles, whose last operands are literal counts; `None` for other names.
    fn shuffle_call(&mut self, at: usize, name: &str, args: &[Syntax<'_>]) -> Option<Result<NodeId, Diagnostic>> {
        Some(match (name, args) {
            ("ramp", [base, stride, count]) => self.ramp(at, base, stride, count),
            ("slice_vectors", [vector, begin, stride, count]) => self.slice(at, vector, begin, stride, count),
            ("extract_element", [vector, index]) => self
                .expression(vector)
                .and_then(|v| Ok((v, self.count(index)?)))
                .and_then(|(v, index)| self.make(at, Op::Shuffle(vec![index]), &[v], None)),
            ("shuffle", [_, ..]) => self.shuffle(at, args),
            _ => return None,
        })
    }

    /// `ramp(base, stride, lanes)`.
    fn ramp(
        &mut self,
        at: usize,
        base: &Syntax<'_>,
        stride: &Syntax<'_>,
        count: &Syntax<'_>,
    ) -> Result<NodeId, Diagnostic> {
        let base = self.expression(base)?;
        let stride = self.beside(base, stride)?;
        let ty = self.graph.ty(base);
        let lanes = ty.lanes.saturating_mul(self.count(count)?);
        self.make(at, Op::Ramp, &[base, stride], Some(ty.with_lanes(lanes)))
    }

    /// `slice_vectors(vector, begin, stride, lanes)`, which may run backwards but not out of the vector.
    fn slice(
        &mut self,
        at: usize,
        vector: &Syntax<'_>,
        begin: &Syntax<'_>,
        stride: &Syntax<'_>,
        count: &Syntax<'_>,
    ) -> Result<NodeId, Diagnostic> {
        let vector = self.expression(vector)?;
        let begin = i64::from(self.count(begin)?);
        // A reversal has a negative stride.
        let step = match &stride.kind {
            Kind::Number { text, negative } => {
                let value = literal::integer(text).and_then(|v| i64::try_from(v).ok());
                value.filter(|&v| v <= i64::from(limits::MAX_LANES)).map(|v| if *negative { -v } else { v })
            }
            _ => None,
        };
        let Some(step) = step else { return self.error(stride.at, "expected a literal stride") };
        let count = i64::from(self.count(count)?);
        let made = self.graph.slice(vector, begin, step, count);
        self.made(at, made)
    }

    /// Vectors first; bare literals at the end are indices.
    fn shuffle(&mut self, at: usize, args: &[Syntax<'_>]) -> Result<NodeId, Diagnostic> {
        // A float is an operand, wherever it stands.
        let is_index =
            |a: &&Syntax<'_>| matches!(a.kind, Kind::Number { text, .. } if literal::integer(text).is_some());
        let literals = args[1..].iter().rev().take_while(is_index).count();
        let (vectors, indices) = args.split_at(args.len() - literals);
        let nodes: Vec<NodeId> = vectors.iter().map(|a| self.expression(a)).collect::<Result<_, _>>()?;
        let indices = indices.iter().map(|i| self.count(i)).collect::<Result<_, _>>()?;
        self.make(at, Op::Shuffle(indices), &nodes, None)
    }

    /// An operation that there is not: with the nearest name where one is near, since names are long and alike.
    fn unknown<T>(&self, at: usize, name: &str) -> Result<T, Diagnostic> {
        let names = Call::names().chain(OTHERS.iter().copied());
        let near = names.map(|known| (distance(name, known), known)).min();
        let hint = match near {
            Some((far, known)) if far <= 1 + name.len() / 4 => format!("; did you mean `{known}`?"),
            _ => "; pass its result as a leaf".to_owned(),
        };
        self.error(at, format!("unknown operation `{name}`{hint}"))
    }
}

/// The N of a broadcast's name, `xN`.
fn broadcast_count(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('x')?;
    let plain = digits.bytes().all(|c| c.is_ascii_digit()) && !digits.starts_with('0');
    plain.then(|| digits.parse().ok())?
}

/// Halide's constants for what it has no literal for.
fn special_float(name: &str) -> Option<(Type, u64)> {
    let (value, bits) = match name.rsplit_once("_f")? {
        ("inf", bits) => (f64::INFINITY, bits),
        ("neg_inf", bits) => (f64::NEG_INFINITY, bits),
        ("nan", bits) => (f64::NAN, bits),
        _ => return None,
    };
    let ty = Type { kind: Element::Float, bits: bits.parse().ok()?, lanes: 1 };
    ty.is_valid().then(|| (ty, float::encode(value, ty)))
}

/// Letters to insert, drop or change.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
