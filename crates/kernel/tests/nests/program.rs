//! Random programs of loops over small arrays, as data, as text, and with random changes.

use std::fmt::Write as _;

/// A stream of numbers that is the same each time.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def0)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// Cells of each array.
pub const CELLS: i64 = 40;

/// Arrays that are arguments; one more belongs to the program.
pub const ARGUMENTS: usize = 3;

/// A constant, and a factor for each counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    pub constant: i64,
    pub factors: Vec<(usize, i64)>,
}

impl Index {
    pub fn at(&self, counters: &[(usize, i64)]) -> i64 {
        let value =
            |counter: usize| counters.iter().rev().find(|(of, _)| *of == counter).map_or(0, |(_, value)| *value);
        self.constant + self.factors.iter().map(|(counter, factor)| factor * value(*counter)).sum::<i64>()
    }

    /// As an affine map with its operands.
    fn map(&self) -> (String, String) {
        let mut row = self.constant.to_string();
        let mut operands = String::new();
        for (at, (counter, factor)) in self.factors.iter().enumerate() {
            let _ = write!(row, " + d{at} * {factor}");
            let _ = write!(operands, ", %i{counter}");
        }
        let dims = (0..self.factors.len()).map(|at| format!("d{at}")).collect::<Vec<_>>().join(", ");
        (format!("affine_map<({dims}) -> ({row})>"), operands)
    }
}

/// An operation's flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flag {
    None,
    /// `nnan` of floats, `nsw` of integers.
    Promise,
    /// `fast` of floats, both of integers.
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Add,
    Sub,
    Mul,
    Div,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    Load(usize, Index),
    Scalar,
    Op(Kind, Flag, Box<[Expression; 2]>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Store { array: usize, index: Index, value: Expression },
    For { counter: usize, lower: i64, upper: i64, step: i64, is_parallel: bool, body: Vec<Statement> },
}

/// A function over arrays.
#[derive(Clone, Debug)]
pub struct Program {
    pub is_float: bool,
    pub body: Vec<Statement>,
    next: usize,
}

impl Program {
    pub fn random(numbers: &mut Numbers) -> Program {
        let mut program = Program { is_float: !numbers.one_in(3), body: Vec::new(), next: 0 };
        // All flags alike in most programs, so that sums may be reordered.
        let flags = [[Flag::None; 3], [Flag::All; 3], [Flag::None, Flag::Promise, Flag::All]][numbers.below(3)];
        let count = 1 + numbers.below(3);
        program.body = (0..count).map(|_| program.nest(numbers, 0, &mut Vec::new(), flags)).collect();
        program
    }

    fn nest(&mut self, numbers: &mut Numbers, depth: usize, counters: &mut Vec<usize>, flags: [Flag; 3]) -> Statement {
        let counter = self.next;
        self.next += 1;
        let lower = numbers.below(2) as i64;
        let upper = lower + 2 + numbers.below(5) as i64;
        counters.push(counter);
        let count = 1 + numbers.below(2);
        let body = (0..count)
            .map(|_| match depth < 1 && numbers.one_in(2) {
                true => self.nest(numbers, depth + 1, counters, flags),
                false => self.store(numbers, counters, flags),
            })
            .collect();
        counters.pop();
        Statement::For { counter, lower, upper, step: 1 + i64::from(numbers.one_in(4)), is_parallel: false, body }
    }

    fn index(&self, numbers: &mut Numbers, counters: &[usize]) -> Index {
        let mut factors = Vec::new();
        for counter in counters {
            let factor = [1, 1, 2, 0][numbers.below(4)];
            if factor != 0 {
                factors.push((*counter, factor));
            }
        }
        // Counters are under 8: no index is out of range, whatever is changed.
        Index { constant: numbers.below(4) as i64, factors }
    }

    fn store(&self, numbers: &mut Numbers, counters: &[usize], flags: [Flag; 3]) -> Statement {
        let (array, index) = (1 + numbers.below(ARGUMENTS), self.index(numbers, counters));
        let mut value = self.load(numbers, counters);
        for _ in 0..1 + numbers.below(2) {
            let kind = match numbers.below(if self.is_float { 8 } else { 7 }) {
                0..3 => Kind::Add,
                3..5 => Kind::Mul,
                5..7 => Kind::Sub,
                _ => Kind::Div,
            };
            let other = if numbers.one_in(4) { Expression::Scalar } else { self.load(numbers, counters) };
            let operands = if numbers.one_in(2) { [value, other] } else { [other, value] };
            value = Expression::Op(kind, flags[numbers.below(3)], Box::new(operands));
        }
        if numbers.one_in(3) {
            let cell = Expression::Load(array, index.clone());
            value = Expression::Op(Kind::Add, flags[numbers.below(3)], Box::new([cell, value]));
        }
        Statement::Store { array, index, value }
    }

    fn load(&self, numbers: &mut Numbers, counters: &[usize]) -> Expression {
        Expression::Load(numbers.below(ARGUMENTS), self.index(numbers, counters))
    }

    /// One change, which may be right or wrong.
    pub fn change(&mut self, numbers: &mut Numbers) {
        let which = numbers.below(14);
        let at = numbers.below(self.body.len());
        let mut chosen = numbers.below(count(&self.body));
        match which {
            0..3 => {
                if let Some(Statement::For { is_parallel, .. }) = nth(&mut self.body, &mut chosen) {
                    *is_parallel = true;
                }
            }
            3 => {
                if let Some(Statement::For { lower, upper, step, .. }) = nth(&mut self.body, &mut chosen) {
                    *upper = (*upper - *step).max(*lower);
                }
            }
            4 => self.peel(at),
            5 => {
                if let Some(Statement::For { body, .. }) = nth(&mut self.body, &mut chosen) {
                    body.reverse();
                }
            }
            6 => self.fuse(at),
            7 => self.split(at),
            8 => {
                if let Some(of) = nth(&mut self.body, &mut chosen) {
                    exchange(of);
                }
            }
            9 => each_op(&mut self.body, numbers, &mut |op, _| {
                if let Expression::Op(kind, _, operands) = op
                    && matches!(kind, Kind::Add | Kind::Mul)
                {
                    operands.swap(0, 1);
                }
            }),
            10 => each_op(&mut self.body, numbers, &mut |op, numbers| {
                if let Expression::Op(_, flag, _) = op {
                    *flag = [Flag::None, Flag::None, Flag::Promise, Flag::All][numbers.below(4)];
                }
            }),
            11 => each_op(&mut self.body, numbers, &mut |op, _| regroup(op)),
            _ => {
                let inner = self.next;
                self.next += 1;
                if let Some(of) = nth(&mut self.body, &mut chosen) {
                    tile(of, inner);
                }
            }
        }
    }

    /// The first iteration of a loop before it.
    fn peel(&mut self, at: usize) {
        let Statement::For { counter, lower, upper, step, is_parallel: false, body } = &mut self.body[at] else {
            return;
        };
        if *lower >= *upper {
            return;
        }
        let mut first = body.clone();
        first.iter_mut().for_each(|statement| replace(statement, *counter, *lower));
        *lower += *step;
        self.body.splice(at..at, first);
    }

    /// Two loops that follow one another as one, by the bounds of the first.
    fn fuse(&mut self, at: usize) {
        if at + 1 >= self.body.len() {
            return;
        }
        let second = self.body.remove(at + 1);
        let (Statement::For { counter, body, .. }, Statement::For { counter: of, body: mut more, .. }) =
            (&mut self.body[at], second)
        else {
            return;
        };
        let to = *counter;
        more.iter_mut().for_each(|statement| rename(statement, of, to));
        body.extend(more);
    }

    /// One loop as two.
    fn split(&mut self, at: usize) {
        let mut second = self.body[at].clone();
        let Statement::For { body, .. } = &mut self.body[at] else { return };
        if body.len() < 2 {
            return;
        }
        body.truncate(1);
        if let Statement::For { body, .. } = &mut second {
            body.remove(0);
        }
        self.body.insert(at + 1, second);
    }

    /// In the generic form.
    pub fn text(&self) -> String {
        let element = if self.is_float { "f64" } else { "i32" };
        let arguments: Vec<String> = (0..=ARGUMENTS).map(|_| format!("memref<{CELLS}x{element}>")).collect();
        let names: Vec<String> = arguments.iter().enumerate().map(|(at, ty)| format!("%m{at}: {ty}")).collect();
        let mut out = format!(
            "\"func.func\"() <{{function_type = ({}, {element}) -> (), sym_name = \"f\"}}> ({{\n^bb0({}, %s: {element}):\n",
            arguments.join(", "),
            names.join(", ")
        );
        let mut writer = Writer { out: &mut out, next: 0, element, is_float: self.is_float };
        self.body.iter().for_each(|statement| writer.statement(statement));
        out + "\"func.return\"() : () -> ()\n}) : () -> ()\n"
    }
}

/// Loops, those in loops too.
fn count(body: &[Statement]) -> usize {
    body.iter().map(|of| if let Statement::For { body, .. } = of { 1 + count(body) } else { 0 }).sum()
}

/// One of them by its number, an outer loop before those in it.
fn nth<'a>(body: &'a mut [Statement], left: &mut usize) -> Option<&'a mut Statement> {
    for statement in body {
        if !matches!(statement, Statement::For { .. }) {
            continue;
        }
        if *left == 0 {
            return Some(statement);
        }
        *left -= 1;
        if let Statement::For { body, .. } = statement
            && let Some(found) = nth(body, left)
        {
            return Some(found);
        }
    }
    None
}

/// A loop over tiles of two iterations, by another counter within them. Nothing looks at the border: an odd iteration is one too many.
fn tile(statement: &mut Statement, inner: usize) {
    let Statement::For { counter, upper, step, body, .. } = statement else { return };
    // No index leaves its array.
    if *upper + *step > 8 {
        return;
    }
    let mut tiled = std::mem::take(body);
    for statement in &mut tiled {
        indices(statement, &mut |index| {
            let of_tile = index.factors.iter().find(|(of, _)| of == counter).copied();
            index.factors.extend(of_tile.map(|(_, factor)| (inner, factor)));
        });
    }
    let (lower, upper, step_of_tile) = (0, 2 * *step, *step);
    body.push(Statement::For { counter: inner, lower, upper, step: step_of_tile, is_parallel: false, body: tiled });
    *step *= 2;
}

/// A loop and the one in it, exchanged, where there is nothing else.
fn exchange(statement: &mut Statement) {
    let Statement::For { counter, lower, upper, step, is_parallel, body } = statement else { return };
    let [Statement::For { counter: c, lower: l, upper: u, step: s, is_parallel: p, .. }] = body.as_mut_slice() else {
        return;
    };
    std::mem::swap(counter, c);
    std::mem::swap(lower, l);
    std::mem::swap(upper, u);
    std::mem::swap(step, s);
    std::mem::swap(is_parallel, p);
}

fn indices(statement: &mut Statement, change: &mut dyn FnMut(&mut Index)) {
    fn of_expression(expression: &mut Expression, change: &mut dyn FnMut(&mut Index)) {
        match expression {
            Expression::Load(_, index) => change(index),
            Expression::Scalar => {}
            Expression::Op(_, _, operands) => operands.iter_mut().for_each(|operand| of_expression(operand, change)),
        }
    }
    match statement {
        Statement::Store { index, value, .. } => {
            change(index);
            of_expression(value, change);
        }
        Statement::For { body, .. } => body.iter_mut().for_each(|statement| indices(statement, change)),
    }
}

fn rename(statement: &mut Statement, from: usize, to: usize) {
    indices(statement, &mut |index| {
        index.factors.iter_mut().filter(|(counter, _)| *counter == from).for_each(|(counter, _)| *counter = to);
    });
}

fn replace(statement: &mut Statement, counter: usize, value: i64) {
    indices(statement, &mut |index| {
        let gone: i64 = index.factors.iter().filter(|(of, _)| *of == counter).map(|(_, factor)| factor * value).sum();
        index.constant += gone;
        index.factors.retain(|(of, _)| *of != counter);
    });
}

/// Changes some operations.
fn each_op(body: &mut [Statement], numbers: &mut Numbers, change: &mut dyn FnMut(&mut Expression, &mut Numbers)) {
    fn of_expression(
        expression: &mut Expression,
        numbers: &mut Numbers,
        change: &mut dyn FnMut(&mut Expression, &mut Numbers),
    ) {
        if let Expression::Op(_, _, operands) = expression {
            operands.iter_mut().for_each(|operand| of_expression(operand, numbers, change));
            if numbers.below(2) == 0 {
                change(expression, numbers);
            }
        }
    }
    for statement in body {
        match statement {
            Statement::Store { value, .. } => of_expression(value, numbers, change),
            Statement::For { body, .. } => each_op(body, numbers, change),
        }
    }
}

/// `(x op y) op z` as `x op (y op z)`.
fn regroup(expression: &mut Expression) {
    let Expression::Op(kind, flag, operands) = expression else { return };
    let [Expression::Op(inner, other, parts), last] = operands.as_ref() else { return };
    if inner == kind && matches!(kind, Kind::Add | Kind::Mul) {
        let [x, y] = parts.as_ref().clone();
        let right = Expression::Op(*kind, *other, Box::new([y, last.clone()]));
        *expression = Expression::Op(*kind, *flag, Box::new([x, right]));
    }
}

struct Writer<'a> {
    out: &'a mut String,
    next: usize,
    element: &'a str,
    is_float: bool,
}

impl Writer<'_> {
    fn statement(&mut self, statement: &Statement) {
        let element = self.element;
        match statement {
            Statement::Store { array, index, value } => {
                let value = self.expression(value);
                let (map, operands) = index.map();
                let types = ", index".repeat(index.factors.len());
                let _ = writeln!(
                    self.out,
                    "\"affine.store\"({value}, %m{array}{operands}) <{{map = {map}}}> : ({element}, memref<{CELLS}x{element}>{types}) -> ()"
                );
            }
            Statement::For { counter, lower, upper, step, is_parallel, body } => {
                let head = match is_parallel {
                    true => format!(
                        "\"affine.parallel\"() <{{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> ({lower})>, \
                         reductions = [], steps = [{step}], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> ({upper})>}}>"
                    ),
                    false => format!(
                        "\"affine.for\"() <{{lowerBoundMap = affine_map<() -> ({lower})>, operandSegmentSizes = array<i32: 0, 0, 0>, \
                         step = {step} : index, upperBoundMap = affine_map<() -> ({upper})>}}>"
                    ),
                };
                let _ = writeln!(self.out, "{head} ({{\n^bb0(%i{counter}: index):");
                body.iter().for_each(|statement| self.statement(statement));
                self.out.push_str("\"affine.yield\"() : () -> ()\n}) : () -> ()\n");
            }
        }
    }

    fn expression(&mut self, expression: &Expression) -> String {
        let element = self.element;
        match expression {
            Expression::Scalar => "%s".to_owned(),
            Expression::Load(array, index) => {
                let (map, operands) = index.map();
                let types = ", index".repeat(index.factors.len());
                let name = self.name();
                let _ = writeln!(
                    self.out,
                    "{name} = \"affine.load\"(%m{array}{operands}) <{{map = {map}}}> : (memref<{CELLS}x{element}>{types}) -> {element}"
                );
                name
            }
            Expression::Op(kind, flag, operands) => {
                let [x, y] = [0, 1].map(|at| self.expression(&operands[at]));
                let name = self.name();
                let op = match (kind, self.is_float) {
                    (Kind::Add, true) => "addf",
                    (Kind::Sub, true) => "subf",
                    (Kind::Mul, true) => "mulf",
                    (Kind::Div, _) => "divf",
                    (Kind::Add, false) => "addi",
                    (Kind::Sub, false) => "subi",
                    (Kind::Mul, false) => "muli",
                };
                let flags = match (flag, self.is_float) {
                    (Flag::None, _) => String::new(),
                    (Flag::Promise, true) => " <{fastmath = #arith.fastmath<nnan>}>".to_owned(),
                    (Flag::All, true) => " <{fastmath = #arith.fastmath<fast>}>".to_owned(),
                    (Flag::Promise, false) => " <{overflowFlags = #arith.overflow<nsw>}>".to_owned(),
                    (Flag::All, false) => " <{overflowFlags = #arith.overflow<nsw, nuw>}>".to_owned(),
                };
                let _ = writeln!(
                    self.out,
                    "{name} = \"arith.{op}\"({x}, {y}){flags} : ({element}, {element}) -> {element}"
                );
                name
            }
        }
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }
}
