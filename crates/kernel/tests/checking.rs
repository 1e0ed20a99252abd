//! Equal programs are shown equal, different ones are refused, and the rest says why it is neither.

use isotope_kernel::check::{Options, Sizes, Verdict, check};
use isotope_kernel::execute::{Execution, execute};
use isotope_mlir::read;

/// A module with one function: its type, its arguments and its operations.
fn function(ty: &str, arguments: &str, body: &str) -> String {
    format!(
        "\"func.func\"() <{{function_type = {ty}, sym_name = \"f\"}}> ({{\n^bb0({arguments}):\n{body}\n}}) : () -> ()\n"
    )
}

/// Three floats, and a float of them.
fn floats(body: &str) -> String {
    function("(f32, f32, f32) -> f32", "%a: f32, %b: f32, %c: f32", body)
}

fn op(result: &str, name: &str, operands: &str, flags: &str) -> String {
    let types = operands.split(", ").map(|_| "f32").collect::<Vec<_>>().join(", ");
    format!("{result} = \"{name}\"({operands}) <{{fastmath = #arith.fastmath<{flags}>}}> : ({types}) -> f32\n")
}

fn verdict(before: &str, after: &str) -> Verdict {
    checked(before, after, &Options::default()).unwrap()
}

fn checked(before: &str, after: &str, options: &Options) -> Result<Verdict, String> {
    let [before, after] = [before, after].map(|text| read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    check(&before, &after, options).map_err(|error| format!("{:?} {error}", error.side))
}

fn is_equal(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Identity(evidence) if evidence.error_bits < -40.0)
}

/// Why two programs are neither shown equal nor different.
fn open(verdict: Verdict) -> String {
    match verdict {
        Verdict::Open { why, .. } => why,
        other => panic!("this is not open: {other:?}"),
    }
}

const RETURN: &str = "\"func.return\"(%r) : (f32) -> ()";

#[test]
fn only_flags_allow_sums_to_be_reordered() {
    let sum = |flags: &str, orders: [&str; 2]| {
        floats(&(op("%s", "arith.addf", orders[0], flags) + &op("%r", "arith.addf", orders[1], flags) + RETURN))
    };
    let (left, right) = (["%a, %b", "%s, %c"], ["%b, %c", "%a, %s"]);
    assert!(is_equal(&verdict(&sum("fast", left), &sum("fast", right))));
    assert!(
        is_equal(&verdict(&sum("reassoc", left), &sum("none", right))),
        "the second program may make less of the permission"
    );
    assert!(matches!(verdict(&sum("none", left), &sum("none", right)), Verdict::Different(_)));
    assert!(
        is_equal(&verdict(&sum("none", left), &sum("none", ["%b, %a", "%c, %s"]))),
        "a sum of two is the same either way"
    );
    assert!(open(verdict(&sum("none", left), &sum("reassoc", left))).contains("has the flag reassoc"));
}

#[test]
fn products_of_sums_are_multiplied_out_and_wrong_ones_refused() {
    let factored =
        floats(&(op("%s", "arith.addf", "%a, %b", "fast") + &op("%r", "arith.mulf", "%s, %c", "fast") + RETURN));
    let out = |last: &str| {
        let products = op("%x", "arith.mulf", "%a, %c", "fast") + &op("%y", "arith.mulf", last, "fast");
        floats(&(products + &op("%r", "arith.addf", "%x, %y", "fast") + RETURN))
    };
    assert!(is_equal(&verdict(&factored, &out("%b, %c"))));
    let Verdict::Different(found) = verdict(&factored, &out("%b, %b")) else { panic!("b times b is not b times c") };
    assert!(found.cell == "result 0" && found.input.contains("arg2 = "), "{found:?}");
}

#[test]
fn a_fused_product_takes_the_flag_contract() {
    let apart = |flags: &str| {
        floats(&(op("%p", "arith.mulf", "%a, %b", flags) + &op("%r", "arith.addf", "%p, %c", flags) + RETURN))
    };
    let fused = |flags: &str| floats(&(op("%r", "math.fma", "%a, %b, %c", flags) + RETURN));
    assert!(is_equal(&verdict(&apart("contract"), &fused("contract"))));
    assert!(!is_equal(&verdict(&apart("none"), &fused("none"))));
}

#[test]
fn integers_are_polynomials_and_what_holds_only_modulo_two_to_the_n_is_open() {
    let ints = |body: &str| function("(i8) -> i8", "%a: i8", &format!("{body}\n\"func.return\"(%r) : (i8) -> ()"));
    let constant =
        |name: &str, value: i64| format!("{name} = \"arith.constant\"() <{{value = {value} : i8}}> : () -> i8\n");
    let binary =
        |result: &str, name: &str, operands: &str| format!("{result} = \"{name}\"({operands}) : (i8, i8) -> i8\n");
    let doubled = ints(&binary("%r", "arith.addi", "%a, %a"));
    let times_two = ints(&(constant("%two", 2) + &binary("%r", "arith.muli", "%a, %two")));
    assert!(is_equal(&verdict(&doubled, &times_two)));
    // 16 * 16 is 0 modulo 256, and 256 in the fields.
    let zero =
        ints(&(constant("%k", 16) + &binary("%x", "arith.muli", "%a, %k") + &binary("%r", "arith.muli", "%x, %k")));
    assert!(open(verdict(&zero, &ints(&constant("%r", 0)))).contains("polynomial"));
    let divided = ints(&binary("%r", "arith.divui", "%a, %a"));
    assert!(!is_equal(&verdict(&ints(&binary("%r", "arith.subi", "%a, %a")), &divided)));
    // A division that the first program does not make may fail where the first does not.
    let unused = ints(&(binary("%x", "arith.divui", "%a, %a") + &binary("%r", "arith.addi", "%a, %a")));
    assert!(!is_equal(&verdict(&doubled, &unused)) && is_equal(&verdict(&unused, &doubled)));
}

/// A generic text need not have passed MLIR's verifier: no program that it refuses is equal to one, nor to itself.
#[test]
fn programs_that_mlir_refuses_are_not_called_equal() {
    let ints = |body: &str| function("(i32) -> i32", "%a: i32", &format!("{body}\n\"func.return\"(%r) : (i32) -> ()"));
    let sum = |operation: &str| ints(&format!("%r = \"arith.{operation}\"(%a, %a) : (i32, i32) -> i32"));
    assert!(is_equal(&verdict(&sum("addi"), &sum("addi"))));
    let constant = "%two = \"arith.constant\"() <{value = 2 : i32}> : () -> i32\n";
    let product = "%r = \"arith.muli\"(%a, %two) : (i32, i32) -> i32\n";
    assert!(is_equal(&verdict(&ints(&format!("{constant}{product}")), &sum("addi"))));
    let loaded = |ty: &str, index: &str| {
        let body = format!(
            "%i = \"arith.constant\"() <{{value = 0 : {index}}}> : () -> {index}\n\
             %r = \"memref.load\"(%a, %i) : (memref<4xi32>, {index}) -> {ty}\n\"func.return\"(%r) : ({ty}) -> ()"
        );
        function(&format!("(memref<4xi32>) -> {ty}"), "%a: memref<4xi32>", &body)
    };
    assert!(is_equal(&verdict(&loaded("i32", "index"), &loaded("i32", "index"))));
    let handed = |body: &str| {
        let index = "%i = \"arith.constant\"() <{value = 1 : index}> : () -> index\n";
        let body = format!("{index}{body}\n\"func.return\"(%r) : (i64) -> ()");
        function("(i32, i64, i1) -> i64", "%a: i32, %b: i64, %c: i1", &body)
    };
    let yielded = "\"scf.yield\"(%a) : (i32) -> ()\n";
    let right = "\"scf.yield\"(%b) : (i64) -> ()\n";
    let reduced = |given: &str, ty: &str, with: &str| {
        let sum = "%s = \"arith.addi\"(%x, %y) : (i64, i64) -> i64\n";
        let ty_of_with = if with == "%c" { "i1" } else { "i64" };
        format!(
            "%z = \"arith.constant\"() <{{value = 0 : index}}> : () -> index\n\
             %r = \"scf.parallel\"(%z, %i, %i, {given}) <{{operandSegmentSizes = array<i32: 1, 1, 1, 1>}}> ({{\n^bb1(%k: index):\n\
             \"scf.reduce\"(%b) ({{\n^bb2(%x: i64, %y: i64):\n{sum}\"scf.reduce.return\"({}) : ({ty_of_with}) -> ()\n}}) : (i64) -> ()\n}}) \
             : (index, index, index, {ty}) -> i64",
            if with == "%c" { with } else { "%s" }
        )
    };
    let read = |padding: &str, ty: &str| {
        format!(
            "%m = \"memref.alloc\"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> memref<8xi64>\n\
             %v = \"vector.transfer_read\"(%m, %i, {padding}) <{{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, \
             permutation_map = affine_map<(d0) -> (d0)>}}> : (memref<8xi64>, index, {ty}) -> vector<4xi64>\n\
             %r = \"vector.extract\"(%v) <{{static_position = array<i64: 1>}}> : (vector<4xi64>) -> i64"
        )
    };
    for body in [
        reduced("%b", "i64", "%s"),
        read("%b", "i64"),
        "\"cf.br\"(%b)[^bb1] : (i64) -> ()\n^bb1(%r: i64):".to_owned(),
        format!("%r = \"scf.if\"(%c) ({{\n{right}}}, {{\n{right}}}) : (i1) -> i64"),
    ] {
        assert!(is_equal(&verdict(&handed(&body), &handed(&body))), "{body}");
    }
    for (text, why) in [
        (ints(&format!("{product}{constant}")), "operand 1 is defined further down in the same block"),
        (sum("addf"), "types that do not fit"),
        (ints("%r = \"arith.addi\"(%a) : (i32) -> i32"), "types that do not fit"),
        (ints("%r = \"arith.extsi\"(%a) : (i32) -> i32"), "types that do not fit"),
        (ints("%r = \"arith.sitofp\"(%a) : (i32) -> i32"), "types that do not fit"),
        (ints("%r = \"arith.index_cast\"(%a) : (i32) -> i32"), "types that do not fit"),
        (loaded("i64", "index"), "types that do not fit"),
        (loaded("i32", "i32"), "types that do not fit"),
        (sum("addi").replace("function_type = (i32)", "function_type = (i64)"), "other types than its function_type"),
        (
            function("(i32) -> i64", "%a: i32", "\"func.return\"(%a) : (i32) -> ()"),
            "other types than its function_type",
        ),
        (handed("\"cf.br\"(%a)[^bb1] : (i32) -> ()\n^bb1(%r: i64):"), "types that do not fit"),
        (
            handed(
                "\"cf.cond_br\"(%c, %a, %b)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i64) -> ()\n^bb1(%r: i64):",
            ),
            "types that do not fit",
        ),
        (
            handed(&format!("%r = \"scf.if\"(%c) ({{\n{yielded}}}, {{\n{yielded}}}) : (i1) -> i64")),
            "types that do not fit",
        ),
        (
            handed(&format!(
                "%r = \"scf.for\"(%i, %i, %i, %b) ({{\n^bb1(%k: index, %x: i64):\n{yielded}}}) : (index, index, index, i64) -> i64"
            )),
            "types that do not fit",
        ),
        (
            handed(&format!(
                "%r = \"scf.while\"(%b) ({{\n^bb1(%x: i64):\n\"scf.condition\"(%c, %x) : (i1, i64) -> ()\n}}, {{\n^bb2(%y: i64):\n{yielded}}}) : (i64) -> i64"
            )),
            "types that do not fit",
        ),
        (
            handed(
                "%v = \"vector.broadcast\"(%a) : (i32) -> vector<4xi64>\n%r = \"vector.extract\"(%v) <{static_position = array<i64: 1>}> : (vector<4xi64>) -> i64",
            ),
            "types that do not fit",
        ),
        (handed("%r = \"func.call\"(%a) <{callee = @f}> : (i32) -> i64"), "other types of arguments or results"),
        (handed("%r = \"arith.constant\"() <{value = 1 : i32}> : () -> i64"), "types that do not fit"),
        (handed(&reduced("%a", "i32", "%x")), "types that do not fit"),
        (handed(&reduced("%b", "i64", "%c")), "types that do not fit"),
        (handed(&read("%a", "i32")), "types that do not fit"),
        (
            handed(
                "%m = \"memref.alloc\"() <{operandSegmentSizes = array<i32: 1, 0>}> : () -> memref<4xi64>\n\
                 %r = \"memref.load\"(%m, %i) : (memref<4xi64>, index) -> i64",
            ),
            "operandSegmentSizes do not fit its operands",
        ),
    ] {
        let said = match checked(&text, &text, &Options::default()) {
            Err(why) => why,
            Ok(verdict) => open(verdict),
        };
        assert!(said.contains(why), "{said}\n{text}");
    }
}

/// Stores the argument to one cell of four.
fn store(index: i64, extra: &str) -> String {
    let body = format!(
        "%i = \"arith.constant\"() <{{value = {index} : index}}> : () -> index\n{extra}\n\
         \"memref.store\"(%x, %m, %i) : (f32, memref<4xf32>, index) -> ()\n\"func.return\"() : () -> ()"
    );
    function("(memref<4xf32>, f32) -> ()", "%m: memref<4xf32>, %x: f32", &body)
}

#[test]
fn faults_of_the_second_program_are_differences_and_of_the_first_bad_input() {
    assert!(is_equal(&verdict(&store(3, ""), &store(3, ""))));
    let Verdict::Different(found) = verdict(&store(3, ""), &store(4, "")) else { panic!("index 4 is out of range") };
    assert!(found.cell.contains("index 4 is out of range: dimension 0 has 4 elements"), "{found:?}");
    assert_eq!(found.stores[1].unwrap().line, 5);
    let error = checked(&store(4, ""), &store(3, ""), &Options::default()).unwrap_err();
    assert!(
        error.starts_with("Before 5:1: `memref.store`: index 4 is out of range") && error.contains("on every input"),
        "{error}"
    );
    let Verdict::Different(found) = verdict(&store(3, ""), &store(2, "")) else { panic!("another cell is written") };
    assert!(
        found.cell == "arg0[2]" && found.stores == [None, Some(isotope_mlir::Place { line: 5, column: 1 })],
        "{found:?}"
    );
}

#[test]
fn what_nobody_wrote_has_any_value_in_the_first_program_and_none_in_the_second() {
    let text = |load: bool| {
        let alloc = "%n = \"memref.alloc\"() : () -> memref<4xf32>\n%y = \"memref.load\"(%n, %i) : (memref<4xf32>, index) -> f32";
        let body = format!(
            "%i = \"arith.constant\"() <{{value = 0 : index}}> : () -> index\n{alloc}\n\
             \"memref.store\"({}, %m, %i) : (f32, memref<4xf32>, index) -> ()\n\"func.return\"() : () -> ()",
            if load { "%y" } else { "%x" }
        );
        function("(memref<4xf32>, f32) -> ()", "%m: memref<4xf32>, %x: f32", &body)
    };
    assert!(is_equal(&verdict(&text(false), &text(false))) && is_equal(&verdict(&text(true), &text(true))));
    assert!(is_equal(&verdict(&text(true), &text(false))));
    assert!(matches!(verdict(&text(false), &text(true)), Verdict::Different(_)));
}

#[test]
fn branches_on_data_are_choices_and_loops_by_data_are_executed() {
    let text = |swapped: bool| {
        let (x, y) = if swapped { ("%b", "%a") } else { ("%a", "%b") };
        let branch = |of: &str| format!("{{\n\"scf.yield\"({of}) : (f32) -> ()\n}}");
        floats(&format!(
            "%k = \"arith.cmpf\"(%a, %b) <{{predicate = 4 : i64}}> : (f32, f32) -> i1\n\
             %r = \"scf.if\"(%k) ({}, {}) : (i1) -> f32\n{RETURN}",
            branch(x),
            branch(y)
        ))
    };
    assert!(is_equal(&verdict(&text(false), &text(false))));
    assert!(matches!(verdict(&text(false), &text(true)), Verdict::Different(_)));
    let looped = |step: &str| {
        floats(&format!(
            "%n = \"arith.fptosi\"(%a) : (f32) -> i8\n%m = \"arith.extui\"(%n) : (i8) -> i32\n\
             %end = \"arith.index_cast\"(%m) : (i32) -> index\n\
             %zero = \"arith.constant\"() <{{value = 0 : index}}> : () -> index\n\
             %one = \"arith.constant\"() <{{value = 1 : index}}> : () -> index\n\
             %r = \"scf.for\"(%zero, %end, %one, %b) ({{\n^bb0(%i: index, %x: f32):\n\
             %y = \"arith.addf\"(%x, {step}) : (f32, f32) -> f32\n\"scf.yield\"(%y) : (f32) -> ()\n\
             }}) : (index, index, index, f32) -> f32\n{RETURN}"
        ))
    };
    let why = open(verdict(&looped("%c"), &looped("%c")));
    assert!(why.contains("depends on data"), "{why}");
    assert!(matches!(verdict(&looped("%c"), &looped("%b")), Verdict::Different(_)));
}

#[test]
fn what_a_foreign_function_sees_keeps_its_order() {
    let declared = |name: &str| {
        format!(
            "\"func.func\"() <{{function_type = (f32) -> (), sym_name = \"{name}\", sym_visibility = \"private\"}}> ({{\n}}) : () -> ()\n"
        )
    };
    let call = |of: &str| format!("\"func.call\"({of}) <{{callee = @g}}> : (f32) -> ()\n");
    let text = |first: &str, second: &str| {
        declared("g") + &floats(&format!("{}{}\"func.return\"(%a) : (f32) -> ()", call(first), call(second)))
    };
    assert!(is_equal(&verdict(&text("%a", "%b"), &text("%a", "%b"))));
    assert!(matches!(verdict(&text("%a", "%b"), &text("%b", "%a")), Verdict::Different(_)));
}

#[test]
fn bad_input_is_refused_with_its_place_and_a_remedy() {
    let open = function("(memref<?xf32>, index) -> ()", "%m: memref<?xf32>, %n: index", "\"func.return\"() : () -> ()");
    let unknown = floats("%r = \"test.magic\"(%a) : (f32) -> f32\n\"func.return\"(%r) : (f32) -> ()");
    let plain = floats("\"func.return\"(%a) : (f32) -> ()");
    let endless = floats(
        "%z = \"arith.constant\"() <{value = 0 : index}> : () -> index\n%o = \"arith.constant\"() <{value = 1 : index}> : () -> index\n\
         %n = \"arith.constant\"() <{value = 9223372036854775807 : index}> : () -> index\n\
         \"scf.for\"(%z, %n, %o) ({\n^bb0(%i: index):\n\"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()\n\"func.return\"(%a) : (f32) -> ()",
    );
    let recursive = floats(
        "%r = \"func.call\"(%a, %b, %c) <{callee = @f}> : (f32, f32, f32) -> f32\n\"func.return\"(%r) : (f32) -> ()",
    );
    let large = function(
        "(memref<99999999x99999999xf32>) -> ()",
        "%m: memref<99999999x99999999xf32>",
        "\"func.return\"() : () -> ()",
    );
    let named = |name: &str| Options { entry: Some(name.to_owned()), ..Options::default() };
    let few = Options { max_steps: 1000, ..Options::default() };
    let rows = [
        (
            &open,
            &open,
            Options::default(),
            "Before 1:1: a size is open: give it by --sizes arg0.0=64, or --sizes 64 for all",
        ),
        (
            &plain,
            &open,
            Options::default(),
            "After 1:1: the signature of @f is (memref<?xf32>, index) -> (), and (f32, f32, f32) -> (f32) in",
        ),
        (&plain, &plain, named("g"), "Before 1:1: there is no function @g with a body; the first program has @f"),
        (&unknown, &plain, Options::default(), "Before 3:6: `test.magic`: no meaning of it is known"),
        (&endless, &plain, few, "Before 6:1: `scf.for`: the program carries out more than 1000 operations"),
        (&recursive, &plain, Options::default(), "Before 1:1: @f calls itself"),
        (&large, &large, Options::default(), "Before 1:1: argument 0 has too many elements"),
    ];
    for (before, after, options, wanted) in rows {
        let found = checked(before, after, &options).unwrap_err();
        assert!(found.starts_with(wanted), "{found}\ninstead of\n{wanted}");
    }
    assert!(is_equal(
        &checked(&open, &open, &Options { sizes: Sizes { all: Some(8), ..Sizes::default() }, ..Options::default() })
            .unwrap()
    ));
}

#[test]
fn constants_of_a_short_text_hold_no_memory_without_end() {
    let vector = "vector<65536xi8>";
    let constant = format!("\"arith.constant\"() <{{value = dense<1> : {vector}}}> : () -> {vector}\n");
    let moved = format!("\"vector.shape_cast\"(%v) : ({vector}) -> {vector}\n");
    let global = "\"memref.global\"() <{constant, initial_value = dense<1.0> : tensor<4096x4096xf32>, sym_name = \"g\", \
        type = memref<4096x4096xf32>}> : () -> ()\n";
    let body = |more: &str| floats(&(format!("%v = {constant}") + more + "\"func.return\"(%a) : (f32) -> ()"));
    for bomb in [body(&constant.repeat(300)), body(&moved.repeat(300))] {
        let found = checked(&bomb, &bomb, &Options::default()).unwrap_err();
        assert!(found.contains("(MAX_PLANNED)"), "{found}");
    }
    let found = checked(&(global.repeat(3) + &body("")), &body(""), &Options::default());
    assert!(found.as_ref().is_ok_and(is_equal), "{found:?}");
}

/// One operation with operands, a result and attributes of all kinds, whatever it needs.
fn shapes(name: &str) -> Vec<String> {
    let operands = [
        ("", ""),
        ("%i", "index"),
        ("%b", "i1"),
        ("%m", "memref<4xf32>"),
        ("%v", "vector<4xf32>"),
        ("%a", "f32"),
        ("%i, %i, %i", "index, index, index"),
        ("%m, %i", "memref<4xf32>, index"),
        ("%a, %m", "f32, memref<4xf32>"),
        ("%b, %a, %a", "i1, f32, f32"),
        ("%v, %v", "vector<4xf32>, vector<4xf32>"),
        ("%v, %v, %a", "vector<4xf32>, vector<4xf32>, f32"),
        ("%m, %i, %k, %v", "memref<4xf32>, index, vector<4xi1>, vector<4xf32>"),
        ("%m, %i, %v, %k, %v", "memref<4xf32>, index, vector<4xf32>, vector<4xi1>, vector<4xf32>"),
    ];
    let results =
        [("", "()"), ("%r = ", "f32"), ("%r = ", "index"), ("%r = ", "vector<4xf32>"), ("%r = ", "memref<4xf32>")];
    let properties = [
        "",
        "<{map = affine_map<() -> ()>, lowerBoundMap = affine_map<() -> ()>, upperBoundMap = affine_map<() -> ()>, step = 1 : index, \
         operandSegmentSizes = array<i32: 0, 0, 0>}>",
        "<{map = affine_map<(d0) -> (d0)>, predicate = 0 : i64, msg = \"m\", operandSegmentSizes = array<i32: 0, 1, 0>, \
         static_position = array<i64: 0>, mask = [3, 9], permutation = array<i64: 0>, offsets = [1], sizes = [2], strides = [1], \
         rows = 2 : i32, columns = 2 : i32, mask_dim_sizes = [2], kind = #vector.kind<add>, permutation_map = affine_map<(d0) -> (d0)>, in_bounds = [true]}>",
        "<{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, \
         static_strides = array<i64: 1>}>",
        "<{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], kind = #vector.kind<add>, \
         iterator_types = [#vector.iterator_type<reduction>], reduction_dims = array<i64: 0>, reduction_dim = 0 : i64, inclusive = true, \
         lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32, static_position = array<i64: -9223372036854775808>}>",
    ];
    let tails = ["", "[^bb1]", "[^bb1, ^bb1]"];
    let mut all = Vec::new();
    for ((values, types), (result, to), property, tail) in operands.into_iter().flat_map(|operands| {
        results.into_iter().flat_map(move |result| {
            properties
                .into_iter()
                .flat_map(move |property| tails.into_iter().map(move |tail| (operands, result, property, tail)))
        })
    }) {
        for region in [
            "",
            "({\n})",
            "({\n^bb2:\n})",
            "({\n^bb2(%x: index):\n\"scf.yield\"() : () -> ()\n}, {\n^bb3:\n\"scf.condition\"() : () -> ()\n})",
        ] {
            let region = if region.is_empty() { String::new() } else { format!(" {region}") };
            all.push(format!("{result}\"{name}\"({values}){tail} {property}{region} : ({types}) -> {to}"));
        }
    }
    all
}

#[test]
fn operations_of_some_shapes_end_in_a_sentence() {
    operations_end_in_a_sentence(7);
}

#[test]
#[ignore = "slow: every shape of every operation"]
fn operations_of_any_shape_end_in_a_sentence() {
    operations_end_in_a_sentence(1);
}

/// Of every operation each `step`th shape, from another one on for each: seven shares no factor with the lists that shapes are made of.
fn operations_end_in_a_sentence(step: usize) {
    let names = "arith.constant arith.select arith.addf arith.addi arith.negf arith.cmpi arith.index_cast func.return func.call affine.yield \
        affine.for affine.if affine.parallel affine.apply affine.min affine.load affine.store affine.vector_load affine.vector_store \
        scf.yield scf.reduce scf.condition scf.for scf.if scf.while scf.parallel cf.br cf.cond_br cf.assert memref.load memref.store \
        memref.dealloc memref.copy memref.cast memref.dim memref.alloc memref.get_global memref.subview vector.load vector.store \
        vector.broadcast vector.splat vector.transfer_read vector.transfer_write vector.extract vector.insert vector.reduction vector.print \
        vector.fma math.sqrt math.fma vector.shape_cast vector.shuffle vector.transpose vector.flat_transpose \
        vector.interleave vector.deinterleave vector.extract_strided_slice vector.insert_strided_slice vector.constant_mask \
        vector.contract vector.outerproduct vector.matrix_multiply vector.multi_reduction vector.scan vector.create_mask vector.gather \
        vector.scatter vector.maskedload vector.maskedstore vector.expandload vector.compressstore vector.bitcast vector.extractelement \
        vector.insertelement vector.from_elements arith.addui_extended arith.mulsi_extended memref.realloc memref.reinterpret_cast";
    let (mut read_of, mut all) = (0, 0);
    for (number, name) in names.split_whitespace().enumerate() {
        for text in shapes(name).into_iter().skip(number % step).step_by(step) {
            all += 1;
            let vector = "%v = \"vector.broadcast\"(%a) : (f32) -> vector<4xf32>\n%k = \"vector.broadcast\"(%b) : (i1) -> vector<4xi1>";
            let body = format!("{vector}\n{text}\n\"cf.br\"()[^bb1] : () -> ()\n^bb1:\n\"func.return\"() : () -> ()");
            let ty = "(i1, index, f32, memref<4xf32>) -> ()";
            let program = function(ty, "%b: i1, %i: index, %a: f32, %m: memref<4xf32>", &body);
            let Ok(module) = read(&program) else { continue };
            read_of += 1;
            // Whatever comes of it is a verdict or an error.
            let sizes = Sizes { all: Some(2), ..Sizes::default() };
            let _ = check(&module, &module, &Options { sizes, max_steps: 10_000, executions: 1, ..Options::default() });
        }
    }
    assert!(read_of * 4 > all, "{read_of} of {all} can be read");
}

/// Rows of `in` stored at `out[INDEX]` by a loop of this name over both indices, which are %i and %j.
fn stored(name: &str, index: &str) -> String {
    let loops = if name == "scf.parallel" {
        format!(
            "\"scf.parallel\"(%zero, %zero, %four, %four, %one, %one) <{{operandSegmentSizes = array<i32: 2, 2, 2, 0>}}> ({{\n\
             ^bb0(%i: index, %j: index):\n%x = \"memref.load\"(%in, %i, %j) : (memref<4x4xf32>, index, index) -> f32\n\
             \"memref.store\"(%x, %out, {index}) : (f32, memref<4x4xf32>, index, index) -> ()\n\
             \"scf.reduce\"() : () -> ()\n}}) : (index, index, index, index, index, index) -> ()\n"
        )
    } else {
        format!(
            "\"scf.for\"(%zero, %four, %one) ({{\n^bb0(%i: index):\n\"scf.for\"(%zero, %four, %one) ({{\n^bb1(%j: index):\n\
             %x = \"memref.load\"(%in, %i, %j) : (memref<4x4xf32>, index, index) -> f32\n\
             \"memref.store\"(%x, %out, {index}) : (f32, memref<4x4xf32>, index, index) -> ()\n\
             \"scf.yield\"() : () -> ()\n}}) : (index, index, index) -> ()\n\"scf.yield\"() : () -> ()\n\
             }}) : (index, index, index) -> ()\n"
        )
    };
    let number = |name: &str, value: u32| {
        format!("%{name} = \"arith.constant\"() <{{value = {value} : index}}> : () -> index\n")
    };
    let body = number("zero", 0) + &number("one", 1) + &number("four", 4) + &loops + "\"func.return\"() : () -> ()";
    function("(memref<4x4xf32>, memref<4x4xf32>) -> ()", "%in: memref<4x4xf32>, %out: memref<4x4xf32>", &body)
}

#[test]
fn iterations_of_a_parallel_loop_do_not_race() {
    for index in ["%i, %j", "%j, %i"] {
        assert!(is_equal(&verdict(&stored("scf.for", index), &stored("scf.parallel", index))));
    }
    // Several iterations store to one cell.
    for index in ["%i, %zero", "%zero, %j", "%zero, %zero"] {
        let Verdict::Different(found) = verdict(&stored("scf.for", index), &stored("scf.parallel", index)) else {
            panic!("iterations race for {index}");
        };
        let says = |part: &str| found.cell.contains(part);
        assert!(
            says("a race for arg1[0, 0]: iteration [") && says("and iteration [0, 0] stores to it at line"),
            "{found:?}"
        );
    }
    // A first program that races means nothing.
    let wild = stored("scf.parallel", "%i, %zero");
    let error = checked(&wild, &stored("scf.for", "%i, %zero"), &Options::default()).unwrap_err();
    assert!(
        error.contains("a race for arg1[0, 0]") && error.contains("the first program does this on every input"),
        "{error}"
    );
}

/// A chain of so many operations, each on what the one before stored, by two in each iteration; `%d` is what the last one of all adds.
fn chain(count: usize, last: &str) -> String {
    let step = |at: usize, value: &str| {
        format!(
            "%l{at} = \"memref.load\"(%m) : (memref<f32>) -> f32\n%p{at} = \"arith.mulf\"(%l{at}, %a) : (f32, f32) -> f32\n\
             %s{at} = \"arith.addf\"(%p{at}, {value}) : (f32, f32) -> f32\n\"memref.store\"(%s{at}, %m) : (f32, memref<f32>) -> ()\n"
        )
    };
    let body = format!(
        "\"affine.for\"() <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, \
         upperBoundMap = affine_map<() -> ({count})>}}> ({{\n^bb0(%i: index):\n{}{}\"affine.yield\"() : () -> ()\n}}) : () -> ()\n\
         {}\"func.return\"() : () -> ()",
        step(0, "%b"),
        step(1, "%b"),
        step(2, last)
    );
    function("(memref<f32>, f32, f32, f32) -> ()", "%m: memref<f32>, %a: f32, %b: f32, %c: f32", &body)
}

/// Terms nest a million deep: one point is too few to tell all of them apart, and both of two are not.
#[test]
fn terms_that_nest_deep_are_compared_at_two_points() {
    let deep = chain(300_000, "%b");
    let Verdict::Identity(evidence) = verdict(&deep, &deep) else { panic!("it is equal to itself") };
    assert!(evidence.degree > 1 << 20 && evidence.error_bits < -70.0, "{evidence:?}");
    assert!(!matches!(verdict(&deep, &chain(300_000, "%c")), Verdict::Identity(_)));
    let Verdict::Identity(evidence) = verdict(&chain(3_000, "%b"), &chain(3_000, "%b")) else { panic!("it is equal") };
    assert!((-60.0..-40.0).contains(&evidence.error_bits), "one point is enough: {evidence:?}");
}

#[test]
fn functions_of_one_name_in_two_modules_are_refused() {
    let module = |name: &str| {
        format!(
            "\"builtin.module\"() ({{\n\"func.func\"() <{{function_type = () -> (), sym_name = \"{name}\"}}> ({{\n\
             \"func.return\"() : () -> ()\n}}) : () -> ()\n}}) : () -> ()\n"
        )
    };
    let both = |other: &str| format!("\"builtin.module\"() ({{\n{}{}}}) : () -> ()\n", module("g"), module(other));
    let options = Options { entry: Some("g".to_owned()), ..Options::default() };
    let why = "two modules have a function or memory @g: give each a name of its own";
    assert!(checked(&both("g"), &both("g"), &options).unwrap_err().contains(why));
    assert!(is_equal(&checked(&both("h"), &both("h"), &options).unwrap()));
    let run =
        |text: &str| execute(&read(text).unwrap(), &Execution { entry: options.entry.clone(), ..Execution::default() });
    assert!(run(&both("g")).unwrap_err().message.contains(why) && run(&both("h")).is_ok());
}
