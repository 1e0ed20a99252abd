//! Memory on the stack: in a body each lane has its own.
//!
//! The body has as much memory as all lanes need, in one of two orders. Where each lane's memory is whole, a lane's address is the body's
//! and so many times the lane's number more; the scalar function may have its memory there. Where lanes lie side by side, element `i` of
//! lane `l` is at `(i * lanes + l) * size`: an access of one element is compared by where it lies. Any other use that the scalar function
//! makes of such an address has no equal in the body, and is refused.

use crate::error::NotShown;
use crate::program::{Program, Scalar, Stack};
use crate::terms::{Id, Term, Terms};

/// The memory of the second program, and what it is in one lane of the first.
#[derive(Debug)]
pub(crate) struct Stacks {
    second: Vec<Stack>,
    /// Of a vector of the second program.
    pub lanes: u64,
}

impl Stacks {
    /// Pairs the memory of both programs, in order.
    pub(crate) fn of(first: &Program, second: &Program, lanes: u64) -> Result<Stacks, NotShown> {
        let is_enough = |(own, all): (&Stack, &Stack)| {
            let (step, is_whole) = (all.bytes / lanes, all.element == 0);
            own.element == 0
                && step >= own.bytes
                && all.bytes.is_multiple_of(lanes)
                && (!is_whole
                    || (all.align.is_multiple_of(own.align) && (lanes == 1 || step.is_multiple_of(own.align))))
        };
        match first.stacks.len() == second.stacks.len() && first.stacks.iter().zip(&second.stacks).all(is_enough) {
            true => Ok(Stacks { second: second.stacks.clone(), lanes }),
            false => Err(NotShown::new("lanes have not each their memory on the stack".to_owned())),
        }
    }

    /// The address of one of them in a program: the first (0) or the second (1).
    pub(crate) fn address(&self, terms: &mut Terms, side: usize, number: usize) -> Id {
        let whole = terms.op(Scalar::Pointer, &format!("stack {number}"), Vec::new());
        let of = self.second[number];
        match (side, of.element) {
            (0, 0) if self.lanes > 1 => terms.stepped(Scalar::Pointer, whole, (of.bytes / self.lanes).cast_signed()),
            (_, 0) | (1, _) => whole,
            _ => terms.op(Scalar::Pointer, &format!("stack of a lane {number}"), Vec::new()),
        }
    }

    /// Where the second program has what is at an address of the first one, for an access of so many bytes, and how even that address is at
    /// most; the address itself where it is not in memory of lanes side by side.
    pub(crate) fn placed(&self, terms: &mut Terms, address: Id, bytes: u64) -> Option<(Id, Option<u64>)> {
        for (number, of) in self.second.iter().enumerate().filter(|(_, of)| of.element > 0) {
            let own = self.address(terms, 0, number);
            let (constant, parts) = match &terms.get(address).1 {
                _ if address == own => (0, vec![(own, 1)]),
                Term::Sum(constant, parts) if parts.contains(&(own, 1)) => (*constant, parts.clone()),
                _ => continue,
            };
            let others = || parts.iter().filter(|(part, _)| *part != own);
            let is_even = others().all(|(_, times)| times.is_multiple_of(of.element));
            if bytes != of.element || !constant.is_multiple_of(of.element) || !is_even {
                return None;
            }
            let whole = self.address(terms, 1, number);
            let in_lane = terms.stepped(Scalar::Pointer, whole, of.element.cast_signed());
            let mut sum = vec![(in_lane, 1)];
            sum.extend(others().map(|(part, times)| (*part, times.wrapping_mul(self.lanes))));
            let place = terms.sum(Scalar::Pointer, constant.wrapping_mul(self.lanes), &sum);
            return Some((place, Some(of.element.min(of.align))));
        }
        Some((address, None))
    }
}
