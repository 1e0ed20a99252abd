//! Kernels that nobody wrote: loops of random expressions compute the same with answers as without, byte by byte.

use super::build::Built;
use super::equal::compared;
use libtest_mimic::Failed;

/// Kernels of one module.
const KERNELS: usize = 10;

/// Modules of the slow test.
const MODULES: u64 = 100;

const TYPES: [&str; 6] = ["u8", "i8", "u16", "i16", "u32", "i32"];

/// One module.
pub fn some(built: &Built) -> Result<(), Failed> {
    each(built, 1..2)
}

/// Many modules.
pub fn many(built: &Built) -> Result<(), Failed> {
    each(built, 2..2 + MODULES)
}

fn each(built: &Built, seeds: std::ops::Range<u64>) -> Result<(), Failed> {
    let mut used = 0;
    for seed in seeds {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("random.c");
        let text = Random::of(seed).module();
        std::fs::write(&file, &text)?;
        // Overflow wraps: without that, any result would be right.
        let ended = compared(built, &file, &["-fwrapv"])
            .map_err(|why| Failed::from(format!("seed {seed}: {}\n{text}", why.message().unwrap_or_default())))?;
        used += ended.used();
    }
    println!("{used} answers used");
    if used == 0 { Err("no answer is used: nothing was compared".into()) } else { Ok(()) }
}

/// Numbers from a seed, and what is made of them.
pub struct Random(u64);

impl Random {
    pub fn of(seed: u64) -> Self {
        // A mixed beginning: beginnings a multiple of the increment apart would give each seed the numbers of the one before, one later.
        Random(Random(seed).next())
    }

    fn next(&mut self) -> u64 {
        // Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    fn module(&mut self) -> String {
        let kernels: Vec<String> = (0..KERNELS).map(|number| self.kernel(number)).collect();
        format!("#include \"kernels.h\"\n{}", kernels.concat())
    }

    /// A loop that maps, that takes every second to fourth element, that writes several elements a turn, or several results that share work,
    /// that adds up neighbours, that adds rows up, or that adds up all.
    fn kernel(&mut self, number: usize) -> String {
        let [out, left, right] = [(); 3].map(|()| self.one(&TYPES));
        let depth = 1 + self.below(3);
        let begin = format!("KERNEL(random_{number}) {{ BUFFERS({out}, {left}, {right}); ");
        let body = match self.below(12) {
            0..=2 => format!("EACH o[i] = ({out})({});", self.expression("i", depth)),
            3 => {
                let step = 2 + self.below(3);
                let value = self.expression(&format!("{step} * i"), depth);
                format!("for (long i = 0; i < n / 4; i++) o[i] = ({out})({value});")
            }
            4 => {
                let count = 2 + self.below(3);
                let store = |random: &mut Self, at: u64| {
                    format!("o[{count} * i + {at}] = ({out})({}); ", random.expression("i", depth.min(2)))
                };
                let stores: Vec<String> = (0..count).map(|at| store(self, at)).collect();
                format!("for (long i = 0; i < n / {count}; i++) {{ {}}}", stores.concat())
            }
            5 => {
                // Sums of neighbours, in any order and not always of the same.
                let count = [2, 4, 8][self.below(3) as usize];
                let depth = depth.min(2);
                let mut terms = Vec::new();
                let shared = self.0;
                for at in 0..count {
                    if self.below(12) > 0 {
                        self.0 = shared;
                    }
                    terms.push(self.expression(&format!("{count} * i + {at}"), depth));
                }
                let turned = self.below(count) as usize;
                terms.rotate_left(turned);
                format!("for (long i = 0; i < n / {count}; i++) o[i] = ({out})({});", terms.join(" + "))
            }
            6 | 7 => {
                let value = self.expression("16 * i + j", depth.min(2));
                let (sums, put) = self.one(&[("u32 s[16] = {(u32)w};", "PUT(s);"), ("u32 *s = to;", "")]);
                format!(
                    "{sums} for (long i = 0; i < n / 16; i++) \
                     for (long j = 0; j < 16; j++) s[j] += (u32)a[i] * (u32)({value}); {put}"
                )
            }
            8 | 9 => {
                let (count, shared) = (2 + self.below(3), self.expression("i", depth.min(2)));
                let store = |random: &mut Self, at: u64| {
                    let (with, own) = (random.one(&["+", "-", "*", "^"]), random.expression("i", 1));
                    format!("o[i + {at} * (n / 4)] = ({out})(s {with} {own}); ")
                };
                let stores: Vec<String> = (0..count).map(|at| store(self, at)).collect();
                format!("for (long i = 0; i < n / 4; i++) {{ const i32 s = {shared}; {}}}", stores.concat())
            }
            _ => {
                let sum = self.one(&["i32", "i32", "u32", "i16", "u8"]);
                format!("{sum} sum = ({sum})w; EACH sum += {}; PUT(sum);", self.expression("i", depth))
            }
        };
        format!("{begin}{body} }}\n")
    }

    fn load(&mut self, index: &str) -> String {
        format!("(i32){}[{index}{}]", self.one(&["a", "b"]), self.one(&["", "", "", " + 1", " + 2", " + 3"]))
    }

    fn constant(&mut self) -> String {
        let edges = ["0", "1", "2", "3", "7", "8", "16", "77", "127", "128", "255", "256", "-1", "-128", "(1 << 14)"];
        if self.below(3) > 0 { self.one(&edges).to_owned() } else { format!("({} - 70000)", self.below(140_000)) }
    }

    fn expression(&mut self, index: &str, depth: u64) -> String {
        if depth == 0 {
            return match self.below(9) {
                0 => "w".to_owned(),
                1 => self.constant(),
                _ => self.load(index),
            };
        }
        let kind = self.below(15);
        let mut part = || self.expression(index, depth - 1);
        let (x, y) = (part(), part());
        match kind {
            0 | 1 => format!("({x} + {y})"),
            2 => format!("({x} - {y})"),
            3 => format!("({x} * {y})"),
            4 => format!("({x} >> {})", self.below(16)),
            5 => format!("({x} << {})", self.below(9)),
            6 => format!("(i32)((u32)({x}) >> {})", self.below(25)),
            7 => format!("clamp({x}, {})", self.one(&["0, 255", "-128, 127", "-32768, 32767", "0, 65535"])),
            8 => format!("({})({x})", self.one(&TYPES)),
            9 => format!("({x} {} {y})", self.one(&["&", "|", "^"])),
            10 => {
                let (compared, other) = (self.load(index), self.one(&["<", "<=", ">", "==", "!="]));
                format!("({compared} {other} {} ? {x} : {y})", self.load(index))
            }
            11 => format!("(({x} + {y} + 1) >> 1)"),
            12 => {
                let [left, right] = [(); 2].map(|()| format!("{} * {}", self.load(index), self.constant()));
                format!("(({left} + {right} + {}) >> {})", 1 << self.below(12), 1 + self.below(12))
            }
            13 => format!("({x} < {y} ? {y} - {x} : {x} - {y})"),
            _ => format!("({x} / {})", self.one(&["2", "3", "4", "5", "7", "9", "16", "255"])),
        }
    }
}
