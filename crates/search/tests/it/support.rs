//! Windows of the tests, and programs executed beside the interpreter.

use isotope_ir::expr::{Leaf, LeafId};
use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::memory::Memory;
use isotope_ir::window::Window;
use isotope_program::concrete::{Instructions, run};
use isotope_program::{Origin, Param, Program};
use isotope_search::instructions::TargetInstructions;
use isotope_smt::concrete::Samples;
use isotope_smt::effort::Effort;

pub const SAMPLES: usize = 40;

/// A target without instructions: programs of generic operations on 512-bit registers.
pub fn bare() -> TargetInstructions {
    TargetInstructions { register_bits: 512, part_bits: 128, ..TargetInstructions::default() }
}

pub fn unbounded() -> Effort<'static> {
    Effort::new(u64::MAX, &|| false)
}

pub fn windows(name: &str) -> Vec<Window> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/windows/x86/");
    let text = std::fs::read_to_string(format!("{path}{name}.txt")).unwrap();
    isotope_ir::parse::parse_file(&text).unwrap().windows
}

/// Random values for the lanes of leaves, within their ranges; equal where loads read the same element.
fn leaves(window: &Window, memory: &Memory, random: &mut Samples) -> Vec<Vec<u64>> {
    let mut value = |leaf: &Leaf| {
        let bits = random.value(leaf.ty.bits);
        let Some((lo, hi)) = leaf.range else { return bits as u64 };
        let inside = lo + (bits % (hi - lo + 1) as u128) as i128;
        (inside as u128 & isotope_ir::term::mask(leaf.ty.bits)) as u64
    };
    let graph = &window.graph;
    let mut out: Vec<Vec<u64>> = graph.leaves.iter().map(|l| (0..l.ty.lanes).map(|_| value(l)).collect()).collect();
    for leaf in 0..out.len() {
        for lane in 0..out[leaf].len() {
            let (source, at) = memory.representative(LeafId(leaf as u32), lane as u32);
            out[leaf][lane] = out[source.0 as usize][at as usize];
        }
    }
    out
}

/// A lane in which a program is wrong, and the leaves' lanes there.
#[derive(Debug)]
pub struct Difference {
    pub lane: u32,
    got: Option<u128>,
    want: u64,
    pub input: Vec<(u32, u128)>,
}

/// Runs a program and the interpreter on the same random leaves.
pub fn difference(
    window: &Window,
    program: &Program,
    instructions: &dyn Instructions,
    random: &mut Samples,
) -> Option<Difference> {
    let memory = Memory::of(&window.graph);
    let leaves = leaves(window, &memory, random);
    let want = eval(window, &leaves).unwrap();
    let input = |p: &Param| -> Vec<u128> {
        let read = |(leaf, lane): (LeafId, u32)| leaves[leaf.0 as usize][lane as usize].into();
        match &p.origin {
            Origin::Leaf(leaf) => (0..p.ty.lanes).map(|lane| read((*leaf, lane))).collect(),
            Origin::Load(load) => {
                let read_there = memory.load(load, p.ty.bits, p.ty.lanes, &window.graph);
                read_there.unwrap_or_else(|| panic!("{load:?} is not covered")).into_iter().map(read).collect()
            }
        }
    };
    let inputs: Vec<Vec<u128>> = program.params.iter().map(input).collect();
    let got = run(program, &inputs, instructions).unwrap();
    let differs = |(w, g): (&LaneValue, &Option<u128>)| matches!(w, LaneValue::Defined(w) if *g != Some((*w).into()));
    let lane = want.iter().zip(&got).position(differs)?;
    let of_leaf = |(leaf, lanes): (usize, &Vec<u64>)| {
        let var = |lane: usize| isotope_ir::lanes::leaf_var(LeafId(leaf as u32), lane as u32);
        lanes.iter().enumerate().map(|(lane, &v)| (var(lane), v.into())).collect::<Vec<_>>()
    };
    let input = leaves.iter().enumerate().flat_map(of_leaf).collect();
    Some(Difference { lane: lane as u32, got: got[lane], want: want[lane].bits()?, input })
}

/// A program computes its window on random leaves.
pub fn agree(window: &Window, program: &Program, instructions: &dyn Instructions, random: &mut Samples) {
    if let Some(Difference { lane, got, want, .. }) = difference(window, program, instructions, random) {
        panic!("lane {lane} is {got:?}, not {want}, of {}", isotope_ir::print::print(window));
    }
}
