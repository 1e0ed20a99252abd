//! Operand forms: registers as ACLE writes them, and the same instruction in an assembler's words.
//!
//! | role | register | |
//! | --- | --- | --- |
//! | `d` | 0 | the result, and what it accumulates on |
//! | `m` | 8 | the second source: by-element forms of halfwords reach registers 0 to 15 |
//! | `m` of `Z` | 4 | the same: by-element forms of scalable vectors reach registers 0 to 7 |
//! | `n` | 16 | the first source, and the first of a list of up to four |
//! | `a` | 24 | the third source |
//!
//! `V`, the same registers as scalable vectors (`Z`) and the sizes of scalars in them (`B`, `H`, `S`, `D`, `Q`) are one file, `R`, `W` and
//! `X` the other.

use super::acle::Row;

/// A register: `V` or `X`, and its number. Roles have numbers of their own, apart enough for lists of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Register {
    /// `V` for vectors, `X` for general registers.
    pub file: char,
    /// Its number.
    pub number: u32,
}

/// The number of a role's register in the file of a letter. By-element forms reach only the lower sixteen, those of scalable vectors
/// the lower eight, hence `m`.
fn role(file: char, letter: char) -> Option<u32> {
    Some(match letter {
        'd' => 0,
        'n' => 16,
        'm' if file == 'Z' => 4,
        'm' => 8,
        'a' => 24,
        _ => return None,
    })
}

/// The register file of a letter.
fn file(letter: char) -> Option<char> {
    match letter {
        'V' | 'Z' | 'B' | 'H' | 'S' | 'D' | 'Q' => Some('V'),
        'R' | 'r' | 'W' | 'X' => Some('X'),
        _ => None,
    }
}

/// The register of `Vn.16B`, `Vn+1.16B`, `Dd`, `Vm.H[0]`, `32(Vd)`.
pub fn register(text: &str) -> Option<Register> {
    let inner = text.split_once('(').map_or(text, |(_, inner)| inner.trim_end_matches(')'));
    let (token, _) = token(inner)?;
    Some(Register { file: file(token.letter)?, number: token.number })
}

/// A register's name as the table writes it: the letter of its file or size, and its number.
struct Token {
    /// As the table has it.
    letter: char,
    /// The role's, and which of a list.
    number: u32,
}

/// A register's name at the start of a text, and its length: a letter, a role, and which of a list.
fn token(text: &str) -> Option<(Token, usize)> {
    let mut chars = text.chars();
    let (letter, letter_role) = (chars.next()?, chars.next()?);
    file(letter)?;
    let base = role(letter, letter_role)?;
    let rest = &text[2..];
    let digit = |s: &str| s.chars().next().and_then(|c| c.to_digit(10));
    let (more, length) = match rest.strip_prefix('+') {
        Some(tail) => (digit(tail)?, 4),
        // `Vn1`, `Vn2`: counted from one.
        None => digit(rest).map_or((0, 2), |d| (d.saturating_sub(1), 3)),
    };
    let ends = !text[length..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    (ends && more < 8).then_some((Token { letter, number: base + more }, length))
}

/// The instruction in an assembler's words, for these values of the immediates: spellings in order of preference. A table's `Rd`
/// is the 32-bit register where the instruction has one, and its `Vd.1D` a scalar where it has no such vector.
pub fn assembly(row: &Row, immediates: &[u64]) -> Vec<String> {
    let mut out = Vec::new();
    for wide in [false, true] {
        for scalar in [false, true] {
            let Some(line) = spelled(row, immediates, wide, scalar) else { continue };
            if !out.contains(&line) {
                out.push(line);
            }
        }
    }
    out
}

/// One spelling; `None` where an immediate's expression does not read.
fn spelled(row: &Row, immediates: &[u64], wide: bool, scalar: bool) -> Option<String> {
    let (mnemonic, operands) = row.instruction.split_once(char::is_whitespace).unwrap_or((&row.instruction, ""));
    let mut out = format!("{} ", mnemonic.to_lowercase());
    let mut rest = operands.trim();
    // Names begin where no name goes on: the `d` of `.2D` is none.
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let fresh = !before.is_ascii_alphanumeric() && before != '_' && before != '.';
        let used = if let Some((token, length)) = token(rest).filter(|_| fresh) {
            let letter = match token.letter {
                'R' | 'r' if wide => 'x',
                'R' | 'r' => 'w',
                other => other.to_ascii_lowercase(),
            };
            let one = rest[length..].strip_prefix(".1D").filter(|_| scalar && letter == 'v');
            out.push_str(&format!("{}{}", if one.is_some() { 'd' } else { letter }, token.number));
            if one.is_some() { length + 3 } else { length }
        } else if first == '#' && rest[1..].starts_with('(') {
            let end = rest.find(')')?;
            out.push_str(&format!("#{}", value(&rest[2..end], row, immediates)?));
            end + 1
        } else if fresh && (first.is_ascii_alphabetic()) {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            match value(&rest[..end], row, immediates) {
                Some(value) => out.push_str(&value.to_string()),
                None => out.push_str(&rest[..end].to_lowercase()),
            }
            end
        } else {
            out.push(first.to_ascii_lowercase());
            first.len_utf8()
        };
        before = rest[..used].chars().next_back().unwrap_or(' ');
        rest = &rest[used..];
    }
    Some(out)
}

/// `n`, `n<<3`, `8`.
fn value(text: &str, row: &Row, immediates: &[u64]) -> Option<u64> {
    if let Some((left, right)) = text.split_once("<<") {
        return value(left.trim(), row, immediates)?.checked_shl(value(right.trim(), row, immediates)? as u32);
    }
    match row.immediates.iter().position(|(name, _)| name == text) {
        Some(at) => immediates.get(at).copied(),
        None => text.parse().ok(),
    }
}

/// All values of a row's immediates together, the last one changing first; one empty list where there are none.
pub fn combinations(row: &Row) -> Vec<Vec<u64>> {
    row.immediates.iter().fold(vec![Vec::new()], |all, (_, values)| {
        let with = |head: &Vec<u64>| values.iter().map(|v| [&head[..], &[*v]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(with).collect()
    })
}
