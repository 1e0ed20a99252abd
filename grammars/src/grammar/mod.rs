//! Pruned grammars.
