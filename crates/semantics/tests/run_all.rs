//! Several inputs of a text run at once give what each gives by itself.

#![allow(clippy::unwrap_used)]

use isotope_semantics::Semantics;
use isotope_semantics::interp::{Bits, run, run_all};

/// Runs a text on 40 inputs, at once and one by one; how many of the results differ from the first.
fn check(text: &str) -> usize {
    let semantics = Semantics::from_text(text).unwrap();
    let operand = |width: u32, input: u64, at: u64| {
        let mixed = (input * 7 + at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Small numbers meet conditions and indices; the others meet everything.
        let bits = if input.is_multiple_of(3) { mixed % 5 } else { mixed };
        let mut bytes: Vec<u8> = bits.to_le_bytes().into_iter().cycle().take(width as usize / 8).collect();
        bytes[0] ^= at as u8;
        Bits::from_bytes(&bytes, width)
    };
    let inputs: Vec<Vec<Bits>> = (0..40)
        .map(|input| semantics.operands.iter().zip(0..).map(|(o, at)| operand(o.bits, input, at)).collect())
        .collect();
    let rows: Vec<&[Bits]> = inputs.iter().map(Vec::as_slice).collect();
    let all = run_all(&semantics, &rows).unwrap();
    for (input, result) in inputs.iter().zip(&all) {
        assert_eq!(&run(&semantics, input).unwrap(), result, "{input:?} of\n{text}");
    }
    all.iter().filter(|result| **result != all[0]).count()
}

#[test]
fn inputs_that_part_ways_are_joined_again() {
    let differ = check(
        "semantics 1\nin a vector 64 u16\nin b vector 64 u16\nout dst vector 64 u16\n\
         FOR j := 0 to 3\n\ti := (j * 16)\n\tIF (a[i+15:i] > b[i+15:i])\n\t\tIF a[i]\n\t\t\tdst[i+15:i] := (a[i+15:i] - b[i+15:i])\n\
         \t\tELSE\n\t\t\tdst[i+15:i] := 7\n\t\tFI\n\tELSE\n\t\tdst[i+15:i] := b[i+15:i]\n\tFI\nENDFOR\n",
    );
    assert!(differ > 20, "the inputs part ways");
}

#[test]
fn an_index_is_each_input_s_own() {
    let differ = check(
        "semantics 1\nin a vector 64 u8\nin b vector 64 u8\nout dst vector 64 u8\n\
         FOR j := 0 to 7\n\ti := (j * 8)\n\tid := (b[i+2:i] * 8)\n\tdst[i+7:i] := a[id+7:id]\nENDFOR\n",
    );
    assert!(differ > 20, "the inputs read different elements");
}

#[test]
fn inputs_leave_a_loop_when_each_is_done() {
    let differ = check(
        "semantics 1\nin a vector 64 u64\nout dst vector 64 u64\n\
         dst := 0\ntmp := a[15:0]\nDO WHILE (tmp > 0)\n\ttmp := (tmp >> 1)\n\tdst := (dst + 1)\nOD\n",
    );
    assert!(differ > 5, "the inputs have different numbers of iterations");
}

#[test]
fn inputs_of_other_shapes_are_refused() {
    let semantics = Semantics::from_text("semantics 1\nin a vector 64 u64\nout dst vector 64 u64\ndst := a\n").unwrap();
    let (one, other) = ([Bits::zero(64)], [Bits::zero(32)]);
    assert!(run_all(&semantics, &[&one, &other]).is_err());
    assert!(run_all(&semantics, &[&one, &[]]).is_err());
    assert_eq!(run_all(&semantics, &[]).unwrap(), []);
}
