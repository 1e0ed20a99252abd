use super::*;

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
    Table::read(PRICES, llvm).unwrap()
}

fn throughput(forms: &[&str]) -> Option<u32> {
    Some(toy().sequence(forms)?.rthroughput)
}

#[test]
fn what_no_row_names_costs_what_llvm_says() {
    assert_eq!(toy().sequence(&["add xmm, xmm"]), Some(Cost { latency: 1, uops: 1, rthroughput: 34 }));
    assert_eq!(throughput(&["shuffle xmm, xmm"]), Some(100));
    assert_eq!(throughput(&["mul xmm, xmm"]), None);
    assert_eq!(toy().sequence(&[]), Some(Cost::default()));
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
fn rows_go_before_llvm_and_are_of_the_operation_alone() {
    assert_eq!(throughput(&["dot xmm, xmm"]), Some(50));
    let table = toy();
    let of = |lines: &[&'static str]| {
        let usage = Usage { latency: 9, uops: 7, resources: vec![("P1".to_owned(), 900)] };
        let lines: Vec<_> = lines.iter().map(|line| (Instruction::att(line), &usage)).collect();
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
    let of = |line: &'static str| table.block(&[(Instruction::att(line), &usage)]).rthroughput;
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
    assert_eq!(Table::bare("odd", &[]).unwrap().memory(64), 0);
}

#[test]
fn the_front_end_is_a_bound() {
    assert_eq!(throughput(&["dot xmm, xmm"; 16]), Some(800));
    let usage = Usage::default();
    let moves: Vec<_> = (0..16).map(|_| (Instruction::att("move %xmm1, %xmm2"), &usage)).collect();
    assert_eq!(toy().block(&moves).rthroughput, 200);
}

#[test]
fn pipes_can_be_out_of_use_for_a_width() {
    let without = PRICES.replace("halved 512", "without zmm P1");
    let table = Table::read(&without, llvm).unwrap();
    assert_eq!(table.sequence(&["add zmm, zmm"]).unwrap().rthroughput, 100);
    assert_eq!(table.sequence(&["add xmm, xmm"]).unwrap().rthroughput, 34);
}

#[test]
fn a_cpu_without_prices_costs_what_llvm_says() {
    let names = ["P0".to_owned(), "P1".to_owned()];
    let table = Table::bare("odd", &names).unwrap();
    let usage = Usage { latency: 1, uops: 1, resources: vec![("P0".to_owned(), 50), ("P1".to_owned(), 50)] };
    let lines: Vec<_> = (0..3).map(|_| (Instruction::att("add %q0, %q1"), &usage)).collect();
    assert_eq!(table.block(&lines).rthroughput, 150);
}

#[test]
fn what_cannot_be_read_is_said_with_its_line() {
    let error = |text: &str| Table::read(text, llvm).unwrap_err().to_string();
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
    let other = Table::read(&PRICES.replace("| 4\n", "| 5\n"), llvm).unwrap();
    assert_ne!(toy().digest(), other.digest());
    assert_eq!(toy().digest(), Table::read(PRICES, llvm).unwrap().digest());
}
