//! Random texts: the run, the lanes, the printed form and the canonical form hold one another to the same meaning.

use super::{agree, built, semantics};
use isotope_semantics::canonical::canonical;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::pseudo::{parse, print_program};
use isotope_semantics::{OperandKind, Semantics};
use rand::{Rng, SeedableRng, rngs::StdRng};

const HEAD: &str = "in a vector 64 s8\nin b vector 64 u8\nin w vector 64 s16\nin k mask 8 u1\nin imm8 imm 32 u8\n";

/// An expression over the elements of one iteration. Divisors are never zero, and shifts are by few.
fn expression(rng: &mut StdRng, depth: u32) -> String {
    if depth == 0 {
        let leaves = [
            "a.byte[j]",
            "b.byte[j]",
            "w.word[j/2]",
            "k[j]",
            "imm8[7:0]",
            "a[j*8+7:j*8]",
            "b[j*8+3:j*8]",
            "a[j*8+4]",
            "b[j*8:j*8+7]",
            "tmp",
            "j",
            "255",
            "(-3)",
            "0x80",
        ];
        return leaves[rng.random_range(0..leaves.len())].to_owned();
    }
    let choice = rng.random_range(0..16);
    let mut part = || expression(rng, depth - 1);
    match choice {
        0 | 1 => format!("({} + {})", part(), part()),
        2 => format!("({} - {})", part(), part()),
        3 => format!("({} * {})", part(), part()),
        4 => format!("({} / (({} & 7) + 1))", part(), part()),
        5 => format!("({} % (({} & 7) + 1))", part(), part()),
        6 => format!("({} << ({} & 7))", part(), part()),
        7 => format!("({} >> ({} & 7))", part(), part()),
        8 => format!("({} AND {})", part(), part()),
        9 => format!("({} OR {})", part(), part()),
        10 => format!("({} XOR {})", part(), part()),
        11 => format!("({} < {} ? {} : {})", part(), part(), part(), part()),
        12 => format!("SaturateU8({})", part()),
        13 => format!("Saturate16({})", part()),
        14 => format!("{}({})", ["SignExtend32", "ZeroExtend8", "Truncate12", "Int8", "ABS"][j_of(&part())], part()),
        // The complement of a slice is that of its bits; of what is computed the width is nobody's business.
        _ => format!("((~b.byte[j]) > {} || !{} && {})", part(), part(), part()),
    }
}

/// A small number that depends on a text: one more choice where the generator is lent out.
fn j_of(text: &str) -> usize {
    text.len() % 5
}

/// A program that stores `body` in elements of `bits`, after a local that a choice on data has written.
fn program(body: &str, local: &str, bits: u32) -> String {
    format!(
        "FOR j := 0 to 7\n\ti := j*{bits}\n\ttmp := {local}\n\tIF k[j]\n\t\ttmp := a.byte[j] - 1\n\tFI\n\
         \tdst[i+{}:i] := {body}\nENDFOR\ndst[MAX:{}] := 0",
        bits - 1,
        8 * bits
    )
}

fn random(rng: &mut StdRng, s: &Semantics) -> Vec<Bits> {
    let byte = |rng: &mut StdRng| *[0, 1, 0x7f, 0x80, 0xff, rng.random()].get(rng.random_range(0..6)).unwrap_or(&0);
    let operand = |o: &isotope_semantics::Operand, rng: &mut StdRng| match o.kind {
        OperandKind::Imm => Bits::from_u64(rng.random_range(0..256), o.bits),
        _ => Bits::from_bytes(&(0..o.bits.div_ceil(8)).map(|_| byte(rng)).collect::<Vec<u8>>(), o.bits),
    };
    s.operands.iter().map(|o| operand(o, rng)).collect()
}

#[test]
fn lanes_and_runs_agree() {
    let mut rng = StdRng::seed_from_u64(11);
    let mut ran = 0;
    for _ in 0..250 {
        let (body, local) = (expression(&mut rng, 3), expression(&mut rng, 1).replace("tmp", "5"));
        let s = built(&format!("{HEAD}out dst vector 256 u32"), &program(&body, &local, 32));
        for _ in 0..3 {
            let operands = random(&mut rng, &s);
            // Exact integers of more than 128 bits are refused, by both or by the run alone, which knows no narrower.
            if run(&s, &operands).is_ok() {
                agree(&s, &operands);
                ran += 1;
            }
        }
    }
    assert!(ran > 600, "only {ran} ran");
}

/// A narrow store keeps the part that a wide one has there: computing modulo two to the kept width is exact.
#[test]
fn narrow_stores_are_parts_of_wide_ones() {
    let mut rng = StdRng::seed_from_u64(12);
    for _ in 0..250 {
        let (body, local) = (expression(&mut rng, 3), expression(&mut rng, 1).replace("tmp", "9"));
        let text = |bits: u32| built(&format!("{HEAD}out dst vector {} u8", 8 * bits), &program(&body, &local, bits));
        let operands = random(&mut rng, &text(8));
        let Ok(wide) = run(&text(128), &operands) else { continue };
        for bits in [1, 5, 8, 16, 32, 64] {
            let narrow = run(&text(bits), &operands).unwrap_or_else(|e| panic!("{body}: {e}"));
            for j in 0..8 {
                assert_eq!(
                    narrow.slice(j * bits, bits),
                    wide.slice(j * 128, bits),
                    "element {j} of {body} in {bits} bits"
                );
            }
        }
    }
}

#[test]
fn printed_texts_mean_the_same() {
    let mut rng = StdRng::seed_from_u64(13);
    for _ in 0..300 {
        let (body, local) = (expression(&mut rng, 4), expression(&mut rng, 1).replace("tmp", "2"));
        let s = built(&format!("{HEAD}out dst vector 128 u16"), &program(&body, &local, 16));
        let stored = s.to_string();
        let again = Semantics::from_text(&stored).unwrap_or_else(|e| panic!("{stored}{e}"));
        assert_eq!(again.to_string(), stored);
        let operands = random(&mut rng, &s);
        assert_eq!(run(&s, &operands), run(&again, &operands), "{stored}");
        let imm = [operands[4].slice(0, 32) as u64];
        assert_eq!(canonical(&s, &imm), canonical(&again, &imm), "{stored}");
    }
}

/// Names, the order of independent statements, and how loops are written leave no trace in the canonical form.
#[test]
fn phrasing_leaves_no_trace() {
    let mut rng = StdRng::seed_from_u64(14);
    for _ in 0..60 {
        let body = expression(&mut rng, 3).replace("tmp", "b.byte[j]");
        let text = |s: String| built(&format!("{HEAD}out dst vector 64 u8"), &s);
        let plain = text(format!("FOR j := 0 to 7\n\tdst.byte[j] := {body}\nENDFOR"));
        let others = [
            format!("FOR j := 7 downto 0\n\tdst[8*j+7:8*j] := {body}\nENDFOR"),
            format!("DEFINE E(j) {{\n\tRETURN {body}\n}}\nFOR n := 0 to 7\n\tdst.byte[n] := E(n)\nENDFOR"),
            format!("FOR j := 0 to 7\n\tspare := {body}\n\tdst.byte[j] := spare\nENDFOR\ndst[MAX:64] := 0"),
            format!("j := 0\nDO WHILE j < 8\n\tdst.byte[j] := {body}\n\tj := j + 1\nOD"),
            (0..8).map(|j| format!("j := {j}\ndst.byte[{j}] := {body}\n")).collect(),
        ];
        let form = canonical(&plain, &[7]).unwrap_or_else(|e| panic!("{plain}{e}"));
        for other in others {
            assert_eq!(canonical(&text(other.clone()), &[7]).as_ref(), Ok(&form), "{plain}{other}");
        }
    }
}

/// Texts with letters changed, dropped, doubled and swapped about: an error with a place, or a text that prints.
#[test]
fn broken_texts_are_answered() {
    let mut rng = StdRng::seed_from_u64(15);
    let pieces = [
        "(", ")", "[", "]", ":", ":=", "\n", "FOR ", "ENDFOR", "IF ", "FI", "ELSE ", "CASE ", "0:", "\\", "\u{200b}",
        "é", "\"", "#",
    ];
    let (mut refused, mut read) = (0, 0);
    for _ in 0..4000 {
        let body = expression(&mut rng, 2);
        let mut text = program(&body, "1", 8);
        for _ in 0..rng.random_range(1..5) {
            let cut = |at: usize| (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
            let from = cut(rng.random_range(0..=text.len()));
            let to = cut((from + rng.random_range(0..6)).min(text.len()));
            let piece = pieces[rng.random_range(0..pieces.len())];
            text.replace_range(from..to, if rng.random() { piece } else { "" });
        }
        match parse(&text) {
            Ok(program) => {
                read += 1;
                let printed = print_program(&program);
                let again = parse(&printed).unwrap_or_else(|e| panic!("{text}\n---\n{printed}{e}"));
                assert_eq!(print_program(&again), printed, "{text}");
                if let Ok(s) = semantics(&format!("{HEAD}out dst vector 64 u8"), &text) {
                    let operands = random(&mut rng, &s);
                    let _ = run(&s, &operands);
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.line >= 1 && error.line as usize <= text.lines().count() + 1, "{text}\n{error}");
                assert!(error.column >= 1, "{text}\n{error}");
            }
        }
    }
    assert!(refused > 1000 && read > 300, "{refused} refused, {read} read");
}
