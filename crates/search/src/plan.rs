//! Plans: for every form and width, the cheapest way to have it in the window's layouts.
//!
//! `(form, width)` stands for all lanes of the form, reduced modulo 2^width, in the layout of that width. A plan is
//! found bottom-up over the form's own structure: directly, by an instruction whose slot function gives the same values
//! on the samples, by a dot product over part of a sum, by widening a narrower plan or narrowing a wider one. Costs order
//! candidates for the pricer and are never shown.
//!
//! A form is planned when all that it may be made from is: its operands come before it, in a list and not on the stack
//! of calls, and what is being planned is no part of another's plan. So no plan needs itself, whatever it costs.
//!
//! Planning is lazy, and [`super::emit`] drives it: a [`Planner`] starts without plans, and each is made when it is first asked
//! for, which is when the program that needs it is written. Planning a form may add forms to the window (a clamp taken
//! apart, the covered part of a sum), so the planner holds the window for itself until its program is written.
//!
//! Here: `choice` and what choices are made of (`packed_operand`, `runs`, `strided`), the `planner` that remembers the best
//! choice, and beside it one file for each family of ways to make a form, from `rules` on. The cost of each operand is
//! decided where it is decided how it is written (`packing`), so that the two agree.

mod bias;
mod choice;
mod clamps;
mod comparisons;
mod costs;
mod dots;
mod floats;
mod grouping;
mod halves;
mod lookups;
mod memory_access;
mod needs;
mod packed_operand;
mod packing;
mod planner;
mod plans;
mod price;
mod product_halves;
mod regrouped;
mod rules;
mod runs;
mod shifts;
mod signs;
mod strided;
mod sums;
mod taps;

pub use bias::Bias;
pub use choice::{Choice, Plan, Tapped, Uses};
pub use lookups::Lookups;
pub use packed_operand::{PackedOperand, Part};
pub use packing::{Elements, Packing, Sign, Term};
pub use planner::Planner;
pub use price::Price;
pub use runs::{Run, Segment};
pub use strided::StridedLoads;
