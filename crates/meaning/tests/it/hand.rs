//! Programs of LLVM's dialect beside programs of `arith` and `vector` that somebody wrote.

use super::{are_equal, function, meant};
use isotope_kernel::check::{self, Options, Verdict};
use isotope_mlir::read;

/// Shapes of two vectors and of the result, a body in LLVM's dialect, and one without it.
const EQUAL: [([&str; 3], &str, &str); 10] = [
    (
        ["vector<8xi16>", "vector<8xi16>", "vector<4xi32>"],
        "%r = \"llvm.call_intrinsic\"(%a, %b) <{intrin = \"llvm.x86.sse2.pmadd.wd\"}> : (vector<8xi16>, vector<8xi16>) -> vector<4xi32>",
        "%wa = \"arith.extsi\"(%a) : (vector<8xi16>) -> vector<8xi32>\n\
         %wb = \"arith.extsi\"(%b) : (vector<8xi16>) -> vector<8xi32>\n\
         %p = \"arith.muli\"(%wa, %wb) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>\n\
         %e, %o = \"vector.deinterleave\"(%p) : (vector<8xi32>) -> (vector<4xi32>, vector<4xi32>)\n\
         %r = \"arith.addi\"(%e, %o) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>",
    ),
    (
        // Bytes that are put side by side by shifts are the lanes of a vector again.
        ["vector<4xi8>", "vector<4xi8>", "vector<4xi8>"],
        "%i0 = \"llvm.mlir.constant\"() <{value = 0 : i64}> : () -> i64\n\
         %i1 = \"llvm.mlir.constant\"() <{value = 1 : i64}> : () -> i64\n\
         %eight = \"llvm.mlir.constant\"() <{value = 8 : i16}> : () -> i16\n\
         %x = \"llvm.extractelement\"(%a, %i0) : (vector<4xi8>, i64) -> i8\n\
         %y = \"llvm.extractelement\"(%b, %i1) : (vector<4xi8>, i64) -> i8\n\
         %wx = \"llvm.zext\"(%x) : (i8) -> i16\n\
         %wy = \"llvm.zext\"(%y) : (i8) -> i16\n\
         %up = \"llvm.shl\"(%wy, %eight) <{overflowFlags = #llvm.overflow<none>}> : (i16, i16) -> i16\n\
         %both = \"llvm.or\"(%up, %wx) : (i16, i16) -> i16\n\
         %none = \"llvm.mlir.poison\"() : () -> vector<2xi16>\n\
         %one = \"llvm.insertelement\"(%none, %both, %i0) : (vector<2xi16>, i16, i64) -> vector<2xi16>\n\
         %two = \"llvm.shufflevector\"(%one, %none) <{mask = array<i32: 0, 0>}> : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>\n\
         %r = \"llvm.bitcast\"(%two) : (vector<2xi16>) -> vector<4xi8>",
        "%r = \"vector.shuffle\"(%a, %b) <{mask = [0, 5, 0, 5]}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>",
    ),
    (
        ["vector<4xi32>", "vector<4xi32>", "vector<4xi32>"],
        "%c = \"llvm.icmp\"(%a, %b) <{predicate = 8 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>\n\
         %f = \"llvm.freeze\"(%a) : (vector<4xi32>) -> vector<4xi32>\n\
         %r = \"llvm.select\"(%c, %f, %b) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>",
        "%r = \"arith.maxui\"(%a, %b) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>",
    ),
    (
        ["vector<16xi8>", "vector<16xi8>", "vector<16xi8>"],
        "%r = \"llvm.call_intrinsic\"(%a, %b) <{intrin = \"llvm.uadd.sat.v16i8\"}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>",
        "%s = \"arith.addi\"(%a, %b) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>\n\
         %c = \"arith.cmpi\"(%s, %a) <{predicate = 6 : i64}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi1>\n\
         %m = \"arith.constant\"() <{value = dense<-1> : vector<16xi8>}> : () -> vector<16xi8>\n\
         %r = \"arith.select\"(%c, %m, %s) : (vector<16xi1>, vector<16xi8>, vector<16xi8>) -> vector<16xi8>",
    ),
    (
        ["vector<4xi32>", "vector<4xi32>", "vector<4xi32>"],
        "%no = \"llvm.mlir.constant\"() <{value = false}> : () -> i1\n\
         %m = \"llvm.call_intrinsic\"(%a, %no) <{intrin = \"llvm.abs.v4i32\"}> : (vector<4xi32>, i1) -> vector<4xi32>\n\
         %r = \"llvm.call_intrinsic\"(%m, %b) <{intrin = \"llvm.smin.v4i32\"}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>",
        "%z = \"arith.constant\"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>\n\
         %n = \"arith.subi\"(%z, %a) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>\n\
         %m = \"arith.maxsi\"(%a, %n) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>\n\
         %r = \"arith.minsi\"(%m, %b) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>",
    ),
    (
        // An immediate is a constant of the text, and others are other instructions.
        ["vector<16xi8>", "vector<16xi8>", "vector<16xi8>"],
        "%by = \"llvm.mlir.constant\"() <{value = 3 : i32}> : () -> i32\n\
         %wa = \"llvm.bitcast\"(%a) : (vector<16xi8>) -> vector<8xi16>\n\
         %s = \"llvm.call_intrinsic\"(%wa, %by) <{intrin = \"llvm.x86.sse2.pslli.w\"}> : (vector<8xi16>, i32) -> vector<8xi16>\n\
         %r = \"llvm.bitcast\"(%s) : (vector<8xi16>) -> vector<16xi8>",
        "%wa = \"vector.bitcast\"(%a) : (vector<16xi8>) -> vector<8xi16>\n\
         %by = \"arith.constant\"() <{value = dense<3> : vector<8xi16>}> : () -> vector<8xi16>\n\
         %s = \"arith.shli\"(%wa, %by) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>\n\
         %r = \"vector.bitcast\"(%s) : (vector<8xi16>) -> vector<16xi8>",
    ),
    (
        // A factor without a sign, and what that adds too much.
        ["vector<4xi32>", "vector<16xi8>", "vector<4xi32>"],
        "%z = \"llvm.mlir.constant\"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>\n\
         %h = \"llvm.mlir.constant\"() <{value = dense<-128> : vector<16xi8>}> : () -> vector<16xi8>\n\
         %u = \"llvm.add\"(%b, %h) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>\n\
         %d = \"llvm.call_intrinsic\"(%a, %u, %b) <{intrin = \"llvm.aarch64.neon.usdot.v4i32.v16i8\"}> : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>\n\
         %m = \"llvm.call_intrinsic\"(%z, %h, %b) <{intrin = \"llvm.aarch64.neon.usdot.v4i32.v16i8\"}> : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>\n\
         %r = \"llvm.sub\"(%d, %m) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>",
        "%s = \"arith.extsi\"(%b) : (vector<16xi8>) -> vector<16xi32>\n\
         %p = \"arith.muli\"(%s, %s) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>\n\
         %w = \"vector.shape_cast\"(%p) : (vector<16xi32>) -> vector<4x4xi32>\n\
         %r = \"vector.multi_reduction\"(%w, %a) <{kind = #vector.kind<add>, reduction_dims = [1]}> : (vector<4x4xi32>, vector<4xi32>) -> vector<4xi32>",
    ),
    (
        // Sums of two products saturate, and one with zero does not.
        ["vector<32xi32>", "vector<1xi16>", "vector<32xi32>"],
        "%i0 = \"llvm.mlir.constant\"() <{value = 0 : i64}> : () -> i64\n\
         %x = \"llvm.extractelement\"(%b, %i0) : (vector<1xi16>, i64) -> i16\n\
         %w = \"llvm.zext\"(%x) : (i16) -> i32\n\
         %r = \"llvm.call_intrinsic\"(%a, %w) <{intrin = \"llvm.hexagon.V6.vdmpyhsat.128B\"}> : (vector<32xi32>, i32) -> vector<32xi32>",
        "%low = \"arith.trunci\"(%a) : (vector<32xi32>) -> vector<32xi16>\n\
         %wa = \"arith.extsi\"(%low) : (vector<32xi16>) -> vector<32xi32>\n\
         %x = \"vector.extract\"(%b) <{static_position = array<i64: 0>}> : (vector<1xi16>) -> i16\n\
         %wx = \"arith.extsi\"(%x) : (i16) -> i32\n\
         %all = \"vector.broadcast\"(%wx) : (i32) -> vector<32xi32>\n\
         %r = \"arith.muli\"(%wa, %all) : (vector<32xi32>, vector<32xi32>) -> vector<32xi32>",
    ),
    (
        // A table that is poison where no index looks.
        ["vector<4xi32>", "vector<4xi32>", "vector<4xi32>"],
        "%p = \"llvm.mlir.poison\"() : () -> vector<4xi32>\n\
         %i = \"llvm.mlir.constant\"() <{value = dense<[1, 0, 1, 0, 1, 0, 1, 0]> : vector<8xi32>}> : () -> vector<8xi32>\n\
         %t = \"llvm.shufflevector\"(%a, %p) <{mask = array<i32: 0, 1, -1, -1, -1, -1, -1, -1>}> : (vector<4xi32>, vector<4xi32>) -> vector<8xi32>\n\
         %d = \"llvm.call_intrinsic\"(%t, %i) <{intrin = \"llvm.x86.avx2.permd\"}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>\n\
         %r = \"llvm.shufflevector\"(%d, %d) <{mask = array<i32: 0, 1, 2, 3>}> : (vector<8xi32>, vector<8xi32>) -> vector<4xi32>",
        "%r = \"vector.shuffle\"(%a, %a) <{mask = [1, 0, 1, 0]}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>",
    ),
    (
        ["vector<4xi32>", "vector<16xi8>", "vector<4xi32>"],
        "%r = \"llvm.call_intrinsic\"(%a, %b, %b) <{intrin = \"llvm.aarch64.neon.usdot.v4i32.v16i8\"}> : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>",
        "%u = \"arith.extui\"(%b) : (vector<16xi8>) -> vector<16xi32>\n\
         %s = \"arith.extsi\"(%b) : (vector<16xi8>) -> vector<16xi32>\n\
         %p = \"arith.muli\"(%u, %s) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>\n\
         %w = \"vector.shape_cast\"(%p) : (vector<16xi32>) -> vector<4x4xi32>\n\
         %r = \"vector.multi_reduction\"(%w, %a) <{kind = #vector.kind<add>, reduction_dims = [1]}> : (vector<4x4xi32>, vector<4xi32>) -> vector<4xi32>",
    ),
];

#[test]
fn programs_mean_what_others_say_without_llvm() {
    for (number, (shapes, of_llvm, plain)) in EQUAL.into_iter().enumerate() {
        let meant = meant(&function(shapes, of_llvm)).unwrap_or_else(|why| panic!("{number}: {why}"));
        assert!(!meant.contains("\"llvm."), "{number}: {meant}");
        assert!(are_equal(&function(shapes, plain), &meant), "{number}:\n{meant}");
        // A number that is added and taken away leaves no trace, and neither does a comparison that always holds.
        assert!(!(meant.contains("arith.subi") && of_llvm.contains("usdot")), "{number}:\n{meant}");
        let is_plain = !meant.contains("arith.cmpi") || !of_llvm.contains("vdmpyhsat");
        assert!(is_plain, "{number}: a comparison that always holds is left:\n{meant}");
    }
}

#[test]
fn what_may_be_poison_or_has_no_meaning_is_not_read() {
    let four = ["vector<4xi32>"; 3];
    let two = |name: &str, of: &str| {
        format!("%r = \"{name}\"(%a, %b) <{{{of}}}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>")
    };
    for (body, why) in [
        (
            two("llvm.add", "overflowFlags = #llvm.overflow<nsw>"),
            "6:6: llvm.add has a flag whose promise is not looked into",
        ),
        (two("llvm.add", "unheard = 1 : i64"), "6:6: llvm.add has an attribute unheard whose meaning is not known"),
        (two("llvm.or", "isDisjoint"), "6:6: llvm.or has a flag whose promise is not looked into"),
        (two("llvm.shl", ""), "6:6: llvm.shl shifts by a number that may be too large"),
        (two("llvm.udiv", ""), "6:6: llvm.udiv has no meaning here"),
        (
            two("llvm.shufflevector", "mask = array<i32: 0, 1, 2, -1>"),
            "6:6: llvm.shufflevector makes a lane that is poison and is used",
        ),
        (
            two("llvm.shufflevector", "mask = array<i32: 0, 1, 2, 8>"),
            "6:6: llvm.shufflevector takes a lane that is not there",
        ),
        (two("llvm.shufflevector", "mask = array<i32: 0, 1>"), "6:6: llvm.shufflevector has a mask of another size"),
        (
            two("llvm.call_intrinsic", "intrin = \"llvm.x86.avx2.made.up\""),
            "6:6: llvm.call_intrinsic of llvm.x86.avx2.made.up is no instruction of the dictionary",
        ),
    ] {
        assert_eq!(meant(&function(four, &body)), Err(why.to_owned()));
    }
}

#[test]
fn floats_and_other_dialects_are_left_as_they_are() {
    let shapes = ["vector<4xf32>", "vector<4xi32>", "vector<4xi32>"];
    let body = "%f = \"llvm.fadd\"(%a, %a) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>\n\
                %i = \"llvm.bitcast\"(%f) : (vector<4xf32>) -> vector<4xi32>\n\
                %r = \"llvm.add\"(%i, %b) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>";
    let meant = meant(&function(shapes, body)).unwrap();
    assert!(meant.contains("\"llvm.fadd\"") && meant.contains("\"llvm.bitcast\"") && meant.contains("\"arith.addi\""));
}

#[test]
fn a_text_that_would_take_too_much_says_which_bound() {
    let wide = "vector<4096xi64>";
    let not = |number: usize| format!("%v{} = \"llvm.xor\"(%v{number}, %b) : ({wide}, {wide}) -> {wide}\n", number + 1);
    let body = |count: usize| {
        let first = format!("%v0 = \"llvm.freeze\"(%a) : ({wide}) -> {wide}\n");
        let chain: String = (0..count).map(not).collect();
        format!("{first}{chain}%r = \"llvm.freeze\"(%v{count}) : ({wide}) -> {wide}")
    };
    let said = |count: usize| meant(&function([wide; 3], &body(count))).unwrap_err();
    assert!(said(1100).contains("is on top of more than 256 others (MAX_HEIGHT)"), "{}", said(1100));
    let flat: String = (0..1100).map(|at| not(at).replace(&format!("%v{at},"), "%a,")).collect();
    let body = format!("{flat}%r = \"llvm.freeze\"(%v1100) : ({wide}) -> {wide}");
    let said = meant(&function([wide; 3], &body)).unwrap_err();
    assert!(said.contains("4194304 lanes together (MAX_ALL_LANES)"), "{said}");
}

/// Each sum is of the one before, twice: as a tree it has eight million parts.
#[test]
fn what_is_shared_is_looked_at_once() {
    let wide = "vector<32xi32>";
    let sum = |at: usize| format!("%v{} = \"llvm.add\"(%v{at}, %v{at}) : ({wide}, {wide}) -> {wide}\n", at + 1);
    let body = format!(
        "%v0 = \"llvm.sext\"(%a) : (vector<32xi8>) -> {wide}\n{}\
         %r = \"llvm.call_intrinsic\"(%v23, %b) <{{intrin = \"llvm.hexagon.V6.vaddwsat.128B\"}}> : ({wide}, {wide}) -> {wide}",
        (0..23).map(sum).collect::<String>()
    );
    assert!(meant(&function(["vector<32xi8>", wide, wide], &body)).is_ok());
}

/// Sums of two products saturate, but where a range that is assumed of the argument says that they fit.
#[test]
fn what_a_program_says_of_its_loads_is_used_and_has_to_be_so() {
    const SAID: &str = "{isotope.range = array<i64: 0, 127>}";
    let shapes = ["vector<16xi8>", "vector<16xi8>", "vector<8xi16>"];
    let of_llvm = "%s = \"vector.shape_cast\"(%a) : (vector<16xi8>) -> vector<16xi8>\n\
                   %r = \"llvm.call_intrinsic\"(%s, %b) <{intrin = \"llvm.x86.ssse3.pmadd.ub.sw.128\"}> : (vector<16xi8>, vector<16xi8>) -> vector<8xi16>";
    let plain = "%wa = \"arith.extui\"(%a) : (vector<16xi8>) -> vector<16xi16>\n\
                 %wb = \"arith.extsi\"(%b) : (vector<16xi8>) -> vector<16xi16>\n\
                 %p = \"arith.muli\"(%wa, %wb) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>\n\
                 %e, %o = \"vector.deinterleave\"(%p) : (vector<16xi16>) -> (vector<8xi16>, vector<8xi16>)\n\
                 %r = \"arith.addi\"(%e, %o) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>";
    // Which arguments are assumed to be in the range, and of which load it is said.
    let text = |body: &str, assumed: [&str; 2], said: Option<&str>| {
        let text = function(shapes, body);
        let attributes = format!("arg_attrs = [{}, {}, {{}}], function_type", assumed[0], assumed[1]);
        let text = text.replacen("function_type", &attributes, 1);
        let load = said
            .map(|of| (format!("\"vector.load\"(%m{of}, %zero)"), format!("\"vector.load\"(%m{of}, %zero) {SAID}")));
        load.map_or(text.clone(), |(load, with)| text.replace(&load, &with))
    };
    for (assumed, said, is_equal) in [
        ([SAID, "{}"], Some("a"), true),
        ([SAID, "{}"], None, false),
        (["{}", "{}"], Some("a"), false),
        (["{}", SAID], Some("a"), false),
        (["{}", SAID], Some("b"), false),
        ([SAID, "{}"], Some("b"), false),
    ] {
        let (before, after) = (text(plain, assumed, None), meant(&text(of_llvm, assumed, said)).unwrap());
        let [first, second] = [&before, &after].map(|text| read(text).unwrap());
        let verdict = check::check(&first, &second, &Options::default());
        assert_eq!(matches!(verdict, Ok(Verdict::Identity(_))), is_equal, "{assumed:?} {said:?} {verdict:?}\n{after}");
        assert_eq!(after.contains("arith.cmpi"), said != Some("a"), "{said:?}\n{after}");
    }
}
