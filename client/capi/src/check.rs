//! Two programs of MLIR compared: the question, and the verdict with the texts that it points to.

use crate::calls::{DEFECT, guarded, timeout};
use crate::incoming::{NotText, text};
use crate::outgoing::Texts;
use isotope_client::compiler::{CompilerClient, NotNow, Reason};
use isotope_client::sizes::sizes;
use isotope_proto::v1;
use std::ffi::c_char;
use v1::check_response::Verdict;

/// `isotope_programs`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Programs {
    pub size: usize,
    pub before: *const c_char,
    pub after: *const c_char,
    pub entry: *const c_char,
    pub sizes: *const c_char,
    pub located: i32,
}

/// `isotope_checked`.
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Checked {
    pub reason: u32,
    pub detail: *const c_char,
    pub verdict: u32,
    pub sentence: *const c_char,
    pub values: [*const c_char; 2],
    pub lines: [u32; 2],
    pub columns: [u32; 2],
    pub input: *const c_char,
    pub remembered: i32,
    // The texts that the pointers lead to.
    texts: Texts,
}

/// `ISOTOPE_EQUAL`
pub const EQUAL: u32 = 1;
/// `ISOTOPE_DIFFERENT`
pub const DIFFERENT: u32 = 2;
/// `ISOTOPE_NOT_SHOWN`
pub const NOT_SHOWN: u32 = 3;

impl Checked {
    fn of(answered: Result<v1::CheckResponse, NotNow>) -> Self {
        let empty = c"".as_ptr();
        let mut checked = Checked {
            reason: 0,
            detail: empty,
            verdict: 0,
            sentence: empty,
            values: [empty; 2],
            lines: [0; 2],
            columns: [0; 2],
            input: empty,
            remembered: 0,
            texts: Texts::default(),
        };
        match answered {
            Ok(response) => checked.said(response),
            Err(not_now) => checked.refused(&not_now),
        }
        checked
    }

    fn refused(&mut self, not_now: &NotNow) {
        self.reason = not_now.reason as u32;
        self.detail = self.texts.add(&not_now.detail);
    }

    fn said(&mut self, response: v1::CheckResponse) {
        self.remembered = i32::from(response.source() == v1::Source::Memo);
        match response.verdict {
            Some(Verdict::Identity(of)) => {
                self.verdict = EQUAL;
                let error = of.error_log2.ceil();
                self.sentence =
                    self.texts.add(&format!("equal for all inputs at these shapes: identity, error < 2^{error:.0}"));
            }
            Some(Verdict::Difference(of)) => {
                self.verdict = DIFFERENT;
                self.sentence = self.texts.add(&format!("different: {}", of.cell));
                self.input = self.texts.add(&of.input);
                for side in 0..2 {
                    self.values[side] = self.texts.add(of.values.get(side).map_or("", String::as_str));
                    if let Some(place) = of.stores.get(side) {
                        (self.lines[side], self.columns[side]) = (place.line, place.column);
                    }
                }
            }
            Some(Verdict::Undecided(of)) => {
                self.verdict = NOT_SHOWN;
                let executed = of.executed;
                self.sentence =
                    self.texts.add(&format!("not shown: {}; executed on {executed} inputs with equal results", of.why));
            }
            None => self.refused(&NotNow::new(Reason::Malformed, "the daemon's verdict is none")),
        }
    }
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive; `programs` is as the header describes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_check(
    client: *const CompilerClient,
    programs: *const Programs,
    deadline_ms: u32,
) -> *mut Checked {
    // SAFETY: as the caller says.
    let asked = || unsafe { ask(client, programs, deadline_ms) };
    let defect = || Err(NotNow::new(Reason::Internal, DEFECT));
    let answered = guarded(None, || Some(asked())).unwrap_or_else(defect);
    guarded(std::ptr::null_mut(), || Box::into_raw(Box::new(Checked::of(answered))))
}

/// See isotope.h.
///
/// # Safety
/// `checked` is NULL or came from [`isotope_check`] and is used by nobody any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_checked_free(checked: *mut Checked) {
    if checked.is_null() {
        return;
    }
    // SAFETY: as the caller says.
    guarded((), || drop(unsafe { Box::from_raw(checked) }));
}

/// # Safety
/// As for [`isotope_check`].
unsafe fn ask(
    client: *const CompilerClient,
    programs: *const Programs,
    deadline_ms: u32,
) -> Result<v1::CheckResponse, NotNow> {
    let wrong = |what: &str| NotNow::new(Reason::Misconfigured, what);
    // SAFETY: as the caller says.
    let client = unsafe { client.as_ref() }.ok_or_else(|| NotNow::new(Reason::Internal, "there is no client"))?;
    // SAFETY: `size` is the first field of every version.
    if programs.is_null() || unsafe { (*programs).size } < size_of::<Programs>() {
        return Err(wrong("isotope_programs.size is not the size of a version 1 structure"));
    }
    // SAFETY: it is as large as this version's.
    let programs = unsafe { &*programs };
    // SAFETY: as the caller says.
    let read = |pointer| unsafe { text(pointer) }.map_err(|NotText| wrong("a text is not UTF-8"));
    let written = read(programs.sizes)?;
    let (size, sizes) = sizes(written.split(',').map(str::trim).filter(|one| !one.is_empty()))
        .map_err(|why| NotNow::new(Reason::Misconfigured, why))?;
    let request = v1::CheckRequest {
        before: read(programs.before)?.to_owned(),
        after: read(programs.after)?.to_owned(),
        entry: read(programs.entry)?.to_owned(),
        size,
        sizes,
        located: programs.located != 0,
        ..Default::default()
    };
    client.check(request, timeout(deadline_ms))
}
