//! The meaning of programs, by a term for each cell.

use super::program::{ARGUMENTS, CELLS, Expression, Flag, Kind, Program, Statement};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The relation of the second program to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Equal,
    /// The cell that differs.
    Different((usize, usize)),
    Race,
    /// A polynomial has too many products to be written out.
    Unknown,
}

/// Products of a polynomial that is written out, and factors of one of them.
const MOST: (usize, usize) = (400, 10);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Node {
    Cell(usize, usize),
    Scalar,
    Op(Kind, Flag, usize, usize),
}

/// All terms; equal ones have one number.
#[derive(Default)]
struct Terms {
    nodes: Vec<Node>,
    numbers: HashMap<Node, usize>,
}

impl Terms {
    fn of(&mut self, node: Node) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }
}

/// Where an access stands: instance and iteration of each parallel loop around it.
type Path = Vec<(usize, i64)>;

struct Walk<'a> {
    terms: &'a mut Terms,
    cells: Vec<Vec<usize>>,
    accesses: BTreeMap<(usize, usize), BTreeSet<(Path, bool)>>,
    path: Path,
    instances: usize,
}

impl Walk<'_> {
    fn statement(&mut self, statement: &Statement, counters: &mut Vec<(usize, i64)>) {
        match statement {
            Statement::Store { array, index, value } => {
                let value = self.expression(value, counters);
                let cell = index.at(counters) as usize;
                self.touch(*array, cell, true);
                self.cells[*array][cell] = value;
            }
            Statement::For { counter, lower, upper, step, is_parallel, body } => {
                self.instances += 1;
                let instance = self.instances;
                let mut at = *lower;
                while at < *upper {
                    if *is_parallel {
                        self.path.push((instance, at));
                    }
                    counters.push((*counter, at));
                    body.iter().for_each(|statement| self.statement(statement, counters));
                    counters.pop();
                    if *is_parallel {
                        self.path.pop();
                    }
                    at += step;
                }
            }
        }
    }

    fn touch(&mut self, array: usize, cell: usize, is_store: bool) {
        if !self.path.is_empty() {
            self.accesses.entry((array, cell)).or_default().insert((self.path.clone(), is_store));
        }
    }

    fn expression(&mut self, expression: &Expression, counters: &[(usize, i64)]) -> usize {
        match expression {
            Expression::Scalar => self.terms.of(Node::Scalar),
            Expression::Load(array, index) => {
                let cell = index.at(counters) as usize;
                self.touch(*array, cell, false);
                self.cells[*array][cell]
            }
            Expression::Op(kind, flag, operands) => {
                let [x, y] = [0, 1].map(|at| self.expression(&operands[at], counters));
                self.terms.of(Node::Op(*kind, *flag, x, y))
            }
        }
    }

    fn races(&self) -> bool {
        let apart = |x: &Path, y: &Path| {
            let split = x.iter().zip(y).find(|(a, b)| a != b);
            split.is_some_and(|(a, b)| a.0 == b.0)
        };
        self.accesses.values().any(|of| {
            let of: Vec<_> = of.iter().collect();
            of.iter().enumerate().any(|(at, x)| of[at..].iter().any(|y| (x.1 || y.1) && apart(&x.0, &y.0)))
        })
    }
}

fn walked(program: &Program, terms: &mut Terms) -> (Vec<Vec<usize>>, bool) {
    let cells =
        (0..=ARGUMENTS).map(|array| (0..CELLS as usize).map(|cell| terms.of(Node::Cell(array, cell))).collect());
    let cells = cells.collect();
    let mut walk = Walk { terms, cells, accesses: BTreeMap::new(), path: Vec::new(), instances: 0 };
    program.body.iter().for_each(|statement| walk.statement(statement, &mut Vec::new()));
    let races = walk.races();
    (walk.cells, races)
}

/// Products of atoms with their coefficients; atoms in order.
type Polynomial = BTreeMap<Vec<usize>, i64>;

/// Flags of the operations that a program has in its text, by kind.
fn flags(body: &[Statement], found: &mut BTreeMap<Kind, BTreeSet<Flag>>) {
    fn of(expression: &Expression, found: &mut BTreeMap<Kind, BTreeSet<Flag>>) {
        if let Expression::Op(kind, flag, operands) = expression {
            found.entry(*kind).or_default().insert(*flag);
            operands.iter().for_each(|operand| of(operand, found));
        }
    }
    for statement in body {
        match statement {
            Statement::Store { value, .. } => of(value, found),
            Statement::For { body, .. } => flags(body, found),
        }
    }
}

struct Forms<'a> {
    terms: &'a Terms,
    /// Sums and products of floats may be reordered.
    fast: bool,
    is_float: bool,
    /// The strongest flag of the second program, by kind: what no operation of it has does not count.
    counted: BTreeMap<Kind, Flag>,
    /// Atoms by what they are.
    atoms: HashMap<(Kind, Flag, Polynomial, Polynomial), usize>,
    known: HashMap<usize, Polynomial>,
    is_too_large: bool,
}

impl Forms<'_> {
    fn flag(&self, kind: Kind, flag: Flag) -> Flag {
        flag.min(self.counted.get(&kind).copied().unwrap_or(Flag::None))
    }

    fn of(&mut self, number: usize) -> Polynomial {
        if let Some(known) = self.known.get(&number) {
            return known.clone();
        }
        let polynomial = match self.terms.nodes[number] {
            Node::Op(kind, flag, x, y) => {
                let (left, right) = (self.of(x), self.of(y));
                let flag = self.flag(kind, flag);
                let in_field = match self.is_float {
                    true => self.fast && kind != Kind::Div,
                    false => flag == Flag::None,
                };
                match in_field {
                    true => combined(kind, &left, &right).unwrap_or_else(|| {
                        self.is_too_large = true;
                        Polynomial::new()
                    }),
                    false => self.atom(kind, flag, left, right),
                }
            }
            _ => Polynomial::from([(vec![number], 1)]),
        };
        self.known.insert(number, polynomial.clone());
        polynomial
    }

    fn atom(&mut self, kind: Kind, flag: Flag, mut x: Polynomial, mut y: Polynomial) -> Polynomial {
        if matches!(kind, Kind::Add | Kind::Mul) && x > y {
            std::mem::swap(&mut x, &mut y);
        }
        let next = 1_000_000 + self.atoms.len();
        let number = *self.atoms.entry((kind, flag, x, y)).or_insert(next);
        Polynomial::from([(vec![number], 1)])
    }

    /// Cells and scalars that a term is computed from.
    fn leaves(&self, number: usize, found: &mut BTreeSet<usize>, seen: &mut BTreeSet<usize>) {
        if !seen.insert(number) {
            return;
        }
        match self.terms.nodes[number] {
            Node::Op(_, _, x, y) => {
                self.leaves(x, found, seen);
                self.leaves(y, found, seen);
            }
            _ => {
                found.insert(number);
            }
        }
    }

    /// Operations with flags that a term is computed by, each of which may be poison.
    fn promises(&mut self, number: usize, found: &mut BTreeSet<Polynomial>, seen: &mut BTreeSet<usize>) {
        if !seen.insert(number) {
            return;
        }
        if let Node::Op(kind, flag, x, y) = self.terms.nodes[number] {
            if self.flag(kind, flag) != Flag::None && !(self.fast && kind != Kind::Div) {
                found.insert(self.of(number));
            }
            self.promises(x, found, seen);
            self.promises(y, found, seen);
        }
    }
}

fn combined(kind: Kind, x: &Polynomial, y: &Polynomial) -> Option<Polynomial> {
    if x.len().max(y.len()) > MOST.0 || (kind == Kind::Mul && x.len() * y.len() > MOST.0) {
        return None;
    }
    let mut out = Polynomial::new();
    let mut is_small = true;
    let mut add = |key: Vec<usize>, value: i64| {
        is_small &= key.len() <= MOST.1 && value.abs() < 1 << 20;
        *out.entry(key).or_insert(0) += value;
    };
    match kind {
        Kind::Mul => {
            for (a, c) in x {
                for (b, d) in y {
                    let mut key = [a.as_slice(), b].concat();
                    key.sort_unstable();
                    add(key, c * d);
                }
            }
        }
        _ => {
            x.iter().for_each(|(key, value)| add(key.clone(), *value));
            let sign = if kind == Kind::Sub { -1 } else { 1 };
            y.iter().for_each(|(key, value)| add(key.clone(), sign * *value));
        }
    }
    out.retain(|_, value| *value != 0);
    is_small.then_some(out)
}

/// The relation of the second program to the first, which has no parallel loop.
pub fn answer(before: &Program, after: &Program) -> Answer {
    let mut terms = Terms::default();
    let (first, _) = walked(before, &mut terms);
    let (second, races) = walked(after, &mut terms);
    if races {
        return Answer::Race;
    }
    let (mut of_first, mut of_second) = (BTreeMap::new(), BTreeMap::new());
    flags(&before.body, &mut of_first);
    flags(&after.body, &mut of_second);
    let field = [Kind::Add, Kind::Sub, Kind::Mul];
    let all = |of: &BTreeMap<Kind, BTreeSet<Flag>>| -> BTreeSet<Flag> {
        field.iter().filter_map(|kind| of.get(kind)).flatten().copied().collect()
    };
    let (weakest, strongest) = (all(&of_first).first().copied(), all(&of_second).last().copied());
    let mut counted: BTreeMap<Kind, Flag> = of_second
        .iter()
        .map(|(kind, flags)| (*kind, flags.iter().next_back().copied().unwrap_or(Flag::None)))
        .collect();
    let fast = before.is_float && weakest == Some(Flag::All);
    if before.is_float && weakest >= strongest {
        // Each of the first program's operations promises what any of the second's does.
        field.iter().for_each(|kind| {
            counted.remove(kind);
        });
    }
    // Sums and products of integers have values, because inputs have: what cancels does not matter.
    let is_field = |kind: &Kind| field.contains(kind) && counted.get(kind).is_none_or(|flag| *flag == Flag::None);
    let has_values = !before.is_float && of_first.keys().chain(of_second.keys()).all(is_field);
    let mut forms = Forms {
        terms: &terms,
        fast,
        is_float: before.is_float,
        counted,
        atoms: HashMap::new(),
        known: HashMap::new(),
        is_too_large: false,
    };
    for array in 0..=ARGUMENTS {
        for cell in 0..CELLS as usize {
            let (x, y) = (first[array][cell], second[array][cell]);
            if x == y {
                continue;
            }
            let (mut left, mut right) = (BTreeSet::new(), BTreeSet::new());
            forms.leaves(x, &mut left, &mut BTreeSet::new());
            forms.leaves(y, &mut right, &mut BTreeSet::new());
            let (mut made, mut promised) = (BTreeSet::new(), BTreeSet::new());
            forms.promises(x, &mut made, &mut BTreeSet::new());
            forms.promises(y, &mut promised, &mut BTreeSet::new());
            let is_same = forms.of(x) == forms.of(y);
            if forms.is_too_large {
                return Answer::Unknown;
            }
            // A term that cancels may be left out, and not put in.
            let has_none_more = has_values || right.is_subset(&left);
            if !is_same || !has_none_more || !promised.is_subset(&made) {
                return Answer::Different((array, cell));
            }
        }
    }
    Answer::Equal
}
