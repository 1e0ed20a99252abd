//! Random programs of generic operations of all shapes.
//!
//! Undefined behaviour of LLVM, and not only an undefined value, is left out: divisors are parameters made odd and
//! positive. Which NaN an operation makes is open, so that what is computed in a float format is read in it only.

use super::machine::Random;
use isotope_ir::expr::Graph;
use isotope_ir::types::Type;
use isotope_program::{Draft, FloatFormat, FloatOp, Generic, Param, Predicate, Program, Shape, StepOp, Value};

/// The widest value.
const MAX_BITS: u32 = 1024;

const WIDTHS: [u32; 5] = [1, 8, 16, 32, 64];
const FORMATS: [FloatFormat; 3] = [FloatFormat::Half, FloatFormat::Single, FloatFormat::Double];

/// Operations of two operands and a result of one shape, first those that terms have at 128 bits.
const OPERATIONS: [Generic; 17] = [
    Generic::Add,
    Generic::Sub,
    Generic::Mul,
    Generic::And,
    Generic::Or,
    Generic::Xor,
    Generic::Shl,
    Generic::LShr,
    Generic::AShr,
    Generic::UMin,
    Generic::UMax,
    Generic::SMin,
    Generic::SMax,
    Generic::UAddSat,
    Generic::SAddSat,
    Generic::USubSat,
    Generic::SSubSat,
];

/// A program under construction.
struct Making<'a> {
    random: &'a mut Random,
    program: Draft,
    /// Every value with the format that it was computed in, if it is a float's.
    values: Vec<(Value, Option<FloatFormat>)>,
    params: usize,
    floats: bool,
}

/// A program and the graph whose leaves are its parameters.
pub fn program(random: &mut Random, floats: bool) -> (Program, Graph) {
    let mut graph = Graph::default();
    let lanes = if random.below(4) == 0 { random.one(&[1, 2, 4, 8, 16, 32, 64]) } else { 1 + random.below(17) as u32 };
    for at in 0..2 + random.below(2) {
        let width = random.one(if floats { &WIDTHS[2..] } else { &WIDTHS });
        let ty = Type::uint(width, lanes.min(MAX_BITS / width));
        graph.variable(&format!("p{at}"), ty).expect("a variable of a valid type");
    }
    let program = Draft::new(Param::leaves(&graph), Type::uint(8, 1));
    let mut making = Making { random, program, values: Vec::new(), params: graph.leaves.len(), floats };
    for (at, leaf) in graph.leaves.iter().enumerate() {
        let value = making.program.push(StepOp::Param(at as u32), vec![], Shape::new(leaf.ty.bits, leaf.ty.lanes));
        making.values.push((value, None));
    }
    let steps = 2 + making.random.below(8);
    for _ in 0..steps * 3 {
        if making.values.len() < making.params + steps {
            making.step();
        }
    }
    let (mut result, format) = making.values[making.values.len() - 1];
    let mut program = making.program;
    let shape = program.shape(result);
    if shape.bits > 64 {
        result = program.generic(Generic::Trunc, vec![result], Shape::new(64, shape.lanes));
    }
    let shape = program.shape(result);
    let ty = match format {
        Some(format) => Type::float(format.bits(), shape.lanes),
        None => Type::uint(shape.bits, shape.lanes),
    };
    // The parameters stay all, so that inputs are the leaves'.
    (Program { params: program.params.clone(), steps: program.into_steps(), result, ty }, graph)
}

impl Making<'_> {
    fn shape(&self, value: Value) -> Shape {
        self.program.shape(value)
    }

    /// A value, the newest more often than others.
    fn pick(&mut self) -> (Value, Option<FloatFormat>) {
        let count = self.values.len();
        let newest = self.random.below(2) == 0;
        let at = if newest { count - 1 - self.random.below(count.min(3)) } else { self.random.below(count) };
        self.values[at]
    }

    /// Another value of a shape that may be read in a format; a constant where there is none.
    fn like(&mut self, shape: Shape, format: Option<FloatFormat>) -> Value {
        let fits = |&&(value, own): &&(Value, Option<FloatFormat>)| {
            self.program.shape(value) == shape && (own.is_none() || own == format)
        };
        let all: Vec<Value> = self.values.iter().filter(fits).map(|v| v.0).collect();
        if !all.is_empty() && self.random.below(4) > 0 {
            return self.random.one(&all);
        }
        self.constant(shape)
    }

    fn constant(&mut self, shape: Shape) -> Value {
        let bits = shape.bits.min(64);
        if self.random.below(2) == 0 {
            let element = self.random.lane(bits, self.floats);
            return self.program.splat(element, shape);
        }
        let elements = (0..shape.lanes).map(|_| self.random.lane(bits, self.floats)).collect();
        self.program.push(StepOp::Constant(elements), vec![], shape)
    }

    fn push(&mut self, op: Generic, args: Vec<Value>, shape: Shape, format: Option<FloatFormat>) {
        if shape.total_bits() <= MAX_BITS && shape.lanes > 0 {
            let value = self.program.generic(op, args, shape);
            self.values.push((value, format));
        }
    }

    /// One more value, unless what was picked does not fit.
    fn step(&mut self) {
        let (value, format) = self.pick();
        let shape = self.shape(value);
        if self.random.below(4) == 0 {
            return self.movement(value, format);
        }
        if self.floats && self.random.below(3) > 0 {
            return self.float(value, format);
        }
        if format.is_some() {
            return;
        }
        if shape.bits <= 64 {
            match self.random.below(10) {
                0 => return self.conversion(value),
                1 => return self.division(value),
                2 => {
                    let unary = [Generic::Abs, Generic::Ctlz, Generic::Cttz, Generic::Ctpop];
                    let op = unary[self.random.below(unary.len())].clone();
                    return self.push(op, vec![value], shape, None);
                }
                3 => {
                    use Predicate::*;
                    let predicate = self.random.one(&[Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge]);
                    let other = self.like(shape, None);
                    let mask = Shape::new(1, shape.lanes);
                    return self.push(Generic::Compare(predicate), vec![value, other], mask, None);
                }
                _ => {}
            }
        } else if self.random.below(3) == 0 {
            return self.conversion(value);
        }
        let count = if shape.bits > 64 { OPERATIONS.len() - 4 } else { OPERATIONS.len() };
        let op = OPERATIONS[self.random.below(count)].clone();
        let other = self.like(shape, None);
        self.push(op, vec![value, other], shape, None);
    }

    /// Divisors are odd, and positive where that matters: a division by zero is no value but the program's end.
    fn division(&mut self, value: Value) {
        let shape = self.shape(value);
        if shape.bits < 8 {
            return;
        }
        let params: Vec<Value> = self.values[..self.params].iter().map(|v| v.0).collect();
        let params: Vec<Value> = params.into_iter().filter(|&p| self.shape(p) == shape).collect();
        let divisor = if params.is_empty() { self.constant(shape) } else { self.random.one(&params) };
        let (one, positive) = (self.program.splat(1, shape), self.program.splat(u64::MAX >> (65 - shape.bits), shape));
        let op = [Generic::UDiv, Generic::SDiv, Generic::URem, Generic::SRem][self.random.below(4)].clone();
        let divisor = self.program.generic(Generic::And, vec![divisor, positive], shape);
        let divisor = self.program.generic(Generic::Or, vec![divisor, one], shape);
        self.push(op, vec![value, divisor], shape, None);
    }

    fn conversion(&mut self, value: Value) {
        let shape = self.shape(value);
        let bits = self.random.one(&[1, 8, 16, 32, 64, 128]);
        let op = match bits.cmp(&shape.bits) {
            std::cmp::Ordering::Less => Generic::Trunc,
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Greater => [Generic::ZExt, Generic::SExt][self.random.below(2)].clone(),
        };
        self.push(op, vec![value], Shape::new(bits, shape.lanes), None);
    }

    fn movement(&mut self, value: Value, format: Option<FloatFormat>) {
        let shape = self.shape(value);
        match self.random.below(3) {
            0 if format.is_none() => {
                let bits = self.random.one(&WIDTHS);
                if shape.total_bits().is_multiple_of(bits) {
                    self.push(Generic::Bitcast, vec![value], shape.bitcast(bits), None);
                }
            }
            1 => {
                let lanes = if self.random.below(8) == 0 { 1 } else { shape.lanes };
                let mask = self.like(Shape::new(1, lanes), None);
                let other = self.like(shape, format);
                self.push(Generic::Select, vec![mask, value, other], shape, format);
            }
            _ => {
                let lanes = 1 + self.random.below(8) as u32;
                let other = self.like(Shape::new(shape.bits, lanes), format);
                let args = if self.random.below(2) == 0 { vec![value] } else { vec![value, other] };
                let all: u32 = args.iter().map(|&a| self.shape(a).lanes).sum();
                let lanes = 1 + self.random.below(2 * shape.lanes as usize) as u32;
                let indices = (0..lanes).map(|_| self.random.below(all as usize) as u32).collect();
                self.push(Generic::Shuffle(indices), args, Shape::new(shape.bits, lanes), format);
            }
        }
    }

    fn float(&mut self, value: Value, own: Option<FloatFormat>) {
        use FloatOp::*;
        let shape = self.shape(value);
        let of_width = FORMATS.into_iter().find(|f| f.bits() == shape.bits);
        let integer = own.is_none() && shape.bits <= 64;
        if integer && (of_width.is_none() || self.random.below(4) == 0) {
            let format = self.random.one(&FORMATS);
            let op = self.random.one(&[FromSigned, FromUnsigned]);
            return self.push(
                Generic::Float(op, format),
                vec![value],
                Shape::new(format.bits(), shape.lanes),
                Some(format),
            );
        }
        let Some(format) = of_width else { return };
        match self.random.below(8) {
            0 => {
                let op = self.random.one(&[ToSigned, ToUnsigned, ToSignedSaturating, ToUnsignedSaturating]);
                let to = Shape::new(self.random.one(&WIDTHS), shape.lanes);
                self.push(Generic::Float(op, format), vec![value], to, None);
            }
            1 => {
                let to = self.random.one(&FORMATS);
                if to != format {
                    let op = Generic::Float(Convert(to), format);
                    self.push(op, vec![value], Shape::new(to.bits(), shape.lanes), Some(to));
                }
            }
            2 => self.push(Generic::Float(Floor, format), vec![value], shape, Some(format)),
            3 => {
                let op = self.random.one(&[Eq, Ne, Lt, Le, Gt, Ge]);
                let other = self.like(shape, Some(format));
                self.push(Generic::Float(op, format), vec![value, other], Shape::new(1, shape.lanes), None);
            }
            _ => {
                let op = self.random.one(&[Add, Sub, Mul, Div]);
                let other = self.like(shape, Some(format));
                self.push(Generic::Float(op, format), vec![value, other], shape, Some(format));
            }
        }
    }
}
