//! Programs whose terms differ, and that are equal by the meaning of their operations: a solver shows it, and refuses the others.

use isotope_kernel::check::{Options, Verdict, check, check_and_prove};
use isotope_mlir::read;

/// `@f` of two integers of so many bits, which returns one of as many.
fn function(bits: u32, body: &str) -> String {
    let ty = format!("i{bits}");
    format!(
        "\"func.func\"() <{{function_type = ({ty}, {ty}) -> {ty}, sym_name = \"f\"}}> ({{\n^bb0(%a: {ty}, %b: {ty}):\n{body}\n\
         \"func.return\"(%r) : ({ty}) -> ()\n}}) : () -> ()\n"
    )
}

fn binary(result: &str, name: &str, operands: &str, bits: u32) -> String {
    format!("{result} = \"arith.{name}\"({operands}) : (i{bits}, i{bits}) -> i{bits}\n")
}

fn constant(result: &str, value: i64, bits: u32) -> String {
    format!("{result} = \"arith.constant\"() <{{value = {value} : i{bits}}}> : () -> i{bits}\n")
}

fn compare(predicate: u32, operands: &str, bits: u32) -> String {
    format!("%c = \"arith.cmpi\"({operands}) <{{predicate = {predicate} : i64}}> : (i{bits}, i{bits}) -> i1\n")
}

fn select(operands: &str, bits: u32) -> String {
    format!("%r = \"arith.select\"({operands}) : (i1, i{bits}, i{bits}) -> i{bits}\n")
}

fn verdict(before: &str, after: &str) -> Verdict {
    let [before, after] = [before, after].map(|text| read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    check_and_prove(&before, &after, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// How many cells were proved.
fn proved(before: &str, after: &str) -> u64 {
    match verdict(before, after) {
        Verdict::Identity(evidence) if evidence.error_bits < -40.0 => evidence.proved,
        other => panic!("not shown: {other:?}\n{before}{after}"),
    }
}

fn why_not(before: &str, after: &str) -> String {
    match verdict(before, after) {
        Verdict::Open { why, .. } => why,
        other => panic!("this is not open: {other:?}\n{before}{after}"),
    }
}

#[test]
fn a_maximum_is_a_comparison_and_a_choice() {
    for (name, predicate) in [("minsi", 2), ("maxsi", 4), ("minui", 6), ("maxui", 8)] {
        let direct = function(16, &binary("%r", name, "%a, %b", 16));
        let chosen = |operands: &str| function(16, &(compare(predicate, "%a, %b", 16) + &select(operands, 16)));
        assert_eq!(proved(&direct, &chosen("%c, %a, %b")), 1, "{name}");
        assert!(matches!(verdict(&direct, &chosen("%c, %b, %a")), Verdict::Different(_)), "{name}");
    }
}

#[test]
fn sums_of_bits_and_products_by_constants_are_proved() {
    let sum = function(32, &binary("%r", "addi", "%a, %b", 32));
    let bits = |last: &str| {
        let body = binary("%x", "xori", "%a, %b", 32)
            + &binary("%y", "andi", "%a, %b", 32)
            + &constant("%one", 1, 32)
            + &binary("%z", "shli", "%y, %one", 32)
            + &binary("%r", "addi", last, 32);
        function(32, &body)
    };
    assert_eq!(proved(&sum, &bits("%x, %z")), 1);
    assert!(matches!(verdict(&sum, &bits("%x, %y")), Verdict::Different(_)));
    // Identity testing shows nothing of it.
    let [before, after] = [&sum, &bits("%x, %z")].map(|text| read(text).expect("it reads"));
    assert!(matches!(check(&before, &after, &Options::default()), Ok(Verdict::Open { .. })));
}

#[test]
fn a_shift_by_too_much_is_defined_only_where_the_first_program_says_so() {
    let shift = |name: &str| binary("%r", name, "%a, %b", 8);
    let guarded = |bound: i64| {
        let body = constant("%eight", bound, 8)
            + &compare(6, "%b, %eight", 8)
            + &constant("%zero", 0, 8)
            + &binary("%s", "shli", "%a, %b", 8)
            + &select("%c, %s, %zero", 8);
        function(8, &body)
    };
    // Zero where the shift has no value is less than a shift says, and more than it may say.
    assert_eq!(proved(&function(8, &shift("shli")), &guarded(8)), 1);
    let Verdict::Different(found) = verdict(&guarded(8), &function(8, &shift("shli"))) else {
        panic!("a shift by too much has no value")
    };
    assert_eq!(found.values, ["0", "poison"]);
    assert!(!matches!(verdict(&function(8, &shift("shli")), &function(8, &shift("shrui"))), Verdict::Identity(_)));
}

#[test]
fn a_promise_of_the_second_program_is_not_taken_on_trust() {
    let flagged = |flag: &str| {
        format!("%r = \"arith.addi\"(%a, %b) <{{overflowFlags = #arith.overflow<{flag}>}}> : (i32, i32) -> i32\n")
    };
    let swapped = |flag: &str| {
        let body = binary("%x", "xori", "%a, %b", 32)
            + &binary("%y", "andi", "%a, %b", 32)
            + &binary("%z", "addi", "%y, %y", 32)
            + &format!(
                "%r = \"arith.addi\"(%x, %z) <{{overflowFlags = #arith.overflow<{flag}>}}> : (i32, i32) -> i32\n"
            );
        function(32, &body)
    };
    let before = function(32, &flagged("nsw"));
    assert_eq!(proved(&before, &swapped("none")), 1);
    // `z` wraps where the sum does not.
    let why = why_not(&before, &swapped("nsw"));
    assert!(why.contains("the solver has numbers for which both differ"), "{why}");
    // Half of a sum that does not overflow is between both numbers, whatever promises that.
    let unflagged = function(32, &flagged("none"));
    assert!(matches!(verdict(&unflagged, &before), Verdict::Open { .. } | Verdict::Different(_)));
    assert_eq!(proved(&before, &before), 0);
}

#[test]
fn divisions_stay_where_they_were() {
    let before = function(32, &(binary("%q", "divsi", "%a, %b", 32) + &binary("%r", "addi", "%q, %q", 32)));
    let one = constant("%one", 1, 32);
    let doubled = |quotient: &str| {
        function(32, &(binary("%q", "divsi", quotient, 32) + &one + &binary("%r", "shli", "%q, %one", 32)))
    };
    assert_eq!(proved(&before, &doubled("%a, %b")), 1);
    assert!(!matches!(verdict(&before, &doubled("%b, %a")), Verdict::Identity(_)));
}

#[test]
fn a_loop_over_bytes_is_the_vector_of_its_lanes() {
    // Averages that round up: a loop in 16 bits, and 64 lanes by bits. All lanes are one question.
    let scalar = r#"
"func.func"() <{function_type = (memref<64xi8>, memref<64xi8>, memref<64xi8>) -> (), sym_name = "f"}> ({
^bb0(%a: memref<64xi8>, %b: memref<64xi8>, %out: memref<64xi8>):
  %low = "arith.constant"() <{value = 0 : index}> : () -> index
  %high = "arith.constant"() <{value = 64 : index}> : () -> index
  %step = "arith.constant"() <{value = 1 : index}> : () -> index
  %one = "arith.constant"() <{value = 1 : i16}> : () -> i16
  "scf.for"(%low, %high, %step) ({
  ^bb0(%i: index):
    %x = "memref.load"(%a, %i) : (memref<64xi8>, index) -> i8
    %y = "memref.load"(%b, %i) : (memref<64xi8>, index) -> i8
    %wx = "arith.extui"(%x) : (i8) -> i16
    %wy = "arith.extui"(%y) : (i8) -> i16
    %s = "arith.addi"(%wx, %wy) : (i16, i16) -> i16
    %t = "arith.addi"(%s, %one) : (i16, i16) -> i16
    %h = "arith.shrui"(%t, %one) : (i16, i16) -> i16
    %r = "arith.trunci"(%h) : (i16) -> i8
    "memref.store"(%r, %out, %i) : (i8, memref<64xi8>, index) -> ()
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()
"#;
    let vector = |combine: &str| {
        format!(
            r#"
"func.func"() <{{function_type = (memref<64xi8>, memref<64xi8>, memref<64xi8>) -> (), sym_name = "f"}}> ({{
^bb0(%a: memref<64xi8>, %b: memref<64xi8>, %out: memref<64xi8>):
  %zero = "arith.constant"() <{{value = 0 : index}}> : () -> index
  %one = "arith.constant"() <{{value = dense<1> : vector<64xi8>}}> : () -> vector<64xi8>
  %x = "vector.load"(%a, %zero) : (memref<64xi8>, index) -> vector<64xi8>
  %y = "vector.load"(%b, %zero) : (memref<64xi8>, index) -> vector<64xi8>
  %o = "arith.{combine}"(%x, %y) : (vector<64xi8>, vector<64xi8>) -> vector<64xi8>
  %d = "arith.xori"(%x, %y) : (vector<64xi8>, vector<64xi8>) -> vector<64xi8>
  %h = "arith.shrui"(%d, %one) : (vector<64xi8>, vector<64xi8>) -> vector<64xi8>
  %r = "arith.subi"(%o, %h) : (vector<64xi8>, vector<64xi8>) -> vector<64xi8>
  "vector.store"(%r, %out, %zero) : (vector<64xi8>, memref<64xi8>, index) -> ()
  "func.return"() : () -> ()
}}) : () -> ()
"#
        )
    };
    assert_eq!(proved(scalar, &vector("ori")), 64);
    assert!(matches!(verdict(scalar, &vector("andi")), Verdict::Different(_)));
}

#[test]
fn lanes_that_are_split_and_joined_have_the_bits_of_their_words() {
    let swap = |shuffle: &str| {
        format!(
            r#"
"func.func"() <{{function_type = (memref<16xi8>, memref<16xi8>) -> (), sym_name = "f"}}> ({{
^bb0(%a: memref<16xi8>, %out: memref<16xi8>):
  %zero = "arith.constant"() <{{value = 0 : index}}> : () -> index
  %x = "vector.load"(%a, %zero) : (memref<16xi8>, index) -> vector<16xi8>
  {shuffle}
  "vector.store"(%r, %out, %zero) : (vector<16xi8>, memref<16xi8>, index) -> ()
  "func.return"() : () -> ()
}}) : () -> ()
"#
        )
    };
    let moved = swap(
        "%r = \"vector.shuffle\"(%x, %x) <{mask = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]}> : \
         (vector<16xi8>, vector<16xi8>) -> vector<16xi8>",
    );
    let rotated = |right: u32| {
        swap(&format!(
            "%w = \"vector.bitcast\"(%x) : (vector<16xi8>) -> vector<8xi16>\n\
             %eight = \"arith.constant\"() <{{value = dense<8> : vector<8xi16>}}> : () -> vector<8xi16>\n\
             %right = \"arith.constant\"() <{{value = dense<{right}> : vector<8xi16>}}> : () -> vector<8xi16>\n\
             %l = \"arith.shli\"(%w, %eight) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>\n\
             %h = \"arith.shrui\"(%w, %right) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>\n\
             %o = \"arith.ori\"(%l, %h) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>\n\
             %r = \"vector.bitcast\"(%o) : (vector<8xi16>) -> vector<16xi8>"
        ))
    };
    assert_eq!(proved(&moved, &rotated(8)), 16);
    assert!(matches!(verdict(&moved, &rotated(7)), Verdict::Different(_)));
}

#[test]
fn lanes_that_are_joined_across_a_term_s_width_and_chains_that_are_deep_end_in_a_sentence_or_a_proof() {
    let body = |last: &str| {
        format!(
            "\"func.func\"() <{{function_type = (memref<32xi50>, memref<25xi64>) -> (), sym_name = \"f\"}}> ({{\n\
             ^bb0(%a: memref<32xi50>, %out: memref<25xi64>):\n\
             %zero = \"arith.constant\"() <{{value = 0 : index}}> : () -> index\n\
             %x = \"vector.load\"(%a, %zero) : (memref<32xi50>, index) -> vector<32xi50>\n\
             %w = \"vector.bitcast\"(%x) : (vector<32xi50>) -> vector<25xi64>\n{last}\
             \"vector.store\"(%r, %out, %zero) : (vector<25xi64>, memref<25xi64>, index) -> ()\n\
             \"func.return\"() : () -> ()\n}}) : () -> ()\n"
        )
    };
    let twice = |name: &str, right: &str| {
        body(&format!(
            "%one = \"arith.constant\"() <{{value = dense<1> : vector<25xi64>}}> : () -> vector<25xi64>\n\
             %r = \"arith.{name}\"(%w, {right}) : (vector<25xi64>, vector<25xi64>) -> vector<25xi64>\n"
        ))
    };
    assert_eq!(proved(&twice("addi", "%w"), &twice("shli", "%one")), 25);
    // Every other operation is another one in the second program.
    let chain = |names: [&str; 2]| {
        let link = |at: usize| {
            binary(&format!("%{}", at + 1), names[at % 2], if at == 0 { "%a, %b" } else { "%PREV, %b" }, 16)
                .replace("PREV", &at.to_string())
        };
        function(16, &((0..3_000).map(link).collect::<String>() + &binary("%r", "ori", "%3000, %3000", 16)))
    };
    let why = why_not(&chain(["addi", "xori"]), &(chain(["addi", "xori"]).replace("\"arith.ori\"", "\"arith.andi\"")));
    assert!(why.contains("MAX_PROOF_DEPTH"), "{why}");
}
