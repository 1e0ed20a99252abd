//! The instructions of a loop as a function that can be timed, whatever compiler they are from.
//!
//! A listing says which registers its addresses are in, not what is in them. So every address is replaced by a place in memory of
//! ours: operands of one base keep their distances, bases lie apart, and all of them move on by a vector in each iteration, as in the
//! loop of a program. The compiled code otherwise runs as it is. Nothing but register arithmetic and the memory
//! given can be reached: other instructions, jumps, calls and addresses out of vectors are refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::limits::{LOOP_DATA_BYTES, LOOP_LINES};
use crate::timing::Timed;

/// Why a loop is not timed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoopError {
    /// It would do something else than to compute on registers and memory.
    #[error("`{0}` is nothing that is timed")]
    Instruction(String),
    /// An operand that is not understood.
    #[error("`{0}` has an operand that is not understood")]
    Operand(String),
    /// No register is left to count iterations with.
    #[error("it leaves no register to count its iterations with")]
    Registers,
    /// It reads more than stays in the nearest cache.
    #[error("it reaches {0} bytes; the bound LOOP_DATA_BYTES is {LOOP_DATA_BYTES}")]
    Data(usize),
    /// It is long, or has no line.
    #[error("it has {0} lines; it may have 1 to LOOP_LINES = {LOOP_LINES}")]
    Length(usize),
}

/// Operands of one base that are further apart than so many bytes lie in arrays of their own.
const ONE_ARRAY: i64 = 4096;

/// Bytes that an operand may take.
const WIDEST: i64 = 64;

/// Iterations after which the addresses begin anew: as many as memory allows.
const ITERATIONS: [u32; 4] = [32, 16, 8, 4];

/// Registers that count and point, where the loop does not use them.
const FREE: [&str; 10] = ["rbx", "r15", "r14", "r13", "r12", "r11", "r10", "r9", "r8", "rbp"];

/// A loop as a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looped {
    /// Its text; a file of them needs [`constants`] once.
    pub text: String,
    /// The timer.
    pub timed: Timed,
    /// Iterations of the loop in one of the function.
    pub iterations: u32,
}

/// An instruction cut up, its operands in order.
struct Line<'a> {
    /// An encoding that is asked for, in braces.
    encoding: &'a str,
    mnemonic: &'a str,
    operands: Vec<&'a str>,
}

/// Where an operand lies in memory: a base, and how far from it.
struct Place<'a> {
    base: String,
    distance: i64,
    /// The text behind the address: `{1to8}`, `{%k1}`.
    after: &'a str,
}

/// Where the arrays of a loop lie.
#[derive(Default)]
struct Arrays {
    /// By base: the places used, ascending, each with what is added to it.
    places: BTreeMap<String, Vec<(i64, i64)>>,
    bytes: i64,
}

/// A loop's lines, in AT&T's syntax, as a function called `name`. `cycles` is what an iteration takes, about.
pub fn function(name: &str, lines: &[&str], cycles: f64) -> Result<Looped, LoopError> {
    if lines.is_empty() || lines.len() > LOOP_LINES {
        return Err(LoopError::Length(lines.len()));
    }
    let cut: Vec<Line<'_>> = lines.iter().map(|line| read(line)).collect::<Result<_, _>>()?;
    let step = if lines.iter().any(|line| line.contains("%zmm")) { 64 } else { 32 };
    let mut laid = (0, Arrays::default());
    for iterations in ITERATIONS {
        laid = (iterations, arrays(&cut, i64::from(iterations) * step)?);
        if laid.1.bytes <= LOOP_DATA_BYTES as i64 {
            break;
        }
    }
    let (iterations, arrays) = laid;
    if arrays.bytes > LOOP_DATA_BYTES as i64 {
        return Err(LoopError::Data(arrays.bytes as usize));
    }
    let taken: BTreeSet<String> = cut.iter().flat_map(Line::registers).collect();
    let mut free = FREE.iter().filter(|register| !taken.contains(**register));
    let (Some(pointer), Some(counter)) = (free.next(), free.next()) else { return Err(LoopError::Registers) };
    let body: Vec<String> = cut.iter().map(|line| line.placed(&arrays, pointer)).collect::<Result<_, _>>()?;
    let text = written(name, &body, &Round { pointer, counter, iterations, step, wide: step == 64 });
    // Twenty thousand cycles are long beside the clock's own time, and short beside a scheduler's.
    let rounds = (20_000.0 / (cycles.max(0.1) * f64::from(iterations))).clamp(2.0, 4096.0) as u64;
    Ok(Looped { text, timed: Timed { name: name.to_owned(), iterations: rounds }, iterations })
}

struct Round<'a> {
    pointer: &'a str,
    counter: &'a str,
    iterations: u32,
    step: i64,
    wide: bool,
}

/// The function: registers filled, the loop in a loop, and everything as it was.
fn written(name: &str, body: &[String], round: &Round<'_>) -> String {
    let Round { pointer, counter, iterations, step, wide } = round;
    let mut out = format!(".text\n.globl {name}\n.p2align 6\n{name}:\n");
    let saved = ["rbx", "rbp", "r12", "r13", "r14", "r15"];
    saved.iter().for_each(|register| out += &format!("\tpushq %{register}\n"));
    out +=
        &format!("\tmovq %rsp, {name}_stack(%rip)\n\tmovq %rdi, {name}_left(%rip)\n\tmovq %rsi, {name}_memory(%rip)\n");
    let (count, load, kind) = if *wide { (32, "vmovdqu64", "zmm") } else { (16, "vmovdqu", "ymm") };
    for register in 0..count {
        let _ = writeln!(out, "\t{load} (%rsi), %{kind}{register}");
    }
    if *wide {
        (1..8).for_each(|mask| out += &format!("\tkxnorw %k{mask}, %k{mask}, %k{mask}\n"));
    }
    for register in
        ["rax", "rcx", "rdx", "rbx", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"]
    {
        let _ = writeln!(out, "\tmovl $1, %{}", low(register));
    }
    let _ = writeln!(
        out,
        "1:\n\tmovq {name}_memory(%rip), %{pointer}\n\tmovl ${iterations}, %{}\n\t.p2align 6\n2:",
        low(counter)
    );
    body.iter().for_each(|line| out += &format!("\t{line}\n"));
    let _ =
        writeln!(out, "\taddq ${step}, %{pointer}\n\tdecq %{counter}\n\tjne 2b\n\tdecq {name}_left(%rip)\n\tjne 1b");
    let _ = writeln!(out, "\tmovq {name}_stack(%rip), %rsp");
    saved.iter().rev().for_each(|register| out += &format!("\tpopq %{register}\n"));
    let _ = writeln!(out, "\tvzeroupper\n\tretq");
    let _ = writeln!(out, ".local {name}_stack\n.comm {name}_stack,8,64\n.local {name}_left\n.comm {name}_left,8,64");
    let _ = writeln!(out, ".local {name}_memory\n.comm {name}_memory,8,64");
    out
}

/// The lower half of a register for addresses.
fn low(register: &str) -> String {
    match register.strip_prefix('r') {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => format!("{register}d"),
        Some(name) => format!("e{name}"),
        None => register.to_owned(),
    }
}

/// Scalar instructions that compute, without the letter of their size.
const SCALARS: [&str; 42] = [
    "mov", "lea", "add", "sub", "adc", "sbb", "and", "or", "xor", "not", "neg", "inc", "dec", "shl", "sal", "shr",
    "sar", "rol", "ror", "cmp", "test", "imul", "bextr", "blsr", "blsi", "blsmsk", "andn", "pdep", "pext", "lzcnt",
    "tzcnt", "popcnt", "bswap", "mulx", "rorx", "sarx", "shlx", "shrx", "bzhi", "movabs", "shld", "shrd",
];

/// The same in full: extensions, and those without operands.
const WHOLE: [&str; 14] = [
    "movsbl", "movsbw", "movsbq", "movswl", "movswq", "movslq", "movzbl", "movzbw", "movzbq", "movzwl", "movzwq",
    "cltq", "cqto", "cltd",
];

/// Conditions of `set` and `cmov`.
const CONDITIONS: [&str; 22] = [
    "a", "ae", "b", "be", "c", "e", "g", "ge", "l", "le", "na", "nae", "nb", "nbe", "ne", "no", "np", "ns", "o", "p",
    "s", "nc",
];

/// Whether an instruction does nothing but compute on its operands.
fn computes(mnemonic: &str) -> bool {
    let beginnings =
        ["vgather", "vpgather", "vscatter", "vpscatter", "verr", "verw", "vldmxcsr", "vstmxcsr", "vmaskmovdqu"];
    let vectors = ["vmov", "vmul", "vmax", "vmin", "vmpsadbw", "vmaskmov"];
    let sizeless = mnemonic.strip_suffix(['b', 'w', 'l', 'q']).unwrap_or(mnemonic);
    let conditional = |rest: &str| {
        let sizeless = rest.strip_suffix(['w', 'l', 'q']).unwrap_or(rest);
        CONDITIONS.contains(&rest) || CONDITIONS.contains(&sizeless)
    };
    if let Some(rest) = mnemonic.strip_prefix("set").or_else(|| mnemonic.strip_prefix("cmov")) {
        return conditional(rest);
    }
    match mnemonic.as_bytes() {
        // Instructions that manage virtual machines begin with the same letters.
        [b'v', b'm', ..] => vectors.iter().any(|v| mnemonic.starts_with(v)) && mnemonic != "vmaskmovdqu",
        [b'v', ..] => !beginnings.iter().any(|b| mnemonic.starts_with(b)),
        [b'k', ..] => true,
        _ => SCALARS.contains(&mnemonic) || SCALARS.contains(&sizeless) || WHOLE.contains(&mnemonic),
    }
}

/// Cuts a line up, and refuses what does more than to compute.
fn read(line: &str) -> Result<Line<'_>, LoopError> {
    let refused = || LoopError::Instruction(line.to_owned());
    let (encoding, rest) = match line.trim() {
        asks if asks.starts_with('{') => asks.split_at(asks.find('}').ok_or_else(refused)? + 1),
        plain => ("", plain),
    };
    if !["", "{vex}", "{vex2}", "{vex3}", "{evex}", "{disp8}", "{disp32}"].contains(&encoding) {
        return Err(refused());
    }
    let rest = rest.trim();
    let (mnemonic, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let operands: Vec<&str> = operands_of(operands);
    // Two operands in memory, or none at all, are those that an instruction on strings has without saying so.
    let addressed = operands.iter().filter(|operand| place(operand).is_some()).count();
    let bare = operands.is_empty() && !["cltq", "cqto", "cltd", "vzeroupper"].contains(&mnemonic);
    let whole =
        rest.bytes().all(|b| b.is_ascii_graphic() || b == b' ' || b == b'\t') && !rest.contains([';', '#', '"', '\'']);
    if !computes(mnemonic) || addressed > 1 || bare || !whole {
        return Err(refused());
    }
    let line = Line { encoding, mnemonic, operands };
    if line.registers().iter().any(|register| register == "rsp") {
        return Err(refused());
    }
    Ok(line)
}

/// Operands, cut at the commas outside of parentheses.
fn operands_of(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut found) = (0i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[begin..].trim());
    found.retain(|operand| !operand.is_empty());
    found
}

/// Where an operand lies; `None` for a register or a number.
fn place(operand: &str) -> Option<Place<'_>> {
    if operand.starts_with(['%', '$', '{']) {
        return None;
    }
    let (address, after) = match operand.split_once('{') {
        Some((address, _)) => (address.trim(), &operand[operand.find('{')?..]),
        None => (operand, ""),
    };
    let (before, inside) = match address.split_once('(') {
        Some((before, inside)) => (before.trim(), format!("({inside}")),
        None => (address, String::new()),
    };
    let (symbol, distance) = distance_of(before);
    Some(Place { base: format!("{symbol}{}", inside.trim()), distance, after })
}

/// A symbol and a number added to it.
fn distance_of(text: &str) -> (&str, i64) {
    if let Some(number) = number(text) {
        return ("", number);
    }
    let at = text.rfind(['+', '-']).filter(|at| *at > 0);
    match at.and_then(|at| Some((at, number(&text[at..])?))) {
        Some((at, distance)) => (&text[..at], distance),
        None => (text, 0),
    }
}

fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None if digits.is_empty() && text.is_empty() => 0,
        None => digits.parse().ok()?,
    };
    value.checked_mul(sign)
}

impl Place<'_> {
    /// Constants and the stack stay where they are.
    fn stays(&self) -> bool {
        self.base.ends_with("(%rip)") || self.base == "(%rsp)"
    }
}

/// A place in memory for every operand.
fn arrays(lines: &[Line<'_>], moved: i64) -> Result<Arrays, LoopError> {
    let mut used: BTreeMap<String, (BTreeSet<i64>, bool)> = BTreeMap::new();
    for line in lines {
        for place in line.operands.iter().filter_map(|operand| place(operand)) {
            let by_vector = ["%xmm", "%ymm", "%zmm"].iter().any(|kind| place.base.contains(kind));
            let plain = place.base.bytes().all(|b| b.is_ascii_alphanumeric() || b"._$@%(),".contains(&b));
            let closed = place.base.contains('(') == place.base.ends_with(')');
            if by_vector || !plain || !closed || place.distance.abs() > i64::from(i32::MAX) {
                return Err(LoopError::Operand(format!("{} {}", line.mnemonic, line.operands.join(", "))));
            }
            let stays = place.stays();
            used.entry(place.base).or_insert((BTreeSet::new(), stays)).0.insert(place.distance);
        }
    }
    let mut laid = Arrays { bytes: WIDEST, ..Arrays::default() };
    for (base, (distances, stays)) in used {
        let (mut places, mut last) = (Vec::new(), None);
        let mut added = 0;
        for distance in distances {
            if last.is_none_or(|last| distance - last > ONE_ARRAY) {
                // As far from the beginning of a line as it is.
                added = (laid.bytes + WIDEST - 1) / WIDEST * WIDEST - distance.div_euclid(WIDEST) * WIDEST;
            }
            last = Some(distance);
            places.push((distance, added));
            laid.bytes = laid.bytes.max(added + distance + 2 * WIDEST + if stays { 0 } else { moved });
        }
        laid.places.insert(base, places);
    }
    Ok(laid)
}

impl Line<'_> {
    /// The families of the registers that it names outside of addresses, or uses unsaid.
    fn registers(&self) -> Vec<String> {
        let operands = self.operands.iter().filter(|operand| place(operand).is_none());
        operands.flat_map(|operand| operand.split('%').skip(1)).filter_map(family).collect()
    }

    /// The instruction with its addresses replaced.
    fn placed(&self, arrays: &Arrays, pointer: &str) -> Result<String, LoopError> {
        let not_laid = || LoopError::Operand(self.mnemonic.to_owned());
        let mut operands = Vec::with_capacity(self.operands.len());
        for operand in &self.operands {
            let Some(place) = place(operand) else {
                let known = |c: char| c.is_ascii_alphanumeric() || " %${}-".contains(c);
                if !operand.chars().all(known) || operand.strip_prefix('$').is_some_and(|n| number(n).is_none()) {
                    return Err(LoopError::Operand(format!("{} {}", self.mnemonic, self.operands.join(", "))));
                }
                operands.push((*operand).to_owned());
                continue;
            };
            let places = arrays.places.get(&place.base).ok_or_else(not_laid)?;
            let (_, added) = places.iter().find(|(distance, _)| *distance == place.distance).ok_or_else(not_laid)?;
            let at = place.distance + added;
            // Who reads a constant waits for no register; a place in our memory is reached in the same way.
            operands.push(match place.stays() {
                true => format!("constants+{at}(%rip){}", place.after),
                false => format!("{at}(%{pointer}){}", place.after),
            });
        }
        Ok(format!("{} {} {}", self.encoding, self.mnemonic, operands.join(", ")).trim_start().to_owned())
    }
}

/// The register for addresses that one is a part of: `eax`, `ax` and `al` are `rax`.
fn family(register: &str) -> Option<String> {
    let name: String = register.chars().take_while(char::is_ascii_alphanumeric).collect();
    if let Some(rest) = name.strip_prefix('r')
        && rest.starts_with(|c: char| c.is_ascii_digit())
    {
        return Some(format!("r{}", rest.trim_end_matches(['b', 'w', 'd'])));
    }
    let core = name.strip_prefix(['r', 'e']).unwrap_or(&name);
    let letters = match core {
        "ax" | "al" | "ah" => "ax",
        "bx" | "bl" | "bh" => "bx",
        "cx" | "cl" | "ch" => "cx",
        "dx" | "dl" | "dh" => "dx",
        "si" | "sil" => "si",
        "di" | "dil" => "di",
        "bp" | "bpl" => "bp",
        "sp" | "spl" => "sp",
        _ => return None,
    };
    Some(format!("r{letters}"))
}

/// Memory that constants and spills of all loops of a file are in.
pub fn constants() -> String {
    format!(".data\n.p2align 6\nconstants:\n\t.fill {LOOP_DATA_BYTES},1,0x3f\n")
}

#[cfg(test)]
mod tests;
