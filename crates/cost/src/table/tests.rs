use super::*;
use crate::syntax::x86;

const LLVM: &str = "# isotope costs 1 toy\ndispatch 4\nresources P0 P1 P2 L A\n\
    add xmm, xmm | 1 | 1 | 0.33 | P0:0.33 P1:0.33 P2:0.33\n\
    add xmm, m128 | 6 | 1 | 0.33 | P0:0.33 P1:0.33 P2:0.33 L:0.5\n\
    add zmm, zmm | 1 | 1 | 0.66 | P0:0.67 P1:0.67 P2:0.67\n\
    shuffle xmm, xmm | 1 | 1 | 1 | P1:1\n\
    both xmm, xmm | 3 | 2 | 1 | P0:0.33 P1:1.33 P2:0.33\n\
    dot xmm, xmm | 4 | 1 | 2 | P0:2\n\
    spread xmm, m8 | 4 | 1 | 1 | P0:1 L:0.5\n\
    jump r32 | 1 | 1 | 1 | A:1\n";

const PRICES: &str = "# isotope prices 1 toy5\n\
    # Nobody measured this.\n\
    llvm toy\n\
    dispatch 8\n\
    as L M0\n\
    as A -\n\
    pipes P0 P1 P2   # vectors\n\
    pipes M0 M1\n\
    halved 512\n\
    load M0 M1 | 1 2\n\
    store M1 | 1 1.5\n\
    row dot | any | P0 P2 | 1 | 4\n\
    row move | any | - | 0 | 0\n\
    row spread | mem | - | 0 | 0\n\
    zeroing xor\n\
    lines 1024 2.5\n\
    lines 32 0.5\n\
    row shuffle | zmm | P0 P1 | 1 | 1\n";

fn llvm(cpu: &str) -> Option<&'static str> {
    (cpu == "toy").then_some(LLVM)
}

fn toy() -> Table {
    Table::read(PRICES, &x86(), llvm).unwrap()
}

fn throughput(forms: &[&str]) -> Option<u32> {
    Some(toy().sequence(forms)?.rthroughput)
}

#[test]
fn many_of_a_form_cost_what_a_list_of_them_costs() {
    let all = [("add xmm, xmm", 5), ("shuffle xmm, xmm", 3), ("add zmm, zmm", 7)];
    let list: Vec<&str> = all.iter().flat_map(|(form, count)| vec![*form; *count]).collect();
    let counts = all.map(|(form, count)| (form, count as u64));
    let (mixed, sequence) = (toy().mixed(&counts).unwrap(), toy().sequence(&list).unwrap().rthroughput);
    assert!(mixed.abs_diff(u64::from(sequence)) <= 1, "{mixed} {sequence}");
    assert_eq!(toy().mixed(&[("mul xmm, xmm", 1)]), None);
}

#[test]
fn what_no_row_names_costs_what_llvm_says() {
    assert_eq!(toy().sequence(&["add xmm, xmm"]), Some(Cost { latency: 1, uops: 1, rthroughput: 34 }));
    assert_eq!(throughput(&["shuffle xmm, xmm"]), Some(100));
    assert_eq!(throughput(&["mul xmm, xmm"]), None);
    assert_eq!(toy().sequence(&[]), Some(Cost::default()));
    assert_eq!(toy().mixed(&[]), Some(0));
    // A resource that costs nothing here.
    assert_eq!(throughput(&["jump r32"]), Some(0));
    // Vectors of 512 bits in half the time.
    assert_eq!(throughput(&["add zmm, zmm"]), Some(34));
}

#[test]
fn work_is_spread_and_what_only_one_pipe_does_is_not() {
    assert_eq!(throughput(&["add xmm, xmm", "shuffle xmm, xmm"]), Some(100));
    assert_eq!(throughput(&["add xmm, xmm", "add xmm, xmm", "shuffle xmm, xmm"]), Some(100));
    assert_eq!(throughput(&["add xmm, xmm"; 4]), Some(134));
    // One part is for any pipe, the other for P1.
    assert_eq!(throughput(&["both xmm, xmm", "shuffle xmm, xmm"]), Some(200));
    assert_eq!(throughput(&["both xmm, xmm", "add xmm, xmm"]), Some(100));
}

#[test]
fn a_cpu_may_spread_work_less_well() {
    let table = |share: &str| Table::read(&format!("{PRICES}uneven {share}\n"), &x86(), llvm);
    let both = |share| table(share).unwrap().sequence(&["add xmm, xmm", "shuffle xmm, xmm"]).unwrap().rthroughput;
    assert_eq!((both("0"), both("0.5"), both("1")), (100, 117, 134));
    // One instruction waits for nobody, nor do those that can do the same pipes' work.
    assert_eq!(table("1").unwrap().sequence(&["add xmm, xmm"; 4]).unwrap().rthroughput, 134);
    assert!(table("1.1").unwrap_err().message.contains("is no rule"));
    assert!(table("0.1\nuneven 0.2").unwrap_err().message.contains("said on a line above already"));
}

#[test]
fn what_a_loop_writes_comes_from_beyond_the_first_cache() {
    let table = Table::read(&format!("{PRICES}fill M0 M1 | 1.2\n"), &x86(), llvm).unwrap();
    let usage = Usage { latency: 1, uops: 1, resources: vec![] };
    let listed = |text: &'static str| (Instruction::listed(text, &table.syntax), &usage);
    let cost = |lines: &[&'static str]| {
        let lines: Vec<_> = lines.iter().map(|text| listed(text)).collect();
        (table.block(&lines).rthroughput, table.streaming(&lines).rthroughput)
    };
    let (load, store) = ("move\t(%rdi), %zmm0", "move\t%zmm0, (%rsi)");
    assert_eq!(cost(&[load, load, load]), (150, 150));
    // The store and all three loads are on two pipes, and both wait for its line.
    assert_eq!(cost(&[load, load, load, store]), (200, 320));
    assert_eq!(cost(&[load, load, load, "move\t%xmm0, (%rsi)"]), (200, 230));
    // Spilled values stay in the first cache, wherever on the stack their place is.
    assert_eq!(cost(&[load, load, load, "move\t%zmm0, 64(%rsp)"]), (200, 200));
    assert_eq!(cost(&[load, load, load, "move\t%zmm0, (%rsp,%rax,8)"]), (200, 200));
    assert!(Table::read(&format!("{PRICES}fill M9 | 1\n"), &x86(), llvm).unwrap_err().message.contains("no pipe"));
}

#[test]
fn a_move_under_a_mask_may_have_a_row() {
    let usage = Usage { latency: 1, uops: 1, resources: vec![] };
    let toy = Table::read(&format!("{PRICES}row move | xmm {{k}} | P0 P1 | 2 | 1\n"), &x86(), llvm).unwrap();
    let cost = |line: &'static str| toy.block(&[(Instruction::listed(line, &toy.syntax), &usage)]).rthroughput;
    assert_eq!(cost("move\t%xmm0, %xmm1"), 0, "a register gets another name");
    assert_eq!(cost("move\t%xmm0, %xmm1 {%k1}"), 100);
    assert_eq!(cost("move\t%xmm0, %xmm1 {%k1} {z}"), 100);
    assert_eq!(cost("move\t%zmm0, %zmm1 {%k1}"), 0, "no row is of that width");
    assert_eq!(cost("dot\t%xmm0, %xmm1 {%k1}"), cost("dot\t%xmm0, %xmm1"));
    assert_eq!(cost("move\t(%rdi), %xmm1 {%k1} {z}"), cost("move\t(%rdi), %xmm1"));
}

#[test]
fn rows_go_before_llvm_and_are_of_the_operation_alone() {
    assert_eq!(throughput(&["dot xmm, xmm"]), Some(50));
    let table = toy();
    let of = |lines: &[&'static str]| {
        let usage = Usage { latency: 9, uops: 7, resources: vec![("P1".to_owned(), 900)] };
        let lines: Vec<_> = lines.iter().map(|line| (Instruction::listed(line, &x86()), &usage)).collect();
        table.block(&lines).rthroughput
    };
    assert_eq!(of(&["move %xmm1, %xmm2"]), 0);
    assert_eq!(of(&["move (%rdi), %zmm2"]), 50);
    assert_eq!(of(&["move 1(%rdi), %zmm2"]), 100);
    assert_eq!(of(&["move 1(%rdi), %xmm2"]), 50);
    assert_eq!(of(&["move 49(%rdi), %xmm2"]), 100);
    assert_eq!(of(&["move %zmm2, (%rdi)"]), 100);
    assert_eq!(of(&["dot (%rdi), %xmm0, %xmm1"; 4]), 200);
    // A load does the rest of it.
    assert_eq!(of(&["spread (%rdi), %xmm0"]), 50);
    assert_eq!(of(&["spread %xmm1, %xmm0"]), 900);
    assert_eq!(of(&["shuffle %zmm0, %zmm1"]), 50);
    assert_eq!(of(&["shuffle %xmm0, %xmm1"]), 900);
    assert_eq!(of(&["xor %xmm3, %xmm3, %xmm1"]), 0);
    assert_eq!(of(&["xor %xmm3, %xmm2, %xmm1"]), 900);
}

#[test]
fn a_load_across_a_line_costs_more_by_llvms_rows_too() {
    let table = toy();
    let usage = Usage { latency: 6, uops: 1, resources: vec![("P0".to_owned(), 33), ("L".to_owned(), 50)] };
    let of = |line: &'static str| table.block(&[(Instruction::listed(line, &x86()), &usage)]).rthroughput;
    assert_eq!(of("add (%rdi), %xmm1"), 50);
    assert_eq!(of("add 1(%rdi), %zmm1"), 63);
}

#[test]
fn what_does_not_fit_in_the_nearest_cache_takes_longer() {
    let table = toy();
    assert_eq!((table.memory(0), table.memory(64), table.memory(65)), (0, 50, 100));
    assert_eq!(table.memory(32 << 10), 512 * 50);
    assert_eq!(table.memory(64 << 10), 1024 * 250);
    assert_eq!(table.memory(2 << 20), (1 << 15) * 250);
}

#[test]
fn the_front_end_is_a_bound() {
    assert_eq!(throughput(&["dot xmm, xmm"; 16]), Some(800));
    let usage = Usage::default();
    let moves: Vec<_> = (0..16).map(|_| (Instruction::listed("move %xmm1, %xmm2", &x86()), &usage)).collect();
    assert_eq!(toy().block(&moves).rthroughput, 200);
    // Each is one instruction, whatever it is cut into.
    let table = |decode: &str| Table::read(&format!("{PRICES}decode {decode}\n"), &x86(), llvm).unwrap();
    assert_eq!(["2", "8", "16"].map(|decode| table(decode).block(&moves).rthroughput), [800, 200, 200]);
    assert_eq!(table("1").sequence(&["jump r32"; 3]).unwrap().rthroughput, 300);
    let moves = Moves { bits: 128, forms: &[], pairs: None, loads: 3, stores: 1, is_part_left: false };
    assert_eq!([toy(), table("2")].map(|table| table.least(&moves, &|_| true)), [150, 200]);
}

#[test]
fn pipes_can_be_out_of_use_for_a_width() {
    let without = PRICES.replace("halved 512", "without zmm P1");
    let table = Table::read(&without, &x86(), llvm).unwrap();
    assert_eq!(table.sequence(&["add zmm, zmm"]).unwrap().rthroughput, 100);
    assert_eq!(table.sequence(&["add xmm, xmm"]).unwrap().rthroughput, 34);
}

#[test]
fn what_cannot_be_read_is_said_with_its_line() {
    let error = |text: &str| Table::read(text, &x86(), llvm).unwrap_err().to_string();
    assert!(error("# isotope prices 2 toy\n").contains("version 1"));
    assert!(error("# isotope prices 1 toy\n").contains("does not name LLVM's table"));
    assert!(error("# isotope prices 1 toy\nllvm other\n").contains("no table of LLVM's for other"));
    let row = "# isotope prices 1 toy\nllvm toy\nrow add | any | P9 | 1 | 1\n";
    assert!(error(row).contains("line 3: no pipe is called P9"));
    assert!(error("# isotope prices 1 toy\nllvm toy\nprice add 3\n").contains("line 3: `price add 3` is no rule"));
    assert!(error(&format!("{PRICES}row dot | any | P0 | 1 | 1\n")).contains("dot has a row already"));
    assert!(error("# isotope prices 1 toy\nllvm toy\ndispatch 0\n").contains("is no rule"));
}

#[test]
fn another_price_is_another_digest() {
    let other = Table::read(&PRICES.replace("| 4\n", "| 5\n"), &x86(), llvm).unwrap();
    assert_ne!(toy().digest(), other.digest());
    assert_eq!(toy().digest(), Table::read(PRICES, &x86(), llvm).unwrap().digest());
}

/// The fault of a table whose only line after its base is this one.
fn refused(line: &str) -> TableError {
    let text = format!("# isotope prices 1 toy5\nllvm toy\npipes P0 P1 P2\n{line}\n");
    match Table::read(&text, &x86(), llvm) {
        Err(error) => error,
        Ok(_) => panic!("`{line}` is read"),
    }
}

#[test]
fn every_rule_is_refused_with_its_line_where_it_is_not_of_the_form() {
    for line in [
        "llvm",
        "dispatch many",
        "dispatch 0",
        "dispatch -1",
        "decode 0",
        "pipes",
        "as L",
        "halved half",
        "without zmm",
        "without wide P0",
        "load P0",
        "load P0 | 1",
        "load P0 | 1 x",
        "load P0 | 1 2 | wide",
        "load P0 | 1 2 | 0",
        "load P0 | 1 2 | 512 | 3",
        "store P0 | -1 1",
        "lines 32",
        "lines x 1",
        "lines 32 fast",
        "zeroing",
        "row add | any | P0 | 1",
        "row add | wide | P0 | 1 | 1",
        "row add | any | P0 | x | 1",
        "row add | any | P0 | 1 | 1.5",
        "row add | any | P0 | NaN | 1",
        "row add | any | P0 | inf | 1",
        "row add | any | P0 | 1e9 | 1",
        "row add | any | P0 | 1 | 1 | 1",
        "rows add | any | P0 | 1 | 1",
    ] {
        let error = refused(line);
        assert_eq!((error.line, error.message.as_str()), (4, format!("`{line}` is no rule").as_str()));
        assert_eq!(error.table, "# isotope prices 1 toy5");
    }
}

#[test]
fn a_rule_that_names_what_is_not_there_is_refused_with_the_name() {
    for line in ["as L M9", "without zmm M9", "load M9 | 1 1", "store P0 M9 | 1 1", "row add | any | P0 M9 | 1 | 1"] {
        let error = refused(line);
        assert_eq!((error.line, error.message.as_str()), (4, "no pipe is called M9"), "{line}");
    }
}

#[test]
fn what_is_said_twice_is_refused() {
    for (line, what) in [
        ("row add sub | zmm | P0 | 1 | 1", "add has a row already"),
        ("pipes M0 M1", "the pipe M0 is there already"),
        ("as L P0", "the resource L has a pipe already"),
        ("lines 32 1", "32 KiB have a price already"),
        ("dispatch 4", "this is said on a line above already"),
        ("decode 4", "this is said on a line above already"),
        ("halved 512", "this is said on a line above already"),
        ("load P0 | 1 1", "this is said on a line above already"),
        ("store P0 | 1 1", "this is said on a line above already"),
        ("load P0 | 1 1 | 512", "this is said on a line above already"),
    ] {
        let error = refused(&format!("{line}\n{line}"));
        assert_eq!((error.line, error.message.as_str()), (5, what), "{line}");
    }
    assert_eq!((refused("llvm toy").line, refused("pipes P3 P3").line), (4, 4));
    // Of one width and of any are two rows.
    let text = "# isotope prices 1 toy5\nllvm toy\npipes P0\nrow add | zmm | P0 | 1 | 1\nrow add | any | P0 | 2 | 1\n";
    assert!(Table::read(text, &x86(), llvm).is_ok());
}

#[test]
fn there_are_as_many_pipes_as_a_set_has_room_for() {
    let read = |count: usize| {
        let names: Vec<String> = (0..count).map(|n| format!("X{n}")).collect();
        let text = format!("# isotope prices 1 toy5\nllvm none\npipes {}\n", names.join(" "));
        Table::read(&text, &x86(), |_| Some("# isotope costs 1 none\ndispatch 4\n"))
    };
    let error = read(MAX_PIPES + 1).unwrap_err();
    assert!(error.message.contains(&format!("more than {MAX_PIPES} pipes")), "{error}");
    assert!(read(MAX_PIPES).is_ok());
}

#[test]
fn a_table_of_llvms_that_does_not_read_is_said_with_its_own_line() {
    for (text, line, what) in [
        ("# isotope costs 2 toy\n", 1, "version 1"),
        ("# isotope costs 1 toy\ndispatch wide\n", 2, "not a row"),
        ("# isotope costs 1 toy\nresources A\nadd xmm, xmm | 1 | 1\n", 3, "not a row"),
        ("# isotope costs 1 toy\nadd xmm, xmm | 1 | 1 | 1 | P0\n", 2, "not a row"),
        ("# isotope costs 1 toy\nadd xmm, xmm | 1 | 1 | 1 | P0:x\n", 2, "not a row"),
    ] {
        let error = Table::read("# isotope prices 1 toy5\nllvm toy\n", &x86(), |_| Some(text)).unwrap_err();
        assert!(error.line == line && error.message.contains(what), "{text:?}: {error}");
        assert_eq!(error.table, text.lines().next().unwrap(), "the table that is wrong");
    }
}

/// A sequence by its forms and a block by its lines are one thing where no address is in the way.
#[test]
fn sequences_and_blocks_of_the_same_instructions_cost_the_same() {
    let table = toy();
    let pairs = [
        ("add xmm, xmm", "add %xmm1, %xmm2"),
        ("shuffle xmm, xmm", "shuffle %xmm1, %xmm2"),
        ("both xmm, xmm", "both %xmm1, %xmm2"),
        ("dot xmm, xmm", "dot %xmm1, %xmm2"),
        ("add zmm, zmm", "add %zmm1, %zmm2"),
        ("add xmm, m128", "add (%rdi), %xmm2"),
    ];
    for mask in 1u32..1 << pairs.len() {
        let chosen: Vec<_> = (0..pairs.len()).filter(|i| mask >> i & 1 == 1).map(|i| pairs[i]).collect();
        let forms: Vec<&str> = chosen.iter().map(|(form, _)| *form).collect();
        let lines: Vec<_> =
            chosen.iter().map(|(form, line)| (Instruction::listed(line, &x86()), &table.llvm.forms[*form])).collect();
        let cost = table.sequence(&forms).unwrap();
        assert_eq!(table.block(&lines), cost, "{forms:?}");
        // One more instruction costs no less, and latencies and micro-operations add up.
        for (form, _) in pairs {
            let (more, alone) = ([&forms[..], &[form]].concat(), table.sequence(&[form]).unwrap());
            let longer = table.sequence(&more).unwrap();
            assert!(longer.rthroughput >= cost.rthroughput, "{more:?}");
            assert_eq!((longer.latency, longer.uops), (cost.latency + alone.latency, cost.uops + alone.uops));
        }
    }
    assert_eq!(table.sequence(&["add xmm, xmm", "unheard of"]), None);
}

/// Of every place in a line, those cross it from which what is loaded reaches into the next.
#[test]
fn a_load_crosses_a_line_exactly_where_it_reaches_into_the_next() {
    let table = toy();
    let usage = Usage::default();
    for (register, bytes) in [("xmm", 16), ("ymm", 32), ("zmm", 64)] {
        for at in -64..128i64 {
            let line = format!("move {at}(%rdi), %{register}2");
            let rthroughput = table.block(&[(Instruction::listed(&line, &x86()), &usage)]).rthroughput;
            let crosses = at.rem_euclid(64) + bytes > 64;
            assert_eq!(rthroughput, if crosses { 100 } else { 50 }, "{line}");
            let line = format!("move %{register}2, {at}(%rdi)");
            let rthroughput = table.block(&[(Instruction::listed(&line, &x86()), &usage)]).rthroughput;
            assert_eq!(rthroughput, if crosses { 150 } else { 100 }, "{line}");
        }
    }
}

#[test]
fn a_working_set_costs_what_the_least_cache_that_holds_it_gives() {
    let table = toy();
    // Lines of 64 bytes, begun ones too; past the largest that was measured, what that one gave.
    for (kib, centicycles) in [(1, 50), (31, 50), (32, 50), (33, 250), (1024, 250), (1025, 250), (1 << 20, 250)] {
        assert_eq!(table.memory(kib << 10), kib * 16 * centicycles, "{kib} KiB");
    }
    assert_eq!(table.memory((32 << 10) + 1), 513 * 250);
}

#[test]
fn the_least_price_of_moves_is_that_of_the_cheapest_mixture() {
    let prices = "# isotope prices 1 mix\nllvm mix\npipes A B\npipes L0 L1\npipes S\nload L0 L1 | 1 2\nstore S | 1 1\n";
    let llvm = "# isotope costs 1 mix\ndispatch 4\nresources A B L0 L1 S\n\
                move zmm, m512 | 1 | 1 | 1 | A:0.5 B:0.5\nmove m512, zmm | 1 | 1 | 1 | A:0.5 B:0.5\n";
    let table = |row: &str| Table::read(&format!("{prices}{row}"), &x86(), |_| Some(llvm.to_owned().leak())).unwrap();
    let forms = [["move zmm, m512", "move m512, zmm"]];
    let moves = |loads, stores| Moves { bits: 512, forms: &forms, pairs: None, loads, stores, is_part_left: false };
    // By LLVM every move is half a cycle of both pipes.
    assert_eq!(table("").least(&moves(2, 1), &|_| true), 150);
    // An instruction with a row loads on other pipes: two thirds of the moves stay where they were at most.
    let dot = table("row dot | zmm | L0 | 1 | 4\n");
    assert_eq!(dot.least(&moves(2, 1), &|_| true), 100);
    assert_eq!(dot.least(&moves(2, 1), &|mnemonic| mnemonic != "dot"), 150);
    assert_eq!(
        table("row dot move | zmm | L0 | 1 | 4\n").rows_without_a_form().into_iter().collect::<Vec<_>>(),
        ["dot"]
    );
    // Four micro-operations a cycle.
    assert_eq!(table("row free | any | - | 0 | 0\n").least(&moves(8, 0), &|_| true), 200);
    let unknown = [["other zmm, m512", "move m512, zmm"]];
    assert_eq!(table("").least(&Moves { forms: &unknown, ..moves(2, 1) }, &|_| true), 0);
}
