//! The list of operations: complete, and its examples as the interpreter has them.

use isotope_ir::build::Call;
use isotope_reference::operations::{GROUPS, find};

#[test]
fn every_example_is_read_and_has_a_value() {
    for operation in GROUPS.iter().flat_map(|group| group.operations) {
        let value = operation.value().unwrap_or_else(|why| panic!("{}: {why}", operation.name));
        assert!(!value.is_empty(), "{}", operation.name);
        assert!(operation.example.contains(' '), "{}", operation.name);
    }
}

#[test]
fn every_call_of_the_text_form_is_found() {
    for name in Call::names().chain(["ramp", "shuffle"]) {
        assert!(!find(name).is_empty(), "`{name}` has no row in operations/rows.rs");
    }
}

#[test]
fn values_are_the_ones_that_their_meaning_says() {
    let value = |name: &str| find(name)[0].value().unwrap();
    let found = ["+", "/", "%", "lerp", "==", "reinterpret", "no_wrap", "promise_clamped", "strict_fadd"].map(value);
    assert_eq!(found, ["44", "-4", "1", "15", "true", "2, 1, 0, 0", "3", "3", "4.5"]);
}

#[test]
fn a_word_is_a_name_before_it_is_a_mention() {
    assert_eq!(find("select").len(), 1);
    assert_eq!(
        ["if_then_else", "&&", "strict_fadd"].map(|word| find(word)[0].name),
        ["select", "bitwise_and", "strict_float"]
    );
    assert!(find("frobnicate").is_empty());
}
