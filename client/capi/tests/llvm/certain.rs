//! Functions of LLVM IR that nobody wrote, with bytes, lanes and constants that are undefined: what is certain without answers is the same
//! with them. Whatever is undefined is made arbitrary in both, in each use by itself (`arbitrary.cpp`), and the bits that never change
//! have to be those of the code without answers (`certain.c`).

use super::build::{Built, source};
use super::equal::{TRIES, patient};
use super::random::Random;
use isotope_run::sampling_ends;
use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Functions of one module.
const FUNCTIONS: usize = 40;

/// One module, always the same.
pub fn some(built: &Built) -> Result<(), Failed> {
    each(built, 1, |modules| modules == 1)
}

/// For as long as slow tests draw, others each time.
pub fn many(built: &Built) -> Result<(), Failed> {
    let ends = sampling_ends();
    let seed = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() << 16;
    each(built, seed, |_| Instant::now() >= ends)
}

fn each(built: &Built, first: u64, is_enough: impl Fn(usize) -> bool) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let compiled = built.plain(&["-O2", &source("certain.c").display().to_string(), "-o", &path("certain"), "-ldl"]);
    if !compiled.output.status.success() {
        return Err(compiled.told().into());
    }
    let (mut modules, mut functions, mut used) = (0, 0, 0);
    while !is_enough(modules) {
        let seed = first + modules as u64;
        let text = Random::of(seed).module_of_functions(true);
        std::fs::write(path("in.ll"), &text)?;
        let select =
            || built.opt_with(true, &["-passes=isotope", "-S", &path("in.ll"), "-o", &path("selected.ll")], &patient());
        let mut ended = select();
        // A daemon that a busy machine keeps silent is given up for that compile.
        for _ in 0..TRIES {
            if ended.report.contains("\"reply\": \"silent\"") {
                ended = select();
            }
        }
        if !ended.output.status.success() {
            return Err(format!("seed {seed}: {}\n{text}", ended.told()).into());
        }
        let mut with_answers = ended.functions();
        modules += 1;
        functions += FUNCTIONS;
        if with_answers.is_empty() {
            continue;
        }
        let mut long = String::new();
        for (from, to) in [("in", "own"), ("selected", "with")] {
            let made = library(built, &path(&format!("{from}.ll")), &path(to));
            long += &made.map_err(|why| format!("seed {seed}: {why}"))?;
        }
        with_answers.retain(|name| !long.lines().any(|long| long == *name));
        used += with_answers.len();
        if with_answers.is_empty() {
            continue;
        }
        let mut arguments = vec![path("own.so"), path("with.so"), seed.to_string()];
        arguments.extend(with_answers.iter().map(|name| (*name).to_owned()));
        let ended = built.end(std::process::Command::new(path("certain")).args(arguments), &[]);
        if !ended.output.status.success() {
            let code = std::fs::read_to_string(path("selected.ll"))?;
            return Err(format!("seed {seed}: {}\n{text}\n{code}", ended.told()).into());
        }
    }
    println!("{functions} functions, of which {used} with answers ran");
    if used == 0 { Err("no answer is used: nothing was compared".into()) } else { Ok(()) }
}

/// A library in which everything undefined is arbitrary. Which functions are too long for that.
fn library(built: &Built, text: &str, to: &str) -> Result<String, String> {
    let [made, object, library] = ["ll", "o", "so"].map(|end| format!("{to}.arbitrary.{end}"));
    let arbitrary = built.program("arbitrary", &[text, &made]);
    let llc = built.tool("llc", &["-O2", "-relocation-model=pic", "-filetype=obj", &made, "-o", &object]);
    let mut lld = std::process::Command::new("ld.lld-19");
    let lld = built.end(lld.args(["-shared", "-Bsymbolic", &object, "-o", &library]), &[]);
    let long = arbitrary.stdout();
    for ended in [arbitrary, llc, lld] {
        if !ended.output.status.success() {
            return Err(ended.told());
        }
    }
    std::fs::rename(&library, format!("{to}.so")).map_err(|error| error.to_string())?;
    Ok(long)
}

/// A vector's type: bits of a lane, and lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Of(u64, u64);

impl Of {
    fn text(self) -> String {
        format!("<{} x i{}>", self.1, self.0)
    }
}

/// The text of a block that grows, and how its values are named.
struct Block<'a> {
    random: &'a mut Random,
    text: String,
    named: usize,
    intrinsics: &'a mut BTreeSet<String>,
    /// Values that were made already, to be read again.
    made: Vec<(Of, String)>,
}

impl Random {
    /// A module with loops, or one of shorter code without.
    pub fn module_of_functions(&mut self, has_loops: bool) -> String {
        let mut intrinsics = BTreeSet::new();
        let mut function = |number| self.function(number, has_loops, &mut intrinsics);
        let functions: Vec<String> = (0..FUNCTIONS).map(&mut function).collect();
        let declared: Vec<String> = intrinsics.into_iter().map(|line| format!("declare {line}\n")).collect();
        format!(
            "target triple = \"x86_64-unknown-linux-gnu\"\n{}{}attributes #0 = {{ \"target-cpu\"=\"haswell\" }}\n",
            declared.concat(),
            functions.concat()
        )
    }

    /// A loop that stores, or adds up to one number or to a vector, or a block outside of loops.
    fn function(&mut self, number: usize, has_loops: bool, intrinsics: &mut BTreeSet<String>) -> String {
        let types = [Of(8, 32), Of(8, 32), Of(8, 16), Of(16, 16), Of(16, 16), Of(16, 8), Of(32, 8)];
        let of = types[self.below(types.len() as u64) as usize];
        let ty = of.text();
        let (kind, depth) = if has_loops { (self.below(5), 1 + self.below(3)) } else { (0, 1 + self.below(2)) };
        let mut block =
            Block { random: self, text: String::new(), named: 0, intrinsics: &mut *intrinsics, made: Vec::new() };
        let value = block.value(of, depth);
        let text = block.text;
        let head =
            format!("define void @f{number}(ptr noalias %to, ptr noalias %from, ptr noalias %also, i64 %n) #0 {{\n");
        let bytes = of.0 * of.1 / 8;
        match kind {
            0 => {
                // The place of its loads is known.
                let text = text.replace("%i.from", "%from").replace("%i.also", "%also");
                format!("{head}  {text}store {ty} {value}, ptr %to, align 1\n  ret void\n}}\n")
            }
            1 => {
                let total = format!("i{} @llvm.vector.reduce.add.v{}i{}({ty})", of.0, of.1, of.0);
                intrinsics.insert(total.clone());
                let total = total.replace(&format!("({ty})"), &format!("({ty} %sum.next)"));
                format!(
                    "{head}  br label %loop\nloop:\n  %i = phi i64 [ 0, %0 ], [ %i.next, %loop ]\n  \
                     %sum = phi {ty} [ zeroinitializer, %0 ], [ %sum.next, %loop ]\n  {}{text}\
                     %sum.next = add {ty} %sum, {value}\n  {}end:\n  %total = call {total}\n  \
                     store i{} %total, ptr %to, align 1\n  ret void\n}}\n",
                    places(bytes),
                    NEXT,
                    of.0
                )
            }
            2 => format!(
                "{head}  br label %loop\nloop:\n  %i = phi i64 [ 0, %0 ], [ %i.next, %loop ]\n  \
                 %sum = phi {ty} [ zeroinitializer, %0 ], [ %sum.next, %loop ]\n  {}{text}\
                 %sum.next = add {ty} %sum, {value}\n  {NEXT}end:\n  \
                 store {ty} %sum.next, ptr %to, align 1\n  ret void\n}}\n",
                places(bytes)
            ),
            _ => format!(
                "{head}  br label %loop\nloop:\n  %i = phi i64 [ 0, %0 ], [ %i.next, %loop ]\n  {}\
                 %i.to = getelementptr i8, ptr %to, i64 %bytes\n  {text}store {ty} {value}, ptr %i.to, align 1\n  \
                 {NEXT}end:\n  ret void\n}}\n",
                places(bytes)
            ),
        }
    }
}

const NEXT: &str =
    "%i.next = add i64 %i, 1\n  %again = icmp slt i64 %i.next, %n\n  br i1 %again, label %loop, label %end\n";

/// Where a turn of the loop reads.
fn places(bytes: u64) -> String {
    format!(
        "%bytes = mul i64 %i, {bytes}\n  %i.from = getelementptr i8, ptr %from, i64 %bytes\n  \
         %i.also = getelementptr i8, ptr %also, i64 %bytes\n  "
    )
}

impl Block<'_> {
    fn emit(&mut self, of: Of, code: &str) -> String {
        let name = format!("%v{}", self.named);
        self.named += 1;
        let _ = write!(self.text, "{name} = {code}\n  ");
        self.made.push((of, name.clone()));
        name
    }

    fn value(&mut self, of: Of, depth: u64) -> String {
        let again: Vec<String> = self.made.iter().filter(|(had, _)| *had == of).map(|(_, name)| name.clone()).collect();
        if !again.is_empty() && self.random.below(6) == 0 {
            return again[self.random.below(again.len() as u64) as usize].clone();
        }
        if depth == 0 {
            return if self.random.below(7) == 0 { self.constant(of) } else { self.load(of) };
        }
        let ty = of.text();
        match self.random.below(17) {
            0..=4 => self.two(of, depth),
            5 => {
                let value = self.value(of, depth - 1);
                let (op, by) = (self.random.one(&["shl", "lshr", "ashr"]), 1 + self.random.below(of.0 - 1));
                self.emit(of, &format!("{op} {ty} {value}, {}", splat(of, by)))
            }
            6 | 7 => self.called(of, depth),
            8 => {
                let (x, y) = (self.load(of), self.value(of, depth - 1));
                let op = self.random.one(&["ult", "slt", "eq", "sge", "ne"]);
                let compared = self.emit(Of(1, of.1), &format!("icmp {op} {ty} {x}, {y}"));
                self.made.pop();
                let (yes, no) = (self.value(of, depth - 1), self.value(of, depth - 1));
                self.emit(of, &format!("select <{} x i1> {compared}, {ty} {yes}, {ty} {no}", of.1))
            }
            9 => {
                let value = self.value(of, depth - 1);
                self.emit(of, &format!("freeze {ty} {value}"))
            }
            10 | 11 => self.shuffled(of, depth),
            _ if of.0 <= 16 => self.narrowed(of, depth),
            _ => {
                let narrow = Of(of.0 / 2, of.1);
                let value = self.value(narrow, depth - 1);
                let op = self.random.one(&["zext", "sext"]);
                self.emit(of, &format!("{op} {} {value} to {ty}", narrow.text()))
            }
        }
    }

    fn load(&mut self, of: Of) -> String {
        let (place, bytes) = (self.random.one(&["%i.from", "%i.also"]), self.random.below(3) * of.0 / 8);
        let name = format!("%p{}", self.named);
        let _ = write!(self.text, "{name} = getelementptr i8, ptr {place}, i64 {bytes}\n  ");
        self.emit(of, &format!("load {}, ptr {name}, align 1", of.text()))
    }

    /// The same in all lanes, or not, or undefined in some.
    fn constant(&mut self, of: Of) -> String {
        let edges = [0, 1, 2, 3, 7, 16, 77, 127, 128, 255];
        let one = |random: &mut Random| edges[random.below(edges.len() as u64) as usize];
        let mut lanes = vec![one(self.random).to_string(); of.1 as usize];
        let how = self.random.below(3);
        for lane in &mut lanes {
            if how == 1 {
                *lane = one(self.random).to_string();
            }
            if how == 2 && self.random.below(4) == 0 {
                "undef".clone_into(lane);
            }
        }
        let lanes: Vec<String> = lanes.iter().map(|lane| format!("i{} {lane}", of.0)).collect();
        format!("<{}>", lanes.join(", "))
    }

    fn two(&mut self, of: Of, depth: u64) -> String {
        let op = self.random.one(&["add", "add", "sub", "mul", "and", "or", "xor"]);
        let left = self.value(of, depth - 1);
        let right = if self.random.below(3) == 0 { self.constant(of) } else { self.value(of, depth - 1) };
        self.emit(of, &format!("{op} {} {left}, {right}", of.text()))
    }

    fn called(&mut self, of: Of, depth: u64) -> String {
        let ty = of.text();
        let op = self.random.one(&["umin", "umax", "smin", "smax", "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat"]);
        let (left, right) = (self.value(of, depth - 1), self.value(of, depth - 1));
        let name = format!("@llvm.{op}.v{}i{}", of.1, of.0);
        self.intrinsics.insert(format!("{ty} {name}({ty}, {ty})"));
        self.emit(of, &format!("call {ty} {name}({ty} {left}, {ty} {right})"))
    }

    /// Lanes of two values in another order, some from nowhere.
    fn shuffled(&mut self, of: Of, depth: u64) -> String {
        let ty = of.text();
        let (left, right) = (self.value(of, depth - 1), self.value(of, depth - 1));
        let how = self.random.below(4);
        let turned = self.random.below(of.1);
        let mut lane = |i: u64| match how {
            0 => i / 2 + (i % 2) * of.1,
            1 => (i + turned) % of.1,
            2 => of.1 - 1 - i,
            _ => self.random.below(2 * of.1),
        };
        let lanes: Vec<u64> = (0..of.1).map(&mut lane).collect();
        let holes = self.random.below(3) == 0;
        let lanes: Vec<String> = lanes
            .into_iter()
            .map(
                |lane| if holes && self.random.below(4) == 0 { "i32 poison".to_owned() } else { format!("i32 {lane}") },
            )
            .collect();
        self.emit(of, &format!("shufflevector {ty} {left}, {ty} {right}, <{} x i32> <{}>", of.1, lanes.join(", ")))
    }

    /// A computation in twice the bits, of narrow values.
    fn narrowed(&mut self, of: Of, depth: u64) -> String {
        let (ty, wide) = (of.text(), Of(2 * of.0, of.1));
        let extend = self.random.one(&["zext", "sext"]);
        let mut terms = Vec::new();
        for _ in 0..2 {
            let value = self.value(of, depth - 1);
            let mut term = self.emit(wide, &format!("{extend} {ty} {value} to {}", wide.text()));
            if self.random.below(2) == 0 {
                let by = [2, 3, 5, 77, 127, 179][self.random.below(6) as usize];
                term = self.emit(wide, &format!("mul {} {term}, {}", wide.text(), splat(wide, by)));
            }
            terms.push(term);
        }
        let op = self.random.one(&["add", "add", "sub", "mul"]);
        let mut sum = self.emit(wide, &format!("{op} {} {}, {}", wide.text(), terms[0], terms[1]));
        let by = [0, 1, of.0 / 2, of.0 - 1, of.0][self.random.below(5) as usize];
        if by > 0 {
            if self.random.below(2) == 0 {
                sum = self.emit(wide, &format!("add {} {sum}, {}", wide.text(), splat(wide, 1 << (by - 1))));
            }
            let op = self.random.one(&["lshr", "ashr"]);
            sum = self.emit(wide, &format!("{op} {} {sum}, {}", wide.text(), splat(wide, by)));
        }
        self.emit(of, &format!("trunc {} {sum} to {ty}", wide.text()))
    }
}

fn splat(of: Of, number: u64) -> String {
    format!("<{}>", vec![format!("i{} {number}", of.0); of.1 as usize].join(", "))
}
