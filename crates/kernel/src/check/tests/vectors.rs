//! Vectors, and values that loops carry, leave what operations one after the other leave.

use super::*;

/// A value in scope: its name, and its shape.
type Value = (String, Vec<i64>);

/// A function over two memrefs of one element type, of loops that carry numbers and vectors.
struct Vectors {
    random: Random,
    text: String,
    names: usize,
    element: &'static str,
    flags: [&'static str; 2],
}

const SHAPES: [&[i64]; 5] = [&[], &[2], &[4], &[2, 2], &[2, 4]];

impl Vectors {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%n{}", self.names)
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len() as i64) as usize].clone()
    }

    fn ty(&self, shape: &[i64]) -> String {
        let dims: Vec<String> = shape.iter().map(i64::to_string).collect();
        if shape.is_empty() { self.element.to_owned() } else { format!("vector<{}x{}>", dims.join("x"), self.element) }
    }

    fn memory(&self) -> String {
        format!("memref<6x16x{}>", self.element)
    }

    /// Adds an operation with one result.
    fn op(&mut self, text: &str, attributes: &str, of: &[&Value], shape: &[i64]) -> Value {
        let name = self.name();
        let operands: Vec<&str> = of.iter().map(|(name, _)| name.as_str()).collect();
        let types: Vec<String> = of.iter().map(|(_, shape)| self.ty(shape)).collect();
        let (operands, types, result) = (operands.join(", "), types.join(", "), self.ty(shape));
        let _ = writeln!(self.text, "{name} = \"{text}\"({operands}){attributes} : ({types}) -> {result}");
        (name, shape.to_vec())
    }

    /// `x op y` with one of the flags.
    fn arith(&mut self, x: &Value, y: &Value) -> Value {
        if self.element == "i32" {
            let op = self.pick(&["addi", "muli", "addi", "subi"]);
            return self.op(&format!("arith.{op}"), "", &[x, y], &x.1);
        }
        let (op, flags) = (self.pick(&["addf", "mulf", "addf", "subf"]), self.pick(&self.flags.clone()));
        let attributes = format!(" <{{fastmath = #arith.fastmath<{flags}>}}>");
        self.op(&format!("arith.{op}"), &attributes, &[x, y], &x.1)
    }

    /// Rows over counters below 4: both stay inside of the memory for a vector of four lanes and two rows.
    fn rows(&mut self, counters: &[String]) -> String {
        let dims: Vec<String> = (0..counters.len()).map(|at| format!("d{at}")).collect();
        let mut row = |most: i64, times: i64| match counters.len() as i64 {
            0 => self.random.below(most + 1).to_string(),
            n => format!("d{} * {} + {}", self.random.below(n), self.random.below(times), self.random.below(most - 3)),
        };
        let (first, second) = (row(4, 2), row(6, 4));
        format!("affine_map<({}) -> ({first}, {second})>", dims.join(", "))
    }

    fn access(&mut self, counters: &[String], store: Option<&Value>, shape: &[i64]) -> Value {
        let (map, memory, ty) = (self.rows(counters), self.memory(), self.ty(shape));
        let target = self.pick(&["%a", "%b"]);
        let names: String = counters.iter().map(|name| format!(", {name}")).collect();
        let types = ", index".repeat(counters.len());
        let kind = if shape.is_empty() { "" } else { "vector_" };
        if let Some(value) = store {
            let _ = writeln!(
                self.text,
                "\"affine.{kind}store\"({}, {target}{names}) <{{map = {map}}}> : ({ty}, {memory}{types}) -> ()",
                value.0
            );
            return value.clone();
        }
        let name = self.name();
        let _ = writeln!(
            self.text,
            "{name} = \"affine.{kind}load\"({target}{names}) <{{map = {map}}}> : ({memory}{types}) -> {ty}"
        );
        (name, shape.to_vec())
    }

    /// A value of a shape: one that is there, or a broadcast of a number.
    fn of_shape(&mut self, pool: &[Value], shape: &[i64]) -> Value {
        let fitting: Vec<Value> = pool.iter().filter(|(_, of)| of == shape).cloned().collect();
        if !fitting.is_empty() {
            return self.pick(&fitting);
        }
        let numbers: Vec<Value> = pool.iter().filter(|(_, of)| of.is_empty()).cloned().collect();
        let number = self.pick(&numbers);
        self.op("vector.broadcast", "", &[&number], shape)
    }

    /// An operation that moves lanes, or adds some of them.
    fn moved(&mut self, pool: &[Value]) -> Value {
        let kind = if self.element == "i32" || self.random.below(2) == 0 { "add" } else { "mul" };
        let of_kind = format!("kind = #vector.kind<{kind}>");
        let reassociates =
            if self.element == "i32" { String::new() } else { ", fastmath = #arith.fastmath<none>".to_owned() };
        match self.random.below(8) {
            0 => {
                let (x, y) = (self.of_shape(pool, &[2]), self.of_shape(pool, &[2]));
                self.op("vector.interleave", "", &[&x, &y], &[4])
            }
            1 => {
                let x = self.of_shape(pool, &[4]);
                self.op("vector.shape_cast", "", &[&x], &[2, 2])
            }
            2 => {
                let x = self.of_shape(pool, &[2, 4]);
                self.op("vector.extract", " <{static_position = array<i64: 1>}>", &[&x], &[4])
            }
            3 => {
                let (x, y) = (self.of_shape(pool, &[2]), self.of_shape(pool, &[2, 2]));
                self.op("vector.insert", " <{static_position = array<i64: 0>}>", &[&x, &y], &[2, 2])
            }
            4 => {
                let (x, y) = (self.of_shape(pool, &[4]), self.of_shape(pool, &[]));
                self.op("vector.reduction", &format!(" <{{{of_kind}{reassociates}}}>"), &[&x, &y], &[])
            }
            5 => {
                let (x, y) = (self.of_shape(pool, &[2, 4]), self.of_shape(pool, &[2]));
                let attributes = format!(" <{{{of_kind}, reduction_dims = array<i64: 1>}}>");
                self.op("vector.multi_reduction", &attributes, &[&x, &y], &[2])
            }
            6 => {
                let (x, y, z) = (self.of_shape(pool, &[2]), self.of_shape(pool, &[4]), self.of_shape(pool, &[2, 4]));
                self.op("vector.outerproduct", " <{kind = #vector.kind<add>}>", &[&x, &y, &z], &[2, 4])
            }
            _ if self.element == "i32" => {
                let x = self.of_shape(pool, &[2]);
                self.op("vector.broadcast", "", &[&x], &[2, 2])
            }
            _ => {
                let [x, y, z] = [0; 3].map(|_| self.of_shape(pool, &[4]));
                self.op("vector.fma", "", &[&x, &y, &z], &[4])
            }
        }
    }

    /// A loop that carries values, and stores some.
    fn loops(&mut self, counters: &[String], pool: &[Value]) -> Vec<Value> {
        let shapes: Vec<&[i64]> = (0..self.random.below(3)).map(|_| self.pick(&SHAPES)).collect();
        let given: Vec<Value> = shapes.iter().map(|shape| self.of_shape(pool, shape)).collect();
        let trip = [0, 1, 2, 3, 4, 4, 4][self.random.below(7) as usize];
        let (name, counter) = (self.name(), self.name());
        let arguments: Vec<Value> = shapes.iter().map(|shape| (self.name(), shape.to_vec())).collect();
        let list = |values: &[Value]| values.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", ");
        let types = given.iter().map(|(_, shape)| self.ty(shape)).collect::<Vec<_>>().join(", ");
        let result = if given.is_empty() { String::new() } else { format!("{name}:{} = ", given.len()) };
        let typed: String = arguments.iter().map(|(name, shape)| format!(", {name}: {}", self.ty(shape))).collect();
        let _ = writeln!(
            self.text,
            "{result}\"affine.for\"({}) <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, {}>, \
             step = 1 : index, upperBoundMap = affine_map<() -> ({trip})>}}> ({{\n^bb0({counter}: index{typed}):",
            list(&given),
            given.len(),
        );
        let inner = [counters, &[counter]].concat();
        let mut pool = [pool, &arguments].concat();
        if inner.len() < 3 && self.random.below(2) == 0 {
            pool.extend(self.loops(&inner, &pool.clone()));
        }
        for _ in 0..2 + self.random.below(4) {
            let shape = self.pick(&SHAPES);
            let value = match self.random.below(4) {
                0 => self.moved(&pool),
                1 => self.access(&inner, None, shape),
                _ => {
                    let (x, y) = (self.of_shape(&pool, shape), self.of_shape(&pool, shape));
                    if x == y { self.access(&inner, None, shape) } else { self.arith(&x, &y) }
                }
            };
            pool.push(value);
        }
        if self.random.below(2) == 0 {
            let value = self.pick(&pool);
            self.access(&inner, Some(&value), &value.1);
        }
        // A sum is what is carried most often.
        let sums: Vec<Value> = arguments
            .iter()
            .map(|argument| {
                let value = self.of_shape(&pool, &argument.1);
                if value == *argument || self.random.below(3) == 0 { value } else { self.arith(argument, &value) }
            })
            .collect();
        let _ =
            writeln!(self.text, "\"affine.yield\"({}) : ({types}) -> ()\n}}) : ({types}) -> ({types})", list(&sums));
        shapes.iter().enumerate().map(|(at, shape)| (format!("{name}#{at}"), shape.to_vec())).collect()
    }
}

fn program(number: u64) -> String {
    let element = ["f64", "i32"][number as usize % 2];
    let flags = [["none", "none"], ["fast", "fast"], ["fast", "none"]][number as usize / 2 % 3];
    let mut of = Vectors { random: Random(number), text: String::new(), names: 0, element, flags };
    let memory = of.memory();
    let _ = writeln!(
        of.text,
        "\"func.func\"() <{{function_type = ({memory}, {memory}, {element}) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%a: {memory}, %b: {memory}, %s: {element}):"
    );
    let mut pool = vec![("%s".to_owned(), Vec::new())];
    for _ in 0..2 {
        pool.extend(of.loops(&[], &pool.clone()));
    }
    let last = pool.last().cloned().unwrap_or_default();
    of.access(&[], Some(&last), &last.1);
    of.text.push_str("\"func.return\"() : () -> ()\n}) : () -> ()\n");
    of.text
}

#[test]
fn lanes_and_carried_values_leave_what_single_operations_leave() {
    let mut counted = [0; 3];
    for number in 0..5_000 {
        let text = program(number);
        let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        same_as_single(&module, (number, number / 6), &text);
        let has = |what: &str| u64::from(text.contains(what));
        counted[0] += has("vector.");
        counted[1] += has(":1 = \"affine.for\"") | has(":2 = \"affine.for\"");
        counted[2] += has("i32");
    }
    assert!(counted.iter().all(|count| *count > 1_500), "{counted:?}");
}
