//! The rules of comparing programs, by name: a test drops one after the other, and a wrong pair must be called equal then.

/// A rule without which some wrong program would be called equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Two iterations of a parallel loop do not touch one cell, one of them by a store.
    Races,
    /// The same in loops that run over arrays.
    RacesOfNests,
    /// Two iterations of a parallel loop do not print or call what has no body.
    OrderOfEffects,
    /// A rounding mode is a part of an operation.
    Rounding,
    /// A predicate is one.
    Predicate,
    /// A flag is one, unless all sums and products of the first program have it.
    Flags,
    /// A sum or product that the first program does not compute promises nothing.
    PromisesOfNothing,
    /// A product with zero is not forgotten.
    Zeros,
    /// A difference of a value and itself is not forgotten.
    Differences,
    /// A float 0 is the zero of the field only where no sign of a zero counts.
    SignOfZero,
    /// A product and a sum are not what one operation is that rounds once, unless the first program computes them apart.
    Fused,
    /// A known result that breaks a promise has no value.
    KnownPoison,
    /// An integer is divided only by what the first program divides by.
    Divisions,
    /// And not before a call or a print that the first program makes first.
    DivisionsInOrder,
    /// Memory of an argument is freed by both programs, or by neither.
    Freed,
    /// A result is the same memory.
    Identity,
    /// Memory of a stack ends with its function or iteration.
    Stack,
    /// Functions without a body see memory of arguments, public memory, and what they were given.
    SeenByCalls,
    /// And change it.
    ChangedByCalls,
    /// They see which memory they are given.
    GivenToCalls,
    /// Memory of the module is compared.
    Globals,
    /// Also what it holds at first.
    InitialContents,
    /// Text that is printed, or seen by functions without a body, is compared.
    Output,
    /// The solver is asked whether promises are kept.
    ProvedPromises,
    /// And whether shifts are by less than a number has bits.
    ProvedShifts,
    /// And what operations that it does not know have no value for.
    ProvedUnknown,
    /// An extension is the identity only of what fits.
    Exact,
    /// A value that is printed or given to functions without a body has a type.
    SeenTypes,
    /// A cast of memory keeps its sizes, strides and offset.
    Casts,
    /// An attribute of an operation has a meaning that is known.
    KnownAttributes,
    /// Functions, memory and modules of the second program promise nothing that those of the first do not.
    Promises,
    /// One iteration stands for all only where none reads the loop's counter.
    Steady,
    /// Tiles run as one only where iterations of different tiles meet in no cell.
    Tiles,
}

impl Rule {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Rule; 33] = [
        Rule::Races,
        Rule::RacesOfNests,
        Rule::OrderOfEffects,
        Rule::Rounding,
        Rule::Predicate,
        Rule::Flags,
        Rule::PromisesOfNothing,
        Rule::Zeros,
        Rule::Differences,
        Rule::SignOfZero,
        Rule::Fused,
        Rule::KnownPoison,
        Rule::Divisions,
        Rule::DivisionsInOrder,
        Rule::Freed,
        Rule::Identity,
        Rule::Stack,
        Rule::SeenByCalls,
        Rule::ChangedByCalls,
        Rule::GivenToCalls,
        Rule::Globals,
        Rule::InitialContents,
        Rule::Output,
        Rule::ProvedPromises,
        Rule::ProvedShifts,
        Rule::ProvedUnknown,
        Rule::Exact,
        Rule::SeenTypes,
        Rule::Casts,
        Rule::KnownAttributes,
        Rule::Promises,
        Rule::Steady,
        Rule::Tiles,
    ];

    /// Whether the rule is kept: always, but in the test that drops it.
    #[cfg(not(test))]
    #[inline(always)]
    pub fn holds(self) -> bool {
        true
    }

    /// Whether this thread keeps the rule.
    #[cfg(test)]
    pub fn holds(self) -> bool {
        DROPPED.get() != Some(self)
    }
}

#[cfg(test)]
thread_local! {
    /// The rule that this thread drops.
    pub static DROPPED: std::cell::Cell<Option<Rule>> = const { std::cell::Cell::new(None) };
}
