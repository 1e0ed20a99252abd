//! Meanings of LLVM's operations: beside programs written by hand, beside the vendors' texts on numbers, and with faults in them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod faults;
mod hand;
mod instructions;

use isotope_kernel::check::{self, Options, Verdict};
use isotope_meaning::Meanings;
use isotope_mlir::{print, read};
use std::sync::OnceLock;

/// A program as what it means.
fn meant(text: &str) -> Result<String, String> {
    let mut module = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    static ALL: OnceLock<Meanings<'static>> = OnceLock::new();
    let meanings = ALL.get_or_init(|| Meanings::of(isotope_grammars::embedded()));
    meanings.explain(&mut module).map_err(|error| error.to_string())?;
    Ok(print(&module))
}

/// Whether two programs are shown to be equal.
fn are_equal(before: &str, after: &str) -> bool {
    let [before, after] = [before, after].map(|text| read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let options = Options { key: check::key("", &before, &after), ..Options::default() };
    matches!(check::check_and_prove(&before, &after, &options), Ok(Verdict::Identity(_)))
}

/// A function of vectors in memory: `body` makes `%r` of `%a` and `%b`.
fn function([a, b, r]: [&str; 3], body: &str) -> String {
    let memory = |of: &str| format!("memref<{}>", of.trim_start_matches("vector<").trim_end_matches('>'));
    let [of_a, of_b, of_r] = [a, b, r].map(memory);
    format!(
        "\"func.func\"() <{{function_type = ({of_a}, {of_b}, {of_r}) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%ma: {of_a}, %mb: {of_b}, %mr: {of_r}):\n\
         %zero = \"arith.constant\"() <{{value = 0 : index}}> : () -> index\n\
         %a = \"vector.load\"(%ma, %zero) : ({of_a}, index) -> {a}\n\
         %b = \"vector.load\"(%mb, %zero) : ({of_b}, index) -> {b}\n\
         {body}\n\
         \"vector.store\"(%r, %mr, %zero) : ({r}, {of_r}, index) -> ()\n\
         \"func.return\"() : () -> ()\n\
         }}) : () -> ()\n"
    )
}
