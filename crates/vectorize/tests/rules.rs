//! Each rule is shown: a kernel whose program has a form that only the rule gives is equal to what it was.

use crate::texts::{FAST, Of, S16, STRICT, convolution, correlation, function, load, nest, product, store};
use crate::{equal, pipes};
use isotope_vectorize::RULES;

/// `C[i] = A[row] op ...` for 8 elements.
fn mapped(of: Of, row: &str, text: &str) -> String {
    let (a, c) = (("A", 32, of.read), ("C", 8, of.read));
    function(&[a, c], &nest(&[8], &(load("a", a, 1, row) + text + &store("s", c, 1, "d0"))))
}

/// `C[0], C[1] = A[0] + A[2], A[1] - A[3]`, twice.
fn butterflies() -> String {
    let (a, c) = (("A", 8, "f32"), ("C", 4, "f32"));
    let mut body = String::new();
    for at in 0..4 {
        let name = if at % 2 == 0 { "addf" } else { "subf" };
        body += &load(&format!("x{at}"), a, 0, &at.to_string());
        body += &load(&format!("y{at}"), a, 0, &(at + 4).to_string());
        body += &format!("%s{at} = \"arith.{name}\"(%x{at}, %y{at}) : (f32, f32) -> f32\n");
        body += &store(&format!("s{at}"), c, 0, &at.to_string());
    }
    function(&[a, c], &body)
}

/// `C[0], C[1] = sqrt(A[0]), A[0] / A[1]`.
fn unlike() -> String {
    let (a, c) = (("A", 2, "f32"), ("C", 2, "f32"));
    let body = load("x", a, 0, "0")
        + &load("y", a, 0, "1")
        + "%r = \"math.sqrt\"(%x) : (f32) -> f32\n%q = \"arith.divf\"(%x, %y) : (f32, f32) -> f32\n";
    function(&[a, c], &(body + &store("r", c, 0, "0") + &store("q", c, 0, "1")))
}

fn given(table: &str, rule: &str) -> usize {
    let row = table.lines().find_map(|line| line.strip_prefix(&format!("{rule}\t")));
    row.and_then(|row| row.split('\t').next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn every_rule_is_shown() {
    let copy = "%s = \"arith.negf\"(%a) : (f32) -> f32\n";
    let constant = "%k = \"arith.constant\"() <{value = 2.500000e+00 : f32}> : () -> f32\n%s = \"arith.mulf\"(%a, %k) : (f32, f32) -> f32\n";
    // A rule, a kernel, and an operation of its program that there is by this rule alone.
    let cases: [(&str, String, &str); 12] = [
        ("lift", mapped(STRICT, "d0", copy), "\"arith.negf\""),
        ("blend", butterflies(), "\"arith.subf\""),
        ("columns", product(FAST, [4, 4, 4]), "\"vector.fma\""),
        ("dot", product(S16, [4, 4, 4]), "\"arith.extsi\""),
        ("reduce", correlation(FAST, 64, 1), "\"vector.reduction\""),
        ("fuse", product(FAST, [4, 4, 4]), "\"vector.fma\""),
        ("literal", mapped(STRICT, "d0", constant), "dense<"),
        ("load", mapped(STRICT, "d0 + 3", copy), "\"vector.load\""),
        ("splat", mapped(STRICT, "5", copy), "\"vector.broadcast\""),
        ("repeat", mapped(STRICT, "d0 mod 4", copy), "\"vector.shuffle\""),
        ("shuffle", mapped(STRICT, "d0 * 2", copy), "\"vector.shuffle\""),
        ("merge", convolution(S16, [4, 4], [3, 3]), "\"vector.shuffle\""),
    ];
    for (rule, text, operation) in &cases {
        let made = equal(text, pipes(256));
        let printed = isotope_mlir::print(&made.module);
        assert!(made.vectors > 0 || *rule == "reduce", "{rule}\n{printed}");
        assert!(printed.contains(operation), "{rule}: no {operation}\n{printed}");
        assert!(given(&made.table, rule) > 0, "{rule}\n{}", made.table);
    }
    let seed = isotope_vectorize::Model::Diospyros(4);
    let padded = equal(&product(FAST, [3, 3, 3]), seed);
    assert!(given(&padded.table, "fill") > 0, "{}", padded.table);
    let unlike = equal(&unlike(), seed);
    assert!(given(&unlike.table, "elements") > 0, "{}", unlike.table);
    assert!(isotope_mlir::print(&unlike.module).contains("\"vector.from_elements\""));
    let named: Vec<&str> = cases.iter().map(|(rule, ..)| *rule).chain(["fill", "elements"]).collect();
    for rule in RULES {
        assert!(named.contains(&rule.name), "no kernel shows the rule {}", rule.name);
    }
}
