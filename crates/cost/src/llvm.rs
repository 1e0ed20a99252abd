//! LLVM's scheduling model, as LLVM states it: costs lie over it (`table`).

use std::collections::HashMap;

/// LLVM's model of one instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Cycles from the operands to the result.
    pub latency: u32,
    /// Micro-operations.
    pub uops: u32,
    /// Resources by name, and hundredths of a cycle on each: what any of some units can do is spread over them evenly.
    pub resources: Vec<(String, u64)>,
}

/// LLVM's table of a CPU.
#[derive(Clone, Debug, Default)]
pub struct Llvm {
    pub cpu: String,
    pub dispatch: u32,
    pub resources: Vec<String>,
    pub forms: HashMap<&'static str, Usage>,
}

/// One of LLVM's resources as tables write it: `llvm-mca` gives the number of a unit among like ones as a raw byte.
pub fn resource_name(raw: &str) -> String {
    match raw.split_once('.') {
        Some((base, unit)) => format!("{base}.{}", unit.bytes().next().unwrap_or(0)),
        None => raw.to_owned(),
    }
}
