//! The caller's arguments, as Rust values.

use crate::layout::{Config, LeafIn, Pair, Target, Type};
use crate::wire;
use isotope_client::compiler::{CompilerSettings, SettingError};
use isotope_ir::expr::{Leaf, LoadAddress};
use isotope_ir::types::{self, Kind};
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

impl Type {
    /// The type that a caller means.
    pub(crate) fn read(self) -> Result<types::Type, String> {
        // The header's kinds have the wire's numbers.
        let kind = match i32::try_from(self.kind).map(v1::Kind::try_from) {
            Ok(Ok(v1::Kind::Int)) => Kind::Int,
            Ok(Ok(v1::Kind::Uint)) => Kind::UInt,
            Ok(Ok(v1::Kind::Float)) => Kind::Float,
            Ok(Ok(v1::Kind::Bfloat)) => Kind::BFloat,
            _ => return Err(format!("{} is none of the kinds ISOTOPE_INT, UINT, FLOAT, BFLOAT", self.kind)),
        };
        let ty = types::Type { kind, bits: self.bits, lanes: self.lanes };
        if ty.is_valid() { Ok(ty) } else { Err(format!("there is no type {ty}")) }
    }
}

impl From<types::Type> for Type {
    fn from(of: types::Type) -> Self {
        Type { kind: wire::kind(of.kind) as u32, bits: of.bits, lanes: of.lanes }
    }
}

/// The type that is stated; none for NULL.
///
/// # Safety
/// `ty` is NULL or points to a type.
pub unsafe fn stated(ty: *const Type) -> Result<Option<types::Type>, String> {
    // SAFETY: as the caller says.
    unsafe { ty.as_ref() }.map(|ty| ty.read()).transpose()
}

/// A list; NULL is an empty one.
///
/// # Safety
/// `list` is NULL or has `count`.
pub unsafe fn list<'a, T>(list: *const T, count: usize) -> Result<&'a [T], String> {
    match (list.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(format!("NULL is no list of {count}")),
        // No list is as long: such a count is a mistake, and reading it would be worse.
        _ if count > isize::MAX as usize / size_of::<T>() => Err(format!("there is no list of {count}")),
        // SAFETY: as the caller says.
        _ => Ok(unsafe { std::slice::from_raw_parts(list, count) }),
    }
}

/// # Safety
/// `leaf` is NULL or points to `size` bytes of a leaf whose texts are as [`text`] wants them.
pub unsafe fn leaf(leaf: *const LeafIn) -> Result<Leaf, String> {
    if leaf.is_null() {
        return Err("NULL is no leaf".to_owned());
    }
    // SAFETY: `size` is the first field of every version.
    let size = unsafe { (*leaf).size };
    if size < size_of::<LeafIn>() {
        return Err(format!("isotope_leaf.size = {size} is not the size of a version 1 structure"));
    }
    // SAFETY: it is as large as this version's.
    let leaf = unsafe { &*leaf };
    // SAFETY: as the caller says.
    let named = |what, pointer| unsafe { text(pointer) }.map_err(|NotText| format!("its {what} is not UTF-8"));
    let load = (!leaf.buffer.is_null()).then(|| {
        let (buffer, base) = (named("buffer", leaf.buffer)?.to_owned(), named("base", leaf.base)?.to_owned());
        Ok::<_, String>(LoadAddress { buffer, base, offset: leaf.offset, stride: leaf.stride })
    });
    Ok(Leaf {
        name: named("name", leaf.name)?.to_owned(),
        ty: leaf.ty.read()?,
        range: (leaf.has_range != 0).then(|| (leaf.min.into(), leaf.max.into())),
        load: load.transpose()?,
    })
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
