//! Every bound of the crate: what reaches it works, what passes it by one is refused, and nothing that a text says makes
//! this overflow, recurse without end or run without end.

use super::{TWO_UNSIGNED, built};
use isotope_ir::term::Terms;
use isotope_semantics::Semantics;
use isotope_semantics::canonical::canonical;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::lanes;
use isotope_semantics::limits::*;
use isotope_semantics::pseudo::{parse, print_program};
use std::collections::BTreeSet;

/// The message for a text that does not parse.
fn refused(text: &str) -> String {
    parse(text).map(|_| "it parses".to_owned()).unwrap_or_else(|e| e.to_string())
}

/// The message for a run on zeros, concretely and as terms.
fn fails(s: &Semantics) -> String {
    let zeros: Vec<Bits> = s.operands.iter().map(|o| Bits::zero(o.bits)).collect();
    let concrete = run(s, &zeros).map(|_| "it runs".to_owned()).unwrap_or_else(|e| e.to_string());
    let symbolic = lanes(s, &[], &mut Terms::new()).map(|_| "it runs".to_owned()).unwrap_or_else(|e| e.to_string());
    assert_eq!(concrete, symbolic, "{s}");
    concrete
}

fn faults(text: &str) -> String {
    fails(&built(TWO_UNSIGNED, text))
}

#[test]
fn texts_have_a_length() {
    let comment = |bytes: usize| format!("dst := a //{}", ".".repeat(bytes - "dst := a //".len()));
    assert!(parse(&comment(MAX_TEXT_BYTES)).is_ok());
    let past = refused(&comment(MAX_TEXT_BYTES + 1));
    assert_eq!(past, "line 1, column 1: 1048577 bytes of text are over MAX_TEXT_BYTES (1048576)");
}

/// Every form that holds another of its kind, `levels` deep.
fn nests(levels: usize) -> Vec<(&'static str, String)> {
    let around =
        |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
    let statement = |open: &str, close: &str| around(open, "dst := a\n", close);
    vec![
        ("parentheses", format!("dst := {}", around("(", "a", ")"))),
        ("complements", format!("dst := {}", around("~", "a", ""))),
        ("negations", format!("dst := {}", around("-", "a", ""))),
        ("calls", format!("dst := {}", around("F(", "a", ")"))),
        ("choices", format!("dst := {}", around("a ? a : ", "a", ""))),
        ("indices", format!("dst := {}", around("a[", "0", "]"))),
        ("sums", format!("dst := a{}", " + a".repeat(levels))),
        ("infix calls", format!("dst := a{}", " OP a".repeat(levels))),
        ("bits of bits", format!("dst := a{}", "[0]".repeat(levels))),
        ("members of members", format!("dst := a{}", ".byte[0]".repeat(levels))),
        ("fields of fields", format!("dst := a{}", ".fp32".repeat(levels))),
        ("targets", format!("dst{} := a", ".m128".repeat(levels))),
        ("loops", statement("FOR j := 0 to 0\n", "ENDFOR\n")),
        ("conditions", statement("IF a\n", "FI\n")),
        ("chains", format!("IF a\ndst := a\n{}FI\n", "ELSIF a\ndst := a\n".repeat(levels))),
        ("chains of two words", format!("IF a\ndst := a\n{}FI\n", "ELSE IF a\ndst := a\n".repeat(levels))),
        ("whiles", statement("DO WHILE a\n", "OD\n")),
        ("cases", statement("CASE a OF\n0:\n", "ESAC\n")),
    ]
}

#[test]
fn nesting_has_a_bound_in_every_form() {
    // Forms cost one or two levels each, and the statement around them some.
    for (name, text) in nests(MAX_NESTING as usize / 2 - 4) {
        assert!(parse(&text).is_ok(), "{name}: {}", refused(&text));
    }
    for levels in [MAX_NESTING as usize + 1, 20_000] {
        for (name, text) in nests(levels) {
            let said = refused(&text);
            assert!(said.contains("nested deeper than MAX_NESTING (200)"), "{name}: {said}");
            assert!(said.starts_with("line "), "{name}: {said}");
        }
    }
}

/// A tree that is refused has been dropped, and any other can be printed and read again, on the stack of a thread.
#[test]
fn deep_trees_are_walked_on_a_small_stack() {
    let work = || {
        for (name, text) in nests(MAX_NESTING as usize / 2 - 4) {
            let program = parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
            let printed = print_program(&program);
            assert_eq!(parse(&printed).map(|p| print_program(&p)), Ok(printed), "{name}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work);
    thread.expect("a thread starts").join().expect("no level is too many");
}

#[test]
fn a_row_is_a_tree_as_high_as_it_is_long() {
    // The right operand is as high as its own row, not as the whole.
    let balanced = (0..7).fold("a".to_owned(), |half, _| format!("({half} + {half})"));
    assert!(parse(&format!("dst := {balanced}")).is_ok());
    let levels = MAX_NESTING as usize;
    assert!(parse(&format!("dst := a{}", " + a".repeat(levels - 1))).is_ok());
    assert!(refused(&format!("dst := a{}", " + a".repeat(levels))).contains("MAX_NESTING"));
    let arguments = vec!["a"; 5000].join(", ");
    assert!(parse(&format!("dst := F({arguments})")).is_ok(), "arguments lie side by side");
}

#[test]
fn names_have_a_number() {
    let text = |names: usize| (0..names).map(|n| format!("n{n} := 0\n")).collect::<String>();
    assert!(parse(&text(MAX_NAMES)).is_ok());
    assert_eq!(refused(&text(MAX_NAMES + 1)), "line 4097, column 1: more than MAX_NAMES (4096) names at n4096");
}

/// A megabyte in one line is read in time that is proportional to it.
#[test]
fn long_lines_are_read_once() {
    let text = format!("dst := a{}", " ".repeat(MAX_TEXT_BYTES - 10));
    assert!(parse(&text).is_ok());
    let text = "a.".repeat(MAX_TEXT_BYTES / 2);
    assert!(refused(&text).contains("MAX_NESTING"));
    let text = format!("{}$", "; ".repeat(MAX_TEXT_BYTES / 2 - 1));
    assert_eq!(refused(&text), "line 1, column 1048575: '$' is no character of the dialect");
}

#[test]
fn registers_have_a_width() {
    let top = MAX_REGISTER_BITS - 1;
    let past = MAX_REGISTER_BITS;
    let text = |bit: u32| format!("t[{bit}] := 1\ndst[0] := t[{bit}]\ndst[31:1] := 0");
    assert_eq!(faults(&text(top)), "it runs");
    assert_eq!(faults(&text(past)), "line 1: bits 4096..4097 are outside t of 4096 bits");
    assert_eq!(faults("t := 5\ndst[31:0] := t[4096:4065]"), "line 2: bits 4065..4097 are outside t of 4096 bits");
    assert_eq!(faults("t := 5\ndst[31:0] := t[4095:4064]"), "it runs");
    let stored = |bits: &str| {
        let text = format!("semantics 1\nin a vector {bits} u8\nout dst vector 8 u8\ndst := a[7:0]\n");
        Semantics::from_text(&text).map(|_| "it reads".to_owned()).unwrap_or_else(|e| e.to_string())
    };
    assert_eq!(stored("4096"), "it reads");
    for bits in ["4097", "4104", "4294967295", "4294967296", "0", "-8"] {
        assert_eq!(stored(bits), "stored semantics, line 2: not an operand", "{bits}");
    }
}

/// Whatever integer a text computes for a position, it is inside or it is refused; none is cut to 32 bits.
#[test]
fn positions_are_integers_of_any_size() {
    let huge = [
        "0x100000000",
        "0x10000001F",
        "0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
        "-1",
        "-0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
    ];
    for at in huge {
        for text in [
            format!("dst := a[{at}:0]"),
            format!("dst := a[0:{at}]"),
            format!("dst := a[{at}:{at}]"),
            format!("dst := a[{at}]"),
            format!("dst := a.byte[{at}]"),
            format!("dst := a.word[1].byte[{at}]"),
            format!("dst := a.word[{at}].bit[0]"),
            format!("dst := (a + b)[{at}]"),
            format!("dst[{at}] := a"),
            format!("dst.byte[{at}] := a"),
            format!("dst.word[{at}].byte[{at}] := a"),
        ] {
            let said = faults(&text);
            // Turned round, a slice from below zero is no longer than one from zero.
            assert!(said.starts_with("line 1: bits ") && said.contains(" are outside "), "{text}: {said}");
        }
    }
    assert_eq!(faults("dst[0:7] := a"), "line 1: bits 7..1 are outside dst of 4096 bits");
    assert_eq!(faults("dst := a\ndst[7:8] := a"), "it runs", "an empty slice");
}

#[test]
fn constants_have_127_bits() {
    let most = "0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF";
    let least = format!("(~{most})");
    let said = |body: &str| faults(&format!("t := {body}\ndst := a"));
    for fits in
        [format!("{most} + 0"), format!("{least} - 0"), format!("-{most}"), format!("{most} << 0"), "1 << 126".into()]
    {
        assert_eq!(said(&fits), "it runs", "{fits}");
    }
    for over in [
        format!("{most} + 1"),
        format!("{least} - 1"),
        format!("{most} * 2"),
        format!("-{least}"),
        format!("{most} << 1"),
        "1 << 127".into(),
        "1 << -1".into(),
        "1 << 0x10000000000000000".into(),
    ] {
        assert_eq!(said(&over), "line 1: an integer constant overflows 127 bits", "{over}");
    }
    assert_eq!(said("0 << 1000"), "it runs");
    assert_eq!(said(&format!("{least} / -1")), "line 1: division by zero", "its quotient is no constant, either");
}

#[test]
fn steps_are_counted_in_loops_of_every_form() {
    let said = "line 1: more than MAX_STEPS (4000000) steps";
    assert_eq!(faults("FOR j := 0 to 1000000000000\nENDFOR\ndst := a"), said);
    assert_eq!(faults("FOR j := 1000000000000 downto 0\nENDFOR\ndst := a"), said);
    assert_eq!(faults("FOR j := 0 to 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF\nENDFOR\ndst := a"), said);
    let own = faults("FOR j := 0 to 1\nj := 0\nENDFOR\ndst := a");
    assert_eq!(own, "line 2: more than MAX_STEPS (4000000) steps", "a loop that holds its own counter back");
    let nested = "FOR i := 0 to 9999\nFOR j := 0 to 9999\nt := 1\nENDFOR\nENDFOR\ndst := a";
    assert!(faults(nested).contains("MAX_STEPS"));
}

#[test]
fn the_last_integer_ends_a_loop() {
    let most = "0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF";
    let said = faults(&format!("FOR j := {most} to {most}\nENDFOR\ndst := a"));
    assert_eq!(said, "line 1: an integer constant overflows 127 bits");
    let said = faults(&format!("FOR j := ~{most} downto ~{most}\nENDFOR\ndst := a"));
    assert_eq!(said, "line 1: an integer constant overflows 127 bits");
}

#[test]
fn calls_nest_to_a_bound() {
    let text =
        |calls: usize| format!("DEFINE F(n) {{\nIF n == 0\nRETURN 7\nFI\nRETURN F(n - 1)\n}}\ndst := F({calls})");
    assert_eq!(faults(&text(MAX_CALLS - 1)), "it runs");
    assert_eq!(faults(&text(MAX_CALLS)), "line 5: calls nest deeper than MAX_CALLS (64)");
    assert_eq!(faults("DEFINE F(n) {\nRETURN F(n)\n}\ndst := F(a)"), "line 2: calls nest deeper than MAX_CALLS (64)");
    let mutual = "DEFINE F(n) {\nRETURN G(n)\n}\nDEFINE G(n) {\nRETURN F(n)\n}\ndst := F(a)";
    assert!(faults(mutual).ends_with("calls nest deeper than MAX_CALLS (64)"));
}

/// Levels that one call is, and calls that nest, multiply; together they have a bound that fits a thread's stack.
#[test]
fn runs_nest_to_a_bound() {
    let text = |minus: usize| {
        format!("DEFINE F(n) {{\nIF n == 0\nRETURN 7\nFI\nRETURN {}F(n - 1)\n}}\ndst := F(60)", "~".repeat(minus))
    };
    assert_eq!(faults(&text(5)), "it runs");
    assert_eq!(faults(&text(150)), "line 5: statements and expressions nest deeper than MAX_DEPTH (600)");
    // A selector that is data makes each arm a choice whose other side is the remaining arms.
    let arms = |count: usize| {
        let arms: String = (0..count).map(|n| format!("{n}: dst := {n}\n")).collect();
        format!("dst := 0\nCASE a OF\n{arms}ESAC")
    };
    let symbolic = |count: usize| {
        let found = lanes(&built(TWO_UNSIGNED, &arms(count)), &[], &mut Terms::new());
        found.map(|_| "it runs".to_owned()).unwrap_or_else(|e| e.to_string())
    };
    // The text's own block and, in the last arm, the arm's with its expression.
    assert_eq!(symbolic(MAX_DEPTH as usize - 4), "it runs");
    assert_eq!(symbolic(MAX_DEPTH as usize), "line 600: statements and expressions nest deeper than MAX_DEPTH (600)");
}

#[test]
fn whiles_iteration_to_a_bound() {
    let text = |iterations: u32| format!("n := 0\nDO WHILE n < {iterations}\nn := n + 1\nOD\ndst := n");
    assert_eq!(faults(&text(MAX_WHILE_ITERATIONS)), "it runs");
    assert_eq!(
        faults(&text(MAX_WHILE_ITERATIONS + 1)),
        "line 3: a DO WHILE has more than MAX_WHILE_ITERATIONS (140) iterations"
    );
    // On data it is the terms that would never end.
    let s = built(TWO_UNSIGNED, "DO WHILE a[0] == 1\nt := 1\nOD\ndst := a");
    let said = lanes(&s, &[], &mut Terms::new()).map_err(|e| e.to_string());
    assert_eq!(said.unwrap_err(), "line 2: a DO WHILE has more than MAX_WHILE_ITERATIONS (140) iterations");
    assert!(run(&s, &[Bits::zero(32), Bits::zero(32)]).is_ok());
}

#[test]
fn indices_take_so_many_values() {
    let head = "in a vector 4096 u16\nin b vector 16 u16\nout dst vector 8 u8";
    let said = |bits: u32| {
        let s = built(head, &format!("i := b[{}:0]\ndst := a.bit[i]", bits - 1));
        lanes(&s, &[], &mut Terms::new()).map(|_| "it runs".to_owned()).unwrap_or_else(|e| e.to_string())
    };
    assert_eq!(1 << 9, MAX_INDEX_VALUES);
    assert_eq!(said(9), "it runs");
    assert_eq!(said(10), "line 2: an index depends on data in more than 512 ways");
}

/// A chain of so many products, each of the one before.
fn chain(iterations: u32) -> Semantics {
    let text =
        format!("t[31:0] := a\nFOR j := 1 to {iterations}\nt[31:0] := t[31:0] * b[31:0]\nENDFOR\ndst[31:0] := t[31:0]");
    built("in a scalar 32 u32\nin b scalar 32 u32\nout dst scalar 32 u32", &text)
}

#[test]
fn terms_have_a_height() {
    let said = |iterations: u32| {
        let found = lanes(&chain(iterations), &[], &mut Terms::new());
        found.map(|_| "it has lanes".to_owned()).unwrap_or_else(|e| e.to_string())
    };
    assert_eq!(said(MAX_TERM_HEIGHT), "it has lanes");
    assert_eq!(said(MAX_TERM_HEIGHT + 1), "line 3: a term is higher than MAX_TERM_HEIGHT (4000)");
    assert_eq!(said(1_000_000), "line 3: a term is higher than MAX_TERM_HEIGHT (4000)");
    // A term that is in the arena already is another's.
    let mut terms = Terms::new();
    for _ in 0..2 {
        assert!(lanes(&chain(1_000_000), &[], &mut terms).is_err());
        assert!(lanes(&chain(3), &[], &mut terms).is_ok());
    }
}

/// The highest terms are walked, sliced, asked for their values and written down on the stack of a thread.
#[test]
fn the_highest_terms_need_little_stack() {
    let highest = MAX_TERM_HEIGHT.min(MAX_CANONICAL_NODES as u32) - 2;
    let form = canonical(&chain(highest), &[]).expect("a chain of products has a form");
    assert_eq!(form.text.matches("(mul ").count(), highest as usize);
    // Where operands are read in bytes, words are joined and cut again in every iteration.
    let iterations = MAX_TERM_HEIGHT / 6 - 2;
    let two_operators = |last: &str| {
        let text =
            format!("t[31:0] := a\nFOR j := 1 to {iterations}\nt[31:0] := (t[31:0] * b[31:0]) XOR a\nENDFOR\n{last}");
        built("in a scalar 32 u32\nin b scalar 32 u32\nin c vector 64 u8\nout dst scalar 8 u8", &text)
    };
    let found =
        lanes(&two_operators("dst[7:0] := t[7:0]"), &[], &mut Terms::new()).expect("a slice goes to the leaves");
    assert_eq!(found.out_bits, 8);
    let index = format!(
        "i[2:0] := a[2:0]\nFOR j := 1 to {iterations}\ni[2:0] := i[2:0] * b[2:0]\nENDFOR\ndst := c.byte[i[2:0]]"
    );
    assert!(lanes(&two_operators(&index), &[], &mut Terms::new()).is_ok());
}

/// Squares of squares are 2^700 operators as a tree.
#[test]
fn shared_parts_are_walked_once() {
    let squares = "t[63:0] := a\nFOR j := 1 to 700\nt[63:0] := t[63:0] * t[63:0] + 1\nENDFOR\ndst[63:0] := t[63:0]";
    let s = built("in a vector 64 u64\nout dst vector 64 u32", squares);
    let form = canonical(&s, &[]).expect("squares have a form");
    assert!(form.text.len() < 100_000, "shared parts are written once, not in {} bytes", form.text.len());
}

/// The distinct nodes of the only element.
fn nodes(s: &Semantics) -> usize {
    let mut terms = Terms::new();
    let found = lanes(s, &[], &mut terms).unwrap_or_else(|e| panic!("{e}"));
    let (mut seen, mut todo) = (BTreeSet::new(), found.out);
    while let Some(term) = todo.pop() {
        if seen.insert(term) {
            todo.extend(terms.operands(term));
        }
    }
    seen.len()
}

#[test]
fn canonical_forms_have_a_size() {
    let head = "in a vector 1024 u32\nin b vector 1024 u32\nout dst scalar 32 u32";
    let text = |extra: usize| {
        // Sixteen nodes for each pair: terms as large as that are wide, as they may not be high.
        let (product, less) = ("(a.dword[i] * b.dword[j])", "(a.dword[i] - b.dword[j])");
        let bits = "(a.dword[i] AND b.dword[j]) XOR (a.dword[i] OR b.dword[j]) XOR (b.dword[j] - a.dword[i])";
        let product = format!(
            "{product} XOR {less} XOR (a.dword[i] + b.dword[j]) XOR {bits} XOR ((a.dword[i] + b.dword[j]) * {less}) XOR ({product} * {less})"
        );
        format!(
            "t[31:0] := 0\nFOR i := 0 to 29\nFOR j := 0 to 31\nt[31:0] := t[31:0] + ({product})\nENDFOR\nENDFOR\n\
             FOR j := 1 to {extra}\nt[31:0] := t[31:0] * b.dword[j % 2]\nENDFOR\ndst[31:0] := t[31:0]"
        )
    };
    // One product more is one node more.
    let first = nodes(&built(head, &text(0)));
    for (count, expected) in [
        (MAX_CANONICAL_NODES, "it has a form"),
        (MAX_CANONICAL_NODES + 1, "an element has more than MAX_CANONICAL_NODES (16000) nodes"),
    ] {
        let s = built(head, &text(count - first));
        assert_eq!(nodes(&s), count);
        let said = canonical(&s, &[]).map(|_| "it has a form".to_owned()).unwrap_or_else(|e| e.to_string());
        assert_eq!(said, expected);
    }
}
