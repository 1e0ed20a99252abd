//! Layouts hold every lane once, and splits are what instructions do.

use isotope_search::layout::*;

const X86: Registers = Registers { bits: 512, least: 8, part: 128, lane: 64 };

#[test]
fn every_layout_holds_every_lane_once() {
    for lanes in [4, 16, 32, 64, 128] {
        for a in [Split::Linear, Split::Unpack, Split::EvenOdd, Split::Phases] {
            for b in [Split::Linear, Split::Unpack, Split::EvenOdd] {
                let layouts = Layouts::new(lanes, X86, &[a, b, a]);
                for layout in &layouts.widths {
                    let mut all: Vec<u32> = layout.registers.concat();
                    all.sort_unstable();
                    assert_eq!(all, (0..lanes).collect::<Vec<_>>(), "{a:?} {b:?} {}", layout.bits);
                }
            }
        }
    }
}

#[test]
fn phases_unpacked_are_four_apart() {
    let layouts = Layouts::new(64, X86, &[Split::Phases, Split::Unpack]);
    let firsts: Vec<&[u32]> = layouts.at(32).registers.iter().map(|r| &r[..5]).collect();
    assert_eq!(firsts, [[0, 4, 8, 12, 16], [1, 5, 9, 13, 17], [2, 6, 10, 14, 18], [3, 7, 11, 15, 19]]);
}

#[test]
fn packed_layouts_are_linear_after_two_unpacks() {
    let layouts = Layouts::packed(&Order::padded(64, X86), &[Split::EvenOdd]).expect("two splits are needed");
    assert_eq!(layouts.at(32).registers.concat(), (0..64).collect::<Vec<_>>());
    assert_eq!(layouts.at(16).registers[0][..9], [0, 1, 2, 3, 16, 17, 18, 19, 4]);
    assert_eq!(layouts.at(64).registers[0][..3], [0, 2, 4]);
    assert!(Layouts::packed(&Order::padded(16, X86), &[]).is_none());
}

#[test]
fn unpack_is_what_punpck_does() {
    let layouts = Layouts::new(64, X86, &[Split::Unpack]);
    let words = layouts.at(16);
    assert_eq!(words.registers[0][..10], [0, 1, 2, 3, 4, 5, 6, 7, 16, 17]);
    assert_eq!(words.registers[1][..2], [8, 9]);
}

/// Registers of other targets: one size alone, parts of half a register, parts that are whole registers.
const OTHERS: [Registers; 4] = [
    Registers { bits: 128, least: 8, part: 128, lane: 64 },
    Registers { bits: 256, least: 8, part: 128, lane: 64 },
    Registers { bits: 256, least: 8, part: 256, lane: 64 },
    Registers { bits: 128, least: 8, part: 64, lane: 64 },
];

const SPLITS: [Split; 4] = [Split::Linear, Split::Unpack, Split::EvenOdd, Split::Phases];

#[test]
fn a_split_takes_every_slot_of_the_narrow_register_once() {
    for split in SPLITS {
        for slots in [2u32, 4, 8, 16, 32] {
            for in_part in [2, 4, 8, 16, 32, 64] {
                let halves = (0..2).flat_map(|h| (0..slots).map(move |s| source_slot(split, h, s, slots, in_part)));
                let mut all: Vec<u32> = halves.collect();
                all.sort_unstable();
                // Four phases take parts of at least two wide slots.
                assert_eq!(all, (0..2 * slots).collect::<Vec<_>>(), "{split:?} of {slots} slots, {in_part} in a part");
            }
        }
    }
}

#[test]
fn splits_are_what_instructions_do() {
    let of = |split, h, in_part: u32| (0..8).map(|s| source_slot(split, h, s, 8, in_part)).collect::<Vec<_>>();
    assert_eq!(of(Split::Linear, 0, 4), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(of(Split::Linear, 1, 4), [8, 9, 10, 11, 12, 13, 14, 15]);
    assert_eq!(of(Split::EvenOdd, 0, 4), [0, 2, 4, 6, 8, 10, 12, 14]);
    assert_eq!(of(Split::EvenOdd, 1, 4), [1, 3, 5, 7, 9, 11, 13, 15]);
    assert_eq!(of(Split::Unpack, 0, 4), [0, 1, 2, 3, 8, 9, 10, 11]);
    assert_eq!(of(Split::Unpack, 1, 4), [4, 5, 6, 7, 12, 13, 14, 15]);
    assert_eq!(of(Split::Phases, 0, 4), [0, 4, 1, 5, 8, 12, 9, 13]);
    assert_eq!(of(Split::Phases, 1, 4), [2, 6, 3, 7, 10, 14, 11, 15]);
    // Where a part is the whole register, an unpack is the linear split; where it is one slot, that of evens and odds.
    assert_eq!(of(Split::Unpack, 1, 8), of(Split::Linear, 1, 8));
    assert_eq!(of(Split::Unpack, 1, 1), of(Split::EvenOdd, 1, 1));
}

#[test]
fn registers_of_other_sizes_hold_every_lane_once() {
    for registers in OTHERS {
        for lanes in [2, 8, 16, 32, 64, 256] {
            for splits in SPLITS.map(|a| [a, Split::Unpack, Split::EvenOdd]) {
                let layouts = Layouts::new(lanes, registers, &splits);
                for (layout, bits) in layouts.widths.iter().zip(WIDTHS) {
                    let mut all = layout.registers.concat();
                    all.sort_unstable();
                    assert_eq!(all, (0..lanes).collect::<Vec<_>>(), "{lanes} lanes of {bits} bits in {registers:?}");
                    assert!(layout.register_bits() <= registers.bits && layout.bits == bits);
                    assert_eq!(layout.count() * layout.slots(), lanes);
                }
            }
        }
    }
}

#[test]
fn a_width_is_split_where_its_lanes_outgrow_a_register() {
    for registers in OTHERS {
        for lanes in [4, 16, 64] {
            let layouts = Layouts::new(lanes, registers, &[]);
            let split = layouts.widths[1..].iter().filter(|layout| layout.split.is_some()).count();
            assert_eq!(split, splits_needed(lanes, registers), "{lanes} lanes in {registers:?}");
            for pair in layouts.widths.windows(2) {
                let doubles = pair[1].count() == 2 * pair[0].count();
                assert_eq!(pair[1].split.is_some(), doubles, "{lanes} lanes of {} bits", pair[1].bits);
                assert!(doubles || pair[1].count() == pair[0].count());
            }
        }
    }
}

#[test]
fn both_halves_of_a_register_come_from_it() {
    let splits = [Split::Phases, Split::Unpack, Split::EvenOdd];
    for registers in OTHERS {
        let layouts = Layouts::new(64, registers, &splits);
        for pair in layouts.widths.windows(2).filter(|pair| pair[1].split.is_some()) {
            for (at, narrow) in pair[0].registers.iter().enumerate() {
                let mut both = [&pair[1].registers[2 * at][..], &pair[1].registers[2 * at + 1]].concat();
                let mut narrow = narrow.clone();
                both.sort_unstable();
                narrow.sort_unstable();
                assert_eq!(both, narrow, "register {at} at {} bits in {registers:?}", pair[1].bits);
            }
        }
    }
}

#[test]
fn splits_that_are_not_given_are_linear_and_more_than_needed_are_unused() {
    let one = Layouts::new(64, X86, &[]);
    assert!(one.widths[1..].iter().all(|l| l.split == Some(Split::Linear)));
    assert_eq!(one.at(64).registers.concat(), (0..64).collect::<Vec<_>>());
    let few = Layouts::new(16, X86, &[Split::EvenOdd, Split::Unpack]);
    let splits: Vec<Option<Split>> = few.widths.iter().map(|l| l.split).collect();
    assert_eq!(splits, [None, None, None, Some(Split::EvenOdd)], "16 lanes of 32 bits fill a register");
}

#[test]
fn packed_layouts_are_the_unpacked_ones_with_lanes_renamed() {
    for registers in OTHERS {
        for lanes in [32, 64, 128] {
            let Some(packed) = Layouts::packed(&Order::padded(lanes, registers), &[Split::Linear]) else {
                assert!(splits_needed(lanes, registers) < 2);
                continue;
            };
            let second = packed.widths.iter().filter(|l| l.split.is_some()).nth(1).unwrap();
            assert_eq!(second.registers.concat(), (0..lanes).collect::<Vec<_>>(), "{lanes} lanes in {registers:?}");
            let unpacked = Layouts::new(lanes, registers, &[Split::Unpack, Split::Unpack, Split::Linear]);
            let renamed: Vec<u32> = packed.at(8).registers.concat();
            for (one, other) in packed.widths.iter().zip(&unpacked.widths) {
                let origin: Vec<u32> = unpacked.at(8).registers.concat();
                let lane = |l: &u32| renamed[origin.iter().position(|o| o == l).unwrap()];
                let expected: Vec<u32> = other.registers.concat().iter().map(lane).collect();
                assert_eq!(one.registers.concat(), expected, "at {} bits", one.bits);
            }
        }
    }
}

#[test]
fn lanes_that_no_instruction_has_need_no_split() {
    let registers = Registers { bits: 1024, least: 1024, part: 1024, lane: 64 };
    let splits = |lane: u32| Order::padded(128, Registers { lane, ..registers }).splits();
    assert_eq!([64, 32, 16, 8].map(splits), [3, 2, 1, 0]);
}
