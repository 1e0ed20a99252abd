//! The methods of proofs, by name.
//!
//! A set and not one name, because ways nest: a sum is gathered, its normal form cut, the cut tried input by input.
//! Whoever finds a fault in one of them can tell from these names which proofs to make again.

use std::fmt;

/// One way by which an equality, or a part of the work towards it, was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Method {
    /// Both sides are one term.
    Identical,
    /// Both sides have one normal form ([`crate::normal`]).
    NormalForm,
    /// Bounds of inner values, computed from the inputs up ([`crate::interval`]).
    Intervals,
    /// The range of the only input cut into pieces, on each of which bounds or every value of it settle the question.
    Pieces,
    /// Every input tried.
    EveryInput,
    /// Z3 found the negation unsatisfiable.
    Solver,
    /// Variables that are read in one shared subterm only taken as one.
    Gathering,
    /// Shared subterms replaced by fresh variables.
    Cuts,
    /// Equal inner terms merged first.
    Sweeping,
    /// A case for each side of a bound, or for each amount that something is shifted by.
    Cases,
}

impl Method {
    /// All of them, in the order in which a proof names them.
    pub const ALL: [Method; 10] = [
        Method::Identical,
        Method::NormalForm,
        Method::Intervals,
        Method::Pieces,
        Method::EveryInput,
        Method::Solver,
        Method::Gathering,
        Method::Cuts,
        Method::Sweeping,
        Method::Cases,
    ];

    /// Its name in texts and on the workers' wire: one word.
    pub fn name(self) -> &'static str {
        match self {
            Method::Identical => "identical",
            Method::NormalForm => "normal-form",
            Method::Intervals => "intervals",
            Method::Pieces => "pieces",
            Method::EveryInput => "every-input",
            Method::Solver => "solver",
            Method::Gathering => "gathering",
            Method::Cuts => "cuts",
            Method::Sweeping => "sweeping",
            Method::Cases => "cases",
        }
    }
}

/// How an equality was shown: every method that the proof rests on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct How(
    /// Bit `m as u8` for each method. It is serialised as this number, so the order of [`Method`] is part of a format.
    u16,
);

impl How {
    /// By one method alone.
    pub fn by(method: Method) -> How {
        How(1 << method as u8)
    }

    /// By another method as well.
    #[must_use]
    pub fn with(self, method: Method) -> How {
        self.and(How::by(method))
    }

    /// By the methods of both.
    #[must_use]
    pub fn and(self, other: How) -> How {
        How(self.0 | other.0)
    }

    /// Whether a method is among them.
    pub fn has(self, method: Method) -> bool {
        self.0 & How::by(method).0 != 0
    }

    /// The methods, in the order of [`Method::ALL`].
    pub fn methods(self) -> impl Iterator<Item = Method> {
        Method::ALL.into_iter().filter(move |m| self.has(*m))
    }

    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<How> {
        let method = |word: &str| Method::ALL.into_iter().find(|m| m.name() == word).map(How::by);
        text.split(',').map(method).reduce(|all, one| Some(all?.and(one?)))?
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.methods().map(Method::name).collect();
        f.write_str(&names.join(","))
    }
}

impl fmt::Debug for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
