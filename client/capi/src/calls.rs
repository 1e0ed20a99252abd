//! The functions of isotope.h. Each one catches what unwinds.

use crate::incoming::{list, pair, settings, target, text};
use crate::layout::{ABI_VERSION, Compared, Config, CountersOut, OneResult, Pair, REASONS, Target};
use crate::outgoing::Results;
use isotope_client::compiler::{CompilerClient, CompilerSettings, NotNow, Reason, Reply};
use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version holds no zero byte"),
};

/// Names of the reasons, by number.
const NAMES: [&CStr; REASONS] = [
    c"answered",
    c"off",
    c"misconfigured",
    c"circuit-open",
    c"unreachable",
    c"silent",
    c"deadline",
    c"busy",
    c"refused",
    c"version",
    c"malformed",
    c"forked",
    c"internal",
    c"denied",
];

/// The reason for work that unwinds.
pub(crate) const DEFECT: &str = "a panic; please report it";

/// Runs `work`, and does not unwind, whatever it does.
pub(crate) fn guarded<T>(fallback: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(fallback)
}

/// See isotope.h.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_abi_version() -> u32 {
    ABI_VERSION
}

/// See isotope.h.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_version() -> *const c_char {
    VERSION.as_ptr()
}

/// See isotope.h.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_reason_name(reason: u32) -> *const c_char {
    NAMES.get(reason as usize).unwrap_or(&c"unknown").as_ptr()
}

/// See isotope.h.
///
/// # Safety
/// `config` is NULL or as the header describes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_client_new(config: *const Config) -> *mut CompilerClient {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: as the caller says.
        let settings = unsafe { settings(config) };
        Box::into_raw(Box::new(CompilerClient::new(settings)))
    })
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or came from [`isotope_client_new`] and is used by nobody any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_client_free(client: *mut CompilerClient) {
    if client.is_null() {
        return;
    }
    // SAFETY: as the caller says.
    guarded((), || drop(unsafe { Box::from_raw(client) }));
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive; `target` and `texts` are as the header describes them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_select_batch(
    client: *const CompilerClient,
    target: *const Target,
    texts: *const *const c_char,
    count: usize,
    deadline_ms: u32,
) -> *mut Results {
    // SAFETY: as the caller says.
    let texts = unsafe { list(texts, count) }.unwrap_or_default();
    // SAFETY: as the caller says.
    unsafe { answered(client, texts.len(), |client| select(client, target, texts, deadline_ms)) }
}

/// The answers of `ask` for `count` windows; a reason for each where there is no client, or `ask` unwinds.
///
/// # Safety
/// `client` is NULL or alive.
pub(crate) unsafe fn answered(
    client: *const CompilerClient,
    count: usize,
    ask: impl FnOnce(&CompilerClient) -> Vec<Reply>,
) -> *mut Results {
    let failed = |detail: &str| vec![Err(NotNow::new(Reason::Internal, detail)); count];
    // SAFETY: as the caller says.
    let asked = || unsafe { client.as_ref() }.map_or_else(|| failed("there is no client"), ask);
    let replies = guarded(None, || Some(asked())).unwrap_or_else(|| failed(DEFECT));
    guarded(std::ptr::null_mut(), || Box::into_raw(Box::new(Results::of(replies))))
}

/// # Safety
/// As for [`isotope_select_batch`].
unsafe fn select(
    client: &CompilerClient,
    given: *const Target,
    texts: &[*const c_char],
    deadline_ms: u32,
) -> Vec<Reply> {
    let count = texts.len();
    if count == 0 {
        return Vec::new();
    }
    // SAFETY: as the caller says.
    let read = texts.iter().map(|&pointer| unsafe { text(pointer) }).collect::<Result<Vec<_>, _>>();
    // SAFETY: as the caller says.
    let (Ok(texts), Ok(target)) = (read, unsafe { target(given) }) else {
        return vec![Err(NotNow::new(Reason::Misconfigured, "a text is not UTF-8")); count];
    };
    client.select(&target, &texts, timeout(deadline_ms))
}

pub(crate) fn timeout(deadline_ms: u32) -> Option<Duration> {
    (deadline_ms != 0).then(|| Duration::from_millis(deadline_ms.into()))
}

/// See isotope.h.
///
/// # Safety
/// `results` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_results_count(results: *const Results) -> usize {
    // SAFETY: as the caller says.
    unsafe { results.as_ref() }.map_or(0, |results| results.all.len())
}

/// See isotope.h.
///
/// # Safety
/// `results` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_results_get(results: *const Results, index: usize) -> *const OneResult {
    // SAFETY: as the caller says.
    let found = unsafe { results.as_ref() }.and_then(|results| results.all.get(index));
    found.map_or(std::ptr::null(), std::ptr::from_ref)
}

/// See isotope.h.
///
/// # Safety
/// `results` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_results_milliseconds(results: *const Results, index: usize) -> f64 {
    // SAFETY: as the caller says.
    unsafe { results.as_ref() }.and_then(|results| results.milliseconds.get(index)).copied().unwrap_or_default()
}

/// See isotope.h.
///
/// # Safety
/// `results` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_results_freeze(results: *const Results, index: usize, parameter: usize) -> u32 {
    // SAFETY: as the caller says.
    let of = unsafe { results.as_ref() }.and_then(|results| results.freezing.get(index));
    of.and_then(|of| of.parameters.get(parameter)).copied().unwrap_or_default()
}

/// See isotope.h.
///
/// # Safety
/// `results` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_results_one_load_a_byte(results: *const Results, index: usize) -> c_int {
    // SAFETY: as the caller says.
    let of = unsafe { results.as_ref() }.and_then(|results| results.freezing.get(index));
    of.is_some_and(|of| of.one_load_a_byte).into()
}

/// See isotope.h.
///
/// # Safety
/// `results` is NULL or came from [`isotope_select_batch`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_results_free(results: *mut Results) {
    if results.is_null() {
        return;
    }
    // SAFETY: as the caller says.
    guarded((), || drop(unsafe { Box::from_raw(results) }));
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive; `target` and `pairs` are as the header describes them; `compared` has room for `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_compare(
    client: *const CompilerClient,
    target: *const Target,
    pairs: *const Pair,
    count: usize,
    deadline_ms: u32,
    compared: *mut Compared,
) -> u32 {
    if count == 0 {
        return 0;
    }
    // SAFETY: as the caller says; of a length that no list has there is no room either.
    if unsafe { list(compared, count) }.is_err() {
        return Reason::Misconfigured as u32;
    }
    let asked = || {
        // SAFETY: as the caller says.
        let pairs = unsafe { list(pairs, count) }.map_err(|why| NotNow::new(Reason::Misconfigured, &why))?;
        // SAFETY: as the caller says.
        unsafe { compare(client, target, pairs, deadline_ms) }
    };
    let defect = || Err(NotNow::new(Reason::Internal, DEFECT));
    let answered = guarded(None, || Some(asked())).unwrap_or_else(defect);
    let (reason, found) = match answered {
        Ok(found) => (0, found),
        Err(not_now) => (not_now.reason as u32, Vec::new()),
    };
    for at in 0..count {
        // SAFETY: there is room for `count`.
        unsafe { compared.add(at).write(found.get(at).copied().unwrap_or_default()) };
    }
    reason
}

/// # Safety
/// As for [`isotope_compare`].
unsafe fn compare(
    client: *const CompilerClient,
    given: *const Target,
    pairs: &[Pair],
    deadline_ms: u32,
) -> Result<Vec<Compared>, NotNow> {
    // SAFETY: as the caller says.
    let client = unsafe { client.as_ref() }.ok_or_else(|| NotNow::new(Reason::Internal, "there is no client"))?;
    // SAFETY: as the caller says.
    let read = pairs.iter().map(|each| unsafe { pair(each) }).collect::<Result<Vec<_>, _>>();
    // SAFETY: as the caller says.
    let (Ok(pairs), Ok(target)) = (read, unsafe { target(given) }) else {
        return Err(NotNow::new(Reason::Misconfigured, "a text is not UTF-8"));
    };
    let found = client.compare(&target, &pairs, timeout(deadline_ms))?;
    Ok(found.into_iter().map(Compared::from).collect())
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_client_timeout_ms(client: *const CompilerClient) -> u32 {
    // SAFETY: as the caller says.
    let timeout = unsafe { client.as_ref() }.map_or(Duration::ZERO, |client| client.settings().timeout);
    u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX)
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_client_is_off(client: *const CompilerClient) -> i32 {
    // SAFETY: as the caller says.
    unsafe { client.as_ref() }.is_some_and(|client| client.settings().off).into()
}

/// See isotope.h.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_server_listens(timeout_ms: u32) -> i32 {
    let timeout = Duration::from_millis(timeout_ms.max(1).into());
    guarded(false, || CompilerSettings::from_env().is_ok_and(|settings| settings.is_somebody_there(timeout))).into()
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive; `counters` is NULL or has room for the `size` bytes that it names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_client_counters(client: *const CompilerClient, counters: *mut CountersOut) {
    if counters.is_null() {
        return;
    }
    // SAFETY: as the caller says.
    let read = unsafe { client.as_ref() }.map(CompilerClient::counters).unwrap_or_default();
    let mut reasons = [read.answered; REASONS];
    reasons[1..].copy_from_slice(&read.not_now);
    // SAFETY: `size` is the first field of every version.
    let size = unsafe { (*counters).size };
    let all = CountersOut { size, calls: read.calls, windows: read.windows, reasons };
    // SAFETY: as many bytes as both sides have; the structure is plain numbers.
    unsafe {
        std::ptr::copy_nonoverlapping((&raw const all).cast::<u8>(), counters.cast(), size.min(size_of_val(&all)))
    };
}
