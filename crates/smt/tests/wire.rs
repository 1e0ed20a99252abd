//! The text of queries and answers: what is written reads back, and what is not of the form is refused with its line.

use isotope_ir::term::BinOp::*;
use isotope_ir::term::{BinOp, TermId, Terms, UnOp};
use isotope_smt::limits::MAX_QUERY_NODES;
use isotope_smt::{Answer, Goal, How, Method, Outcome, Query, Ways, WireError};

/// Two variables, of 8 and of 16 bits, and one of a single bit: numbers 0 to 2 of what follows.
const VARIABLES: &str = "isotope-query 2\nv 8 0\nv 16 1\nv 1 2\n";

/// The fault of a text whose fifth line is this one.
fn refused(line: &str) -> &'static str {
    let text = format!("{VARIABLES}{line}\nprove 0 0\n");
    match Query::decode(&text) {
        Err(WireError::Line { line: 5, what }) => what,
        other => panic!("`{line}` gives {other:?}"),
    }
}

#[test]
fn every_line_that_is_not_of_the_form_is_refused_with_its_reason() {
    for (line, what) in [
        ("", "an unknown kind of line"),
        ("? 1", "an unknown kind of line"),
        ("c", "a number is missing or malformed"),
        ("c 0 1", "a width must be 1 to 128 bits"),
        ("c 129 1", "a width must be 1 to 128 bits"),
        ("c 8", "a constant in hex"),
        ("c 8 xyz", "a constant in hex"),
        ("c 128 100000000000000000000000000000000", "a constant in hex"),
        ("v 8", "a number is missing or malformed"),
        ("v 8 -1", "a number is missing or malformed"),
        ("v 8 4294967296", "a number is missing or malformed"),
        ("u what 0", "`u` takes not or neg"),
        ("u not", "a number is missing or malformed"),
        ("u not 3", "an operand that is not defined yet"),
        ("b plus 0 0", "an unknown binary operator"),
        ("b add 0 3", "an operand that is not defined yet"),
        ("b add 0 1", "operands of different widths"),
        ("b ult 0 1", "operands of different widths"),
        ("i 2 0 1", "operands of different widths"),
        ("i 0 0 0", "a condition must have one bit"),
        ("x 1 8 0", "an extract beyond its operand"),
        ("x 4294967295 8 0", "an extract beyond its operand"),
        ("x 0 0 0", "a width must be 1 to 128 bits"),
        ("z 7 0", "an extension to fewer bits"),
        ("s 7 0", "an extension to fewer bits"),
        ("z 129 0", "a width must be 1 to 128 bits"),
        ("k 0 9", "an operand that is not defined yet"),
        ("f 8", "a function name in hex"),
        ("f 8 zz 0", "a function name in hex"),
        ("f 8 616 0", "a function name in hex"),
        ("f 8 ff 0", "a function name in hex"),
        ("f 8 61 9", "an operand that is not defined yet"),
        ("f 8 61 x", "a number is missing or malformed"),
        ("a 0", "an assumption must have one bit"),
        ("a 9", "an operand that is not defined yet"),
        ("r many", "a number is missing or malformed"),
        ("w some", "ways that nobody knows"),
        ("w", "ways that nobody knows"),
        ("prove 0", "a number is missing or malformed"),
        ("b add 0 0 0", "more words than the line takes"),
        ("a 2 2", "more words than the line takes"),
        ("r 5 5", "more words than the line takes"),
        ("w solver all", "more words than the line takes"),
        ("prove 0 0 0", "more words than the line takes"),
        ("prove 0 1", "both sides of `prove` must have one width"),
        ("prove 0 3", "an operand that is not defined yet"),
        ("solve 0 x", "a variable number"),
        // Only before the first term: what is built already was built in the other way.
        ("raw", "an unknown kind of line"),
    ] {
        assert_eq!(refused(line), what, "`{line}`");
    }
}

#[test]
fn a_concatenation_has_at_most_128_bits() {
    let text = "isotope-query 2\nv 64 0\nv 65 1\nk 0 1\nprove 0 0\n";
    let what = "a concatenation of more than 128 bits";
    assert_eq!(Query::decode(text).unwrap_err(), WireError::Line { line: 4, what });
    assert!(Query::decode("isotope-query 2\nv 64 0\nv 64 1\nk 0 1\nprove 2 2\n").is_ok());
}

#[test]
fn another_version_and_a_text_that_ends_early_are_refused() {
    for text in ["", "isotope-query 1\nv 8 0\nprove 0 0\n", "v 8 0\nprove 0 0\n", " isotope-query 2\n"] {
        assert_eq!(Query::decode(text).unwrap_err(), WireError::Version, "{text:?}");
    }
    for text in ["isotope-query 2\n", VARIABLES] {
        assert_eq!(Query::decode(text).unwrap_err(), WireError::Truncated, "{text:?}");
    }
}

#[test]
fn more_nodes_than_the_bound_are_refused_and_as_many_are_read() {
    let nodes = "v 8 0\n".repeat(MAX_QUERY_NODES);
    assert!(Query::decode(&format!("isotope-query 2\n{nodes}prove 0 0\n")).is_ok());
    assert_eq!(Query::decode(&format!("isotope-query 2\n{nodes}v 8 0\nprove 0 0\n")).unwrap_err(), WireError::TooLarge);
}

/// A term of every kind over two variables, and its pieces compared.
fn of_every_kind(t: &mut Terms) -> (TermId, TermId) {
    let (a, b) = (t.var(0, 64), t.var(7, 64));
    let ops: [BinOp; 13] = [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr];
    let mut whole = ops.iter().fold(a, |x, &op| t.bin(op, x, b));
    for op in [Eq, Ult, Ule, Slt, Sle] {
        let c = t.bin(op, whole, a);
        whole = t.ite(c, whole, b);
    }
    let (not, neg) = (t.un(UnOp::Not, whole), t.un(UnOp::Neg, b));
    let wide = t.concat(not, neg);
    let (part, byte) = (t.extract(wide, 60, 8), t.extract(not, 3, 8));
    let (signed, unsigned) = (t.sext(part, 24), t.zext(byte, 24));
    let called = t.apply("v\u{e9}rit\u{e9} 1", vec![signed, unsigned], 24);
    let big = t.constant(u128::MAX - 5, 128);
    let same = t.bin(Xor, wide, big);
    let tail = t.extract(same, 100, 24);
    (called, tail)
}

#[test]
fn every_kind_of_term_reads_back_as_it_was() {
    for mut terms in [Terms::new(), Terms::raw()] {
        let (lhs, rhs) = of_every_kind(&mut terms);
        let low = terms.extract(rhs, 0, 1);
        for ways in [Ways::All, Ways::Unsampled, Ways::Solver] {
            let query = Query::prove(&terms, lhs, rhs, &[low]).with_rlimit(77).by(ways);
            let text = query.encode();
            let again = Query::decode(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(again.encode(), text);
            assert_eq!((again.rlimit, again.ways, again.terms.is_raw()), (77, ways, terms.is_raw()));
            let Goal::Prove { lhs: l, rhs: r } = query.goal else { panic!("not a proof") };
            assert_eq!(again.goal, Goal::Prove { lhs: l, rhs: r });
            for t in (0..query.terms.len() as u32).map(TermId) {
                assert_eq!((again.terms.node(t), again.terms.width(t)), (query.terms.node(t), query.terms.width(t)));
            }
        }
    }
}

#[test]
fn equal_questions_are_equal_texts_whatever_arena_they_come_from() {
    let mut plain = Terms::new();
    let (lhs, rhs) = of_every_kind(&mut plain);
    let mut littered = Terms::new();
    let (x, y) = (littered.var(90, 24), littered.var(7, 64));
    littered.bin(Mul, x, x);
    littered.un(UnOp::Not, y);
    let (l, r) = of_every_kind(&mut littered);
    assert_eq!(Query::prove(&plain, lhs, rhs, &[]).encode(), Query::prove(&littered, l, r, &[]).encode());
}

#[test]
fn unknowns_to_solve_for_read_back() {
    let mut terms = Terms::new();
    let (a, b) = (terms.var(3, 8), terms.var(9, 8));
    let equal = terms.bin(Eq, a, b);
    let query = Query::solve(&terms, &[equal], &[9, 3]);
    let again = Query::decode(&query.encode()).expect("what was written reads");
    assert_eq!(again.goal, Goal::Solve { unknowns: vec![9, 3] });
    assert_eq!(again.assumptions, query.assumptions);
}

#[test]
fn answers_read_back() {
    let how = How::by(Method::Cuts).with(Method::Solver).with(Method::Intervals);
    for outcome in [
        Outcome::Proved(how),
        Outcome::Refuted(vec![]),
        Outcome::Refuted(vec![(0, 0), (5, u128::MAX)]),
        Outcome::Solved(vec![(4_294_967_295, 1)]),
        Outcome::Unsolvable,
        Outcome::Unknown("the solver's budget is spent".to_owned()),
    ] {
        let answer = Answer { outcome, work: 12_345_678_901 };
        assert_eq!(Answer::decode(&answer.encode()), Ok(answer));
    }
    // One line, whatever the reason was.
    let broken = Answer::free(Outcome::Unknown("proved 0\nidentical".to_owned()));
    assert_eq!(broken.encode().lines().count(), 1);
    assert!(!Answer::decode(&broken.encode()).expect("it reads").is_proved());
}

/// Nothing but a proof that says how, in full, reads as a proof.
#[test]
fn malformed_answers_are_refused() {
    for text in [
        "",
        "proved",
        "proved 3",
        "proved x identical",
        "proved 3 magic",
        "proved 3 identical,",
        "proved 3 identical,magic",
        "proved identical",
        "Proved 3 identical",
        "refuted 3 0",
        "refuted 3 0=xyz",
        "refuted 3 a=1",
        "solved 3 =",
        "sat 3",
    ] {
        assert!(Answer::decode(text).is_err(), "{text:?}");
    }
}

/// A worker that dies leaves a text cut off anywhere: what is left is no other question and no proof.
#[test]
fn a_text_that_is_cut_off_is_no_other_question() {
    let mut terms = Terms::new();
    let (lhs, rhs) = of_every_kind(&mut terms);
    let text = Query::prove(&terms, lhs, rhs, &[]).encode();
    let goal = text.trim_end().rfind('\n').expect("there are lines");
    for end in (0..goal).filter(|&end| text.is_char_boundary(end)) {
        assert!(Query::decode(&text[..end]).is_err(), "cut off at {end}");
    }
}
