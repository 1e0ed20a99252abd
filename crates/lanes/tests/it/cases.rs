//! Kernels in `tests/cases/lanes`, each with its scalar, structured and vector form. The file's name ends with the variant's shape.

use std::path::{Path, PathBuf};

/// Name, shape and text of each case, in the order of names.
pub fn cases() -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/lanes");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let case = |file: &PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let shape = name.rsplit('-').next().unwrap().to_owned();
        (name, shape, std::fs::read_to_string(file).unwrap())
    };
    files.iter().map(case).collect()
}

/// The vector forms that a text has: with all lanes in one vector, and where one register has fewer, with one vector a register.
pub fn bodies(text: &str) -> Vec<&'static str> {
    ["vector", "registers"].into_iter().filter(|name| text.contains(&format!("\"{name}\""))).collect()
}

#[test]
fn kernels_are_shown() {
    let all = cases();
    assert!(all.len() >= 10, "{} cases", all.len());
    for (name, shape, text) in all {
        let module = isotope_mlir::read(&text).unwrap();
        let shown = isotope_lanes::show(&module, &shape);
        assert!(shown.is_ok(), "{name}: {}", shown.unwrap_err());
        // The figures that docs/functions.md gives an order of: a proof is small.
        let work = shown.unwrap();
        assert!(work.body.states < 200 && work.body.steps < 20_000, "{name}: {work:?}");
    }
}

/// `NAME.simd.SHAPE.mlir`, as the plug-in keeps them by ISOTOPE_SIMD_PROGRAMS: what docs/functions.md says of the time of a proof.
#[test]
#[ignore = "measures the programs in the folder that ISOTOPE_SIMD_PROGRAMS names"]
fn proofs_of_a_folder_are_timed() {
    let folder = std::env::var("ISOTOPE_SIMD_PROGRAMS").expect("ISOTOPE_SIMD_PROGRAMS names a folder");
    let (mut all, mut shown) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let begin = std::time::Instant::now();
        let module = isotope_mlir::read(&text).unwrap();
        shown += usize::from(isotope_lanes::show(&module, name.rsplit('.').next().unwrap()).is_ok());
        all.push((begin.elapsed(), name));
    }
    all.sort();
    let (most, name) = all.last().expect("a program");
    println!("{shown} of {} shown; median {:?}, most {most:?} ({name})", all.len(), all[all.len() / 2].0);
}

#[test]
fn kernels_do_in_each_lane_what_the_function_does() {
    for (name, shape, text) in cases() {
        let module = isotope_mlir::read(&text).unwrap();
        for body in bodies(&text) {
            let compared =
                super::run::compared(&module, &shape, body, 200).unwrap_or_else(|why| panic!("{name}, {body}: {why}"));
            assert!(compared >= 20, "{name}, {body}: {compared} of 200 inputs are compared");
        }
    }
}
