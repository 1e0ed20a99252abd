//! Layouts: which lane sits in which slot of which register.
//!
//! A window's values have one layout for each element width. Up to the width at which the lanes fill one register the
//! layout is linear; each doubling after that *splits* a register in two, and the split chosen decides what widening,
//! narrowing and pairing cost: an in-lane unpack is undone by an in-lane pack, even and odd by a shift and a blend
//! (Hydride, section 4.4, has such swizzles as patterns; here a whole window agrees on them).
//!
//! A layout is a permutation of lanes over registers, and one is chosen for all values of a width
//! together: values that meet in an operation must have their lanes in the same slots, and agreeing
//! beforehand makes that free. What is paid is at the ends (loads and the result are linear) and
//! between widths.

/// How lanes of one register at some width spread over two registers at twice the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Split {
    /// Low half, high half: what sign- and zero-extending moves do.
    Linear,
    /// Low and high halves of each part of a register: what unpack and pack instructions do.
    Unpack,
    /// Even and odd lanes: what shifts and widening multiplies do.
    EvenOdd,
    /// Within each part of a register the lanes of the first two, or the last two, of four phases. Unpacked once more these are
    /// the phases, which packs put together again.
    Phases,
}

/// The vector registers of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// Bits of the largest one.
    pub bits: u32,
    /// Bits of the parts that unpacks and packs stay within.
    pub part: u32,
}

/// The element widths that layouts are made for, in bits.
pub const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// The layout of all lanes at one element width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bits of a slot.
    pub bits: u32,
    /// For each register, the lane in each slot.
    pub registers: Vec<Vec<u32>>,
    /// How this layout comes from the one at half the width; `None` where both fill the same number of registers.
    pub split: Option<Split>,
}

/// One layout for each width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layouts {
    /// Layouts of 8, 16, 32 and 64 bits.
    pub widths: Vec<Layout>,
    /// The splits asked for, narrowest first.
    pub splits: Vec<Split>,
}

/// The slot of the narrow register that feeds slot `s` of half `h`, of `slots` wide slots of which `in_part` lie in one part of a
/// register.
pub fn source_slot(split: Split, h: u32, s: u32, slots: u32, in_part: u32) -> u32 {
    let in_lane = in_part.min(slots);
    match split {
        Split::Linear => h * slots + s,
        Split::EvenOdd => 2 * s + h,
        Split::Unpack => (s / in_lane) * 2 * in_lane + h * in_lane + s % in_lane,
        Split::Phases => {
            let (lane, at, half) = (s / in_lane, s % in_lane, (in_lane / 2).max(1));
            lane * 2 * in_lane + 4 * (at % half) + at / half + 2 * h
        }
    }
}

/// How many splits the widths of a window need.
pub fn splits_needed(lanes: u32, register_bits: u32) -> usize {
    WIDTHS[1..].iter().filter(|&&w| lanes * w > register_bits).count()
}

impl Layouts {
    /// Layouts of `lanes` lanes in the largest registers or smaller ones, with a split for each doubling that needs one,
    /// narrowest first.
    pub fn new(lanes: u32, registers: Registers, splits: &[Split]) -> Self {
        let register_bits = registers.bits;
        let mut widths: Vec<Layout> = Vec::new();
        let mut next = splits.iter().copied();
        for bits in WIDTHS {
            let slots = (register_bits / bits).min(lanes);
            let layout = match widths.last().filter(|_| lanes * bits > register_bits) {
                None => {
                    let registers = (0..lanes / slots).map(|r| (r * slots..(r + 1) * slots).collect()).collect();
                    Layout { bits, registers, split: None }
                }
                Some(narrow) => {
                    let split = next.next().unwrap_or(Split::Linear);
                    let half = |reg: &Vec<u32>, h: u32| {
                        (0..slots)
                            .map(|s| reg[source_slot(split, h, s, slots, registers.part / bits) as usize])
                            .collect()
                    };
                    let registers = narrow.registers.iter().flat_map(|reg| [half(reg, 0), half(reg, 1)]).collect();
                    Layout { bits, registers, split: Some(split) }
                }
            };
            widths.push(layout);
        }
        Layouts { widths, splits: splits.to_vec() }
    }

    /// Layouts whose first two splits are unpacks and whose registers are linear after them: what packs of wide linear
    /// registers give. `None` where two splits are not needed.
    pub fn packed(lanes: u32, registers: Registers, above: &[Split]) -> Option<Self> {
        let splits = [&[Split::Unpack, Split::Unpack], above].concat();
        let mut layouts = Layouts::new(lanes, registers, &splits);
        let split: Vec<usize> = (0..WIDTHS.len()).filter(|&w| layouts.widths[w].split.is_some()).collect();
        let &[_, second, ..] = &split[..] else { return None };
        // The lane that sits, at the second split, where a linear layout would have lane n.
        let order: Vec<u32> = layouts.widths[second].registers.concat();
        // Renaming lanes everywhere keeps every relation between widths, so any permutation of a
        // layout is one; this is the one that is linear where packs want their operands.
        let mut renamed = vec![0; lanes as usize];
        order.iter().zip(0..).for_each(|(&lane, n)| renamed[lane as usize] = n);
        for layout in &mut layouts.widths {
            layout.registers.iter_mut().flatten().for_each(|lane| *lane = renamed[*lane as usize]);
        }
        Some(layouts)
    }

    /// The layout at a width.
    pub fn at(&self, bits: u32) -> &Layout {
        &self.widths[bits.trailing_zeros() as usize - 3]
    }
}

impl Layout {
    /// Number of registers.
    pub fn count(&self) -> u32 {
        self.registers.len() as u32
    }

    /// Slots of a register.
    pub fn slots(&self) -> u32 {
        self.registers[0].len() as u32
    }

    /// Bits of a register.
    pub fn register_bits(&self) -> u32 {
        self.slots() * self.bits
    }
}

#[cfg(test)]
mod tests;
