//! Programs that come out today, as files: a change of them is seen. `BLESS=1` writes them.

use crate::texts::{FAST, S16, STRICT, U8, convolution, correlation, product, quaternions};
use crate::{equal, pipes};
use isotope_vectorize::Model;
use std::path::Path;

#[test]
fn programs_are_the_golden_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/vectorize");
    let seed = Model::Diospyros(4);
    for (name, text, model) in [
        ("product_3_fast", product(FAST, [3, 3, 3]), pipes(256)),
        ("product_3_strict", product(STRICT, [3, 3, 3]), pipes(256)),
        ("product_3_diospyros", product(FAST, [3, 3, 3]), seed),
        ("product_4_s16", product(S16, [4, 4, 4]), pipes(512)),
        ("convolution_u8", convolution(U8, [3, 3], [2, 2]), pipes(256)),
        ("correlation_s16", correlation(S16, 8, 4), pipes(128)),
        ("sum_of_squares", correlation(FAST, 32, 1), pipes(256)),
        ("quaternions", quaternions(FAST), pipes(128)),
    ] {
        let found = isotope_mlir::print(&equal(&text, model).module);
        let file = folder.join(format!("{name}.mlir"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &found).unwrap();
        }
        let wanted = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(wanted == found, "{}: if that is meant, run with BLESS=1:\n{found}", file.display());
    }
}
