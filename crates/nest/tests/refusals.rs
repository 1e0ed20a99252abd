//! Programs that have no form among affine nests, each with its place and a remedy.

use crate::{generic, mlir_opt};
use isotope_mlir::print;
use isotope_nest::pack::{Way, pack, pack_each};
use isotope_nest::{Machine, Nests};

/// A function whose loop over `%i` is on line 2 and has this body from line 3 on.
fn program(body: &str) -> String {
    let arguments = "%a: memref<8x8xf32>, %open: memref<?x8xf32>, %n: index, %x: f32";
    let arguments =
        if body.contains("%open") { arguments.to_owned() } else { arguments.replace("%open: memref<?x8xf32>, ", "") };
    format!("func.func @f({arguments}) {{\naffine.for %i = 0 to 8 {{\n{body}\n}}\nreturn\n}}\nfunc.func private @g()\n")
}

fn refused(text: &str) -> String {
    Nests::read(&generic(text, ""), Some("f")).map_or_else(|why| why.to_string(), |_| panic!("this is read\n{text}"))
}

#[test]
fn what_has_no_form_has_a_place_and_a_remedy() {
    if !mlir_opt::is_there("what_has_no_form_has_a_place_and_a_remedy") {
        return;
    }
    let view = "%v = memref.cast %a : memref<8x8xf32> to memref<?x8xf32>";
    let bits = "%b = memref.alloc() : memref<4xcomplex<f32>>";
    let large = "%b = memref.alloc() : memref<100000x100000xf32>";
    let deep = "%b = memref.alloc() : memref<1x1x1x1x1x1x1x1x1xf32>";
    for (body, place, why) in [
        ("affine.for %j = 0 to %n {\n}", "3:1", "its iterations are not known"),
        ("affine.for %j = 0 to affine_map<(d0) -> (d0 floordiv 2)>(%i) {\n}", "3:1", "its iterations are not known"),
        (
            "%c = arith.constant 1 : index\nscf.for %j = %i to %n step %c {\n}",
            "4:1",
            "it has no form among affine nests",
        ),
        ("affine.parallel (%j) = (0) to (8) {\n}", "3:1", "loops are affine.for"),
        ("func.call @g() : () -> ()", "3:1", "--inline"),
        ("linalg.fill ins(%x : f32) outs(%a : memref<8x8xf32>)", "3:1", "--convert-linalg-to-affine-loops"),
        ("vector.print %x : f32", "3:1", "it has no form"),
        (view, "3:6", "--fold-memref-alias-ops"),
        ("%y = affine.load %open[%i, %i] : memref<?x8xf32>", "1:1", "arg1 has an open size"),
        (bits, "3:6", "the elements of line 3"),
        (large, "3:6", "MAX_ELEMENTS"),
        (deep, "3:6", "MAX_RANK"),
    ] {
        let said = refused(&program(body));
        assert!(said.starts_with(&format!("{place}: ")) && said.contains(why), "{body}: {said}");
    }
    let text = print(&generic(&program(""), ""));
    let backwards = isotope_mlir::read(&text.replace("step = 1", "step = -1")).unwrap();
    let said = Nests::read(&backwards, Some("f")).unwrap_err().to_string();
    assert!(said.contains("its step is not positive: count upwards"), "{said}");
}

#[test]
fn more_than_the_bounds_are_refused() {
    if !mlir_opt::is_there("more_than_the_bounds_are_refused") {
        return;
    }
    let loops = "affine.for %j = 0 to 8 {\n}\n".repeat(128);
    assert!(refused(&program(&loops)).contains("more than 128 loops (MAX_LOOPS)"));
    let accesses = "affine.store %x, %a[%i, %i] : memref<8x8xf32>\n".repeat(513);
    assert!(refused(&program(&accesses)).contains("more than 512 accesses (MAX_ACCESSES)"));
    let begin: String = (0..24).map(|at| format!("affine.for %j{at} = 0 to 8 {{\n")).collect();
    let deep = begin + &"}\n".repeat(24);
    assert!(refused(&program(&deep)).contains("deeper than 24 (MAX_DEPTH)"));
    let long = (0..1 << 14).map(|at| format!("%s{at} = arith.addf %x, %x : f32\n")).collect::<String>();
    assert!(refused(&program(&long)).contains("16384 operations (MAX_OPERATIONS)"));
    assert!(refused("func.func @g() {\nreturn\n}\n").contains("no function @"));
}

#[test]
fn arrays_that_cannot_be_packed_say_why() {
    if !mlir_opt::is_there("arrays_that_cannot_be_packed_say_why") {
        return;
    }
    let machine = Machine::of([1, 2, 4], 4);
    let nested = |body: &str| program(&format!("affine.for %j = 0 to 8 {{\naffine.for %k = 0 to 8 {{\n{body}\n}}\n}}"));
    for (body, why) in [
        ("%y = affine.load %a[%k, %i floordiv 2] : memref<8x8xf32>", "an index is no sum of counters"),
        ("%y = memref.load %a[%k, %i] : memref<8x8xf32>", "an access is no affine.load"),
        ("%y = affine.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>", "an index is no sum of counters"),
    ] {
        let module = generic(&nested(body), "");
        let nests = Nests::read(&module, Some("f")).unwrap();
        let said = pack_each(&module, &nests, (1, 0), &machine).unwrap_err().to_string();
        assert!(said.contains(why), "{body}: {said}");
        for way in [Way::Gpat, Way::Counted] {
            let packed = pack(&module, &nests, &machine, way).unwrap();
            assert_eq!(packed.chosen().count(), 0, "{body}");
        }
    }
}
