//! The programs carried out on numbers. `None` is poison; what depends on it where it may not is an error.

use isotope_lanes::{Clause, Variant};
use isotope_mlir::ir::{Attribute, BlockId, Module, OpId, Operation, Type, TypeId, ValueId};
use isotope_mlir::literals::{Element, Literal, integers, literals, number, text};
use std::collections::{HashMap, HashSet};

pub type Lanes = Vec<Option<u64>>;

/// Bytes from this address on.
const BASE: u64 = 1 << 16;

/// Bytes that all lanes share. Behind them is what a run has on the stack.
const SHARED: usize = 4096;

/// Of one run: more than any input of these tests needs.
const MOST_STEPS: usize = 20_000;

/// The first input on which an active lane of a body, `@vector` or `@registers`, does something else than `@scalar`.
pub fn difference(module: &Module, shape: &str, body: &str, inputs: u64) -> Option<String> {
    compared(module, shape, body, inputs).err()
}

/// On how many of the inputs, at which the scalar function is defined, each active lane of a body does what `@scalar` does; the first
/// input on which one does not.
pub fn compared(module: &Module, shape: &str, body: &str, inputs: u64) -> Result<u64, String> {
    let variant = Variant::read(shape).unwrap();
    let constants = constants(module);
    let all = (0..inputs).map(|seed| is_same(module, &constants, &variant, body, seed));
    all.sum()
}

/// 1 where both do the same, 0 where the input is none.
fn is_same(
    module: &Module,
    constants: &HashMap<OpId, Lanes>,
    variant: &Variant,
    body: &str,
    seed: u64,
) -> Result<u64, String> {
    let mut drawn = Drawn(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (types, lanes) = (arguments(module, "scalar"), variant.lanes as usize);
    let on: Vec<bool> = (0..lanes).map(|_| !variant.is_masked || !drawn.next().is_multiple_of(3)).collect();
    let memory: Vec<u8> = (0..SHARED / 4).flat_map(|_| drawn.float().to_bits().to_le_bytes()).collect();
    let mut given: Vec<Lanes> = Vec::new();
    let mut by_lane: Vec<Vec<Option<u64>>> = vec![Vec::new(); lanes];
    for (ty, clause) in types.iter().zip(&variant.clauses) {
        let shared = drawn.value(ty);
        // Lanes a row apart, which do not meet in memory, or lanes of any small numbers.
        let apart = if matches!(ty.as_str(), "f32" | "ptr") { 0 } else { [0, 16][drawn.next() as usize % 2] };
        let values: Lanes = (0..lanes as u64)
            .map(|lane| match clause {
                // A lane that is off has anything: poison, zeros, addresses of nothing.
                Clause::Vector if !on[lane as usize] => [None, Some(0), Some(u64::MAX)][drawn.next() as usize % 3],
                Clause::Vector => Some(drawn.value(ty).wrapping_add(apart * lane) & low(bits(ty))),
                Clause::Uniform => Some(shared),
                Clause::Linear(step) => {
                    Some(shared.wrapping_add(lane.wrapping_mul(step.cast_unsigned())) & low(bits(ty)))
                }
            })
            .collect();
        by_lane.iter_mut().zip(&values).for_each(|(all, value)| all.push(*value));
        given.push(if *clause == Clause::Vector { values } else { vec![Some(shared)] });
    }
    if variant.is_masked {
        given.push(on.iter().map(|on| Some(u64::from(*on))).collect());
    }
    let (mut expected, mut expected_memory, mut calls) = (Vec::new(), memory.clone(), Vec::new());
    let mut touched: Vec<HashSet<usize>> = vec![HashSet::new(); 2];
    for (lane, arguments) in by_lane.into_iter().enumerate() {
        if !on[lane] {
            expected.push(None);
            continue;
        }
        let arguments = arguments.into_iter().map(|value| vec![value]).collect();
        let mut own = memory.clone();
        let mut run = Run::new(module, constants, &mut own);
        // An input for which the scalar function is undefined is no input, and neither are lanes that meet in memory.
        let Ok(result) = run.call("scalar", arguments) else { return Ok(0) };
        calls.append(&mut run.calls);
        let [read, written] = run.touched;
        if !touched[1].is_disjoint(&read) || !touched[1].is_disjoint(&written) || !touched[0].is_disjoint(&written) {
            return Ok(0);
        }
        written.iter().for_each(|at| expected_memory[*at] = own[*at]);
        touched[0].extend(read);
        touched[1].extend(written);
        expected.push(result.first().copied().flatten());
    }
    let mut found_memory = memory;
    let mut run = Run::new(module, constants, &mut found_memory);
    let found = run.call(body, given).map_err(|why| format!("seed {seed}: {why}"))?;
    let mut found_calls = run.calls;
    found_calls.sort_unstable();
    calls.sort_unstable();
    let is_other = |lane: usize| expected[lane].is_some() && found.get(lane).copied().flatten() != expected[lane];
    match (0..lanes).find(|lane| is_other(*lane)) {
        Some(lane) => Err(format!("seed {seed}, lane {lane}: {:?} in place of {:?}", found[lane], expected[lane])),
        None if found_calls != calls => Err(format!("seed {seed}: other calls are made")),
        None if found_memory[..SHARED] != expected_memory => Err(format!("seed {seed}: other bytes are written")),
        None => Ok(1),
    }
}

/// Each constant's lanes, read once: a loop comes to it in every iteration.
fn constants(module: &Module) -> HashMap<OpId, Lanes> {
    let all = module.blocks.iter().flat_map(|block| &block.operations).copied();
    all.filter(|id| module.op(*id).name == "llvm.mlir.constant")
        .map(|id| (id, constant(module, module.op(id))))
        .collect()
}

fn constant(module: &Module, op: &Operation) -> Lanes {
    let (count, width) = lanes(module, module.type_of(op.results[0]));
    let value: &Attribute = module.attribute(op, "value").unwrap();
    let of = |one: &Literal| match one {
        Literal::Int(number) => Some(number.cast_unsigned() & low(width)),
        Literal::Float(_) => None,
    };
    literals(module, value, Element::Int(width), count as u64).unwrap().iter().map(of).collect()
}

/// How many lanes a type has, and the bits of each.
fn lanes(module: &Module, ty: TypeId) -> (usize, u32) {
    let scalar = |ty: TypeId| match module.pool.ty(ty) {
        Type::Integer { width, .. } => *width,
        Type::Float("f32") => 32,
        _ => 64,
    };
    match module.pool.ty(ty) {
        Type::Vector { dims, element } => (dims[0].size as usize, scalar(*element)),
        _ => (1, scalar(ty)),
    }
}

struct Drawn(u64);

impl Drawn {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn float(&mut self) -> f32 {
        [0.0, 1.0, -0.5, f32::NAN][self.next() as usize % 4].mul_add(0.001, (self.next() % 4096) as f32 / 1024.0 - 2.0)
    }

    fn value(&mut self, ty: &str) -> u64 {
        match ty {
            "f32" => self.float().to_bits().into(),
            "ptr" => BASE + 2048,
            _ => self.next() % 23,
        }
    }
}

fn arguments(module: &Module, name: &str) -> Vec<String> {
    let block = entry(module, name);
    let shown = |value: &ValueId| match module.pool.ty(module.type_of(*value)) {
        Type::Float(name) => (*name).to_owned(),
        Type::Integer { width, .. } => width.to_string(),
        _ => "ptr".to_owned(),
    };
    module.blocks[block.index()].arguments.iter().map(shown).collect()
}

fn entry(module: &Module, name: &str) -> BlockId {
    let of = module
        .operations
        .iter()
        .find(|op| op.name == "llvm.func" && text(module, op, "sym_name").as_deref() == Some(name));
    module.regions[of.unwrap().regions[0].index()].blocks[0]
}

fn bits(ty: &str) -> u32 {
    match ty {
        "f32" => 32,
        "ptr" => 64,
        width => width.parse().unwrap_or(64),
    }
}

fn low(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

struct Run<'a> {
    module: &'a Module,
    constants: &'a HashMap<OpId, Lanes>,
    memory: &'a mut Vec<u8>,
    /// By the number of the value.
    values: Vec<Lanes>,
    steps: usize,
    /// Bytes that are read, and written.
    touched: [HashSet<usize>; 2],
    /// Of functions that may write.
    calls: Vec<(String, Vec<Option<u64>>)>,
}

impl<'a> Run<'a> {
    fn new(module: &'a Module, constants: &'a HashMap<OpId, Lanes>, memory: &'a mut Vec<u8>) -> Self {
        let values = vec![Lanes::new(); module.values.len()];
        Run { module, constants, memory, values, steps: 0, touched: Default::default(), calls: Vec::new() }
    }

    fn call(&mut self, name: &str, arguments: Vec<Lanes>) -> Result<Lanes, String> {
        let (mut block, mut given) = (entry(self.module, name), arguments);
        loop {
            let of = &self.module.blocks[block.index()];
            of.arguments.iter().zip(given).for_each(|(to, value)| self.values[to.index()] = value);
            let (last, ops) = of.operations.split_last().unwrap();
            for op in ops {
                self.carry_out(*op)?;
            }
            self.steps += 1;
            let op = self.module.op(*last);
            let all = op.operands.iter().map(|of| self.values[of.index()].clone()).collect::<Vec<_>>();
            match op.name.as_str() {
                _ if self.steps > MOST_STEPS => return Err("it does not end".to_owned()),
                "llvm.return" => return Ok(all.into_iter().next().unwrap_or_default()),
                "llvm.br" => (block, given) = (op.successors[0], all),
                "llvm.cond_br" => {
                    let sizes = integers(self.module, op, "operandSegmentSizes").unwrap();
                    let condition = all[0][0].ok_or("a branch on poison")?;
                    let middle = 1 + sizes[1] as usize;
                    let taken = if condition == 1 { &all[1..middle] } else { &all[middle..] };
                    (block, given) = (op.successors[1 - condition as usize], taken.to_vec());
                }
                other => return Err(format!("{other} is reached")),
            }
        }
    }

    fn carry_out(&mut self, id: OpId) -> Result<(), String> {
        self.steps += 1;
        let op = self.module.op(id);
        let all: Vec<Lanes> = op.operands.iter().map(|of| self.values[of.index()].clone()).collect();
        let result = op.results.first().map(|of| lanes(self.module, self.module.type_of(*of)));
        let (count, width) = result.unwrap_or_else(|| lanes(self.module, self.module.type_of(op.operands[0])));
        // A call of nothing but scalars is one for each lane, too, where it says so.
        let called = text(self.module, op, "isotope.lanes").and_then(|shape| Variant::read(&shape).ok());
        let count = called.as_ref().map_or(count, |variant| variant.lanes as usize);
        let bytes = u64::from(width.div_ceil(8));
        let at = |of: &Lanes, lane: usize| if of.len() == 1 { of[0] } else { of[lane] };
        let mut made: Lanes = vec![None; count];
        for (lane, made) in made.iter_mut().enumerate() {
            let row = |of: &Lanes| {
                at(of, lane).map(|address| if of.len() == 1 { address + bytes * lane as u64 } else { address })
            };
            let is_on = |of: &Lanes| at(of, lane).map(|bit| bit == 1).ok_or("a mask is poison");
            *made = match op.name.as_str() {
                "llvm.load" => Some(self.load(row(&all[0]), bytes)?),
                "llvm.intr.masked.load" | "llvm.intr.masked.gather" => match is_on(&all[1])? {
                    true => Some(self.load(row(&all[0]), bytes)?),
                    false => at(&all[2], lane),
                },
                "llvm.store" => self.store(row(&all[1]), at(&all[0], lane), bytes)?,
                "llvm.intr.masked.store" | "llvm.intr.masked.scatter" => match is_on(&all[2])? {
                    true => self.store(row(&all[1]), at(&all[0], lane), bytes)?,
                    false => None,
                },
                "llvm.intr.vector.reduce.or" => Some(u64::from(
                    all[0].iter().copied().collect::<Option<Vec<_>>>().ok_or("any lane of poison")?.contains(&1),
                )),
                "llvm.insertelement" => {
                    if lane == 0 {
                        all[1][0]
                    } else {
                        None
                    }
                }
                "llvm.shufflevector" => {
                    let from = integers(self.module, op, "mask").unwrap()[lane] as usize;
                    all[0].iter().chain(&all[1]).nth(from).copied().flatten()
                }
                "llvm.call" => {
                    let (mask, given) = all
                        .split_last()
                        .filter(|_| called.as_ref().is_some_and(|variant| variant.is_masked))
                        .map_or((None, &all[..]), |(m, g)| (Some(m), g));
                    let clauses = called.as_ref().map_or(&[][..], |variant| &variant.clauses[..]);
                    let argument = |(number, of): (usize, &Lanes)| match (clauses.get(number), at(of, lane)) {
                        (Some(Clause::Linear(step)), Some(first)) => {
                            let (_, bits) = lanes(self.module, self.module.type_of(op.operands[number]));
                            Some(first.wrapping_add(step.cast_unsigned().wrapping_mul(lane as u64)) & low(bits))
                        }
                        (_, value) => value,
                    };
                    match mask.is_none_or(|mask| at(mask, lane) == Some(1)) {
                        true => self.called(op, given.iter().enumerate().map(argument).collect(), width),
                        false => None,
                    }
                }
                "llvm.alloca" => {
                    // Behind what is shared, and away from what was there before.
                    let number = |name: &str| self.module.attribute(op, name).and_then(number).unwrap() as usize;
                    let (bytes, align) = (number("isotope.bytes"), number("alignment"));
                    let begin = (self.memory.len() + SHARED).next_multiple_of(align);
                    self.memory.resize(begin + bytes, 0xa5);
                    Some(BASE + begin as u64)
                }
                "llvm.mlir.poison" => None,
                "llvm.mlir.constant" => self.constants[&id][lane],
                name => self.lanewise(op, name, &all.iter().map(|of| at(of, lane)).collect::<Vec<_>>(), width)?,
            };
        }
        if let Some(result) = op.results.first() {
            self.values[result.index()] = made;
        }
        Ok(())
    }

    /// The result of a function that nobody knows: a number that depends on its arguments.
    fn called(&mut self, op: &Operation, given: Vec<Option<u64>>, width: u32) -> Option<u64> {
        let name = |op: &Operation| match self.module.attribute(op, "callee") {
            Some(Attribute::Symbol(names)) => names.join("::"),
            _ => String::new(),
        };
        let own = name(op);
        let reads = |of: &&Operation| name(of) == own && self.module.attribute(of, "isotope.reads").is_some();
        let only_reads = self.module.operations.iter().filter(reads).count() > 0;
        let all = given.iter().copied().collect::<Option<Vec<u64>>>();
        let seed = own.bytes().map(u64::from).fold(7, |sum, byte| sum * 31 + byte);
        let result = all.map(|all| {
            all.iter().fold(seed, |sum, value| (sum ^ value).wrapping_mul(0x9e37_79b9) >> 3) & low(width) & 63
        });
        if !only_reads {
            self.calls.push((own, given));
        }
        result
    }

    fn place(&self, address: Option<u64>, bytes: u64) -> Result<std::ops::Range<usize>, String> {
        let from = address.and_then(|address| address.checked_sub(BASE)).ok_or("an address of nothing")?;
        let range = from as usize..from.saturating_add(bytes) as usize;
        if range.end > self.memory.len() { Err("an address outside".to_owned()) } else { Ok(range) }
    }

    fn load(&mut self, address: Option<u64>, bytes: u64) -> Result<u64, String> {
        let range = self.place(address, bytes)?;
        self.touched[0].extend(range.clone().filter(|at| *at < SHARED));
        Ok(self.memory[range].iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)))
    }

    fn store(&mut self, address: Option<u64>, value: Option<u64>, bytes: u64) -> Result<Option<u64>, String> {
        let range = self.place(address, bytes)?;
        let value = value.ok_or("poison is stored")?;
        self.touched[1].extend(range.clone().filter(|at| *at < SHARED));
        range.enumerate().for_each(|(number, at)| self.memory[at] = (value >> (8 * number)) as u8);
        Ok(None)
    }

    fn lanewise(&self, op: &Operation, name: &str, of: &[Option<u64>], width: u32) -> Result<Option<u64>, String> {
        if name == "llvm.select" {
            return Ok(of[0].and_then(|condition| of[2 - condition as usize]));
        }
        let is_division = name.ends_with("div") && !name.ends_with("fdiv") || name.ends_with("rem");
        let Some(of) = of.iter().copied().collect::<Option<Vec<_>>>() else {
            // A poison dividend makes a poison quotient, unless the division might overflow.
            let is_safe = !is_division || of[1].is_some_and(|divisor| divisor != 0 && divisor != low(width));
            return if is_safe { Ok(None) } else { Err("a division by poison".to_owned()) };
        };
        let from = lanes(self.module, self.module.type_of(op.operands[0])).1;
        let signed = |bits: u64| (bits << (64 - from)).cast_signed() >> (64 - from);
        let float = |bits: u64| f32::from_bits(bits as u32);
        let bits = |value: f32| u64::from(if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() });
        if is_division && of[1] == 0 {
            return Err("a division by zero".to_owned());
        }
        let predicate = self.module.attribute(op, "predicate").and_then(number);
        Ok(Some(
            match (name, predicate) {
                ("llvm.add" | "llvm.getelementptr", _) => of[0].wrapping_add(of[1]),
                ("llvm.sub", _) => of[0].wrapping_sub(of[1]),
                ("llvm.mul", _) => of[0].wrapping_mul(of[1]),
                ("llvm.and", _) => of[0] & of[1],
                ("llvm.or", _) => of[0] | of[1],
                ("llvm.xor", _) => of[0] ^ of[1],
                ("llvm.shl" | "llvm.lshr" | "llvm.ashr", _) if of[1] >= u64::from(width) => return Ok(None),
                ("llvm.shl", _) => of[0] << of[1],
                ("llvm.lshr", _) => of[0] >> of[1],
                ("llvm.ashr", _) => (signed(of[0]) >> of[1]).cast_unsigned(),
                ("llvm.sdiv", _) => signed(of[0]).wrapping_div(signed(of[1])).cast_unsigned(),
                ("llvm.srem", _) => signed(of[0]).wrapping_rem(signed(of[1])).cast_unsigned(),
                ("llvm.udiv", _) => of[0] / of[1],
                ("llvm.urem", _) => of[0] % of[1],
                ("llvm.fadd", _) => bits(float(of[0]) + float(of[1])),
                ("llvm.fsub", _) => bits(float(of[0]) - float(of[1])),
                ("llvm.fmul", _) => bits(float(of[0]) * float(of[1])),
                ("llvm.fdiv", _) => bits(float(of[0]) / float(of[1])),
                ("llvm.sitofp", _) => bits(signed(of[0]) as f32),
                ("llvm.fptosi", _) => (float(of[0]) as i32 as u32).into(),
                ("llvm.sext", _) => signed(of[0]).cast_unsigned(),
                ("llvm.zext" | "llvm.trunc" | "llvm.bitcast" | "llvm.freeze", _) => of[0],
                ("llvm.call_intrinsic", _) => match text(self.module, op, "intrin").as_deref() {
                    Some("llvm.umin") => of[0].min(of[1]),
                    Some("llvm.umax") => of[0].max(of[1]),
                    Some("llvm.smin") => signed(of[0]).min(signed(of[1])).cast_unsigned(),
                    Some("llvm.smax") => signed(of[0]).max(signed(of[1])).cast_unsigned(),
                    Some("llvm.sqrt") => bits(float(of[0]).sqrt()),
                    other => return Err(format!("{other:?} is not known")),
                },
                ("llvm.icmp", Some(predicate)) => {
                    let (a, b) = (signed(of[0]), signed(of[1]));
                    let all = [
                        a == b,
                        a != b,
                        a < b,
                        a <= b,
                        a > b,
                        a >= b,
                        of[0] < of[1],
                        of[0] <= of[1],
                        of[0] > of[1],
                        of[0] >= of[1],
                    ];
                    all[predicate as usize].into()
                }
                ("llvm.fcmp", Some(predicate)) => {
                    let (a, b) = (float(of[0]), float(of[1]));
                    let is_unordered = a.is_nan() || b.is_nan();
                    let ordered = [false, a == b, a > b, a >= b, a < b, a <= b, a != b && !is_unordered, !is_unordered];
                    let unordered = [a == b, a > b, a >= b, a < b, a <= b, a != b, true, true];
                    let at = predicate as usize;
                    u64::from(if at < 8 { ordered[at] } else { unordered[at - 8] && (at != 14) || is_unordered })
                }
                _ => return Err(format!("{name} is not known")),
            } & low(width),
        ))
    }
}
