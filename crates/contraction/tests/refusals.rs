//! Programs that are no contraction, with the place and a remedy.

use super::kernels::{contraction, sizes};
use isotope_contraction::{Refusal, plain, recognise, statement};
use isotope_mlir::read;

fn refused(text: &str, of: &str) -> String {
    statement(text, "f", &sizes(of), true).map_or_else(|error| error.to_string(), |_| panic!("{text} is a contraction"))
}

#[test]
fn a_mistake_in_a_statement_has_a_caret() {
    for (text, caret, why) in [
        ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j", 34, "`,` and an index, or `]`"),
        ("i32 C[i,j] -= u8 A[i,k] * s8 B[k,j]", 11, "`+=`, or `=` for sums that begin at zero"),
        ("i32 C[i,j] max= u8 A[i,k] * s8 B[k,j]", 11, "minima and maxima are not compiled"),
        ("i32 C[i,j] u8 A[i,k] * s8 B[k,j]", 11, "`+=`, or `=` for sums that begin at zero"),
        ("i32 C[i,j] += u7 A[i,k] * s8 B[k,j]", 14, "a type of elements: u8"),
        ("i32 C[i,j] += u8 A[i,k]", 23, "`*`"),
        ("i32 C[i,j] += u8 A[i*k] * s8 B[k,j]", 20, "`,` and an index, or `]`"),
        ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j] * s8 D[j] * s8 E[i]", 46, "two or three factors"),
        ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j] *", 37, "a type of elements"),
        ("i32 C[i,j] += (u8 A[i,k] * s8 B[k,j])", 25, "`-` and a zero point"),
        ("i32 C[i,j] += (u8 A[i,k] - k) * s8 B[k,j]", 27, "a zero point: a number"),
        ("i32 C[i,j] += (u8 A[i,k] - 3 * s8 B[k,j]", 29, "`)`"),
        ("i32 C[i,j] += u8 A[i,k] in -1..127 * s8 B[k,j]", 27, "the least element: an integer in 0..255"),
        (
            "i32 C[i,j] += u8 A[i,k] in 0..256 * s8 B[k,j]",
            30,
            "the largest element, which is not less than the least: an integer in 0..255",
        ),
        ("i32 C[i,j] += u8 A[i,k] in 9..8 * s8 B[k,j]", 30, "an integer in 9..255"),
        ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j] in 0..128", 42, "an integer in 0..127"),
        ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j] in -129..0", 39, "an integer in -128..127"),
        ("i32 C[i,j] += u8 A[i,k] in 0 127 * s8 B[k,j]", 29, "`..` and the largest element"),
        ("f32 C[i,j] += f32 A[i,k] in 0..1 * f32 B[k,j]", 25, "no range: elements of type f32 have none"),
        ("i64 C[i,j] += i64 A[i,k] in 0..1 * i64 B[k,j]", 25, "no range: elements of type s64 have none"),
        ("i32 C[] += u8 A[i] * s8 B[i]", 6, "an index"),
        ("i32 é[i] += u8 A[i] * s8 B[i]", 4, "no part of a statement"),
        ("i32 C[99999999999999999999] += u8 A[i] * s8 B[i]", 6, "too large"),
    ] {
        let error = statement(text, "f", &sizes("i=4,j=4,k=4"), true).unwrap_err();
        assert!(matches!(&error, Refusal::Statement { at, .. } if *at == caret), "{text}: {error:?}");
        assert!(error.to_string().contains(why), "{error}");
        let line = error.to_string().lines().last().unwrap().to_owned();
        assert_eq!(line.find('^'), Some(2 + caret), "{error}");
    }
}

#[test]
fn statements_that_cannot_be_compiled_say_why() {
    let dims: String = (0..13).map(|at| format!("+ d{at}")).collect();
    let many = format!("i32 C[i] += u8 A[i {dims}] * s8 B[i]");
    let long = format!("i32 C[i] += u8 A[i] * s8 B[i{}]", "+ i".repeat(2000));
    for (text, of, why) in [
        ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j]", "i=4,j=4", "dimension k has no size: give one, k=1024"),
        ("i32 C[i] += u8 A[i] * s8 B[i]", "i=4,z=3", "a size is given for z"),
        ("i32 C[i] += u8 A[i] * s8 B[i]", "i=0", "no iteration"),
        ("i32 C[i] += (u8 A[i] - 256) * s8 B[i]", "i=4", "A has the zero point 256: only bytes"),
        ("i32 C[i] += (s8 A[i] - 128) * s8 B[i]", "i=4", "zero point 128"),
        ("i32 C[i] += (s16 A[i] - 1) * s8 B[i]", "i=4", "only bytes have one"),
        ("i32 C[i+j] += u8 A[i] * s8 B[j]", "i=4,j=4", "single dimension"),
        ("i32 C[i,i] += u8 A[i] * s8 B[i]", "i=4", "stands twice"),
        ("i32 C[i] += i32 C[i] * s8 B[i]", "i=4", "copy it first"),
        ("i32 C[i] += s8 A[i] * s8 B[i] * i32 C[i]", "i=4", "copy it first"),
        ("i32 C[i] += s8 A[i] * s8 B[i] * i64 D[i]", "i=4", "do not go together"),
        ("i16 C[i] += i32 A[i] * s8 B[i]", "i=4", "do not go together"),
        ("f32 C[i] += f64 A[i] * f32 B[i]", "i=4", "do not go together"),
        ("i32 C[i] += u8 A[i] * s8 A[i]", "i=4", "stands twice with two types"),
        ("i32 C[i] += u8 A[i] in 0..3 * u8 A[i]", "i=4", "stands twice with two types, ranges or ranks"),
        ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j]", "i=4,j=4,k=4000000000", "MAX_ELEMENTS"),
        ("i32 C[i] += u8 A[i] * s8 B[9223372036854775807*i]", "i=4", "too large"),
        ("i32 C[i] += u8 A[i+j+k] * s8 B[i+j+k]", "i=30000,j=30000,k=30000", "MAX_PRODUCTS"),
        (&many, "i=4", "MAX_DIMS"),
        (&long, "i=4", "MAX_STATEMENT"),
    ] {
        let error = refused(text, of);
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn a_name_that_c_has_not_gets_into_no_text() {
    for name in ["", "a b", "9f", "f\"() {}", "f(void); int g", "é", &"f".repeat(129)] {
        let error = statement("i32 C[i] += u8 A[i] * s8 B[i]", name, &sizes("i=4"), true).unwrap_err().to_string();
        assert!(error.contains("is none of C") && error.len() < 400, "{error}");
    }
}

/// A nest over `i`, `j` and `k`, with this code in the innermost loop, and these attributes of the arguments.
fn program(body: &str, attributes: &str) -> String {
    let begin: String = ["%i", "%j", "%k"]
        .map(|counter| {
            format!(
                "\"affine.for\"() <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, \
                 step = 1 : index, upperBoundMap = affine_map<() -> (8)>}}> ({{\n^bb0({counter}: index):\n"
            )
        })
        .concat();
    let end = "\"affine.yield\"() : () -> ()\n}) : () -> ()\n".repeat(3);
    format!(
        "\"func.func\"() <{{{attributes}function_type = (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>):\n{begin}{body}{end}\"func.return\"() : () -> ()\n}}) : () -> ()\n"
    )
}

const APART: &str = "arg_attrs = [{llvm.noalias}, {llvm.noalias}, {llvm.noalias}], ";

const BODY: &str = "%x = \"memref.load\"(%a, %i, %k) : (memref<8x8xf32>, index, index) -> f32\n\
                    %y = \"memref.load\"(%b, %k, %j) : (memref<8x8xf32>, index, index) -> f32\n\
                    %z = \"memref.load\"(%c, %i, %j) : (memref<8x8xf32>, index, index) -> f32\n\
                    %p = \"arith.mulf\"(%x, %y) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32\n\
                    %s = \"arith.addf\"(%p, %z) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32\n\
                    \"memref.store\"(%s, %c, %i, %j) : (f32, memref<8x8xf32>, index, index) -> ()\n";

#[test]
fn programs_that_are_no_contraction_say_where_and_why() {
    let read_one = |text: &str| recognise(&read(text).unwrap_or_else(|error| panic!("{error}\n{text}")), None);
    assert!(read_one(&program(BODY, APART)).is_ok());
    let changed = |from: &str, to: &str| {
        assert!(BODY.contains(from), "{from}");
        program(&BODY.replacen(from, to, 1), APART)
    };
    for (text, place, why) in [
        (program(BODY, ""), "1:1", "may overlap"),
        (changed("addf\"(%p, %z) <{fastmath = #arith.fastmath<fast>}>", "addf\"(%p, %z)"), "", ""),
        (changed("%s, %c, %i, %j", "%s, %c, %j, %i"), "14:1", "no sum of what was there"),
        (changed("%s, %c, %i, %j", "%s, %a, %i, %j"), "14:1", "no sum of what was there"),
        (changed("\"arith.mulf\"(%x, %y)", "\"arith.mulf\"(%x, %x)"), "", ""),
        (changed("\"arith.mulf\"", "\"arith.divf\""), "12:6", "no such operation"),
        (changed("%a, %i, %k", "%a, %i, %i"), "", ""),
    ] {
        match read_one(&text) {
            Ok(_) => assert!(why.is_empty(), "{text}"),
            Err(error) => assert!(
                !why.is_empty() && error.to_string().starts_with(place) && error.to_string().contains(why),
                "{error}"
            ),
        }
    }
}

#[test]
fn ranges_that_no_element_has_are_refused() {
    let text = plain(&contraction("i32 C[i,j] += u8 A[i,k] in 0..127 * s8 B[k,j] in -64..63", "i=7,j=13,k=5"));
    let read_one = |text: &str| recognise(&read(text).unwrap_or_else(|error| panic!("{error}\n{text}")), None);
    let known = read_one(&text).unwrap();
    assert_eq!(
        known.arrays.iter().map(|array| array.range).collect::<Vec<_>>(),
        [Some((0, 127)), Some((-64, 63)), None]
    );
    for (from, to, why) in [
        ("<i64: 0, 127>", "<i64: 0, 256>", "no integers of 8 bits are 0..256"),
        ("<i64: 0, 127>", "<i64: -1, 128>", "no integers of 8 bits are -1..128"),
        ("<i64: 0, 127>", "<i64: 128, 0>", "is no range: write array<i64: 0, 127>"),
        ("array<i64: 0, 127>", "7 : i64", "is no range"),
        ("<i64: 0, 127>", "<i64: -1, 3>", "argument 0 is read as u8, and its range is -1..3"),
        ("<i64: -64, 63>", "<i64: 0, 200>", "argument 1 is read as s8, and its range is 0..200"),
    ] {
        assert!(text.contains(from), "{text}");
        let error = read_one(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
    }
}

#[test]
fn loops_that_set_other_cells_or_other_numbers_begin_no_sums() {
    let text = plain(&contraction("i32 C[i,j] = u8 A[i,k] * s8 B[k,j]", "i=7,j=13,k=5"));
    let read_one = |text: &str| recognise(&read(text).unwrap_or_else(|error| panic!("{error}\n{text}")), None);
    assert!(read_one(&text).unwrap().sets);
    // The nest of the sums begins with the second loop over the seven rows.
    let (second, _) = text.match_indices("affine_map<() -> (7)>").nth(1).unwrap();
    let (first, rest) = text.split_at(text[..second].rfind('\n').unwrap() + 1);
    let nest = &first[first.find("\"affine.for\"").unwrap()..];
    for (changed, why) in [
        (first.replace("-> (7)", "-> (6)"), "it sets other cells than the sums are added to"),
        (first.replace("(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0, 0)"), "it sets other cells"),
        (first.replace("value = 0", "value = 1"), "what it stores is no sum"),
        (format!("{first}{}", nest.replace("%v", "%w")), "what it stores is no sum"),
    ] {
        assert_ne!(changed, first);
        let error = read_one(&(changed + rest)).unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
    }
}
