//! Windows and answers where two implementations once differed.

use super::{ANSWER, MODULE, leaf, loaded, put};
use isotope_mlir::target::Target;
use isotope_mlir::{print, read};
use isotope_windows::{Answer, Changes, Code, Cost, Lanes, Parameter, Source, find};

/// The text of the one window of a module with these operations between its loads and their difference; `%x` takes the place of its
/// second operand.
fn window(between: &str) -> String {
    let text = MODULE.replace("BETWEEN", between).replace("\"arith.subi\"(%a, %b)", "\"arith.subi\"(%a, %x)");
    let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let windows = find(&module, 2);
    let left: Vec<&str> = windows.left.iter().map(|left| left.why.as_str()).collect();
    windows.found.first().map_or_else(|| left.join("\n"), |found| found.text())
}

#[test]
fn a_scalar_constant_in_every_lane_is_a_constant() {
    let scalar = r#"%c = "arith.constant"() <{value = 5 : i8}> : () -> i8
  %x = "vector.broadcast"(%c) : (i8) -> vector<16xi8>"#;
    let each = format!(
        "%x = \"arith.constant\"() <{{value = dense<[{}]> : vector<16xi8>}}> : () -> vector<16xi8>",
        ["5"; 16].join(", ")
    );
    let one = "%x = \"arith.constant\"() <{value = dense<5> : vector<16xi8>}> : () -> vector<16xi8>";
    let text = window(one);
    assert!(text.contains("x16((uint8)5)"), "{text}");
    assert_eq!([window(scalar), window(&each)], [text.clone(), text], "equal lanes are one number");
}

#[test]
fn programs_that_nobody_verified_have_no_window_of_unknown_lanes() {
    let other_lanes = r#"%y = "vector.load"(%m, %c1) : (memref<64xi8>, index) -> vector<8xi8>
  %x = "vector.shape_cast"(%y) : (vector<8xi8>) -> vector<16xi8>"#;
    assert!(window(other_lanes).ends_with("lanes are not known"), "{}", window(other_lanes));
    let other_rank = r#"%x = "vector.load"(%m, %c0, %c1) : (memref<64xi8>, index, index) -> vector<16xi8>"#;
    let text = window(other_rank);
    assert!(text.contains("(uint8x16)v1") && text.matches("= load").count() == 1, "{text}");
}

/// An answer that costs what the plain lowering does is better than what MLIR makes of several dimensions, unless it has to be cast to them.
#[test]
fn vectors_of_several_dimensions_are_worth_their_plain_lowering() {
    let sums = |acc: &str, ty: &str, dimensions: &str| {
        let text = format!(
            r#""func.func"() <{{function_type = (vector<32xi8>, {acc}) -> {ty}, sym_name = "f"}}> ({{
^bb0(%a: vector<32xi8>, %acc: {acc}):
  %b = "arith.addi"(%a, %a) : (vector<32xi8>, vector<32xi8>) -> vector<32xi8>
  {dimensions}
  "func.return"(%r) : ({ty}) -> ()
}}) : () -> ()
"#
        );
        let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let windows = find(&module, 2);
        let [found] = &windows.found[..] else { panic!("{:?}", windows.left) };
        assert!(found.is_worth(10, 10, true) && !found.is_worth(11, 10, true), "of equal costs the smaller is better");
        [(9, 10), (10, 10), (11, 10)].map(|(cost, plain)| found.is_worth(cost, plain, false))
    };
    let cast = r#"%c = "vector.shape_cast"(%b) : (vector<32xi8>) -> vector<16x2xi8>"#;
    let reduced = format!(
        "{cast}\n  %r = \"vector.multi_reduction\"(%c, %acc) <{{kind = #vector.kind<add>, reduction_dims = [1]}}> : (vector<16x2xi8>, vector<16xi8>) -> vector<16xi8>"
    );
    assert_eq!(sums("vector<16xi8>", "vector<16xi8>", &reduced), [true, true, false]);
    let two =
        format!("{cast}\n  %r = \"arith.addi\"(%c, %acc) : (vector<16x2xi8>, vector<16x2xi8>) -> vector<16x2xi8>");
    assert_eq!(sums("vector<16x2xi8>", "vector<16x2xi8>", &two), [true, false, false]);
    let one = r#"%r = "arith.addi"(%b, %acc) : (vector<32xi8>, vector<32xi8>) -> vector<32xi8>"#;
    assert_eq!(sums("vector<32xi8>", "vector<32xi8>", one), [true, false, false]);
}

/// Loads stand behind the last of those that they join: a loop between them may write only what it is seen not to write.
#[test]
fn loops_between_loads_are_looked_into() {
    let loop_of = |op: &str| {
        format!(
            r#""scf.for"(%c0, %c1, %c1) ({{
  ^bb0(%i: index):
    {op}
    "scf.yield"() : () -> ()
  }}) : (index, index, index) -> ()"#
        )
    };
    let two = ANSWER.replace("(%a: vector<16xi8>, %b: vector<16xi8>)", "(%w: vector<17xi8>)").replace(
        "  %0 =",
        "  %a = \"llvm.shufflevector\"(%w, %w) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>}> : (vector<17xi8>, vector<17xi8>) -> vector<16xi8>\n  %b = \"llvm.shufflevector\"(%w, %w) <{mask = array<i32: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>}> : (vector<17xi8>, vector<17xi8>) -> vector<16xi8>\n  %0 =",
    );
    let reads = loop_of(r#"%l = "memref.load"(%n, %i) : (memref<64xi8>, index) -> i8"#);
    put(&reads, &two, &[loaded(17, 0, 1)]).unwrap();
    for writes in [r#""memref.store"(%c, %n, %i) : (i8, memref<64xi8>, index) -> ()"#, r#""mine.own"() : () -> ()"#] {
        let between = format!("%c = \"arith.constant\"() <{{value = 5 : i8}}> : () -> i8\n  {}", loop_of(writes));
        let why = put(&between, &two, &[loaded(17, 0, 1)]).unwrap_err();
        assert_eq!(why, "memory that it loads may be written between loads that it joins", "{writes}");
    }
}

#[test]
fn answers_move_lanes_as_floats_and_compute_scalars() {
    let code = |inner: &str| {
        ANSWER.replace(
            r#"  %0 = "llvm.call"(%a, %b) <{callee = @isotope.llvm.x86.sse2.pavg.b}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>"#,
            inner,
        )
    };
    let floats = code(
        r#"  %f = "llvm.bitcast"(%b) : (vector<16xi8>) -> vector<4xf32>
  %g = "llvm.shufflevector"(%f, %f) <{mask = array<i32: 3, 2, 1, 0>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %0 = "llvm.bitcast"(%g) : (vector<4xf32>) -> vector<16xi8>"#,
    );
    put("", &floats, &[leaf("d0"), leaf("d1")]).unwrap();
    let scalars = |name: &str| {
        code(&format!(
            r#"  %i = "llvm.mlir.constant"() <{{value = 0 : i64}}> : () -> i64
  %e = "llvm.extractelement"(%b, %i) : (vector<16xi8>, i64) -> i8
  %f = "llvm.call"(%e, %e) <{{callee = @isotope.llvm.{name}}}> : (i8, i8) -> i8
  %0 = "llvm.insertelement"(%b, %f, %i) : (vector<16xi8>, i8, i64) -> vector<16xi8>"#
        ))
    };
    put("", &scalars("smin.i8"), &[leaf("d0"), leaf("d1")]).unwrap();
    let why = put("", &scalars("x86.unknown"), &[leaf("d0"), leaf("d1")]).unwrap_err();
    assert_eq!(why, "its code has an operation that is no computation: llvm.call");
    let arithmetic =
        floats.replace("llvm.shufflevector\"(%f, %f) <{mask = array<i32: 3, 2, 1, 0>}>", "llvm.fadd\"(%f, %f)");
    let why = put("", &arithmetic, &[leaf("d0"), leaf("d1")]).unwrap_err();
    assert_eq!(why, "its code has an operation that is no computation: llvm.fadd");
}

/// `a + b` and `a - b`, each plus 1, and stored before the other one is computed.
const BUTTERFLY: &str = r#""func.func"() <{function_type = (vector<8xi16>, vector<8xi16>, memref<64xi16>, index) -> (vector<8xi16>), sym_name = "f"}> ({
^bb0(%a: vector<8xi16>, %b: vector<8xi16>, %m: memref<64xi16>, %i: index):
  %one = "arith.constant"() <{value = dense<1> : vector<8xi16>}> : () -> vector<8xi16>
  %s = "arith.addi"(%a, %b) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
  %t = "arith.addi"(%s, %one) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
  "vector.store"(%t, %m, %i) : (vector<8xi16>, memref<64xi16>, index) -> ()
  %d = "arith.subi"(%a, %b) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
  %e = "arith.addi"(%d, %one) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
  "func.return"(%e) : (vector<8xi16>) -> ()
}) : () -> ()
"#;

#[test]
fn one_answer_for_several_results_is_used_where_it_costs_less_than_theirs() {
    let module = read(BUTTERFLY).unwrap();
    let mut windows = find(&module, 2);
    windows.share(&module);
    assert_eq!(
        windows.found.iter().map(|found| found.members.clone()).collect::<Vec<_>>(),
        [vec![], vec![], vec![0, 1]]
    );
    let used = |costs: [Option<(u64, u64)>; 3]| {
        let of = |(cost, plain)| Cost { cost, plain, is_better: true };
        windows.used(&costs.map(|cost| cost.map(of)))
    };
    // Of two operations and two leaves, which both read, a quarter is the other's.
    assert_eq!(used([Some((48, 100)), Some((60, 100)), Some((80, 200))]), [false, false, true]);
    assert_eq!(used([Some((48, 100)), Some((60, 100)), Some((81, 200))]), [true, true, false]);
    // One that is not better than plain LLVM costs what that does.
    assert_eq!(used([Some((48, 100)), Some((120, 100)), Some((135, 200))]), [false, false, true]);
    assert_eq!(used([Some((48, 100)), Some((120, 100)), Some((136, 200))]), [true, false, false]);
    // Nor is one used that is not better itself, or without its members' costs.
    assert_eq!(used([Some((150, 100)), Some((150, 100)), Some((201, 200))]), [false; 3]);
    assert_eq!(used([None, Some((60, 100)), Some((60, 200))]), [false, true, false]);
    assert_eq!(used([Some((50, 100)), None, None]), [true, false, false]);
    assert!(windows.is_joined(0, &[false, false, true]) && !windows.is_joined(0, &[true, true, false]));
    assert!(!windows.is_joined(2, &[false, false, true]));
}

#[test]
fn an_answer_for_several_results_takes_the_place_of_the_first() {
    let answer = r#""llvm.func"() <{function_type = !llvm.func<vector<16xi16> (vector<8xi16>, vector<8xi16>)>, sym_name = "w"}> ({
^bb0(%a: vector<8xi16>, %b: vector<8xi16>):
  %0 = "llvm.shufflevector"(%a, %b) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>}> : (vector<8xi16>, vector<8xi16>) -> vector<16xi16>
  "llvm.return"(%0) : (vector<16xi16>) -> ()
}) : () -> ()
"#;
    let mut module = read(BUTTERFLY).unwrap();
    let mut windows = find(&module, 2);
    windows.share(&module);
    let lanes = Lanes { bits: 16, lanes: 8 };
    let leaf = |name: &str| Parameter { lanes, source: Source::Leaf(name.to_owned()), is_frozen: false };
    let answer = read(answer).unwrap();
    let code = Code::of(&answer, "w").unwrap();
    let parameters = [leaf("v0"), leaf("v1")];
    let mut changes = Changes::default();
    let target = Target { cpu: "znver3".to_owned(), features: String::new() };
    let given = Answer { code: &code, parameters: &parameters, one_load_a_byte: true };
    windows.put(&mut module, &mut changes, 2, given, &target).unwrap();
    changes.finish(&mut module).unwrap();
    let text = print(&module);
    assert!(!text.contains("arith.addi") && !text.contains("arith.subi"), "{text}");
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}\n{text}"));
    let [low, high] = ["array<i32: 0, 1, 2, 3, 4, 5, 6, 7>", "array<i32: 8, 9, 10, 11, 12, 13, 14, 15>"].map(at);
    assert!(low < high && high < at("vector.store"), "{text}");
    read(&text).unwrap();
}

/// Two windows compute one shuffle: as it is it is computed once, and each answer computes it again.
#[test]
fn what_windows_share_is_paid_once_without_answers() {
    let worth = |second: &str| {
        let text = format!(
            r#""func.func"() <{{function_type = (vector<16xi8>, vector<16xi8>, memref<16xi8>, index) -> (), sym_name = "f"}}> ({{
^bb0(%a: vector<16xi8>, %b: vector<16xi8>, %m: memref<16xi8>, %i: index):
  %s = "vector.shuffle"(%a, %b) <{{mask = array<i64: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  %x = "arith.addi"(%s, %a) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  %y = "arith.subi"({second}, %b) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  %z = "arith.xori"(%y, %a) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  "vector.store"(%x, %m, %i) : (vector<16xi8>, memref<16xi8>, index) -> ()
  "vector.store"(%z, %m, %i) : (vector<16xi8>, memref<16xi8>, index) -> ()
  "func.return"() : () -> ()
}}) : () -> ()
"#
        );
        let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let windows = find(&module, 2);
        let [first, _] = &windows.found[..] else { panic!("{:?}", windows.left) };
        // `is_better` compares with plain LLVM, and not with the part of it that others leave.
        assert_eq!(first.is_worth(75, 100, true), first.is_worth(75, 100, false));
        [70, 75, 80, 99].map(|cost| first.is_worth(cost, 100, false))
    };
    assert_eq!(worth("%s"), [true, false, false, false], "the half of one of two operations is another's");
    assert_eq!(worth("%a"), [true; 4]);
}
