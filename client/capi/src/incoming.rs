//! What the caller gave, as Rust values.

use crate::layout::{Config, Pair, Target};
use isotope_client::compiler::{CompilerSettings, SettingError};
use isotope_proto::v1;
use std::ffi::{CStr, c_char};
use std::time::Duration;

/// A text that is not UTF-8.
pub struct NotText;

/// The text, or an empty one for NULL.
///
/// # Safety
/// `text` is NULL or ends in a zero byte.
pub unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, NotText> {
    if text.is_null() {
        return Ok("");
    }
    // SAFETY: as the caller says.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| NotText)
}

/// # Safety
/// The texts of `pair` are as [`text`] wants them.
pub unsafe fn pair(pair: &Pair) -> Result<v1::Pair, NotText> {
    // SAFETY: as the caller says.
    let listing = |pointer: *const c_char| {
        if pointer.is_null() { Ok(None) } else { unsafe { text(pointer) }.map(|text| Some(text.to_owned())) }
    };
    // SAFETY: as the caller says.
    let name = unsafe { text(pair.name) }?.to_owned();
    Ok(v1::Pair { name, own: listing(pair.own)?, selected: listing(pair.selected)? })
}

/// # Safety
/// `target` is NULL or points to a target whose texts are as [`text`] wants them.
pub unsafe fn target(target: *const Target) -> Result<v1::Target, NotText> {
    // SAFETY: as the caller says.
    let Some(target) = (unsafe { target.as_ref() }) else { return Ok(v1::Target::default()) };
    // SAFETY: as the caller says.
    let owned = |pointer| unsafe { text(pointer) }.map(str::to_owned);
    Ok(v1::Target { arch: owned(target.arch)?, mcpu: owned(target.mcpu)?, mattr: owned(target.mattr)? })
}

/// # Safety
/// `config` is NULL or points to `size` bytes of a config whose texts are as [`text`] wants them.
pub unsafe fn settings(config: *const Config) -> Result<CompilerSettings, SettingError> {
    if config.is_null() {
        return CompilerSettings::from_env();
    }
    let misfit = |variable, value: &str, wanted| SettingError { variable, value: value.to_owned(), wanted };
    // SAFETY: `size` is the first field of every version.
    let size = unsafe { (*config).size };
    if size < size_of::<Config>() {
        return Err(misfit("isotope_config.size", &size.to_string(), "the size of a version 1 structure"));
    }
    // SAFETY: it is as large as this version's.
    let config = unsafe { &*config };
    let mut settings = CompilerSettings::from_env()?;
    settings.off |= config.off != 0;
    settings.plain = config.plain != 0;
    let time = |field: &mut Duration, milliseconds: u32| {
        if milliseconds != 0 {
            *field = Duration::from_millis(milliseconds.into());
        }
    };
    time(&mut settings.timeout, config.timeout_ms);
    time(&mut settings.silence, config.silence_ms);
    time(&mut settings.cooldown, config.cooldown_ms);
    // SAFETY: as the caller says.
    let named = |name, pointer| unsafe { text(pointer) }.map_err(|NotText| misfit(name, "?", "UTF-8"));
    let server = named("isotope_config.server", config.server)?;
    if !server.is_empty() {
        settings.set_server("isotope_config.server", server.to_owned())?;
    }
    let epoch = named("isotope_config.expected_epoch", config.expected_epoch)?;
    if !epoch.is_empty() {
        settings.expected_epoch = Some(epoch.to_owned());
    }
    Ok(settings)
}
