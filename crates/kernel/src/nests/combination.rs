//! Straight code of linear free terms: what it stores is a sum of what it loads.

use crate::arrays::class::Class;
use crate::nests::code::{Code, Combination, MOST_LOADS, MOST_VALUES, Reg, Value};

/// Of the codes of an innermost loop, and whether each differs between iterations; `None`: they are something else.
pub fn combination(codes: &[Code], varies: &[bool]) -> Option<Combination> {
    let mut varying = codes.iter().zip(varies).filter(|(_, varies)| **varies).map(|(code, _)| code);
    let (mut known, mut loads, mut steps): (Vec<(Reg, Value)>, _, _) = (Vec::new(), Vec::new(), Vec::new());
    let value = |known: &[(Reg, Value)], reg: Reg| {
        known.iter().find(|(of, _)| *of == reg).map_or(Value::Shared(reg), |(_, value)| *value)
    };
    for code in varying.by_ref() {
        match code {
            Code::Load { to, access, .. } => {
                known.push((*to, Value::Load(loads.len())));
                loads.push(*access);
            }
            Code::Apply { to, how, operands } => {
                let (Class::Linear(code), [x, y]) = (how.class, operands.as_slice()) else { return None };
                let operands = [*x, *y].map(|reg| value(&known, reg));
                known.push((*to, Value::Step(steps.len())));
                steps.push((code, operands));
            }
            Code::Store { from, access } => {
                let is_last = matches!(value(&known, *from), Value::Step(step) if step + 1 == steps.len());
                let fits = loads.len() <= MOST_LOADS && steps.len() <= MOST_VALUES;
                let store = (*from, code.clone(), *access);
                return (is_last && fits && varying.next().is_none()).then_some(Combination { loads, steps, store });
            }
            Code::Fused { .. } => return None,
        }
    }
    None
}
