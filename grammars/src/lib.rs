//! The dictionary and the pruned grammars.
