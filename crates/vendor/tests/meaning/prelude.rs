//! The prelude's functions against models of their own: every byte, every table, and corners of what is wider.

use super::{agree, built, elements};
use isotope_semantics::interp::{Bits, run};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// The function on every pair of `a` and `b` as elements of `bits`, in elements of `out`.
fn map(function: &str, kind: &str, bits: u32, out: u32, pairs: &[[u64; 2]]) -> Vec<u64> {
    let count = 1024 / out.max(bits) as usize;
    let head = format!(
        "in a vector {w} {kind}{bits}\nin b vector {w} {kind}{bits}\nout dst vector {} u{out}",
        count as u32 * out,
        w = count as u32 * bits
    );
    // `$a` and `$b` in the function are the elements.
    let text = format!(
        "FOR j := 0 to {}\n\ti := j*{bits}\n\tk := j*{out}\n\tdst[k+{}:k] := {function}\nENDFOR",
        count - 1,
        out - 1
    );
    let s = built(
        &head,
        &text.replace("$a", &format!("a[i+{}:i]", bits - 1)).replace("$b", &format!("b[i+{}:i]", bits - 1)),
    );
    let mut values = Vec::new();
    for (number, chunk) in pairs.chunks(count).enumerate() {
        let full: Vec<[u64; 2]> = (0..count).map(|i| chunk[i % chunk.len()]).collect();
        let operands = [0, 1].map(|n| elements(&full.iter().map(|p| p[n]).collect::<Vec<_>>(), bits));
        let found = run(&s, &operands).unwrap_or_else(|e| panic!("{s}{e}"));
        values.extend((0..chunk.len()).map(|i| found.slice(i as u32 * out, out) as u64));
        if number == 0 {
            agree(&s, &operands);
        }
    }
    values
}

fn all_bytes() -> Vec<[u64; 2]> {
    (0..256).flat_map(|a| (0..256).map(move |b| [a, b])).collect()
}

fn signed(bits: u64, width: u32) -> i128 {
    isotope_ir::term::signed(bits.into(), width)
}

#[test]
fn saturation_pins_sums_of_bytes() {
    let pairs = all_bytes();
    let check = |function: &str, kind: &str, model: &dyn Fn(i128, i128) -> i128| {
        let found = map(function, kind, 8, 8, &pairs);
        for ([a, b], found) in pairs.iter().zip(found) {
            let [x, y] = [*a, *b].map(|v| if kind == "s" { signed(v, 8) } else { v.into() });
            assert_eq!(found, model(x, y) as u64 & 0xff, "{function} of {x} and {y}");
        }
    };
    check("Saturate8($a + $b)", "s", &|x, y| (x + y).clamp(-128, 127));
    check("Saturate8($a - $b)", "s", &|x, y| (x - y).clamp(-128, 127));
    check("SaturateU8($a + $b)", "u", &|x, y| (x + y).clamp(0, 255));
    check("SaturateU8($a - $b)", "u", &|x, y| (x - y).clamp(0, 255));
    check("SaturateU8($a * $b)", "s", &|x, y| (x * y).clamp(0, 255));
    check("Saturate8($a * $b)", "u", &|x, y| (x * y).clamp(-128, 127));
    check("ABS($a - $b)", "u", &|x, y| (x - y).abs());
    check("MIN($a, $b)", "s", &|x, y| x.min(y));
    check("MAX($a, $b)", "s", &|x, y| x.max(y));
    check("MIN($a, $b)", "u", &|x, y| x.min(y));
    check("MAX(ABS($a), $b)", "s", &|x, y| x.abs().max(y));
}

#[test]
fn saturation_pins_wide_sums_at_the_edges() {
    for (bits, function, low, high) in [
        (16, "Saturate16", -0x8000i128, 0x7fff),
        (32, "Saturate32", -0x8000_0000, 0x7fff_ffff),
        (16, "SaturateU16", 0, 0xffff),
        (32, "SaturateU32", 0, 0xffff_ffff),
    ] {
        let edges = [low - 2, low - 1, low, low + 1, -1, 0, 1, high - 1, high, high + 1, high + 2];
        let pairs: Vec<[u64; 2]> = edges.iter().map(|&x| [x as u64, 1]).collect();
        let exact = map(&format!("{function}($a * $b)"), "s", 64, bits, &pairs);
        for (x, found) in edges.iter().zip(exact) {
            assert_eq!(found, x.clamp(&low, &high).to_owned() as u64 & (u64::MAX >> (64 - bits)), "{function}({x})");
        }
    }
}

#[test]
fn comparison_predicates_are_what_their_names_say() {
    let pairs: Vec<[u64; 2]> =
        [0u64, 1, 127, 128, 255].iter().flat_map(|&a| [0, 1, 127, 128, 255].map(|b| [a, b])).collect();
    type Model = (&'static str, fn(i128, i128) -> bool);
    let models: [Model; 8] = [
        ("EQ", |x, y| x == y),
        ("LT", |x, y| x < y),
        ("LE", |x, y| x <= y),
        ("FALSE", |_, _| false),
        ("NE", |x, y| x != y),
        ("NLT", |x, y| x >= y),
        ("NLE", |x, y| x > y),
        ("TRUE", |_, _| true),
    ];
    for (name, model) in models {
        for kind in ["s", "u"] {
            let direct = map(&format!("_MM_CMPINT_{name}($a, $b) ? 1 : 0"), kind, 8, 8, &pairs);
            for ([a, b], found) in pairs.iter().zip(direct) {
                let [x, y] = [*a, *b].map(|v| if kind == "s" { signed(v, 8) } else { v.into() });
                assert_eq!(found, u64::from(model(x, y)), "{name} of {x} and {y}");
            }
        }
    }
    // The guide names a predicate through a variable that stands between its operands.
    let text = "CASE imm8[2:0] OF\n0: OP := _MM_CMPINT_EQ\n1: OP := _MM_CMPINT_LT\nESAC\n\
                FOR j := 0 to 7\n\tk[j] := ( a.byte[j] OP b.byte[j] ) ? 1 : 0\nENDFOR";
    let s = built("in a vector 64 s8\nin b vector 64 s8\nin imm8 imm 32 u3\nout k mask 8 u1", text);
    for (imm, expected) in [(0u64, 0b0000_0001), (1, 0b1000_0010)] {
        let operands = [elements(&[5, 4, 6, 0, 0, 0, 0, 0x80], 8), elements(&[5, 5, 5, 0xff, 0x80, 0xfe, 0xff, 0], 8)];
        let operands = [operands[0].clone(), operands[1].clone(), Bits::from_u64(imm, 32)];
        assert_eq!(run(&s, &operands).map(|b| b.to_bytes()), Ok(vec![expected]));
        agree(&s, &operands);
    }
}

/// Multiplication of polynomials, reduced one bit at a time.
fn gf_product(mut x: u64, mut y: u64) -> u64 {
    let mut product = 0;
    while y != 0 {
        product ^= if y & 1 == 1 { x } else { 0 };
        x = (x << 1) ^ if x & 0x80 != 0 { 0x11b } else { 0 };
        y >>= 1;
    }
    product
}

#[test]
fn the_field_of_256_multiplies() {
    let pairs = all_bytes();
    let products = map("gf2p8_multiply($a, $b)", "u", 8, 8, &pairs);
    for ([a, b], found) in pairs.iter().zip(products) {
        assert_eq!(found, gf_product(*a, *b), "{a} times {b}");
    }
    let squares = map("gf2p8_square($a)", "u", 8, 8, &pairs.iter().step_by(256).copied().collect::<Vec<_>>());
    assert!(squares.iter().zip(0..).all(|(s, a)| *s == gf_product(a, a)));
}

#[test]
fn polynomial_division_gives_the_cyclic_check() {
    // CRC32C, a bit at a time, on what the guide makes of an accumulator and a byte: both reversed, the dividend
    // shifted past each other, and the remainder reversed back.
    let model = |mut crc: u32, byte: u8| {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { 0x82f6_3b78 } else { 0 };
        }
        crc
    };
    let text = "tmp1[7:0] := v[0:7]\ntmp2[31:0] := crc[0:31]\ntmp3[39:0] := tmp1[7:0] << 32\n\
                tmp4[39:0] := tmp2[31:0] << 8\ntmp5[39:0] := tmp3[39:0] XOR tmp4[39:0]\n\
                tmp6[31:0] := MOD2(tmp5[39:0], 0x11EDC6F41)\ndst[31:0] := tmp6[0:31]";
    let s = built("in crc scalar 32 u32\nin v scalar 8 u8\nout dst scalar 32 u32", text);
    let mut rng = StdRng::seed_from_u64(5);
    for (crc, byte) in [(0, 0), (0, 1), (u32::MAX, 0), (u32::MAX, 255)].into_iter().chain((0..40).map(|_| rng.random()))
    {
        let operands = [Bits::from_u64(crc.into(), 32), Bits::from_u64(byte.into(), 8)];
        let found = run(&s, &operands).unwrap_or_else(|e| panic!("{e}")).slice(0, 32) as u32;
        assert_eq!(found, model(crc, byte), "{crc:x} {byte:x}");
    }
    agree(&s, &[Bits::from_u64(0x1234_5678, 32), Bits::from_u64(0x9a, 8)]);
}

#[test]
fn ternary_logic_reads_every_table() {
    let head = "in a vector 8 u8\nin b vector 8 u8\nin c vector 8 u8\nin imm8 imm 32 u8\nout dst vector 8 u8";
    let s = built(head, "dst := TernaryLogic(imm8[7:0], a, b, c)");
    // All eight rows at once: bit 4a + 2b + c.
    let rows = [0xf0u8, 0xcc, 0xaa].map(|byte| Bits::from_bytes(&[byte], 8));
    for table in 0..=255u8 {
        let operands = [rows[0].clone(), rows[1].clone(), rows[2].clone(), Bits::from_u64(table.into(), 32)];
        assert_eq!(run(&s, &operands).map(|b| b.to_bytes()), Ok(vec![table]));
        if table % 37 == 0 {
            agree(&s, &operands);
        }
    }
}

#[test]
fn bits_are_counted() {
    let s = built("in a vector 16 u16\nout dst vector 16 u16", "dst := PopCount(a)");
    for value in [0u16, 1, 0x8000, 0xffff, 0x5555, 0x1234] {
        let operands = [Bits::from_u64(value.into(), 16)];
        assert_eq!(run(&s, &operands).map(|b| b.slice(0, 16)), Ok(value.count_ones().into()), "{value:x}");
        agree(&s, &operands);
    }
}

/// $a text's own function of a prelude's name is the one that is called.
#[test]
fn texts_may_define_what_the_prelude_has() {
    let s = built("in a vector 8 u8\nout dst vector 8 u8", "DEFINE ABS(x) {\nRETURN 77\n}\ndst := ABS(a)");
    assert_eq!(run(&s, &[Bits::zero(8)]).map(|b| b.to_bytes()), Ok(vec![77]));
    assert_eq!(s.program.functions.len(), 1);
    // Only what is called is taken over, with what that calls.
    let s = built("in a vector 8 u8\nout dst vector 8 u8", "dst := inverse(a)");
    let names: Vec<&str> = s.program.functions.iter().map(|f| s.program.name(f.name)).collect();
    assert_eq!(names, ["inverse", "gf2p8_multiply", "gf2p8_square"]);
}
