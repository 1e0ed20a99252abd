//! Control flow: loops, choices, cases, functions, decided by integers and by data.

use super::{agree, built, semantics};
use isotope_ir::term::Terms;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::lanes;

const HEAD: &str = "in a vector 16 u8\nin k mask 8 u1\nin imm8 imm 32 u8\nout dst vector 16 u16";

/// The result where `a` is two bytes; lanes agree.
fn value(text: &str, a: [u8; 2], k: u8, imm: u32) -> u16 {
    let s = built(HEAD, text);
    let operands = [Bits::from_bytes(&a, 16), Bits::from_bytes(&[k], 8), Bits::from_u64(imm.into(), 32)];
    let found = run(&s, &operands).unwrap_or_else(|e| panic!("{s}{e}"));
    agree(&s, &operands);
    found.slice(0, 16) as u16
}

fn fixed(text: &str) -> u16 {
    value(text, [0, 0], 0, 0)
}

#[test]
fn loops_count_as_the_guide_writes_them() {
    let sum = |head: &str, end: &str| fixed(&format!("n := 0\n{head}\n\tn := n + j\n{end}\ndst := n"));
    for (head, end, expected) in [
        ("FOR j := 0 to 4", "ENDFOR", 10),
        ("for j := 0 to 4", "endfor", 10),
        ("FOR j = 1 TO 4", "ROF", 10),
        ("FOR j := 0 To 4 DO", "ENDFOR", 10),
        ("FOR j := 4 downto 1", "ENDFOR", 10),
        ("FOR j := 4 DOWNTO 3", "ENDFOR", 7),
        ("FOR j := 3 to 3", "ENDFOR", 3),
        ("FOR j := 4 to 3", "ENDFOR", 0),
        ("FOR j := 3 downto 4", "ENDFOR", 0),
        ("FOR j := 2*3 to 2+5", "ENDFOR", 13),
        ("FOR j := -2 to 3", "ENDFOR", 3),
    ] {
        assert_eq!(sum(head, end), expected, "{head}");
    }
}

#[test]
fn loops_nest_and_see_their_counters() {
    let grid = "n := 0\nFOR i := 0 to 3\n\tFOR j := 0 to i\n\t\tn := n + 10*i + j\n\tENDFOR\nENDFOR\ndst := n";
    let expected: u16 = (0..4).flat_map(|i| (0..=i).map(move |j| 10 * i + j)).sum();
    assert_eq!(fixed(grid), expected);
    assert_eq!(fixed("FOR j := 0 to 4\nENDFOR\ndst := j"), 4, "the counter stays at its last value");
    // A body may move its own counter, which counts on from there.
    assert_eq!(fixed("n := 0\nFOR j := 0 to 9\n\tn := n + 1\n\tj := j + 1\nENDFOR\ndst := n"), 5);
    // Bounds are read once, before the first iteration.
    assert_eq!(fixed("m := 3\nn := 0\nFOR j := 0 to m\n\tm := 0\n\tn := n + 1\nENDFOR\ndst := n"), 4);
    assert_eq!(value("n := 0\nFOR j := 0 to imm8[3:0]\n\tn := n + 1\nENDFOR\ndst := n", [0; 2], 0, 0xf5), 6);
}

#[test]
fn whiles_end_when_their_condition_does() {
    for (open, close) in [("DO WHILE", "OD"), ("WHILE", "ENDWHILE"), ("while", "END"), ("DO WHILE", "ENDWHILE")] {
        assert_eq!(fixed(&format!("n := 1\n{open} n < 100\n\tn := n * 3\n{close}\ndst := n")), 243);
        assert_eq!(fixed(&format!("n := 1\n{open} n < 0\n\tn := 5\n{close}\ndst := n")), 1);
    }
    // On data: the position of the highest bit, by iterations that may or may not happen.
    let text = "n := 0\nt := a.byte[0]\nWHILE t > 1\n\tt := t >> 1\n\tn := n + 1\nENDWHILE\ndst := n";
    for a in [0u8, 1, 2, 3, 8, 0x7f, 0x80, 0xff] {
        assert_eq!(u32::from(value(text, [a, 0], 0, 0)), a.max(1).ilog2(), "{a}");
    }
}

#[test]
fn choices_take_one_side() {
    let text = |open: &str, middle: &str, close: &str| format!("{open}\n\tdst := 1\n{middle}\n\tdst := 2\n{close}");
    for (condition, holds) in [("a.byte[0] > 5", true), ("a.byte[0] == 0", false), ("3 > 2", true), ("0", false)] {
        for (then, close) in [("", "FI"), (" THEN", "ENDIF"), (":", "FI"), (" then", "fi")] {
            let text = text(&format!("IF {condition}{then}"), "ELSE", close);
            assert_eq!(value(&text, [6, 0], 0, 0), if holds { 1 } else { 2 }, "{text}");
        }
    }
    let chain = |word: &str| {
        format!(
            "IF a.byte[0] == 1\ndst := 10\n{word} a.byte[0] == 2\ndst := 20\n{word} a.byte[0] == 3\ndst := 30\nELSE\ndst := 40\nFI"
        )
    };
    for word in ["ELSIF", "ELSEIF", "ELSE IF"] {
        for a in 0..5 {
            assert_eq!(value(&chain(word), [a, 0], 0, 0), [40, 10, 20, 30, 40][usize::from(a)], "{word} {a}");
        }
    }
    assert_eq!(value("dst := 7\nIF a.byte[0] == 1\ndst := 8\nFI", [0, 0], 0, 0), 7, "no ELSE");
}

/// After a choice a variable holds what the side taken wrote, also where the other side wrote less, or nothing.
#[test]
fn sides_of_a_choice_are_joined() {
    for (text, expected) in [
        ("t := 1\nIF c\nt := 300\nFI\ndst := t", [1, 300]),
        ("t := 1\nIF c\nt := -1\nFI\ndst := t", [1, 0xffff]),
        ("t := -1\nIF c\nt := a.byte[1]\nFI\ndst := t", [0xffff, 0xee]),
        ("t[7:0] := 1\nIF c\nt[7:0] := 2\nFI\ndst := t[7:0]", [1, 2]),
        ("t[15:0] := 0x1234\nIF c\nt[11:4] := 0\nFI\ndst := t[15:0]", [0x1234, 0x1004]),
        ("t := 5\nIF c\nt[3] := 1\nFI\ndst := t", [5, 13]),
        ("IF c\nt := 1\nELSE\nt := 2\nFI\ndst := t", [2, 1]),
        ("dst[7:0] := 3\ndst[15:8] := 0\nIF c\ndst[15:8] := a.byte[1]\nFI", [3, 0xee03]),
        ("IF c\nIF a.byte[1] == 0xEE\ndst := 1\nELSE\ndst := 2\nFI\nELSE\ndst := 3\nFI", [3, 1]),
    ] {
        let text = text.replace("IF c", "IF a.byte[0] == 1");
        assert_eq!([0, 1].map(|a| value(&text, [a, 0xee], 0, 0)), expected, "{text}");
    }
}

#[test]
fn cases_take_the_first_label_that_fits() {
    let text = |selector: &str| {
        format!(
            "dst := 9\nCASE {selector} OF\n0: dst := 10\n1:\n\tdst := 11\n\tdst := dst + 100\n0x2: dst := 12\n2: dst := 13\nESAC"
        )
    };
    let expected = [10, 111, 12, 9];
    for n in 0..4u8 {
        assert_eq!(value(&text("imm8[1:0]"), [0, 0], 0, n.into()), expected[usize::from(n)]);
        assert_eq!(value(&text("a[1:0]"), [n, 0], 0, 0), expected[usize::from(n)], "a selector that is data");
    }
    for word in ["DEFAULT", "default"] {
        let text = format!("CASE a.byte[0] OF\n7: dst := 1\n{word}: dst := 2\nESAC");
        assert_eq!([7, 8].map(|a| value(&text, [a, 0], 0, 0)), [1, 2]);
    }
    assert_eq!(fixed("CASE 5\n1: dst := 1\n5: dst := 2\nESAC"), 2, "OF may be missing");
    assert_eq!(fixed("case 5 of:\n1: dst := 1\n5: dst := 2\nesac"), 2);
}

#[test]
fn functions_take_values_and_see_the_whole_text() {
    for (text, expected) in [
        ("DEFINE F(x, y) {\nRETURN x - y\n}\ndst := F(9, 4)", 5),
        ("define F(x[7:0], y[3]) {\nreturn x - y\n}\ndst := F(9, 4)", 5),
        ("DEFINE F() {\nRETURN 3\n}\ndst := F() + F()", 6),
        // Defined below where it is called.
        ("dst := F(2)\nDEFINE F(x) {\nRETURN x * 7\n}", 14),
        // A parameter is the function's own; the caller's variable of that name stays.
        ("DEFINE F(t) {\nt := t + 1\nRETURN t\n}\nt := 5\nu := F(t)\ndst := 10*u + t", 65),
        // A name that a function does not define is read from the text.
        ("DEFINE F(x) {\nRETURN x + base\n}\nbase := 40\ndst := F(2)", 42),
        ("DEFINE F(x) {\nbase := 1\nRETURN x + base\n}\nbase := 40\ndst := F(2) + base", 43),
        // The same call after the text has changed what it reads.
        (
            "DEFINE F(x) {\nn := 0\nFOR j := 0 to 0\nn := base + x\nENDFOR\nRETURN n\n}\nbase := 1\nu := F(1)\nbase := 5\ndst := 10*u + F(1)",
            26,
        ),
        ("DEFINE F(x) {\nIF x == 0\nRETURN 0\nFI\nRETURN x + F(x - 1)\n}\ndst := F(10)", 55),
        ("DEFINE G(f, x) {\nRETURN f(f(x))\n}\nDEFINE D(x) {\nRETURN x * 2\n}\ndst := G(D, 5)", 20),
        ("OP := F\nDEFINE F(x, y) {\nRETURN 10*x + y\n}\ndst := 4 OP 2", 42),
        ("FOR j := 0 to 9\nIF j == 4\nRETURN j\nFI\nENDFOR\nRETURN 0", 4),
        ("RETURN 65537", 1),
    ] {
        assert_eq!(fixed(text), expected, "{text}");
    }
}

/// A return inside a choice on data: what follows is the other side's.
#[test]
fn returns_may_depend_on_data() {
    let text = "DEFINE F(x) {\nIF x < 10\nIF x == 3\nRETURN 33\nELSE\nRETURN x + 1\nFI\nELSE\nRETURN 99\nFI\nRETURN x\n}\ndst := F(a.byte[0])";
    for (a, expected) in [(0, 1), (3, 33), (9, 10), (10, 99), (255, 99)] {
        assert_eq!(value(text, [a, 0], 0, 0), expected, "{a}");
    }
    let either = "DEFINE F(x) {\nIF x == 0\nRETURN -1\nELSE\nRETURN x\nFI\n}\ndst := F(a.byte[0])";
    assert_eq!([0, 200].map(|a| value(either, [a, 0], 0, 0)), [0xffff, 200]);
    // Of what follows only the rest of the same block is the other side's.
    let inner = "DEFINE F(x) {\nIF x < 10\nIF x == 3\nRETURN 33\nFI\nFI\nRETURN x\n}\ndst := F(a.byte[0])";
    let said = lanes(&built(HEAD, inner), &[0], &mut Terms::new()).unwrap_err().to_string();
    assert_eq!(said, "line 4: one side of a data-dependent IF does not return a value");
    // Out of a loop only one side returns, and the other goes on: that has no single value.
    let from_loop = "DEFINE F(x) {\nFOR j := 0 to 3\nIF x == j\nRETURN j\nFI\nENDFOR\nRETURN 9\n}\ndst := F(a.byte[0])";
    let said = lanes(&built(HEAD, from_loop), &[0], &mut Terms::new()).unwrap_err().to_string();
    assert_eq!(said, "line 4: one side of a data-dependent IF does not return a value");
}

#[test]
fn masks_choose_by_element() {
    let merge = "FOR j := 0 to 1\n\ti := j*8\n\tIF k[j]\n\t\tdst[i+7:i] := a[i+7:i] + 1\n\tELSE\n\t\tdst[i+7:i] := 0x55\n\tFI\nENDFOR";
    for (k, expected) in [(0, 0x5555), (1, 0x5502), (2, 0x0355), (3, 0x0302), (0xff, 0x0302)] {
        assert_eq!(value(merge, [1, 2], k, 0), expected, "{k}");
    }
    // Bits of a mask as a result.
    let head = "in a vector 64 s8\nout k mask 8 u1";
    let s = built(head, "FOR j := 0 to 7\n\tk[j] := (a.byte[j] < 0) ? 1 : 0\nENDFOR\nk[MAX:8] := 0");
    let operands = [Bits::from_bytes(&[0x80, 0, 0xff, 0x7f, 1, 0x81, 0, 0xfe], 64)];
    assert_eq!(run(&s, &operands).map(|b| b.to_bytes()), Ok(vec![0b1010_0101]));
    agree(&s, &operands);
    let found = lanes(&s, &[], &mut Terms::new()).unwrap();
    assert_eq!((found.out_bits, found.out.len(), &found.operand_bits[..]), (1, 8, &[8][..]));
}

#[test]
fn immediates_are_integers() {
    for (text, imm, expected) in [
        ("dst := imm8", 0x1ff, 0x1ff),
        ("dst := imm8[7:0]", 0x1ff, 0xff),
        ("dst := imm8[7:0] * 3", 200, 600),
        ("dst := a[15:0] >> imm8[3:0]", 4, 0x0123),
        ("dst := imm8[8]", 0x100, 1),
        ("dst := imm8 < 0", 0xffff_ffff, 0),
        ("IF imm8[0] == 0\ndst := 1\nELSE\ndst := 2\nFI", 7, 2),
        ("dst := a.byte[imm8[0]]", 1, 0x12),
    ] {
        assert_eq!(value(text, [0x34, 0x12], 0, imm), expected, "{text}");
    }
    let s = built(HEAD, "dst := imm8");
    for (imms, said) in [(&[][..], "0 immediates given, 1 expected"), (&[1, 2][..], "2 immediates given, 1 expected")] {
        assert_eq!(lanes(&s, imms, &mut Terms::new()).unwrap_err().to_string(), said);
    }
}

#[test]
fn runs_say_what_is_wrong_and_where() {
    for (text, said) in [
        ("x := 1\nDEFINE F(x) {\ny := x\n}\ndst := F(1)", "line 5: F does not return a value"),
        ("DEFINE F(x) {\nRETURN\n}\ndst := F(1)", "line 2: RETURN does not return a value"),
        ("DEFINE F(x) {\nRETURN x\n}\ndst := F(1, 2)", "line 4: F takes 1 arguments, not 2"),
        ("DEFINE F(x) {\nRETURN x\n}\ndst := F + 1", "line 4: a function is no integer"),
        ("DEFINE G(f) {\nRETURN f(1)\n}\ndst := G(3)", "line 2: no function f"),
        ("OP := 5\ndst := 1 OP 2", "line 2: no function OP"),
        ("dst := 1\nDEFINE F(x) {\nRETURN y\n}\ndst := F(1)", "line 3: y has no value here"),
        ("dst := 1 / 0", "line 1: division by zero"),
        ("dst := 5 % (3 - 3)", "line 1: division by zero"),
        ("t := (a << 120) * a\ndst := t", "line 1: 136 bits are too wide to compute with (128 at most)"),
    ] {
        let s = built(HEAD, text);
        let operands = [Bits::from_bytes(&[1, 1], 16), Bits::zero(8), Bits::zero(32)];
        assert_eq!(run(&s, &operands).map(|_| ()).unwrap_err().to_string(), said, "{text}");
    }
    let three = built(HEAD, "dst := a");
    for (operands, said) in [
        (vec![], "0 operands given, 3 expected"),
        (vec![Bits::zero(16), Bits::zero(8), Bits::zero(8)], "imm8 has 32 bits, 8 given"),
        (vec![Bits::zero(17), Bits::zero(8), Bits::zero(32)], "a has 16 bits, 17 given"),
    ] {
        assert_eq!(run(&three, &operands).map(|_| ()).unwrap_err().to_string(), said);
    }
    assert!(semantics(HEAD, "dst := F(1)").is_err());
}
