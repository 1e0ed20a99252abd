//! Which Bochs there is: the one of `ISOTOPE_BOCHS`, else a newer one that `scripts/setup bochs` put into `third_party`, else that of
//! the system; and what the processor has that it plays.
//!
//! Bochs 2.7, which Debian 12 has, knows no processor above Tiger Lake. 3.0 has Sapphire Rapids, and takes features beside a model's.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Names the program; it must behave as `bochs` does.
const VARIABLE: &str = "ISOTOPE_BOCHS";

/// Where `scripts/setup bochs` puts one, in a folder above the program that runs: binaries lie below the project's `target`.
const FETCHED: &str = "third_party/bochs/bochs";

/// The features of its `tigerlake`, in LLVM's names. In 2.7 it has no AVX-VNNI.
const TIGER_LAKE: &[&str] = &[
    "mmx",
    "sse",
    "sse2",
    "sse3",
    "ssse3",
    "sse4.1",
    "sse4.2",
    "avx",
    "avx2",
    "fma",
    "f16c",
    "avx512f",
    "avx512bw",
    "avx512dq",
    "avx512vl",
    "avx512cd",
    "avx512ifma",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512vnni",
    "avx512bitalg",
    "avx512vpopcntdq",
    "gfni",
    "aes",
    "vaes",
    "pclmul",
    "vpclmulqdq",
    "sha",
    "bmi",
    "bmi2",
    "adx",
    "lzcnt",
    "popcnt",
    "movbe",
    "crc32",
];

/// Further features of `sapphire_rapids` of 3.0.
const SAPPHIRE_RAPIDS: &[&str] = &["avx512fp16", "avx512bf16", "avxvnni"];

/// Features of later processors that are added to it: LLVM's names and Bochs'.
const ADDED: &[(&str, &str)] = &[
    ("avxifma", "avx_ifma"),
    ("avxneconvert", "avx_ne_convert"),
    ("avxvnniint16", "avx_vnni_int16"),
    ("avxvnniint8", "avx_vnni_int8"),
    ("sha512", "sha512"),
    ("sm3", "sm3"),
    ("sm4", "sm4"),
];

/// A Bochs.
pub(crate) struct Bochs {
    /// The program.
    pub program: PathBuf,
    /// As it says: `3.1`; `?` where it says nothing.
    version: String,
}

/// The one that is used here.
pub(crate) fn found() -> &'static Bochs {
    static FOUND: OnceLock<Bochs> = OnceLock::new();
    FOUND.get_or_init(|| Bochs::at(program()))
}

fn program() -> PathBuf {
    // It runs in a folder of its own, where a relative path would be another.
    let absolute = |path| std::path::absolute(&path).unwrap_or_else(|_| PathBuf::from(path));
    let named = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(absolute);
    let own = std::env::current_exe().unwrap_or_default();
    let fetched = || own.ancestors().skip(1).map(|folder| folder.join(FETCHED)).find(|path| path.exists());
    named.or_else(fetched).unwrap_or_else(|| PathBuf::from("bochs"))
}

impl Bochs {
    /// That of a program, which is asked for its version.
    fn at(program: PathBuf) -> Bochs {
        let said = Command::new(&program).arg("--help").output();
        let said = said.map(|said| [said.stdout, said.stderr].concat()).unwrap_or_default();
        let version = version(&String::from_utf8_lossy(&said)).unwrap_or_else(|| "?".to_owned());
        Bochs { program, version }
    }

    /// Its name for records of validation: `bochs-3.1`.
    pub fn machine(&self) -> String {
        format!("bochs-{}", self.version)
    }

    /// Whether it is of the third generation.
    fn is_later(&self) -> bool {
        self.version.split('.').next().and_then(|major| major.parse().ok()).is_some_and(|major: u32| major >= 3)
    }

    /// The features of its processor, in LLVM's names.
    pub fn features(&self) -> Vec<&'static str> {
        let mut features = TIGER_LAKE.to_vec();
        if self.is_later() {
            features.extend(SAPPHIRE_RAPIDS);
            features.extend(ADDED.iter().map(|(llvm, _)| llvm));
        }
        features
    }

    /// The processor in its configuration.
    pub fn processor(&self) -> String {
        if !self.is_later() {
            return "model=tigerlake".to_owned();
        }
        let added: Vec<&str> = ADDED.iter().map(|(_, bochs)| *bochs).collect();
        format!("model=sapphire_rapids, add_features=\"{}\"", added.join(" "))
    }

    /// Its arguments, besides its configuration. 2.7 of Debian starts in its debugger, and is told to continue by the file.
    pub fn arguments<'a>(&self, debugger: &'a str) -> Vec<&'a str> {
        if self.is_later() { Vec::new() } else { vec!["-rc", debugger] }
    }

    /// A message that it is not there.
    pub fn tool(&self) -> String {
        format!("{} ({VARIABLE} names another)", Path::new(&self.program).display())
    }
}

/// The version in what Bochs says of itself.
fn version(said: &str) -> Option<String> {
    let (_, rest) = said.split_once("Bochs x86 Emulator ")?;
    let version: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    (!version.is_empty()).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(version: &str) -> Bochs {
        Bochs { program: PathBuf::from("bochs"), version: version.to_owned() }
    }

    #[test]
    fn the_version_is_what_it_says() {
        let said = "====\n          Bochs x86 Emulator 3.1\n  Built from GitHub snapshot on August 23, 2026\n";
        assert_eq!(version(said).as_deref(), Some("3.1"));
        assert_eq!(version("Bochs x86 Emulator \n"), None);
        assert_eq!(version("no such file"), None);
        assert_eq!(of("3.1").machine(), "bochs-3.1");
    }

    #[test]
    fn a_later_one_has_more() {
        let (old, new, none) = (of("2.7"), of("3.0"), of("?"));
        assert!(new.features().contains(&"avx512fp16") && new.features().contains(&"sm4"));
        for less in [old, none] {
            assert!(!less.features().contains(&"avx512fp16"));
            assert!(less.features().iter().all(|feature| new.features().contains(feature)));
            assert_eq!((less.processor().as_str(), less.arguments("x")), ("model=tigerlake", vec!["-rc", "x"]));
        }
        assert!(new.processor().starts_with("model=sapphire_rapids, add_features=\"avx_ifma "), "{}", new.processor());
        assert!(new.arguments("x").is_empty());
    }

    #[test]
    fn one_that_is_not_there_has_no_version() {
        let bochs = Bochs::at(PathBuf::from("/nowhere/bochs"));
        assert_eq!(bochs.machine(), "bochs-?");
        assert_eq!(bochs.tool(), "/nowhere/bochs (ISOTOPE_BOCHS names another)");
    }
}
