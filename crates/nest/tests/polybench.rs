//! The kernels of PolyBench, packed for a small machine at small sizes and for a usual one at large sizes.

use crate::{generic, is_equal, kernel_cases, mlir_opt, sizes};
use isotope_nest::pack::{Way, pack, pack_each};
use isotope_nest::{Machine, Nests};

/// One whose caches are so small that even small arrays are worth packing.
fn small() -> Machine {
    Machine { page: 256, ..Machine::of([1, 2, 8], 4) }
}

#[test]
fn packs_of_all_kernels_are_equal_at_small_sizes() {
    if !mlir_opt::is_there("packs_of_all_kernels_are_equal_at_small_sizes") {
        return;
    }
    let mut counts = [0, 0];
    for (name, text) in kernel_cases::cases("polybench") {
        let before = generic(&sizes::sized(&text, "small", 0).unwrap(), "affine-loop-tile{tile-size=8}");
        let nests = Nests::read(&before, None).unwrap_or_else(|why| panic!("{name}: {why}"));
        for (way, count) in [Way::Gpat, Way::Counted].into_iter().zip(&mut counts) {
            let packed = pack(&before, &nests, &small(), way).unwrap();
            *count += packed.chosen().count();
            assert!(packed.chosen().count() == 0 || is_equal(&before, &packed.module), "{name}, {way:?}");
        }
    }
    println!("{} packs of GPAT's, {} by counts", counts[0], counts[1]);
    assert!(counts.iter().all(|count| *count >= 6), "{counts:?}");
}

#[test]
fn every_array_before_every_loop_is_packed_right() {
    if !mlir_opt::is_there("every_array_before_every_loop_is_packed_right") {
        return;
    }
    let (mut packed, mut refused) = (0, 0);
    for (name, text) in kernel_cases::cases("polybench").into_iter().step_by(3) {
        let before = generic(&sizes::sized(&text, "small", 0).unwrap(), "affine-loop-tile{tile-size=8}");
        let nests = Nests::read(&before, None).unwrap();
        for of in (0..nests.loops.len()).step_by(2) {
            for array in 0..nests.arrays.len() {
                if !nests.accesses_in(of).any(|access| access.array == array) {
                    continue;
                }
                let Ok(made) = pack_each(&before, &nests, (of, array), &small()) else {
                    refused += 1;
                    continue;
                };
                for made in made {
                    let of = &made.candidates[0];
                    assert!(is_equal(&before, &made.module), "{name}: {of:?}\n{}", isotope_mlir::print(&made.module));
                    packed += 1;
                }
            }
        }
    }
    println!("{packed} packs, {refused} refused");
    assert!(packed > 60);
}

#[test]
#[ignore = "slow: large arrays"]
fn packs_of_all_kernels_are_equal_at_large_sizes() {
    if !mlir_opt::is_there("packs_of_all_kernels_are_equal_at_large_sizes") {
        return;
    }
    for (name, text) in kernel_cases::cases("polybench") {
        let before = generic(&sizes::sized(&text, "large", 0).unwrap(), "affine-loop-tile{cache-size=256}");
        let nests = Nests::read(&before, None).unwrap();
        for way in [Way::Gpat, Way::Counted] {
            let packed = pack(&before, &nests, &Machine::of([32, 256, 9216], 64), way).unwrap();
            let count = packed.chosen().count();
            println!("{name}, {way:?}: {count}");
            assert!(count == 0 || is_equal(&before, &packed.module), "{name}, {way:?}");
        }
    }
}
