//! Qualcomm's HVX manual: a list of entries in JSON, each with its syntax and its pseudocode, which is much like C.
//!
//! Here belong: the file ([`HvxManual`]), an entry's declaration (`syntax`), and the dialect (`lex`, `macros`, `parse`,
//! `expression`), which is read straight into the tree that all dialects share ([`isotope_semantics::pseudo::ast`]). Elsewhere: what
//! an instruction or one of the dialect's own functions means. The functions and macros that the manual takes for
//! granted (`sat8`, `ABS`, `VELEM`, `SWAP`) are defined in `data/hvx-prelude.txt`, in the dialect itself.
//!
//! A second reading of the same instructions is QEMU's ([`HvxIdef`]), with which the manual's is compared.
//!
//! The dialect as it is read:
//!
//! ```text
//! text      = statement*
//! statement = { statement* } | ; | return expr ;
//!           | for ( step? ; expr ; step? ) statement             the condition may begin with an assignment: (i >>= 1) > 0
//!           | if ( expr ) statement (else statement)?
//!           | (unsigned | int)? place = expr ;                   or += -= *= |= &= ^= <<= >>=
//! place     = register part* | name
//! part      = .b[expr] .ub[..] .h[..] .uh[..] .w[..] .uw[..]     elements; the letter u says that they are unsigned
//!           | .v[expr]                                           a register of a pair
//!           | .s64                                               the value in 64 bits, which changes nothing here
//!           | [expr] | [expr:expr]                               bits of a predicate register
//! expr      = C's, with >>> beside >>; #u is the immediate, f(expr, ..) a function of the prelude
//! ```
//!
//! Arithmetic is on integers, as everywhere in this crate: nothing is promoted, and nothing wraps before it is stored. A
//! right shift fills by the sign of what it shifts, so that `>>` and `>>>` are one. Elements of elements, `Vu.w[i].h[1]`, become
//! elements of the register, `2*i + 1` of 16 bits.

mod expression;
mod idef;
mod lex;
mod macros;
mod manual;
mod parse;
mod syntax;

pub use idef::HvxIdef;
pub use manual::HvxManual;
