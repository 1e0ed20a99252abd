//! The costs of CPUs in the data files.

#![allow(clippy::unwrap_used)]

use isotope_dictionary::Dictionary;
use isotope_grammars::embedded;

fn x86() -> &'static Dictionary {
    embedded().get("x86_64").unwrap().dictionary()
}
#[test]
fn every_cpu_goes_by_a_table() {
    let prices = x86().prices();
    assert_eq!(prices.of("cascadelake").cpu(), "skylake-avx512");
    assert_eq!(prices.of("znver5").cpu(), "znver5");
    assert_eq!(prices.of("bdver4").cpu(), "znver4");
    assert_eq!(prices.of("znver2").cpu(), "znver3");
    assert_eq!(prices.cpus().count(), 6);
    // Rules that do not read would end the first search that asks for them.
    for cpu in prices.cpus() {
        assert!(prices.of(cpu).sequence(&["vpaddb ymm, ymm, ymm"]).is_some(), "{cpu}");
    }
    assert_ne!(prices.digest("znver4"), prices.digest("znver5"));
    assert_eq!(prices.digest("haswell"), prices.digest("skylake-avx512"));
}

#[test]
fn the_planner_and_the_pricer_read_the_same_prices() {
    let dictionary = x86();
    let member = dictionary.member("_mm512_dpbusd_epi32").unwrap();
    for cpu in ["znver4", "znver5", "sapphirerapids", "icelake-server"] {
        let table = dictionary.prices().of(cpu);
        let priced = table.sequence(&["vpdpbusd zmm, zmm, zmm"]).unwrap();
        assert_eq!(dictionary.cost(member, cpu), Some(priced), "{cpu}");
    }
    assert_eq!(dictionary.cost(member, "znver4").unwrap().rthroughput, 100);
}

#[test]
fn generic_operations_have_prices_by_size() {
    let prices = x86().prices();
    let (wide, narrow) = (prices.generic("skylake-avx512", 512), prices.generic("skylake-avx512", 256));
    assert_eq!((wide.arithmetic, wide.shuffle, wide.permute), (50, 100, 200));
    assert!(narrow.arithmetic < wide.arithmetic);
}
