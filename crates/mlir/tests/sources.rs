//! Files and lines of operations, by their locations.

use isotope_mlir::ir::Sources;
use isotope_mlir::{print, read};

/// The place that the location of an operation names, as `FILE:LINE:COLUMN`.
fn source(location: &str, aliases: &str) -> Option<String> {
    let module = read(&format!("{aliases}\"a.b\"() : () -> () loc({location})\n")).unwrap();
    let printed = print(&module);
    assert_eq!(print(&read(&printed).unwrap()), printed);
    let found = Sources::of(&module).source(module.top[0])?;
    Some(format!("{}:{}", found.file, found.place))
}

#[test]
fn the_first_file_counts() {
    for (location, wanted) in [
        (r#""a.mlir":3:4"#, Some("a.mlir:3:4")),
        (r#""a.mlir":3:4 to 5:6"#, Some("a.mlir:3:4")),
        (r#""a.mlir":3:4 to :6"#, Some("a.mlir:3:4")),
        (r#""name"("a.mlir":3:4)"#, Some("a.mlir:3:4")),
        (r#""name""#, None),
        (r#"callsite("a.mlir":3:4 at "b.mlir":5:6)"#, Some("a.mlir:3:4")),
        (r#"callsite(unknown at "b.mlir":5:6)"#, Some("b.mlir:5:6")),
        (r#"fused["name", "b.mlir":5:6]"#, Some("b.mlir:5:6")),
        ("unknown", None),
    ] {
        assert_eq!(source(location, "").as_deref(), wanted, "{location}");
    }
}

#[test]
fn names_of_locations_are_followed_and_circles_end() {
    let named = "#a = loc(#b)\n#b = loc(\"a.mlir\":3:4)\n";
    assert_eq!(source("#a", named).as_deref(), Some("a.mlir:3:4"));
    assert_eq!(source("#a", "#a = loc(#b)\n#b = loc(#a)\n"), None);
    let mut bomb = "#a0 = loc(unknown)\n".to_owned();
    (1..100).for_each(|n| bomb += &format!("#a{n} = loc(fused[#a{}, #a{}])\n", n - 1, n - 1));
    assert_eq!(source("#a99", &bomb), None, "a name stands for 2^99 parts");
}
