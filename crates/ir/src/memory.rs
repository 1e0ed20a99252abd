//! The elements of memory that a window's leaves share.
//!
//! Loads of one buffer with one symbolic base see the same memory, so lanes of different leaves may be one element, as
//! in a stencil's rows. Each element has a *representative*: the first leaf lane that reads it, which stands for it in lane
//! terms, in proofs and in the search. A leaf without an address is memory of its own, with its lanes as elements.

use crate::expr::{Graph, LeafId, LoadAddress};
use std::collections::BTreeMap;

/// An element of memory: which array, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number of the array.
    pub array: u32,
    /// The element's index, in elements.
    pub index: i64,
}

/// The memory behind a graph's leaves.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// For each leaf: its array, the place of its first lane, and the distance between lanes.
    leaves: Vec<(u32, i64, i64)>,
    representatives: BTreeMap<Place, (LeafId, u32)>,
    /// Where elements that are read follow one another: by the first, how many.
    runs: BTreeMap<Place, u64>,
    /// For each array, buffer and base; `None` for a leaf without an address.
    addresses: Vec<Option<(String, String)>>,
}

impl Memory {
    /// The memory that the leaves of a graph read.
    pub fn of(graph: &Graph) -> Self {
        let mut memory = Memory::default();
        let mut arrays: BTreeMap<(&str, &str, u32), u32> = BTreeMap::new();
        for (leaf, n) in graph.leaves.iter().zip(0..) {
            let fresh = memory.addresses.len() as u32;
            let (array, first, stride) = match &leaf.load {
                None => (fresh, 0, 1),
                Some(load) => {
                    // Elements of one size: what bytes of two sizes share is not modelled, so that they count as apart.
                    let key = (load.buffer.as_str(), load.base.as_str(), leaf.ty.bits);
                    (*arrays.entry(key).or_insert(fresh), load.offset, load.stride)
                }
            };
            if array == fresh {
                memory.addresses.push(leaf.load.as_ref().map(|l| (l.buffer.clone(), l.base.clone())));
            }
            memory.leaves.push((array, first, stride));
            for lane in 0..leaf.ty.lanes {
                let place = memory.place(LeafId(n), lane);
                memory.representatives.entry(place).or_insert((LeafId(n), lane));
            }
        }
        memory.runs = runs(memory.representatives.keys());
        memory
    }

    /// Whether so many elements from a place on are all read.
    pub fn covers(&self, from: Place, elements: u64) -> bool {
        let Some((first, &length)) = self.runs.range(..=from).next_back() else { return elements == 0 };
        let before = from.index.abs_diff(first.index);
        elements == 0 || first.array == from.array && length.checked_sub(before).is_some_and(|rest| elements <= rest)
    }

    /// Where a leaf's lane is.
    pub fn place(&self, leaf: LeafId, lane: u32) -> Place {
        let (array, first, stride) = self.leaves[leaf.0 as usize];
        Place { array, index: first.wrapping_add(stride.wrapping_mul(lane.into())) }
    }

    /// The leaf lane that stands for an element; `None` where no leaf reads it.
    pub fn at(&self, place: Place) -> Option<(LeafId, u32)> {
        self.representatives.get(&place).copied()
    }

    /// The leaf lane that stands for a leaf's lane: itself, unless an earlier leaf reads the same element.
    pub fn representative(&self, leaf: LeafId, lane: u32) -> (LeafId, u32) {
        self.at(self.place(leaf, lane)).unwrap_or((leaf, lane))
    }

    /// Whether elements follow one another in memory.
    pub fn is_contiguous(&self, elements: impl Iterator<Item = (LeafId, u32)>) -> bool {
        let mut places = elements.map(|(leaf, lane)| self.place(leaf, lane)).zip(0..);
        let Some((first, _)) = places.next() else { return true };
        places.all(|(p, n)| p == Place { index: first.index + n, ..first })
    }

    /// The lane of a leaf that reads an element.
    pub fn lane_in(&self, leaf: LeafId, place: Place, graph: &Graph) -> Option<u32> {
        let (array, first, stride) = self.leaves[leaf.0 as usize];
        let distance = place.index.checked_sub(first).filter(|_| array == place.array)?;
        let lane = match stride {
            0 => (distance == 0).then_some(0),
            _ => (distance % stride == 0).then_some(distance / stride),
        }?;
        u32::try_from(lane).ok().filter(|&lane| lane < graph.leaves[leaf.0 as usize].ty.lanes)
    }

    /// The lanes that stand for those of another load; `None` where it reads what no leaf does.
    pub fn load(&self, address: &LoadAddress, bits: u32, lanes: u32, graph: &Graph) -> Option<Vec<(LeafId, u32)>> {
        let same = |l: &LoadAddress| (&l.buffer, &l.base) == (&address.buffer, &address.base);
        // Any leaf of that buffer, base and size tells the array.
        let near = graph.leaves.iter().position(|l| l.ty.bits == bits && l.load.as_ref().is_some_and(same))?;
        let array = self.leaves[near].0;
        let index = |lane: u32| address.offset.wrapping_add(address.stride.wrapping_mul(lane.into()));
        (0..lanes).map(|lane| self.at(Place { array, index: index(lane) })).collect()
    }

    /// The address of a place with its neighbours after it as lanes; `None` in a leaf without an address.
    pub fn address(&self, place: Place) -> Option<LoadAddress> {
        let (buffer, base) = self.addresses[place.array as usize].clone()?;
        Some(LoadAddress { buffer, base, offset: place.index, stride: 1 })
    }
}

/// Places in order, as runs of neighbours: a question about many elements is then one look-up.
fn runs<'a>(places: impl Iterator<Item = &'a Place>) -> BTreeMap<Place, u64> {
    let mut runs = BTreeMap::new();
    let mut last: Option<(Place, u64)> = None;
    for &place in places {
        last = match last {
            Some((first, n)) if first.array == place.array && place.index.abs_diff(first.index) == n => {
                Some((first, n + 1))
            }
            _ => Some((place, 1)),
        };
        runs.extend(last);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_file;

    const STENCIL: &str = "let a : uint8x4 = load B[t, stride 1]\nlet b : uint8x4 = load B[t + 1, stride 1]\n\
                           let c : uint8x4 = load B[u, stride 1]\n\
                           uint8x4 (((uint8x4)a + (uint8x4)b) + (uint8x4)c)\n";

    fn window() -> crate::Window {
        parse_file(STENCIL).expect("parses").windows.remove(0)
    }

    #[test]
    fn overlapping_loads_share_their_elements() {
        let window = window();
        let memory = Memory::of(&window.graph);
        assert_eq!(memory.representative(LeafId(1), 0), (LeafId(0), 1));
        assert_eq!(memory.representative(LeafId(1), 3), (LeafId(1), 3));
        assert_eq!(memory.representative(LeafId(2), 0), (LeafId(2), 0), "another base is another memory");
    }

    #[test]
    fn what_is_covered_is_what_is_read_element_by_element() {
        let window = window();
        let memory = Memory::of(&window.graph);
        for (leaf, from) in (0..3).flat_map(|leaf| (-2..6).map(move |from| (leaf, from))) {
            let first = memory.place(LeafId(leaf), 0);
            let at = |i: i64| Place { index: first.index + i, ..first };
            for elements in 0..8 {
                let each = (0..elements).all(|i| memory.at(at(from + i)).is_some());
                assert_eq!(memory.covers(at(from), elements as u64), each || elements == 0, "{elements} from {from}");
            }
        }
    }

    #[test]
    fn a_load_is_known_only_where_every_byte_is_read() {
        let window = window();
        let memory = Memory::of(&window.graph);
        let at = |offset, lanes| {
            let address = LoadAddress { buffer: "B".into(), base: "t".into(), offset, stride: 1 };
            memory.load(&address, 8, lanes, &window.graph)
        };
        assert_eq!(at(2, 3), Some(vec![(LeafId(0), 2), (LeafId(0), 3), (LeafId(1), 3)]));
        assert_eq!(at(2, 4), None);
        assert_eq!(at(-1, 2), None);
    }
}
