//! The words of the client for Halide about the hardware loops of a kernel.

/// The client's words about a kernel's loops.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loops {
    /// Hardware loops, and those of them that are scheduled.
    pub loops: u64,
    /// See `loops`.
    pub scheduled: u64,
    /// Packets and waits of one iteration of each loop, in sum.
    pub model_before: f64,
    /// The same as they are scheduled.
    pub model_after: f64,
}

impl Loops {
    /// `isotope: 2 of 3 hardware loops of NAME are scheduled: 20.5 packets and waits, before 23`
    pub fn said(words: &str) -> Option<Self> {
        let line = words.lines().find(|line| line.contains(" hardware loops of "))?;
        let (counts, costs) = line.trim_start_matches("isotope: ").split_once(" are scheduled: ")?;
        let (scheduled, rest) = counts.split_once(" of ")?;
        let (after, before) = costs.split_once(" packets and waits, before ")?;
        Some(Loops {
            loops: rest.split(' ').next()?.parse().ok()?,
            scheduled: scheduled.parse().ok()?,
            model_before: before.trim().parse().ok()?,
            model_after: after.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clients_words_are_read() {
        let words = "isotope: 1 of 1 vector expressions\nisotope: 2 of 3 hardware loops of f are scheduled: 20.5 packets and waits, before 23\n";
        let read = Loops { loops: 3, scheduled: 2, model_before: 23.0, model_after: 20.5 };
        assert_eq!(Loops::said(words), Some(read));
        assert_eq!(Loops::said("isotope: no loop of f is scheduled: why"), None);
    }
}
