//! Kernels that are large: their e-graphs end by the rules, and not by a bound.

use crate::texts::{FAST, S16, product};
use crate::{module, pipes};
use isotope_vectorize::{Bounds, Kernel, vectorize};

#[test]
fn products_of_16_by_16_saturate() {
    for of in [S16, FAST] {
        let before = module(&product(of, [16, 16, 16]));
        let kernel = Kernel::read(&before, None).unwrap();
        let made = vectorize(&before, &kernel, pipes(512), &Bounds::default()).unwrap();
        assert!(made.limit.is_none() && made.vectors == 16, "{}", made.table);
    }
}
