//! The data of the instruction sets that this build carries, and the pruned grammars (Hydride, sections 4.3 and 4.4).
//!
//! What belongs here: the folders of data, one for each instruction set, and the choice of instructions, swizzles and
//! constants for one window. What does not: reading the data (`isotope_dictionary`), making it (`isotope_derive`), searching.

mod embedded;
mod productions;
mod prune;
mod window;

pub use embedded::{dictionaries, embedded, with_folders};
pub use productions::productions;
pub use prune::{Choice, Grammar, GrammarTarget, Kept, Options, Reason, build};
pub use window::WindowFacts;
