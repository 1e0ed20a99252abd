//! Bands in tiles, compared with what they were, and executed.

use crate::random::{Random, drawn, executed};
use crate::{generic, is_equal, kernel_cases, mlir_opt, sizes};
use isotope_nest::pack::{Way, pack};
use isotope_nest::tile::{Sizes, table, tile};
use isotope_nest::{Machine, Nests};
use isotope_smt::{Answer, InProcess, Outcome, Prover, Query};

/// One whose caches are small.
fn small() -> Machine {
    Machine { page: 256, ..Machine::of([1, 2, 8], 4) }
}

#[test]
fn tiles_of_all_kernels_are_equal_at_small_sizes() {
    if !mlir_opt::is_there("tiles_of_all_kernels_are_equal_at_small_sizes") {
        return;
    }
    let (mut tiled, mut packed, mut refused) = (0, 0, Vec::new());
    for (name, text) in kernel_cases::cases("polybench") {
        let before = generic(&sizes::sized(&text, "small", 0).unwrap(), "");
        let nests = Nests::read(&before, None).unwrap_or_else(|why| panic!("{name}: {why}"));
        for of in [Sizes::Given(vec![4, 3]), Sizes::Auto] {
            let made = tile(&before, &nests, &small(), &of, &InProcess).unwrap();
            tiled += made.tiled().count();
            let text = table(&before, &nests, &made.bands);
            println!("{name}, {of:?}\n{text}");
            if text.contains("turn them around") {
                refused.push(name.clone());
            }
            assert!(made.tiled().count() == 0 || is_equal(&before, &made.module), "{name}, {of:?}");
            let nests = Nests::read(&made.module, None).unwrap_or_else(|why| panic!("{name}: {why}"));
            let both = pack(&made.module, &nests, &small(), Way::Counted).unwrap();
            packed += both.chosen().count();
            assert!(both.chosen().count() == 0 || is_equal(&before, &both.module), "{name}, {of:?}, packed");
        }
    }
    println!("{tiled} bands are tiled, {packed} arrays packed then");
    assert!(tiled > 30 && packed > 5 && refused.contains(&"seidel-2d.mlir".to_owned()), "{refused:?}");
}

#[test]
fn drawn_nests_are_the_same_in_tiles() {
    tiled_nests(200);
}

#[test]
#[ignore = "slow: 3000 nests"]
fn many_drawn_nests_are_the_same_in_tiles() {
    tiled_nests(3000);
}

fn tiled_nests(count: u64) {
    let (mut tiled, mut refused, mut random) = (0, 0, Random(9));
    for number in 0..count {
        let before = drawn(number);
        let nests = Nests::read(&before, None).unwrap();
        let of = (0..2).map(|_| 1 + random.below(5) as u64).collect();
        let made = tile(&before, &nests, &small(), &Sizes::Given(of), &InProcess).unwrap();
        refused += made.bands.iter().filter(|band| band.dependence.is_some()).count();
        if made.tiled().count() > 0 {
            tiled += 1;
            let text = || format!("{number}: {:?}\n{}", made.bands, isotope_mlir::print(&made.module));
            assert_eq!(executed(&made.module), executed(&before), "{}", text());
            assert!(tiled % 8 != 0 || is_equal(&before, &made.module), "{}", text());
        }
    }
    println!("{tiled} are the same in tiles, {refused} have a dependence against them");
    assert!(tiled > count / 20 && refused > count as usize / 20);
}

/// A prover that has one answer.
struct Always(Outcome);

impl Prover for Always {
    fn prove(&self, _: &Query) -> Answer {
        Answer::free(self.0.clone())
    }
}

#[test]
fn tiles_against_a_dependence_are_refused_by_the_comparison() {
    let (mut wrong, mut right) = (0, 0);
    for number in 0..250 {
        let before = drawn(number);
        let nests = Nests::read(&before, None).unwrap();
        let lie = Always(Outcome::Unsolvable);
        let made = tile(&before, &nests, &small(), &Sizes::Given(vec![2, 3]), &lie).unwrap();
        if made.tiled().count() == 0 {
            continue;
        }
        let is_same = executed(&made.module) == executed(&before);
        let is_accepted = is_equal(&before, &made.module);
        assert!(is_same || !is_accepted, "{number}: this is accepted\n{}", isotope_mlir::print(&made.module));
        wrong += usize::from(!is_same);
        right += usize::from(is_accepted);
    }
    println!("{wrong} wrong ones are refused, {right} accepted");
    assert!(wrong > 10 && right > 10);
}

#[test]
fn what_the_solver_does_not_know_is_not_tiled() {
    let (mut bands, unknown) = (0, Always(Outcome::Unknown("no time".to_owned())));
    for number in 0..20 {
        let before = drawn(number);
        let nests = Nests::read(&before, None).unwrap();
        let made = tile(&before, &nests, &small(), &Sizes::Given(vec![2]), &unknown).unwrap();
        assert_eq!(made.tiled().count(), 0);
        assert!(made.bands.iter().all(|band| band.why_not.as_ref().is_some_and(|why| why.contains("no time"))));
        bands += made.bands.len();
    }
    assert!(bands > 5, "{bands}");
}

#[test]
fn sizes_that_no_tile_has_are_refused() {
    let before = drawn(0);
    let nests = Nests::read(&before, None).unwrap();
    for sizes in [vec![], vec![0], vec![8, 1 << 21]] {
        let said = tile(&before, &nests, &small(), &Sizes::Given(sizes), &InProcess).unwrap_err().to_string();
        assert!(said.contains("1 to 1048576 (MAX_TILE)"), "{said}");
    }
}

#[test]
fn parts_of_an_array_that_lie_apart_are_not_all_of_it() {
    if !mlir_opt::is_there("parts_of_an_array_that_lie_apart_are_not_all_of_it") {
        return;
    }
    // A tile reads A[i, k] and some rows A[j, k], and nothing between them; untiled columns of A stay in no first cache.
    let text = kernel_cases::cases("polybench").into_iter().find(|(name, _)| name == "syrk.mlir").unwrap().1;
    let before = generic(&sizes::sized(&text, "large", 0).unwrap(), "");
    let machine = Machine { vector: 512, ..Machine::of([32, 1024, 32768], 64) };
    let nests = Nests::read(&before, None).unwrap();
    let made = tile(&before, &nests, &machine, &Sizes::Auto, &InProcess).unwrap();
    let band = made.bands.iter().find(|band| band.costs.is_some()).unwrap_or_else(|| panic!("{:?}", made.bands));
    let ([untiled, cost], Some(rows)) = (band.costs.unwrap(), band.sizes.last()) else { panic!("{band:?}") };
    assert!(*rows <= 256 && cost < untiled * 0.6, "{band:?}");
    // And yet the columns of A alone, packed before all loops, save more.
    assert!(band.why_not.as_ref().is_some_and(|why| why.contains("`isotope pack`")), "{band:?}");
    let packed = pack(&before, &nests, &machine, Way::Counted).unwrap();
    assert_eq!(packed.chosen().count(), 1, "{:?}", packed.candidates);
}

/// Sums of products over `%k` and `%l`, by this addition of the elements.
fn sum(add: &str, ty: &str, also: &str) -> String {
    let (a, b) = (format!("memref<9x7x{ty}>"), format!("memref<9x{ty}>"));
    format!(
        "func.func @f(%A: {a}, %s: {b}, %t: {b}) {{\naffine.for %i = 0 to 9 {{\naffine.for %k = 0 to 5 {{\naffine.for %l = 0 to 7 {{\n\
         %x = affine.load %A[%k + 4, %l] : {a}\n%y = affine.load %s[%i] : {b}\n%z = {add} : {ty}\n\
         affine.store %z, %s[%i] : {b}\n{also}\n}}\n}}\n}}\nreturn\n}}\n"
    )
}

#[test]
fn sums_whose_order_is_free_are_no_dependences() {
    if !mlir_opt::is_there("sums_whose_order_is_free_are_no_dependences") {
        return;
    }
    let partial = "%w = affine.load %s[%i] : memref<9xi32>\naffine.store %w, %t[%k] : memref<9xi32>";
    let used = "affine.store %y, %t[%k] : memref<9xi32>";
    for (text, count) in [
        (sum("arith.addi %y, %x", "i32", ""), 3),
        (sum("arith.addf %x, %y fastmath<reassoc>", "f32", ""), 3),
        (sum("arith.addf %x, %y", "f32", ""), 2),
        (sum("arith.subi %y, %x", "i32", ""), 3),
        (sum("arith.subf %y, %x fastmath<reassoc>", "f32", ""), 3),
        (sum("arith.subi %x, %y", "i32", ""), 2),
        (sum("arith.subf %y, %x", "f32", ""), 2),
        (sum("arith.addi %y, %y", "i32", ""), 2),
        (sum("arith.addi %y, %x overflow<nsw>", "i32", ""), 2),
        (sum("arith.addi %y, %x", "i32", partial), 2),
        (sum("arith.addi %y, %x", "i32", used), 2),
    ] {
        let before = generic(&text, "");
        let nests = Nests::read(&before, None).unwrap();
        let made = tile(&before, &nests, &small(), &Sizes::Given(vec![4, 2, 3]), &InProcess).unwrap();
        let loops = made.tiled().map(|band| band.loops.len()).max().unwrap_or(0);
        assert_eq!(loops, count, "{text}{:?}", made.bands);
        assert!(is_equal(&before, &made.module), "{text}");
    }
}

/// A sum that stands in an element of its own, `%s`, between a store and a load.
fn own_sum(made: &str, begin: &str, end: &str, behind: &str) -> String {
    format!(
        "func.func @f(%A: memref<9x7xi32>, %B: memref<9x7xi32>, %t: memref<9x7xi32>, %u: memref<i32>) {{\n\
         %zero = arith.constant 0 : i32\n{made}\naffine.for %i = 0 to 9 {{\naffine.for %j = 0 to 7 {{\n{begin}\n\
         affine.for %k = 0 to 7 {{\n%x = affine.load %A[%i, %k] : memref<9x7xi32>\n%b = affine.load %B[%i, %j] : memref<9x7xi32>\n\
         %p = arith.subi %b, %x : i32\n%y = affine.load %s[] : memref<i32>\n%z = arith.muli %y, %p : i32\n\
         %w = arith.addi %z, %x : i32\naffine.store %w, %s[] : memref<i32>\n}}\n{end}\n}}\n}}\n{behind}\nreturn\n}}\n"
    )
}

#[test]
fn an_element_that_each_iteration_writes_first_is_no_dependence() {
    if !mlir_opt::is_there("an_element_that_each_iteration_writes_first_is_no_dependence") {
        return;
    }
    let (own, first) = ("%s = memref.alloc() : memref<i32>", "affine.store %zero, %s[] : memref<i32>");
    let end = "%v = affine.load %s[] : memref<i32>\naffine.store %v, %t[%i, %j] : memref<9x7xi32>";
    let (argument, branch) = (
        "%o = memref.alloc() : memref<i32>",
        "affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {\naffine.store %zero, %s[] : memref<i32>\n}",
    );
    let last = "%l = affine.load %s[] : memref<i32>\naffine.store %l, %u[] : memref<i32>";
    for (made, begin, end, behind, is_tiled) in [
        (own, first, end, "", true),
        // Read behind the loops, an argument, written in some iterations, and before the loops alone.
        (own, first, end, last, false),
        (argument, first, end, "", false),
        (own, branch, end, "", false),
        (&format!("{own}\n{first}"), "", end, "", false),
    ] {
        let mut text = own_sum(made, begin, end, behind);
        if made == argument {
            text = text.replace("%s[]", "%u[]");
        }
        let before = generic(&text, "");
        let nests = Nests::read(&before, None).unwrap();
        let made = tile(&before, &nests, &small(), &Sizes::Given(vec![4, 3]), &InProcess).unwrap();
        assert_eq!(made.tiled().count() > 0, is_tiled, "{text}{:?}", made.bands);
        assert!(!is_tiled || made.tiled().next().unwrap().loops.len() == 2, "{:?}", made.bands);
        assert!(is_equal(&before, &made.module), "{text}");
    }
}
