use super::*;
use isotope_run::RunError;
use std::path::PathBuf;

/// A machine that runs nothing: planning asks for its name and its features alone.
struct Machine(&'static str, &'static [&'static str]);

impl Executor for Machine {
    fn name(&self) -> &'static str {
        self.0
    }

    fn features(&self) -> Vec<&'static str> {
        self.1.to_vec()
    }

    fn run(&self, _: &[PathBuf], _: &[u8], _: usize) -> Result<Vec<u8>, RunError> {
        Ok(Vec::new())
    }
}

static OLD_CPU: &dyn Executor = &Machine("native", &["avx2"]);
static NEW_CPU: &dyn Executor = &Machine("native", &["avx2", "avx512f"]);
static EMULATOR: &dyn Executor = &Machine("emulator", &["avx2", "avx512f"]);

const MEANING: &str = "semantics 1
in a vector 16 u8
out dst vector 16 u8
dst.byte[0] := a.byte[0]
dst.byte[1] := a.byte[1]
";

fn meaning(text: &str) -> String {
    digest(&Semantics::from_text(text).unwrap())
}

fn table(row: &str) -> Kept {
    Kept::read(&format!("# isotope validation 1\n# notes\n\n_mm_copy {row}\n"), false)
}

/// The trials that stay on a machine with these executors, of an instruction that needs AVX-512.
fn on(kept: &Kept, digest: &str, executors: &[&'static dyn Executor]) -> Option<Outcome> {
    let here = isotope_run::with_features(executors, &["avx512f"]).ok();
    kept.stays("_mm_copy", digest, executors, here)
}

#[test]
fn what_another_cpu_found_stays_where_none_can_run_it() {
    let digest = meaning(MEANING);
    let kept = table(&format!("native 256 skylake-avx512 {digest} [errata some]"));
    let row = Outcome::Validated { by: "native", cases: 256, on: "skylake-avx512".to_owned() };
    assert_eq!(on(&kept, &digest, &[OLD_CPU]), Some(row.clone()));
    // An emulator says less than the CPU did, and is not asked.
    assert_eq!(on(&kept, &digest, &[OLD_CPU, EMULATOR]), Some(row));
}

#[test]
fn a_machine_that_can_runs_it_again() {
    let digest = meaning(MEANING);
    let kept = table(&format!("native 256 skylake-avx512 {digest}"));
    assert_eq!(on(&kept, &digest, &[NEW_CPU, EMULATOR]), None);
    // Nor does the emulator's row stand before a CPU, or before the emulator itself.
    let kept = table(&format!("emulator 256 bochs-2.7 {digest}"));
    assert_eq!(on(&kept, &digest, &[NEW_CPU, EMULATOR]), None);
    assert_eq!(on(&kept, &digest, &[OLD_CPU, EMULATOR]), None);
    // The same emulator is not asked twice; an emulator that a machine lacks is none of its executors.
    let same = table(&format!("emulator 256 emulator {digest}"));
    assert!(on(&same, &digest, &[OLD_CPU, EMULATOR]).is_some());
    assert_eq!(on(&same, &digest, &[NEW_CPU, EMULATOR]), None);
}

#[test]
fn asked_to_run_again_only_what_cannot_be_run_stays() {
    let digest = meaning(MEANING);
    let text = format!("# isotope validation 1\n_mm_copy native 256 skylake-avx512 {digest}\n");
    let kept = Kept::read(&text, true);
    assert_eq!(on(&kept, &digest, &[OLD_CPU, EMULATOR]), None);
    assert!(on(&kept, &digest, &[OLD_CPU]).is_some());
}

#[test]
fn a_row_of_other_semantics_or_of_none_says_nothing() {
    let (digest, other) = (meaning(MEANING), meaning(&MEANING.replace("a.byte[1]", "a.byte[0]")));
    assert_ne!(digest, other);
    assert_eq!(on(&table(&format!("native 256 skylake-avx512 {other}")), &digest, &[OLD_CPU]), None);
    for row in ["native 256", "native 256 skylake-avx512", "refused: no operation text", "mismatch 3 of 256: a=0x0"] {
        assert_eq!(on(&table(row), &digest, &[OLD_CPU]), None, "{row}");
    }
    // Another instruction's row is not this one's.
    let kept = table(&format!("native 256 skylake-avx512 {digest}"));
    assert!(kept.stays("_mm_move", &digest, &[OLD_CPU], None).is_none());
}

#[test]
fn an_older_emulator_does_not_run_it_again() {
    assert!(is_no_older("bochs-3.1", "bochs-3.1") && is_no_older("bochs-3.1", "bochs-2.7"));
    assert!(is_no_older("bochs-3.10", "bochs-3.9") && !is_no_older("bochs-2.7", "bochs-3.0"));
    // One that is not installed has no version; another program is another.
    assert!(is_no_older("bochs-2.7", "bochs-?") && !is_no_older("bochs-?", "bochs-2.7"));
    assert!(is_no_older("emulator", "emulator") && !is_no_older("other-9.0", "bochs-2.7"));
}
