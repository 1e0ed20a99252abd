//! Proofs and refusals of the check, on programs written by hand.

use isotope_packets::check::{Verdict, check};
use isotope_packets::machine::Machine;
use isotope_packets::mir::{Program, read};

const END: &str = "implicit-def $pc, implicit-def $lc0, implicit $sa0, implicit $lc0";
const SET: &str = "implicit-def $lc0, implicit-def $sa0, implicit-def $usr";

/// A function of some blocks.
fn program(blocks: &[&str]) -> Program {
    let mut text =
        "--- |\n  define void @f(ptr noalias %a, ptr noalias %b, i32 %n) {\n  }\n...\n---\nname: f\nbody: |\n"
            .to_owned();
    for block in blocks {
        let (head, lines) = block.split_once(':').unwrap();
        text += &format!("  bb.{head}:\n");
        for line in lines.split(';').map(str::trim).filter(|line| !line.is_empty()) {
            text +=
                &format!("    {}\n", line.replace(", END", &format!(", {END}")).replace(", SET", &format!(", {SET}")));
        }
    }
    read(&(text + "...\n")).unwrap()
}

pub fn verdict(before: &[&str], after: &[&str]) -> Result<usize, String> {
    let machine = Machine::named("hexagonv66").unwrap();
    match check(&machine, &program(before), &program(after)).unwrap().remove(0).1 {
        Verdict::Equal { loops, .. } => Ok(loops),
        Verdict::Different { why, .. } | Verdict::Open { why, .. } => Err(why),
    }
}

pub const RETURN: &str = "2: PS_jmpret $r31, implicit-def $pc, implicit $r0";

/// `b[i] = a[i] * 3`, with a load and a store that move their pointers on.
pub fn loop_of(store: &str) -> [String; 3] {
    [
        "0: J2_loop0r %bb.1, $r2, SET".to_owned(),
        format!(
            "1: $r4, $r1 = L2_loadri_pi $r1, 4 :: (load (s32) from %ir.a); $r5 = M2_mpysip $r4, 3; {store}; ENDLOOP0 %bb.1, END"
        ),
        RETURN.to_owned(),
    ]
}

pub const STORE: &str = "$r3 = S2_storeri_pi $r3, 4, $r5 :: (store (s32) into %ir.b)";

/// The same with the load of the next iteration before the store of this one.
fn pipelined(guard: &str, rest: &str, store: &str) -> Vec<String> {
    let load = "$r4, $r1 = L2_loadri_pi $r1, 4 :: (load unknown-size from %ir.a)";
    vec![
        "0: J2_loop0r %bb.3, $r2, SET".to_owned(),
        format!("3: $r6 = A2_tfrcrr $lc0; $p0 = C2_cmpgtui $r6, {guard}; J2_jumpf $p0, %bb.7, implicit-def $pc"),
        format!("4: $r6 = A2_addi $r6, {rest}; {load}; J2_loop0r %bb.5, $r6, SET"),
        format!("5: $r5 = M2_mpysip $r4, 3; {load}; {store}; ENDLOOP0 %bb.5, END"),
        format!("6: $r5 = M2_mpysip $r4, 3; {store}; J2_jump %bb.2, implicit-def $pc"),
        "7: J2_loop0r %bb.1, $r6, SET".to_owned(),
        loop_of(store)[1].clone(),
        RETURN.to_owned(),
    ]
}

/// The same with two iterations a pass, of which the loads of the next pass come before the stores of this one if `is_early`.
fn unrolled(is_early: bool, [above, by, less, mask, none]: [&str; 5]) -> Vec<String> {
    let load = |to: &str| format!("${to}, $r1 = L2_loadri_pi $r1, 4 :: (load unknown-size from %ir.a)");
    let done = |from: &str| format!("$r5 = M2_mpysip ${from}, 3; {STORE}");
    let (first, second) = (load("r4"), load("r8"));
    let (begins, ends) = (format!("{first}; {second}"), format!("{}; {}", done("r4"), done("r8")));
    let pass = match is_early {
        true => format!("{}; {first}; {}; {second}", done("r4"), done("r8")),
        false => format!("{begins}; {ends}"),
    };
    let only = |text: &str| if is_early { format!("{text}; ") } else { String::new() };
    vec![
        "0: J2_loop0r %bb.3, $r2, SET".to_owned(),
        format!("3: $r6 = A2_tfrcrr $lc0; $p0 = C2_cmpgtui $r6, {above}; J2_jumpf $p0, %bb.7, implicit-def $pc"),
        format!("4: $r7 = S2_lsr_i_r $r6, {by}; $r7 = A2_addi $r7, {less}; {}J2_loop0r %bb.5, $r7, SET", only(&begins)),
        format!("5: {pass}; ENDLOOP0 %bb.5, END"),
        format!(
            "6: {}$r6 = A2_andir $r6, {mask}; $p0 = C2_cmpgtui $r6, {none}; J2_jumpf $p0, %bb.2, implicit-def $pc",
            only(&ends)
        ),
        "7: J2_loop0r %bb.1, $r6, SET".to_owned(),
        loop_of(STORE)[1].clone(),
        RETURN.to_owned(),
    ]
}

#[test]
fn a_loop_with_several_iterations_a_pass_is_equal_where_its_counts_are_right() {
    let before = loop_of(STORE);
    let of = |is_early, numbers| verdict(&texts(&before), &texts(&unrolled(is_early, numbers)));
    assert_eq!(of(false, ["1", "1", "0", "1", "0"]), Ok(1));
    assert_eq!(of(true, ["3", "1", "-1", "1", "0"]), Ok(1));
    // More iterations than need be go to the old loop.
    assert_eq!(of(true, ["7", "1", "-1", "1", "0"]), Ok(1));
    for (is_early, numbers) in [
        // With a count of one no pass is left, and the loop runs once all the same.
        (false, ["0", "1", "0", "1", "0"]),
        (true, ["2", "1", "-1", "1", "0"]),
        // Too many passes, and too few.
        (false, ["3", "0", "0", "1", "0"]),
        (false, ["3", "2", "0", "1", "0"]),
        (false, ["3", "1", "1", "1", "0"]),
        (true, ["5", "1", "-2", "1", "0"]),
        // Another number of iterations is left over.
        (false, ["1", "1", "0", "3", "0"]),
        (false, ["1", "1", "0", "0", "0"]),
        // One that is left over is not done.
        (false, ["1", "1", "0", "1", "1"]),
    ] {
        assert!(of(is_early, numbers).is_err(), "{is_early} {numbers:?}");
    }
    // The old loop would run once where nothing is left over.
    let mut always = unrolled(false, ["1", "1", "0", "1", "0"]);
    always[4] = "6: $r6 = A2_andir $r6, 1".to_owned();
    assert!(verdict(&texts(&before), &texts(&always)).is_err());
    // A difference is above none where it is below it, too.
    let mut below = unrolled(false, ["1", "1", "0", "1", "0"]);
    below[4] = below[4].replace("; $p0", "; $r6 = A2_addi $r6, -1; $p0");
    assert!(verdict(&texts(&before), &texts(&below)).is_err());
}

#[test]
fn counts_that_are_numbers_are_halved() {
    let with = |mut text: Vec<String>, count: &str| {
        text[0] = text[0].replace("J2_loop0r", "J2_loop0i").replace("$r2", count);
        text
    };
    for (count, is_right) in [("9", true), ("8", true), ("2", true)] {
        let before = with(loop_of(STORE).to_vec(), count);
        let after = with(unrolled(false, ["1", "1", "0", "1", "0"]), count);
        assert_eq!(verdict(&texts(&before), &texts(&after)).is_ok(), is_right, "{count}");
        let other = with(unrolled(false, ["1", "1", "0", "1", "0"]), "5");
        assert!(verdict(&texts(&before), &texts(&other)).is_err(), "{count}");
    }
}

pub fn texts(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

#[test]
fn a_loop_with_two_iterations_at_once_is_equal() {
    let before = loop_of(STORE);
    assert_eq!(verdict(&texts(&before), &texts(&before)), Ok(0));
    assert_eq!(verdict(&texts(&before), &texts(&pipelined("1", "-1", STORE))), Ok(1));
}

#[test]
fn counts_that_are_wrong_are_refused() {
    let before = loop_of(STORE);
    for (guard, rest) in [("0", "-1"), ("1", "-2"), ("1", "0"), ("1", "1")] {
        let why = verdict(&texts(&before), &texts(&pipelined(guard, rest, STORE))).unwrap_err();
        assert!(why.contains("runs is not shown") || why.contains("differs"), "{guard} {rest}: {why}");
    }
}

#[test]
fn a_load_before_a_store_that_it_could_see_is_refused() {
    // The store is not said to be in another object.
    let store = "$r3 = S2_storeri_pi $r3, 4, $r5 :: (store (s32) into %ir.c)";
    let why = verdict(&texts(&loop_of(store)), &texts(&pipelined("1", "-1", store))).unwrap_err();
    assert!(why.contains("register r4 differs after an iteration of bb.5"), "{why}");
}

#[test]
fn what_the_second_program_says_of_its_accesses_is_not_believed() {
    let unknown = "$r3 = S2_storeri_pi $r3, 4, $r5 :: (store (s32) into %ir.c)";
    let after = pipelined("1", "-1", STORE);
    assert!(verdict(&texts(&loop_of(unknown)), &texts(&after)).is_err());
}

#[test]
fn a_loop_that_begins_elsewhere_is_refused() {
    let mut after = pipelined("1", "-1", STORE);
    after[2] = after[2].replace("J2_loop0r %bb.5", "J2_loop0r %bb.6");
    let why = verdict(&texts(&loop_of(STORE)), &texts(&after)).unwrap_err();
    assert!(why.contains("the loop of bb.5 begins elsewhere"), "{why}");
}

#[test]
fn a_loop_that_a_jump_follows_is_compared() {
    let with_jump = |block: &str| block.replace(", END", ", END; J2_jump %bb.2, implicit-def $pc");
    let mut before = loop_of(STORE);
    before[1] = with_jump(&before[1]);
    let mut after = pipelined("1", "-1", STORE);
    after[6] = with_jump(&after[6]);
    assert_eq!(verdict(&texts(&before), &texts(&after)), Ok(1));
    // Behind the loop, control goes to a block that the first program never comes to.
    let mut elsewhere = before.to_vec();
    elsewhere[1] = elsewhere[1].replace("J2_jump %bb.2", "J2_jump %bb.0");
    assert!(verdict(&texts(&before), &texts(&elsewhere)).is_err());
}

#[test]
fn a_loop_that_changes_its_own_count_is_refused() {
    let before = loop_of(STORE);
    for change in ["J2_loop0r %bb.5, $r5, SET", "$lc0 = A2_tfrrcr $r5", "$sa0 = A2_tfrrcr $r5"] {
        let mut after = pipelined("1", "-1", STORE);
        after[3] = after[3].replace("ENDLOOP0", &format!("{change}; ENDLOOP0"));
        assert!(verdict(&texts(&before), &texts(&after)).is_err(), "{change}");
    }
}

#[test]
fn a_loop_that_reads_its_own_count_is_refused() {
    // The count is one less in every iteration, which a register that is computed of it does not show.
    let store = "$r3 = S2_storeri_pi $r3, 4, $r5 :: (store (s32) into %ir.b)";
    let before = [
        "0: J2_loop0r %bb.1, $r2, SET".to_owned(),
        format!("1: $r5 = A2_tfrcrr $lc0; {store}; ENDLOOP0 %bb.1, END"),
        RETURN.to_owned(),
    ];
    let mut after = pipelined("1", "-1", store);
    after[2] = "4: $r6 = A2_addi $r6, -1; $r5 = A2_tfrcrr $lc0; J2_loop0r %bb.5, $r6, SET".to_owned();
    after[3] = format!("5: {store}; $r5 = A2_tfrcrr $lc0; $r5 = A2_addi $r5, 1; ENDLOOP0 %bb.5, END");
    after[4] = format!("6: {store}; J2_jump %bb.2, implicit-def $pc");
    after[6] = before[1].clone();
    assert!(verdict(&texts(&before), &texts(&after)).is_err());
    assert!(verdict(&texts(&before), &texts(&before)).is_ok());
}

#[test]
fn a_loop_begins_where_an_earlier_block_said() {
    // Between the beginning and the loop lies a block that says nothing of it.
    let between = |to: &str| {
        let [_, iteration, end] = loop_of(STORE);
        vec![format!("0: J2_loop0r %bb.{to}, $r2, SET"), "3: $r7 = A2_addi $r7, 1".to_owned(), iteration, end]
    };
    let mut other = between("1");
    other[2] = other[2].replace("$r5", "$r6");
    assert_eq!(verdict(&texts(&between("1")), &texts(&other)), Ok(0));
    assert!(verdict(&texts(&between("1")), &texts(&between("3"))).is_err());
    // Other blocks may stand in the loop's place, and begin elsewhere.
    let moved = |to: &str| {
        let mut after = pipelined("1", "-1", STORE);
        after[0] = format!("0: J2_loop0r %bb.{to}, $r2, SET");
        after.insert(1, "9: $r7 = A2_addi $r7, 1".to_owned());
        after
    };
    let mut before = between("1");
    before[1] = before[1].replace("3:", "9:");
    assert_eq!(verdict(&texts(&before), &texts(&moved("3"))), Ok(1));
}

#[test]
fn an_outer_loop_begins_at_the_block_that_its_end_names() {
    let set = "implicit-def $lc1, implicit-def $sa1, implicit-def $usr";
    let end = "implicit-def $pc, implicit-def $lc1, implicit $sa1, implicit $lc1";
    let of = |begin: &str, ends: &str| {
        [
            format!("0: J2_loop1r %bb.{begin}, $r2, {set}"),
            "3: $r4 = A2_addi $r4, 1; J2_jump %bb.4, implicit-def $pc".to_owned(),
            format!("4: $r0 = A2_add $r0, $r4; ENDLOOP1 %bb.{ends}, {end}"),
            RETURN.to_owned(),
        ]
    };
    assert_eq!(verdict(&texts(&of("3", "3")), &texts(&of("3", "3"))), Ok(0));
    for (begin, ends) in [("4", "3"), ("3", "4"), ("4", "4")] {
        assert!(verdict(&texts(&of("3", "3")), &texts(&of(begin, ends))).is_err(), "{begin} {ends}");
    }
}

#[test]
fn a_packet_reads_before_it_writes() {
    let swapped = "0: $r4 = A2_tfr $r0; $r0 = A2_tfr $r1; $r1 = A2_tfr $r4";
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0, implicit $r1";
    let packet = "0: BUNDLE implicit-def $r0 {; $r0 = A2_tfr $r1; $r1 = A2_tfr $r0; }";
    assert_eq!(verdict(&[swapped, end], &[packet, end]), Ok(0));
    let sequence = "0: $r0 = A2_tfr $r1; $r1 = A2_tfr $r0";
    let why = verdict(&[swapped, end], &[sequence, end]).unwrap_err();
    assert!(
        why.contains("register r1 differs where bb.1 begins: r0, written in line 11 and r1, written in line 10"),
        "{why}"
    );
}

#[test]
fn copies_of_pairs_and_of_their_parts_are_equal() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0, implicit $r1, implicit $v0";
    let whole = "0: $d0 = A2_tfrp $d1; $v0 = V6_vassign $v1";
    let parts = "0: $v0 = V6_vassign $v1; $r1 = A2_tfr $r3; $r0 = A2_tfr $r2";
    assert_eq!(verdict(&[whole, end], &[parts, end]), Ok(0));
    let crossed = "0: $v0 = V6_vassign $v1; $r1 = A2_tfr $r2; $r0 = A2_tfr $r3";
    assert!(verdict(&[whole, end], &[crossed, end]).is_err());
}

#[test]
fn the_beginning_of_a_loop_leaves_the_status_that_its_instructions_read() {
    let loop_of = |op: &str| {
        let block = format!("1: $r0 = {op} $r0, $r1, implicit $usr; ENDLOOP0 %bb.1, END");
        ["0: J2_loop0r %bb.1, $r2, SET".to_owned(), block, RETURN.to_owned()]
    };
    let before = loop_of("F2_sfadd");
    assert_eq!(verdict(&texts(&before), &texts(&before)), Ok(0));
    assert!(verdict(&texts(&before), &texts(&loop_of("F2_sfsub"))).is_err());
}

#[test]
fn stores_change_places_where_they_are_apart() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0";
    let one = "S2_storeri_io $r0, 0, $r1 :: (store (s32) into %ir.x)";
    let apart = "S2_storeri_io $r0, 4, $r2 :: (store (s32) into %ir.x)";
    let over = "S2_storeri_io $r0, 2, $r2 :: (store (s32) into %ir.x)";
    let two = |a: &str, b: &str| format!("0: {a}; {b}");
    assert_eq!(verdict(&[&two(one, apart), end], &[&two(apart, one), end]), Ok(0));
    let why = verdict(&[&two(one, over), end], &[&two(over, one), end]).unwrap_err();
    assert!(why.contains("store 1 differs"), "{why}");
    let moved = "$r0 = A2_addi $r0, 4; S2_storeri_io $r0, 0, $r2 :: (store (s32) into %ir.x); $r0 = A2_addi $r0, -4";
    assert_eq!(verdict(&[&two(one, apart), end], &[&two(moved, one), end]), Ok(0));
}

#[test]
fn operations_that_are_not_known_and_registers_that_must_be_one_are_refused() {
    let end = "1: PS_jmpret $r31, implicit-def $pc, implicit $r0";
    let unknown = ["0: $r0 = MADE_op $r1", end];
    assert!(verdict(&unknown, &unknown).unwrap_err().contains("`MADE_op` is no operation"));
    let untied = ["0: $r3, $r2 = L2_loadri_pi $r1, 4 :: (load (s32))", end];
    assert!(verdict(&untied, &untied).unwrap_err().contains("two registers where one is both"));
}

#[test]
fn a_text_that_is_no_machine_code_is_an_error_with_its_line() {
    let body = |lines: &str| format!("---\nname: f\nbody: |\n  bb.0:\n{lines}...\n");
    for (text, line, part) in [
        (String::new(), 1, "no function has machine code"),
        (body("    $r0 = ?\n"), 5, "is no instruction's name"),
        (body("    J2_jump %bb.7, implicit-def $pc\n"), 5, "a block is named that is not there"),
        (body("    BUNDLE implicit-def $r0 {\n      $r0 = A2_tfr $r1\n"), 7, "a packet is not closed"),
        (body("    5 = A2_tfr $r1\n"), 5, "cannot be written to"),
        (body("    $r0 = A2_tfr strange $r1\n"), 5, "is no operand"),
        (body("  bb.0:\n"), 4, "two blocks have one number"),
    ] {
        let error = read(&text).unwrap_err();
        assert!(error.line == line && error.why.contains(part), "{error}");
    }
}

#[test]
fn a_processor_is_what_its_file_says() {
    assert!(Machine::named("madev1").unwrap_err().to_string().contains("cargo xtask packing"));
    for name in Machine::names() {
        let machine = Machine::named(name).unwrap();
        assert_eq!((machine.cpu.as_str(), machine.width), (name, 4));
        let pair = |name: &str| machine.atoms(name).unwrap().iter().map(|atom| machine.name(*atom)).collect::<Vec<_>>();
        assert_eq!(pair("d5"), ["r10", "r11"]);
        let (multiply, pack) = (machine.operation("V6_vmpyhvsrs").unwrap(), machine.operation("V6_vpackeh").unwrap());
        // A vector product is there two packets later.
        assert_eq!(machine.latency(multiply, 0, pack, 1), 2);
    }
    let damaged = "# isotope packing 1 madev1\ndigest 00\npacket 4\n";
    assert!(Machine::read(damaged).unwrap_err().to_string().contains("digest"));
}
