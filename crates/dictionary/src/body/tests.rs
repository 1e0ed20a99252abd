use super::*;
use isotope_ir::term::LaneVar;

#[test]
fn a_dot_product_is_filled() {
    let text = "out ? lanes ? zeros ? masked ? runs ?\n x0 x1 : (add %0=(ext ? ? x0) (mul %0 (ext ? ? x1)))\nin a ?\n";
    let values = vec![32, 1, 0, 0, 1, 2, 1, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 2, 32, 1, 32, 1, 16];
    let numbers = Numbers { order: vec![1], element_bits: vec![0, 16], values, immediate: None };
    let mut terms = Terms::new();
    let (bits, out) = fill(text, &numbers, &mut terms).unwrap();
    assert_eq!((bits, out.len()), (32, 2));
    let value = terms.eval(out[1], &|n| if n == LaneVar::new(1, 2).number() { 3 } else { 0xffff });
    assert_eq!(value, Some(3 - 3));
}

/// One body that stands twice: the first of each half, of one operand and of the other, where a mask is one.
#[test]
fn operands_and_masks_are_numbers() {
    let text = "out ? lanes ? zeros ? masked ? runs ?\n x0 : x0\nin a ?\nin b ?\n";
    let numbers = |layer: &[u64], element_bits: Vec<u32>| {
        let runs = [2, 1, 1, 0, 0, 0, 4, 0, 0, 1, 1, 0, 1, 0, 5, 0, 0, 8, 8];
        let values = [&[8, 1, 1][..], layer, &runs].concat();
        Numbers { order: vec![0, 1], element_bits, values, immediate: None }
    };
    let mut terms = Terms::new();
    let mut filled = |layer: &[u64]| {
        let (_, out) = fill(text, &numbers(layer, vec![8, 8, 1]), &mut terms).unwrap();
        let value = |n: u32| if n >> 16 == 2 { u128::from(n & 1 == 1) } else { (n >> 16 << 4 | n & 15).into() };
        out.iter().map(|t| terms.eval(*t, &value)).collect::<Vec<_>>()
    };
    assert_eq!(filled(&[0]), [Some(4), Some(0x15), Some(0)]);
    assert_eq!(filled(&[1, 2]), [Some(0), Some(0x15), Some(0)]);
    assert_eq!(filled(&[2, 2, 1]), [Some(0x10), Some(0x15), Some(0)]);
    // Inverted, and with a bit of the mask for each half of an element.
    assert_eq!(filled(&[3, 2]), [Some(4), Some(0), Some(0)]);
    assert_eq!(filled(&[5, 2, 2]), [Some(0), Some(0), Some(0), Some(1), Some(0)]);
    let wide = fill(text, &numbers(&[1, 2], vec![8, 8, 8]), &mut terms).unwrap_err();
    assert!(matches!(wide, BodyError::Value { at: 3, .. }), "{wide}");
}

#[test]
fn broken_texts_are_refused() {
    let mut terms = Terms::new();
    let mut refused = |text: &str, values: Vec<u64>| {
        let text = format!("out ? lanes ? zeros ? masked ? runs ?\n{text}");
        let numbers = Numbers { order: vec![0], element_bits: vec![8], values, immediate: None };
        fill(&text, &numbers, &mut terms).unwrap_err()
    };
    assert_eq!(refused("", vec![8]), BodyError::Numbers(1));
    assert!(matches!(refused("", vec![8, 1, 0, 9]), BodyError::Value { at: 3, .. }));
    assert!(matches!(refused("", vec![8, 1, 0, 5, 0, 65]), BodyError::Value { at: 5, .. }));
    assert!(matches!(refused("", vec![8, 1, 0, 0, 1, 1, 1, 0]), BodyError::Value { at: 7, .. }));
    assert_eq!(refused(" : ?:?\n", vec![8, 1 << 40, 0, 0, 1, 1 << 40, 1, 0]), BodyError::Elements);
    let unbound = " : %0\n";
    assert!(matches!(refused(unbound, vec![8, 1, 0, 0, 1, 1, 1, 0]), BodyError::Text { expected: "a bound name", .. }));
    let unknown = " x0 : (frob x0)\n";
    let values = vec![8, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0];
    assert!(matches!(refused(unknown, values.clone()), BodyError::Text { expected: "an operator", .. }));
    let mut kind = values;
    kind[9] = 4 * 256;
    assert!(matches!(refused(unknown, kind), BodyError::Value { at: 9, .. }));
}

/// Numbers that make no term are refused, whatever is wrong with them: nothing of it reaches the arena.
#[test]
fn bits_that_do_not_fit_are_refused() {
    let mut terms = Terms::new();
    let mut fits = |line: &str, more: &[u64]| {
        let text = format!("out ? lanes ? zeros ? masked ? runs ?\n x0 : {line}\nin a ?\n");
        let values = [&[8, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0][..], more, &[8]].concat();
        let numbers = Numbers { order: vec![0], element_bits: vec![8], values, immediate: None };
        fill(&text, &numbers, &mut terms).map(|(_, out)| terms.width(out[0]))
    };
    assert_eq!(fits("(ext ? ? x0)", &[16, 1]), Ok(16));
    assert_eq!(fits("(extract ? ? x0)", &[4, 4]), Ok(4));
    assert_eq!(fits("(eq ? x0 ?:?)", &[8, 7, 8]), Ok(8));
    assert_eq!(fits("(eq ? x0 ?:?)", &[0, 7, 8]), Ok(1));
    assert_eq!(fits("(shl ? x0 ?:?)", &[1, 3, 5]), Ok(8));
    for (line, more) in [
        ("(ext ? ? x0)", &[4, 1][..]),
        ("(ext ? ? x0)", &[16, 3]),
        ("(extract ? ? x0)", &[5, 4]),
        ("(extract ? ? x0)", &[u64::MAX, 4]),
        ("(add x0 ?:?)", &[1, 9]),
        ("(eq ? x0 ?:?)", &[129, 7, 8]),
        ("(shl ? x0 ?:?)", &[0, 3, 5]),
        ("(shl ? x0 ?:?)", &[7, 3, 8]),
        ("(ite x0 x0 x0)", &[]),
        ("(clamp ? ? ? ? x0)", &[0, 0, 7, 9]),
        ("?:?", &[1, 0]),
    ] {
        assert!(matches!(fits(line, more), Err(BodyError::Value { .. })), "{line} {more:?}");
    }
}
