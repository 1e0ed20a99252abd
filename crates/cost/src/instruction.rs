//! An instruction of a listing, as far as its price depends on it.

/// What a row of a table tells instructions apart by, besides the mnemonic.
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
    pub fn read(word: &str) -> Option<Width> {
        match word {
            "k" => Some(Width::Mask),
            "r" => Some(Width::Scalar),
            _ => register_bits(word).map(Width::Vector),
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
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction<'a> {
    /// `vpaddb`.
    pub mnemonic: &'a str,
    /// What else its row depends on.
    pub width: Width,
    /// Its operand in memory, if one is.
    pub memory: Option<Memory>,
    /// Whether it has vectors or masks among its operands.
    pub is_vector: bool,
    /// Whether both its sources are the same register.
    pub is_of_one_register: bool,
}

impl<'a> Instruction<'a> {
    /// Reads a line in AT&T syntax, the result last: `vpaddb -1(%rdi), %zmm1, %zmm2 {%k1}`.
    pub fn att(line: &'a str) -> Instruction<'a> {
        let mut words = line.trim();
        // Which encoding, whether it repeats: the rest is the same.
        while let Some((first, rest)) = words.split_once(char::is_whitespace)
            && (first.starts_with('{') || first == "lock" || first.starts_with("rep"))
        {
            words = rest.trim_start();
        }
        let (mnemonic, operands) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let operands = operands_of(operands);
        let registers: Vec<&str> = operands.iter().filter_map(|operand| register(operand)).collect();
        let result = operands.last().and_then(|operand| register(operand));
        let memory = operands.iter().enumerate().find(|(_, o)| is_memory(o.trim()));
        let stored = memory.is_some_and(|(at, _)| at + 1 == operands.len()) && operands.len() > 1;
        let address = memory.map(|(_, text)| text.trim());
        let is_of_one_register = matches!(operands[..], [left, right, _] if left.trim() == right.trim());
        let instruction = Instruction::of(mnemonic, &registers, result, address.map(|a| (stored, displacement(a))));
        Instruction { is_of_one_register, ..instruction }
    }

    /// Reads a form of a table, the result first, kinds instead of operands: `vpaddb zmm {k}, zmm, m512`.
    pub fn form(form: &'a str) -> Instruction<'a> {
        let bare = form.split_once("} ").filter(|_| form.starts_with('{')).map_or(form, |(_, rest)| rest);
        let (mnemonic, operands) = bare.split_once(' ').unwrap_or((bare, ""));
        let kinds: Vec<&str> =
            operands.split(", ").map(|o| o.split([' ', '{']).next().unwrap_or(o)).filter(|o| !o.is_empty()).collect();
        let in_memory = |kind: &&str| kind.starts_with('m') && kind[1..].bytes().all(|b| b.is_ascii_digit());
        let memory = kinds.iter().position(in_memory);
        let registers: Vec<&str> = kinds.iter().copied().filter(|kind| !in_memory(kind) && *kind != "i").collect();
        let result = kinds.first().copied().filter(|kind| !in_memory(kind));
        Instruction::of(mnemonic, &registers, result, memory.map(|at| (at == 0 && kinds.len() > 1, Some(0))))
    }

    fn of(
        mnemonic: &'a str,
        registers: &[&str],
        result: Option<&str>,
        memory: Option<(bool, Option<i64>)>,
    ) -> Instruction<'a> {
        let widest = registers.iter().filter_map(|r| register_bits(r)).max();
        let is_mask =
            |register: &str| register.strip_prefix('k').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
        let width = match (result, widest) {
            (Some(result), _) if is_mask(result) => Width::Mask,
            (_, Some(bits)) => Width::Vector(bits),
            _ => Width::Scalar,
        };
        let bytes = widest.map_or(8, |bits| bits / 8 / memory_ratio(mnemonic));
        let memory = memory.map(|(stored, displacement)| Memory { stored, displacement, bytes });
        let is_vector = widest.is_some() || registers.iter().any(|r| is_mask(r));
        Instruction { mnemonic, width, memory, is_vector, is_of_one_register: false }
    }
}

/// How many times narrower what an instruction reads from memory or writes to it is than its widest register: the
/// widening and narrowing moves and broadcasts say so in their last letters.
fn memory_ratio(mnemonic: &str) -> u32 {
    let Some(rest) = mnemonic.strip_prefix("vp") else { return 1 };
    let letters = rest.trim_start_matches("mov").trim_start_matches(['z', 's', 'x', 'u']);
    match (rest.starts_with("mov"), letters) {
        (true, "bw" | "wd" | "dq" | "wb" | "dw" | "qd" | "wwb") => 2,
        (true, "bd" | "wq" | "db" | "qw") => 4,
        (true, "bq" | "qb") => 8,
        _ if rest.starts_with("broadcast") => 64,
        _ => 1,
    }
}

/// The register that an operand is, without its mask.
fn register(operand: &str) -> Option<&str> {
    operand.trim().strip_prefix('%')?.split([' ', '{']).next()
}

/// Operands by their commas, those inside of parentheses apart.
fn operands_of(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0i32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth -= 1,
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

fn is_memory(operand: &str) -> bool {
    !operand.starts_with(['%', '$', '{']) && !operand.is_empty()
}

/// The number before the registers of an address; none where a symbol stands there.
fn displacement(address: &str) -> Option<i64> {
    let number = address.split('(').next().unwrap_or("").trim();
    if number.is_empty() { Some(0) } else { number.parse().ok() }
}

fn register_bits(register: &str) -> Option<u32> {
    let bits = match register.get(..3)? {
        "xmm" => 128,
        "ymm" => 256,
        "zmm" => 512,
        _ => return None,
    };
    register[3..].bytes().all(|b| b.is_ascii_digit()).then_some(bits)
}

#[cfg(test)]
mod tests;
