//! Where Arm's texts are, if they are at hand.

use isotope_vendor::arm::ACLE_SVE;
use isotope_vendor::bundle::bundle;
use isotope_vendor::errata::Errata;
use isotope_vendor::reader::{ArmSail, Entry, Reader};
use isotope_vendor::scope::Scope;
use std::path::Path;
use std::process::Command;

/// Relative to the project's folder.
pub const FOLDER: &str = "../shared/isa/arm";

/// The files of Arm's specification, each with its name; `None` where the folder is not there.
pub fn files() -> Option<Vec<(String, String)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FOLDER);
    let names = ["prelude.sail", "builtins.sail", "v8_base.sail", "instrs64.sail", "instrs64_sve.sail"];
    let read = |name: &str| {
        let output = Command::new("xz").arg("-dc").arg(folder.join(format!("{name}.xz"))).output().ok()?;
        output.status.success().then(|| Some((name.to_owned(), String::from_utf8(output.stdout).ok()?)))?
    };
    names.into_iter().map(read).collect()
}

/// The scope of the project's data of Arm's texts: of the instructions with floats, or of the others.
pub fn scope(floats: bool) -> Scope {
    let (features, errata) = if floats {
        let features = include_str!("../../../../grammars/data/arm-float/features.txt");
        (features, include_str!("../../../../grammars/data/arm-float/errata.toml"))
    } else {
        let features = include_str!("../../../../grammars/data/arm/features.txt");
        (features, include_str!("../../../../grammars/data/arm/errata.toml"))
    };
    let names = features.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once(' '));
    let errata = Errata::read(errata).expect("the errata read");
    Scope { extensions: names.map(|(name, _)| name.to_owned()).collect(), types: Default::default(), errata, floats }
}

/// The entries of the table, as the project reads them.
pub fn entries(floats: bool) -> Option<Vec<Entry>> {
    let mut files = files()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: String| std::fs::read_to_string(folder.join(name)).ok();
    let set = if floats { "arm-float" } else { "arm" };
    files.push(("acle-advsimd.csv".to_owned(), read(format!("{FOLDER}/acle-advsimd.csv"))?));
    files.push(("encodings.txt".to_owned(), read(format!("grammars/data/{set}/encodings.txt"))?));
    if !floats {
        files.push((ACLE_SVE.to_owned(), read(format!("grammars/data/{set}/{ACLE_SVE}"))?));
    }
    let text = bundle(files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    Some(ArmSail.read(&text, &scope(floats)).expect("the files read"))
}
