//! Diospyros' own kernels in its cost model.

use crate::equal;
use crate::texts::{FAST, Of, convolution, function, load, product, quaternions, scalars, store};
use isotope_vectorize::{Model, Vectorized};
use std::time::{Duration, Instant};

/// A kernel's program by Diospyros' model, of at most this cost.
fn at_most(name: &str, text: &str, most: f64) -> Vectorized {
    let made = equal(text, Model::Diospyros(4));
    assert!(made.cost <= most, "{name}: {} is more than {most}", made.cost);
    assert_eq!(made.limit, None, "{name}");
    made
}

/// `C[at] = what`, where `what` is written in names of arguments: a scalar is `%x0`, `%x1`, ...
fn written(count: usize, lines: &[&str]) -> String {
    scalars(count, lines)
}

/// Costs in the tests of its program, revision 3597eb39 of cucapra/diospyros, `src/dios-egraphs/src/main.rs`.
#[test]
fn its_own_examples_cost_no_more_than_there() {
    at_most("simple_vector_add", &written(4, &["x0 + x1", "x2 + x3"]), 1.208);
    at_most(
        "vector_pairwise_mac",
        &written(12, &["x0 * x1 + x2 * x3 + x4 * x5", "x6 * x7 + x8 * x9 + x10 * x11"]),
        3.624,
    );
    at_most(
        "vector_variadic_add_mac",
        &written(12, &["x0 * x1 + x2 * x3 + x4 * x5", "x6 * x7 + x8 * x9 + x10 * x11"]),
        3.624,
    );
    let mac = ["x0 + x4 * x8", "x1 + x5 * x9", "x2 + x6 * x10", "x3 + x7 * x11"];
    at_most("vector_mac", &written(12, &mac), 1.312);
    at_most("vector_mac_just_mul_or_zero", &written(12, &["x0 + x4 * x8", "x5 * x9", "0", "x3 + x7 * x11"]), 1.312);
    let two = ["x0 * x4 + x1 * x6", "x0 * x5 + x1 * x7", "x2 * x4 + x3 * x6", "x2 * x5 + x3 * x7"];
    at_most("vector_matrix_multiply_2x2_2x2", &written(8, &two), 2.416);
    at_most("vector_matrix_multiply_2x2_2x2_explicit_get", &product(FAST, [2, 2, 2]), 2.0521);
    at_most("vector_matrix_multiply_2x3_3x3", &product(FAST, [2, 3, 3]), 6.43);
    at_most("vector_2d_conv_2x2_2x2", &convolution(FAST, [2, 2], [2, 2]), 9.656);
    at_most("vector_2d_conv_3x3_3x3", &convolution(FAST, [3, 3], [3, 3]), 156.468);
    at_most("qr_decomp_snippet", &snippet(FAST), 121.048);
}

/// Three times `-sign(a) * sqrt(a * a + b * b)`, then `b`.
fn snippet(of: Of) -> String {
    let (a, c) = (("A", 4, of.read), ("C", 4, of.written));
    let flags = of.flags;
    let mut body = load("a", a, 0, "0") + &load("b", a, 0, "2");
    body += "%one = \"arith.constant\"() <{value = 1.000000e+00 : f32}> : () -> f32\n";
    for (at, text) in [
        ("sg", "\"math.copysign\"(%one, %a)"),
        ("ng", "\"arith.negf\"(%sg)"),
        ("aa", "\"arith.mulf\"(%a, %a)"),
        ("bb", "\"arith.mulf\"(%b, %b)"),
        ("sum", "\"arith.addf\"(%aa, %bb)"),
        ("root", "\"math.sqrt\"(%sum)"),
        ("r", "\"arith.mulf\"(%ng, %root)"),
    ] {
        let types = if text.matches('%').count() == 2 { "f32, f32" } else { "f32" };
        body += &format!("%{at} = {text}{flags} : ({types}) -> f32\n");
    }
    for at in 0..3 {
        body += &store("r", c, 0, &at.to_string());
    }
    body += &store("b", c, 0, "3");
    function(&[a, c], &body)
}

/// The model's own arithmetic: for four outputs the longest sum, 1.026 each, and 0.1 for each joint.
#[test]
fn products_cost_what_their_sums_cost() {
    for ([m, k, n], cost) in [([2, 2, 2], 2.052), ([3, 3, 3], 9.434), ([4, 4, 4], 16.716)] {
        let made = at_most("product", &product(FAST, [m, k, n]), cost + 1e-6);
        assert!(made.cost > cost - 0.1, "{}: less than the model can say", made.cost);
    }
}

/// The sizes of its paper (ASPLOS 2021), with the costs of its program where it ended or was ended: 235 and 3,208 of two.
#[test]
#[ignore = "half a minute"]
fn sizes_of_the_paper() {
    let within = |name: String, text: &str, most: f64| {
        let began = Instant::now();
        let before = crate::module(text);
        let kernel = isotope_vectorize::Kernel::read(&before, None).unwrap();
        let made =
            isotope_vectorize::vectorize(&before, &kernel, Model::Diospyros(4), &isotope_vectorize::Bounds::default())
                .unwrap();
        let took = began.elapsed();
        assert!(crate::is_equal(&before, &made.module), "{name}");
        assert!(made.cost <= most && made.limit.is_none(), "{name}: {} {:?}", made.cost, made.limit);
        println!("{name}: {:.3}, {:.2} s", made.cost, took.as_secs_f64());
        assert!(took < Duration::from_secs(20), "{name}: {took:?}");
    };
    for (size, most) in [
        ([2, 2, 2], 2.0521),
        ([2, 3, 3], 6.43),
        ([3, 3, 3], 9.596),
        ([4, 4, 4], 20.7),
        ([8, 8, 8], 133.0),
        ([10, 10, 10], 259.0),
        ([16, 16, 16], 1057.0),
    ] {
        within(format!("product {size:?}"), &product(FAST, size), most);
    }
    // The longest sums of four neighbours, and 1.026 for each, by hand.
    for (rows, columns, height, width) in [
        (3, 3, 2, 2),
        (3, 5, 3, 3),
        (10, 10, 2, 2),
        (16, 16, 2, 2),
        (3, 3, 3, 3),
        (4, 4, 3, 3),
        (8, 8, 3, 3),
        (10, 10, 3, 3),
        (16, 16, 3, 3),
        (10, 10, 4, 4),
        (16, 16, 4, 4),
    ] {
        let least = longest([rows, columns], [height, width]);
        within(
            format!("convolution {rows}x{columns}, {height}x{width}"),
            &convolution(FAST, [rows, columns], [height, width]),
            1.05 * least,
        );
    }
    within("quaternions".to_owned(), &quaternions(FAST), 60.0);
    for size in [3, 4] {
        within(format!("qr {size}"), &crate::texts::householder(size), f64::INFINITY);
    }
}

/// The least cost of the sums of a convolution, four outputs at once.
fn longest([rows, columns]: [usize; 2], [height, width]: [usize; 2]) -> f64 {
    let (high, wide) = (rows + height - 1, columns + width - 1);
    let sums: Vec<usize> = (0..high * wide)
        .map(|at| {
            let (row, column) = (at / wide, at % wide);
            let of = |place: usize, size: usize, filter: usize| {
                (0..filter).filter(|f| place >= *f && place - f < size).count()
            };
            of(row, rows, height) * of(column, columns, width)
        })
        .collect();
    let chunks: Vec<usize> = sums.chunks(4).map(|chunk| chunk.iter().copied().max().unwrap_or(0)).collect();
    chunks.iter().sum::<usize>() as f64 * 1.026 + 0.1 * (chunks.len() - 1) as f64
}
