//! An instruction of a listing, as far as its price depends on it.

use crate::syntax::{ResultPlace, Syntax};

/// The operand by which a row of a table tells instructions apart, besides the mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// The result is a mask.
    Mask,
    /// The widest vector register has so many bits.
    Vector(u32),
    /// Neither a mask as result nor a vector.
    Scalar,
}

impl Width {
    /// As tables write it.
    pub fn read(word: &str, syntax: &Syntax) -> Option<Width> {
        match word {
            "r" => Some(Width::Scalar),
            _ if syntax.is_mask(word) => Some(Width::Mask),
            _ => syntax.vector_bits(word).map(Width::Vector),
        }
    }
}

/// An operand in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Whether it is written.
    pub stored: bool,
    /// Bytes from the address that the registers give, where it is a number.
    pub displacement: Option<i64>,
    /// Bytes that are read or written.
    pub bytes: u32,
    /// Whether it is on the stack: what was spilled, which stays in the first cache.
    pub on_stack: bool,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction<'a> {
    /// `vpaddb`.
    pub mnemonic: &'a str,
    /// The other things that its row depends on.
    pub width: Width,
    /// Its operand in memory, if one is.
    pub memory: Option<Memory>,
    /// Whether it has vectors or masks among its operands.
    pub is_vector: bool,
    /// Whether both its sources are the same register.
    pub is_of_one_register: bool,
    /// Its operands as the listing writes them; empty for a form.
    pub operands: &'a str,
}

impl<'a> Instruction<'a> {
    /// Reads a line of a listing: `vpaddb -1(%rdi), %zmm1, %zmm2 {%k1}`, `ldr q0, [x8, #16]`.
    pub fn listed(line: &'a str, syntax: &Syntax) -> Instruction<'a> {
        let mut words = line.trim();
        // Which encoding, whether it repeats: the rest is the same.
        while let Some((first, rest)) = words.split_once(char::is_whitespace)
            && Syntax::is(&syntax.prefixes, first)
        {
            words = rest.trim_start();
        }
        let (mnemonic, listed) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let operands = operands_of(listed);
        let registers: Vec<&str> = operands.iter().filter_map(|operand| syntax.register(operand)).collect();
        let memory = operands.iter().enumerate().find(|(_, o)| syntax.is_memory(o.trim()));
        let last = memory.is_some_and(|(at, _)| at + 1 == operands.len()) && operands.len() > 1;
        let (result, sources, stored) = match syntax.result {
            ResultPlace::Last => (operands.last(), operands.get(..2), last),
            ResultPlace::First => (operands.first(), operands.get(1..), Syntax::is(&syntax.stores, mnemonic)),
        };
        let result = result.and_then(|operand| syntax.register(operand));
        let address = memory.map(|(_, text)| text.trim());
        let is_of_one_register =
            operands.len() == 3 && matches!(sources, Some([left, right]) if left.trim() == right.trim());
        let memory = address.map(|a| (stored, displacement(a, syntax)));
        let mut instruction = Instruction::of(mnemonic, &registers, result, memory, syntax);
        if let (Some(memory), Some(address)) = (&mut instruction.memory, address) {
            memory.on_stack = syntax.is_on_stack(address);
            // Where results come first, every register before the address is moved: `ldp q0, q1, [x0]`.
            let moved: u32 = registers.iter().filter_map(|r| syntax.vector_bits(r)).sum();
            if syntax.result == ResultPlace::First && moved > 0 {
                memory.bytes = moved / 8 / syntax.memory_ratio(mnemonic);
            }
        }
        Instruction { is_of_one_register, operands: listed, ..instruction }
    }

    /// Reads a form of a table, the result first, kinds instead of operands: `vpaddb zmm {k}, zmm, m512`.
    pub fn form(form: &'a str, syntax: &Syntax) -> Instruction<'a> {
        let bare = form.split_once("} ").filter(|_| form.starts_with('{')).map_or(form, |(_, rest)| rest);
        let (mnemonic, operands) = bare.split_once(' ').unwrap_or((bare, ""));
        let kinds: Vec<&str> =
            operands.split(", ").map(|o| o.split([' ', '{']).next().unwrap_or(o)).filter(|o| !o.is_empty()).collect();
        let in_memory = |kind: &&str| kind.starts_with('m') && kind[1..].bytes().all(|b| b.is_ascii_digit());
        let memory = kinds.iter().position(in_memory);
        let registers: Vec<&str> = kinds.iter().copied().filter(|kind| !in_memory(kind) && *kind != "i").collect();
        let result = kinds.first().copied().filter(|kind| !in_memory(kind));
        let stored = |at| if syntax.stores.is_empty() { at == 0 } else { Syntax::is(&syntax.stores, mnemonic) };
        let bits = memory.and_then(|at| kinds[at][1..].parse::<u32>().ok());
        let memory = memory.map(|at| (stored(at) && kinds.len() > 1, Some(0)));
        let mut instruction = Instruction::of(mnemonic, &registers, result, memory, syntax);
        if let (Some(memory), Some(bits), ResultPlace::First) = (&mut instruction.memory, bits, syntax.result) {
            memory.bytes = bits / 8;
        }
        instruction
    }

    fn of(
        mnemonic: &'a str,
        registers: &[&str],
        result: Option<&str>,
        memory: Option<(bool, Option<i64>)>,
        syntax: &Syntax,
    ) -> Instruction<'a> {
        let widest = registers.iter().filter_map(|r| syntax.vector_bits(r)).max();
        let width = match (result, widest) {
            (Some(result), _) if syntax.is_mask(result) => Width::Mask,
            (_, Some(bits)) => Width::Vector(bits),
            _ => Width::Scalar,
        };
        let bytes = widest.map_or(8, |bits| bits / 8 / syntax.memory_ratio(mnemonic));
        let memory = memory.map(|(stored, displacement)| Memory { stored, displacement, bytes, on_stack: false });
        let is_vector = widest.is_some() || registers.iter().any(|r| syntax.is_mask(r));
        Instruction { mnemonic, width, memory, is_vector, is_of_one_register: false, operands: "" }
    }
}

/// Operands by their commas, those inside of parentheses and brackets apart.
pub(crate) fn operands_of(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0i32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            b',' if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        found.push(&text[start..]);
    }
    found
}

/// The number beside the registers of an address, `8(%rdi)` or `[x0, #8]`; none where a symbol or a register stands there.
fn displacement(address: &str, syntax: &Syntax) -> Option<i64> {
    if let Some(inside) = address.strip_prefix('[').filter(|_| !syntax.memory.is_empty()) {
        let inside = inside.split(']').next().unwrap_or(inside);
        let Some((_, number)) = inside.split_once(',') else { return Some(0) };
        let number = number.trim();
        return syntax.constants.iter().find_map(|c| number.strip_prefix(c.as_str()))?.parse().ok();
    }
    let number = address.split('(').next().unwrap_or("").trim();
    if number.is_empty() { Some(0) } else { number.parse().ok() }
}

#[cfg(test)]
mod tests;
