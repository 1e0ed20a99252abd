//! Golden texts: each file of `tests/cases/isa` is semantics in the stored form and what becomes of them: the error with its place, or the
//! text as it prints and its result on operands of all ones.

#[path = "../../../tests/harness/golden.rs"]
mod golden;

use isotope_semantics::interp::{Bits, run};
use isotope_semantics::pseudo::parse;
use isotope_semantics::{Semantics, SemanticsError};
use isotope_vendor::errata::Errata;

fn main() {
    golden::run("isa", 30, |text| Ok(outcome(text)));
}

/// The head of the stored form, then a text that may call the prelude.
fn read(text: &str) -> Result<Semantics, SemanticsError> {
    let errata = Errata::none().expect("the built-in data files are well-formed");
    let Some(at) = text.find("\nout ").and_then(|at| Some(at + 1 + text[at + 1..].find('\n')? + 1)) else {
        return Semantics::from_text(text);
    };
    let stub = Semantics::from_text(&format!("{}RETURN 0\n", &text[..at]))?;
    Semantics::link(stub.operands, stub.result, parse(&text[at..])?, errata.prelude())
}

fn outcome(text: &str) -> String {
    let semantics = match read(text) {
        Ok(semantics) => semantics,
        Err(error) => return format!("{error}\n"),
    };
    let ones: Vec<Bits> = semantics.operands.iter().map(|o| Bits::from_bytes(&[0xff; 64], o.bits)).collect();
    let result = match run(&semantics, &ones) {
        Ok(bits) => bits.to_bytes().iter().rev().map(|b| format!("{b:02x}")).collect(),
        Err(error) => error.to_string(),
    };
    format!("{semantics}result {result}\n")
}
