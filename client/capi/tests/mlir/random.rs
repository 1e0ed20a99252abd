//! Kernels that nobody wrote: random operations on vectors compute the same with answers as without, byte by byte.

use super::build::{Built, CPU};
use super::equal::compared;
use libtest_mimic::Failed;
use std::fmt::Write as _;

/// Kernels of one module, and operations of one kernel.
const KERNELS: usize = 8;
const OPERATIONS: usize = 14;

/// Modules of the slow test.
const MODULES: u64 = 100;

/// The most lanes of a value.
const MOST_LANES: u64 = 128;

/// A few modules with plain operations of LLVM for every window, and one with what is found by search.
pub fn some(built: &Built) -> Result<(), Failed> {
    each(built, 1..5, " plain=true")?;
    each(built, 1..2, "")
}

/// Many modules.
pub fn many(built: &Built) -> Result<(), Failed> {
    each(built, 5..5 + MODULES, " plain=true")
}

fn each(built: &Built, seeds: std::ops::Range<u64>, option: &str) -> Result<(), Failed> {
    let mut used = 0;
    for seed in seeds {
        let text = Random::of(seed).module();
        let ended = compared(built, &text, &format!("isotope-select{{cpu={CPU}{option}}}"))
            .map_err(|why| Failed::from(format!("seed {seed}: {}\n{text}", why.message().unwrap_or_default())))?;
        used += ended.used();
    }
    println!("{used} answers used");
    if used == 0 { Err("no answer is used: nothing was compared".into()) } else { Ok(()) }
}

/// A value: its name, its shape and the bits of a lane.
#[derive(Clone, PartialEq)]
struct Value {
    name: String,
    shape: Vec<u64>,
    bits: u64,
}

impl Value {
    fn ty(&self) -> String {
        ty(&self.shape, self.bits)
    }

    fn lanes(&self) -> u64 {
        self.shape.iter().product()
    }
}

fn ty(shape: &[u64], bits: u64) -> String {
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    format!("vector<{}xi{bits}>", sizes.join("x"))
}

/// Numbers from a seed, and what is made of them.
struct Random(u64);

impl Random {
    fn of(seed: u64) -> Self {
        // A mixed beginning: beginnings a multiple of the increment apart would give each seed the numbers of the one before, one later.
        Random(Random(seed).next())
    }

    fn next(&mut self) -> u64 {
        // Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }

    fn module(&mut self) -> String {
        (0..KERNELS).map(|number| self.kernel(number)).collect()
    }

    fn kernel(&mut self, number: usize) -> String {
        let mut made = Kernel { text: String::new(), values: Vec::new(), count: 0 };
        for buffer in ["a", "b", "c"] {
            let bits = self.one(&[8, 8, 16, 32]);
            let lanes = self.one(&[8, 16, 16, 32]);
            made.load(buffer, bits, lanes, self.below(40));
            made.load(buffer, bits, lanes, self.below(40));
        }
        let loaded = made.values.len();
        for _ in 0..OPERATIONS {
            self.operation(&mut made);
        }
        let made_here: Vec<Value> = made.values[loaded..].to_vec();
        let mut offset = 0;
        for value in made_here.iter().rev().step_by(3) {
            offset = made.store(value, offset);
        }
        let buffers = ["a", "b", "c", "out"].map(|name| format!("%{name}: memref<16384xi8>")).join(", ");
        format!(
            "func.func @random_{number}({buffers}) {{\n  %zero = arith.constant 0 : index\n{}  return\n}}\n",
            made.text
        )
    }

    /// One more value, or none where the values chosen do not fit.
    fn operation(&mut self, made: &mut Kernel) {
        let x = self.one(&made.values);
        match self.below(20) {
            0..=4 => {
                let op = self.one(&["addi", "subi", "muli", "andi", "ori", "xori", "minsi", "minui", "maxsi", "maxui"]);
                let y = self.like(made, &x);
                made.push(&x.shape, x.bits, &format!("arith.{op} {}, {} : {}", x.name, y.name, x.ty()));
            }
            5 => {
                let (op, amount) = (self.one(&["shli", "shrui", "shrsi"]), self.below(x.bits));
                let amount = made.push(&x.shape, x.bits, &format!("arith.constant dense<{amount}> : {}", x.ty()));
                made.push(&x.shape, x.bits, &format!("arith.{op} {}, {} : {}", x.name, amount.name, x.ty()));
            }
            6 | 7 if x.bits < 64 => {
                let (op, bits) = (self.one(&["extui", "extsi"]), x.bits * self.one(&[2, 2, 4]));
                if bits <= 64 {
                    made.push(&x.shape, bits, &format!("arith.{op} {} : {} to {}", x.name, x.ty(), ty(&x.shape, bits)));
                }
            }
            8 if x.bits > 8 => {
                made.push(
                    &x.shape,
                    x.bits / 2,
                    &format!("arith.trunci {} : {} to {}", x.name, x.ty(), ty(&x.shape, x.bits / 2)),
                );
            }
            9 | 10 => {
                let (predicate, y, z) =
                    (self.one(&["eq", "ne", "slt", "sle", "ugt", "uge"]), self.like(made, &x), self.like(made, &x));
                let condition = made.name();
                let (mask, own) = (ty(&x.shape, 1), x.ty());
                let _ = writeln!(made.text, "  {condition} = arith.cmpi {predicate}, {}, {} : {own}", x.name, y.name);
                made.push(
                    &x.shape,
                    x.bits,
                    &format!("arith.select {condition}, {}, {} : {mask}, {own}", z.name, x.name),
                );
            }
            11 => {
                // MLIR 22 does not lower the others on vectors of several dimensions.
                let lowered = if x.shape.len() == 1 { &["absi", "ctpop", "ctlz", "cttz"][..] } else { &["ctpop"] };
                let op = self.one(lowered);
                made.push(&x.shape, x.bits, &format!("math.{op} {} : {}", x.name, x.ty()));
            }
            12 => {
                let divisor = 2 + self.below(100);
                let op = self.one(&["divui", "divsi"]);
                let by = made.push(&x.shape, x.bits, &format!("arith.constant dense<{divisor}> : {}", x.ty()));
                made.push(&x.shape, x.bits, &format!("arith.{op} {}, {} : {}", x.name, by.name, x.ty()));
            }
            _ => self.moves(made, &x),
        }
    }

    /// A value of the same type: another one, a constant, or itself.
    fn like(&mut self, made: &mut Kernel, x: &Value) -> Value {
        let same: Vec<Value> = made.values.iter().filter(|y| y.shape == x.shape && y.bits == x.bits).cloned().collect();
        if self.below(4) > 0 {
            return self.one(&same);
        }
        let number = self.next() & ((1 << (x.bits - 1)) - 1);
        made.push(&x.shape, x.bits, &format!("arith.constant dense<{number}> : {}", x.ty()))
    }

    /// An operation that moves lanes, or adds some up.
    fn moves(&mut self, made: &mut Kernel, x: &Value) {
        let (name, own, lanes) = (&x.name, x.ty(), x.lanes());
        let is_flat = x.shape.len() == 1;
        let choice = self.below(14);
        match choice {
            0 if is_flat => {
                let y = self.like(made, x);
                let mask: Vec<String> = (0..lanes).map(|_| self.below(2 * lanes).to_string()).collect();
                made.push(
                    &x.shape,
                    x.bits,
                    &format!("vector.shuffle {name}, {} [{}] : {own}, {own}", y.name, mask.join(", ")),
                );
            }
            1 if is_flat && lanes >= 4 => {
                let shape = [lanes / 4, 4];
                made.push(&shape, x.bits, &format!("vector.shape_cast {name} : {own} to {}", ty(&shape, x.bits)));
            }
            2 if !is_flat => {
                made.push(&[lanes], x.bits, &format!("vector.shape_cast {name} : {own} to {}", ty(&[lanes], x.bits)));
            }
            3 if !is_flat => {
                let to = [x.shape[1], x.shape[0]];
                made.push(&to, x.bits, &format!("vector.transpose {name}, [1, 0] : {own} to {}", ty(&to, x.bits)));
            }
            4 if is_flat && 2 * lanes <= MOST_LANES => {
                let y = self.like(made, x);
                made.push(
                    &[2 * lanes],
                    x.bits,
                    &format!("vector.interleave {name}, {} : {own} -> {}", y.name, ty(&[2 * lanes], x.bits)),
                );
            }
            5 if is_flat && lanes >= 4 => {
                let (first, second, half) = (made.name(), made.name(), ty(&[lanes / 2], x.bits));
                let _ = writeln!(made.text, "  {first}, {second} = vector.deinterleave {name} : {own} -> {half}");
                let name = self.one(&[first, second]);
                made.values.push(Value { name, shape: vec![lanes / 2], bits: x.bits });
            }
            6 if is_flat && lanes >= 4 => {
                let offset = self.below(lanes / 2);
                let to = ty(&[lanes / 2], x.bits);
                let op = format!("{{offsets = [{offset}], sizes = [{}], strides = [1]}} : {own} to {to}", lanes / 2);
                let half = made.push(&[lanes / 2], x.bits, &format!("vector.extract_strided_slice {name} {op}"));
                let back = format!("{{offsets = [{}], strides = [1]}} : {to} into {own}", self.below(lanes / 2));
                made.push(&x.shape, x.bits, &format!("vector.insert_strided_slice {}, {name} {back}", half.name));
            }
            7 if !is_flat && x.shape[1] > 1 => {
                let (from, to, row) = (self.below(x.shape[0]), self.below(x.shape[0]), ty(&x.shape[1..], x.bits));
                let taken =
                    made.push(&x.shape[1..], x.bits, &format!("vector.extract {name}[{from}] : {row} from {own}"));
                made.push(&x.shape, x.bits, &format!("vector.insert {}, {name} [{to}] : {row} into {own}", taken.name));
            }
            8 if is_flat && 4 * lanes <= MOST_LANES => {
                let shape = [4, lanes];
                made.push(&shape, x.bits, &format!("vector.broadcast {name} : {own} to {}", ty(&shape, x.bits)));
            }
            9 if is_flat && x.bits <= 32 && lanes >= 4 => {
                made.push(
                    &[lanes / 2],
                    x.bits * 2,
                    &format!("vector.bitcast {name} : {own} to {}", ty(&[lanes / 2], x.bits * 2)),
                );
            }
            10 if !is_flat && x.shape.iter().all(|size| *size > 1) => {
                let dimension = self.below(2);
                let to = [x.shape[1 - dimension as usize]];
                let kind = self.one(&["add", "mul", "minsi", "minui", "maxsi", "maxui", "and", "or"]);
                let result = ty(&to, x.bits);
                let acc = made.push(&to, x.bits, &format!("arith.constant dense<{}> : {result}", self.below(100)));
                let op =
                    format!("vector.multi_reduction <{kind}>, {name}, {} [{dimension}] : {own} to {result}", acc.name);
                made.push(&to, x.bits, &op);
            }
            11 if is_flat => {
                let kind = self.one(&["add", "mul", "minsi", "maxui", "and", "or"]);
                let scalar = made.name();
                let _ = writeln!(made.text, "  {scalar} = vector.reduction <{kind}>, {name} : {own} into i{}", x.bits);
                made.push(&x.shape, x.bits, &format!("vector.broadcast {scalar} : i{} to {own}", x.bits));
            }
            12 | 13 => self.products(made, x),
            _ => {}
        }
    }

    /// Products of all lanes of one vector with all of another, or of rows with rows, where they are few.
    fn products(&mut self, made: &mut Kernel, x: &Value) {
        let own = x.ty();
        match x.shape[..] {
            [lanes] if (2..=8).contains(&lanes) => {
                let (y, shape) = (self.like(made, x), [lanes, lanes]);
                let zero = made.push(&shape, x.bits, &format!("arith.constant dense<7> : {}", ty(&shape, x.bits)));
                let op = format!("vector.outerproduct {}, {}, {}", x.name, y.name, zero.name);
                made.push(&shape, x.bits, &format!("{op} {{kind = #vector.kind<add>}} : {own}, {own}"));
            }
            [rows, lanes] if rows > 1 && lanes > 1 && rows * rows * lanes <= MOST_LANES => {
                let (y, shape) = (self.like(made, x), [rows, rows]);
                let to = ty(&shape, x.bits);
                let acc = made.push(&shape, x.bits, &format!("arith.constant dense<{}> : {to}", self.below(100)));
                let maps = ["(i, k)", "(j, k)", "(i, j)"].map(|of| format!("affine_map<(i, j, k) -> {of}>")).join(", ");
                let loops = "[\"parallel\", \"parallel\", \"reduction\"]";
                let how = format!("{{indexing_maps = [{maps}], iterator_types = {loops}, kind = #vector.kind<add>}}");
                let op = format!("vector.contract {how} {}, {}, {}", x.name, y.name, acc.name);
                made.push(&shape, x.bits, &format!("{op} : {own}, {own} into {to}"));
            }
            _ => {}
        }
    }
}

/// A function's text, and its values so far.
struct Kernel {
    text: String,
    values: Vec<Value>,
    count: usize,
}

impl Kernel {
    fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    fn push(&mut self, shape: &[u64], bits: u64, operation: &str) -> Value {
        let value = Value { name: self.name(), shape: shape.to_vec(), bits };
        let _ = writeln!(self.text, "  {} = {operation}", value.name);
        self.values.push(value.clone());
        value
    }

    /// A buffer as elements of so many bits.
    fn view(&mut self, buffer: &str, bits: u64) -> (String, String) {
        let to = format!("memref<{}xi{bits}>", 16384 * 8 / bits);
        let view = self.name();
        let _ = writeln!(self.text, "  {view} = memref.view %{buffer}[%zero][] : memref<16384xi8> to {to}");
        (view, to)
    }

    fn load(&mut self, buffer: &str, bits: u64, lanes: u64, offset: u64) {
        let (view, memref) =
            if bits == 8 { (format!("%{buffer}"), "memref<16384xi8>".to_owned()) } else { self.view(buffer, bits) };
        let index = self.name();
        let _ = writeln!(self.text, "  {index} = arith.constant {offset} : index");
        self.push(&[lanes], bits, &format!("vector.load {view}[{index}] : {memref}, {}", ty(&[lanes], bits)));
    }

    /// Where the next one is stored.
    fn store(&mut self, value: &Value, offset: u64) -> u64 {
        let flat = ty(&[value.lanes()], value.bits);
        let mut name = value.name.clone();
        if value.shape.len() > 1 {
            name = self
                .push(&[value.lanes()], value.bits, &format!("vector.shape_cast {name} : {} to {flat}", value.ty()))
                .name;
        }
        let (view, memref) = self.view("out", value.bits);
        let index = self.name();
        let _ = writeln!(self.text, "  {index} = arith.constant {offset} : index");
        let _ = writeln!(self.text, "  vector.store {name}, {view}[{index}] : {memref}, {flat}");
        offset + value.lanes().max(8)
    }
}
