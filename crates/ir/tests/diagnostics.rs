//! Golden diagnostics: each file of `tests/cases/ir` is a text and what the parser says of it, or the window printed back.

#[path = "../../../tests/harness/golden.rs"]
mod golden;

use isotope_ir::{parse, print};

fn main() {
    golden::run("ir", 20, |text| {
        Ok(match parse::parse_file(text) {
            Ok(file) => print::print_file(&file),
            Err(diagnostic) => format!("{diagnostic}\n"),
        })
    });
}
