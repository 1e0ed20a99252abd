//! How identity testing computes.

use super::licence::Kinds;
use crate::values::field::Method;

/// Methods for a pair, cheapest first.
pub fn of(kinds: Kinds) -> Vec<Method> {
    if !kinds.algebra {
        // Which integers are divided is compared term by term.
        let all = [Method::Linear, Method::FreeOnce, Method::Free, Method::Drawn];
        return all[if kinds.divides { 2 } else { 0 }..].to_vec();
    }
    // Free terms with operands need two points: each pair of them may be the one that gets equal values.
    match kinds.free {
        true => vec![Method::Twice, Method::Drawn],
        false => vec![Method::Once, Method::Twice, Method::Drawn],
    }
}
