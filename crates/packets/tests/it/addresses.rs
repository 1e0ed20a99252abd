//! Addresses that move on: which accesses the check takes for the same, and for how long.

use super::checks::verdict;
use isotope_packets::check::{Verdict, check};
use isotope_packets::machine::Machine;
use isotope_packets::mir::{Program, read};

const RETURN: &str = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0, implicit $r2, implicit $r5";

/// A block that moves `r2` on and loads from behind it, and one that loads before `r2` moves.
fn both(moves: &str, far: i64) -> Result<usize, String> {
    let load = |offset: i64| format!("$r5 = L2_loadri_io $r2, {offset} :: (load (s32))");
    let before = format!("0: {moves}; {}", load(0));
    verdict(&[&before, RETURN], &[&format!("0: {}; {moves}", load(far)), RETURN])
}

#[test]
fn a_load_comes_before_its_address_moves_by_a_constant() {
    assert_eq!(both("$r4, $r2 = L2_loadri_pi $r2, 4 :: (load (s32))", 4), Ok(0));
    assert_eq!(both("$r2 = A2_addi $r2, 12", 12), Ok(0));
    assert!(both("$r2 = A2_addi $r2, 12", 8).is_err());
}

#[test]
fn a_register_that_may_stay_or_go_round_is_no_constant_further() {
    // Without its condition the instruction does nothing.
    let conditional = "$r4, $r2 = L2_ploadrit_pi $p0, $r2, 4 :: (load (s32))";
    assert!(both(conditional, 4).unwrap_err().contains("register r5 differs"));
    let circular = "$r4, $r2 = L2_loadri_pci $r2, 4, $m0, implicit $cs0 :: (load (s32))";
    assert!(both(circular, 4).unwrap_err().contains("register r5 differs"));
    for moves in [conditional, circular] {
        let code = format!("0: {moves}; $r5 = L2_loadri_io $r2, 0 :: (load (s32))");
        assert_eq!(verdict(&[&code, RETURN], &[&code, RETURN]), Ok(0), "{moves}");
    }
}

/// A function with places on its stack, and a pointer of which nothing is known.
fn with_stack(kind: &str, lines: &str) -> Program {
    let body: String = lines.split(';').map(|line| format!("    {}\n", line.trim())).collect();
    read(&format!(
        "--- |\n  define void @f(ptr %a, ptr noalias %b) {{\n    %p = load ptr, ptr %a\n  }}\n...\n---\nname: f\nstack:\n\
         \x20 - {{ id: 0, name: '', type: {kind}, offset: -8, size: 4, alignment: 4,\n      stack-id: default }}\n\
         \x20 - {{ id: 1, name: '', type: {kind}, offset: -12, size: 4, alignment: 4 }}\nbody: |\n  bb.0:\n{body}\
         \x20   PS_jmpret $r31, implicit-def $pc, implicit $r5, implicit $r6\n...\n"
    ))
    .unwrap()
}

#[test]
fn a_place_for_a_register_on_the_stack_is_in_no_other_memory() {
    let machine = Machine::named("hexagonv66").unwrap();
    let is_equal = |kind: &str, store: &str, load: &str| {
        let [before, after] =
            [format!("{store}; {load}"), format!("{load}; {store}")].map(|code| with_stack(kind, &code));
        matches!(check(&machine, &before, &after).unwrap()[0].1, Verdict::Equal { .. })
    };
    let reload = "$r5 = L2_loadri_io $r29, 8 :: (load (s32) from %stack.0)";
    for store in [
        "S2_storeri_io $r2, 0, $r1 :: (store (s32) into %ir.p)",
        "S2_storeri_io $r2, 0, $r1 :: (store (s32) into %ir.a)",
        "S2_storeri_io $r2, 0, $r1 :: (store (s32) into @global)",
        "S2_storeri_io $r2, 0, $r1 :: (store (s32) into %stack.1)",
    ] {
        assert!(is_equal("spill-slot", store, reload), "{store}");
        assert!(!is_equal("default", store, reload), "{store}");
    }
    for store in [
        "S2_storeri_io $r2, 0, $r1 :: (store (s32) into %stack.0)",
        "S2_storeri_io $r2, 0, $r1 :: (store (s32) into %stack.0), (store (s32) into %ir.p)",
        "S2_storeri_io $r2, 0, $r1 :: (store (s32) into %fixed-stack.0)",
        "S2_storeri_io $r2, 0, $r1 :: (store (s32))",
        "S2_storeri_io $r2, 0, $r1",
    ] {
        assert!(!is_equal("spill-slot", store, reload), "{store}");
    }
    // A pointer that is reloaded is one pointer, whatever is stored between: so what it loads is known, too.
    let loads = "$r5 = L2_loadri_io $r29, 8 :: (load (s32) from %stack.0); $r6 = L2_loadri_io $r5, 0 :: (load (s32) from %ir.b)";
    assert!(is_equal("spill-slot", "S2_storeri_io $r2, 0, $r1 :: (store (s32) into %ir.a)", loads));
    assert!(!is_equal("spill-slot", "S2_storeri_io $r29, 8, $r1 :: (store (s32) into %stack.0)", loads));
}
