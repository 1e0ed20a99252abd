//! Canonical forms: what falls into one class and what does not, and what the parameters of members are.

use super::built;
use isotope_semantics::Semantics;
use isotope_semantics::canonical::{Canonical, canonical, needed_parameters};

/// The canonical form.
pub fn form(s: &Semantics, imms: &[u64]) -> Canonical {
    canonical(s, imms).unwrap_or_else(|e| panic!("{s}{e}"))
}

/// An operation on elements of `width` in registers of `bits`; `$a` and `$b` are the elements.
pub fn each(bits: u32, width: u32, signs: [&str; 2], body: &str) -> Semantics {
    let [a, b] = signs;
    let head = format!("in a vector {bits} {a}{width}\nin b vector {bits} {b}{width}\nout dst vector {bits} u{width}");
    let element = |name: &str| format!("{name}[i+{}:i]", width - 1);
    let body = body.replace("$a", &element("a")).replace("$b", &element("b"));
    let last = bits / width - 1;
    built(&head, &format!("FOR j := 0 to {last}\n\ti := j*{width}\n\t{} := {body}\nENDFOR", element("dst")))
}

/// One class.
#[track_caller]
pub fn same(a: &Semantics, b: &Semantics) {
    let (x, y) = (form(a, &[]), form(b, &[]));
    assert_eq!(x.text, y.text);
    assert_eq!(x.hash(), y.hash());
    assert_eq!(x.operands.len(), y.operands.len(), "members of one class read as many operands");
}

/// Two classes.
#[track_caller]
pub fn differ(a: &Semantics, b: &Semantics) {
    let (x, y) = (form(a, &[]), form(b, &[]));
    assert_ne!(x.text, y.text);
    assert_ne!(x.hash(), y.hash());
}

/// Operands without signs.
pub const U: [&str; 2] = ["u", "u"];
/// Operands with signs.
pub const S: [&str; 2] = ["s", "s"];

#[test]
fn sizes_do_not_matter() {
    for body in ["$a + $b", "$a * $b", "MIN($a, $b)", "$a > $b ? $a - $b : 0", "$a == $b ? -1 : 0"] {
        let first = each(128, 8, U, body);
        for (bits, width) in [(256, 8), (512, 8), (128, 16), (512, 32), (128, 64), (64, 8)] {
            same(&first, &each(bits, width, U, body));
        }
    }
}

#[test]
fn meaning_matters() {
    let bodies = [
        "$a + $b",
        "$a - $b",
        "$b - $a - 1",
        "$a * $b",
        "$a AND $b",
        "$a OR $b",
        "$a XOR $b",
        "MIN($a, $b)",
        "MAX($a, $b)",
    ];
    for (n, one) in bodies.iter().enumerate() {
        for other in &bodies[n + 1..] {
            differ(&each(128, 16, U, one), &each(128, 16, U, other));
        }
    }
    // A sign that can be seen is a number.
    for body in ["MIN($a, $b)", "$a >> 1"] {
        let (unsigned, signed) = (each(128, 16, U, body), each(128, 16, S, body));
        same(&unsigned, &signed);
        assert_ne!(form(&unsigned, &[]).parameters, form(&signed, &[]).parameters);
    }
    // Where the sign cannot be seen it does not matter.
    same(&each(128, 16, U, "$a + $b"), &each(128, 16, S, "$a + $b"));
    same(&each(128, 16, U, "$a * $b"), &each(128, 16, ["s", "u"], "$a * $b"));
    same(&each(128, 16, U, "$a XOR $b"), &each(128, 16, S, "$a XOR $b"));
}

#[test]
fn operands_that_commute_have_no_order() {
    for op in ["+", "*", "AND", "OR", "XOR"] {
        same(&each(128, 16, U, &format!("$a {op} $b")), &each(128, 16, U, &format!("$b {op} $a")));
    }
    same(&each(128, 16, U, "$a == $b ? 1 : 0"), &each(128, 16, U, "$b == $a ? 1 : 0"));
    // Letters follow the first use: `b - a` is the class of `a - b` with its operands the other way round.
    let (one, other) = (each(128, 16, U, "$a - $b"), each(128, 16, U, "$b - $a"));
    same(&one, &other);
    assert_eq!((form(&one, &[]).operands, form(&other, &[]).operands), (vec![0, 1], vec![1, 0]));
    differ(&each(128, 16, U, "$a - $b"), &each(128, 16, U, "$a - $a + $b"));
    // Which reads coincide is part of the meaning.
    differ(&each(128, 16, U, "($a * $b) XOR $a"), &each(128, 16, U, "($a * $b) XOR ($a + $b)"));
}

/// Constants are parameters: one class, told apart by the number.
#[test]
fn constants_are_parameters() {
    let shift = |by: u32| each(128, 16, U, &format!("$a << {by}"));
    same(&shift(3), &shift(5));
    let (three, five) = (form(&shift(3), &[]), form(&shift(5), &[]));
    let needed = needed_parameters(&[&three.parameters, &five.parameters]);
    let values = |f: &Canonical| needed.iter().map(|n| f.parameters[*n]).collect::<Vec<_>>();
    assert_eq!((values(&three), values(&five)), (vec![3], vec![5]));
    same(&each(128, 32, U, "$a AND 0x155"), &each(128, 32, U, "$a AND 0x123"));
    // A value of more than 64 bits is two parameters, its width between them, and one mark in the text.
    let wide = |c: &str| built("in a scalar 64 u64\nout dst vector 128 u64", &format!("dst[127:0] := a[63:0] * {c}"));
    let parameters = form(&wide("0x100000002000000010000002"), &[]).parameters;
    assert!(parameters.windows(3).any(|three| three == [0x2000_0000_1000_0002, 128, 0x1000_0000]), "{parameters:?}");
}

#[test]
fn immediates_are_fixed_before() {
    let s = built(
        "in a vector 128 u16\nin imm8 imm 32 u8\nout dst vector 128 u16",
        "FOR j := 0 to 7\n\ti := j*16\n\tIF imm8[7:0] > 15\n\t\tdst[i+15:i] := 0\n\tELSE\n\
         \t\tdst[i+15:i] := ZeroExtend16(a[i+15:i] >> imm8[7:0])\n\tFI\nENDFOR",
    );
    assert_eq!(form(&s, &[3]).text, form(&s, &[9]).text);
    assert_ne!(form(&s, &[3]).text, form(&s, &[16]).text, "what is shifted out is no shift");
    assert_eq!(form(&s, &[16]).text, form(&s, &[200]).text);
    assert_ne!(form(&s, &[3]).parameters, form(&s, &[9]).parameters);
    assert_eq!(canonical(&s, &[]).map(|_| ()).unwrap_err().to_string(), "0 immediates given, 1 expected");
}

/// Signedness, and bounds that one sign does not need, are parameters.
#[test]
fn saturating_arithmetic_of_every_width_and_sign_is_one_class() {
    let saturating = |bits: u32, width: u32, signs: [&str; 2], op: &str| {
        let to = if signs == S { format!("Saturate{width}") } else { format!("SaturateU{width}") };
        each(bits, width, signs, &format!("{to}($a {op} $b)"))
    };
    for op in ["+", "-"] {
        let first = saturating(128, 8, S, op);
        for (bits, width, signs) in [(128, 8, U), (512, 16, S), (256, 16, U)] {
            same(&first, &saturating(bits, width, signs, op));
        }
    }
    differ(&saturating(128, 8, S, "+"), &saturating(128, 8, S, "-"));
    differ(&saturating(128, 16, S, "+"), &each(128, 16, S, "$a + $b"));
    for body in ["MIN($a, $b)", "MAX($a, $b)", "$a >> 1", "$a < $b ? -1 : 0", "ZeroExtend16(($a * $b) >> 16)"] {
        same(&each(128, 16, U, body), &each(512, 32, S, &body.replace("16", "32")));
    }
    differ(&each(128, 16, S, "MIN($a, $b)"), &each(128, 16, S, "MAX($a, $b)"));
}

#[test]
fn dot_products_that_differ_in_saturation_are_two_classes() {
    let dot = |wrapped: &str| {
        let product = |i: u32| format!("a.byte[2*j+{i}] * b.byte[2*j+{i}]");
        built(
            "in a vector 128 u8\nin b vector 128 s8\nout dst vector 128 s16",
            &format!("FOR j := 0 to 7\n\tdst.word[j] := {wrapped}({} + {})\nENDFOR", product(0), product(1)),
        )
    };
    differ(&dot("Saturate16"), &dot("Truncate16"));
}

/// A search in a table of any size is one class: what repeats is rolled.
#[test]
fn what_repeats_in_an_element_is_rolled() {
    let table = |entries: u32| {
        let bits = entries * 32;
        built(
            &format!("in i vector {bits} u32\nin t vector {bits} u32\nout dst vector {bits} u32"),
            &format!(
                "FOR j := 0 to {0}\n\tat := i.dword[j] AND {0}\n\tdst.dword[j] := t[at*32+31:at*32]\nENDFOR",
                entries - 1
            ),
        )
    };
    same(&table(8), &table(16));
    assert!(form(&table(8), &[]).text.contains("(fold ? "), "{}", form(&table(8), &[]).text);
}

/// The nest: `lanes` iterations of the outer loop, `runs` of bodies in each. It is numbers, whatever moves where.
#[test]
fn results_are_rolled_into_a_nest() {
    let head = |bits: u32| format!("in a vector {bits} u8\nin b vector {bits} u8\nout dst vector {bits} u8");
    // Interleaving the low halves of each 128-bit lane: two bodies, eight iterations.
    let unpack = |bits: u32| {
        let lanes = bits / 128 - 1;
        let text = format!(
            "FOR l := 0 to {lanes}\n\tFOR j := 0 to 7\n\t\tdst.byte[16*l+2*j] := a.byte[16*l+j]\n\
             \t\tdst.byte[16*l+2*j+1] := b.byte[16*l+j]\n\tENDFOR\nENDFOR"
        );
        built(&head(bits), &text)
    };
    same(&unpack(128), &unpack(512));
    assert_eq!(form(&unpack(256), &[]).text, "out ? lanes ? zeros ? masked ? runs ?\n x0 : x0\nin a ?\nin b ?\n");
    // Element bits, lanes, zeros, no mask, one run: iterations and bodies. Then of each which it is, its operand, a line's base, per lane
    // and per iteration; then the operands' elements.
    let numbers = [8, 2, 0, 0, 1, 8, 2, 0, 0, 0, 0, 16, 1, 0, 1, 0, 0, 16, 1, 8, 8];
    assert_eq!(form(&unpack(256), &[]).parameters, numbers);
    // Positions that no line fits are a table within the lane, or one of all.
    let gather = |table: &str| {
        let text: String =
            table.split(' ').enumerate().map(|(j, from)| format!("dst.byte[{j}] := a.byte[{from}]\n")).collect();
        form(&built(&head(128), &text), &[])
    };
    let shuffled = gather("3 1 4 15 9 2 6 5 3 5 8 9 7 9 3 2");
    assert_eq!(shuffled.parameters[7..27], [0, 0, 1, 0, 3, 1, 4, 15, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2]);
    let reversed = gather("15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0");
    assert_eq!(reversed.text, shuffled.text);
    assert_eq!(reversed.parameters[9..13], [0, 15, 0, u64::MAX], "a line with a step of minus one");
}

/// Lanes of different meaning are not rolled.
#[test]
fn what_differs_from_lane_to_lane_is_written_out() {
    let text = |second: &str| {
        let lane = |l: u32, op: &str| {
            format!("FOR j := 0 to 7\n\ti := {l} + j*16\n\tdst[i+15:i] := a[i+15:i] {op} b[i+15:i]\nENDFOR\n")
        };
        let head = "in a vector 256 u16\nin b vector 256 u16\nout dst vector 256 u16";
        form(&built(head, &(lane(0, "+") + &lane(128, second))), &[])
    };
    let (even, uneven) = (text("+"), text("-"));
    assert_eq!((even.text.matches(" : ").count(), uneven.text.matches(" : ").count()), (1, 2));
    assert_eq!((even.parameters[4], uneven.parameters[4]), (1, 2), "runs");
    // A mask has no lanes: all its bits are one run.
    let head = "in a vector 512 u16\nin b vector 512 u16\nout k mask 32 u1";
    let mask = form(&built(head, "FOR j := 0 to 31\n\tk[j] := a.word[j] == b.word[j] ? 1 : 0\nENDFOR"), &[]);
    assert_eq!(mask.parameters[..7], [1, 1, 0, 0, 1, 32, 1]);
}

#[test]
fn parameters_that_say_nothing_are_left_out() {
    assert_eq!(needed_parameters(&[]), [0; 0]);
    assert_eq!(needed_parameters(&[&[1, 2, 3]]), [0; 0], "of one member all are constant");
    assert_eq!(needed_parameters(&[&[1, 2, 3, 2], &[1, 5, 4, 5]]), [1, 2], "the last repeats the second");
    assert_eq!(needed_parameters(&[&[1, 2], &[1, 2], &[7, 2]]), [0]);
}

#[test]
fn shared_parts_have_names() {
    let s = each(128, 16, U, "($a + $b) * (($a + $b) XOR 1)");
    let text = form(&s, &[]).text;
    assert_eq!(text.matches("(add ").count(), 1, "{text}");
    assert!(text.contains("%0=(add ") && text.matches("%0").count() == 2, "{text}");
}

/// Bits above a smaller result are a number of zeros, whatever is below.
#[test]
fn a_result_that_is_smaller_than_its_register_is_of_the_same_class() {
    let narrowed = |from: u32, to: u32, bits: u32| {
        let last = bits / from - 1;
        let text = format!(
            "FOR j := 0 to {last}\n\tdst[{to}*j+{0}:{to}*j] := Truncate{to}(a[{from}*j+{1}:{from}*j])\nENDFOR\ndst[MAX:{2}] := 0",
            to - 1,
            from - 1,
            bits / from * to
        );
        let result = (bits / from * to).max(128);
        built(&format!("in a vector {bits} u{from}\nout dst vector {result} u{to}"), &text)
    };
    same(&narrowed(16, 8, 256), &narrowed(32, 8, 256));
    same(&narrowed(16, 8, 256), &narrowed(64, 8, 128));
    assert_eq!(form(&narrowed(64, 8, 128), &[]).parameters[..3], [8, 1, 14]);
    // A result that is nothing but zero has no zeros above it: all of it is its one body.
    let zero = built("in a vector 128 u8\nout dst vector 128 u8", "dst[127:0] := 0");
    assert_eq!(form(&zero, &[]).parameters[2], 0);
}

/// A choice between two by their order is a minimum or a maximum, in whatever way the text has written it.
#[test]
fn minima_and_maxima_are_operators() {
    let text = |body: &str| form(&each(128, 16, S, body), &[]).text;
    for (body, name) in [("$a < $b ? $a : $b", "(min ? x0 x1)"), ("$a < $b ? $b : $a", "(max ? x0 x1)")] {
        assert!(text(body).contains(name), "{}", text(body));
    }
    assert_eq!(text("$b > $a ? $a : $b"), text("MIN($a, $b)"));
    assert!(text("$a < $b ? $a : 0").contains("(ite (lt ? ? x0 x1)"), "{}", text("$a < $b ? $a : 0"));
}

/// Bounds that are no bounds of the narrow type are a clamp all the same; what is chosen must be the bound itself.
#[test]
fn only_a_choice_of_the_bound_itself_is_a_clamp() {
    let clamp = |high: u32, chosen: u32| each(128, 16, U, &format!("$a + $b > {high} ? {chosen} : $a + $b"));
    assert!(form(&clamp(1000, 1000), &[]).text.contains("(clamp ? ? ? ? (add"));
    same(&clamp(1000, 1000), &clamp(65535, 65535));
    assert!(!form(&clamp(1000, 999), &[]).text.contains("clamp"));
    differ(&clamp(1000, 1000), &clamp(1000, 999));
}

/// Steps that do not go up evenly are written out, and so are fewer than four parts.
#[test]
fn what_is_uneven_is_no_fold() {
    let sum = |parts: &[u32]| {
        let terms: Vec<String> = parts.iter().map(|i| format!("a.byte[{i}]")).collect();
        built("in a vector 128 u8\nout dst scalar 8 u8", &format!("dst[7:0] := {}", terms.join(" + ")))
    };
    let folded = |parts: &[u32], is: bool| {
        let text = form(&sum(parts), &[]).text;
        assert_eq!(text.contains("(fold "), is, "{parts:?}: {text}");
    };
    folded(&[0, 1, 2, 3], true);
    folded(&[1, 3, 5, 7, 9], true);
    folded(&[0, 1, 2], false);
    folded(&[0, 1, 3, 4], false);
    // In whatever order the text adds them.
    same(&sum(&[0, 1, 2, 3]), &sum(&[3, 1, 0, 2]));
    same(&sum(&[0, 1, 2, 3]), &sum(&[0, 2, 4, 6, 8, 10]));
    // Numbers of a step: the fold's own, its reads', each with what it goes up by.
    let parameters = form(&sum(&[1, 3, 5, 7, 9]), &[]).parameters;
    assert!(parameters.windows(5).any(|five| five == [3, 1, 0, 0, 2]), "{parameters:?}");
}

/// A write mask is a parameter of the class: none, zeros where it is zero, or a source merged there.
#[test]
fn a_write_mask_is_a_parameter() {
    let masked = |mask: &str, otherwise: &str| {
        let head =
            "in src vector 128 u16\nin k mask 8 u1\nin a vector 128 u16\nin b vector 128 u16\nout dst vector 128 u16";
        let element = |name: &str| format!("{name}[i+15:i]");
        let sum = format!("{} := {} + {}", element("dst"), element("a"), element("b"));
        let text = match mask {
            "" => format!("FOR j := 0 to 7\n\ti := j*16\n\t{sum}\nENDFOR"),
            _ => format!(
                "FOR j := 0 to 7\n\ti := j*16\n\tIF {mask}\n\t\t{sum}\n\tELSE\n\t\t{} := {otherwise}\n\tFI\nENDFOR",
                element("dst")
            ),
        };
        built(head, &text)
    };
    let plain = masked("", "");
    same(&plain, &masked("k[j]", "0"));
    same(&plain, &masked("k[j]", "src[i+15:i]"));
    same(&plain, &masked("k[j]", "a[i+15:i]"));
    let kind = |s: &Semantics| form(s, &[]).parameters[3..6].to_vec();
    assert_eq!(kind(&plain), [0, 1, 8]);
    assert_eq!(kind(&masked("k[j]", "0")), [1, 1, 1]);
    assert_eq!(kind(&masked("k[j]", "src[i+15:i]")), [2, 1, 0]);
    // A mask in another order, and what is neither zero nor an element of its place, are choices of the class's own.
    differ(&plain, &masked("k[7-j]", "0"));
    differ(&plain, &masked("k[j]", "1"));
    differ(&plain, &masked("k[j]", "a[i+15:i] - 1"));
}

/// Which operand an element reads is a number as well: adding neighbours is adding.
#[test]
fn horizontal_and_vertical_are_one_class() {
    let head = "in a vector 128 u32\nin b vector 128 u32\nout dst vector 128 u32";
    let neighbours: String = ["a", "b"]
        .iter()
        .enumerate()
        .flat_map(|(n, of)| (0..2).map(move |j| (2 * n + j, of, 2 * j)))
        .map(|(j, of, at)| format!("dst.dword[{j}] := {of}.dword[{at}] + {of}.dword[{}]\n", at + 1))
        .collect();
    same(&each(128, 32, U, "$a + $b"), &built(head, &neighbours));
    let one = "in a vector 128 u32\nout dst vector 64 u32";
    differ(
        &each(128, 32, U, "$a + $b"),
        &built(one, "dst.dword[0] := a.dword[0] + a.dword[1]\ndst.dword[1] := a.dword[2] + a.dword[3]"),
    );
}
