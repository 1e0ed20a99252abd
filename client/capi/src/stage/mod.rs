//! Stages: a program of MLIR in the generic form goes in, the program that takes its place comes out, with what there is to say about it.

mod contract;
mod functions;
mod nest;
mod refusal;
mod select;

use crate::calls::{DEFECT, guarded, timeout};
use crate::incoming::{NotText, target, text};
use crate::layout::{OneResult, Target};
use crate::outgoing::{Results, Texts};
use contract::contract;
use isotope_client::compiler::{CompilerClient, NotNow, Reason};
use isotope_mlir::error::quoted;
use select::{Remark, Selected, select};
use std::ffi::{CStr, c_char, c_void};
use std::mem::offset_of;
use std::ptr;

/// The names of all stages; `pack`, `tile` and `vectorize` may have an option behind `=`.
const STAGES: [&str; 6] = ["contract", "contract-parallel", "pack", "select", "tile", "vectorize"];

/// `isotope_import`
pub type Import = unsafe extern "C" fn(*mut c_void, *const OneResult, *mut *const c_char) -> *const c_char;

/// `isotope_stage_options`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct StageOptions {
    pub size: usize,
    pub import: Option<Import>,
    pub context: *mut c_void,
    pub deadline_ms: u32,
    pub mlir: usize,
}

/// `isotope_remark`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct RemarkOut {
    pub file: *const c_char,
    pub line: u32,
    pub column: u32,
    pub text: *const c_char,
    pub place: *const c_char,
    pub question: *const c_char,
    pub target: Target,
    pub result: *const OneResult,
    pub milliseconds: f64,
    pub used: i32,
    pub why_not: *const c_char,
}

/// `isotope_staged`
#[repr(C)]
#[allow(missing_docs)]
pub struct Staged {
    pub reason: u32,
    pub detail: *const c_char,
    pub verdict: u32,
    pub module: *const c_char,
    pub remarks: *const RemarkOut,
    pub remark_count: usize,
    // The texts that the pointers lead to.
    texts: Texts,
    results: Results,
    all: Vec<RemarkOut>,
}

/// `ISOTOPE_UNCHANGED`
pub const UNCHANGED: u32 = 1;
/// `ISOTOPE_CHANGED`
pub const CHANGED: u32 = 2;

const EMPTY: *const c_char = c"".as_ptr();

impl Staged {
    fn of(answered: Result<Selected, NotNow>) -> Self {
        let mut staged = Staged {
            reason: 0,
            detail: EMPTY,
            verdict: 0,
            module: EMPTY,
            remarks: ptr::null(),
            remark_count: 0,
            texts: Texts::default(),
            results: Results::default(),
            all: Vec::new(),
        };
        match answered {
            Ok(selected) => staged.made(selected),
            Err(not_now) => {
                staged.reason = not_now.reason as u32;
                staged.detail = staged.texts.add(&not_now.detail);
            }
        }
        staged
    }

    fn made(&mut self, selected: Selected) {
        self.verdict = if selected.module.is_some() { CHANGED } else { UNCHANGED };
        self.module = selected.module.map_or(EMPTY, |module| self.texts.add(&module));
        self.results = selected.results;
        self.all = selected.remarks.iter().map(|remark| self.remark(remark)).collect();
        (self.remarks, self.remark_count) = (self.all.as_ptr(), self.all.len());
    }

    fn remark(&mut self, remark: &Remark) -> RemarkOut {
        let place = remark.source.as_ref().map(|source| source.place).unwrap_or_default();
        let mut out = RemarkOut {
            file: remark.source.as_ref().map_or(EMPTY, |source| self.texts.add(&source.file)),
            line: place.line,
            column: place.column,
            text: self.texts.add(&remark.text),
            place: ptr::null(),
            question: EMPTY,
            target: Target { arch: EMPTY, mcpu: EMPTY, mattr: EMPTY },
            result: ptr::null(),
            milliseconds: 0.0,
            used: 0,
            why_not: EMPTY,
        };
        let Some(asked) = &remark.asked else { return out };
        out.place = self.texts.add(&asked.place);
        out.question = self.texts.add(&asked.question);
        let [arch, mcpu, mattr] =
            [&asked.target.arch, &asked.target.mcpu, &asked.target.mattr].map(|of| self.texts.add(of));
        out.target = Target { arch, mcpu, mattr };
        out.result = self.results.all.get(asked.result).map_or(ptr::null(), ptr::from_ref);
        out.milliseconds = self.results.milliseconds.get(asked.result).copied().unwrap_or_default();
        out.used = asked.why_not.is_none().into();
        out.why_not = asked.why_not.as_ref().map_or(EMPTY, |why| self.texts.add(why));
        out
    }
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive; `target`, `stage`, `module` and `options` are as the header describes them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_stage(
    client: *const CompilerClient,
    target: *const Target,
    stage: *const c_char,
    module: *const c_char,
    options: *const StageOptions,
) -> *mut Staged {
    // SAFETY: as the caller says.
    let ran = || unsafe { run(client, target, (stage, module), options) };
    let defect = || Err(NotNow::new(Reason::Internal, DEFECT));
    let answered = guarded(None, || Some(ran())).unwrap_or_else(defect);
    guarded(ptr::null_mut(), || Box::into_raw(Box::new(Staged::of(answered))))
}

/// See isotope.h.
///
/// # Safety
/// `staged` is NULL or came from [`isotope_stage`] and is used by nobody any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_staged_free(staged: *mut Staged) {
    if staged.is_null() {
        return;
    }
    // SAFETY: as the caller says.
    guarded((), || drop(unsafe { Box::from_raw(staged) }));
}

/// # Safety
/// As for [`isotope_stage`].
unsafe fn run(
    client: *const CompilerClient,
    given: *const Target,
    (stage, module): (*const c_char, *const c_char),
    options: *const StageOptions,
) -> Result<Selected, NotNow> {
    let wrong = |what: &str| NotNow::new(Reason::Misconfigured, what);
    // SAFETY: as the caller says.
    let client = unsafe { client.as_ref() }.ok_or_else(|| NotNow::new(Reason::Internal, "there is no client"))?;
    // SAFETY: as the caller says.
    let name = unsafe { text(stage) }.map_err(|NotText| wrong("a stage's name is not UTF-8"))?;
    let transform = nest::transform(name).transpose().map_err(|why| wrong(&why))?;
    if transform.is_none() && !STAGES.contains(&name) {
        let (last, first) = STAGES.split_last().map_or(("", &[][..]), |(last, first)| (*last, first));
        let first = first.join(", ");
        return Err(wrong(&format!("there is no stage {}: write {first} or {last}", quoted(name))));
    }
    // SAFETY: `size` is the first field of every version.
    let size = if options.is_null() { 0 } else { unsafe { (*options).size } };
    if size < offset_of!(StageOptions, mlir) {
        return Err(wrong("isotope_stage_options.size is not the size of a version 1 structure"));
    }
    // SAFETY: it has the fields of the first version, and the last one if it is as large as this version's.
    let (import, context, deadline_ms, mlir) = unsafe {
        let mlir = if size < size_of::<StageOptions>() { 0 } else { (*options).mlir };
        ((*options).import, (*options).context, (*options).deadline_ms, mlir)
    };
    if module.is_null() {
        return Err(wrong("there is no module: NULL is no text in the generic form"));
    }
    // SAFETY: as the caller says.
    let (Ok(module), Ok(target)) = (unsafe { text(module) }, unsafe { target(given) }) else {
        return Err(wrong("a text is not UTF-8"));
    };
    let time = timeout(deadline_ms);
    if name == "contract" || name == "contract-parallel" {
        return contract(client, (&target, name == "contract-parallel", mlir), module, time);
    }
    if let Some(transform) = transform {
        return nest::nest(client, (&target, &transform, mlir), module, time);
    }
    let import = import.ok_or_else(|| wrong("isotope_stage_options.import is NULL: give what reads LLVM IR"))?;
    // SAFETY: as the caller says, the import is what the header describes, and `context` what it wants.
    let imported = |answer: &OneResult| unsafe { imported(import, context, answer) };
    select(client, &target, module, &imported, time)
}

/// The text that a caller makes of an answer.
///
/// # Safety
/// `import` is as the header describes it, and takes this `context`.
unsafe fn imported(import: Import, context: *mut c_void, answer: &OneResult) -> Result<String, String> {
    let mut why: *const c_char = ptr::null();
    // SAFETY: as the caller says.
    let made = unsafe { import(context, answer, &raw mut why) };
    // SAFETY: as the header wants it of an import.
    let read = |pointer: *const c_char| unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned();
    match (made.is_null(), why.is_null()) {
        (false, _) => Ok(read(made)),
        (true, false) => Err(read(why)),
        (true, true) => Err("its code cannot be read".to_owned()),
    }
}
