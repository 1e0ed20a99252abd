//! Innermost loops by themselves, for a processor to price: what is written, and what prices decide.

use crate::{generic, is_equal, kernel_cases, mlir_opt, module, sizes};
use isotope_nest::pack::{Way, pack};
use isotope_nest::tile::{Sizes, tile};
use isotope_nest::{Machine, Nests};
use isotope_smt::InProcess;

fn usual() -> Machine {
    Machine { vector: 512, ..Machine::of([32, 512, 8192], 64) }
}

/// Texts of loops without a price when a kernel is tiled, and packed.
fn texts(text: &str) -> Vec<String> {
    let before = generic(text, "");
    let nests = Nests::read(&before, None).unwrap();
    let tiled = tile(&before, &nests, &usual(), &Sizes::Auto, &InProcess).unwrap();
    let packed = pack(&before, &nests, &usual(), Way::Counted).unwrap();
    [tiled.unpriced, packed.unpriced].concat()
}

/// A loop nest over `%i`, `%j` and `%k` around these lines.
fn nest(body: &str) -> String {
    let m = "memref<300x300xf32>";
    format!(
        "func.func @f(%A: {m}, %B: {m}, %C: {m}, %x: f32) {{\naffine.for %i = 0 to 300 {{\naffine.for %j = 0 to 300 {{\n\
         affine.for %k = 0 to 300 {{\n{body}\n}}\n}}\n}}\nreturn\n}}\n"
    )
    .replace("<M>", m)
}

#[test]
fn forms_of_all_kernels_are_programs_whose_vectors_compute_the_same() {
    if !mlir_opt::is_there("forms_of_all_kernels_are_programs_whose_vectors_compute_the_same") {
        return;
    }
    let (mut all, mut pairs): (Vec<String>, usize) = (Vec::new(), 0);
    for (name, text) in kernel_cases::cases("polybench") {
        let found = texts(&sizes::sized(&text, "large", 0).unwrap());
        println!("{name}: {} forms", found.len());
        for text in &found {
            let passes = ["--lower-affine", "--convert-vector-to-llvm"];
            assert!(mlir_opt::run(&passes, text.as_bytes()).is_some(), "{name}\n{text}");
        }
        let arguments = |text: &str| text.lines().next().map(str::to_owned);
        for pair in found.windows(2).filter(|pair| !pair[0].contains("vector<") && pair[1].contains("vector<")) {
            // A sum has more lanes in one of them; the checker has no meaning of a gather.
            if arguments(&pair[0]) == arguments(&pair[1]) && !pair[1].contains("vector.gather") {
                assert!(is_equal(&module(&pair[0]), &module(&pair[1])), "{name}\n{}{}", pair[0], pair[1]);
                pairs += 1;
            }
        }
        all.extend(found);
    }
    all.sort();
    all.dedup();
    println!("{} forms, {pairs} pairs of one element and of vectors", all.len());
    assert!(all.len() > 20 && pairs > 8, "{} {pairs}", all.len());
}

#[test]
fn a_loop_has_vectors_where_no_iteration_waits_for_another() {
    if !mlir_opt::is_there("a_loop_has_vectors_where_no_iteration_waits_for_another") {
        return;
    }
    let load = "%a = affine.load %A[%i, %k] : <M>\n%b = affine.load %B[%k, %j] : <M>";
    for (body, lanes) in [
        // Its own element, and a sum whose order is free: four vectors of sums.
        (format!("{load}\n%c = arith.mulf %a, %x : f32\naffine.store %c, %A[%i, %k] : <M>"), Some(16)),
        (
            format!(
                "{load}\n%c = affine.load %C[%i, %j] : <M>\n%p = arith.mulf %a, %b fastmath<reassoc> : f32\n\
                 %s = arith.addf %c, %p fastmath<reassoc> : f32\naffine.store %s, %C[%i, %j] : <M>"
            ),
            Some(64),
        ),
        // A sum in this order, and the element that the iteration before wrote.
        (
            format!(
                "{load}\n%c = affine.load %C[%i, %j] : <M>\n%s = arith.addf %c, %a : f32\naffine.store %s, %C[%i, %j] : <M>"
            ),
            None,
        ),
        ("%a = affine.load %A[%i, %k - 1] : <M>\naffine.store %a, %A[%i, %k] : <M>".replace("%k - 1", "%k + 1"), None),
        // Another row stays another row.
        ("%a = affine.load %A[%i + 1, %k] : <M>\naffine.store %a, %A[%i, %k] : <M>".to_owned(), Some(16)),
    ] {
        let found = texts(&nest(&body).replace("<M>", "memref<300x300xf32>"));
        let step = |lanes: u64| format!("step = {lanes} : index");
        assert!(found.is_empty() || found.iter().any(|text| text.contains(&step(1))), "{body}\n{found:?}");
        let vectors = found.iter().filter(|text| text.contains("vector<")).count();
        let is_wide = lanes.is_none_or(|lanes| found.iter().any(|text| text.contains(&step(lanes))));
        assert!(is_wide && (lanes.is_some() || vectors == 0), "{body}\n{}", found.join("\n"));
    }
}

#[test]
fn what_has_no_form_is_counted() {
    if !mlir_opt::is_there("what_has_no_form_is_counted") {
        return;
    }
    // A condition, a number that is made of a counter, and more operations than a form has.
    let condition = "affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%k) {\naffine.store %x, %C[%i, %j] : <M>\n}";
    let number =
        "%n = arith.index_cast %k : index to i32\n%y = arith.sitofp %n : i32 to f32\naffine.store %y, %C[%k, %j] : <M>";
    let mut long = "%y0 = affine.load %A[%k, %j] : <M>\n".to_owned();
    for at in 0..300 {
        long += &format!("%y{} = arith.addf %y{at}, %x : f32\n", at + 1);
    }
    long += "affine.store %y300, %C[%k, %j] : <M>";
    for body in [condition, number, &long] {
        let text = nest(body).replace("<M>", "memref<300x300xf32>");
        assert_eq!(texts(&text), Vec::<String>::new(), "{body}");
        let before = generic(&text, "");
        let made = tile(&before, &Nests::read(&before, None).unwrap(), &usual(), &Sizes::Auto, &InProcess).unwrap();
        assert!(made.bands.iter().any(|band| band.costs.is_some() || band.dependence.is_some()), "{:?}", made.bands);
    }
}

#[test]
fn prices_decide_until_every_loop_of_the_best_has_one() {
    if !mlir_opt::is_there("prices_decide_until_every_loop_of_the_best_has_one") {
        return;
    }
    // Columns of A are read again and again: vectors of a pack may be worth its copies.
    let body = "%a = affine.load %A[%k, %i] : <M>\n%c = affine.load %C[%j, %k] : <M>\n%s = arith.addf %c, %a : f32\n\
                affine.store %s, %C[%j, %k] : <M>";
    let before = generic(&nest(body).replace("<M>", "memref<300x300xf32>"), "");
    let nests = Nests::read(&before, None).unwrap();
    // Loops without a column are cheap, or no cheaper than those with one.
    for (cycles, packs) in [(1.0, 1), (30.0, 0)] {
        let mut machine = usual();
        let made = loop {
            let made = pack(&before, &nests, &machine, Way::Counted).unwrap();
            if made.unpriced.is_empty() {
                break made;
            }
            assert!(machine.prices.len() < 16, "{:?}", made.unpriced);
            for text in made.unpriced {
                assert!(!machine.prices.contains_key(&text));
                let is_column = text.contains("memref<4096x128xf32>");
                let lanes = if text.contains("vector<") { 16.0 } else { 1.0 };
                let of = if is_column { lanes } else { lanes * cycles / 16.0 };
                machine.prices.insert(text, Some(of));
            }
        };
        assert_eq!(made.chosen().count(), packs, "{cycles}: {:?}", made.candidates);
        assert!(packs == 0 || is_equal(&before, &made.module));
    }
}

#[test]
fn vectors_that_take_too_many_operations_to_write_have_no_form() {
    if !mlir_opt::is_there("vectors_that_take_too_many_operations_to_write_have_no_form") {
        return;
    }
    // Each byte goes to a column: of 64 lanes every store takes two operations a lane.
    for (stores, has_vectors) in [(2, true), (30, false)] {
        let m = format!("memref<64x{}xi8>", 64 * stores);
        let store = |at: usize| format!("affine.store %v, %A[%i, %j + {}] : {m}\n", 64 * at);
        let text = format!(
            "func.func @f(%A: {m}, %B: memref<64xi8>) {{\naffine.for %j = 0 to 64 {{\naffine.for %i = 0 to 64 {{\n\
             %v = affine.load %B[%i] : memref<64xi8>\n{}}}\n}}\nreturn\n}}\n",
            (0..stores).map(store).collect::<String>()
        );
        let found = texts(&text);
        assert!(found.iter().any(|text| !text.contains("vector<")), "{stores}: {found:?}");
        assert_eq!(found.iter().any(|text| text.contains("vector<64xi8>")), has_vectors, "{stores}: {found:?}");
    }
}

/// The packs on a machine with vectors of 512 bits: the depth of the loop, the accesses and the buffer.
fn chosen(text: &str) -> Vec<(usize, Vec<usize>, Vec<u64>)> {
    let machine = Machine { vector: 512, ..Machine::of([32, 1024, 32768], 64) };
    let before = generic(text, "");
    let nests = Nests::read(&before, None).unwrap();
    let made = pack(&before, &nests, &machine, Way::Counted).unwrap();
    made.chosen().map(|of| (nests.domain.counters[of.of].depth, of.of_buffer.clone(), of.buffer())).collect()
}

/// A kernel of PolyBench, large, whose floats may be reordered.
fn large(name: &str) -> String {
    let text = kernel_cases::cases("polybench").into_iter().find(|(of, _)| of == name).unwrap().1;
    let text = sizes::sized(&text, "large", 0).unwrap();
    let is_sum = |line: &str| ["arith.mulf", "arith.addf", "arith.subf"].iter().any(|op| line.contains(op));
    text.lines()
        .map(|line| if is_sum(line) { line.replace(" : f64", " fastmath<fast> : f64") } else { line.to_owned() } + "\n")
        .collect()
}

#[test]
fn a_sum_in_an_array_that_the_loop_also_reads_has_an_element_of_its_own() {
    if !mlir_opt::is_there("a_sum_in_an_array_that_the_loop_also_reads_has_an_element_of_its_own") {
        return;
    }
    // `A[i, j] -= A[i, k] * A[j, k]` with `k < j < i`: the load and the store of A[i, j].
    let found = chosen(&large("cholesky.mlir"));
    assert!(found.contains(&(2, vec![0, 3], vec![1, 1])), "{found:?}");
    assert!(chosen(&large("trisolv.mlir")).iter().any(|(depth, _, buffer)| (*depth, &buffer[..]) == (1, &[1])));
    // Where `k` takes all values, A[i, k] is that element once. A[i, k + 300] never is, and either of them may have the buffer.
    for (other, is_packed) in [("%k", false), ("%j + 1", false), ("%k + 300", true)] {
        let m = "memref<300x600xf32>";
        let body = format!(
            "%a = affine.load %A[%i, %j] : {m}\n%b = affine.load %A[%i, {other}] : {m}\n%c = affine.load %B[%i, %k] : <M>\n\
             %p = arith.mulf %b, %c fastmath<reassoc> : f32\n%s = arith.subf %a, %p fastmath<reassoc> : f32\n\
             affine.store %s, %A[%i, %j] : {m}"
        );
        let text = nest(&body).replace("<M>", "memref<300x300xf32>").replacen("memref<300x300xf32>", m, 1);
        let found = chosen(&text);
        assert_eq!(!found.is_empty(), is_packed, "{other}: {found:?}");
    }
}

#[test]
fn accesses_that_disagree_have_the_order_of_the_innermost_loop() {
    if !mlir_opt::is_there("accesses_that_disagree_have_the_order_of_the_innermost_loop") {
        return;
    }
    // `C[k, j]` in the innermost loop and `C[i, j]` around it: the buffer goes by columns.
    let found = chosen(&large("symm.mlir"));
    assert!(
        found.iter().any(|(depth, accesses, buffer)| *depth == 0 && accesses.len() > 2 && buffer == &[1200, 1000]),
        "{found:?}"
    );
}

#[test]
fn columns_that_are_read_again_and_again_are_turned_around() {
    if !mlir_opt::is_there("columns_that_are_read_again_and_again_are_turned_around") {
        return;
    }
    // In the triangle of the covariances each iteration of the outermost loop reads most columns again.
    let text = kernel_cases::cases("polybench").into_iter().find(|(of, _)| of == "covariance.mlir").unwrap().1;
    let found = chosen(&sizes::sized(&text, "large", 0).unwrap());
    let [(0, accesses, buffer)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((accesses.len(), &buffer[..]), (2, &[1200, 1400][..]));
    // Of a product of an array with itself one factor is read by columns, and the other by rows.
    let body = "%a = affine.load %A[%k, %i] : <M>\n%b = affine.load %A[%j, %k] : <M>\n%c = affine.load %C[%i, %j] : <M>\n\
                %p = arith.mulf %a, %b fastmath<reassoc> : f32\n%s = arith.addf %c, %p fastmath<reassoc> : f32\n\
                affine.store %s, %C[%i, %j] : <M>";
    let found = chosen(&nest(body).replace("<M>", "memref<300x300xf32>"));
    assert_eq!(found.iter().map(|(_, accesses, _)| &accesses[..]).collect::<Vec<_>>(), [[0]], "{found:?}");
}
