//! A text in MLIR's generic form, an operation after the other.

use crate::form::Number;
use isotope_mlir::ranges::RANGE;
use std::fmt::Write as _;

/// A value: its name, and its type.
#[derive(Clone, Debug)]
pub struct Value {
    pub name: String,
    pub ty: String,
}

/// A sum of loop counters times factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    terms: Vec<(String, i64)>,
    constant: i64,
}

impl Index {
    pub fn constant(constant: u64) -> Index {
        Index { terms: Vec::new(), constant: constant as i64 }
    }

    pub fn plus(&self, other: &Index) -> Index {
        let mut sum = self.clone();
        for (name, factor) in &other.terms {
            match sum.terms.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => *known += factor,
                None => sum.terms.push((name.clone(), *factor)),
            }
        }
        sum.constant += other.constant;
        sum
    }

    pub fn times(&self, factor: i64) -> Index {
        let terms = self.terms.iter().map(|(name, known)| (name.clone(), known * factor));
        Index { terms: terms.filter(|(_, factor)| *factor != 0).collect(), constant: self.constant * factor }
    }

    /// So many more.
    pub fn and(&self, count: u64) -> Index {
        Index { terms: self.terms.clone(), constant: self.constant + count as i64 }
    }
}

/// The type of numbers, or of vectors of them.
pub fn ty(shape: &[u64], of: Number) -> String {
    match shape {
        [] => of.mlir(),
        shape => format!("vector<{}{}>", sizes(shape), of.mlir()),
    }
}

/// The type of an array.
pub fn memref(shape: &[u64], of: Number) -> String {
    format!("memref<{}{}>", sizes(shape), of.mlir())
}

fn sizes(shape: &[u64]) -> String {
    shape.iter().map(|size| format!("{size}x")).collect()
}

fn list(values: &[Value], of: impl Fn(&Value) -> &str) -> String {
    values.iter().map(of).collect::<Vec<_>>().join(", ")
}

/// A range as an attribute.
fn said(range: Option<(i64, i64)>) -> Option<String> {
    range.map(|(low, high)| format!("{RANGE} = array<i64: {low}, {high}>"))
}

/// The text so far.
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    names: usize,
    /// Names of the results of loops that are open; `None`: it has one iteration.
    open: Vec<Option<String>>,
}

impl Writer {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// Adds an operation with one result. `attributes` stand in braces: ` <{...}>`, or nothing.
    pub fn op(&mut self, op: &str, operands: &[&Value], attributes: &str, ty: String) -> Value {
        let value = Value { name: self.name(), ty };
        let operands: Vec<Value> = operands.iter().map(|value| (*value).clone()).collect();
        let (names, types) = (list(&operands, |value| &value.name), list(&operands, |value| &value.ty));
        let _ = writeln!(self.text, "{} = \"{op}\"({names}){attributes} : ({types}) -> {}", value.name, value.ty);
        value
    }

    /// Adds an operation without a result.
    pub fn effect(&mut self, op: &str, operands: &[&Value], attributes: &str) {
        let operands: Vec<Value> = operands.iter().map(|value| (*value).clone()).collect();
        let (names, types) = (list(&operands, |value| &value.name), list(&operands, |value| &value.ty));
        let _ = writeln!(self.text, "\"{op}\"({names}){attributes} : ({types}) -> ()");
    }

    /// Counters as operands, and a map over them.
    fn map(indices: &[Index]) -> (Vec<Value>, String) {
        let mut counters: Vec<String> = Vec::new();
        let mut rows = Vec::new();
        for index in indices {
            let mut row: Vec<String> = Vec::new();
            for (name, factor) in &index.terms {
                let at = counters.iter().position(|known| known == name).unwrap_or_else(|| {
                    counters.push(name.clone());
                    counters.len() - 1
                });
                row.push(if *factor == 1 { format!("d{at}") } else { format!("d{at} * {factor}") });
            }
            if index.constant != 0 || row.is_empty() {
                row.push(index.constant.to_string());
            }
            rows.push(row.join(" + "));
        }
        let dims: Vec<String> = (0..counters.len()).map(|at| format!("d{at}")).collect();
        let map = format!(" <{{map = affine_map<({}) -> ({})>}}>", dims.join(", "), rows.join(", "));
        (counters.into_iter().map(|name| Value { name, ty: "index".to_owned() }).collect(), map)
    }

    /// Loads a number, or a vector of neighbours along the last dimension.
    pub fn load(&mut self, memref: &Value, indices: &[Index], shape: &[u64], of: Number) -> Value {
        self.load_in(memref, indices, shape, (of, None))
    }

    /// The same, and says in which range it is, where that is known.
    pub fn load_in(
        &mut self,
        memref: &Value,
        indices: &[Index],
        shape: &[u64],
        (of, range): (Number, Option<(i64, i64)>),
    ) -> Value {
        let (counters, mut map) = Self::map(indices);
        if let Some(range) = said(range) {
            let _ = write!(map, " {{{range}}}");
        }
        let operands: Vec<&Value> = [memref].into_iter().chain(&counters).collect();
        let op = if shape.is_empty() { "affine.load" } else { "affine.vector_load" };
        self.op(op, &operands, &map, ty(shape, of))
    }

    /// Stores a number, or a vector of neighbours along the last dimension.
    pub fn store(&mut self, value: &Value, memref: &Value, indices: &[Index]) {
        let (counters, map) = Self::map(indices);
        let operands: Vec<&Value> = [value, memref].into_iter().chain(&counters).collect();
        let op = if value.ty.starts_with("vector") { "affine.vector_store" } else { "affine.store" };
        self.effect(op, &operands, &map);
    }

    /// Begins a loop of so many iterations, at least one, that carries values: its counter, and what they are in its body. One iteration
    /// is no loop, but its body alone.
    pub fn open(&mut self, count: u64, carried: Vec<Value>) -> (Index, Vec<Value>) {
        if count <= 1 {
            self.open.push(None);
            return (Index::default(), carried);
        }
        let (counter, result) = (self.name(), self.name());
        let arguments: Vec<Value> = carried.iter().map(|of| Value { name: self.name(), ty: of.ty.clone() }).collect();
        let header = match carried.len() {
            0 => String::new(),
            count => format!("{result}:{count} = "),
        };
        let typed: String = arguments.iter().map(|of| format!(", {}: {}", of.name, of.ty)).collect();
        let _ = writeln!(
            self.text,
            "{header}\"affine.for\"({}) <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, {}>, \
             step = 1 : index, upperBoundMap = affine_map<() -> ({count})>}}> ({{\n^bb0({counter}: index{typed}):",
            list(&carried, |of| &of.name),
            carried.len(),
        );
        self.open.push(Some(result));
        (Index { terms: vec![(counter, 1)], constant: 0 }, arguments)
    }

    /// Ends the loop that was opened last, which gives these values to its next iteration: its results.
    pub fn close(&mut self, given: Vec<Value>) -> Vec<Value> {
        let Some(result) = self.open.pop().flatten() else { return given };
        self.effect("affine.yield", &given.iter().collect::<Vec<_>>(), "");
        let types = list(&given, |of| &of.ty);
        let _ = writeln!(self.text, "}}) : ({types}) -> ({types})");
        let results = given.into_iter().enumerate();
        results.map(|(at, of)| Value { name: format!("{result}#{at}"), ty: of.ty }).collect()
    }

    /// Begins a loop whose iterations may run at once. It carries nothing; one iteration is its body alone.
    pub fn parallel(&mut self, count: u64) -> Index {
        if count <= 1 {
            self.open.push(None);
            return Index::default();
        }
        let (counter, result) = (self.name(), self.name());
        let _ = writeln!(
            self.text,
            "\"affine.parallel\"() <{{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, \
             reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, \
             upperBoundsMap = affine_map<() -> ({count})>}}> ({{\n^bb0({counter}: index):"
        );
        self.open.push(Some(result));
        Index { terms: vec![(counter, 1)], constant: 0 }
    }

    /// Begins a loop that carries nothing.
    pub fn each(&mut self, count: u64) -> Index {
        self.open(count, Vec::new()).0
    }

    /// Ends so many of these.
    pub fn end(&mut self, loops: usize) {
        for _ in 0..loops {
            self.close(Vec::new());
        }
    }

    /// A function around all that was written, whose arguments do not overlap, and have elements of these ranges.
    pub fn function(self, name: &str, arguments: &[Value], ranges: &[Option<(i64, i64)>]) -> String {
        let types = list(arguments, |of| &of.ty);
        let ranges = ranges.iter().copied().chain(std::iter::repeat(None));
        let apart = ranges.take(arguments.len()).map(|range| match said(range) {
            Some(range) => format!("{{{range}, llvm.noalias}}"),
            None => "{llvm.noalias}".to_owned(),
        });
        let apart = apart.collect::<Vec<_>>().join(", ");
        let typed: Vec<String> = arguments.iter().map(|of| format!("{}: {}", of.name, of.ty)).collect();
        format!(
            "\"builtin.module\"() ({{\n\"func.func\"() <{{arg_attrs = [{apart}], function_type = ({types}) -> (), \
             sym_name = \"{name}\"}}> ({{\n^bb0({}):\n{}\"func.return\"() : () -> ()\n}}) : () -> ()\n}}) : () -> ()\n",
            typed.join(", "),
            self.text
        )
    }
}
