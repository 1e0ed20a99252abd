//! Classes of the three built-in sets together: what must be one, and what never may be.

use isotope_dictionary::InstructionSets;
use isotope_grammars::embedded;

/// The identity of an instruction's class over all sets: its texts.
fn class(sets: &InstructionSets, name: &str) -> Vec<(Option<u64>, String)> {
    let found = sets.iter().find_map(|set| Some((set.dictionary(), set.dictionary().member(name)?)));
    let (dictionary, member) = found.unwrap_or_else(|| panic!("no set has {name}"));
    let texts: Vec<_> = dictionary.class_of(member).texts.iter().map(|text| (text.immediate, text.text())).collect();
    assert!(!texts.is_empty(), "{name} has a class that is written out");
    texts
}

#[track_caller]
fn same(names: &[&str]) {
    let sets = embedded();
    let first = class(sets, names[0]);
    for name in names {
        assert_eq!(class(sets, name), first, "{name} and {}", names[0]);
    }
}

#[track_caller]
fn differ(names: &[&str]) {
    let sets = embedded();
    for (n, one) in names.iter().enumerate() {
        for other in &names[n + 1..] {
            assert_ne!(class(sets, one), class(sets, other), "{one} and {other}");
        }
    }
}

/// The example of Hydride's figure 2: the same nest, another offset.
#[test]
fn unpacking_low_and_high_halves_is_one_class() {
    same(&["_mm256_unpackhi_epi16", "_mm512_unpacklo_epi8"]);
}

#[test]
fn interleaving_is_one_class_of_all_sets() {
    same(&["_mm_unpacklo_epi8", "_mm512_unpackhi_epi32", "vzip1q_u8", "vzip2_s16", "hexagon_V6_vshuffeb_128B"]);
}

#[test]
fn saturating_addition_of_every_width_sign_and_set_is_one_class() {
    let x86 = ["_mm_adds_epi8", "_mm256_adds_epu8", "_mm512_adds_epi16", "_mm_adds_epu16", "_mm512_maskz_adds_epi8"];
    let arm = ["vqadd_s8", "vqaddq_u8", "vqaddq_s16", "vqadd_u32", "vqaddq_s64", "vqaddq_u64"];
    let hvx = ["hexagon_V6_vaddbsat_128B", "hexagon_V6_vadduhsat_128B", "hexagon_V6_vaddwsat_128B"];
    same(&[&x86[..], &arm, &hvx].concat());
}

/// Saturation is an operator, and no number takes it away.
#[test]
fn what_differs_in_saturation_is_never_one_class() {
    differ(&["_mm_dpwssd_epi32", "_mm_dpwssds_epi32"]);
    differ(&["_mm_dpbusd_epi32", "_mm_dpbusds_epi32"]);
    differ(&["_mm_adds_epi8", "_mm_add_epi8"]);
    differ(&["vqadd_s16", "vadd_s16"]);
    differ(&["hexagon_V6_vaddhsat_128B", "hexagon_V6_vaddh_128B"]);
    differ(&["_mm_packs_epi16", "_mm_unpacklo_epi8"]);
}

#[test]
fn other_operations_are_other_classes() {
    differ(&["_mm_add_epi16", "_mm_sub_epi16", "_mm_mullo_epi16", "_mm_and_si128", "_mm_or_si128", "_mm_xor_si128"]);
    differ(&["_mm_max_epi16", "_mm_min_epi16", "_mm_avg_epu16", "_mm_cmpgt_epi16", "_mm_cmpeq_epi16"]);
    differ(&["vqtbl1q_u8", "vqtbx1q_u8", "vmla_s16", "vmls_s16"]);
}

/// A write mask is a parameter, and so is what merges with it.
#[test]
fn masked_instructions_are_of_the_class_of_plain_ones() {
    same(&["_mm_add_epi16", "_mm512_mask_add_epi16", "_mm256_maskz_add_epi16", "vaddq_s16", "hexagon_V6_vaddh_128B"]);
    same(&["_mm_cmpgt_epi8_mask", "_mm_mask_cmpgt_epi8_mask", "hexagon_V6_vgtb_128B"]);
}

/// A table of 8 to 64 bytes is one class, and what an element falls back on another.
#[test]
fn table_lookups_are_few_classes() {
    same(&["vqtbl1q_u8", "vqtbl1_s8", "vqtbl2q_u8", "vqtbl4q_p8"]);
    same(&["vqtbx1q_u8", "vqtbx2_s8", "vqtbx4q_p8"]);
}

/// How many bits a comparison gives, and that HVX has one of them for each byte, is a number.
#[test]
fn comparisons_of_every_width_are_one_class() {
    same(&["_mm_cmpgt_epi8", "_mm_cmpgt_epi8_mask", "_mm_cmpgt_epi32_mask", "vcgtq_u16", "hexagon_V6_vgtw_128B"]);
    same(&["_mm_cmpeq_epi16", "_mm512_cmpeq_epi64_mask", "vceqq_u8", "hexagon_V6_veqh_128B"]);
    differ(&["_mm_cmpgt_epi8", "_mm_cmpeq_epi8"]);
}

/// A mask that leaves what is computed where it is zero, and one with a bit for each byte of an element.
#[test]
fn masks_of_hvx_are_parameters() {
    let additions = ["hexagon_V6_vaddhq_128B", "hexagon_V6_vaddwnq_128B", "hexagon_V6_vaddbnq_128B"];
    same(&[&["_mm_add_epi16"][..], &additions].concat());
    same(&["_mm_sub_epi32", "hexagon_V6_vsubwq_128B", "hexagon_V6_vsubhnq_128B"]);
}

/// A shift by more than all bits leaves nothing: that the text looks at the amount is a number, and so is the sign.
#[test]
fn shifts_by_elements_and_by_one_amount_are_one_class() {
    same(&["_mm_srlv_epi32", "_mm_srav_epi16", "_mm512_srlv_epi64", "_mm_srl_epi16", "_mm_sra_epi32", "_mm_srl_epi64"]);
    same(&["_mm_sllv_epi32", "_mm_sll_epi16", "_mm256_sll_epi32", "_mm_sll_epi64"]);
    differ(&["_mm_sllv_epi32", "_mm_srlv_epi32"]);
}
