use super::*;
use crate::folder::SetFolder;
use isotope_run::RunError;
use isotope_vendor::catalogue;
use std::path::{Path, PathBuf};

/// A machine that runs nothing: a fault is looked up by its name alone.
struct Machine(&'static str);

impl Executor for Machine {
    fn name(&self) -> &'static str {
        self.0
    }

    fn features(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn run(&self, _: &[PathBuf], _: &[u8], _: usize) -> Result<Vec<u8>, RunError> {
        Ok(Vec::new())
    }
}

static FAULTY: &dyn Executor = &Machine("emulator-1");
static SOUND: &dyn Executor = &Machine("emulator-2");

const GUIDE: &str = r#"<intrinsics_list><intrinsic tech="SSE" name="_mm_twice_ss">
<CPUID>SSE</CPUID>
<return type="__m128" varname="dst" etype="FP32"/>
<parameter type="__m128" varname="a" etype="FP32"/>
<operation>
dst[31:0] := a[31:0] + a[31:0]
dst[127:32] := a[127:32]
</operation>
</intrinsic></intrinsics_list>"#;

/// The fault that `edits`, in TOML, make of the one intrinsic on a machine.
fn known(edits: &str, executor: &'static dyn Executor) -> Result<Option<Fault>> {
    let errata = format!(
        "[[erratum]]\nname = \"less\"\nmachines = [\"emulator-1\"]\nnames = [\"*_twice_*\"]\ncite = \"here\"\nwhy = \"so\"\n{edits}"
    );
    let set = SetFolder::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars/data/x86-float"))?;
    let intrinsic = catalogue::read(GUIDE)?.remove(0);
    Fault::known(&intrinsic, "_mm_twice_ss", &set.scope()?, &[executor], &EmulatorErrata::read(&errata)?)
}

const SUBTRACTS: &str = r#"edits = [{ find = "+ a[31:0]", replace = "- a[31:0]" }]"#;

#[test]
fn the_edited_text_is_what_the_machine_computes() {
    let fault = known(SUBTRACTS, FAULTY).unwrap().unwrap();
    assert_eq!((fault.name.as_str(), fault.machine.as_str()), ("less", "emulator-1"));
    let text = fault.semantics.to_string();
    assert!(text.contains("a[31:0] - a[31:0]") && !text.contains("a[31:0] + a[31:0]"), "{text}");
}

#[test]
fn another_machine_and_a_fault_without_edits_have_none() {
    assert!(known(SUBTRACTS, SOUND).unwrap().is_none());
    assert!(known("", FAULTY).unwrap().is_none());
}

#[test]
fn an_edit_that_the_text_has_no_place_for_is_an_error_with_its_place() {
    let error = |edits: &str| format!("{:#}", known(edits, FAULTY).unwrap_err());
    let missing = error(r#"edits = [{ find = "+ b[31:0]", replace = "" }]"#);
    assert_eq!(missing, "emulator-errata.toml, less, of _mm_twice_ss: the text has no \"+ b[31:0]\"");
    // One that leaves no meaning, and one that finds nothing.
    let meaningless = error(r#"edits = [{ find = "+ a[31:0]", replace = "+" }]"#);
    assert!(meaningless.starts_with("emulator-errata.toml, less, of _mm_twice_ss: "), "{meaningless}");
    let empty = error(r#"edits = [{ find = "", replace = "-" }]"#);
    assert_eq!(empty, "emulator-errata.toml, less: an edit must find something");
}
