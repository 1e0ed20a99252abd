//! Loops of listings are timed on this CPU. No time is asserted: only that more work takes more of it by far.

use isotope_run::loops::{constants, function};
use isotope_run::timing::{Effort, middle, times};

const EFFORT: Effort = Effort { runs: 5, passes: 5 };

#[test]
fn a_chain_takes_longer_than_its_parts_side_by_side() {
    if !std::is_x86_feature_detected!("avx2") {
        println!("skipped: this CPU has no AVX2");
        return;
    }
    let chain = ["vpmulld %ymm0, %ymm1, %ymm1"; 24];
    let load = ["vmovdqu 5(%rdi,%rax,4), %ymm2", "vpaddb .LCPI0_0(%rip), %ymm2, %ymm2", "vmovdqu %ymm2, 32(%rsp)"];
    let lacks = ["vpaddb (%rdi), %zmm0, %zmm1"];
    let all = [("chain", &chain[..]), ("load", &load[..]), ("lacks", &lacks[..])];
    let looped: Vec<_> = all.iter().map(|(name, lines)| function(name, lines, 10.0).unwrap()).collect();
    let text = looped.iter().map(|one| one.text.as_str()).collect::<String>() + &constants();
    let timed: Vec<_> = looped.iter().map(|one| one.timed.clone()).collect();
    let found = times(&text, &timed, EFFORT).unwrap();
    let cycles = |at: usize| middle(found[at].as_ref().unwrap()).0 / f64::from(looped[at].iterations);
    assert!(cycles(0) > 4.0 * cycles(1) && cycles(1) > 0.1, "{} and {}", cycles(0), cycles(1));
    assert_eq!(found[0].as_ref().unwrap().len(), 5);
    assert_eq!(found[2].is_none(), !std::is_x86_feature_detected!("avx512bw"));
}
