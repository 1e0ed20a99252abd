//! Calls of real instructions: both ways of running them agree, and what is wrong with a call is said.

use isotope_dictionary::{Member, OperandKind};
use isotope_grammars::embedded;
use isotope_reference::limits::COMPILED_AFTER;
use isotope_reference::runner::Runner;
use isotope_reference::summary::summary;
use isotope_smt::concrete::Samples;

/// Every so many members are run: enough of each kind. With 1 all of them pass as well, in a quarter of a minute.
const EVERY: usize = 5;

/// Calls of each that come together before it is compiled.
const TOGETHER: usize = 5;

/// A call's line and its operands as bytes.
fn call(member: &Member, samples: &mut Samples) -> (String, Vec<Vec<u8>>) {
    let mut line = format!("{}\t", member.name);
    let mut operands = Vec::new();
    for operand in &member.operands {
        let mut bytes: Vec<u8> = (0..operand.bits.div_ceil(8)).map(|_| samples.value(8) as u8).collect();
        if operand.kind == OperandKind::Imm {
            // One value for all calls, so that they are of one compiled instruction.
            bytes.fill(0);
            bytes[0] = 1;
            line += "#1 ";
        } else {
            if operand.bits < 8 {
                bytes[0] &= (1 << operand.bits) - 1;
            }
            let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
            let digits = &digits[digits.len() - operand.bits.div_ceil(4) as usize..];
            line += &format!("{digits} ");
        }
        operands.push(bytes);
    }
    (line.trim_end().to_owned(), operands)
}

#[test]
fn calls_together_and_compiled_compute_what_their_text_says() {
    let sets = embedded();
    let mut samples = Samples::new(7);
    let mut runner = Runner::new(sets);
    for set in sets.iter() {
        for member in set.dictionary().members().iter().step_by(EVERY) {
            let calls: Vec<_> = (0..TOGETHER + COMPILED_AFTER).map(|_| call(member, &mut samples)).collect();
            let (by_text, compiled) = calls.split_at(TOGETHER);
            for calls in [by_text, compiled] {
                let lines = runner.answer(calls.iter().map(|(line, _)| line.as_str()));
                for (line, (asked, operands)) in lines.iter().zip(calls).take(TOGETHER) {
                    let result = member.run(operands);
                    let expected = result.map(|bytes| isotope_reference::call::write(&bytes, member.result.bits));
                    assert_eq!(Some(line), expected.as_ref(), "{asked}");
                }
            }
        }
    }
}

#[test]
fn results_are_in_the_order_of_the_calls() {
    let lines = ["_mm_add_epi8\t01 02", "_mm_sub_epi8\t03 01", "", "_mm_add_epi8\t01 03", "_mm_addd_epi8\t1 2"];
    let answers = Runner::new(embedded()).answer(lines);
    let ends = |i: usize, end: &str| assert!(answers[i].ends_with(end), "{}", answers[i]);
    ends(0, "0003");
    ends(1, "0002");
    ends(2, "with spaces between");
    ends(3, "0004");
    assert!(answers[4].starts_with("? unknown intrinsic _mm_addd_epi8; near it: _mm_add"), "{}", answers[4]);
}

#[test]
fn floats_are_computed_as_x86_has_them() {
    let mut runner = Runner::new(embedded());
    // 1.5 + 2.25, a signalling NaN that comes out quiet, infinity less itself; and one more lane.
    let sum = "_mm_add_ps\t3f800000ff8000007fa000013fc00000 3f8000007f8000003f80000040100000";
    let lines = vec![sum; COMPILED_AFTER + 2];
    // By the text, and compiled.
    for answer in runner.answer(lines.iter().copied()).into_iter().chain(runner.answer(lines.iter().copied())) {
        assert_eq!(answer, "40000000ffc000007fe0000140700000");
    }
    let mut one = |line: &str| runner.answer([line]).concat();
    assert_eq!(one("_mm_cvtps_epi32\t7fc00000c0200000402000003fc00000"), "80000000fffffffe0000000200000002");
    assert_eq!(one("_mm_sqrt_pd\tbff00000000000004010000000000000"), "fff80000000000004000000000000000");
    assert_eq!(
        one("_mm_cmp_ps\t0000000000000000000000007fc00000 00000000000000003f8000003f800000 #3"),
        "000000000000000000000000ffffffff"
    );
    // Half an ulp: rounded up where the immediate says so.
    assert_eq!(
        one("_mm_add_round_ss\t0000000000000000000000003f800000 00000000000000000000000000000001 #10"),
        "0000000000000000000000003f800001"
    );
}

#[test]
fn what_is_wrong_with_a_call_is_said() {
    let mut runner = Runner::new(embedded());
    let mut why = |line: &str| runner.answer([line]).concat();
    assert!(why("_mm_add_epi8\t1").contains("2 operands (a: 16 x 8 bits, b: 16 x 8 bits), 1 given"));
    assert!(why("_mm_add_epi8\t1 2 3").contains("3 given"));
    assert!(why("_mm_add_epi8\t1 #2").contains("operand 2, b: 16 x 8 bits: #2 is an immediate"));
    assert!(why("_mm_slli_epi16\t1 2").contains("written #n"));
    assert!(why("_mm256_castsi128_si256\t1").contains("no operation text"));
}

/// An immediate's type in C is wider than its encoding, where the bits above would be lost.
#[test]
fn an_immediate_that_is_not_encoded_is_refused_whatever_the_instruction() {
    let mut runner = Runner::new(embedded());
    let said = runner.answer(["_mm512_slli_epi32\t1 #32791"]).concat();
    assert_eq!(said, "? operand 2, imm8: immediate of 8 bits: 32791 does not fit its 8 bits: write -128 to 255");
    let mut looked_at = 0;
    for member in embedded().iter().flat_map(|set| set.dictionary().members()) {
        for immediate in member.immediates() {
            let bits = member.operands[immediate].element_bits;
            let line = |value: u64| {
                let operand = |at: usize| match at {
                    _ if at == immediate => format!(" #{value}"),
                    _ if member.operands[at].kind == OperandKind::Imm => " #1".to_owned(),
                    _ => " 0".to_owned(),
                };
                let operands: String = (0..member.operands.len()).map(operand).collect();
                format!("{}\t{operands}", member.name)
            };
            let [wide, wider] = [1 << bits, u64::MAX].map(|value| runner.answer([line(value).as_str()]).concat());
            for said in [wide, wider] {
                assert!(said.starts_with("? operand") && said.contains("does not fit"), "{}: {said}", member.name);
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 500, "{looked_at}");
}

#[test]
fn the_summary_counts_what_there_is() {
    let summary = summary(embedded());
    let members: usize = embedded().iter().map(|set| set.dictionary().members().len()).sum();
    assert_eq!(summary.instructions.values().map(|c| c.translated).sum::<usize>(), members);
    // The paper's scope is integer.
    let integer = embedded().iter().filter(|set| !set.manifest().vendor.floats);
    assert_eq!(
        summary.paper_scope.all.instructions,
        integer.map(|set| set.dictionary().members().len()).sum::<usize>()
    );
    assert!(summary.paper_scope.all.instructions < members);
    // Folders of one instruction set are counted together, and what one leaves to the other is not refused.
    assert_eq!(summary.instructions.keys().collect::<Vec<_>>(), ["arm", "hvx", "x86"]);
    assert!(!summary.instructions["x86"].refused_for.contains_key("no such reason"));
    let classes: usize = summary.instructions.values().map(|c| c.classes).sum();
    assert!(summary.paper_scope.all.classes <= classes && summary.paper_scope.all.classes > 0);
    // Hydride's counts of the three, and the classes that it has of so many.
    for (set, instructions, classes) in [("x86", 2029, 136), ("arm", 1221, 177), ("hvx", 307, 115)] {
        let vectors = &summary.paper_scope.vectors[set];
        assert!(vectors.instructions >= instructions && vectors.classes <= classes, "{set}: {vectors:?}");
    }
    assert!(summary.paper_scope.vectors["x86"].instructions < summary.instructions["x86"].translated);
    for counts in summary.instructions.values() {
        assert!(counts.validated <= counts.translated);
        assert_eq!(counts.refused, counts.refused_for.values().sum::<usize>());
    }
}
