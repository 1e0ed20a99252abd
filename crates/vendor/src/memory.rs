//! Memory in a text: from addresses to bits of an operand.
//!
//! A pointer's operand is the memory that it points to, of as many bits as the vendor says, and not the address. Texts
//! count addresses in bits (`MEM[mem_addr+i+31:mem_addr+i]`), so that an address is a position in that operand once it is
//! counted from the pointer: the pointer's name becomes 0, and `MEM` the operand. A store's result is the operand that it
//! has written, whose other bits are what they were.
//!
//! A masked load, before and after:
//!
//! ```text
//! dst[i+7:i] := MEM[mem_addr+i+7:mem_addr+i]        in mem_addr memory 128 u8
//!                                                   dst[i+7:i] := mem_addr[0+i+7:0+i]
//! ```
//!
//! and a store that goes on where the last element ended, as `VPCOMPRESSD` to memory does: its own variable holds an address, which
//! is counted from the pointer as well.
//!
//! ```text
//! m := base_addr                                    m := 0
//! MEM[m+size-1:m] := a[i+31:i]                      base_addr[m+size-1:m] := a[i+31:i]
//! ```
//!
//! The model leaves out faults, alignment, the order of accesses, and two pointers into the same memory. An address outside
//! the operand is an error of the run, as a position outside any register is.

use isotope_semantics::pseudo::ast::{Expr, Program, Sym};
use isotope_semantics::pseudo::{parts_mut, root, statements_mut, visit, visit_expr};
use isotope_semantics::{Operand, OperandKind, SemanticsError};

/// The texts' name for memory.
const MEMORY: &str = "MEM";

/// Makes the memory of a text the operands that its pointers stand for; those that the text writes, in the operands' order.
pub(crate) fn located<'o>(program: &mut Program, operands: &'o [Operand]) -> Result<Vec<&'o Operand>, SemanticsError> {
    let pointers: Vec<(&Operand, Sym)> = operands
        .iter()
        .filter(|o| o.kind == OperandKind::Memory)
        .filter_map(|o| Some((o, program.find(&o.name)?)))
        .collect();
    let memory = program.find(MEMORY);
    let mut locator =
        Locator { memory, pointers: pointers.iter().map(|(_, sym)| *sym).collect(), line: 0, wrong: None };
    // Functions have no memory of their own: what they name stays, and is refused.
    statements_mut(&mut program.body, &mut |line, expr| {
        locator.line = line;
        locator.locate(expr, None);
    });
    if let Some(wrong) = locator.wrong {
        return Err(wrong);
    }
    // By now memory has its operands' names, so that a store is an assignment to one of them.
    let mut written = Vec::new();
    visit(&program.body, &mut |stmt| {
        if let isotope_semantics::pseudo::ast::StmtKind::Assign(target, _) = &stmt.kind {
            written.extend(root(target));
        }
    });
    Ok(pointers.into_iter().filter(|(_, sym)| written.contains(sym)).map(|(operand, _)| operand).collect())
}

/// The rewriter, and the first thing that it cannot rewrite.
struct Locator {
    /// The text's name for memory, if it has any.
    memory: Option<Sym>,
    pointers: Vec<Sym>,
    line: u32,
    wrong: Option<SemanticsError>,
}

impl Locator {
    /// Rewrites an expression; `inside` is the pointer whose memory's address it is a part of.
    fn locate(&mut self, expr: &mut Expr, inside: Option<Sym>) {
        let of_memory = |base: &Expr| self.memory.is_some_and(|memory| *base == Expr::Var(memory));
        match expr {
            Expr::Slice(base, ..) | Expr::Bit(base, _) if of_memory(base) => self.place(expr),
            Expr::Var(sym) if self.pointers.contains(sym) => {
                // With one pointer every address is counted from it, also one that was computed before.
                if self.pointers.len() == 1 && self.memory.is_some() || inside == Some(*sym) {
                    *expr = Expr::Int(0);
                } else {
                    self.refuse("an address used as a value");
                }
            }
            Expr::Slice(base, ..) | Expr::Bit(base, _) | Expr::Member(base, ..) if self.is_pointer(base) => {
                self.refuse("a slice of an address");
            }
            _ => parts_mut(expr).into_iter().for_each(|part| self.locate(part, inside)),
        }
    }

    /// `MEM[hi:lo]` or `MEM[at]`. The address is rewritten before the base is: a base that is a pointer's name already would read as
    /// a slice of the address.
    fn place(&mut self, expr: &mut Expr) {
        let mut parts = parts_mut(expr);
        let (base, address) = parts.split_first_mut().expect("a slice has a base");
        let Some(pointer) = self.pointer_of(address) else {
            return self.refuse("memory at an address that no operand is");
        };
        address.iter_mut().for_each(|part| self.locate(part, Some(pointer)));
        **base = Expr::Var(pointer);
    }

    /// The pointer that an address counts from: the only one, or the only one that it names.
    fn pointer_of(&self, address: &[&mut Expr]) -> Option<Sym> {
        if let [only] = self.pointers[..] {
            return Some(only);
        }
        let mut named = Vec::new();
        for part in address {
            visit_expr(part, &mut |e| match e {
                Expr::Var(sym) if self.pointers.contains(sym) && !named.contains(sym) => named.push(*sym),
                _ => {}
            });
        }
        if let [one] = named[..] { Some(one) } else { None }
    }

    fn is_pointer(&self, base: &Expr) -> bool {
        matches!(base, Expr::Var(sym) if self.pointers.contains(sym))
    }

    fn refuse(&mut self, what: &str) {
        let line = self.line;
        self.wrong.get_or_insert_with(|| SemanticsError::Unsupported { line, what: what.to_owned() });
    }
}
