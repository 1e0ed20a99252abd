//! The freezing of a program, from its LLVM form and the dependences of its set's intrinsics.

use super::{FUNCTION, proving};
use crate::search::selector::{Held, SelectError};
use isotope_codegen::llvm;
use isotope_dictionary::{Dictionary, InstructionSets};
use isotope_ir::Window;
use isotope_ir::expr::LeafId;
use isotope_undefined::{Freezing, Intrinsics, Phrasing, freezing};
use std::collections::BTreeMap;

/// The intrinsics of all instruction sets, by the architecture of their targets.
pub(super) struct Undefined(BTreeMap<&'static str, Intrinsics<'static>>);

impl Undefined {
    pub(super) fn new(sets: &'static InstructionSets) -> Self {
        let set = |arch| Some((arch, Intrinsics::new(sets.get(arch)?.dictionary())));
        Undefined(sets.iter().filter_map(|each| set(each.arch())).collect())
    }

    pub(super) fn freezing(
        &self,
        held: &Held<'_>,
        asked: &Window,
        leaf_map: &[LeafId],
        dictionary: &Dictionary,
    ) -> Result<Freezing, SelectError> {
        let program = proving::read(held.program)?;
        let function =
            llvm::function(&program, FUNCTION, dictionary).map_err(|e| SelectError::Unsupported(e.to_string()))?;
        let unknown = || SelectError::Internal(format!("the intrinsics of {} are not known here", held.target.arch()));
        let intrinsics = self.0.get(held.target.arch()).ok_or_else(unknown)?;
        let phrasing = Phrasing { asked, canonical: held.window, leaf_map };
        Ok(freezing(&program, &function, &phrasing, intrinsics))
    }
}
