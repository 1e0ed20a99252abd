//! How bytes of registers are put into any order by an instruction that looks bytes up: read off what it computes.
//!
//! Such an instruction takes a number for each byte of its result, a register as the table, and a selector: for some numbers it gives a
//! byte of the table, for all others zero. So each byte of a register has a number under some selector, and a register in any order is a
//! look-up for each selector that is needed, joined by a second instruction that keeps what is not zero of what was there.

use crate::dictionary::Dictionary;
use crate::error::DataError;
use crate::manifest::Gathers;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::{OperandKind, Semantics};

/// Values of a byte.
const NUMBERS: usize = 256;

/// Selectors that are tried.
const SELECTORS: u64 = 16;

/// The facts of a pair of instructions that look bytes up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gather {
    /// Numbers, table and selector: the bytes of the table at the numbers that the selector has, zeros elsewhere.
    pub first: String,
    /// A register before these: the same, joined to it by or.
    pub more: String,
    /// Bytes of a register.
    pub bytes: usize,
    /// Ways to number all bytes of a register of which no two share a selector, so that one vector of numbers serves as many registers.
    pub banks: Vec<Bank>,
}

/// Numbers for all bytes of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    /// By byte of the register: the selector and the number that give it.
    pub places: Vec<Lookup>,
    /// A number that none of the selectors gives anything for.
    pub nowhere: u8,
}

/// Where a byte is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// The selector of the instruction, besides the numbers and the table.
    pub selector: u64,
    /// The number.
    pub number: u8,
}

impl Gather {
    /// Reads it off the instructions that a manifest names.
    pub(crate) fn of(dictionary: &Dictionary, named: &Gathers) -> Result<Gather, DataError> {
        let bad = |message: String| DataError { file: "target.toml", line: 0, message: message.into() };
        let semantics = |name: &str| {
            let member = dictionary.member(name).ok_or_else(|| bad(format!("gathers: there is no {name}")))?;
            member.semantics().map_err(|e| bad(format!("gathers: {name}: {e}")))
        };
        let first = semantics(&named.first)?;
        let bytes = (first.result.bits / 8) as usize;
        let tables = first.operands.iter().map(|o| o.kind == OperandKind::Vector && o.bits == first.result.bits);
        if !tables.eq([true, true, false]) || bytes >= NUMBERS || semantics(&named.more)?.operands.len() != 4 {
            return Err(bad(format!("gathers: {} does not take numbers, a table and a selector", named.first)));
        }
        let found = by_selector(&first, bytes).map_err(|e| bad(format!("gathers: {}: {e}", named.first)))?;
        let banks = banks(&found, bytes);
        if banks.is_empty() {
            return Err(bad(format!("gathers: {} does not reach all bytes of a register", named.first)));
        }
        Ok(Gather { first: named.first.clone(), more: named.more.clone(), bytes, banks })
    }
}

/// By selector and number, the byte of the table that is looked up.
fn by_selector(first: &Semantics, bytes: usize) -> Result<Vec<Vec<Option<usize>>>, String> {
    // No byte of the table is zero, and no two are the same.
    let table: Vec<u8> = (0..bytes).map(|at| at as u8 + 1).collect();
    let bits = first.result.bits;
    let mut found = Vec::new();
    for selector in 0..SELECTORS {
        let mut places = Vec::new();
        for from in (0..NUMBERS).step_by(bytes) {
            let numbers: Vec<u8> = (from..from + bytes).map(|number| number as u8).collect();
            let selector = Bits::from_u64(selector, first.operands[2].bits);
            let operands = [Bits::from_bytes(&numbers, bits), Bits::from_bytes(&table, bits), selector];
            let result = run(first, &operands).map_err(|e| e.to_string())?;
            places.extend(result.to_bytes().iter().map(|byte| (*byte as usize).checked_sub(1)));
        }
        found.push(places);
    }
    Ok(found)
}

/// Selectors in their order, as many for each bank as all bytes take.
fn banks(found: &[Vec<Option<usize>>], bytes: usize) -> Vec<Bank> {
    let (mut banks, mut taken) = (Vec::<Bank>::new(), vec![false; NUMBERS]);
    let mut places: Vec<Option<Lookup>> = vec![None; bytes];
    let mut selectors = Vec::new();
    for (selector, numbers) in found.iter().enumerate() {
        // A selector that repeats another one's numbers would join what that one gave.
        if numbers.iter().enumerate().any(|(number, byte)| byte.is_some() && taken[number]) {
            continue;
        }
        selectors.push(selector);
        for (number, byte) in numbers.iter().enumerate() {
            let Some(byte) = byte else { continue };
            taken[number] = true;
            places[*byte].get_or_insert(Lookup { selector: selector as u64, number: number as u8 });
        }
        if let Some(all) = places.iter().copied().collect::<Option<Vec<Lookup>>>() {
            let gives = |number: usize| selectors.iter().any(|&selector| found[selector][number].is_some());
            // A bank without such a number cannot be joined to what others give.
            let nowhere = (0..NUMBERS).find(|&number| !gives(number));
            banks.extend(nowhere.map(|nowhere| Bank { places: all, nowhere: nowhere as u8 }));
            places = vec![None; bytes];
            selectors.clear();
        }
    }
    banks
}
