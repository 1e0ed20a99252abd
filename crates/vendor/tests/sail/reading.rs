//! How a text of the language reads.

use isotope_vendor::sail::ast::{Expr, Item, Pattern, StmtKind, Type};
use isotope_vendor::sail::parse;

/// The body of a function that is this expression.
fn body(text: &str) -> Expr {
    let items = parse("text.sail", &format!("function f x = {text}\n"));
    let told: Vec<String> = items.errors.iter().map(ToString::to_string).collect();
    assert_eq!(told, Vec::<String>::new(), "{text}");
    match items.items.into_iter().next() {
        Some(Item::Function(function)) => function.body,
        other => panic!("{text}: {other:?}"),
    }
}

/// Two texts read alike.
fn alike(a: &str, b: &str) {
    assert_eq!(body(a), body(b), "{a} and {b}");
}

#[test]
fn operators_bind_as_the_language_says() {
    alike("1 + 2 * 3 ^ 2", "1 + (2 * (3 ^ 2))");
    alike("2 ^ 3 ^ 2", "2 ^ (3 ^ 2)");
    alike("10 - 3 - 2", "(10 - 3) - 2");
    alike("a == b & c | d", "((a == b) & c) | d");
    alike("a + 1 == b << 2", "(a + 1) == (b << 2)");
    alike("x @ y == z", "(x @ y) == z");
    alike("-a + b", "(-a) + b");
    alike("f(x)[3 .. 0]", "(f(x))[3 .. 0]");
    alike("if a then b else c + 1", "if a then b else (c + 1)");
}

#[test]
fn literals_keep_their_widths() {
    let width = |text: &str| match body(text) {
        Expr::Bits(bits) => bits.width(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!([width("0b001"), width("0x00FF"), width("0x0000_0001"), width("bitone")], [3, 16, 32, 1]);
    assert_eq!(body("1_000"), Expr::Int(1000));
    assert_eq!(body("0.5"), Expr::Text("0.5".to_owned()));
}

#[test]
fn blocks_end_with_their_value() {
    let count = |text: &str| match body(text) {
        Expr::Block(stmts) => stmts.len(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!([count("{ a; b }"), count("{ a; b; }"), count("{ }")], [2, 3, 1]);
    let Expr::Block(stmts) = body("{ let 'n = UInt(x); y : bits('n) = undefined; y[0] = bitone; let z = y in z }")
    else {
        panic!("a block");
    };
    assert!(matches!(&stmts[0].kind, StmtKind::Let(Pattern::Size(name), _) if name == "n"));
    assert!(matches!(&stmts[1].kind, StmtKind::Variable(name, Type::Bits(_), Expr::Undefined) if name == "y"));
    assert!(matches!(&stmts[2].kind, StmtKind::Expr(Expr::Assign(..))));
    assert!(matches!(&stmts[3].kind, StmtKind::Expr(Expr::Block(inner)) if inner.len() == 2));
}

#[test]
fn what_the_type_checker_needs_is_passed_over() {
    alike("{ assert(constraint(('n in {8, 16} & 'm >= 0))); x }", "{ assert(true); x }");
    alike("(x : int)", "x");
    alike("(match x { [bitzero, _] => true, _ => false }) : bool", "match x { [bitzero, _] => true, _ => false }");
    assert_eq!(body("[x with field = 0b1]"), Expr::Unsupported("an update of a structure"));
}

#[test]
fn items_of_all_kinds_are_met() {
    let text = "/* a file */\ndefault Order dec\n\nval f : forall 'n, 'n in {8, 16}. (bits('n), int) -> bits('n)\n\n\
        enum color = RED | GREEN\n\nregister R : bits(64)\n\nlet limit : int(3) = 3\n\n$ifdef OTHER\nfunction g () = (\n$else\n\
        function g () = 1\n$endif\n\nval h = pure \"h\" : int -> int\n";
    let items = parse("text.sail", text);
    assert_eq!(items.errors, []);
    assert_eq!(items.met, 7);
    let [
        Item::Value(name, params, Type::Bits(_)),
        Item::Enum(colors),
        Item::Constant(limit, Expr::Int(3)),
        Item::Function(g),
    ] = &items.items[..]
    else {
        panic!("{:?}", items.items);
    };
    assert_eq!((name.as_str(), params.len(), colors.len()), ("f", 2, 2));
    assert_eq!((limit.as_str(), g.name.as_str(), g.line), ("limit", "g", 15));
}

#[test]
fn each_fault_costs_one_item() {
    let text = "function a () = {\n    1\n\nfunction b () = 2\n\nfunction c () = )\n\nfunction d () = 4\n";
    let items = parse("text.sail", text);
    let told: Vec<String> = items.errors.iter().map(ToString::to_string).collect();
    let wanted = [
        "text.sail, line 2, in function a: ';' or '}' expected before the item's end",
        "text.sail, line 6, in function c: an expression expected at ')'",
    ];
    assert_eq!((told, items.items.len()), (wanted.map(str::to_owned).to_vec(), 2));
}
