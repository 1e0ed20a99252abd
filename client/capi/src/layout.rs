//! The structures of isotope.h. Field for field; a test compares sizes and offsets with what a C compiler sees.

use isotope_client::compiler::Reason;
use std::ffi::{c_char, c_int};

/// `ISOTOPE_ABI_VERSION`.
pub const ABI_VERSION: u32 = 1;

/// `ISOTOPE_REASONS`.
pub const REASONS: usize = Reason::ALL.len() + 1;

/// `ISOTOPE_CUT_SHORT`.
pub const CUT_SHORT: c_int = 1;

/// `ISOTOPE_SEARCHED_ON`.
pub const SEARCHED_ON: c_int = 2;

/// `isotope_type`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Type {
    /// `isotope_kind`.
    pub kind: u32,
    /// Bits of one lane.
    pub bits: u32,
    /// Number of lanes.
    pub lanes: u32,
}

/// `isotope_leaf`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct LeafIn {
    pub size: usize,
    pub name: *const c_char,
    pub ty: Type,
    pub has_range: i32,
    pub min: i64,
    pub max: i64,
    pub buffer: *const c_char,
    pub base: *const c_char,
    pub offset: i64,
    pub stride: i64,
}

/// `isotope_config`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Config {
    pub size: usize,
    pub server: *const c_char,
    pub timeout_ms: u32,
    pub silence_ms: u32,
    pub cooldown_ms: u32,
    pub off: i32,
    pub expected_epoch: *const c_char,
    pub plain: i32,
}

/// `isotope_target`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Target {
    pub arch: *const c_char,
    pub mcpu: *const c_char,
    pub mattr: *const c_char,
}

/// `isotope_parameter`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Parameter {
    pub ty: Type,
    pub leaf: *const c_char,
    pub buffer: *const c_char,
    pub base: *const c_char,
    pub offset: i64,
    pub stride: i64,
}

/// `isotope_result`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct OneResult {
    pub reason: u32,
    pub detail: *const c_char,
    pub verdict: u32,
    pub cost: u64,
    pub baseline_cost: u64,
    pub llvm_ir: *const c_char,
    pub function: *const c_char,
    pub instructions: *const c_char,
    pub source: *const c_char,
    pub ty: Type,
    pub parameters: *const Parameter,
    pub parameter_count: usize,
    pub truncated: c_int,
    pub is_better: c_int,
}

/// `isotope_pair`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Pair {
    pub name: *const c_char,
    pub own: *const c_char,
    pub selected: *const c_char,
}

/// `isotope_compared`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Compared {
    pub known: i32,
    pub is_better: i32,
    pub own_cost: u64,
    pub selected_cost: u64,
}

/// `isotope_counters`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct CountersOut {
    pub size: usize,
    pub calls: u64,
    pub windows: u64,
    pub reasons: [u64; REASONS],
}
