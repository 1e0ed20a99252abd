//! One example for each habit of Intel's texts.

use super::{TWO_SIGNED, TWO_UNSIGNED, built, check, each, semantics};
use isotope_ir::term::{LaneVar, Node, Terms};
use isotope_semantics::Semantics;
use isotope_semantics::canonical::{canonical, needed_parameters};
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::lanes;
use isotope_vendor::errata::Errata;

#[test]
fn sums_are_exact_until_they_are_stored() {
    let s = built(TWO_SIGNED, &each("Saturate8(a[i+7:i] + b[i+7:i])"));
    check(&s, &[&[0x7f, 0x80, 1, 0], &[1, 0xff, 1, 0x80]], &[0x7f, 0x80, 2, 0x80]);
    let s = built(TWO_UNSIGNED, &each("SaturateU8(a[i+7:i] - b[i+7:i])"));
    check(&s, &[&[0, 200, 1, 255], &[1, 100, 1, 0]], &[0, 100, 0, 255]);
    let s = built(TWO_UNSIGNED, &each("(a[i+7:i] + b[i+7:i] + 1) >> 1"));
    check(&s, &[&[255, 254, 0, 1], &[255, 255, 0, 2]], &[255, 255, 0, 2]);
    let s = built(TWO_UNSIGNED, &each("a[i+7:i] + b[i+7:i]"));
    check(&s, &[&[255, 1, 0, 1], &[255, 255, 0, 2]], &[254, 0, 0, 3]);
}

#[test]
fn the_element_type_says_how_an_element_reads() {
    let text = each("a[i+7:i] < b[i+7:i] ? 0xFF : 0");
    check(&built(TWO_SIGNED, &text), &[&[0x80, 1, 0, 0], &[1, 0x80, 0, 1]], &[0xff, 0, 0, 0xff]);
    check(&built(TWO_UNSIGNED, &text), &[&[0x80, 1, 0, 0], &[1, 0x80, 0, 1]], &[0, 0xff, 0, 0xff]);
    let absolute = each("ABS(a[i+7:i])");
    check(&built(TWO_SIGNED, &absolute), &[&[0x80, 0xff, 5, 0], &[0; 4]], &[0x80, 1, 5, 0]);
}

#[test]
fn locals_inherit_the_sign_of_what_is_stored() {
    let head = "in src vector 32 s32\nin a vector 32 u8\nin b vector 32 s8\nout dst vector 32 s32";
    let text = "t1.word := Signed(ZeroExtend16(a.byte[0]) * SignExtend16(b.byte[0]))\ndst.dword[0] := Saturate32(src.dword[0] + t1)";
    let s = built(head, text);
    check(&s, &[&[0, 0, 0, 0x80], &[255, 0, 0, 0], &[0xff, 0, 0, 0]], &[0, 0, 0, 0x80]);
    check(&s, &[&[1, 0, 0, 0], &[255, 0, 0, 0], &[0xff, 0, 0, 0]], &[2, 0xff, 0xff, 0xff]);
}

#[test]
fn shifts_by_data_and_by_immediates() {
    let head = "in a vector 32 s16\nin imm8 imm 32 u8\nout dst vector 32 u16";
    let text = "FOR j := 0 to 1\n\ti := j*16\n\tIF imm8[7:0] > 15\n\t\tdst[i+15:i] := (a[i+15] ? 0xFFFF : 0x0)\n\tELSE\n\t\tdst[i+15:i] := SignExtend16(a[i+15:i] >> imm8[7:0])\n\tFI\nENDFOR";
    let s = built(head, text);
    check(&s, &[&[0, 0x80, 0x10, 0], &[4, 0, 0, 0]], &[0, 0xf8, 1, 0]);
    check(&s, &[&[0, 0x80, 0x10, 0], &[200, 0, 0, 0]], &[0xff, 0xff, 0, 0]);
    let rotate = "DEFINE ROTATE(src, by) {\n\tcount := by % 8\n\tRETURN (src << count) OR (src >> (8 - count))\n}\n";
    let s = built(TWO_UNSIGNED, &format!("{rotate}{}", each("ROTATE(a[i+7:i], b[i+7:i])")));
    check(&s, &[&[0x81, 0x81, 1, 0xf0], &[1, 8, 9, 0xff]], &[0x03, 0x81, 2, 0x78]);
    let guarded = each("(b[i+7:i] < 8) ? ZeroExtend8(a[i+7:i] << b[i+7:i]) : 0");
    check(&built(TWO_UNSIGNED, &guarded), &[&[1, 3, 1, 1], &[7, 1, 8, 255]], &[0x80, 6, 0, 0]);
}

#[test]
fn control_flow_that_depends_on_data() {
    // A return inside a branch on data; what follows belongs to the other branch.
    let text = "DEFINE F(x, y) {\n\tIF x == 0\n\t\tRETURN y\n\tFI\n\tz := x + 1\n\tRETURN z\n}\n";
    let s = built(TWO_UNSIGNED, &format!("{text}{}", each("F(a[i+7:i], b[i+7:i])")));
    check(&s, &[&[0, 1, 255, 9], &[7, 7, 7, 7]], &[7, 2, 0, 10]);
    let count = "DEFINE COUNT(x) {\n\tn := 0\n\tDO WHILE x > 0\n\t\tn += x[0]\n\t\tx >>= 1\n\tOD\n\tRETURN n\n}\n";
    let s = built(TWO_UNSIGNED, &format!("{count}{}", each("COUNT(a[i+7:i])")));
    check(&s, &[&[0, 1, 0xff, 0xa5], &[0; 4]], &[0, 1, 8, 4]);
    let zeros = "FOR j := 0 to 3\n\ti := j*8\n\tt := 7\n\tdst[i+7:i] := 0\n\tDO WHILE (t >= 0 AND a[i+t] == 0)\n\t\tt := t - 1\n\t\tdst[i+7:i] := dst[i+7:i] + 1\n\tOD\nENDFOR";
    check(&built(TWO_UNSIGNED, zeros), &[&[0, 1, 0xff, 0x25], &[0; 4]], &[8, 7, 0, 2]);
    let cases = "CASE imm8[1:0] OF\n0: dst[31:0] := 5\n1:\n\tdst[31:0] := 6\n2: dst[31:0] := 7\nESAC";
    let head = "in a scalar 32 u32\nin imm8 imm 32 u8\nout dst scalar 32 u32";
    check(&built(head, &format!("dst := a\n{cases}")), &[&[9], &[3]], &[9, 0, 0, 0]);
    let on_data = cases.replace("imm8", "a");
    check(&built(head, &format!("dst := 1\n{on_data}")), &[&[2], &[0]], &[7, 0, 0, 0]);
}

#[test]
fn positions_that_depend_on_data() {
    let permute = each("a[8*b[i+1:i]+7:8*b[i+1:i]]");
    check(&built(TWO_UNSIGNED, &permute), &[&[10, 20, 30, 40], &[3, 0, 1, 6]], &[40, 10, 20, 30]);
    let head = "in src vector 32 u8\nin k mask 4 u1\nin a vector 32 u8\nout dst vector 32 u8";
    let compress = "size := 8\nm := 0\nFOR j := 0 to 3\n\ti := j*8\n\tIF k[j]\n\t\tdst[m+size-1:m] := a[i+7:i]\n\t\tm := m + size\n\tFI\nENDFOR\ndst[31:m] := src[31:m]";
    let s = built(head, compress);
    check(&s, &[&[1, 2, 3, 4], &[0b1010], &[10, 20, 30, 40]], &[20, 40, 3, 4]);
    check(&s, &[&[1, 2, 3, 4], &[0], &[10, 20, 30, 40]], &[1, 2, 3, 4]);
    check(&s, &[&[1, 2, 3, 4], &[15], &[10, 20, 30, 40]], &[10, 20, 30, 40]);
}

#[test]
fn functions_recurse_and_reverse_and_dispatch() {
    let reduce = "DEFINE SUM(src, len) {\n\tIF len == 2\n\t\tRETURN src[7:0] + src[15:8]\n\tFI\n\tlen := len / 2\n\tFOR j:= 0 to (len-1)\n\t\ti := j*8\n\t\tsrc[i+7:i] := src[i+7:i] + src[i+8*len+7:i+8*len]\n\tENDFOR\n\tRETURN SUM(src[8*len-1:0], len)\n}\ndst[7:0] := SUM(a, 4)\ndst[MAX:8] := 0";
    check(&built(TWO_UNSIGNED, reduce), &[&[200, 100, 3, 4], &[0; 4]], &[51, 0, 0, 0]);
    let reversed = "dst[31:0] := a[0:31]";
    check(&built(TWO_UNSIGNED, reversed), &[&[1, 0, 0, 0xc0], &[0; 4]], &[3, 0, 0, 0x80]);
    let compare = "CASE imm8[0] OF\n0: OP := _MM_CMPINT_LT\n1: OP := _MM_CMPINT_NLT\nESAC\nFOR j := 0 to 3\n\tk[j] := (a.byte[j] OP b.byte[j]) ? 1 : 0\nENDFOR\nk[MAX:4] := 0";
    let head = "in a vector 32 s8\nin b vector 32 s8\nin imm8 imm 32 u3\nout k mask 8 u1";
    check(&built(head, compare), &[&[0xff, 1, 2, 3], &[0, 1, 3, 2], &[0]], &[0b0101]);
    check(&built(head, compare), &[&[0xff, 1, 2, 3], &[0, 1, 3, 2], &[1]], &[0b1010]);
}

#[test]
fn the_inverse_in_the_field_of_256() {
    let s = built(TWO_UNSIGNED, &each("gf2p8_multiply(inverse(a[i+7:i]), a[i+7:i])"));
    check(&s, &[&[0, 1, 0x53, 0xff], &[0; 4]], &[0, 1, 1, 1]);
    let s = built(TWO_UNSIGNED, &each("inverse(a[i+7:i])"));
    check(&s, &[&[0, 1, 0x53, 0xca], &[0; 4]], &[0, 1, 0xca, 0x53]);
}

#[test]
fn moved_data_are_plain_variables() {
    let head = "in a vector 256 u8\nin imm8 imm 32 u8\nout dst vector 256 u8";
    let text = "dst[255:0] := (a[255:0] >> (imm8*8))";
    let mut terms = Terms::new();
    let found = lanes(&built(head, text), &[3], &mut terms).unwrap();
    assert_eq!((found.out_bits, &found.operand_bits[..]), (8, &[8, 0][..]));
    for (i, term) in found.out.iter().take(29).enumerate() {
        assert_eq!(*terms.node(*term), Node::Var(LaneVar::new(0, i + 3).number()));
    }
    assert!(found.out[29..].iter().all(|t| terms.as_const(*t) == Some(0)));
}

#[test]
fn atoms_are_as_the_text_reads() {
    let head = "in a vector 64 s16\nin b vector 64 m\nout dst vector 64 s16".replace(" m\n", " u64\n");
    let text = "FOR j := 0 to 3\n\tdst.word[j] := a.byte[2*j] * a.byte[2*j+1] + b.word[j]\nENDFOR";
    let mut terms = Terms::new();
    let found = lanes(&built(&head, text), &[], &mut terms).unwrap();
    assert_eq!((found.out_bits, &found.operand_bits[..]), (16, &[8, 16][..]));
}

#[test]
fn stored_text_reads_back() {
    let s = built(TWO_SIGNED, &each("Saturate8(a[i+7:i] + b[i+7:i])"));
    let again = Semantics::from_text(&s.to_string()).unwrap();
    assert_eq!(again.to_string(), s.to_string());
    check(&again, &[&[0x7f, 0, 0, 0], &[1, 0, 0, 0]], &[0x7f, 0, 0, 0]);
    let bad = Semantics::from_text("semantics 1\nin a vector many u8\n").unwrap_err();
    assert_eq!(bad.to_string(), "stored semantics, line 2: not an operand");
}

#[test]
fn sizes_are_parameters_of_one_class() {
    let add = |bits: u32, width: u32, op: &str| {
        let head = format!("in a vector {bits} s{width}\nin b vector {bits} s{width}\nout dst vector {bits} u{width}");
        let (last, top) = (bits / width - 1, width - 1);
        let text = format!(
            "FOR j := 0 to {last}\n\ti := j*{width}\n\tdst[i+{top}:i] := a[i+{top}:i] {op} b[i+{top}:i]\nENDFOR"
        );
        canonical(&built(&head, &text), &[]).unwrap()
    };
    let (small, large, other) = (add(128, 8, "+"), add(512, 16, "+"), add(128, 8, "-"));
    assert_eq!(small.text, large.text);
    assert_eq!(small.hash(), large.hash());
    assert_ne!(small.text, other.text);
    let kept = needed_parameters(&[&small.parameters, &large.parameters]);
    let values = |p: &[u64]| kept.iter().map(|k| p[*k]).collect::<Vec<_>>();
    // Element width, 128-bit lanes, elements of a lane, elements from lane to lane.
    assert_eq!((values(&small.parameters), values(&large.parameters)), (vec![8, 1, 16, 0], vec![16, 4, 8, 8]));
}

#[test]
fn operands_in_another_order_are_the_same_class() {
    let a = built(
        "in a vector 128 u32\nin b vector 128 u32\nout dst vector 128 u32",
        "dst[127:0] := (NOT a[127:0]) AND b[127:0]",
    );
    let b = built(
        "in b vector 128 u32\nin a vector 128 u32\nout dst vector 128 u32",
        "dst[127:0] := b[127:0] AND (NOT a[127:0])",
    );
    let (x, y) = (canonical(&a, &[]).unwrap(), canonical(&b, &[]).unwrap());
    assert_eq!(x.text, y.text);
    assert_ne!(x.operands, y.operands);
}

#[test]
fn refusals_say_where_and_why() {
    let refuse = |text: &str| semantics(TWO_UNSIGNED, text).unwrap_err().to_string();
    assert_eq!(refuse("dst[31:0] := a[31:0] +"), "line 2, column 1: an expression expected at the end of the text");
    assert_eq!(refuse("x := 1\ndst[7:0] := Foo(a)"), "line 2: undefined function Foo");
    assert_eq!(refuse("dst[31:0] := MEM[a]"), "line 1: memory is outside integer register semantics");
    assert_eq!(refuse("x := a"), "the text never writes its result dst");
    assert_eq!(refuse("FOR j := 0 to 3\ndst[7:0] := 0"), "line 3, column 1: ENDFOR expected at the end of the text");
    assert_eq!(refuse("dst := $"), "line 1, column 8: '$' is no character of the dialect");
    let deep = format!("dst := {}1{}", "(".repeat(5000), ")".repeat(5000));
    assert!(refuse(&deep).contains("MAX_NESTING (200)"));
}

#[test]
fn runs_fail_with_the_place() {
    let fail = |text: &str| {
        let s = built(TWO_UNSIGNED, text);
        run(&s, &[Bits::zero(32), Bits::zero(32)]).unwrap_err().to_string()
    };
    assert_eq!(fail("dst[31:0] := a[39:8]"), "line 1: bits 8..40 are outside a of 32 bits");
    assert_eq!(fail("t[3:0] := 1\ndst[31:0] := t[7:0]"), "line 2: t is read before it is written (bits 4..8)");
    assert_eq!(
        fail("DO WHILE 1 > 0\nx := 1\nOD\ndst := 0"),
        "line 2: a DO WHILE has more than MAX_WHILE_ITERATIONS (140) iterations"
    );
    assert_eq!(fail("dst[7:0] := a / 0"), "line 1: division by zero");
    let s = built(TWO_UNSIGNED, "dst := a");
    assert_eq!(run(&s, &[Bits::zero(32)]).unwrap_err().to_string(), "1 operands given, 2 expected");
}

#[test]
fn else_if_with_one_fi_or_two() {
    let one = each("0").replace(
        "dst[i+7:i] := 0\n",
        "IF a[i+7:i] == 0\n\tdst[i+7:i] := 1\nELSE IF a[i+7:i] == 1\n\tdst[i+7:i] := 2\nELSE\n\tdst[i+7:i] := 3\nFI\n",
    );
    let two = one.replace("FI\nENDFOR", "FI\nFI\nENDFOR");
    for text in [one, two] {
        check(&built(TWO_UNSIGNED, &text), &[&[0, 1, 2, 3], &[0; 4]], &[1, 2, 3, 3]);
    }
}

#[test]
fn errata_are_checked_data() {
    let read = |text: &str| Errata::read(text).unwrap_err().to_string();
    let entry = "[[erratum]]\nname = \"x\"\nnames = [\"*\"]\ncite = \"c\"\nwhy = \"w\"\n";
    assert_eq!(read(&format!("{entry}{entry}")), "errata.toml, entry x: its name is used twice");
    assert_eq!(read(&entry.replace("\"w\"", "\"\"")), "errata.toml, entry x: cite and why must say something");
    assert!(read(&entry.replace("why", "wy")).contains("unknown field"));
}
