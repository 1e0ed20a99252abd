//! Layouts: which lane sits in which slot of which register.
//!
//! A window's values have one layout for each element width. Up to the width at which the lanes fill one register the
//! layout is linear; each doubling after that *splits* a register in two, and the split chosen decides what widening,
//! narrowing and pairing cost: an in-lane unpack is undone by an in-lane pack, even and odd by a shift and a blend
//! (Hydride, section 4.4, has such swizzles as patterns; here a whole window agrees on them).
//!
//! A layout is a permutation of lanes over registers, and one is chosen for all values of a width
//! together: values that meet in an operation must have their lanes in the same slots, and agreeing
//! beforehand makes that free. The cost is at the ends (loads and the result are linear) and
//! between widths.
//!
//! Registers have sizes and windows have any number of lanes. So layouts are made of *positions*, as many as fill
//! registers, and an [`Order`] says which lane each position holds: none, where the lanes end before their last
//! register does, or one that another position holds as well, where the last register begins earlier to end with the lanes.

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

/// A slot, or a position, that holds no lane: what is in it is never read.
pub const EMPTY: u32 = u32::MAX;

/// The vector registers of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// Bits of the largest one.
    pub bits: u32,
    /// Bits of the smallest one: what is narrower leaves slots of it empty.
    pub least: u32,
    /// Bits of the parts that unpacks and packs stay within.
    pub part: u32,
    /// Bits of the widest element that is computed with.
    pub lane: u32,
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
    /// Whether lanes are renamed as packs want them.
    packed: bool,
    /// The registers that all of them are made for.
    registers: Registers,
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

/// Which lane each position holds, and the registers that the positions are divided among.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The lane at each position, or [`EMPTY`].
    lanes: Vec<u32>,
    /// Sizes of registers.
    pub registers: Registers,
}

impl Order {
    /// Lanes one after the other, with empty positions up to the end of the last register.
    pub fn padded(lanes: u32, registers: Registers) -> Order {
        // In registers of bytes, which hold the most: at each wider width their lanes spread over whole registers again.
        // Fewer lanes than that take a power of two of positions, so that halves of a register are halves of them.
        let whole = registers.bits / WIDTHS[0];
        let positions = if lanes < whole { lanes.next_power_of_two() } else { lanes.next_multiple_of(whole) };
        Order { lanes: (0..positions).map(|at| if at < lanes { at } else { EMPTY }).collect(), registers }
    }

    /// Lanes of which the last register holds as many as the others, beginning with some that the one before it holds too.
    /// Registers are the largest that elements of `narrowest` bits fill; `None` where the lanes fill whole ones.
    pub fn overlapped(lanes: u32, narrowest: u32, registers: Registers) -> Option<Order> {
        let fitting = |bits: &u32| bits / narrowest < lanes;
        let sizes = std::iter::successors(Some(registers.bits), |bits| Some(bits / 2));
        let bits = sizes.take_while(|bits| *bits >= registers.least).find(fitting)?;
        let whole = bits / narrowest;
        if lanes.is_multiple_of(whole) {
            return None;
        }
        // All whole registers as they come, then one that ends where the lanes end. Lanes that two registers hold are computed
        // twice and read once: cheaper than loads and stores of odd sizes.
        let first = lanes - lanes % whole;
        let mut order: Vec<u32> = (0..first).chain(lanes - whole..lanes).collect();
        order.resize(order.len().next_multiple_of((bits / WIDTHS[0]) as usize), EMPTY);
        Some(Order { lanes: order, registers: Registers { bits, ..registers } })
    }

    /// How many splits the widths of a window need.
    pub fn splits(&self) -> usize {
        splits_needed(self.lanes.len() as u32, self.registers)
    }
}

/// How many splits the widths of so many positions need.
pub fn splits_needed(positions: u32, registers: Registers) -> usize {
    widths(registers.lane).filter(|w| *w > WIDTHS[0] && positions * w > registers.bits).count()
}

/// The widths up to that of the widest element.
pub fn widths(lane: u32) -> impl DoubleEndedIterator<Item = u32> {
    WIDTHS.into_iter().filter(move |bits| *bits <= lane)
}

impl Layouts {
    /// Layouts of `lanes` lanes in order, in the largest registers or smaller ones, with a split for each doubling that
    /// needs one, narrowest first.
    pub fn new(lanes: u32, registers: Registers, splits: &[Split]) -> Self {
        Layouts::of(&Order::padded(lanes, registers), splits)
    }

    /// The same of lanes in any order.
    pub fn of(order: &Order, splits: &[Split]) -> Self {
        let mut layouts = Layouts::of_positions(order.lanes.len() as u32, order.registers, splits);
        layouts.rename(&order.lanes);
        layouts
    }

    /// Layouts of positions.
    fn of_positions(positions: u32, registers: Registers, splits: &[Split]) -> Self {
        let register_bits = registers.bits;
        let mut widths: Vec<Layout> = Vec::new();
        let mut next = splits.iter().copied();
        for bits in WIDTHS {
            // Never fewer slots than the smallest register has: what is narrower has no instructions.
            let slots = (register_bits / bits).min(positions.max(registers.least / bits));
            let layout = match widths.last().filter(|_| positions * bits > register_bits) {
                None => {
                    let slot = |at| if at < positions { at } else { EMPTY };
                    let register = |r: u32| (r * slots..(r + 1) * slots).map(slot).collect();
                    Layout { bits, registers: (0..positions.div_ceil(slots)).map(register).collect(), split: None }
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
        Layouts { widths, splits: splits.to_vec(), packed: false, registers }
    }

    /// Puts another lane, or none, where each lane is. Renaming lanes everywhere keeps every relation between widths.
    fn rename(&mut self, to: &[u32]) {
        for slot in self.widths.iter_mut().flat_map(|layout| layout.registers.iter_mut().flatten()) {
            *slot = to.get(*slot as usize).copied().unwrap_or(EMPTY);
        }
    }

    /// Layouts whose first two splits are unpacks and whose registers are linear after them: what packs of wide linear
    /// registers give. `None` where two splits are not needed.
    pub fn packed(order: &Order, above: &[Split]) -> Option<Self> {
        let splits = [&[Split::Unpack, Split::Unpack], above].concat();
        let mut layouts = Layouts::of_positions(order.lanes.len() as u32, order.registers, &splits);
        let split: Vec<usize> = (0..WIDTHS.len()).filter(|&w| layouts.widths[w].split.is_some()).collect();
        let &[_, second, ..] = &split[..] else { return None };
        // The position that sits, at the second split, where a linear layout would have position n. Any permutation of a
        // layout is one; this is the one that is linear where packs want their operands.
        let straight: Vec<u32> = layouts.widths[second].registers.concat();
        let mut renamed = vec![0; straight.len()];
        straight.iter().zip(0..).for_each(|(&lane, n)| renamed[lane as usize] = n);
        layouts.rename(&renamed);
        layouts.rename(&order.lanes);
        layouts.packed = true;
        Some(layouts)
    }

    /// For slot `s` of register `r` at a width, the slot of half the width that it comes from. It is in register `r` there, or
    /// in `r / 2` where the width is split.
    pub fn origin(&self, wide: u32, r: u32) -> Vec<u32> {
        let (layout, slots) = (self.at(wide), self.at(wide).slots());
        let from = |s| match layout.split {
            Some(split) => source_slot(split, r % 2, s, slots, self.registers.part / wide),
            None => s,
        };
        (0..slots).map(from).collect()
    }

    /// The splits that the layout of a width comes from.
    pub fn splits_to(&self, bits: u32) -> &[Split] {
        let split = self.widths.iter().filter(|layout| layout.bits <= bits && layout.split.is_some()).count();
        &self.splits[..split.min(self.splits.len())]
    }

    /// Whether lanes are where packs of wide linear registers put them ([`Layouts::packed`]).
    pub fn is_packed(&self) -> bool {
        self.packed
    }

    /// The registers that the widths are laid out in.
    pub fn registers(&self) -> Registers {
        self.registers
    }

    /// The layout at a width.
    pub fn at(&self, bits: u32) -> &Layout {
        &self.widths[bits.trailing_zeros() as usize - 3]
    }
}

impl Layout {
    /// Number of registers that hold a lane: what is computed in others nobody reads, and it goes.
    pub fn count(&self) -> u32 {
        self.registers.iter().filter(|register| register.iter().any(|&lane| lane != EMPTY)).count() as u32
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
