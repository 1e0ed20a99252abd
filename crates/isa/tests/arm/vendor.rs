//! Where Arm's texts are, if they are at hand.

use std::path::Path;
use std::process::Command;

/// Relative to the project's folder.
pub const FOLDER: &str = "../shared/isa/arm";

/// The files of Arm's specification, each with its name; `None` where the folder is not there.
pub fn files() -> Option<Vec<(String, String)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FOLDER);
    let names = ["prelude.sail", "builtins.sail", "v8_base.sail", "instrs64.sail"];
    let read = |name: &str| {
        let output = Command::new("xz").arg("-dc").arg(folder.join(format!("{name}.xz"))).output().ok()?;
        output.status.success().then(|| Some((name.to_owned(), String::from_utf8(output.stdout).ok()?)))?
    };
    names.into_iter().map(read).collect()
}
