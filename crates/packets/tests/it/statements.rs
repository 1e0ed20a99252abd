//! Statements of the second program that later passes of LLVM would build on: no more than the first one's, and none that is wrong.

use crate::checks::{RETURN, STORE, loop_of, verdict};

#[test]
fn the_second_program_says_no_more_of_its_accesses() {
    let [set, body, _] = loop_of(STORE);
    let with = |store: &str| [set.clone(), body.replace("(store (s32) into %ir.b)", store), RETURN.to_owned()];
    let of = |store: &str| {
        let (before, after) = (loop_of(STORE), with(store));
        verdict(&before.each_ref().map(String::as_str), &after.each_ref().map(String::as_str))
    };
    for less in ["(store (s32) into %ir.b)", "(store unknown-size into %ir.b, align 1)", "(store (s32))"] {
        assert_eq!(of(less), Ok(0), "{less}");
    }
    for more in
        ["(store (s32) into %ir.a)", "(store (s32) into %ir.b, !noalias !7)", "(volatile store (s32) into %ir.b)"]
    {
        let why = of(more).unwrap_err();
        assert!(why.contains("says more of its access to memory"), "{more}: {why}");
    }
}

#[test]
fn statements_of_accesses_without_a_known_address_belong_to_their_operands() {
    let store =
        |symbol: &str, said: &str| format!("S2_storerigp @{symbol}, $r1, implicit $gp :: (store (s32) into @{said})");
    let of = |lines: [String; 2]| {
        format!("0: $r1 = A2_addi $r1, 1; {}; {}; PS_jmpret $r31, implicit-def $pc", lines[0], lines[1])
    };
    let before = of([store("a", "a"), store("b", "b")]);
    let equal = |after: &str| verdict(&[&before], &[after]);
    assert_eq!(equal(&before), Ok(0));
    // The second program says of each store that it is to the other place: LLVM would move loads over it.
    let why = equal(&of([store("a", "b"), store("b", "a")])).unwrap_err();
    assert!(why.contains("says more of its access to memory"), "{why}");
    // A store that reads a result of its packet is the same access.
    let new = "S2_storerinewgp @a, internal $r1, implicit $gp :: (store (s32) into @a)";
    let packet = format!(
        "0: BUNDLE implicit-def $r1 {{; $r1 = A2_addi $r1, 1; {new}; }}; {}; PS_jmpret $r31, implicit-def $pc",
        store("b", "b")
    );
    assert_eq!(equal(&packet), Ok(0));
}

#[test]
fn a_function_that_is_called_finds_what_the_packet_of_the_call_stores() {
    let (store, call) = ("S2_storeri_io $r2, 0, $r3", "J2_call @g, implicit $r0, implicit-def $r0");
    let of = |lines: &str| format!("0: {lines}; PS_jmpret $r31, implicit-def $pc, implicit $r0");
    let packet = of(&format!("BUNDLE implicit-def $r0 {{; {store}; {call}; }}"));
    assert_eq!(verdict(&[&of(&format!("{store}; {call}"))], &[&packet]), Ok(0));
    assert!(verdict(&[&of(&format!("{call}; {store}"))], &[&packet]).is_err());
    // Wherever the call stands in it, the function begins after the packet: it finds what is stored, and writes registers later.
    let packet =
        |lines: &str| of(&format!("BUNDLE implicit-def $r0 {{; {call}; {lines}; }}; S2_storeri_io $r17, 0, $r4"));
    let plain = |lines: &str| of(&format!("{lines}; S2_storeri_io $r17, 0, $r4"));
    let kept = "S2_storeri_io $r16, 0, $r17";
    assert_eq!(verdict(&[&plain(&format!("{kept}; {call}"))], &[&packet(kept)]), Ok(0));
    assert!(verdict(&[&plain(&format!("{call}; {kept}"))], &[&packet(kept)]).is_err());
    let lost = "$r4 = A2_tfrsi 5";
    assert_eq!(verdict(&[&plain(&format!("{lost}; {call}"))], &[&packet(lost)]), Ok(0));
    assert!(verdict(&[&plain(&format!("{call}; {lost}"))], &[&packet(lost)]).is_err());
    // A load of the packet does not find what it stores.
    let loaded = of(&format!("BUNDLE implicit-def $r0 {{; {store}; $r0 = L2_loadri_io $r2, 0; }}"));
    assert!(verdict(&[&of(&format!("{store}; $r0 = L2_loadri_io $r2, 0"))], &[&loaded]).is_err());
}

#[test]
fn blocks_of_the_second_program_state_all_that_they_need() {
    let block = |stated: &str, to: &str| {
        format!("1: successors: {to}; liveins: {stated}; $p0 = C2_cmpgti $r5, 3; J2_jumpt $p0, %bb.2, implicit-def $pc")
    };
    let of = |stated: &str, to: &str| {
        let rest = ["3: liveins: $r4, $r5; $r0 = A2_addi $r4, 1; J2_jump %bb.2, implicit-def $pc", RETURN];
        let first = "0: successors: %bb.1; $r4 = A2_addi $r2, 1; $r5 = A2_addi $r3, 1";
        let (before, after) = (block("$r4, $r5", "%bb.2, %bb.3"), block(stated, to));
        verdict(&[&[first, &before], &rest[..]].concat(), &[&[first, &after], &rest[..]].concat())
    };
    assert_eq!(of("$r4, $r5", "%bb.2, %bb.3"), Ok(0));
    assert_eq!(of("$d2", "%bb.3, %bb.2"), Ok(0));
    assert_eq!(of("$r5", "%bb.2, %bb.3").unwrap_err(), "bb.1 needs r4, which is none of its liveins");
    assert_eq!(of("$r4, $r5", "%bb.2").unwrap_err(), "bb.1 goes to bb.3, which is none of its successors");
}

#[test]
fn operands_of_a_packet_are_read_as_they_are_encoded() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0, implicit $r1";
    let of = |before: &str, packet: &str| {
        verdict(&[&format!("0: {before}"), end], &[&format!("0: BUNDLE implicit-def $r0 {{; {packet}; }}"), end])
    };
    // `memw(r2) = r0.new`, `if (p0.new) r1 = r2`, a function that is called, `v0.cur = vmem(r2)`.
    let new = [
        ("$r0 = A2_tfr $r1", "S2_storeri_io $r2, 0, $r0", "S2_storerinew_io $r2, 0, internal $r0"),
        ("$p0 = C2_cmpeq $r2, $r3", "$r1 = A2_tfrt $p0, $r2", "$r1 = A2_tfrtnew internal $p0, $r2"),
        ("$r0 = A2_tfr $r1", "J2_call @g, implicit $r0", "J2_call @g, implicit internal $r0"),
        ("$v0 = V6_vL32b_ai $r2, 0", "$v1 = V6_vaddb $v0, $v2", "$v1 = V6_vaddb internal $v0, $v2"),
    ];
    for (first, before, after) in new {
        let before = format!("{first}; {before}");
        let first = first.replace("V6_vL32b_ai", "V6_vL32b_cur_ai");
        // LLVM's mark changes nothing.
        for after in [after.to_owned(), after.replace("internal ", "")] {
            assert_eq!(of(&before, &format!("{first}; {after}")), Ok(0), "{after}");
            let why = of(&before, &format!("{after}; {first}")).unwrap_err();
            assert!(why.contains("line 10 reads a result of its packet that comes later"), "{after}: {why}");
        }
    }
    let old = [
        ("$r0 = A2_tfr $r1", "$r1 = A2_tfr internal $r0"),
        ("$v0 = V6_vL32b_ai $r2, 0", "$v1 = V6_vaddb internal $v0, $v2; S2_storeri_io $r3, 0, $r1"),
        ("$p0 = C2_cmpeq $r2, $r3", "$r1 = A2_tfrt internal $p0, $r2"),
    ];
    for (first, second) in old {
        let plain = second.replace("internal ", "");
        let packet = format!("{first}; {second}");
        let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0, implicit $r1, implicit $v1";
        let of = |before: &str| {
            verdict(&[&format!("0: {before}"), end], &[&format!("0: BUNDLE implicit-def $r0 {{; {packet}; }}"), end])
        };
        assert!(of(&format!("{first}; {plain}")).is_err(), "{packet}");
    }
    assert_eq!(
        of("$r5 = A2_tfr $r0; $r0 = A2_tfr $r1; $r1 = A2_tfr $r5", "$r0 = A2_tfr $r1; $r1 = A2_tfr internal $r0"),
        Ok(0)
    );
    // A vector that is loaded for its own packet is in no register behind it.
    let [load, add] = ["$v0 = V6_vL32b_tmp_ai $r2, 0", "$v1 = V6_vaddb internal $v0, $v2"];
    let alone = format!("{load}; {}", add.replace("internal ", ""));
    let behind = |text: &str| format!("{text}; $r1 = V6_extractw $v1, $r3");
    let packet = behind(&format!("BUNDLE implicit-def $v0 {{; {load}; {add}; }}"));
    let of = |before: &str, after: &str| verdict(&[&format!("0: {before}"), end], &[&format!("0: {after}"), end]);
    assert_eq!(of(&packet, &packet), Ok(0));
    assert!(of(&packet, &behind(&alone)).is_err());
}

#[test]
fn a_packet_writes_a_register_once() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0, implicit $r2";
    let of = |before: &str, packet: &str| {
        verdict(&[&format!("0: {before}"), end], &[&format!("0: BUNDLE implicit-def $r0 {{; {packet}; }}"), end])
    };
    let sum = "$r0 = A2_add $r1, $r3";
    let why = of(sum, &format!("{sum}; {sum}")).unwrap_err();
    assert!(why.contains("line 11 writes a register that its packet writes already"), "{why}");
    assert!(of(sum, &format!("$r0 = A2_tfrt $p0, $r1, implicit $r0(tied-def 0); {sum}")).is_err());
    let moved = "$r0, $r2 = L2_loadri_pi $r2, 4 :: (load (s32)); $r2 = A2_tfr $r1";
    assert!(of(moved, moved).unwrap_err().contains("line 11"));
    // Of two conditions one holds.
    let either = "$r0 = A2_tfrt $p0, $r1, implicit $r0(tied-def 0); $r0 = A2_tfrf $p0, $r3, implicit $r0(tied-def 0)";
    assert!(!of(either, either).is_err_and(|why| why.contains("writes already")));
}

#[test]
fn a_packet_that_keeps_its_accesses_in_order_is_compared_in_that_order() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0";
    let store = "S2_storeri_io $r2, 0, $r1 :: (store (s32) into %ir.x)";
    let load = "$r0 = L2_loadri_io $r3, 0 :: (load (s32) from %ir.x)";
    let sequence = |a: &str, b: &str| format!("0: {a}; {b}");
    let packet = |head: &str| format!("0: BUNDLE {head}implicit-def $r0 {{; {store}; {load}; }}");
    let of = |before: &str, after: &str| verdict(&[before, end], &[after, end]);
    // `:mem_noshuf`
    assert_eq!(of(&sequence(store, load), &packet("4, ")), Ok(0));
    assert_eq!(of(&sequence(load, store), &packet("")), Ok(0));
    assert!(of(&sequence(store, load), &packet("")).unwrap_err().contains("register r0 differs"));
    assert!(of(&sequence(load, store), &packet("4, ")).unwrap_err().contains("register r0 differs"));
}

#[test]
fn values_that_the_second_program_says_nobody_needs_are_lost() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0, implicit $r1";
    let of = |before: &str, after: &str| verdict(&[&format!("0: {before}"), end], &[&format!("0: {after}"), end]);
    let plain = "$r0 = A2_addi $r2, 1; $r1 = A2_addi $r2, 2";
    for (after, part) in [
        ("dead $r0 = A2_addi $r2, 1; $r1 = A2_addi $r2, 2", "register r0 differs"),
        ("$r0 = A2_addi killed $r2, 1; $r1 = A2_addi $r2, 2", "register r1 differs"),
        ("$r0 = A2_addi $r2, 1; KILL killed $r2; $r1 = A2_addi $r2, 2", "register r1 differs"),
        ("$r0 = A2_addi undef $r2, 1; $r1 = A2_addi $r2, 2", "register r0 differs"),
        ("$r0 = nsw A2_addi $r2, 1; $r1 = A2_addi $r2, 2", "says `nsw` of its result"),
    ] {
        let why = of(plain, after).unwrap_err();
        assert!(why.contains(part), "{after}: {why}");
    }
    // Of the first program such words are allowed, and the second one may say them too, or not.
    let more = "$r0 = nsw A2_addi $r2, 1; dead $r5 = A2_addi $r3, 1; $r1 = A2_addi killed $r2, 2";
    assert_eq!(of(more, plain), Ok(0));
    assert_eq!(of(more, more), Ok(0));
    // An address that may be any.
    let load = "$r0, $r2 = L2_loadri_pi $r2, 4 :: (load (s32)); $r1 = A2_addi $r2, 1";
    assert!(of(load, &load.replace("pi $r2", "pi undef $r2")).unwrap_err().contains("differs"));
    assert_eq!(of(load, &load.replace("pi $r2", "pi killed $r2")), Ok(0));
}

#[test]
fn values_that_may_be_any_are_those_of_the_first_program_once_each() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0, implicit $r1";
    let of = |before: &str, after: &str| verdict(&[&format!("0: {before}"), end], &[&format!("0: {after}"), end]);
    let one = "$r4 = IMPLICIT_DEF; $r0 = A2_xor $r4, $r4; $r1 = A2_xor undef $r5, undef $r5";
    assert_eq!(of(one, one), Ok(0));
    // One value has no bit of its own with itself, and two may.
    let two = "$r4 = IMPLICIT_DEF; $r5 = IMPLICIT_DEF; $r0 = A2_xor $r4, $r5; $r1 = A2_xor undef $r5, undef $r5";
    assert!(of(one, two).is_err());
    let shared = "$r4 = A2_addi undef $r5, 1; $r0 = A2_tfr $r4; $r1 = A2_tfr $r4";
    let apart = "$r0 = A2_addi undef $r5, 1; $r1 = A2_addi undef $r5, 1";
    assert_eq!(of(shared, shared), Ok(0));
    assert!(of(shared, apart).is_err());
}

#[test]
fn heads_of_blocks_say_the_same() {
    let with = |head: &str| [format!("0{head}: $r0 = A2_addi $r2, 1"), RETURN.replace("2:", "1:")];
    let of = |before: &str, after: &str| {
        let (before, after) = (with(before), with(after));
        verdict(&before.each_ref().map(String::as_str), &after.each_ref().map(String::as_str))
    };
    assert_eq!(of(".entry (%ir-block.1)", " (align 16)"), Ok(0));
    assert_eq!(of(" (landing-pad)", " (align 16, landing-pad)"), Ok(0));
    assert_eq!(of("", " (machine-block-address-taken)"), Ok(0));
    let why = of(" (machine-block-address-taken)", "").unwrap_err();
    assert_eq!(why, "bb.0 says `machine-block-address-taken` in one program only");
    assert!(of("", " (landing-pad)").is_err());
}

#[test]
fn assembly_without_a_text_does_nothing_and_any_other_is_not_known() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0";
    let hidden = "INLINEASM &\"\", 0 /* attdialect */, 262154 /* regdef:IntRegs */, def renamable $r0, 2147483657 /* reguse tiedto:$0 */, \
                  killed renamable $r0(tied-def 3)";
    let of = |before: &[&str], after: &[&str]| {
        let [before, after] = [before, after].map(|lines| format!("0: {}", lines.join("; ")));
        verdict(&[&before, end], &[&after, end])
    };
    let (set, add) = ("$r0 = A2_tfr $r1", "$r2 = A2_addi $r3, 1");
    assert_eq!(of(&[set, hidden, add], &[set, hidden, add]), Ok(0));
    assert_eq!(of(&[set, hidden, add], &[add, set, hidden]), Ok(0), "it is in the way of nothing");
    for (from, to) in [
        ("&\"\"", "&\"nop\""),
        ("0 /* attdialect */", "1 /* sideeffect attdialect */"),
        ("killed renamable $r0", "killed renamable $r4"),
        ("killed renamable $r0(tied-def 3)", "killed renamable $r0"),
        ("def renamable", "def dead renamable"),
        ("renamable $r0(tied-def 3)", "renamable $r0(tied-def 3), implicit-def early-clobber $r5"),
        ("killed renamable", "undef renamable"),
    ] {
        let other = hidden.replacen(from, to, 1);
        let why = of(&[set, &other, add], &[set, &other, add]).unwrap_err();
        assert!(why.contains("`INLINEASM` is no operation that is known"), "{to}: {why}");
    }
}
