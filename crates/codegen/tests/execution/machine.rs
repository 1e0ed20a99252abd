//! Programs with inputs, compiled for a CPU and run here.

use isotope_codegen::llvm::{self, LlvmType, NoForms};
use isotope_ir::soft_float::{fraction_bits, infinity};
use isotope_ir::types::Type;
use isotope_program::Program;
use isotope_run::{EXECUTORS, Job, Slot, of_arch, run_jobs, with_features};

/// A program and the parameters of each of its calls: trial, parameter, lane.
pub struct Called {
    pub program: Program,
    pub inputs: Vec<Vec<Vec<u64>>>,
}

/// CPUs, each with what its code needs beyond that of those before it that runs here too.
const CPUS: [(&str, &[&str]); 6] = [
    ("x86-64", &[]),
    ("x86-64-v3", &["avx2"]),
    ("skylake-avx512", &["avx512bw", "avx512dq", "avx512vl"]),
    ("icelake-server", &["avx512vbmi2", "avx512vnni", "avx512bitalg", "avx512vpopcntdq", "gfni"]),
    ("znver4", &["avx512bf16", "sse4a"]),
    ("sapphirerapids", &["avx512bf16", "avx512fp16", "avxvnni"]),
];

/// An instruction set, and CPUs of it whose code can be executed.
pub struct Machines {
    pub arch: &'static str,
    pub cpus: Vec<&'static str>,
}

/// CPUs of AArch64 that differ in what they have, in order and out of order, if there is an emulator.
pub fn arm(test: &str) -> Option<Machines> {
    if of_arch("aarch64").iter().any(|executor| executor.is_there()) {
        return Some(Machines { arch: "aarch64", cpus: vec!["generic", "cortex-a55", "neoverse-n1", "neoverse-v2"] });
    }
    println!("skipped: {test} needs qemu-aarch64 (scripts/setup hexagon)");
    None
}

/// The CPUs of x86 whose code runs here; the others are named.
pub fn x86() -> Machines {
    let mut needed: Vec<&str> = Vec::new();
    let mut here = Vec::new();
    for (cpu, more) in CPUS {
        let wanted = [&needed[..], more].concat();
        match with_features(EXECUTORS, &wanted).map(|by| by.name()) {
            Ok("native") => {
                here.push(cpu);
                needed = wanted;
            }
            other => println!("skipped: code for {cpu}: this CPU is none ({other:?})"),
        }
    }
    Machines { arch: "x86_64", cpus: here }
}

fn slot(ty: Type) -> Slot {
    Slot { ty: LlvmType::of(ty).to_string(), bytes: ty.total_bits().div_ceil(8) as usize }
}

/// The results: program, trial, lane.
pub fn run(all: &[Called], (arch, cpu): (&str, &str), level: u32) -> Vec<Vec<Vec<u64>>> {
    let target = isotope_dictionary::Target::cpu(arch, cpu);
    let job = |called: &Called| {
        let program = &called.program;
        let mut input = Vec::new();
        for trial in &called.inputs {
            program.params.iter().zip(trial).for_each(|(param, lanes)| pack(param.ty, lanes, &mut input));
        }
        let function = llvm::function(program, "f", &NoForms).unwrap();
        Job {
            module: function.module(&target),
            function: "f".to_owned(),
            parameters: program.params.iter().map(|p| slot(p.ty)).collect(),
            result: slot(program.ty),
            input,
            trials: called.inputs.len(),
        }
    };
    let jobs: Vec<Job> = all.iter().map(job).collect();
    let outcomes = run_jobs(&of_arch(arch), &jobs, level).unwrap_or_else(|error| panic!("{cpu} at -O{level}: {error}"));
    let results = all.iter().zip(outcomes).map(|(called, outcome)| {
        let (_, bytes) = outcome.unwrap_or_else(|| panic!("code for {cpu} does not run here"));
        let ty = called.program.ty;
        bytes.chunks(ty.total_bits().div_ceil(8) as usize).map(|trial| unpack(ty, trial)).collect()
    });
    results.collect()
}

fn pack(ty: Type, lanes: &[u64], bytes: &mut Vec<u8>) {
    if ty.bits == 1 {
        let byte = |lanes: &[u64]| lanes.iter().enumerate().fold(0, |byte, (at, lane)| byte | ((lane & 1) as u8) << at);
        bytes.extend(lanes.chunks(8).map(byte));
    } else {
        lanes.iter().for_each(|lane| bytes.extend(&lane.to_le_bytes()[..ty.bits as usize / 8]));
    }
}

fn unpack(ty: Type, bytes: &[u8]) -> Vec<u64> {
    if ty.bits == 1 {
        return (0..ty.lanes as usize).map(|lane| u64::from(bytes[lane / 8] >> (lane % 8) & 1)).collect();
    }
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    bytes.chunks(ty.bits as usize / 8).map(number).collect()
}

/// Another each time, to be printed.
pub fn fresh_seed() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64
}

/// Random numbers, the same for the same seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A lane's bits: anything, or a corner of the integers or the floats of that width.
    pub fn lane(&mut self, bits: u32, float: bool) -> u64 {
        let mask = u64::MAX >> (64 - bits);
        let half = 1u64 << (bits - 1);
        let any = self.next();
        let value = match self.below(4) {
            0 => any,
            _ if float && bits >= 16 => {
                let ty = Type::float(bits, 1);
                let (infinity, least) = (infinity(ty), 1u64 << fraction_bits(ty));
                let one = (infinity >> 1) / least * least;
                let ordinary = one + (any % 9) * least - 3 * least + (any >> 32) % 8 * (least >> 3);
                let corners = [0, 1, least - 1, least, one, ordinary, infinity - 1, infinity, infinity + 1];
                let sign = if any >> 63 == 1 { half } else { 0 };
                self.one(&corners).wrapping_add(any >> 48 & 1) ^ sign
            }
            1 => self.one(&[0, 1, 2, mask, half, half - 1, half + 1, mask - 1]),
            _ => any % u64::from(bits),
        };
        value & mask
    }
}
