//! Machine code whose loops are scheduled: the question, and the object file with the texts that it points to.

use crate::calls::{DEFECT, guarded, timeout};
use crate::incoming::{NotText, text};
use crate::outgoing::Texts;
use isotope_client::compiler::{CompilerClient, NotNow, Reason};
use isotope_proto::v1;
use std::ffi::c_char;
use std::ptr;

/// `isotope_code`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Code {
    pub size: usize,
    pub text: *const c_char,
    pub mcpu: *const c_char,
    pub position_independent: i32,
    pub function_sections: i32,
    pub iterations: u32,
}

/// `isotope_scheduled`.
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Scheduled {
    pub reason: u32,
    pub detail: *const c_char,
    pub object: *const u8,
    pub object_bytes: usize,
    pub loops: u32,
    pub scheduled: u32,
    pub explanation: *const c_char,
    pub remembered: i32,
    pub before: f64,
    pub after: f64,
    // The object and the texts that the pointers lead to.
    bytes: Vec<u8>,
    texts: Texts,
}

impl Scheduled {
    fn of(answered: Result<v1::ScheduleResponse, NotNow>) -> Self {
        let empty = c"".as_ptr();
        let mut scheduled = Scheduled {
            reason: 0,
            detail: empty,
            object: ptr::null(),
            object_bytes: 0,
            loops: 0,
            scheduled: 0,
            explanation: empty,
            remembered: 0,
            before: 0.0,
            after: 0.0,
            bytes: Vec::new(),
            texts: Texts::default(),
        };
        match answered {
            Ok(response) => scheduled.done(response),
            Err(not_now) => {
                scheduled.reason = not_now.reason as u32;
                scheduled.detail = scheduled.texts.add(&not_now.detail);
            }
        }
        scheduled
    }

    fn done(&mut self, response: v1::ScheduleResponse) {
        self.remembered = i32::from(response.source() == v1::Source::Memo);
        let count = |of: &dyn Fn(&v1::ScheduledLoop) -> bool| response.loops.iter().filter(|one| of(one)).count();
        let [loops, scheduled] = [count(&|_| true), count(&|one| one.after.is_some())];
        [self.loops, self.scheduled] = [loops, scheduled].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let each = |of: &v1::LoopCost| (of.packets + of.waits) as f64 / of.iterations.max(1) as f64;
        for one in &response.loops {
            let before = one.before.as_ref().map(each).unwrap_or_default();
            self.before += before;
            self.after += one.after.as_ref().map_or(before, each);
        }
        let blocks = response.blocks.iter().filter(|one| one.scheduled > 0 || !one.stayed.is_empty());
        let texts = response.loops.iter().map(|one| &one.text).chain(blocks.map(|one| &one.text));
        let lines = texts.map(|text| format!("{text}\n"));
        let explanation: String = lines.chain(response.notes.iter().map(|note| format!("{note}\n"))).collect();
        self.explanation = self.texts.add(&explanation);
        self.bytes = response.object;
        if !self.bytes.is_empty() {
            (self.object, self.object_bytes) = (self.bytes.as_ptr(), self.bytes.len());
        }
    }
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive; `code` is as the header describes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_schedule(
    client: *const CompilerClient,
    code: *const Code,
    deadline_ms: u32,
) -> *mut Scheduled {
    // SAFETY: as the caller says.
    let asked = || unsafe { ask(client, code, deadline_ms) };
    let defect = || Err(NotNow::new(Reason::Internal, DEFECT));
    let answered = guarded(None, || Some(asked())).unwrap_or_else(defect);
    guarded(ptr::null_mut(), || Box::into_raw(Box::new(Scheduled::of(answered))))
}

/// See isotope.h.
///
/// # Safety
/// `scheduled` is NULL or came from [`isotope_schedule`] and is used by nobody any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_scheduled_free(scheduled: *mut Scheduled) {
    if scheduled.is_null() {
        return;
    }
    // SAFETY: as the caller says.
    guarded((), || drop(unsafe { Box::from_raw(scheduled) }));
}

/// # Safety
/// As for [`isotope_schedule`].
unsafe fn ask(
    client: *const CompilerClient,
    code: *const Code,
    deadline_ms: u32,
) -> Result<v1::ScheduleResponse, NotNow> {
    let wrong = |what: &str| NotNow::new(Reason::Misconfigured, what);
    // SAFETY: as the caller says.
    let client = unsafe { client.as_ref() }.ok_or_else(|| NotNow::new(Reason::Internal, "there is no client"))?;
    // SAFETY: `size` is the first field of every version.
    if code.is_null() || unsafe { (*code).size } < size_of::<Code>() {
        return Err(wrong("isotope_code.size is not the size of a version 1 structure"));
    }
    // SAFETY: it is as large as this version's.
    let code = unsafe { &*code };
    // SAFETY: as the caller says.
    let read = |pointer| unsafe { text(pointer) }.map_err(|NotText| wrong("a text is not UTF-8"));
    let request = v1::ScheduleRequest {
        code: read(code.text)?.to_owned(),
        mcpu: read(code.mcpu)?.to_owned(),
        object: Some(v1::ObjectForm {
            position_independent: code.position_independent != 0,
            function_sections: code.function_sections != 0,
        }),
        iterations: code.iterations,
    };
    client.schedule(request, timeout(deadline_ms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::{isotope_client_free, isotope_client_new};
    use std::ffi::CStr;

    fn words(pointer: *const c_char) -> String {
        // SAFETY: it is one of the texts of a `Scheduled` that lives.
        unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
    }

    #[test]
    fn packets_and_waits_are_those_of_one_iteration_of_all_loops() {
        let cost = |packets, waits, iterations| Some(v1::LoopCost { packets, waits, iterations });
        let one = |before, after, text: &str| v1::ScheduledLoop {
            before,
            after,
            text: text.to_owned(),
            ..Default::default()
        };
        let loops = vec![
            one(cost(9, 2, 1), cost(30, 1, 4), "first"),
            one(cost(5, 1, 1), None, "stays"),
            one(cost(1, 0, 0), None, "without iterations"),
        ];
        let object = vec![0x7f, b'E', 0];
        let response = v1::ScheduleResponse {
            loops,
            object,
            source: v1::Source::Memo as i32,
            notes: vec!["a note".to_owned()],
            ..Default::default()
        };
        let scheduled = Scheduled::of(Ok(response));
        assert_eq!((scheduled.reason, scheduled.loops, scheduled.scheduled, scheduled.remembered), (0, 3, 1, 1));
        assert_eq!((scheduled.before, scheduled.after), (18.0, 14.75));
        assert_eq!(words(scheduled.explanation), "first\nstays\nwithout iterations\na note\n");
        // SAFETY: the object's bytes live as long as it.
        let object = unsafe { std::slice::from_raw_parts(scheduled.object, scheduled.object_bytes) };
        assert_eq!(object, [0x7f, b'E', 0]);
        let none = Scheduled::of(Ok(v1::ScheduleResponse::default()));
        assert!(none.reason == 0 && none.object.is_null() && none.object_bytes == 0);
    }

    #[test]
    fn a_call_without_its_parts_is_refused_in_a_sentence() {
        let whole = Code {
            size: size_of::<Code>(),
            text: c"body: |".as_ptr(),
            mcpu: ptr::null(),
            position_independent: 0,
            function_sections: 0,
            iterations: 0,
        };
        let short = Code { size: size_of::<Code>() - 1, ..whole };
        let unread = Code { text: c"\xff".as_ptr(), ..whole };
        // SAFETY: NULL is the environment's settings.
        let client = unsafe { isotope_client_new(ptr::null()) };
        for (client, code, wanted) in [
            (ptr::null(), &raw const whole, "there is no client"),
            (client.cast_const(), ptr::null(), "isotope_code.size is not the size"),
            (client.cast_const(), &raw const short, "isotope_code.size is not the size"),
            (client.cast_const(), &raw const unread, "a text is not UTF-8"),
        ] {
            // SAFETY: both are NULL or as the header describes them.
            let scheduled = unsafe { isotope_schedule(client, code, 1) };
            // SAFETY: it came from the call.
            let (reason, detail) = unsafe { ((*scheduled).reason, words((*scheduled).detail)) };
            assert!(reason != 0 && detail.contains(wanted), "{detail}");
            // SAFETY: nobody uses it any more.
            unsafe { isotope_scheduled_free(scheduled) };
        }
        // SAFETY: the client is used by nobody, and NULL is nothing.
        unsafe { (isotope_client_free(client), isotope_scheduled_free(ptr::null_mut())) };
    }
}
