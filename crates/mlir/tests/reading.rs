//! Texts are read and printed; bad ones are refused at their place.

use crate::cases;
use isotope_mlir::{limits, print, read};

/// The mistake in a text: `LINE:COLUMN: message`.
fn mistake(text: &str) -> String {
    match read(text) {
        Ok(module) => panic!("this is read:\n{text}\nas\n{}", print(&module)),
        Err(error) => error.to_string(),
    }
}

#[test]
fn printed_texts_read_as_the_same() {
    for folder in ["generic", "ours"] {
        for (name, text) in cases(folder) {
            let module = read(&text).unwrap_or_else(|error| panic!("{name}:{error}"));
            let printed = print(&module);
            let again = read(&printed).unwrap_or_else(|error| panic!("{name}, printed:{error}\n{printed}"));
            assert_eq!(print(&again), printed, "{name}");
            assert_eq!(again.operations.len(), module.operations.len(), "{name}");
        }
    }
}

#[test]
fn names_within_functions_are_their_own() {
    let (_, text) = cases("ours").into_iter().find(|(name, _)| name == "shadows.mlir").unwrap();
    let module = read(&text).unwrap();
    let op = |name: &str| module.operations.iter().find(|op| op.name == name).unwrap();
    assert_eq!(op("func.return").operands, op("test.inner").results);
}

#[test]
fn mistakes_have_a_place_and_a_remedy() {
    let rows = [
        (
            "func.func @f() { return }",
            "1:1: `func.func` is an operation in its dialect's own form; only the generic form is read",
        ),
        ("\"a.b\"(%0) : (i32) -> ()", "1:7: %0 is not defined where it can be used here"),
        (
            "%0 = \"a.b\"() : () -> i32\n\"a.b\"(%0) : (f32) -> ()",
            "2:7: %0 is used with another type than it is defined with, in line 1",
        ),
        ("%0 = \"a.b\"() : () -> i32\n%0 = \"a.b\"() : () -> i32", "2:1: %0 is defined twice, in line 1 too"),
        (
            "%0 = \"a.b\"() : () -> i32\n\"a.b\"(%0#1) : (i32) -> ()",
            "2:7: %0 has 1 results, which count from 0: there is no #1",
        ),
        ("%0:2 = \"a.b\"() : () -> i32", "1:8: 2 results are named and 1 have a type"),
        ("\"a.b\"() : (i32) -> ()", "1:1: there are 0 operands and 1 types of operands"),
        ("\"a.b\"() : () -> i33x", "1:17: there is no type `i33x`: write a type"),
        ("\"a.b\"() {a = 1, a = 2} : () -> ()", "1:17: the attribute `a` stands here twice"),
        ("\"a.b\"() {a = #b} : () -> ()", "1:14: #b is not defined: write `#b = ATTRIBUTE`"),
        ("\"a.b\"() : (!b) -> ()", "1:12: !b is not defined: write `!b = TYPE`"),
        ("#a = 1\n#a = 2", "2:1: #a is defined twice"),
        ("\"a.b\"()[^c] : () -> ()", "1:9: there is no block ^c in this region"),
        ("\"a.b\"() ({\n^c:\n^c:\n}) : () -> ()", "3:1: ^`c` is defined twice"),
        ("\"a.b\"() {a = \"x", "1:14: the string that begins here is not closed"),
        ("\"a.b\"() {a = \"\\x\"} : () -> ()", "1:15: an escape is"),
        ("\"a.b\"() {a = #b<(", "1:16: the bracket that opens here is never closed"),
        ("\"a.b\"() {a = #b<(]>} : () -> ()", "1:18: `]` closes no bracket"),
        ("#m = affine_map<(i) -> (j)>", "1:25: here is `j)>`, and a number, or a dimension or symbol"),
        ("#m = affine_map<(i, i) -> (i)>", "1:21: `i` stands here twice"),
        (
            "\"a.b\"() {a = 99999999999999999999 : i32, b = array<i32: x>} : () -> ()",
            "1:57: here is `x>}`, and an element",
        ),
        ("\"a.b\"() : () -> tensor<99999999999999999999xi32>", "1:24: `99999999999999999999` does not fit 64 bits"),
        ("\"a.b\"() : () -> vector<?xf32>", "1:24: a vector's dimensions are known"),
        ("\"a.b\"() : () -> memref<[4]xf32>", "1:24: only vectors are scalable"),
        ("\"a.b\"() : () -> memref<2xf32, 1, 2, 3>", "1:37: a memref has a layout and a memory space"),
        ("\"a.b\"()", "1:8: the text ends, and `:` is needed"),
        ("{-# x", "1:1: the resources that begin here are not closed"),
    ];
    let wrong = rows.iter().filter_map(|(text, wanted)| {
        let found = mistake(text);
        (!found.starts_with(wanted)).then(|| format!("{text}\nis refused with {found}\ninstead of      {wanted}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_bound_ends_in_its_error() {
    let deep = |open: &str, close: &str, n: usize| format!("{}{}", open.repeat(n), close.repeat(n));
    let regions = deep("\"a.b\"() ({", "}) : () -> ()\n", 10_000);
    let arrays = format!("\"a.b\"() {{a = {}}} : () -> ()", deep("[", "]", 10_000));
    let elements = format!("\"a.b\"() {{a = dense<{}> : tensor<1xi8>}} : () -> ()", deep("[", "]", 10_000));
    let types = format!("\"a.b\"() : () -> {}i1{}", "tuple<".repeat(10_000), ">".repeat(10_000));
    let opaque = format!("\"a.b\"() {{a = #b{}}} : () -> ()", deep("<", ">", 10_000));
    let parentheses = format!("#m = affine_map<(i) -> ({}i{})>", "(".repeat(10_000), ")".repeat(10_000));
    let locations = format!("\"a.b\"() : () -> () loc({}unknown{})", "\"x\"(".repeat(10_000), ")".repeat(10_000));
    for text in [regions, arrays, elements, types, opaque, parentheses, locations] {
        let found = mistake(&text);
        assert!(found.contains("(MAX_NESTING)"), "{}: {found}", &text[..40]);
    }
    let sum = format!("#m = affine_map<(i) -> (i{})>", " + i".repeat(10_000));
    assert!(mistake(&sum).contains("(MAX_AFFINE_STEPS)"));
    // Each alias holds the one before twice: the text is short, and what it stands for has no end.
    let mut bomb = "#a0 = [1]\n".to_owned();
    for n in 1..200 {
        bomb += &format!("#a{n} = [#a{}, #a{}]\n", n - 1, n - 1);
    }
    assert!(mistake(&bomb).contains("through aliases (MAX_NESTING)"));
    assert!(mistake("%0:4000000000 = \"a.b\"() : () -> ()").contains("(MAX_RESULTS)"));
    assert!(mistake(&format!("\"a.b\"() : () -> tensor<{}f32>", "1x".repeat(100))).contains("(MAX_RANK)"));
    assert!(mistake(&" ".repeat(limits::MAX_TEXT + 1)).contains("(MAX_TEXT)"));
    assert!(mistake(&"\"a\"():()->()\n".repeat(limits::MAX_OPERATIONS + 1)).contains("(MAX_OPERATIONS)"));
}

#[test]
fn a_bomb_of_aliases_below_the_bound_prints_as_short_as_it_is() {
    let mut bomb = "#a0 = [1]\n".to_owned();
    for n in 1..100 {
        bomb += &format!("#a{n} = [#a{}, #a{}]\n", n - 1, n - 1);
    }
    bomb += "\"a.b\"() {a = #a99} : () -> ()\n";
    assert_eq!(print(&read(&bomb).unwrap()), bomb);
}
