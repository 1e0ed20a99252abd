//! Instructions of SVE2 on 128 bits, from the vendor's dictionary: products of bottom elements, high halves, logic of three operands.

use crate::neon::{is_answered_by, with};
use isotope_grammars::embedded;
use isotope_search::instructions::{Kernel, TargetInstructions};

#[test]
fn high_halves_are_one_instruction_at_every_width() {
    for (bits, wide, lanes) in [(8, 16, 16), (16, 32, 8), (32, 64, 4)] {
        for (sign, letter) in [("uint", 'u'), ("int", 's')] {
            let (narrow, product) = (format!("{sign}{bits}x{lanes}"), format!("{sign}{wide}x{lanes}"));
            let text = format!(
                "{narrow} {narrow}(shift_right(({product})widening_mul(({narrow})a, ({narrow})b), x{lanes}((uint{wide}){bits})))"
            );
            let name = format!("svmulh_{letter}{bits}_x");
            assert!(is_answered_by(&text, &with(&[&name]), &[&name]), "{text}");
        }
    }
}

#[test]
fn logic_of_three_operands_is_one_instruction() {
    let text = "uint8x16 bitwise_xor(bitwise_xor((uint8x16)a, (uint8x16)b), (uint8x16)c)";
    assert!(is_answered_by(text, &with(&["sveor3_u8"]), &["sveor3_u8"]));
}

#[test]
fn products_of_bottom_elements_read_one_part_of_a_slot() {
    let expected = [("svmlalb_u16", 0, true), ("svmlalt_u16", 1, true), ("svmullb_s32", 0, false)];
    for (name, part, accumulates) in expected {
        let target = with(&[name]);
        let verticals = &target.of_register_size(128).verticals;
        let dot = verticals.iter().find_map(|v| v.dot.as_ref()).unwrap_or_else(|| panic!("{name} is no product"));
        let signed = name.contains("_s");
        assert_eq!((dot.kernel, &dot.used[..]), (Kernel::Product(signed, signed), &[part][..]), "{name}");
        assert_eq!((dot.acc.is_some(), dot.arity()), (accumulates, 1), "{name}");
    }
}

#[test]
fn cpus_without_the_feature_are_offered_none() {
    let set = embedded().get("aarch64").unwrap();
    let names = |features: &[&str], cpu: &str| -> Vec<&str> {
        let features = features.iter().map(|f| (*f).to_owned()).collect();
        let target = TargetInstructions::of(set, &features, cpu);
        target.catalogue.entries().iter().map(|e| e.member.name).filter(|name| name.starts_with("sv")).collect()
    };
    assert!(names(&["neon"], "neoverse-v2").is_empty());
    assert!(names(&["neon"], "neoverse-n1").is_empty());
    let all = names(&["neon", "sve", "sve2"], "neoverse-v2");
    assert!(all.len() >= 300 && all.contains(&"svmulh_u32_x"), "{}", all.len());
    // Of the first version products of 16 bits alone are taken, which a model of it prices.
    assert_eq!(names(&["neon", "sve"], "neoverse-v1").len(), 4);
}
