//! The pseudocode dialect of vendor manuals: lexer, syntax tree, parser, printer, walks over the tree.
//!
//! Syntax belongs here. The meaning of a text is [`crate::semantics`] and its evaluators.
//!
//! The dialect as it is read, `*` for any number and `?` for at most one; `|` separates spellings and forms. Ends of
//! lines end statements, but for those after an operator, inside parentheses, and after a backslash.
//!
//! ```text
//! text       = (statement | function)*
//! function   = DEFINE name ( parameter, .. ) { text }            a parameter's width, name[31:0], says nothing
//! statement  = place := expr | place += expr | ..                = for :=, and -= *= |= &= ^= <<= >>=
//!            | FOR name := expr to|downto expr  text  ENDFOR     both bounds inclusive
//!            | IF expr THEN?  text  (ELSIF expr text)* (ELSE text)?  FI
//!            | CASE expr OF?  (number : text)*  (DEFAULT : text)?  ESAC
//!            | DO? WHILE expr  text  OD
//!            | RETURN expr?
//!            | #name | name | name(..)                           an effect: read, and refused by what gives meaning
//! place      = name | place[expr:expr] | place[expr] | place.member | place.member[expr]
//! expr       = expr operator expr | expr ? expr : expr | - expr | ~ expr | NOT expr | ! expr
//!            | expr OP expr                                      where the variable OP holds a function's name
//!            | name(expr, ..) | conversion(expr) | number | MAX | place | ( expr )
//!            | expr[expr:expr] | expr[expr] | expr.member[expr]  parts of what is computed
//! member     = bit byte word dword qword int8 .. uint64 m128 ..  others are read, and refused by what gives meaning
//! conversion = ZeroExtend | SignExtend | Truncate | Int | UInt, each with a width; Signed, Unsigned, Int, UInt without
//! ```

pub mod ast;
mod cursor;
mod error;
mod expression;
mod import;
mod lex;
mod parse;
mod print;
mod walk;

pub use error::SyntaxError;
pub use import::{import, import_body};
pub use parse::parse;
pub use print::{print_expr, print_program};
pub use walk::{expressions, parts_mut, root, statements_mut, visit, visit_expr};
