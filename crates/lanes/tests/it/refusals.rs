//! Texts that are no three programs, and programs with what is not known: each is refused with a reason, and nothing panics.

use isotope_lanes::show;

fn why(text: &str, shape: &str) -> String {
    show(&isotope_mlir::read(text).unwrap(), shape).unwrap_err().to_string()
}

fn function(name: &str, arguments: &str, body: &str) -> String {
    format!("\"llvm.func\"() <{{sym_name = \"{name}\"}}> ({{\n^bb0({arguments}):\n{body}}}) : () -> ()\n")
}

fn programs(scalar: &str, vector: &str, arguments: &str) -> String {
    let scalar = |name: &str| function(name, "%0: i32, %1: !llvm.ptr", scalar);
    let all = scalar("scalar") + &scalar("structured") + &function("vector", arguments, vector);
    format!("\"builtin.module\"() ({{\n{all}}}) : () -> ()\n")
}

const LOADS: &str =
    "  %2 = \"llvm.load\"(%1) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32\n  \"llvm.return\"(%2) : (i32) -> ()\n";

fn of_vector(body: &str) -> String {
    why(&programs(LOADS, body, "%0: vector<8xi32>, %1: vector<8x!llvm.ptr>"), "N8vv")
}

#[test]
fn what_is_missing_or_unknown_is_named() {
    let same = "  \"llvm.return\"(%0) : (vector<8xi32>) -> ()\n";
    let text = programs(LOADS, same, "%0: vector<8xi32>, %1: vector<8x!llvm.ptr>");
    for shape in ["x", "", "N1v", "N999v", "N8q", "N8é", "M", "N8va", "N8a8"] {
        assert!(why(&text, shape).contains("no shape"), "{shape}: {}", why(&text, shape));
    }
    for shape in ["N8v", "N8uv", "N8vvv", "M8vv", "N8vl4"] {
        assert!(why(&text, shape).contains("not those of the variant"), "{shape}: {}", why(&text, shape));
    }
    assert!(why(&text, "N4vv").contains("number of lanes"));
    assert!(why("\"builtin.module\"() ({}) : () -> ()", "N8v").contains("no function @scalar"));
    assert!(
        of_vector(
            "  %2 = \"llvm.mlir.undef\"() : () -> vector<8xi32>\n  \"llvm.return\"(%2) : (vector<8xi32>) -> ()\n"
        )
        .contains("undef")
    );
    assert!(of_vector("  \"llvm.br\"()[^bb0] : () -> ()\n").contains("other values"));
    let moved = |element: &str| {
        of_vector(&format!(
            "  %i = \"llvm.mlir.constant\"() <{{value = 1 : i64}}> : () -> i64\n  \
             %p = \"llvm.mlir.zero\"() : () -> !llvm.ptr\n  \
             %q = \"llvm.getelementptr\"(%p, %i) <{{elem_type = {element}}}> : (!llvm.ptr, i64) -> !llvm.ptr\n{same}"
        ))
    };
    // Addresses move by bytes.
    assert!(moved("i32").contains("llvm.getelementptr is not known") && !moved("i8").contains("is not known"));
}

#[test]
fn what_no_lane_asked_for_is_refused() {
    let ends = "  \"llvm.return\"(%0) : (vector<8xi32>) -> ()\n";
    assert!(of_vector(ends).contains("before an access"));
    let twice = "  %t = \"llvm.mlir.constant\"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>\n  \
        %a = \"llvm.intr.masked.gather\"(%1, %t, %0) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>\n";
    let again = twice.replace("%a", "%b").replace("%t", "%s");
    let returned = "  \"llvm.return\"(%a) : (vector<8xi32>) -> ()\n";
    let good = programs(LOADS, &format!("{twice}{returned}"), "%0: vector<8xi32>, %1: vector<8x!llvm.ptr>");
    assert!(show(&isotope_mlir::read(&good).unwrap(), "N8vv").is_ok());
    assert!(of_vector(&format!("{twice}{again}{returned}")).contains("something else"));
    // A larger alignment is a promise that nobody made, and so is a flag.
    assert!(
        of_vector(&format!("{twice}{returned}").replace("alignment = 4", "alignment = 8")).contains("something else")
    );
    let flagged = format!(
        "{twice}  %c = \"llvm.add\"(%a, %a) <{{isotope.promises}}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>\n{returned}"
    );
    assert!(of_vector(&flagged).contains("poison"));
    let unknown = flagged.replace("isotope.promises", "overflowFlags = #llvm.overflow<nsw>");
    assert!(of_vector(&unknown).contains("llvm.add has an attribute overflowFlags, which is not known"));
}

#[test]
fn loops_without_a_lane_are_refused() {
    let text = format!(
        "{}{}{}",
        function("scalar", "%0: i32", "  \"llvm.return\"(%0) : (i32) -> ()\n"),
        function("structured", "%0: i32", "  \"llvm.return\"(%0) : (i32) -> ()\n"),
        function(
            "vector",
            "%0: vector<8xi32>",
            "  \"llvm.br\"()[^bb1] : () -> ()\n^bb1():\n  \"llvm.br\"()[^bb1] : () -> ()\n"
        ),
    );
    assert!(why(&format!("\"builtin.module\"() ({{\n{text}}}) : () -> ()\n"), "N8v").contains("go round"));
}
