//! Chosen operands of intrinsics with floats, whose results are what the architecture's manual says of NaNs, zeros and roundings.
//!
//! Random inputs on the emulator hold the same semantics (`validation.txt`); these are the rules as a person would look them up, and
//! need neither the emulator nor a compiler.

use super::vendor;
use isotope_semantics::interp::{Bits, run};
use std::collections::BTreeMap;

/// Hexadecimal digits as bits.
fn bits(digits: &str, width: u32) -> Bits {
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal digits");
    let bytes: Vec<u8> = (0..digits.len() / 2).rev().map(|at| byte(at * 2)).collect();
    assert_eq!(bytes.len() as u32 * 8, width, "{digits} has another width than its operand");
    Bits::from_bytes(&bytes, width)
}

#[test]
fn floats_are_what_the_architecture_says_of_them() {
    let Some(entries) = vendor::entries(true) else {
        eprintln!("skipped: floats_are_what_the_architecture_says_of_them needs {}", vendor::FOLDER);
        return;
    };
    let entries: BTreeMap<&str, _> = entries.iter().map(|entry| (entry.name.as_str(), entry)).collect();
    let mut wrong = Vec::new();
    for line in include_str!("floats.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (call, result) = line.split_once(" = ").expect("NAME OPERAND.. = RESULT");
        let mut words = call.split(' ');
        let name = words.next().expect("a name");
        let entry = entries.get(name).unwrap_or_else(|| panic!("{name} is not in the table"));
        let semantics = &entry.translation.as_ref().unwrap_or_else(|why| panic!("{name}: {why}")).semantics;
        let operand = |(operand, word): (&isotope_semantics::Operand, &str)| match word.strip_prefix('#') {
            Some(number) => Bits::from_u64(number.parse().expect("a number"), operand.bits),
            None => bits(word, operand.bits),
        };
        let operands: Vec<Bits> = semantics.operands.iter().zip(words).map(operand).collect();
        let computed = run(semantics, &operands).unwrap_or_else(|why| panic!("{line}: {why}\n{semantics}"));
        if computed != bits(result, semantics.result.bits) {
            let digits: String = computed.to_bytes().iter().rev().map(|byte| format!("{byte:02x}")).collect();
            wrong.push(format!("{line}, computed {digits}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
