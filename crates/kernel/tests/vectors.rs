//! Operations on vectors, executed: what MLIR's documentation says of them, and sentences where they have no meaning.

use isotope_kernel::execute::{Execution, execute};
use isotope_mlir::read;

/// The output of a program that has these operations, or the error that ends it.
fn printed(body: &str) -> Result<String, String> {
    let text = format!(
        "\"func.func\"() <{{function_type = () -> (), sym_name = \"main\"}}> ({{\n{body}\"func.return\"() : () -> ()\n}}) : () -> ()\n"
    );
    let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let ended = execute(&module, &Execution::default()).map_err(|error| error.to_string())?;
    Ok(ended.output.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// `%name = value : type`
fn constant(name: &str, value: &str, ty: &str) -> String {
    let value = if ty.starts_with("vector") { format!("dense<{value}>") } else { value.to_owned() };
    format!("{name} = \"arith.constant\"() <{{value = {value} : {ty}}}> : () -> {ty}\n")
}

fn print(name: &str, ty: &str) -> String {
    format!("\"vector.print\"({name}) <{{punctuation = #vector.punctuation<newline>}}> : ({ty}) -> ()\n")
}

/// Vectors, numbers and memory that the programs below have.
fn values() -> String {
    let memory = "%m = \"memref.alloc\"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<6xi32>\n\
        \"vector.store\"(%six, %m, %c0) : (vector<6xi32>, memref<6xi32>, index) -> ()\n";
    [("%c0", "0", "index"), ("%c1", "1", "index"), ("%c2", "2", "index"), ("%c9", "9", "index"), ("%i", "7", "i32")]
        .iter()
        .chain(&[("%x", "[1, 2, 3, 4]", "vector<4xi32>"), ("%y", "[10, 20, 30, 40]", "vector<4xi32>")])
        .chain(&[("%mat", "[[1, 2, 3], [4, 5, 6]]", "vector<2x3xi32>"), ("%two", "[100, 200]", "vector<2xi32>")])
        .chain(&[("%k", "[true, false, true, false]", "vector<4xi1>"), ("%at", "[3, 9, 0, 9]", "vector<4xi32>")])
        .chain(&[("%six", "[60, 61, 62, 63, 64, 65]", "vector<6xi32>"), ("%bytes", "[1, -1, 0, 2]", "vector<4xi8>")])
        .map(|(name, value, ty)| constant(name, value, ty))
        .collect::<String>()
        + memory
}

const ACCESS: &str = "memref<6xi32>, index, vector<4xi1>, vector<4xi32>";
const LISTED: &str = "memref<6xi32>, index, vector<4xi32>, vector<4xi1>, vector<4xi32>";

#[test]
fn vectors_are_what_the_documentation_says() {
    let maps = |maps: [&str; 3]| {
        format!(
            "indexing_maps = [{}], kind = #vector.kind<add>",
            maps.map(|map| format!("affine_map<{map}>")).join(", ")
        )
    };
    let dot = maps(["(d0) -> (d0)", "(d0) -> (d0)", "(d0) -> ()"]);
    let columns = maps(["(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0)", "(d0, d1) -> (d1)"]);
    let add = "kind = #vector.kind<add>";
    let rows: Vec<(String, &str, &str)> = vec![
        (format!("%r = \"vector.contract\"(%x, %y, %i) <{{{dot}}}> : (vector<4xi32>, vector<4xi32>, i32) -> i32"), "i32", "307"),
        (
            format!(
                "%z = \"arith.constant\"() <{{value = dense<0> : vector<3xi32>}}> : () -> vector<3xi32>\n\
                 %r = \"vector.contract\"(%mat, %two, %z) <{{{columns}}}> : (vector<2x3xi32>, vector<2xi32>, vector<3xi32>) -> vector<3xi32>"
            ),
            "vector<3xi32>",
            "( 900, 1200, 1500 )",
        ),
        (
            format!("%r = \"vector.outerproduct\"(%two, %x) <{{{add}}}> : (vector<2xi32>, vector<4xi32>) -> vector<2x4xi32>"),
            "vector<2x4xi32>",
            "( ( 100, 200, 300, 400 ), ( 200, 400, 600, 800 ) )",
        ),
        (
            format!("%r = \"vector.outerproduct\"(%x, %i, %y) <{{{add}}}> : (vector<4xi32>, i32, vector<4xi32>) -> vector<4xi32>"),
            "vector<4xi32>",
            "( 17, 34, 51, 68 )",
        ),
        (
            "%r = \"vector.matrix_multiply\"(%x, %y) <{lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32}> : \
             (vector<4xi32>, vector<4xi32>) -> vector<4xi32>"
                .to_owned(),
            "vector<4xi32>",
            "( 70, 100, 150, 220 )",
        ),
        (
            format!(
                "%r = \"vector.multi_reduction\"(%mat, %two) <{{{add}, reduction_dims = array<i64: 1>}}> : (vector<2x3xi32>, vector<2xi32>) -> vector<2xi32>"
            ),
            "vector<2xi32>",
            "( 106, 215 )",
        ),
        (
            format!("%r = \"vector.multi_reduction\"(%mat, %i) <{{{add}, reduction_dims = [0, 1]}}> : (vector<2x3xi32>, i32) -> i32"),
            "i32",
            "28",
        ),
        (
            format!(
                "%r, %l = \"vector.scan\"(%mat, %two) <{{{add}, reduction_dim = 1 : i64, inclusive = true}}> : (vector<2x3xi32>, vector<2xi32>) -> (vector<2x3xi32>, vector<2xi32>)\n{}",
                print("%l", "vector<2xi32>")
            ),
            "vector<2x3xi32>",
            "( 6, 15 ) ( ( 1, 3, 6 ), ( 4, 9, 15 ) )",
        ),
        (
            format!(
                "%r, %l = \"vector.scan\"(%mat, %two) <{{{add}, reduction_dim = 1 : i64, inclusive = false}}> : (vector<2x3xi32>, vector<2xi32>) -> (vector<2x3xi32>, vector<2xi32>)\n{}",
                print("%l", "vector<2xi32>")
            ),
            "vector<2x3xi32>",
            "( 103, 209 ) ( ( 100, 101, 103 ), ( 200, 204, 209 ) )",
        ),
        (
            "%r = \"vector.create_mask\"(%c1, %c2) : (index, index) -> vector<2x3xi1>".to_owned(),
            "vector<2x3xi1>",
            "( ( 1, 1, 0 ), ( 0, 0, 0 ) )",
        ),
        (format!("%r = \"vector.maskedload\"(%m, %c1, %k, %x) : ({ACCESS}) -> vector<4xi32>"), "vector<4xi32>", "( 61, 2, 63, 4 )"),
        (format!("%r = \"vector.expandload\"(%m, %c1, %k, %x) : ({ACCESS}) -> vector<4xi32>"), "vector<4xi32>", "( 61, 2, 62, 4 )"),
        (
            format!("%r = \"vector.gather\"(%m, %c1, %at, %k, %x) : ({LISTED}) -> vector<4xi32>"),
            "vector<4xi32>",
            "( 64, 2, 61, 4 )",
        ),
        (
            format!("\"vector.scatter\"(%m, %c1, %at, %k, %x) : ({LISTED}) -> ()\n{}", loaded("%r")),
            "vector<6xi32>",
            "( 60, 3, 62, 63, 1, 65 )",
        ),
        (
            format!("\"vector.maskedstore\"(%m, %c2, %k, %x) : ({ACCESS}) -> ()\n{}", loaded("%r")),
            "vector<6xi32>",
            "( 60, 61, 1, 63, 3, 65 )",
        ),
        (
            format!("\"vector.compressstore\"(%m, %c2, %k, %x) : ({ACCESS}) -> ()\n{}", loaded("%r")),
            "vector<6xi32>",
            "( 60, 61, 1, 3, 64, 65 )",
        ),
        ("%r = \"vector.bitcast\"(%bytes) : (vector<4xi8>) -> vector<1xi32>".to_owned(), "vector<1xi32>", "( 33619713 )"),
        ("%r = \"vector.bitcast\"(%bytes) : (vector<4xi8>) -> vector<4xui8>".to_owned(), "vector<4xui8>", "( 1, 255, 0, 2 )"),
        ("%r = \"vector.extract\"(%x, %c2) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi32>, index) -> i32".to_owned(), "i32", "3"),
        ("%r = \"vector.insertelement\"(%i, %x, %c1) : (i32, vector<4xi32>, index) -> vector<4xi32>".to_owned(), "vector<4xi32>", "( 1, 7, 3, 4 )"),
        ("%r, %h = \"arith.mulsi_extended\"(%bytes, %bytes) : (vector<4xi8>, vector<4xi8>) -> (vector<4xi8>, vector<4xi8>)".to_owned(), "vector<4xi8>", "( 1, 1, 0, 4 )"),
        ("%r, %h = \"arith.mului_extended\"(%bytes, %bytes) : (vector<4xi8>, vector<4xi8>) -> (vector<4xi8>, vector<4xi8>)\n".to_owned() + &print("%h", "vector<4xi8>"), "vector<4xi8>", "( 0, -2, 0, 0 ) ( 1, 1, 0, 4 )"),
        ("%h, %r = \"arith.addui_extended\"(%bytes, %bytes) : (vector<4xi8>, vector<4xi8>) -> (vector<4xi8>, vector<4xi1>)".to_owned(), "vector<4xi1>", "( 0, 1, 0, 0 )"),
    ];
    for (body, ty, wanted) in rows {
        let found = printed(&(values() + &body + "\n" + &print("%r", ty)));
        assert_eq!(found.as_deref(), Ok(wanted), "{body}");
    }
}

/// All of the memory.
fn loaded(name: &str) -> String {
    format!("{name} = \"vector.load\"(%m, %c0) : (memref<6xi32>, index) -> vector<6xi32>")
}

#[test]
fn a_vector_is_made_of_its_elements() {
    let of = "%r = \"vector.from_elements\"(%i, %j, %i, %j) : (i32, i32, i32, i32) -> vector<2x2xi32>\n";
    let body = constant("%i", "7", "i32") + &constant("%j", "8", "i32") + of + &print("%r", "vector<2x2xi32>");
    assert_eq!(printed(&body).as_deref(), Ok("( ( 7, 8 ), ( 7, 8 ) )"));
}

#[test]
fn a_mask_of_a_transfer_has_the_dimensions_of_memory() {
    let memory = "%w = \"memref.alloc\"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2x3xi32>\n\
        \"vector.store\"(%mat, %w, %c0, %c0) : (vector<2x3xi32>, memref<2x3xi32>, index, index) -> ()\n\
        %mask = \"vector.create_mask\"(%c2, %c1) : (index, index) -> vector<2x3xi1>\n\
        %r = \"vector.transfer_read\"(%w, %c0, %c0, %i, %mask) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, \
        permutation_map = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<2x3xi32>, index, index, i32, vector<2x3xi1>) -> vector<3x2xi32>\n";
    let found = printed(&(values() + memory + &print("%r", "vector<3x2xi32>")));
    assert_eq!(found.as_deref(), Ok("( ( 1, 4 ), ( 7, 7 ), ( 7, 7 ) )"));
}

#[test]
fn memory_may_have_vectors_other_sizes_and_other_layouts() {
    let body = "%v = \"memref.alloc\"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xvector<4xi32>>\n\
        \"memref.store\"(%x, %v, %c1) : (vector<4xi32>, memref<2xvector<4xi32>>, index) -> ()\n\
        %a = \"memref.load\"(%v, %c1) : (memref<2xvector<4xi32>>, index) -> vector<4xi32>\n\
        %g = \"memref.realloc\"(%m) : (memref<6xi32>) -> memref<2xi32>\n\
        %b = \"vector.load\"(%g, %c0) : (memref<2xi32>, index) -> vector<2xi32>\n\
        %p = \"memref.reinterpret_cast\"(%g) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, \
        static_sizes = array<i64: 2>, static_strides = array<i64: -1>}> : (memref<2xi32>) -> memref<2xi32, strided<[-1], offset: 1>>\n\
        %c = \"vector.load\"(%p, %c0) : (memref<2xi32, strided<[-1], offset: 1>>, index) -> vector<2xi32>\n";
    let prints = print("%a", "vector<4xi32>") + &print("%b", "vector<2xi32>") + &print("%c", "vector<2xi32>");
    let found = printed(&(values() + body + &prints));
    assert_eq!(found.as_deref(), Ok("( 1, 2, 3, 4 ) ( 60, 61 ) ( 61, 60 )"));
}

#[test]
fn what_has_no_meaning_is_a_sentence_with_its_place() {
    let layout = |sizes: &str| {
        format!(
            "%p = \"memref.reinterpret_cast\"(%m) <{{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, \
             static_sizes = array<i64: {sizes}>, static_strides = array<i64: 1>}}> : (memref<6xi32>) -> memref<?xi32>"
        )
    };
    let rows = [
        (format!("%r = \"vector.maskedload\"(%m, %c9, %k, %x) : ({ACCESS}) -> vector<4xi32>"), "index 9 is out of range: dimension 0 has 6"),
        (
            "%r = \"vector.maskedload\"(%m, %k, %x) : (memref<6xi32>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>".to_owned(),
            "it has 3 operands, and needs 4",
        ),
        (format!("%r = \"vector.gather\"(%m, %c9, %at, %k, %x) : ({LISTED}) -> vector<4xi32>"), "index 12 is out of range"),
        (
            "%r = \"vector.extractelement\"(%x, %c9) : (vector<4xi32>, index) -> i32".to_owned(),
            "position 9 is out of range: dimension 0 has 4 lanes",
        ),
        (
            "%r = \"vector.bitcast\"(%bytes) : (vector<4xi8>) -> vector<2xi32>".to_owned(),
            "its result has not the bits of its operand",
        ),
        (
            "%r = \"vector.contract\"(%x, %y, %i) <{indexing_maps = [], kind = #vector.kind<add>}> : (vector<4xi32>, vector<4xi32>, i32) -> i32"
                .to_owned(),
            "it has not three indexing_maps",
        ),
        (
            "%r = \"vector.multi_reduction\"(%mat, %two) <{kind = #vector.kind<add>, reduction_dims = [0]}> : (vector<2x3xi32>, vector<2xi32>) -> vector<2xi32>"
                .to_owned(),
            "its result or its accumulator does not have the dimensions that are left",
        ),
        (
            "%r = \"vector.multi_reduction\"(%mat, %two) <{kind = #vector.kind<minimumf>, reduction_dims = [1]}> : (vector<2x3xi32>, vector<2xi32>) -> vector<2xi32>"
                .to_owned(),
            "its kind minimumf is not supported",
        ),
        (layout("7"), "its elements are outside of the buffer"),
        (layout("-1"), "its sizes, strides or offset are out of range"),
        ("%r = \"memref.realloc\"(%m) : (memref<6xi32>) -> memref<?xi32>".to_owned(), "it has no size"),
    ];
    let line = values().lines().count() + 2;
    for (body, wanted) in rows {
        let found = printed(&(values() + &body + "\n")).unwrap_err();
        assert!(found.contains(wanted) && found.starts_with(&format!("{line}:")), "{found}\ninstead of\n{wanted}");
    }
}
