//! Vector bodies of functions: they do in each lane what the function does, and a function without one says why.

use super::build::{Built, source};
use super::random::Random;
use crate::building::root;
use libtest_mimic::Failed;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// For AVX2, whose variants the programs call. Contraction is off: both sides round alike.
pub const FLAGS: [&str; 5] = ["-O3", "-march=haswell", "-fopenmp-simd", "-ffp-contract=off", "-fwrapv"];

pub const REMARKS: [&str; 2] = ["-Rpass=isotope", "-Rpass-missed=isotope"];

/// Functions of one drawn file.
const FUNCTIONS: usize = 20;

/// Files of the quick test, and of the slow one.
const FILES: Range<u64> = 0..2;
const MANY_FILES: Range<u64> = 2..1010;

/// Compiles a file with bodies, by `more` options, and a program that calls them without, and runs that. Returns the compiler's messages.
pub fn run(built: &Built, functions: &Path, program: &Path, more: &[&str]) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name).display().to_string();
    let [functions, program] = [functions, program].map(|file| file.display().to_string());
    let tests = source("").display().to_string();
    let [object, main] = ["functions.o", "main.o"].map(at);
    let common = [&FLAGS[..], &["-w", "-I", &tests, "-c"]].concat();
    let ended = built.clang(&[&common[..], more, &REMARKS, &[&functions, "-o", &object]].concat(), &[]);
    let said = ended.stderr();
    if !ended.output.status.success() {
        return Err(said.into());
    }
    let plain = built.plain(&[&common[..], &[&program, "-o", &main]].concat());
    let linked = built.plain(&[&main, &object, "-lm", "-o", &at("program")]);
    if !plain.output.status.success() || !linked.output.status.success() {
        return Err(format!("{}{}", plain.stderr(), linked.stderr()).into());
    }
    let ran = Command::new(at("program")).output()?;
    let out = String::from_utf8_lossy(&ran.stdout).into_owned();
    if !ran.status.success() {
        return Err(format!("{out}{}\n{said}", ran.status).into());
    }
    Ok(said)
}

/// Kernels, with lanes that are off and have nothing.
pub fn kernels(built: &Built) -> Result<(), Failed> {
    let said = run(built, &source("functions.c"), &source("functions_main.c"), &[])?;
    for name in [
        "mandelbrot",
        "collatz",
        "divisor",
        "quotient",
        "search",
        "force",
        "colour",
        "newton",
        "binary",
        "record",
        "follow",
        "sorted",
        "carried",
        "strided",
        "commonest",
        "halves",
        "steps",
        "asks",
        "rows",
    ] {
        for mask in ["N8", "M8"] {
            let made = format!("vector body {name}.simd.{mask}");
            if !said.contains(&made) {
                return Err(format!("no {made}:\n{said}").into());
            }
        }
    }
    Ok(())
}

/// A function without a body is reported with its line, and the ABI's names are there all the same.
pub fn refused(built: &Built) -> Result<(), Failed> {
    let file = source("refused_functions.c");
    let folder = tempfile::tempdir()?;
    let object = folder.path().join("refused.o").display().to_string();
    let path = file.display().to_string();
    let arguments = [&FLAGS[..], &REMARKS, &["-g", "-c", &path, "-o", &object]].concat();
    let ended = built.clang(&arguments, &[]);
    let said = ended.stderr();
    for (number, line) in std::fs::read_to_string(&file)?.lines().enumerate() {
        let Some((_, why)) = line.split_once("// why: ") else { continue };
        let place = format!("{}:{}:", file.file_name().unwrap_or_default().display(), number + 1);
        if !said.lines().any(|line| line.contains(&place) && line.contains(why) && line.contains("no vector body")) {
            return Err(format!("no remark at {place} with {why:?}:\n{said}").into());
        }
    }
    let names = String::from_utf8(Command::new(format!("llvm-nm-{}", built.version)).arg(&object).output()?.stdout)?;
    for name in
        ["_ZGVdN8v_reads_volatile", "_ZGVdN8v_calls", "_ZGVdN8uv_through", "_ZGVdN8v_recursive", "_ZGVdN8v_sorted"]
    {
        if !names.lines().any(|line| line.ends_with(&format!(" T {name}"))) {
            return Err(format!("{name} is not defined:\n{names}").into());
        }
    }
    Ok(())
}

/// A function that its own attribute keeps is there still, though nobody calls it.
pub fn used(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name).display().to_string();
    let text = "_Pragma(\"omp declare simd notinbranch\")\n__attribute__((used)) static int kept(int x) {\n  int n = 0;\n  \
                while (x > 1) { x = x & 1 ? x - 1 : x / 2; n++; }\n  return n;\n}\n";
    std::fs::write(at("used.c"), text)?;
    let ended = built.clang(&[&FLAGS[..], &["-c", &at("used.c"), "-o", &at("used.o")]].concat(), &[]);
    let names = Command::new(format!("llvm-nm-{}", built.version)).arg(at("used.o")).output()?.stdout;
    match String::from_utf8_lossy(&names).lines().any(|line| line.ends_with(" t kept")) {
        true => Ok(()),
        false => Err(format!("{}{}", ended.told(), String::from_utf8_lossy(&names)).into()),
    }
}

/// Switched off, and without such functions, the object is what clang makes.
pub fn off(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let object = |name: &str| folder.path().join(name).display().to_string();
    let file = source("functions.c").display().to_string();
    let arguments = |to: &str| [&FLAGS[..], &["-c", &file, "-o", to]].concat().join("\n");
    let compile = |text: String, variables: &[(&str, &str)]| {
        built.clang(&text.split('\n').collect::<Vec<_>>(), &[&[("ISOTOPE_SERVER", "off")], variables].concat())
    };
    let plain = arguments(&object("plain.o"));
    built.plain(&plain.split('\n').collect::<Vec<_>>());
    for variables in [&[("ISOTOPE_SIMD", "off"), ("ISOTOPE_APART", "off")][..], &[("ISOTOPE_OFF", "1")]] {
        compile(arguments(&object("off.o")), variables);
        if std::fs::read(object("off.o"))? != std::fs::read(object("plain.o"))? {
            return Err(format!("{variables:?} changes the object").into());
        }
    }
    Ok(())
}

/// Tests of others, where their sources are: each is a program that compares lanes with the scalar function by itself.
pub fn beds(built: &Built) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for (script, sources) in [
        ("functions_rv.sh", "third_party/rv-tests/test"),
        ("functions_rv_loops.sh", "third_party/rv-tests/test"),
        ("functions_gcc.sh", "third_party/gcc-tests"),
        ("functions_darktable.sh", "third_party/darktable/src"),
    ] {
        if !root().join(sources).exists() {
            println!("skipped: bench/llvm/{script}: {sources} is not there; docs/functions.md says what it is");
            continue;
        }
        let mut command = Command::new("bash");
        command.arg(root().join("bench/llvm").join(script)).arg(built.plugin()).arg(root().join(sources));
        let ended = built.end(command.arg(format!("clang-{}", built.version)), &[]);
        println!("{}", String::from_utf8_lossy(&ended.output.stdout));
        if !ended.output.status.success() {
            wrong.push(script);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong:?} found differences, or too few bodies").into()) }
}

/// Functions that nobody wrote.
pub fn some(built: &Built) -> Result<(), Failed> {
    drawn(built, FILES)
}

/// As many as the slow test takes.
pub fn many(built: &Built) -> Result<(), Failed> {
    drawn(built, files(MANY_FILES)?)
}

/// Runs what is drawn for each seed, the first of its texts with the second as its program. Returns the compiler's messages for each;
/// `counted` says how far it is, every 50 files.
pub fn each_drawn(
    seeds: Range<u64>,
    texts: impl Fn(u64) -> (String, String),
    run: impl Fn(&Path, &Path) -> Result<String, Failed>,
    counted: impl Fn(&[String]) -> String,
) -> Result<Vec<String>, Failed> {
    let (mut said, mut differ) = (Vec::new(), Vec::new());
    let first = seeds.start;
    for seed in seeds {
        let folder = tempfile::tempdir()?;
        let (drawn, program) = texts(seed);
        let [file, main] = ["drawn.c", "main.c"].map(|name| folder.path().join(name));
        std::fs::write(&file, &drawn)?;
        std::fs::write(&main, &program)?;
        match run(&file, &main) {
            Ok(one) => said.push(one),
            Err(why) => differ.push(format!("seed {seed}: {}\n{drawn}", why.message().unwrap_or_default())),
        }
        if (seed + 1 - first).is_multiple_of(50) {
            println!("files {first} to {seed}: {}; {} files differ", counted(&said), differ.len());
        }
    }
    if differ.is_empty() { Ok(said) } else { Err(differ.join("\n").into()) }
}

/// The files of a slow test, or those of it that ISOTOPE_DRAWN names, as in `200..400`: a part that one session has time for.
pub fn files(all: Range<u64>) -> Result<Range<u64>, Failed> {
    let Some(part) = std::env::var("ISOTOPE_DRAWN").ok().filter(|part| !part.is_empty()) else { return Ok(all) };
    let (first, end) = part.split_once("..").ok_or("ISOTOPE_DRAWN is FIRST..END")?;
    let (first, end) = (first.parse::<u64>()?.max(all.start), end.parse::<u64>()?.min(all.end));
    if first < end { Ok(first..end) } else { Err(format!("ISOTOPE_DRAWN names none of {all:?}").into()) }
}

fn drawn(built: &Built, seeds: Range<u64>) -> Result<(), Failed> {
    let bodies =
        |said: &String| (0..FUNCTIONS).filter(|at| said.contains(&format!("vector body drawn_{at}.simd.N8"))).count();
    let made = |said: &[String]| said.iter().map(bodies).sum::<usize>();
    let counted = |said: &[String]| {
        let missed: usize = said.iter().map(|said| said.matches("no vector body").count()).sum();
        format!(
            "{} of {} functions have bodies that do the same in each lane; {missed} remarks say that one has none",
            made(said),
            FUNCTIONS * said.len()
        )
    };
    let said = each_drawn(seeds, |seed| Program::of(seed).texts(), |file, main| run(built, file, main, &[]), counted)?;
    println!("{}", counted(&said));
    // docs/functions.md says how many.
    if made(&said) * 10 < said.len() * FUNCTIONS * 9 { Err("too few functions have bodies".into()) } else { Ok(()) }
}

pub struct Program {
    random: Random,
    variables: usize,
    /// Whether the function has an array of its own.
    has_array: bool,
    /// Whether a statement may return.
    may_return: bool,
}

impl Program {
    pub fn of(seed: u64) -> Self {
        Program { random: Random::of(seed), variables: 0, has_array: false, may_return: true }
    }

    /// Statements of three variables, and maybe of an array, whose declaration comes first.
    pub fn body(&mut self, may_return: bool) -> String {
        (self.variables, self.may_return, self.has_array) = (3, may_return, self.random.below(3) == 0);
        let array = if self.has_array { "int s[8] = {a, b, 3};\n" } else { "" };
        let statements: String = (0..2 + self.random.below(3)).map(|_| self.statement(3, false)).collect();
        format!("int v0 = a, v1 = b, v2 = 1, fuel = 30;\n{array}{statements}")
    }

    /// Functions, and the program that compares them.
    fn texts(&mut self) -> (String, String) {
        let mut functions = "int helper(int);\n".to_owned();
        let mut calls = String::new();
        let mut declared = "#include \"functions.h\"\nint helper(int x) { return x * 5 ^ x >> 3; }\n".to_owned();
        for number in 0..FUNCTIONS {
            let body = self.body(true);
            functions += &format!(
                "#pragma omp declare simd simdlen(8) uniform(t)\nint drawn_{number}(int *t, int a, int b, int i) {{\n\
                 {body}return v0 ^ v1 * 3 ^ v2;\n}}\n"
            );
            declared += &format!(
                "int drawn_{number}(int *, int, int, int);\nints _ZGVdN8uvvv_drawn_{number}(int *, ints, ints, ints);\n\
                 ints _ZGVdM8uvvv_drawn_{number}(int *, ints, ints, ints, ints);\n"
            );
            calls += &format!("EACH(drawn_{number});\n");
        }
        let program = format!(
            "{declared}static int cells[2][LANES * 16 + 16];\n#define EACH(name) do {{ const ints all = is_masked ? \
             _ZGVdM8uvvv_##name(cells[0], a, b, i, on) : _ZGVdN8uvvv_##name(cells[0], a, b, i); for (int l = 0; l < LANES; l++) \
             if (on[l]) {{ const int e = name(cells[1], a[l], b[l], i[l]), f = all[l]; check(#name, turn, l, &e, &f, 0); }} }} while (0)\n\
             int main(void) {{ for (int turn = 0; turn < 60; turn++) {{ ints a, b, i, on; const int is_masked = turn & 1;\n\
             for (int l = 0; l < LANES; l++) {{ on[l] = is_masked && drawn() % 3 == 0 ? 0 : -1; a[l] = some_int(); b[l] = on[l] ? some_int() : 0; \
             i[l] = on[l] ? 16 * l : 0x7ffffff0; }}\n{calls}}}\n\
             wrong += memcmp(cells[0], cells[1], sizeof cells[0]) != 0; printf(\"%d wrong, %d right\\n\", wrong, right); return wrong != 0; }}\n"
        );
        (functions, program)
    }

    fn variable(&mut self) -> String {
        format!("v{}", self.random.below(self.variables as u64))
    }

    fn expression(&mut self, depth: u64) -> String {
        if depth == 0 || self.random.below(4) == 0 {
            return match self.random.below(4) {
                0 => self.random.below(9).to_string(),
                _ => self.variable(),
            };
        }
        let [left, right] = [(); 2].map(|()| self.expression(depth - 1));
        match self.random.below(9) {
            // Its own cells alone, so that lanes do not meet.
            0 if self.has_array && self.random.below(2) == 0 => format!("s[({left}) & 7]"),
            0 => format!("t[i + (({left}) & 15)]"),
            // Of a function without vector bodies.
            2 if self.random.below(2) == 0 => format!("helper({left})"),
            1 => format!("(({right}) > 0 ? ({left}) / ({right}) : ({left}))"),
            2 => format!("(({left}) >> (({right}) & 7))"),
            3 => format!("(({left}) < ({right}) ? ({right}) : ({left}) + 1)"),
            _ => format!("(({left}) {} ({right}))", self.random.one(&["+", "-", "*", "&", "^", "|"])),
        }
    }

    fn condition(&mut self) -> String {
        format!("({}) {} ({})", self.expression(1), self.random.one(&["<", ">", "==", "!=", "<="]), self.expression(1))
    }

    fn block(&mut self, depth: u64, in_loop: bool) -> String {
        let all: String = (0..1 + self.random.below(2)).map(|_| self.statement(depth - 1, in_loop)).collect();
        format!("{{\n{all}}}\n")
    }

    fn statement(&mut self, depth: u64, in_loop: bool) -> String {
        let assigned = self.variable();
        if depth == 0 {
            return format!("{assigned} = {};\n", self.expression(2));
        }
        match self.random.below(12) {
            0 => format!("if ({}) {}", self.condition(), self.block(depth, in_loop)),
            1 => format!("if ({}) {}else {}", self.condition(), self.block(depth, in_loop), self.block(depth, in_loop)),
            2 | 3 => format!("while (fuel-- > 0 && {}) {}", self.condition(), self.block(depth, true)),
            4 => format!("do {}while (fuel-- > 0 && {});\n", self.block(depth, true), self.condition()),
            5 => {
                let cases: String = (0..3)
                    .map(|at| {
                        format!("case {at}: {}{}", self.block(depth, in_loop), self.random.one(&["break;\n", ""]))
                    })
                    .collect();
                format!("switch ({} & 3) {{\n{cases}default: {}}}\n", self.expression(1), self.block(depth, in_loop))
            }
            6 if in_loop => format!("if ({}) break;\n", self.condition()),
            7 if in_loop => format!("if ({}) continue;\n", self.condition()),
            8 if self.may_return => format!("if ({}) return {};\n", self.condition(), self.variable()),
            9 if self.has_array => format!("s[({}) & 7] = {};\n", self.expression(1), self.expression(1)),
            9 => format!("t[i + (({}) & 15)] = {};\n", self.expression(1), self.expression(1)),
            _ => format!("{assigned} = {};\n", self.expression(2)),
        }
    }
}
