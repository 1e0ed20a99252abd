//! Slices, members and single bits: what is read, what is written, what nobody has written, and positions that are data.

use super::{agree, built, check, elements};
use isotope_semantics::Semantics;
use isotope_semantics::interp::{Bits, run};

const HEAD: &str = "in a vector 64 u8\nin n vector 8 u8\nout dst vector 32 u8";
const A: [u8; 8] = [0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe];

/// The result for `A`, with `n` as the other operand; lanes agree.
fn value(text: &str, n: u8) -> Vec<u8> {
    let s = built(HEAD, text);
    let operands = [Bits::from_bytes(&A, 64), Bits::from_bytes(&[n], 8)];
    let found = run(&s, &operands).unwrap_or_else(|e| panic!("{s}{e}"));
    agree(&s, &operands);
    found.to_bytes()
}

fn fault(text: &str) -> String {
    let s = built(HEAD, text);
    run(&s, &[Bits::from_bytes(&A, 64), Bits::from_bytes(&[3], 8)])
        .map(|_| "it runs".to_owned())
        .unwrap_or_else(|e| e.to_string())
}

#[test]
fn slices_and_members_are_the_same_bits() {
    for (text, expected) in [
        ("dst := a[31:0]", [0x10, 0x32, 0x54, 0x76]),
        ("dst := a[63:32]", [0x98, 0xba, 0xdc, 0xfe]),
        ("dst := a[35:4]", [0x21, 0x43, 0x65, 0x87]),
        ("dst := a.dword[1]", [0x98, 0xba, 0xdc, 0xfe]),
        ("dst := a.int32[1]", [0x98, 0xba, 0xdc, 0xfe]),
        ("dst := a.word[2]", [0x98, 0xba, 0, 0]),
        ("dst := a.byte[7]", [0xfe, 0, 0, 0]),
        ("dst := a.bit[4]", [1, 0, 0, 0]),
        ("dst := a[4]", [1, 0, 0, 0]),
        ("dst := a[3]", [0, 0, 0, 0]),
        // A member of a member counts inside the outer one, and so does a slice of a slice.
        ("dst := a.dword[1].word[1].byte[0]", [0xdc, 0, 0, 0]),
        ("dst := a.qword[0].byte[2]", [0x54, 0, 0, 0]),
        ("dst := a[63:16].byte[1]", [0x76, 0, 0, 0]),
        ("dst := a[63:16][15:8]", [0x76, 0, 0, 0]),
        ("dst := (a >> 4).byte[0]", [0x21, 0, 0, 0]),
        ("dst := a.word", [0x10, 0x32, 0, 0]),
        // Turned round, a slice has its bits in reverse.
        ("dst := a[0:7]", [0x08, 0, 0, 0]),
        ("dst := a[8:23]", [0x2a, 0x4c, 0, 0]),
        ("dst := a[0:31]", [0x6e, 0x2a, 0x4c, 0x08]),
    ] {
        assert_eq!(value(text, 0), expected, "{text}");
    }
}

#[test]
fn writes_replace_just_their_bits() {
    for (text, expected) in [
        ("dst := a[31:0]\ndst[7:0] := 0xFF", [0xff, 0x32, 0x54, 0x76]),
        ("dst := a[31:0]\ndst[19:12] := 0", [0x10, 0x02, 0x50, 0x76]),
        ("dst := a[31:0]\ndst[12] := 0", [0x10, 0x22, 0x54, 0x76]),
        ("dst := a[31:0]\ndst.byte[3] := 0x1FF", [0x10, 0x32, 0x54, 0xff]),
        ("dst := a[31:0]\ndst.word[1].byte[0] := 0", [0x10, 0x32, 0, 0x76]),
        ("dst := a[31:0]\ndst[31:8] := dst[23:0]", [0x10, 0x10, 0x32, 0x54]),
        ("dst[31:24] := 4\ndst[23:0] := 0x030201", [1, 2, 3, 4]),
        ("t := a\nt[15:0] := 0xBEEF\ndst := t[31:0]", [0xef, 0xbe, 0x54, 0x76]),
        ("t.byte[1] := 7\nt.byte[0] := 9\ndst := t", [9, 7, 0, 0]),
        // An operand is a variable like any other.
        ("a[7:0] := n\ndst := a[31:0]", [0, 0x32, 0x54, 0x76]),
        ("dst := a[31:0]\ndst[7:0] += 5", [0x15, 0x32, 0x54, 0x76]),
        ("dst := a[31:0]\ndst.byte[1] <<= 1", [0x10, 0x64, 0x54, 0x76]),
        ("dst := a[31:0]\ndst[15:0] |= 0x0101", [0x11, 0x33, 0x54, 0x76]),
        ("dst := a[31:0]\ndst[7:0] -= 0x11", [0xff, 0x32, 0x54, 0x76]),
        ("dst := a[31:0]\ndst.byte[0] *= 17", [0x10, 0x32, 0x54, 0x76]),
        ("dst := a[31:0]\ndst.byte[0] ^= 0xF0\ndst.byte[1] &= 0xF\ndst.byte[2] >>= 4", [0xe0, 0x02, 0x05, 0x76]),
    ] {
        assert_eq!(value(text, 0), expected, "{text}");
    }
}

/// `dst[MAX:n] := 0` is of the register file; of the result it clears what nothing has written.
#[test]
fn the_rest_of_the_register_is_cleared() {
    for (text, expected) in [
        ("dst[7:0] := 1\ndst[MAX:8] := 0", [1, 0, 0, 0]),
        ("dst[7:0] := 1\ndst[31:24] := 2\ndst[MAX:8] := 0", [1, 0, 0, 2]),
        ("dst := a[31:0]\ndst[MAX:0] := 0", [0x10, 0x32, 0x54, 0x76]),
        ("dst[7:0] := 1\ndst[MAX:32] := 0\ndst[15:8] := 5", [1, 5, 0, 0]),
        ("dst[7:0] := 1\ndst[MAX:512] := 0\ndst[31:8] := 0", [1, 0, 0, 0]),
        // Bits above the highest one written are zero anyhow.
        ("dst[7:0] := 1", [1, 0, 0, 0]),
        ("dst := MAX", [31, 0, 0, 0]),
    ] {
        assert_eq!(value(text, 0), expected, "{text}");
    }
    assert_eq!(fault("dst[15:8] := 1"), "line 1: the result is read before it is written (bits 0..32)");
    assert_eq!(fault("dst[7:0] := 1\ndst[31:24] := 1"), "line 2: the result is read before it is written (bits 8..32)");
}

#[test]
fn what_nobody_wrote_cannot_be_read() {
    for (text, said) in [
        ("dst := t", "line 1: t has no value here"),
        ("dst := t[3:0]", "line 1: t has no value here"),
        ("t[3:0] := 1\ndst := t[4:0]", "line 2: t is read before it is written (bits 4..5)"),
        ("t[7:4] := 1\ndst := t", "line 2: t is read before it is written (bits 0..8)"),
        ("dst[7:0] := dst[7:0]", "line 1: dst is read before it is written (bits 0..8)"),
        ("dst := a[64:1]", "line 1: bits 1..65 are outside a of 64 bits"),
        ("dst := a.byte[8]", "line 1: bits 64..72 are outside a of 64 bits"),
        ("dst := a.qword[0].byte[8]", "line 1: bits 64..72 are outside a of 64 bits"),
        ("dst[32:1] := 0", "line 1: bits 1..33 are outside dst of 32 bits"),
        ("a := b", "line 1: b has no value here"),
        ("dst := a[31:0]\nZeroExtend8(a) := 1", "line 2: this cannot be assigned to"),
    ] {
        let whole = format!("{text}\nIF 0 == 1\ndst := 0\nFI");
        assert_eq!(fault(&whole), said, "{text}");
    }
    assert_eq!(value("t := 1\ndst := t[12:0]", 0), [1, 0, 0, 0], "above an integer there are zeros");
}

/// Locals that are written in slices read as the last slice said, and as integers where that is all of them.
#[test]
fn locals_have_the_sign_of_what_they_hold() {
    let head = "in a vector 32 s8\nout dst vector 32 s32";
    let s = |text: &str| built(head, text);
    check(&s("t[7:0] := a.byte[0]\ndst := t[7:0]"), &[&[0x80, 0, 0, 0]], &[0x80, 0xff, 0xff, 0xff]);
    check(&s("t[7:0] := a.byte[0]\nt[7:0] := ZeroExtend8(a.byte[0])\ndst := t[7:0]"), &[&[0x80]], &[0x80, 0, 0, 0]);
    // A literal says nothing about the sign of its neighbours.
    check(&s("t[7:0] := a.byte[0]\nt[15:8] := 0\ndst := t[7:0]"), &[&[0x80]], &[0x80, 0xff, 0xff, 0xff]);
    check(&s("t := a.byte[0] - 1\ndst := t"), &[&[0x80]], &[0x7f, 0xff, 0xff, 0xff]);
    check(&s("t := a.byte[0]\ndst := t[3:0]"), &[&[0xff]], &[0x0f, 0, 0, 0]);
    // Of the operand itself only whole elements have a sign.
    check(&s("dst := a[15:0]"), &[&[0x80, 0xff]], &[0x80, 0xff, 0, 0]);
    check(&s("dst := a[7:0]"), &[&[0x80, 0xff]], &[0x80, 0xff, 0xff, 0xff]);
    check(&s("dst := a[6:0]"), &[&[0xff]], &[0x7f, 0, 0, 0]);
}

/// A position that is data is every position it may be.
#[test]
fn positions_that_are_data_are_read_and_written() {
    let model = |n: usize| A[n % 8];
    for n in 0..=255u8 {
        let at = usize::from(n);
        if n % 29 == 0 {
            assert_eq!(value("i := n[2:0]\ndst := a.byte[i]", n)[0], model(at), "{n}");
            assert_eq!(value("i := n[2:0] * 8\ndst := a[i+7:i]", n)[0], model(at), "{n}");
            let mut expected = [0x10, 0x32, 0x54, 0x76];
            expected[at % 4] = 0xee;
            assert_eq!(value("i := n[1:0]\ndst := a[31:0]\ndst.byte[i] := 0xEE", n), expected, "{n}");
            assert_eq!(value("i := n[1:0]*8\ndst := a[31:0]\ndst[i+7:i] := 0xEE", n), expected, "{n}");
            let bit = u32::from(n) % 32;
            let expected = (0x7654_3210u32 | 1 << bit).to_le_bytes();
            assert_eq!(value("i := n[4:0]\ndst := a[31:0]\ndst[i] := 1", n), expected, "{n}");
        }
    }
}

/// Texts that only lanes refuse: there a position must be one of few.
#[test]
fn lanes_refuse_what_has_no_width() {
    use isotope_ir::term::Terms;
    let said = |text: &str| {
        let found = isotope_semantics::lanes::lanes(&built(HEAD, text), &[], &mut Terms::new());
        found.map(|_| "it has lanes".to_owned()).unwrap_or_else(|e| e.to_string())
    };
    assert_eq!(said("dst := a[n:0]"), "line 1: the width of a slice depends on data");
    let wide = [Bits::from_bytes(&A, 64), Bits::from_bytes(&[11], 8)];
    assert_eq!(
        run(&built(HEAD, "dst := a[n:0]"), &wide).map(|b| b.to_bytes()),
        Ok(vec![0x10, 2, 0, 0]),
        "a run knows it"
    );
    assert_eq!(
        said("dst := a[n+7:n]"),
        "line 1: bits 255..263 are outside a of 64 bits",
        "of 256 values, some are outside"
    );
    assert_eq!(
        said("i := n[1:0]\ndst := a.word[i].byte[1]"),
        "line 2: the width of a slice depends on data",
        "no part of a part"
    );
    assert_eq!(said("i := n[2:0]\ndst := a[i*9+8:i*8+i]"), "line 2: bits 63..72 are outside a of 64 bits");
    assert_eq!(said("i := n[2:0]\ndst := a[i*4+3+i:i*5]"), "it has lanes");
    assert_eq!(said("dst := 0\ndst[n:0] := 1"), "line 2: bits 0..33 are outside dst of 32 bits");
    assert_eq!(said("FOR j := 0 to n\nENDFOR\ndst := a[31:0]"), "line 1: a loop bound depends on data");
    assert_eq!(said("dst := a.byte[a.word[0]]"), "line 1: an index depends on data in more than 512 ways");
}

#[test]
fn a_result_may_have_the_name_of_an_operand() {
    let s: Semantics = built("in a vector 32 u8\nin b vector 32 u8\nout a vector 32 u8", "a[7:0] := b[7:0]");
    let found = run(&s, &[elements(&[1, 2, 3, 4], 8), elements(&[9, 9, 9, 9], 8)]);
    assert_eq!(found.map(|f| f.to_bytes()), Ok(vec![9, 2, 3, 4]));
}
