//! Solving and normal forms. One program, so that it is linked once.

mod alone;
mod bounded;
mod budgets;
mod canonical_rules;
mod contradictions;
mod families;
mod normal_everywhere;
mod normal_random;
mod normal_rules;
mod operators;
mod verdicts;
mod wire;
