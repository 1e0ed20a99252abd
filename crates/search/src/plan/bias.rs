//! Cost biases: the assumptions that plans are made under.
//!
//! A planner's costs are sums over operations, and a CPU's are not: operations on other pipes are free, latencies hide, what is
//! gathered waits for loads. One table of costs that is right for every window does not exist, so each window is planned
//! under a few biases, and the pricer, which sees whole programs, decides between them.

use isotope_dictionary::GenericCosts;

/// A cost bias that plans are made under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bias {
    /// Whether dot products may be used.
    pub dots: bool,
    /// The cost of a register whose elements are gathered from anywhere, in hundredths of its table's.
    pub gather: u32,
    /// The same of an operation on integers that is no shuffle, shift or multiplication: it may have to wait for those.
    pub arithmetic: u32,
    /// Whether scalings may be used, and factors be moved to the range of the other sign.
    pub scaled: bool,
    /// Whether sums and extrema may be regrouped, and values be shuffled together from their translates.
    pub regrouped: bool,
    /// Whether a load of a whole register costs what its table says; else nothing, for one that is an operand of what reads it.
    pub loads: bool,
    /// Whether a register whose parts lie in memory is put together from loads of them.
    pub parts: bool,
    /// Whether sums of neighbours times weights may be used.
    pub taps: bool,
    /// The part of an instruction's cost that is over that of arithmetic, in hundredths: the few pipes of a product may have nothing else to do.
    pub excess: u32,
}

impl Bias {
    /// Those that are proposed.
    pub const ALL: [Bias; 10] = [
        Bias::FIRST,
        Bias { dots: false, ..Bias::FIRST },
        Bias { gather: 250, parts: true, ..Bias::FIRST },
        Bias { arithmetic: 200, ..Bias::FIRST },
        Bias { scaled: false, ..Bias::FIRST },
        Bias { regrouped: true, ..Bias::FIRST },
        // A sum that is regrouped into columns may be a dot product again, but then shares less.
        Bias { regrouped: true, dots: false, ..Bias::FIRST },
        // Where arithmetic is cheap, columns pay by the loads that they save.
        Bias { regrouped: true, loads: true, ..Bias::FIRST },
        // A dot product of more neighbours takes more of its pipes' time, and fewer registers.
        Bias { taps: false, ..Bias::FIRST },
        Bias { excess: 50, ..Bias::FIRST },
    ];
    const FIRST: Bias = Bias {
        dots: true,
        gather: 100,
        arithmetic: 100,
        scaled: true,
        regrouped: false,
        loads: false,
        parts: false,
        taps: true,
        excess: 100,
    };

    /// The costs of generic operations under the bias.
    pub(super) fn applied(self, of: GenericCosts) -> GenericCosts {
        GenericCosts {
            arithmetic: of.arithmetic * self.arithmetic / 100,
            permute: of.permute * self.gather / 100,
            ..of
        }
    }
}
