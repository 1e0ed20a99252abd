//! Programs of our own that are made wrong as users of `mlir-opt` have reported: each is refused, with an input.

use crate::cases;
use isotope_kernel::check::{Options, Sizes, Verdict, check};
use isotope_mlir::read;

#[test]
fn reported_miscompilations_are_refused() {
    let (mut refused, files) = (0, cases("reported"));
    for (name, before) in files.iter().filter(|(name, _)| name.ends_with(".before.mlir")) {
        let other = name.replace(".before.", ".after.");
        let (_, after) = files.iter().find(|(name, _)| *name == other).unwrap_or_else(|| panic!("{other} is missing"));
        let [before, after] = [before, after].map(|text| read(text).unwrap_or_else(|error| panic!("{name}: {error}")));
        let options = Options { sizes: Sizes { all: Some(2), ..Sizes::default() }, ..Options::default() };
        match check(&before, &after, &options).unwrap_or_else(|error| panic!("{name}: {error}")) {
            Verdict::Different(found) => println!("{name}: {}", found.cell),
            other => panic!("{name}: {other:?}"),
        }
        // The program itself is accepted.
        let own = check(&before, &before, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(matches!(own, Verdict::Identity(_)), "{name}: {own:?}");
        refused += 1;
    }
    println!("{refused} reported miscompilations are refused");
    assert_eq!(refused, 14);
}
