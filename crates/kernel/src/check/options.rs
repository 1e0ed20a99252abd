//! The subject of a check, and how much may be spent.

use super::inputs::Sizes;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The subject of the check, and how much may be spent.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the function in both programs; by default the only one with a body in the first.
    pub entry: Option<String>,
    /// Sizes that the text leaves open.
    pub sizes: Sizes,
    /// Random numbers come from it.
    pub key: [u8; 32],
    /// Operations that each run may carry out.
    pub max_steps: u64,
    /// Elements of memory that each may have: about 40 bytes each.
    pub max_cells: usize,
    /// Inputs on which both are executed to find a difference.
    pub executions: u32,
    /// Runs both programs at once: it takes less time, and as much of processors. By default one runs after the other.
    pub at_once: Option<AtOnce>,
    /// Loops run over arrays where they can. Without that each operation runs by itself, with the same result.
    pub uses_nests: bool,
    /// Ends the comparison soon after it is set: with an error, or with a verdict that is open.
    pub stop: Option<Arc<AtomicBool>>,
}

/// One of two runs, to be called once.
pub type Part<'a> = &'a mut (dyn FnMut() + Send);

/// Calls two functions, both before it returns, each on any thread.
#[derive(Clone, Copy, Debug)]
pub struct AtOnce(pub fn(Part<'_>, Part<'_>));

impl Default for Options {
    fn default() -> Self {
        Options {
            entry: None,
            sizes: Sizes::default(),
            key: [0; 32],
            max_steps: crate::limits::MAX_STEPS,
            max_cells: crate::limits::MAX_CELLS,
            executions: 12,
            at_once: None,
            uses_nests: true,
            stop: None,
        }
    }
}
