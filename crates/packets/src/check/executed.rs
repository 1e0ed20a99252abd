//! Two programs executed: a function of which it is not shown that it is one in both is called by each with the same arguments and memory.
//!
//! A difference is a witness if the first program does the same wherever its arrays lie, in whatever order, and whatever is around them, on
//! the stack and in the registers that a call leaves open. So no witness depends on memory that is not the function's, or on undefined values.
//! Functions with globals or arrays on the stack are not executed, because the bytes around those are the linker's and not varied.

mod call;
mod own;

use crate::limits::MAX_DRAWN;
use crate::mir::Program;
use call::{ARRAY, Kind, POINTED, RESULT, Signature};

/// The tools by which programs are executed.
pub trait Emulator {
    /// A program that can be run.
    type Program;

    /// A program of one of the two codes, the first if `!is_after`, and of a module in LLVM IR that calls a function of it.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn linked(&mut self, is_after: bool, module: &str) -> Result<Self::Program, String>;

    /// The program's output for an input by the emulator of this name with arguments; nothing where it ends by a fault.
    ///
    /// # Errors
    ///
    /// The emulator is not there, or the program takes too long.
    fn run(&mut self, emulator: &[&str], program: &Self::Program, input: Vec<u8>) -> Result<Option<Vec<u8>>, String>;
}

/// Arguments for which two programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The numbers among the arguments: `%n = 37`.
    pub arguments: Vec<String>,
    /// The first place that differs: `byte 12 of %b`, `its result`.
    pub place: String,
    /// That place in each of them, in hexadecimal, or a sentence.
    pub values: [String; 2],
}

/// The outcome of executions: a witness, or how many pairs of executions were alike.
pub type Executed = Result<Witness, u32>;

/// Executes a function of both programs on drawn arguments.
///
/// # Errors
///
/// Why it is not executed, or not to its end.
pub fn executed<E: Emulator>(
    [before, after]: [&Program; 2],
    function: &str,
    emulator: &mut E,
) -> Result<Executed, String> {
    let signature = Signature::read(&before.lines, function)?;
    [before, after].into_iter().try_for_each(|program| own::is_alone(program, function))?;
    let module = signature.program();
    let programs = [emulator.linked(false, &module)?, emulator.linked(true, &module)?];
    let name: Vec<&str> = call::emulator().collect();
    let mut alike = 0;
    for number in 0..MAX_DRAWN {
        let drawn = Drawn::new(&signature, &format!("{function} {number}"), number);
        let mut run = |is_after: bool, is_turned: bool| {
            let output = emulator.run(&name, &programs[usize::from(is_after)], drawn.memory(is_turned))?;
            Ok::<_, String>(output.and_then(|memory| drawn.outcome(&memory, is_turned)))
        };
        // The first program keeps to its arrays, or these are no arguments for it.
        let Some(first) = run(false, false)?.filter(|of| of.is_within) else { continue };
        if run(false, true)?.as_ref() != Some(&first) {
            continue;
        }
        let theirs = [run(true, false)?, run(true, true)?];
        if theirs.iter().flatten().any(|of| *of == first) {
            alike += 1;
            continue;
        }
        return Ok(Ok(drawn.witness(&first, theirs[0].as_ref())));
    }
    Ok(Err(alike))
}

/// Arguments and the contents of arrays.
struct Drawn<'a> {
    signature: &'a Signature,
    /// Of each parameter that is no pointer.
    arguments: Vec<Vec<u8>>,
    arrays: Vec<Vec<u8>>,
}

/// The outcome of a call.
#[derive(PartialEq, Eq)]
struct Outcome {
    result: Vec<u8>,
    arrays: Vec<Vec<u8>>,
    /// Whether nothing around the arrays was written.
    is_within: bool,
}

impl<'a> Drawn<'a> {
    fn new(signature: &'a Signature, key: &str, number: u32) -> Self {
        let of =
            |(at, one): (usize, &call::Value)| argument(one.kind, &bytes(&format!("{key} argument {at}"), 256), number);
        let arguments = signature.parameters.iter().enumerate().map(of).collect();
        let array = |at: usize| contents(bytes(&format!("{key} array {at}"), ARRAY.len()), number);
        Drawn { signature, arguments, arrays: (0..signature.arrays()).map(array).collect() }
    }

    /// The program's memory before the call, the arrays in one of two orders, with other bytes around them.
    fn memory(&self, is_turned: bool) -> Vec<u8> {
        let mut memory = vec![around(is_turned); self.signature.bytes()];
        let mut put = |at: usize, bytes: &[u8]| memory[at..at + bytes.len()].copy_from_slice(bytes);
        for (at, (of, argument)) in self.signature.parameters.iter().zip(&self.arguments).enumerate() {
            let place = Signature::argument(at);
            match of.kind {
                Kind::Pointer(array) => {
                    put(place, &((self.signature.room(array, is_turned) + POINTED) as u32).to_le_bytes());
                }
                _ => put(place, argument),
            }
        }
        for (array, bytes) in self.arrays.iter().enumerate() {
            put(self.signature.room(array, is_turned) + ARRAY.start, bytes);
        }
        memory
    }

    /// The outcome by the memory after the call; nothing if that is not all of it.
    fn outcome(&self, memory: &[u8], is_turned: bool) -> Option<Outcome> {
        if memory.len() != self.signature.bytes() {
            return None;
        }
        let places: Vec<_> = (0..self.arrays.len())
            .map(|array| self.signature.room(array, is_turned) + ARRAY.start)
            .map(|begin| begin..begin + ARRAY.len())
            .collect();
        let result = RESULT..RESULT + self.signature.result_bytes();
        // All but the result and the arrays is as it was.
        let mut rest = memory.to_vec();
        let was = self.memory(is_turned);
        for own in places.iter().chain([&result]) {
            rest[own.clone()].copy_from_slice(&was[own.clone()]);
        }
        let arrays = places.into_iter().map(|place| memory[place].to_vec()).collect();
        Some(Outcome { result: memory[result].to_vec(), arrays, is_within: rest == was })
    }

    fn witness(&self, first: &Outcome, second: Option<&Outcome>) -> Witness {
        let named = self.signature.parameters.iter().zip(&self.arguments);
        let number = |(of, bytes): (&call::Value, &Vec<u8>)| match of.kind {
            Kind::Pointer(_) => None,
            kind => Some(format!("{} = {}", of.name, text(kind, bytes))),
        };
        let arguments = named.filter_map(number).collect();
        let (place, values) = self.difference(first, second);
        Witness { arguments, place, values }
    }

    /// The first place that differs, and it in both.
    fn difference(&self, first: &Outcome, second: Option<&Outcome>) -> (String, [String; 2]) {
        let Some(second) = second else { return ("its end".to_owned(), ["a return", "a fault"].map(str::to_owned)) };
        if first.result != second.result {
            return ("its result".to_owned(), [first, second].map(|of| hexadecimal(&of.result)));
        }
        let names = self.signature.parameters.iter().filter(|of| matches!(of.kind, Kind::Pointer(_)));
        for (of, (ours, theirs)) in names.zip(first.arrays.iter().zip(&second.arrays)) {
            if let Some(at) = ours.iter().zip(theirs).position(|(a, b)| a != b) {
                let place = at as i64 - (POINTED - ARRAY.start) as i64;
                return (format!("byte {place} of {}", of.name), [ours, theirs].map(|of| hexadecimal(&of[at..=at])));
            }
        }
        ("memory outside of its arrays".to_owned(), ["as it was", "written"].map(str::to_owned))
    }
}

/// The bytes around arrays, and those that stack and registers hold.
fn around(is_turned: bool) -> u8 {
    if is_turned { 0x3c } else { 0xa5 }
}

/// Bytes that are drawn, by a text.
fn bytes(key: &str, count: usize) -> Vec<u8> {
    let mut out = vec![0; count];
    blake3::Hasher::new().update(key.as_bytes()).finalize_xof().fill(&mut out);
    out
}

/// An argument of a kind. Most integers are small, since many count the elements of an array.
fn argument(kind: Kind, drawn: &[u8], number: u32) -> Vec<u8> {
    let small = 1 + u64::from(drawn[1] % if number == 0 { 24 } else { 80 });
    let whole = u64::from_le_bytes(std::array::from_fn(|at| drawn[8 + at]));
    match kind {
        Kind::Integer(1) => vec![drawn[0] % 2],
        Kind::Integer(_) => {
            let one = match drawn[0] % 8 {
                _ if number == 0 => small,
                0..=3 => small,
                4 | 5 => 8 << (drawn[1] % 7),
                6 => 0,
                _ => whole,
            };
            one.to_le_bytes()[..kind.bytes()].to_vec()
        }
        Kind::Float(64) => (small as f64 - 40.5).to_le_bytes().to_vec(),
        Kind::Float(_) => (small as f32 - 40.5).to_le_bytes().to_vec(),
        Kind::Vector(bytes) => contents(drawn[..bytes].to_vec(), number),
        Kind::Pointer(_) => Vec::new(),
    }
}

/// The contents of an array: any bytes, small ones, or such as lie at the ends of ranges.
fn contents(mut drawn: Vec<u8>, number: u32) -> Vec<u8> {
    const ENDS: [u8; 8] = [0, 0, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff];
    let of = |byte: u8| match number % 3 {
        0 => byte,
        1 => byte & 15,
        _ => ENDS[usize::from(byte & 7)],
    };
    drawn.iter_mut().for_each(|byte| *byte = of(*byte));
    drawn
}

/// An argument as its reader knows it.
fn text(kind: Kind, bytes: &[u8]) -> String {
    let mut whole = [0; 8];
    whole[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
    match kind {
        Kind::Integer(bits) => (i64::from_le_bytes(whole) << (64 - bits) >> (64 - bits)).to_string(),
        Kind::Float(64) => f64::from_le_bytes(whole).to_string(),
        Kind::Float(_) => f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).to_string(),
        _ => hexadecimal(bytes),
    }
}

/// A number of little-endian bytes.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().rev().fold("0x".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}
